/* The critical delay that Margin takes from the model: many freedoms against the published ones, one freedom against the closed form, models that change. */
#include "test.h"

#include "base/base.h"
#include "evidence.h"
#include "monitoring/monitor_priv.h"
#include "verify/verify.h"

static double value(struct stage *s, int tag, const char *column)
{
	return stage_real(s, "monitor value %d %s", tag, column);
}

/* A mass on a specimen of 10 that answers 2 ms late, period 1, damping 5 %, pushed by a sine of period 1. */
static void oscillator(struct stage *s)
{
	stage_begin(s);
	stage_eval(s, "set w [expr {2*acos(-1)}]; model basic -ndm 1 -ndf 1; node 1 0; fix 1 1; node 2 0 -mass [expr {10/$w**2}]; uniaxialMaterial Elastic 1 10");
	stage_eval(s, "expSpecimen Material 1 1; expActuator Delay 1 0.002; expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1");
	stage_eval(s, "expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1");
	stage_eval(s, "expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10 -noRayleigh; rayleigh [expr {0.1*$w}] 0 0 0");
	stage_eval(s, "timeSeries Sine 1 0 1000 1.0; pattern Plain 1 1 {load 2 1.0}");
	stage_eval(s, "constraints Plain; numberer Plain; system BandGeneral; algorithm Linear; integrator NewmarkExplicit 0.5; analysis Transient");
}

/* The whole frame of the virtual benchmark but for the specimen, as six springs and dashpots: the share of floor 1 that is tested is left out. */
static const char FRAME[] =
	"set k {{26054883.8796 -23133938.8771 5937035.4633} {-23133938.8771 32560774.1864 -14419970.7772} {5937035.4633 -14419970.7772 9267275.5062}}\n"
	"set ke 1.190e6; set me 29.13; set ce [expr {2.0*0.0097*sqrt($ke*$me)}]; set c {{0 0 0} {0 0 0} {0 0 0}}\n"
	"proc frame {mass divided} {\n"
	"	global k c ke me ce\n"
	"	wipe; model basic -ndm 1 -ndf 1; node 9 0; fix 9 1; set tag 0\n"
	"	foreach i {1 2 3} {node $i 0 -mass [expr {$mass - ($divided && $i == 1 ? $me : 0.0)}]}\n"
	"	foreach i {0 1 2} {\n"
	"		foreach j {0 1 2} {\n"
	"			if {$j < $i} continue\n"
	"			foreach {x name} [list $k kk $c cc] {\n"
	"				set $name [expr {$i == $j ? [::tcl::mathop::+ {*}[lindex $x $i]] : -[lindex $x $i $j]}]\n"
	"			}\n"
	"			if {$divided && $i + $j == 0} {set kk [expr {$kk - $ke}]; set cc [expr {$cc - $ce}]}\n"
	"			uniaxialMaterial Elastic [incr tag] $kk $cc\n"
	"			element zeroLength $tag [expr {$i == $j ? 9 : $i + 1}] [expr {$j + 1}] -mat $tag -dir 1\n"
	"		}\n"
	"	}\n"
	"}\n"
	/* modal damping of the whole: C = m sum 2 zeta w phi phi' */
	"proc damp {mass zeta} {\n"
	"	global c\n"
	"	set values [eigen -fullGenLapack 3]\n"
	"	foreach q {1 2 3} value $values {\n"
	"		set size 0.0; foreach i {1 2 3} {set size [expr {$size + [nodeEigenvector $i $q 1]**2}]}\n"
	"		foreach i {1 2 3} {\n"
	"			foreach j {1 2 3} {\n"
	"				set x [expr {$mass*2*$zeta*sqrt($value)*[nodeEigenvector $i $q 1]*[nodeEigenvector $j $q 1]/$size}]\n"
	"				lset c [expr {$i-1}] [expr {$j-1}] [expr {[lindex $c [expr {$i-1}] [expr {$j-1}]] + $x}]\n"
	"			}\n"
	"		}\n"
	"	}\n"
	"}\n";

static void benchmark(struct stage *s, double mass, double zeta)
{
	stage_begin(s);
	stage_eval(s, "%s", FRAME);
	stage_eval(s, "frame %.17g 0; damp %.17g %.17g; frame %.17g 1", mass, mass, zeta, mass);
	stage_eval(s, "expSpecimen Linear 1 -k $ke -c $ce -m $me; expControl VirtualRig 1 -rate 1024 -channel 1");
	stage_eval(s, "expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1");
	stage_eval(s, "expElement twoNodeLink 10 9 1 -dir 1 -site 1 -initStif $ke -noRayleigh; timeSeries Sine 1 0 1000 1.0; pattern Plain 1 1 {load 3 1.0}");
	stage_eval(s, "constraints Plain; numberer RCM; system BandGeneral; algorithm Linear; integrator NewmarkExplicit 0.5; analysis Transient");
}

/* validation.md 16, cases 1 and 4: 3.612, 15.997, 38.086 Hz. */
static void the_frame_has_the_frequencies_of_the_benchmark(void **state)
{
	static const double hz[] = {3.612, 15.997, 38.086};
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "%sframe 1000.0 0; set values [eigen -fullGenLapack 3]", FRAME);
	for (int i = 0; i < 3; i++) {
		double f = sqrt(stage_real(&s, "lindex $values %d", i)) / (2.0 * acos(-1.0));

		evidence("benchmark-frequencies", f);
		assert_near(f, hz[i], 5e-4);
	}
	stage_end(&s);
}

/* validation.md 16: three storeys, one specimen with mass and damping of its own: 14.64, 12.22, 9.92, 8.73 ms. */
static void critical_delays_of_the_model_are_those_of_the_benchmark(void **state)
{
	static const struct { double mass, zeta, ms; } CASE[] = {{1000, 0.05, 14.64}, {1100, 0.04, 12.22}, {1300, 0.03, 9.92}, {1000, 0.03, 8.73}};
	struct stage s;

	(void)state;
	for (size_t i = 0; i < COUNT(CASE); i++) {
		benchmark(&s, CASE[i].mass, CASE[i].zeta);
		stage_eval(&s, "monitor Margin 1 -control 1 -cPerK [expr {$ce/$ke}] -mPerK [expr {$me/$ke}]; monitor Margin 2 -control 1 -cPerK [expr {$ce/$ke}]"
		               " -mPerK [expr {$me/$ke}] -scale 10; analyze 1 [expr {1.0/1024}]");
		evidence("benchmark-critical", 1e3 * value(&s, 1, "critical"));
		assert_near(1e3 * value(&s, 1, "critical"), CASE[i].ms, 5e-3);
		assert_near(value(&s, 1, "psi"), log10(CASE[i].ms), 3e-4);
		/* laboratory time at a control that is ten times slower; the indicator is the test's */
		expect_close(value(&s, 2, "critical"), 10.0 * value(&s, 1, "critical"), 1e-12, "ten times slower");
		assert_near(value(&s, 2, "psi"), value(&s, 1, "psi"), 1e-12);
		stage_end(&s);
	}
}

/* Of one freedom both ways are one; a model that changes has another delay, and a guard hears of it. */
static void the_model_is_looked_at_again_when_it_changes(void **state)
{
	const struct monitor *m;
	struct stage s;
	double first;

	(void)state;
	oscillator(&s);
	stage_eval(&s, "monitor Margin 1 -control 1 -stop 1e-3; set m [expr {10/$w**2}]");
	stage_eval(&s, "monitor Margin 2 -control 1 -m $m -c [expr {0.1*$w*$m}] -kn 0 -ke 10; analyze 1 0.01");
	first = value(&s, 1, "critical");
	expect_close(first, value(&s, 2, "critical"), 1e-9, "one freedom");
	stage_eval(&s, "uniaxialMaterial Elastic 9 5.0 0.1; element zeroLength 9 1 2 -mat 9 -dir 1; analyze 300 0.01");
	stage_eval(&s, "monitor Margin 3 -control 1 -m $m -c [expr {0.1*$w*$m + 0.1}] -kn 5 -ke 10; analyze 1 0.01");
	expect_close(value(&s, 1, "critical"), value(&s, 3, "critical"), 1e-9, "with a spring and a dashpot more");
	assert_true(fabs(value(&s, 1, "critical") - first) > 0.01 * first);
	assert_near(value(&s, 1, "margin1"), 1.0 - value(&s, 1, "delay1") / value(&s, 3, "critical"), 1e-9);
	m = table_get(&s.script.monitors.table, 1);
	assert_near(m->guard->twin->value[3], value(&s, 1, "margin1"), 0.0);
	stage_end(&s);
}

/* A model whose delay cannot be had is refused as often as it is tried: the delay of the one before is none of it. */
static void the_delay_of_the_model_before_is_not_gone_on_with(void **state)
{
	struct stage s;

	(void)state;
	oscillator(&s);
	stage_eval(&s, "monitor Margin 1 -control 1 -warn 1e-3; analyze 10 0.01");
	stage_eval(&s, "remove element 1; uniaxialMaterial Elastic 9 10; element zeroLength 9 1 2 -mat 9 -dir 1");
	for (int i = 0; i < 3; i++)
		assert_int_equal(Tcl_EvalEx(s.script.interp, "analyze 1 0.01", -1, TCL_EVAL_GLOBAL), TCL_ERROR);
	stage_end(&s);
}

/* Delays are those of the laboratory: a test that is made five times slower while it runs has five times as much, by the words or by the control itself. */
static void the_delay_goes_with_the_scale_of_its_control(void **state)
{
	static const struct { const char *words; double first; } CASE[] = {{"-critical 0.02", 0.02}, {"-critical 0.02 -scale 2", 0.04}, {"", NAN}};
	struct stage s;

	(void)state;
	for (size_t i = 0; i < COUNT(CASE); i++) {
		const struct monitor *m;
		double first, psi;

		oscillator(&s);
		stage_eval(&s, "monitor Margin 1 -control 1 %s -stop 1e-3; analyze 10 0.01", CASE[i].words);
		first = value(&s, 1, "critical");
		psi = value(&s, 1, "psi");
		if (!isnan(CASE[i].first))
			expect_close(first, CASE[i].first, 1e-12, "before");
		m = table_get(&s.script.monitors.table, 1);
		stage_eval(&s, "expTune 1 -scale 5; analyze 1 0.01");
		expect_close(value(&s, 1, "critical"), 5.0 * first, 1e-12, "five times slower");
		expect_close(value(&s, 1, "psi"), psi, 1e-12, "the test's own");
		expect_close(m->guard->twin->value[0], 5.0 * first, 1e-12, "in the tick");
		/* another model: the same scale */
		stage_eval(&s, "uniaxialMaterial Elastic 9 0.0; element zeroLength 9 1 2 -mat 9 -dir 1; expTune 1 -scale 2.5; analyze 1 0.01");
		expect_close(value(&s, 1, "critical"), 2.5 * first, 1e-9, "and again");
		stage_end(&s);
	}
}

static void the_scale_of_its_control_is_taken_from_the_beginning(void **state)
{
	struct stage s;

	(void)state;
	oscillator(&s);
	stage_eval(&s, "expSpecimen Material 2 1; expControl VirtualRig 2 -rate 1000 -scale 4 -channel 2");
	stage_eval(&s, "monitor Margin 1 -control 2 -critical 0.02; analyze 1 0.01");
	expect_close(value(&s, 1, "critical"), 0.08, 1e-12, "four times slower");
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_frame_has_the_frequencies_of_the_benchmark),
		cmocka_unit_test(critical_delays_of_the_model_are_those_of_the_benchmark),
		cmocka_unit_test(the_model_is_looked_at_again_when_it_changes),
		cmocka_unit_test(the_delay_of_the_model_before_is_not_gone_on_with),
		cmocka_unit_test(the_delay_goes_with_the_scale_of_its_control),
		cmocka_unit_test(the_scale_of_its_control_is_taken_from_the_beginning),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
