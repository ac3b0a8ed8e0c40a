/* Suite over every row of monitor_table, each made from the examples of its row in a laboratory that has everything: a site behind a network, a rig that
 * ticks. */
#include "test.h"

#include "base/base.h"
#include "verify/verify.h"

enum { TAG = 10, STEPS = 500 };

static void laboratory(struct stage *s)
{
	stage_begin(s);
	stage_eval(s, "set w [expr {2*acos(-1)}]; model basic -ndm 1 -ndf 1; node 1 0; fix 1 1; node 2 0 -mass [expr {10/$w**2}]");
	stage_eval(s, "uniaxialMaterial ElasticPP 1 10 1.0");
	stage_eval(s, "expSpecimen Material 1 1; expActuator Delay 1 0.004; expSensor Transducer 1 -rms 0.01; expNetwork Random 1; expTangentStiff BFGS 1");
	stage_eval(s, "expControl VirtualRig 1 -rate 1000 -network 1 -channel 1 -actuator 1 -forceSensor 1; expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1");
	stage_eval(s, "expSite LocalSite 1 1; expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10 -noRayleigh; rayleigh [expr {0.1*$w}] 0 0 0");
	stage_eval(s, "timeSeries Sine 1 0 1000 1.0; pattern Plain 1 1 {load 2 1.0}");
	stage_eval(s, "constraints Plain; numberer Plain; system BandGeneral; algorithm Linear; integrator NewmarkExplicit 0.5; analysis Transient");
}

static struct monitor *make(struct stage *s, const struct monitor_ops *ops, int which)
{
	char words[300];

	if (!stage_example(ops->example, which, words, sizeof(words)))
		return NULL;
	laboratory(s);
	stage_eval(s, "monitor %s %d %s", ops->name, TAG, words);
	return table_get(&s->script.monitors.table, TAG);
}

/* A threshold may end the analyze: goes on until the steps are done. */
static void run(struct stage *s)
{
	stage_eval(s, "while {[getTime] < %g} {catch {analyze [expr {round((%g - [getTime])/0.01)}] 0.01}; catch {expTrip -acknowledge}}", 0.01 * STEPS - 0.005,
	           0.01 * STEPS);
}

static void each(void (*check)(const struct monitor_ops *ops, int which, struct stage *s, struct monitor *m))
{
	for (int row = 0; monitor_table[row]; row++) {
		struct stage s;
		struct monitor *m;

		for (int k = 0; (m = make(&s, monitor_table[row], k)) != NULL; k++) {
			check(monitor_table[row], k, &s, m);
			stage_end(&s);
		}
	}
}

/* --- checks ---------------------------------------------------------------------------------------- */

static void check_words(const struct monitor_ops *ops, int which, struct stage *s, struct monitor *m)
{
	(void)s;
	(void)which;
	assert_non_null(ops->brief);
	assert_non_null(ops->cite);
	assert_true(m->ncolumn > 0 && ops->step && ops->reset);
	assert_true(m->rig || m->element >= 0 ? ops->tick != NULL : true);
	for (int i = 0; i < m->ncolumn; i++) {
		assert_true(m->column[i].name[0] != '\0' && m->column[i].unit[0] != '\0');
		assert_null(strpbrk(m->column[i].name, " \t,\""));
		assert_true(isnan(m->value[i]));
		for (int k = 0; k < i; k++)
			assert_string_not_equal(m->column[i].name, m->column[k].name);
	}
}

static void rows_have_names_units_and_sources(void **state)
{
	(void)state;
	each(check_words);
}

/* What a run needs is there before its first step: arenas that are sealed refuse the rest. */
static void check_sealed(const struct monitor_ops *ops, int which, struct stage *s, struct monitor *m)
{
	size_t used;

	(void)which;
	stage_eval(s, "catch {analyze 1 0.01}");
	used = m->set->arena.used;
	arena_seal(&m->set->arena);
	arena_seal(&m->set->run);
	run(s);
	assert_true(m->set->arena.used == used);
	assert_int_equal(m->set->steps, STEPS);
	for (int i = 0; i < m->ncolumn; i++)
		if (isnan(m->value[i]))
			fail_msg("%s: %s is not known after %d steps", ops->name, m->column[i].name, STEPS);
}

static void rows_allocate_nothing_while_they_run(void **state)
{
	(void)state;
	each(check_sealed);
}

static void check_again(const struct monitor_ops *ops, int which, struct stage *s, struct monitor *m)
{
	double first[64];
	struct stage other;
	struct monitor *twin;

	assert_in_range(m->ncolumn, 1, 64);
	run(s);
	memcpy(first, m->value, (size_t)m->ncolumn * sizeof(double));
	twin = make(&other, ops, which);
	run(&other);
	assert_memory_equal(first, twin->value, (size_t)m->ncolumn * sizeof(double));
	stage_end(&other);
}

static void the_same_seed_gives_the_same_bits(void **state)
{
	(void)state;
	each(check_again);
}

/* A monitor looks, and never touches: with it and without it the test is the same, bit for bit. */
static void rows_do_not_change_the_test(void **state)
{
	struct stage s;
	double alone;

	(void)state;
	laboratory(&s);
	stage_eval(&s, "analyze %d 0.01", STEPS);
	alone = stage_real(&s, "nodeDisp 2 1");
	stage_end(&s);
	for (int row = 0; monitor_table[row]; row++) {
		const struct monitor_ops *ops = monitor_table[row];
		struct monitor *m = make(&s, ops, 0);

		m->nthreshold = 0;
		stage_eval(&s, "analyze %d 0.01", STEPS);
		assert_near(stage_real(&s, "nodeDisp 2 1"), alone, 0.0);
		stage_end(&s);
	}
}

/* After a reset sums and windows hold nothing of before: not known, or small again after one step. */
static void check_reset(const struct monitor_ops *ops, int which, struct stage *s, struct monitor *m)
{
	double before[64];

	(void)which;
	m->nthreshold = 0;
	run(s);
	memcpy(before, m->value, (size_t)m->ncolumn * sizeof(double));
	stage_eval(s, "monitor reset %d", TAG);
	for (int i = 0; i < m->ncolumn; i++)
		assert_true(isnan(m->value[i]));
	stage_eval(s, "analyze 1 0.01");
	if (ops->energy)
		for (int i = 0; i < m->ncolumn; i++)
			assert_true(strcmp(m->column[i].name, "error") != 0 || fabs(m->value[i]) < 0.1 * fabs(before[i]));
	if (ops->tick && m->rig)
		for (int i = 0; i < m->ncolumn; i++)
			assert_true(strncmp(m->column[i].name, "delay", 5) != 0 || isnan(m->value[i]));
}

static void a_reset_forgets(void **state)
{
	(void)state;
	each(check_reset);
}

/* Thresholds of the sign that makes no sense are refused for every column. */
static void check_signs(const struct monitor_ops *ops, int which, struct stage *s, struct monitor *m)
{
	char words[300], command[600], *own;

	/* without its own thresholds */
	assert_true(stage_example(ops->example, which, words, sizeof(words)));
	own = strstr(words, "-on ") ? strstr(words, "-on ") : strstr(words, "-warn");
	if (own)
		*own = '\0';
	for (int i = 0; i < m->ncolumn; i++) {
		double wrong = m->column[i].sense == SENSE_NEGATIVE ? 1.0 : -1.0;

		snprintf(command, sizeof(command), "monitor %s %d %s -on %s -warn %g", ops->name, TAG + 1, words, m->column[i].name, wrong);
		assert_int_equal(Tcl_EvalEx(s->script.interp, command, -1, TCL_EVAL_GLOBAL), TCL_ERROR);
		assert_contains(Tcl_GetStringResult(s->script.interp), m->column[i].sense == SENSE_NONE ? "no threshold can be set" : "has the wrong sign");
	}
}

static void thresholds_of_the_wrong_sign_are_refused(void **state)
{
	(void)state;
	each(check_signs);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_have_names_units_and_sources),
		cmocka_unit_test(rows_allocate_nothing_while_they_run),
		cmocka_unit_test(the_same_seed_gives_the_same_bits),
		cmocka_unit_test(rows_do_not_change_the_test),
		cmocka_unit_test(a_reset_forgets),
		cmocka_unit_test(thresholds_of_the_wrong_sign_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
