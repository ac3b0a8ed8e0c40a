/* A delay in the loop, by tests in the virtual rig: validation.md, item 14 (Mosqueda et al. 2005, equation 3.15 with its sign corrected),
 * and what the controls of Dorka's sub-steps make of a rig that is driven in displacement, velocity or acceleration.
 *
 * One mass, all of its stiffness a specimen whose actuator is late by the angle phi of the natural period: m u'' + c u' + k u(t - tau) = p.
 *   |T| = [(cos(rho phi) - rho^2)^2 + (2 xi rho - sin(rho phi))^2]^-1/2,  unstable above  phi = atan2(2 xi rho, rho^2)/rho, rho^2 = (4 xi^4 + 1)^1/2 - 2 xi^2
 * m = 1, period 0.72 s, so that a degree is 2 ms. */
#include "test.h"

#include "base/base.h"
#include "verify/verify.h"

static const double PI = 3.14159265358979323846, PERIOD = 0.72, XI = 0.1;

/* The specimen in the rig, `ticks` of 1/rate late. */
static void loop_begin(struct stage *s, double rate, int ticks)
{
	double w = 2.0 * PI / PERIOD;
	stage_begin(s);
	stage_eval(s, "model basic -ndm 1 -ndf 1; node 1 0.0; fix 1 1; node 2 0.0 -mass 1.0; uniaxialMaterial Elastic 1 %.17g", w * w);
	stage_eval(s, "expSpecimen Material 1 1; expActuator Delay 1 %.17g; expControl VirtualRig 1 -rate %.17g -channel 1 -actuator 1", ticks / rate, rate);
	stage_eval(s, "expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1");
	stage_eval(s, "expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif %.17g -noRayleigh", w * w);
	stage_eval(s, "region 1 -node 2 -rayleigh %.17g 0.0 0.0 0.0", 2.0 * XI * w);
	stage_eval(s, "constraints Plain; numberer Plain; system BandGeneral; algorithm Linear; integrator NewmarkExplicit 0.5; analysis Transient");
}

static double amplitude(struct stage *s, double w)
{
	double u = stage_real(s, "nodeDisp 2 1"), v = stage_real(s, "nodeVel 2 1") / w;
	return sqrt(u * u + v * v);
}

static void a_delay_of_5_degrees_amplifies_resonance(void **unused)
{
	struct stage s;
	double w = 2.0 * PI / PERIOD, most = 0.0, least = INFINITY;
	(void)unused;
	loop_begin(&s, 1000.0, 10);
	stage_eval(&s, "timeSeries Sine 1 0.0 1e9 %.17g; pattern Plain 1 1 {load 2 %.17g}", PERIOD, w * w);
	stage_eval(&s, "analyze [expr {60*720}] 0.001");
	for (int i = 0; i < 72; i++) {
		stage_eval(&s, "analyze 10 0.001");
		most = larger(most, amplitude(&s, w));
		least = fmin(least, amplitude(&s, w));
	}
	stage_end(&s);
	print_message("|T| between %.5f and %.5f\n", least, most);
	assert_near(0.5 * (most + least), 8.8567, 5e-4);
	assert_true(most - least < 1e-3);
}

/* Growth of the logarithm of the amplitude over 40 periods of free vibration, after ten. */
static double growth(int ticks)
{
	const double rate = 5000.0, rho = sqrt(-2.0 * XI * XI + sqrt(4.0 * XI * XI * XI * XI + 1.0)), w = 2.0 * PI / PERIOD * rho;
	struct stage s;
	loop_begin(&s, rate, ticks);
	stage_eval(&s, "setNodeVel 2 1 1.0 -commit");
	stage_eval(&s, "analyze 36000 %.17g", 1.0 / rate);
	double early = amplitude(&s, w);
	stage_eval(&s, "analyze %d %.17g", (int)round(40.0 * PERIOD / rho * rate), 1.0 / rate);
	double late = amplitude(&s, w);
	stage_end(&s);
	return log(late / early);
}

static void the_loop_is_unstable_above_the_critical_angle(void **unused)
{
	double below = growth(115), above = growth(116);   /* 11.5 and 11.6 degrees */
	(void)unused;
	assert_true(below < 0.0 && above > 0.0);
	double critical = 11.5 + 0.1 * below / (below - above);
	print_message("critical angle %.4f degrees\n", critical);
	assert_near(critical, 11.535, 1e-3);
}

/* Half a minute of the divided oscillator of seed 0 (a sixth of the stiffness tested), displacements every second. */
static void divided_run(const char *control, const char *drive, double *ret_u)
{
	double k = 4.0 * PI * PI;
	struct stage s;
	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 1 -ndf 1; node 1 0.0; fix 1 1; node 2 0.0 -mass 1.0; uniaxialMaterial Elastic 1 %.17g", k);
	stage_eval(&s, "element zeroLength 1 1 2 -mat 1 -dir 1; region 1 -node 2 -rayleigh %.17g 0.0 0.0 0.0", 0.2 * PI);
	stage_eval(&s, "uniaxialMaterial Elastic 2 %.17g; expSpecimen Material 1 2; expControl VirtualRig 1 -rate 500 -control %s -channel 1", 0.2 * k, drive);
	stage_eval(&s, "expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1");
	stage_eval(&s, "expElement twoNodeLink 2 1 2 -dir 1 -site 1 -initStif %.17g -noRayleigh", 0.2 * k);
	stage_eval(&s, "timeSeries Sine 1 0.0 1e9 %.17g; pattern Plain 1 1 {load 2 1.0}", PI);
	stage_eval(&s, "constraints Plain; numberer Plain; system BandGeneral; algorithm Linear");
	stage_eval(&s, "integrator Dorka 0.25 0.5 -substeps 10 -control %s; analysis Transient", control);
	for (int i = 0; i < 30; i++) {
		assert_int_equal((int)stage_real(&s, "analyze 50 0.02"), 0);
		ret_u[i] = stage_real(&s, "nodeDisp 2 1");
	}
	stage_end(&s);
}

/* A rig that integrates what it is driven with receives a sub-step's velocity and acceleration, and goes where the model is. */
static void a_rig_may_be_driven_in_velocity_or_acceleration(void **unused)
{
	double u[30], v[30], a[30];
	(void)unused;
	divided_run("displacement", "disp", u);
	divided_run("velocity", "vel", v);
	divided_run("acceleration", "accel", a);
	for (int i = 0; i < 30; i++) {
		assert_near(v[i], u[i], 2e-5);    /* of 0.024, the largest */
		assert_near(a[i], u[i], 2e-5);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_delay_of_5_degrees_amplifies_resonance),
		cmocka_unit_test(the_loop_is_unstable_above_the_critical_angle),
		cmocka_unit_test(a_rig_may_be_driven_in_velocity_or_acceleration),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
