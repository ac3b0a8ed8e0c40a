/* Suite over every way to advance and every implicit integrator: elements that are not linear and that something else than the structure's own motion drives,
 * a support that moves or a member load. From rest the first that moves is what they push. Against engine sparse. */
#include "test.h"

#include "analysis/advance.h"
#include "verify/verify.h"

#include <math.h>
#include <string.h>

enum { POINTS = 6 };

static const struct { const char *what, *model, *watched; } CASES[] = {
	{"a support that moves", "model basic -ndm 1 -ndf 1; node 1 0; node 2 1; node 3 2; fix 1 1; mass 2 0.6; uniaxialMaterial Steel01 1 3 1500 0.05\n"
	 "element zeroLength 1 1 2 -mat 1 -dir 1; element zeroLength 2 2 3 -mat 1 -dir 1; timeSeries Trig 1 0 100 1 -factor 0.02\n"
	 "pattern MultipleSupport 1 {groundMotion 1 Plain -disp 1; imposedMotion 3 1 1}", "2 1"},
	{"a member load", "model basic -ndm 2 -ndf 3; node 1 0 0; node 2 3 0; node 3 6 0; fix 1 1 1 1; fix 3 1 1 1; mass 2 1 1 0.1; geomTransf Linear 1\n"
	 "uniaxialMaterial Steel01 1 300 2e5 0.05; section Fiber 1 {patch rect 1 4 1 -0.1 -0.05 0.1 0.05}; element dispBeamColumn 1 1 2 3 1 1\n"
	 "element dispBeamColumn 2 2 3 3 1 1; timeSeries Trig 1 0 100 1; pattern Plain 1 1 {eleLoad -ele 1 2 -type -beamUniform -100}", "2 2"},
};

static const char *const TESTS[] = {"NormDispIncr 1e-12 40", "EnergyIncr 1e-20 40", "RelativeNormDispIncr 1e-9 40", "NormUnbalance 1e-9 40"};

/* The motion of a point. */
static void history(struct stage *s, int what, const char *integrator, const char *test, const char *engine, double *ret_u)
{
	stage_eval(s, "wipe; %s; constraints Transformation; numberer RCM; system BandGeneral; test %s; algorithm Newton", CASES[what].model, test);
	stage_eval(s, "integrator %s; analysis Transient; engine %s", integrator, engine);
	for (int i = 0; i < POINTS; i++) {
		if (stage_real(s, "analyze 2 0.004") != 0.0)
			fail_msg("%s, %s, %s, %s: failed", CASES[what].what, integrator, test, engine);
		ret_u[i] = stage_real(s, "nodeDisp %s", CASES[what].watched);
	}
}

static int apart(struct stage *s, int what, const char *integrator, const char *test)
{
	double want[POINTS], got[POINTS], peak = 0.0;
	int wrong = 0;

	history(s, what, integrator, test, "sparse", want);
	for (int i = 0; i < POINTS; i++)
		peak = fmax(peak, fabs(want[i]));
	assert_true(peak > 1e-5);
	for (int k = 0; advance_table[k]; k++) {
		char engine[64];
		double most = 0.0;

		snprintf(engine, sizeof(engine), "%s%s", advance_table[k]->name, advance_table[k]->bounded ? " -steps 16 -noCache" : "");
		history(s, what, integrator, test, engine, got);
		for (int i = 0; i < POINTS; i++)
			most = larger(most, fabs(got[i] - want[i]));
		if (!(most <= 1e-6 * peak)) {
			print_error("%s, %s, %s, %s: %g of the peak apart\n", CASES[what].what, integrator, test, engine, most / peak);
			wrong++;
		}
	}
	return wrong;
}

static void what_elements_are_driven_by_moves_the_structure(void **state)
{
	struct stage s;
	char integrator[192];
	int wrong = 0;

	(void)state;
	stage_begin(&s);
	for (int row = 0; (row = stage_implicit(row, integrator, sizeof(integrator))) >= 0; row++) {
		for (size_t what = 0; what < COUNT(CASES); what++)
			for (size_t t = 0; t < COUNT(TESTS); t++)
				wrong += apart(&s, (int)what, integrator, TESTS[t]);
	}
	stage_end(&s);
	assert_int_equal(wrong, 0);
}

/* Springs far out on their second line, without masses, that an engine takes over: from forces as of virgin springs Newton's method jumps between the lines. */
static void engines_take_over_what_has_yielded(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	for (int k = 0; advance_table[k]; k++) {
		if (advance_table[k]->bounded || strcmp(advance_table[k]->name, "modal") == 0)
			continue;
		stage_eval(&s, "wipe; model basic -ndm 1 -ndf 1; foreach i {0 1 2} {node $i $i}; uniaxialMaterial Steel01 1 3.3128 1656.4 0.05");
		stage_eval(&s, "uniaxialMaterial Elastic 2 2478.7 24.787; foreach i {1 2} {element zeroLength $i [expr {$i - 1}] $i -mat $i -dir 1}");
		stage_eval(&s, "timeSeries Trig 2 0 3 0.245 -factor 0.01; timeSeries Linear 3 -factor 0.3; pattern Plain 1 2 {sp 0 1 1.0};");
		stage_eval(&s, "pattern Plain 2 3 {load 2 -0.83}");
		for (int i = 0; i < 4; i++) {
			stage_eval(&s, "wipeAnalysis; constraints Transformation; numberer RCM; system BandGeneral; test NormDispIncr 1e-12 60; algorithm Newton");
			stage_eval(&s, "integrator Newmark 0.6 0.3025; analysis Transient; engine %s", advance_table[k]->name);
			if (stage_real(&s, "analyze 1 0.005") != 0.0)
				fail_msg("%s: step %d failed", advance_table[k]->name, i + 1);
		}
	}
	stage_end(&s);
}

/* Nodes that nothing but their load or their support moves are recorded as they are: without loads they rest, and their motion is the same number. */
static void what_only_loads_move_is_recorded(void **state)
{
	static const char *const moved[] = {
		"foreach i {0 1 2 3} {node $i $i}; fix 0 1; mass 1 1.0; foreach i {1 2 3} {element zeroLength $i 0 $i -mat [expr {1 + ($i > 1)}] -dir 1}\n"
		"pattern Plain 1 1 {load 1 1.0; load 2 1.0; load 3 -2.0}; constraints Transformation",
		"foreach i {0 1 2 3} {node $i $i}; fix 0 1; fix 3 1; mass 1 1.0; foreach i {1 2} {element zeroLength $i [expr {$i - 1}] $i -mat $i -dir 1}\n"
		"pattern MultipleSupport 1 {groundMotion 1 Plain -disp 1 -fact 0.01; imposedMotion 2 1 1}; constraints Lagrange",
	};
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "proc recorded_by {model args} {wipe; model basic -ndm 1 -ndf 1; uniaxialMaterial Steel01 1 2.0 1500 0.05; uniaxialMaterial Elastic 2 100\n"
	           "timeSeries Trig 1 0 100 0.5 -factor 5; eval $model; recorder Node -file r.out -precision 12 -node 3 2 1 -dof 1 disp\n"
	           "numberer RCM; system FullGeneral; test NormDispIncr 1e-12 60; algorithm Newton; integrator Newmark 0.6 0.3025; analysis Transient\n"
	           "engine {*}$args; if {[analyze 10 0.01]} {error failed}; remove recorders; set f [open r.out]\n"
	           "set x [split [string trim [read $f]] \\n]; close $f; lindex $x end}");
	stage_eval(&s, "proc farthest {a b} {set d 0.0; foreach x $a y $b {set d [expr {max($d, abs($x - $y))}]}; set d}");
	for (size_t i = 0; i < COUNT(moved); i++)
		for (int k = 0; advance_table[k]; k++) {
			const char *name = advance_table[k]->name;

			if (i == 1 && strcmp(name, "modal") == 0)
				continue;
			stage_eval(&s, "set model {%s}; set want [recorded_by $model sparse]", moved[i]);
			stage_eval(&s, "set got [recorded_by $model %s %s]", name, advance_table[k]->bounded ? "-steps 12 -noCache" : "");
			assert_true(stage_real(&s, "farthest $want {0 0 0}") > 1e-2);
			if (!(stage_real(&s, "farthest $want $got") <= 1e-9))
				fail_msg("%s, model %d: %g apart", name, (int)i, stage_real(&s, "farthest $want $got"));
		}
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_elements_are_driven_by_moves_the_structure),
		cmocka_unit_test(engines_take_over_what_has_yielded),
		cmocka_unit_test(what_only_loads_move_is_recorded),
	};

	return cmocka_run_group_tests_name("driven", tests, NULL, NULL);
}
