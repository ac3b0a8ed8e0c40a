/* Every transient row of integrator_table against the exact motion of a linear structure, which is known by the matrix exponential (expm.h).
 *
 * Three masses in a chain, and a fourth spring from the third to the ground; C = 0.3 M + 0.004 K of what is computed. A load that runs straight from point
 * to point acts on the first and the third mass. The steps divide the way between two points, so that its corners lie at ends of steps. Errors are the largest
 * at the points, over all masses, of the largest motion; the observed order is the logarithm of their ratio at a step and half of it.
 * The same again with a part of the first spring as a linear specimen in a rig. Static rows are compared with the solution of K u = b f.
 */
#include "test.h"

#include "analysis/integrator.h"
#include "base/base.h"
#include "second/expm.h"
#include "verify/verify.h"

enum { POINTS = 25 };
static const double H = 0.1, MASS_FACTOR = 0.3, STIFFNESS_FACTOR = 0.004, SPECIMEN = 15.0;
static const double MASS[] = {1.0, 0.7, 0.4}, SPRING[] = {40.0, 30.0, 20.0, 6.0}, SHARE[] = {0.6, 0.0, 1.0};

/* The load at its points: from zero, so that methods that take the first acceleration as zero are right. */
static double load(int i)
{
	static const double value[] = {0.0, 1.0, 2.5, 2.0, -1.0, -2.0, -0.5, 0.8, 0.9, -0.3};

	return i == 0 ? 0.0 : value[i % (int)COUNT(value)];
}

static void structure(bool damped, bool specimen, struct linear_structure *ret)
{
	double first = SPRING[0] - (specimen ? SPECIMEN : 0.0);
	const double k[3][3] = {{SPRING[0] + SPRING[1], -SPRING[1], 0.0}, {-SPRING[1], SPRING[1] + SPRING[2], -SPRING[2]},
	                        {0.0, -SPRING[2], SPRING[2] + SPRING[3]}};

	*ret = (struct linear_structure){.n = 3};
	for (int i = 0; i < 3; i++) {
		ret->m[i] = MASS[i];
		ret->b[i] = SHARE[i];
		for (int j = 0; j < 3; j++) {
			ret->k[i][j] = k[i][j];
			ret->c[i][j] = damped ? (i == j ? MASS_FACTOR * MASS[i] : 0.0) + STIFFNESS_FACTOR * (i + j ? k[i][j] : first + SPRING[1]) : 0.0;
		}
	}
}

static void build(struct stage *s, bool damped, bool specimen)
{
	stage_eval(s, "model basic -ndm 1 -ndf 1; node 1 0; fix 1 1");
	for (int i = 0; i < 3; i++)
		stage_eval(s, "node %d 0 -mass %.17g", i + 2, MASS[i]);
	for (int i = 0; i < 4; i++) {
		double k = SPRING[i] - (specimen && i == 0 ? SPECIMEN : 0.0);

		stage_eval(s, "uniaxialMaterial Elastic %d %.17g; element zeroLength %d %d %d -mat %d -dir 1 -doRayleigh 1", i + 1, k,
		           i + 1, i < 3 ? i + 1 : 1, i < 3 ? i + 2 : 4, i + 1);
	}
	if (specimen)
		stage_eval(s, "uniaxialMaterial Elastic 9 %.17g; expControl SimUniaxialMaterials 1 9; expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1;"
		           "expSite LocalSite 1 1; expElement twoNodeLink 9 1 2 -dir 1 -site 1 -initStif %.17g -noRayleigh", SPECIMEN, SPECIMEN);
	if (damped)
		stage_eval(s, "rayleigh %.17g 0 %.17g 0", MASS_FACTOR, STIFFNESS_FACTOR);
	stage_eval(s, "set values {}");
	for (int i = 0; i <= POINTS; i++)
		stage_eval(s, "lappend values %.17g", load(i));
	stage_eval(s, "timeSeries Path 1 -dt %.17g -values $values; pattern Plain 1 1 {load 2 %.17g; load 4 %.17g}", H, SHARE[0], SHARE[2]);
	stage_eval(s, "constraints Plain; numberer Plain; system BandGeneral; engine dense");
}

static void method(struct stage *s, const struct integrator_ops *ops, const char *words)
{
	stage_eval(s, "test %s; algorithm %s; integrator %s %s; analysis Transient", ops->limit ? "FixedNumIter 6" : "NormDispIncr 1e-13 400",
	           ops->claims.linear_only ? "Linear" : "Newton", ops->name, words);
}

/* Largest errors in displacement, velocity and acceleration, of the largest of each, with n steps between points. */
static void errors(const struct integrator_ops *ops, const char *words, bool specimen, int n, double ret_error[3])
{
	struct linear_structure exact;
	struct motion x[POINTS];
	double f[POINTS], most[3] = {0};
	struct stage s;

	structure(!ops->claims.undamped, specimen, &exact);
	for (int i = 0; i < POINTS; i++)
		f[i] = load(i);
	linear_motion(&exact, H, POINTS, f, x);
	stage_begin(&s);
	build(&s, !ops->claims.undamped, specimen);
	method(&s, ops, words);
	memset(ret_error, 0, 3 * sizeof(double));
	for (int i = 1; i < POINTS; i++) {
		stage_eval(&s, "if {[analyze %d %.17g]} {error {%s: a step failed}}", n, H / n, ops->name);
		for (int k = 0; k < 3; k++) {
			const double right[3] = {x[i].u[k], x[i].v[k], x[i].a[k]};
			static const char *const what[] = {"Disp", "Vel", "Accel"};

			for (int q = 0; q < 3; q++) {
				most[q] = larger(most[q], fabs(right[q]));
				ret_error[q] = larger(ret_error[q], fabs(stage_real(&s, "node%s %d 1", what[q], k + 2) - right[q]));
			}
		}
	}
	for (int q = 0; q < 3; q++)
		ret_error[q] /= most[q];
	stage_end(&s);
}

/* Velocity and acceleration at the ends of steps; in rows that are not here the velocity has the order of the displacement, the acceleration order one. */
static const struct {
	const char *name;
	int velocity, acceleration;
} AT_ENDS[] = {
	/* the equation of motion is that of the end of the step, and so is its velocity */
	{"BackwardEuler", 2, 2}, {"Chang1997", 2, 2}, {"Chang2002", 2, 2}, {"Dorka", 2, 2}, {"ExplicitBathe", 2, 2}, {"Houbolt", 2, 2},
	{"ImplicitExplicit", 2, 2}, {"Newmark", 2, 2}, {"NewmarkExplicit", 2, 2}, {"NewmarkHSFixedNumIter", 2, 2}, {"NewmarkHSIncrLimit", 2, 2},
	{"NewmarkHSIncrReduct", 2, 2}, {"TRBDF2", 2, 2},
	/* v+ = v + dt a is that of half a step before */
	{"CentralDifferenceNoDamping", 1, 1}, {"CR", 1, 1}, {"GuiLambda", 1, 1}, {"KRAlphaExplicit", 1, 1}, {"KRAlphaExplicit_TP", 1, 1},
	{"MKRAlpha", 1, 1},
};

static double claimed(const struct integrator_ops *ops, bool specimen, int quantity)
{
	double order = specimen && ops->claims.order_coupled > 0.0 ? ops->claims.order_coupled : ops->claims.order;

	for (size_t i = 0; i < COUNT(AT_ENDS); i++)
		if (quantity > 0 && strcmp(AT_ENDS[i].name, ops->name) == 0)
			return fmin(order, quantity == 1 ? AT_ENDS[i].velocity : AT_ENDS[i].acceleration);
	return quantity == 2 ? 1.0 : order;
}

/* Velocities and accelerations are sums of parts of first and of second order whose sizes differ, and have the larger tolerance. */
static int check_row(const struct integrator_ops *ops, const char *words, bool specimen)
{
	static const char *const what[] = {"displacement", "velocity", "acceleration"};
	double coarse[3], fine[3];
	int wrong = 0;

	errors(ops, words, specimen, 64, coarse);
	errors(ops, words, specimen, 128, fine);
	for (int q = 0; q < 3; q++) {
		double order = log2(coarse[q] / fine[q]), want = claimed(ops, specimen, q);

		if (fabs(order - want) <= (q > 0 ? 0.2 : 0.1))
			continue;
		print_error("%s %s%s: %s has order %.3f, claimed %g\n", ops->name, words, specimen ? " with a specimen" : "", what[q], order, want);
		wrong++;
	}
	return wrong;
}

static void every_transient_method_goes_to_the_exact_motion_with_its_order(void **state)
{
	char words[128];
	int wrong = 0;

	(void)state;
	for (int row = 0; integrator_table[row]; row++)
		for (int k = 0; integrator_table[row]->kind == INTEGRATOR_TRANSIENT && stage_example(integrator_table[row]->example, k, words, sizeof(words)); k++)
			for (int specimen = 0; specimen < 2; specimen++)
				wrong += check_row(integrator_table[row], words, specimen);
	assert_int_equal(wrong, 0);
}

/* u = K^-1 b f by elimination. */
static void static_solution(double f, double ret_u[3])
{
	struct linear_structure exact;
	double k[9];

	structure(false, false, &exact);
	for (int i = 0; i < 9; i++)
		k[i] = exact.k[i / 3][i % 3];
	for (int i = 0; i < 3; i++)
		ret_u[i] = f * exact.b[i];
	solve_many(3, k, 1, ret_u);
}

/* A load factor that is given, and one that is found for a displacement; each with a specimen, too. */
static void static_controls_are_where_elimination_says(void **state)
{
	static const struct { const char *words; double factor, place; } by[] = {{"LoadControl 0.25", 1.0, 0.0}, {"DisplacementControl 4 1 0.01", 0.0, 0.04}};
	double one[3];
	int seen = 0;

	(void)state;
	static_solution(1.0, one);
	for (int row = 0; integrator_table[row]; row++)
		seen += integrator_table[row]->kind == INTEGRATOR_STATIC;
	assert_int_equal(seen, COUNT(by));
	for (size_t i = 0; i < COUNT(by); i++)
		for (int specimen = 0; specimen < 2; specimen++) {
			double factor = by[i].factor > 0.0 ? by[i].factor : by[i].place / one[2];
			struct stage s;

			stage_begin(&s);
			build(&s, false, specimen);
			stage_eval(&s, "remove loadPattern 1; timeSeries Linear 2; pattern Plain 2 2 {load 2 %.17g; load 4 %.17g}", SHARE[0], SHARE[2]);
			stage_eval(&s, "test NormDispIncr 1e-13 50; algorithm Newton; integrator %s; analysis Static", by[i].words);
			stage_eval(&s, "if {[analyze 4]} {error {a step failed}}");
			for (int k = 0; k < 3; k++)
				assert_near(stage_real(&s, "nodeDisp %d 1", k + 2), factor * one[k], 1e-12);
			assert_near(stage_real(&s, "getLoadFactor 2"), factor, 1e-12 * fmax(factor, 1.0));
			stage_end(&s);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_transient_method_goes_to_the_exact_motion_with_its_order),
		cmocka_unit_test(static_controls_are_where_elimination_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
