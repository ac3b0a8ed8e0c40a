/* Suite over every row of section_table. A row is made from its example; materials 1 and 2 are there for it. Sections around
 * other sections and the elastic section of space are made by more lines. */
#include "test.h"

#include "model_words.h"

enum { HISTORY = 256 };

struct subject {
	struct model m;
	const struct section *s;
	double hc[HISTORY], ht[HISTORY];
};

/* The last of the lines makes section 10. */
static void subject_make(struct subject *x, int ndm, const char *const *line)
{
	memset(x, 0, sizeof(*x));
	model_init(&x->m);
	x->m.ndm = ndm;
	words_make(&x->m, "uniaxialMaterial Elastic 1 100");
	words_make(&x->m, "uniaxialMaterial ElasticPP 2 100 0.05");
	for (; *line; line++)
		words_make(&x->m, *line);
	x->s = model_section(&x->m, 10);
	assert_non_null(x->s);
	assert_true(x->s->nstate <= HISTORY);
	if (x->s->ops->start)
		x->s->ops->start(x->s->self, x->hc);
}

static void respond(struct subject *x, const double *e, double *ret_s, double *ret_k)
{
	struct section_io io = { .e = e, .dt = 0.01, .s = ret_s, .k = ret_k };
	x->s->ops->respond(x->s->self, x->hc, x->ht, &io);
}

/* Strain of component i at step t: each with a period of its own, past the yield point of material 2. */
static double strain(int i, int t)
{
	return 0.12 * sin(0.11 * t * (i + 1) + i);
}

static void check_tangent(struct subject *x, const double *e, const char *name)
{
	double s[SECTION_MAX], up[SECTION_MAX], down[SECTION_MAX], k[SECTION_MAX * SECTION_MAX], initial[SECTION_MAX * SECTION_MAX], at[SECTION_MAX];
	int n = x->s->n;
	const double d = 1e-7;
	x->s->ops->initial(x->s->self, initial);
	respond(x, e, s, k);
	for (int j = 0; j < n; j++) {
		memcpy(at, e, sizeof(at));
		at[j] = e[j] + d;
		respond(x, at, up, NULL);
		at[j] = e[j] - d;
		respond(x, at, down, NULL);
		for (int i = 0; i < n; i++) {
			double right = (up[i] - s[i]) / d, left = (s[i] - down[i]) / d, scale = initial[j * n + j];
			if (fabs(right - left) > 1e-3 * scale) /* a corner */
				continue;
			if (!(fabs(0.5 * (right + left) - k[i * n + j]) <= 1e-6 * scale))
				fail_msg("%s: tangent %d %d is %g, difference %g", name, i, j, k[i * n + j], 0.5 * (right + left));
			if (k[i * n + j] != k[j * n + i])
				fail_msg("%s: tangent is not symmetric", name);
		}
	}
}

/* Tangent, symmetry, repeatable answers, the linear claim and the initial tangent, along a path. */
static void check(struct subject *x, const char *name)
{
	const struct section_ops *o = x->s->ops;
	double e[SECTION_MAX] = { 0 }, s[SECTION_MAX], again[SECTION_MAX], k[SECTION_MAX * SECTION_MAX], initial[SECTION_MAX * SECTION_MAX], departs = 0.0;
	int n = x->s->n;
	o->initial(x->s->self, initial);
	respond(x, e, s, k);
	assert_memory_equal(k, initial, sizeof(double) * (size_t)(n * n));
	for (int t = 1; t <= 60; t++) {
		for (int i = 0; i < n; i++)
			e[i] = strain(i, t);
		check_tangent(x, e, name);
		respond(x, e, s, k);
		memset(x->ht, 0x5a, sizeof(x->ht));
		respond(x, e, again, NULL);
		assert_memory_equal(s, again, sizeof(double) * (size_t)n);
		for (int i = 0; i < n; i++) {
			double line = 0.0;
			for (int j = 0; j < n; j++)
				line += initial[i * n + j] * e[j];
			departs = larger(departs, fabs(s[i] - line) / initial[i * n + i]);
		}
		memcpy(x->hc, x->ht, sizeof(double) * (size_t)x->s->nstate);
	}
	bool linear = o->linear && o->linear(x->s->self);
	if (linear != (departs < 1e-12))
		fail_msg("%s: claims linear %d, departs by %g", name, linear, departs);
}

/* Work along a cycle of all components that ends at zero strain; the trapezoidal rule errs by less than an eighth of k increment^2 at a corner. */
static double cycle_work(struct subject *x, double *ret_peak)
{
	enum { STEPS = 4000 };
	double e[2][SECTION_MAX] = { { 0 } }, s[2][SECTION_MAX] = { { 0 } }, sum = 0.0, peak = 0.0;
	respond(x, e[0], s[0], NULL);
	for (int t = 1; t <= STEPS; t++) {
		double a = 2.0 * M_PI * t / STEPS;
		for (int i = 0; i < x->s->n; i++)
			e[t % 2][i] = t == STEPS ? 0.0 : 0.12 * (i % 2 ? sin(2.0 * a) : sin(a));
		respond(x, e[t % 2], s[t % 2], NULL);
		for (int i = 0; i < x->s->n; i++) {
			sum += 0.5 * (s[0][i] + s[1][i]) * (e[t % 2][i] - e[(t + 1) % 2][i]);
			peak = larger(peak, fabs(s[t % 2][i]) * 0.12);
		}
		memcpy(x->hc, x->ht, sizeof(x->hc));
	}
	*ret_peak = peak;
	return sum;
}

static void closed_cycles_do_not_give_energy(void **state)
{
	(void)state;
	for (int row = 0; section_table[row]; row++) {
		char line[300];
		const char *const lines[] = { line, NULL };
		struct subject x;
		double peak;
		snprintf(line, sizeof(line), "section %s 10 %s", section_table[row]->name, section_table[row]->example);
		subject_make(&x, 2, lines);
		bool linear = x.s->ops->linear && x.s->ops->linear(x.s->self);
		double work = cycle_work(&x, &peak);
		if (work < -1e-6 * peak || (!linear && work < 1e-2 * peak))
			fail_msg("%s: a cycle takes %g of %g", section_table[row]->name, work, peak);
		model_fini(&x.m);
	}
}

static void every_row_answers_as_it_claims(void **state)
{
	(void)state;
	for (int row = 0; section_table[row]; row++) {
		char line[300];
		const char *const lines[] = { line, NULL };
		struct subject x;
		snprintf(line, sizeof(line), "section %s 10 %s", section_table[row]->name, section_table[row]->example);
		subject_make(&x, 2, lines);
		assert_ptr_equal(section_find(section_table[row]->name), section_table[row]);
		check(&x, section_table[row]->name);
		model_fini(&x.m);
	}
}

static void elastic_section_of_space_and_aggregates_answer_as_they_claim(void **state)
{
	static const char *const space[] = { "section Elastic 10 29000 10 200 80 11000 40 0.8 0.7", NULL };
	static const char *const around[] = { "section Elastic 9 29000 10 200", "section Aggregator 10 2 Vy -section 9", NULL };
	static const char *const twice[] = { "section Uniaxial 8 2 P", "section Aggregator 9 1 Mz -section 8", "section Aggregator 10 2 T -section 9", NULL };
	static const char *const fibres[] = { "section Fiber 10 -GJ 7 patch circ 2 5 2 0.1 -0.2 0.1 0.5 layer circ 1 4 0.1 0 0 0.3", NULL };
	static const char *const shear[] = { "section WFSection2d 9 2 1.0 0.1 0.6 0.15 4 2", "section Aggregator 10 1 Vy -section 9", NULL };
	static const struct {
		const char *const *lines;
		int ndm, n, code[SECTION_MAX];
	} row[] = {
		{ fibres, 3, 4, { SECTION_P, SECTION_MZ, SECTION_MY, SECTION_T } },
		{ shear, 2, 3, { SECTION_P, SECTION_MZ, SECTION_VY } },
		{ space, 3, 6, { SECTION_P, SECTION_MZ, SECTION_VY, SECTION_MY, SECTION_VZ, SECTION_T } },
		{ around, 2, 3, { SECTION_P, SECTION_MZ, SECTION_VY } },
		{ twice, 3, 3, { SECTION_P, SECTION_MZ, SECTION_T } },
	};
	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct subject x;
		subject_make(&x, row[i].ndm, row[i].lines);
		assert_int_equal(x.s->n, row[i].n);
		for (int j = 0; j < x.s->n; j++) {
			assert_int_equal(x.s->code[j], row[i].code[j]);
			assert_int_equal(section_index(x.s, row[i].code[j]), j);
		}
		check(&x, row[i].lines[0]);
		model_fini(&x.m);
	}
}

static void elastic_section_has_the_stiffnesses_of_its_numbers(void **state)
{
	static const char *const lines[] = { "section Elastic 10 2 3 5 7 11 13 0.5 0.25", NULL };
	/* E A, E Iz, G alphaY A, E Iy, G alphaZ A, G J */
	static const double want[] = { 6, 10, 16.5, 14, 8.25, 143 };
	double k[SECTION_MAX * SECTION_MAX];
	struct subject x;
	(void)state;
	subject_make(&x, 3, lines);
	x.s->ops->initial(x.s->self, k);
	for (int i = 0; i < 6; i++)
		assert_near(k[i * 6 + i], want[i], 1e-12);
	model_fini(&x.m);
}

static void refusals_name_the_section(void **state)
{
	static const struct {
		const char *line;
		int code;
		const char *part;
	} row[] = {
		{ "section Elastic 10 29000 -1 200", ERR_RANGE, "A" },
		{ "section Elastic 10 29000 10 200 11000", ERR_ARGUMENT, "alphaY" },
		{ "section Uniaxial 10 7 P", ERR_MISSING, "7" },
		{ "section Uniaxial 10 1 Q", ERR_UNKNOWN, "Mz" },
		{ "section Aggregator 10 1 P 2 P", ERR_DUPLICATE, "P" },
		{ "section Aggregator 10 1 P -section 9", ERR_DUPLICATE, "P" },
		{ "section Aggregator 10 1 Vy -section 77", ERR_MISSING, "77" },
		{ "section Elastic 9 29000 10 200", ERR_DUPLICATE, "9" },
		{ "section Fiber 10", ERR_ARGUMENT, "no fibres" },
		{ "section Fiber 10 fiber 0 0 -1 1", ERR_RANGE, "A" },
		{ "section Fiber 10 fiber 0 0 1 77", ERR_MISSING, "77" },
		{ "section Fiber 10 patch rect 1 0 1 0 0 1 1", ERR_RANGE, "numSubdivIJ" },
		{ "section Fiber 10 patch rect 1 1 1 0 0 1 0", ERR_RANGE, "no area" },
		{ "section Fiber 10 patch round 1 1 1 0 0 1 0", ERR_UNKNOWN, "round" },
		{ "section Fiber 10 patch circ 1 4 1 0 0 1 0.5", ERR_RANGE, "radius" },
		{ "section Fiber 10 patch circ 1 4 1 0 0 0 1 90 0", ERR_RANGE, "angle" },
		{ "section Fiber 10 lawyer straight 1 4 1 0 0 0 1", ERR_UNKNOWN, "lawyer" },
		{ "section WFSection2d 10 1 1.0 0.1 0.6 0.5 4 2", ERR_RANGE, "web" },
		{ "section Elastic 10 29000 10 200 1 2 3", ERR_ARGUMENT, "3" },
	};
	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		static const char *const lines[] = { "section Elastic 9 29000 10 200", "section Uniaxial 10 1 P", NULL };
		struct subject x;
		struct err e;
		char text[600];
		subject_make(&x, 2, lines);
		assert_true(table_remove(&x.m.sections, 10));
		err_clear(&e);
		int code = words_try(&x.m, row[i].line, &e);
		err_text(&e, text, sizeof(text));
		if (code != row[i].code)
			fail_msg("%s: code %s: %s", row[i].line, err_name(code), text);
		assert_contains(text, row[i].part);
		model_fini(&x.m);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_answers_as_it_claims),
		cmocka_unit_test(closed_cycles_do_not_give_energy),
		cmocka_unit_test(elastic_section_of_space_and_aggregates_answer_as_they_claim),
		cmocka_unit_test(elastic_section_has_the_stiffnesses_of_its_numbers),
		cmocka_unit_test(refusals_name_the_section),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
