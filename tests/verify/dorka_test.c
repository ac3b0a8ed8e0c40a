/* Dorka's sub-steps: numbers of validation.md, item 9, limits and refusals.
 *
 * The model behind the numbers: m = 1, k_n = (2 pi)^2 with 5 % of critical damping, p = sin 2t from rest, dt = 0.02, 40 s; the error is the
 * largest difference to the exact solution of the undivided structure (k_n + k_s), over the largest displacement. With many
 * sub-steps the rest of it, 3.0e-3, is that of Newmark's method with this dt. Against Newmark's own solution, of which item 9 speaks, the errors are
 * 7.0e-3, 2.8e-3 and 5.5e-4 and go to zero with 1/k. */
#include "evidence.h"
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
		most = larger(most, fabs(exact(o, DT * i)));
		error = larger(error, fabs(u - exact(o, DT * i)));
		sum += e * e;
		if (ret_u)
			ret_u[i - 1] = u;
	}
	if (ret_rms)
		*ret_rms = sqrt(sum / STEPS);
	stage_end(&o->s);
	return error / most;
}

/* The largest distance of two histories over the largest of the second. */
static double distance(int n, const double *a, const double *b)
{
	double most = 0.0, off = 0.0;
	for (int i = 0; i < n; i++) {
		most = larger(most, fabs(b[i]));
		off = larger(off, fabs(a[i] - b[i]));
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

static void error_falls_with_the_number_of_sub_steps(void **unused)
{
	static double whole[STEPS], u[STEPS];
	static const struct { int k; double error; } row[] = {{4, 7.9e-3}, {10, 4.4e-3}, {50, 3.2e-3}};
	(void)unused;
	whole_run(0.2 * 4.0 * PI * PI, whole);
	for (size_t i = 0; i < COUNT(row); i++) {
		struct oscillator o;
		char method[64];
		snprintf(method, sizeof(method), "Dorka 0.25 0.5 -substeps %d -P 0", row[i].k);
		oscillator_begin(&o, 0.2 * 4.0 * PI * PI);
		double error = oscillator_run(&o, method, u, NULL);
		evidence("dorka-against-newmark", distance(STEPS, u, whole));
		assert_true(distance(STEPS, u, whole) < row[i].error);
		evidence("dorka-substeps", error);
		assert_near(error, row[i].error, 5e-5);
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
		double error = oscillator_run(&o, method, NULL, &rms);
		evidence("dorka-error-force", error);
		assert_near(error, row[i].error, row[i].digit);
		if (row[i].rms > 0.0) {
			evidence("dorka-error-rms", rms);
			assert_near(rms, row[i].rms, 5e-6);
		}
	}
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
	static double u[COUNT(control)][STEPS];
	(void)unused;
	for (size_t i = 0; i < COUNT(control); i++) {
		struct oscillator o;
		char method[100];
		snprintf(method, sizeof(method), "Dorka 0.25 0.5 -P 0 -control %s -substeps 40", control[i]);
		oscillator_begin(&o, 0.2 * 4.0 * PI * PI);
		assert_near(oscillator_run(&o, method, u[i], NULL), 3.2e-3, 5e-5);
		assert_near(o.log.at, u[i][STEPS - 1], 1e-6);
		/* not the same numbers: what is integrated goes its own way between the steps */
		assert_true(i == 0 || distance(STEPS, u[i], u[0]) > 1e-6);
	}
}

/* What is sent: the command of the last sub-step is the motion at the end of the step, in all three. */
static void displacement_velocity_and_acceleration_are_sent_together(void **unused)
{
	struct oscillator o;
	(void)unused;
	oscillator_begin(&o, 4.0 * PI * PI);
	stage_eval(&o.s, "integrator Dorka 0.25 0.5 -substeps 5; analysis Transient; analyze 123 0.02");
	assert_near(o.log.at, stage_real(&o.s, "nodeDisp 2 1"), 1e-15);
	assert_near(o.log.speed, stage_real(&o.s, "nodeVel 2 1"), 1e-14);
	assert_near(o.log.accel, stage_real(&o.s, "nodeAccel 2 1"), 1e-12);
	assert_near(o.log.instant, 123 * 0.02, 1e-12);
	stage_end(&o.s);
}

static void single_precision_is_seven_digits_and_no_more(void **unused)
{
	static double u[2][STEPS];
	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct oscillator o;
		oscillator_begin(&o, 4.0 * PI * PI);
		oscillator_run(&o, i ? "Dorka 0.25 0.5 -substeps 8 -single" : "Dorka 0.25 0.5 -substeps 8", u[i], NULL);
	}
	double off = distance(STEPS, u[1], u[0]);
	print_message("single precision: %.3g of the peak\n", off);
	assert_true(off > 1e-9 && off < 1e-5);
}

/* A new step size, a new gain: nothing is left of the old one. */
static void steps_of_other_sizes_go_on(void **unused)
{
	struct oscillator o;
	double t = 0.0, error = 0.0, most = 0.0;
	(void)unused;
	oscillator_begin(&o, 0.2 * 4.0 * PI * PI);
	stage_eval(&o.s, "integrator Dorka 0.25 0.5 -substeps 50; analysis Transient");
	for (int i = 0; i < 1500; i++) {
		double dt = i % 7 < 3 ? 0.02 : 0.01;
		assert_int_equal((int)stage_real(&o.s, "analyze 1 %.17g", dt), 0);
		t += dt;
		error = larger(error, fabs(stage_real(&o.s, "nodeDisp 2 1") - exact(&o, t)));
		most = larger(most, fabs(exact(&o, t)));
	}
	assert_true(error < 3.2e-3 * most);
	stage_end(&o.s);
}

/* --- many degrees of freedom --------------------------------------------------------------------- */

enum { FLOORS = 3, SPECIMENS = 2, SHORT = 400 };

/* Three storeys. Storey 2 is linear and numerical, storey 3 yields and is numerical (f_r); two specimens, on storey 1 and from the ground
 * to floor 3, share no node but act on coupled unknowns. With support the ground moves, otherwise floor 3 is pushed. */
static void floors_begin(struct stage *s, struct specimen_log *log, bool support)
{
	static const struct { int from, to; } place[SPECIMENS] = {{1, 2}, {1, 4}};
	stage_begin(s);
	stage_eval(s, "model basic -ndm 1 -ndf 1; node 1 0.0");
	for (int i = 2; i <= FLOORS + 1; i++)
		stage_eval(s, "node %d 0.0 -mass 1.0", i);
	stage_eval(s, "uniaxialMaterial Elastic 1 300.0; element zeroLength 1 2 3 -mat 1 -dir 1");
	stage_eval(s, "uniaxialMaterial Steel01 2 3.0 200.0 0.05; element zeroLength 2 3 4 -mat 2 -dir 1; rayleigh 0.3 0.0 0.001 0.0");
	for (int i = 0; i < SPECIMENS; i++) {
		log[i] = (struct specimen_log){.k = 150.0, .dy = 0.03, .theta = 0.1};
		specimen_add(&s->script.model, 11 + i, place[i].from, place[i].to, &log[i]);
	}
	stage_eval(s, "constraints %s; numberer Plain; system BandGeneral; algorithm Linear", support ? "Transformation" : "Plain");
	if (!support) {
		stage_eval(s, "fix 1 1; timeSeries Sine 1 0.0 1e9 1.3; pattern Plain 1 1 {load 4 7.0}");
		return;
	}
	stage_eval(s, "timeSeries Sine 1 0.0 1e9 1.3 -factor 0.08; timeSeries Sine 2 0.0 1e9 1.3 -factor %.17g -shift %.17g", 0.08 * 2.0 * PI / 1.3, 0.5 * PI);
	stage_eval(s, "pattern MultipleSupport 1 {groundMotion 1 Plain -disp 1 -vel 2; imposedMotion 1 1 1}");
}

static void floors_run(struct stage *s, const char *integrator, double *ret_u)
{
	stage_eval(s, "integrator %s; analysis Transient", integrator);
	for (int i = 0; i < SHORT; i++) {
		assert_int_equal((int)stage_real(s, "analyze 1 0.01"), 0);
		ret_u[i] = stage_real(s, "nodeDisp 4 1");
	}
	stage_end(s);
}

/* Specimens as elements, Newmark's method with Newton's iteration. */
static void floors_whole(bool support, double *ret_u)
{
	struct stage s;
	struct specimen_log log[SPECIMENS];
	floors_begin(&s, log, support);
	stage_eval(&s, "remove element 11; remove element 12; uniaxialMaterial Bilinear 3 150.0 0.03 0.1");
	stage_eval(&s, "element zeroLength 11 1 2 -mat 3 -dir 1; element zeroLength 12 1 4 -mat 3 -dir 1");
	stage_eval(&s, "algorithm ModifiedNewton -initial; test NormDispIncr 1e-13 200");
	floors_run(&s, "Newmark 0.5 0.25", ret_u);
}

static void several_specimens_and_yielding_elements_go_together(void **unused)
{
	static double whole[SHORT], u[SHORT];
	(void)unused;
	for (int support = 0; support < 2; support++) {
		double error[2];
		floors_whole(support, whole);
		for (int i = 0; i < 2; i++) {
			struct stage s;
			struct specimen_log log[SPECIMENS];
			char method[64];
			snprintf(method, sizeof(method), "Dorka 0.25 0.5 -substeps %d -P 0", 50 << i);
			floors_begin(&s, log, support);
			floors_run(&s, method, u);
			error[i] = distance(SHORT, u, whole);
			assert_true(fabs(log[0].plastic) > 1e-3 && fabs(log[1].plastic) > 1e-3);
		}
		print_message("support %d: order %.3f in 1/k, %.3g with 100\n", support, log2(error[0] / error[1]), error[1]);
		assert_near(log2(error[0] / error[1]), 1.0, 0.15);
		assert_true(error[1] < 5e-3);
	}
}

/* A chain of a hundred masses on linear springs, a specimen beside every spring: a hundred coupled unknowns. */
static void a_hundred_specimens_are_as_good_as_one(void **unused)
{
	enum { MANY = 100 };
	static struct specimen_log log[MANY];
	static double u[2][SHORT];
	(void)unused;
	for (int hybrid = 0; hybrid < 2; hybrid++) {
		struct stage s;
		stage_begin(&s);
		stage_eval(&s, "model basic -ndm 1 -ndf 1; node 1 0.0; fix 1 1; uniaxialMaterial Elastic 1 4000.0; uniaxialMaterial Elastic 2 400.0");
		for (int i = 1; i <= MANY; i++) {
			stage_eval(&s, "node %d 0.0 -mass 1.0; element zeroLength %d %d %d -mat 1 -dir 1", i + 1, i, i, i + 1);
			log[i - 1] = (struct specimen_log){.k = 400.0, .dy = 1e9};
			if (hybrid)
				specimen_add(&s.script.model, MANY + i, i, i + 1, &log[i - 1]);
			else
				stage_eval(&s, "element zeroLength %d %d %d -mat 2 -dir 1", MANY + i, i, i + 1);
		}
		stage_eval(&s, "rayleigh 0.3 0.0 0.0 0.0; timeSeries Sine 1 0.0 1e9 1.1; pattern Plain 1 1 {load 4 1.0}");
		stage_eval(&s, "constraints Plain; numberer Plain; system BandGeneral; algorithm Linear");
		floors_run(&s, hybrid ? "Dorka 0.25 0.5 -substeps 20" : "Newmark 0.5 0.25", u[hybrid]);
	}
	print_message("a hundred specimens: %.3g of the peak\n", distance(SHORT, u[1], u[0]));
	assert_true(distance(SHORT, u[1], u[0]) < 3e-3);
	assert_int_equal(log[0].commands, 20 * SHORT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(error_falls_with_the_number_of_sub_steps),
		cmocka_unit_test(error_force_halves_what_is_left),
		cmocka_unit_test(many_sub_steps_approach_newmark_s_method),
		cmocka_unit_test(velocity_and_acceleration_control_follow_the_same_solution),
		cmocka_unit_test(displacement_velocity_and_acceleration_are_sent_together),
		cmocka_unit_test(single_precision_is_seven_digits_and_no_more),
		cmocka_unit_test(steps_of_other_sizes_go_on),
		cmocka_unit_test(several_specimens_and_yielding_elements_go_together),
		cmocka_unit_test(a_hundred_specimens_are_as_good_as_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
