/* Suite over every row of compensator_table, made from its example; then what is special about each, against closed forms. */
#include "test.h"

#include "base/rng.h"
#include "experiment/actuator.h"
#include "experiment/compensator.h"
#include "experiment/laboratory.h"
#include "verify/verify.h"

enum { TAG = 10 };
static const double RATE = 1024.0, DT = 1.0 / 1024.0;

static struct compensator_use use_of(struct stage *s, int tag, double x)
{
	struct compensator_use u;
	struct err e;
	char line[700];

	err_clear(&e);
	if (compensator_use(&u, table_get(&s->script.lab.compensators, tag), DT, &s->script.lab, "test", &e)) {
		err_text(&e, line, sizeof(line));
		fail_msg("%s", line);
	}
	compensator_start(&u, x);
	return u;
}

static struct compensator_use row_use(struct stage *s, const struct compensator_ops *ops, const char *more, double x)
{
	stage_eval(s, "expCompensator %s %d %s %s", ops->name, TAG, ops->example, more);
	return use_of(s, TAG, x);
}

static struct actuator_use actuator_of(struct stage *s, const char *words)
{
	struct actuator_use u;
	struct err e;

	stage_eval(s, "expActuator %s", words);
	err_clear(&e);
	assert_int_equal(actuator_use(&u, table_get(&s->script.lab.actuators, 1), DT, &s->script.lab, "test", &e), 0);
	actuator_start(&u, 1, 1);
	return u;
}

/* Nothing is known of the path ahead. */
static double send(struct compensator_use *u, double x, double v, double a, double measured)
{
	return compensator_apply(u, &(struct compensator_wish){.x = x, .v = v, .a = a}, measured);
}

static double path(double t)
{
	return 0.02 * (1.0 - exp(-4.0 * t * t)) * (sin(2.0 * M_PI * 2.0 * t) + 0.4 * sin(2.0 * M_PI * 3.7 * t));
}

static double path_rate(double t)
{
	return (path(t + 1e-5) - path(t - 1e-5)) / 2e-5;
}

static double path_rate2(double t)
{
	return (path_rate(t + 1e-4) - path_rate(t - 1e-4)) / 2e-4;
}

/* --- every row ------------------------------------------------------------------------------------- */

static void a_constant_is_reached_behind_a_lag_of_first_order(void **state)
{
	(void)state;
	for (int row = 0; compensator_table[row]; row++) {
		struct stage s;
		struct compensator_use u;
		struct actuator_use ac;

		stage_begin(&s);
		u = row_use(&s, compensator_table[row], "", 0.0);
		ac = actuator_of(&s, "FirstOrder 1 0.02");
		for (int k = 0; k < 20 * 1024; k++)
			actuator_advance(&ac, send(&u, 0.01, 0.0, 0.0, ac.at.x), 0.0);
		if (!(fabs(ac.at.x - 0.01) <= 1e-6 * 0.01))
			fail_msg("%s: %.12g, not 0.01", u.compensator->ops->name, ac.at.x);
		stage_end(&s);
	}
}

static void at_rest_the_place_is_held_from_the_first_tick_on(void **state)
{
	(void)state;
	for (int row = 0; compensator_table[row]; row++) {
		struct stage s;
		struct compensator_use u;

		stage_begin(&s);
		u = row_use(&s, compensator_table[row], "", 0.3);
		for (int k = 0; k < 100; k++)
			assert_near(send(&u, 0.3, 0.0, 0.0, 0.3), 0.3, 1e-12);
		stage_end(&s);
	}
}

static void a_ramp_arrives_on_time_behind_the_delay_that_is_claimed(void **state)
{
	(void)state;
	for (int row = 0; compensator_table[row]; row++) {
		const struct compensator_ops *ops = compensator_table[row];
		struct stage s;
		struct compensator_use u;
		struct actuator_use ac;
		char words[64];

		if (!ops->delay)
			continue;
		stage_begin(&s);
		u = row_use(&s, ops, "", 0.0);
		snprintf(words, sizeof(words), "Delay 1 %.17g", ops->delay(u.compensator->self));
		ac = actuator_of(&s, words);
		for (int k = 1; k < 400; k++) {
			actuator_advance(&ac, send(&u, 0.5 * k * DT, 0.5, 0.0, ac.at.x), 0.0);
			if (k > 100 && !(fabs(ac.at.x - 0.5 * k * DT) <= 1e-12))
				fail_msg("%s: %.15g at tick %d, not %.15g", ops->name, ac.at.x, k, 0.5 * k * DT);
		}
		stage_end(&s);
	}
}

static void off_hands_on_every_bit(void **state)
{
	(void)state;
	for (int row = 0; compensator_table[row]; row++) {
		struct stage s;
		struct compensator_use u;

		stage_begin(&s);
		u = row_use(&s, compensator_table[row], "-off", 0.0);
		for (int k = 0; k < 100; k++)
			assert_true(send(&u, path(k * DT), 1.0, 1.0, 7.0) == path(k * DT));
		stage_eval(&s, "expCompensator %s 11 %s", compensator_table[row]->name, compensator_table[row]->example);
		u = use_of(&s, 11, 0.0);
		send(&u, 0.1, 1.0, 0.0, 0.0);
		compensator_off(&u);
		assert_true(send(&u, 0.123, 1.0, 1.0, 7.0) == 0.123);
		compensator_start(&u, 0.0);
		assert_true(send(&u, 0.123, 1.0, 1.0, 7.0) != 0.123);
		stage_end(&s);
	}
}

/* Jumps, numbers of any size, and what is no number. */
static void the_limit_holds_for_any_input(void **state)
{
	static const double odd[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300};
	const double limit = 0.003;

	(void)state;
	for (int row = 0; compensator_table[row]; row++) {
		struct stage s;
		struct compensator_use u;
		struct rng chance;

		stage_begin(&s);
		u = row_use(&s, compensator_table[row], compensator_table[row]->delay ? "-limit 0.003 -adaptive" : "-limit 0.003", 0.0);
		rng_init(&chance, 1, 2);
		for (int k = 0; k < 20000; k++) {
			double x = rng_normal(&chance), v = 100.0 * rng_normal(&chance), a = 1e4 * rng_normal(&chance), m = 10.0 * rng_normal(&chance);
			double y = send(&u, x, k % 7 ? v : odd[k % 5], k % 11 ? a : odd[(k + 1) % 5], k % 13 ? m : odd[(k + 2) % 5]);

			if (!(fabs(y - x) <= limit * (1.0 + 1e-12)))
				fail_msg("%s: %g is sent for %g at tick %d", u.compensator->ops->name, y, x, k);
		}
		stage_end(&s);
	}
}

/* A tick without a number that is wanted is as if it had not been. */
static void from_numbers_that_are_none_nothing_is_kept(void **state)
{
	(void)state;
	for (int row = 0; compensator_table[row]; row++) {
		struct stage s;
		struct compensator_use u, w;

		stage_begin(&s);
		u = row_use(&s, compensator_table[row], compensator_table[row]->delay ? "-adaptive" : "", 0.0);
		w = use_of(&s, TAG, 0.0);
		for (int k = 0; k < 3000; k++, send(&w, k % 2 ? NAN : INFINITY, 0.0, 0.0, 0.0))
			assert_true(send(&u, path(k * DT), 0.0, 0.0, path(k * DT - 0.015)) == send(&w, path(k * DT), 0.0, 0.0, path(k * DT - 0.015)));
		stage_end(&s);
	}
}

static void the_same_path_gives_the_same_bits(void **state)
{
	static double first[3000];

	(void)state;
	for (int row = 0; compensator_table[row]; row++) {
		struct stage s;
		struct compensator_use u;

		stage_begin(&s);
		u = row_use(&s, compensator_table[row], compensator_table[row]->delay ? "-adaptive" : "", 0.0);
		for (int turn = 0; turn < 2; turn++) {
			compensator_start(&u, 0.0);
			for (int k = 0; k < (int)COUNT(first); k++) {
				double t = k * DT, y = send(&u, path(t), path_rate(t), path_rate2(t), path(t - 0.015));

				if (turn == 0)
					first[k] = y;
				assert_true(y == first[k]);
			}
		}
		stage_end(&s);
	}
}

/* Root mean square error of tracking over the last second of eight, part of the path's. */
static double tracking(struct stage *s, struct compensator_use *u, const char *actuator)
{
	struct actuator_use ac = actuator_of(s, actuator);
	double error = 0.0, size = 0.0;

	for (int k = 1; k <= 8 * 1024; k++) {
		double t = k * DT;

		actuator_advance(&ac, u ? send(u, path(t), path_rate(t), path_rate2(t), ac.at.x) : path(t), 0.0);
		if (k > 7 * 1024) {
			error += (ac.at.x - path(t)) * (ac.at.x - path(t));
			size += path(t) * path(t);
		}
	}
	return sqrt(error / size);
}

/* A lag of 12 ms is what all examples are made for: without them the error is 18 %. */
static void tracking_of_an_actuator_of_second_order_is_at_least_three_times_better(void **state)
{
	static const char actuator[] = "TransferFunction 1 -num 11111.1 -den 1 133.3333 11111.1";
	struct stage s;
	double without;

	(void)state;
	stage_begin(&s);
	without = tracking(&s, NULL, actuator);
	stage_end(&s);
	for (int row = 0; compensator_table[row]; row++) {
		struct compensator_use u;
		double with;

		stage_begin(&s);
		u = row_use(&s, compensator_table[row], "", 0.0);
		with = tracking(&s, &u, actuator);
		print_message("%-9s %.4f of %.4f\n", compensator_table[row]->name, with, without);
		if (!(with < without / 3.0))
			fail_msg("%s: %g, without it %g", compensator_table[row]->name, with, without);
		stage_end(&s);
	}
}

static void what_sends_ahead_is_refused_beyond_0_8_of_a_step(void **state)
{
	int ahead = 0;

	(void)state;
	for (int row = 0; compensator_table[row]; row++) {
		const struct compensator_ops *ops = compensator_table[row];
		struct compensator_reach reach;
		struct compensator_use u;
		struct stage s;
		char text[160];
		double delay;

		stage_begin(&s);
		u = row_use(&s, ops, "", 0.0);
		delay = ops->delay ? ops->delay(u.compensator->self) : 1.0;
		assert_int_equal(compensator_reach(&reach, &u, delay / 0.8), 0);
		assert_null(reach.beyond);
		assert_int_equal(compensator_reach(&reach, &u, delay / 0.81), ops->claims.ahead ? ERR_LIMIT : 0);
		if (ops->claims.ahead) {
			compensator_reach_text(&reach, text, sizeof text);
			assert_contains(text, "expCompensator 10 (Advance) sends what comes 0.0123 s later, 0.81 of a step; at most 0.8");
			assert_contains(text, "longer steps or a larger -scale");
			ahead++;
		}
		compensator_off(&u);
		assert_int_equal(compensator_reach(&reach, &u, delay / 0.81), 0);
		stage_end(&s);
	}
	assert_int_equal(ahead, 1);
}

/* --- one by one ------------------------------------------------------------------------------------ */

static void polynomials_up_to_the_order_come_out_exactly_behind_the_delay(void **state)
{
	static const double ticks[] = {1.0, 7.0, 12.0, 3.4, 0.3};
	struct stage s;

	(void)state;
	stage_begin(&s);
	for (int order = 1; order <= 4; order++)
		for (int i = 0; i < (int)COUNT(ticks); i++) {
			bool whole = ticks[i] == round(ticks[i]);
			int degree = whole || order < 3 ? order : 3, tag = 10 * order + i;    /* between ticks a cubic is what is exact */
			struct compensator_use u;

			stage_eval(&s, "expCompensator Horiuchi %d %d %.17g", tag, order, ticks[i] * DT);
			u = use_of(&s, tag, 0.0);
			for (int k = 0; k < 200; k++) {
				double x = k / 200.0, ahead = (k + ticks[i]) / 200.0, y = send(&u, pow(x, degree) - x, 0.0, 0.0, 0.0);

				if (k > 60)
					assert_near(y, pow(ahead, degree) - ahead, 1e-12);
			}
		}
	stage_end(&s);
}

/* Work done on a delayed actuator over a cycle: 1 - (1 - e^(-i ang))^4, imaginary part 16 sin(ang/2)^4 sin(2 ang) (validation.md, item 15). */
static void the_cubic_adds_positive_damping_below_a_quarter_of_the_period(void **state)
{
	static const int period[] = {400, 100, 64, 44, 36, 28};   /* ticks; the delay is 10 */
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expCompensator Horiuchi 1 3 %.17g", 10.0 * DT);
	for (int i = 0; i < (int)COUNT(period); i++) {
		struct compensator_use u = use_of(&s, 1, 0.0);
		double w = 2.0 * M_PI / period[i], ang = 10.0 * w, imaginary = 0.0;

		for (int k = 0; k < 2 * period[i] + 400; k++) {
			double y = send(&u, sin(w * k), 0.0, 0.0, 0.0);

			if (k >= period[i] + 400)
				imaginary += 2.0 / period[i] * y * cos(w * (k + 10.0));
		}
		assert_near(imaginary, 16.0 * pow(sin(0.5 * ang), 4.0) * sin(2.0 * ang), 1e-10);
		assert_int_equal(imaginary > 0.0, ang < 0.5 * M_PI);
	}
	stage_end(&s);
}

/* Backward differences of t^3, t = k tick: 3k^2 - 3k + 1, 6k - 6 and 6 times tick^3; nothing is learnt, and the rates of the command are not looked at. */
static void amb_by_differences_takes_those_of_the_displacement(void **state)
{
	static const double theta[] = {0.9, 0.02, 3e-4, 5e-6};
	struct stage s;
	struct compensator_use u;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expCompensator AMB 1 0 -differences -theta 0.9 0.02 3e-4 5e-6 -gamma 0 0 0 0");
	u = use_of(&s, 1, 0.0);
	for (int k = 0; k < 100; k++) {
		double y = send(&u, pow(k * DT, 3.0), 7.0, 70.0, 0.0);

		if (k >= 3)
			assert_near(y, theta[0] * pow(k * DT, 3.0) + theta[1] * DT * DT * (3.0 * k * k - 3.0 * k + 1.0) + theta[2] * DT * (6.0 * k - 6.0) + theta[3] * 6.0,
			            1e-12);
	}
	stage_end(&s);
}

static double parabola(const void *shift, double t)
{
	double at = *(const double *)shift + t;

	return at * at;
}

static void an_advance_looks_along_the_path_and_carries_on_where_it_ends(void **state)
{
	double now = 0.5;
	struct compensator_wish w = {.x = 0.25, .v = 1.0, .a = 2.0, .known = 1.0, .ahead = parabola, .path = &now};
	struct stage s;
	struct compensator_use u, straight;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expCompensator Advance 1 0.3 -order 2; expCompensator Advance 2 0.3");
	u = use_of(&s, 1, 0.0);
	straight = use_of(&s, 2, 0.0);
	assert_near(compensator_apply(&u, &w, 0.0), 0.64, 1e-15);
	w.known = 0.1;
	assert_near(compensator_apply(&u, &w, 0.0), 0.64, 1e-15);
	assert_near(compensator_apply(&straight, &w, 0.0), 0.36 + 0.2, 1e-15);
	w.known = 0.0;
	w.ahead = NULL;
	assert_near(compensator_apply(&u, &w, 0.0), 0.64, 1e-15);
	assert_near(compensator_apply(&straight, &w, 0.0), 0.55, 1e-15);
	stage_end(&s);
}

/* Tustin: at the angle w tick the response is that of s = i 2/tick tan(w tick/2). */
static void a_lead_has_the_response_of_tustins_rule(void **state)
{
	const double t1 = 0.01, t2 = 0.001, w = 2.0 * M_PI / 64.0, s = 2.0 / DT * tan(0.5 * w);
	const double den = 1.0 + t2 * t2 * s * s, re = (1.0 + t1 * t2 * s * s) / den, im = (t1 - t2) * s / den;
	double got_re = 0.0, got_im = 0.0;
	struct stage st;
	struct compensator_use u;

	(void)state;
	stage_begin(&st);
	stage_eval(&st, "expCompensator Lead 1 %.17g %.17g", t1, t2);
	u = use_of(&st, 1, 0.0);
	for (int k = 0; k < 1024; k++) {
		double y = send(&u, sin(w * k), 0.0, 0.0, 0.0);

		if (k >= 960) {
			got_re += 2.0 / 64.0 * y * sin(w * k);
			got_im += 2.0 / 64.0 * y * cos(w * k);
		}
	}
	assert_near(got_re, re, 1e-10);
	assert_near(got_im, im, 1e-10);
	stage_end(&st);
}

/* The integral does not wind up behind the limit: when the actuator is let go it comes back without a detour. */
static void the_integral_stands_still_at_the_limit(void **state)
{
	struct stage s;
	struct compensator_use u;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expCompensator PI 1 0 10 -limit 0.1");
	u = use_of(&s, 1, 0.0);
	for (int k = 0; k < 10240; k++)           /* held at zero for ten seconds */
		assert_true(fabs(send(&u, 1.0, 0.0, 0.0, 0.0) - 1.0) <= 0.1 + 1e-12);
	for (int k = 0; k < 200; k++)             /* 0.1 too far: 0.1 s back, and more with each second */
		send(&u, 1.0, 0.0, 0.0, 1.1);
	assert_true(send(&u, 1.0, 0.0, 0.0, 1.1) < 1.0);
	stage_end(&s);
}

static void a_delay_is_estimated_while_it_moves(void **state)
{
	static const char *const kind[] = {"Advance 1 0.005 -order 2", "Horiuchi 1 3 0.005", "Inverse 1 0.005"};

	(void)state;
	for (int i = 0; i < (int)COUNT(kind); i++) {
		struct stage s;
		struct compensator_use u;
		double with, without, learnt[COMPENSATOR_LEARNT];

		stage_begin(&s);
		stage_eval(&s, "expCompensator %s", kind[i]);
		u = use_of(&s, 1, 0.0);
		without = tracking(&s, &u, "Delay 1 0.0173");
		stage_end(&s);
		stage_begin(&s);
		stage_eval(&s, "expCompensator %s -adaptive -delayWindow 0.5", kind[i]);
		u = use_of(&s, 1, 0.0);
		with = tracking(&s, &u, "Delay 1 0.0173");
		assert_int_equal(compensator_learnt(&u, learnt), 1);
		print_message("%s: delay %.6f, tracking %.4f instead of %.4f\n", kind[i], learnt[0], with, without);
		assert_near(learnt[0], 0.0173, 1e-5);
		assert_true(with < without / 3.0);
		stage_end(&s);
	}
}

/* 0.9/(1 + 0.03 s + 0.0003 s^2) has the inverse (1 + 0.03 s + 0.0003 s^2)/0.9. */
static void ats_and_amb_learn_the_inverse_of_the_actuator(void **state)
{
	static const char *const kind[] = {"ATS 1 0.02", "AMB 1 0.02", "AMB 1 0.02 -differences"};
	static const double inverse[] = {1.0 / 0.9, 0.03 / 0.9, 0.0003 / 0.9};

	(void)state;
	for (int i = 0; i < (int)COUNT(kind); i++) {
		struct stage s;
		struct compensator_use u;
		double learnt[COMPENSATOR_LEARNT], error;

		stage_begin(&s);
		stage_eval(&s, "expCompensator %s", kind[i]);
		u = use_of(&s, 1, 0.0);
		error = tracking(&s, &u, "TransferFunction 1 -num 0.9 -den 0.0003 0.03 1");
		assert_true(compensator_learnt(&u, learnt) >= 3);
		print_message("%s: %.5f %.6f %.7f, tracking %.5f\n", kind[i], learnt[0], learnt[1], learnt[2], error);
		for (int j = 0; j < 3; j++)
			assert_near(learnt[j], inverse[j], (j < 2 ? 0.01 : 0.1) * inverse[j]);
		assert_true(error < 0.01);
		stage_end(&s);
	}
}

static void words_that_cannot_be_are_refused(void **state)
{
	static const struct { const char *words, *says; } bad[] = {
		{"Horiuchi 1 5 0.01", "order"}, {"Horiuchi 1 0 0.01", "order"}, {"Inverse 1 -0.01", "tau"}, {"Lead 1 0.01 0", "lag"},
		{"Lead 1 0.01 0.001 -adaptive", "no delay"}, {"ATS 1 0.01 -adaptive", "no delay"}, {"PI 1 2 95 -lead 0.01", "-lag"},
		{"AMB 1 0.01 -theta 1 2", "-theta"}, {"AMB 1 0.01 -gamma 1 2 3 4 5", "-gamma"}, {"Advance 1 0.2 -adaptive", "-delayMost"},
		{"Advance 1 0.2 -limit -1", "-limit"}, {"Inverse 1 0.01 nonsense", "nonsense"},
	};
	struct stage s;
	struct compensator_use u;
	struct err e;

	(void)state;
	stage_begin(&s);
	for (size_t i = 0; i < COUNT(bad); i++) {
		stage_eval(&s, "catch {expCompensator %s} said", bad[i].words);
		assert_contains(Tcl_GetVar(s.script.interp, "said", 0), bad[i].says);
	}
	stage_eval(&s, "expCompensator Horiuchi 1 4 1e6; expCompensator Inverse 2 0.01");
	err_clear(&e);
	assert_int_equal(compensator_use(&u, table_get(&s.script.lab.compensators, 1), DT, &s.script.lab, "expControl 1", &e), ERR_LIMIT);
	err_clear(&e);
	assert_int_equal(compensator_use(&u, table_get(&s.script.lab.compensators, 2), 0.0, &s.script.lab, "expControl 1", &e), ERR_ARGUMENT);
	assert_contains(e.hint, "-rate");
	stage_eval(&s, "removeExp compensator 2");
	assert_null(table_get(&s.script.lab.compensators, 2));
	stage_end(&s);
}

/* --- in the virtual rig ---------------------------------------------------------------------------- */

/* Displacement measured at the end of a ramp of ten steps, five ticks each, behind a delay of four ticks. */
static double ramp_in_rig(const char *channel)
{
	struct stage s;
	double x;

	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 1 -ndf 1; node 1 0.0; fix 1 1; node 2 0.0; uniaxialMaterial Elastic 1 1.0");
	stage_eval(&s, "expSpecimen Material 1 1; expActuator Delay 1 %.17g; expCompensator Advance 1 %.17g; expCompensator Advance 2 %.17g -off", 4 * DT,
	           4 * DT, 4 * DT);
	stage_eval(&s, "expControl VirtualRig 1 -rate %.17g -channel 1 -actuator 1 %s", RATE, channel);
	stage_eval(&s, "expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1");
	stage_eval(&s, "expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 1.0 -noRayleigh");
	stage_eval(&s, "timeSeries Linear 1 -factor %.17g; pattern Plain 1 1 {sp 2 1 1.0}", RATE);
	stage_eval(&s, "constraints Transformation; numberer Plain; system BandGeneral; algorithm Linear; integrator LoadControl %.17g; analysis Static",
	           5.0 * DT);
	stage_eval(&s, "analyze 10");
	x = ((const struct rig *)table_get(&s.script.lab.rigs, 1))->daq.x[SLOT_DISP][0];
	stage_end(&s);
	return x;
}

static void a_virtual_rig_sends_its_commands_through_the_compensator_of_the_channel(void **state)
{
	double without = ramp_in_rig("");

	(void)state;
	assert_near(without, 50.0 - 4.0, 1e-9);
	assert_true(ramp_in_rig("-compensator 2") == without);
	assert_near(ramp_in_rig("-compensator 1"), 50.0, 1e-9);
}

static void a_rig_without_ticks_or_not_driven_in_displacement_refuses_a_compensator(void **state)
{
	static const struct { const char *words, *says; } bad[] = {
		{"-channel 1 -compensator 1", "-rate"}, {"-rate 1000 -control vel -channel 1 -compensator 1", "-control disp"},
		{"-rate 1000 -channel 1 -compensator 7", "expCompensator 7"},
	};
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 1 -ndf 1; uniaxialMaterial Elastic 1 1.0; expSpecimen Material 1 1; expCompensator Inverse 1 0.01");
	for (size_t i = 0; i < COUNT(bad); i++) {
		stage_eval(&s, "catch {expControl VirtualRig 1 %s} said", bad[i].words);
		assert_contains(Tcl_GetVar(s.script.interp, "said", 0), bad[i].says);
	}
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_constant_is_reached_behind_a_lag_of_first_order),
		cmocka_unit_test(at_rest_the_place_is_held_from_the_first_tick_on),
		cmocka_unit_test(a_ramp_arrives_on_time_behind_the_delay_that_is_claimed),
		cmocka_unit_test(off_hands_on_every_bit),
		cmocka_unit_test(the_limit_holds_for_any_input),
		cmocka_unit_test(from_numbers_that_are_none_nothing_is_kept),
		cmocka_unit_test(the_same_path_gives_the_same_bits),
		cmocka_unit_test(tracking_of_an_actuator_of_second_order_is_at_least_three_times_better),
		cmocka_unit_test(what_sends_ahead_is_refused_beyond_0_8_of_a_step),
		cmocka_unit_test(polynomials_up_to_the_order_come_out_exactly_behind_the_delay),
		cmocka_unit_test(amb_by_differences_takes_those_of_the_displacement),
		cmocka_unit_test(the_cubic_adds_positive_damping_below_a_quarter_of_the_period),
		cmocka_unit_test(an_advance_looks_along_the_path_and_carries_on_where_it_ends),
		cmocka_unit_test(a_lead_has_the_response_of_tustins_rule),
		cmocka_unit_test(the_integral_stands_still_at_the_limit),
		cmocka_unit_test(a_delay_is_estimated_while_it_moves),
		cmocka_unit_test(ats_and_amb_learn_the_inverse_of_the_actuator),
		cmocka_unit_test(words_that_cannot_be_are_refused),
		cmocka_unit_test(a_virtual_rig_sends_its_commands_through_the_compensator_of_the_channel),
		cmocka_unit_test(a_rig_without_ticks_or_not_driven_in_displacement_refuses_a_compensator),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
