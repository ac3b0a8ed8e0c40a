/* A tuned mass damper on a moving table: the table's motion x in, the force that moves it out.
 *
 *   m z'' = -k (z - x) - c (z' - x') - f_d,      f = m_table x'' + k (x - z) + c (x' - z') - f_d,
 *
 * z is the motion of the mass; f_d the force of a device between mass and table that is moved by z - x (a friction device UHYDE-fbr, an MR
 * damper, any specimen).
 * The linear part is followed exactly for a table that moves straight during the tick. A device cannot be asked without being moved: within
 * each sub-tick it is moved to where its last force brings the mass, and the velocity is corrected with the new force (explicit, second order).
 * J. P. Den Hartog, Mechanical Vibrations, 1956, 3.2; F. Obon Santacana and U. E. Dorka, 15WCEE 2012, section 4.
 */
#include "specimen/specimen_common.h"

#include "math/lti.h"
#include "plugin.h"

struct damper {
	double mass, k, c, table;
	int device_tag, subs;
	struct specimen *device;   /* borrowed: laboratory; NULL: none */
};

struct swing {                 /* the state: what changes, then numbers derived from the sub-tick */
	double z, v, x, force;     /* mass, table, device */
	double dt, phi[4], g0[2], g1[2];
};

static const struct param params[] = {
	{ .name = "mass", .kind = PARAM_REAL, .offset = offsetof(struct damper, mass), .required = true, .range = RANGE_POSITIVE, .help = "moving mass" },
	{ .name = "k", .kind = PARAM_REAL, .offset = offsetof(struct damper, k), .required = true, .range = RANGE_NONNEG, .help = "stiffness of its spring" },
	{ .name = "c", .kind = PARAM_REAL, .offset = offsetof(struct damper, c), .required = true, .range = RANGE_NONNEG, .help = "its viscous damping" },
	{ .name = "-table", .kind = PARAM_REAL, .offset = offsetof(struct damper, table), .range = RANGE_NONNEG, .help = "mass that moves with the table" },
	{ .name = "-subTicks", .kind = PARAM_INT, .offset = offsetof(struct damper, subs), .def = 4, .range = {1, 1000, false, false},
	  .help = "sub-ticks of one tick" },
	{ .name = "-device specimenTag", .kind = PARAM_ROW, .help = "what stands between mass and table, as the friction device" },
	{ 0 },
};

static int setup(void *self, struct args *a, struct specimen *sp, struct laboratory *lab, const struct model *m, struct err *e)
{
	struct damper *d = self;
	int code = 0;

	(void)m;
	if (args_accept(a, "-device")) {
		code = args_tag(a, "-device", &d->device_tag, e);
		if (!code)
			code = specimen_mount(lab, d->device_tag, (struct specimen_holder){&lab->specimens, sp->tag, sp}, a->object, &d->device, e);
		if (!code && d->device->n != 1) {
			err_set(e, ERR_RANGE, a->object, "its device has more than one channel");
			err_value(e, "expSpecimen %d with %d", d->device_tag, d->device->n);
			return ERR_RANGE;
		}
	}
	return code ? code : param_options(params, d, a, e);
}

static int nstate(const void *self)
{
	(void)self;
	return sizeof(struct swing) / sizeof(double);
}

/* The numbers of a sub-tick, when it is another than the last. */
static void swing_tick(const struct damper *d, struct swing *s, double dt)
{
	const double a[4] = {0.0, 1.0, -d->k / d->mass, -d->c / d->mass}, b[2] = {0.0, 1.0};

	if (dt != s->dt)
		lti_tick(2, a, b, dt, s->phi, s->g0, s->g1);
	s->dt = dt;
}

/* One sub-tick: the table moves straight to x with the velocity `rate`. */
static int swing(const struct damper *d, struct swing *s, double t, double dt, double x, double rate)
{
	double push = d->c * rate - s->force, u0 = (d->k * s->x + push) / d->mass, u1 = (d->k * x + push) / d->mass;
	double z = s->phi[0] * s->z + s->phi[1] * s->v + s->g0[0] * u0 + s->g1[0] * u1;
	double v = s->phi[2] * s->z + s->phi[3] * s->v + s->g0[1] * u0 + s->g1[1] * u1;

	if (d->device) {
		struct motion to = {.x = z - x, .v = v - rate, .a = (v - s->v) / dt};
		double force;
		int code = specimen_advance(d->device, t, dt, &to, &force);

		if (code)
			return code;
		v -= s->g1[1] * (force - s->force) / d->mass;
		s->force = force;
	}
	s->z = z;
	s->v = v;
	s->x = x;
	return 0;
}

/* Moved without time: the mass stays, the table and the device move. */
static int shift(const struct damper *d, struct swing *s, double t, const struct motion *to)
{
	struct motion relative = {.x = s->z - to->x, .v = s->v - to->v};

	s->x = to->x;
	return d->device ? specimen_advance(d->device, t, 0.0, &relative, &s->force) : 0;
}

static int advance(const void *self, double *h, double t, double dt, const struct motion *to, double *ret_f)
{
	const struct damper *d = self;
	struct swing *s = (struct swing *)h;
	double from = s->x, sub = dt / d->subs;
	int code = 0;

	if (dt <= 0.0) {
		code = shift(d, s, t, to);
	} else {
		swing_tick(d, s, sub);
		for (int i = 1; i <= d->subs && !code; i++)
			code = swing(d, s, t - (d->subs - i) * sub, sub, from + (to->x - from) * i / d->subs, (to->x - from) / dt);
	}
	if (!code)
		*ret_f = d->table * to->a + d->k * (to->x - s->z) + d->c * (to->v - s->v) - s->force;
	return code;
}

const struct specimen_ops specimen_tuned_mass_damper = {
	.name = "TunedMassDamper",
	.brief = "A mass on spring, dashpot and friction device on a moving table",
	.cite = "Den Hartog 1956; Obon Santacana & Dorka 2012, 15WCEE",
	.example = "0.5 20 0.4 -table 0.2 -device 2",
	.params = params,
	.claims = {.passive = true},
	.size = sizeof(struct damper),
	.setup = setup,
	.nstate = nstate,
	.advance = advance,
};
