/* The words of implicit methods: coefficients given one by one lead where their short form leads, to the last bit; the forms of Newmark's equations, for
 * displacement, velocity or acceleration, are one method; numbers of words that mean nothing are refused. */
#include "rig.h"

#include "base/base.h"

#include <math.h>

enum { STEPS = 40 };

/* Displacement of the last of three masses in every step. */
static void motion(const char *name, const char *words, double *ret_u)
{
	const struct rig_chain c = {.n = 3, .mass = 1.0, .alpha = 0.4, .material = "Steel01 6 100 0.05", .amplitude = 4.0, .period = 1.1, .end = 1e9};
	struct rig r;

	rig_make(&r, &c);
	rig_method(&r, integrator_find(name), words);
	for (int i = 0; i < STEPS; i++) {
		rig_step(&r, 1, 0.05);
		ret_u[i] = rig_u(&r);
	}
	rig_end(&r);
}

static double apart(const char *name, const char *one, const char *other)
{
	double a[STEPS], b[STEPS], most = 0.0, top = 0.0;

	motion(name, one, a);
	motion(name, other, b);
	for (int i = 0; i < STEPS; i++) {
		top = larger(top, fabs(a[i]));
		most = larger(most, fabs(a[i] - b[i]));
	}
	assert_true(top > 0.05);
	return most / top;
}

/* What a step solves for does not matter where it ends. */
static void newmark_is_one_method_in_all_forms(void **state)
{
	static const char *const form[] = {"D", "V", "A", "d", "v", "a", "disp", "vel", "accel"};
	static const char *const coefficient[] = {"0.5 0.25", "0.6 0.3025", "0.5 0.1666666666666667"};
	char words[64];

	(void)state;
	for (size_t k = 0; k < COUNT(coefficient); k++)
		for (size_t i = 0; i < COUNT(form); i++) {
			snprintf(words, sizeof(words), "%s -form %s", coefficient[k], form[i]);
			assert_true(apart("Newmark", coefficient[k], words) <= 1e-10);
		}
}

/* alpha: gamma = 3/2 - alpha, beta = (2 - alpha)^2/4 (Hilber, Hughes & Taylor 1977); alphaM, alphaF: gamma = 1/2 + alphaM - alphaF, beta = (1 + alphaM -
 * alphaF)^2/4; rho: alphaI = (2 - rho)/(1 + rho), alphaF = 1/(1 + rho), beta = 1/(1 + rho)^2, gamma = (3 - rho)/(2 (1 + rho)) (Chung & Hulbert 1993), here of
 * numbers that doubles hold; theta = 1 is Newmark's method. */
static void coefficients_one_by_one_are_the_short_form(void **state)
{
	static const struct { const char *name, *brief, *full; } row[] = {
		{"HHT", "0.75", "0.75 0.75 0.390625"},
		{"HHT_TP", "0.75", "0.75 0.75 0.390625"},
		{"GeneralizedAlpha", "1.25 0.75", "1.25 0.75 1.0 0.5625"},
		{"HHTGeneralized", "1", "0.5 0.5 0.25 0.5"},
		{"HHTGeneralized", "0", "2 1 1 1.5"},
		{"HHTGeneralized_TP", "1", "0.5 0.5 0.25 0.5"},
		{"HHTHSFixedNumIter", "1", "0.5 0.5 0.25 0.5"},
		{"HHTHSFixedNumIter_TP", "1", "0.5 0.5 0.25 0.5"},
		{"HHTHSIncrLimit", "1 0.01", "0.5 0.5 0.25 0.5 0.01"},
		{"HHTHSIncrLimit_TP", "1 0.01", "0.5 0.5 0.25 0.5 0.01"},
		{"HHTHSIncrReduct", "1 0.6", "0.5 0.5 0.25 0.5 0.6"},
		{"HHTHSIncrReduct_TP", "1 0.6", "0.5 0.5 0.25 0.5 0.6"},
		{"Collocation", "1", "1 0.25 0.5"},
		{"CollocationHSFixedNumIter", "1", "1 0.25 0.5"},
		{"CollocationHSIncrLimit", "1 0.01", "1 0.25 0.5 0.01"},
		{"CollocationHSIncrReduct", "1 0.6", "1 0.25 0.5 0.6"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		double by = apart(row[i].name, row[i].brief, row[i].full);

		if (!(by <= 1e-12))
			fail_msg("%s %s is not %s: %g", row[i].name, row[i].brief, row[i].full, by);
	}
}

static void words_that_mean_nothing_are_refused(void **state)
{
	static const struct { const char *name, *words; int code; } row[] = {
		{"Newmark", "0.5 0.25 -form X", ERR_UNKNOWN}, {"Newmark", "0.5 0", ERR_RANGE}, {"Newmark", "0 0.25", ERR_RANGE}, {"Newmark", "0.5", ERR_ARGUMENT},
		{"HHT", "0.9 0.6", ERR_ARGUMENT}, {"HHT", "0", ERR_RANGE}, {"HHT", "2", ERR_RANGE},
		{"GeneralizedAlpha", "1 0.8 0.7", ERR_ARGUMENT}, {"GeneralizedAlpha", "1 0", ERR_RANGE},
		{"HHTGeneralized", "0.5 0.5", ERR_ARGUMENT}, {"HHTGeneralized", "0.5 0.5 0.25", ERR_ARGUMENT}, {"HHTGeneralized", "1.5", ERR_RANGE},
		{"HHTHSIncrReduct", "0.8 1.5", ERR_RANGE}, {"HHTHSIncrReduct", "0.8 0", ERR_RANGE}, {"HHTHSIncrLimit", "0.8 -1", ERR_RANGE},
		{"Collocation", "0.9", ERR_RANGE}, {"Collocation", "1.6", ERR_RANGE}, {"Collocation", "1.2 0.25", ERR_ARGUMENT},
		{"CollocationHSIncrReduct", "1.2 0.17 0.6", ERR_ARGUMENT}, {"NewmarkHSIncrReduct", "0.5 0.25 2", ERR_RANGE},
	};
	struct rig r;

	(void)state;
	rig_make(&r, &(struct rig_chain){.n = 1, .mass = 1.0, .material = "Elastic 100"});
	for (size_t i = 0; i < COUNT(row); i++) {
		char text[64];
		const char *word[RIG_WORDS];
		struct integrator g = {0};
		int code;

		snprintf(text, sizeof(text), "%s", row[i].words);
		struct args a = rig_args(text, word, row[i].name);
		err_clear(&r.e);
		code = integrator_build(&g, integrator_find(row[i].name), &a, &r.an.parts, &r.e);
		if (code != row[i].code)
			fail_msg("%s %s: %s", row[i].name, row[i].words, err_name(code));
		assert_null(g.ops);
		assert_true(strlen(r.e.what) > 0);
	}
	rig_end(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(newmark_is_one_method_in_all_forms),
		cmocka_unit_test(coefficients_one_by_one_are_the_short_form),
		cmocka_unit_test(words_that_mean_nothing_are_refused),
	};
	return cmocka_run_group_tests_name("implicit words", tests, NULL, NULL);
}
