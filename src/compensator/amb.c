/* Adaptive model-based compensation: the inverse of an actuator of third order without zeros, its coefficients followed while it moves.
 *
 *   u = sum_j theta_j D^j x,  j = 0 .. 3
 *   theta' = Gamma eps phi,   eps = (u_f - theta'phi) / (1 + phi'phi),   theta >= 0
 *
 * phi: the measured displacement and its derivatives behind a filter (Butterworth, order 4), u_f: what was sent behind the same. The law is integrated by
 * the implicit Euler rule, which is stable for any tick:  theta += tick Gamma phi (u_f - theta'phi) / (1 + phi'phi + tick phi'Gamma phi).
 *
 * Derivatives: of x those that come with the command (the jerk is the difference of the accelerations), of what is measured the states of the filter.
 * With -differences both are backward differences, D x = (x_k - x_{k-1}) / tick, as the authors take them: each is late by half a tick an order, the same on
 * both sides, and theta learns it. A corner of the command is a blow then, of theta_3/tick^2 times the change of its velocity.
 *
 * In a hold nothing is measured but noise, and the gradient, which is never without a direction, would take all that was learnt away. The command has no
 * noise of the transducer: theta_j changes while D^j x behind the same filter shows in phi_j, its mean square over the last periods at least SHOWS of that
 * of phi_j, as in any motion that the actuator follows; else it stays as it is.
 * Defaults of Gamma: for the benchmark of Silva et al., in m and s. Galmez, Fermandois,
 * Struct. Control Health Monit., 2022.
 */
#include "compensator/butterworth.h"

#include "experiment/compensator.h"
#include "experiment/laboratory.h"
#include "plugin.h"

enum { TERMS = 4, FILTER_ORDER = 4 };

static const double SHOWS = 0.25;        /* mean square of what is wanted over that of what is measured, of a derivative that is learnt from */
static const double MEMORY = 2.0;        /* of the mean squares, in periods of the cut-off */
static const double MOST = 1e300;        /* of a mean square: it comes back from any finite reading */

struct amb {
	double tau, cutoff_hz;
	double theta[TERMS], gamma[TERMS];
	bool differences;
};

struct learning {
	double theta[TERMS];
	double sent;                       /* last tick, as the next two: displacement and derivatives, of the command and behind the filter */
	double wished[TERMS], felt[TERMS];
	double keep;                       /* of the mean squares, at a tick */
	double wanted[TERMS], heard[TERMS];    /* they: of the command and of what is measured, behind the filter */
	struct butterworth filter;
	struct butterworth_signal u, m, x;     /* sent, measured, wanted */
};

static const struct param params[] = {
	{ .name = "tau", .kind = PARAM_REAL, .offset = offsetof(struct amb, tau), .required = true, .range = RANGE_NONNEG,
	  .help = "delay to begin with: theta 1, tau, tau^2/2, tau^3/6 [s of laboratory time]" },
	{ .name = "-cutoff", .kind = PARAM_REAL, .offset = offsetof(struct amb, cutoff_hz), .def = 20.0, .range = RANGE_POSITIVE,
	  .help = "of the filters [Hz]" },
	{ .name = "-differences", .kind = PARAM_FLAG, .offset = offsetof(struct amb, differences),
	  .help = "all derivatives are backward differences, as published; without: those that come with the command, and those of the filter" },
	{ .name = "-theta t0 t1 t2 t3", .kind = PARAM_ROW, .help = "coefficients to begin with, instead of those of tau" },
	{ .name = "-gamma g0 g1 g2 g3", .kind = PARAM_ROW, .help = "gains of learning; default 10^8.4 10^6.2 10^2.1 10^0.8, for lengths in m" },
	{ 0 },
};

static int terms_read(struct args *a, const char *name, struct laboratory *lab, double *ret_x, struct err *e)
{
	double *x;
	int n, code = args_list_real(a, name, RANGE_NONNEG, TERMS, &lab->arena, &x, &n, e);

	if (code)
		return code;
	if (n != TERMS) {
		err_set(e, ERR_ARGUMENT, a->object, "%s has another number of values", name);
		err_value(e, "%d", n);
		err_allowed(e, "%d", TERMS);
		return ERR_ARGUMENT;
	}
	memcpy(ret_x, x, TERMS * sizeof(double));
	return 0;
}

static int setup(void *self, struct args *a, struct laboratory *lab, struct err *e)
{
	struct amb *c = self;
	const double theta[TERMS] = {1.0, c->tau, c->tau * c->tau / 2.0, c->tau * c->tau * c->tau / 6.0};
	const double gamma[TERMS] = {pow(10.0, 8.4), pow(10.0, 6.2), pow(10.0, 2.1), pow(10.0, 0.8)};
	int code = 0;

	memcpy(c->theta, theta, sizeof(theta));
	memcpy(c->gamma, gamma, sizeof(gamma));
	while (args_more(a) && !code) {
		int at = a->at;

		if (args_accept(a, "-theta"))
			code = terms_read(a, "-theta", lab, c->theta, e);
		else if (args_accept(a, "-gamma"))
			code = terms_read(a, "-gamma", lab, c->gamma, e);
		else
			code = param_options(params, c, a, e);
		if (!code && a->at == at)
			return args_end(a, e);
	}
	return code;
}

static int nstate(const void *self, double dt, double delay_most)
{
	(void)self;
	(void)dt;
	(void)delay_most;
	return sizeof(struct learning) / sizeof(double);
}

static void start(const void *self, double *h, double dt, double delay_most, double x)
{
	const struct amb *c = self;
	struct learning *l = (struct learning *)h;

	(void)delay_most;
	memcpy(l->theta, c->theta, sizeof(l->theta));
	l->sent = l->wished[0] = l->felt[0] = x;
	l->keep = exp(-dt * c->cutoff_hz / MEMORY);
	butterworth_start(&l->filter, FILTER_ORDER, c->cutoff_hz, dt);
	butterworth_rest(&l->u, x);
	butterworth_rest(&l->m, x);
	butterworth_rest(&l->x, x);
}

/* x and its backward differences; last: the same one tick before, and this one after. */
static void differences(double x, double dt, double *last, double *ret)
{
	for (int j = 0; j < TERMS; j++)
		ret[j] = j ? (ret[j - 1] - last[j - 1]) / dt : x;
	memcpy(last, ret, TERMS * sizeof(double));
}

/* Does the command show in this derivative of what is measured? */
static bool shows(struct learning *l, int j, double phi)
{
	double x = butterworth_derivative(&l->filter, &l->x, j);

	l->wanted[j] = fmin(l->keep * l->wanted[j] + x * x, MOST);
	l->heard[j] = fmin(l->keep * l->heard[j] + phi * phi, MOST);
	return l->wanted[j] >= SHOWS * l->heard[j];
}

static void learn(const struct amb *c, struct learning *l, const struct compensator_io *io)
{
	double phi[TERMS], gain[TERMS], error, size = 1.0;

	butterworth_step(&l->filter, &l->u, l->sent);
	butterworth_step(&l->filter, &l->m, io->measured);
	butterworth_step(&l->filter, &l->x, io->wish.x);
	for (int j = 0; j < TERMS; j++)
		phi[j] = butterworth_derivative(&l->filter, &l->m, j);
	if (c->differences)
		differences(phi[0], io->dt, l->felt, phi);
	error = butterworth_derivative(&l->filter, &l->u, 0) - vec_dot(TERMS, l->theta, phi);
	for (int j = 0; j < TERMS; j++) {
		gain[j] = shows(l, j, phi[j]) ? c->gamma[j] : 0.0;
		size += phi[j] * phi[j] * (1.0 + io->dt * gain[j]);
	}
	if (!isfinite(error) || !isfinite(size))
		return;
	for (int j = 0; j < TERMS; j++)
		l->theta[j] = fmax(l->theta[j] + io->dt * gain[j] * phi[j] * error / size, 0.0);
}

static double apply(const void *self, double *h, const struct compensator_io *io)
{
	const struct amb *c = self;
	struct learning *l = (struct learning *)h;
	double x = io->wish.x, d[TERMS] = {x, io->wish.v, io->wish.a, (io->wish.a - l->wished[2]) / io->dt}, u;

	learn(c, l, io);
	if (c->differences)
		differences(x, io->dt, l->wished, d);
	else
		l->wished[2] = io->wish.a;
	u = vec_dot(TERMS, l->theta, d);
	l->sent = fmin(fmax(u, x - io->limit), x + io->limit);
	return u;
}

static int learnt(const void *self, const double *h, double *ret_x)
{
	(void)self;
	memcpy(ret_x, ((const struct learning *)h)->theta, TERMS * sizeof(double));
	return TERMS;
}

const struct compensator_ops compensator_amb = {
	.name = "AMB",
	.brief = "Adaptive model-based: the inverse of a third-order actuator, its coefficients learnt by a normalised gradient",
	.cite = "Galmez, Fermandois 2022",
	.example = "0.0123",
	.params = params,
	.claims = {.learns = true},
	.size = sizeof(struct amb),
	.setup = setup,
	.nstate = nstate,
	.start = start,
	.apply = apply,
	.learnt = learnt,
};
