/* Suite over every row of actuator_table, made from its example; then what is special about each, against closed forms. */
#include "test.h"

#include "experiment/actuator.h"
#include "experiment/laboratory.h"
#include "experiment/specimen.h"
#include "verify/verify.h"

#include <stdlib.h>

enum { TAG = 10, PLACE = 77 };
static const double DT = 1.0 / 1024.0;

static struct actuator_use use_of(struct stage *s, int tag, double dt)
{
	struct actuator_use u;
	struct err e;
	char line[700];

	err_clear(&e);
	if (actuator_use(&u, table_get(&s->script.lab.actuators, tag), dt, &s->script.lab, "test", &e)) {
		err_text(&e, line, sizeof(line));
		fail_msg("%s", line);
	}
	actuator_start(&u, 1, PLACE);
	return u;
}

/* The row's example on a fresh stage, at tick dt; actuators that only aim have none. */
static struct actuator_use row_use(struct stage *s, const struct actuator_ops *ops)
{
	stage_eval(s, "expActuator %s %d %s", ops->name, TAG, ops->example);
	return use_of(s, TAG, DT);
}

static double smooth(double t)
{
	return (1.0 - exp(-4.0 * t * t)) * sin(2.0 * M_PI * 2.0 * t);
}

/* Aims at the reference and runs one tick to it. */
static struct motion follow(struct actuator_use *u, double reference)
{
	actuator_advance(u, actuator_aim(u, reference), 0.0);
	return u->at;
}

static void the_same_seed_gives_the_same_bits_and_another_other_ones(void **state)
{
	(void)state;
	for (int row = 0; actuator_table[row]; row++) {
		struct stage s;
		struct actuator_use u;
		struct motion first[500], again;
		bool chance, differs = false;

		stage_begin(&s);
		u = row_use(&s, actuator_table[row]);
		double *virgin = calloc((size_t)u.nstate + 1, sizeof(double));
		assert_non_null(virgin);
		memcpy(virgin, u.state, (size_t)u.nstate * sizeof(double));
		for (int k = 0; k < 500; k++)
			first[k] = follow(&u, smooth(k * DT));
		actuator_start(&u, 1, PLACE);
		for (int k = 0; k < 500; k++) {
			again = follow(&u, smooth(k * DT));
			assert_memory_equal(&again, &first[k], sizeof(again));
		}
		actuator_start(&u, 2, PLACE);
		chance = memcmp(virgin, u.state, (size_t)u.nstate * sizeof(double)) != 0;
		for (int k = 0; k < 500; k++) {
			again = follow(&u, smooth(k * DT));
			differs |= memcmp(&again, &first[k], sizeof(again)) != 0;
		}
		assert_int_equal(differs, chance);
		free(virgin);
		stage_end(&s);
	}
}

static void a_constant_reference_is_reached_with_the_gain_of_the_row(void **state)
{
	(void)state;
	for (int row = 0; actuator_table[row]; row++) {
		const struct actuator_ops *ops = actuator_table[row];
		struct stage s;
		struct actuator_use u;
		double gain;

		stage_begin(&s);
		u = row_use(&s, ops);
		gain = ops->gain ? ops->gain(u.actuator->self) : 1.0;
		for (int k = 0; k < 20 * 1024; k++)
			follow(&u, 1.0);
		if (!(fabs(u.at.x - gain) <= 1e-9 && fabs(u.at.v) <= 1e-7))
			fail_msg("%s: x = %.12g and v = %g after 20 s, not %.12g and 0", ops->name, u.at.x, u.at.v, gain);
		stage_end(&s);
	}
}

/* Central differences of x against v, of v against a. The reference has corners at ticks and answers hold the values before them: half a tick
 * of a motion of 2 Hz is 0.6 %, and a jump of slope u'' dt is an acceleration u'' dt/(2 tau), 5 % for tau = 0.01. */
static void velocity_and_acceleration_belong_to_the_displacement(void **state)
{
	(void)state;
	for (int row = 0; actuator_table[row]; row++) {
		const struct actuator_ops *ops = actuator_table[row];
		struct stage s;
		struct actuator_use u;
		struct motion m[3] = {{0}};
		double v_most = 0.0, a_most = 0.0, v_error = 0.0, a_error = 0.0;

		stage_begin(&s);
		u = row_use(&s, ops);
		for (int k = 0; k < 3000 && ops->advance; k++) {
			m[0] = m[1];
			m[1] = m[2];
			m[2] = follow(&u, smooth(k * DT));
			if (k < 3)
				continue;
			v_error = larger(v_error, fabs((m[2].x - m[0].x) / (2.0 * DT) - m[1].v));
			a_error = larger(a_error, fabs((m[2].v - m[0].v) / (2.0 * DT) - m[1].a));
			v_most = larger(v_most, fabs(m[1].v));
			a_most = larger(a_most, fabs(m[1].a));
		}
		if (!(v_error <= 0.02 * v_most && a_error <= 0.06 * a_most))
			fail_msg("%s: v is wrong by %g of %g, a by %g of %g", ops->name, v_error, v_most, a_error, a_most);
		stage_end(&s);
	}
}

static void an_actuator_with_dynamics_needs_ticks(void **state)
{
	struct stage s;
	struct actuator_use u;
	struct err e;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expActuator FirstOrder 1 0.01; expActuator Lag 2 1.0");
	err_clear(&e);
	assert_int_equal(actuator_use(&u, table_get(&s.script.lab.actuators, 1), 0.0, &s.script.lab, "expControl VirtualRig 1", &e), ERR_ARGUMENT);
	assert_contains(e.hint, "-rate");
	err_clear(&e);
	assert_int_equal(actuator_use(&u, table_get(&s.script.lab.actuators, 2), 0.0, &s.script.lab, "expControl VirtualRig 1", &e), 0);
	stage_end(&s);
}

static void a_delay_shifts_a_ramp_exactly(void **state)
{
	static const double tau[] = {0.0, 0.25, 1.0, 3.0, 17.37};   /* ticks */
	struct stage s;

	(void)state;
	stage_begin(&s);
	for (int i = 0; i < (int)COUNT(tau); i++) {
		stage_eval(&s, "expActuator Delay %d %.17g", i, tau[i] * DT);
		struct actuator_use u = use_of(&s, i, DT);
		for (int k = 1; k < 100; k++) {
			struct motion m = follow(&u, 0.5 * k);
			assert_near(m.x, fmax(0.5 * (k - tau[i]), 0.0), 1e-12);
			if (k > tau[i] + 1.0)
				assert_near(m.v, 0.5 / DT, 1e-9);
		}
	}
	stage_end(&s);
}

/* A ramp of slope one behind tau = tau_0 + drift t: x = t - tau, v = 1 - drift, until the delay is as long as it gets. */
static void a_delay_that_grows_falls_behind_a_ramp(void **state)
{
	const double tau = 3.2 * DT, drift = 0.1, most = 8.7 * DT;
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expActuator Delay 1 %.17g -drift %.17g -most %.17g", tau, drift, most);
	struct actuator_use u = use_of(&s, 1, DT);
	for (int k = 1; k < 200; k++) {
		double t = k * DT, now = fmin(tau + drift * t, most);
		struct motion m = follow(&u, t);
		assert_near(m.x, fmax(t - now, 0.0), 1e-14);
		if (k > 12)
			assert_near(m.v, now < most ? 1.0 - drift : 1.0, 1e-11);
	}
	stage_end(&s);
}

static void a_delay_longer_than_the_room_is_refused(void **state)
{
	struct stage s;
	struct actuator_use u;
	struct err e;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expActuator Delay 1 1e6");
	err_clear(&e);
	assert_int_equal(actuator_use(&u, table_get(&s.script.lab.actuators, 1), 1e-4, &s.script.lab, "expControl VirtualRig 1", &e), ERR_LIMIT);
	stage_end(&s);
}

/* Ramp of slope one: x = t - tau (1 - exp(-t/tau)). */
static void a_lag_of_first_order_follows_its_closed_form(void **state)
{
	const double tau = 0.013;
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expActuator FirstOrder 1 %.17g; expActuator TransferFunction 2 -num 1 -den %.17g 1", tau, tau);
	struct actuator_use a = use_of(&s, 1, DT), b = use_of(&s, 2, DT);
	for (int k = 1; k < 200; k++) {
		double t = k * DT;
		struct motion m = follow(&a, t), n = follow(&b, t);
		assert_near(m.x, t - tau * -expm1(-t / tau), 1e-14);
		assert_near(m.v, -expm1(-t / tau), 1e-12);
		assert_near(m.a, exp(-t / tau) / tau, 1e-10);
		assert_near(n.x, m.x, 1e-14);
		assert_near(n.v, m.v, 1e-11);
		assert_near(n.a, m.a, 1e-9);
	}
	stage_end(&s);
}

/* w^2 / (s^2 + 2 z w s + w^2), the reference running to one in the first tick: the difference of two ramp responses over the tick,
 * r(t) = t - 2z/w + exp(-z w t) (2z/w cos wd t + (2 z^2 - 1)/wd sin wd t). */
static double ramp_response(double t, double w, double z)
{
	double wd = w * sqrt(1.0 - z * z);

	return t <= 0.0 ? 0.0 : t - 2.0 * z / w + exp(-z * w * t) * (2.0 * z / w * cos(wd * t) + (2.0 * z * z - 1.0) / wd * sin(wd * t));
}

static void a_transfer_function_of_second_order_follows_its_closed_form(void **state)
{
	const double w = 2.0 * M_PI * 18.0, z = 0.35;
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expActuator TransferFunction 1 -num %.17g -den 1 %.17g %.17g", w * w, 2.0 * z * w, w * w);
	struct actuator_use u = use_of(&s, 1, DT);
	for (int k = 1; k < 400; k++)
		assert_near(follow(&u, 1.0).x, (ramp_response(k * DT, w, z) - ramp_response((k - 1) * DT, w, z)) / DT, 1e-10);
	stage_end(&s);
}

/* G(0) = 4.52/4.93 and a delay of slow motion a_1/a_0 = 6.28e7/4.93e9 = 12.74 ms (errata 2.6): a ramp is followed late by it. */
static void the_plant_of_fourth_order_has_its_known_gain_and_delay(void **state)
{
	struct stage s;
	double t = 0.0;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expActuator TransferFunction 1 -num 4.52e9 -den 1 577 3.68e5 6.28e7 4.93e9");
	struct actuator_use u = use_of(&s, 1, DT);
	for (int k = 1; k <= 2048; k++)
		follow(&u, t = k * DT);
	assert_near(u.at.x, 4.52 / 4.93 * (t - 6.28e7 / 4.93e9), 1e-10);
	assert_near(6.28e7 / 4.93e9, 12.74e-3, 0.005e-3);
	stage_end(&s);
}

static void transfer_functions_that_cannot_be_are_refused(void **state)
{
	static const struct { const char *words, *says; } bad[] = {
		{"-num 1 2 3 -den 1 2", "not proper"}, {"-num 1 -den 1 -2", "root"}, {"-num 1 -den 1 1 4 30", "root"}, {"-num 1 -den 1 0", "root"},
		{"-num 1", "-den is missing"}, {"-den 1 2", "-num is missing"}, {"-num 1 -den 0 1 2", "first coefficient"},
	};
	struct stage s;

	(void)state;
	stage_begin(&s);
	for (size_t i = 0; i < COUNT(bad); i++) {
		stage_eval(&s, "catch {expActuator TransferFunction 1 %s} said", bad[i].words);
		assert_contains(Tcl_GetVar(s.script.interp, "said", 0), bad[i].says);
	}
	stage_eval(&s, "expActuator TransferFunction 1 -num 1 -den 1 6 11 6");   /* roots -1, -2, -3 */
	stage_end(&s);
}

/* Closed loop of the benchmark: g b / ((s^2 + d1 s + d0) ((s + p)(m s^2 + c s + k) + n s) + b), multiplied out here by hand. */
static void the_servo_hydraulic_plant_is_its_transfer_function_with_a_linear_specimen(void **state)
{
	const double g = 1.0261, b = 2.1283e13, d1 = 425.0, d0 = 9.9976e4, p = 3.3, n = 4.2297e6, m = 29.13, c = 114.22, k = 1.19e6;
	const double q3 = m, q2 = c + p * m, q1 = k + p * c + n, q0 = p * k;
	const double den[6] = {q3, q2 + d1 * q3, q1 + d1 * q2 + d0 * q3, q0 + d1 * q1 + d0 * q2, d1 * q0 + d0 * q1, d0 * q0 + b};
	const double dt = 1.0 / 4096.0;
	struct stage s;
	double force = 0.0, most = 0.0;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expActuator ServoHydraulic 1; expActuator TransferFunction 2 -num %.17g -den %.17g %.17g %.17g %.17g %.17g %.17g",
	           g * b, den[0], den[1], den[2], den[3], den[4], den[5]);
	struct actuator_use servo = use_of(&s, 1, dt), plant = use_of(&s, 2, dt);
	for (int i = 1; i < 8192; i++) {
		double u = 0.01 * smooth(i * dt);
		actuator_advance(&servo, u, force);
		actuator_advance(&plant, u, 0.0);
		force = k * servo.at.x;
		most = larger(most, fabs(servo.at.x));
		assert_near(servo.at.x, plant.at.x, 1e-8);
		assert_near(servo.at.v, plant.at.v, 1e-6);
	}
	assert_true(most > 0.009);
	stage_end(&s);
}

/* With mass and damping felt by the load cell the motion is the same. */
static void the_servo_hydraulic_plant_moves_the_inertia_of_its_specimen(void **state)
{
	const double m = 29.13, c = 114.22, k = 1.19e6, dt = 1.0 / 4096.0;
	struct stage s;
	double inside = 0.0, outside = 0.0;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expActuator ServoHydraulic 1; expActuator ServoHydraulic 2 -mass 0 -damping 0 -specimenMass %.17g", m);
	struct actuator_use a = use_of(&s, 1, dt), b = use_of(&s, 2, dt);
	for (int i = 1; i < 4096; i++) {
		double u = 0.01 * smooth(i * dt);
		actuator_advance(&a, u, inside);
		actuator_advance(&b, u, outside);
		inside = k * a.at.x;
		outside = k * b.at.x + c * b.at.v + m * b.at.a;
		assert_near(a.at.x, b.at.x, 1e-9);
	}
	stage_end(&s);
}

/* The mean of what is missing is mu, its deviation sigma (Mosqueda et al. 2005, 3.4.2; sigma 0.1 as in errata 4.13). */
static void the_lag_misses_each_increment_by_its_part(void **state)
{
	enum { N = 20000 };
	struct stage s;
	double sum = 0.0, squares = 0.0, before = 0.0;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expActuator Lag 1 0.25; expActuator Lag 2 1.0 0.1");
	struct actuator_use u = use_of(&s, 1, 0.0), random = use_of(&s, 2, 0.0);
	assert_near(actuator_aim(&u, 1.0), 0.75, 1e-15);
	assert_near(actuator_aim(&u, 3.0), 2.5, 1e-15);
	assert_near(actuator_aim(&u, 3.0), 3.0, 1e-15);
	for (int i = 1; i <= N; i++) {
		double d = sin(0.37 * i), missing = (d - actuator_aim(&random, d)) / (d - before);
		before = d;
		sum += missing;
		squares += (missing - 1.0) * (missing - 1.0);
	}
	assert_near(sum / N, 1.0, 4.0 * 0.1 / sqrt(N));
	assert_near(sqrt(squares / N), 0.1, 4.0 * 0.1 / sqrt(2.0 * N));
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_seed_gives_the_same_bits_and_another_other_ones),
		cmocka_unit_test(a_constant_reference_is_reached_with_the_gain_of_the_row),
		cmocka_unit_test(velocity_and_acceleration_belong_to_the_displacement),
		cmocka_unit_test(an_actuator_with_dynamics_needs_ticks),
		cmocka_unit_test(a_delay_shifts_a_ramp_exactly),
		cmocka_unit_test(a_delay_that_grows_falls_behind_a_ramp),
		cmocka_unit_test(a_delay_longer_than_the_room_is_refused),
		cmocka_unit_test(a_lag_of_first_order_follows_its_closed_form),
		cmocka_unit_test(a_transfer_function_of_second_order_follows_its_closed_form),
		cmocka_unit_test(the_plant_of_fourth_order_has_its_known_gain_and_delay),
		cmocka_unit_test(transfer_functions_that_cannot_be_are_refused),
		cmocka_unit_test(the_servo_hydraulic_plant_is_its_transfer_function_with_a_linear_specimen),
		cmocka_unit_test(the_servo_hydraulic_plant_moves_the_inertia_of_its_specimen),
		cmocka_unit_test(the_lag_misses_each_increment_by_its_part),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
