/* The measures of accuracy of UCB/EERC 2005-02, 8.3, on its case 1, against validation.md item 13, within 1 %: one degree of freedom, k = 10 kip/in, T = 1
 * s, xi = 5 %, steps of 0.01 s, a specimen that lags by a part mu of each step, El Centro times 0.2 (linear) and 1.0 (elastoplastic, uy = 1 in).
 * Needs the record folder (TANDEM_RECORDS or ../shared/records). */
#include "evidence.h"
#include "test.h"

#include "motion/motion_file.h"
#include "report/likeness.h"

#include <stdlib.h>
#include <unistd.h>

enum { STEPS = 3116 };     /* a record of 1559 samples, 0.02 s apart */

struct history {
	double u[STEPS], input;    /* displacement; work of the load */
};

struct specimen { double k, yield, plastic; };     /* yield: force; plastic: displacement */

static double pull(struct specimen *s, double u)
{
	double r = s->k * (u - s->plastic);

	if (fabs(r) > s->yield) {
		r = copysign(s->yield, r);
		s->plastic = u - r / s->k;
	}
	return r;
}

/* Newmark explicit, beta 0, gamma 1/2; the specimen is given u - mu (u - u-). */
static void simulate(const struct motion *ground, double factor, double mu, double uy, struct history *ret)
{
	const double k = 10.0, w = 2.0 * M_PI, m = k / (w * w), c = 2.0 * 0.05 * w * m, dt = 0.01;
	struct specimen s = {.k = k, .yield = k * uy};
	double u = 0.0, v = 0.0, f = -m * factor * ground->x[0], a = f / m;

	ret->input = 0.0;
	for (int i = 0; i < STEPS; i++) {
		double place = (i + 1) * dt / ground->dt, next = u + dt * v + 0.5 * dt * dt * a, r = pull(&s, next - mu * (next - u));
		int at = (int)fmin(place + 1e-9, ground->n - 2);
		double load = -m * factor * (ground->x[at] + (place - at) * (ground->x[at + 1] - ground->x[at]));

		ret->input += 0.5 * (f + load) * (next - u);
		f = load;
		u = next;
		v += 0.5 * dt * a;
		a = (f - r - c * v) / (m + 0.5 * dt * c);
		v += 0.5 * dt * a;
		ret->u[i] = u;
	}
}

static void measures_of_case_1_are_those_of_the_list(void **state)
{
	/* peak, E_in, eps_max, eps_rms, eps_enr */
	static const struct { double factor, uy, mu, peak, input, max, rms, enr; } ROWS[] = {
		{0.2, INFINITY, 0.2, 0.89156, 8.274, 0.0668, 0.01866, 0.0364},
		{0.2, INFINITY, 1.0, 0.89156, 8.274, 0.4200, 0.14492, 0.2975},
		{1.0, 1.0, 1.0, 4.04908, 164.78, 0.1615, 0.07664, 0.0900},
	};
	const char *folder = getenv("TANDEM_RECORDS");
	static struct history exact, sim;
	char path[512];
	struct motion ground;
	struct arena mem;
	struct err e;

	(void)state;
	snprintf(path, sizeof(path), "%s/elcentro-1940-ns.txt", folder ? folder : "../shared/records");
	if (access(path, R_OK) != 0) {
		print_message("skipped: no %s\n", path);
		skip();
	}
	err_clear(&e);
	arena_init(&mem);
	assert_int_equal(motion_file_read(path, &motion_file_defaults, &mem, &ground, &e), 0);
	for (size_t i = 0; i < sizeof(ROWS) / sizeof(ROWS[0]); i++) {
		struct likeness l = {0};

		simulate(&ground, 386.1 * ROWS[i].factor, 0.0, ROWS[i].uy, &exact);
		simulate(&ground, 386.1 * ROWS[i].factor, ROWS[i].mu, ROWS[i].uy, &sim);
		for (int k = 0; k < STEPS; k++)
			likeness_add(&l, k, exact.u[k], sim.u[k]);
		assert_near(l.peak, ROWS[i].peak, 1e-4 * ROWS[i].peak);
		assert_near(exact.input, ROWS[i].input, 0.01 * ROWS[i].input);
		evidence("compare-eps-max", likeness_max(&l));
		assert_near(likeness_max(&l), ROWS[i].max, 0.01 * ROWS[i].max);
		assert_near(likeness_rms(&l), ROWS[i].rms, 0.01 * ROWS[i].rms);
		assert_near(likeness_energy(exact.input, sim.input), ROWS[i].enr, 0.01 * ROWS[i].enr);
	}
	arena_fini(&mem);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(measures_of_case_1_are_those_of_the_list)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
