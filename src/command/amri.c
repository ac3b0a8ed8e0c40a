/* AMRI, the adaptive multi-rate interface: learns from the targets how they go on, and runs smoothly between them.
 *
 * Compensation: alpha by least squares so that N targets follow from those p, p+1, .., p+M-1 steps before,
 *   X_{n-i} = sum_m alpha_m X_{n-i-p-m+1},  i = 0 .. N-1.
 * It is singular for a constant history, so alpha is held near alpha0, the straight line (1+p, -p, 0, ..), in the sense of
 *   |A alpha - b|^2 + lambda |alpha - alpha0|^2,   lambda = ridge (|A|^2 + X_n^2):
 * constant and straight histories go on as they are, and a first motion out of rest is not blown up. A sine obeys a rule of two terms; the error that the
 * ridge makes there is about 8 ridge.
 * Extrapolation: the same rule gives X_{n+1} .. X_{n+p}. Interpolation: R Chebyshev polynomials through (R = r) or near (R < r) the r points from n+p+1-r to
 * n+p; the command runs from n+p-1 to n+p. When the target is known it takes the place of X_{n+1} with p = 1, and the way there is bent to meet
 * the command at xi and the target at 1.
 * Maghareh, Waldbjoern, Dyke, Prakash, Ozdagli, Development of adaptive multi-rate interface for real-time hybrid simulation, (2.1) to (2.6); bounds of the
 * abscissae a = (p+1-r), b = p.
 */
#include "command/command_common.h"
#include "plugin.h"

enum { ORDER_MOST = 8, ROWS_MOST = 64, AHEAD_MOST = 8, BASES_MOST = 8 };

struct amri {
	int p, m, n, r, bases;
	double ridge;
	double fit[BASES_MOST * BASES_MOST];
};

/* After the targets the state has the p points ahead, the nearest first. */
static int remembered(const struct amri *s)
{
	int fitted = s->n + s->m + s->p - 1;

	return fitted > s->r ? fitted : s->r;
}

static int nstate(const void *self)
{
	return past_nstate(remembered(self)) + ((const struct amri *)self)->p;
}

static double *ahead(const struct amri *s, double *h)
{
	return h + past_nstate(remembered(s));
}

/* The straight line through x[0] and the one before, p steps on. */
static double straight(const struct amri *s, const struct command_target *x)
{
	return s->m > 1 ? x[0].x + s->p * (x[0].x - x[1].x) : x[0].x;
}

/* alpha - alpha0; zero where the history says nothing. */
static void learn(const struct amri *s, const struct past *p, double *ret_alpha)
{
	double normal[ORDER_MOST * ORDER_MOST] = {0}, size = p->at[0].x * p->at[0].x;

	memset(ret_alpha, 0, ORDER_MOST * sizeof(double));
	for (int i = 0; i < s->n; i++) {
		const struct command_target *x = &p->at[i + s->p];
		double missed = p->at[i].x - straight(s, x);

		for (int j = 0; j < s->m; j++) {
			ret_alpha[j] += x[j].x * missed;
			size += x[j].x * x[j].x;
			for (int k = 0; k < s->m; k++)
				normal[j * s->m + k] += x[j].x * x[k].x;
		}
	}
	for (int j = 0; j < s->m; j++)
		normal[j * s->m + j] += s->ridge * size;
	if (!(size > 0.0) || mat_solve(s->m, normal, ret_alpha))
		memset(ret_alpha, 0, ORDER_MOST * sizeof(double));
}

static void look_ahead(const struct amri *s, double *h)
{
	const struct past *p = (const struct past *)h;
	double alpha[ORDER_MOST], *next = ahead(s, h);

	learn(s, p, alpha);
	for (int j = 0; j < s->p; j++) {
		const struct command_target *x = &p->at[s->p - 1 - j];

		next[j] = straight(s, x);
		for (int k = 0; k < s->m; k++)
			next[j] += alpha[k] * x[k].x;
	}
}

static void start(const void *self, double *h, double x, double step)
{
	past_start(h, remembered(self), x, step);
	look_ahead(self, h);
}

static void advance(const void *self, double *h)
{
	past_advance(self, h);
	look_ahead(self, h);
}

static double predict(const void *self, const double *h, double s)
{
	const struct amri *m = self;
	const struct past *p = (const struct past *)h;
	const double *next = h + past_nstate(remembered(m));
	double value[BASES_MOST];

	for (int i = 0; i < m->r; i++)
		value[i] = i < m->p ? next[m->p - 1 - i] : p->at[i - m->p].x;
	return chebyshev_value(m->r, m->bases, m->fit, value, s - 1.0);
}

static double course(const void *self, const double *h, double s)
{
	const struct amri *m = self;
	const struct past *p = (const struct past *)h;
	double value[BASES_MOST];

	for (int i = 0; i < m->r; i++)
		value[i] = i ? p->at[i - 1].x : p->next.x;
	return chebyshev_value(m->r, m->bases, m->fit, value, s - 1.0);
}

static double correct(const void *self, const double *h, double s)
{
	return past_meet(self, h, s, course);
}

static int setup(void *self, struct args *a, const struct laboratory *lab, struct arena *mem, struct err *e)
{
	struct amri *s = self;

	(void)lab;
	(void)mem;
	if (s->n < s->m) {
		err_set(e, ERR_RANGE, a->object, "fewer equations than unknowns: -N is less than -M");
		err_value(e, "-N %d", s->n);
		err_allowed(e, "at least %d", s->m);
		return ERR_RANGE;
	}
	if (s->bases > s->r) {
		err_set(e, ERR_RANGE, a->object, "more polynomials than points: -R is more than -r");
		err_value(e, "-R %d", s->bases);
		err_allowed(e, "at most %d", s->r);
		return ERR_RANGE;
	}
	if (chebyshev_fit(s->r, s->bases, s->fit))
		return err_set(e, ERR_SINGULAR, a->object, "no polynomials through these points");
	return 0;
}

static const struct param params[] = {
	{ .name = "-p", .kind = PARAM_INT, .offset = offsetof(struct amri, p), .def = 1, .range = {1, AHEAD_MOST, false, false},
	  .help = "steps ahead of the last target where the prediction ends; it begins one before, so that 1 takes out one step and no more" },
	{ .name = "-M", .kind = PARAM_INT, .offset = offsetof(struct amri, m), .def = 2, .range = {1, ORDER_MOST, false, false},
	  .help = "terms of the rule that is learnt; a sine needs 2, two sines 4" },
	{ .name = "-N", .kind = PARAM_INT, .offset = offsetof(struct amri, n), .def = 6, .range = {1, ROWS_MOST, false, false},
	  .help = "targets that it is learnt from, at least M" },
	{ .name = "-r", .kind = PARAM_INT, .offset = offsetof(struct amri, r), .def = 4, .range = {1, BASES_MOST, false, false},
	  .help = "points of the interpolation" },
	{ .name = "-R", .kind = PARAM_INT, .offset = offsetof(struct amri, bases), .def = 4, .range = {1, BASES_MOST, false, false},
	  .help = "Chebyshev polynomials, at most r; less: least squares" },
	{ .name = "-ridge", .kind = PARAM_REAL, .offset = offsetof(struct amri, ridge), .def = 1e-6, .range = {0.0, 1.0, true, false},
	  .help = "how firmly the rule is held near a straight line, relative to the squares of the targets" },
	{ 0 },
};

const struct command_ops command_amri = {
	.name = "AMRI",
	.brief = "Adaptive multi-rate interface: a rule learnt from the targets, Chebyshev polynomials between them",
	.cite = "Maghareh, Waldbjoern, Dyke, Prakash, Ozdagli, Development of adaptive multi-rate interface for real-time hybrid simulation",
	.example = "-p 1 -M 2 -N 6 -r 4 -R 4",
	.params = params,
	.claims = {.degree = 1, .history = 8, .continuous = true, .predicts = true},
	.size = sizeof(struct amri),
	.setup = setup,
	.nstate = nstate,
	.start = start,
	.target = past_target_alike,
	.predict = predict,
	.correct = correct,
	.advance = advance,
};
