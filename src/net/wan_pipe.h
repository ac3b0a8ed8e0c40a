/* One direction of a connection through a slow network: bytes that arrive in their order, never before their delay, and never another byte.
 *
 * What is put at once is a piece; it may leave `delay` after it came, or with the piece before it when that one is later: the order of bytes is kept, as
 * TCP keeps it. A piece goes out over a line with a rate: n bytes that may leave at time r are through at r + n / rate, one after the other. During a stall
 * nothing goes out. With came_i, delay_i and n_i of piece i:
 *   due_i  = max(due_{i-1}, came_i + delay_i)
 *   out_i  = max(due_i, out_{i-1}, end of the stall) + n_i / rate
 * The memory is bounded: what has no room must not be put (back-pressure). The end of the stream travels like a piece of no bytes.
 * No clock, no socket: times are given, in ns. One thread.
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WAN_PIECES = 1024, WAN_SEGMENT = 1460 };   /* pieces a pipe holds at most; bytes over a line with a rate go out by segments at least */

#define WAN_NEVER INT64_MAX

/* The state of a way, the same for all connections. */
struct wan_weather {
	int64_t stall_ns;          /* nothing goes out before */
	int64_t rate;              /* bytes/s; 0: no bound */
	int64_t extra_ns;          /* added to every delay */
	bool swallows;             /* what comes is lost without a word */
};

struct wan_piece {
	uint64_t end;              /* bytes of the stream up to its end */
	size_t n;                  /* its own */
	int64_t came_ns, due_ns;
};

enum wan_end { WAN_OPEN, WAN_ENDED, WAN_BROKEN };   /* how a stream ends: not yet, properly, by a reset */

struct wan_pipe {
	unsigned char *byte;       /* a circle of cap bytes; owned: the arena of wan_pipe_init */
	struct wan_piece *piece;   /* a circle of WAN_PIECES; owned: the same */
	size_t cap;
	uint64_t in, out;          /* bytes of the stream so far */
	uint64_t first, next;      /* pieces: the oldest one, the one to come */
	int64_t due_ns;            /* of the last piece */
	int64_t free_ns;           /* the line is busy until then */
	enum wan_end end;
	int64_t end_ns;            /* not before */
};

/* Seconds as the nearest nanosecond; what is longer than three years is three years. */
int64_t wan_ns(double s);

/* Memory for cap bytes on their way. */
int wan_pipe_init(struct wan_pipe *p, size_t cap, struct arena *mem, struct err *e) MUST_CHECK;
/* Empty, for a new connection. */
void wan_pipe_clear(struct wan_pipe *p);

/* Bytes that may be put now. */
size_t wan_pipe_room(const struct wan_pipe *p);
/* n bytes, at most that many, that came at t and are to take delay. */
void wan_pipe_put(struct wan_pipe *p, int64_t t_ns, int64_t delay_ns, const void *bytes, size_t n);
/* No more comes. */
void wan_pipe_finish(struct wan_pipe *p, int64_t t_ns, int64_t delay_ns, enum wan_end how);

/* Bytes that may go out at t, and where they are: those in one row in the memory, so ask again after them. 0: none. */
size_t wan_pipe_due(const struct wan_pipe *p, const struct wan_weather *w, int64_t t_ns, const unsigned char **ret_bytes);
/* n of them have gone out. ret_piece: the piece that is complete with them; returns whether one is. */
bool wan_pipe_take(struct wan_pipe *p, const struct wan_weather *w, size_t n, struct wan_piece *ret_piece);
/* When wan_pipe_due or wan_pipe_over may next have another answer; WAN_NEVER: not by waiting. */
int64_t wan_pipe_next(const struct wan_pipe *p, const struct wan_weather *w);
/* Has everything gone out, and the end arrived, too? WAN_OPEN: not yet. */
enum wan_end wan_pipe_over(const struct wan_pipe *p, const struct wan_weather *w, int64_t t_ns);
/* Throws away what is on its way; returns the bytes. */
size_t wan_pipe_lose(struct wan_pipe *p);
