/* Suite over every row of material_table. A row is made from its example; members of composites are materials 1 and 2. */
#include "test.h"
#include "model/material.h"

#include "base/rng.h"
#include "model/model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = 10, WORDS_MAX = 32 };

struct subject {
	struct model m;
	const struct material_ops *ops;
	const struct material *mat;
	double amplitude;
	size_t n;
	double *hc, *ht, *other; /* owned */
};

static int build(struct model *m, const char *name, int tag, const char *words, struct err *e)
{
	char text[256], *word[WORDS_MAX];
	const char *list[WORDS_MAX];
	struct args a;
	int n = 0;
	snprintf(text, sizeof(text), "%d %s", tag, words);
	for (char *w = strtok(text, " "); w && n < WORDS_MAX; w = strtok(NULL, " "))
		word[n++] = w;
	for (int i = 0; i < n; i++)
		list[i] = word[i];
	args_init(&a, n, list, "uniaxialMaterial %s", name);
	return material_build(m, material_find(name), &a, e);
}

static void subject_make(struct subject *s, const struct material_ops *ops)
{
	struct err e;
	char line[600];
	memset(s, 0, sizeof(*s));
	err_clear(&e);
	model_init(&s->m);
	assert_int_equal(build(&s->m, "Elastic", 1, "100", &e), 0);
	assert_int_equal(build(&s->m, "ElasticPP", 2, "100 0.05", &e), 0);
	if (build(&s->m, ops->name, TAG, ops->example, &e) < 0) {
		err_text(&e, line, sizeof(line));
		fail_msg("%s: its example is refused: %s", ops->name, line);
	}
	s->ops = ops;
	s->mat = model_material(&s->m, TAG);
	s->amplitude = ops->claims.strain > 0.0 ? ops->claims.strain : 0.1;
	s->n = (size_t)material_size(s->mat);
	s->hc = calloc(s->n, sizeof(double));
	s->ht = calloc(s->n, sizeof(double));
	s->other = calloc(s->n, sizeof(double));
	material_start(s->mat, s->hc);
	material_start(s->mat, s->ht);
}

static void subject_end(struct subject *s)
{
	model_fini(&s->m);
	free(s->hc);
	free(s->ht);
	free(s->other);
}

static void commit(struct subject *s)
{
	memcpy(s->hc, s->ht, s->n * sizeof(double));
}

/* An irregular path through the range of the material: strain, rate and step number i of PATH. */
enum { PATH = 140 };
static const double DT = 0.01;

static double path_strain(const struct subject *s, int i)
{
	static const double target[] = { 0, 0.43, -0.31, 0.94, -0.77, 0.21, -1.02, 1.07, 0.55, 0.83, -0.13, -0.42, 0.36, -0.88, 0.07 };
	const int per = PATH / ((int)COUNT(target) - 1);
	int leg = i / per;
	double part = (i % per) / (double)per;
	part = part * part * (3.0 - 2.0 * part); /* uneven increments */
	if (leg >= (int)COUNT(target) - 1)
		return s->amplitude * target[COUNT(target) - 1];
	return s->amplitude * (target[leg] + part * (target[leg + 1] - target[leg]));
}

static double path_rate(const struct subject *s, int i)
{
	return i > 0 ? (path_strain(s, i) - path_strain(s, i - 1)) / DT : 0.0;
}

static void walk(struct subject *s, int i)
{
	material_step(s->mat, s->hc, s->ht, path_strain(s, i), path_rate(s, i), DT);
	commit(s);
}

/* Stress after a step from hc, written to scratch. */
static double stress_at(struct subject *s, double strain, double rate)
{
	material_step(s->mat, s->hc, s->other, strain, rate, DT);
	return s->other[MATERIAL_STRESS];
}

/* Differences of the stress by strain or by rate; false at a corner, where the two sides differ. */
static bool differences(struct subject *s, double strain, double rate, bool by_rate, double *ret_slope)
{
	double d = 2e-6 * s->amplitude / (by_rate ? DT : 1.0);
	double a = by_rate ? 0.0 : d, b = by_rate ? d : 0.0;
	double mid = stress_at(s, strain, rate);
	double up = (stress_at(s, strain + a, rate + b) - mid) / d;
	double down = (mid - stress_at(s, strain - a, rate - b)) / d;
	*ret_slope = 0.5 * (up + down);
	return fabs(up - down) <= 1e-3 * (fabs(up) + fabs(down) + fabs(material_initial(s->mat)));
}

struct agreement {
	int compared, corners;
	double worst; /* |tangent - difference| over the largest stiffness */
};

static struct agreement agreement(struct subject *s, bool by_rate)
{
	struct agreement g = { 0 };
	int column = by_rate ? MATERIAL_DAMP : MATERIAL_TANGENT;
	double largest = fabs(material_initial(s->mat)), slope;
	for (int i = 1; i <= PATH; i++) {
		double strain = path_strain(s, i), rate = path_rate(s, i);
		bool smooth = differences(s, strain, rate, by_rate, &slope);
		material_step(s->mat, s->hc, s->ht, strain, rate, DT);
		largest = larger(largest, fabs(slope));
		g.compared += smooth;
		g.corners += !smooth;
		if (smooth && largest > 0.0)
			g.worst = larger(g.worst, fabs(s->ht[column] - slope) / largest);
		walk(s, i);
	}
	return g;
}

static void tangents_equal_differences_or_are_claimed_inexact(void **state)
{
	(void)state;
	for (int row = 0; material_table[row]; row++) {
		double worst = 0.0;
		for (int by_rate = 0; by_rate <= 1; by_rate++) {
			struct subject s;
			subject_make(&s, material_table[row]);
			struct agreement g = agreement(&s, by_rate);
			if (g.corners * 4 > g.compared)
				fail_msg("%s: %d corners at %d points", s.ops->name, g.corners, g.compared);
			if (!(g.worst <= 1e-6) && !(s.ops->claims.inexact && isfinite(g.worst)))
				fail_msg("%s: %s is wrong by %g", s.ops->name, by_rate ? "damping tangent" : "tangent", g.worst);
			worst = larger(worst, g.worst);
			subject_end(&s);
		}
		if (worst <= 1e-6 && material_table[row]->claims.inexact)
			fail_msg("%s: claims to be inexact but is not", material_table[row]->name);
	}
}

static void trial_excursions_leave_no_trace(void **state)
{
	static const double excursion[] = { 3, -2.5, 0, 0.01, -7, 1e-9 };
	(void)state;
	for (int row = 0; material_table[row]; row++) {
		struct subject s;
		subject_make(&s, material_table[row]);
		double *before = calloc(s.n, sizeof(double));
		for (int i = 1; i <= PATH; i++) {
			memcpy(before, s.hc, s.n * sizeof(double));
			material_step(s.mat, s.hc, s.ht, path_strain(&s, i), path_rate(&s, i), DT);
			memset(s.other, 0xa5, s.n * sizeof(double)); /* what was in ht before must not matter */
			for (size_t j = 0; j < COUNT(excursion); j++)
				material_step(s.mat, s.hc, s.other, excursion[j] * s.amplitude, -excursion[j], DT);
			memset(s.other, 0x5a, s.n * sizeof(double));
			material_step(s.mat, s.hc, s.other, path_strain(&s, i), path_rate(&s, i), DT);
			if (memcmp(before, s.hc, s.n * sizeof(double)) != 0)
				fail_msg("%s: step %d changed the committed history", s.ops->name, i);
			if (memcmp(s.ht, s.other, s.n * sizeof(double)) != 0)
				fail_msg("%s: step %d gives other bits after excursions", s.ops->name, i);
			commit(&s);
		}
		free(before);
		subject_end(&s);
	}
}

static void staying_at_the_committed_strain_keeps_the_stress(void **state)
{
	(void)state;
	for (int row = 0; material_table[row]; row++) {
		struct subject s;
		if (material_table[row]->claims.rate)
			continue;
		subject_make(&s, material_table[row]);
		for (int i = 1; i <= PATH; i++) {
			walk(&s, i);
			double again = stress_at(&s, path_strain(&s, i), 0.0);
			if (!(fabs(again - s.hc[MATERIAL_STRESS]) <= 1e-9 * fabs(again)))
				fail_msg("%s: step %d, stress %g becomes %g", s.ops->name, i, s.hc[MATERIAL_STRESS], again);
		}
		subject_end(&s);
	}
}

/* Where a law has a corner at the strain that was committed, its tangent is that of the way there, not one side or the other as roundings fall. But for those
 * whose tangent is that of a step, which ends here, and the gap, which as in the peer has its elastic line there. */
static void staying_at_the_committed_strain_keeps_the_tangent(void **state)
{
	static const char *const others[] = { "BoucWen", "BoucWenMosqueda", "ElasticPPGap" };
	(void)state;
	for (int row = 0; material_table[row]; row++) {
		struct subject s;
		bool other = material_table[row]->claims.rate;
		for (size_t k = 0; k < COUNT(others); k++)
			other |= strcmp(material_table[row]->name, others[k]) == 0;
		if (other)
			continue;
		subject_make(&s, material_table[row]);
		for (int i = 1; i <= PATH; i++) {
			walk(&s, i);
			(void)stress_at(&s, path_strain(&s, i), 0.0);
			if (!(fabs(s.other[MATERIAL_TANGENT] - s.hc[MATERIAL_TANGENT]) <= 1e-9 * fabs(material_initial(s.mat))))
				fail_msg("%s: step %d, tangent %g becomes %g", s.ops->name, i, s.hc[MATERIAL_TANGENT], s.other[MATERIAL_TANGENT]);
		}
		subject_end(&s);
	}
}

static void what_claims_no_rate_ignores_rate_and_time(void **state)
{
	(void)state;
	for (int row = 0; material_table[row]; row++) {
		struct subject s;
		if (material_table[row]->claims.rate)
			continue;
		subject_make(&s, material_table[row]);
		for (int i = 1; i <= PATH; i++) {
			material_step(s.mat, s.hc, s.ht, path_strain(&s, i), 0.0, 0.0);
			material_step(s.mat, s.hc, s.other, path_strain(&s, i), 17.0, 0.3);
			if (s.ht[MATERIAL_STRESS] != s.other[MATERIAL_STRESS] || s.ht[MATERIAL_TANGENT] != s.other[MATERIAL_TANGENT])
				fail_msg("%s: step %d depends on the rate", s.ops->name, i);
			commit(&s);
		}
		subject_end(&s);
	}
}

/* Work from the virgin state along `cycles` growing cycles that end at zero strain, by the trapezoidal rule: at a corner it errs
 * by an eighth of stiffness x increment^2, here 1e-7 of peak x amplitude. */
static double work(struct subject *s, int cycles, double *ret_peak)
{
	enum { PER_CYCLE = 2000 };
	double sum = 0.0, peak = 0.0, before = 0.0;
	for (int i = 1; i <= cycles * PER_CYCLE; i++) {
		double t = i / (double)PER_CYCLE, grow = s->amplitude * (0.5 + 0.5 * t / cycles);
		double strain = i == cycles * PER_CYCLE ? 0.0 : grow * sin(2.0 * M_PI * t);
		material_step(s->mat, s->hc, s->ht, strain, (strain - before) / DT, DT);
		sum += 0.5 * (s->hc[MATERIAL_STRESS] + s->ht[MATERIAL_STRESS]) * (strain - before);
		peak = larger(peak, fabs(s->ht[MATERIAL_STRESS]));
		before = strain;
		commit(s);
	}
	*ret_peak = peak;
	return sum;
}

static void closed_cycles_do_not_give_energy(void **state)
{
	(void)state;
	for (int row = 0; material_table[row]; row++) {
		for (int cycles = 1; cycles <= 4; cycles++) {
			struct subject s;
			double peak;
			subject_make(&s, material_table[row]);
			double w = work(&s, cycles, &peak);
			if (w < -1e-6 * peak * s.amplitude)
				fail_msg("%s: %d cycles give %g (peak stress %g)", s.ops->name, cycles, -w, peak);
			if (!material_linear(s.mat) && w < 1e-3 * peak * s.amplitude)
				fail_msg("%s: %d cycles dissipate only %g (peak stress %g)", s.ops->name, cycles, w, peak);
			subject_end(&s);
		}
	}
}

static void virgin_tangent_is_the_initial_one(void **state)
{
	(void)state;
	for (int row = 0; material_table[row]; row++) {
		struct subject s;
		subject_make(&s, material_table[row]);
		double k = material_initial(s.mat);
		assert_true(s.hc[MATERIAL_TANGENT] == k);
		for (int sign = -1; sign <= 1; sign += 2) {
			material_step(s.mat, s.hc, s.ht, sign * 1e-9 * s.amplitude, 0.0, DT);
			double want = sign > 0 && s.ops->claims.no_tension ? 0.0 : k;
			if (!(fabs(s.ht[MATERIAL_TANGENT] - want) <= 1e-6 * fabs(k)))
				fail_msg("%s: initial %g, but %g after the first breath", s.ops->name, want, s.ht[MATERIAL_TANGENT]);
		}
		subject_end(&s);
	}
}

static void linear_is_claimed_exactly_by_what_is_linear(void **state)
{
	(void)state;
	for (int row = 0; material_table[row]; row++) {
		struct subject s;
		double worst = 0.0, scale = 1e-300;
		subject_make(&s, material_table[row]);
		for (int i = 1; i <= PATH; i++) {
			double line = material_initial(s.mat) * path_strain(&s, i) + s.hc[MATERIAL_DAMP] * path_rate(&s, i);
			walk(&s, i);
			worst = larger(worst, fabs(s.hc[MATERIAL_STRESS] - line));
			scale = larger(scale, fabs(line));
		}
		if (material_linear(s.mat) != (worst <= 1e-12 * scale))
			fail_msg("%s: claims linear %d, departs by %g of %g", s.ops->name, material_linear(s.mat), worst, scale);
		subject_end(&s);
	}
}

static void steps_of_any_size_stay_finite(void **state)
{
	struct rng rng;
	(void)state;
	for (int row = 0; material_table[row]; row++) {
		struct subject s;
		subject_make(&s, material_table[row]);
		rng_init(&rng, 20260101, (uint64_t)row);
		for (int i = 0; i < 400; i++) {
			double size = s.amplitude * pow(10.0, -6.0 + 7.0 * rng_uniform(&rng));
			double strain = s.hc[MATERIAL_STRAIN] + (rng_uniform(&rng) - 0.5) * size;
			material_step(s.mat, s.hc, s.ht, strain, (strain - s.hc[MATERIAL_STRAIN]) / DT, i % 7 ? DT : 0.0);
			for (int j = 0; j < MATERIAL_HEAD; j++)
				if (!isfinite(s.ht[j]))
					fail_msg("%s: step %d to strain %g is not finite", s.ops->name, i, strain);
			commit(&s);
		}
		subject_end(&s);
	}
}

static void every_row_explains_itself(void **state)
{
	(void)state;
	for (int row = 0; material_table[row]; row++) {
		const struct material_ops *o = material_table[row];
		struct subject s;
		struct err e;
		char words[256];
		assert_non_null(o->name);
		assert_true(o->brief && o->brief[0] && o->cite && o->cite[0]);
		assert_ptr_equal(material_find(o->name), o);
		for (const struct param *p = o->params; p->name; p++)
			assert_true(p->help && p->help[0]);
		subject_make(&s, o);
		err_clear(&e);
		snprintf(words, sizeof(words), "%s surplus", o->example);
		if (build(&s.m, o->name, TAG + 1, words, &e) >= 0)
			fail_msg("%s: takes a surplus word", o->name);
		err_clear(&e);
		assert_int_equal(build(&s.m, o->name, TAG, o->example, &e), ERR_DUPLICATE);
		err_clear(&e);
		assert_true(build(&s.m, o->name, TAG + 2, "", &e) < 0);
		assert_true(e.what[0] != 0);
		subject_end(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_explains_itself),
		cmocka_unit_test(tangents_equal_differences_or_are_claimed_inexact),
		cmocka_unit_test(trial_excursions_leave_no_trace),
		cmocka_unit_test(staying_at_the_committed_strain_keeps_the_stress),
		cmocka_unit_test(staying_at_the_committed_strain_keeps_the_tangent),
		cmocka_unit_test(what_claims_no_rate_ignores_rate_and_time),
		cmocka_unit_test(closed_cycles_do_not_give_energy),
		cmocka_unit_test(virgin_tangent_is_the_initial_one),
		cmocka_unit_test(linear_is_claimed_exactly_by_what_is_linear),
		cmocka_unit_test(steps_of_any_size_stay_finite),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
