/* A connection as one end of it sees it: frames in, frames out, who was heard when. What coordinator and host have in common.
 *
 * A line owns no socket: bytes that came are given in, bytes to send are fetched and taken off when they have gone. Times are the caller's monotonic clock;
 * one that goes back counts as standing still. Memory is taken at set-up. One thread; nothing blocks.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "remote/wire.h"

#include <stdbool.h>
#include <stdint.h>

struct line_times {                /* all > 0 */
	int64_t ping_ns;           /* nothing sent for so long: a PING */
	int64_t lost_ns;           /* nothing heard for so long: the connection is dead. More than two pings, and longer than any driver blocks */
	int64_t patience_ns;       /* from connected to welcomed */
};

/* What both ends have unless they are told otherwise: 1 s, 5 s, 10 s. */
#define LINE_TIMES {.ping_ns = 1000000000, .lost_ns = 5000000000, .patience_ns = 10000000000}

struct line {
	struct wire_decoder in;
	unsigned char *out;        /* owned: the arena; out_cap bytes, of which [out_begin, out_end) are to be sent */
	size_t out_cap, out_begin, out_end;
	uint64_t number;           /* of the last frame sent */
	uint64_t session;          /* written into every frame; 0 before WELCOME */
	int64_t heard_ns, said_ns, since_ns;       /* last frame received and sent; connected */
	int64_t echo_ns;           /* newest t_ns of the peer */
	bool full;                 /* a frame did not fit: the peer does not read */
	uint64_t round_trips;      /* PONGs seen */
	int64_t round_trip_least_ns, round_trip_most_ns;
};

/* payload: the longest either way. Room for out_frames of that size in the way out. */
int line_init(struct line *l, size_t payload, int out_frames, struct arena *mem, struct err *e) MUST_CHECK;
/* A new connection: buffers empty, numbers from 1. */
void line_open(struct line *l, int64_t t_ns);
/* Where a payload may be written (up to the longest), to be passed to line_say at once. NULL: no room; the line is full. */
unsigned char *line_room(struct line *l, size_t payload);
/* Puts a frame out whose payload (length bytes) stands in line_room; type, flags, step and sub from f, the rest is the line's. */
void line_say(struct line *l, int64_t t_ns, enum wire_type type, uint32_t flags, uint64_t step, uint32_t sub, size_t length);
/* The next whole frame, with the times noted and PING answered (PING and PONG are not handed on). WIRE_MORE: none. */
enum wire_fault line_hear(struct line *l, int64_t t_ns, struct wire_frame *ret);
/* Bytes to send; how many of them have gone. */
const unsigned char *line_output(const struct line *l, size_t *ret_n);
void line_sent(struct line *l, size_t n);
/* A PING when it is time; true when the peer has been silent for too long. */
bool line_time(struct line *l, int64_t t_ns, const struct line_times *w);
/* When line_time wants to be called next. */
int64_t line_deadline(const struct line *l, const struct line_times *w);
