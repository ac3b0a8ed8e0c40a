/* Compensators, actuators and filters against their transfer functions: a sine goes through, what comes out of whole periods is compared with a closed form.
 *
 * w is the angle of a tick, s = j w/dt. What learns is kept from learning. Actuators follow a reference that runs straight between ticks: the samples of their
 * continuous response to it are the sum over all aliases w_k = (w + 2 pi k)/dt of G(j w_k) sinc^2(w_k dt/2) (Shannon; the spectrum of a triangle).
 */
#include "test.h"

#include "experiment/actuator.h"
#include "experiment/compensator.h"
#include "experiment/filter.h"
#include "experiment/laboratory.h"
#include "verify/verify.h"

#include <complex.h>

enum { SETTLE = 6000 };
static const double DT = 1.0 / 1024.0;
static const int PERIOD[] = {1024, 200, 90, 41, 23};          /* ticks: 1 to 45 Hz */

/* Gain of y to sin(w k), over one period: the part with the sine, and j times that with the cosine. */
struct tone { double w; int period; double complex sum; };

static struct tone tone_begin(int period)
{
	return (struct tone){.w = 2.0 * M_PI / period, .period = period};
}

static void tone_add(struct tone *t, int k, double y)
{
	if (k >= SETTLE)
		t->sum += 2.0 / t->period * y * (sin(t->w * k) + I * cos(t->w * k));
}

static int tone_end(const struct tone *t)
{
	return SETTLE + t->period;
}

static void expect(const char *what, const struct tone *t, double complex want, double tolerance)
{
	if (!(cabs(t->sum - want) <= tolerance * fmax(cabs(want), 1.0)))
		fail_msg("%s, %d ticks a period: %.9g %+.9g j, not %.9g %+.9g j", what, t->period, creal(t->sum), cimag(t->sum), creal(want), cimag(want));
}

/* --- compensators ---------------------------------------------------------------------------------- */

typedef double complex response_fn(const double *x, double w);

/* tau; the path ahead is not known: order x[1] of Taylor's series. */
static double complex taylor(const double *x, double w)
{
	double complex s = I * w / DT * x[0];

	return 1.0 + s + (x[1] > 1.0 ? 0.5 * s * s : 0.0);
}

static double complex shift(const double *x, double w)
{
	return cexp(I * w / DT * x[0]);
}

/* Horiuchi, order x[0], delay of x[1] ticks: methods 6. */
static double complex horiuchi(const double *x, double w)
{
	static const double c[4][5] = {{2, -1}, {3, -3, 1}, {4, -6, 4, -1}, {5, -10, 10, -5, 1}};
	double complex sum = 0.0;

	for (int j = 0; j <= (int)x[0]; j++)
		sum += c[(int)x[0] - 1][j] * cexp(-I * w * x[1] * j);
	return sum;
}

/* Chen & Ricles: alpha = 1 + x[0]/dt. */
static double complex inverse(const double *x, double w)
{
	double alpha = 1.0 + x[0] / DT;

	return alpha - (alpha - 1.0) * cexp(-I * w);
}

static double complex tustin(double w)
{
	return 2.0 / DT * I * tan(0.5 * w);
}

static double complex lead(const double *x, double w)
{
	return (1.0 + x[0] * tustin(w)) / (1.0 + x[1] * tustin(w));
}

/* kp, ki behind the lead; nothing is measured. */
static double complex pi_control(const double *x, double w)
{
	return (x[0] + x[1] / tustin(w)) * lead(x + 2, w);
}

/* Coefficients of displacement and its three rates; the last is the difference of accelerations. */
static double complex model_based(const double *x, double w)
{
	double complex s = I * w / DT;

	return x[0] + x[1] * s + x[2] * s * s + x[3] * s * s * (1.0 - cexp(-I * w)) / DT;
}

/* The same, all by backward differences. */
static double complex by_differences(const double *x, double w)
{
	double complex d = (1.0 - cexp(-I * w)) / DT;

	return x[0] + x[1] * d + x[2] * d * d + x[3] * d * d * d;
}

static const struct {
	const char *name, *words;
	response_fn *response;
	double x[4];
	bool ahead;                  /* the path is known as far as it is asked for */
} COMPENSATOR[] = {
	{"Advance", "0.0123", taylor, {0.0123, 1}, false},
	{"Advance", "0.0123 -order 2", taylor, {0.0123, 2}, false},
	{"Advance", "0.0123", shift, {0.0123}, true},
	{"Horiuchi", "1 0.009765625", horiuchi, {1, 10}, false},
	{"Horiuchi", "2 0.009765625", horiuchi, {2, 10}, false},
	{"Horiuchi", "3 0.009765625", horiuchi, {3, 10}, false},
	{"Horiuchi", "4 0.0048828125", horiuchi, {4, 5}, false},
	{"Inverse", "0.0123", inverse, {0.0123}, false},
	{"Lead", "0.0123 0.0002", lead, {0.0123, 0.0002}, false},
	{"Lead", "0.002 0.02", lead, {0.002, 0.02}, false},
	{"PI", "2 95", pi_control, {2, 95}, false},
	{"PI", "2 95 -lead 0.005931071 -lag 0.0001166807", pi_control, {2, 95, 0.005931071, 0.0001166807}, false},
	{"ATS", "0.0123 -threshold 1e30", taylor, {0.0123, 2}, false},
	{"AMB", "0 -theta 0.9 0.02 3e-4 2e-6 -gamma 0 0 0 0", model_based, {0.9, 0.02, 3e-4, 2e-6}, false},
	{"AMB", "0 -differences -theta 0.9 0.02 3e-4 2e-6 -gamma 0 0 0 0", by_differences, {0.9, 0.02, 3e-4, 2e-6}, false},
};

/* The sine itself, as the path that is known. */
struct path { double w, k; };

static double path_ahead(const void *path, double s)
{
	const struct path *p = path;

	return sin(p->w * (p->k + s / DT));
}

static struct compensator_use compensator_of(struct stage *s, const char *name, const char *words)
{
	struct compensator_use u;
	struct err e;

	stage_eval(s, "expCompensator %s 1 %s", name, words);
	err_clear(&e);
	assert_int_equal(compensator_use(&u, table_get(&s->script.lab.compensators, 1), DT, &s->script.lab, "test", &e), 0);
	compensator_start(&u, 0.0);
	return u;
}

/* PI keeps what a sine that begins at zero leaves in its integral, a constant, which whole periods do not see. */
static void every_compensator_has_its_transfer_function(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(COMPENSATOR); i++)
		for (size_t q = 0; q < COUNT(PERIOD); q++) {
			struct tone t = tone_begin(PERIOD[q]);
			struct stage s;
			struct compensator_use u;

			stage_begin(&s);
			u = compensator_of(&s, COMPENSATOR[i].name, COMPENSATOR[i].words);
			for (int k = 0; k < tone_end(&t); k++) {
				struct path path = {t.w, k};
				double x = sin(t.w * k), v = t.w / DT * cos(t.w * k), a = -t.w * t.w / (DT * DT) * x;
				struct compensator_wish wish = {.x = x, .v = v, .a = a, .known = COMPENSATOR[i].ahead ? 1.0 : 0.0, .ahead = path_ahead, .path = &path};

				tone_add(&t, k, compensator_apply(&u, &wish, 0.0));
			}
			expect(COMPENSATOR[i].words, &t, COMPENSATOR[i].response(COMPENSATOR[i].x, t.w), 1e-9);
			stage_end(&s);
		}
}

static void no_compensator_is_left_out(void **state)
{
	(void)state;
	for (int row = 0; compensator_table[row]; row++) {
		bool found = false;

		for (size_t i = 0; i < COUNT(COMPENSATOR); i++)
			found = found || strcmp(COMPENSATOR[i].name, compensator_table[row]->name) == 0;
		if (!found)
			fail_msg("%s has no transfer function", compensator_table[row]->name);
	}
}

/* What is measured comes back with the opposite sign. */
static void a_measured_sine_takes_away_what_is_wanted(void **state)
{
	const double kp = 2.0, ki = 95.0, gain = 0.4, phase = 0.7;

	(void)state;
	for (size_t q = 0; q < COUNT(PERIOD); q++) {
		struct tone t = tone_begin(PERIOD[q]);
		struct stage s;
		struct compensator_use u;

		stage_begin(&s);
		u = compensator_of(&s, "PI", "2 95");
		for (int k = 0; k < tone_end(&t); k++)
			tone_add(&t, k, compensator_apply(&u, &(struct compensator_wish){.x = sin(t.w * k)}, gain * sin(t.w * k - phase)));
		expect("PI with a measurement", &t, (kp + ki / tustin(t.w)) * (1.0 - gain * cexp(-I * phase)), 1e-9);
		stage_end(&s);
	}
}

/* --- actuators ------------------------------------------------------------------------------------- */

static double complex first_order(const double *x, double w)
{
	return 1.0 / (1.0 + x[0] * I * w);
}

/* The plant of Maghareh et al. (3.1). */
static double complex fourth_order(const double *x, double w)
{
	double complex s = I * w;

	(void)x;
	return 4.52e9 / (s * s * s * s + 577.0 * s * s * s + 3.68e5 * s * s + 6.28e7 * s + 4.93e9);
}

static double complex oscillator(const double *x, double w)
{
	return (x[0] * I * w + x[1]) / (-w * w + x[2] * I * w + x[3]);
}

/* Sum over the aliases: G falls with 1/w at least, the terms with its third power. */
static double complex sampled(response_fn *g, const double *x, double w)
{
	double complex sum = 0.0;

	for (int k = -3000; k <= 3000; k++) {
		double angle = w + 2.0 * M_PI * k, half = 0.5 * angle, sinc = sin(half) / half;

		sum += sinc * sinc * g(x, angle / DT);
	}
	return sum;
}

/* Delays of x[0] ticks: straight lines between the ticks around. */
static double complex late(const double *x, double w)
{
	double whole = floor(x[0]), part = x[0] - whole;

	return cexp(-I * w * whole) * (1.0 - part + part * cexp(-I * w));
}

/* Acts on commands: each is a tick here. */
static double complex missing(const double *x, double w)
{
	return 1.0 - x[0] * (1.0 - cexp(-I * w));
}

static const struct {
	const char *name, *words;
	response_fn *response;
	double x[4];
	bool continuous;             /* the response is that of continuous time */
} ACTUATOR[] = {
	{"Delay", "0.009765625", late, {10}, false},
	{"Delay", "0.0123", late, {0.0123 * 1024}, false},
	{"FirstOrder", "0.02", first_order, {0.02}, true},
	{"FirstOrder", "0.0007", first_order, {0.0007}, true},
	{"Lag", "0.35", missing, {0.35}, false},
	{"TransferFunction", "-num 4.52e9 -den 1 577 3.68e5 6.28e7 4.93e9", fourth_order, {0}, true},
	{"TransferFunction", "-num 30 9000 -den 1 40 10000", oscillator, {30, 9000, 40, 10000}, true},
};

/* The servo-hydraulic one is compared with its transfer function in tests/conform/actuator_test.c. */
static void actuators_have_their_transfer_functions(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(ACTUATOR); i++)
		for (size_t q = 0; q < COUNT(PERIOD); q++) {
			struct tone t = tone_begin(PERIOD[q]);
			struct actuator_use u;
			struct stage s;
			struct err e;

			stage_begin(&s);
			stage_eval(&s, "expActuator %s 1 %s", ACTUATOR[i].name, ACTUATOR[i].words);
			err_clear(&e);
			assert_int_equal(actuator_use(&u, table_get(&s.script.lab.actuators, 1), DT, &s.script.lab, "test", &e), 0);
			actuator_start(&u, 1, 1);
			for (int k = 0; k < tone_end(&t); k++) {
				double aim = actuator_aim(&u, sin(t.w * k));

				actuator_advance(&u, aim, 0.0);
				tone_add(&t, k, u.at.x);
			}
			expect(ACTUATOR[i].words, &t, ACTUATOR[i].continuous ? sampled(ACTUATOR[i].response, ACTUATOR[i].x, t.w) : ACTUATOR[i].response(ACTUATOR[i].x, t.w),
			       1e-7);
			stage_end(&s);
		}
}

/* --- filters --------------------------------------------------------------------------------------- */

/* An error e against the motion, sin(w k) - sin(w (k - 1)) = 2 sin(w/2) cos(w (k - 1/2)): a square wave, near 1 - 4 e/pi j for many ticks a period. Where the
 * sine is zero another e is added. */
static double complex undershoot(const double *x, double w)
{
	int period = (int)lround(2.0 * M_PI / w);
	double complex sum = 1.0;

	for (int k = 0; k < period; k++) {
		double error = cos(w * (k - 0.5)) > 0.0 ? -x[0] : x[0];

		error += 2 * k % period == 0 ? x[0] : 0.0;
		sum += 2.0 / period * error * (sin(w * k) + I * cos(w * k));
	}
	return sum;
}

static double complex unchanged(const double *x, double w)
{
	(void)x, (void)w;
	return 1.0;
}

/* Noise of deviation d leaves d sqrt(2/period) in each part: six times that is allowed. */
static const struct {
	const char *name, *words;
	response_fn *response;
	double x[1], tolerance;
} FILTER[] = {
	{"ErrorSimUndershoot", "0.02", undershoot, {0.02}, 1e-10},
	{"ErrorSimRandomGauss", "0.3 1e-9", unchanged, {0}, 6e-9},
	{"ErrorSimTimeDelay", "0.009765625", late, {10}, 1e-10},
	{"ErrorSimTimeDelay", "0.0123", late, {0.0123 * 1024}, 1e-10},
	{"KrylovForceConverter", "", unchanged, {0}, 1e-12},
	{"TangentForceConverter", "", unchanged, {0}, 1e-12},
};

static const char *example_of(const char *name)
{
	for (int row = 0; filter_table[row]; row++)
		if (strcmp(filter_table[row]->name, name) == 0)
			return filter_table[row]->example;
	return NULL;
}

static void every_filter_has_its_transfer_function(void **state)
{
	(void)state;
	for (int row = 0; filter_table[row]; row++) {
		int found = 0;

		for (size_t i = 0; i < COUNT(FILTER); i++)
			for (size_t q = 0; strcmp(FILTER[i].name, filter_table[row]->name) == 0 && q < 4; q++, found++) {
				struct tone t = tone_begin(PERIOD[q]);
				struct filter_use u;
				struct stage s;

				stage_begin(&s);
				stage_eval(&s, "expTangentStiff Broyden 1; expSignalFilter %s 1 %s", FILTER[i].name,
				           FILTER[i].words[0] ? FILTER[i].words : example_of(FILTER[i].name));
				assert_int_equal(filter_use(&u, table_get(&s.script.lab.filters, 1), 1, &s.script.lab), 0);
				filter_start(&u, 1, 1, 1);
				for (int k = 0; k < tone_end(&t); k++) {
					double y = sin(t.w * k);

					assert_int_equal(filter_pass(&u, &y, k * DT), -1);
					tone_add(&t, k, y);
				}
				expect(FILTER[i].words, &t, FILTER[i].response(FILTER[i].x, t.w), FILTER[i].tolerance);
				stage_end(&s);
			}
		if (!found)
			fail_msg("%s has no transfer function", filter_table[row]->name);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_compensator_is_left_out),
		cmocka_unit_test(every_compensator_has_its_transfer_function),
		cmocka_unit_test(a_measured_sine_takes_away_what_is_wanted),
		cmocka_unit_test(actuators_have_their_transfer_functions),
		cmocka_unit_test(every_filter_has_its_transfer_function),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
