/* Rows of live tables, and their buckets. */
#include "web/history.h"

#include "base/heap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int trail_init(struct history *h, int n, int time, double bytes, struct err *e)
{
	*h = (struct history){.n = n, .time = time, .cap = HISTORY_ROWS};
	while (h->cap > 2 && (double)h->cap * n * (double)sizeof(double) > bytes)
		h->cap /= 2;
	h->x = heap_zeroed((size_t)h->cap * (size_t)n, sizeof(double));
	return h->x ? 0 : err_set(e, ERR_MEMORY, "tandem serve", "no memory for the rows of a table of %d columns", n);
}

void trail_fini(struct history *h)
{
	free(h->x);
	*h = (struct history){0};
}

int64_t trail_oldest(const struct history *h)
{
	return h->next > h->cap ? h->next - h->cap : 0;
}

const double *trail_row(const struct history *h, int64_t k)
{
	return h->x + (k & (h->cap - 1)) * h->n;
}

double trail_time(const struct history *h, int64_t k)
{
	return h->time < 0 ? (double)(k + h->lost) : trail_row(h, k)[h->time];
}

double term_value(const double *row, const double *before, double dt, int column, int minus)
{
	if (minus == TERM_RATE)
		return before && dt > 0.0 ? (row[column] - before[column]) / dt : NAN;
	return minus == TERM_PLAIN ? row[column] : row[column] - row[minus];
}

double trail_term(const struct history *h, int64_t k, int column, int minus)
{
	bool rate = minus == TERM_RATE && k > trail_oldest(h);

	return term_value(trail_row(h, k), rate ? trail_row(h, k - 1) : NULL, rate ? trail_time(h, k) - trail_time(h, k - 1) : 0.0, column, minus);
}

double *trail_room(struct history *h, int *ret_most)
{
	int64_t at = h->next & (h->cap - 1);

	*ret_most = (int)(h->cap - at);
	return h->x + at * h->n;
}

void trail_advance(struct history *h, int rows, uint64_t lost)
{
	if (lost > 0 && h->next > 0 && !h->open) {
		if (h->ngap >= HISTORY_GAPS)
			h->gap[(h->ngap + 1) % HISTORY_GAPS].from = h->gap[h->ngap % HISTORY_GAPS].from;
		h->gap[h->ngap % HISTORY_GAPS].from = trail_time(h, h->next - 1);
		h->open = true;
	}
	h->lost += (int64_t)lost;
	if (h->open && rows > 0) {
		h->gap[h->ngap++ % HISTORY_GAPS].to = trail_time(h, h->next);
		h->open = false;
	}
	h->next += rows;
}

int64_t trail_find(const struct history *h, double t)
{
	int64_t lo = trail_oldest(h), hi = h->next;

	while (lo < hi) {
		int64_t mid = lo + (hi - lo) / 2;

		if (trail_time(h, mid) < t)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Division rounds; the inequality decides. */
int64_t bucket_of(double t, double from, double width)
{
	double k = floor((t - from) / width);

	if (!(fabs(k) < 4e15))
		return 0;
	while (from + k * width > t)
		k -= 1.0;
	while (from + (k + 1.0) * width <= t)
		k += 1.0;
	return (int64_t)k;
}
