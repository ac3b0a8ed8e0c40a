/* Nonlinear dashpot in series with a spring (a damper with its brace), with an optional gap at the pins.
 *
 *   F' = K (v - sgn(F) (|F|/C)^(1/alpha)),   v linear within the step,
 * integrated over the step with sub-steps that are halved until the error of the chosen method is small:
 *   1  Dormand-Prince 5(4)   2  Adams-Bashforth-Moulton, six sub-intervals, orders 1 to 6   3  Rosenbrock triple.
 * A gap keeps the force at zero after a change of sign until the deformation has moved by LGap.
 * Akcelyan, Lignos, Hikino, Soil Dyn. Earthq. Eng. 113 (2018) 488-502, doi:10.1016/j.soildyn.2018.06.021 (adaptive solution);
 * Shampine, Reichelt, SIAM J. Sci. Comput. 18 (1997), doi:10.1137/S1064827594276424 (triple).
 * Tangent and damping tangent are zero, as in the peer: the force of a step is treated as a load by the iteration.
 */
#include "material/material_common.h"

struct viscous_damper {
	double k, c, alpha, gap, rel_tol, abs_tol;
	int method, max_half;
};

static const struct param params[] = {
	{ "K", PARAM_REAL, offsetof(struct viscous_damper, k), true, 0, RANGE_POSITIVE, "stiffness of the spring" },
	{ "C", PARAM_REAL, offsetof(struct viscous_damper, c), true, 0, RANGE_POSITIVE, "damping coefficient [force (time/length)^alpha]" },
	{ "Alpha", PARAM_REAL, offsetof(struct viscous_damper, alpha), true, 0, RANGE_POSITIVE, "power of the velocity" },
	{ "LGap", PARAM_REAL, offsetof(struct viscous_damper, gap), false, 0, RANGE_NONNEG, "length of the gap" },
	{ "NM", PARAM_INT, offsetof(struct viscous_damper, method), false, 1, { 1, 3, false, false }, "method: 1 Dormand-Prince, 2 Adams, 3 Rosenbrock" },
	{ "RelTol", PARAM_REAL, offsetof(struct viscous_damper, rel_tol), false, 1e-6, RANGE_POSITIVE, "relative error of a sub-step" },
	{ "AbsTol", PARAM_REAL, offsetof(struct viscous_damper, abs_tol), false, 1e-10, RANGE_POSITIVE, "absolute error of a sub-step [force]" },
	{ "MaxHalf", PARAM_INT, offsetof(struct viscous_damper, max_half), false, 15, { 0, 20, false, false }, "how often the step may be halved" },
	{ 0 },
};

enum { STRAIN, STRESS, RATE, GAP_P, GAP_N, NSTATE };

struct step {
	const struct viscous_damper *x;
	double v0, acc;
};

static double slope(const void *ctx, double t, double f)
{
	const struct step *s = ctx;
	double flow = pow(fabs(f) / s->x->c, 1.0 / s->x->alpha);
	return s->x->k * (s->v0 + s->acc * t - (f < 0.0 ? -flow : flow));
}

static double adams(const struct step *s, double t, double y, double h, double *ret_error)
{
	enum { ORDER = 6 };
	static const double scale[ORDER] = { 1, 1.0 / 2, 1.0 / 12, 1.0 / 24, 1.0 / 720, 1.0 / 1440 };
	static const double predict[ORDER][ORDER] = {
		{ 1 }, { 3, -1 }, { 23, -16, 5 }, { 55, -59, 37, -9 }, { 1901, -2774, 2616, -1274, 251 },
		{ 4277, -7923, 9982, -7298, 2877, -475 },
	};
	static const double correct[ORDER][ORDER] = {
		{ 1 }, { 1, 1 }, { 5, 8, -1 }, { 9, 19, -5, 1 }, { 251, 646, -264, 106, -19 },
		{ 475, 1427, -798, 482, -173, 27 },
	};
	double f[ORDER + 1], guess = y;
	h /= ORDER;
	f[0] = slope(s, t, y);
	for (int i = 0; i < ORDER; i++) {
		double p = 0.0, c = 0.0;
		for (int j = 0; j <= i; j++)
			p += predict[i][j] * f[i - j];
		guess = y + h * scale[i] * p;
		f[i + 1] = slope(s, t + (i + 1) * h, guess);
		for (int j = 0; j <= i; j++)
			c += correct[i][j] * f[i + 1 - j];
		y += h * scale[i] * c;
	}
	*ret_error = guess - y;
	return y;
}

static double rosenbrock(const struct step *s, double t, double y, double h, double *ret_error)
{
	const struct viscous_damper *x = s->x;
	const double d = 1.0 / (2.0 + sqrt(2.0)), e32 = 6.0 + sqrt(2.0);
	double load = fmax(fabs(y) / x->c, 1e-12); /* keeps the Jacobian of alpha > 1 finite */
	double jacobian = -x->k / (x->alpha * x->c) * pow(load, 1.0 / x->alpha - 1.0);
	double w = 1.0 - h * d * jacobian, in_time = h * d * x->k * s->acc;
	double f0 = slope(s, t, y);
	double k1 = (f0 + in_time) / w;
	double f1 = slope(s, t + 0.5 * h, y + 0.5 * h * k1);
	double k2 = (f1 - k1) / w + k1;
	double end = y + h * k2;
	double f2 = slope(s, t + h, end);
	double k3 = (f2 - e32 * (k2 - f1) - 2.0 * (k1 - f0) + in_time) / w;
	*ret_error = h / 6.0 * (k1 - 2.0 * k2 + k3);
	return end;
}

static double sub_step(const struct step *s, double t, double y, double h, double *ret_error)
{
	switch (s->x->method) {
	case 2: return adams(s, t, y, h, ret_error);
	case 3: return rosenbrock(s, t, y, h, ret_error);
	default: return material_rk54(slope, s, t, y, h, ret_error);
	}
}

/* Parts are powers of two, so their sum reaches 1 exactly; a part once halved stays so until the end of the step. */
static double integrate(const struct step *s, double y, double dt)
{
	const struct viscous_damper *x = s->x;
	double part = 1.0, least = ldexp(1.0, -x->max_half), done = 0.0, error;
	while (done < 1.0) {
		double end = sub_step(s, done * dt, y, part * dt, &error);
		bool good = fabs(error) <= x->rel_tol * fabs(end) || fabs(error) <= x->abs_tol;
		if (good || part <= least) {
			y = end;
			done += part;
		} else {
			part *= 0.5;
		}
	}
	return y;
}

/* The force with the gap at the pins; notes in ht where the gap began to open. */
static double across_gap(const struct viscous_damper *x, const double *hc, double *ht, double strain, double force)
{
	double dstrain = strain - hc[STRAIN], from = hc[STRESS];
	if (force * from < 0.0) {
		int now = force > 0.0 ? GAP_P : GAP_N, other = force > 0.0 ? GAP_N : GAP_P;
		ht[now] = hc[STRAIN] + dstrain * fabs(force) / fabs(force - from);
		ht[other] = 0.0;
		return fabs(strain - ht[now]) < x->gap ? 0.0 : force;
	}
	if (from != 0.0)
		return force;
	if (ht[GAP_P] != 0.0 && strain > ht[GAP_P] && strain - ht[GAP_P] < x->gap)
		return 0.0;
	if (ht[GAP_N] != 0.0 && strain < ht[GAP_N] && ht[GAP_N] - strain < x->gap)
		return 0.0;
	return force;
}

static int nstate(const void *self)
{
	(void)self;
	return NSTATE;
}

static void respond(const void *self, const double *hc, double *ht, struct material_io *io)
{
	const struct viscous_damper *x = self;
	double force = hc[STRESS];
	memcpy(ht, hc, NSTATE * sizeof(*ht));
	if (io->dt > 0.0) {
		struct step s = { x, hc[RATE], (io->rate - hc[RATE]) / io->dt };
		force = integrate(&s, force, io->dt);
		if (x->gap > 0.0)
			force = across_gap(x, hc, ht, io->strain, force);
	}
	ht[STRAIN] = io->strain;
	ht[STRESS] = force;
	ht[RATE] = io->rate;
	io->stress = force;
	io->tangent = 0.0;
	io->damp = 0.0;
}

static double initial(const void *self)
{
	(void)self;
	return 0.0;
}

const struct material_ops material_viscous_damper = {
	.name = "ViscousDamper",
	.brief = "nonlinear viscous damper with the flexibility of its brace",
	.cite = "Akcelyan, Lignos, Hikino, Soil Dyn. Earthq. Eng. 113 (2018), doi:10.1016/j.soildyn.2018.06.021",
	.example = "300 8 0.4",
	.params = params,
	.claims = { .rate = true, .inexact = true, .strain = 0.02 },
	.size = sizeof(struct viscous_damper),
	.nstate = nstate,
	.respond = respond,
	.initial = initial,
};
