/* Sections against sums over their fibres that are made here: random sections of random fibres, and every row of section_table, on random paths.
 *
 * A fibre is a spring, a stop or both (stress follows the stiffness and stays between limits). With axes at the centroid,
 *   strain = e0 - y kz + z ky,   P = sum A s,   Mz = -sum A y s,   My = sum A z s,   T = GJ twist,
 * and the tangent is compared with central differences of these sums.
 */
#include "test.h"

#include "base/rng.h"
#include "model_words.h"

enum { FIBRES = 24, HISTORY = 512, STEPS = 120 };

struct fibre { double y, z, area, spring, stop, limit; };

struct sum {
	int n, nfibre;
	double own[SECTION_MAX];               /* elastic stiffness of components that have no fibres, else 0 */
	double lever[FIBRES][SECTION_MAX];     /* strain of a fibre by components of the section's deformation */
	struct fibre fibre[FIBRES];
	double strain[FIBRES], stress[FIBRES]; /* of the stops */
};

/* Resultants at deformations e; the stops move when they are told to. */
static void sum_respond(struct sum *s, const double *e, bool commit, double *ret_s)
{
	for (int i = 0; i < s->n; i++)
		ret_s[i] = s->own[i] * e[i];
	for (int k = 0; k < s->nfibre; k++) {
		const struct fibre *f = &s->fibre[k];
		double strain = 0.0, held;

		for (int i = 0; i < s->n; i++)
			strain += s->lever[k][i] * e[i];
		held = fmin(fmax(s->stress[k] + f->stop * (strain - s->strain[k]), -f->limit), f->limit);
		for (int i = 0; i < s->n; i++)
			ret_s[i] += f->area * s->lever[k][i] * (f->spring * strain + held);
		if (commit) {
			s->strain[k] = strain;
			s->stress[k] = held;
		}
	}
}

struct pair {
	struct model m;
	const struct section *s;
	double hc[HISTORY], ht[HISTORY];
	struct sum sum;
};

/* Materials: 1 Elastic 100, 2 ElasticPP 100 0.05, 3 Steel01 5 120 0.03: a spring and a stop. */
static const struct { double spring, stop, limit; } LAW[] = {{100, 0, 0}, {0, 100, 5}, {3.6, 116.4, 4.85}};

static void pair_begin(struct pair *p, int ndm)
{
	memset(p, 0, sizeof(*p));
	model_init(&p->m);
	p->m.ndm = ndm;
	words_make(&p->m, "uniaxialMaterial Elastic 1 100");
	words_make(&p->m, "uniaxialMaterial ElasticPP 2 100 0.05");
	words_make(&p->m, "uniaxialMaterial Steel01 3 5 120 0.03");
}

static void pair_section(struct pair *p, const char *line)
{
	words_make(&p->m, line);
	p->s = model_section(&p->m, 10);
	assert_non_null(p->s);
	assert_true(p->s->nstate <= HISTORY);
	if (p->s->ops->start)
		p->s->ops->start(p->s->self, p->hc);
	p->sum.n = p->s->n;
}

static void add_fibre(struct sum *s, double y, double z, double area, int law)
{
	s->fibre[s->nfibre] = (struct fibre){y, z, area, LAW[law].spring, LAW[law].stop, LAW[law].limit};
	s->nfibre++;
}

/* Levers about the centroid, in the section's own order of components. */
static void centre(struct pair *p)
{
	double area = 0.0, y = 0.0, z = 0.0;
	struct sum *s = &p->sum;

	for (int k = 0; k < s->nfibre; k++) {
		area += s->fibre[k].area;
		y += s->fibre[k].area * s->fibre[k].y;
		z += s->fibre[k].area * s->fibre[k].z;
	}
	for (int k = 0; k < s->nfibre; k++)
		for (int i = 0; i < s->n; i++) {
			int code = p->s->code[i];

			s->lever[k][i] = code == SECTION_P ? 1.0 : 0.0;
			s->lever[k][i] += code == SECTION_MZ ? y / area - s->fibre[k].y : code == SECTION_MY ? s->fibre[k].z - z / area : 0.0;
		}
}

static void respond(struct pair *p, const double *e, double *ret_s, double *ret_k)
{
	struct section_io io = {.e = e, .dt = 0.01, .s = ret_s, .k = ret_k};

	p->s->ops->respond(p->s->self, p->hc, p->ht, &io);
}

/* Central differences of the sum; false at a corner. */
static bool slope(struct sum *s, const double *e, int j, double *ret_column)
{
	const double d = 1e-7;
	double at[SECTION_MAX], up[SECTION_MAX], mid[SECTION_MAX], down[SECTION_MAX];
	bool smooth = true;

	memcpy(at, e, sizeof(at));
	sum_respond(s, e, false, mid);
	at[j] = e[j] + d;
	sum_respond(s, at, false, up);
	at[j] = e[j] - d;
	sum_respond(s, at, false, down);
	for (int i = 0; i < s->n; i++) {
		ret_column[i] = (up[i] - down[i]) / (2.0 * d);
		smooth = smooth && fabs(up[i] - 2.0 * mid[i] + down[i]) <= 1e-6 * d * 100.0;
	}
	return smooth;
}

static void walk(struct pair *p, const char *name, double size, struct rng *rng)
{
	double e[SECTION_MAX] = {0}, s[SECTION_MAX], k[SECTION_MAX * SECTION_MAX], want[SECTION_MAX], column[SECTION_MAX], scale = 0.0;
	double initial[SECTION_MAX * SECTION_MAX];
	int n = p->s->n, compared = 0;

	p->s->ops->initial(p->s->self, initial);
	for (int i = 0; i < n; i++)
		scale = larger(scale, initial[i * n + i]);
	for (int t = 0; t < STEPS; t++) {
		for (int i = 0; i < n; i++)
			e[i] = 0.9 * e[i] + size * (2.0 * rng_uniform(rng) - 1.0);
		respond(p, e, s, k);
		for (int j = 0; j < n; j++)
			for (int i = 0; slope(&p->sum, e, j, column) && i < n; i++) {
				compared++;
				if (!(fabs(column[i] - k[i * n + j]) <= 1e-6 * scale))
					fail_msg("%s: tangent %d %d is %.9g, difference of the sum %.9g", name, i, j, k[i * n + j], column[i]);
			}
		sum_respond(&p->sum, e, true, want);
		for (int i = 0; i < n; i++)
			if (!(fabs(want[i] - s[i]) <= 1e-12 * scale))
				fail_msg("%s, step %d: resultant %d is %.12g, the sum %.12g", name, t, i, s[i], want[i]);
		memcpy(p->hc, p->ht, sizeof(p->hc));
	}
	assert_true(2 * compared > STEPS * n);
}

/* Three decimals: a line of a test is not long. */
static double draw(struct rng *rng, double low, double high)
{
	return round(1000.0 * (low + (high - low) * rng_uniform(rng))) / 1000.0;
}

static void random_sections_of_fibres_are_the_sums_of_their_fibres(void **state)
{
	struct rng rng;

	(void)state;
	rng_init(&rng, 41, 0);
	for (int turn = 0; turn < 40; turn++) {
		int ndm = 2 + turn % 2, at, count = 3 + (int)rng_below(&rng, 8);
		char line[400];
		struct pair p;

		pair_begin(&p, ndm);
		at = snprintf(line, sizeof(line), "section Fiber 10 -GJ 7");
		for (int k = 0; k < count; k++) {
			double y = draw(&rng, -0.3, 0.7), z = draw(&rng, -0.6, 0.4), area = draw(&rng, 0.1, 1.1);
			int law = (int)rng_below(&rng, COUNT(LAW));

			at += snprintf(line + at, sizeof(line) - (size_t)at, " fiber %g %g %g %d", y, z, area, law + 1);
			add_fibre(&p.sum, y, z, area, law);
		}
		pair_section(&p, line);
		assert_int_equal(p.s->n, ndm == 3 ? 4 : 2);
		for (int i = 0; i < p.s->n; i++)
			p.sum.own[i] = p.s->code[i] == SECTION_T ? 7.0 : 0.0;
		centre(&p);
		walk(&p, line, 0.05, &rng);
		model_fini(&p.m);
	}
}

/* Depth 1, web 0.1, flanges 0.6 by 0.15: four layers of web, two of each flange. */
static void a_wide_flange_is_the_sum_of_its_layers(void **state)
{
	struct rng rng;
	struct pair p;

	(void)state;
	rng_init(&rng, 42, 0);
	pair_begin(&p, 2);
	for (int k = 0; k < 4; k++)
		add_fibre(&p.sum, -0.35 + 0.175 * (k + 0.5), 0.0, 0.1 * 0.175, 1);
	for (int k = 0; k < 4; k++)
		add_fibre(&p.sum, k < 2 ? -0.5 + 0.075 * (k + 0.5) : 0.35 + 0.075 * (k - 1.5), 0.0, 0.6 * 0.075, 1);
	pair_section(&p, "section WFSection2d 10 2 1.0 0.1 0.6 0.15 4 2");
	centre(&p);
	walk(&p, "WFSection2d", 0.05, &rng);
	model_fini(&p.m);
}

/* Components that know nothing of each other: each a fibre of its own, of area one. */
static void aggregates_and_single_materials_are_springs_side_by_side(void **state)
{
	static const struct { const char *line; int n, code[3], law[3]; } row[] = {
		{"section Aggregator 10 1 P 2 Mz 3 Vy", 3, {SECTION_P, SECTION_MZ, SECTION_VY}, {0, 1, 2}},
		{"section Uniaxial 10 3 Mz", 1, {SECTION_MZ}, {2}},
		{"section Uniaxial 10 2 P", 1, {SECTION_P}, {1}},
	};
	struct rng rng;

	(void)state;
	rng_init(&rng, 43, 0);
	for (size_t i = 0; i < COUNT(row); i++) {
		struct pair p;

		pair_begin(&p, 2);
		pair_section(&p, row[i].line);
		assert_int_equal(p.s->n, row[i].n);
		for (int k = 0; k < row[i].n; k++) {
			add_fibre(&p.sum, 0.0, 0.0, 1.0, row[i].law[k]);
			p.sum.lever[k][section_index(p.s, row[i].code[k])] = 1.0;
		}
		walk(&p, row[i].line, 0.05, &rng);
		model_fini(&p.m);
	}
}

/* E 30, A 2, Iz 5, Iy 3, G 12, J 4, alphaY 0.8, alphaZ 0.5; in the plane E, A, Iz, G, alphaY. */
static void elastic_sections_are_their_products(void **state)
{
	static const double space[] = {[SECTION_P] = 60, [SECTION_MZ] = 150, [SECTION_VY] = 19.2, [SECTION_MY] = 90, [SECTION_VZ] = 12, [SECTION_T] = 48};
	static const char *const line[] = {"section Elastic 10 30 2 5 12 0.8", "section Elastic 10 30 2 5 3 12 4 0.8 0.5"};
	struct rng rng;

	(void)state;
	rng_init(&rng, 44, 0);
	for (int i = 0; i < 2; i++) {
		struct pair p;

		pair_begin(&p, 2 + i);
		pair_section(&p, line[i]);
		assert_int_equal(p.s->n, i ? 6 : 3);
		for (int k = 0; k < p.s->n; k++)
			p.sum.own[k] = space[p.s->code[k]];
		walk(&p, line[i], 0.05, &rng);
		model_fini(&p.m);
	}
}

static void no_section_is_left_out(void **state)
{
	static const char *const seen[] = {"Elastic", "Uniaxial", "Aggregator", "Fiber", "WFSection2d"};

	(void)state;
	for (int row = 0; section_table[row]; row++) {
		bool found = false;

		for (size_t i = 0; i < COUNT(seen); i++)
			found = found || strcmp(seen[i], section_table[row]->name) == 0;
		if (!found)
			fail_msg("%s is compared with no sum", section_table[row]->name);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_section_is_left_out),
		cmocka_unit_test(random_sections_of_fibres_are_the_sums_of_their_fibres),
		cmocka_unit_test(a_wide_flange_is_the_sum_of_its_layers),
		cmocka_unit_test(aggregates_and_single_materials_are_springs_side_by_side),
		cmocka_unit_test(elastic_sections_are_their_products),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
