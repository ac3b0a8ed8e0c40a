/* What is special about single experimental elements: the computed element that answers alike, the force where no actuator is, the
 * numbers of the V-brace, and what is refused. */
#include "test.h"

#include "base/rng.h"
#include "exp_probe.h"
#include "math/dense.h"

#include <stdlib.h>

enum { DOF = 24, HISTORY = 128 };

struct side {
	const struct element *el;
	double v[DOF];
	double hc[HISTORY], ht[HISTORY];
	double f[DOF], k[DOF * DOF], c[DOF * DOF];
};

static const double nothing[DOF], loads[16];

static struct element_io io_of(struct side *s, const double *u, bool live)
{
	return (struct element_io){ .u = u, .v = s->v, .a = nothing, .uc = nothing, .hc = s->hc, .ht = s->ht, .load = loads, .dt = 0.01, .live = live };
}

static void side_make(struct bench *b, struct side *s, const char *line)
{
	memset(s, 0, sizeof *s);
	bench_make(b, line);
	s->el = b->m.elements.row[b->m.elements.n - 1].object;
	assert_in_range(s->el->nstate, 0, HISTORY);
	if (s->el->ops->start)
		s->el->ops->start(s->el->self, s->hc);
	memcpy(s->ht, s->hc, sizeof s->ht);
}

static void respond(struct side *s, const double *u)
{
	struct element_io io = io_of(s, u, true);
	for (int i = 0, n = s->el->ndof; i < n * n; i++)
		s->f[i % n] = s->k[i] = s->c[i] = (double)NAN;
	s->el->ops->respond(s->el->self, &io, s->f, s->k, s->c);
}

static double largest(int n, const double *x)
{
	double most = 0.0;
	for (int i = 0; i < n; i++)
		most = larger(most, fabs(x[i]));
	return most;
}

static void plane(struct bench *b)
{
	bench_init(b, 2, 3);
	words_node(&b->m, 1, 3, 0.0, 0.0, 0.0);
	words_node(&b->m, 2, 3, 3.0, 4.0, 0.0);
	words_make(&b->m, "uniaxialMaterial Elastic 1 100");
	words_make(&b->m, "uniaxialMaterial Elastic 3 80 2");
	words_make(&b->m, "geomTransf Linear 1");
	words_make(&b->m, "geomTransf PDelta 2");
	words_make(&b->m, "geomTransf Corotational 3");
	bench_site(b, 1, 1, "1");
	bench_site(b, 3, 3, "1 2 3");
	bench_site(b, 2, 3, "2");
}

static void space(struct bench *b)
{
	bench_init(b, 3, 6);
	words_node(&b->m, 1, 6, 0.0, 0.0, 0.0);
	words_node(&b->m, 2, 6, 3.0, 4.0, 12.0);
	words_make(&b->m, "uniaxialMaterial Elastic 1 100");
	words_make(&b->m, "uniaxialMaterial Elastic 3 80 2");
	words_make(&b->m, "geomTransf Linear 1 0 1 0");
	words_make(&b->m, "geomTransf PDelta 2 0 1 0");
	words_make(&b->m, "geomTransf Corotational 3 0 1 0");
	bench_site(b, 6, 6, "1 2 3 4 5 6");
	bench_site(b, 7, 6, "2 3");
}

/* Both elements answer alike at random displacements of a size, and velocities, to a part of the force; and have the same dampers. */
static void twins(struct bench *b, const char *tested, const char *computed, double size, double tolerance)
{
	struct side *t = test_malloc(sizeof *t), *c = test_malloc(sizeof *c);
	struct rng r;
	rng_init(&r, 17, 0);
	side_make(b, t, tested);
	side_make(b, c, computed);
	for (int trial = 0; trial < 5; trial++) {
		double u[DOF] = { 0 }, force = 0.0;
		int n = t->el->ndof;
		assert_int_equal(n, c->el->ndof);
		for (int i = 0; i < n; i++)
			u[i] = size * (2.0 * rng_uniform(&r) - 1.0);
		for (int i = 0; i < n; i++)
			t->v[i] = c->v[i] = size * (2.0 * rng_uniform(&r) - 1.0);
		respond(t, u);
		respond(c, u);
		force = largest(n, c->f);
		for (int i = 0; i < n; i++)
			if (!(fabs(t->f[i] - c->f[i]) <= tolerance * force))
				fail_msg("%s\n%s\nfreedom %d: %.12g, computed %.12g", tested, computed, i + 1, t->f[i], c->f[i]);
		for (int i = 0; i < n * n; i++)
			assert_near(t->c[i], c->c[i], 1e-13);
	}
	assert_true(table_remove(&b->m.elements, t->el->tag));
	assert_true(table_remove(&b->m.elements, c->el->tag));
	test_free(t);
	test_free(c);
}

/* Cases --------------------------------------------------------------------------------------------- */

static void truss_and_corotTruss_answer_as_the_computed_ones(void **state)
{
	struct bench *b = test_malloc(sizeof *b);
	(void)state;
	plane(b);
	/* EA/L = 100 with A = L = 5 */
	twins(b, "expElement truss 1 1 2 -site 1 -initStif 100", "element truss 2 1 2 5 1", 0.5, 1e-13);
	twins(b, "expElement corotTruss 1 1 2 -site 1 -initStif 100", "element corotTruss 2 1 2 5 1", 2.0, 1e-13);
	bench_fini(b);
	test_free(b);
}

#define K3 "100 0 0 0 100 0 0 0 100"
#define K6 "100 0 0 0 0 0 0 100 0 0 0 0 0 0 100 0 0 0 0 0 0 100 0 0 0 0 0 0 100 0 0 0 0 0 0 100"

static void links_answer_as_the_computed_ones(void **state)
{
	struct bench *b = test_malloc(sizeof *b);
	(void)state;
	plane(b);
	twins(b, "expElement twoNodeLink 1 1 2 -dir 1 2 3 -site 3 -initStif " K3 " -shearDist 0.3 -pDelta 0.2 0.5",
	      "element twoNodeLink 2 1 2 -mat 1 1 1 -dir 1 2 3 -shearDist 0.3 -pDelta 0.2 0.5", 0.5, 1e-13);
	twins(b, "expElement twoNodeLink 1 1 2 -dir 1 2 3 -site 3 -initStif " K3 " -orient 0 1 0 -1 0 0",
	      "element twoNodeLink 2 1 2 -mat 1 1 1 -dir 1 2 3 -orient 0 1 0 -1 0 0", 0.5, 1e-13);
	bench_fini(b);
	space(b);
	twins(b, "expElement twoNodeLink 1 1 2 -dir 3 1 2 6 5 4 -site 6 -initStif " K6 " -orient 0 1 0 -shearDist 0.3 0.8 -pDelta 0.2 0.3 0.4 0.1",
	      "element twoNodeLink 2 1 2 -mat 1 1 1 1 1 1 -dir 3 1 2 6 5 4 -orient 0 1 0 -shearDist 0.3 0.8 -pDelta 0.2 0.3 0.4 0.1", 0.5, 1e-13);
	bench_fini(b);
	test_free(b);
}

static void bearings_answer_as_links_of_their_materials(void **state)
{
	struct bench *b = test_malloc(sizeof *b);
	(void)state;
	plane(b);
	twins(b, "expElement bearing 1 1 2 0 -P 1 -Mz 1 -site 2 -initStif 100 -shearDist 0.3",
	      "element twoNodeLink 2 1 2 -mat 1 1 1 -dir 1 2 3 -shearDist 0.3", 0.5, 1e-13);
	twins(b, "expElement bearing 1 1 2 0 -P 3 -Mz 3 -site 2 -initStif 100 -shearDist 0.3",
	      "element twoNodeLink 2 1 2 -mat 3 1 3 -dir 1 2 3 -shearDist 0.3", 0.5, 1e-13);
	/* all driven: the materials have no part in the force */
	twins(b, "expElement bearing 1 1 2 1 -P 1 -Mz 1 -site 3 -initStif 100 -shearDist 0.3",
	      "element twoNodeLink 2 1 2 -mat 1 1 1 -dir 1 2 3 -shearDist 0.3", 0.5, 1e-13);
	bench_fini(b);
	space(b);
	twins(b, "expElement bearing 1 1 2 0 -P 1 -T 1 -My 1 -Mz 1 -site 7 -initStif 100 0 0 100 -shearDist 0.3 -orient 0 1 0",
	      "element twoNodeLink 2 1 2 -mat 1 1 1 1 1 1 -dir 1 2 3 4 5 6 -shearDist 0.3 0.3 -orient 0 1 0", 0.5, 1e-13);
	twins(b, "expElement bearing 1 1 2 0 -P 3 -T 3 -My 1 -Mz 3 -site 7 -initStif 100 0 0 100 -shearDist 0.3 -orient 0 1 0",
	      "element twoNodeLink 2 1 2 -mat 3 1 1 3 1 3 -dir 1 2 3 4 5 6 -shearDist 0.3 0.3 -orient 0 1 0", 0.5, 1e-13);
	bench_fini(b);
	test_free(b);
}

/* Stiffness of a cantilever of length l as its rig sees it: axial, y, rz, then z, ry, twist. */
static void cantilever(int n, double l, double ea, double eiz, double eiy, double gj, double *ret_k)
{
	memset(ret_k, 0, (size_t)(n * n) * sizeof *ret_k);
	ret_k[0] = ea / l;
	for (int p = 0; p < (n == 3 ? 1 : 2); p++) {
		double ei = p == 0 ? eiz : eiy, sign = p == 0 ? -1.0 : 1.0;
		int y = 1 + 2 * p, r = y + 1;
		ret_k[y * n + y] = 12.0 * ei / (l * l * l);
		ret_k[y * n + r] = ret_k[r * n + y] = sign * 6.0 * ei / (l * l);
		ret_k[r * n + r] = 4.0 * ei / l;
	}
	if (n == 6)
		ret_k[35] = gj / l;
}

static void beam_line(char *line, size_t size, int transform, int n, const double *k)
{
	int at = snprintf(line, size, "expElement beamColumn 1 1 2 %d -site 5 -initStif", transform);
	for (int i = 0; i < n * n; i++)
		at += snprintf(line + at, size - (size_t)at, " %.17g", k[i]);
}

/* Corotational: the tested cantilever turns with node i, the computed chord does not; they agree in small displacements. */
static void a_cantilever_answers_as_the_elastic_member(void **state)
{
	static const struct {
		int ndm, transform;
		const char *computed;
		double size, tolerance;
	} row[] = {
		{ 2, 1, "element elasticBeamColumn 2 1 2 2 50 3 1", 0.5, 1e-12 },
		{ 2, 2, "element elasticBeamColumn 2 1 2 2 50 3 2", 0.5, 1e-12 },
		{ 2, 3, "element elasticBeamColumn 2 1 2 2 50 3 3", 1e-7, 1e-5 },
		{ 3, 1, "element elasticBeamColumn 2 1 2 2 50 20 4 7 3 1", 0.5, 1e-12 },
		{ 3, 2, "element elasticBeamColumn 2 1 2 2 50 20 4 7 3 2", 0.5, 1e-12 },
		{ 3, 3, "element elasticBeamColumn 2 1 2 2 50 20 4 7 3 3", 0.5, 1e-12 },
	};
	struct bench *b = test_malloc(sizeof *b);
	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		int n = row[i].ndm == 2 ? 3 : 6;
		double k[36];
		char line[1200];
		(row[i].ndm == 2 ? plane : space)(b);
		cantilever(n, row[i].ndm == 2 ? 5.0 : 13.0, 100.0, 150.0, 350.0, 80.0, k);
		bench_linear(b, 5, n, n, k);
		beam_line(line, sizeof line, row[i].transform, n, k);
		twins(b, line, row[i].computed, row[i].size, row[i].tolerance);
		bench_fini(b);
	}
	test_free(b);
}

static void loads_along_a_tested_member_are_those_of_the_computed_one(void **state)
{
	static const struct element_load load[] = {
		{ .kind = LOAD_BEAM_UNIFORM, .wy = 0.3, .wz = -0.2, .wx = 0.1 },
		{ .kind = LOAD_BEAM_POINT, .wy = 0.3, .wz = -0.2, .wx = 0.1, .at = 0.3 },
	};
	struct bench *b = test_malloc(sizeof *b);
	struct side *t = test_malloc(sizeof *t), *c = test_malloc(sizeof *c);
	(void)state;
	space(b);
	side_make(b, t, "expElement beamColumn 1 1 2 1 -site 6 -initStif " K6);
	side_make(b, c, "element elasticBeamColumn 2 1 2 2 50 20 4 7 3 1");
	for (size_t i = 0; i < COUNT(load); i++) {
		double numbers[2][16] = { { 0 } };
		struct element_io io = io_of(t, nothing, true), jo = io_of(c, nothing, true);
		assert_int_equal(t->el->ops->load(t->el->self, &load[i], 2.0, numbers[0]), 0);
		assert_int_equal(c->el->ops->load(c->el->self, &load[i], 2.0, numbers[1]), 0);
		io.load = numbers[0];
		jo.load = numbers[1];
		t->el->ops->respond(t->el->self, &io, t->f, NULL, NULL);
		c->el->ops->respond(c->el->self, &jo, c->f, NULL, NULL);
		for (int k = 0; k < 12; k++)
			assert_near(t->f[k], c->f[k], 1e-14);
	}
	bench_fini(b);
	test_free(b);
	test_free(t);
	test_free(c);
}

static void only_directions_without_actuator_have_the_force_of_the_initial_stiffness(void **state)
{
	struct bench *b = test_malloc(sizeof *b);
	struct side *s = test_malloc(sizeof *s);
	const double u[6] = { 0, 0, 0, 0.3, 0.2, 0.1 };
	(void)state;
	plane(b);
	side_make(b, s, "expElement twoNodeLink 1 1 2 -dir 1 2 3 -site 2 -initStif 40 1 2 1 50 3 2 3 60 -orient 1 0 0 0 1 0 -shearDist 0");
	/* axial and rotation by K0_ii d_i, the shear 0.2 - 5 x 0.1 measured; no actuator, no coupling */
	respond(s, u);
	assert_near(s->f[3], 40.0 * 0.3, 1e-13);
	assert_near(s->f[4], 100.0 * (0.2 - 0.5), 1e-12);
	assert_near(s->f[5], 60.0 * 0.1 - 5.0 * 100.0 * (0.2 - 0.5), 1e-12);
	/* a driven direction whose force is exactly zero is zero: a specimen that has broken */
	bench_watch(b, 2)->error = 1.0;
	bench_watch(b, 2)->gain = 100.0 * 0.2;
	const double v[6] = { 0, 0, 0, 0.3, -0.2, 0.0 };
	respond(s, v);
	assert_near(s->f[4], 0.0, 0.0);
	assert_near(s->f[3], 40.0 * 0.3, 1e-13);
	bench_fini(b);
	test_free(b);
	test_free(s);
}

/* N = K0_11 (chord - L) along the chord, as a bar between the ends would have it. */
static void a_member_without_axial_actuator_has_a_bar_in_its_axis(void **state)
{
	struct bench *b = test_malloc(sizeof *b);
	struct side *s = test_malloc(sizeof *s);
	/* node 2 of a member along (0.6, 0.8) moves by (0.5, 2.0) in local axes, node 1 is held: d = (0.5, 2.0, 0) */
	const double u[6] = { 0, 0, 0, 0.6 * 0.5 - 0.8 * 2.0, 0.8 * 0.5 + 0.6 * 2.0, 0 };
	double chord = sqrt(5.5 * 5.5 + 4.0), n = 40.0 * (chord - 5.0);
	(void)state;
	plane(b);
	side_make(b, s, "expElement beamColumn 1 1 2 1 -site 2 -initStif 40 0 0 0 100 0 0 0 100");
	respond(s, u);
	double along = n * 5.5 / chord, across = 100.0 * 2.0 + n * 2.0 / chord;
	assert_near(s->f[3], 0.6 * along - 0.8 * across, 1e-11);
	assert_near(s->f[4], 0.8 * along + 0.6 * across, 1e-11);
	bench_fini(b);
	test_free(b);
	test_free(s);
}

/* In space, too, and a shaft that twists: N = K0_11 e, T = K0_66 (twist of node 2 less that of node 1), e and twist along (3, 4, 12)/13. */
static void a_member_in_space_without_actuators_along_its_axis_has_a_bar_and_a_shaft_there(void **state)
{
	static const double axis[3] = { 3.0 / 13.0, 4.0 / 13.0, 12.0 / 13.0 };
	struct bench *b = test_malloc(sizeof *b);
	struct side *s = test_malloc(sizeof *s);
	struct rng r;
	double u[DOF] = { 0 }, along[4] = { 0 }, force[4] = { 0 };
	(void)state;
	space(b);
	side_make(b, s, "expElement beamColumn 1 1 2 1 -site 7 -initStif 40 0 0 0 0 0 0 100 0 0 0 0 0 0 100 0 0 0 0 0 0 100 0 0 0 0 0 0 100 0 0 0 0 0 0 70");
	rng_init(&r, 3, 0);
	for (int i = 0; i < 12; i++)
		u[i] = 0.2 * rng_uniform(&r) - 0.1;
	respond(s, u);
	for (int i = 0; i < 12; i++) {
		along[i / 3] += axis[i % 3] * u[i];
		force[i / 3] += axis[i % 3] * s->f[i];
	}
	assert_near(force[2], 40.0 * (along[2] - along[0]), 1e-12);
	assert_near(force[3], 70.0 * (along[3] - along[1]), 1e-12);
	assert_near(force[0], -force[2], 1e-12);
	assert_near(force[1], -force[3], 1e-12);
	bench_fini(b);
	test_free(b);
	test_free(s);
}

static void an_estimated_tangent_is_used_and_follows_the_specimen(void **state)
{
	struct bench *b = test_malloc(sizeof *b);
	struct side *s = test_malloc(sizeof *s);
	static const char *const words[] = { "tangStif", "stif" };
	const double first[6] = { 0, 0, 0, 0.3, 0.0, 0.0 }, second[6] = { 0, 0, 0, 0.3, 0.2, 0.0 };
	double x[9];
	(void)state;
	plane(b);
	bench_make(b, "expTangentStiff Broyden 4");
	side_make(b, s, "expElement twoNodeLink 1 1 2 -dir 1 2 3 -site 3 -initStif 10 0 0 0 20 0 0 0 30 -tangStif 4 -orient 1 0 0 0 1 0");
	respond(s, first);
	respond(s, second);
	/* two orthogonal increments have shown two columns of the specimen's stiffness, 100 each */
	struct element_io io = io_of(s, second, false);
	assert_int_equal(s->el->ops->response(s->el->self, &io, 2, words, x, 9), 9);
	const double want[9] = { 100, 0, 0, 0, 100, 0, 0, 0, 30 };
	for (int i = 0; i < 9; i++)
		assert_near(x[i], want[i], 1e-11);
	assert_near(s->k[3 * 6 + 3], 100.0, 1e-11);
	assert_near(s->k[4 * 6 + 4], 100.0, 1e-11);
	assert_ptr_equal(b->lab.estimates->tangent, table_get(&b->lab.tangents, 4));
	assert_near(b->lab.estimates->k[0], 100.0, 1e-11);
	bench_fini(b);
	test_free(b);
	test_free(s);
}

/* q - K0 (measured - command) with a K0 that is not symmetric, row by row; the tangent is estimated of what was measured, not of what was corrected. */
static void a_correction_takes_the_rows_of_the_initial_stiffness_and_leaves_the_estimate_alone(void **state)
{
	struct bench *b = test_malloc(sizeof *b);
	struct side *s = test_malloc(sizeof *s);
	static const char *const words[] = { "tangStif", "stif" };
	const double first[6] = { 0, 0, 0, 0.3, 0.0, 0.0 }, second[6] = { 0, 0, 0, 0.3, 0.2, 0.0 }, error = 0.01;
	double x[9];
	(void)state;
	plane(b);
	bench_make(b, "expTangentStiff Broyden 4");
	side_make(b, s, "expElement twoNodeLink 1 1 2 -dir 1 2 3 -site 3 -initStif 10 5 0 0 20 0 0 7 30 -iMod -tangStif 4 -orient 1 0 0 0 1 0 -shearDist 0");
	bench_watch(b, 3)->error = error;
	bench_watch(b, 3)->gain = 100.0;
	respond(s, first);
	assert_near(s->f[3], 100.0 * (0.3 + error) - (10.0 + 5.0) * error, 1e-12);
	assert_near(s->f[4], 100.0 * error - 20.0 * error, 1e-12);
	respond(s, second);
	struct element_io io = io_of(s, second, false);
	assert_int_equal(s->el->ops->response(s->el->self, &io, 2, words, x, 9), 9);
	/* d goes by (0.31, 0.01, 0.01), then by (0, 0.2, 0); q by 100 of that: the second shows its column as it is */
	assert_near(x[1], 0.0, 1e-11);
	assert_near(x[4], 100.0, 1e-11);
	assert_near(x[7], 0.0, 1e-11);
	bench_fini(b);
	test_free(b);
	test_free(s);
}

static void an_element_on_a_specimen_that_was_moved_before_sends_its_first_displacement(void **state)
{
	struct bench *b = test_malloc(sizeof *b);
	struct side *s = test_malloc(sizeof *s);
	const double u[6] = { 0, 0, 0, 0.3, 0.4, 0 };
	(void)state;
	plane(b);
	side_make(b, s, "expElement truss 1 1 2 -site 1 -initStif 100");
	respond(s, u);
	side_make(b, s, "expElement truss 2 1 2 -site 1 -initStif 100");
	respond(s, nothing);
	assert_int_equal(bench_watch(b, 1)->sent, 2);
	assert_near(largest(6, s->f), 0.0, 0.0);
	bench_fini(b);
	test_free(b);
	test_free(s);
}

/* Numbers of ../shared/differential/experimental/kinematics.txt: OpenFresco 2.8. */
static int read_brace(double want[2][9])
{
	static const char *const head[2] = { "force at the nodes  ", "force at the nodes with -iMod" };
	FILE *f = fopen("../shared/differential/experimental/kinematics.txt", "r");
	char line[400];
	int found = 0;
	while (f && fgets(line, sizeof line, f))
		for (int i = 0; i < 2; i++) {
			char *at = strstr(line, head[i]);
			if (!at)
				continue;
			at += strlen(head[i]);
			for (int k = 0; k < 9; k++)
				want[i][k] = strtod(at, &at);
			found++;
		}
	if (f)
		fclose(f);
	return found;
}

static void the_brace_gives_the_numbers_of_the_second_program(void **state)
{
	static const char *const option[2] = { "", " -iMod" };
	/* measured, whatever is commanded (1.3 -0.8 0) */
	static const double disp[3] = { 0.9, -0.3, 0.0 }, force[6] = { 4.0, 7.0, 1.0, -5.0, 6.0, 2.0 };
	const double u[9] = { 0.3, 0.0, 0.0, -0.2, 0.5, 0.0, 1.0, -0.4, 0.02 };
	struct bench *b = test_malloc(sizeof *b);
	struct side *s = test_malloc(sizeof *s);
	double want[2][9], zero[18] = { 0 };
	(void)state;
	if (read_brace(want) != 2) {
		test_free(b);
		test_free(s);
		skip();
	}
	for (int i = 0; i < 2; i++) {
		char line[200];
		bench_init(b, 2, 3);
		words_node(&b->m, 1, 3, 0.0, 0.0, 0.0);
		words_node(&b->m, 2, 3, 100.0, 0.0, 0.0);
		words_node(&b->m, 3, 3, 40.0, 60.0, 0.0);
		bench_linear(b, 1, 3, 6, zero);
		snprintf(line, sizeof line, "expElement invertedVBrace 1 1 2 3 -site 1 -initStif 40 2 0 2 50 0 0 0 100%s", option[i]);
		side_make(b, s, line);
		struct element_io io = io_of(s, u, true);
		io.uc = u;
		assert_int_equal(s->el->ops->send(s->el->self, &io), 0);
		/* in the place of a measurement */
		memcpy(bench_watch(b, 1)->site->out.x[SLOT_DISP], disp, sizeof disp);
		memcpy(bench_watch(b, 1)->site->out.x[SLOT_FORCE], force, sizeof force);
		bench_watch(b, 1)->site->fresh = false;
		s->el->ops->respond(s->el->self, &io, s->f, s->k, s->c);
		const double *d = bench_watch(b, 1)->site->trial.x[SLOT_DISP];
		assert_near(d[0], 1.3, 1e-12);
		/* the second program has a wrong sign in dy, which does not show where node 1 moves along x only */
		assert_near(d[1], -0.8, 1e-12);
		for (int k = 0; k < 9; k++)
			assert_near(s->f[k], want[i][k], 1e-7 * 32.0);
		bench_fini(b);
	}
	test_free(b);
	test_free(s);
}

static void what_cannot_be_is_refused_with_both_numbers(void **state)
{
	static const struct {
		const char *line, *part[3];
	} row[] = {
		{ "expElement truss 1 1 2 -site 8 -initStif 100", { "expElement truss 1", "expSite 8" } },
		{ "expElement truss 1 1 2 -initStif 100", { "expElement truss 1", "-site" } },
		{ "expElement truss 1 1 2 -site 1", { "-initStif is missing", "1 values" } },
		{ "expElement truss 1 1 2 -site 1 -initStif 100 0", { "-initStif", "2", "1 x 1" } },
		{ "expElement truss 1 1 2 -site 3 -initStif 100", { "expSite 3", "3", "1" } },
		{ "expElement truss 1 1 2 -server 80900 -initStif 100", { "ipPort", "80900", "65535" } },
		{ "expElement truss 1 1 2 -server 8090 -ssl -udp -initStif 100", { "-ssl and -udp" } },
		{ "expElement truss 1 1 2 -site 1 -initStif 100 -tangStif 5", { "expTangentStiff 5" } },
		{ "expElement twoNodeLink 1 1 2 -dir 1 2 -site 3 -initStif 1 2 3", { "-initStif", "3", "4, the 2 x 2" } },
		{ "expElement twoNodeLink 1 1 2 -dir 1 1 -site 3 -initStif 1 2 3 4", { "direction 1 is given twice" } },
		{ "expElement beamColumn 1 1 2 1 -site 3 -initStif 1", { "-initStif", "1", "9, the 3 x 3" } },
		{ "expElement bearing 1 1 2 0 -P 1 -site 2 -initStif 100", { "-Mz" } },
		{ "expElement bearing 1 1 2 2 -P 1 -Mz 1 -site 2 -initStif 100", { "pFrcCtrl", "2" } },
		{ "expElement generic 1 -node 1 2 -dof 1 -site 1 -initStif 100", { "-dof", "node 2" } },
		{ "expElement generic 1 -node 2 -dof 4 -site 1 -initStif 100", { "4", "3" } },
		{ "expElement generic 1 -node 1 2 -dof 1 -dof 1 2 -site 3 -initStif " K3 " -mass 1 2 3", { "-mass", "3", "9" } },
		{ "expElement invertedVBrace 1 1 2 3 -site 1 -initStif " K3, { "inclined" } },
		{ "expElement invertedVBrace 1 1 2 3 -site 1 -initStif " K3 " -nlGeom", { "-nlGeom" } },
	};
	struct bench *b = test_malloc(sizeof *b);
	(void)state;
	plane(b);
	words_node(&b->m, 3, 3, 3.0, 9.0, 0.0);
	for (size_t i = 0; i < COUNT(row); i++) {
		struct err e;
		char text[600];
		if (bench_try(b, row[i].line, &e) >= 0)
			fail_msg("accepted: %s", row[i].line);
		err_text(&e, text, sizeof text);
		for (int k = 0; k < 3 && row[i].part[k]; k++)
			assert_contains(text, row[i].part[k]);
	}
	assert_int_equal(b->m.elements.n, 0);
	bench_fini(b);
	test_free(b);
}

int main(void)
{
	const struct CMUnitTest cases[] = {
		cmocka_unit_test(truss_and_corotTruss_answer_as_the_computed_ones),
		cmocka_unit_test(links_answer_as_the_computed_ones),
		cmocka_unit_test(bearings_answer_as_links_of_their_materials),
		cmocka_unit_test(a_cantilever_answers_as_the_elastic_member),
		cmocka_unit_test(loads_along_a_tested_member_are_those_of_the_computed_one),
		cmocka_unit_test(only_directions_without_actuator_have_the_force_of_the_initial_stiffness),
		cmocka_unit_test(a_member_without_axial_actuator_has_a_bar_in_its_axis),
		cmocka_unit_test(a_member_in_space_without_actuators_along_its_axis_has_a_bar_and_a_shaft_there),
		cmocka_unit_test(an_estimated_tangent_is_used_and_follows_the_specimen),
		cmocka_unit_test(a_correction_takes_the_rows_of_the_initial_stiffness_and_leaves_the_estimate_alone),
		cmocka_unit_test(an_element_on_a_specimen_that_was_moved_before_sends_its_first_displacement),
		cmocka_unit_test(the_brace_gives_the_numbers_of_the_second_program),
		cmocka_unit_test(what_cannot_be_is_refused_with_both_numbers),
	};
	return cmocka_run_group_tests(cases, NULL, NULL);
}
