/* Command generators against their transfer functions: targets are samples of a sine of angle w a step, what is predicted at abscissa s and what is commanded
 * once the next target is known are compared with weights that are made here: Lagrange's through given points, Taylor's, Hermite's, least squares by normal
 * equations. A weight of the target i steps ago is exp(-j w i), its velocity j w of it, its acceleration -w^2.
 */
#include "test.h"

#include "experiment/command.h"
#include "experiment/laboratory.h"
#include "second/expm.h"
#include "verify/verify.h"

#include <complex.h>

enum { STEPS = 40, FROM = 24 };
static const double STEP = 0.01;
static const double OMEGA[] = {0.05, 0.3, 0.9, 1.7};
static const double KNOWN[] = {0.0, 0.3, 0.75};             /* where the target becomes known */

/* Response at abscissa s; words of the row as numbers in x. */
typedef double complex response_fn(const double *x, double w, double s);

/* The polynomial through n points at abscissae t with values y, at s. */
static double complex through(int n, const double *t, const double complex *y, double s)
{
	double complex sum = 0.0;

	for (int i = 0; i < n; i++) {
		double l = 1.0;

		for (int k = 0; k < n; k++)
			l *= k == i ? 1.0 : (s - t[k]) / (t[i] - t[k]);
		sum += l * y[i];
	}
	return sum;
}

/* Through x[0] + 1 targets, the newest at x[1]. */
static double complex lagrange(const double *x, double w, double s)
{
	double t[8];
	double complex y[8];
	int n = (int)x[0] + 1;

	for (int i = 0; i < n; i++) {
		t[i] = x[1] - i;
		y[i] = cexp(I * w * t[i]);
	}
	return through(n, t, y, s);
}

static double complex held(const double *x, double w, double s)
{
	(void)x, (void)w, (void)s;
	return 1.0;
}

/* Displacement and velocity at -1 and 0. */
static double complex hermite(const double *x, double w, double s)
{
	double complex p0 = cexp(-I * w), p1 = 1.0, v0 = I * w * p0, v1 = I * w;
	double u = s + 1.0;

	(void)x;
	return (2 * u * u * u - 3 * u * u + 1) * p0 + (u * u * u - 2 * u * u + u) * v0 + (-2 * u * u * u + 3 * u * u) * p1 + (u * u * u - u * u) * v1;
}

static double complex taylor(const double *x, double w, double s)
{
	(void)x;
	return 1.0 + I * w * s - 0.5 * w * w * s * s;
}

/* Horiuchi & Konno 2001: the acceleration goes on straight. */
static double complex linear_acceleration(const double *x, double w, double s)
{
	return taylor(x, w, s) - w * w * (1.0 - cexp(-I * w)) * s * s * s / 6.0;
}

/* The same with velocity and acceleration at 0 of the cubic through four targets: by differences of it, and the acceleration before by the cubic before. */
static double complex by_differences(const double *x, double w, double s)
{
	const double cubic[] = {3.0, 0.0}, h = 0.5;
	double complex up = lagrange(cubic, w, h), down = lagrange(cubic, w, -h), up2 = lagrange(cubic, w, 2.0 * h), down2 = lagrange(cubic, w, -2.0 * h);
	double complex v = (8.0 * (up - down) - (up2 - down2)) / (12.0 * h), a = (up - 2.0 + down) / (h * h);

	(void)x;
	return 1.0 + v * s + 0.5 * a * s * s + a * (1.0 - cexp(-I * w)) * s * s * s / 6.0;
}

/* Least squares of order x[0] on x[1] targets: weights from the normal equations in powers of t/points. */
static double complex wallace(const double *x, double w, double s)
{
	int n = (int)x[0] + 1, points = (int)x[1];
	double a[EXPM_MAX] = {0}, b[EXPM_MAX * EXPM_MAX] = {0};
	double complex sum = 0.0;

	assert_true(n * n <= EXPM_MAX && points <= EXPM_MAX);
	for (int i = 0; i < points; i++)
		for (int r = 0; r < n; r++) {
			b[r * points + i] = pow(-(double)i / points, r);
			for (int c = 0; c < n; c++)
				a[r * n + c] += pow(-(double)i / points, r + c);
		}
	solve_many(n, a, points, b);
	for (int i = 0; i < points; i++)
		for (int r = 0; r < n; r++)
			sum += pow(s / points, r) * b[r * points + i] * cexp(-I * w * i);
	return sum;
}

static const struct {
	const char *name, *words;
	response_fn *response;
	double x[2], tolerance;
} PREDICTION[] = {
	{"RampHold", "-share 0.6", held, {0}, 1e-13}, {"Ramp", "0.004", held, {0}, 1e-13},
	{"Lagrange", "1", lagrange, {1, 0}, 1e-12}, {"Lagrange", "2", lagrange, {2, 0}, 1e-12}, {"Lagrange", "3", lagrange, {3, 0}, 1e-12},
	{"Continuous", "1", lagrange, {1, 0}, 1e-12}, {"Continuous", "2", lagrange, {2, 0}, 1e-12}, {"Continuous", "3", lagrange, {3, 0}, 1e-12},
	{"Hermite", "", hermite, {0}, 1e-12}, {"Taylor", "", taylor, {0}, 1e-12},
	{"Horiuchi", "1", lagrange, {1, 0}, 1e-12}, {"Horiuchi", "2", lagrange, {2, 0}, 1e-12}, {"Horiuchi", "3", lagrange, {3, 0}, 1e-12},
	{"Horiuchi", "4", lagrange, {4, 0}, 1e-12}, {"Wallace", "-order 3 -points 6", wallace, {3, 6}, 1e-10},
	{"Wallace", "-order 2 -points 16", wallace, {2, 16}, 1e-10}, {"Wallace", "-order 3 -points 4", lagrange, {3, 0}, 1e-10},
	{"LinearAcceleration", "", linear_acceleration, {0}, 1e-12}, {"LinearAcceleration", "-differences", by_differences, {0}, 1e-11},
	/* a rule of two terms has a sine exactly, but for the ridge: the cubic through the next target and the last three (errata, seed 2) */
	{"AMRI", "-p 1 -M 2 -N 6 -r 4 -R 4 -ridge 1e-12", lagrange, {3, 1}, 1e-6},
};

static struct command_use begin(struct stage *s, const char *name, const char *words)
{
	struct command_use u;
	struct err e;

	stage_begin(s);
	stage_eval(s, "expCommand %s 1 %s", name, words);
	err_clear(&e);
	assert_int_equal(command_use(&u, table_get(&s->script.lab.commands, 1), &s->script.lab, "test", &e), 0);
	command_start(&u, 0.0, STEP);
	return u;
}

static struct command_target sine(double w, int n)
{
	return (struct command_target){.x = sin(w * n), .v = w * cos(w * n) / STEP, .a = -w * w * sin(w * n) / (STEP * STEP), .step = STEP};
}

static void every_prediction_has_its_transfer_function(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(PREDICTION); i++)
		for (size_t q = 0; q < COUNT(OMEGA); q++) {
			double w = OMEGA[q];
			struct stage s;
			struct command_use u = begin(&s, PREDICTION[i].name, PREDICTION[i].words);
			const struct command_ops *ops = u.command->ops;

			for (int n = 0; n < STEPS; n++) {
				struct command_target t = sine(w, n);

				ops->target(u.command->self, u.state, &t, ops->predict(u.command->self, u.state, 0.5), 0.5);
				ops->advance(u.command->self, u.state);
				for (double at = 0.0; n >= FROM && at <= 1.0; at += 0.125) {
					double want = cimag(PREDICTION[i].response(PREDICTION[i].x, w, at) * cexp(I * w * n)), got = ops->predict(u.command->self, u.state, at);

					if (!(fabs(got - want) <= PREDICTION[i].tolerance))
						fail_msg("%s %s, w = %g, s = %g: %.12g, not %.12g", PREDICTION[i].name, PREDICTION[i].words, w, at, got, want);
				}
			}
			stage_end(&s);
		}
}

static void no_command_generator_is_left_out(void **state)
{
	(void)state;
	for (int row = 0; command_table[row]; row++) {
		bool found = false;

		for (size_t i = 0; i < COUNT(PREDICTION); i++)
			found = found || strcmp(PREDICTION[i].name, command_table[row]->name) == 0;
		if (!found)
			fail_msg("%s has no transfer function", command_table[row]->name);
	}
}

/* --- once the target is known ---------------------------------------------------------------------- */

/* The command at s: from `now` at xi, both complex as all targets are. */
typedef double complex course_fn(const double *x, double w, double complex now, double xi, double s);

/* Straight within the share x[0] of a step, but no more than is left. */
static double complex ramp(const double *x, double w, double complex now, double xi, double s)
{
	double share = fmin(x[0], 1.0 - xi);

	return now + (cexp(I * w) - now) * fmin((s - xi) / share, 1.0);
}

static double complex targets_only(const double *x, double w, double complex now, double xi, double s)
{
	(void)now, (void)xi;
	return lagrange((const double[]){x[0], 1.0}, w, s);
}

/* Through the target at 1, the command at xi, and the targets at -1 and -2. */
static double complex through_now(const double *x, double w, double complex now, double xi, double s)
{
	const double t[] = {1.0, xi, -1.0, -2.0};
	const double complex y[] = {cexp(I * w), now, cexp(-I * w), cexp(-2.0 * I * w)};

	return through((int)x[0] + 1, t, y, s);
}

/* The cubic from the command with the slope of the prediction to displacement and velocity at 1. */
static double complex hermite_on(const double *x, double w, double complex now, double xi, double s)
{
	const double h = 1e-5, span = 1.0 - xi, u = (s - xi) / span;
	double complex v0 = span * (hermite(x, w, xi + h) - hermite(x, w, xi - h)) / (2.0 * h), p1 = cexp(I * w), v1 = span * I * w * p1;

	return (2 * u * u * u - 3 * u * u + 1) * now + (u * u * u - 2 * u * u + u) * v0 + (-2 * u * u * u + 3 * u * u) * p1 + (u * u * u - u * u) * v1;
}

static const struct {
	const char *name, *words;
	response_fn *before;         /* the prediction, where the command stands */
	course_fn *course;
	double x[2], tolerance;
} COURSE[] = {
	{"RampHold", "-share 0.6", held, ramp, {0.6}, 1e-13}, {"Ramp", "0.004", held, ramp, {0.4}, 1e-13},
	{"Lagrange", "1", lagrange, targets_only, {1, 0}, 1e-12}, {"Lagrange", "3", lagrange, targets_only, {3, 0}, 1e-12},
	{"Continuous", "1", lagrange, through_now, {1, 0}, 1e-12}, {"Continuous", "2", lagrange, through_now, {2, 0}, 1e-12},
	{"Continuous", "3", lagrange, through_now, {3, 0}, 1e-12}, {"Hermite", "", hermite, hermite_on, {0}, 1e-8},
};

static void courses_to_known_targets_have_their_transfer_functions(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(COURSE); i++)
		for (size_t q = 0; q < COUNT(OMEGA) * COUNT(KNOWN); q++) {
			double w = OMEGA[q % COUNT(OMEGA)], xi = KNOWN[q / COUNT(OMEGA)];
			struct stage s;
			struct command_use u = begin(&s, COURSE[i].name, COURSE[i].words);
			const struct command_ops *ops = u.command->ops;

			for (int n = 0; n < STEPS; n++) {
				struct command_target t = sine(w, n);
				double complex turn = cexp(I * w * (n - 1)), now = COURSE[i].before(COURSE[i].x, w, xi);

				ops->target(u.command->self, u.state, &t, ops->predict(u.command->self, u.state, xi), xi);
				for (double at = xi; n >= FROM && at <= 1.0; at += 0.0625) {
					double want = cimag(COURSE[i].course(COURSE[i].x, w, now, xi, at) * turn), got = ops->correct(u.command->self, u.state, at);

					if (!(fabs(got - want) <= COURSE[i].tolerance))
						fail_msg("%s %s, w = %g, known at %g, s = %g: %.12g, not %.12g", COURSE[i].name, COURSE[i].words, w, xi, at, got, want);
				}
				ops->advance(u.command->self, u.state);
			}
			stage_end(&s);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_command_generator_is_left_out),
		cmocka_unit_test(every_prediction_has_its_transfer_function),
		cmocka_unit_test(courses_to_known_targets_have_their_transfer_functions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
