/* Transformations of members: words, axes, P-Delta, large rotations in plane and space. */
#include "test.h"

#include "math/dense.h"
#include "model_words.h"

static void plane_model(struct model *m)
{
	model_init(m);
	m->ndm = 2;
	m->ndf = 3;
}

static void space_model(struct model *m)
{
	model_init(m);
	m->ndm = 3;
	m->ndf = 6;
}

static struct frame place(struct model *m, int tag, int i, int j)
{
	struct frame f;
	struct err e;
	err_clear(&e);
	assert_int_equal(transform_place(&f, model_transform(m, tag), model_node(m, i), model_node(m, j), m->ndm, "member", &e), 0);
	return f;
}

/* Words --------------------------------------------------------------------------------------------- */

static void bad_words_are_refused(void **state)
{
	static const struct {
		int ndm;
		const char *line;
		int code;
		const char *part;
	} bad[] = {
		{ 3, "geomTransf Linear 1", ERR_ARGUMENT, "vecxz" },
		{ 3, "geomTransf Linear 1 0 0", ERR_ARGUMENT, "vecxz" },
		{ 3, "geomTransf PDelta 1 0 0 0", ERR_GEOMETRY, "must not be zero" },
		{ 3, "geomTransf Linear 1 0 0 1 -jntOffset 0 0 1 0 0", ERR_ARGUMENT, "offset" },
		{ 2, "geomTransf Linear 1 -jntOffset 0 x 0 0", ERR_ARGUMENT, "offset" },
		{ 2, "geomTransf Corotational one", ERR_ARGUMENT, "tag" },
		{ 2, "geomTransf Linear 1 -joint 0 0 0 0", ERR_ARGUMENT, "-joint" },
		{ 1, "geomTransf Linear 1", ERR_STATE, "plane or space" },
	};
	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct model m;
		struct err e;
		char text[600];
		model_init(&m);
		m.ndm = bad[i].ndm;
		m.ndf = 3;
		err_clear(&e);
		int code = words_try(&m, bad[i].line, &e);
		err_text(&e, text, sizeof text);
		if (code != bad[i].code || !strstr(text, bad[i].part))
			fail_msg("%s: code %d, %s", bad[i].line, code, text);
		assert_null(model_transform(&m, 1));
		model_fini(&m);
	}
}

static void a_tag_is_used_once(void **state)
{
	struct model m;
	struct err e;
	(void)state;
	plane_model(&m);
	words_make(&m, "geomTransf Linear 1");
	err_clear(&e);
	assert_int_equal(words_try(&m, "geomTransf PDelta 1", &e), ERR_DUPLICATE);
	model_fini(&m);
}

static void impossible_places_name_the_nodes(void **state)
{
	struct model m;
	struct frame f;
	struct err e;
	char text[600];
	(void)state;
	space_model(&m);
	words_node(&m, 4, 6, 1, 2, 3);
	words_node(&m, 5, 6, 1, 2, 3);
	words_node(&m, 6, 6, 1, 2, 8);
	words_make(&m, "geomTransf Linear 1 0 0 2");
	err_clear(&e);
	assert_int_equal(transform_place(&f, model_transform(&m, 1), model_node(&m, 4), model_node(&m, 5), 3, "element x 9", &e), ERR_GEOMETRY);
	err_text(&e, text, sizeof text);
	assert_contains(text, "element x 9");
	assert_contains(text, "nodes 4 and 5");
	err_clear(&e);
	assert_int_equal(transform_place(&f, model_transform(&m, 1), model_node(&m, 4), model_node(&m, 6), 3, "element x 9", &e), ERR_GEOMETRY);
	err_text(&e, text, sizeof text);
	assert_contains(text, "parallel");
	model_fini(&m);
}

/* Axes and maps ------------------------------------------------------------------------------------- */

static void local_y_is_vecxz_cross_x(void **state)
{
	static const double want[3][3] = { { 0, 0, 1 }, { 0, -1, 0 }, { 1, 0, 0 } };
	struct model m;
	(void)state;
	space_model(&m);
	words_node(&m, 1, 6, 0, 0, 0);
	words_node(&m, 2, 6, 0, 0, 4);
	words_make(&m, "geomTransf Linear 1 1 0 0");
	struct frame f = place(&m, 1, 1, 2);
	/* a column with vecxz along X: y = X x Z = -Y, z = x x y = X */
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			assert_near(f.axis[i][j], want[i][j], 1e-15);
	assert_near(f.length, 4.0, 1e-15);
	model_fini(&m);
}

static void joint_offsets_shorten_the_member_and_carry_moments(void **state)
{
	struct model m;
	(void)state;
	plane_model(&m);
	words_node(&m, 1, 3, 0, 0, 0);
	words_node(&m, 2, 3, 5, 0, 0);
	words_make(&m, "geomTransf Linear 1 -jntOffset 0.5 0 -0.25 0");
	struct frame f = place(&m, 1, 1, 2);
	const double local[6] = { 0, 3, 0, 0, -3, 0 };
	double force[6];
	assert_near(f.length, 4.25, 1e-15);
	frame_global(&f, local, force);
	/* statics: 3 at 0.5 from node 1, -3 at 0.25 before node 2 */
	assert_near(force[2], 1.5, 1e-15);
	assert_near(force[5], 0.75, 1e-15);
	model_fini(&m);
}

static void maps_of_displacement_and_force_are_transposed(void **state)
{
	struct model m;
	double u[12], p[12], lu[12], gp[12], a = 0.0, b = 0.0;
	(void)state;
	space_model(&m);
	words_node(&m, 1, 6, 0, 0, 0);
	words_node(&m, 2, 6, 1.5, -2, 0.7);
	words_make(&m, "geomTransf Linear 1 0.2 0.3 1 -jntOffset 0.1 0.2 -0.3 0.05 0 0.4");
	struct frame f = place(&m, 1, 1, 2);
	for (int i = 0; i < 12; i++) {
		u[i] = sin(1.0 + i);
		p[i] = cos(2.0 + 3.0 * i);
	}
	frame_local(&f, u, lu);
	frame_global(&f, p, gp);
	for (int i = 0; i < 12; i++) {
		a += lu[i] * p[i];
		b += u[i] * gp[i];
	}
	assert_near(a, b, 1e-13); /* virtual work */
	model_fini(&m);
}

/* P-Delta ------------------------------------------------------------------------------------------- */

static void pdelta_puts_the_axial_force_on_the_displaced_chord(void **state)
{
	struct model m;
	const double u[6] = { 0, 0, 0, 0, 0.25, 0 }, q[3] = { -8.0, 0, 0 };
	double force[6];
	(void)state;
	plane_model(&m);
	words_node(&m, 1, 3, 0, 0, 0);
	words_node(&m, 2, 3, 2, 0, 0);
	words_make(&m, "geomTransf PDelta 1");
	struct frame f = place(&m, 1, 1, 2);
	f.ops->force(&f, NULL, u, q, NULL, force);
	/* N delta / L = -8 0.25 / 2 */
	assert_near(force[4], -1.0, 1e-15);
	assert_near(force[1], 1.0, 1e-15);
	model_fini(&m);
}

/* A cantilever with tip load H and compression P, one member: H = (3EI/L^3 - P/L) u, since P-Delta has no bowing. */
static void pdelta_amplifies_the_sway_of_a_cantilever(void **state)
{
	const double ei = 40.0, l = 2.0, p = 6.0;
	struct model m;
	double k[36];
	(void)state;
	plane_model(&m);
	words_node(&m, 1, 3, 0, 0, 0);
	words_node(&m, 2, 3, l, 0, 0);
	words_make(&m, "geomTransf PDelta 1");
	struct frame f = place(&m, 1, 1, 2);
	const double kb[9] = { 1000, 0, 0, 0, 4 * ei / l, 2 * ei / l, 0, 2 * ei / l, 4 * ei / l }, q[3] = { -p, 0, 0 }, u[6] = { 0 };
	f.ops->stiff(&f, NULL, u, kb, q, k);
	double sway = k[4 * 6 + 4] - k[4 * 6 + 5] * k[5 * 6 + 4] / k[5 * 6 + 5];
	assert_near(sway, 3.0 * ei / (l * l * l) - p / l, 1e-12);
	model_fini(&m);
}

/* Large rotations ----------------------------------------------------------------------------------- */

static void plane_member_may_turn_more_than_once(void **state)
{
	struct model m;
	double v[3];
	(void)state;
	plane_model(&m);
	words_node(&m, 1, 3, 0, 0, 0);
	words_node(&m, 2, 3, 3, 4, 0);
	words_make(&m, "geomTransf Corotational 1");
	struct frame f = place(&m, 1, 1, 2);
	for (double turn = -20.0; turn <= 20.0; turn += 0.7) {
		const double u[6] = {
			0, 0, turn, 3 * cos(turn) - 4 * sin(turn) - 3, 3 * sin(turn) + 4 * cos(turn) - 4, turn,
		};
		f.ops->deform(&f, NULL, NULL, u, v);
		for (int i = 0; i < 3; i++)
			assert_near(v[i], 0.0, 1e-13);
	}
	model_fini(&m);
}

/* A straight cantilever of n members along X, moment M about `about` at its end, in steps; end displacements by Newton.
 * Everything dense; the first node is held. */
struct roll {
	int ndm, n, ndf, about;
	double ea, ei, gj, length;
};

static void assemble(const struct roll *r, struct frame *f, double (*ht)[16], const double *u, double *resist, double *k)
{
	int nb = r->ndf, ne = 2 * nb, size = r->n * nb;
	double l = r->length / r->n, kb[36] = { 0 };
	kb[0] = r->ea / l;
	for (int p = 0; p < r->ndm - 1; p++)
		for (int i = 0; i < 2; i++)
			for (int j = 0; j < 2; j++)
				kb[(1 + 2 * p + i) * nb + 1 + 2 * p + j] = (i == j ? 4.0 : 2.0) * r->ei / l;
	if (nb == 6)
		kb[35] = r->gj / l;
	memset(resist, 0, (size_t)size * sizeof *resist);
	memset(k, 0, (size_t)(size * size) * sizeof *k);
	for (int m = 0; m < r->n; m++) {
		double ue[12] = { 0 }, v[6], q[6], fe[12], ke[144];
		for (int i = 0; i < ne; i++)
			if (m * nb - nb + i >= 0)
				ue[i] = u[m * nb - nb + i];
		f[m].ops->deform(&f[m], ht[m], ht[m], ue, v);
		mat_vec(nb, nb, kb, v, q);
		f[m].ops->force(&f[m], ht[m], ue, q, NULL, fe);
		f[m].ops->stiff(&f[m], ht[m], ue, kb, q, ke);
		for (int i = 0; i < ne; i++)
			for (int j = 0; j < ne; j++) {
				int row = m * nb - nb + i, col = m * nb - nb + j;
				if (row >= 0 && j == 0)
					resist[row] += fe[i];
				if (row >= 0 && col >= 0)
					k[row * size + col] += ke[i * ne + j];
			}
	}
}

static void roll_up(const struct roll *r, double moment, int steps, double *ret_u)
{
	enum { MEMBERS = 12, SIZE = 72 };
	static double k[SIZE * SIZE], resist[SIZE], x[SIZE];
	struct frame f[MEMBERS];
	double ht[MEMBERS][16] = { { 0 } };
	struct model m;
	int size = r->n * r->ndf;
	assert_in_range(size, 1, SIZE);
	r->ndm == 2 ? plane_model(&m) : space_model(&m);
	words_make(&m, r->ndm == 2 ? "geomTransf Corotational 1" : "geomTransf Corotational 1 0 0 1");
	for (int i = 0; i <= r->n; i++)
		words_node(&m, i + 1, r->ndf, r->length * i / r->n, 0, 0);
	for (int i = 0; i < r->n; i++) {
		f[i] = place(&m, 1, i + 1, i + 2);
		if (f[i].ops->start)
			f[i].ops->start(&f[i], ht[i]);
	}
	memset(ret_u, 0, (size_t)size * sizeof *ret_u);
	for (int s = 1; s <= steps; s++) {
		double step = 1.0;
		for (int iteration = 0; step > 1e-12; iteration++) {
			assert_true(iteration < 30);
			assemble(r, f, ht, ret_u, resist, k);
			for (int i = 0; i < size; i++)
				x[i] = -resist[i];
			x[size - r->ndf + r->about] += moment * s / steps;
			assert_int_equal(mat_solve(size, k, x), 0);
			step = 0.0;
			for (int i = 0; i < size; i++) {
				ret_u[i] += x[i];
				step = larger(step, fabs(x[i]));
			}
		}
	}
	model_fini(&m);
}

/* M = 2 pi EI / L bends a cantilever to a full circle. n members turn by 2 pi/n each over their own ends: the elastic
 * member's moment over end rotation is exact for pure bending, so the chords close to a regular polygon. */
static void end_moment_rolls_a_plane_cantilever_to_a_circle(void **state)
{
	const struct roll r = { .ndm = 2, .n = 10, .ndf = 3, .about = 2, .ea = 1e5, .ei = 50.0, .length = 10.0 };
	double u[36];
	(void)state;
	roll_up(&r, 2.0 * M_PI * r.ei / r.length, 10, u);
	const double *tip = u + 27;
	assert_near(tip[2], 2.0 * M_PI, 1e-9);
	assert_near(tip[0], -r.length, 1e-8);
	assert_near(tip[1], 0.0, 1e-8);
	/* half way round: opposite corners of the decagon of side 1 are 1/sin(pi/10) apart */
	assert_near(u[4 * 3 + 1], 1.0 / sin(M_PI / 10.0), 1e-8);
}

static void end_moment_rolls_a_space_cantilever_to_a_circle_either_way(void **state)
{
	static const struct { int about, rise; double sign; } way[] = { { 5, 1, 1.0 }, { 4, 2, -1.0 } };
	double u[72];
	(void)state;
	for (size_t i = 0; i < COUNT(way); i++) {
		const struct roll r = { .ndm = 3, .n = 10, .ndf = 6, .about = way[i].about, .ea = 1e5, .ei = 50.0, .gj = 30.0, .length = 10.0 };
		roll_up(&r, 2.0 * M_PI * r.ei / r.length, 10, u);
		const double *tip = u + 54;
		/* the mid-point rule of the member's axes leaves 3e-9 at end rotations of 0.3 */
		assert_near(tip[way[i].about], 2.0 * M_PI, 1e-8);
		assert_near(tip[0], -r.length, 1e-7);
		assert_near(u[4 * 6 + way[i].rise], way[i].sign / sin(M_PI / 10.0), 1e-7);
	}
}

static void twist_of_a_space_member_is_the_difference_of_its_ends(void **state)
{
	struct model m;
	double h[16] = { 0 }, v[6];
	const double u[12] = { 0, 0, 0, 0.2, 0, 0, 0, 0, 0, 0.5, 0, 0 };
	(void)state;
	space_model(&m);
	words_node(&m, 1, 6, 0, 0, 0);
	words_node(&m, 2, 6, 3, 0, 0);
	words_make(&m, "geomTransf Corotational 1 0 0 1");
	struct frame f = place(&m, 1, 1, 2);
	f.ops->start(&f, h);
	f.ops->deform(&f, h, h, u, v);
	/* sin of each half about the mean triad; half the tangent-scaled vector is half the angle to third order */
	assert_near(v[5], 0.3, 1e-9);
	for (int i = 0; i < 5; i++)
		assert_near(v[i], 0.0, 1e-15);
	model_fini(&m);
}

static void spins_of_a_node_follow_one_another(void **state)
{
	struct model m;
	double h[16] = { 0 }, g[16] = { 0 }, v[6], w[6];
	(void)state;
	space_model(&m);
	words_node(&m, 1, 6, 0, 0, 0);
	words_node(&m, 2, 6, 3, 1, 2);
	words_make(&m, "geomTransf Corotational 1 0 0 1");
	struct frame f = place(&m, 1, 1, 2);
	const double half[12] = { [3] = 0.02, [4] = -0.05, [5] = 0.04 }, whole[12] = { [3] = 0.04, [4] = -0.10, [5] = 0.08 };
	f.ops->start(&f, h);
	f.ops->start(&f, g);
	/* about one axis two halves are a whole */
	f.ops->deform(&f, h, h, half, v);
	f.ops->deform(&f, h, h, whole, v);
	f.ops->deform(&f, g, g, whole, w);
	for (int i = 0; i < 6; i++)
		assert_near(v[i], w[i], 1e-15);
	/* about different axes the order counts: that is what the history is for */
	const double first[12] = { [3] = 0.4 }, both[12] = { [3] = 0.4, [4] = 0.3 }, other[12] = { [4] = 0.3 };
	f.ops->start(&f, h);
	f.ops->start(&f, g);
	memset(h + 8, 0, 6 * sizeof *h);
	memset(g + 8, 0, 6 * sizeof *g);
	f.ops->deform(&f, h, h, first, v);
	f.ops->deform(&f, h, h, both, v);
	f.ops->deform(&f, g, g, other, w);
	f.ops->deform(&f, g, g, both, w);
	assert_true(fabs(v[5] - w[5]) + fabs(v[1] - w[1]) > 1e-3);
	model_fini(&m);
}

/* The tangent of the space member against differences: its error falls with the square of the deformation. */
static double space_tangent_error(double size, const char *transform)
{
	struct model m;
	double h[16] = { 0 }, base[16], u[12], k[144], worst = 0.0, most = 0.0;
	const double kb[36] = { [0] = 150, [7] = 200, [8] = 100, [13] = 100, [14] = 200, [21] = 120, [22] = 60, [27] = 60, [28] = 120, [35] = 40 };
	space_model(&m);
	words_node(&m, 1, 6, 0, 0, 0);
	words_node(&m, 2, 6, 1.2, 0.9, 0.7);
	words_make(&m, transform);
	struct frame f = place(&m, 1, 1, 2);
	f.ops->start(&f, h);
	for (int i = 0; i < 12; i++)
		u[i] = size * sin(1.0 + 2.3 * i);
	double v[6], q[6], fp[12], fm[12];
	f.ops->deform(&f, h, h, u, v);
	mat_vec(6, 6, kb, v, q);
	f.ops->stiff(&f, h, u, kb, q, k);
	memcpy(base, h, sizeof base);
	for (int j = 0; j < 12; j++) {
		double *out[2] = { fp, fm }, keep = u[j], step = 1e-6;
		for (int s = 0; s < 2; s++) {
			memcpy(h, base, sizeof h);
			u[j] = keep + (s == 0 ? step : -step);
			f.ops->deform(&f, h, h, u, v);
			mat_vec(6, 6, kb, v, q);
			f.ops->force(&f, h, u, q, NULL, out[s]);
		}
		u[j] = keep;
		for (int i = 0; i < 12; i++) {
			worst = larger(worst, fabs((fp[i] - fm[i]) / (2.0 * step) - k[i * 12 + j]));
			most = larger(most, fabs(k[i * 12 + j]));
		}
	}
	model_fini(&m);
	return worst / most;
}

static void space_tangent_holds_to_second_order(void **state)
{
	static const char *const transform[] = {
		"geomTransf Corotational 1 -0.3 0.4 1", "geomTransf Corotational 1 -0.3 0.4 1 -jntOffset 0.1 0.2 -0.1 0.15 -0.05 0.1",
	};
	(void)state;
	for (size_t i = 0; i < COUNT(transform); i++) {
		double coarse = space_tangent_error(3e-2, transform[i]), fine = space_tangent_error(3e-3, transform[i]);
		assert_true(coarse < 1e-3);
		assert_true(fine < 0.015 * coarse);
		assert_true(space_tangent_error(3e-4, transform[i]) < 1e-6);
	}
}

int main(void)
{
	const struct CMUnitTest cases[] = {
		cmocka_unit_test(bad_words_are_refused),
		cmocka_unit_test(a_tag_is_used_once),
		cmocka_unit_test(impossible_places_name_the_nodes),
		cmocka_unit_test(local_y_is_vecxz_cross_x),
		cmocka_unit_test(joint_offsets_shorten_the_member_and_carry_moments),
		cmocka_unit_test(maps_of_displacement_and_force_are_transposed),
		cmocka_unit_test(pdelta_puts_the_axial_force_on_the_displaced_chord),
		cmocka_unit_test(pdelta_amplifies_the_sway_of_a_cantilever),
		cmocka_unit_test(plane_member_may_turn_more_than_once),
		cmocka_unit_test(end_moment_rolls_a_plane_cantilever_to_a_circle),
		cmocka_unit_test(end_moment_rolls_a_space_cantilever_to_a_circle_either_way),
		cmocka_unit_test(twist_of_a_space_member_is_the_difference_of_its_ends),
		cmocka_unit_test(spins_of_a_node_follow_one_another),
		cmocka_unit_test(space_tangent_holds_to_second_order),
	};
	return cmocka_run_group_tests(cases, NULL, NULL);
}
