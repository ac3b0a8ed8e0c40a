/* One level of convolve.h: convolution of blocks by Fourier transforms, a piece a step.
 *
 * Let x_s be the inputs of a block of B, s < B, and out_r what they do to the outputs of the block p blocks later, r < B:
 *   out_r = sum_s x_s h[p B + r - s] = coefficient B + r of x(X) g(X),  g_u = h[(p - 1) B + u], 0 <= u < 2 B.
 * Modulo X^2B + 1 the product is wrapped around into its lower half only. With X^B = i a real polynomial of degree < 2 B is a complex one of degree < B,
 * lower half + i upper half, whose values at the B roots of X^B = i multiply: a twist by w^k, w = exp(i pi / 2 B), and a complex transform of B numbers.
 * The outputs are the imaginary parts. So a real convolution costs one complex transform of half its length, and B products without special cases.
 * (R. Crandall, B. Fagin, Discrete weighted transforms and large-integer arithmetic, Math. Comp. 62 (1994) 305, doi:10.1090/S0025-5718-1994-1185244-1.)
 *
 * The transform is one of constant geometry: every stage is the same loop over rows of eight butterflies, forth by decimation in frequency, back by
 * its mirror image, so that nothing is put in order in between and the work can stop and go on after every row. (M. C. Pease, J. ACM 15 (1968) 252,
 * doi:10.1145/321450.321457.) A library's transform goes through in one piece, and with few channels that piece costs as much as many steps.
 *
 * Partitions of equal blocks: T. G. Stockham, AFIPS SJCC 28 (1966) 229, doi:10.1145/1464182.1464209; of several
 * sizes: W. G. Gardner, J. Audio Eng. Soc. 43 (1995) 127. */
#include "math/convolve_priv.h"

#include "math/kernel.h"
#include "math/vec.h"

#include <math.h>

/* Stages of the work of a block: the first three for each input, then the others for each output. */
enum { LOAD, FOLD, PLACE, MULTIPLY, UNFOLD, STORE };

int convolve_partitions(int block, int next, int length)
{
	return next ? 2 * (next / block) - 2 : length / block - 1;
}

/* ---- memory ---------------------------------------------------------------------------------------------------- */

void convolve_level_sizes(const struct convolve_level *v, int nrow, int ncolumn, size_t *ret_size)
{
	size_t block = (size_t)v->block, slot = (size_t)v->nslot, in = (size_t)ncolumn, out = (size_t)nrow;
	const size_t size[CONVOLVE_LEVEL_PIECES] = {out * in * slot * 2 * block, in * slot * 4 * block, (size_t)v->log2 * block, 2 * block,
		out * block, out * block, 2 * block, 2 * block};
	for (int k = 0; k < CONVOLVE_LEVEL_PIECES; k++)
		ret_size[k] = size[k] * sizeof(double);
}

bool convolve_level_setup(struct convolve_level *v, int nrow, int ncolumn, struct arena *mem)
{
	double **const piece[CONVOLVE_LEVEL_PIECES] = {&v->kernel, &v->spectrum, &v->twiddle, &v->twist, &v->out[0], &v->out[1], &v->room[0], &v->room[1]};
	size_t size[CONVOLVE_LEVEL_PIECES];
	convolve_level_sizes(v, nrow, ncolumn, size);
	for (int k = 0; k < CONVOLVE_LEVEL_PIECES; k++) {
		*piece[k] = arena_alloc(mem, size[k]);
		if (!*piece[k])
			return false;
	}
	for (int k = 0; k < v->block; k++) {
		v->twist[k] = cos(M_PI_2 * k / v->block);
		v->twist[v->block + k] = sin(M_PI_2 * k / v->block);
	}
	for (int t = 0; t < v->log2; t++) {
		double *w = v->twiddle + (size_t)t * (size_t)v->block;
		for (int k = 0; k < v->block / 2; k++) {
			double angle = -2 * M_PI * (k >> t << t) / v->block;
			w[k] = cos(angle);
			w[v->block / 2 + k] = sin(angle);
		}
	}
	return true;
}

void convolve_level_clear(const struct convolve *c, struct convolve_level *v)
{
	size_t block = (size_t)v->block;
	for (size_t k = 0; k < (size_t)c->ncolumn * (size_t)v->nslot; k++)
		vec_zero(4 * v->block, v->spectrum + k * 4 * block);
	for (int i = 0; i < c->nrow; i++) {
		vec_zero(v->block, v->out[0] + (size_t)i * block);
		vec_zero(v->block, v->out[1] + (size_t)i * block);
	}
	vec_zero(CONVOLVE_PAIR, v->sum);
	v->stage = v->channel = v->item = v->spent = 0;
	v->total = v->done = 0;
}

/* ---- transforms ------------------------------------------------------------------------------------------------ */

/* Rows first to first + count - 1 of all stages of a transform, each of which has half as many as a block. */
static void level_fold(const struct convolve_level *v, int first, int count)
{
	int rows = v->rows / 2;
	while (count > 0) {
		int t = first / rows, at = first % rows, n = count < rows - at ? count : rows - at;
		kernel->fold(at, n, v->block, v->twiddle + (size_t)t * (size_t)v->block, v->room[t & 1], v->room[~t & 1]);
		first += n;
		count -= n;
	}
}

static void level_unfold(const struct convolve_level *v, int first, int count)
{
	int rows = v->rows / 2;
	while (count > 0) {
		int t = v->log2 - 1 - first / rows, at = first % rows, n = count < rows - at ? count : rows - at;
		kernel->unfold(at, n, v->block, v->twiddle + (size_t)t * (size_t)v->block, v->room[~t & 1], v->room[t & 1]);
		first += n;
		count -= n;
	}
}

/* A row of the spectrum that was made, to where it belongs. */
static void level_take(const struct convolve_level *v, int row, double *ret_pair)
{
	const double *z = v->room[v->log2 & 1] + row * CONVOLVE_ROW;
	for (int k = 0; k < CONVOLVE_ROW; k++) {
		ret_pair[k] = z[k];
		ret_pair[CONVOLVE_ROW + k] = z[v->block + k];
	}
}

static double *level_kernel(const struct convolve *c, const struct convolve_level *v, int output, int row, int slot, int input)
{
	size_t at = (size_t)output * (size_t)v->rows + (size_t)row;
	at = (at * (size_t)v->nslot + (size_t)slot) * (size_t)c->ncolumn + (size_t)input;
	return v->kernel + at * CONVOLVE_PAIR;
}

double *convolve_place(const struct convolve *c, int row, int column, int lag)
{
	int k = c->nlevel;
	while (k > 0 && lag < 2 * c->level[k - 1].block)
		k--;
	if (k == 0) {
		size_t in = (size_t)c->ncolumn;
		return c->near + (size_t)row * ((size_t)c->direct * in + CONVOLVE_PAIR) + (size_t)(c->direct - lag) * in + (size_t)column;
	}
	const struct convolve_level *v = &c->level[k - 1];
	int slot = lag / v->block - 2, at = lag % v->block;
	return slot < v->nslot ? level_kernel(c, v, row, at / CONVOLVE_ROW, slot, column) + at % CONVOLVE_ROW : NULL;
}

/* The window g of a partition, twisted; 1/B of the way back is put in here. */
static void level_window(const struct convolve *c, const struct convolve_level *v, int row, int column, int partition)
{
	double *z = v->room[0];
	int block = v->block;
	for (int k = 0; k < block; k++) {
		const double *low = convolve_place(c, row, column, (partition - 1) * block + k), *high = convolve_place(c, row, column, partition * block + k);
		double re = low ? *low / block : 0, im = high ? *high / block : 0, cosine = v->twist[k], sine = v->twist[block + k];
		z[k] = re * cosine - im * sine;
		z[block + k] = re * sine + im * cosine;
	}
}

/* The oldest partition first: each takes half of its lags from the one before it. */
void convolve_level_transform(struct convolve *c, struct convolve_level *v)
{
	for (int i = 0; i < c->nrow; i++)
		for (int j = 0; j < c->ncolumn; j++)
			for (int slot = v->nslot - 1; slot >= 0; slot--) {
				level_window(c, v, i, j, slot + 2);
				level_fold(v, 0, v->log2 * v->rows / 2);
				for (int row = 0; row < v->rows; row++)
					level_take(v, row, level_kernel(c, v, i, row, slot, j));
			}
}

/* ---- the work of a step ---------------------------------------------------------------------------------------- */

static void run_load(const struct convolve *c, struct convolve_level *v, int first, int count)
{
	const double *cosine = v->twist, *sine = v->twist + v->block;
	const double *x = c->history + (size_t)v->newest * (size_t)v->block * (size_t)c->ncolumn + (size_t)v->channel;
	double *z = v->room[0];
	for (int k = first * CONVOLVE_ROW; k < (first + count) * CONVOLVE_ROW; k++) {
		double value = x[(size_t)k * (size_t)c->ncolumn];
		z[k] = value * cosine[k];
		z[v->block + k] = value * sine[k];
	}
}

static void run_fold(const struct convolve *c, struct convolve_level *v, int first, int count)
{
	(void)c;
	level_fold(v, first, count);
}

static void run_place(const struct convolve *c, struct convolve_level *v, int first, int count)
{
	size_t in = (size_t)c->ncolumn, ring = (size_t)v->nslot * in * CONVOLVE_PAIR;
	for (int row = first; row < first + count; row++) {
		double *pair = v->spectrum + (size_t)row * 2 * ring + ((size_t)v->slot * in + (size_t)v->channel) * CONVOLVE_PAIR;
		level_take(v, row, pair);
		vec_copy(CONVOLVE_PAIR, pair, pair + ring);
	}
}

static void run_multiply(const struct convolve *c, struct convolve_level *v, int first, int count)
{
	size_t ring = (size_t)v->nslot * (size_t)c->ncolumn * CONVOLVE_PAIR;
	int each = v->count * c->ncolumn;
	while (count > 0) {
		int row = first / each, at = first % each, n = count < each - at ? count : each - at;
		const double *x = v->spectrum + (size_t)row * 2 * ring + ((size_t)v->slot * (size_t)c->ncolumn + (size_t)at) * CONVOLVE_PAIR;
		kernel->spectra(n, level_kernel(c, v, v->channel, row, 0, 0) + (size_t)at * CONVOLVE_PAIR, x, v->sum);
		first += n;
		count -= n;
		if (at + n < each)
			continue;
		double *z = v->room[v->log2 & 1] + row * CONVOLVE_ROW;
		vec_copy(CONVOLVE_ROW, v->sum, z);
		vec_copy(CONVOLVE_ROW, v->sum + CONVOLVE_ROW, z + v->block);
		vec_zero(CONVOLVE_PAIR, v->sum);
	}
}

static void run_unfold(const struct convolve *c, struct convolve_level *v, int first, int count)
{
	(void)c;
	level_unfold(v, first, count);
}

static void run_store(const struct convolve *c, struct convolve_level *v, int first, int count)
{
	const double *cosine = v->twist, *sine = v->twist + v->block, *z = v->room[0];
	double *out = v->out[1] + (size_t)v->channel * (size_t)v->block;
	(void)c;
	for (int k = first * CONVOLVE_ROW; k < (first + count) * CONVOLVE_ROW; k++)
		out[k] = z[v->block + k] * cosine[k] - z[k] * sine[k];
}

static const struct {
	void (*run)(const struct convolve *c, struct convolve_level *v, int first, int count) RT;
	bool output;               /* for each output, not each input */
	int units;                 /* what an item costs, in products of a row: what moves numbers to far places waits for the memory */
	int after;                 /* the stage behind it, for the same channel; -1: this is the last of a channel */
} STAGES[] = {
	[LOAD] = {run_load, false, 4, FOLD},
	[FOLD] = {run_fold, false, 2, PLACE},
	[PLACE] = {run_place, false, 8, -1},
	[MULTIPLY] = {run_multiply, true, 1, UNFOLD},
	[UNFOLD] = {run_unfold, true, 2, STORE},
	[STORE] = {run_store, true, 2, -1},
};

static int level_items(const struct convolve *c, const struct convolve_level *v, int stage)
{
	switch (stage) {
	case FOLD:
	case UNFOLD: return v->log2 * v->rows / 2;
	case MULTIPLY: return v->rows * v->count * c->ncolumn;
	default: return v->rows;
	}
}

/* A block of inputs is complete: what was made for the block that begins is read from now on. Inputs older than `first` are left to the next level. */
static void level_begin(const struct convolve *c, struct convolve_level *v)
{
	double *made = v->out[1];
	int block = c->n / v->block, above = v->ratio ? (block + 1) / v->ratio - 1 : 0, first = above > 0 ? above * v->ratio : 0;
	v->out[1] = v->out[0];
	v->out[0] = made;
	v->newest = block - 1;
	v->slot = v->nslot - 1 - v->newest % v->nslot;
	v->count = block - first < v->nslot ? block - first : v->nslot;
	v->stage = v->channel = v->item = v->spent = 0;
	v->done = v->total = 0;
	for (int stage = 0; stage < (int)COUNT(STAGES); stage++)
		v->total += (long)level_items(c, v, stage) * STAGES[stage].units * (STAGES[stage].output ? c->nrow : c->ncolumn);
}

static void level_advance(const struct convolve *c, struct convolve_level *v)
{
	int last = (STAGES[v->stage].output ? c->nrow : c->ncolumn) - 1;
	v->item = 0;
	if (STAGES[v->stage].after >= 0) {
		v->stage = STAGES[v->stage].after;
	} else if (v->channel < last) {
		v->channel++;
		v->stage = STAGES[v->stage].output ? MULTIPLY : LOAD;
	} else {
		v->channel = 0;
		v->stage = MULTIPLY;
	}
}

long convolve_level_step(const struct convolve *c, struct convolve_level *v)
{
	if (c->n % v->block == 0)
		level_begin(c, v);
	long from = v->done, until = v->total * ++v->spent / v->block;
	while (v->done < until) {
		int left = level_items(c, v, v->stage) - v->item, units = STAGES[v->stage].units;
		long wanted = (until - v->done + units - 1) / units;
		int n = wanted < left ? (int)wanted : left;
		STAGES[v->stage].run(c, v, v->item, n);
		v->item += n;
		v->done += (long)n * units;
		if (n == left)
			level_advance(c, v);
	}
	return v->done - from;
}
