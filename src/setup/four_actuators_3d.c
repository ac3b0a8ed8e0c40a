/* Four actuators and two rods on a rigid beam in space: two translations and two rotations. Always with exact geometry.
 *
 *   (ux, uy, phix, phiy) = (-b2, -b4, -b5, -b3); d, w = Rot(-phiLocX) on (ux, uy) and on (phix, phiy)
 *   R = rotation by |w| about the horizontal axis w
 *   c_i = |L_i e_i + d + (R - 1) V_i| - L_i;  V: (-a1,0,0), (0,-a2,0), (-a3,0,h), (0,-a4,h); e = x for 1 and 3, y for 2 and 4
 *
 * Measured: forces of the rods N and S, then of the actuators. Where the beam stands is taken from the last command. With n_i from pivot to
 * attachment and everything turned back by +phiLocX, actuators push F_i = f_i n_i; 3 and 4 also turn the beam, at R V_i - (ux, uy):
 * (Mx, My) = (y Fz - z Fy, z Fx - x Fz). The rods (s, c = sin, cos phix; f = fN + fS; xb, yb = ux, uy plus x of R(0,0,h1), y of R(0,0,h2)):
 *   X = c xb (fN / LrodN + fS / LrodS), Y = -s f, My: X h1 - c f (xb - ux), Mx: c f (yb - uy - s Hbeam / 2) - Y (h2 + Hbeam / 2)
 * Answer: force (0, -Fx, -My, -Fy, -Mx, 0). Velocities, accelerations and measured displacements are not transformed: they are zero.
 */
#include "setup/setup_common.h"

enum { ACTUATORS = 4, BASIC = 6, RODS = 2 };

struct four {
	double length[ACTUATORS], a[ACTUATORS];
	double h, h1, h2, arl[RODS], rod[RODS], beam;
	bool nonlinear;
	double phi;
	double cos_phi, sin_phi;
};

/* How the beam stands. */
struct stand {
	double u[2], tilt;         /* (ux, uy), phix */
	double d[2], w[2];         /* the same and (phix, phiy), in rig axes */
	double sine, versine;      /* sin t / t and (1 - cos t) / t^2 of the angle t = |w| */
};

static double sinc(double x)
{
	return x == 0.0 ? 1.0 : sin(x) / x;
}

/* A horizontal vector turned by +phiLocX (back: by -phiLocX). */
static void turn(const struct four *f, double sign, const double x[2], double ret_y[2])
{
	double s = sign * f->sin_phi, y0 = f->cos_phi * x[0] - s * x[1];

	ret_y[1] = s * x[0] + f->cos_phi * x[1];
	ret_y[0] = y0;
}

static void stand_find(const struct four *f, const double *b, struct stand *ret)
{
	const double angle[2] = {-b[4], -b[2]};
	double t, half;

	ret->u[0] = -b[1];
	ret->u[1] = -b[3];
	ret->tilt = angle[0];
	turn(f, -1.0, ret->u, ret->d);
	turn(f, -1.0, angle, ret->w);
	t = sqrt(ret->w[0] * ret->w[0] + ret->w[1] * ret->w[1]);
	half = sinc(0.5 * t);
	ret->sine = sinc(t);
	ret->versine = 0.5 * half * half;
}

/* (R - 1) v = sine w x v + versine w x (w x v), with w horizontal. */
static void displace(const struct stand *s, const double v[3], double ret_y[3])
{
	const double *w = s->w;
	const double x[3] = {w[1] * v[2], -w[0] * v[2], w[0] * v[1] - w[1] * v[0]};
	const double xx[3] = {w[1] * x[2], -w[0] * x[2], w[0] * x[1] - w[1] * x[0]};

	for (int k = 0; k < 3; k++)
		ret_y[k] = s->sine * x[k] + s->versine * xx[k];
}

/* Actuator i: its extension, direction and turned attachment, in rig axes. */
static double actuator(const struct four *f, const struct stand *s, int i, double ret_n[3], double ret_at[3])
{
	double v[3] = {0.0, 0.0, i < 2 ? 0.0 : f->h}, move[3], w[3], along, size;
	int axis = i % 2;

	v[axis] = -f->a[i];
	displace(s, v, move);
	for (int k = 0; k < 3; k++) {
		ret_at[k] = v[k] + move[k];
		w[k] = move[k] + (k < 2 ? s->d[k] : 0.0);
	}
	along = w[axis];
	size = w[0] * w[0] + w[1] * w[1] + w[2] * w[2] + 2.0 * f->length[i] * along;
	w[axis] += f->length[i];
	double now = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
	for (int k = 0; k < 3; k++)
		ret_n[k] = w[k] / now;
	return size / (now + f->length[i]);
}

static void command(const void *self, const struct signals *trial, struct signals *ctrl)
{
	const struct four *f = self;
	struct stand s;
	double n[3], at[3];

	stand_find(f, trial->x[SLOT_DISP], &s);
	for (int i = 0; i < ACTUATORS; i++)
		ctrl->x[SLOT_DISP][i] = actuator(f, &s, i, n, at);
	ctrl->x[SLOT_TIME][0] = trial->x[SLOT_TIME][0];
}

struct push { double fx, fy, mx, my; };

static void actuators_push(const struct four *f, const struct stand *s, const double *force, struct push *p)
{
	for (int i = 0; i < ACTUATORS; i++) {
		double n[3], at[3];

		actuator(f, s, i, n, at);
		turn(f, 1.0, n, n);
		turn(f, 1.0, at, at);
		p->fx += force[i] * n[0];
		p->fy += force[i] * n[1];
		if (i >= 2) {
			p->mx += force[i] * ((at[1] - s->u[1]) * n[2] - at[2] * n[1]);
			p->my += force[i] * (at[2] * n[0] - (at[0] - s->u[0]) * n[2]);
		}
	}
}

static void rods_push(const struct four *f, const struct stand *s, const double *force, struct push *p)
{
	const double up1[3] = {0.0, 0.0, f->h1}, up2[3] = {0.0, 0.0, f->h2};
	double m1[3], m2[3], sine = sin(s->tilt), cosine = cos(s->tilt), sum = force[0] + force[1];

	displace(s, up1, m1);
	displace(s, up2, m2);
	turn(f, 1.0, m1, m1);
	turn(f, 1.0, m2, m2);
	double x = cosine * (s->u[0] + m1[0]) * (force[0] / f->rod[0] + force[1] / f->rod[1]), y = -sine * sum;

	p->fx += x;
	p->fy += y;
	p->my += x * f->h1 - cosine * sum * m1[0];
	p->mx += cosine * sum * (m2[1] - 0.5 * sine * f->beam) - y * (f->h2 + 0.5 * f->beam);
}

static int answer(const void *self, const struct signals *trial, const struct signals *daq, struct signals *out)
{
	const struct four *f = self;
	struct push p = {0};
	struct stand s;

	stand_find(f, trial->x[SLOT_DISP], &s);
	actuators_push(f, &s, daq->x[SLOT_FORCE] + RODS, &p);
	rods_push(f, &s, daq->x[SLOT_FORCE], &p);
	const double force[BASIC] = {0.0, -p.fx, -p.my, -p.fy, -p.mx, 0.0};

	vec_copy(BASIC, force, out->x[SLOT_FORCE]);
	out->x[SLOT_TIME][0] = daq->x[SLOT_TIME][0];
	return 0;
}

static int setup(void *self, struct args *a, struct setup *s, struct laboratory *lab, struct err *e)
{
	struct four *f = self;
	int code;

	if (f->h == 0.0) {
		err_set(e, ERR_GEOMETRY, a->object, "h, the arm of the couples that turn the beam");
		err_value(e, "%g", f->h);
		err_allowed(e, "other than 0");
		return ERR_GEOMETRY;
	}
	angle_of_degrees(f->phi, &f->cos_phi, &f->sin_phi);
	code = setup_sizes(s, BASIC, BASIC, ACTUATORS, lab, a->object, e);
	if (code)
		return code;
	s->blind = true;
	s->side[SETUP_DAQ].n[SLOT_FORCE] = RODS + ACTUATORS;
	for (int i = 1; i <= ACTUATORS; i++)
		s->driven[i] = true;
	return 0;
}

#define NUMBER(word, field, allowed, text) \
	{ .name = word, .kind = PARAM_REAL, .offset = offsetof(struct four, field), .required = true, .range = allowed, .help = text " [length]" }
static const struct param params[] = {
	NUMBER("L1", length[0], RANGE_POSITIVE, "length of actuator 1, along x, at rest"),
	NUMBER("L2", length[1], RANGE_POSITIVE, "length of actuator 2, along y"),
	NUMBER("L3", length[2], RANGE_POSITIVE, "length of actuator 3, along x, above"),
	NUMBER("L4", length[3], RANGE_POSITIVE, "length of actuator 4, along y, above"),
	NUMBER("a1", a[0], RANGE_ANY, "attachment of actuator 1 before the axis"),
	NUMBER("a2", a[1], RANGE_ANY, "attachment of actuator 2"),
	NUMBER("a3", a[2], RANGE_ANY, "attachment of actuator 3"),
	NUMBER("a4", a[3], RANGE_ANY, "attachment of actuator 4"),
	NUMBER("h", h, RANGE_ANY, "height of actuators 3 and 4 over 1 and 2, not 0"),
	NUMBER("h1", h1, RANGE_ANY, "height of the rods' pins for motion along x"),
	NUMBER("h2", h2, RANGE_ANY, "height of the rods' pins for motion along y"),
	NUMBER("arlN", arl[0], RANGE_ANY, "arm of rod N; not used"),
	NUMBER("arlS", arl[1], RANGE_ANY, "arm of rod S; not used"),
	NUMBER("LrodN", rod[0], RANGE_POSITIVE, "length of rod N"),
	NUMBER("LrodS", rod[1], RANGE_POSITIVE, "length of rod S"),
	NUMBER("Hbeam", beam, RANGE_NONNEG, "height of the beam"),
	{ .name = "-nlGeom", .kind = PARAM_FLAG, .offset = offsetof(struct four, nonlinear), .help = "accepted: the geometry is always exact" },
	{ .name = "-phiLocX", .kind = PARAM_REAL, .offset = offsetof(struct four, phi), .range = RANGE_ANY, .help = "turn of the rig [degrees]" },
	{ 0 },
};

const struct setup_ops setup_four_actuators_3d = {
	.name = "FourActuators3d",
	.brief = "Four actuators and two rods: two translations and two rotations in space",
	.example = "60 70 65 75 10 12 11 13 20 8 9 3 3.5 100 110 6",
	.params = params,
	.size = sizeof(struct four),
	.setup = setup,
	.command = command,
	.answer = answer,
};
