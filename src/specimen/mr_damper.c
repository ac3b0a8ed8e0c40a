/* A magnetorheological damper: the phenomenological model of Spencer, Dyke, Sain and Carlson,
 *
 *   f  = c1 y' + k1 (x - x0)
 *   y' = (alpha z + c0 x' + k0 (x - y)) / (c0 + c1)
 *   z' = -gamma |x' - y'| z |z|^(n-1) - beta (x' - y') |z|^n + A (x' - y')
 *   u' = -eta (u - V),   alpha = alpha_a + alpha_b u,   c0 = c0_a + c0_b u,   c1 = c1_a + c1_b u,
 *
 * V the voltage at the current driver. Runge-Kutta of order 4 in at most 400 sub-ticks; the velocity runs straight during the tick, to its
 * value at the end, with the mean that the displacement asks for. J. Eng. Mech. 123(3), 1997, 230-238,
 * doi:10.1061/(ASCE)0733-9399(1997)123:3(230); defaults: its parameters of a prototype, in N, m, s. Its accumulator pushes with k1 x0 at rest.
 */
#include "specimen/specimen_common.h"

#include "math/rk4.h"
#include "plugin.h"

enum { SUBS_MOST = 400 };

struct damper {
	double c0_a, c0_b, k0, c1_a, c1_b, k1, x0, alpha_a, alpha_b, gamma, beta, a, n, eta;
	struct dial voltage;
};

enum { Y, Z, U, ORDER, X = ORDER, NSTATE };

struct path {                                  /* of one tick: x = x0 + v0 t + slope t^2/2 */
	const struct damper *damper;
	double x0, v0, slope, volt;
};

static int setup(void *self, struct args *a, struct specimen *sp, struct laboratory *lab, const struct model *m, struct err *e)
{
	(void)sp;
	(void)lab;
	return dial_find(&((struct damper *)self)->voltage, m, a->object, e);
}

static int nstate(const void *self)
{
	(void)self;
	return NSTATE;
}

static double y_rate(const struct damper *d, const double *s, double x, double v)
{
	double c0 = d->c0_a + d->c0_b * s[U], c1 = d->c1_a + d->c1_b * s[U], alpha = d->alpha_a + d->alpha_b * s[U];

	return (alpha * s[Z] + c0 * v + d->k0 * (x - s[Y])) / (c0 + c1);
}

static void derivative(const void *system, double t, const double *s, double *ret)
{
	const struct path *p = system;
	const struct damper *d = p->damper;
	double v = p->v0 + p->slope * t, x = p->x0 + p->v0 * t + 0.5 * p->slope * t * t, slip, size;

	ret[Y] = y_rate(d, s, x, v);
	slip = v - ret[Y];
	size = power(fabs(s[Z]), d->n - 1.0);
	ret[Z] = d->a * slip - d->gamma * fabs(slip) * s[Z] * size - d->beta * slip * fabs(s[Z]) * size;
	ret[U] = -d->eta * (s[U] - p->volt);
}

/* So many that the fastest of the three equations moves by a quarter of its time constant at most. */
static int sub_ticks(const struct damper *d, const double *s, double dt, double speed)
{
	double alpha = d->alpha_a + d->alpha_b * fabs(s[U]), z = pow(d->a / (d->gamma + d->beta), 1.0 / d->n);
	double fastest = d->eta + alpha * d->a / (d->c0_a + d->c1_a) + d->n * d->a * speed / z;

	return (int)fmin(fmax(ceil(4.0 * dt * fastest), 1.0), SUBS_MOST);
}

static int advance(const void *self, double *h, double t, double dt, const struct motion *to, double *ret_f)
{
	const struct damper *d = self;

	if (dt > 0.0) {
		double mean = (to->x - h[X]) / dt, v0 = 2.0 * mean - to->v;
		struct path p = {.damper = d, .x0 = h[X], .v0 = v0, .slope = (to->v - v0) / dt, .volt = dial_at(&d->voltage, t)};
		int n = sub_ticks(d, h, dt, fmax(fabs(v0), fabs(to->v)));

		for (int i = 0; i < n; i++)
			rk4_step(ORDER, derivative, &p, i * (dt / n), dt / n, h);
	}
	h[X] = to->x;
	*ret_f = (d->c1_a + d->c1_b * h[U]) * y_rate(d, h, to->x, to->v) + d->k1 * (to->x - d->x0);
	return 0;
}

#define REAL(word, member, value, allowed, text) \
	{ .name = word, .kind = PARAM_REAL, .offset = offsetof(struct damper, member), .def = value, .range = allowed, .help = text }

static const struct param params[] = {
	REAL("-voltage", voltage.value, 0.0, RANGE_NONNEG, "V at the current driver [V]"),
	{ .name = "-series", .kind = PARAM_TAG, .offset = offsetof(struct damper, voltage.tag),
	  .help = "timeSeries by which the voltage is multiplied, in laboratory time" },
	REAL("-c0a", c0_a, 2100.0, RANGE_NONNEG, "damping at large velocities [force s/length]"),
	REAL("-c0b", c0_b, 350.0, RANGE_NONNEG, "the same, a volt"),
	REAL("-k0", k0, 4690.0, RANGE_NONNEG, "stiffness at large velocities [force/length]"),
	REAL("-c1a", c1_a, 28300.0, RANGE_POSITIVE, "damping that rolls off at small velocities [force s/length]"),
	REAL("-c1b", c1_b, 295.0, RANGE_NONNEG, "the same, a volt"),
	REAL("-k1", k1, 500.0, RANGE_NONNEG, "stiffness of the accumulator [force/length]"),
	REAL("-x0", x0, 0.143, RANGE_ANY, "its displacement at rest [length]"),
	REAL("-alphaa", alpha_a, 14000.0, RANGE_NONNEG, "force of z [force/length]"),
	REAL("-alphab", alpha_b, 69500.0, RANGE_NONNEG, "the same, a volt"),
	REAL("-gamma", gamma, 3.63e6, RANGE_POSITIVE, "shape of the loop [1/length^n]"),
	REAL("-beta", beta, 3.63e6, RANGE_NONNEG, "shape of the loop [1/length^n]"),
	REAL("-A", a, 301.0, RANGE_POSITIVE, "slope of z at zero"),
	REAL("-n", n, 2.0, ((struct range){1.0, 10.0, false, false}), "sharpness of the loop"),
	REAL("-eta", eta, 190.0, RANGE_POSITIVE, "rate at which the fluid follows the voltage [1/s of laboratory time]"),
	{ 0 },
};

const struct specimen_ops specimen_mr_damper = {
	.name = "MRDamper",
	.brief = "Magnetorheological damper, phenomenological Bouc-Wen model",
	.cite = "Spencer et al. 1997, doi:10.1061/(ASCE)0733-9399(1997)123:3(230)",
	.example = "-voltage 1.5",
	.params = params,
	.claims = {.passive = true, .amplitude = 0.015, .frequency_hz = 2.5},
	.size = sizeof(struct damper),
	.setup = setup,
	.nstate = nstate,
	.advance = advance,
};
