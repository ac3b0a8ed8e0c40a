/* Constraints and ground motions of a model: rigid bodies move as such, motions without a displacement are integrated, and what is refused leaves the model
 * as it was. */
#include "rig.h"

#include "base/base.h"

#include <math.h>

static void begin(struct rig *r, int ndm, int ndf)
{
	err_clear(&r->e);
	model_init(&r->m);
	r->m.ndm = ndm;
	r->m.ndf = ndf;
}

static struct node *add(struct rig *r, int tag, int ndf, double x, double y, double z)
{
	const double at[3] = {x, y, z};

	rig_must(r, model_add_node(&r->m, tag, ndf, at, &r->e), "node");
	return model_node(&r->m, tag);
}

/* Small rotations theta about the retained node: u_c = u_r + theta x d, in all freedoms that the constraint ties. */
static void check_rigid(const struct mp *mp)
{
	const double u[6] = {0.3, -0.7, 1.1, 0.02, -0.05, 0.04}, *theta = u + 3;
	const double *a = mp->retained->x, *b = mp->constrained->x, d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
	bool plane = mp->retained->ndm == 2;
	double right[6], t[3] = {plane ? 0.0 : theta[0], plane ? 0.0 : theta[1], plane ? u[2] : theta[2]};

	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;

		right[i] = u[i] + t[j] * d[k] - t[k] * d[j];
		right[3 + i] = theta[i];
	}
	if (plane)
		right[2] = u[2];
	for (int i = 0; i < mp->nc; i++) {
		double got = 0.0;

		for (int k = 0; k < mp->nr; k++)
			got += mp->matrix[i * mp->nr + k] * u[mp->dof_r[k]];
		/* a floor turns about its normal only */
		if (mp->nc == 3 && !plane)
			right[mp->dof_c[i]] = u[mp->dof_c[i]] + (mp->dof_c[i] < 3 ? t[mp->dof_c[2] - 3] : 0.0)
				* (mp->dof_c[i] == (mp->dof_c[2] - 2) % 3 ? -d[(mp->dof_c[2] - 1) % 3] : d[(mp->dof_c[2] - 2) % 3]);
		assert_near(got, right[mp->dof_c[i]], 1e-15);
	}
}

static void rigid_bodies_move_as_such(void **state)
{
	struct rig r;

	(void)state;
	begin(&r, 3, 6);
	add(&r, 1, 6, 1.0, 2.0, 3.0);
	add(&r, 2, 6, 4.0, -2.0, 3.5);
	rig_must(&r, model_rigid_link(&r.m, true, model_node(&r.m, 1), model_node(&r.m, 2), &r.e), "rigidLink");
	for (int normal = 0; normal < 3; normal++) {
		double x[3] = {5.0, 6.0, 8.0};
		struct node *c;

		x[normal] = model_node(&r.m, 1)->x[normal];
		c = add(&r, 10 + normal, 6, x[0], x[1], x[2]);
		rig_must(&r, model_rigid_diaphragm(&r.m, normal, model_node(&r.m, 1), 1, &c, &r.e), "rigidDiaphragm");
	}
	assert_int_equal(r.m.nmp, 4);
	for (int i = 0; i < r.m.nmp; i++)
		check_rigid(r.m.mp[i]);
	model_fini(&r.m);
	begin(&r, 2, 3);
	add(&r, 1, 3, 1.0, 2.0, 0.0);
	add(&r, 2, 3, 4.0, -2.0, 0.0);
	rig_must(&r, model_rigid_link(&r.m, true, model_node(&r.m, 1), model_node(&r.m, 2), &r.e), "rigidLink");
	check_rigid(r.m.mp[0]);
	model_fini(&r.m);
}

/* Nothing of a floor one of whose nodes is refused is in the model. */
static void a_floor_that_is_refused_leaves_the_model_as_it_was(void **state)
{
	struct rig r;
	struct node *good[3], *list[3];
	unsigned stamp;

	(void)state;
	begin(&r, 3, 6);
	for (int i = 0; i < 3; i++)
		good[i] = add(&r, 1 + i, 6, i, 2.0 * i, 3.0);
	add(&r, 8, 6, 0.0, 0.0, 3.1);
	add(&r, 9, 3, 0.0, 0.0, 3.0);
	struct node *const wrong[] = {good[0], model_node(&r.m, 8), model_node(&r.m, 9)};
	static const int code[] = {ERR_ARGUMENT, ERR_GEOMETRY, ERR_UNSUPPORTED};

	stamp = r.m.stamp;
	for (size_t i = 0; i < COUNT(wrong); i++) {
		list[0] = good[1];
		list[1] = wrong[i];
		list[2] = good[2];
		err_clear(&r.e);
		assert_int_equal(model_rigid_diaphragm(&r.m, 2, good[0], 3, list, &r.e), code[i]);
		assert_int_equal(r.m.nmp, 0);
		assert_int_equal(r.m.stamp, stamp);
	}
	model_fini(&r.m);
}

static void constraints_that_cannot_be_are_refused(void **state)
{
	struct rig r;
	int dof[8] = {0, 1, 2, 6};
	const struct pattern pattern = {.tag = 7};

	(void)state;
	begin(&r, 3, 6);
	struct node *a = add(&r, 1, 6, 0, 0, 0), *b = add(&r, 2, 6, 1, 0, 0), *c = add(&r, 3, 3, 1, 0, 0);

	assert_int_equal(model_equal_dof(&r.m, a, b, 0, dof, &r.e), ERR_RANGE);
	err_clear(&r.e);
	assert_int_equal(model_equal_dof(&r.m, a, b, 4, dof, &r.e), ERR_RANGE);
	assert_contains(r.e.what, "node 1 has no freedom 7");
	err_clear(&r.e);
	assert_int_equal(model_equal_dof(&r.m, a, a, 1, dof, &r.e), ERR_ARGUMENT);
	err_clear(&r.e);
	assert_int_equal(model_rigid_link(&r.m, false, a, c, &r.e), ERR_UNSUPPORTED);
	err_clear(&r.e);
	assert_int_equal(model_rigid_link(&r.m, true, a, c, &r.e), ERR_UNSUPPORTED);
	err_clear(&r.e);
	assert_int_equal(model_fix(&r.m, a, 6, &r.e), ERR_RANGE);
	assert_contains(r.e.allowed, "1 to 6");
	err_clear(&r.e);
	assert_int_equal(model_remove_sp(&r.m, 1, 0, &r.e), ERR_MISSING);
	err_clear(&r.e);
	assert_int_equal(model_remove_mp(&r.m, 1, &r.e), ERR_MISSING);
	assert_int_equal(r.m.nmp, 0);
	assert_int_equal(r.m.nsp, 0);
	/* fixed twice is fixed once; fixed and moved is a contradiction, until one of them is gone */
	err_clear(&r.e);
	rig_must(&r, model_fix(&r.m, a, 0, &r.e), "fix");
	rig_must(&r, model_fix(&r.m, a, 0, &r.e), "fix");
	assert_int_equal(r.m.nsp, 1);
	assert_int_equal(model_add_sp(&r.m, a, 0, 1.0, &pattern, &r.e), ERR_DUPLICATE);
	err_clear(&r.e);
	rig_must(&r, model_remove_sp(&r.m, 1, 0, &r.e), "remove");
	rig_must(&r, model_add_sp(&r.m, a, 0, 1.0, &pattern, &r.e), "sp");
	assert_int_equal(r.m.nsp, 1);
	model_fini(&r.m);
}

/* --- ground motions ---------------------------------------------------------------------------------- */

/* A motion whose acceleration (or velocity) is 1 from 0 to `end`. */
static int motion(struct rig *r, double end, bool vel, struct ground_motion **ret)
{
	char text[64];
	const char *word[RIG_WORDS];
	struct pattern *p;
	struct series *s;
	int code;

	begin(r, 1, 1);
	snprintf(text, sizeof(text), "0 %.17g", end);
	struct args a = rig_args(text, word, "timeSeries");
	rig_must(r, series_build(&r->m, series_find("Rectangular"), 1, &a, &s, &r->e), "Rectangular");
	rig_must(r, model_add_pattern(&r->m, 1, PATTERN_MULTIPLE, &p, &r->e), "pattern");
	code = model_add_motion(&r->m, p, 1, vel ? NULL : s, vel ? s : NULL, NULL, 2.0, &r->e);
	assert_int_equal(p->nmotion, code == 0);
	*ret = code ? NULL : p->motion[0];
	return code;
}

/* Constant acceleration a: v = a t, u = a t^2/2, which the trapezoidal rule has exactly at its samples. */
static void motions_are_integrated(void **state)
{
	struct rig r;
	struct ground_motion *g;
	double u, v, a;

	(void)state;
	assert_int_equal(motion(&r, 3.0, false, &g), 0);
	for (int i = 0; i < 300; i += 7) {
		double t = 0.01 * i;

		motion_value(g, t, &u, &v, &a);
		assert_near(u, t * t, 1e-12);
		assert_near(v, 2.0 * t, 1e-12);
		assert_near(a, 2.0, 0.0);
	}
	model_fini(&r.m);
	assert_int_equal(motion(&r, 3.0, true, &g), 0);
	motion_value(g, 1.5, &u, &v, &a);
	assert_near(u, 3.0, 1e-12);
	assert_near(v, 2.0, 0.0);
	assert_near(a, 0.0, 0.0);
	model_fini(&r.m);
}

/* Time may be the load factor of a static analysis, and then any number. */
static void a_motion_is_over_at_any_later_time(void **state)
{
	static const double late[] = {-1e300, -1e10, -1e-9, 3.1, 1e5, 2.147483647e7, 2.2e7, 1e10, 1e300};
	struct rig r;
	struct ground_motion *g;
	double u, v, a;

	(void)state;
	assert_int_equal(motion(&r, 3.0, false, &g), 0);
	for (size_t i = 0; i < COUNT(late); i++) {
		motion_value(g, late[i], &u, &v, &a);
		assert_near(u, 0.0, 0.0);
		assert_near(v, 0.0, 0.0);
	}
	model_fini(&r.m);
}

static void a_motion_too_long_to_integrate_is_refused(void **state)
{
	static const double end[] = {1e8, 1e30};
	struct rig r;
	struct ground_motion *g;

	(void)state;
	for (size_t i = 0; i < COUNT(end); i++) {
		assert_int_equal(motion(&r, end[i], false, &g), ERR_RANGE);
		assert_contains(r.e.hint, "-disp");
		model_fini(&r.m);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rigid_bodies_move_as_such),
		cmocka_unit_test(a_floor_that_is_refused_leaves_the_model_as_it_was),
		cmocka_unit_test(constraints_that_cannot_be_are_refused),
		cmocka_unit_test(motions_are_integrated),
		cmocka_unit_test(a_motion_is_over_at_any_later_time),
		cmocka_unit_test(a_motion_too_long_to_integrate_is_refused),
	};
	return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
