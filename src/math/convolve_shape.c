/* The cheapest shape of a convolution, by the nanoseconds that its parts take on a processor with 512-bit registers: tables of costs, never the clock,
 * so that the same sizes give the same shape everywhere. All shapes are tried; there are a few hundred. */
#include "math/convolve_priv.h"

#include <math.h>

/* A multiply-add of a direct sum, and what each sum takes besides; a complex product of spectra; a butterfly; loading or storing a number of a block;
 * and what a level takes in every step besides. */
static const double DIRECT = 0.05, SUM = 3, PRODUCT = 0.25, BUTTERFLY = 0.3, MOVE = 0.8, LEVEL = 30;

/* Of a step in the last third of the history, when all partitions are in use. */
static double shape_cost(int nout, int nin, int length, const struct convolve_shape *s)
{
	double pairs = (double)nout * nin, channels = nout + nin, cost = SUM * nout;
	cost += DIRECT * pairs * (s->nlevel ? 1.5 * s->block[0] : length);
	for (int k = 0; k < s->nlevel; k++) {
		int next = k + 1 < s->nlevel ? s->block[k + 1] : 0;
		/* Between one and two blocks of the next level are worked at here; the last has all that is left. */
		double parts = next ? 1.5 * next / s->block[k] - 1 : convolve_partitions(s->block[k], 0, length);
		cost += LEVEL + PRODUCT * pairs * parts + channels * (MOVE + BUTTERFLY * 0.5 * log2(s->block[k]));
	}
	return cost;
}

void convolve_choose(int nout, int nin, int length, struct convolve_shape *ret)
{
	struct convolve_shape s = {0};
	double best = shape_cost(nout, nin, length, &s);
	*ret = s;
	/* Equal blocks stand for one level. */
	for (int a = CONVOLVE_LEAST; a <= CONVOLVE_MOST && a <= length / 2; a *= 2)
		for (int b = a; b <= CONVOLVE_MOST && b <= length / 2; b *= 2)
			for (int c = b; c <= CONVOLVE_MOST && c <= length / 2; c *= 2) {
				s.nlevel = 1 + (b > a) + (c > b);
				s.block[0] = a;
				s.block[1] = b > a ? b : c;
				s.block[2] = c;
				double cost = shape_cost(nout, nin, length, &s);
				if (cost < best) {
					best = cost;
					*ret = s;
				}
			}
}
