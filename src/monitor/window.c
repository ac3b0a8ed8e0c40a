/* The moving window. Equations in window.h. */
#include "monitor/window.h"
#include "plugin.h"

enum { SAMPLES_LEAST = 8 };
enum { LANES = 2 };                    /* coefficients of a block: */
typedef double block __attribute__((vector_size(LANES * sizeof(double)), aligned(8), may_alias));

static int band_read(struct window_words *w, struct args *a, struct err *e)
{
	int code = args_real(a, "-band", RANGE_NONNEG, &w->band[0], e);

	if (!code)
		code = args_real(a, "-band", RANGE_NONNEG, &w->band[1], e);
	if (!code && w->band[1] <= w->band[0]) {
		code = err_set(e, ERR_RANGE, a->object, "-band ends before it begins");
		err_value(e, "%g %g", w->band[0], w->band[1]);
		err_allowed(e, "f0 < f1 [Hz]");
	}
	return code;
}

int window_words(struct window_words *w, const struct param *params, void *self, struct args *a, struct err *e)
{
	int code = 0, at = -1;

	while (!code && args_more(a) && a->at != at) {
		at = a->at;
		code = args_accept(a, "-band") ? band_read(w, a, e) : param_options(params, self, a, e);
	}
	return code;
}

static int size_check(double n, const struct window_words *w, double dt, const char *object, struct err *e)
{
	if (n >= SAMPLES_LEAST && n <= WINDOW_MOST)
		return 0;
	err_set(e, ERR_RANGE, object, "-window %g s holds too %s samples of %g s", w->seconds, n < SAMPLES_LEAST ? "few" : "many", dt);
	err_value(e, "%.0f", n);
	err_allowed(e, "%d to %d", SAMPLES_LEAST, WINDOW_MOST);
	return ERR_RANGE;
}

/* The highest coefficient whose upper neighbour, which Hann's window takes, is still below half of the rate. */
static int highest(const struct window_band *b)
{
	return (b->n - 1) / 2 - 1;
}

static int band_check(const struct window_band *b, const struct window_words *w, const char *object, struct err *e)
{
	double step = 1.0 / (b->n * b->dt);

	if (b->lo <= b->hi)
		return 0;
	err_set(e, ERR_RANGE, object, "-band holds no frequency of the window");
	err_value(e, "%g %g Hz", w->band[0], w->band[1]);
	err_allowed(e, "multiples of %g Hz up to %g Hz", step, highest(b) * step);
	err_hint(e, "a longer -window has finer ones");
	return ERR_RANGE;
}

/* Whole blocks, and one more at each side. */
static int kept(const struct window_band *b)
{
	return b->blocks * LANES + LANES;
}

/* Of the sample that comes next. */
static void phases(struct window_band *b)
{
	int many = b->hi - b->lo + 3, first = b->lo == 1, place = (int)((int64_t)b->at * (b->lo - 1 + first) % b->n);

	for (int k = first; k < many; k++) {
		b->re[k] = b->circle[2 * place];
		b->im[k] = -b->circle[2 * place + 1];
		place += b->at;
		place -= place >= b->n ? b->n : 0;
	}
}

int window_band(struct window_band *b, const struct window_words *w, double dt, struct monitor *m, const char *object, struct err *e)
{
	double n = round(w->seconds / dt);
	int code = size_check(n, w, dt, object, e);

	if (code)
		return code;
	/* neither the mean nor half of the rate, which have no phase */
	*b = (struct window_band){.n = (int)n, .dt = dt};
	b->lo = (int)fmax(ceil(w->band[0] * n * dt - 1e-9), 1.0);
	b->hi = (int)fmin(floor(w->band[1] * n * dt + 1e-9), highest(b));
	code = band_check(b, w, object, e);
	if (code)
		return code;
	b->blocks = (b->hi - b->lo + LANES) / LANES;
	b->circle = ARENA_ARRAY(&m->set->arena, 2 * (size_t)b->n, double);
	b->re = ARENA_ARRAY(&m->set->arena, (size_t)kept(b), double);
	b->im = ARENA_ARRAY(&m->set->arena, (size_t)kept(b), double);
	b->in = ARENA_ARRAY(&m->set->arena, (size_t)kept(b), double);
	b->f = ARENA_ARRAY(&m->set->arena, (size_t)kept(b), double);
	if (!b->circle || !b->re || !b->im || !b->in || !b->f)
		return err_set(e, ERR_MEMORY, object, "no memory for a window of %d samples", b->n);
	for (int k = b->lo; k <= b->hi; k++) {
		b->in[k - b->lo] = 1.0;
		b->f[k - b->lo] = k / (n * dt);
	}
	for (int j = 0; j < b->n; j++) {
		b->circle[2 * j] = cos(2.0 * M_PI * j / n);
		b->circle[2 * j + 1] = sin(2.0 * M_PI * j / n);
	}
	phases(b);
	return 0;
}

int window_take(struct window *w, const struct window_band *b, struct monitor *m, const char *object, struct err *e)
{
	*w = (struct window){.band = b, .x = ARENA_ARRAY(&m->set->arena, (size_t)b->n, double),
	                     .re = ARENA_ARRAY(&m->set->arena, (size_t)kept(b), double), .im = ARENA_ARRAY(&m->set->arena, (size_t)kept(b), double)};
	return w->x && w->re && w->im ? 0 : err_set(e, ERR_MEMORY, object, "no memory for a window of %d samples", b->n);
}

void window_reset(struct window *w)
{
	memset(w->x, 0, (size_t)w->band->n * sizeof(double));
	memset(w->re, 0, (size_t)kept(w->band) * sizeof(double));
	memset(w->im, 0, (size_t)kept(w->band) * sizeof(double));
	w->sum2 = w->fresh = 0.0;
}

void window_band_reset(struct window_band *b)
{
	b->at = 0;
	b->count = 0;
	phases(b);
}

/* The sum is made anew whenever the ring is: what rounding leaves behind of large samples is gone after one window. */
void window_square(struct window *w, double x)
{
	double old = w->x[w->band->at];

	w->sum2 += x * x - old * old;
	w->fresh += x * x;
	w->x[w->band->at] = x;
	if (w->band->at + 1 < w->band->n)
		return;
	w->sum2 = w->fresh;
	w->fresh = 0.0;
}

static block *block_at(double *x)
{
	return (block *)x;
}

static block block_of(const double *x)
{
	return *(const block *)x;
}

void window_add(struct window *w, double x)
{
	double change = x - w->x[w->band->at];
	int many = kept(w->band);

	for (int k = 0; k < many; k += LANES) {
		*block_at(w->re + k) += change * block_of(w->band->re + k);
		*block_at(w->im + k) += change * block_of(w->band->im + k);
	}
	window_square(w, x);
}

void window_turn(struct window_band *b)
{
	b->at = b->at + 1 == b->n ? 0 : b->at + 1;
	b->count++;
	phases(b);
}

bool window_full(const struct window_band *b)
{
	return b->count >= b->n;
}

/* Coefficients of the weighted window: those of block b, from lo + b LANES on. Those beyond hi are not of the band: band->in is 0. Part of its callers'
 * loops, which read the phase once. */
__attribute__((always_inline)) static inline void spectrum(const struct window *w, int b, block *ret_re, block *ret_im)
{
	const struct window_band *band = w->band;
	const double *re = w->re + LANES * b, *im = w->im + LANES * b;                             /* k - 1, k, k + 1 */
	double c = 0.25 * band->circle[2 * band->at], s = 0.25 * band->circle[2 * band->at + 1];   /* the oldest is where the next goes */

	*ret_re = 0.5 * block_of(re + 1) - (c * (block_of(re) + block_of(re + 2)) + s * (block_of(im) - block_of(im + 2)));
	*ret_im = 0.5 * block_of(im + 1) - (c * (block_of(im) + block_of(im + 2)) - s * (block_of(re) - block_of(re + 2)));
}

static double sum_of(block x)
{
	return x[0] + x[1];
}

struct window_cross window_cross(const struct window *x, const struct window *y)
{
	block re = {0}, im = {0}, power = {0}, first = {0};

	for (int b = 0; b < x->band->blocks; b++) {
		block in = block_of(x->band->in + LANES * b), f = block_of(x->band->f + LANES * b), xr, xi, yr, yi, p;

		spectrum(x, b, &xr, &xi);
		spectrum(y, b, &yr, &yi);
		p = xr * xr + xi * xi;
		re += in * (yr * xr + yi * xi);
		im += in * (yi * xr - yr * xi);
		power += in * p;
		first += f * p;
	}
	return (struct window_cross){.re = sum_of(re), .im = sum_of(im), .power = sum_of(power), .first = sum_of(first)};
}

/* |H|^2 of a block into densities: the weights' squares sum up to 3/8 n. */
__attribute__((always_inline)) static inline block densities(const struct window *w, int b)
{
	block re, im;

	spectrum(w, b, &re, &im);
	return 2.0 * w->band->dt / (0.375 * w->band->n) * (re * re + im * im) * block_of(w->band->in + LANES * b);
}

double window_psd(const struct window *w, int k)
{
	return densities(w, (k - w->band->lo) / LANES)[(k - w->band->lo) % LANES];
}

double window_psd_sum(const struct window *w)
{
	block sum = {0};

	for (int b = 0; b < w->band->blocks; b++)
		sum += densities(w, b);
	return sum_of(sum);
}

double window_psd_most(const struct window *w, double *ret_hz)
{
	double most = 0.0;

	*ret_hz = NAN;
	for (int b = 0; b < w->band->blocks; b++) {
		block x = densities(w, b);

		for (int j = 0; j < LANES; j++)
			if (x[j] > most) {
				most = x[j];
				*ret_hz = w->band->f[LANES * b + j];
			}
	}
	return most;
}

double window_rms(const struct window *w)
{
	double n = w->band->count < w->band->n ? (double)w->band->count : (double)w->band->n;

	return n > 0.0 ? sqrt(fmax(w->sum2, 0.0) / n) : 0.0;
}
