/* Averaged spectra against closed forms: white noise, a pure delay, a first-order lag, noise of known strength. */
#include "test.h"

#include "base/rng.h"
#include "math/spectrum.h"

enum { N = 1 << 16, LENGTH = 1024 };

static const double RATE = 1000.0;
static double x[N], y[N];

struct bench {
	struct arena mem;
	struct spectrum s;
};

static void begin(struct bench *b, const struct spectrum_words *w)
{
	struct err e;

	err_clear(&e);
	arena_init(&b->mem);
	assert_int_equal(spectrum_init(&b->s, w, RATE, &b->mem, &e), 0);
}

static void end(struct bench *b)
{
	spectrum_fini(&b->s);
	arena_fini(&b->mem);
}

static void noise(double *z, double deviation, uint64_t stream)
{
	struct rng r;

	rng_init(&r, 7, stream);
	for (int k = 0; k < N; k++)
		z[k] = deviation * rng_normal(&r);
}

static const struct spectrum_words WELCH = {.length = LENGTH, .hop = LENGTH / 2, .hann = true};

/* White noise of variance v has the one-sided density 2 v / rate at all frequencies. */
static void the_density_of_white_noise_is_its_variance_over_the_band(void **state)
{
	double sum = 0.0;
	struct bench b;

	(void)state;
	noise(x, 3.0, 1);
	noise(y, 1.0, 2);
	begin(&b, &WELCH);
	spectrum_estimate(&b.s, N, x, y, 0);
	assert_int_equal(b.s.segments, 2 * N / LENGTH - 1);
	for (int j = 1; j < LENGTH / 2; j++)
		sum += b.s.xx[j] * RATE / LENGTH;
	assert_near(sum, 9.0, 0.03 * 9.0);              /* one part in 120 averages over 511 frequencies, and the two bins left out */
	assert_near(spectrum_hz(&b.s, 100), 100.0 * RATE / LENGTH, 1e-12);
	end(&b);
}

/* A sine of amplitude a has the power a^2/2, whatever the window. */
static void the_power_of_a_sine_is_half_its_square(void **state)
{
	struct bench b;

	(void)state;
	for (int k = 0; k < N; k++)
		x[k] = 5.0 + 2.0 * sin(2.0 * M_PI * 50.3 * k / RATE);
	for (int hann = 0; hann < 2; hann++) {
		struct spectrum_words w = WELCH;
		double sum = 0.0;

		w.hann = hann;
		begin(&b, &w);
		spectrum_estimate(&b.s, N, x, x, 0);
		for (int j = 0; j < b.s.n; j++)
			sum += b.s.xx[j] * RATE / LENGTH;
		assert_near(sum, 2.0, 0.01 * 2.0);
		end(&b);
	}
}

/* Parseval: of one segment without a window the densities times their distance sum up to the variance, be the length even or odd. The last frequency of an
 * even length is half of the rate, which has no mirror image: a signal that alternates has all of its power there. */
static void densities_sum_up_to_the_variance(void **state)
{
	(void)state;
	for (int length = 63; length <= 64; length++) {
		const struct spectrum_words w = {.length = length, .hop = length};
		double mean = 0.0, variance = 0.0, sum = 0.0;
		struct bench b;

		begin(&b, &w);
		for (int k = 0; k < length; k++) {
			x[k] = (k % 2 ? -1.0 : 1.0) + sin(0.7 * k);
			mean += x[k] / length;
		}
		for (int k = 0; k < length; k++)
			variance += (x[k] - mean) * (x[k] - mean) / length;
		spectrum_estimate(&b.s, length, x, x, 0.0);
		for (int j = 0; j < b.s.n; j++)
			sum += b.s.xx[j] * RATE / length;
		assert_true(fabs(sum / variance - 1.0) < 1e-12);
		assert_true(b.s.xx[b.s.n - 1] == b.s.yy[b.s.n - 1] && fabs(spectrum_coherence(&b.s, b.s.n - 1) - 1.0) < 1e-12);
		end(&b);
	}
}

/* Halves of Hann windows: c = (1/6)^2, so K segments count for K/(1 + 2 (1 - 1/K)/36). */
static void overlapping_segments_count_for_less(void **state)
{
	double k = 2.0 * N / LENGTH - 1.0;
	struct bench b;

	(void)state;
	begin(&b, &WELCH);
	spectrum_estimate(&b.s, N, x, x, 0);
	assert_near(b.s.averages, k / (1.0 + 2.0 * (1.0 - 1.0 / k) / 36.0), 1e-6 * k);
	end(&b);
}

/* With the answer advanced by its delay nothing is lost. Without, H falls by the share of Hann's window that two segments so far apart have in common. */
static void a_delay_is_taken_out_by_the_shift(void **state)
{
	const int delay = 100;
	double re, im;
	struct bench b;

	(void)state;
	noise(x, 1.0, 1);
	memset(x + N - LENGTH, 0, LENGTH * sizeof(double));       /* the end of the record cuts nothing off */
	for (int k = 0; k < N; k++)
		y[k] = 0.8 * x[k < delay ? 0 : k - delay];
	begin(&b, &WELCH);
	spectrum_estimate(&b.s, N, x, y, delay);
	for (int j = 1; j < b.s.n; j++) {
		spectrum_response(&b.s, j, &re, &im);
		assert_near(re, 0.8, 1e-12);
		assert_near(im, 0.0, 1e-12);
		assert_near(spectrum_coherence(&b.s, j), 1.0, 1e-12);
	}
	spectrum_estimate(&b.s, N, x, y, delay + 0.25);
	for (int j = 1; j < b.s.n; j++) {                      /* a quarter of a sample too early */
		spectrum_response(&b.s, j, &re, &im);
		assert_near(re, 0.8 * cos(0.5 * M_PI * j / LENGTH), 1e-12);
		assert_near(im, 0.8 * sin(0.5 * M_PI * j / LENGTH), 1e-12);
	}
	spectrum_estimate(&b.s, N, x, y, 0);
	double gain = 0.0, common = 0.0;
	for (int j = 1; j < b.s.n; j++) {
		spectrum_response(&b.s, j, &re, &im);
		gain += hypot(re, im) / (b.s.n - 1);
	}
	for (int k = 0; k + delay < LENGTH; k++)
		common += b.s.window[k] * b.s.window[k + delay] / (0.375 * LENGTH);
	assert_true(common < 0.97);
	assert_near(gain, 0.8 * common, 0.002);
	end(&b);
}

/* x that begins and ends at rest, through the exact lag of first order for straight pieces: H(z) = (b0 + b1/z)/(1 - E/z). */
static void the_whole_record_of_a_motion_between_rests_gives_h_exactly(void **state)
{
	const double tau = 0.02, dt = 1.0 / RATE, decay = exp(-dt / tau), b0 = 1.0 - tau / dt * (1.0 - decay), b1 = tau / dt * (1.0 - decay) - decay;
	struct spectrum_words w = {.length = 20000, .hop = 20000};
	struct bench b;

	(void)state;
	for (int k = 0; k < w.length; k++) {
		double t = (k - 2000) * dt;

		x[k] = k < 2000 || k > 12000 ? 0.0 : pow(sin(M_PI * t / 10.0), 2) * sin(2.0 * M_PI * (t + 1.5 * t * t));
		y[k] = k ? decay * y[k - 1] + b0 * x[k] + b1 * x[k - 1] : 0.0;
	}
	begin(&b, &w);
	spectrum_estimate(&b.s, w.length, x, y, 0);
	for (double f = 3.0; f < 28.0; f += 1.0) {
		int j = (int)round(f * w.length / RATE);
		double re, im, c = cos(2.0 * M_PI * spectrum_hz(&b.s, j) / RATE), s = sin(2.0 * M_PI * spectrum_hz(&b.s, j) / RATE);
		double dr = 1.0 - decay * c, di = decay * s, nr = b0 + b1 * c, ni = -b1 * s, d = dr * dr + di * di;

		spectrum_response(&b.s, j, &re, &im);
		assert_near(re, (nr * dr + ni * di) / d, 1e-9);
		assert_near(im, (ni * dr - nr * di) / d, 1e-9);
	}
	end(&b);
}

/* Noise of density N on y: coherence S/(S + N), and H as without. Also by smoothing one piece. */
static void noise_lowers_the_coherence_as_it_must(void **state)
{
	const struct spectrum_words words[] = {WELCH, {.length = N, .hop = N, .smooth = 50}};
	static double z[N];

	(void)state;
	noise(x, 2.0, 1);
	noise(z, 1.0, 2);
	for (int k = 0; k < N; k++)
		y[k] = x[k] + z[k];                           /* S = 4 N: coherence 0.8 */
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		double coherence = 0.0, gain = 0.0, re, im;
		struct bench b;

		begin(&b, &words[i]);
		spectrum_estimate(&b.s, N, x, y, 0);
		for (int j = 1; j < b.s.n - 1; j++) {
			coherence += spectrum_coherence(&b.s, j) / (b.s.n - 2);
			spectrum_response(&b.s, j, &re, &im);
			gain += re / (b.s.n - 2);
		}
		assert_near(coherence, 0.8, 0.005);
		assert_near(gain, 1.0, 0.005);
		end(&b);
	}
}

static void where_nothing_is_there_is_no_answer(void **state)
{
	double re, im;
	struct bench b;

	(void)state;
	for (int k = 0; k < N; k++) {
		x[k] = 3.0;
		y[k] = k % 7;
	}
	begin(&b, &WELCH);
	spectrum_estimate(&b.s, N, x, y, 0);
	spectrum_response(&b.s, 5, &re, &im);
	assert_true(isnan(re) && isnan(im));
	assert_true(spectrum_coherence(&b.s, 5) == 0.0);
	end(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_density_of_white_noise_is_its_variance_over_the_band),
		cmocka_unit_test(the_power_of_a_sine_is_half_its_square),
		cmocka_unit_test(densities_sum_up_to_the_variance),
		cmocka_unit_test(overlapping_segments_count_for_less),
		cmocka_unit_test(a_delay_is_taken_out_by_the_shift),
		cmocka_unit_test(the_whole_record_of_a_motion_between_rests_gives_h_exactly),
		cmocka_unit_test(noise_lowers_the_coherence_as_it_must),
		cmocka_unit_test(where_nothing_is_there_is_no_answer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
