/* The library: specimens of the caller's own, as functions and answered step by step.
 *
 * The frame: two storeys of 1 each on springs of 100, the first an elastic, perfectly plastic one of strength 1.5 under a sinusoidal ground acceleration. Its
 * numerical twin has the material ElasticPP in the specimen's place.
 */
#include "test.h"

#include <stdlib.h>
#include <tandem.h>

static const double STIFFNESS = 100.0, STRENGTH = 1.5, DT = 0.01;
enum { STEPS = 300 };

static const char FRAME[] = "model basic -ndm 1 -ndf 1; node 1 0.0; node 2 0.0 -mass 1.0; node 3 0.0 -mass 1.0; fix 1 1\n"
                            "uniaxialMaterial Elastic 1 100.0; element zeroLength 2 2 3 -mat 1 -dir 1";
static const char LOAD[] = "pattern UniformExcitation 1 1 -accel {Sine 0 10 1.2 -factor 2.0}; test NormDispIncr 1e-13 50; algorithm Newton\n"
                           "integrator Newmark 0.5 0.25; analysis Transient";

struct spring {
	double plastic, trial;
	int exchanges, commits, rests, ends;
	int32_t fails_at, code;         /* exchange that answers this code; 0: none */
	double bad;                     /* force that is given instead at that exchange */
	struct tandem *t;
	int32_t refused;                /* what calls of the instance within answered */
	const char *why;
	int32_t restless;               /* what rest answers */
};

static double spring_force(struct spring *s, double u)
{
	double force = fmax(-STRENGTH, fmin(STRENGTH, STIFFNESS * (u - s->plastic)));

	s->trial = u - force / STIFFNESS;
	return force;
}

static int32_t exchange(void *self, const struct tandem_exchange *x, double *ret_disp, double *ret_force)
{
	struct spring *s = self;

	assert_string_equal(x->name, "spring");
	assert_int_equal(x->channels, 1);
	assert_int_equal(x->tag, 1);
	assert_true(ret_disp[0] == x->disp[0]);
	s->exchanges++;
	if (s->t && s->exchanges > 1) {
		s->refused = tandem_step(s->t, 0.1);
		assert_true(tandem_time(s->t) >= 0.0);
	}
	ret_force[0] = spring_force(s, x->disp[0]);
	if (s->fails_at == s->exchanges && s->code == 0)
		ret_force[0] = s->bad;
	return s->fails_at == s->exchanges ? s->code : 0;
}

static int32_t commit(void *self)
{
	struct spring *s = self;

	s->commits++;
	s->plastic = s->trial;
	return 0;
}


static int32_t rest(void *self)
{
	struct spring *s = self;

	s->rests++;
	return s->restless;
}

static void over(void *self) { ((struct spring *)self)->ends++; }
static int32_t go_on(void *self) { (void)self; return 0; }
static const char *why(void *self) { return ((struct spring *)self)->why; }

static struct tandem_rig rig_of(struct spring *s)
{
	return (struct tandem_rig){.size = sizeof(struct tandem_rig), .channels = 1, .self = s, .exchange = exchange, .commit = commit, .rest = rest, .end = over,
	                           .acknowledge = go_on, .why = why};
}

static void good(struct tandem *t, int32_t code)
{
	if (code < 0)
		fail_msg("%s", tandem_error(t)->text);
}

/* The frame with a specimen; rig NULL: with the material. */
static struct tandem *make(const struct tandem_rig *rig)
{
	const int32_t node = 2, dof = 1;
	struct tandem *t;

	assert_int_equal(tandem_new(&t), 0);
	if (rig)
		good(t, tandem_rig_add(t, "spring", rig));
	good(t, tandem_eval(t, FRAME));
	if (rig)
		good(t, tandem_specimen(t, 1, "spring", 1, &node, &dof, &STIFFNESS));
	else
		good(t, tandem_eval(t, "uniaxialMaterial ElasticPP 2 100.0 0.015; element zeroLength 1 1 2 -mat 2 -dir 1"));
	good(t, tandem_eval(t, LOAD));
	return t;
}

static struct tandem *make_asked(void)
{
	const struct tandem_rig rig = {.size = sizeof rig, .channels = 1};

	return make(&rig);
}

static void end(struct tandem *t)
{
	assert_int_equal(tandem_free(t), 0);
}

/* ---- functions ------------------------------------------------------------------------------------------------------ */

static void a_specimen_of_functions_moves_as_the_same_material(void **state)
{
	struct spring s = {0};
	const struct tandem_rig rig = rig_of(&s);
	struct tandem *hybrid = make(&rig), *twin = make(NULL);
	double most = 0.0;

	(void)state;
	for (int i = 0; i < STEPS; i++) {
		const double *u, *v;

		good(hybrid, tandem_step(hybrid, DT));
		good(twin, tandem_step(twin, DT));
		u = tandem_motion(hybrid, TANDEM_DISP, NULL);
		v = tandem_motion(twin, TANDEM_DISP, NULL);
		most = larger(most, fabs(v[1]));
		for (int k = 1; k < 3; k++)
			assert_near(u[k], v[k], 1e-11);
	}
	assert_int_equal(s.commits, STEPS);
	assert_true(s.exchanges > STEPS);
	/* it has yielded, or nothing was shown */
	assert_true(fabs(s.plastic) > 0.01 && most > STRENGTH / STIFFNESS);
	end(hybrid);
	assert_int_equal(s.ends, 1);
	end(twin);
}

/* Runs until it trips; the report is that of the trip. */
static struct tandem *tripped(struct spring *s, int32_t code)
{
	const struct tandem_rig rig = rig_of(s);
	struct tandem *t = make(&rig);

	assert_int_equal(tandem_analyze(t, STEPS, DT), code);
	assert_int_equal(s->rests, 1);
	/* nothing moves again */
	s->exchanges = 0;
	assert_true(tandem_step(t, DT) < 0);
	assert_int_equal(s->exchanges, 0);
	return t;
}

static void a_number_that_is_none_trips(void **state)
{
	const double bad[] = {NAN, INFINITY};

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct spring s = {.fails_at = 40, .bad = bad[i]};

		end(tripped(&s, TANDEM_NONFINITE));
	}
}

static int32_t forgets(void *self, const struct tandem_exchange *x, double *ret_disp, double *ret_force)
{
	struct spring *s = self;

	(void)ret_disp;
	if (++s->exchanges < 5)
		ret_force[0] = spring_force(s, x->disp[0]);
	return 0;
}

static void a_force_that_is_not_given_trips_and_is_not_that_of_the_command_before(void **state)
{
	struct spring s = {0};
	struct tandem_rig rig = rig_of(&s);
	struct tandem *t;

	(void)state;
	rig.exchange = forgets;
	t = make(&rig);
	assert_int_equal(tandem_analyze(t, STEPS, DT), TANDEM_NONFINITE);
	assert_int_equal(s.exchanges, 5);
	assert_int_equal(s.rests, 1);
	end(t);
}

static void a_code_trips_with_the_reason_of_the_specimen(void **state)
{
	struct spring said = {.fails_at = 40, .code = TANDEM_LIMIT, .why = "the oil is too hot"}, silent = {.fails_at = 40, .code = 7};
	const struct tandem_rig rig = rig_of(&said);
	struct tandem *t = make(&rig);

	(void)state;
	assert_int_equal(tandem_analyze(t, STEPS, DT), TANDEM_LIMIT);
	assert_contains(tandem_error(t)->text, "the oil is too hot");
	assert_int_equal(said.rests, 1);
	end(t);
	t = tripped(&silent, TANDEM_REFUSED);
	good(t, tandem_eval(t, "expTrip"));
	assert_contains(tandem_result(t), "exchange of the program's specimen spring answered 7");
	end(t);
}

static void after_a_trip_that_was_seen_it_goes_on(void **state)
{
	struct spring s = {.fails_at = 40, .code = TANDEM_LIMIT};
	const struct tandem_rig rig = rig_of(&s);
	struct tandem *t = make(&rig);

	(void)state;
	assert_int_equal(tandem_analyze(t, STEPS, DT), TANDEM_LIMIT);
	good(t, tandem_eval(t, "expTrip -acknowledge"));
	good(t, tandem_analyze(t, 10, DT));
	end(t);
}

static void a_rest_that_fails_is_said_and_nothing_goes_on_before_it_rests(void **state)
{
	struct spring s = {.fails_at = 40, .code = TANDEM_LIMIT, .why = "the oil is too hot", .restless = 1};
	const struct tandem_rig rig = rig_of(&s);
	struct tandem *t = make(&rig);

	(void)state;
	assert_int_equal(tandem_analyze(t, STEPS, DT), TANDEM_LIMIT);
	assert_contains(tandem_error(t)->text, "the oil is too hot");
	assert_contains(tandem_error(t)->text, "not known to be at rest: expControl 1");
	assert_int_equal(tandem_eval(t, "expTrip -acknowledge"), TANDEM_STATE);
	assert_contains(tandem_error(t)->text, "not known to be at rest");
	assert_int_equal(s.rests, 2);
	assert_true(tandem_analyze(t, 1, DT) < 0);
	s.restless = 0;
	good(t, tandem_eval(t, "expTrip -acknowledge"));
	assert_int_equal(s.rests, 3);
	good(t, tandem_analyze(t, 10, DT));
	end(t);
}

static void calls_from_within_a_callback_are_refused(void **state)
{
	struct spring s = {0};
	const struct tandem_rig rig = rig_of(&s);
	struct tandem *t = make(&rig);

	(void)state;
	s.t = t;
	good(t, tandem_step(t, DT));
	assert_int_equal(s.refused, TANDEM_STATE);
	end(t);
}

static int32_t interrupting(void *self, const struct tandem_exchange *x, double *ret_disp, double *ret_force)
{
	struct spring *s = self;

	(void)ret_disp;
	if (++s->exchanges == 30)
		tandem_interrupt();
	ret_force[0] = spring_force(s, x->disp[0]);
	return 0;
}

static void an_interrupt_ends_the_analysis_and_brings_the_rig_to_rest(void **state)
{
	struct spring s = {0};
	struct tandem_rig rig = rig_of(&s);
	struct tandem *t;

	(void)state;
	rig.exchange = interrupting;
	t = make(&rig);
	assert_int_equal(tandem_analyze(t, STEPS, DT), TANDEM_INTERRUPTED);
	assert_int_equal(s.rests, 1);
	assert_true(s.commits > 0 && s.commits < STEPS);
	end(t);
}

/* By a call, and by a script. */
static void an_interrupt_while_nothing_runs_is_forgotten(void **state)
{
	struct spring s = {0};
	const struct tandem_rig rig = rig_of(&s);
	struct tandem *t = make(&rig);

	(void)state;
	tandem_interrupt();
	good(t, tandem_analyze(t, 3, DT));
	tandem_interrupt();
	good(t, tandem_eval(t, "analyze 3 0.01"));
	assert_int_equal(s.commits, 6);
	end(t);
}

static void an_interrupt_while_it_asks_ends_the_steps(void **state)
{
	struct tandem *t = make_asked();
	int32_t more = tandem_begin(t, 50, DT);
	int questions = 0;

	(void)state;
	for (; more == 1 && questions < 1000; questions++) {
		if (questions == 5)
			tandem_interrupt();
		more = tandem_answer(t, NULL, (double[]){STIFFNESS * tandem_asked(t)->disp[0]});
	}
	assert_int_equal(more, TANDEM_INTERRUPTED);
	assert_true(questions > 5 && questions < 50);
	end(t);
}

static void rigs_that_are_none_are_refused(void **state)
{
	struct spring s = {0};
	struct tandem_rig rig = rig_of(&s);
	struct tandem *t = make(NULL);

	(void)state;
	rig.exchange = interrupting;
	assert_int_equal(tandem_rig_add(t, NULL, &rig), TANDEM_ARGUMENT);
	assert_int_equal(tandem_rig_add(t, "spring", NULL), TANDEM_ARGUMENT);
	rig.channels = 0;
	assert_int_equal(tandem_rig_add(t, "spring", &rig), TANDEM_RANGE);
	rig.channels = 65;
	assert_int_equal(tandem_rig_add(t, "spring", &rig), TANDEM_RANGE);
	rig.channels = 1;
	rig.size = 4;
	assert_int_equal(tandem_rig_add(t, "spring", &rig), TANDEM_ARGUMENT);
	rig.size = sizeof rig;
	good(t, tandem_rig_add(t, "spring", &rig));
	assert_int_equal(tandem_rig_add(t, "spring", &rig), TANDEM_DUPLICATE);
	assert_int_equal(tandem_eval(t, "expControl Callback 1 sprong"), TANDEM_MISSING);
	assert_string_equal(tandem_error(t)->value, "sprong");
	assert_string_equal(tandem_error(t)->allowed, "spring");
	assert_int_equal(tandem_specimen(t, 1, "spring", 0, NULL, NULL, NULL), TANDEM_ARGUMENT);
	/* one that fails leaves nothing behind: it may be said again */
	for (int i = 0; i < 2; i++) {
		assert_int_equal(tandem_specimen(t, 9, "spring", 1, (int32_t[]){77}, (int32_t[]){1}, &STIFFNESS), TANDEM_MISSING);
		assert_contains(tandem_error(t)->text, "77");
	}
	assert_int_equal(tandem_specimen(t, 9, "sprong", 1, (int32_t[]){3}, (int32_t[]){1}, &STIFFNESS), TANDEM_MISSING);
	good(t, tandem_specimen(t, 9, "spring", 1, (int32_t[]){3}, (int32_t[]){1}, &STIFFNESS));
	end(t);
}

/* Two nodes, three freedoms, in an order of its own. */
static int32_t three(void *self, const struct tandem_exchange *x, double *ret_disp, double *ret_force)
{
	(void)ret_disp;
	(*(int *)self)++;
	for (int i = 0; i < 3; i++)
		ret_force[i] = (i + 1) * 10.0 * x->disp[i];
	return 0;
}

static void a_specimen_acts_on_freedoms_of_any_nodes(void **state)
{
	const double k[] = {10, 0, 0, 0, 20, 0, 0, 0, 30};
	struct tandem_rig rig = {.size = sizeof rig, .channels = 3, .exchange = three};
	struct tandem *t;
	const double *u;
	int asked = 0;

	(void)state;
	rig.self = &asked;
	assert_int_equal(tandem_new(&t), 0);
	good(t, tandem_rig_add(t, "three", &rig));
	good(t, tandem_eval(t, "model basic -ndm 2 -ndf 2; node 1 0 0; node 2 1 0; fix 1 0 1"));
	good(t, tandem_specimen(t, 4, "three", 3, (int32_t[]){2, 2, 1}, (int32_t[]){2, 1, 1}, k));
	good(t, tandem_eval(t, "timeSeries Constant 1; pattern Plain 1 1; load 1 3 0; load 2 4 5; algorithm Linear; integrator LoadControl 1; analysis Static"));
	good(t, tandem_analyze(t, 1, 0.0));
	u = tandem_motion(t, TANDEM_DISP, NULL);
	/* u = f / k of each freedom */
	assert_near(u[tandem_freedom(t, 1, 1)], 3.0 / 30.0, 1e-15);
	assert_near(u[tandem_freedom(t, 2, 1)], 4.0 / 20.0, 1e-15);
	assert_near(u[tandem_freedom(t, 2, 2)], 5.0 / 10.0, 1e-15);
	assert_true(asked > 0);
	end(t);
}

/* ---- the caller steps ------------------------------------------------------------------------------------------------ */

static void answers_of_the_caller_are_the_bits_of_its_functions(void **state)
{
	struct spring s = {0}, c = {0};
	const struct tandem_rig rig = rig_of(&s);
	struct tandem *functions = make(&rig), *asked = make_asked();
	int exchanges = 0;

	(void)state;
	good(functions, tandem_analyze(functions, STEPS, DT));
	for (int i = 0; i < STEPS; i++) {
		int32_t more = tandem_begin(asked, 1, DT);

		for (; more == 1; exchanges++) {
			const struct tandem_exchange *x = tandem_asked(asked);
			double force = spring_force(&c, x->disp[0]);

			assert_string_equal(x->name, "spring");
			more = tandem_answer(asked, NULL, &force);
		}
		good(asked, more);
		c.plastic = c.trial;
	}
	/* the first exchange of functions is the one at rest */
	assert_int_equal(exchanges + 1, s.exchanges);
	assert_true(c.plastic == s.plastic && fabs(c.plastic) > 0.01);
	assert_memory_equal(tandem_motion(functions, TANDEM_DISP, NULL), tandem_motion(asked, TANDEM_DISP, NULL), 3 * sizeof(double));
	end(functions);
	end(asked);
}

static void many_steps_may_be_begun_at_once(void **state)
{
	struct tandem *one = make_asked(), *many = make_asked();
	int32_t more = tandem_begin(many, 50, DT);

	(void)state;
	while (more == 1)
		more = tandem_answer(many, NULL, (double[]){STIFFNESS * tandem_asked(many)->disp[0]});
	good(many, more);
	for (int i = 0; i < 50; i++)
		for (more = tandem_begin(one, 1, DT); more == 1;)
			more = tandem_answer(one, tandem_asked(one)->disp, (double[]){STIFFNESS * tandem_asked(one)->disp[0]});
	assert_true(tandem_time(one) == tandem_time(many));
	assert_memory_equal(tandem_motion(one, TANDEM_DISP, NULL), tandem_motion(many, TANDEM_DISP, NULL), 3 * sizeof(double));
	end(one);
	end(many);
}

static void while_it_asks_other_calls_are_refused(void **state)
{
	struct tandem *t = make_asked();

	(void)state;
	assert_int_equal(tandem_begin(t, 2, DT), 1);
	assert_int_equal(tandem_step(t, DT), TANDEM_STATE);
	assert_contains(tandem_error(t)->hint, "tandem_answer");
	assert_int_equal(tandem_begin(t, 1, DT), TANDEM_STATE);
	assert_null(tandem_motion(t, TANDEM_DISP, NULL));
	assert_int_equal(tandem_answer(t, NULL, NULL), TANDEM_ARGUMENT);
	/* the question stands */
	assert_non_null(tandem_asked(t));
	assert_int_equal(tandem_abandon(t), TANDEM_INTERRUPTED);
	assert_null(tandem_asked(t));
	assert_int_equal(tandem_answer(t, NULL, (double[]){0}), TANDEM_STATE);
	assert_non_null(tandem_motion(t, TANDEM_DISP, NULL));
	/* the laboratory has tripped */
	assert_true(tandem_begin(t, 1, DT) < 0);
	end(t);
}

static void an_answer_that_is_no_number_trips(void **state)
{
	struct tandem *t = make_asked();

	(void)state;
	assert_int_equal(tandem_begin(t, 5, DT), 1);
	assert_int_equal(tandem_answer(t, NULL, (double[]){NAN}), TANDEM_NONFINITE);
	assert_null(tandem_asked(t));
	end(t);
}

static void analyze_says_that_the_caller_must_begin(void **state)
{
	struct tandem *t = make_asked();

	(void)state;
	assert_int_equal(tandem_analyze(t, 1, DT), TANDEM_STATE);
	assert_contains(tandem_error(t)->text, "tandem_begin");
	end(t);
}

static void freed_while_it_asks_it_gives_up(void **state)
{
	struct tandem *t = make_asked(), *other = make_asked();

	(void)state;
	assert_int_equal(tandem_begin(t, 1, DT), 1);
	assert_int_equal(tandem_begin(other, 1, DT), 1);
	end(t);
	/* the other one asks on */
	assert_int_equal(tandem_asked(other)->channels, 1);
	end(other);
}

static void two_instances_may_ask_in_turn(void **state)
{
	struct tandem *t[2] = {make_asked(), make_asked()};
	int32_t more[2];

	(void)state;
	for (int k = 0; k < 2; k++)
		more[k] = tandem_begin(t[k], 20, DT);
	while (more[0] == 1 || more[1] == 1)
		for (int k = 0; k < 2; k++)
			if (more[k] == 1)
				more[k] = tandem_answer(t[k], NULL, (double[]){STIFFNESS * tandem_asked(t[k])->disp[0]});
	assert_int_equal(more[0], 0);
	assert_int_equal(more[1], 0);
	assert_memory_equal(tandem_motion(t[0], TANDEM_DISP, NULL), tandem_motion(t[1], TANDEM_DISP, NULL), 3 * sizeof(double));
	end(t[0]);
	end(t[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_specimen_of_functions_moves_as_the_same_material),
		cmocka_unit_test(a_number_that_is_none_trips),
		cmocka_unit_test(a_force_that_is_not_given_trips_and_is_not_that_of_the_command_before),
		cmocka_unit_test(a_code_trips_with_the_reason_of_the_specimen),
		cmocka_unit_test(after_a_trip_that_was_seen_it_goes_on),
		cmocka_unit_test(a_rest_that_fails_is_said_and_nothing_goes_on_before_it_rests),
		cmocka_unit_test(calls_from_within_a_callback_are_refused),
		cmocka_unit_test(an_interrupt_ends_the_analysis_and_brings_the_rig_to_rest),
		cmocka_unit_test(an_interrupt_while_nothing_runs_is_forgotten),
		cmocka_unit_test(an_interrupt_while_it_asks_ends_the_steps),
		cmocka_unit_test(rigs_that_are_none_are_refused),
		cmocka_unit_test(a_specimen_acts_on_freedoms_of_any_nodes),
		cmocka_unit_test(answers_of_the_caller_are_the_bits_of_its_functions),
		cmocka_unit_test(many_steps_may_be_begun_at_once),
		cmocka_unit_test(while_it_asks_other_calls_are_refused),
		cmocka_unit_test(an_answer_that_is_no_number_trips),
		cmocka_unit_test(analyze_says_that_the_caller_must_begin),
		cmocka_unit_test(freed_while_it_asks_it_gives_up),
		cmocka_unit_test(two_instances_may_ask_in_turn),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
