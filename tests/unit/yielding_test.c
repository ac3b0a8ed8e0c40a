/* Few yielding members: low-rank updates of a factored matrix against Newton with the initial stiffness, which never uses them,
 * and against an ordinary factorisation of the same matrix. The structure is a plane frame of 6 bays and 10 storeys with 20 braces. */
#include "equations/core.h"
#include "verify/verify.h"

#include "test.h"

static const char *const model_text =
	"wipe; model basic -ndm 2 -ndf 3\n"
	"for {set s 0} {$s <= 10} {incr s} { for {set b 0} {$b <= 6} {incr b} {\n"
	"  set tag [expr {7*$s+$b+1}]; node $tag [expr {6.0*$b}] [expr {3.5*$s}]\n"
	"  if {$s} { mass $tag 20 20 0.5 } else { fix $tag 1 1 1 } } }\n"
	"geomTransf Linear 1; set e 0\n"
	"for {set s 0} {$s <= 10} {incr s} { for {set b 0} {$b <= 6} {incr b} {\n"
	"  set tag [expr {7*$s+$b+1}]\n"
	"  if {$s < 10} { element elasticBeamColumn [incr e] $tag [expr {$tag+7}] 0.16 3e7 2.1e-3 1 }\n"
	"  if {$s && $b < 6} { element elasticBeamColumn [incr e] $tag [expr {$tag+1}] 0.18 3e7 5.4e-3 1 } } }\n"
	"uniaxialMaterial Steel01 1 1.5e4 2e8 0.02\n"
	"for {set s 0} {$s < 10} {incr s} { foreach b {1 4} {\n"
	"  element truss [incr e] [expr {7*$s+$b+1}] [expr {7*($s+1)+$b+2}] 0.004 1 } }\n"
	"rayleigh 0.2 0 0.001 0\n"
	"timeSeries Sine 1 0 9 0.9 -factor 6.0\n"
	"pattern UniformExcitation 1 1 -accel 1\n"
	"constraints Plain; numberer RCM; system BandGeneral; test NormUnbalance 1e-9 200\n";

/* Roof displacement after n steps; how often iterations were needed comes back too. */
static double shake(struct stage *s, const char *algorithm, int n, double *ret_iterations)
{
	double sum = 0.0;

	stage_eval(s, "%s", model_text);
	stage_eval(s, "algorithm %s; integrator Newmark 0.5 0.25; analysis Transient", algorithm);
	for (int i = 0; i < n; i++) {
		assert_true(stage_real(s, "analyze 1 0.01") == 0.0);
		sum += stage_real(s, "testIter");
	}
	*ret_iterations = sum / n;
	return stage_real(s, "nodeDisp 77 1");
}

static void updated_newton_finds_the_path_of_initial_stiffness(void **unused)
{
	struct stage s;
	double tangent, initial, few, many;

	(void)unused;
	stage_begin(&s);
	tangent = shake(&s, "Newton", 60, &few);
	assert_non_null(s.script.analysis.p->core->yielding);
	assert_true(s.script.analysis.p->core->slot[0].updated);
	initial = shake(&s, "Newton -initial", 60, &many);
	assert_false(s.script.analysis.p->core->slot[0].updated);
	expect_close(tangent, initial, 1e-8, "roof displacement");
	/* the tangent must be the right one: a wrong update would need as many iterations as none */
	assert_true(few < 0.5 * many);
	stage_end(&s);
}

static void updated_solve_equals_an_ordinary_one(void **unused)
{
	struct stage s;
	struct problem_core *c;
	double iterations, worst = 0.0, peak = 0.0;
	double *x, *y, *value;
	int pivot;

	(void)unused;
	stage_begin(&s);
	shake(&s, "Newton", 40, &iterations);
	c = s.script.analysis.p->core;
	x = test_calloc((size_t)c->map.n, sizeof(double));
	y = test_calloc((size_t)c->map.n, sizeof(double));
	value = test_calloc((size_t)c->pattern.nnz, sizeof(double));
	for (int i = 0; i < c->map.n; i++)
		x[i] = y[i] = sin(1.0 + i);
	assert_int_equal(problem_form(&c->p, 0, STIFFNESS_TANGENT, 1.0, 200.0, 4e4, NULL), 0);
	assert_true(c->slot[0].updated);
	assert_int_equal(problem_solve(&c->p, 0, x), 0);
	assert_int_equal(problem_values(c, STIFFNESS_TANGENT, 1.0, 200.0, 4e4, value), 0);
	assert_int_equal(c->engine.ops->factor(c->engine.self, 1, value, &pivot), 0);
	assert_int_equal(c->engine.ops->solve(c->engine.self, 1, y), 0);
	for (int i = 0; i < c->map.n; i++) {
		worst = larger(worst, fabs(x[i] - y[i]));
		peak = larger(peak, fabs(y[i]));
	}
	assert_true(worst <= 1e-11 * peak);
	test_free(x);
	test_free(y);
	test_free(value);
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(updated_newton_finds_the_path_of_initial_stiffness),
		cmocka_unit_test(updated_solve_equals_an_ordinary_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
