/* Indices of tracking against closed forms: rows of sines are given to monitors as a rig would give them. A lag and a lead of the same size, amplitudes that
 * are wrong, two tones; which sign says what. */
#include "test.h"

#include "base/base.h"
#include "verify/verify.h"

enum { RATE = 1000, WINDOW = 2 };
static const double DT = 1.0 / RATE, K = 7.0;

struct tone { double a, f, gain, late; };              /* command a sin 2 pi f t; measured gain a sin 2 pi f (t - late) */

static double value(const struct monitor *m, const char *name)
{
	for (int i = 0; i < m->ncolumn; i++)
		if (strcmp(m->column[i].name, name) == 0)
			return m->value[i];
	fail_msg("no column %s", name);
	return NAN;
}

static struct monitor *make(struct stage *s, const char *words)
{
	stage_begin(s);
	stage_eval(s, "model basic -ndm 1 -ndf 1; uniaxialMaterial Elastic 1 7; expSpecimen Material 1 1; expControl VirtualRig 1 -rate 1000 -channel 1");
	stage_eval(s, "monitor %s", words);
	return table_get(&s->script.monitors.table, 1);
}

/* The sum of n tones from t = 0 to the end, on a spring K. */
static void rows(struct monitor *m, const struct tone *tone, int n, double seconds)
{
	static const struct monitor_energy none;
	const struct monitor_view view = {.energy = &none};

	for (int j = 0; j <= (int)round(seconds * RATE); j++) {
		double command = 0.0, measured = 0.0, force;

		for (int i = 0; i < n; i++) {
			command += tone[i].a * sin(2.0 * M_PI * tone[i].f * j * DT);
			measured += tone[i].gain * tone[i].a * sin(2.0 * M_PI * tone[i].f * (j * DT - tone[i].late));
		}
		force = K * measured;
		m->ops->tick(m->self, &(struct monitor_tick){.t = j * DT, .n = 1, .stride = 1, .command = &command, .measured = &measured, .force = &force});
	}
	m->ops->step(m->self, m, &view);
}

/* --- frequency-domain evaluation index ------------------------------------------------------------- */

/* A lag is a positive delay and a negative phase; a lead the other way round. */
static void a_tone_has_its_own_gain_phase_and_delay(void **state)
{
	static const struct tone TONE[] = {{2.0, 2.5, 0.9, 0.007}, {2.0, 2.5, 1.1, -0.007}, {0.3, 4.0, 1.0, 0.0}, {5.0, 1.0, 0.5, 0.1}};

	(void)state;
	for (size_t i = 0; i < COUNT(TONE); i++) {
		struct stage s;
		struct monitor *m = make(&s, "FEI 1 -control 1 -window 2 -band 0.5 20");

		rows(m, &TONE[i], 1, 3.0 * WINDOW);
		assert_near(value(m, "amplitude1"), TONE[i].gain, 1e-9);
		assert_near(value(m, "phase1"), -2.0 * M_PI * TONE[i].f * TONE[i].late, 1e-9);
		assert_near(value(m, "delay1"), TONE[i].late, 1e-9);
		assert_near(value(m, "frequency1"), TONE[i].f, 1e-9);
		stage_end(&s);
	}
}

/* FEI = sum a^2 g exp(-i 2 pi f tau) / sum a^2, frequency sum a^2 f / sum a^2: weights of exponent 2. Tones four bins apart do not meet in Hann's window. */
static void tones_are_weighted_by_the_squares_of_their_commands(void **state)
{
	static const struct tone TONE[2] = {{2.0, 1.5, 0.8, 0.010}, {1.0, 6.0, 1.2, 0.004}};
	double re = 0.0, im = 0.0, weight = 0.0, f = 0.0;
	struct stage s;
	struct monitor *m = make(&s, "FEI 1 -control 1 -window 2 -band 0.5 20");

	(void)state;
	for (size_t i = 0; i < COUNT(TONE); i++) {
		double w = TONE[i].a * TONE[i].a, phase = 2.0 * M_PI * TONE[i].f * TONE[i].late;

		re += w * TONE[i].gain * cos(phase);
		im -= w * TONE[i].gain * sin(phase);
		weight += w;
		f += w * TONE[i].f;
	}
	rows(m, TONE, 2, 3.0 * WINDOW);
	expect_close(value(m, "amplitude1"), hypot(re, im) / weight, 1e-9, "amplitude");
	expect_close(value(m, "phase1"), atan2(im, re), 1e-9, "phase");
	expect_close(value(m, "frequency1"), f / weight, 1e-9, "frequency");
	expect_close(value(m, "delay1"), -atan2(im, re) / (2.0 * M_PI * f / weight), 1e-9, "delay");
	stage_end(&s);
}

/* What is small beside it stands still, as far as rounding can tell; after a reset nothing was before. */
static void a_reset_forgets_how_large_the_motion_was(void **state)
{
	static const struct tone LARGE = {1.0, 2.5, 1.0, 0.0}, SMALL = {1e-8, 2.5, 0.9, 0.007};
	struct stage s;
	struct monitor *m = make(&s, "FEI 1 -control 1 -window 2 -band 0.5 20");

	(void)state;
	rows(m, &LARGE, 1, 3.0 * WINDOW);
	rows(m, &SMALL, 1, 3.0 * WINDOW);
	assert_true(isnan(value(m, "delay1")));
	stage_eval(&s, "monitor reset 1");
	rows(m, &SMALL, 1, 3.0 * WINDOW);
	assert_near(value(m, "delay1"), SMALL.late, 1e-9);
	stage_end(&s);
}

/* Both indicators count from the last reset: energies of before it are no part of them. HSEI_S = E/5, HSEI_I = E/(5 + input), of sums given to it. */
static void energy_indicators_count_from_the_reset(void **state)
{
	static const struct { double error, input, s, i; bool reset; } row[] = {
		{-1.0, 15.0, -0.2, -1.0 / 20.0, true}, {-2.0, 25.0, -0.2, -1.0 / 15.0, false}, {-4.0, 20.0, -0.6, -3.0 / 10.0, true}, {-4.5, 10.0, -0.1, -0.1, false},
	};
	struct stage s;
	struct monitor *m = make(&s, "HSEI 1 -uy 1.0 -k 10.0");
	struct monitor_energy energy = {0};
	const struct monitor_view view = {.energy = &energy};

	(void)state;
	assert_int_equal(m->ops->begin(m->self, m, &view, NULL), 0);
	for (size_t i = 0; i < COUNT(row); i++) {
		energy.error = row[i].error;
		energy.input = row[i].input;
		m->ops->step(m->self, m, &view);
		assert_near(value(m, "hseiS"), row[i].s, 1e-15);
		assert_near(value(m, "hseiI"), row[i].i, 1e-15);
		if (row[i].reset)
			m->ops->reset(m->self);
	}
	stage_end(&s);
}

/* --- tracking indicator and energy of an actuator --------------------------------------------------- */

/* In every cycle -pi g a^2 sin phi, the area of the ellipse; sampled, sin h / h of it, h = 2 pi f dt. */
static void the_indicator_is_the_area_of_the_ellipse(void **state)
{
	static const struct tone TONE[] = {{2.0, 2.5, 0.9, 0.007}, {2.0, 2.5, 0.9, -0.007}, {3.0, 1.0, 0.5, 0.0}, {1.0, 10.0, 1.3, 0.02}};

	(void)state;
	for (size_t i = 0; i < COUNT(TONE); i++) {
		struct stage s;
		struct monitor *m = make(&s, "TrackingIndicator 1 -control 1");
		double h = 2.0 * M_PI * TONE[i].f * DT, phi = 2.0 * M_PI * TONE[i].f * TONE[i].late, cycles = 4.0 * TONE[i].f;
		double area = M_PI * TONE[i].gain * TONE[i].a * TONE[i].a * sin(phi) * sin(h) / h;

		rows(m, &TONE[i], 1, 4.0);
		assert_near(value(m, "indicator1"), -cycles * area, 1e-9);
		/* a lag falls, a lead rises, and the words say so */
		if (TONE[i].late != 0.0)
			assert_contains(m->ops->remark(m, 0), TONE[i].late > 0.0 ? "lags" : "leads");
		stage_end(&s);
	}
}

/* On a spring the error of whole cycles is K times the indicator: added, negative, for a lag. */
static void the_energy_error_of_a_spring_is_its_stiffness_times_the_indicator(void **state)
{
	static const struct tone TONE[] = {{2.0, 2.5, 0.9, 0.007}, {2.0, 2.5, 0.9, -0.007}};

	(void)state;
	for (size_t i = 0; i < COUNT(TONE); i++) {
		struct stage s;
		struct monitor *m = make(&s, "ActuatorEnergy 1 -control 1 -factor 4");
		double h = 2.0 * M_PI * TONE[i].f * DT, phi = 2.0 * M_PI * TONE[i].f * TONE[i].late;
		double area = M_PI * TONE[i].gain * TONE[i].a * TONE[i].a * sin(phi) * sin(h) / h;

		rows(m, &TONE[i], 1, 4.0);
		expect_close(value(m, "error1"), -10.0 * 4.0 * K * area, 1e-9, "ten cycles");
		assert_near(value(m, "specimen1"), 0.0, 1e-9);
		assert_near(value(m, "error"), value(m, "error1"), 0.0);
		stage_end(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_tone_has_its_own_gain_phase_and_delay),
		cmocka_unit_test(a_reset_forgets_how_large_the_motion_was),
		cmocka_unit_test(energy_indicators_count_from_the_reset),
		cmocka_unit_test(tones_are_weighted_by_the_squares_of_their_commands),
		cmocka_unit_test(the_indicator_is_the_area_of_the_ellipse),
		cmocka_unit_test(the_energy_error_of_a_spring_is_its_stiffness_times_the_indicator),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
