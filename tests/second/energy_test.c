/* Energies against each other: those of monitors, those of the exact motion, those that can be added up from recorded files, and what a specimen has stored and
 * lost by its own law.
 *
 * Exact: two masses and two springs under a load of straight lines (expm.h); kinetic 1/2 v'Mv, strain 1/2 u'Ku, viscous and input by Simpson's rule on a fine
 * grid of exact motions; they add up by themselves. The monitor's energies go there with the step, whatever the method: at least with the first order, which
 * is that of accelerations at the ends of steps, and so do their errors of balance, which are the algorithm's.
 */
#include "test.h"

#include "analysis/integrator.h"
#include "base/base.h"
#include "second/expm.h"
#include "verify/verify.h"

enum { POINTS = 11, FINE = 40 };
static const double H = 0.1;

static double load(int i)
{
	static const double value[POINTS] = {0.0, 1.0, 2.5, 2.0, -1.0, -2.0, -0.5, 0.8, 0.9, -0.3, 1.2};

	return value[i];
}

/* Masses 1 and 0.5, springs 40 and 30, C = 0.4 M, the load on the second. */
static const struct linear_structure STRUCTURE = {.n = 2, .m = {1.0, 0.5}, .c = {{0.4, 0.0}, {0.0, 0.2}}, .k = {{70.0, -30.0}, {-30.0, 30.0}}, .b = {0.0, 1.0}};

enum { KINETIC, VISCOUS, STRAIN, INPUT, ENERGIES };
static const char *const COLUMN[ENERGIES] = {"kinetic", "viscous", "numerical", "input"};

static void exact_energies(bool damped, double ret_e[ENERGIES])
{
	enum { N = (POINTS - 1) * FINE + 1 };
	static struct motion x[N];
	static double f[N];
	struct linear_structure s = STRUCTURE;
	const struct motion *last = &x[N - 1];

	if (!damped)
		memset(s.c, 0, sizeof(s.c));
	for (int i = 0; i < N; i++)
		f[i] = i == N - 1 ? load(POINTS - 1) : load(i / FINE) + (load(i / FINE + 1) - load(i / FINE)) * (i % FINE) / FINE;
	linear_motion(&s, H / FINE, N, f, x);
	memset(ret_e, 0, ENERGIES * sizeof(double));
	for (int i = 0; i < N; i++) {
		double weight = H / FINE / 3.0 * (i == 0 || i == N - 1 ? 1.0 : i % 2 ? 4.0 : 2.0);

		ret_e[INPUT] += weight * f[i] * x[i].v[1];
		for (int k = 0; k < 2; k++)
			ret_e[VISCOUS] += weight * s.c[k][k] * x[i].v[k] * x[i].v[k];
	}
	for (int k = 0; k < 2; k++) {
		ret_e[KINETIC] += 0.5 * s.m[k] * last->v[k] * last->v[k];
		for (int j = 0; j < 2; j++)
			ret_e[STRAIN] += 0.5 * last->u[k] * s.k[k][j] * last->u[j];
	}
}

static void exact_energies_add_up(void **state)
{
	double e[ENERGIES];

	(void)state;
	for (int damped = 0; damped < 2; damped++) {
		exact_energies(damped, e);
		assert_near(e[KINETIC] + e[VISCOUS] + e[STRAIN], e[INPUT], 1e-7 * e[INPUT]);
	}
}

static void begin(struct stage *s, const char *first)
{
	stage_begin(s);
	stage_eval(s, "model basic -ndm 1 -ndf 1; node 1 0; fix 1 1; node 2 0 -mass 1.0; node 3 0 -mass 0.5; uniaxialMaterial Elastic 2 30.0; %s", first);
	stage_eval(s, "element zeroLength 2 2 3 -mat 2 -dir 1; set values {}");
	for (int i = 0; i < POINTS; i++)
		stage_eval(s, "lappend values %.17g", load(i));
	stage_eval(s, "lappend values 0; timeSeries Path 1 -dt %.17g -values $values; pattern Plain 1 1 {load 3 1.0}", H);
	stage_eval(s, "constraints Plain; numberer Plain; system BandGeneral; engine dense; analysis Transient; monitor Energy 1");
}

static void method(struct stage *s, const struct integrator_ops *ops)
{
	stage_eval(s, "rayleigh %g 0 0 0; test %s; algorithm %s; integrator %s %.*s", ops->claims.undamped ? 0.0 : 0.4,
	           ops->limit ? "FixedNumIter 6" : "NormDispIncr 1e-13 400", ops->claims.linear_only ? "Linear" : "Newton", ops->name,
	           (int)strcspn(ops->example, "|"), ops->example);
}

/* Largest error of the four energies over the input. */
static double error_of(const struct integrator_ops *ops, int steps, const double *right)
{
	double off = 0.0;
	struct stage s;

	begin(&s, "uniaxialMaterial Elastic 1 40.0; element zeroLength 1 1 2 -mat 1 -dir 1");
	method(&s, ops);
	stage_eval(&s, "if {[analyze %d %.17g]} {error {a step failed}}", steps * (POINTS - 1), H / steps);
	for (int k = 0; k < ENERGIES; k++)
		off = larger(off, fabs(stage_real(&s, "monitor value 1 %s", COLUMN[k]) - right[k]));
	stage_end(&s);
	return off / right[INPUT];
}

static void energies_of_every_method_go_to_those_of_the_exact_motion(void **state)
{
	int wrong = 0;

	(void)state;
	for (int row = 0; integrator_table[row]; row++) {
		const struct integrator_ops *ops = integrator_table[row];
		double right[ENERGIES], coarse, fine;

		if (ops->kind != INTEGRATOR_TRANSIENT)
			continue;
		exact_energies(!ops->claims.undamped, right);
		coarse = error_of(ops, 40, right);
		fine = error_of(ops, 80, right);
		if (log2(coarse / fine) >= 0.9 && fine <= 0.1)
			continue;
		print_error("%s: energies err by %.2e and %.2e of the input, order %.2f\n", ops->name, coarse, fine, log2(coarse / fine));
		wrong++;
	}
	assert_int_equal(wrong, 0);
}

/* --- from recorded files ---------------------------------------------------------------------------- */

enum { ROWS = 400 };

/* Numbers of a recorded file, `columns` a row, the first row in x[1]: x[0] is rest. */
static void read_rows(const char *name, int columns, double *ret_x)
{
	FILE *f = fopen(name, "r");

	assert_non_null(f);
	memset(ret_x, 0, sizeof(double) * (size_t)columns);
	for (int i = 0; i < ROWS * columns; i++)
		assert_int_equal(fscanf(f, "%lf", &ret_x[columns + i]), 1);
	assert_int_equal(fscanf(f, "%*s"), EOF);
	fclose(f);
}

/* The first spring is a specimen that yields, behind an actuator that is a step late: it misses each increment. */
static void record_a_hybrid_test(struct stage *s)
{
	begin(s, "uniaxialMaterial ElasticPP 1 40.0 0.03; expSpecimen Material 1 1; expActuator Lag 1 1.0; expControl VirtualRig 1 -channel 1 -actuator 1;"
	         "expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1;"
	         "expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 40 -noRayleigh");
	stage_eval(s, "monitor HSEI 2 -uy 0.03 -k 40; monitor ThewaltRoman 3; monitor ActuatorEnergy 4 -control 1 -factor 2.5");
	stage_eval(s, "rayleigh 0.4 0 0 0; algorithm Linear; integrator NewmarkExplicit 0.5");
	stage_eval(s, "recorder Element -file c.out -precision 17 -ele 1 ctrlDisp; recorder Element -file m.out -precision 17 -ele 1 daqDisp");
	stage_eval(s, "recorder Element -file r.out -precision 17 -ele 1 daqForce; recorder Node -file u.out -precision 17 -node 2 3 -dof 1 disp");
	stage_eval(s, "recorder Node -file v.out -precision 17 -node 2 3 -dof 1 vel; recorder Node -file a.out -precision 17 -node 2 3 -dof 1 accel");
	stage_eval(s, "if {[analyze %d 0.0025]} {error {a step failed}}", ROWS);
}

/* Half the sum of both ends' forces on the way between. */
static double work(int columns, const double *force, const double *way, int from)
{
	double sum = 0.0;

	for (int i = 1; i <= ROWS; i++)
		sum += 0.5 * (force[i * columns + from] + force[(i - 1) * columns + from]) * (way[i * columns + from] - way[(i - 1) * columns + from]);
	return sum;
}

static double column(struct stage *s, int monitor, const char *name)
{
	return stage_real(s, "monitor value %d %s", monitor, name);
}

static void monitors_have_what_recorded_files_add_up_to(void **state)
{
	static double c[ROWS + 1], m[ROWS + 1], r[ROWS + 1], u[2 * (ROWS + 1)], v[2 * (ROWS + 1)], a[2 * (ROWS + 1)], f[2 * (ROWS + 1)], damp[2 * (ROWS + 1)];
	static double inertia[2 * (ROWS + 1)], late[ROWS + 1];
	double input, observed, specimen, tiny;
	struct stage s;

	(void)state;
	record_a_hybrid_test(&s);
	stage_eval(&s, "remove recorders");
	read_rows("c.out", 1, c), read_rows("m.out", 1, m), read_rows("r.out", 1, r);
	read_rows("u.out", 2, u), read_rows("v.out", 2, v), read_rows("a.out", 2, a);
	for (int i = 0; i <= ROWS; i++) {
		int point = i / 40;
		double part = (i - 40 * point) / 40.0;

		f[2 * i + 1] = point + 1 < POINTS ? load(point) + part * (load(point + 1) - load(point)) : load(POINTS - 1);
		late[i] = 40.0 * (m[i] - c[i]);
		for (int k = 0; k < 2; k++) {
			inertia[2 * i + k] = STRUCTURE.m[k] * a[2 * i + k];
			damp[2 * i + k] = STRUCTURE.c[k][k] * v[2 * i + k];
		}
	}
	input = work(2, f, u, 1);
	observed = work(1, r, c, 0);
	specimen = work(1, r, m, 0);
	tiny = 1e-12 * input;
	assert_near(column(&s, 1, "input"), input, tiny);
	assert_near(column(&s, 1, "observed"), observed, tiny);
	assert_near(column(&s, 1, "specimen"), specimen, tiny);
	assert_near(column(&s, 1, "error"), observed - specimen, tiny);
	assert_near(column(&s, 1, "kinetic"), work(2, inertia, u, 0) + work(2, inertia, u, 1), tiny);
	assert_near(column(&s, 1, "viscous"), work(2, damp, u, 0) + work(2, damp, u, 1), tiny);
	assert_near(column(&s, 2, "hseiS"), (observed - specimen) / (0.5 * 40.0 * 0.03 * 0.03), 1e-10);
	assert_near(column(&s, 2, "hseiI"), (observed - specimen) / (0.5 * 40.0 * 0.03 * 0.03 + input), 1e-10);
	assert_near(column(&s, 3, "error"), work(1, late, c, 0), tiny);
	assert_near(column(&s, 4, "observed1"), 2.5 * observed, 2.5 * tiny);
	assert_near(column(&s, 4, "specimen1"), 2.5 * specimen, 2.5 * tiny);
	assert_true(observed - specimen < -1e-3 * input);
	stage_end(&s);
}

/* What went into the specimen by the forces at its ends is what its own law has stored, r^2/2k, and lost, yield stress times plastic way. The trapezoidal rule
 * cuts corners: k d^2/8 at most each time that yielding begins or ends within an increment d. */
static void the_interface_sees_what_the_specimen_has_stored_and_lost(void **state)
{
	static double m[ROWS + 1], r[ROWS + 1];
	double plastic = 0.0, lost = 0.0, corners = 0.0, most = 0.0;
	struct stage s;

	(void)state;
	record_a_hybrid_test(&s);
	stage_eval(&s, "remove recorders");
	read_rows("m.out", 1, m), read_rows("r.out", 1, r);
	for (int i = 1; i <= ROWS; i++) {
		double slip = m[i] - plastic, held = fmin(fmax(slip, -0.03), 0.03), d = m[i] - m[i - 1];

		assert_near(r[i], 40.0 * held, 1e-12);
		lost += 40.0 * 0.03 * fabs(slip - held);
		plastic += slip - held;
		corners += slip != held && fabs(r[i - 1]) < 40.0 * 0.03 ? 40.0 * d * d / 8.0 : 0.0;
		most = larger(most, fabs(m[i]));
	}
	assert_true(most > 0.04 && lost > 0.01);
	assert_near(column(&s, 1, "specimen"), 0.5 * r[ROWS] * r[ROWS] / 40.0 + lost, corners + 1e-12);
	assert_true(corners < 0.02 * lost);
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exact_energies_add_up),
		cmocka_unit_test(energies_of_every_method_go_to_those_of_the_exact_motion),
		cmocka_unit_test(monitors_have_what_recorded_files_add_up_to),
		cmocka_unit_test(the_interface_sees_what_the_specimen_has_stored_and_lost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
