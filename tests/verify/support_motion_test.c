/* Structures whose supports move, by closed forms that know nothing of prescribed freedoms.
 *
 * A rigid body turns about a support that moves: I = J + m L^2 about the support, a spring k and the damping of its mass, c = a (J + m L^2),
 *   I w'' + c w' + k w = m L (a_g + a v_g)
 * is a chain of one mass under a load. Statics know no time: half of the support's displacement in the middle of two equal springs, whatever they damp.
 */
#include "verify/verify.h"

#include "test.h"

#include <math.h>

static const char *const HANDLERS[] = {"Plain", "Transformation", "Penalty 1e9 1e9", "Lagrange"};

static const char *const series =
	"timeSeries Trig 1 0 100 1.0 -factor 0.5\n"                            /* acceleration 0.5 sin(2 pi t) */
	"timeSeries Trig 2 0 100 1.0 -factor 0.0795774715459477 -shift -1.5707963267948966\n"
	"timeSeries Trig 3 0 100 1.0 -factor -0.0126651479552922\n";
static const char *const solve = "numberer Plain; system FullGeneral; algorithm Linear; integrator Newmark 0.5 0.25; analysis Transient\n";

/* Rotation of the body after each quarter of a second. */
static void body(struct stage *s, const char *handler, const char *motion, double alpha, double *ret_turn)
{
	stage_eval(s, "wipe; model basic -ndm 2 -ndf 3; node 1 0 0; node 2 0 2; node 9 0 0; fix 9 1 1 1; fix 1 0 1 0; mass 1 0 0 0.5; mass 2 3 3 0");
	stage_eval(s, "uniaxialMaterial Elastic 1 400; element zeroLength 1 9 1 -mat 1 -dir 6; rigidLink beam 1 2; rayleigh %g 0 0 0; %s", alpha, series);
	stage_eval(s, "pattern MultipleSupport 1 {groundMotion 1 Plain %s; imposedMotion 1 1 1}; constraints %s; %s", motion, handler, solve);
	for (int i = 0; i < 8; i++) {
		assert_true(stage_real(s, "analyze 25 0.01") == 0.0);
		ret_turn[i] = stage_real(s, "nodeDisp 1 3");
	}
}

static void loaded_mass(struct stage *s, double alpha, double *ret_turn)
{
	stage_eval(s, "wipe; model basic -ndm 1 -ndf 1; node 1 0; node 2 0; fix 1 1; mass 2 12.5; uniaxialMaterial Elastic 1 400");
	stage_eval(s, "element zeroLength 1 1 2 -mat 1 -dir 1; rayleigh %g 0 0 0; %s", alpha, series);
	stage_eval(s, "pattern Plain 1 1 {load 2 6.0}; pattern Plain 2 2 {load 2 %g}; constraints Plain; %s", 6.0 * alpha, solve);
	for (int i = 0; i < 8; i++) {
		assert_true(stage_real(s, "analyze 25 0.01") == 0.0);
		ret_turn[i] = stage_real(s, "nodeDisp 2 1");
	}
}

static void expect_turns(const double *got, const double *want, double limit, const char *what)
{
	double peak = 0.0;

	for (int i = 0; i < 8; i++)
		peak = fmax(peak, fabs(want[i]));
	assert_true(peak > 1e-3);
	for (int i = 0; i < 8; i++)
		if (!(fabs(got[i] - want[i]) <= limit * peak))
			fail_msg("%s: %g, not %g, after %g s", what, got[i], want[i], 0.25 * (i + 1));
}

/* Penalty and Lagrange take accelerations from displacements that were summed by the trapezoidal rule, which Newmark's method undoes. */
static void masses_on_a_body_whose_support_moves_are_moved(void **state)
{
	struct stage s;
	double want[8], got[8];

	(void)state;
	stage_begin(&s);
	loaded_mass(&s, 0.0, want);
	for (size_t i = 0; i < COUNT(HANDLERS); i++) {
		body(&s, HANDLERS[i], "-accel 1", 0.0, got);
		expect_turns(got, want, i < 2 ? 1e-12 : 1e-5, HANDLERS[i]);
	}
	loaded_mass(&s, 0.8, want);
	for (size_t i = 0; i < 2; i++) {
		body(&s, HANDLERS[i], "-accel 1 -vel 2 -disp 3", 0.8, got);
		expect_turns(got, want, 1e-12, HANDLERS[i]);
	}
	stage_end(&s);
}

/* The body turns by the acceleration and the velocity of its support alone: where a displacement has none, it does not. */
static void a_displacement_alone_has_a_velocity_where_it_is_imposed_on_an_unknown(void **state)
{
	struct stage s;
	double none[8] = {0.0}, got[8];

	(void)state;
	stage_begin(&s);
	for (size_t i = 0; i < COUNT(HANDLERS); i++) {
		body(&s, HANDLERS[i], "-disp 3", 0.8, got);
		if (i < 2)
			assert_memory_equal(got, none, sizeof none);
		else
			assert_true(fabs(got[0]) > 1e-3);
	}
	stage_end(&s);
}

static void in_statics_nothing_has_a_velocity(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	for (size_t i = 0; i < COUNT(HANDLERS); i++)
		for (int viscous = 0; viscous < 2; viscous++) {
			stage_eval(&s, "wipe; model basic -ndm 1 -ndf 1; node 1 0; node 2 1; node 3 2; fix 3 1; uniaxialMaterial Elastic 1 400 %d", 20 * viscous);
			stage_eval(&s, "foreach e {1 2} {element truss $e $e [expr {$e + 1}] 1.0 1 -rho 3 -cMass 1 -doRayleigh 1}; rayleigh 0.1 0.05 0 0; %s", series);
			stage_eval(&s, "pattern MultipleSupport 1 {groundMotion 1 Plain -accel 1 -vel 2 -disp 3; imposedMotion 1 1 1}; constraints %s", HANDLERS[i]);
			stage_eval(&s, "numberer Plain; system FullGeneral; algorithm Linear; integrator LoadControl 0.05; analysis Static");
			for (int k = 1; k <= 6; k++) {
				double moved;

				assert_true(stage_real(&s, "analyze 1") == 0.0);
				moved = stage_real(&s, "nodeDisp 1 1");
				assert_near(moved, -0.0126651479552922 * sin(2.0 * M_PI * 0.05 * k), 1e-8);
				assert_near(stage_real(&s, "nodeDisp 2 1"), 0.5 * moved, 1e-8);
			}
		}
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(masses_on_a_body_whose_support_moves_are_moved),
		cmocka_unit_test(a_displacement_alone_has_a_velocity_where_it_is_imposed_on_an_unknown),
		cmocka_unit_test(in_statics_nothing_has_a_velocity),
	};

	return cmocka_run_group_tests_name("support_motion", tests, NULL, NULL);
}
