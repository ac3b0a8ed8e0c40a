/* Dorka's sub-steps against the same equations written out for two components and a spring f = K u. */
#include "experiment/substeps.h"
#include "test.h"

static const double spring[4] = {200.0, -50.0, -50.0, 100.0};
static const double g[4] = {1e-3, 2e-4, 2e-4, 2e-3};
static const double x_start[3][2] = {{0.1, 0.2}, {1.0, -2.0}, {30.0, 40.0}}, x_end[3][2] = {{0.4, -0.1}, {-1.5, 2.5}, {10.0, -20.0}};
static const double force0[2] = {3.0, -4.0}, now0[3][2] = {{0.11, 0.19}, {1.1, -2.1}, {31.0, 39.0}};

/* A step of two components in memory of its own. */
struct step {
	double x0[3][2], x1[3][2], now[3][2], f[2], before[2], gf[2];
	struct substep_gains w;
	struct substeps s;
};

static void step_begin(struct step *x, enum substep_control control, bool single)
{
	memcpy(x->x0, x_start, sizeof(x_start));
	memcpy(x->x1, x_end, sizeof(x_end));
	memcpy(x->now, now0, sizeof(now0));
	memcpy(x->f, force0, sizeof(force0));
	x->w = (struct substep_gains){.n = 2, .k = 3, .control = control, .single = single, .dt = 0.06, .b_v = 30.0, .b_a = 500.0, .g = g};
	x->s = (struct substeps){.t0 = 1.5, .instant0 = 2.5, .f = x->f, .before = x->before, .gf = x->gf};
	for (int k = 0; k < 3; k++) {
		x->s.x0[k] = x->x0[k];
		x->s.x1[k] = x->x1[k];
		x->s.now[k] = x->now[k];
	}
	substeps_begin(&x->s, &x->w);
}

static void pull(struct step *x)
{
	for (int j = 0; j < 2; j++)
		x->f[j] = -(spring[2 * j] * x->now[0][0] + spring[2 * j + 1] * x->now[0][1]);
}

/* x0 (1 - i/k) + x0+ i/k + b G f for motion m, component j. */
static double value(int m, int j, int i, const double *f)
{
	static const double b[3] = {1.0, 30.0, 500.0};
	double share = i / 3.0;
	return x_start[m][j] * (1.0 - share) + x_end[m][j] * share + b[m] * (g[2 * j] * f[0] + g[2 * j + 1] * f[1]);
}

static void follows_the_ramp_and_the_last_force(void **state)
{
	(void)state;
	struct step x;
	double f[2], last[3][2];
	step_begin(&x, SUBSTEP_DISPLACEMENT, false);
	for (int i = 1; i <= 3; i++) {
		memcpy(f, x.f, sizeof(f));
		assert_true(substeps_next(&x.s));
		assert_memory_equal(x.before, f, sizeof(f));
		for (int m = 0; m < 3; m++)
			for (int j = 0; j < 2; j++)
				assert_near(x.now[m][j], value(m, j, i, f), 1e-13);
		assert_near(x.s.t, 1.5 + 0.02 * i, 1e-15);
		assert_near(x.s.instant, 2.5 + 0.02 * i, 1e-15);
		pull(&x);
	}
	/* the end of the step as the integrator has it */
	assert_true(x.s.t == 1.5 + 0.06);
	assert_false(substeps_next(&x.s));
	/* with control by displacement the equations' end is the last command */
	memcpy(last, x.now, sizeof(last));
	substeps_end(&x.s);
	assert_memory_equal(x.now, last, sizeof(last));
}

/* By hand: v by its equation, u += dt/2k (v- + v); with acceleration v += dt/2k (a- + a), too. */
static void integrates_what_is_below_the_controlled_motion(void **state)
{
	(void)state;
	for (int control = SUBSTEP_VELOCITY; control <= SUBSTEP_ACCELERATION; control++) {
		struct step x;
		double want[3][2], half = 0.5 * 0.06 / 3.0;
		memcpy(want, now0, sizeof(want));
		step_begin(&x, (enum substep_control)control, false);
		for (int i = 1; substeps_next(&x.s); i++) {
			for (int j = 0; j < 2; j++) {
				double v = want[1][j], a = want[2][j];
				want[2][j] = value(2, j, i, x.before);
				want[1][j] = control == SUBSTEP_VELOCITY ? value(1, j, i, x.before) : v + half * (a + want[2][j]);
				want[0][j] += half * (v + want[1][j]);
				for (int m = 0; m < 3; m++)
					assert_near(x.now[m][j], want[m][j], 1e-12);
			}
			pull(&x);
		}
		assert_int_equal(x.s.i, 3);
	}
}

static void rounds_to_single_precision_when_asked_to(void **state)
{
	(void)state;
	struct step x;
	float share = (float)(1 / 3.0), gf = 1e-3f * 3.0f;
	step_begin(&x, SUBSTEP_DISPLACEMENT, true);
	assert_true(substeps_next(&x.s));
	gf += 2e-4f * -4.0f;
	assert_true(x.now[0][0] == (double)(0.1f * (1.0f - share) + 0.4f * share + 1.0f * gf));
	assert_true(x.now[0][0] != value(0, 0, 1, force0));
}

static void does_without_the_motions_that_do_not_travel(void **state)
{
	(void)state;
	static const int trial_n[SLOTS] = {2, 0, 0, 0, 1};
	double u[2], f[2] = {7.0, -8.0}, t[1];
	struct signals trial = {.n = {2, 0, 0, 0, 1}, .x = {u, u, u, u, t}}, out = {.n = {2, 0, 0, 2, 0}, .x = {u, u, u, f, t}};
	struct arena mem;
	struct substeps s;
	struct step x;
	arena_init(&mem);
	assert_int_equal(substeps_take(&s, trial_n, &mem), 0);
	assert_true(s.now[0] && !s.now[1] && !s.x0[2] && s.before && s.gf);
	step_begin(&x, SUBSTEP_DISPLACEMENT, false);
	substeps_copy(&x.s, 2, &s);
	substeps_begin(&s, &x.w);
	assert_true(substeps_next(&s) && substeps_next(&x.s));
	assert_memory_equal(s.now[0], x.now[0], sizeof(x.now[0]));
	/* as a trial, and its answer with the other sign */
	substeps_put(&s, &trial);
	assert_true(u[1] == s.now[0][1] && t[0] == s.t);
	substeps_get(&s, &out);
	assert_true(s.f[0] == -7.0 && s.f[1] == 8.0);
	assert_true(substep_gains_good(&x.w, trial_n));
	x.w.control = SUBSTEP_VELOCITY;
	assert_false(substep_gains_good(&x.w, trial_n));
	arena_fini(&mem);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(follows_the_ramp_and_the_last_force), cmocka_unit_test(integrates_what_is_below_the_controlled_motion),
		cmocka_unit_test(rounds_to_single_precision_when_asked_to), cmocka_unit_test(does_without_the_motions_that_do_not_travel),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
