/* Suite over every implicit row of integrator_table: what constraints hold is the same motion, whether dependent freedoms are eliminated or held by multipliers
 * or stiff springs, also when model and analysis change between steps: a mass, a load, an element, another numbering, wipeAnalysis. A damped chain with
 * two equal freedoms whose springs yield. */
#include "test.h"

#include "verify/verify.h"

#include <math.h>

enum { CHANGES = 7, ROW = 6 };

static const char *const model =
	"wipe; model basic -ndm 1 -ndf 1; foreach i {0 1 2 3 4} {node $i $i}; fix 0 1; foreach i {1 2 3 4} {mass $i [expr {0.5 + 0.1*$i}]}\n"
	"uniaxialMaterial Steel01 1 2.0 1500 0.05; uniaxialMaterial Elastic 2 900\n"
	"foreach i {1 2 3 4} {element zeroLength $i [expr {$i - 1}] $i -mat [expr {1 + $i % 2}] -dir 1 -doRayleigh 1}; equalDOF 2 4 1; rayleigh 0.3 0 0.0006 0\n"
	"timeSeries Trig 1 0 100 0.4 -factor 9; pattern Plain 1 1 {load 3 0.4}; pattern UniformExcitation 2 1 -accel 1\n";
static const char *const CHANGE[CHANGES] = {
	"", "mass 3 1.1", "pattern Plain 3 1 {load 1 -0.3}", "analyse", "numberer AMD", "remove loadPattern 1", "remove element 3; loadConst",
};

static void history(struct stage *s, const char *handler, const char *integrator, double *ret_x)
{
	stage_eval(s, "%s", model);
	stage_eval(s, "proc analyse {} {wipeAnalysis; constraints %s; numberer RCM; system FullGeneral; test NormDispIncr 1e-12 60; algorithm Newton\n"
	           "integrator %s; analysis Transient}; analyse", handler, integrator);
	for (int k = 0; k < CHANGES; k++) {
		stage_eval(s, "%s", CHANGE[k]);
		if (stage_real(s, "analyze 5 0.005") != 0.0)
			fail_msg("%s, %s: failed after %s", integrator, handler, CHANGE[k]);
		for (int i = 0; i < ROW / 2; i++) {
			*ret_x++ = stage_real(s, "nodeDisp %d 1", i + 1);
			*ret_x++ = stage_real(s, "nodeVel %d 1", i + 1);
		}
	}
}

static int apart(const double *got, const double *want, double limit, const char *integrator, const char *handler)
{
	double peak[2] = {0.0, 0.0};
	int wrong = 0;

	for (int i = 0; i < CHANGES * ROW; i++)
		peak[i % 2] = fmax(peak[i % 2], fabs(want[i]));
	for (int i = 0; i < CHANGES * ROW && !wrong; i++)
		if (!(fabs(got[i] - want[i]) <= limit * peak[i % 2])) {
			print_error("%s, %s, after \"%s\": %g, not %g\n", integrator, handler, CHANGE[i / ROW], got[i], want[i]);
			wrong = 1;
		}
	return wrong;
}

static void constraints_are_held_in_each_way_whatever_changes(void **state)
{
	static const struct { const char *handler; double limit; } ways[] = {{"Plain", 1e-12}, {"Lagrange", 1e-9}, {"Penalty 1e9 1e9", 1e-4}};
	struct stage s;
	char integrator[192];
	double want[CHANGES * ROW], got[CHANGES * ROW];
	int wrong = 0;

	(void)state;
	stage_begin(&s);
	for (int row = 0; (row = stage_implicit(row, integrator, sizeof(integrator))) >= 0; row++) {
		history(&s, "Transformation", integrator, want);
		for (size_t k = 0; k < COUNT(ways); k++) {
			history(&s, ways[k].handler, integrator, got);
			wrong += apart(got, want, ways[k].limit, integrator, ways[k].handler);
		}
	}
	stage_end(&s);
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(constraints_are_held_in_each_way_whatever_changes),
	};

	return cmocka_run_group_tests_name("constraint", tests, NULL, NULL);
}
