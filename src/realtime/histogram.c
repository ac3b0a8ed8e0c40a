/* Log-linear bins: with b = HISTOGRAM_BITS, a time t < 2^b is bin t. Otherwise, with k = floor(log2 t) - b, it is
 *
 *   bin = k 2^b + floor(t / 2^k),    2^b <= floor(t / 2^k) < 2^(b+1)
 *
 * which goes on where the octave before ended: bin k 2^b + m holds the times from m 2^k up to (m+1) 2^k. */
#include "realtime/histogram.h"

#include <string.h>

enum { SPLIT = 1 << HISTOGRAM_BITS };

static int bin_of(int64_t t_ns)
{
	if (t_ns < SPLIT)
		return t_ns < 0 ? 0 : (int)t_ns;
	int shift = 63 - __builtin_clzll((unsigned long long)t_ns) - HISTOGRAM_BITS;
	int bin = shift * SPLIT + (int)(t_ns >> shift);
	return shift < HISTOGRAM_OCTAVES && bin < HISTOGRAM_BINS ? bin : HISTOGRAM_BINS - 1;
}

/* The first time of a bin, and how many nanoseconds it holds. */
static void bin_range(int bin, int64_t *ret_begin, int64_t *ret_width)
{
	int shift = bin < SPLIT ? 0 : bin / SPLIT - 1;
	*ret_begin = (int64_t)(bin - shift * SPLIT) << shift;
	*ret_width = (int64_t)1 << shift;
}

void histogram_clear(struct histogram *h)
{
	memset(h, 0, sizeof(*h));
}

void histogram_add(struct histogram *h, int64_t t_ns)
{
	if (t_ns < 0)
		t_ns = 0;
	if (h->n == 0 || t_ns < h->least_ns)
		h->least_ns = t_ns;
	if (h->n == 0 || t_ns > h->most_ns)
		h->most_ns = t_ns;
	h->n++;
	h->count[bin_of(t_ns)]++;
}

void histogram_merge(struct histogram *h, const struct histogram *other)
{
	if (other->n == 0)
		return;
	if (h->n == 0 || other->least_ns < h->least_ns)
		h->least_ns = other->least_ns;
	if (h->n == 0 || other->most_ns > h->most_ns)
		h->most_ns = other->most_ns;
	h->n += other->n;
	for (int i = 0; i < HISTOGRAM_BINS; i++)
		h->count[i] += other->count[i];
}

int64_t histogram_quantile(const struct histogram *h, double q)
{
	ASSERT(q >= 0.0 && q <= 1.0);
	double share = q * (double)h->n;
	uint64_t rank = (uint64_t)share, seen = 0;
	rank += share > (double)rank;
	if (h->n == 0 || rank >= h->n)
		return h->n == 0 ? 0 : h->most_ns;
	for (int i = 0; i < HISTOGRAM_BINS; i++) {
		seen += h->count[i];
		if (seen < rank || seen == 0)
			continue;
		int64_t begin, width;
		bin_range(i, &begin, &width);
		int64_t middle = begin + width / 2;
		return middle < h->least_ns ? h->least_ns : middle > h->most_ns ? h->most_ns : middle;
	}
	return h->most_ns;
}

uint64_t histogram_between(const struct histogram *h, int64_t lo_ns, int64_t hi_ns)
{
	uint64_t n = 0;
	for (int i = bin_of(lo_ns); i < bin_of(hi_ns); i++)
		n += h->count[i];
	return n;
}
