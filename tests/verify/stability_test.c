/* Do tests grow beyond their limits, and only beyond? Each limit of the command stability is looked for with the program's own integrators, actuators and
 * specimens: a run just inside decays, a run just outside grows, and the rates of both are zero where the limit says.
 * Closed forms of the limits are in tests/unit/delay_test.c, one mass with a pure delay in tests/verify/delay_test.c. */
#include "test.h"

#include "base/base.h"
#include "verify/verify.h"

/* The largest displacement of node 1 over some steps. */
static const char MOST[] =
	"proc most {steps dt} {\n"
	"	set m 0.0\n"
	"	for {set i 0} {$i < $steps} {incr i} {analyze 1 $dt; set m [expr {max($m, abs([nodeDisp 1 1]))}]}\n"
	"	return $m\n"
	"}";

/* Two storeys: masses 1 and 2, the lower spring is tested, the upper is computed and has damping. The lower spring's rig gets `parts`. */
static void frame(struct stage *s, double k1, const char *rig, const char *integrator)
{
	stage_begin(s);
	stage_eval(s, "model basic -ndm 1 -ndf 1; node 0 0; fix 0 1; node 1 0 -mass 1; node 2 0 -mass 2");
	stage_eval(s, "uniaxialMaterial Elastic 1 %.17g; uniaxialMaterial Elastic 2 40 0.6; expSpecimen Material 1 1", k1);
	stage_eval(s, "%s", rig);
	stage_eval(s, "expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1");
	stage_eval(s, "expElement twoNodeLink 1 0 1 -dir 1 -site 1 -initStif %.17g -noRayleigh; element zeroLength 2 1 2 -mat 2 -dir 1", k1);
	stage_eval(s, "region 1 -node 1 2 -rayleigh 0.1 0 0 0");
	stage_eval(s, "constraints Plain; numberer Plain; system BandGeneral; algorithm Linear; integrator %s; analysis Transient", integrator);
	stage_eval(s, "setNodeVel 1 1 1.0 -commit; setNodeVel 2 1 -0.3 -commit");
	stage_eval(s, "%s", MOST);
}

/* Logarithm of the largest displacement of a window over that of one `apart` steps before, a step; after the other modes have died. */
static double rate(struct stage *s, int wait, int window, int apart, double dt)
{
	stage_eval(s, "analyze %d %.17g", wait, dt);
	double early = stage_real(s, "most %d %.17g", window, dt);
	stage_eval(s, "analyze %d %.17g", apart - window, dt);
	double late = stage_real(s, "most %d %.17g", window, dt);
	return log(late / early) / apart;
}

static double delayed_rate(int ticks, double rate_hz)
{
	char rig[200];
	struct stage s;
	snprintf(rig, sizeof(rig), "expActuator Delay 1 %.17g; expControl VirtualRig 1 -rate %.17g -channel 1 -actuator 1", ticks / rate_hz, rate_hz);
	frame(&s, 100.0, rig, "NewmarkExplicit 0.5");
	double r = rate(&s, 40000, 4000, 40000, 1.0 / rate_hz);
	stage_end(&s);
	return r;
}

/* Two freedoms, a pure delay in ticks of 0.2 ms. */
static void a_frame_grows_above_its_critical_delay(void **unused)
{
	const double rate_hz = 5000.0;
	struct stage s;
	(void)unused;
	frame(&s, 100.0, "expControl VirtualRig 1 -rate 5000 -channel 1", "NewmarkExplicit 0.5");
	double tau = stage_real(&s, "dict get [stability delay] delay");
	stage_end(&s);
	int below = (int)floor(tau * rate_hz);
	double inside = delayed_rate(below, rate_hz), outside = delayed_rate(below + 1, rate_hz);
	assert_true(inside < 0.0 && outside > 0.0);
	double found = (below + inside / (inside - outside)) / rate_hz;
	print_message("critical delay %.5f ms, in runs %.5f ms\n", 1e3 * tau, 1e3 * found);
	assert_near(found, tau, 1e-2 * tau);
}

/* One mass of the error model of Mosqueda et al. 8.4.1, mu of each increment missed: 2 xi/w, exactly. */
static double lagging_rate(double mu)
{
	struct stage s;
	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 1 -ndf 1; node 0 0; fix 0 1; node 1 0 -mass 1; uniaxialMaterial Elastic 1 [expr {4*acos(-1)**2}]");
	stage_eval(&s, "expSpecimen Material 1 1; expActuator Lag 1 %.17g; expControl VirtualRig 1 -channel 1 -actuator 1", mu);
	stage_eval(&s, "expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1");
	stage_eval(&s, "expElement twoNodeLink 1 0 1 -dir 1 -site 1 -initStif 39.5 -noRayleigh; region 1 -node 1 -rayleigh [expr {0.2*acos(-1)}] 0 0 0");
	stage_eval(&s, "constraints Plain; numberer Plain; system BandGeneral; algorithm Linear; integrator NewmarkExplicit 0.5; analysis Transient");
	stage_eval(&s, "setNodeVel 1 1 1.0 -commit");
	stage_eval(&s, "%s", MOST);
	double r = rate(&s, 1000, 1000, 20000, 0.01);
	stage_end(&s);
	return r;
}

static void a_lag_above_two_xi_over_omega_grows(void **unused)
{
	double critical = 2.0 * 0.05 / (2.0 * M_PI) / 0.01;   /* mu dt = 15.92 ms */
	(void)unused;
	assert_near(10.0 * critical, 15.92, 5e-3);
	assert_true(lagging_rate(0.999 * critical) < 0.0);
	assert_true(lagging_rate(1.001 * critical) > 0.0);
}

static double dorka_rate(int substeps, double *ret_promised)
{
	char words[80];
	struct stage s;
	snprintf(words, sizeof(words), "Dorka 0.25 0.5 -substeps %d", substeps);
	frame(&s, 100.0, "expControl SimUniaxialMaterials 1 1", words);
	*ret_promised = log(stage_real(&s, "dict get [stability substeps 0.05 -substeps %d] growth", substeps));
	double r = rate(&s, 2000, 100, 2000, 0.05);
	stage_end(&s);
	return r;
}

/* The amplification matrix promises growth and decay as the integrator shows them. */
static void few_substeps_grow_and_more_decay(void **unused)
{
	double promised, found;
	struct stage s;
	(void)unused;
	frame(&s, 100.0, "expControl SimUniaxialMaterials 1 1", "Dorka 0.25 0.5 -substeps 4");
	int critical = (int)stage_real(&s, "dict get [stability substeps 0.05] critical");
	stage_end(&s);
	print_message("critical number of sub-steps %d\n", critical);
	assert_true(critical > 1);
	found = dorka_rate(critical - 1, &promised);
	assert_true(found > 0.0);
	assert_near(found, promised, 2e-2 * fabs(promised) + 2e-5);
	found = dorka_rate(critical, &promised);
	assert_true(found < 0.0);
	assert_near(found, promised, 2e-2 * fabs(promised) + 2e-5);
}

/* w dt = 2 of the highest mode: in an undamped chain just inside stays, just outside leaves all bounds. */
static void explicit_steps_have_their_limit(void **unused)
{
	static const double factor[] = {0.999, 1.001};
	double most[2];
	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct stage s;
		stage_begin(&s);
		stage_eval(&s, "model basic -ndm 1 -ndf 1; node 0 0; fix 0 1; uniaxialMaterial Elastic 1 40");
		stage_eval(&s, "for {set i 1} {$i < 6} {incr i} {node $i 0 -mass [expr {1.0/$i}]; element zeroLength $i [expr {$i-1}] $i -mat 1 -dir 1}");
		stage_eval(&s, "constraints Plain; numberer Plain; system Diagonal; algorithm Linear; integrator NewmarkExplicit 0.5; analysis Transient");
		stage_eval(&s, "setNodeVel 5 1 1.0 -commit; set dt [expr {%.17g*[dict get [stability explicit] dt]}]", factor[i]);
		stage_eval(&s, "analyze 2000 $dt");
		most[i] = fabs(stage_real(&s, "nodeDisp 5 1"));
		stage_end(&s);
	}
	print_message("after 2000 steps: %g inside, %g outside\n", most[0], most[1]);
	assert_true(most[0] < 10.0);
	assert_true(!(most[1] < 1e6));
}

/* Masses on springs so stiff that they move as one of mass 1, held by the specimen; 120 of them are too many to be taken as they are. */
static double chain(struct stage *s, int n)
{
	stage_begin(s);
	stage_eval(s, "model basic -ndm 1 -ndf 1; node 0 0; fix 0 1; uniaxialMaterial Elastic 1 1e9; uniaxialMaterial Elastic 2 100");
	stage_eval(s, "for {set i 1} {$i <= %d} {incr i} {node $i 0 -mass [expr {1.0/%d}]}", n, n);
	stage_eval(s, "for {set i 2} {$i <= %d} {incr i} {element zeroLength $i [expr {$i-1}] $i -mat 1 -dir 1}", n);
	stage_eval(s, "expControl SimUniaxialMaterials 1 2; expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1");
	stage_eval(s, "expElement twoNodeLink 1 0 1 -dir 1 -site 1 -initStif 100 -noRayleigh; rayleigh 1.0 0 1e-6 0");
	return stage_real(s, "dict get [stability delay] delay");
}

static void large_models_are_written_in_their_modes(void **unused)
{
	struct stage s;
	double small, large, one;
	(void)unused;
	small = chain(&s, 20);
	one = stage_real(&s, "dict get [stability oscillator 1 1.0 0 100] delay");
	stage_end(&s);
	large = chain(&s, 120);
	stage_end(&s);
	print_message("critical delay of a stiff chain: %.7f s with 20, %.7f s with 120 freedoms, %.7f s as one mass\n", small, large, one);
	assert_near(small, one, 1e-4 * one);
	assert_near(large, one, 1e-4 * one);
}

/* A bearing whose shear is tested and whose axial force is computed, 1000 times as stiff: only the shear is late. One freedom each way: the closed form. */
static void what_of_an_element_is_computed_is_not_late(void **unused)
{
	struct stage s;
	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 2 -ndf 3; node 1 0 0; fix 1 1 1 1; node 2 0 1 -mass 1 1 1; fix 2 0 0 1");
	stage_eval(&s, "uniaxialMaterial Elastic 1 1e5; uniaxialMaterial Elastic 2 1e3");
	stage_eval(&s, "uniaxialMaterial Elastic 3 100; expSpecimen Material 1 3; expControl VirtualRig 1 -rate 1000 -channel 1");
	stage_eval(&s, "expSetup OneActuator 1 -control 1 2 -sizeTrialOut 3 3; expSite LocalSite 1 1");
	stage_eval(&s, "expElement bearing 1 1 2 0 -P 1 -Mz 2 -site 1 -initStif 100 -orient 0 1 0 -1 0 0 -noRayleigh; region 1 -node 2 -rayleigh 1.0 0 0 0");
	expect_close(stage_real(&s, "dict get [stability delay] delay"), stage_real(&s, "dict get [stability oscillator 1.0 1.0 0.0 100.0] delay"), 1e-9,
	             "critical delay of the shear");
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_frame_grows_above_its_critical_delay),
		cmocka_unit_test(a_lag_above_two_xi_over_omega_grows),
		cmocka_unit_test(few_substeps_grow_and_more_decay),
		cmocka_unit_test(explicit_steps_have_their_limit),
		cmocka_unit_test(what_of_an_element_is_computed_is_not_late),
		cmocka_unit_test(large_models_are_written_in_their_modes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
