/* What is new in a table since a viewer was sent something: buckets (type 1) and rows of two columns (type 4). */
#include "web/history.h"

#include "base/base.h"
#include "web/frame.h"

#include <math.h>
#include <string.h>

/* Rows that are gone, or never came, since the last time; *at is one that is there. */
static uint64_t count_missed(const struct history *h, int64_t *at, int64_t *lost)
{
	int64_t oldest = trail_oldest(h);
	uint64_t n = (uint64_t)(h->lost - *lost) + (uint64_t)(*at < oldest ? oldest - *at : 0);

	*lost = h->lost;
	if (*at < oldest)
		*at = oldest;
	return n;
}

/* ---- buckets ------------------------------------------------------------------------------------------------- */

static void clear_bucket(struct strip *s, int64_t k)
{
	s->bucket = k;
	s->changed = false;
	for (int i = 0; i < s->n; i++)
		s->lo[i] = s->hi[i] = NAN;
}

static void add_row(struct strip *s, const struct history *h, int64_t k)
{
	for (int i = 0; i < s->n; i++) {
		double x = trail_term(h, k, s->column[i], s->minus[i]);

		/* written so that a NaN that stands there gives way, and one that comes changes nothing */
		if (!(s->lo[i] <= x) && x == x)
			s->lo[i] = x;
		if (!(s->hi[i] >= x) && x == x)
			s->hi[i] = x;
	}
	s->changed = true;
}

void strip_begin(struct strip *s, const struct history *h, bool skip)
{
	int64_t oldest = trail_oldest(h);

	s->fresh = true;
	s->hole = false;
	s->lost = h->lost;
	s->at = h->next;
	clear_bucket(s, 0);
	if (h->next == oldest)
		return;
	int64_t first = bucket_of(trail_time(h, h->next - 1) - s->window, 0.0, s->width), there = bucket_of(trail_time(h, oldest), 0.0, s->width);
	if (first <= there)
		first = there + (skip ? 1 : 0);
	s->at = trail_find(h, (double)first * s->width);
	clear_bucket(s, first);
}

/* Buckets of one frame, transposed at its end: those that follow each other without a gap of more than GAP. */
struct sheet {
	struct strip *s;
	int64_t first;
	int n, most;
	double *lo, *hi;           /* most rows of s->n */
};
enum { GAP = 64 };

static bool sheet_has_room(const struct sheet *t, int64_t bucket)
{
	return t->n == 0 || (bucket - t->first < t->most && bucket - t->first - t->n < GAP);
}

/* Empty ones before it are NaN. */
static void sheet_add(struct sheet *t)
{
	const struct strip *s = t->s;

	if (t->n == 0)
		t->first = s->bucket;
	while (t->first + t->n <= s->bucket) {
		bool it = t->first + t->n == s->bucket;

		for (int i = 0; i < s->n; i++) {
			t->lo[t->n * s->n + i] = it ? s->lo[i] : NAN;
			t->hi[t->n * s->n + i] = it ? s->hi[i] : NAN;
		}
		t->n++;
	}
}

static size_t sheet_frame(const struct sheet *t, int number, unsigned char *ret)
{
	const struct strip *s = t->s;
	unsigned char *at = frame_head(ret, FRAME_SERIES, s->fresh ? FRAME_ANEW : 0, number, (uint32_t)t->n, (double)t->first * s->width);

	at = frame_real(at, s->width);
	for (int i = 0; i < s->n; i++) {
		for (int k = 0; k < t->n; k++)
			at = frame_real(at, t->lo[k * s->n + i]);
		for (int k = 0; k < t->n; k++)
			at = frame_real(at, t->hi[k * s->n + i]);
	}
	return (size_t)(at - ret);
}

/* Rows into the open bucket; a row of a later one closes it. Time that goes back begins anew. False: the sheet is full before that row. */
static bool take_row(struct sheet *t, const struct history *h)
{
	struct strip *s = t->s;
	int64_t k = bucket_of(trail_time(h, s->at), 0.0, s->width);

	/* one that was sent as it is needs not be sent again */
	if (k != s->bucket && s->changed) {
		if (!sheet_has_room(t, s->bucket))
			return false;
		sheet_add(t);
		s->changed = false;
	}
	if (k < s->bucket && t->n > 0)
		return false;
	if (k < s->bucket)
		s->fresh = true;
	if (k != s->bucket)
		clear_bucket(s, k);
	add_row(s, h, s->at++);
	return true;
}

size_t strip_frames(struct strip *s, const struct history *h, int number, unsigned char *ret, size_t room, bool *ret_more)
{
	double lo[2048], hi[2048];
	struct sheet t = {.s = s, .lo = lo, .hi = hi};
	bool full = false;

	*ret_more = false;
	ASSERT(room >= STRIP_LEAST);
	t.most = (int)((room - FRAME_HEAD - sizeof(double)) / (16 * (size_t)s->n));
	if (t.most > (int)COUNT(lo) / s->n)
		t.most = (int)COUNT(lo) / s->n;
	if (s->at < trail_oldest(h)) {
		s->hole_first = s->hole ? s->hole_first : s->bucket;
		s->hole_last = bucket_of(trail_time(h, trail_oldest(h)), 0.0, s->width);
		s->hole = true;
	}
	s->missed += count_missed(h, &s->at, &s->lost);
	while (!full && s->at < h->next)
		full = !take_row(&t, h);
	if (s->changed && sheet_has_room(&t, s->bucket)) {
		sheet_add(&t);
		s->changed = false;
	} else if (s->changed)
		full = true;
	*ret_more = full;
	if (t.n == 0)
		return 0;
	size_t n = sheet_frame(&t, number, ret);
	s->fresh = false;
	return n;
}

/* ---- pairs --------------------------------------------------------------------------------------------------- */

void scatter_begin(struct scatter *p, const struct history *h)
{
	p->fresh = true;
	p->lost = h->lost;
	p->at = h->next - p->last > trail_oldest(h) ? h->next - p->last : trail_oldest(h);
}

/* Rows of a group with the lowest and highest of x and y, in their order, each once; how many. */
static int keep_extremes(const struct scatter *p, const struct history *h, int64_t from, int64_t to, int64_t ret_row[4])
{
	int64_t best[4] = {from, from, from, from};
	int n = 0;

	for (int64_t k = from; k < to; k++) {
		const double *row = trail_row(h, k);

		best[0] = row[p->x] < trail_row(h, best[0])[p->x] ? k : best[0];
		best[1] = row[p->x] > trail_row(h, best[1])[p->x] ? k : best[1];
		best[2] = row[p->y] < trail_row(h, best[2])[p->y] ? k : best[2];
		best[3] = row[p->y] > trail_row(h, best[3])[p->y] ? k : best[3];
	}
	for (int64_t last = from - 1; n < 4;) {
		int64_t least = to;

		for (int i = 0; i < 4; i++)
			if (best[i] > last && best[i] < least)
				least = best[i];
		if (least == to)
			break;
		ret_row[n++] = last = least;
	}
	return n;
}

size_t scatter_frame(struct scatter *p, const struct history *h, int number, unsigned char *ret, size_t room)
{
	int64_t row[SCATTER_ROWS], many;
	int n = 0;

	ASSERT(room >= SCATTER_LEAST);
	p->missed += count_missed(h, &p->at, &p->lost);
	many = h->next - p->at;
	for (int g = 0; many > SCATTER_ROWS && g < SCATTER_ROWS / 4; g++)
		n += keep_extremes(p, h, p->at + many * g / (SCATTER_ROWS / 4), p->at + many * (g + 1) / (SCATTER_ROWS / 4), row + n);
	while (many <= SCATTER_ROWS && n < many) {
		row[n] = p->at + n;
		n++;
	}
	if (n == 0)
		return 0;
	unsigned char *at = frame_head(ret, FRAME_PAIR, p->fresh ? FRAME_ANEW : 0, number, (uint32_t)n, trail_time(h, h->next - 1));
	for (int i = 0; i < n; i++)
		at = frame_real(at, trail_row(h, row[i])[p->x]);
	for (int i = 0; i < n; i++)
		at = frame_real(at, trail_row(h, row[i])[p->y]);
	p->at = h->next;
	p->fresh = false;
	return (size_t)(at - ret);
}
