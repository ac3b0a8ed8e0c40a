/* The rig in space against its geometry, written down here: commands near rest, and the forces of actuators and rods in a large motion. */
#include "setup_words.h"
#include "verify/verify.h"

struct rig_in_space {
	struct laboratory lab;
	struct setup *s;
	struct signals trial, daq;
};

static void rig_make(struct rig_in_space *x, const char *words)
{
	laboratory_init(&x->lab);
	x->s = setup_make(&x->lab, "FourActuators3d", 1, words);
	x->trial = signals_like(&x->lab, &x->s->side[SETUP_TRIAL]);
	x->daq = signals_like(&x->lab, &x->s->side[SETUP_DAQ]);
}

static void near(const char *what, int i, double got, double want, double tolerance)
{
	if (!(fabs(got - want) <= tolerance))
		fail_msg("%s %d is %.15g, not %.15g", what, i + 1, got, want);
}

/* The three-dimensional rig near rest: c = (d1, d2, d1 + h phiy, d2 - h phix), from (R - 1) V = w x V. */
static void four_actuators_move_as_small_rotations_say(void **state)
{
	static const double b[6] = {3e-9, -2e-9, 5e-10, 4e-9, -7e-10, 1e-9}, h = 20.0;
	static const double want[4] = {2e-9, -4e-9, 2e-9 + h * -5e-10, -4e-9 - h * 7e-10};
	struct rig_in_space x;

	(void)state;
	rig_make(&x, "60 70 65 75 10 12 11 13 20 8 9 3 3.5 100 110 6");
	memcpy(x.trial.x[SLOT_DISP], b, sizeof(b));
	setup_forward(x.s, &x.trial);
	for (int i = 0; i < 4; i++)
		near("displacement", i, x.s->side[SETUP_CTRL].x[SLOT_DISP][i], want[i], 1e-16);
	laboratory_fini(&x.lab);
}

/* v turned by |w| about the horizontal axis w (Rodrigues), then by an angle about z. */
static void turned(const double w[2], double about_z, const double v[3], double ret[3])
{
	double t = hypot(w[0], w[1]), k[2] = {w[0] / t, w[1] / t}, along = (k[0] * v[0] + k[1] * v[1]) * (1.0 - cos(t)), c = cos(about_z), s = sin(about_z);
	const double cross[3] = {k[1] * v[2], -k[0] * v[2], k[0] * v[1] - k[1] * v[0]};
	double x = v[0] * cos(t) + cross[0] * sin(t) + k[0] * along, y = v[1] * cos(t) + cross[1] * sin(t) + k[1] * along;

	ret[0] = c * x - s * y;
	ret[1] = s * x + c * y;
	ret[2] = v[2] * cos(t) + cross[2] * sin(t);
}

/* The forces on the beam by the equations at the head of four_actuators_3d.c, summed here with another form of the rotation. */
static void four_actuators_and_rods_push_by_their_geometry(void **state)
{
	static const double length[4] = {60, 70, 65, 75}, at[4][3] = {{-10, 0, 0}, {0, -12, 0}, {-11, 0, 20}, {0, -13, 20}}, up[2][3] = {{0, 0, 8}, {0, 0, 9}};
	const double b[6] = {0.0, -1.5, 0.21, 0.8, -0.13, 0.0}, angle = 20.0 * acos(-1.0) / 180.0, f[6] = {3.0, -4.0, 5.0, 7.0, -2.0, 6.0}, rods = f[0] + f[1];
	const double ux = -b[1], uy = -b[3], px = -b[4], py = -b[2], c = cos(angle), s = sin(angle);
	const double d[2] = {c * ux + s * uy, c * uy - s * ux}, w[2] = {c * px + s * py, c * py - s * px}, still[2] = {1e-300, 0.0};
	double fx = 0.0, fy = 0.0, mx = 0.0, my = 0.0, m[2][3];
	struct rig_in_space x;

	(void)state;
	for (int i = 0; i < 4; i++) {
		double r[3], n[3], size = 0.0;

		turned(w, 0.0, at[i], r);
		for (int k = 0; k < 3; k++) {
			n[k] = (k == i % 2 ? length[i] : 0.0) + (k < 2 ? d[k] : 0.0) + r[k] - at[i][k];
			size += n[k] * n[k];
		}
		for (int k = 0; k < 3; k++)
			n[k] *= f[2 + i] / sqrt(size);
		turned(still, angle, n, n);
		turned(w, angle, at[i], r);
		fx += n[0];
		fy += n[1];
		mx += i < 2 ? 0.0 : (r[1] - uy) * n[2] - r[2] * n[1];
		my += i < 2 ? 0.0 : r[2] * n[0] - (r[0] - ux) * n[2];
	}
	for (int i = 0; i < 2; i++)
		turned(w, angle, up[i], m[i]);
	double pull = cos(px) * (ux + m[0][0]) * (f[0] / 100.0 + f[1] / 110.0), across = -sin(px) * rods;
	const double want[6] = {0.0, -(fx + pull), -(my + pull * 8.0 - cos(px) * rods * m[0][0]), -(fy + across),
	                        -(mx + cos(px) * rods * (m[1][1] - 0.5 * 6.0 * sin(px)) - across * (9.0 + 0.5 * 6.0)), 0.0};
	rig_make(&x, "60 70 65 75 10 12 11 13 20 8 9 3 3.5 100 110 6 -phiLocX 20");
	memcpy(x.trial.x[SLOT_DISP], b, sizeof(b));
	setup_forward(x.s, &x.trial);
	memcpy(x.daq.x[SLOT_FORCE], f, sizeof(f));
	assert_int_equal(setup_backward(x.s, &x.daq), 0);
	for (int i = 0; i < 6; i++)
		near("force", i, x.s->side[SETUP_OUT].x[SLOT_FORCE][i], want[i], 1e-12 * (1.0 + fabs(want[i])));
	laboratory_fini(&x.lab);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(four_actuators_move_as_small_rotations_say),
		cmocka_unit_test(four_actuators_and_rods_push_by_their_geometry),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
