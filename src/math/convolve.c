/* The convolution of convolve.h: kernels, history, the young lags as plain sums; levels of older ones are in convolve_level.c.
 *
 * The direct sum of an output is one dot product over all inputs and lags: inputs stand in the order of time, kernels in the same order, the newest
 * lag last, followed by zeros, so that the product may run on to a multiple of the register's width, into inputs that have not come yet and are zero. */
#include "math/convolve_priv.h"

#include "math/vec.h"

#include <math.h>

/* Kernels are cut where they stay below this part of their largest value; what is below that part is zero, for numbers at the end of the range slow down
 * every product with them. */
static const double TAIL = 1e-18, NOTHING = 1e-200;

/* ---- set-up ---------------------------------------------------------------------------------------------------- */

static bool shape_is_one(const struct convolve_shape *s, int length)
{
	bool good = s->nlevel >= 0 && s->nlevel <= CONVOLVE_LEVELS;
	for (int k = 0; good && k < s->nlevel; k++) {
		int b = s->block[k];
		good = b >= CONVOLVE_LEAST && b <= CONVOLVE_MOST && (b & (b - 1)) == 0 && b <= length / 2 && (k == 0 || b > s->block[k - 1]);
	}
	return good;
}

static void shape_levels(struct convolve *c, const struct convolve_shape *s)
{
	c->nlevel = s->nlevel;
	c->direct = s->nlevel ? 2 * s->block[0] - 1 : c->length;
	for (int k = 0; k < s->nlevel; k++) {
		int block = s->block[k], next = k + 1 < s->nlevel ? s->block[k + 1] : 0;
		c->level[k] = (struct convolve_level){.block = block, .rows = block / CONVOLVE_ROW, .ratio = next / block,
			.nslot = convolve_partitions(block, next, c->length)};
		while (1 << c->level[k].log2 < block)
			c->level[k].log2++;
	}
}

/* Bytes of the pieces of memory beside those of the levels. */
static void sizes(const struct convolve *c, size_t *ret_size)
{
	size_t in = (size_t)c->nin, out = (size_t)c->nout, length = (size_t)c->length;
	ret_size[0] = out * sizeof(int);
	ret_size[1] = in * sizeof(int);
	ret_size[2] = out * in * sizeof(double);
	ret_size[3] = out * ((size_t)c->direct * in + CONVOLVE_PAIR) * sizeof(double);
	ret_size[4] = length * in * sizeof(double);
	ret_size[5] = (length * in + CONVOLVE_PAIR) * sizeof(double);
}

static bool take_memory(struct convolve *c, struct arena *mem)
{
	size_t size[CONVOLVE_PIECES];
	sizes(c, size);
	c->row = arena_alloc(mem, size[0]);
	c->column = arena_alloc(mem, size[1]);
	c->peak = arena_alloc(mem, size[2]);
	c->near = arena_alloc(mem, size[3]);
	c->input = arena_alloc(mem, size[4]);
	c->history = arena_alloc(mem, size[5]);
	bool taken = c->row && c->column && c->peak && c->near && c->input && c->history;
	for (int k = 0; taken && k < c->nlevel; k++)
		taken = convolve_level_setup(&c->level[k], c->nout, c->nin, mem);
	return taken;
}

/* As an arena counts: whole lines of 64 bytes. */
static size_t lines(int n, const size_t *size)
{
	size_t sum = 0;
	for (int k = 0; k < n; k++)
		sum += (size[k] + 63) / 64 * 64;
	return sum;
}

size_t convolve_memory(int nout, int nin, int length, const struct convolve_shape *shape)
{
	struct convolve_shape chosen;
	struct convolve c = {.nout = nout, .nin = nin, .length = length};
	size_t size[CONVOLVE_PIECES], part[CONVOLVE_LEVEL_PIECES], own = sizeof c;
	if (!shape)
		convolve_choose(nout, nin, length, &chosen);
	shape_levels(&c, shape ? shape : &chosen);
	sizes(&c, size);
	size_t sum = lines(1, &own) + lines(CONVOLVE_PIECES, size);
	for (int k = 0; k < c.nlevel; k++) {
		convolve_level_sizes(&c.level[k], nout, nin, part);
		sum += lines(CONVOLVE_LEVEL_PIECES, part);
	}
	return sum;
}

int convolve_setup(struct convolve **ret, int nout, int nin, int length, const struct convolve_shape *shape, struct arena *mem, struct err *e)
{
	struct convolve_shape chosen;
	struct convolve *c = ARENA_NEW(mem, struct convolve);
	ASSERT(nout > 0 && nin > 0 && length > 0);
	if (!shape)
		convolve_choose(nout, nin, length, &chosen);
	else if (!shape_is_one(shape, length))
		return err_set(e, ERR_ARGUMENT, "convolution", "blocks are growing powers of two, %d to %d, and at most half of %d lags",
			CONVOLVE_LEAST, CONVOLVE_MOST, length);
	if (c) {
		*c = (struct convolve){.nout = nout, .nin = nin, .nrow = nout, .ncolumn = nin, .length = length, .nlag = length};
		shape_levels(c, shape ? shape : &chosen);
	}
	if (!c || !take_memory(c, mem))
		return err_set(e, ERR_MEMORY, "convolution", "no memory for %d outputs, %d inputs and %d lags", nout, nin, length);
	*ret = c;
	return 0;
}

/* ---- kernels --------------------------------------------------------------------------------------------------- */

void convolve_kernel(struct convolve *c, int in, int lag, const double *h)
{
	ASSERT(!c->ready && in >= 0 && in < c->nin && lag >= 1 && lag <= c->length);
	for (int i = 0; i < c->nout; i++) {
		double *peak = &c->peak[(size_t)i * (size_t)c->nin + (size_t)in];
		*convolve_place(c, i, in, lag) = fabs(h[i]) < NOTHING * *peak ? 0 : h[i];
		if (!(fabs(h[i]) <= *peak))
			*peak = fabs(h[i]);
	}
}

/* Is there a kernel that is not below its tail at this lag? */
static bool lag_counts(const struct convolve *c, int lag)
{
	for (int i = 0; i < c->nout; i++)
		for (int j = 0; j < c->nin; j++)
			if (!(fabs(*convolve_place(c, i, j, lag)) <= TAIL * c->peak[(size_t)i * (size_t)c->nin + (size_t)j]))
				return true;
	return false;
}

/* Lists those of n channels that have a kernel that is not zero; the kernel of channel k with channel j of the other side is peak[k step + j other]. */
static int used_channels(const double *peak, int n, int step, int nother, int other, int *ret_list)
{
	int count = 0;
	for (int k = 0; k < n; k++) {
		bool used = false;
		for (int j = 0; j < nother; j++)
			used = used || peak[(size_t)k * (size_t)step + (size_t)j * (size_t)other] != 0;
		if (used)
			ret_list[count++] = k;
	}
	return count;
}

/* Every number moves to an earlier place or stays, and is read before another comes there: `to` walks in the order of its memory. */
static void pack_near(const struct convolve *from, struct convolve *to)
{
	for (int i = 0; i < to->nrow; i++) {
		for (int lag = to->direct; lag >= 1; lag--)
			for (int j = 0; j < to->ncolumn; j++)
				*convolve_place(to, i, j, lag) = *convolve_place(from, to->row[i], to->column[j], lag);
		if (to->ncolumn)
			vec_zero(CONVOLVE_PAIR, convolve_place(to, i, 0, 1) + to->ncolumn);
	}
}

static void pack_level(const struct convolve *from, struct convolve *to, const struct convolve_level *v)
{
	for (int i = 0; i < to->nrow; i++)
		for (int row = 0; row < v->rows; row++)
			for (int slot = 0; slot < v->nslot; slot++)
				for (int j = 0; j < to->ncolumn; j++) {
					int lag = (slot + 2) * v->block + row * CONVOLVE_ROW;
					vec_copy(CONVOLVE_ROW, convolve_place(from, to->row[i], to->column[j], lag), convolve_place(to, i, j, lag));
				}
}

void convolve_ready(struct convolve *c)
{
	struct convolve all = *c;
	ASSERT(!c->ready);
	while (c->nlag > 0 && !lag_counts(c, c->nlag))
		c->nlag--;
	c->nrow = used_channels(c->peak, c->nout, c->nin, c->nin, 1, c->row);
	c->ncolumn = used_channels(c->peak, c->nin, 1, c->nout, c->nin, c->column);
	/* The partitions in whose windows there are lags that count. */
	for (int k = 0; k < c->nlevel; k++) {
		struct convolve_level *v = &c->level[k];
		int wanted = c->nlag > 0 ? (c->nlag - 1) / v->block : 0;
		v->nslot = wanted < v->nslot ? wanted : v->nslot;
	}
	while (c->nlevel > 0 && c->level[c->nlevel - 1].nslot == 0)
		c->nlevel--;
	if (c->nrow < c->nout || c->ncolumn < c->nin)
		pack_near(&all, c);
	for (int k = 0; k < c->nlevel; k++)
		if (c->nrow < c->nout || c->ncolumn < c->nin || c->level[k].nslot < all.level[k].nslot)
			pack_level(&all, c, &c->level[k]);
	for (int k = c->nlevel - 1; k >= 0; k--)
		convolve_level_transform(c, &c->level[k]);
	c->ready = true;
	convolve_clear(c);
}

void convolve_clear(struct convolve *c)
{
	size_t in = (size_t)c->ncolumn;
	for (int k = 0; k < c->n; k++)
		vec_zero(c->ncolumn, c->history + (size_t)k * in);
	for (int k = 0; k < c->nlevel; k++)
		convolve_level_clear(c, &c->level[k]);
	c->n = 0;
	c->work = 0;
}

/* ---- the loop -------------------------------------------------------------------------------------------------- */

/* Lags that are summed directly now: back to the block before the one that runs. */
static int direct_lags(const struct convolve *c)
{
	int block = c->nlevel ? c->level[0].block : 0, first = block ? (c->n / block - 1) * block : 0, lags = c->n - (first > 0 ? first : 0);
	return lags < c->nlag ? lags : c->nlag;
}

void convolve_next(const struct convolve *c, double *ret_y)
{
	size_t in = (size_t)c->ncolumn, stride = (size_t)c->direct * in + CONVOLVE_PAIR;
	int lags = direct_lags(c), n = (lags * c->ncolumn + CONVOLVE_PAIR - 1) / CONVOLVE_PAIR * CONVOLVE_PAIR;
	const double *x = c->history + (size_t)(c->n - lags) * in, *h = c->near + (size_t)(c->direct - lags) * in;
	vec_zero(c->nout, ret_y);
	for (int i = 0; i < c->nrow; i++, h += stride) {
		double sum = vec_dot(n, h, x);
		for (int k = 0; k < c->nlevel; k++) {
			const struct convolve_level *v = &c->level[k];
			sum += v->out[0][(size_t)i * (size_t)v->block + (size_t)(c->n % v->block)];
		}
		ret_y[c->row[i]] = sum;
	}
}

int convolve_push(struct convolve *c, const double *x)
{
	RT_CHECK(c->ready, ERR_STATE);
	RT_CHECK(c->n < c->length, ERR_LIMIT);
	double *own = c->history + (size_t)c->n * (size_t)c->ncolumn;
	long units = 0;
	vec_copy(c->nin, x, c->input + (size_t)c->n * (size_t)c->nin);
	for (int j = 0; j < c->ncolumn; j++)
		own[j] = x[c->column[j]];
	c->n++;
	for (int k = 0; k < c->nlevel; k++)
		units += convolve_level_step(c, &c->level[k]);
	c->work = 4 * CONVOLVE_ROW * units + (long)direct_lags(c) * c->ncolumn * c->nrow;
	return 0;
}

int convolve_count(const struct convolve *c)
{
	return c->n;
}

const double *convolve_input(const struct convolve *c, int k)
{
	return c->input + (size_t)k * (size_t)c->nin;
}

long convolve_work(const struct convolve *c)
{
	return c->work;
}

int convolve_lags(const struct convolve *c)
{
	return c->nlag;
}
