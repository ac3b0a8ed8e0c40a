/* Every row of the transformations' table, in plane and space: rigid motions deform nothing, end forces do the work of the basic
 * ones, the tangent is the derivative of the force, deformations do not depend on the axes, the committed history is left alone. */
#include "test.h"

#include "base/base.h"
#include "model_words.h"

enum { DOF_MAX = 12, BASIC_MAX = 6, STATE_MAX = 32 };

/* One member of a model of its own. */
struct member {
	struct model m;
	struct frame f;
	int ndof, nbasic;
	double committed[STATE_MAX];
};

/* A rotation by 0.8 about (2, -1, 2)/3 in space, about z in plane. */
static void turn(int ndm, const double *x, double *ret_y)
{
	const double c = cos(0.8), s = sin(0.8), n[3] = {ndm == 3 ? 2.0 / 3 : 0, ndm == 3 ? -1.0 / 3 : 0, ndm == 3 ? 2.0 / 3 : 1};
	double along = n[0] * x[0] + n[1] * x[1] + n[2] * x[2];
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		ret_y[i] = c * x[i] + s * (n[j] * x[k] - n[k] * x[j]) + (1 - c) * along * n[i];
	}
}

static void member_begin(struct member *b, const struct transform_ops *ops, int ndm, bool turned)
{
	double x[3] = {1.5, -2, ndm == 3 ? 0.7 : 0}, up[3] = {0.2, 0.3, 1};
	char words[200];
	struct err e = {0};
	model_init(&b->m);
	b->m.ndm = ndm;
	b->m.ndf = ndm == 2 ? 3 : 6;
	b->ndof = 2 * b->m.ndf;
	b->nbasic = ndm == 2 ? 3 : 6;
	if (turned) {
		const double x0[3] = {x[0], x[1], x[2]}, up0[3] = {up[0], up[1], up[2]};
		turn(ndm, x0, x);
		turn(ndm, up0, up);
	}
	words_node(&b->m, 1, b->m.ndf, 0, 0, 0);
	words_node(&b->m, 2, b->m.ndf, x[0], x[1], x[2]);
	if (ndm == 2)
		snprintf(words, sizeof words, "geomTransf %s 1", ops->name);
	else
		snprintf(words, sizeof words, "geomTransf %s 1 %.17g %.17g %.17g", ops->name, up[0], up[1], up[2]);
	words_make(&b->m, words);
	assert_int_equal(transform_place(&b->f, model_transform(&b->m, 1), model_node(&b->m, 1), model_node(&b->m, 2), ndm, "member", &e), 0);
	int n = ops->nstate ? ops->nstate(&b->f) : 0;
	assert_in_range(n, 0, STATE_MAX);
	memset(b->committed, 0, sizeof b->committed);
	if (ops->start)
		ops->start(&b->f, b->committed);
}

static void member_deform(const struct member *b, const double *u, double *ret_trial, double *ret_v)
{
	double before[STATE_MAX];
	memcpy(before, b->committed, sizeof before);
	memcpy(ret_trial, b->committed, sizeof before);
	b->f.ops->deform(&b->f, b->committed, ret_trial, u, ret_v);
	assert_memory_equal(before, b->committed, sizeof before);
}

/* Basic forces q = q0 + kb v of a coupled law; the end forces that go with them. */
static void member_force(const struct member *b, const double *u, double *ret_q, double *ret_force, double *ret_k)
{
	double trial[STATE_MAX], v[BASIC_MAX], kb[BASIC_MAX * BASIC_MAX];
	int n = b->nbasic;
	member_deform(b, u, trial, v);
	for (int i = 0; i < n; i++) {
		ret_q[i] = 0.4 * cos(1.0 + i);
		for (int j = 0; j < n; j++) {
			kb[i * n + j] = (i == j ? 2 : 0) + 0.3 * cos(i + j);
			ret_q[i] += kb[i * n + j] * v[j];
		}
	}
	b->f.ops->force(&b->f, trial, u, ret_q, NULL, ret_force);
	if (ret_k)
		b->f.ops->stiff(&b->f, trial, u, kb, ret_q, ret_k);
}

/* Displacements of both nodes when the member turns by an angle about a fixed axis, after a translation. */
static void rigid_motion(const struct member *b, double angle, double *ret_u)
{
	const double n[3] = {b->m.ndm == 3 ? 0.6 : 0, 0, b->m.ndm == 3 ? 0.8 : 1};
	for (int node = 0; node < 2; node++) {
		const double *x = node ? b->f.x_j : b->f.x_i;
		double *u = ret_u + node * b->m.ndf, along = n[0] * x[0] + n[1] * x[1] + n[2] * x[2];
		for (int i = 0; i < b->m.ndm; i++) {
			int j = (i + 1) % 3, k = (i + 2) % 3;
			u[i] = 0.7 + i + (cos(angle) - 1) * (x[i] - along * n[i]) + sin(angle) * (n[j] * x[k] - n[k] * x[j]);
		}
		for (int i = b->m.ndm; i < b->m.ndf; i++)
			u[i] = angle * n[b->m.ndm == 2 ? 2 : i - 3];
	}
}

/* Goes to a state that is turned far and deformed little, and commits it: what rows with second-order deformations leave out is below
 * 1e-7 then. What a row leaves out of its tangent vanishes at rest: such a row stays there. */
static void member_displace(struct member *b, double *ret_u)
{
	double trial[STATE_MAX], v[BASIC_MAX];
	rigid_motion(b, 1.1, ret_u);
	for (int i = 0; i < b->ndof; i++)
		ret_u[i] = b->f.ops->inexact ? 0 : ret_u[i] + 1e-4 * sin(1 + 2.0 * i);
	member_deform(b, ret_u, trial, v);
	memcpy(b->committed, trial, sizeof trial);
}

/* One case for each row in plane and in space. */
static void each_member(void (*check)(struct member *b), bool turned)
{
	for (int k = 0; transform_table[k]; k++) {
		for (int ndm = 2; ndm <= 3; ndm++) {
			struct member b;
			member_begin(&b, transform_table[k], ndm, turned);
			check(&b);
			model_fini(&b.m);
		}
	}
}

/* Of any size where the row says so; otherwise what is left is of second order in the angle. */
static void check_rigid(struct member *b)
{
	double u[DOF_MAX], v[BASIC_MAX], trial[STATE_MAX], angle = b->f.ops->finite ? 1.1 : 1e-6;
	double tolerance = b->f.ops->finite ? 1e-14 : angle * angle * b->f.length;
	rigid_motion(b, angle, u);
	member_deform(b, u, trial, v);
	for (int i = 0; i < b->nbasic; i++)
		assert_near(v[i], 0, tolerance + 1e-15);
}

static void rigid_motions_deform_nothing(void **state)
{
	(void)state;
	each_member(check_rigid, false);
}

/* A row that does not claim to bear finite rotations must not do so, or its claim is too small. */
static void check_claim(struct member *b)
{
	double u[DOF_MAX], v[BASIC_MAX], trial[STATE_MAX], most = 0;
	rigid_motion(b, 1.1, u);
	member_deform(b, u, trial, v);
	for (int i = 0; i < b->nbasic; i++)
		most = larger(most, fabs(v[i]));
	assert_int_equal(most < 1e-6, b->f.ops->finite);
}

static void the_claim_about_finite_rotations_is_true_both_ways(void **state)
{
	(void)state;
	each_member(check_claim, false);
}

/* f . du = q . dv, by central differences. */
static void check_work(struct member *b)
{
	const double h = 1e-6;
	double u[DOF_MAX], q[BASIC_MAX], force[DOF_MAX], v[2][BASIC_MAX], trial[STATE_MAX];
	member_displace(b, u);
	member_force(b, u, q, force, NULL);
	for (int d = 0; d < b->ndof; d++) {
		double work = 0, keep = u[d];
		for (int side = 0; side < 2; side++) {
			u[d] = keep + (side ? h : -h);
			member_deform(b, u, trial, v[side]);
		}
		u[d] = keep;
		for (int i = 0; i < b->nbasic; i++)
			work += q[i] * (v[1][i] - v[0][i]) / (2 * h);
		assert_near(force[d], work, 1e-7);
	}
}

static void end_forces_do_the_work_of_the_basic_ones(void **state)
{
	(void)state;
	each_member(check_work, false);
}

static void check_tangent(struct member *b)
{
	const double h = 1e-6;
	double u[DOF_MAX], q[BASIC_MAX], force[2][DOF_MAX], k[DOF_MAX * DOF_MAX];
	member_displace(b, u);
	member_force(b, u, q, force[0], k);
	for (int d = 0; d < b->ndof; d++) {
		double keep = u[d];
		for (int side = 0; side < 2; side++) {
			u[d] = keep + (side ? h : -h);
			member_force(b, u, q, force[side], NULL);
		}
		u[d] = keep;
		for (int i = 0; i < b->ndof; i++)
			assert_near(k[i * b->ndof + d], (force[1][i] - force[0][i]) / (2 * h), 1e-6);
	}
}

static void tangent_is_the_derivative_of_the_force(void **state)
{
	(void)state;
	each_member(check_tangent, false);
}

/* Member and displacements turned together: the same deformations. */
static void check_axes(struct member *b)
{
	struct member straight;
	double u[DOF_MAX], turned[DOF_MAX], v[2][BASIC_MAX], trial[STATE_MAX];
	member_begin(&straight, b->f.ops, b->m.ndm, false);
	for (int i = 0; i < b->ndof; i++)
		u[i] = turned[i] = 0.2 * sin(1 + 2.0 * i);
	for (int i = 0; i < b->ndof; i += 3) {
		const double x[3] = {u[i], u[i + 1], b->m.ndm == 3 ? u[i + 2] : 0};
		double y[3];
		turn(b->m.ndm, x, y);
		memcpy(turned + i, y, (size_t)b->m.ndm * sizeof *y);
	}
	member_deform(&straight, u, trial, v[0]);
	member_deform(b, turned, trial, v[1]);
	for (int i = 0; i < b->nbasic; i++)
		assert_near(v[1][i], v[0][i], 1e-14);
	model_fini(&straight.m);
}

static void deformations_turn_with_the_axes(void **state)
{
	(void)state;
	each_member(check_axes, true);
}

/* The force of twice the displacement, less that of none, is twice as large, exactly where the row says linear. */
static void check_linear(struct member *b)
{
	double u[DOF_MAX] = {0}, q[BASIC_MAX], force[3][DOF_MAX], worst = 0;
	for (int times = 0; times < 3; times++) {
		for (int i = 0; i < b->ndof; i++)
			u[i] = 0.3 * times * sin(1 + 2.0 * i);
		member_force(b, u, q, force[times], NULL);
	}
	for (int i = 0; i < b->ndof; i++)
		worst = larger(worst, fabs(force[2][i] - 2 * force[1][i] + force[0][i]));
	assert_int_equal(worst < 1e-13, b->f.ops->linear);
}

static void linear_rows_are_linear_and_no_others(void **state)
{
	(void)state;
	each_member(check_linear, false);
}

static void describe_themselves(void **state)
{
	(void)state;
	for (int k = 0; transform_table[k]; k++) {
		assert_true(strlen(transform_table[k]->name) > 0 && strlen(transform_table[k]->brief) > 0);
		assert_contains(transform_table[k]->cite, "doi:10.");
		assert_ptr_equal(transform_find(transform_table[k]->name), transform_table[k]);
	}
	assert_null(transform_find("linear"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rigid_motions_deform_nothing),
		cmocka_unit_test(the_claim_about_finite_rotations_is_true_both_ways),
		cmocka_unit_test(end_forces_do_the_work_of_the_basic_ones),
		cmocka_unit_test(tangent_is_the_derivative_of_the_force),
		cmocka_unit_test(deformations_turn_with_the_axes),
		cmocka_unit_test(linear_rows_are_linear_and_no_others),
		cmocka_unit_test(describe_themselves),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
