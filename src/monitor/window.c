/* The moving window. Equations in window.h. */
#include "monitor/window.h"
#include "plugin.h"

enum { SAMPLES_LEAST = 8 };

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

static int band_check(const struct window_band *b, const struct window_words *w, const char *object, struct err *e)
{
	double step = 1.0 / (b->n * b->dt);

	if (b->lo <= b->hi)
		return 0;
	err_set(e, ERR_RANGE, object, "-band holds no frequency of the window");
	err_value(e, "%g %g Hz", w->band[0], w->band[1]);
	err_allowed(e, "multiples of %g Hz up to %g Hz", step, 0.5 / b->dt - step);
	err_hint(e, "a longer -window has finer ones");
	return ERR_RANGE;
}

static int kept(const struct window_band *b)
{
	return b->hi - b->lo + 3;
}

/* Of the sample that comes next. */
static void phases(struct window_band *b)
{
	int many = kept(b), place = (int)((int64_t)b->at * (b->lo - 1) % b->n);

	for (int k = 0; k < many; k++) {
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
	/* neither the mean nor the highest frequency, which have no phase */
	*b = (struct window_band){.n = (int)n, .dt = dt};
	b->lo = (int)fmax(ceil(w->band[0] * n * dt - 1e-9), 1.0);
	b->hi = (int)fmin(floor(w->band[1] * n * dt + 1e-9), (double)((b->n - 1) / 2 - 1));
	code = band_check(b, w, object, e);
	if (code)
		return code;
	b->circle = ARENA_ARRAY(&m->set->arena, 2 * (size_t)b->n, double);
	b->re = ARENA_ARRAY(&m->set->arena, (size_t)kept(b), double);
	b->im = ARENA_ARRAY(&m->set->arena, (size_t)kept(b), double);
	if (!b->circle || !b->re || !b->im)
		return err_set(e, ERR_MEMORY, object, "no memory for a window of %d samples", b->n);
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

void window_add(struct window *w, double x)
{
	const double *c = w->band->re, *s = w->band->im;
	double *restrict re = w->re, *restrict im = w->im, change = x - w->x[w->band->at];
	int many = kept(w->band);

	for (int k = 0; k < many; k++)
		re[k] += change * c[k];
	for (int k = 0; k < many; k++)
		im[k] += change * s[k];
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

void window_spectrum(const struct window *w, int k, double *ret_re, double *ret_im)
{
	const struct window_band *b = w->band;
	const double *re = w->re + (k - b->lo), *im = w->im + (k - b->lo);     /* k - 1, k, k + 1 */
	double c = b->circle[2 * b->at], s = b->circle[2 * b->at + 1];         /* the oldest is where the next goes */
	double below_re = k > 1 ? re[0] : 0.0, below_im = k > 1 ? im[0] : 0.0; /* without the mean */

	*ret_re = 0.5 * re[1] - 0.25 * (c * below_re + s * below_im + c * re[2] - s * im[2]);
	*ret_im = 0.5 * im[1] - 0.25 * (c * below_im - s * below_re + c * im[2] + s * re[2]);
}

double window_psd(const struct window *w, int k)
{
	double re, im;

	/* the weights' squares sum up to 3/8 n */
	window_spectrum(w, k, &re, &im);
	return 2.0 * w->band->dt * (re * re + im * im) / (0.375 * w->band->n);
}

double window_rms(const struct window *w)
{
	double n = w->band->count < w->band->n ? (double)w->band->count : (double)w->band->n;

	return n > 0.0 ? sqrt(fmax(w->sum2, 0.0) / n) : 0.0;
}
