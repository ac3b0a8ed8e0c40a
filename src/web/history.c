/* Rows of live tables, and their buckets. */
#include "web/history.h"

#include "base/base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int trail_init(struct history *h, int n, int time, double bytes, struct err *e)
{
	*h = (struct history){.n = n, .time = time, .cap = HISTORY_ROWS};
	while (h->cap > 2 && (double)h->cap * n * (double)sizeof(double) > bytes)
		h->cap /= 2;
	h->x = calloc((size_t)h->cap * (size_t)n, sizeof(double));
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

double *trail_room(struct history *h, int *ret_most)
{
	int64_t at = h->next & (h->cap - 1);

	*ret_most = (int)(h->cap - at);
	return h->x + at * h->n;
}

void trail_advance(struct history *h, int rows, uint64_t lost)
{
	h->next += rows;
	h->lost += (int64_t)lost;
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
