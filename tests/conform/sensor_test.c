/* Suite over every row of sensor_table, made from its example; then the noise of a transducer: its size, its spectrum, its seed. */
#include "test.h"

#include "experiment/laboratory.h"
#include "experiment/sensor.h"
#include "verify/verify.h"

enum { TAG = 10 };
static const double DT = 1.0 / 1024.0;

static struct sensor_use use_of(struct stage *s, int tag, double dt, uint64_t seed, uint64_t stream)
{
	struct sensor_use u;
	struct err e;

	err_clear(&e);
	assert_int_equal(sensor_use(&u, table_get(&s->script.lab.sensors, tag), &s->script.lab, "test", &e), 0);
	sensor_start(&u, dt, seed, stream);
	return u;
}

static void the_same_seed_gives_the_same_bits_and_another_other_ones(void **state)
{
	(void)state;
	for (int row = 0; sensor_table[row]; row++) {
		struct stage s;
		int seeds = 0, streams = 0;

		stage_begin(&s);
		stage_eval(&s, "expSensor %s %d %s", sensor_table[row]->name, TAG, sensor_table[row]->example);
		struct sensor_use a = use_of(&s, TAG, DT, 1, 5), b = use_of(&s, TAG, DT, 1, 5), c = use_of(&s, TAG, DT, 2, 5), d = use_of(&s, TAG, DT, 1, 6);
		for (int k = 0; k < 1000; k++) {
			double x = sin(0.01 * k), ya = sensor_read(&a, x, k * DT), yb = sensor_read(&b, x, k * DT);
			assert_memory_equal(&ya, &yb, sizeof(ya));
			seeds += ya != sensor_read(&c, x, k * DT);
			streams += ya != sensor_read(&d, x, k * DT);
		}
		assert_true(seeds > 900 && streams > 900);
		stage_end(&s);
	}
}

static void without_a_sensor_the_true_value_is_read(void **state)
{
	struct sensor_use none = {0};

	(void)state;
	assert_true(sensor_read(&none, 1.25, 0.0) == 1.25);
}

static void gain_offset_saturation_and_quantum_act_in_this_order(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expSensor Transducer 1 -gain 2 -offset 0.3 -saturation 5.1 -quantum 0.25");
	struct sensor_use u = use_of(&s, 1, DT, 1, 1);
	assert_near(sensor_read(&u, 1.0, 0.0), 2.25, 1e-15);
	assert_near(sensor_read(&u, 1.05, 0.0), 2.5, 1e-15);
	assert_near(sensor_read(&u, 9.0, 0.0), 5.0, 1e-15);
	assert_near(sensor_read(&u, -9.0, 0.0), -5.0, 1e-15);
	stage_end(&s);
}

static void a_cut_cable_reads_what_is_no_number(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expSensor Transducer 1 -failAt 0.5");
	struct sensor_use u = use_of(&s, 1, DT, 1, 1);
	assert_true(sensor_read(&u, 1.0, 0.499) == 1.0);
	assert_true(isnan(sensor_read(&u, 1.0, 0.5)));
	stage_end(&s);
}

static void the_noise_is_given_once_and_completely(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "catch {expSensor Transducer 1 -snr 78} said");
	assert_contains(Tcl_GetVar(s.script.interp, "said", 0), "-signal");
	stage_eval(&s, "catch {expSensor Transducer 1 -snr 78 -signal 2 -rms 1} said");
	assert_contains(Tcl_GetVar(s.script.interp, "said", 0), "twice");
	stage_end(&s);
}

/* Standard deviation of the RMS of N readings with B Hz of band at 1/dt: about rms sqrt(1 / (4 B N dt)); N dt = 600 s, B = 50 Hz: 0.3 %. */
static void the_noise_has_the_wanted_size_from_the_first_reading(void **state)
{
	enum { N = 600 * 1024, STARTS = 2000 };
	struct stage s;
	double squares = 0.0, first = 0.0;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expSensor Transducer 1 -snr 78 -signal 39");
	struct sensor_use u = use_of(&s, 1, DT, 3, 1);
	for (int k = 0; k < N; k++) {
		double e = sensor_read(&u, 0.0, k * DT);
		squares += e * e;
	}
	assert_near(sqrt(squares / N), 0.5, 4.0 * 0.003 * 0.5);
	for (int k = 0; k < STARTS; k++) {
		sensor_start(&u, DT, 3, (uint64_t)(100 + k));
		double e = sensor_read(&u, 0.0, 0.0);
		first += e * e;
	}
	assert_near(sqrt(first / STARTS), 0.5, 4.0 * 0.5 / sqrt(2.0 * STARTS));
	stage_end(&s);
}

/* Power at a frequency: mean square of the Fourier sums of M pieces under a Hann window. */
static double power(struct sensor_use *u, double f)
{
	enum { PIECES = 1500, LENGTH = 1024 };
	double sum = 0.0;

	sensor_start(u, DT, 7, 7);
	for (int p = 0; p < PIECES; p++) {
		double re = 0.0, im = 0.0;
		for (int k = 0; k < LENGTH; k++) {
			double e = sensor_read(u, 0.0, 0.0) * (1.0 - cos(2.0 * M_PI * k / LENGTH));
			re += e * cos(2.0 * M_PI * f * k * DT);
			im += e * sin(2.0 * M_PI * f * k * DT);
		}
		sum += re * re + im * im;
	}
	return sum / PIECES;
}

/* Butterworth of order 4: 1 / (1 + (f/50)^8), with the hold between readings sinc^2(f dt); 1500 pieces know a power to 2.6 %. */
static void the_noise_is_flat_up_to_its_limit_and_gone_beyond(void **state)
{
	static const double f[] = {5.0, 20.0, 35.0, 50.0, 70.0, 100.0};
	struct stage s;
	double base;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expSensor Transducer 1 -rms 1 -band 50");
	struct sensor_use u = use_of(&s, 1, DT, 7, 7);
	base = power(&u, 12.0);
	for (size_t i = 0; i < COUNT(f); i++) {
		double sinc = sin(M_PI * f[i] * DT) / (M_PI * f[i] * DT), want = sinc * sinc / (1.0 + pow(f[i] / 50.0, 8.0));
		assert_near(power(&u, f[i]) / base / want, 1.0, 0.15);
	}
	stage_end(&s);
}

static void one_reading_a_command_has_white_noise(void **state)
{
	enum { N = 40000 };
	static const double dt[] = {0.0, 0.02};   /* unknown; 50 Hz, less than two readings in the period of 50 Hz */
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expSensor Transducer 1 -rms 2 -band 50");
	for (size_t i = 0; i < COUNT(dt); i++) {
		struct sensor_use u = use_of(&s, 1, dt[i], 11, 1);
		double before = 0.0, squares = 0.0, product = 0.0;
		for (int k = 0; k < N; k++) {
			double e = sensor_read(&u, 0.0, 0.0);
			squares += e * e;
			product += e * before;
			before = e;
		}
		assert_near(sqrt(squares / N), 2.0, 4.0 * 2.0 / sqrt(2.0 * N));
		assert_near(product / squares, 0.0, 4.0 / sqrt(N));
	}
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_seed_gives_the_same_bits_and_another_other_ones),
		cmocka_unit_test(without_a_sensor_the_true_value_is_read),
		cmocka_unit_test(gain_offset_saturation_and_quantum_act_in_this_order),
		cmocka_unit_test(a_cut_cable_reads_what_is_no_number),
		cmocka_unit_test(the_noise_is_given_once_and_completely),
		cmocka_unit_test(the_noise_has_the_wanted_size_from_the_first_reading),
		cmocka_unit_test(the_noise_is_flat_up_to_its_limit_and_gone_beyond),
		cmocka_unit_test(one_reading_a_command_has_white_noise),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
