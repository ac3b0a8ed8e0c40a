/* The run's side of a live segment (live.h): it writes, and takes requests out of the mailbox.
 *
 * Life: live_begin before the script, so that command loops are forked with the mapping; live_tap to the record of the run; live_beat after every step and
 * in every wait; live_end. One thread, that of the analysis; live_show is for the process of a command loop. Functions marked RT do no more than store
 * into memory that is there: no system call, no lock, no allocation.
 */
#pragma once

#include "analysis/analysis.h"
#include "base/err.h"
#include "control/keeper.h"
#include "live/live.h"
#include "record/run_record.h"

struct live;

struct live_words {
	const char *folder, *id;   /* of the run; copied */
	bool realtime;
	struct analysis *an;       /* borrowed: the script, as the next; NULL: no motion is shown */
	struct laboratory *lab;
	struct monitors *monitors;
};

/* Makes RUNFOLDER/live. ERR_FILE, ERR_MEMORY: nothing is there. One in a process. */
int live_begin(struct live **ret, const struct live_words *w, struct err *e) MUST_CHECK;
/* Says how the run ended, takes the file away, and gives everything back. NULL is allowed. */
void live_end(struct live *l, enum live_state last, const char *why);

/* The record's rows, events and tables go through this as well (run_record_tap). */
struct run_tap live_tap(struct live *l);

/* State, and why; stays until the next. */
void live_state(struct live *l, enum live_state state, const char *why);
enum live_state live_state_now(const struct live *l);
/* Steps and length of the analyze that begins. */
void live_analyze(struct live *l, int64_t steps, double dt);
void live_pace(struct live *l, double pace);
/* A step was committed. */
void live_step(struct live *l) RT;
/* The time goes on, nothing else does: in waits. */
void live_beat(struct live *l) RT;
/* An event of no record: what happens before one is open. */
void live_event_add(struct live *l, const struct run_event *event) RT;

/* The next request that is whole; false: there is none. A reader that died within its own is passed over after LIVE_GIVE_UP_NS. */
bool live_request_take(struct live *l, struct live_request *ret, uint64_t *ret_id) RT;
void live_reply(struct live *l, uint64_t id, int code, const char *text) RT;
enum { LIVE_GIVE_UP_NS = 1000 * 1000 * 1000 };
/* What readers trip by. */
struct stop_word *live_trip_word(struct live *l);

/* What a command loop looks like now; from its own process (laboratory.realtime.show). */
void live_show(const struct keeper_view *v);

/* Of the part at hand: the drawn nodes and elements, in the order of frames and model.json (live_motion.c). */
struct live_drawn {
	const struct node **node; int nnode, ndf;
	const struct element **element; int nelement;
};
/* FOLDER/model.json anew: what is drawn, and what may be tuned with its present values (live_model.c). Blocks; between steps. */
int live_model_write(struct live *l, struct err *e) MUST_CHECK;
/* The second alone, FOLDER/tunables.json: after one was tuned. */
int live_tunables_write(struct live *l, struct err *e) MUST_CHECK;
