/* A full mass matrix on an experimental element: every term of it acts, with its right sign, in inertia and in the load of a shaken ground.
 * Second method: Newmark's average acceleration on the 3 x 3 matrices, written out here. */
#include "test.h"

#include "verify/verify.h"

enum { N = 3, STEPS = 100 };

/* Coordinates: ux of node 1, ux and rz of node 2. Springs 6, 7, 400 to the ground, 5 between the nodes; masses of nodes 0.03, 0.03, 2. */
static const double element_mass[N][N] = {{0.01, 0.002, 0.0}, {0.002, 0.012, 0.05}, {0.0, 0.05, 1.0}};
static const double node_mass[N] = {0.03, 0.03, 2.0};
static const double stiffness[N][N] = {{6.0 + 5.0, -5.0, 0.0}, {-5.0, 7.0 + 5.0, 0.0}, {0.0, 0.0, 400.0}};
static const double iota[N] = {1.0, 1.0, 0.0};

static const char script[] =
	"model basic -ndm 2 -ndf 3\n"
	"node 1 0 0; node 2 80 0; fix 1 0 1 1; fix 2 0 1 0\n"
	"mass 1 0.03 0 0; mass 2 0.03 0 2.0\n"
	"uniaxialMaterial Elastic 1 6.0; uniaxialMaterial Elastic 2 7.0; uniaxialMaterial Elastic 3 400.0; uniaxialMaterial Elastic 9 400.0\n"
	"expControl SimUniaxialMaterials 1 1 2 3\n"
	"expSetup NoTransformation 1 -control 1 -dof 1 2 3 -sizeTrialOut 3 3\n"
	"expSite LocalSite 1 1\n"
	"expElement generic 1 -node 1 2 -dof 1 -dof 1 3 -site 1 -initStif 6 0 0 0 7 0 0 0 400"
	" -mass 0.01 0.002 0 0.002 0.012 0.05 0 0.05 1.0\n"
	"element truss 2 1 2 1.0 9\n"
	"timeSeries Trig 1 0.0 10.0 0.7 -factor 120.0\n"
	"pattern UniformExcitation 1 1 -accel 1\n"
	"constraints Plain; numberer Plain; system BandGeneral; test NormDispIncr 1e-13 20; algorithm Newton\n"
	"integrator Newmark 0.5 0.25; analysis Transient\n";

/* x := a^-1 x by elimination; a is overwritten. */
static void solve(double a[N][N], double *x)
{
	for (int k = 0; k < N; k++)
		for (int i = k + 1; i < N; i++) {
			double f = a[i][k] / a[k][k];

			for (int j = k; j < N; j++)
				a[i][j] -= f * a[k][j];
			x[i] -= f * x[k];
		}
	for (int k = N - 1; k >= 0; k--) {
		for (int j = k + 1; j < N; j++)
			x[k] -= a[k][j] * x[j];
		x[k] /= a[k][k];
	}
}

/* One step of dt to time t; the ground accelerates by 120 sin(2 pi t / 0.7). */
static void step(double dt, double t, double *u, double *v, double *acc)
{
	double ground = 120.0 * sin(2.0 * acos(-1.0) * t / 0.7), e[N][N], r[N], next[N];

	for (int i = 0; i < N; i++) {
		r[i] = 0.0;
		for (int j = 0; j < N; j++) {
			double m = element_mass[i][j] + (i == j ? node_mass[i] : 0.0);

			e[i][j] = stiffness[i][j] + 4.0 / (dt * dt) * m;
			r[i] += m * (4.0 / (dt * dt) * u[j] + 4.0 / dt * v[j] + acc[j] - iota[j] * ground);
		}
	}
	memcpy(next, r, sizeof(next));
	solve(e, next);
	for (int i = 0; i < N; i++) {
		double a = 4.0 / (dt * dt) * (next[i] - u[i]) - 4.0 / dt * v[i] - acc[i];

		v[i] += 0.5 * dt * (acc[i] + a);
		acc[i] = a;
		u[i] = next[i];
	}
}

static void every_term_of_a_full_mass_matrix_acts(void **unused)
{
	static const char *const ask[N] = {"nodeDisp 1 1", "nodeDisp 2 1", "nodeDisp 2 3"};
	double u[N] = {0}, v[N] = {0}, a[N] = {0}, peak[N] = {0}, worst[N] = {0};
	struct stage s;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "%s", script);
	for (int k = 1; k <= STEPS; k++) {
		stage_eval(&s, "if {[analyze 1 0.01] != 0} {error {a step failed}}");
		step(0.01, 0.01 * k, u, v, a);
		for (int i = 0; i < N; i++) {
			peak[i] = larger(peak[i], fabs(u[i]));
			worst[i] = larger(worst[i], fabs(stage_real(&s, "%s", ask[i]) - u[i]));
		}
	}
	for (int i = 0; i < N; i++)
		assert_true(peak[i] > 0.0 && worst[i] <= 1e-9 * peak[i]);
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_term_of_a_full_mass_matrix_acts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
