/* The running program has the poles of the published equations: displacements of a free vibration obey the characteristic polynomial that poles.c writes down
 * from the papers, for every transient method, undamped and damped; and what rows claim of stability is what the roots say. */
#include "rig.h"

#include "second/poles.h"

enum { STEPS = 40, SKIP = 6 };

/* Displacements of one mass on one spring, steps of one, after a start with all three of its motions. */
static void run(const struct poles_row *row, double w, double xi, double *ret_u)
{
	char material[64];
	struct rig r;

	snprintf(material, sizeof(material), "Elastic %.17g", w * w);
	rig_make(&r, &(struct rig_chain){.n = 1, .mass = 1.0, .alpha = 2.0 * xi * w, .material = material});
	rig_method(&r, integrator_find(row->name), row->words);
	rig_start(&r, 0.3, -0.2 * w, 0.1 * w * w);
	for (int i = 0; i < STEPS; i++) {
		rig_step(&r, 1, 1.0);
		ret_u[i] = rig_u(&r);
	}
	rig_end(&r);
}

/* What the polynomial leaves of the displacements, of what it sums up; by whole strides, for a method of several kinds of steps begins anew there. */
static double residual(const struct polynomial *p, const double *u)
{
	double most = 0.0;

	for (int n = SKIP - 1; n + p->degree * p->stride < STEPS; n += p->stride) {
		double sum = 0.0, size = 0.0;

		for (int k = 0; k <= p->degree; k++) {
			sum += p->c[k] * u[n + k * p->stride];
			size = larger(size, fabs(p->c[k] * u[n + k * p->stride]));
		}
		most = larger(most, fabs(sum) / fmax(size, 1e-4));
	}
	return most;
}

/* Iterations end when the last increment is 1e-13, which is 1e-9 of the smallest sum that counts. A frequency that is wrong by a thousandth must show: else the
 * comparison says nothing. */
static int check(const struct poles_row *row, double w, double xi)
{
	double u[STEPS], right, off;
	struct polynomial p;

	run(row, w, xi, u);
	row->poles(row->x, w, xi, &p);
	right = residual(&p, u);
	row->poles(row->x, 1.001 * w, xi, &p);
	off = residual(&p, u);
	if (right <= 2e-9 && off >= 1e-5)
		return 0;
	print_error("%s %s: omega dt %g, xi %g: %.2e left, with a wrong frequency %.2e\n", row->name, row->words, w, xi, right, off);
	return 1;
}

static void every_method_has_the_poles_of_its_equations(void **state)
{
	static const double omega[] = {0.25, 0.7, 1.3, 3.5}, damping[] = {0.0, 0.05, 0.2};
	int wrong = 0;

	(void)state;
	for (const struct poles_row *row = poles_table; row->name; row++)
		for (size_t i = 0; i < COUNT(omega); i++)
			for (size_t k = 0; k < COUNT(damping); k++) {
				struct polynomial p;

				row->poles(row->x, omega[i], damping[k], &p);
				if (polynomial_radius(&p) <= 1.0 + 1e-9)
					wrong += check(row, omega[i], damping[k]);
			}
	assert_int_equal(wrong, 0);
}

static void no_transient_method_is_left_out(void **state)
{
	(void)state;
	for (int i = 0; integrator_table[i]; i++) {
		const struct poles_row *row = poles_table;

		while (row->name && strcmp(row->name, integrator_table[i]->name) != 0)
			row++;
		if (integrator_table[i]->kind == INTEGRATOR_TRANSIENT && !row->name)
			fail_msg("%s has no polynomial in poles.c", integrator_table[i]->name);
	}
}

/* The first polynomial of a row, which has the first word of its example. */
static const struct poles_row *first(const struct integrator_ops *ops)
{
	const struct poles_row *row = poles_table;
	size_t n = strcspn(ops->example, " |");

	while (strcmp(row->name, ops->name) != 0)
		row++;
	if (strncmp(row->words, ops->example, n) != 0 || (row->words[n] != ' ' && row->words[n] != 0))
		fail_msg("%s: the example is %s, the polynomial that of %s", ops->name, ops->example, row->words);
	return row;
}

static double radius(const struct poles_row *row, double w)
{
	struct polynomial p;

	row->poles(row->x, w, 0.0, &p);
	return polynomial_radius(&p);
}

/* At 1e6 the roots of methods that go to zero are still a fourth root of it away. */
static void claims_of_stability_are_what_the_roots_say(void **state)
{
	int wrong = 0;

	(void)state;
	for (int i = 0; integrator_table[i]; i++) {
		const struct integrator_ops *ops = integrator_table[i];
		double limit = ops->claims.omega_max, far;

		if (ops->kind != INTEGRATOR_TRANSIENT)
			continue;
		far = radius(first(ops), 1e6);
		if (ops->claims.rho_inf >= 0.0 ? fabs(far - ops->claims.rho_inf) <= 1e-3 && radius(first(ops), 2.0) <= 1.0 + 1e-7
		                               : radius(first(ops), (1.0 - 1e-4) * limit) <= 1.0 + 1e-7 && radius(first(ops), (1.0 + 1e-4) * limit) > 1.0 + 1e-5)
			continue;
		print_error("%s: radius %.6f far out, claimed %g; around %g: %.7f and %.7f\n", ops->name, far, ops->claims.rho_inf, limit,
		            radius(first(ops), (1.0 - 1e-4) * limit), radius(first(ops), (1.0 + 1e-4) * limit));
		wrong++;
	}
	assert_int_equal(wrong, 0);
}

/* Hulbert & Chung 1996: at the bifurcation, omega dt = (1 + rho) sqrt(2 - rho), all three roots are -rho, whatever the weight of forces. */
static void explicit_generalized_alpha_has_its_radius_at_the_bifurcation(void **state)
{
	static const double rho[] = {0.3, 0.6, 0.8}, weight[] = {0.0, 0.4, 0.7};
	const struct poles_row *row = first(integrator_find("HHTGeneralizedExplicit"));

	(void)state;
	for (size_t i = 0; i < COUNT(rho); i++)
		for (size_t k = 0; k < COUNT(weight); k++) {
			const double r = rho[i], x[] = {r, weight[k]};
			struct polynomial p;

			row->poles(x, (1.0 + r) * sqrt(2.0 - r), 0.0, &p);
			assert_near(p.c[0], r * r * r, 1e-13);
			assert_near(p.c[1], 3.0 * r * r, 1e-13);
			assert_near(p.c[2], 3.0 * r, 1e-13);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_transient_method_is_left_out),
		cmocka_unit_test(every_method_has_the_poles_of_its_equations),
		cmocka_unit_test(claims_of_stability_are_what_the_roots_say),
		cmocka_unit_test(explicit_generalized_alpha_has_its_radius_at_the_bifurcation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
