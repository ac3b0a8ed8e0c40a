/* Numbers of textbooks and papers that integrators must reproduce. Each case names its source. */
#include "evidence.h"
#include "rig.h"

#include <complex.h>

static const double PI = 3.14159265358979323846;

/* --- Chopra, Dynamics of Structures, examples 5.2 to 5.6 ----------------------------------------- */

/* m = 0.2533, k = 10, xi = 0.05, p = 10 sin(pi t/0.6) until 0.6, steps of 0.1. */
static void chopra(const char *integrator, const char *words, const char *material, double *ret_u)
{
	struct rig_chain c = {.n = 1, .mass = 0.2533, .material = material, .amplitude = 10.0, .period = 1.2, .end = 0.6};
	struct rig r;
	c.alpha = 2.0 * 0.05 * sqrt(10.0 / c.mass);
	rig_make(&r, &c);
	rig_method(&r, integrator_find(integrator), words);
	for (int i = 0; i < 10; i++) {
		rig_step(&r, 1, 0.1);
		ret_u[i] = rig_u(&r);
	}
	rig_end(&r);
}

static void assert_table(const char *id, const double *u, const double *table, double tol)
{
	for (int i = 0; i < 10; i++) {
		evidence(id, u[i]);
		assert_near(u[i], table[i], tol);
	}
}

/* Table E5.4 and 5.5 (examples 5.4, 5.5). */
static void average_acceleration_gives_chopra_table(void **state)
{
	static const double table[] = {0.0437, 0.2326, 0.6121, 1.0825, 1.4309, 1.4231, 0.9622, 0.1908, -0.6044, -1.1442};
	double u[10];
	(void)state;
	chopra("Newmark", "0.5 0.25", "Elastic 10", u);
	assert_table("chopra-average", u, table, 1e-4);
}

/* Table E5.2. */
static void central_difference_gives_chopra_table(void **state)
{
	static const double table[] = {0.0, 0.1914, 0.6293, 1.1825, 1.5808, 1.5412, 0.9140, -0.0247, -0.8969, -1.3726};
	double u[10];
	(void)state;
	chopra("CentralDifference", "", "Elastic 10", u);
	assert_table("chopra-central", u, table, 1e-4);
}

/* Example 5.6: yield displacement 0.75. */
static void elastoplastic_oscillator_gives_chopra_table(void **state)
{
	static const double table[] = {0.0437, 0.2326, 0.6121, 1.1143, 1.6214, 1.9891, 2.0951, 1.9240, 1.5602, 1.1416};
	double u[10];
	(void)state;
	chopra("Newmark", "0.5 0.25", "ElasticPP 10 0.75", u);
	assert_table("chopra-plastic", u, table, 1e-3);
}

/* --- poles --------------------------------------------------------------------------------------- */

/* Amplification matrix of one step of one on (u, v, a) of a free, undamped oscillator, column by column from unit states. */
static void amplification(const char *integrator, const char *words, double omega, double ret_a[3][3])
{
	char material[64];
	snprintf(material, sizeof(material), "Elastic %.17g", omega * omega);
	for (int j = 0; j < 3; j++) {
		struct rig r;
		rig_make(&r, &(struct rig_chain){.n = 1, .mass = 1.0, .material = material});
		rig_method(&r, integrator_find(integrator), words);
		rig_start(&r, j == 0, j == 1, j == 2);
		rig_step(&r, 1, 1.0);
		for (int i = 0; i < 3; i++)
			ret_a[i][j] = analysis_node(&r.an, r.last, 0, i);
		rig_end(&r);
	}
}

/* Coefficients of x^3 - c[2] x^2 + c[1] x - c[0]. */
static void characteristic(double a[3][3], double c[3])
{
	c[2] = a[0][0] + a[1][1] + a[2][2];
	c[1] = a[0][0] * a[1][1] - a[0][1] * a[1][0] + a[0][0] * a[2][2] - a[0][2] * a[2][0] + a[1][1] * a[2][2] - a[1][2] * a[2][1];
	c[0] = a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) - a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0])
	     + a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
}

/* All three roots at once, by Durand and Kerner. */
static void roots(const double c[3], double complex ret_x[3])
{
	ret_x[0] = 0.4 + 0.9 * I;
	ret_x[1] = -0.3 + 0.2 * I;
	ret_x[2] = 1.1 - 0.3 * I;
	for (int k = 0; k < 200; k++)
		for (int i = 0; i < 3; i++) {
			double complex x = ret_x[i], f = ((x - c[2]) * x + c[1]) * x - c[0];
			ret_x[i] = x - f / ((x - ret_x[(i + 1) % 3]) * (x - ret_x[(i + 2) % 3]));
		}
}

/* Hilber, Hughes & Taylor 1977, doi:10.1002/eqe.4290050306: relative period error and numerical damping ratio. */
static void alpha_method_has_published_period_error_and_damping(void **state)
{
	static const struct { double alpha, step, period, damping; } rows[] = {
		{0.0, 0.05, 0.817, 0.0}, {0.0, 0.1, 3.208, 0.0},
		{-0.1, 0.05, 1.020, 0.030}, {-0.1, 0.1, 3.951, 0.211},
		{-0.25, 0.05, 1.191, 0.052}, {-0.25, 0.1, 4.579, 0.360},
		{-1.0 / 3.0, 0.05, 1.216, 0.055}, {-1.0 / 3.0, 0.1, 4.672, 0.378},
	};
	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		char words[32];
		double a[3][3], c[3], omega = 2.0 * PI * rows[i].step;
		double complex x[3];
		snprintf(words, sizeof(words), "%.17g", 1.0 + rows[i].alpha);
		amplification("HHT", words, omega, a);
		characteristic(a, c);
		roots(c, x);
		int p = 0;
		while (p < 2 && cimag(x[p]) < 1e-6)
			p++;
		double phase = carg(x[p]);
		evidence("alpha-period", 100.0 * (omega / phase - 1.0));
		evidence("alpha-damping", -100.0 * log(cabs(x[p])) / phase);
		assert_near(100.0 * (omega / phase - 1.0), rows[i].period, 6e-4);
		assert_near(-100.0 * log(cabs(x[p])) / phase, rows[i].damping, 6e-4);
	}
}

/* The same paper: (1 + alpha)/(1 - alpha) at infinite frequency. */
static void alpha_method_has_its_radius_at_infinity(void **state)
{
	static const double alpha[] = {0.0, -0.05, -0.1, -0.2, -0.25, -1.0 / 3.0};
	(void)state;
	for (size_t i = 0; i < COUNT(alpha); i++) {
		char words[32];
		double a[3][3], c[3], largest = 0.0;
		double complex x[3];
		snprintf(words, sizeof(words), "%.17g", 1.0 + alpha[i]);
		amplification("HHT", words, 1e5, a);
		characteristic(a, c);
		roots(c, x);
		for (int k = 0; k < 3; k++)
			largest = larger(largest, cabs(x[k]));
		evidence("alpha-infinity", largest);
		assert_near(largest, (1.0 + alpha[i]) / (1.0 - alpha[i]), 1e-3);
	}
}

/* Coefficients of the recurrence of `order` terms that consecutive displacements of a free oscillator obey, from a run. */
static void recurrence(const char *integrator, const char *words, double omega, int order, double *ret_c)
{
	enum { SKIP = 4 };
	char material[64];
	double u[SKIP + 6], a[3][4];
	struct rig r;
	snprintf(material, sizeof(material), "Elastic %.17g", omega * omega);
	rig_make(&r, &(struct rig_chain){.n = 1, .mass = 1.0, .material = material});
	rig_method(&r, integrator_find(integrator), words);
	rig_start(&r, 1.0, 0.3 * omega, -omega * omega);
	for (int i = 0; i < SKIP + 2 * order; i++) {
		rig_step(&r, 1, 1.0);
		u[i] = rig_u(&r);
	}
	rig_end(&r);
	for (int i = 0; i < order; i++)
		for (int j = 0; j <= order; j++)
			a[i][j] = u[SKIP + i + j];
	for (int k = 0; k < order; k++)
		for (int i = 0; i < order; i++) {
			if (i == k)
				continue;
			double f = a[i][k] / a[k][k];
			for (int j = k; j <= order; j++)
				a[i][j] -= f * a[k][j];
		}
	for (int k = 0; k < order; k++)
		ret_c[k] = a[k][order] / a[k][k];
}

/* Chen & Ricles 2008, doi:10.1061/(ASCE)0733-9399(2008)134:8(676); Chang 2002, doi:10.1061/(ASCE)0733-9399(2002)128:9(935):
 * the poles are those of average acceleration, whose recurrence is u+ = 2 (4 - W^2)/(4 + W^2) u - u-, W = omega dt. */
static void cr_and_chang_2002_have_the_poles_of_average_acceleration(void **state)
{
	static const char *const names[] = {"CR", "Chang2002", "Newmark"};
	static const char *const words[] = {"", "", "0.5 0.25"};
	static const double omega[] = {0.2, 0.9, 2.5, 7.0};
	(void)state;
	for (size_t i = 0; i < COUNT(names); i++)
		for (size_t k = 0; k < COUNT(omega); k++) {
			double c[2], w2 = omega[k] * omega[k];
			recurrence(names[i], words[i], omega[k], 2, c);
			evidence("average-poles", fmax(fabs(c[1] - 2.0 * (4.0 - w2) / (4.0 + w2)), fabs(c[0] + 1.0)));
			assert_near(c[1], 2.0 * (4.0 - w2) / (4.0 + w2), 1e-9);
			assert_near(c[0], -1.0, 1e-9);
		}
}

/* Kolay & Ricles 2014, doi:10.1002/eqe.2401: the poles of generalized-alpha with the same radius. (At 0.5 one of them is zero
 * and leaves no trace in a run.) */
static void kr_alpha_has_the_poles_of_generalized_alpha(void **state)
{
	static const double omega[] = {0.4, 1.1, 2.5};
	static const char *const rho[] = {"0.0", "0.3", "0.8"};
	(void)state;
	for (size_t i = 0; i < COUNT(rho); i++)
		for (size_t k = 0; k < COUNT(omega); k++) {
			double a[3][3], c[3], b[3];
			amplification("HHTGeneralized", rho[i], omega[k], a);
			characteristic(a, c);
			recurrence("KRAlphaExplicit", rho[i], omega[k], 3, b);
			evidence("kr-poles", fmax(fmax(fabs(b[2] - c[2]), fabs(b[1] + c[1])), fabs(b[0] - c[0])));
			assert_near(b[2], c[2], 1e-7);
			assert_near(b[1], -c[1], 1e-7);
			assert_near(b[0], c[0], 1e-7);
		}
}

/* Kolay & Ricles 2019, doi:10.1080/13632469.2017.1326423: the modified method goes to its radius, too. */
static void mkr_alpha_goes_to_its_radius(void **state)
{
	static const double rho[] = {0.25, 0.5, 0.8};
	(void)state;
	for (size_t i = 0; i < COUNT(rho); i++) {
		char words[32];
		double b[3], c[3], largest = 0.0;
		double complex x[3];
		snprintf(words, sizeof(words), "%g", rho[i]);
		recurrence("MKRAlpha", words, 300.0, 3, b);
		c[2] = b[2];
		c[1] = -b[1];
		c[0] = b[0];
		roots(c, x);
		for (int k = 0; k < 3; k++)
			largest = larger(largest, cabs(x[k]));
		evidence("mkr-infinity", largest);
		assert_near(largest, rho[i], 1e-3);
	}
}

/* --- collocation --------------------------------------------------------------------------------- */

/* Hilber & Hughes 1978, doi:10.1002/eqe.4290060111, table of optimal pairs; between them OpenSees 3.8 takes 0.1925931 at 1.2 and
 * 0.1730215 at 1.35 (fitted to the histories of differential/integrator/collocation). */
static void collocation_takes_the_optimal_beta(void **state)
{
	static const struct { double theta, beta; } rows[] = {{1.0, 0.25}, {1.159772, 0.20}, {1.381914, 0.17}, {1.2, 0.1925931}, {1.35, 0.1730215}};
	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		char one[64], three[64];
		double a[3][3], b[3][3];
		snprintf(one, sizeof(one), "%.17g", rows[i].theta);
		snprintf(three, sizeof(three), "%.17g %.17g 0.5", rows[i].theta, rows[i].beta);
		amplification("Collocation", one, 1.0, a);
		amplification("Collocation", three, 1.0, b);
		for (int k = 0; k < 9; k++)
			assert_near(a[k / 3][k % 3], b[k / 3][k % 3], 2e-6);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(average_acceleration_gives_chopra_table),
		cmocka_unit_test(central_difference_gives_chopra_table),
		cmocka_unit_test(elastoplastic_oscillator_gives_chopra_table),
		cmocka_unit_test(alpha_method_has_published_period_error_and_damping),
		cmocka_unit_test(alpha_method_has_its_radius_at_infinity),
		cmocka_unit_test(cr_and_chang_2002_have_the_poles_of_average_acceleration),
		cmocka_unit_test(kr_alpha_has_the_poles_of_generalized_alpha),
		cmocka_unit_test(mkr_alpha_goes_to_its_radius),
		cmocka_unit_test(collocation_takes_the_optimal_beta),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
