/* The bench, SimDomain on it and expModel: against closed forms, and that trials, several users and faults leave no trace. */
#include "test.h"

#include "experiment/laboratory.h"
#include "submodel/bench.h"
#include "verify/verify.h"

static const struct bench_test TEST = {BENCH_TOLERANCE, BENCH_ITERATIONS};

/* A cantilever of four beams with E I = 12, E A = 7, length 2, along y; its tip is node 5. */
static const char column[] =
	"expModel 1 {\n"
	"  model basic -ndm 2 -ndf 3\n"
	"  geomTransf Linear 1\n"
	"  for {set i 1} {$i <= 5} {incr i} { node $i 0.0 [expr 0.5*($i-1)] }\n"
	"  fix 1 1 1 1\n"
	"  for {set i 1} {$i <= 4} {incr i} { element elasticBeamColumn $i $i [expr $i+1] 0.7 10.0 1.2 1 }\n"
	"}";

/* Springs 1-2 (elastic, 30) and 2-3 (100, yields at force 5) in series; node 3 is driven, node 2 is free. */
static const char springs[] =
	"expModel 2 {\n"
	"  model basic -ndm 1 -ndf 1\n"
	"  node 1 0; node 2 0; node 3 0\n"
	"  fix 1 1\n"
	"  uniaxialMaterial Elastic 1 30\n"
	"  uniaxialMaterial ElasticPP 2 100 0.05\n"
	"  element zeroLength 1 1 2 -mat 1 -dir 1\n"
	"  element zeroLength 2 2 3 -mat 2 -dir 1\n"
	"}";

static struct model *model_of(struct stage *s, int tag)
{
	struct model *m = table_get(&s->script.lab.models, tag);

	assert_non_null(m);
	return m;
}

static void stand(struct bench *b, struct stage *s, int tag, int nd, const struct bench_freedom *drive, int ng, const struct bench_freedom *gauge)
{
	struct err e;
	char line[700];

	err_clear(&e);
	if (bench_init(b, model_of(s, tag), nd, drive, ng, gauge, TEST, &s->script.lab.arena, "bench", &e)) {
		err_text(&e, line, sizeof(line));
		fail_msg("%s", line);
	}
}

static double force_at(struct bench *b, double x, double t)
{
	double d[8], f[8];

	assert_int_equal(bench_move(b, &x, t), 0);
	bench_measure(b, d, f);
	return f[0];
}

static void moves_a_cantilever_as_the_closed_form_says(void **state)
{
	static const struct bench_freedom drive[] = {{5, 0}}, gauge[] = {{5, 0}, {1, 0}, {1, 2}, {5, 2}};
	struct stage s;
	struct bench b;
	double d[4], f[4], x = 0.25;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, column);
	stand(&b, &s, 1, 1, drive, 4, gauge);
	assert_int_equal(bench_move(&b, &x, 1.0), 0);
	bench_measure(&b, d, f);
	/* 3 E I / L^3 = 36/8; the support bears the same force and the moment F L; the free rotation is 3/2 d/L */
	assert_near(f[0], 4.5 * x, 1e-12);
	assert_near(f[1], -4.5 * x, 1e-12);
	assert_near(fabs(f[2]), 9.0 * x, 1e-12);
	assert_near(f[3], 0.0, 1e-12);
	assert_true(d[0] == x);
	assert_near(fabs(d[3]), 0.75 * x, 1e-12);
	bench_fini(&b);
	stage_end(&s);
}

static void couples_what_is_driven_together(void **state)
{
	static const struct bench_freedom tip[] = {{5, 0}, {5, 1}, {5, 2}};
	const double x[3] = {0.1, -0.02, 0.3};
	struct stage s;
	struct bench b;
	double d[3], f[3];

	(void)state;
	stage_begin(&s);
	stage_eval(&s, column);
	stand(&b, &s, 1, 3, tip, 3, tip);
	assert_int_equal(bench_move(&b, x, 1.0), 0);
	bench_measure(&b, d, f);
	/* 12 EI/L^3 = 18, 6 EI/L^2 = 18, 4 EI/L = 24, EA/L = 3.5; upright: a rotation counter-clockwise is held back by a force to the right */
	assert_near(f[0], 18.0 * x[0] + 18.0 * x[2], 1e-12);
	assert_near(f[1], 3.5 * x[1], 1e-12);
	assert_near(f[2], 18.0 * x[0] + 24.0 * x[2], 1e-12);
	assert_memory_equal(d, x, sizeof(d));
	bench_fini(&b);
	stage_end(&s);
}

static void a_trial_that_is_replaced_leaves_no_trace(void **state)
{
	static const struct bench_freedom end[] = {{3, 0}};
	const double k = 3000.0 / 130.0;
	struct stage s;
	struct bench b;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, springs);
	stand(&b, &s, 2, 1, end, 1, end);
	assert_near(force_at(&b, 0.1, 1.0), 0.1 * k, 1e-12);
	/* both springs carry the yield force, however far it goes */
	assert_near(force_at(&b, 3.0, 1.0), 5.0, 1e-12);
	assert_near(force_at(&b, 0.1, 1.0), 0.1 * k, 1e-12);
	/* accepted, it stays: elastic spring 5/30, the rest is plastic but 0.05 */
	assert_near(force_at(&b, 3.0, 1.0), 5.0, 1e-12);
	assert_int_equal(bench_commit(&b), 0);
	assert_near(force_at(&b, 2.9, 2.0), 5.0 - 0.1 * k, 1e-12);
	assert_near(force_at(&b, 3.0 - 6.0 / k, 2.0), -1.0, 1e-12);
	assert_near(force_at(&b, 2.9, 2.0), 5.0 - 0.1 * k, 1e-12);
	bench_fini(&b);
	stage_end(&s);
}

static void several_benches_may_use_one_model(void **state)
{
	static const struct bench_freedom end[] = {{3, 0}}, middle[] = {{2, 0}};
	struct stage s;
	struct bench b, other;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, springs);
	stand(&b, &s, 2, 1, end, 1, end);
	stand(&other, &s, 2, 1, middle, 1, middle);
	assert_near(force_at(&b, 3.0, 1.0), 5.0, 1e-12);
	assert_int_equal(bench_commit(&b), 0);
	/* driven in the middle, node 3 is free and follows */
	assert_near(force_at(&other, 0.2, 1.0), 6.0, 1e-12);
	assert_near(force_at(&b, 2.9, 2.0), 5.0 - 0.1 * 3000.0 / 130.0, 1e-12);
	bench_fini(&other);
	bench_fini(&b);
	stage_end(&s);
}

static void feels_what_depends_on_a_driven_freedom(void **state)
{
	static const struct bench_freedom master[] = {{2, 0}};
	struct stage s;
	struct bench b;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expModel 1 { model basic -ndm 1 -ndf 1; node 1 0; node 2 0; node 3 0; fix 1 1; equalDOF 2 3 1;"
	               "uniaxialMaterial Elastic 1 30; uniaxialMaterial Elastic 2 12;"
	               "element zeroLength 1 1 2 -mat 1 -dir 1; element zeroLength 2 1 3 -mat 2 -dir 1 }");
	stand(&b, &s, 1, 1, master, 1, master);
	assert_near(force_at(&b, 0.5, 1.0), 21.0, 1e-12);
	bench_fini(&b);
	stage_end(&s);
}

static void stands_in_equilibrium_with_its_own_loads(void **state)
{
	static const struct bench_freedom end[] = {{3, 0}};
	struct stage s;
	struct bench b;
	double d, f;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expModel 1 { model basic -ndm 1 -ndf 1; node 1 0; node 2 0; node 3 0; fix 1 1; uniaxialMaterial Elastic 1 30;"
	               "uniaxialMaterial Elastic 2 60; element zeroLength 1 1 2 -mat 1 -dir 1; element zeroLength 2 2 3 -mat 2 -dir 1;"
	               "pattern Plain 1 Constant { load 2 9.0; load 3 2.0 } }");
	stand(&b, &s, 1, 1, end, 1, end);
	bench_measure(&b, &d, &f);
	/* node 3 held: the springs share 9 as 30 to 60, node 3 bears 6 and its own 2 */
	assert_true(d == 0.0);
	assert_near(f, -8.0, 1e-12);
	assert_near(force_at(&b, 0.3, 1.0), 20.0 * 0.3 - 8.0, 1e-12);
	bench_fini(&b);
	stage_end(&s);
}

static void moves_where_nothing_is_free(void **state)
{
	static const struct bench_freedom all[] = {{2, 0}, {3, 0}};
	const double x[2] = {0.1, 0.4};
	struct stage s;
	struct bench b;
	double d[2], f[2];

	(void)state;
	stage_begin(&s);
	stage_eval(&s, springs);
	stand(&b, &s, 2, 2, all, 2, all);
	assert_int_equal(bench_move(&b, x, 1.0), 0);
	bench_measure(&b, d, f);
	assert_near(f[0], 3.0 - 5.0, 1e-14);
	assert_near(f[1], 5.0, 1e-14);
	bench_fini(&b);
	stage_end(&s);
}

static void says_when_it_finds_no_equilibrium(void **state)
{
	static const struct bench_freedom end[] = {{3, 0}};
	struct stage s;
	struct bench b;
	double x = 3.0, d, f;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, springs);
	stand(&b, &s, 2, 1, end, 1, end);
	b.test.limit = 2;
	assert_int_equal(bench_move(&b, &x, 1.0), ERR_CONVERGE);
	bench_measure(&b, &d, &f);
	assert_true(d == 0.0 && f == 0.0);
	b.test.limit = BENCH_ITERATIONS;
	assert_near(force_at(&b, x, 1.0), 5.0, 1e-12);
	bench_fini(&b);
	stage_end(&s);
}

static size_t memory_of(const struct bench *b, const struct laboratory *lab)
{
	return lab->arena.used + b->an.run.used + b->an.work.used + b->an.parts.used + b->an.between.used + b->an.keep[0].used + b->an.keep[1].used;
}

static void takes_no_memory_once_it_stands(void **state)
{
	static const struct bench_freedom tip[] = {{5, 0}, {5, 2}};
	struct stage s;
	struct bench b;
	size_t before;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, column);
	stand(&b, &s, 1, 2, tip, 2, tip);
	before = memory_of(&b, &s.script.lab);
	for (int i = 1; i <= 50; i++) {
		const double x[2] = {0.01 * i, -0.02 * i};

		assert_int_equal(bench_move(&b, x, i), 0);
		assert_int_equal(bench_commit(&b), 0);
	}
	assert_int_equal(memory_of(&b, &s.script.lab), before);
	bench_fini(&b);
	stage_end(&s);
}

static void refused(struct stage *s, int tag, struct bench_freedom drive, const char *what)
{
	struct bench b;
	struct err e;
	char line[700];

	err_clear(&e);
	assert_int_not_equal(bench_init(&b, model_of(s, tag), 1, &drive, 1, &drive, TEST, &s->script.lab.arena, "expControl SimDomain 1", &e), 0);
	err_text(&e, line, sizeof(line));
	assert_contains(line, what);
	assert_contains(line, "expControl SimDomain 1");
}

/* The spring inside yields under the load that it carries from the beginning: a third iteration finds that the second was right. */
static void its_own_loads_are_carried_within_its_tolerance_and_iterations(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expModel 1 { model basic -ndm 1 -ndf 1; node 1 0; node 2 0; node 3 0; fix 1 1; uniaxialMaterial Steel01 1 1.0 100.0 0.1;"
	               "uniaxialMaterial Elastic 2 30; element zeroLength 1 1 2 -mat 1 -dir 1; element zeroLength 2 2 3 -mat 2 -dir 1;"
	               "pattern Plain 1 Constant { load 2 50.0 } }; expControlPoint 1 -node 3 1 disp; expControlPoint 2 -node 3 1 disp 1 force");
	stage_eval(&s, "if {![catch {expControl SimDomain 1 -model 1 -trialCP 1 -outCP 2 -iter 2} said]} {error {two iterations were enough}}");
	assert_contains(Tcl_GetVar(s.script.interp, "said", 0), "its model finds no equilibrium under its own loads");
	stage_eval(&s, "expControl SimDomain 2 -model 1 -trialCP 1 -outCP 2 -iter 2 -tol 1e3");
	stage_eval(&s, "expControl SimDomain 3 -model 1 -trialCP 1 -outCP 2 -iter 3");
	stage_end(&s);
}

static void refuses_what_cannot_be_driven(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, column);
	stage_eval(&s, springs);
	refused(&s, 1, (struct bench_freedom){1, 0}, "it is fixed");
	refused(&s, 1, (struct bench_freedom){9, 0}, "no node");
	refused(&s, 1, (struct bench_freedom){5, 3}, "1 to 3");
	stage_eval(&s, "expModel 3 { model basic -ndm 1 -ndf 1; node 1 0; node 2 0; node 3 0; fix 1 1; equalDOF 2 3 1; uniaxialMaterial Elastic 1 30;"
	               "element zeroLength 1 1 2 -mat 1 -dir 1; element zeroLength 2 1 3 -mat 1 -dir 1 }");
	refused(&s, 3, (struct bench_freedom){3, 0}, "multi-point");
	stage_eval(&s, "expModel 4 { model basic -ndm 1 -ndf 1; node 1 0; node 2 0; node 3 0; fix 1 1; uniaxialMaterial Elastic 1 30;"
	               "element zeroLength 1 1 2 -mat 1 -dir 1 }");
	stage_end(&s);
}

/* --- expModel -------------------------------------------------------------------------------------- */

static void the_script_s_own_model_and_state_wait_outside(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 1 -ndf 1; node 1 0; node 2 1; fix 1 1; mass 2 2.0; uniaxialMaterial Elastic 1 50;"
	               "element truss 1 1 2 1.0 1; pattern Plain 1 Linear { load 2 10.0 };"
	               "constraints Plain; numberer Plain; system BandGeneral; test NormDispIncr 1e-12 10; algorithm Newton;"
	               "integrator LoadControl 1.0; analysis Static; analyze 1");
	stage_eval(&s, column);
	stage_eval(&s, "load 2 5.0; analyze 1");
	/* the load went to the script's own pattern: (10 + 5) 2 / 50 */
	assert_near(stage_real(&s, "nodeDisp 2 1"), 0.6, 1e-12);
	assert_int_equal(s.script.model.nodes.n, 2);
	assert_int_equal(model_of(&s, 1)->nodes.n, 5);
	stage_eval(&s, "wipeExp");
	assert_int_equal(s.script.lab.models.n, 0);
	stage_eval(&s, column);
	stage_eval(&s, "wipe");
	assert_int_equal(s.script.lab.models.n, 0);
	stage_end(&s);
}

static void refuses_body(struct stage *s, const char *body, const char *what)
{
	char script[512];

	snprintf(script, sizeof(script), "expModel 7 { model basic -ndm 1 -ndf 1\n node 1 0\n %s }", body);
	assert_int_equal(Tcl_Eval(s->script.interp, script), TCL_ERROR);
	assert_contains(Tcl_GetStringResult(s->script.interp), what);
	assert_int_equal(s->script.lab.models.n, 0);
	assert_int_equal(s->script.model.nodes.n, 1);
	assert_int_equal(s->script.model.ndm, 2);
	assert_true(s->script.inside[0] == '\0');
}

static void a_body_that_fails_leaves_nothing(void **state)
{
	static const char *const elsewhere[] = {
		"analyze 1", "recorder Node -file x -node 1 -dof 1 disp", "analysis Static", "wipe", "wipeExp", "exit", "expModel 8 {}", "rayleigh 0 0 0 0",
		"expSite LocalSite 1 1", "remove node 1", "loadConst", "reset", "eigen 1", "setTime 1",
	};
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 2 -ndf 3; node 1 0 0");
	for (size_t i = 0; i < COUNT(elsewhere); i++)
		refuses_body(&s, elsewhere[i], "no place in the body of expModel 7");
	refuses_body(&s, "node 1 0", "tag 1 is in use");
	refuses_body(&s, "element truss 1 1 2 1.0 1", "node 2");
	refuses_body(&s, "", "no element");
	refuses_body(&s, "node 2 0 -disp 0.1; fix 1 1; uniaxialMaterial Elastic 1 1; element zeroLength 1 1 2 -mat 1 -dir 1", "begins at rest");
	refuses_body(&s, "error stop", "stop");
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(moves_a_cantilever_as_the_closed_form_says),
		cmocka_unit_test(couples_what_is_driven_together),
		cmocka_unit_test(a_trial_that_is_replaced_leaves_no_trace),
		cmocka_unit_test(several_benches_may_use_one_model),
		cmocka_unit_test(feels_what_depends_on_a_driven_freedom),
		cmocka_unit_test(stands_in_equilibrium_with_its_own_loads),
		cmocka_unit_test(moves_where_nothing_is_free),
		cmocka_unit_test(says_when_it_finds_no_equilibrium),
		cmocka_unit_test(takes_no_memory_once_it_stands),
		cmocka_unit_test(its_own_loads_are_carried_within_its_tolerance_and_iterations),
		cmocka_unit_test(refuses_what_cannot_be_driven),
		cmocka_unit_test(the_script_s_own_model_and_state_wait_outside),
		cmocka_unit_test(a_body_that_fails_leaves_nothing),
	};

	return cmocka_run_group_tests_name("sim_domain", tests, NULL, NULL);
}
