/* Every row of integration_table: its points lie on the member in their order, its weights are shares of it, and it integrates as exactly as it claims. */
#include "test.h"

#include "model_words.h"

#include <math.h>

static const double LENGTH = 5.0;

static void model_make(struct model *m)
{
	model_init(m);
	m->ndm = 2;
	m->ndf = 3;
	for (int i = 1; i <= 3; i++) {
		char line[80];
		snprintf(line, sizeof(line), "section Elastic %d 100 %d.5 0.8", i, i);
		words_make(m, line);
	}
}

/* The integral of x^k less its value, 1/(k + 1). */
static double defect(const struct integration *g, const double *x, const double *w, int k)
{
	double sum = -1.0 / (k + 1);
	for (int i = 0; i < g->n; i++)
		sum += w[i] * pow(x[i], k);
	return sum;
}

static void look(const struct integration *g, int exact)
{
	double x[QUADRATURE_MAX], w[QUADRATURE_MAX];
	struct err e;
	err_clear(&e);
	assert_int_equal(integration_place(g, LENGTH, "member", x, w, &e), 0);
	for (int i = 0; i < g->n; i++) {
		assert_non_null(g->section[i]);
		assert_true(x[i] >= 0.0 && x[i] <= 1.0 && (i == 0 || x[i] > x[i - 1]));
	}
	assert_near(defect(g, x, w, 0), 0.0, 1e-14);
	for (int k = 1; k <= exact; k++)
		if (!(fabs(defect(g, x, w, k)) <= 1e-13))
			fail_msg("%s of %d points: x^%d is wrong by %g", g->kind->name, g->n, k, defect(g, x, w, k));
	/* beyond some degree the defect is below rounding: 12 points of Legendre err by 1e-16 there */
	if (exact >= 0 && exact <= 8 && fabs(defect(g, x, w, exact + 1)) < 1e-9)
		fail_msg("%s of %d points claims %d, and is exact beyond it", g->kind->name, g->n, exact);
}

static void every_row_integrates_as_it_claims(void **state)
{
	(void)state;
	for (int row = 0; integration_table[row].name; row++) {
		const struct integration_kind *k = &integration_table[row];
		struct model m;
		char line[200];
		model_make(&m);
		snprintf(line, sizeof(line), "beamIntegration %s 7 %s", k->name, k->example);
		words_make(&m, line);
		const struct integration *g = model_integration(&m, 7);
		look(g, k->rule ? k->rule->exact(g->n) : k->exact);
		model_fini(&m);
	}
}

static void every_rule_takes_every_number_of_points_that_it_says(void **state)
{
	(void)state;
	for (int row = 0; integration_table[row].rule; row++)
		for (int n = 0; n <= QUADRATURE_MAX + 1; n++) {
			const struct integration_kind *k = &integration_table[row];
			struct model m;
			struct err e;
			char line[200];
			model_make(&m);
			err_clear(&e);
			snprintf(line, sizeof(line), "beamIntegration %s 7 1 %d", k->name, n);
			int code = words_try(&m, line, &e);
			assert_int_equal(code, quadrature_has((enum quadrature)(k->rule - quadrature_table), n) ? 0 : ERR_RANGE);
			assert_string_equal(k->name, k->rule->name);
			if (code == 0)
				look(model_integration(&m, 7), k->rule->exact(n));
			model_fini(&m);
		}
}

/* Scott and Fenves 2006: of HingeRadau with hinges of 0.4 and 0.3 in a member of 5 the ends weigh 0.08 and 0.06, the second points stand 8/3 of a hinge
 * inside. */
static void hinges_of_radau_weigh_their_length(void **state)
{
	struct model m;
	double x[6], w[6];
	struct err e;
	(void)state;
	model_make(&m);
	err_clear(&e);
	words_make(&m, "beamIntegration HingeRadau 7 1 0.4 2 0.3 3");
	const struct integration *g = model_integration(&m, 7);
	assert_int_equal(integration_place(g, LENGTH, "member", x, w, &e), 0);
	assert_int_equal(g->n, 6);
	assert_true(x[0] == 0.0 && x[5] == 1.0);
	assert_near(w[0], 0.08, 1e-15);
	assert_near(w[5], 0.06, 1e-15);
	assert_near(x[1], 8.0 / 3.0 * 0.08, 1e-15);
	assert_near(w[4], 3.0 * 0.06, 1e-15);
	static const int section[6] = { 1, 3, 3, 3, 3, 2 };
	for (int i = 0; i < 6; i++)
		assert_ptr_equal(g->section[i], model_section(&m, section[i]));
	assert_int_equal(integration_place(g, 2.7, "member", x, w, &e), ERR_RANGE);
	model_fini(&m);
}

/* Gauss-Radau: (1 + x) (5x^2 - 2x - 1) = 0 for three points, Abramowitz & Stegun 25.4.31: x = (1 -+ sqrt 6)/5, w = (16 +- sqrt 6)/18 on -1..1;
 * Simpson's rule of Newton and Cotes: 1/6, 4/6, 1/6. */
static void points_are_those_of_the_tables(void **state)
{
	double x[3], w[3];
	(void)state;
	quadrature(QUADRATURE_RADAU, 3, x, w);
	assert_near(x[1], 0.5 + 0.1 * (1.0 - sqrt(6.0)), 1e-15);
	assert_near(w[0], 1.0 / 9.0, 1e-15);
	assert_near(w[1], (16.0 + sqrt(6.0)) / 36.0, 1e-15);
	quadrature(QUADRATURE_NEWTON_COTES, 3, x, w);
	assert_near(w[0], 1.0 / 6.0, 1e-15);
	assert_near(w[1], 4.0 / 6.0, 1e-15);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_integrates_as_it_claims),
		cmocka_unit_test(every_rule_takes_every_number_of_points_that_it_says),
		cmocka_unit_test(hinges_of_radau_weigh_their_length),
		cmocka_unit_test(points_are_those_of_the_tables),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
