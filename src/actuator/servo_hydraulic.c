/* A servo-hydraulic actuator with valve, oil, moving mass and position loop.
 *
 *   loop      e = g u - x,  q = kp e + ki (integral of e) + kd e'
 *   valve     y'' + d1 y' + d0 y = b q
 *   oil       F' = -p F + y - n x'                 (leakage p, natural velocity feedback n)
 *   mass      m x'' + c x' + f = F                 (f: force of the specimen)
 *
 * The reference runs straight from tick to tick; with -held it is the new one during all of the tick, as a converter holds it.
 * Runge-Kutta of order 4, with sub-ticks of 1/4000 s or less (in ticks of more than a second 4000 of them). The force of the specimen is
 * known at the beginning of a tick only; during it the force goes on as in the last tick, without the inertia m_s of the specimen, which
 * the load cell feels, too: that part is m_s x'' at all times.
 * Defaults: the plant of the benchmark by Silva, Gomez, Maghareh, Dyke and Spencer, Mech. Syst. Signal Process. 135 (2020) 106381,
 * doi:10.1016/j.ymssp.2019.106381, in N, m, s, with the mass and damping of its specimen in the actuator and its stiffness in the specimen.
 */
#include "experiment/actuator.h"
#include "experiment/laboratory.h"
#include "math/rk4.h"
#include "plugin.h"

static const double SUB_TICK = 1.0 / 4000.0, SUB_TICKS_MOST = 4000.0;

struct servo {
	double gain, kp, ki, kd, b, d1, d0, p, n, mass, c, mass_s;
	bool held;
};

/* states, then what the next tick begins with */
enum { VALVE, VALVE_RATE, OIL, X, V, INTEGRAL, ORDER, A = ORDER, REFERENCE, FORCE, TICKED, NSTATE };

struct drive {          /* one tick: both run straight */
	const struct servo *servo;
	double u, u_rate;   /* reference */
	double f, f_rate;   /* force of the specimen without its inertia */
};

static int nstate(const void *self, double dt)
{
	(void)self;
	(void)dt;
	return NSTATE;
}

static double acceleration(const struct drive *d, double t, const double *y)
{
	const struct servo *s = d->servo;

	return (y[OIL] - s->c * y[V] - (d->f + d->f_rate * t)) / (s->mass + s->mass_s);
}

static void derivative(const void *system, double t, const double *y, double *ret)
{
	const struct drive *d = system;
	const struct servo *s = d->servo;
	double e = s->gain * (d->u + d->u_rate * t) - y[X], de = s->gain * d->u_rate - y[V];
	double q = s->kp * e + s->ki * y[INTEGRAL] + s->kd * de;

	ret[VALVE] = y[VALVE_RATE];
	ret[VALVE_RATE] = s->b * q - s->d1 * y[VALVE_RATE] - s->d0 * y[VALVE];
	ret[OIL] = y[VALVE] - s->p * y[OIL] - s->n * y[V];
	ret[X] = y[V];
	ret[V] = acceleration(d, t, y);
	ret[INTEGRAL] = e;
}

static void advance(const void *self, double *h, double dt, double reference, double force, struct motion *ret)
{
	const struct servo *s = self;
	struct drive d = {.servo = s, .u = s->held ? reference : h[REFERENCE], .f = force - s->mass_s * h[A]};
	double y[ORDER];
	int n = (int)fmin(fmax(ceil(dt / SUB_TICK), 1.0), SUB_TICKS_MOST);

	d.u_rate = (reference - d.u) / dt;
	if (h[TICKED] != 0.0)
		d.f_rate = (d.f - h[FORCE]) / dt;
	memcpy(y, h, sizeof(y));
	for (int i = 0; i < n; i++)
		rk4_step(ORDER, derivative, &d, i * (dt / n), dt / n, y);
	*ret = (struct motion){.x = y[X], .v = y[V], .a = acceleration(&d, dt, y)};
	memcpy(h, y, sizeof(y));
	h[A] = ret->a;
	h[REFERENCE] = reference;
	h[FORCE] = d.f;
	h[TICKED] = 1.0;
}

static int setup(void *self, struct args *a, struct laboratory *lab, struct err *e)
{
	const struct servo *s = self;

	(void)lab;
	if (s->mass + s->mass_s > 0.0)
		return 0;
	err_set(e, ERR_RANGE, a->object, "nothing has a mass");
	err_allowed(e, "-mass + -specimenMass > 0");
	return ERR_RANGE;
}

/* Without force of a specimen nothing holds the error back. */
static double gain(const void *self)
{
	return ((const struct servo *)self)->gain;
}

#define REAL(word, member, value, allowed, text) \
	{ .name = word, .kind = PARAM_REAL, .offset = offsetof(struct servo, member), .def = value, .range = allowed, .help = text }

static const struct param params[] = {
	REAL("-gain", gain, 1.0261, RANGE_ANY, "g: reference of the loop a command"),
	REAL("-kp", kp, 1.0, RANGE_ANY, "proportional gain of the loop"),
	REAL("-ki", ki, 0.0, RANGE_ANY, "integral gain [1/s]"),
	REAL("-kd", kd, 0.0, RANGE_ANY, "derivative gain [s]"),
	REAL("-valveGain", b, 2.1283e13, RANGE_POSITIVE, "b of the valve [force/(length s^3)]"),
	REAL("-valveDamping", d1, 425.0, RANGE_NONNEG, "d1 of the valve [1/s]"),
	REAL("-valveStiffness", d0, 9.9976e4, RANGE_POSITIVE, "d0 of the valve [1/s^2]"),
	REAL("-leakage", p, 3.3, RANGE_NONNEG, "p of the oil [1/s]"),
	REAL("-feedback", n, 4.2297e6, RANGE_NONNEG, "natural velocity feedback n: stiffness of the oil [force/length]"),
	REAL("-mass", mass, 29.13, RANGE_NONNEG, "moving mass that the load cell does not feel"),
	REAL("-damping", c, 114.22, RANGE_NONNEG, "its viscous damping; default 2 x 0.0097 x sqrt(1.190e6 x 29.13)"),
	REAL("-specimenMass", mass_s, 0.0, RANGE_NONNEG, "mass of the specimen, whose inertia the load cell feels"),
	{ .name = "-held", .kind = PARAM_FLAG, .offset = offsetof(struct servo, held),
	  .help = "a command holds during its tick; without: straight from the last one to it" },
	{ 0 },
};

const struct actuator_ops actuator_servo_hydraulic = {
	.name = "ServoHydraulic",
	.brief = "Valve, oil with natural velocity feedback, moving mass, PID position loop",
	.cite = "Silva et al. 2020, doi:10.1016/j.ymssp.2019.106381",
	.example = "",
	.params = params,
	.position = true,
	.size = sizeof(struct servo),
	.setup = setup,
	.nstate = nstate,
	.advance = advance,
	.gain = gain,
};
