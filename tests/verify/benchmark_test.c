/* The virtual real-time benchmark: three storeys in the computer, one frame with one actuator in the laboratory, 4096 Hz. Numbers: validation.md, item 16;
 * the problem: Silva, Gomez, Maghareh, Dyke, Spencer, Mech. Syst. Signal Process. 135 (2020) 106381, doi:10.1016/j.ymssp.2019.106381.
 *
 * At every tick: the numerical part, with the force of the specimen that was measured one tick before and holds during the tick, and the plant, with what the
 * compensator sends, which holds too, go on by one step of Runge and Kutta's method. Floor 1 of the divided structure is where the actuator is.
 *
 * The record that comes with the benchmark (ElCentroAccelNoScaling, in m/s2, g = 9.81) is the common one of 1559 values but for three things: the value at
 * 20.96 s, -0.03435 g, has the other sign, a cubic was taken off, and 5 s of rest are before and after. It is made of the common one here. The sign matters:
 * with the right one the peaks of floors 2 and 3 are those at 21.7 s, J8 15.05 and J9 15.00, J4 is 35.95, in case 4 72.63, and the noise over the signal
 * 2.554, 2.389, 1.577, 1.993 %.
 */
#include "evidence.h"
#include "jacobi.h"
#include "test.h"

#include <complex.h>

#include "base/base.h"
#include "base/textfile.h"
#include "experiment/compensator.h"
#include "experiment/laboratory.h"
#include "math/rk4.h"
#include "verify/verify.h"

enum { RATE_HZ = 4096, TICKS = RATE_HZ * 4118 / 100 + 1, FLOORS = 3 };
enum { REST = 250, VALUES = 1559, OTHER_SIGN = 1047, SAMPLES = REST + VALUES + 1 + REST };   /* of the record; the value after the last is 0 */
static const double DT = 1.0 / RATE_HZ, MASS_E = 29.13, STIFFNESS_E = 1.190e6, ZETA_E = 0.0097, G = 9.81, FACTOR = 0.4, RECORD_DT = 0.02;
static const double NOISE = 16e-6, QUANTUM = 1.0 / (1 << 18);
static const double CUBIC[] = {0.010665325027180, -0.057466744609353, 0.089054085180776, -0.037173679942369};   /* [m/s2]; of k/1559, k = 0, 1, ... */
static const double STIFFNESS[FLOORS][FLOORS] = {
	{26054883.8796, -23133938.8771, 5937035.4633}, {-23133938.8771, 32560774.1864, -14419970.7772}, {5937035.4633, -14419970.7772, 9267275.5062},
};
static const struct { double mass, zeta, critical, floor; } CASE[] = {
	{1000, 0.05, 14.64e-3, 2.56}, {1100, 0.04, 12.22e-3, 2.40}, {1300, 0.03, 9.92e-3, 1.58}, {1000, 0.03, 8.73e-3, 2.00},
};

/* the lead (50.83163 s + 8570.3973)/(s + 8570.3973) in time constants */
static const char BASELINE[] = "PI 1 2 95 -lead [expr {50.83163/8570.3973}] -lag [expr {1.0/8570.3973}]";
static const char AMB[] = "AMB 1 0 -differences -theta 1 .01985916 8.44014e-5 1.985916e-7"
                          " -gamma [expr {10**8.4}] [expr {10**6.2}] [expr {10**2.1}] [expr {10**0.8}]";

/* --- the structure --------------------------------------------------------------------------------- */

struct storeys {
	double mass, c[FLOORS][FLOORS], frequency[FLOORS];
	double m_e, k_e, c_e;          /* what of floor 1 is in the laboratory */
	double ground, ground_rate, force;   /* during a tick */
};

static double specimen_damping(void)
{
	return 2.0 * ZETA_E * sqrt(STIFFNESS_E * MASS_E);
}

/* Modal damping: C = m sum 2 zeta w phi phi'. The whole structure, or what is left of it for the computer. */
static struct storeys storeys_make(int i, bool divided)
{
	struct storeys f = {.mass = CASE[i].mass, .m_e = divided ? MASS_E : 0.0, .k_e = divided ? STIFFNESS_E : 0.0, .c_e = divided ? specimen_damping() : 0.0};
	double a[FLOORS][FLOORS], v[FLOORS][FLOORS];

	for (int r = 0; r < FLOORS; r++)
		for (int c = 0; c < FLOORS; c++)
			a[r][c] = STIFFNESS[r][c] / f.mass;
	jacobi(a, v);
	for (int r = 0; r < FLOORS; r++)
		for (int c = 0; c < FLOORS; c++)
			for (int k = 0; k < FLOORS; k++)
				f.c[r][c] += f.mass * 2.0 * CASE[i].zeta * sqrt(a[k][k]) * v[r][k] * v[c][k];
	for (int k = 0; k < FLOORS; k++) {
		int place = 0;

		for (int j = 0; j < FLOORS; j++)
			place += a[j][j] < a[k][k];
		f.frequency[place] = sqrt(a[k][k]) / (2.0 * M_PI);
	}
	return f;
}

/* Displacements, then velocities; the load has the full mass. */
static void storeys_rate(const void *system, double t, const double *y, double *ret)
{
	const struct storeys *f = system;

	for (int i = 0; i < FLOORS; i++) {
		double r = -f->mass * (f->ground + f->ground_rate * t);

		for (int j = 0; j < FLOORS; j++)
			r -= STIFFNESS[i][j] * y[j] + f->c[i][j] * y[FLOORS + j];
		if (i == 0)
			r += f->k_e * y[0] + f->c_e * y[FLOORS] - f->force;
		ret[i] = y[FLOORS + i];
		ret[FLOORS + i] = r / (f->mass - (i == 0 ? f->m_e : 0.0));
	}
}

/* --- the laboratory -------------------------------------------------------------------------------- */

enum { VALVE, VALVE_RATE, OIL, X, V, PLANT };

/* u: what is sent. The specimen is moved by the oil: its force on the load cell, with inertia, is that of the oil. */
static void plant_rate(double u, const double *y, double *ret)
{
	ret[VALVE] = y[VALVE_RATE];
	ret[VALVE_RATE] = 2.1283e13 * (1.0261 * u - y[X]) - 425.0 * y[VALVE_RATE] - 9.9976e4 * y[VALVE];
	ret[OIL] = y[VALVE] - 3.3 * y[OIL] - 4.2297e6 * y[V];
	ret[X] = y[V];
	ret[V] = (y[OIL] - specimen_damping() * y[V] - STIFFNESS_E * y[X]) / MASS_E;
}

/* Numerical part and plant as one: the floors, then the plant. */
struct loop {
	struct storeys divided;
	double u;                      /* sent */
	bool continuous;               /* the force is felt at once, not held during the tick */
};

enum { LOOP = 2 * FLOORS + PLANT };

static void loop_rate(const void *system, double t, const double *y, double *ret)
{
	const struct loop *l = system;
	struct storeys f = l->divided;

	if (l->continuous)
		f.force = y[2 * FLOORS + OIL];
	storeys_rate(&f, t, y, ret);
	plant_rate(l->u, y + 2 * FLOORS, ret + 2 * FLOORS);
}

/* --- runs ------------------------------------------------------------------------------------------ */

/* the way of the force from the load cell to the numerical part */
enum way { CONTINUOUS, HELD, LATE };

struct run {
	double wanted[TICKS], floor[FLOORS][TICKS], whole[FLOORS][TICKS];
};

static struct run run;

static double ground(const double *record, double t)
{
	int i = (int)(t / RECORD_DT);
	double part = t / RECORD_DT - i;

	return FACTOR * ((1.0 - part) * record[i] + (i + 1 < SAMPLES ? part * record[i + 1] : 0.0));
}

/* Answers the largest wanted displacement of the last second over that of the whole structure in the whole time;
 * a run that goes out of all bounds ends there. Wish and measurement are of the beginning of a tick here: to what was sent last belongs the measurement
 * of the tick before, and from these two a compensator learns. */
static double run_make(int i, struct compensator_use *c, const double *record, enum way way)
{
	struct loop loop = {.divided = storeys_make(i, true), .continuous = way == CONTINUOUS};
	struct storeys whole = storeys_make(i, false);
	double y[LOOP] = {0}, z[2 * FLOORS] = {0}, *p = y + 2 * FLOORS, force = 0.0, x = 0.0, end = 0.0, most = 0.0;

	if (c)
		compensator_start(c, 0.0);
	for (int k = 0; k < TICKS && fabs(y[0]) < 1e6; k++) {
		double rate[LOOP];

		for (int j = 0; j < FLOORS; j++) {
			run.floor[j][k] = j == 0 ? p[X] : y[j];
			run.whole[j][k] = z[j];
		}
		run.wanted[k] = y[0];
		loop.divided.ground = whole.ground = ground(record, k * DT);
		loop.divided.ground_rate = whole.ground_rate = (ground(record, (k + 1) * DT) - whole.ground) / DT;
		loop.divided.force = way == LATE ? force : p[OIL];
		force = p[OIL];
		loop_rate(&loop, 0.0, y, rate);
		loop.u = c ? compensator_apply(c, &(struct compensator_wish){.x = y[0], .v = y[FLOORS], .a = rate[FLOORS]},
		                               c->compensator->ops->claims.feedback ? p[X] : x) : y[0];
		x = p[X];
		rk4_step(LOOP, loop_rate, &loop, 0.0, DT, y);
		rk4_step(2 * FLOORS, storeys_rate, &whole, 0.0, DT, z);
		most = larger(most, fabs(z[0]));
		end = k % RATE_HZ == 0 ? fabs(y[0]) : fmax(end, fabs(y[0]));
	}
	return end / most;
}

/* Of x - y; y may be NULL. */
static double spread(const double *x, const double *y)
{
	double mean = 0.0, sum = 0.0;

	for (int k = 0; k < TICKS; k++)
		mean += (x[k] - (y ? y[k] : 0.0)) / TICKS;
	for (int k = 0; k < TICKS; k++) {
		double d = x[k] - (y ? y[k] : 0.0) - mean;

		sum += d * d;
	}
	return sqrt(sum / TICKS);
}

static double peak(const double *x, const double *y)
{
	double most = 0.0;

	for (int k = 0; k < TICKS; k++)
		most = larger(most, fabs(x[k] - (y ? y[k] : 0.0)));
	return most;
}

struct criteria {
	double j[10];                  /* from 1 on */
	double end;                    /* of run_make */
};

static struct criteria criteria_make(void)
{
	struct criteria c = {0};
	double best = -INFINITY;

	for (int lag = 0; lag < RATE_HZ / 20; lag++) {
		double sum = 0.0;

		for (int k = lag; k < TICKS; k++)
			sum += run.wanted[k - lag] * run.floor[0][k];
		if (sum > best) {
			best = sum;
			c.j[1] = lag * DT * 1e3;
		}
	}
	c.j[2] = 100.0 * spread(run.wanted, run.floor[0]) / spread(run.wanted, NULL);
	c.j[3] = 100.0 * peak(run.wanted, run.floor[0]) / peak(run.wanted, NULL);
	for (int i = 0; i < FLOORS; i++) {
		static const int nrms[FLOORS] = {4, 6, 7}, most[FLOORS] = {5, 8, 9};

		c.j[nrms[i]] = 100.0 * spread(run.whole[i], run.floor[i]) / spread(run.whole[i], NULL);
		c.j[most[i]] = 100.0 * peak(run.whole[i], run.floor[i]) / peak(run.whole[i], NULL);
	}
	return c;
}

/* The record of the benchmark, SAMPLES values [m/s2]; NULL: there is none to make it of. */
static const double *record_make(struct stage *s)
{
	static double record[SAMPLES];
	char path[1200];
	double *x;
	struct err e;
	int n;

	snprintf(path, sizeof(path), "%s/../shared/records/elcentro-1940-ns.txt", s->home);
	err_clear(&e);
	if (textfile_read(path, &s->script.lab.arena, &x, &n, &e))
		return NULL;
	assert_int_equal(n, VALUES);
	for (int k = 0; k <= VALUES; k++) {
		double t = (double)k / VALUES, value = k == VALUES ? 0.0 : k == OTHER_SIGN ? -x[k] : x[k];

		record[REST + k] = G * value - (((CUBIC[3] * t + CUBIC[2]) * t + CUBIC[1]) * t + CUBIC[0]);
	}
	return record;
}

/* The criteria of one case with one compensator; false: there is no record. */
static bool test_run(int i, const char *compensator, enum way way, struct criteria *ret)
{
	struct stage s;
	struct compensator_use u;
	struct err e;
	const double *record;

	stage_begin(&s);
	record = record_make(&s);
	if (record) {
		stage_eval(&s, "expCompensator %s", compensator);
		err_clear(&e);
		assert_int_equal(compensator_use(&u, table_get(&s.script.lab.compensators, 1), DT, &s.script.lab, "test", &e), 0);
		double end = run_make(i, &u, record, way);

		*ret = criteria_make();
		ret->end = end;
		print_message("case %d %.10s: J1 %.2f J2 %.3f J3 %.3f J4 %.3f J5 %.3f J6 %.3f J7 %.3f J8 %.3f J9 %.3f\n", i + 1, compensator, ret->j[1],
		              ret->j[2], ret->j[3], ret->j[4], ret->j[5], ret->j[6], ret->j[7], ret->j[8], ret->j[9]);
	}
	stage_end(&s);
	return record != NULL;
}

/* --- what is known --------------------------------------------------------------------------------- */

static void the_frequencies_are_those_of_the_benchmark(void **state)
{
	static const int same[] = {0, 3};

	(void)state;
	for (int i = 0; i < (int)COUNT(same); i++) {
		struct storeys f = storeys_make(same[i], false);

		assert_near(f.frequency[0], 3.612, 5e-4);
		assert_near(f.frequency[1], 15.997, 5e-4);
		assert_near(f.frequency[2], 38.086, 5e-4);
	}
}

/* First element of the inverse of Z = K + i w C - w^2 M. */
static double complex receptance(const struct storeys *f, double w)
{
	double complex z[FLOORS][FLOORS], minor, det = 0.0;

	for (int r = 0; r < FLOORS; r++)
		for (int c = 0; c < FLOORS; c++)
			z[r][c] = STIFFNESS[r][c] + I * w * f->c[r][c] - (r == c ? w * w * f->mass : 0.0);
	for (int c = 0; c < FLOORS; c++)
		det += z[0][c] * (z[1][(c + 1) % 3] * z[2][(c + 2) % 3] - z[1][(c + 2) % 3] * z[2][(c + 1) % 3]);
	minor = z[1][1] * z[2][2] - z[1][2] * z[2][1];
	return minor / det;
}

/* e^(-i w tau) on the border of stability, for a delay in the force of the specimen (methods.md 8). */
static double complex border(const struct storeys *f, double w)
{
	double complex d = STIFFNESS_E + I * w * specimen_damping() - w * w * MASS_E;

	return 1.0 - 1.0 / (d * receptance(f, w));
}

static void the_critical_delays_are_those_of_the_benchmark(void **state)
{
	const double step = 0.01;

	(void)state;
	for (int i = 0; i < (int)COUNT(CASE); i++) {
		struct storeys f = storeys_make(i, false);
		double least = INFINITY;

		for (double w = 1.0; w < 400.0; w += step) {
			double lo = w, hi = w + step, tau;

			if ((cabs(border(&f, lo)) > 1.0) == (cabs(border(&f, hi)) > 1.0))
				continue;
			for (int k = 0; k < 60; k++) {
				double mid = 0.5 * (lo + hi);

				if ((cabs(border(&f, mid)) > 1.0) == (cabs(border(&f, lo)) > 1.0))
					lo = mid;
				else
					hi = mid;
			}
			tau = -carg(border(&f, lo));
			least = fmin(least, (tau > 0.0 ? tau : tau + 2.0 * M_PI) / lo);
		}
		print_message("case %d: critical delay %.3f ms\n", i + 1, 1e3 * least);
		assert_near(1e3 * least, 1e3 * CASE[i].critical, 0.006);
	}
}

static void without_compensation_all_four_cases_are_unstable(void **state)
{
	struct stage s;
	const double *record;

	(void)state;
	stage_begin(&s);
	record = record_make(&s);
	for (int i = 0; i < (int)COUNT(CASE) && record; i++) {
		double end = run_make(i, NULL, record, LATE);

		print_message("case %d: at the end %g times the largest motion\n", i + 1, end);
		assert_true(end > 100.0);
	}
	stage_end(&s);
	if (!record)
		skip();
}

static void the_baseline_has_its_published_criteria(void **state)
{
	static const double one[] = {[2] = 10.14, [3] = 10.74, [4] = 35.90, [5] = 17.52, [6] = 32.19, [7] = 32.31, [8] = 14.79, [9] = 14.73};
	struct criteria c;

	(void)state;
	if (!test_run(0, BASELINE, LATE, &c))
		skip();
	assert_near(c.j[1], 4.6, 0.05);
	for (int j = 2; j < (int)COUNT(one); j++)
		assert_near(c.j[j], one[j], 0.02);
	test_run(3, BASELINE, LATE, &c);
	assert_near(c.j[2], 10.36, 0.02);
	assert_near(c.j[4], 72.41, 0.02);
}

/* With derivatives by differences, as its authors take them. With those of the numerical part and of the filter, AMB's default, J2 is 0.25 and 0.22, J4 1.93
 * and 3.17. */
static void the_adaptive_model_based_compensator_has_its_published_criteria(void **state)
{
	struct criteria c;

	(void)state;
	if (!test_run(0, AMB, LATE, &c))
		skip();
	assert_near(c.j[2], 0.28, 0.02);
	assert_near(c.j[4], 1.89, 0.02);
	test_run(3, AMB, LATE, &c);
	assert_near(c.j[2], 0.25, 0.02);
	assert_near(c.j[4], 3.08, 0.02);
}

/* J4 says more of the force than of the compensator. */
static void the_way_of_the_force_sets_the_error_of_the_structure(void **state)
{
	static const double j4[] = {[CONTINUOUS] = 0.31, [HELD] = 0.73, [LATE] = 1.89};
	struct criteria c;

	(void)state;
	for (int way = CONTINUOUS; way <= LATE; way++) {
		if (!test_run(0, AMB, (enum way)way, &c))
			skip();
		assert_near(c.j[4], j4[way], 0.02);
	}
}

/* Least J2 with noise, that of a compensator that follows perfectly: 16 um, and the quantum of the transducer, over the motion of floor 1. */
static void noise_over_signal_is_that_of_the_benchmark(void **state)
{
	struct criteria c;

	(void)state;
	for (int i = 0; i < (int)COUNT(CASE); i++) {
		if (!test_run(i, AMB, LATE, &c))
			skip();
		double least = 100.0 * hypot(NOISE, QUANTUM / sqrt(12.0)) / spread(run.whole[0], NULL);

		evidence("benchmark-floor", least);
		assert_near(least, CASE[i].floor, 0.005);
	}
}

/* The plant is late by 25.1 ms in slow motion, (d1 p k + d0 (k + p c + n)) / (d0 p k + b). It is taken as a delay of 24.5 ms; estimates begin with 20.
 * Both were chosen by trial, and the limits of J2 from what comes out (6.4 and 0.37 at most). Not among them, for they do not follow better: Horiuchi's
 * polynomials (order 1 J2 20, orders 2 and 3 unstable) and Advance with -order 2 (unstable). With 19.5 ms Inverse and Lead have J2 12 in case 1. */
static void other_compensators_follow_better_than_the_baseline_in_all_cases(void **state)
{
	static const struct { const char *words; double j2; } kind[] = {
		{"Advance 1 0.0245", 7.0}, {"Inverse 1 0.0245", 7.0}, {"Lead 1 0.0245 0.0001", 7.0}, {"ATS 1 0.0245", 0.5},
		{"Advance 1 0.02 -adaptive -delayWindow 0.5", 7.0}, {"Inverse 1 0.02 -adaptive -delayWindow 0.5", 7.0},
	};
	struct criteria c;

	(void)state;
	for (int i = 0; i < (int)COUNT(CASE); i++)
		for (int k = 0; k < (int)COUNT(kind); k++) {
			if (!test_run(i, kind[k].words, LATE, &c))
				skip();
			if (!(c.end < 0.5 && c.j[2] < kind[k].j2))
				fail_msg("%s: J2 %g, not below %g", kind[k].words, c.j[2], kind[k].j2);
		}
}

/* Its damping is positive below a quarter of the period (validation.md, item 15), and a quarter of the second mode's is 15.6 ms. */
static void a_cubic_over_a_delay_beyond_a_quarter_of_the_second_period_is_unstable(void **state)
{
	struct criteria c;

	(void)state;
	for (int i = 0; i < (int)COUNT(CASE); i++) {
		if (!test_run(i, "Horiuchi 1 3 0.0245", LATE, &c))
			skip();
		assert_true(c.end > 100.0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_frequencies_are_those_of_the_benchmark),
		cmocka_unit_test(the_critical_delays_are_those_of_the_benchmark),
		cmocka_unit_test(without_compensation_all_four_cases_are_unstable),
		cmocka_unit_test(the_baseline_has_its_published_criteria),
		cmocka_unit_test(the_adaptive_model_based_compensator_has_its_published_criteria),
		cmocka_unit_test(the_way_of_the_force_sets_the_error_of_the_structure),
		cmocka_unit_test(noise_over_signal_is_that_of_the_benchmark),
		cmocka_unit_test(other_compensators_follow_better_than_the_baseline_in_all_cases),
		cmocka_unit_test(a_cubic_over_a_delay_beyond_a_quarter_of_the_second_period_is_unstable),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
