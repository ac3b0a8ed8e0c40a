/* Nonlinear dashpot in series with a spring (a damper with its brace), with an optional gap at the pins.
 *
 *   F' = K (v - sgn(F) (|F|/C)^(1/alpha)),   v linear within the step,
 * integrated over the step with sub-steps that are halved until the error of the chosen method is small, and where the force changes its sign until two halves
 * agree with the whole:
 *   1  Dormand-Prince 5(4)   2  Adams-Bashforth-Moulton of order 6, started by 1   3  Rosenbrock triple.
 * A spring so stiff that the method is unstable in the shortest sub-step (h dF'/dF beyond STABLE, or a force beyond the last one and that of the
 * dashpot at the largest velocity) is gone on with by backward Euler, which no spring makes unstable, from the whole rest of the step on, by the
 * difference between a sub-step and its two halves.
 * A gap keeps the force at zero after a change of sign until the deformation has moved by LGap.
 * Akcelyan, Lignos, Hikino, Soil Dyn. Earthq. Eng. 113 (2018) 488-502, doi:10.1016/j.soildyn.2018.06.021 (adaptive solution);
 * Shampine, Reichelt, SIAM J. Sci. Comput. 18 (1997), doi:10.1137/S1064827594276424 (triple).
 * Tangent and damping tangent are zero, as in the peer: the force of a step is treated as a load by the iteration.
 */
#include "material/material_common.h"

#include <float.h>

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
	double most; /* the dashpot gives way beyond: no exact force is larger */
	bool stiff;  /* by backward Euler from here on                         */
};

static const double STABLE = 1.0;

static double slope(const void *ctx, double t, double f)
{
	const struct step *s = ctx;
	double flow = pow(fabs(f) / s->x->c, 1.0 / s->x->alpha);
	return s->x->k * (s->v0 + s->acc * t - (f < 0.0 ? -flow : flow));
}

/* Six intervals. The rule needs six slopes: those of the first five ends are found by method 1, for a start with rules of lower order would leave errors that
 * the difference of the last prediction and its correction does not see. */
static double adams(const struct step *s, double t, double y, double h, double *ret_error)
{
	enum { ORDER = 6 };
	static const double predict[ORDER] = { 4277, -7923, 9982, -7298, 2877, -475 }, correct[ORDER] = { 475, 1427, -798, 482, -173, 27 };
	double f[ORDER + 1], p = 0.0, c = 0.0, guess, start = 0.0, error;
	h /= ORDER;
	for (int i = 0; i < ORDER; i++) {
		f[i] = slope(s, t + i * h, y);
		if (i + 1 < ORDER) {
			y = material_rk54(slope, s, t + i * h, y, h, &error);
			start += fabs(error);
		}
	}
	for (int j = 0; j < ORDER; j++)
		p += predict[j] * f[ORDER - 1 - j];
	guess = y + h / 1440.0 * p;
	f[ORDER] = slope(s, t + ORDER * h, guess);
	for (int j = 0; j < ORDER; j++)
		c += correct[j] * f[ORDER - j];
	y += h / 1440.0 * c;
	*ret_error = fabs(guess - y) + start;
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

/* F + h K sgn F (|F|/C)^(1/alpha) = y + h K v at the end: both terms have the sign of the right side, which bounds F by each. Newton, between bounds. */
static double euler(const struct step *s, double t, double y, double h)
{
	enum { PASSES = 60 };
	const struct viscous_damper *x = s->x;
	double hk = h * x->k, right = y + hk * (s->v0 + s->acc * (t + h)), lo = 0.0, hi = fmin(fabs(right), x->c * pow(fabs(right) / hk, x->alpha)), f = hi;
	for (int i = 0; i < PASSES && f > 0.0; i++) {
		double flow = hk * pow(f / x->c, 1.0 / x->alpha), excess = f + flow - fabs(right), next = f - excess / (1.0 + flow / (x->alpha * f));
		if (excess > 0.0)
			hi = f;
		else
			lo = f;
		if (fabs(next - f) <= DBL_EPSILON * f)
			break;
		f = next > lo && next < hi ? next : 0.5 * (lo + hi);
	}
	return copysign(f, right);
}

static double two_eulers(const struct step *s, double t, double y, double h, double *ret_error)
{
	double end = euler(s, t + 0.5 * h, euler(s, t, y, 0.5 * h), 0.5 * h);
	*ret_error = end - euler(s, t, y, h);
	return end;
}

static bool possible(const struct step *s, double force)
{
	return fabs(force) <= s->most * (1.0 + s->x->rel_tol) + s->x->abs_tol;
}

static bool too_stiff(const struct step *s, double force, double h)
{
	const struct viscous_damper *x = s->x;
	return !possible(s, force) || h * x->k / (x->alpha * x->c) * pow(fabs(force) / x->c, 1.0 / x->alpha - 1.0) > STABLE;
}

static double sub_step(const struct step *s, double t, double y, double h, double *ret_error)
{
	if (s->stiff)
		return two_eulers(s, t, y, h, ret_error);
	switch (s->x->method) {
	case 2: return adams(s, t, y, h, ret_error);
	case 3: return rosenbrock(s, t, y, h, ret_error);
	default: return material_rk54(slope, s, t, y, h, ret_error);
	}
}

static bool small(const struct viscous_damper *x, double error, double force)
{
	return fabs(error) <= x->rel_tol * fabs(force) || fabs(error) <= x->abs_tol;
}

/* Where the force changes its sign the law has a corner: the error that the method finds passes through zero there while the true one is a hundred times
 * as large. Such a sub-step is judged by its two halves. */
static bool halves_agree(const struct step *s, double t, double y, double h, double *ret_end)
{
	double error, middle = sub_step(s, t, y, 0.5 * h, &error), end = sub_step(s, t + 0.5 * h, middle, 0.5 * h, &error);
	bool good = small(s->x, end - *ret_end, end);
	*ret_end = end;
	return good;
}

/* Parts are powers of two, so their sum reaches 1 exactly; a part once halved stays so until the end of the step. */
static double integrate(struct step *s, double y, double dt)
{
	const struct viscous_damper *x = s->x;
	double part = 1.0, least = ldexp(1.0, -x->max_half), done = 0.0, error;
	while (done < 1.0) {
		double end = sub_step(s, done * dt, y, part * dt, &error);
		bool good = possible(s, end) && small(x, error, end) && (y * end >= 0.0 || halves_agree(s, done * dt, y, part * dt, &end));
		if (!good && part <= least && !s->stiff && (too_stiff(s, y, part * dt) || too_stiff(s, end, part * dt))) {
			s->stiff = true;
			for (part = 1.0; done + part > 1.0;)
				part *= 0.5;
		} else if (good || part <= least) {
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
		double most = fmax(fabs(force), x->c * pow(fmax(fabs(hc[RATE]), fabs(io->rate)), x->alpha));
		struct step s = { x, hc[RATE], (io->rate - hc[RATE]) / io->dt, most, false };
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
