/* One end of a connection: buffers, numbers of frames, keep-alive. */
#include "remote/line.h"

#include <string.h>

enum { SMALL = 4 * WIRE_HEADER };  /* room beside the large frames, for keep-alive */

int line_init(struct line *l, size_t payload, int out_frames, struct arena *mem, struct err *e)
{
	int rc;

	*l = (struct line){.out_cap = (size_t)out_frames * (WIRE_HEADER + payload) + SMALL};
	if ((rc = wire_decoder_init(&l->in, payload, mem, e)))
		return rc;
	l->out = ARENA_ARRAY(mem, l->out_cap, unsigned char);
	return l->out ? 0 : err_set(e, ERR_MEMORY, "connection", "no memory for %zu bytes", l->out_cap);
}

void line_open(struct line *l, int64_t t_ns)
{
	wire_decoder_reset(&l->in);
	l->out_begin = l->out_end = 0;
	l->number = 0;
	l->session = 0;
	l->heard_ns = l->said_ns = l->since_ns = t_ns;
	l->echo_ns = 0;
	l->full = false;
}

static bool has_room(const struct line *l, size_t payload)
{
	return l->out_cap - (l->out_end - l->out_begin) >= WIRE_HEADER + payload;
}

unsigned char *line_room(struct line *l, size_t payload)
{
	if (!has_room(l, payload)) {
		l->full = true;
		return NULL;
	}
	if (l->out_cap - l->out_end < WIRE_HEADER + payload) {
		memmove(l->out, l->out + l->out_begin, l->out_end - l->out_begin);
		l->out_end -= l->out_begin;
		l->out_begin = 0;
	}
	return l->out + l->out_end + WIRE_HEADER;
}

void line_say(struct line *l, int64_t t_ns, enum wire_type type, uint32_t flags, uint64_t step, uint32_t sub, size_t length)
{
	unsigned char *to = l->out + l->out_end;
	struct wire_frame f = {
		.type = type, .flags = flags, .session = l->session, .step = step, .sub = sub, .t_ns = t_ns, .echo_ns = l->echo_ns, .number = ++l->number,
		.payload = to + WIRE_HEADER, .length = (uint32_t)length,
	};

	l->out_end += wire_encode(&f, to);
	l->said_ns = t_ns;
}

/* Keep-alive may be left out when there is no room: something is on its way then. */
static void say_small(struct line *l, int64_t t_ns, enum wire_type type)
{
	if (has_room(l, 0) && line_room(l, 0))
		line_say(l, t_ns, type, 0, 0, 0, 0);
}

static void note_round_trip(struct line *l, int64_t t_ns, const struct wire_frame *f)
{
	int64_t trip;

	/* what a peer makes up is no time of ours, and may be further away than a number can say */
	if (f->echo_ns == 0 || f->echo_ns > t_ns || __builtin_sub_overflow(t_ns, f->echo_ns, &trip))
		return;
	if (l->round_trips == 0 || trip < l->round_trip_least_ns)
		l->round_trip_least_ns = trip;
	if (l->round_trips == 0 || trip > l->round_trip_most_ns)
		l->round_trip_most_ns = trip;
	l->round_trips++;
}

enum wire_fault line_hear(struct line *l, int64_t t_ns, struct wire_frame *ret)
{
	enum wire_fault fault;

	while ((fault = wire_next(&l->in, ret)) == WIRE_GOOD) {
		l->heard_ns = t_ns;
		l->echo_ns = ret->t_ns;
		if (ret->type == WIRE_PING)
			say_small(l, t_ns, WIRE_PONG);
		else if (ret->type == WIRE_PONG)
			note_round_trip(l, t_ns, ret);
		else
			break;
	}
	return fault;
}

const unsigned char *line_output(const struct line *l, size_t *ret_n)
{
	*ret_n = l->out_end - l->out_begin;
	return l->out + l->out_begin;
}

void line_sent(struct line *l, size_t n)
{
	ASSERT(n <= l->out_end - l->out_begin);
	l->out_begin += n;
	if (l->out_begin == l->out_end)
		l->out_begin = l->out_end = 0;
}

bool line_time(struct line *l, int64_t t_ns, const struct line_times *w)
{
	if (l->full || t_ns - l->heard_ns >= w->lost_ns)
		return true;
	if (t_ns - l->said_ns >= w->ping_ns)
		say_small(l, t_ns, WIRE_PING);
	/* said or not: the next try is a ping later */
	if (t_ns - l->said_ns >= w->ping_ns)
		l->said_ns = t_ns;
	return false;
}

int64_t line_deadline(const struct line *l, const struct line_times *w)
{
	int64_t lost = l->heard_ns + w->lost_ns, ping = l->said_ns + w->ping_ns;

	return l->full ? l->heard_ns : lost < ping ? lost : ping;
}
