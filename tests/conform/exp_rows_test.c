/* Suite over every row of exp_element_table: sub-steps in the specimen's coordinates. */
#include "exp_subject.h"

#include "experiment/substeps.h"

/* Rows give what is sent, motion by motion, and their transpose the force of what is measured; whoever has none says why, or has none at all. */
static int with_rows;
static void check_rows(struct subject *s)
{
	static double row[ELEMENT_DOF_MAX * ELEMENT_DOF_MAX];
	const struct element_ops *ops = s->el->ops;
	struct element_rows rows = { .row = row };
	const struct signals *trial = &s->watch->site->trial, *out = &s->watch->site->out;
	double d[BENCH_N], f[DOF];
	int n = ops->rows ? ops->rows(s->el->self, &rows) : 0;
	EXPECT(s, !ops->rows == !ops->ramp && !ops->elsewhere(s->el->self), "rows and ramp go together, and the site is here");
	EXPECT(s, n > 0 || !ops->rows || rows.why, "no rows, and no reason");
	if (n == 0)
		return;
	with_rows++;
	EXPECT(s, n == trial->n[SLOT_DISP], "%d rows, and %d are sent", n, trial->n[SLOT_DISP]);
	move(s, 31, 0.1);
	respond(s, true);
	const double *const of[3] = { s->u, s->v, s->a };
	for (int k = 0; k < 3; k++) {
		mat_vec(n, s->n, row, of[k], d);
		EXPECT(s, difference(n, d, trial->x[k]) <= 1e-15, "rows give another %s than is sent", slot_name(k));
	}
	mat_tvec(n, s->n, row, out->x[SLOT_FORCE], f);
	EXPECT(s, difference(s->n, f, s->f) <= 1e-13 * largest(s->n, f), "rows give another force");
}

static void rows_give_what_is_sent_and_the_force_of_what_is_measured(void **state)
{
	(void)state;
	for_all(check_rows);
	assert_true(with_rows >= 10);
}

/* Sub-steps in the specimen's coordinates: k commands, then the motion where they ended is not sent, and recorders have the last command. */
static void check_ramp(struct subject *s)
{
	static double row[ELEMENT_DOF_MAX * ELEMENT_DOF_MAX], g[BENCH_N * BENCH_N], x[4][3][BENCH_N], f[3][BENCH_N];
	const struct element_ops *ops = s->el->ops;
	struct element_rows rows = { .row = row };
	int n = ops->rows ? ops->rows(s->el->self, &rows) : 0;
	const struct substep_gains w = { .n = n, .k = 3, .dt = 0.01, .b_v = 200.0, .b_a = 4e4, .g = g };
	struct substeps sub = { .f = f[0], .before = f[1], .gf = f[2] };
	const char *word[] = { "ctrlDisp" };
	if (n == 0)
		return;
	for (int k = 0; k < 3; k++) {
		sub.x0[k] = x[0][k];
		sub.x1[k] = x[1][k];
		sub.now[k] = x[2][k];
	}
	memset(x, 0, sizeof x);
	move(s, 41, 0.1);
	mat_vec(n, s->n, row, s->u, x[1][0]);
	for (int i = 0; i < n * n; i++)
		g[i] = 0.0;
	struct element_io io = subject_io(s, true);
	substeps_begin(&sub, &w);
	EXPECT(s, ops->ramp(s->el->self, &io, &sub) == 0, "no answer");
	EXPECT(s, s->watch->sent == 3, "3 sub-steps send %d times", s->watch->sent);
	/* 100 a unit: the force before the last third of the way */
	for (int i = 0; i < n; i++)
		EXPECT(s, fabs(f[1][i] + 100.0 * x[1][0][i] * 2.0 / 3.0) <= 1e-12, "force before the last sub-step %g", f[1][i]);
	respond(s, true);
	respond(s, true);
	EXPECT(s, s->watch->sent == 3, "where they ended is sent");
	EXPECT(s, ops->response(s->el->self, &io, 1, word, x[3][0], BENCH_N) == n && difference(n, x[3][0], x[1][0]) <= 1e-15, "another last command");
	move(s, 42, 0.1);
	respond(s, true);
	EXPECT(s, s->watch->sent == 4, "the next motion is not sent");
}

static void sub_steps_of_a_site_are_sent_and_their_end_is_not(void **state)
{
	(void)state;
	for_all(check_ramp);
}

int main(void)
{
	const struct CMUnitTest cases[] = {
		cmocka_unit_test(rows_give_what_is_sent_and_the_force_of_what_is_measured),
		cmocka_unit_test(sub_steps_of_a_site_are_sent_and_their_end_is_not),
	};
	return cmocka_run_group_tests(cases, NULL, NULL);
}
