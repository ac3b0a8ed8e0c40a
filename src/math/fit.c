/* Levenberg-Marquardt in a box; the equations stand in the header. */
#include "math/fit.h"

#include "base/base.h"
#include "math/dense.h"
#include "math/vec.h"

#include <math.h>
#include <string.h>

static const double LAMBDA_START = 1e-3, LAMBDA_LEAST = 1e-12, LAMBDA_MOST = 1e12, DIFFERENCE = 1e-5;

struct work {
	const struct fit *f;
	double *r, *rt, *lo;       /* residuals: at p, on trial, room */
	double *j;                 /* n columns of m: derivatives by p / scale */
	double sum;                /* r'r at p */
	double p[FIT_PARAMETERS];
	double a[FIT_PARAMETERS * FIT_PARAMETERS], g[FIT_PARAMETERS];   /* J'J and J'r */
	bool held[FIT_PARAMETERS];
};

static double square(struct work *w, const double *p, double *ret_r)
{
	w->f->residual(w->f->ctx, p, ret_r);
	return vec_dot(w->f->m, ret_r, ret_r);
}

static double inside(const struct fit_parameter *q, double p)
{
	return fmin(fmax(p, q->lo), q->hi);
}

/* Central differences, one-sided at a bound; then the normal matrix, and which parameters their bounds hold. */
static void derive(struct work *w)
{
	const struct fit *f = w->f;
	double p[FIT_PARAMETERS];

	memcpy(p, w->p, sizeof(p));
	for (int k = 0; k < f->n; k++) {
		const struct fit_parameter *q = &f->parameter[k];
		double *column = w->j + (size_t)k * (size_t)f->m, up = inside(q, w->p[k] + DIFFERENCE * q->scale), down = inside(q, w->p[k] - DIFFERENCE * q->scale);

		p[k] = up;
		f->residual(f->ctx, p, column);
		p[k] = down;
		f->residual(f->ctx, p, w->lo);
		p[k] = w->p[k];
		vec_mix(f->m, q->scale / (up - down), column, -q->scale / (up - down), w->lo, column);
	}
	for (int k = 0; k < f->n; k++) {
		const double *column = w->j + (size_t)k * (size_t)f->m;

		for (int i = 0; i <= k; i++)
			w->a[i * f->n + k] = w->a[k * f->n + i] = vec_dot(f->m, column, w->j + (size_t)i * (size_t)f->m);
		w->g[k] = vec_dot(f->m, column, w->r);
		w->held[k] = (w->p[k] <= f->parameter[k].lo && w->g[k] > 0.0) || (w->p[k] >= f->parameter[k].hi && w->g[k] < 0.0);
	}
}

/* The normal matrix of the parameters that may move, with lambda on its diagonal. */
static int reduce(const struct work *w, double lambda, double *ret_a, int *ret_free)
{
	int n = w->f->n, m = 0;

	for (int i = 0; i < n; i++)
		if (!w->held[i] && w->a[i * n + i] > 0.0)
			ret_free[m++] = i;
	for (int i = 0; i < m; i++)
		for (int k = 0; k < m; k++)
			ret_a[i * m + k] = w->a[ret_free[i] * n + ret_free[k]] * (i == k ? 1.0 + lambda : 1.0);
	return m;
}

/* Where a step with this lambda leads. false: nowhere. */
static bool propose(const struct work *w, double lambda, double *ret_p)
{
	double a[FIT_PARAMETERS * FIT_PARAMETERS], b[FIT_PARAMETERS];
	int at[FIT_PARAMETERS], m = reduce(w, lambda, a, at);

	for (int i = 0; i < m; i++)
		b[i] = -w->g[at[i]];
	memcpy(ret_p, w->p, sizeof(w->p));
	if (m == 0 || mat_solve(m, a, b) < 0)
		return false;
	for (int i = 0; i < m; i++)
		ret_p[at[i]] = inside(&w->f->parameter[at[i]], w->p[at[i]] + b[i] * w->f->parameter[at[i]].scale);
	return true;
}

static double moved(const struct fit *f, const double *p, const double *from)
{
	double most = 0.0;

	for (int k = 0; k < f->n; k++)
		most = fmax(most, fabs(p[k] - from[k]) / f->parameter[k].scale);
	return most;
}

/* One step that lowers the sum; false when there is none, or the last one was so short that this is the end. */
static bool step(struct work *w, double *lambda, bool *ret_converged)
{
	double p[FIT_PARAMETERS], sum = INFINITY;

	derive(w);
	for (; *lambda <= LAMBDA_MOST; *lambda *= 4.0) {
		if (!propose(w, *lambda, p))
			continue;
		sum = square(w, p, w->rt);
		if (sum <= w->sum)
			break;
	}
	if (!(sum <= w->sum)) {
		*ret_converged = true;
		return false;
	}
	*ret_converged = sum <= w->f->floor * w->f->floor * w->f->m ||
		(w->sum - sum <= w->f->tolerance * w->sum && moved(w->f, p, w->p) <= sqrt(w->f->tolerance));
	*lambda = fmax(*lambda / 9.0, LAMBDA_LEAST);
	memcpy(w->p, p, sizeof(p));
	vec_copy(w->f->m, w->rt, w->r);
	w->sum = sum;
	return !*ret_converged;
}

/* Standard deviations, from the normal matrix at the end. */
static void judge(struct work *w, struct fit_result *ret)
{
	double a[FIT_PARAMETERS * FIT_PARAMETERS], inverse[FIT_PARAMETERS * FIT_PARAMETERS];
	int at[FIT_PARAMETERS], m;

	derive(w);
	for (int k = 0; k < w->f->n; k++) {
		ret->error[k] = NAN;
		ret->bound[k] = w->held[k];
	}
	m = reduce(w, 0.0, a, at);
	if (m == 0 || mat_invert(m, a, inverse) < 0)
		return;
	for (int i = 0; i < m; i++)
		ret->error[at[i]] = w->f->parameter[at[i]].scale * sqrt(fmax(inverse[i * m + i], 0.0) * w->sum / (w->f->m - m));
}

int fit_run(const struct fit *f, const double *p, struct arena *mem, struct fit_result *ret, struct err *e)
{
	struct work w = {.f = f};
	struct fit_result x = {0};
	double lambda = LAMBDA_START;

	ASSERT(f->n >= 1 && f->n <= FIT_PARAMETERS && f->m > f->n);
	w.r = ARENA_ARRAY(mem, (size_t)f->m, double);
	w.rt = ARENA_ARRAY(mem, (size_t)f->m, double);
	w.lo = ARENA_ARRAY(mem, (size_t)f->m, double);
	w.j = ARENA_ARRAY(mem, (size_t)f->m * (size_t)f->n, double);
	if (!w.r || !w.rt || !w.lo || !w.j)
		return err_set(e, ERR_MEMORY, "fit", "no memory for %d residuals", f->m);
	for (int k = 0; k < f->n; k++)
		w.p[k] = inside(&f->parameter[k], p[k]);
	w.sum = square(&w, w.p, w.r);
	if (!isfinite(w.sum))
		return err_set(e, ERR_NONFINITE, "fit", "the residuals at the start are not finite");
	for (bool more = true; more && x.steps < f->steps_max; x.steps++)
		more = step(&w, &lambda, &x.converged);
	memcpy(x.p, w.p, sizeof(x.p));
	x.rms = sqrt(w.sum / f->m);
	judge(&w, &x);
	*ret = x;
	return 0;
}
