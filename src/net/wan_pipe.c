/* The queue of wan_pipe.h: a circle of bytes and a circle of pieces. Rates are counted in whole nanoseconds, rounded up, so that no byte is early. */
#include "net/wan_pipe.h"

#include <math.h>
#include <string.h>

static const int64_t NS_PER_S = 1000000000;
static const double LONGEST_S = 1e8;      /* so that sums of a few times fit in 64 bits */

int64_t wan_ns(double s)
{
	return (int64_t)llround(fmin(s, LONGEST_S) * 1e9);
}

static int64_t latest(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

int wan_pipe_init(struct wan_pipe *p, size_t cap, struct arena *mem, struct err *e)
{
	*p = (struct wan_pipe){.cap = cap};
	p->byte = arena_alloc(mem, cap);
	p->piece = ARENA_ARRAY(mem, WAN_PIECES, struct wan_piece);
	return p->byte && p->piece ? 0 : err_set(e, ERR_MEMORY, "wan", "no memory for %zu bytes on their way", cap);
}

void wan_pipe_clear(struct wan_pipe *p)
{
	*p = (struct wan_pipe){.byte = p->byte, .piece = p->piece, .cap = p->cap};
}

static const struct wan_piece *oldest(const struct wan_pipe *p)
{
	return p->first < p->next ? &p->piece[p->first % WAN_PIECES] : NULL;
}

size_t wan_pipe_room(const struct wan_pipe *p)
{
	if (p->end != WAN_OPEN || p->next - p->first == WAN_PIECES)
		return 0;
	return p->cap - (size_t)(p->in - p->out);
}

void wan_pipe_put(struct wan_pipe *p, int64_t t_ns, int64_t delay_ns, const void *bytes, size_t n)
{
	size_t at = (size_t)(p->in % p->cap), row = least(n, p->cap - at);

	ASSERT(n > 0 && n <= wan_pipe_room(p) && delay_ns >= 0);
	memcpy(p->byte + at, bytes, row);
	memcpy(p->byte, (const unsigned char *)bytes + row, n - row);
	p->in += n;
	p->due_ns = latest(p->due_ns, t_ns + delay_ns);
	p->piece[p->next++ % WAN_PIECES] = (struct wan_piece){.end = p->in, .n = n, .came_ns = t_ns, .due_ns = p->due_ns};
}

void wan_pipe_finish(struct wan_pipe *p, int64_t t_ns, int64_t delay_ns, enum wan_end how)
{
	ASSERT(p->end == WAN_OPEN && how != WAN_OPEN && delay_ns >= 0);
	p->end = how;
	p->end_ns = latest(p->due_ns, t_ns + delay_ns);
}

/* When the line takes up the oldest piece, or what is left of it. */
static int64_t begin_of(const struct wan_pipe *p, const struct wan_weather *w)
{
	return latest(latest(oldest(p)->due_ns, p->free_ns), w->stall_ns);
}

/* Nanoseconds that the line needs for n bytes, rounded up; bytes that it has passed in a time. */
static int64_t line_ns(const struct wan_weather *w, size_t n)
{
	return w->rate > 0 ? (int64_t)(((__int128)n * NS_PER_S + w->rate - 1) / w->rate) : 0;
}

static size_t line_bytes(const struct wan_weather *w, int64_t t_ns, size_t most)
{
	__int128 n = (__int128)t_ns * w->rate / NS_PER_S;

	return n < (__int128)most ? (size_t)n : most;
}

size_t wan_pipe_due(const struct wan_pipe *p, const struct wan_weather *w, int64_t t_ns, const unsigned char **ret_bytes)
{
	const struct wan_piece *piece = oldest(p);
	size_t left, n;

	if (!piece || t_ns < begin_of(p, w))
		return 0;
	left = n = (size_t)(piece->end - p->out);
	if (w->rate > 0)
		n = line_bytes(w, t_ns - begin_of(p, w), left);
	if (n < least(left, WAN_SEGMENT))
		return 0;
	*ret_bytes = p->byte + p->out % p->cap;
	return least(n, p->cap - (size_t)(p->out % p->cap));
}

bool wan_pipe_take(struct wan_pipe *p, const struct wan_weather *w, size_t n, struct wan_piece *ret_piece)
{
	const struct wan_piece *piece = oldest(p);

	ASSERT(piece && n > 0 && n <= piece->end - p->out);
	if (w->rate > 0)
		p->free_ns = begin_of(p, w) + line_ns(w, n);
	p->out += n;
	if (p->out < piece->end)
		return false;
	*ret_piece = *piece;
	p->first++;
	return true;
}

int64_t wan_pipe_next(const struct wan_pipe *p, const struct wan_weather *w)
{
	const struct wan_piece *piece = oldest(p);

	if (piece)
		return begin_of(p, w) + line_ns(w, least((size_t)(piece->end - p->out), WAN_SEGMENT));
	return p->end == WAN_OPEN ? WAN_NEVER : latest(p->end_ns, w->stall_ns);
}

enum wan_end wan_pipe_over(const struct wan_pipe *p, const struct wan_weather *w, int64_t t_ns)
{
	return !oldest(p) && t_ns >= wan_pipe_next(p, w) ? p->end : WAN_OPEN;
}

size_t wan_pipe_lose(struct wan_pipe *p)
{
	size_t n = (size_t)(p->in - p->out);

	p->out = p->in;
	p->first = p->next;
	return n;
}
