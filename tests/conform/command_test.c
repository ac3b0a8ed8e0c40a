/* Suite over every row of command_table, made from its example and held to its claims; then what is special about some. */
#include "test.h"

#include "experiment/command.h"
#include "experiment/laboratory.h"
#include "verify/verify.h"

enum { TAG = 1, STEPS = 40, FULL = 20 };

static const double STEP = 0.01;      /* test time of a step [s] */
static const double SWITCH[] = {0.0, 0.1, 0.5, 0.9};

static struct command_use use_of(struct stage *s, int tag)
{
	struct command_use u;
	struct err e;

	err_clear(&e);
	assert_int_equal(command_use(&u, table_get(&s->script.lab.commands, tag), &s->script.lab, "test", &e), 0);
	return u;
}

static struct command_use begin(struct stage *s, const char *name, const char *words)
{
	stage_begin(s);
	stage_eval(s, "expCommand %s %d %s", name, TAG, words);
	return use_of(s, TAG);
}

static double predict(const struct command_use *u, double s)
{
	return u->command->ops->predict(u->command->self, u->state, s);
}

static double correct(const struct command_use *u, double s)
{
	return u->command->ops->correct(u->command->self, u->state, s);
}

static void target(struct command_use *u, const struct command_target *t, double now, double xi)
{
	u->command->ops->target(u->command->self, u->state, t, now, xi);
}

static void advance(struct command_use *u)
{
	u->command->ops->advance(u->command->self, u->state);
}

/* A polynomial of the time in steps, with its rates in test time. */
static struct command_target polynomial(int degree, double t)
{
	static const double c[] = {0.4, -0.13, 0.021, -0.0017};
	struct command_target y = {.step = STEP};

	for (int k = degree; k >= 0; k--) {
		y.a = y.a * t + 2.0 * y.v;
		y.v = y.v * t + y.x;
		y.x = y.x * t + c[k];
	}
	y.v /= STEP;
	y.a /= STEP * STEP;
	return y;
}

/* A motion with nothing simple about it. */
static struct command_target shaking(double t)
{
	return (struct command_target){.x = sin(0.4 * t) + 0.3 * sin(1.3 * t + 1.0), .v = (0.4 * cos(0.4 * t) + 0.39 * cos(1.3 * t + 1.0)) / STEP,
	                               .a = -(0.16 * sin(0.4 * t) + 0.507 * sin(1.3 * t + 1.0)) / (STEP * STEP), .step = STEP};
}

/* The targets at 0 .. n are known and reached. */
static void fill(struct command_use *u, int degree, int n)
{
	command_start(u, polynomial(degree, 0.0).x, STEP);
	for (int k = 1; k <= n; k++) {
		struct command_target t = polynomial(degree, k);
		target(u, &t, predict(u, 0.5), 0.5);
		advance(u);
	}
}

/* --- all rows -------------------------------------------------------------------------------------- */

static void exact_to(struct command_use *u, int degree)
{
	struct command_target next = polynomial(degree, FULL + 1.0);

	for (double s = 0.0; s <= 1.0; s += 0.0625)
		assert_near(predict(u, s), polynomial(degree, FULL + s).x, 1e-12 * fmax(fabs(next.x), 1.0));
	for (size_t i = 0; i < COUNT(SWITCH); i++) {
		target(u, &next, polynomial(degree, FULL + SWITCH[i]).x, SWITCH[i]);
		for (double s = SWITCH[i]; s <= 1.0; s += 0.05)
			assert_near(correct(u, s), polynomial(degree, FULL + s).x, 1e-12 * fmax(fabs(next.x), 1.0));
	}
}

static void polynomials_of_the_claimed_degree_are_followed_exactly_once_the_history_is_full(void **state)
{
	(void)state;
	for (int row = 0; command_table[row]; row++) {
		const struct command_ops *ops = command_table[row];
		struct stage s;
		struct command_use u = begin(&s, ops->name, ops->example);

		assert_true(ops->claims.history <= FULL);
		for (int degree = 0; degree <= ops->claims.degree; degree++) {
			fill(&u, degree, FULL);
			exact_to(&u, degree);
		}
		stage_end(&s);
	}
}

/* A target at time t, in steps of STEP, on a straight line, this many of them after the one before. */
static struct command_target straight(double t, double length)
{
	return (struct command_target){.x = 0.4 - 0.13 * t, .v = -0.13 / STEP, .step = length * STEP};
}

/* Known at once, the way to a target is straight, whatever the lengths of the steps; not known, it is as long as the step before. */
static void straight_targets_are_followed_through_steps_of_any_length(void **state)
{
	static const double LENGTH[] = {0.5, 0.5, 0.5, 2.0, 2.0, 0.1, 7.0, 7.0, 1.0, 0.7, 1.3};

	(void)state;
	for (int row = 0; command_table[row]; row++) {
		const struct command_ops *ops = command_table[row];
		struct stage s;
		struct command_use u = begin(&s, ops->name, ops->example);
		double t = FULL, last = 1.0;

		fill(&u, 1, FULL);
		for (size_t k = 0; k < COUNT(LENGTH) && ops->claims.degree > 0; t += last, k++) {
			struct command_target next = straight(t + LENGTH[k], LENGTH[k]);

			for (double at = 0.0; at <= 1.0; at += 0.125)
				expect_close(predict(&u, at), straight(t + last * at, 1.0).x, 1e-9, ops->name);
			last = LENGTH[k];
			target(&u, &next, straight(t, 1.0).x, 0.0);
			for (double at = 0.0; at <= 1.0; at += 0.125)
				expect_close(correct(&u, at), straight(t + last * at, 1.0).x, 1e-9, ops->name);
			advance(&u);
		}
		stage_end(&s);
	}
}

/* In a step of another length a part of it takes another time. */
static void hermite_and_taylor_go_on_at_their_velocity_in_a_step_of_another_length(void **state)
{
	static const char *const NAME[] = {"Hermite", "Taylor"};
	const double d = 1e-6;

	(void)state;
	for (size_t i = 0; i < COUNT(NAME); i++)
		for (double length = 0.25; length <= 4.0; length *= 2.0)
			for (size_t k = 0; k < COUNT(SWITCH); k++) {
				struct stage s;
				struct command_use u = begin(&s, NAME[i], "");
				struct command_target next = shaking(FULL + length);
				double xi = SWITCH[k], now, rate;

				next.step = length * STEP;
				command_start(&u, shaking(0.0).x, STEP);
				for (int j = 1; j <= FULL; j++) {
					struct command_target t = shaking(j);

					target(&u, &t, t.x, 0.5);
					advance(&u);
				}
				now = predict(&u, xi);
				rate = (predict(&u, xi + d) - predict(&u, xi - d)) / (2.0 * d);
				target(&u, &next, now, xi);
				assert_near(correct(&u, xi), now, 1e-12);
				assert_near((correct(&u, xi + d) - correct(&u, xi)) / d, length * rate, 1e-3);
				stage_end(&s);
			}
}

/* The claims are not modest: the next degree is missed. */
static void the_next_degree_is_not_predicted_exactly(void **state)
{
	(void)state;
	for (int row = 0; command_table[row]; row++) {
		const struct command_ops *ops = command_table[row];
		struct stage s;
		struct command_use u = begin(&s, ops->name, ops->example);
		double worst = 0.0;

		command_start(&u, 0.0, STEP);
		for (int k = -FULL; k <= 0; k++) {
			double t = k, x = pow(t, ops->claims.degree + 1), d = ops->claims.degree + 1.0;
			double v = d * pow(t, d - 1.0), a = d > 1.0 ? d * (d - 1.0) * pow(t, d - 2.0) : 0.0;
			struct command_target y = {.x = x, .v = v / STEP, .a = a / (STEP * STEP), .step = STEP};
			target(&u, &y, 0.0, 0.0);
			advance(&u);
		}
		for (double q = 0.0; q <= 1.0; q += 0.125)
			worst = larger(worst, fabs(predict(&u, q) - pow(q, ops->claims.degree + 1)));
		assert_true(worst > 1e-3);
		stage_end(&s);
	}
}

/* From many states, and from a command that stands elsewhere than predicted. */
static void the_target_is_reached_and_the_command_continuous_where_claimed(void **state)
{
	(void)state;
	for (int row = 0; command_table[row]; row++) {
		const struct command_ops *ops = command_table[row];
		struct stage s;
		struct command_use u = begin(&s, ops->name, ops->example);

		command_start(&u, shaking(0.0).x, STEP);
		for (int k = 1; k <= STEPS; k++) {
			struct command_target t = shaking(k);
			double xi = SWITCH[k % COUNT(SWITCH)], now = predict(&u, xi) + (k % 3 - 1) * 0.05;
			target(&u, &t, now, xi);
			assert_true(correct(&u, 1.0) == t.x);
			assert_near(correct(&u, 1.0 - 1e-9), t.x, 1e-6);
			if (ops->claims.continuous)
				assert_near(correct(&u, xi), now, 1e-13);
			advance(&u);
		}
		stage_end(&s);
	}
}

static void what_does_not_predict_holds_and_what_predicts_moves(void **state)
{
	(void)state;
	for (int row = 0; command_table[row]; row++) {
		const struct command_ops *ops = command_table[row];
		struct stage s;
		struct command_use u = begin(&s, ops->name, ops->example);

		fill(&u, 1, FULL);
		if (ops->claims.predicts)
			assert_true(fabs(predict(&u, 1.0) - polynomial(1, FULL).x) > 0.1);
		else
			assert_true(predict(&u, 1.0) == polynomial(1, FULL).x);
		stage_end(&s);
	}
}

static void velocity_and_acceleration_of_targets_matter_where_claimed_and_only_there(void **state)
{
	(void)state;
	for (int row = 0; command_table[row]; row++) {
		const struct command_ops *ops = command_table[row];
		struct stage s;
		struct command_use u = begin(&s, ops->name, ops->example);
		double y[3];

		for (int with = 0; with < 3; with++) {
			struct command_target t = {.x = 0.2, .v = with == 1 ? 3.0 : 0.0, .a = with == 2 ? 100.0 : 0.0, .step = STEP};
			command_start(&u, 0.0, STEP);
			target(&u, &t, 0.0, 0.0);
			advance(&u);
			y[with] = predict(&u, 0.5);
		}
		assert_true((y[1] != y[0]) == ops->claims.velocity);
		assert_true((y[2] != y[0]) == ops->claims.acceleration);
		stage_end(&s);
	}
}

/* Without rounding, wherever it stands; and a way that came to rest is at rest again. */
static void rest_stays_rest_to_the_bit_and_a_constant_history_bounds_the_command(void **state)
{
	static const double place[] = {0.0, 0.1, -1234.567, 1e-30, 1e12};

	(void)state;
	for (int row = 0; command_table[row]; row++) {
		const struct command_ops *ops = command_table[row];
		struct stage s;
		struct command_use u = begin(&s, ops->name, ops->example);

		for (size_t i = 0; i < COUNT(place); i++) {
			struct command_target still = {.x = place[i], .step = STEP};
			command_start(&u, place[i], STEP);
			for (int k = 0; k < STEPS; k++) {
				for (double q = 0.0; q <= 1.0; q += 0.125)
					assert_true(predict(&u, q) == place[i]);
				target(&u, &still, place[i], SWITCH[k % COUNT(SWITCH)]);
				assert_true(correct(&u, 0.95) == place[i]);
				advance(&u);
			}
			for (int k = 0; k < STEPS; k++) {       /* a step to another place, and rest there */
				struct command_target there = {.x = place[i] + 1.0, .step = STEP};
				for (double q = 0.0; q <= 1.0; q += 0.125)
					assert_near(predict(&u, q), place[i], k < FULL ? 40.0 : 2.0);
				target(&u, &there, predict(&u, 0.5), 0.5);
				assert_near(correct(&u, 0.75), place[i], k < FULL ? 40.0 : 2.0);
				advance(&u);
			}
			assert_near(predict(&u, 1.0), place[i] + 1.0, 1e-9 * fmax(fabs(place[i]), 1.0));
		}
		stage_end(&s);
	}
}

static void the_same_targets_give_the_same_bits(void **state)
{
	enum { TICKS = 7, LENGTH = STEPS * TICKS + 1 };
	static double x[LENGTH], y[LENGTH];
	struct command_target t[STEPS + 1];

	(void)state;
	for (int k = 0; k <= STEPS; k++)
		t[k] = shaking(k);
	for (int row = 0; command_table[row]; row++) {
		struct stage s;
		struct command_use u = begin(&s, command_table[row]->name, command_table[row]->example), v = use_of(&s, TAG);

		for (size_t i = 0; i < COUNT(SWITCH); i++) {
			command_path(&u, STEPS + 1, t, TICKS, SWITCH[i], x);
			command_path(&v, 5, t, TICKS, 1.0, y);
			command_path(&v, STEPS + 1, t, TICKS, SWITCH[i], y);
			assert_memory_equal(x, y, sizeof(x));
			for (int k = 0; k < LENGTH; k++)
				assert_true(fabs(x[k]) < 20.0);
		}
		stage_end(&s);
	}
}

/* --- orders ---------------------------------------------------------------------------------------- */

static void every_order_is_exact_for_its_degree(void **state)
{
	static const struct { const char *name, *words; int degree; } made[] = {
		{"Lagrange", "1", 1}, {"Lagrange", "2", 2}, {"Lagrange", "", 3}, {"Continuous", "1", 1}, {"Continuous", "2", 2}, {"Continuous", "", 3},
		{"Horiuchi", "1", 1}, {"Horiuchi", "2", 2}, {"Horiuchi", "4", 3}, {"Wallace", "-order 0 -points 1", 0}, {"Wallace", "-order 2 -points 16", 2},
		{"Wallace", "-order 4 -points 5", 3}, {"LinearAcceleration", "-differences", 3},
		{"AMRI", "-M 1 -N 1 -r 1 -R 1", 0}, {"AMRI", "-p 1 -M 2 -N 12 -r 8 -R 8", 1},
		{"AMRI", "-M 2 -N 2 -r 5 -R 2", 1},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(made); i++) {
		struct stage s;
		struct command_use u = begin(&s, made[i].name, made[i].words);
		fill(&u, made[i].degree, FULL);
		exact_to(&u, made[i].degree);
		stage_end(&s);
	}
}

static void horiuchis_numbers_stand_one_step_ahead(void **state)
{
	static const double w[4][5] = {{2, -1}, {3, -3, 1}, {4, -6, 4, -1}, {5, -10, 10, -5, 1}};   /* methods 6 */

	(void)state;
	for (int order = 1; order <= 4; order++) {
		char words[16];
		struct stage s;
		snprintf(words, sizeof(words), "%d", order);
		struct command_use u = begin(&s, "Horiuchi", words);

		for (int i = 0; i <= order; i++) {              /* one at the target i steps ago */
			command_start(&u, 0.0, STEP);
			for (int k = order; k >= 0; k--) {
				target(&u, &(struct command_target){.x = k == i}, 0.0, 0.0);
				advance(&u);
			}
			assert_near(predict(&u, 1.0), w[order - 1][i], 1e-13);
		}
		stage_end(&s);
	}
}

/* A rule of two terms holds for a sine whatever p is; the points ahead are right to the ridge. */
static void amri_looks_p_steps_ahead_of_a_sine(void **state)
{
	(void)state;
	for (int p = 1; p <= 3; p++) {
		char words[64];
		struct stage s;
		snprintf(words, sizeof(words), "-p %d -ridge 1e-12", p);
		struct command_use u = begin(&s, "AMRI", words);

		command_start(&u, 0.0, STEP);
		for (int k = 0; k <= STEPS; k++) {
			target(&u, &(struct command_target){.x = sin(0.3 * k)}, 0.0, 0.0);
			advance(&u);
		}
		assert_near(predict(&u, 1.0), sin(0.3 * (STEPS + p)), 1e-8);
		assert_near(predict(&u, 0.0), sin(0.3 * (STEPS + p - 1)), 1e-8);
		assert_near(predict(&u, 0.5), sin(0.3 * (STEPS + p - 0.5)), 1e-3);
		stage_end(&s);
	}
}

static void the_first_motion_out_of_rest_is_not_blown_up_by_amri(void **state)
{
	static const double first[] = {1e-300, 1e-12, 1e-6, 1e-4};
	struct stage s;
	struct command_use u = begin(&s, "AMRI", "");

	(void)state;
	for (size_t i = 0; i < COUNT(first); i++) {
		command_start(&u, 0.0, STEP);
		target(&u, &(struct command_target){.x = first[i]}, 0.0, 0.0);
		advance(&u);
		target(&u, &(struct command_target){.x = 1.0}, 0.0, 0.0);
		advance(&u);
		assert_near(predict(&u, 1.0), 0.0, 200.0);
		assert_true(isfinite(predict(&u, 0.5)));
	}
	stage_end(&s);
}

static void ramps_take_their_time_and_no_more_than_is_left(void **state)
{
	struct stage s;
	struct command_use u = begin(&s, "RampHold", "-share 0.4");
	const struct command_target one = {.x = 1.0, .step = STEP};

	(void)state;
	command_start(&u, 0.0, STEP);
	target(&u, &one, 0.0, 0.2);
	assert_near(correct(&u, 0.4), 0.5, 1e-15);
	assert_true(correct(&u, 0.61) == 1.0);
	target(&u, &one, 0.0, 0.8);
	assert_near(correct(&u, 0.9), 0.5, 1e-15);
	stage_eval(&s, "expCommand Ramp 2 0.004");
	u = use_of(&s, 2);
	command_start(&u, 0.0, 0.0);                        /* the target says how long a step is */
	target(&u, &one, 0.0, 0.0);
	assert_near(correct(&u, 0.2), 0.5, 1e-15);
	assert_true(correct(&u, 0.41) == 1.0);
	target(&u, &(struct command_target){.x = 1.0, .step = 0.002}, 0.0, 0.0);
	assert_near(correct(&u, 0.5), 0.5, 1e-15);
	stage_end(&s);
}

/* --- words ----------------------------------------------------------------------------------------- */

static void what_cannot_be_is_refused_with_a_reason(void **state)
{
	static const struct { const char *words, *says; } bad[] = {
		{"expCommand RampHold 1 -share 0", "> 0"}, {"expCommand RampHold 1 -share 1.5", "<= 1"}, {"expCommand Ramp 1", "duration"},
		{"expCommand Lagrange 1 4", "from 1 to 3"}, {"expCommand Lagrange 1 0", "from 1 to 3"}, {"expCommand Continuous 1 2.5", "2.5"},
		{"expCommand Hermite 1 3", "3"}, {"expCommand AMRI 1 -M 4 -N 3", "at least 4"}, {"expCommand AMRI 1 -r 3 -R 4", "at most 3"},
		{"expCommand AMRI 1 -p 0", "-p"}, {"expCommand AMRI 1 -ridge 0", "> 0"}, {"expCommand Horiuchi 1 5", "from 1 to 4"},
		{"expCommand Wallace 1 -order 3 -points 3", "4 to 16"}, {"expCommand Walace 1", "did you mean"}, {"expCommandPath 7 4 {0 1}", "7"},
		{"expCommand Lagrange 1; expCommand Lagrange 1", "1"}, {"expCommandPath 1 0 {0 1}", "ticks"}, {"expCommandPath 1 4 {0}", "targets"},
		{"expCommandPath 1 4 {0 1} -vel {0}", "2"}, {"expCommandPath 1 4 {0 1} -known 2", "between 0 and 1"}, {"expCommandPath 1 4 {0 1} -fast", "-fast"},
	};
	struct stage s;

	(void)state;
	stage_begin(&s);
	for (size_t i = 0; i < COUNT(bad); i++) {
		stage_eval(&s, "if {![catch {%s} said]} {error {%s was taken}}", bad[i].words, bad[i].words);
		assert_contains(Tcl_GetVar(s.script.interp, "said", 0), bad[i].says);
	}
	stage_eval(&s, "removeExp command 1; expCommand AMRI 1; removeExp commands; expCommand Taylor 1");
	stage_end(&s);
}

static void a_script_sees_the_path_through_its_targets(void **state)
{
	static const double known[] = {0.0, 0.5, 1.0, 2.0, 3.0}, guessed[] = {0.0, 0.0, 1.0, 1.5, 3.0};
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expCommand Lagrange 1 1; set x [expCommandPath 1 2 {0 1 3} -known 0]; set y [expCommandPath 1 2 {0 1 3}]");
	for (int i = 0; i < 5; i++) {
		assert_near(stage_real(&s, "lindex $x %d", i), known[i], 1e-15);
		assert_near(stage_real(&s, "lindex $y %d", i), guessed[i], 1e-15);
	}
	assert_near(stage_real(&s, "llength $x"), 5.0, 0.0);
	stage_eval(&s, "expCommand Hermite 2; set z [expCommandPath 2 2 {0 0.01} -known 0 -step 0.1 -vel {0 0.2}]");
	assert_near(stage_real(&s, "lindex $z 1"), 0.0025, 1e-15);      /* (0 + 0.01)/2 - 0.1 0.2/8 */
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(polynomials_of_the_claimed_degree_are_followed_exactly_once_the_history_is_full),
		cmocka_unit_test(straight_targets_are_followed_through_steps_of_any_length),
		cmocka_unit_test(hermite_and_taylor_go_on_at_their_velocity_in_a_step_of_another_length),
		cmocka_unit_test(the_next_degree_is_not_predicted_exactly),
		cmocka_unit_test(the_target_is_reached_and_the_command_continuous_where_claimed),
		cmocka_unit_test(what_does_not_predict_holds_and_what_predicts_moves),
		cmocka_unit_test(velocity_and_acceleration_of_targets_matter_where_claimed_and_only_there),
		cmocka_unit_test(rest_stays_rest_to_the_bit_and_a_constant_history_bounds_the_command),
		cmocka_unit_test(the_same_targets_give_the_same_bits),
		cmocka_unit_test(every_order_is_exact_for_its_degree),
		cmocka_unit_test(horiuchis_numbers_stand_one_step_ahead),
		cmocka_unit_test(amri_looks_p_steps_ahead_of_a_sine),
		cmocka_unit_test(the_first_motion_out_of_rest_is_not_blown_up_by_amri),
		cmocka_unit_test(ramps_take_their_time_and_no_more_than_is_left),
		cmocka_unit_test(what_cannot_be_is_refused_with_a_reason),
		cmocka_unit_test(a_script_sees_the_path_through_its_targets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
