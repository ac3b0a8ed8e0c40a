/* Methods that iterate with a specimen: the loop of Thewalt & Mahin, Newton with a reduction factor (Shing, Vannan & Cater 1991), and the
 * momentum form. Each is held to the same structure without a specimen. Two masses: a linear spring from the ground, then a specimen;
 * the exact motion of these oscillators is not needed. */
#include "specimen.h"
#include "verify/verify.h"

enum { STEPS = 300 };

static const double DT = 0.02;

struct pair {
	struct stage s;
	struct specimen_log log;
};

/* The specimen stiffens without yielding (a cubic law), so that it may be asked again and again, or yields at 0.05. */
static void pair_begin(struct pair *p, bool yields)
{
	p->log = (struct specimen_log){.k = 80.0, .dy = yields ? 0.05 : 1e9, .theta = 0.1, .cubic = yields ? 0.0 : -2.0};
	stage_begin(&p->s);
	stage_eval(&p->s, "model basic -ndm 1 -ndf 1; node 1 0.0; fix 1 1; node 2 0.0 -mass 1.0; node 3 0.0 -mass 0.5");
	stage_eval(&p->s, "uniaxialMaterial Elastic 1 120.0; element zeroLength 1 1 2 -mat 1 -dir 1");
	specimen_add(&p->s.script.model, 2, 2, 3, &p->log);
	stage_eval(&p->s, "rayleigh 0.4 0.0 0.0 0.0; timeSeries Sine 1 0.0 1e9 0.9; pattern Plain 1 1 {load 3 3.0}");
	stage_eval(&p->s, "constraints Plain; numberer Plain; system BandGeneral; algorithm Linear -initial");
}

static void pair_run(struct pair *p, const char *integrator, double *ret_u)
{
	stage_eval(&p->s, "integrator %s; analysis Transient", integrator);
	for (int i = 0; i < STEPS; i++) {
		assert_int_equal((int)stage_real(&p->s, "analyze 1 %.17g", DT), 0);
		ret_u[i] = stage_real(&p->s, "nodeDisp 3 1");
	}
	stage_end(&p->s);
}

static double distance(const double *a, const double *b)
{
	double most = 0.0, off = 0.0;
	for (int i = 0; i < STEPS; i++) {
		most = larger(most, fabs(b[i]));
		off = larger(off, fabs(a[i] - b[i]));
	}
	return off / most;
}

static void newton_run(const char *integrator, const char *algorithm, int *ret_commands, double *ret_u)
{
	struct pair p;
	pair_begin(&p, false);
	stage_eval(&p.s, "algorithm %s; test NormDispIncr 1e-13 400", algorithm);
	pair_run(&p, integrator, ret_u);
	*ret_commands = p.log.commands;
}

/* --- Thewalt & Mahin ----------------------------------------------------------------------------- */

static void the_command_finds_the_force(void **unused)
{
	static double whole[STEPS], u[STEPS];
	double error[3];
	int commands;
	(void)unused;
	newton_run("HHT_TP 0.9", "Newton", &commands, whole);
	for (int i = 0; i < 3; i++) {
		struct pair p;
		char method[64];
		snprintf(method, sizeof(method), "ThewaltMahin -0.1 -chases %d -ramp 0.5", 4 << i);
		pair_begin(&p, false);
		pair_run(&p, method, u);
		error[i] = distance(u, whole);
		if (i < 2)   /* with 16 it stands still at last */
			assert_int_equal(p.log.commands, STEPS * (4 << i));
	}
	print_message("%.3g, %.3g, %.3g with 4, 8, 16 chases\n", error[0], error[1], error[2]);
	/* (1 + alpha) G K = 0.026: half of the chases are left to shrink the error by 77 each */
	assert_true(error[0] < 2e-6 && error[1] < 1e-9 && error[2] < 1e-12);
}

static void a_small_gain_only_takes_longer(void **unused)
{
	static double whole[STEPS], u[STEPS];
	struct pair p;
	int commands;
	(void)unused;
	newton_run("HHT_TP 0.9", "Newton", &commands, whole);
	pair_begin(&p, false);
	pair_run(&p, "ThewaltMahin -0.1 -chases 200 -gain 0.2", u);
	assert_true(distance(u, whole) < 1e-9);
}

/* --- Shing's reduction --------------------------------------------------------------------------- */

static void newton_with_reduction_finds_the_alpha_method(void **unused)
{
	static double whole[STEPS], u[STEPS];
	int commands, more;
	(void)unused;
	/* alpha = -0.1: weights 1, 0.9, beta = 1.1^2/4, gamma = 0.6 */
	newton_run("HHT_TP 0.9", "Newton", &commands, whole);
	newton_run("HHTHSIncrReduct_TP 1.0 0.9 0.3025 0.6 0.5", "ModifiedNewton -initial", &more, u);
	assert_true(distance(u, whole) < 1e-9);
	assert_true(more > 20 * STEPS);
	newton_run("HHT 0.9", "Newton", &commands, whole);
	newton_run("HHTHSIncrReduct 1.0 0.9 0.3025 0.6 0.5", "ModifiedNewton -initial", &more, u);
	assert_true(distance(u, whole) < 1e-9);
	newton_run("Newmark 0.5 0.25", "Newton", &commands, whole);
	newton_run("NewmarkHSIncrReduct 0.5 0.25 0.5", "ModifiedNewton -initial", &more, u);
	assert_true(distance(u, whole) < 1e-9);
}

/* What the factor is for: commands of a step come from one side, where without it a specimen that stiffens against the initial stiffness of
 * the matrix is loaded beyond the solution and back. */
static void reduced_increments_do_not_load_beyond_the_solution(void **unused)
{
	static const char *const factor[] = {"1.0", "0.5"};
	int back[2] = {0, 0};
	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct pair p;
		pair_begin(&p, false);
		p.log.cubic = -8.0;
		stage_eval(&p.s, "algorithm ModifiedNewton -initial; test NormDispIncr 1e-9 400");
		stage_eval(&p.s, "integrator NewmarkHSIncrReduct 0.5 0.25 %s; analysis Transient", factor[i]);
		for (int k = 0; k < STEPS; k++) {
			int before = p.log.commands;
			double start = p.log.sent[0];
			assert_int_equal((int)stage_real(&p.s, "analyze 1 0.1"), 0);
			int n = p.log.commands - before;
			n = n < SPECIMEN_DELAY_MAX ? n : SPECIMEN_DELAY_MAX;
			/* newest first: is any command farther from the start than the last? */
			for (int j = 1; j < n; j++)
				if (fabs(p.log.sent[j] - start) > fabs(p.log.sent[0] - start) + 1e-6) {
					back[i]++;
					break;
				}
		}
		stage_end(&p.s);
	}
	print_message("steps with a command beyond the solution: %d, reduced %d of %d\n", back[0], back[1], STEPS);
	assert_true(back[1] < back[0] / 4);
}

/* --- momentum ------------------------------------------------------------------------------------ */

static void the_momentum_form_goes_with_a_specimen(void **unused)
{
	static const char *const method[] = {"MomentumNewmarkExplicit", "MomentumOS"};
	static double u[STEPS], element[STEPS];
	(void)unused;
	for (size_t i = 0; i < COUNT(method); i++) {
		struct pair p;
		pair_begin(&p, true);
		pair_run(&p, method[i], u);
		/* at rest the first predictor is where the specimen stands */
		assert_int_equal(p.log.commands, STEPS - 1);
		assert_true(fabs(p.log.plastic) > 0.01);
		pair_begin(&p, true);
		stage_eval(&p.s, "remove element 2; uniaxialMaterial Bilinear 2 80.0 0.05 0.1; element zeroLength 2 2 3 -mat 2 -dir 1");
		pair_run(&p, method[i], element);
		assert_true(distance(u, element) < 1e-12);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_command_finds_the_force),
		cmocka_unit_test(a_small_gain_only_takes_longer),
		cmocka_unit_test(newton_with_reduction_finds_the_alpha_method),
		cmocka_unit_test(reduced_increments_do_not_load_beyond_the_solution),
		cmocka_unit_test(the_momentum_form_goes_with_a_specimen),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
