/* Sweeps, noise and steps: where they begin and end, what is in them, how fast they are, and what is refused. */
#include "test.h"

#include "base/fault.h"
#include "control/excitation.h"
#include "math/fft.h"
#include "math/vec.h"

static const struct excitation SWEEP = {.kind = EXCITATION_SWEEP, .f0 = 0.5, .f1 = 20.0, .amplitude = 2.0, .seconds = 20.0, .settle = 0.5, .rate_hz = 1000.0};
static const struct excitation NOISE = {.kind = EXCITATION_NOISE, .f0 = 1.0, .f1 = 25.0, .amplitude = 0.3, .seconds = 20.0, .settle = 0.5, .rate_hz = 1000.0,
                                        .seed = 1, .stream = 4};
static const struct excitation STEP = {.kind = EXCITATION_STEP, .amplitude = 1.5, .seconds = 4.0, .settle = 0.5, .rate_hz = 1000.0};

static double *make(const struct excitation *x, struct arena *mem)
{
	double *made = NULL;
	struct err e;

	err_clear(&e);
	assert_int_equal(excitation_check(x, "test", &e), 0);
	assert_int_equal(excitation_make(x, mem, &made, &e), 0);
	return made;
}

static void all_begin_and_end_at_rest_at_the_set_point(void **state)
{
	const struct excitation *all[] = {&SWEEP, &NOISE, &STEP};
	struct arena mem;

	(void)state;
	arena_init(&mem);
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		double *x = make(all[i], &mem);
		int n = excitation_ticks(all[i]);

		assert_int_equal(n, (int)(all[i]->seconds * 1000.0) + 1000);
		for (int k = 0; k <= 500; k++) {
			assert_true(x[k] == 0.0);
			assert_true(x[n - 1 - k] == 0.0 || k == 500);
		}
	}
	arena_fini(&mem);
}

/* Tapers have no jump: the second difference stays that of the sine. */
static void a_sweep_passes_through_its_frequencies_at_the_right_times(void **state)
{
	struct arena mem;

	(void)state;
	arena_init(&mem);
	for (int linear = 0; linear < 2; linear++) {
		struct excitation w = SWEEP;
		double *x, before = NAN;

		w.linear = linear;
		x = make(&w, &mem) + 500;
		for (int k = 2000; k < 18000; k++)            /* between two rising zeros: a period, of the frequency in its middle */
			if (x[k] < 0.0 && x[k + 1] >= 0.0) {
				double zero = (k - x[k] / (x[k + 1] - x[k])) / 1000.0, t = 0.5 * (before + zero) / 20.0;
				double f = linear ? 0.5 + 19.5 * t : 0.5 * pow(40.0, t);

				if (!isnan(before))
					assert_near(1.0 / (zero - before), f, 0.02 * f);
				before = zero;
			}
		assert_near(vec_max(20000, x), 2.0, 1e-3);
	}
	arena_fini(&mem);
}

/* Largest velocity of a sweep: 2 pi f a where its frequency is highest, before the taper of five periods (0.25 s) takes it back. */
static void the_speed_of_a_sweep_is_known_before_it_moves(void **state)
{
	struct arena mem;
	struct err e;
	double *x, speed, full = 2.0 * M_PI * 20.0 * 2.0, begun = full * pow(40.0, -0.25 / 20.0);

	(void)state;
	arena_init(&mem);
	x = make(&SWEEP, &mem);
	speed = excitation_speed(excitation_ticks(&SWEEP), x, 1000.0);
	assert_true(speed > 0.98 * begun && speed < full);
	err_clear(&e);
	assert_int_equal(excitation_speed_check(&SWEEP, speed, speed, "test", &e), 0);
	assert_int_equal(excitation_speed_check(&SWEEP, speed, 0.5 * speed, "test", &e), ERR_LIMIT);
	assert_contains(e.hint, "amplitude of 1 or less");
	arena_fini(&mem);
}

static void noise_has_its_strength_no_mean_and_nothing_beside_its_band(void **state)
{
	double in = 0.0, beside = 0.0, sum = 0.0, *x;
	int n = 20000;
	struct arena mem;
	struct err e;
	struct fft f;

	(void)state;
	arena_init(&mem);
	err_clear(&e);
	x = make(&NOISE, &mem) + 500;
	for (int k = 0; k < n; k++)
		sum += x[k];
	assert_near(sum / n, 0.0, 1e-15);
	assert_near(vec_norm(n, x) / sqrt(n), 0.3, 1e-12);
	assert_int_equal(fft_init(&f, n, &mem, &e), 0);
	memcpy(f.time, x, (size_t)n * sizeof(double));
	fft_forward(&f);
	for (int j = 0; j <= n / 2; j++) {
		double hz = j * 1000.0 / n, power = f.bins[2 * j] * f.bins[2 * j] + f.bins[2 * j + 1] * f.bins[2 * j + 1];

		*(hz > 0.8 && hz < 25.2 ? &in : &beside) += power;
	}
	assert_true(beside < 1e-4 * in);                  /* of the tapers, a second long */
	fft_fini(&f);
	arena_fini(&mem);
}

static void noise_is_the_same_bits_again_and_others_with_another_stream(void **state)
{
	struct excitation other = NOISE;
	double *a, *b, *c;
	struct arena mem;

	(void)state;
	arena_init(&mem);
	other.stream++;
	a = make(&NOISE, &mem);
	b = make(&NOISE, &mem);
	c = make(&other, &mem);
	assert_memory_equal(a, b, 21000 * sizeof(double));
	assert_true(memcmp(a, c, 21000 * sizeof(double)) != 0);
	arena_fini(&mem);
}

static void a_step_goes_up_and_back_in_a_tick_or_on_a_line(void **state)
{
	struct excitation slow = STEP;
	struct arena mem;
	struct err e;
	double *x;

	(void)state;
	arena_init(&mem);
	x = make(&STEP, &mem);
	assert_true(x[500] == 0.0 && x[501] == 1.5 && x[2500] == 1.5 && x[2501] == 0.0);
	assert_near(excitation_speed(5000, x, 1000.0), 1500.0, 1e-9);
	slow.rise = 0.1;
	x = make(&slow, &mem);
	assert_near(excitation_speed(5000, x, 1000.0), 15.0, 1e-9);
	assert_near(x[550], 0.75, 1e-12);
	err_clear(&e);
	assert_int_equal(excitation_speed_check(&STEP, 1500.0, 30.0, "test", &e), ERR_LIMIT);
	assert_contains(e.hint, "-rise of 0.05 s");
	arena_fini(&mem);
}

/* What stands at the edge is taken, what is beyond it refused with its value and what is allowed. */
static void what_cannot_be_is_refused_with_its_number(void **state)
{
	static const struct { const struct excitation *of; struct excitation change; const char *text; } row[] = {
		{&SWEEP, {.f1 = 500.0}, ""},
		{&SWEEP, {.f1 = 501.0}, "test: the highest frequency is above half the rate of the rig: 501 Hz (allowed: at most 500 Hz at 1000 ticks a second)"},
		{&SWEEP, {.f0 = 0.05}, ""},
		{&SWEEP, {.f0 = 0.005}, "test: too short for its lowest frequency: sweep needs 1 periods of it: 20 s, 0.1 periods of 0.005 Hz "
		                        "(allowed: at least 200 s); longer, or from 0.05 Hz on"},
		{&NOISE, {.f0 = 0.5}, ""},
		{&NOISE, {.f0 = 0.1}, "test: too short for its lowest frequency: noise needs 10 periods of it: 20 s, 2 periods of 0.1 Hz (allowed: at least 100 s); "
		                      "longer, or from 0.5 Hz on"},
		{&SWEEP, {.f0 = 20.0}, "test: the band of the sweep: 20 to 20 Hz (allowed: 0 < lowest < highest)"},
		{&SWEEP, {.f0 = -1.0}, "test: the band of the sweep: -1 to 20 Hz (allowed: 0 < lowest < highest)"},
		{&STEP, {.rise = 0.5}, ""},
		{&STEP, {.rise = 0.51}, "test: the step rises for too long: it shall stand for most of half the time: 0.51 s (allowed: at most 0.5 s)"},
		{&STEP, {.seconds = 0.032}, ""},
		{&STEP, {.seconds = 0.031}, "test: too short: 31 ticks (allowed: at least 32)"},
		{&STEP, {.settle = 1e6}, "test: too long: a command for every tick: 2e+09 ticks (allowed: at most 20000000)"},
		{&STEP, {.settle = 9998.0}, ""},       /* 2 x 9998 s and 4 s: to the tick */
		{&STEP, {.settle = 9998.001}, "test: too long: a command for every tick: 2e+07 ticks (allowed: at most 20000000)"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct excitation x = *row[i].of;
		const struct excitation *c = &row[i].change;
		char text[512];
		struct err e;

		x.f0 = c->f0 != 0.0 ? c->f0 : x.f0;
		x.f1 = c->f1 != 0.0 ? c->f1 : x.f1;
		x.rise = c->rise != 0.0 ? c->rise : x.rise;
		x.seconds = c->seconds != 0.0 ? c->seconds : x.seconds;
		x.settle = c->settle != 0.0 ? c->settle : x.settle;
		err_clear(&e);
		assert_int_equal(excitation_check(&x, "test", &e) < 0, row[i].text[0] != '\0');
		err_text(&e, text, sizeof(text));
		if (row[i].text[0])
			assert_string_equal(text, row[i].text);
	}
}

/* 1.5 in a tick of a millisecond is 1500 a second: over 30, a rise of 0.05 s or an amplitude of 0.03 would do. */
static void what_is_too_fast_says_what_would_not_be(void **state)
{
	static const struct { const struct excitation *of; double speed; const char *text; } row[] = {
		{&STEP, 30.0, ""},
		{&STEP, 1500.0, "test: the step is too fast: 1500 a second (allowed: at most 30); nothing has moved; "
		                "-rise of 0.05 s or more, or an amplitude of 0.03 or less"},
		{&SWEEP, 60.0, "test: the sweep is too fast: 60 a second (allowed: at most 30); nothing has moved; "
		               "an amplitude of 1 or less, or a lower highest frequency"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		char text[512];
		struct err e;

		err_clear(&e);
		assert_int_equal(excitation_speed_check(row[i].of, row[i].speed, 30.0, "test", &e), row[i].text[0] ? ERR_LIMIT : 0);
		err_text(&e, text, sizeof(text));
		if (row[i].text[0])
			assert_string_equal(text, row[i].text);
	}
	/* the first command counts from where it stands, 0 */
	assert_near(excitation_speed(3, (const double[]){-0.5, -0.25, 0.125}, 10.0), 5.0, 1e-15);
	assert_near(excitation_speed(3, (const double[]){0.1, -0.25, 0.25}, 10.0), 5.0, 1e-15);
	assert_near(excitation_speed(0, NULL, 10.0), 0.0, 0.0);
}

static void without_memory_nothing_is_made(void **state)
{
	(void)state;
	for (int nth = 1; nth <= 2; nth++) {
		double *made = NULL;
		struct arena mem;
		struct err e;

		err_clear(&e);
		arena_init(&mem);
		fault_arm(FAULT_arena_alloc, nth, true);
		assert_int_equal(excitation_make(&NOISE, &mem, &made, &e), ERR_MEMORY);
		fault_disarm();
		assert_null(made);
		arena_fini(&mem);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_begin_and_end_at_rest_at_the_set_point),
		cmocka_unit_test(a_sweep_passes_through_its_frequencies_at_the_right_times),
		cmocka_unit_test(the_speed_of_a_sweep_is_known_before_it_moves),
		cmocka_unit_test(noise_has_its_strength_no_mean_and_nothing_beside_its_band),
		cmocka_unit_test(noise_is_the_same_bits_again_and_others_with_another_stream),
		cmocka_unit_test(a_step_goes_up_and_back_in_a_tick_or_on_a_line),
		cmocka_unit_test(what_cannot_be_is_refused_with_its_number),
		cmocka_unit_test(what_is_too_fast_says_what_would_not_be),
		cmocka_unit_test(without_memory_nothing_is_made),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
