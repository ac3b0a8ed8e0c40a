/* What is read off the histories of a channel: against closed forms of a delay, a lag of first order, the plant of Maghareh et al. (Equation 3.1) and an
 * oscillator, with and without noise. */
#include "test.h"

#include "base/fault.h"

#include "base/rng.h"
#include "control/characterise.h"
#include "control/excitation.h"
#include "math/lti.h"

static const double RATE = 1000.0;

struct trial {
	struct arena mem;
	struct err e;
	int n;
	double *u, *y;
	struct response r;
};

/* A plant of n states, exact for commands that run straight between ticks: z' = A z + b u, y = c z. */
struct plant {
	int n;
	double a[16], b[4], c[4];
};

static const struct plant LAG = {.n = 1, .a = {-1.0 / 0.01}, .b = {1.0 / 0.01}, .c = {1.0}};    /* tau = 10 ms */
/* 4.52e9/(s^4 + 577 s^3 + 3.68e5 s^2 + 6.28e7 s + 4.93e9) with s = w p, w = 4.93e9^(1/4) */
static struct plant seed2(void)
{
	double w = pow(4.93e9, 0.25);
	struct plant p = {.n = 4, .b = {0, 0, 0, w}, .c = {4.52 / 4.93, 0, 0, 0}};
	const double a[4] = {1.0, 6.28e7 / (w * w * w), 3.68e5 / (w * w), 577.0 / w};

	for (int i = 0; i < 4; i++) {
		if (i < 3)
			p.a[4 * i + i + 1] = w;
		p.a[12 + i] = -w * a[i];
	}
	return p;
}

static void follow(const struct plant *p, int n, const double *u, double *y)
{
	double phi[16], g0[4], g1[4], z[4] = {0}, next[4];

	lti_tick(p->n, p->a, p->b, 1.0 / RATE, phi, g0, g1);
	for (int k = 0; k < n; k++) {
		y[k] = 0.0;
		for (int i = 0; i < p->n; i++) {
			next[i] = g0[i] * (k ? u[k - 1] : 0.0) + g1[i] * u[k];
			for (int j = 0; j < p->n; j++)
				next[i] += phi[i * p->n + j] * z[j];
		}
		for (int i = 0; i < p->n; i++) {
			z[i] = next[i];
			y[k] += p->c[i] * z[i];
		}
	}
}

static void trial_begin(struct trial *t, const struct excitation *x)
{
	err_clear(&t->e);
	arena_init(&t->mem);
	t->n = excitation_ticks(x);
	assert_int_equal(excitation_make(x, &t->mem, &t->u, &t->e), 0);
	t->y = arena_alloc(&t->mem, (size_t)t->n * sizeof(double));
	assert_non_null(t->y);
}

static void trial_read(struct trial *t, const struct excitation *x, double fit0, double fit1)
{
	struct characterise_words w = {.rate_hz = RATE, .f0 = x->f0, .f1 = x->f1, .fit0 = fit0, .fit1 = fit1, .whole = x->kind == EXCITATION_SWEEP};

	assert_int_equal(characterise_response(&w, t->n, t->u, t->y, &t->mem, &t->r, &t->e), 0);
}

static void noise_add(struct trial *t, double rms)
{
	struct rng r;

	rng_init(&r, 3, 9);
	for (int k = 0; k < t->n; k++)
		t->y[k] += rms * rng_normal(&r);
}

static const struct excitation SWEEP = {.kind = EXCITATION_SWEEP, .f0 = 0.1, .f1 = 40.0, .amplitude = 1.0, .seconds = 60.0, .settle = 1.0, .rate_hz = 1000.0};
static const struct excitation NOISE = {.kind = EXCITATION_NOISE, .f0 = 0.2, .f1 = 40.0, .amplitude = 1.0, .seconds = 100.0, .settle = 1.0, .rate_hz = 1000.0,
                                        .seed = 1};
static const struct excitation STEP = {.kind = EXCITATION_STEP, .amplitude = 2.0, .seconds = 4.0, .settle = 0.5, .rate_hz = 1000.0};

/* H = exp(-i w tau): the phase turns six times, and is one line. A delay longer than a quarter of a period of every frequency, too. */
static void a_pure_delay_is_found_whole(void **state)
{
	const struct excitation *all[] = {&SWEEP, &NOISE};
	static const int ticks[] = {0, 7, 150};

	(void)state;
	for (size_t i = 0; i < 6; i++) {
		int delay = ticks[i / 2];
		struct trial t;

		trial_begin(&t, all[i % 2]);
		for (int k = delay; k < t.n; k++)
			t.y[k] = 0.9 * t.u[k - delay];
		trial_read(&t, all[i % 2], 0.0, 40.0);
		assert_near(t.r.delay, delay / RATE, 1e-7);
		assert_near(t.r.low_gain, 0.9, 1e-9);
		assert_near(t.r.residual, 0.0, 1e-6);
		assert_near(t.r.mean_coherence, 1.0, 1e-6);
		assert_near(t.r.phase[t.r.n - 1], -360.0 * t.r.f[t.r.n - 1] * delay / RATE, 1e-5);
		assert_true(isnan(t.r.cutoff_hz));
		if (delay == 150)
			assert_near(t.r.phase90_hz, 0.25 / 0.15, 1e-8);
		arena_fini(&t.mem);
	}
}

/* First order: phase -atan(w tau), whose slope at 0 is tau; |H| = 1/sqrt(2) at 1/(2 pi tau) = 15.915 Hz; between ticks the command is straight, which takes
 * (pi f/rate)^2/3 from |H|, 8.3e-4 there and twice that from the frequency: 15.889 Hz. */
static void a_lag_of_first_order_has_its_cut_off(void **state)
{
	const struct excitation *all[] = {&SWEEP, &NOISE};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct trial t;

		trial_begin(&t, all[i]);
		follow(&LAG, t.n, t.u, t.y);
		trial_read(&t, all[i], 0.0, 1.0);
		assert_near(t.r.delay, 0.010, 2e-5);              /* mean of atan(x)/x up to x = 0.063: 1 - 0.0008 */
		assert_near(t.r.low_gain, 1.0, 2e-4);
		assert_near(t.r.cutoff_hz, 15.889, 0.01);
		assert_true(isnan(t.r.phase90_hz));
		for (int j = 0; j < t.r.n; j += 10) {
			double f = t.r.f[j], x = 2.0 * M_PI * f * 0.01, straight = 1.0 - pow(M_PI * f / RATE, 2) / 3.0;

			assert_near(t.r.gain[j], straight / sqrt(1.0 + x * x), 2e-3);
			assert_near(t.r.phase[j], -atan(x) * 180.0 / M_PI, 0.2);
		}
		arena_fini(&t.mem);
	}
}

/* The weighted line through columns `from` to `to`, of y over x, by deviations from the means: its value at `at`. */
static double line_at(const struct response *r, int from, int to, const double *x, const double *y, double at, double *ret_slope)
{
	double sum = 0.0, mx = 0.0, my = 0.0, xx = 0.0, xy = 0.0;

	for (int j = from; j < to; j++) {
		double c = fmin(r->coherence[j], 0.999), w = c / (1.0 - c);

		sum += w;
		mx += (x[j] - mx) * w / sum;
		my += (y[j] - my) * w / sum;
	}
	for (int j = from; j < to; j++) {
		double c = fmin(r->coherence[j], 0.999), w = c / (1.0 - c);

		xx += w * (x[j] - mx) * (x[j] - mx);
		xy += w * (x[j] - mx) * (y[j] - my);
	}
	*ret_slope = xy / xx;
	return my + *ret_slope * (at - mx);
}

/* A sweep of 62 s through the plant, read from line a to line b of its spectrum, 1/62 Hz apart. */
static void trial_between(struct trial *t, const struct plant *p, int a, int b)
{
	struct excitation x = SWEEP;

	trial_begin(t, &SWEEP);
	assert_int_equal(t->n, 62000);
	follow(p, t->n, t->u, t->y);
	x.f0 = (a - 0.5) / 62.0;
	x.f1 = (b + 0.5) / 62.0;
	trial_read(t, &x, 0.0, 40.0);
	assert_int_equal(t->r.n, b - a + 1);
	for (int j = 0; j < t->r.n; j++)
		assert_true(t->r.coherence[j] > 0.9);
}

/* As characterise.h has it: the lowest tenth, 20 of 200, on a parabola; but never less than eight, here all there are, and they span just an octave. */
static void the_gain_is_that_of_the_lowest_tenth(void **state)
{
	static const struct {
		int a, b, take;
	} all[] = {{7, 206, 20}, {7, 14, 8}};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct trial t;
		double square[200], slope;

		trial_between(&t, &LAG, all[i].a, all[i].b);
		for (int j = 0; j < t.r.n; j++)
			square[j] = t.r.f[j] * t.r.f[j];
		assert_near(t.r.low_gain, line_at(&t.r, 0, all[i].take, square, t.r.gain, 0.0, &slope), 1e-11);
		arena_fini(&t.mem);
	}
}

/* As characterise.h has it, over all of a band of four lines, its ends too: each is a quarter of the sum, and a lag is no line. */
static void the_residual_is_that_of_all_that_was_fitted(void **state)
{
	struct trial t;
	double sum = 0.0, weights = 0.0;

	(void)state;
	trial_between(&t, &LAG, 1128, 1131);
	assert_int_equal(t.r.used, 4);
	for (int j = 0; j < 4; j++) {
		double c = fmin(t.r.coherence[j], 0.999), w = c / (1.0 - c);

		sum += w * pow(t.r.phase[j] + 360.0 * t.r.f[j] * t.r.delay, 2);
		weights += w;
	}
	assert_true(sqrt(sum / weights) > 0.01);                  /* degrees: there is something to be seen */
	assert_near(t.r.residual, sqrt(sum / weights), 1e-9);
	arena_fini(&t.mem);
}

/* Within 5 % of where the phase first is beyond -90 degrees, 18.78 Hz: all of a band from 18.2 to 19.4 Hz, its ends too. */
static void a_crossing_is_on_the_line_through_all_that_is_near(void **state)
{
	struct plant p = seed2();
	struct trial t;
	double slope, at;

	(void)state;
	trial_between(&t, &p, 1128, 1203);
	at = line_at(&t.r, 0, t.r.n, t.r.f, t.r.phase, 18.78, &slope);
	assert_near(t.r.phase90_hz, 18.78 - (at + 90.0) / slope, 1e-10);
	arena_fini(&t.mem);
}

/* Impulses with the period of the segments, 2 (102000/17) = 12000 ticks, one every 6000; the answer is a third of it late. Hann's window weighs them 3/4 and
 * 1/4 by turns, impulses as answers, at 4000 and 8000, 10000 and 2000: coherence and gain are 1 as they are. Advanced by so much the last of the 16
 * segments would be without its answer, which comes after the end. */
static void a_delay_beyond_a_quarter_of_a_segment_is_not_taken_out(void **state)
{
	struct excitation x = NOISE;
	struct trial t;

	(void)state;
	trial_begin(&t, &NOISE);
	assert_int_equal(t.n, 102000);
	for (int k = 0; k < t.n; k++) {
		t.u[k] = k % 12000 == 4000;
		t.y[k] = k % 12000 == 8000;
	}
	x.f0 = 0.15;                                              /* from the second frequency, 2/12 Hz: the mean of a segment is in the first */
	trial_read(&t, &x, 0.0, 40.0);
	assert_near(t.r.phase[t.r.n - 1] - t.r.phase[0], -120.0 * (t.r.n - 1), 1e-6);
	assert_near(t.r.low_gain, 1.0, 1e-9);
	assert_near(t.r.mean_coherence, 1.0, 1e-9);
	arena_fini(&t.mem);
}

static double level_of(double f, double *ret_phase)
{
	double w = 2.0 * M_PI * f, re = pow(w, 4) - 3.68e5 * w * w + 4.93e9, im = 6.28e7 * w - 577.0 * pow(w, 3);

	*ret_phase = -atan2(im, re) * 180.0 / M_PI;
	return 4.52e9 / hypot(re, im);
}

/* Delay at low frequency a_1/a_0 = 6.28e7/4.93e9 = 12.738 ms; gain 0.91684; -3 dB at 20.70 Hz and -90 degrees at 18.78 Hz from H itself. */
static void the_plant_of_maghareh_has_its_delay_and_gain(void **state)
{
	struct plant p = seed2();
	struct trial t;
	double phase;

	(void)state;
	trial_begin(&t, &SWEEP);
	follow(&p, t.n, t.u, t.y);
	trial_read(&t, &SWEEP, 0.0, 1.0);
	assert_near(t.r.delay, 6.28e7 / 4.93e9, 1e-5);
	assert_near(t.r.low_gain, 4.52 / 4.93, 5e-4);
	assert_near(level_of(20.70, &phase), 4.52 / 4.93 * M_SQRT1_2, 1e-4);
	assert_near(t.r.cutoff_hz, 20.70, 0.05);
	level_of(18.78, &phase);
	assert_near(phase, -90.0, 0.01);
	assert_near(t.r.phase90_hz, 18.78, 0.02);
	arena_fini(&t.mem);
}

/* White noise of rms s on the measured displacement: density 2 s^2/rate against that of the command, rms^2/band. Coherence from it, delay still there. */
static void noise_lowers_the_coherence_and_leaves_the_delay(void **state)
{
	struct trial t;
	double rms = 1.0, density = 2.0 * rms * rms / RATE, want = 0.0;

	(void)state;
	trial_begin(&t, &NOISE);
	follow(&LAG, t.n, t.u, t.y);
	noise_add(&t, rms);
	trial_read(&t, &NOISE, 0.0, 5.0);
	for (int j = 0; j < t.r.n; j++) {
		double x = 2.0 * M_PI * t.r.f[j] * 0.01, s = 100.0 / 102.0 / 39.8 / (1.0 + x * x);      /* 100 of 102 s are noise */

		want += s / (s + density) / t.r.n;
	}
	assert_true(want < 0.9);
	assert_near(t.r.mean_coherence, want, 0.02);
	assert_near(t.r.delay, 0.010 * (1.0 - 0.2 * pow(2.0 * M_PI * 5.0 * 0.01, 2)), 3e-4);     /* atan x = x - x^3/3; least squares from 0 to x: 1 - x^2/5 */
	assert_true(t.r.used < t.r.n / 4);
	arena_fini(&t.mem);
}

static void without_coherence_there_is_no_delay(void **state)
{
	struct trial t;

	(void)state;
	trial_begin(&t, &NOISE);
	noise_add(&t, 1.0);
	trial_read(&t, &NOISE, 0.0, 40.0);
	assert_true(isnan(t.r.delay) && isnan(t.r.cutoff_hz) && isnan(t.r.phase90_hz));
	assert_true(t.r.mean_coherence < 0.2);
	arena_fini(&t.mem);
}

/* Whichever of its arrays there is no memory for. */
static void without_memory_it_says_so(void **state)
{
	const struct characterise_words w = {.rate_hz = RATE, .f0 = NOISE.f0, .f1 = NOISE.f1, .fit1 = 40.0};
	struct trial t;
	int failed = 0, code = ERR_MEMORY;

	(void)state;
	trial_begin(&t, &NOISE);
	for (; code == ERR_MEMORY; failed += code == ERR_MEMORY) {
		err_clear(&t.e);
		fault_arm(FAULT_arena_alloc, 1 + failed, false);
		code = characterise_response(&w, t.n, t.u, t.u, &t.mem, &t.r, &t.e);
		fault_disarm();
		assert_true(code == 0 || t.e.what[0]);
	}
	assert_int_equal(code, 0);
	assert_true(failed >= 4);
	arena_fini(&t.mem);
}

static void a_record_with_too_few_frequencies_is_refused(void **state)
{
	struct characterise_words w = {.rate_hz = RATE, .f0 = 1.0, .f1 = 1.5};
	double u[4000] = {0}, y[4000] = {0};
	struct arena mem;
	struct response r;
	struct err e;

	(void)state;
	arena_init(&mem);
	err_clear(&e);
	assert_int_equal(characterise_response(&w, 4000, u, y, &mem, &r, &e), ERR_RANGE);
	assert_contains(e.hint, "a longer record");
	arena_fini(&mem);
}

/* First order: rise tau ln 9, 2 % after tau ln 50, half after tau ln 2, no overshoot; the area is tau. */
static void a_step_through_a_lag(void **state)
{
	struct step_answer r;
	struct trial t;

	(void)state;
	trial_begin(&t, &STEP);
	follow(&LAG, t.n, t.u, t.y);
	for (int k = 0; k < t.n; k++)
		t.y[k] += 5.0;                                    /* a set-point of its own */
	assert_int_equal(characterise_step(RATE, t.n, t.u, t.y, &r, &t.e), 0);
	assert_near(r.from, 5.0, 1e-12);
	assert_near(r.size, 2.0, 0.0);
	assert_near(r.gain, 1.0, 1e-9);
	assert_near(r.delay, 0.010, 2e-7);
	assert_near(r.half, 0.010 * log(2.0), 2e-5);
	assert_near(r.rise, 0.010 * log(9.0), 4e-5);
	assert_near(r.settling, 0.010 * log(50.0), 4e-5);
	assert_near(r.overshoot, 0.0, 1e-9);
	arena_fini(&t.mem);
}

/* A command that moves in its first tick: its size is from where it was. The rig follows a tick late, by half: the area between is that of a tick. */
static void a_step_in_the_first_tick(void **state)
{
	double u[64], y[64];
	struct step_answer r;
	struct err e;

	(void)state;
	for (int k = 0; k < 64; k++) {
		u[k] = k >= 1 ? 3.0 : 1.0;
		y[k] = k >= 2 ? 2.0 : 1.0;
	}
	err_clear(&e);
	assert_int_equal(characterise_step(RATE, 64, u, y, &r, &e), 0);
	assert_near(r.size, 2.0, 0.0);
	assert_near(r.from, 1.0, 0.0);
	assert_near(r.gain, 0.5, 1e-15);
	assert_near(r.delay, 1.0 / RATE, 1e-15);
	assert_near(r.half, 1.0 / RATE, 1e-15);
	assert_near(r.rise, 0.8 / RATE, 1e-15);
}

/* What is beyond the end belongs to it to the last tick. The end is the mean of the last quarter, of 63 ticks that stand: 2 + 0.4/16. */
static void a_step_that_overshoots_in_its_last_tick(void **state)
{
	double u[64], y[64];
	struct step_answer r;
	struct err e;

	(void)state;
	for (int k = 0; k < 64; k++) {
		u[k] = k >= 1 ? 3.0 : 1.0;
		y[k] = k >= 2 ? 3.0 : 1.0;
	}
	y[63] = 3.4;
	err_clear(&e);
	assert_int_equal(characterise_step(RATE, 64, u, y, &r, &e), 0);
	assert_near(r.overshoot, 2.4 / 2.025 - 1.0, 1e-14);
	/* where nothing moves before it, half of the way, which is a sixteenth of the last stride, is there, too */
	for (int k = 0; k < 64; k++)
		y[k] = k < 63 ? 1.0 : 3.0;
	assert_int_equal(characterise_step(RATE, 64, u, y, &r, &e), 0);
	assert_near(r.half, (63.0 - 15.5 / 16.0 - 0.5) / RATE, 1e-14);
}

/* A command that stands for eight ticks and then goes on for ever: they are the step. For seven it is none. */
static void a_step_stands_for_eight_ticks(void **state)
{
	(void)state;
	for (int stands = 7; stands <= 8; stands++) {
		double u[32], y[32];
		struct step_answer r;
		struct err e;

		for (int k = 0; k < 32; k++) {
			u[k] = k < 4 ? 0.0 : k < 4 + stands ? 1.0 : k;
			y[k] = 0.5 * u[k];
		}
		err_clear(&e);
		assert_int_equal(characterise_step(RATE, 32, u, y, &r, &e), stands == 8 ? 0 : ERR_RANGE);
		if (stands == 8)
			assert_near(r.gain, 0.5, 1e-15);
	}
}

/* Noise of 1 %: the area is that of 9 tau = 90 ticks and not of the two seconds for which the command stands; its standard deviation is sqrt(90) x 0.01
 * ticks and, from the mean over the last 500 ticks, 90 x 0.01/sqrt(500): 0.1 ms together. 2 % cannot be told from noise. */
static void a_step_with_noise_keeps_its_delay(void **state)
{
	struct step_answer r;
	struct trial t;

	(void)state;
	trial_begin(&t, &STEP);
	follow(&LAG, t.n, t.u, t.y);
	noise_add(&t, 0.01 * STEP.amplitude);
	assert_int_equal(characterise_step(RATE, t.n, t.u, t.y, &r, &t.e), 0);
	assert_near(r.delay, 0.010, 3e-4);
	assert_near(r.gain, 1.0, 2e-3);
	assert_true(isnan(r.settling));
	assert_true(r.watched > 0.06 && r.watched < 0.12);
	arena_fini(&t.mem);
}

/* An oscillator of 5 Hz with 30 % damping and gain 0.9: overshoot exp(-z pi/sqrt(1 - z^2)), delay 2 z/w; also for a step that rises slowly and for one
 * downwards. */
static void a_step_that_overshoots(void **state)
{
	const double z = 0.3, w = 2.0 * M_PI * 5.0;
	const struct plant p = {.n = 2, .a = {0, 1, -w * w, -2 * z * w}, .b = {0, w * w}, .c = {0.9, 0}};

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct excitation x = STEP;
		struct step_answer r;
		struct trial t;

		x.rise = i == 1 ? 0.05 : 0.0;
		x.amplitude = i == 2 ? -1.0 : 1.0;
		trial_begin(&t, &x);
		follow(&p, t.n, t.u, t.y);
		assert_int_equal(characterise_step(RATE, t.n, t.u, t.y, &r, &t.e), 0);
		assert_near(r.gain, 0.9, 1e-4);
		assert_near(r.delay, 2.0 * z / w, 5e-5);
		if (i != 1)
			assert_near(r.overshoot, exp(-z * M_PI / sqrt(1.0 - z * z)), 1e-3);
		arena_fini(&t.mem);
	}
}

static void what_is_no_step_or_does_not_follow_is_refused(void **state)
{
	struct step_answer r;
	struct trial t;

	(void)state;
	trial_begin(&t, &STEP);
	assert_int_equal(characterise_step(RATE, t.n, t.u, t.y, &r, &t.e), ERR_RANGE);
	assert_contains(t.e.what, "does not follow");
	err_clear(&t.e);
	assert_int_equal(characterise_step(RATE, t.n, t.y, t.u, &r, &t.e), ERR_RANGE);
	assert_contains(t.e.what, "no step");
	arena_fini(&t.mem);
}

/* UCB/EERC 2005-02: 95 ms at 1000 Hz are 95 ticks, of a step of 1.2 s 0.079. */
static void k_comp_is_the_delay_in_ticks(void **state)
{
	struct kcomp k = characterise_kcomp(0.095, 1000.0, 1.2);

	(void)state;
	assert_near(k.ticks, 95.0, 1e-12);
	assert_near(k.share, 0.095 / 1.2, 1e-15);
	assert_true(k.reachable);
	assert_true(!characterise_kcomp(0.095, 1000.0, 0.1).reachable);
	k = characterise_kcomp(0.095, 1000.0, 0.0);
	assert_true(isnan(k.share) && k.reachable);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pure_delay_is_found_whole),
		cmocka_unit_test(a_lag_of_first_order_has_its_cut_off),
		cmocka_unit_test(the_gain_is_that_of_the_lowest_tenth),
		cmocka_unit_test(the_residual_is_that_of_all_that_was_fitted),
		cmocka_unit_test(a_crossing_is_on_the_line_through_all_that_is_near),
		cmocka_unit_test(a_delay_beyond_a_quarter_of_a_segment_is_not_taken_out),
		cmocka_unit_test(the_plant_of_maghareh_has_its_delay_and_gain),
		cmocka_unit_test(noise_lowers_the_coherence_and_leaves_the_delay),
		cmocka_unit_test(without_coherence_there_is_no_delay),
		cmocka_unit_test(without_memory_it_says_so),
		cmocka_unit_test(a_record_with_too_few_frequencies_is_refused),
		cmocka_unit_test(a_step_through_a_lag),
		cmocka_unit_test(a_step_in_the_first_tick),
		cmocka_unit_test(a_step_that_overshoots_in_its_last_tick),
		cmocka_unit_test(a_step_stands_for_eight_ticks),
		cmocka_unit_test(a_step_with_noise_keeps_its_delay),
		cmocka_unit_test(a_step_that_overshoots),
		cmocka_unit_test(what_is_no_step_or_does_not_follow_is_refused),
		cmocka_unit_test(k_comp_is_the_delay_in_ticks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
