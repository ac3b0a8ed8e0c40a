/* Sections of fibres: closed forms of areas, of yielding sections, answers by name. */
#include "test.h"

#include "model_words.h"

enum { FIBRES = 500, HISTORY = 10 * FIBRES };

struct cut {
	struct model m;
	const struct section *s;
	double hc[HISTORY], ht[HISTORY];
};

static void cut_make(struct cut *x, int ndm, const char *material, const char *section)
{
	memset(x, 0, sizeof *x);
	model_init(&x->m);
	x->m.ndm = ndm;
	words_make(&x->m, material);
	words_make(&x->m, section);
	x->s = model_section(&x->m, 1);
	assert_true(x->s->nstate <= HISTORY);
	x->s->ops->start(x->s->self, x->hc);
}

static void cut_respond(struct cut *x, const double *e, double *ret_s)
{
	struct section_io io = { .e = e, .dt = 0.01, .s = ret_s };
	x->s->ops->respond(x->s->self, x->hc, x->ht, &io);
}

static int cut_answer(struct cut *x, int argc, const char *const *argv, double *ret_x, int max)
{
	return x->s->ops->response(x->s->self, x->ht, argc, argv, ret_x, max);
}

/* E A, E Sz and E Iz about y = 0, of unit modulus. */
static void moments(const char *section, double *ret_m)
{
	struct cut x;
	double k[SECTION_MAX * SECTION_MAX];
	cut_make(&x, 2, "uniaxialMaterial Elastic 1 1", section);
	x.s->ops->initial(x.s->self, k);
	ret_m[0] = k[0], ret_m[1] = -k[1], ret_m[2] = k[3];
	model_fini(&x.m);
}

static void patches_have_the_area_and_the_centroid_of_their_shape(void **state)
{
	/* area and first moment of y; second moment of cells at their centroids: b h^3/12 (1 - 1/n^2) for the rectangle */
	static const struct { const char *words; double area, first, second; } row[] = {
		{ "patch rect 1 4 3 -1 0 3 2", 8.0, 8.0, 8.0 + 2.0 * 64.0 / 12.0 * (1.0 - 1.0 / 16.0) },
		{ "patch rect 1 4 3 -1 2 3 0", 8.0, 8.0, 8.0 + 2.0 * 64.0 / 12.0 * (1.0 - 1.0 / 16.0) },  /* the other diagonal */
		{ "patch quad 1 3 5 0 0 2 0 3 1 0 1", 2.5, 19.0 / 6.0, 0.0 },                              /* trapezium: square 2 x 1 and triangle */
		{ "patch circ 1 7 3 0.5 0 1 2", 9.42477796076938, 4.71238898038469, 0.0 },                 /* ring: 3 pi */
		{ "patch circ 1 4 2 0 0 0 1 -90 90", 1.5707963267948966, 2.0 / 3.0, 0.0 },                 /* half disc: first moment 2 r^3/3 */
		{ "layer straight 1 3 0.5 1 0 3 0", 1.5, 3.0, 0.5 * (1.0 + 4.0 + 9.0) },
		{ "layer straight 1 1 0.5 1 0 3 0", 0.5, 1.0, 2.0 },
		{ "layer circ 1 4 0.5 0 0 2", 2.0, 0.0, 0.5 * 8.0 },
		{ "layer circ 1 3 0.5 0 0 2 0 180", 1.5, 0.0, 0.5 * 8.0 },
		{ "fiber 2 7 0.25 1", 0.25, 0.5, 1.0 },
	};
	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		char line[200];
		double m[3];
		snprintf(line, sizeof line, "section Fiber 1 -noCentroid %s", row[i].words);
		moments(line, m);
		assert_near(m[0], row[i].area, 1e-13);
		assert_near(m[1], row[i].first, 1e-13);
		if (row[i].second > 0.0)
			assert_near(m[2], row[i].second, 1e-13);
	}
}

static void axes_lie_at_the_centroid_unless_told_otherwise(void **state)
{
	double m[3];
	(void)state;
	moments("section Fiber 1 fiber 1 0 3 1 fiber 5 0 1 1", m); /* centroid y = 2 */
	assert_near(m[1], 0.0, 1e-14);
	assert_near(m[2], 3.0 * 1.0 + 1.0 * 9.0, 1e-13);
}

static void wide_flange_is_two_flanges_and_a_web(void **state)
{
	/* second moment of n layers of a plate t x b at distance a: b t (a^2 + t^2/12 (1 - 1/n^2)) */
	double m[3], flange = 0.3 * 0.02 * (0.19 * 0.19 + 0.02 * 0.02 / 12.0 * (1.0 - 1.0 / 9.0));
	double web = 0.01 * 0.36 * 0.36 * 0.36 / 12.0 * (1.0 - 1.0 / 64.0);
	(void)state;
	moments("section WFSection2d 1 1 0.4 0.01 0.3 0.02 8 3", m);
	assert_near(m[0], 2.0 * 0.3 * 0.02 + 0.36 * 0.01, 1e-15);
	assert_near(m[2], 2.0 * flange + web, 1e-15);
}

static void yielding_rectangle_follows_its_moment_curvature_law(void **state)
{
	/* M = Mp (1 - (ky/k)^2/3), Mp = fy b h^2/4, ky = 2 fy/(E h); the cells err by no more than 1/n^2 of it */
	const double fy = 5.0, modulus = 100.0, b = 0.4, h = 1.2, mp = fy * b * h * h / 4.0, ky = 2.0 * fy / (modulus * h);
	struct cut x;
	(void)state;
	cut_make(&x, 2, "uniaxialMaterial ElasticPP 1 100 0.05", "section Fiber 1 patch rect 1 500 1 -0.6 -0.2 0.6 0.2");
	for (double ratio = 1.5; ratio < 50.0; ratio *= 1.5) {
		double e[2] = { 0.0, ratio * ky }, s[2];
		cut_respond(&x, e, s);
		memcpy(x.hc, x.ht, sizeof x.hc);
		assert_near(s[0], 0.0, 1e-12 * fy * b * h);
		assert_near(s[1], mp * (1.0 - 1.0 / (3.0 * ratio * ratio)), mp / (FIBRES * FIBRES));
	}
	model_fini(&x.m);
}

static void bending_in_space_turns_with_the_axes(void **state)
{
	/* a disc is the same about every axis: 12 sectors leave a rounding only */
	static const double e[2][4] = { { 0, 0.08, 0, 0.3 }, { 0, 0, 0.08, 0.3 } };
	double s[2][4];
	struct cut x;
	(void)state;
	cut_make(&x, 3, "uniaxialMaterial ElasticPP 1 100 0.05", "section Fiber 1 -GJ 7 patch circ 1 12 6 0 0 0 1");
	for (int i = 0; i < 2; i++)
		cut_respond(&x, e[i], s[i]);
	assert_near(s[0][1], s[1][2], 1e-12);
	assert_near(s[0][2], 0.0, 1e-12);
	assert_near(s[0][3], 7.0 * 0.3, 1e-14);
	/* My = sum s A z with strain z ky: positive */
	assert_true(s[1][2] > 1.0);
	model_fini(&x.m);
}

static void fibres_answer_by_number_and_by_place(void **state)
{
	static const char *const nearest[] = { "fiber", "0.9", "0", "stressStrain" }, *const of[] = { "fiber", "0.9", "0", "2", "stressStrain" };
	static const char *const second[] = { "fiber", "1", "strain" }, *const data[] = { "fiberData" };
	static const char *const none[] = { "fiber", "0.9", "0", "7", "stress" }, *const beyond[] = { "fiber", "3", "stress" };
	const double e[2] = { 0.01, 0.02 };
	double s[2], r[16];
	struct cut x;
	(void)state;
	memset(&x, 0, sizeof x);
	model_init(&x.m);
	x.m.ndm = 2;
	words_make(&x.m, "uniaxialMaterial Elastic 1 100");
	words_make(&x.m, "uniaxialMaterial Elastic 2 200");
	words_make(&x.m, "section Fiber 1 -noCentroid fiber 1 0 0.5 1 fiber -1 0 0.25 2 fiber 0.2 0 0.1 2");
	x.s = model_section(&x.m, 1);
	x.s->ops->start(x.s->self, x.hc);
	cut_respond(&x, e, s);
	assert_int_equal(cut_answer(&x, 4, nearest, r, 16), 2);
	assert_near(r[1], 0.01 - 0.02, 1e-16); /* y = 1 */
	assert_near(r[0], -1.0, 1e-13);
	assert_int_equal(cut_answer(&x, 5, of, r, 16), 2);
	assert_near(r[1], 0.01 - 0.2 * 0.02, 1e-16);
	assert_int_equal(cut_answer(&x, 3, second, r, 16), 1);
	assert_near(r[0], 0.03, 1e-16);
	assert_int_equal(cut_answer(&x, 1, data, r, 16), 15);
	assert_near(r[5], -1.0, 0.0);
	assert_near(r[8], 6.0, 1e-13);
	assert_int_equal(cut_answer(&x, 1, data, r, 14), 0);
	assert_int_equal(cut_answer(&x, 5, none, r, 16), 0);
	assert_int_equal(cut_answer(&x, 3, beyond, r, 16), 0);
	model_fini(&x.m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(patches_have_the_area_and_the_centroid_of_their_shape),
		cmocka_unit_test(axes_lie_at_the_centroid_unless_told_otherwise),
		cmocka_unit_test(wide_flange_is_two_flanges_and_a_web),
		cmocka_unit_test(yielding_rectangle_follows_its_moment_curvature_law),
		cmocka_unit_test(bending_in_space_turns_with_the_axes),
		cmocka_unit_test(fibres_answer_by_number_and_by_place),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
