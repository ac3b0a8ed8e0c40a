/* The Fast Hybrid Test on the two-storey frame of Jung 2006: numbers of validation.md, item 8, and what the method promises.
 *
 * Storeys are specimens that receive commands 2 ms late (two commands at the controller's rate of 1 ms). The record folder
 * (TANDEM_RECORDS or ../shared/records) is needed. */
#include "evidence.h"
#include "specimen.h"
#include "verify/verify.h"

#include <stdlib.h>
#include <unistd.h>

enum { STOREYS = 2, STEPS = 3110 };   /* 31.1 s of 10 ms */

struct storeys {
	struct stage s;
	struct specimen_log log[STOREYS];
};

/* Damping 5 % in both modes, El Centro scaled to 0.18 g. Without a law d_y is out of reach. */
static bool storeys_begin(struct storeys *f, double dy, double theta, int delay)
{
	static const double stiffness[STOREYS] = {3.678e6, 2.627e6};
	const char *folder = getenv("TANDEM_RECORDS");
	char path[2048];
	stage_begin(&f->s);
	snprintf(path, sizeof(path), "%s%s%s/elcentro-1940-ns.txt", folder ? "" : f->s.home, folder ? "" : "/", folder ? folder : "../shared/records");
	if (access(path, R_OK) != 0) {
		print_message("skipped: no %s\n", path);
		stage_end(&f->s);
		return false;
	}
	stage_eval(&f->s, "set f [open {%s}]; set acc {}", path);
	stage_eval(&f->s, "foreach line [split [read $f] \\n] {if {[string is double -strict $line]} {lappend acc $line}}; close $f");
	stage_eval(&f->s, "model basic -ndm 1 -ndf 1; node 1 0.0; fix 1 1");
	for (int i = 0; i < STOREYS; i++) {
		f->log[i] = (struct specimen_log){.k = stiffness[i], .dy = dy, .theta = theta, .delay = delay};
		stage_eval(&f->s, "node %d 0.0 -mass 35054.0", i + 2);
		specimen_add(&f->s.script.model, i + 1, i + 1, i + 2, &f->log[i]);
	}
	stage_eval(&f->s, "eigen -fullGenLapack 2; modalDamping 0.05");
	stage_eval(&f->s, "timeSeries Path 1 -dt 0.02 -values $acc -factor [expr {9.81*0.18/0.31882}]; pattern UniformExcitation 1 1 -accel 1");
	stage_eval(&f->s, "constraints Plain; numberer Plain; system BandGeneral; algorithm Linear");
	return true;
}

/* The same specimens in the program's virtual rig: 1 kHz, actuators that are 2 ms late. */
static void storeys_in_rig(struct storeys *f)
{
	stage_eval(&f->s, "expActuator Delay 1 0.002");
	for (int i = 1; i <= STOREYS; i++) {
		const struct specimen_log *l = &f->log[i - 1];
		stage_eval(&f->s, "remove element %d; uniaxialMaterial Bilinear %d %.17g %.17g %.17g; expSpecimen Material %d %d", i, i, l->k, l->dy, l->theta, i, i);
		stage_eval(&f->s, "expControl VirtualRig %d -rate 1000 -channel %d -actuator 1; expSetup OneActuator %d -control %d 1 -sizeTrialOut 1 1", i, i, i, i);
		stage_eval(&f->s, "expSite LocalSite %d %d; expElement twoNodeLink %d %d %d -dir 1 -site %d -initStif %.17g -noRayleigh", i, i, i, i, i + 1, i, l->k);
	}
	stage_eval(&f->s, "eigen -fullGenLapack 2; modalDamping 0.05");
}

/* Displacement of the top every 10 ms, `fine` steps in between. */
static void storeys_run(struct storeys *f, const char *integrator, int fine, double *ret_top)
{
	stage_eval(&f->s, "integrator %s; analysis Transient", integrator);
	for (int i = 0; i < STEPS; i++) {
		assert_int_equal((int)stage_real(&f->s, "analyze %d %.17g", fine, 0.01 / fine), 0);
		ret_top[i] = stage_real(&f->s, "nodeDisp %d 1", STOREYS + 1);
	}
	stage_end(&f->s);
}

static double peak(const double *u)
{
	double most = 0.0;
	for (int i = 0; i < STEPS; i++)
		most = larger(most, fabs(u[i]));
	return most;
}

static double difference(const double *a, const double *b)
{
	double d[STEPS];
	for (int i = 0; i < STEPS; i++)
		d[i] = a[i] - b[i];
	return peak(d);
}

/* Errors of validation.md as shares of the peak: to half a unit of their last digit, of the frame that softens to a hundredth (6.345 % here). */
static const struct law { const char *name; double dy, theta, error, digit; } law[] = {
	{"linear", 1e9, 0.0, .0046, 5e-5}, {"hardening", 0.0127, 0.3, .0098, 5e-5}, {"softening", 0.0254, -0.3, .064, 6e-4},
};

static void errors_with_a_delay_of_2_ms_are_those_of_the_frame(void **unused)
{
	static double exact[STEPS], top[STEPS];
	struct storeys f;
	(void)unused;
	for (size_t i = 0; i < COUNT(law); i++) {
		if (!storeys_begin(&f, law[i].dy, law[i].theta, 0))
			skip();
		storeys_run(&f, "CentralDifference", 10, exact);
		assert_true(storeys_begin(&f, law[i].dy, law[i].theta, 2));
		storeys_run(&f, "FHT -0.25", 1, top);
		double error = difference(top, exact) / peak(exact);
		print_message("%s: %.3f %% of the peak\n", law[i].name, 100.0 * error);
		assert_near(error, law[i].error, law[i].digit);
		assert_int_equal(f.log[0].commands, 10 * STEPS);
		assert_near(f.log[0].instant, 0.01 * STEPS, 1e-9);
	}
}

static void a_linear_specimen_may_be_late(void **unused)
{
	static double prompt[STEPS], late[STEPS];
	static const char *const word[] = {"-0.25", "-0.25 -correction", "-0.25 -normalised", "-0.1 -iterations 3"};
	struct storeys f;
	(void)unused;
	for (size_t i = 0; i < COUNT(word); i++)
		for (int delay = 2; delay <= 9; delay += 7) {
			char method[64];
			snprintf(method, sizeof(method), "FHT %s", word[i]);
			if (!storeys_begin(&f, 1e9, 0.0, 0))
				skip();
			storeys_run(&f, method, 1, prompt);
			assert_true(storeys_begin(&f, 1e9, 0.0, delay));
			storeys_run(&f, method, 1, late);
			evidence("fht-late", difference(prompt, late) / peak(prompt));
			assert_near(difference(prompt, late) / peak(prompt), 0.0, 1e-12);
		}
}

static void the_virtual_rig_is_late_in_the_same_way(void **unused)
{
	static double one[STEPS], two[STEPS];
	struct storeys f;
	(void)unused;
	for (size_t i = 0; i < COUNT(law); i++) {
		if (!storeys_begin(&f, law[i].dy, law[i].theta, 2))
			skip();
		storeys_run(&f, "FHT -0.25", 1, one);
		assert_true(storeys_begin(&f, law[i].dy, law[i].theta, 0));
		storeys_in_rig(&f);
		storeys_run(&f, "FHT -0.25", 1, two);
		evidence("fht-in-rig", difference(one, two) / peak(one));
		assert_near(difference(one, two) / peak(one), 0.0, 1e-9);
	}
}

/* Storeys that soften without yielding, f = k (d - 100 d^3): their force does not depend on the way, so that the same specimens serve the
 * alpha-method with Newton's iteration, which goes back and forth. The load begins at zero, where both methods begin alike. */
static void smooth_run(const char *integrator, double *ret_top)
{
	struct storeys f;
	assert_true(storeys_begin(&f, 1e9, 0.0, 0));
	for (int i = 0; i < STOREYS; i++)
		f.log[i].cubic = 100.0;
	stage_eval(&f.s, "remove loadPattern 1; timeSeries Path 2 -dt 0.02 -values [linsert $acc 0 0.0] -factor [expr {9.81*0.18/0.31882}]");
	stage_eval(&f.s, "pattern UniformExcitation 2 1 -accel 2");
	stage_eval(&f.s, "%s", strncmp(integrator, "HHT", 3) ? "" : "algorithm ModifiedNewton -initial; test NormDispIncr 1e-14 200");
	storeys_run(&f, integrator, 1, ret_top);
}

/* Error against the monolithic answer with n and 2 n iterations: observed order in 1/n. */
static double rate(const char *option, int n, const double *whole, double *ret_error)
{
	static double top[STEPS];
	double error[2];
	for (int i = 0; i < 2; i++) {
		char method[64];
		snprintf(method, sizeof(method), "FHT -0.25 -iterations %d %s", n << i, option);
		smooth_run(method, top);
		error[i] = difference(top, whole) / peak(whole);
	}
	*ret_error = error[1];
	return log2(error[0] / error[1]);
}

static void more_iterations_approach_the_alpha_method(void **unused)
{
	static double whole[STEPS];
	/* the force is one iteration old; -correction leaves what that does to one step's displacement, (dt omega)^2 of it */
	static const struct { const char *option; double most; } row[] = {{"", 5e-4}, {"-normalised", 5e-4}, {"-correction", 5e-7}};
	struct storeys f;
	(void)unused;
	if (!storeys_begin(&f, 1.0, 0.0, 0))
		skip();
	stage_end(&f.s);
	smooth_run("HHT_TP 0.75", whole);
	for (size_t i = 0; i < COUNT(row); i++) {
		double error, order = rate(row[i].option, 40, whole, &error);
		print_message("FHT %s: order %.3f in 1/n, %.3g of the peak away with 80 iterations\n", row[i].option, order, error);
		assert_near(order, 1.0, 0.02);
		assert_true(error < row[i].most);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errors_with_a_delay_of_2_ms_are_those_of_the_frame),
		cmocka_unit_test(a_linear_specimen_may_be_late),
		cmocka_unit_test(the_virtual_rig_is_late_in_the_same_way),
		cmocka_unit_test(more_iterations_approach_the_alpha_method),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
