/* One viewer: a WebSocket, what it watches, and what it has been sent.
 *
 * Nothing is queued for a viewer: when its socket has room, the next message is made of what there is then. So a viewer that does not read costs a struct and
 * what its socket holds; it misses frames, which are counted and told; and nobody waits for it. The thread of the sockets.
 */
#pragma once

#include "web/auth.h"
#include "web/lives.h"
#include "web/watch.h"
#include "web/worker.h"

struct lws;

enum { VIEWER_SOCKET = 256 * 1024, VIEWER_PIECE = 4096 };        /* a message comes in such pieces */
static const int64_t VIEWER_DEAF_NS = 30000 * 1000 * 1000ll, VIEWER_STATE_NS = 100 * 1000 * 1000, VIEWER_TIMING_NS = 1000 * 1000 * 1000ll;

/* Older rows out of the record for one series; the thread of files has it while it is out. */
struct older;

struct viewer {
	struct web *web;                   /* borrowed */
	struct lws *wsi;                   /* borrowed: lws */
	struct viewer *next;               /* in the list of all */
	struct auth_who who;
	char in[WATCH_BYTES]; size_t nin;  /* of the message that comes */
	struct watch *watch;               /* owned; NULL: none */
	struct live_run *run;              /* borrowed: lives, which keeps it while viewers counts us; NULL: none */
	uint32_t generation;               /* of its tables, that series and pairs belong to */
	int nseries, npair;
	struct { int table; struct strip s; int64_t gap; } series[WATCH_SERIES];   /* gap: the next that is to be filled */
	struct { int table; struct scatter p; } pair[WATCH_PAIRS];
	struct older *older;               /* list; owned */
	uint64_t motion_place;             /* sent last */
	/* texts that are due */
	char *reply; size_t nreply;        /* owned: to the last message */
	bool pong; double pong_number;
	uint64_t list_changes, state_changes, event;       /* as sent */
	int64_t state_ns, timing_ns; int timing;           /* when last; the next rig */
	/* frames */
	int64_t next_ns, asked_ns;         /* the next is due; since when room is waited for, 0: it is not */
	bool due; int part;                /* a frame is at work: which part of it is next */
	uint64_t missed_frames, missed_rows;
	bool close;                        /* what came is no message */
	bool deaf;                         /* there was no memory for a reply */
};

/* All of them: what is due is asked for. */
void viewers_tick(struct web *w, int64_t t_ns);

/* ---- viewer_watch.c */
/* A message has come, whole. */
void viewer_message(struct viewer *v, const char *bytes, size_t n);
/* The run that it watches has come, gone, or has other tables: series begin anew. Called before anything is sent. */
void viewer_follow(struct viewer *v);
void viewer_forget(struct viewer *v);

/* ---- viewer_send.c */
/* The next text that is due, into the writer; false: none is. */
bool viewer_text(struct viewer *v, struct jput *j, int64_t t_ns);
/* The next message of binary frames, into room bytes; 0: nothing is new. When v->due falls the frame is complete. */
size_t viewer_frames(struct viewer *v, unsigned char *ret, size_t room);

/* ---- older.c */
/* Sends for what is older than the history: buckets of series i before the one at its beginning. */
void older_send(struct viewer *v, int i);
/* Sends for buckets in which rows never came, once they are closed; and again for what the record did not hold yet. */
void older_tick(struct viewer *v, int64_t t_ns);
/* The next piece of what has come, into room bytes; 0: nothing has. */
size_t older_frames(struct viewer *v, unsigned char *ret, size_t room);
/* Is there something to send? */
bool older_ready(const struct viewer *v);
/* Forgets what is asked for. */
void older_forget(struct viewer *v);
