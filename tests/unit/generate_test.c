/* Artificial earthquakes: the same bits from a seed, the shape that was asked for, and the functions that give the same bits everywhere. */
#include "test.h"

#include "base/base.h"
#include "motion/generate.h"
#include "motion/portable_math.h"

static void make(const struct generate *g, struct arena *mem, struct motion *ret)
{
	struct err e;
	char line[600];
	err_clear(&e);
	if (generate_motion(g, mem, ret, &e) < 0) {
		err_text(&e, line, sizeof(line));
		fail_msg("refused: %s", line);
	}
}

/* FNV-1a over the bytes. */
static uint64_t hash(const struct motion *m)
{
	uint64_t h = 0xcbf29ce484222325u;
	for (size_t i = 0; i < (size_t)m->n * sizeof(double); i++)
		h = (h ^ ((const unsigned char *)m->x)[i]) * 0x100000001b3u;
	return h;
}

static void portable_functions_agree_with_the_library(void **state)
{
	(void)state;
	for (int i = -4000; i <= 4000; i++) {
		double x = 0.0137 * i, s, c;
		portable_sincos(x, &s, &c);
		assert_near(s, sin(x), 1e-15);
		assert_near(c, cos(x), 1e-15);
		assert_near(portable_exp(x) / exp(x), 1.0, 1e-15);
		double y = exp(0.01 * i);
		assert_near(portable_ln(y), log(y), 2e-15 * fmax(1.0, fabs(log(y))));
	}
	assert_near(portable_pow(3.0, 2.5), pow(3.0, 2.5), 1e-13);
	assert_near(portable_pow(0.0, 2.5), 0.0, 0.0);
}

static void same_seed_gives_the_same_bits_and_another_seed_others(void **state)
{
	struct generate g = generate_default(7), other = generate_default(8);
	struct motion a, b, c;
	struct arena mem;
	(void)state;
	g.pulse = other.pulse = PULSE_MAVROEIDIS;
	arena_init(&mem);
	make(&g, &mem, &a);
	make(&g, &mem, &b);
	make(&other, &mem, &c);
	assert_int_equal(a.n, 2001);
	assert_memory_equal(a.x, b.x, sizeof(double) * (size_t)a.n);
	assert_true(hash(&a) != hash(&c));
	arena_fini(&mem);
}

/* The bits of seed 7, taken from gcc and clang builds alike: a change of them changes every study that names a seed. */
static void bits_of_a_seed_do_not_change(void **state)
{
	struct generate g = generate_default(7);
	struct motion m;
	struct arena mem;
	(void)state;
	arena_init(&mem);
	make(&g, &mem, &m);
	if (hash(&m) != UINT64_C(0x7e70fe523847d6ef))
		fail_msg("hash %#llx", (unsigned long long)hash(&m));
	arena_fini(&mem);
}

static void noise_has_its_peak_and_no_drift(void **state)
{
	struct generate g = generate_default(3);
	struct motion m;
	struct arena mem;
	(void)state;
	arena_init(&mem);
	for (g.seed = 1; g.seed <= 20; g.seed++) {
		make(&g, &mem, &m);
		double *v = ARENA_ARRAY(&mem, (size_t)m.n, double), peak = 0.0;
		assert_near(fabs(motion_peak(&m).value), 0.3, 1e-15);
		motion_integrate(&m, v, NULL);
		for (int i = 0; i < m.n; i++)
			peak = larger(peak, fabs(v[i]));
		assert_true(fabs(v[m.n - 1]) < 0.25 * peak);
	}
	arena_fini(&mem);
}

/* Power of the samples at a frequency, by the Fourier integral under Hann's window. */
static double power(const struct motion *m, double hz)
{
	double re = 0.0, im = 0.0;
	for (int i = 0; i < m->n; i++) {
		double x = m->x[i] * (1.0 - cos(2.0 * M_PI * i / (m->n - 1)));
		re += x * cos(2.0 * M_PI * hz * i * m->dt);
		im += x * sin(2.0 * M_PI * hz * i * m->dt);
	}
	return (re * re + im * im) / m->n;
}

/* Kanai-Tajimi times Clough-Penzien, of frequency f. */
static double clough_penzien(const struct generate *g, double f)
{
	double x = f / g->ground_hz, y = f / g->high_pass_hz, zg = g->ground_damping, zf = g->high_pass_damping;
	double ground = (1.0 + 4.0 * zg * zg * x * x) / ((1.0 - x * x) * (1.0 - x * x) + 4.0 * zg * zg * x * x);
	return ground * y * y * y * y / ((1.0 - y * y) * (1.0 - y * y) + 4.0 * zf * zf * y * y);
}

static void stationary_noise_has_the_spectrum_of_clough_and_penzien(void **state)
{
	static const double hz[] = { 0.1, 0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 8.0 };
	enum { SEEDS = 40, NEAR = 12 };
	struct generate g = generate_default(1);
	double sum[COUNT(hz)] = { 0 }, scale = 0.0;
	struct arena mem;
	struct motion m;
	(void)state;
	g.envelope = ENVELOPE_NONE;
	g.baseline = 0;
	g.duration = 40.0;
	for (g.seed = 100; g.seed < 100 + SEEDS; g.seed++) {
		arena_init(&mem);
		make(&g, &mem, &m);
		motion_scale(&m, 1.0 / motion_rms(&m));
		for (size_t i = 0; i < COUNT(hz); i++)
			for (int k = 0; k < NEAR; k++)
				sum[i] += power(&m, hz[i] * (0.95 + 0.1 * k / (NEAR - 1))) / (SEEDS * NEAR);
		arena_fini(&mem);
	}
	for (size_t i = 0; i < COUNT(hz); i++)
		scale += sum[i] / clough_penzien(&g, hz[i]) / COUNT(hz);
	/* 40 records and about 2 independent lines in a band: a relative deviation of 1/sqrt(80), taken three times */
	for (size_t i = 0; i < COUNT(hz); i++)
		assert_near(sum[i] / (scale * clough_penzien(&g, hz[i])), 1.0, 0.34);
}

static void envelopes_shape_the_noise(void **state)
{
	struct generate g = generate_default(5);
	struct arena mem;
	struct motion m;
	double late = 0.0, early = 0.0;
	(void)state;
	arena_init(&mem);
	g.envelope = ENVELOPE_SARAGONI_HART;
	make(&g, &mem, &m);
	/* the integral of the squared envelope (t/4)^p exp(p (1 - t/4)), p of peak 0.2 and level 0.05, is half done near 4.6 s */
	assert_near(motion_energy_time(&m, 0.5), 4.6, 1.5);
	g.envelope = ENVELOPE_JENNINGS;
	g.rise = 4.0;
	g.hold = 6.0;
	g.decay = 1.0;
	g.baseline = 0;
	make(&g, &mem, &m);
	for (int i = 0; i < m.n; i++) {
		early = larger(early, i * m.dt < 0.5 ? fabs(m.x[i]) : 0.0);
		late = larger(late, i * m.dt > 16.0 ? fabs(m.x[i]) : 0.0);
	}
	assert_true(early < 0.3 * 0.5 * 0.5 / 16.0 * 1.5 && early > 0.0);
	assert_true(late < 0.3 * exp(-6.0) * 1.5 && late > 0.0);
	arena_fini(&mem);
}

/* Velocity of the pulse at its middle is amplitude x cos(phase) (its own formula), from the integral of the acceleration. */
static void pulses_have_their_velocity_and_leave_no_velocity(void **state)
{
	struct generate g = generate_default(5);
	struct arena mem;
	struct motion m;
	(void)state;
	arena_init(&mem);
	g.pga = 0.0;
	g.dt = 0.001;
	g.pulse_velocity = 0.7;
	g.pulse_time = 8.0;
	for (int kind = PULSE_MAVROEIDIS; kind <= PULSE_GABOR; kind++)
		for (int phase = 0; phase <= 180; phase += 45) {
			g.pulse = (enum generate_pulse)kind;
			g.pulse_phase = phase;
			make(&g, &mem, &m);
			double *v = ARENA_ARRAY(&mem, (size_t)m.n, double);
			motion_integrate(&m, v, NULL);
			assert_near(v[8000], 0.7 * cos(phase * M_PI / 180.0), 1e-4);
			assert_near(v[m.n - 1], 0.0, 1e-12);
		}
	arena_fini(&mem);
}

static void refusals_name_the_number(void **state)
{
	static const struct {
		size_t at;
		double value;
		const char *name;
	} row[] = {
		{ offsetof(struct generate, dt), 0.0, "dt" },
		{ offsetof(struct generate, duration), -1.0, "duration" },
		{ offsetof(struct generate, duration), 0.02, "number of samples" },
		{ offsetof(struct generate, pga), NAN, "pga" },
		{ offsetof(struct generate, ground_damping), 1.0, "ground damping" },
		{ offsetof(struct generate, high_pass_hz), 0.0, "high-pass frequency" },
		{ offsetof(struct generate, pulse_cycles), 1.0, "pulse cycles" },
	};
	struct arena mem;
	struct motion m;
	(void)state;
	arena_init(&mem);
	for (size_t i = 0; i < COUNT(row); i++) {
		struct generate g = generate_default(1);
		struct err e;
		err_clear(&e);
		*(double *)((char *)&g + row[i].at) = row[i].value;
		assert_int_equal(generate_motion(&g, &mem, &m, &e), ERR_RANGE);
		assert_contains(e.what, row[i].name);
	}
	arena_fini(&mem);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(portable_functions_agree_with_the_library),
		cmocka_unit_test(same_seed_gives_the_same_bits_and_another_seed_others),
		cmocka_unit_test(bits_of_a_seed_do_not_change),
		cmocka_unit_test(noise_has_its_peak_and_no_drift),
		cmocka_unit_test(stationary_noise_has_the_spectrum_of_clough_and_penzien),
		cmocka_unit_test(envelopes_shape_the_noise),
		cmocka_unit_test(pulses_have_their_velocity_and_leave_no_velocity),
		cmocka_unit_test(refusals_name_the_number),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
