/* What a step of a convolution costs (math/convolve.h): nanoseconds of one push and one next in the last tenth of the history, when it is longest, for
 * kernels that do not fade; median, 99.9th percentile and their ratio. One JSON line a size, with the blocks chosen and the memory taken.
 * Each step is timed alone, with the clock's own time of some 20 ns in it, and the run is made three times: since the work of a step is always the same, the
 * least of the three is its cost, and what is left of other programs on the machine is little. */
#include "base/clock.h"
#include "base/rng.h"
#include "math/convolve.h"

#include <stdio.h>
#include <stdlib.h>

static int64_t now(void)
{
	struct clock c;

	clock_init(&c, &clock_monotonic, 0);
	return clock_now(&c);
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

enum { RUNS = 3 };

/* The least times of the last tenth of the steps, sorted. */
static int steps(struct convolve *c, int nin, int length, const double *x, double *y, double *ret_ns)
{
	int first = length - length / 10;

	for (int run = 0; run < RUNS; run++) {
		convolve_clear(c);
		for (int n = 0; n < length; n++) {
			int64_t t = now();

			if (convolve_push(c, x + n % 7 * nin))
				return 1;
			convolve_next(c, y);
			t = now() - t;
			if (n >= first && (run == 0 || (double)t < ret_ns[n - first]))
				ret_ns[n - first] = (double)t;
		}
	}
	qsort(ret_ns, (size_t)(length - first), sizeof(double), compare);
	return 0;
}

static void kernels(struct convolve *c, int nout, int nin, int length, struct rng *r, double *h)
{
	for (int j = 0; j < nin; j++)
		for (int lag = 1; lag <= length; lag++) {
			for (int i = 0; i < nout; i++)
				h[i] = rng_uniform(r) - 0.5;
			convolve_kernel(c, j, lag, h);
		}
}

static int row(int nout, int nin, int length)
{
	struct arena mem;
	struct err e;
	struct convolve *c;
	struct convolve_shape s;
	struct rng r;
	double *x, *y, *ns;
	int code = 1;

	arena_init(&mem);
	err_clear(&e);
	rng_init(&r, 1, 1);
	x = ARENA_ARRAY(&mem, (size_t)nin * 7, double);
	y = ARENA_ARRAY(&mem, (size_t)nout, double);
	ns = ARENA_ARRAY(&mem, (size_t)length, double);
	convolve_choose(nout, nin, length, &s);
	if (x && y && ns && convolve_setup(&c, nout, nin, length, &s, &mem, &e) == 0) {
		int64_t t = now();
		int n = length / 10;

		kernels(c, nout, nin, length, &r, y);
		convolve_ready(c);
		t = now() - t;
		for (int k = 0; k < 7 * nin; k++)
			x[k] = rng_normal(&r);
		code = steps(c, nin, length, x, y, ns);
		printf("{\"bench\":\"convolve\", \"outputs\":%d, \"inputs\":%d, \"lags\":%d, \"blocks\":[", nout, nin, length);
		for (int k = 0; k < s.nlevel; k++)
			printf("%s%d", k ? ", " : "", s.block[k]);
		printf("], \"ns_median\":%.0f, \"ns_p99_9\":%.0f, \"p99_9_over_median\":%.2f, \"ns_most\":%.0f, \"setup_ms\":%.0f, \"memory_mb\":%.1f}\n", ns[n / 2],
		       ns[n - 1 - n / 1000], ns[n - 1 - n / 1000] / ns[n / 2], ns[n - 1], 1e-6 * (double)t, 1e-6 * (double)convolve_memory(nout, nin, length, &s));
		fflush(stdout);
	}
	arena_fini(&mem);
	return code;
}

int main(void)
{
	static const int size[][2] = {{3, 1}, {9, 3}, {60, 20}}, length[] = {1000, 10000, 100000};

	for (size_t i = 0; i < COUNT(size); i++)
		for (size_t k = 0; k < COUNT(length); k++)
			if (row(size[i][0], size[i][1], length[k]))
				return 1;
	return 0;
}
