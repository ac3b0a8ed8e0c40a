/* Parameters of specimens from measured loops; the equations stand in the header. */
#include "report/calibrate.h"

#include "base/base.h"
#include "math/fit.h"
#include "math/vec.h"
#include "model/material.h"
#include "report/quiet_path.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BYTES = 512, HISTORY = 16, FREE = 5, STEPS = 60 };
static const double EARLY = 0.4;       /* of the largest force: below it, before it was passed for the first time, the specimen has not yielded */
static const double ROUNDING = 1e-9;   /* of the largest force */
static const double LEAST_TRAVEL = 10.0; /* standard deviations of the displacement's noise: what noise alone travels is 6 or 7 */
static const double VAGUE = 0.25;      /* of a parameter, or of 0.4 for shapes, which may be zero: with a larger standard deviation the loop hardly says it */
static const double BETTER = 0.8;      /* Bouc-Wen's residual is at most this part of the linear one where a loop is said to yield */

/* Where the free parameters stand in the law, and where they may be: k and uy in parts of their first estimate. */
static const struct {
	enum bouc_wen_parameter at;
	double lo, hi, scale;
	bool relative;
} BOX[FREE] = {
	{BOUC_WEN_K, 0.1, 10.0, 1.0, true},
	{BOUC_WEN_UY, 0.05, 20.0, 1.0, true},
	{BOUC_WEN_ALPHA, -0.5, 0.99, 0.1, false},
	{BOUC_WEN_GAMMA, 0.0, 2.0, 0.5, false},
	{BOUC_WEN_N, 1.0, 50.0, 2.0, false},
};

/* Shapes to begin with: the sum has more than one valley. */
static const struct { double alpha, gamma, n; } STARTS[] = { {0.0, 0.5, 2.0}, {0.1, 0.5, 1.2}, {0.02, 0.6, 8.0} };

struct job {
	struct calibrate_loop loop;
	double first[BOUC_WEN_PARAMETERS];  /* scales of k and uy */
};

/* ---- the law -------------------------------------------------------------------------------------------------- */

static const struct material_ops *law(void)
{
	const struct material_ops *ops = material_find("BoucWenMosqueda");

	ASSERT(ops && ops->size <= BYTES && ops->params[BOUC_WEN_PARAMETERS - 1].name && !ops->params[BOUC_WEN_PARAMETERS].name);
	return ops;
}

const char *bouc_wen_name(enum bouc_wen_parameter k)
{
	return law()->params[k].name;
}

void bouc_wen_path(const double p[BOUC_WEN_PARAMETERS], int n, const double *u, double *ret_r)
{
	const struct material_ops *ops = law();
	_Alignas(64) char self[BYTES] = {0};
	double hc[HISTORY] = {0}, ht[HISTORY] = {0};

	for (int k = 0; k < BOUC_WEN_PARAMETERS; k++)
		memcpy(self + ops->params[k].offset, &p[k], sizeof(double));
	ASSERT(ops->nstate(self) <= HISTORY);
	for (int i = 0; i < n; i++) {
		struct material_io io = {.strain = u[i], .dt = 1.0};

		ops->respond(self, hc, ht, &io);
		memcpy(hc, ht, sizeof(hc));
		ret_r[i] = io.stress;
	}
}

/* The whole law from the free parameters. */
static void expand(const struct job *j, const double *q, double *ret_p)
{
	for (int k = 0; k < FREE; k++)
		ret_p[BOX[k].at] = BOX[k].relative ? q[k] * j->first[BOX[k].at] : q[k];
	ret_p[BOUC_WEN_BETA] = 1.0 - ret_p[BOUC_WEN_GAMMA];
}

static void residual(void *ctx, const double *q, double *ret_r)
{
	const struct job *j = ctx;
	double p[BOUC_WEN_PARAMETERS];

	expand(j, q, p);
	bouc_wen_path(p, j->loop.n, j->loop.u, ret_r);
	vec_add(j->loop.n, -1.0, j->loop.r, ret_r);
}

/* ---- samples -------------------------------------------------------------------------------------------------- */

bool calibrate_gather_init(struct calibrate_gather *g, int64_t total, struct arena *mem)
{
	*g = (struct calibrate_gather){.total = total};
	g->u = ARENA_ARRAY(mem, CALIBRATE_MOST, double);
	g->r = ARENA_ARRAY(mem, CALIBRATE_MOST, double);
	return g->u && g->r;
}

static void close_group(struct calibrate_gather *g)
{
	if (g->in_group == 0)
		return;
	g->u[g->n] = g->sum_u / (double)g->in_group;
	g->r[g->n++] = g->sum_r / (double)g->in_group;
	g->sum_u = g->sum_r = 0.0;
	g->in_group = 0;
}

void calibrate_gather_add(struct calibrate_gather *g, double u, double r)
{
	int64_t groups = g->total < CALIBRATE_MOST ? g->total : CALIBRATE_MOST;
	int group = (int)(g->at * groups / g->total);

	ASSERT(g->at < g->total);
	if (group != g->group)
		close_group(g);
	g->group = group;
	g->sum_u += u;
	g->sum_r += r;
	g->in_group++;
	g->at++;
}

struct calibrate_loop calibrate_gather_loop(struct calibrate_gather *g)
{
	close_group(g);
	return (struct calibrate_loop){.n = g->n, .u = g->u, .r = g->r};
}

/* From the smallest to the largest. */
static double travel(int n, const double *u)
{
	double lo = u[0], hi = u[0];

	for (int i = 1; i < n; i++) {
		lo = fmin(lo, u[i]);
		hi = fmax(hi, u[i]);
	}
	return hi - lo;
}

static int check(const struct calibrate_loop *l, struct err *e)
{
	static const char object[] = "calibrate";

	if (l->n < CALIBRATE_LEAST) {
		err_set(e, ERR_RANGE, object, "too few samples of the loop");
		err_value(e, "%d", l->n);
		err_allowed(e, "%d or more", CALIBRATE_LEAST);
		return ERR_RANGE;
	}
	if (!vec_finite(l->n, l->u) || !vec_finite(l->n, l->r))
		return err_set(e, ERR_NONFINITE, object, "a measured value is not a finite number");
	if (travel(l->n, l->u) == 0.0 || vec_max(l->n, l->r) == 0.0) {
		err_set(e, ERR_RANGE, object, travel(l->n, l->u) == 0.0 ? "the specimen did not move" : "no force was measured");
		err_hint(e, "is this the channel that was tested?");
		return ERR_RANGE;
	}
	return 0;
}

/* A loop within the noise of its transducer says nothing about a specimen. */
static int check_size(const struct calibrate_loop *l, double noise, struct err *e)
{
	if (travel(l->n, l->u) >= LEAST_TRAVEL * noise)
		return 0;
	err_set(e, ERR_RANGE, "calibrate", "the loop is too small: the specimen moved hardly more than the noise of its transducer");
	err_value(e, "%.3g, noise %.3g", travel(l->n, l->u), noise);
	err_allowed(e, "%g times the noise or more", LEAST_TRAVEL);
	return ERR_RANGE;
}

/* ---- both laws ------------------------------------------------------------------------------------------------ */

/* Through the origin: k = u'r / u'u. */
static double slope(int n, const double *u, const double *r)
{
	double uu = vec_dot(n, u, u);

	return uu > 0.0 ? vec_dot(n, u, r) / uu : 0.0;
}

static void fit_linear(const struct calibrate_loop *l, struct calibrate *c)
{
	double sum = 0.0;
	int early = 0;

	c->linear_k = slope(l->n, l->u, l->r);
	for (int i = 0; i < l->n; i++)
		sum += pow(l->r[i] - c->linear_k * l->u[i], 2);
	c->linear_rms = sqrt(sum / l->n);
	c->linear_error = sqrt(sum / (l->n - 1) / vec_dot(l->n, l->u, l->u));
	while (early < l->n && fabs(l->r[early]) <= EARLY * c->r_max)
		early++;
	c->early_k = slope(early, l->u, l->r);
	if (early < CALIBRATE_LEAST / 4 || c->early_k <= 0.0)
		c->early_k = c->r_max / c->u_max;
}

static int fit_bouc_wen(struct job *j, struct arena *mem, struct calibrate *c, struct err *e)
{
	struct fit_parameter box[FREE];
	struct fit f = {.n = FREE, .m = j->loop.n, .parameter = box, .ctx = j, .residual = residual, .steps_max = STEPS,
	                .floor = ROUNDING * c->r_max, .tolerance = 1e-10};
	int code = 0;

	for (int k = 0; k < FREE; k++)
		box[k] = (struct fit_parameter){.lo = BOX[k].lo, .hi = BOX[k].hi, .scale = BOX[k].scale};
	c->rms = INFINITY;
	for (size_t s = 0; s < COUNT(STARTS) && !code && c->rms > f.floor; s++) {
		const double q[FREE] = {1.0, 1.0, STARTS[s].alpha, STARTS[s].gamma, STARTS[s].n};
		struct fit_result x;

		code = fit_run(&f, q, mem, &x, e);
		if (code || !(x.rms < c->rms))
			continue;
		expand(j, x.p, c->p);
		for (int k = 0; k < FREE; k++) {
			c->error[BOX[k].at] = BOX[k].relative ? x.error[k] * j->first[BOX[k].at] : x.error[k];
			c->bound[BOX[k].at] = x.bound[k];
		}
		c->error[BOUC_WEN_BETA] = c->error[BOUC_WEN_GAMMA];
		c->bound[BOUC_WEN_BETA] = c->bound[BOUC_WEN_GAMMA];
		c->rms = x.rms;
		c->converged = x.converged;
	}
	return code;
}

int calibrate_run(const struct calibrate_loop *loop, struct arena *mem, struct calibrate *ret, struct err *e)
{
	struct job j = {.loop = *loop};
	struct calibrate c = {0};
	int code = check(loop, e);

	if (code)
		return code;
	double *u = ARENA_ARRAY(mem, (size_t)loop->n, double), *room = ARENA_ARRAY(mem, (size_t)loop->n, double);

	if (!u || !room)
		return err_set(e, ERR_MEMORY, "calibrate", "no memory for its samples");
	vec_copy(loop->n, loop->u, u);
	c.noise_u = quiet_path(loop->n, u, room);
	code = check_size(loop, c.noise_u, e);
	if (code)
		return code;
	j.loop.u = u;
	c.samples = j.loop.n;
	c.u_max = vec_max(j.loop.n, j.loop.u);
	c.r_max = vec_max(j.loop.n, j.loop.r);
	fit_linear(&j.loop, &c);
	j.first[BOUC_WEN_K] = c.early_k;
	j.first[BOUC_WEN_UY] = c.r_max / c.early_k;
	code = fit_bouc_wen(&j, mem, &c, e);
	c.yields = c.rms < BETTER * c.linear_rms;
	if (!code)
		*ret = c;
	return code;
}

void calibrate_words(const struct calibrate *c, int tag, bool linear, char *ret_line, int size)
{
	int n = snprintf(ret_line, (size_t)size, "uniaxialMaterial %s %d", linear ? "Elastic" : law()->name, tag);

	if (linear)
		snprintf(ret_line + n, (size_t)(size - n), " %.8g", c->linear_k);
	for (int k = 0; !linear && k < BOUC_WEN_PARAMETERS && n < size; k++)
		n += snprintf(ret_line + n, (size_t)(size - n), " %.8g", c->p[k]);
}

bool calibrate_vague(const struct calibrate *c, enum bouc_wen_parameter k)
{
	bool shape = k == BOUC_WEN_ALPHA || k == BOUC_WEN_GAMMA || k == BOUC_WEN_BETA;

	return !(c->error[k] <= VAGUE * fmax(fabs(c->p[k]), shape ? 0.4 : 0.0));
}
