/* Motion tools and spectra against closed forms. */
#include "test.h"

#include "base/base.h"
#include "motion/motion.h"
#include "motion/sdof.h"
#include "motion/spectrum.h"

enum { N = 2001 };
static const double DT = 0.01;

static double value[N];

static struct motion sine(double hz)
{
	for (int i = 0; i < N; i++)
		value[i] = sin(2.0 * M_PI * hz * i * DT);
	return (struct motion){ .dt = DT, .n = N, .x = value, .title = "sine" };
}

static void sizes_of_a_sine_are_those_of_the_book(void **state)
{
	struct motion m = sine(0.5); /* ten cycles in 20 s */
	(void)state;
	assert_near(motion_peak(&m).value, 1.0, 1e-12);
	assert_near(motion_peak(&m).time, 0.5, 1e-12);
	assert_near(motion_rms(&m), sqrt(0.5), 1e-3);
	assert_near(motion_energy(&m), 10.0, 2e-3);
	assert_near(motion_energy_time(&m, 0.5), 10.0, 1e-6);
	assert_near(motion_energy_time(&m, 0.05), 1.0, 1e-6);
}

static void scaling_sets_factor_or_peak(void **state)
{
	struct motion m = sine(0.5);
	struct err e;
	(void)state;
	err_clear(&e);
	motion_scale(&m, -3.0);
	assert_near(motion_peak(&m).value, -3.0, 1e-12);
	assert_int_equal(motion_scale_peak(&m, 0.4, &e), 0);
	assert_near(motion_peak(&m).value, -0.4, 1e-12);
	assert_int_equal(motion_scale_peak(&m, 0.0, &e), ERR_RANGE);
	motion_scale(&m, 0.0);
	err_clear(&e);
	assert_int_equal(motion_scale_peak(&m, 1.0, &e), ERR_RANGE);
}

static void units_are_converted_when_they_are_known(void **state)
{
	double x[] = { 1.0 };
	struct motion m = { .dt = 1, .n = 1, .x = x };
	struct err e;
	(void)state;
	err_clear(&e);
	assert_int_equal(motion_convert(&m, "m/s2", &e), ERR_STATE);
	err_clear(&e);
	assert_int_equal(motion_declare_unit(&m, "g", &e), 0);
	assert_int_equal(motion_convert(&m, "cm/s2", &e), 0);
	assert_near(x[0], 980.665, 1e-9);
	assert_int_equal(motion_convert(&m, "in/s2", &e), 0);
	assert_near(x[0], 386.0885827, 1e-6); /* 9.80665/0.0254 */
	assert_int_equal(motion_convert(&m, "furlong", &e), ERR_UNKNOWN);
}

static void integration_is_exact_for_a_linear_acceleration(void **state)
{
	double x[11], v[11], d[11];
	struct motion m = { .dt = 0.1, .n = 11, .x = x };
	(void)state;
	for (int i = 0; i < 11; i++)
		x[i] = 2.0 - 3.0 * i * 0.1;
	motion_integrate(&m, v, d);
	assert_near(v[10], 2.0 - 1.5, 1e-12);
	assert_near(d[10], 1.0 - 0.5, 1e-12);
}

static void linear_resampling_reads_off_the_course(void **state)
{
	double x[] = { 0, 1, 4 };
	struct motion m = { .dt = 0.1, .n = 3, .x = x }, r;
	struct arena mem;
	struct err e;
	(void)state;
	arena_init(&mem);
	err_clear(&e);
	assert_int_equal(motion_resample(&m, 0.05, RESAMPLE_LINEAR, &mem, &r, &e), 0);
	assert_int_equal(r.n, 5);
	assert_near(r.x[1], 0.5, 1e-12);
	assert_near(r.x[3], 2.5, 1e-12);
	assert_near(r.x[4], 4.0, 1e-12);
	assert_int_equal(motion_resample(&m, 0.0, RESAMPLE_LINEAR, &mem, &r, &e), ERR_RANGE);
	assert_int_equal(motion_resample(&m, 0.2, RESAMPLE_BAND, &mem, &r, &e), 0);
	assert_int_equal(r.n, 2);
	/* a window of 1e300 samples for one value */
	err_clear(&e);
	assert_int_equal(motion_resample(&m, 1e300, RESAMPLE_BAND, &mem, &r, &e), ERR_RANGE);
	assert_contains(e.allowed, "<= 0.2 s");
	arena_fini(&mem);
}

static void band_limited_resampling_keeps_low_and_drops_high_frequencies(void **state)
{
	struct motion m = sine(15.0), r; /* Nyquist 50 Hz */
	struct arena mem;
	struct err e;
	(void)state;
	arena_init(&mem);
	err_clear(&e);
	/* finer: the sine itself between samples, where linear resampling errs by 0.1 */
	assert_int_equal(motion_resample(&m, DT / 3, RESAMPLE_BAND, &mem, &r, &e), 0);
	for (int i = 300; i < r.n - 300; i++)
		assert_near(r.x[i], sin(2.0 * M_PI * 15.0 * i * DT / 3), 1e-4);
	/* coarser: 15 Hz lies above the new Nyquist frequency of 10 Hz and is gone, 2 Hz stays */
	assert_int_equal(motion_resample(&m, 0.05, RESAMPLE_BAND, &mem, &r, &e), 0);
	for (int i = 70; i < r.n - 70; i++)
		assert_near(r.x[i], 0.0, 1e-4);
	m = sine(2.0);
	assert_int_equal(motion_resample(&m, 0.05, RESAMPLE_BAND, &mem, &r, &e), 0);
	for (int i = 70; i < r.n - 70; i++)
		assert_near(r.x[i], sin(2.0 * M_PI * 2.0 * i * 0.05), 1e-4);
	arena_fini(&mem);
}

static void baseline_correction_finds_a_drift_that_was_put_in(void **state)
{
	double c[BASELINE_MAX];
	struct motion m = sine(1.0);
	struct err e;
	(void)state;
	err_clear(&e);
	assert_int_equal(motion_baseline(&m, 3, NULL, &e), 0); /* the sine's own share first */
	for (int i = 0; i < N; i++) {
		double t = i * DT;
		m.x[i] += 0.02 - 2.0 * 0.003 * t; /* drift of velocity 0.02 t - 0.003 t^2 */
	}
	assert_int_equal(motion_baseline(&m, 3, c, &e), 0);
	assert_near(c[0], 0.02, 1e-6);
	assert_near(c[1], -0.003, 1e-7);
	assert_near(c[2], 0.0, 1e-8);
	assert_int_equal(motion_baseline(&m, 3, c, &e), 0); /* nothing is left to find */
	for (int k = 0; k < 3; k++)
		assert_near(c[k], 0.0, 1e-7);
	assert_int_equal(motion_baseline(&m, 7, NULL, &e), ERR_RANGE);
	m.n = 2;
	err_clear(&e);
	assert_int_equal(motion_baseline(&m, 2, NULL, &e), ERR_RANGE);
}

static void exact_oscillator_follows_the_closed_form(void **state)
{
	struct sdof s;
	double w = 7.0, z = 0.1, h = 0.13, u = 0.3, v = -0.2, wd = w * sqrt(1.0 - z * z);
	(void)state;
	/* constant load 5: u = 5/w^2 + exp(-z w t)(A cos wd t + B sin wd t) */
	sdof_exact(w, z, h, &s);
	for (int i = 0; i < 10; i++)
		sdof_step(&s, 5.0, 5.0, &u, &v);
	double t = 10 * h, a = 0.3 - 5.0 / (w * w), b = (-0.2 + z * w * a) / wd;
	assert_near(u, 5.0 / (w * w) + exp(-z * w * t) * (a * cos(wd * t) + b * sin(wd * t)), 1e-13);
	/* a ramp: p = 3 t from rest at t = 0, undamped: u = 3 (t - sin(w t)/w)/w^2 */
	sdof_exact(w, 0.0, h, &s);
	u = v = 0.0;
	for (int i = 0; i < 10; i++)
		sdof_step(&s, 3.0 * i * h, 3.0 * (i + 1) * h, &u, &v);
	assert_near(u, 3.0 * (t - sin(w * t) / w) / (w * w), 1e-14);
}

static void linear_acceleration_converges_with_second_order(void **state)
{
	double error[2];
	(void)state;
	for (int k = 0; k < 2; k++) {
		struct sdof s;
		int n = k ? 400 : 200;
		double h = 2.0 / n, w = 7.0, u = 1.0, v = 0.0;
		sdof_linear_acceleration(w, 0.0, h, &s);
		for (int i = 0; i < n; i++)
			sdof_step(&s, 0.0, 0.0, &u, &v);
		error[k] = fabs(u - cos(14.0));
	}
	assert_near(error[0] / error[1], 4.0, 0.1);
}

/* A step of ground acceleration: an undamped oscillator reaches 2/w^2, and its total acceleration 2. */
static void spectrum_of_a_step_is_twice_the_static_value(void **state)
{
	static const double period[] = { 0.0, 0.05, 0.3, 1.0, 3.0 };
	struct spectrum_point p[COUNT(period)];
	struct motion m = { .dt = DT, .n = N, .x = value };
	struct err e;
	(void)state;
	err_clear(&e);
	for (int i = 0; i < N; i++)
		value[i] = 1.0;
	for (int method = 0; method < 2; method++) {
		assert_int_equal(spectrum_compute(&m, 0.0, (enum spectrum_method)method, (int)COUNT(period), period, p, &e), 0);
		assert_near(p[0].sa, 1.0, 0.0);
		assert_near(p[0].sd, 0.0, 0.0);
		for (size_t i = 1; i < COUNT(period) - 1; i++) {
			double w = 2.0 * M_PI / period[i];
			/* the end of the record is a step back, which may double it again; without that the peak is 2 */
			assert_true(p[i].psa > 2.0 * 0.999 && p[i].psa < 4.0 * 1.001);
			assert_near(p[i].psa, w * w * p[i].sd, 1e-9);
			assert_near(p[i].psv, w * p[i].sd, 1e-9);
		}
	}
}

/* At resonance after many cycles: |u| -> 1/(2 z w^2), |v| -> w |u|, total acceleration w^2 |u| sqrt(1 + 4 z^2). */
static void spectrum_at_resonance_is_one_over_twice_the_damping(void **state)
{
	struct motion m = sine(1.0);
	struct spectrum_point p;
	struct err e;
	double period = 1.0, z = 0.1, w = 2.0 * M_PI;
	(void)state;
	err_clear(&e);
	for (int method = 0; method < 2; method++) {
		assert_int_equal(spectrum_compute(&m, z, (enum spectrum_method)method, 1, &period, &p, &e), 0);
		assert_true(p.period == period);
		assert_near(p.sd * w * w, 1.0 / (2.0 * z), 2e-3 / (2.0 * z));
		assert_near(p.sv * w, 1.0 / (2.0 * z), 2e-3 / (2.0 * z));
		assert_near(p.sa, sqrt(1.0 + 4.0 * z * z) / (2.0 * z), 2e-3 / (2.0 * z));
	}
}

/* A pulse that is over before a long period has begun: the ground goes on at the velocity V = a h, and the oscillator swings with
 * V/w e^(-z acos(z)/sqrt(1 - z^2)). The error of the limit is h w. */
static void spectrum_of_a_pulse_is_that_of_its_impulse_at_any_long_period(void **state)
{
	static const double period[] = { 1e3, 1e5, 1e7, 1e9, 1e12 };
	struct spectrum_point p[COUNT(period)];
	double x[] = { 0.0, 1.0, 0.0 }, z = 0.05;
	struct motion m = { .dt = 0.001, .n = 3, .x = x };
	struct err e;
	(void)state;
	err_clear(&e);
	assert_int_equal(spectrum_compute(&m, z, SPECTRUM_EXACT, (int)COUNT(period), period, p, &e), 0);
	for (size_t i = 0; i < COUNT(period); i++) {
		double w = 2.0 * M_PI / period[i], want = 0.001 / w * exp(-z * acos(z) / sqrt(1.0 - z * z));
		assert_near(p[i].sd / want, 1.0, 5e-5);
	}
}

static void spectrum_refuses_impossible_numbers(void **state)
{
	struct motion m = sine(1.0);
	struct spectrum_point p;
	struct err e;
	double period = -1.0, good = 1.0;
	(void)state;
	err_clear(&e);
	assert_int_equal(spectrum_compute(&m, 0.05, SPECTRUM_EXACT, 1, &period, &p, &e), ERR_RANGE);
	err_clear(&e);
	assert_int_equal(spectrum_compute(&m, 1.0, SPECTRUM_EXACT, 1, &good, &p, &e), ERR_RANGE);
	assert_contains(e.value, "1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes_of_a_sine_are_those_of_the_book),
		cmocka_unit_test(scaling_sets_factor_or_peak),
		cmocka_unit_test(units_are_converted_when_they_are_known),
		cmocka_unit_test(integration_is_exact_for_a_linear_acceleration),
		cmocka_unit_test(linear_resampling_reads_off_the_course),
		cmocka_unit_test(band_limited_resampling_keeps_low_and_drops_high_frequencies),
		cmocka_unit_test(baseline_correction_finds_a_drift_that_was_put_in),
		cmocka_unit_test(exact_oscillator_follows_the_closed_form),
		cmocka_unit_test(linear_acceleration_converges_with_second_order),
		cmocka_unit_test(spectrum_of_a_step_is_twice_the_static_value),
		cmocka_unit_test(spectrum_at_resonance_is_one_over_twice_the_damping),
		cmocka_unit_test(spectrum_of_a_pulse_is_that_of_its_impulse_at_any_long_period),
		cmocka_unit_test(spectrum_refuses_impossible_numbers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
