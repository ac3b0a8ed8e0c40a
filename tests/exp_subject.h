/* What suites over exp_element_table share: every example of every row, in a model and a laboratory of its own.
 *
 * The suite's model, on a line, in the plane and in space:
 *   nodes 1 at the origin, 2 at (1.2, 0.9, 0.7), 3 at the origin, 4 at (2.1, -0.2, 0), with all rotations; 11, 12 as 1, 2 without
 *   materials 1 Elastic 100, 3 Elastic 100 with viscosity 2; geomTransf 1 Linear, 2 PDelta, 3 Corotational; expTangentStiff 1 Broyden
 *   sites 1, 3, 6 with as many components, all driven; 2 of three components, the second driven; 7 of six, the second and third driven;
 *   9 with three displacements and the six reactions of a brace of stiffness 100. Specimens are material 1: linear, 100 a unit.
 * Every example of a row must be accepted in one of the three, and holds the row's claims wherever it is accepted.
 */
#pragma once

#include "test.h"

#include "base/rng.h"
#include "exp_probe.h"
#include "math/dense.h"

#include <stdlib.h>

enum { DOF = 24, HISTORY = 128, TAG = 7 };

struct subject {
	struct bench b;
	const struct element *el;
	struct watch *watch;
	const char *example;
	int ndm, n;
	double hc[HISTORY], ht[HISTORY], load[16];
	double u[DOF], v[DOF], a[DOF], uc[DOF];
	double t;
	double f[DOF], k[DOF * DOF], c[DOF * DOF];
};

#define EXPECT(s, condition, ...)                                                                           \
	do {                                                                                                \
		if (!(condition)) {                                                                         \
			print_error("%s \"%s\" with -ndm %d: ", (s)->el->ops->name, (s)->example, (s)->ndm); \
			fail_msg(__VA_ARGS__);                                                               \
		}                                                                                           \
	} while (0)

/* The model ----------------------------------------------------------------------------------------- */

/* Reactions (Fx1 Fy1 M1 Fx2 Fy2 M2) under the legs l of a brace whose apex is pushed by 100 d. */
static inline void brace_stiffness(double *ret_s)
{
	static const double l[2][2] = { { 1.2, 0.9 }, { -0.9, 1.1 } };
	double d = l[0][0] * l[1][1] - l[1][0] * l[0][1];
	memset(ret_s, 0, 18 * sizeof *ret_s);
	for (int j = 0; j < 2; j++) {
		/* brace forces n1, n2 with n1 l1 + n2 l2 = -100 e_j, as reactions n l */
		double e[2] = { j == 0 ? -100.0 : 0.0, j == 1 ? -100.0 : 0.0 };
		double n[2] = { (e[0] * l[1][1] - e[1] * l[1][0]) / d, (l[0][0] * e[1] - l[0][1] * e[0]) / d };
		for (int q = 0; q < 2; q++)
			for (int i = 0; i < 2; i++)
				ret_s[(3 * q + i) * 3 + j] = n[q] * l[q][i];
	}
}

static inline void model_make(struct bench *b, int ndm)
{
	static const double place[4][3] = { { 0, 0, 0 }, { 1.2, 0.9, 0.7 }, { 0, 0, 0 }, { 2.1, -0.2, 0.0 } };
	double brace[18];
	bench_init(b, ndm, ndm == 1 ? 1 : ndm == 2 ? 3 : 6);
	for (int i = 0; i < 4; i++) {
		const double x[3] = { place[i][0], ndm > 1 ? place[i][1] : 0.0, ndm > 2 ? place[i][2] : 0.0 };
		words_node(&b->m, 1 + i, b->m.ndf, x[0], x[1], x[2]);
		words_node(&b->m, 11 + i, ndm, x[0], x[1], x[2]);
	}
	words_make(&b->m, "uniaxialMaterial Elastic 1 100");
	words_make(&b->m, "uniaxialMaterial Elastic 3 100 2");
	if (ndm > 1) {
		const char *vector = ndm == 3 ? " -0.3 0.4 1.0" : "";
		char line[100];
		for (int i = 0; i < 3; i++) {
			static const char *const type[] = { "Linear", "PDelta", "Corotational" };
			snprintf(line, sizeof line, "geomTransf %s %d%s", type[i], i + 1, vector);
			words_make(&b->m, line);
		}
	}
	bench_make(b, "expTangentStiff Broyden 1");
	bench_site(b, 1, 1, "1");
	bench_site(b, 3, 3, "1 2 3");
	bench_site(b, 6, 6, "1 2 3 4 5 6");
	bench_site(b, 2, 3, "2");
	bench_site(b, 7, 6, "2 3");
	brace_stiffness(brace);
	bench_linear(b, 9, 3, 6, brace);
}

static inline bool subject_make(struct subject *s, const struct element_ops *ops, const char *example, int ndm)
{
	char line[400];
	struct err e;
	memset(s, 0, sizeof *s);
	s->example = example;
	s->ndm = ndm;
	model_make(&s->b, ndm);
	snprintf(line, sizeof line, "expElement %s %d %s", ops->name, TAG, example);
	if (bench_try(&s->b, line, &e) < 0) {
		bench_fini(&s->b);
		return false;
	}
	s->el = s->b.m.elements.row[0].object;
	s->n = s->el->ndof;
	s->watch = bench_watch(&s->b, atoi(strstr(example, "-site") + 5));
	assert_in_range(s->el->nstate, 0, HISTORY);
	if (s->el->ops->start)
		s->el->ops->start(s->el->self, s->hc);
	memcpy(s->ht, s->hc, sizeof s->ht);
	return true;
}

static inline void for_all(void (*check)(struct subject *s))
{
	struct subject *s = test_malloc(sizeof *s);
	for (const struct element_ops *const *t = exp_element_table; *t; t++) {
		char text[2000], *rest = text, *example;
		snprintf(text, sizeof text, "%s", (*t)->example);
		while ((example = strsep(&rest, "|"))) {
			int accepted = 0;
			for (int ndm = 1; ndm <= 3; ndm++) {
				if (!subject_make(s, *t, example, ndm))
					continue;
				accepted++;
				check(s);
				bench_fini(&s->b);
			}
			if (!accepted)
				fail_msg("%s: example accepted nowhere: %s", (*t)->name, example);
		}
	}
	test_free(s);
}

/* Motion and answer --------------------------------------------------------------------------------- */

static inline struct element_io subject_io(struct subject *s, bool live)
{
	return (struct element_io){ .u = s->u, .v = s->v, .uc = s->uc, .hc = s->hc, .ht = s->ht, .load = s->load, .dt = 0.01,
	                            .a = s->a, .t = s->t, .instant = s->t, .live = live };
}

static inline void respond(struct subject *s, bool live)
{
	struct element_io io = subject_io(s, live);
	/* what was there before is overwritten */
	for (int i = 0; i < s->n * s->n; i++)
		s->f[i % s->n] = s->k[i] = s->c[i] = (double)NAN;
	s->el->ops->respond(s->el->self, &io, s->f, s->k, s->c);
}

static inline void random_vector(struct rng *r, int n, double size, double *ret_x)
{
	for (int i = 0; i < n; i++)
		ret_x[i] = size * (2.0 * rng_uniform(r) - 1.0);
}

static inline void move(struct subject *s, uint64_t seed, double size)
{
	struct rng r;
	rng_init(&r, seed, 0);
	random_vector(&r, s->n, size, s->u);
	random_vector(&r, s->n, size, s->v);
	random_vector(&r, s->n, size, s->a);
	s->t += 0.01;
}

static inline double largest(int n, const double *x)
{
	double most = 0.0;
	for (int i = 0; i < n; i++)
		most = larger(most, fabs(x[i]));
	return most;
}

static inline double difference(int n, const double *x, const double *y)
{
	double most = 0.0;
	for (int i = 0; i < n; i++)
		most = larger(most, fabs(x[i] - y[i]));
	return most;
}
