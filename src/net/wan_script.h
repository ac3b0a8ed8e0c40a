/* What happens to a network and when: lines of a small script, handed out in the order of time.
 *
 *   at 2.5 stall 3            nothing goes out for 3 s; afterwards all of it does
 *   at 10 cut                 all connections are reset, and new ones refused
 *   at 12 heal                ends stalls, cuts and swallowing
 *   at 20 swallow up          what goes to the server is lost without a word; down: to the client; neither: both ways
 *   at 30 throttle 1e4 down   bytes a second; off: no bound
 *   at 40 delay 0.2           on top of every delay [s]; 0: nothing
 *   every 5 stall 0.2         at random times, 5 s apart in the mean (exponential), from the seed
 * cut and swallow may be followed by a duration, after which they heal. Times are seconds since the first connection. # begins a comment.
 * No clock, no file: lines are given, events are asked for. One thread.
 */
#pragma once

#include "base/err.h"
#include "base/rng.h"

#include <stdbool.h>
#include <stdint.h>

enum wan_way { WAN_UP, WAN_DOWN, WAN_WAYS };          /* from the client to the server, and back */
enum { WAN_BOTH = 1 << WAN_UP | 1 << WAN_DOWN };

enum wan_action { WAN_STALL, WAN_CUT, WAN_SWALLOW, WAN_HEAL, WAN_THROTTLE, WAN_DELAY, WAN_ACTIONS };

struct wan_event {
	enum wan_action action;
	int ways;                  /* bits 1 << enum wan_way */
	double value;              /* duration [s] (0: without end), bytes/s (0: no bound), delay [s] */
	int64_t t_ns;              /* since the first connection */
};

enum { WAN_ROWS = 256 };

struct wan_row {
	struct wan_event event;    /* the next one; t_ns INT64_MAX: none any more */
	double mean_s;             /* of a line with `every`; 0: once */
	struct rng chance;
};

struct wan_script {
	int n;
	struct wan_row row[WAN_ROWS];
	uint64_t seed;
};

void wan_script_init(struct wan_script *s, uint64_t seed);
/* One line; empty ones and comments are no fault. object: where it stands, for the report ("storm.txt line 3"). ERR_ARGUMENT, ERR_RANGE, ERR_UNKNOWN,
 * ERR_LIMIT for more than WAN_ROWS. */
int wan_script_line(struct wan_script *s, const char *line, const char *object, struct err *e) MUST_CHECK;
/* When the next event is; INT64_MAX: never. */
int64_t wan_script_next(const struct wan_script *s);
/* The next event that is not after t; false: none. Those of one time come in the order of their lines. */
bool wan_script_take(struct wan_script *s, int64_t t_ns, struct wan_event *ret);

/* "stall"; "up", "down", "both". */
const char *wan_action_name(enum wan_action action);
const char *wan_ways_name(int ways);
