/* Dorka's sub-steps: numbers of validation.md, item 9, limits and refusals.
 *
 * The model behind the numbers: m = 1, k_n = (2 pi)^2 with 5 % of critical damping, p = sin 2t from rest, dt = 0.02, 40 s; the error is the
 * largest difference to the exact solution of the undivided structure (k_n + k_s), over the largest displacement. With many
 * sub-steps the rest of it, 3.0e-3, is that of Newmark's method with this dt. */
#include "specimen.h"
#include "verify/verify.h"

enum { STEPS = 2000 };

static const double DT = 0.02, PI = 3.14159265358979323846;

struct oscillator {
	struct stage s;
	struct specimen_log log;
	double k, c, ks;
};

static void oscillator_begin(struct oscillator *o, double ks)
{
	o->k = 4.0 * PI * PI;
	o->c = 2.0 * 0.05 * 2.0 * PI;
	o->ks = ks;
	o->log = (struct specimen_log){.k = ks, .dy = 1e9};
	stage_begin(&o->s);
	stage_eval(&o->s, "model basic -ndm 1 -ndf 1; node 1 0.0; fix 1 1; node 2 0.0 -mass 1.0; uniaxialMaterial Elastic 1 %.17g", o->k);
	stage_eval(&o->s, "element zeroLength 1 1 2 -mat 1 -dir 1; region 1 -node 2 -rayleigh %.17g 0.0 0.0 0.0", o->c);
	specimen_add(&o->s.script.model, 2, 1, 2, &o->log);
	stage_eval(&o->s, "timeSeries Sine 1 0.0 1e9 %.17g; pattern Plain 1 1 {load 2 1.0}", PI);
	stage_eval(&o->s, "constraints Plain; numberer Plain; system BandGeneral; algorithm Linear");
}

/* From rest: m u'' + c u' + k u = sin 2t. */
static double exact(const struct oscillator *o, double t)
{
	double k = o->k + o->ks, w = 2.0, stiff = k - w * w, loss = o->c * w, det = stiff * stiff + loss * loss;
	double s = stiff / det, q = -loss / det, decay = 0.5 * o->c, wd = sqrt(k - decay * decay), b = (decay * -q - s * w) / wd;
	return s * sin(w * t) + q * cos(w * t) + exp(-decay * t) * (-q * cos(wd * t) + b * sin(wd * t));
}

/* Largest error over largest displacement; the displacements, and the rms of the force that equilibrium lacks, where asked for. */
static double oscillator_run(struct oscillator *o, const char *integrator, double *ret_u, double *ret_rms)
{
	double most = 0.0, error = 0.0, sum = 0.0;
	stage_eval(&o->s, "integrator %s; analysis Transient", integrator);
	for (int i = 1; i <= STEPS; i++) {
		assert_int_equal((int)stage_real(&o->s, "analyze 1 %.17g", DT), 0);
		double u = stage_real(&o->s, "nodeDisp 2 1"), v = stage_real(&o->s, "nodeVel 2 1"), a = stage_real(&o->s, "nodeAccel 2 1");
		double e = a + o->c * v + o->k * u - sin(2.0 * DT * i) + o->log.force;
		most = fmax(most, fabs(exact(o, DT * i)));
		error = fmax(error, fabs(u - exact(o, DT * i)));
		sum += e * e;
		if (ret_u)
			ret_u[i - 1] = u;
	}
	if (ret_rms)
		*ret_rms = sqrt(sum / STEPS);
	stage_end(&o->s);
	return error / most;
}

static void error_falls_with_the_number_of_sub_steps(void **unused)
{
	static const struct { int k; double error; } row[] = {{4, 7.9e-3}, {10, 4.4e-3}, {50, 3.2e-3}};
	(void)unused;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct oscillator o;
		char method[64];
		snprintf(method, sizeof(method), "Dorka 0.25 0.5 -substeps %d -P 0", row[i].k);
		oscillator_begin(&o, 0.2 * 4.0 * PI * PI);
		assert_near(oscillator_run(&o, method, NULL, NULL), row[i].error, 5e-5);
		assert_int_equal(o.log.commands, row[i].k * STEPS);
	}
}

static void error_force_halves_what_is_left(void **unused)
{
	static const struct { const char *p; double error, digit, rms; } row[] = {
		{"0", 0.033, 5e-4, 3.83e-3}, {"0.95", 0.017, 5e-4, 1.96e-3}, {"-0.95", 0.26, 5e-3, 0.0},
	};
	(void)unused;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct oscillator o;
		char method[64];
		double rms;
		snprintf(method, sizeof(method), "Dorka 0.25 0.5 -substeps 4 -P %s", row[i].p);
		oscillator_begin(&o, 4.0 * PI * PI);
		assert_near(oscillator_run(&o, method, NULL, &rms), row[i].error, row[i].digit);
		if (row[i].rms > 0.0)
			assert_near(rms, row[i].rms, 5e-6);
	}
}

/* The largest distance of two histories over the largest of the second. */
static double distance(int n, const double *a, const double *b)
{
	double most = 0.0, off = 0.0;
	for (int i = 0; i < n; i++) {
		most = fmax(most, fabs(b[i]));
		off = fmax(off, fabs(a[i] - b[i]));
	}
	return off / most;
}

/* The undivided structure by Newmark's method. */
static void whole_run(double ks, double *ret_u)
{
	struct oscillator o;
	oscillator_begin(&o, ks);
	stage_eval(&o.s, "remove element 2; uniaxialMaterial Elastic 2 %.17g; element zeroLength 2 1 2 -mat 2 -dir 1", ks);
	oscillator_run(&o, "Newmark 0.5 0.25", ret_u, NULL);
}

static void many_sub_steps_approach_newmark_s_method(void **unused)
{
	static double whole[STEPS], u[STEPS];
	static const char *const p[] = {"0", "0.95"};
	double ks = 4.0 * PI * PI;
	(void)unused;
	whole_run(ks, whole);
	for (size_t j = 0; j < COUNT(p); j++) {
		double error[2];
		for (int i = 0; i < 2; i++) {
			struct oscillator o;
			char method[64];
			snprintf(method, sizeof(method), "Dorka 0.25 0.5 -substeps %d -P %s", 100 << i, p[j]);
			oscillator_begin(&o, ks);
			oscillator_run(&o, method, u, NULL);
			error[i] = distance(STEPS, u, whole);
		}
		print_message("P %s: order %.3f in 1/k, %.3g with 200\n", p[j], log2(error[0] / error[1]), error[1]);
		assert_near(log2(error[0] / error[1]), 1.0, 0.05);
		assert_true(error[1] < 1e-3);
	}
}

static void velocity_and_acceleration_control_follow_the_same_solution(void **unused)
{
	static const char *const control[] = {"displacement", "velocity", "acceleration"};
	(void)unused;
	for (size_t i = 0; i < COUNT(control); i++) {
		struct oscillator o;
		char method[100];
		for (int k = 4; k <= 400; k*= 10) {
		snprintf(method, sizeof(method), "Dorka 0.25 0.5 -substeps %d -P 0 -control %s", k, control[i]);
		oscillator_begin(&o, 0.2 * 4.0 * PI * PI);
		double error = oscillator_run(&o, method, NULL, NULL);
		print_message("%s control: %.4g %g\n", control[i], error, o.log.at);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(error_falls_with_the_number_of_sub_steps),
		cmocka_unit_test(error_force_halves_what_is_left),
		cmocka_unit_test(many_sub_steps_approach_newmark_s_method),
		cmocka_unit_test(velocity_and_acceleration_control_follow_the_same_solution),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
