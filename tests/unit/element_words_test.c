/* Bad words of elements: each is refused with a report that names the element and what is wrong. */
#include "test.h"

#include "element_probe.h"

static void bad_model(struct model *m, int ndm)
{
	model_init(m);
	m->ndm = ndm;
	m->ndf = ndm == 2 ? 3 : 6;
	words_node(m, 1, m->ndf, 0, 0, 0);
	words_node(m, 2, m->ndf, 3, 1, 0);
	words_node(m, 3, m->ndf, 3, 1, 0);
	words_node(m, 4, 1, 5, 5, 0);
	words_node(m, 5, ndm, 5, 5, 0);
	words_make(m, "uniaxialMaterial Elastic 1 100");
	words_make(m, ndm == 2 ? "section Uniaxial 6 1 Mz" : "section Uniaxial 6 1 T");
	words_make(m, ndm == 2 ? "geomTransf Linear 1" : "geomTransf Linear 1 3 1 0");
	words_make(m, ndm == 2 ? "geomTransf Linear 2" : "geomTransf Linear 2 0 0 1");
}

static const struct {
	int ndm;
	const char *line;
	int code;
	const char *part[2];
} bad[] = {
	{ 2, "element truss 9 2 3 1 1", ERR_GEOMETRY, { "element truss 9", "nodes 2 and 3" } },
	{ 2, "element corotTruss 9 3 2 1 1", ERR_GEOMETRY, { "element corotTruss 9", "nodes 3 and 2" } },
	{ 2, "element elasticBeamColumn 9 2 3 1 1 1 1", ERR_GEOMETRY, { "element elasticBeamColumn 9", "nodes 2 and 3" } },
	{ 2, "element truss 9 1 77 1 1", ERR_MISSING, { "77", "element truss 9" } },
	{ 2, "element truss 9 1 1 1 1", ERR_ARGUMENT, { "same node", "node 1" } },
	{ 2, "element truss 9 1 2 1 88", ERR_MISSING, { "88", "element truss 9" } },
	{ 2, "element truss 9 1 2 0 1", ERR_RANGE, { "area", "> 0" } },
	{ 2, "element truss 9 1 2 -3 1", ERR_RANGE, { "area", "-3" } },
	{ 2, "element truss 9 1 4 1 1", ERR_GEOMETRY, { "node 4", "at least 2" } },
	{ 2, "element truss 9 1 2 1 1 -rho -1", ERR_RANGE, { "-rho", "-1" } },
	{ 2, "element truss 9 1 2 1 1 -wrong 1", ERR_ARGUMENT, { "-wrong", "element truss 9" } },
	{ 2, "element truss 9 1 2 1 1 -cMass 2", ERR_RANGE, { "-cMass", "2" } },
	{ 2, "element truss 9 1 2 99", ERR_MISSING, { "99", "section" } },
	{ 2, "element truss 9 1 2 6", ERR_ARGUMENT, { "section 6", "P" } },
	{ 2, "element truss 9 1 2", ERR_ARGUMENT, { "area", "element truss 9" } },
	{ 2, "element elasticBeamColumn 9 1 2 1 1 1 55", ERR_MISSING, { "55", "elasticBeamColumn 9" } },
	{ 2, "element elasticBeamColumn 9 1 2 1 1 0 1", ERR_RANGE, { "Iz", "> 0" } },
	{ 2, "element elasticBeamColumn 9 1 2 1 1 1 1 1", ERR_ARGUMENT, { "number of values", "A E Iz" } },
	{ 2, "element elasticBeamColumn 9 1 2 1 1 1 1 -release 4", ERR_RANGE, { "release", "4" } },
	{ 2, "element elasticBeamColumn 9 1 2 1 1 1 1 -releasey 1", ERR_ARGUMENT, { "-releasey", "elasticBeamColumn 9" } },
	{ 2, "element elasticBeamColumn 9 1 5 1 1 1 1", ERR_GEOMETRY, { "node 5", "ndf 2" } },
	{ 2, "element elasticBeamColumn 9 1 2 6 1", ERR_ARGUMENT, { "section 6", "lacks" } },
	{ 3, "element elasticBeamColumn 9 1 2 1 1 1 1 1 1 1", ERR_GEOMETRY, { "parallel", "elasticBeamColumn 9" } },
	{ 3, "element elasticBeamColumn 9 1 2 1 1 1 1 1 1 2 -releasez -1", ERR_RANGE, { "release", "-1" } },
	{ 3, "element elasticBeamColumn 9 1 2 1 1 1 2", ERR_ARGUMENT, { "number of values", "A E G J Iy Iz" } },
	{ 2, "element zeroLength 9 2 3 -dir 1", ERR_ARGUMENT, { "-mat", "-dir" } },
	{ 2, "element zeroLength 9 2 3 -mat -dir 1", ERR_ARGUMENT, { "no material", "zeroLength 9" } },
	{ 2, "element zeroLength 9 2 3 -mat 1 -orient 1", ERR_ARGUMENT, { "-dir", "-orient" } },
	{ 2, "element zeroLength 9 2 3 -mat 1 1 -dir 1", ERR_ARGUMENT, { "2 materials", "1 directions" } },
	{ 2, "element zeroLength 9 2 3 -mat 1 -dir 1 2", ERR_ARGUMENT, { "1 materials", "2 directions" } },
	{ 2, "element zeroLength 9 2 3 -mat 1 -dir 7", ERR_RANGE, { "direction", "7" } },
	{ 2, "element zeroLength 9 2 3 -mat 1 -dir 4", ERR_RANGE, { "direction", "4" } },
	{ 2, "element zeroLength 9 2 5 -mat 1 -dir 6", ERR_GEOMETRY, { "node 5", "at least 3" } },
	{ 2, "element zeroLength 9 2 3 -mat 44 -dir 1", ERR_MISSING, { "44", "zeroLength 9" } },
	{ 3, "element zeroLength 9 2 3 -mat 1 -dir 1 -orient 1 0 0 2 0 0", ERR_GEOMETRY, { "parallel", "zeroLength 9" } },
	{ 2, "element twoNodeLink 9 1 2 -mat 1 -dir 0", ERR_RANGE, { "direction", "0" } },
	{ 2, "element twoNodeLink 9 1 2 -mat 1 -dir 1 -pDelta 0.7 0.6", ERR_RANGE, { "-pDelta", "at most 1" } },
	{ 2, "element twoNodeLink 9 1 2 -mat 1 -dir 1 -shearDist 1.5", ERR_RANGE, { "-shearDist", "1.5" } },
	{ 2, "element twoNodeLink 9 2 3 -mat 1 1 -dir 1 2 -pDelta 0.5 0.5", ERR_GEOMETRY, { "nodes 2 and 3", "-pDelta" } },
	{ 3, "element twoNodeLink 9 1 2 -mat 1 -dir 1 -orient 6 2 0", ERR_GEOMETRY, { "parallel", "-orient" } },
	{ 2, "element elastomericBearingPlasticity 9 1 2 10 1 0.1 0 1 -P 1", ERR_ARGUMENT, { "-Mz", "plane bearing" } },
	{ 3, "element elastomericBearingPlasticity 9 1 2 10 1 0.1 0 1 -P 1 -Mz 1", ERR_ARGUMENT, { "-T", "space" } },
	{ 2, "element elastomericBearingPlasticity 9 1 2 10 -1 0.1 0 1 -P 1 -Mz 1", ERR_RANGE, { "qd", "-1" } },
	{ 2, "element elastomericBearingPlasticity 9 1 2 10 1 1 0 1 -P 1 -Mz 1", ERR_RANGE, { "alpha1", "1" } },
	{ 2, "element elastomericBearingPlasticity 9 1 2 10 1 0.1 0 0.5 -P 1 -Mz 1", ERR_RANGE, { "mu", "0.5" } },
};
static void bad_input_is_reported(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct model m;
		struct err e;
		char text[700];
		bad_model(&m, bad[i].ndm);
		unsigned stamp = m.stamp;
		err_clear(&e);
		int code = words_try(&m, bad[i].line, &e);
		err_text(&e, text, sizeof text);
		if (code != bad[i].code || !strstr(text, bad[i].part[0]) || !strstr(text, bad[i].part[1]))
			fail_msg("%s: code %s, %s", bad[i].line, err_name(code), text);
		assert_null(model_element(&m, 9));
		assert_int_equal(m.stamp, stamp);
		model_fini(&m);
	}
}

static void a_tag_is_used_once(void **state)
{
	struct model m;
	struct err e;
	char text[600];
	(void)state;
	bad_model(&m, 2);
	words_make(&m, "element truss 9 1 2 1 1");
	err_clear(&e);
	assert_int_equal(words_try(&m, "element truss 9 1 3 1 1", &e), ERR_DUPLICATE);
	err_text(&e, text, sizeof text);
	assert_contains(text, "element 9");
	model_fini(&m);
}

static void a_line_model_takes_no_beam(void **state)
{
	struct probe p;
	struct err e;
	(void)state;
	probe_model(&p, 1, 1);
	words_node(&p.m, 1, 1, 0, 0, 0);
	words_node(&p.m, 2, 1, 4, 0, 0);
	err_clear(&e);
	assert_int_equal(words_try(&p.m, "element elasticBeamColumn 1 1 2 1 1 1 1", &e), ERR_STATE);
	err_clear(&e);
	assert_int_equal(words_try(&p.m, "element elastomericBearingPlasticity 1 1 2 1 1 0 0 1 -P 1 -Mz 1", &e), ERR_STATE);
	model_fini(&p.m);
}

int main(void)
{
	const struct CMUnitTest cases[] = {
		cmocka_unit_test(bad_input_is_reported),
		cmocka_unit_test(a_tag_is_used_once),
		cmocka_unit_test(a_line_model_takes_no_beam),
	};
	return cmocka_run_group_tests(cases, NULL, NULL);
}
