/* (A + B D B') x = b by Woodbury against the dense solver of the tests. */
#include "matrix.h"

#include "analysis/engine.h"
#include "base/base.h"
#include "base/fault.h"
#include "math/lowrank.h"

enum { NX = 4, NY = 6, NDOF = 3, N = NX * NY * NDOF, M = 20, EACH = 4 };

/* The system: a grid, and columns with a few entries on unknowns that couple (so that the sum keeps the pattern). */
struct system {
	struct arena a;
	struct matrix m;
	struct lowrank_columns b;
	int start[M + 1], row[M * EACH];
	double value[M * EACH];
	void *engine;
	int solves;
};

static int system_solver(void *context, double *x)
{
	struct system *s = context;
	s->solves++;
	return engine_find("sparse")->solve(s->engine, 0, x);
}

static void system_begin(struct system *s, struct rng *r)
{
	struct err e = {0};
	int pivot;
	arena_init(&s->a);
	matrix_grid(&s->m, NX, NY, NDOF, MATRIX_DEFINITE, 1, false, r, &s->a);
	for (int c = 0; c < M; c++) {
		int g = (int)rng_below(r, (uint64_t)s->m.ngroup);
		for (int k = 0; k < EACH; k++) {
			s->row[c * EACH + k] = s->m.unknown[s->m.begin[g] + k];
			s->value[c * EACH + k] = matrix_draw(r);
		}
		s->start[c + 1] = (c + 1) * EACH;
	}
	s->start[0] = 0;
	s->b = (struct lowrank_columns){.n = N, .m = M, .start = s->start, .row = s->row, .value = s->value};
	s->engine = arena_alloc(&s->a, engine_find("sparse")->size);
	s->solves = 0;
	assert_int_equal(engine_find("sparse")->setup(s->engine, &s->m.p, &s->a, &e), 0);
	assert_int_equal(engine_find("sparse")->factor(s->engine, 0, s->m.value, &pivot), 0);
}

static void system_end(struct system *s)
{
	engine_find("sparse")->fini(s->engine);
	arena_fini(&s->a);
}

/* The answer with A + B D B' added up and solved densely. */
static void system_dense(const struct system *s, const double *d, double *x)
{
	struct arena a;
	struct matrix sum = s->m;
	arena_init(&a);
	sum.value = ARENA_ARRAY(&a, (size_t)s->m.p.nnz, double);
	memcpy(sum.value, s->m.value, (size_t)s->m.p.nnz * sizeof *sum.value);
	for (int c = 0; c < M; c++)
		for (int i = s->start[c]; i < s->start[c + 1]; i++)
			for (int j = s->start[c]; j < s->start[c + 1]; j++)
				if (s->row[i] >= s->row[j])
					matrix_add(&sum, s->row[i], s->row[j], d[c] * s->value[i] * s->value[j]);
	matrix_solve(&sum, x, &a);
	arena_fini(&a);
}

static void check_change(struct system *s, struct lowrank *w, const double *d, struct rng *r)
{
	double x[N], y[N];
	assert_int_equal(lowrank_change(w, d, NULL), 0);
	for (int i = 0; i < N; i++)
		x[i] = y[i] = matrix_draw(r);
	assert_int_equal(lowrank_solve(w, x), 0);
	system_dense(s, d, y);
	for (int i = 0; i < N; i++)
		assert_near(x[i], y[i], 1e-9);
}

static void solves_with_any_diagonal(void **state)
{
	(void)state;
	struct rng r;
	rng_init(&r, 31, 1);
	/* Both ways to correct: by the stored columns, and by a second solve. */
	for (int way = 0; way < 2; way++) {
		struct system s;
		struct lowrank *w;
		struct err e = {0};
		system_begin(&s, &r);
		assert_int_equal(lowrank_setup(&w, &s.b, way ? 0 : 1e9, &s.a, &e), 0);
		assert_int_equal(lowrank_base(w, system_solver, &s), 0);
		assert_int_equal(s.solves, M);
		for (int round = 0; round < 30; round++) {
			double d[M] = {0};
			for (int c = 0; c < M; c++)
				if (rng_uniform(&r) < round / 25.0)
					d[c] = round % 3 == 0 ? -0.02 * rng_uniform(&r) : round % 3 == 1 ? 5 * rng_uniform(&r) : matrix_draw(&r) * 0.05;
			check_change(&s, w, d, &r);
		}
		system_end(&s);
	}
}

static void follows_a_new_base(void **state)
{
	(void)state;
	struct system s;
	struct lowrank *w;
	struct rng r;
	struct err e = {0};
	double d[M];
	int pivot;
	rng_init(&r, 32, 1);
	system_begin(&s, &r);
	for (int c = 0; c < M; c++)
		d[c] = 0.5;
	assert_int_equal(lowrank_setup(&w, &s.b, 1e9, &s.a, &e), 0);
	double x[N] = {0};
	assert_int_equal(lowrank_solve(w, x), ERR_STATE);
	for (int round = 0; round < 2; round++) {
		assert_int_equal(lowrank_base(w, system_solver, &s), 0);
		check_change(&s, w, d, &r);
		for (int i = 0; i < N; i++)
			matrix_add(&s.m, i, i, 3);
		assert_int_equal(engine_find("sparse")->factor(s.engine, 0, s.m.value, &pivot), 0);
	}
	system_end(&s);
}

/* A spring k on one unknown, taken away again by D = -k: what is left has no stiffness there. */
static void says_when_the_sum_is_singular(void **state)
{
	(void)state;
	static const int begin[] = {0, 1, 2}, unknown[] = {0, 1}, start[] = {0, 1, 2}, row[] = {0, 1};
	static const double value[] = {1, 1}, lost[] = {0, -2}, kept[] = {0, -1}, bad[] = {NAN, 0};
	struct arena a;
	struct system s = {.m = {.ngroup = 2, .begin = (int *)begin, .unknown = (int *)unknown}};
	struct lowrank_columns b = {.n = 2, .m = 2, .start = start, .row = row, .value = value};
	struct lowrank *w;
	struct err e = {0};
	int column = -7, pivot;
	arena_init(&a);
	matrix_begin(&s.m, 2, MATRIX_DEFINITE, &a);
	matrix_add(&s.m, 0, 0, 1);
	matrix_add(&s.m, 1, 1, 2);
	s.engine = arena_alloc(&a, engine_find("sparse")->size);
	assert_int_equal(engine_find("sparse")->setup(s.engine, &s.m.p, &a, &e), 0);
	assert_int_equal(engine_find("sparse")->factor(s.engine, 0, s.m.value, &pivot), 0);
	assert_int_equal(lowrank_setup(&w, &b, 1e9, &a, &e), 0);
	assert_int_equal(lowrank_base(w, system_solver, &s), 0);
	assert_int_equal(lowrank_change(w, lost, &column), ERR_SINGULAR);
	assert_int_equal(column, 1);
	assert_int_equal(lowrank_change(w, bad, &column), ERR_NONFINITE);
	double x[2] = {1, 1};
	assert_int_equal(lowrank_change(w, kept, NULL), 0);
	assert_int_equal(lowrank_solve(w, x), 0);
	assert_near(x[0], 1, 1e-15);
	assert_near(x[1], 1, 1e-15);
	engine_find("sparse")->fini(s.engine);
	arena_fini(&a);
}

static void refuses_rows_outside_and_lack_of_memory(void **state)
{
	(void)state;
	static const int start[] = {0, 1}, row[] = {3};
	static const double value[] = {1};
	struct lowrank_columns b = {.n = 3, .m = 1, .start = start, .row = row, .value = value};
	struct lowrank *w;
	struct arena a;
	struct err e = {0};
	arena_init(&a);
	assert_int_equal(lowrank_setup(&w, &b, 0, &a, &e), ERR_RANGE);
	b.n = 4;
	for (int count = 1; count < 10; count++) {
		struct err f = {0};
		fault_arm(FAULT_arena_alloc, count, false);
		assert_int_equal(lowrank_setup(&w, &b, 0, &a, &f), ERR_MEMORY);
		fault_disarm();
	}
	arena_fini(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(solves_with_any_diagonal),
		cmocka_unit_test(follows_a_new_base),
		cmocka_unit_test(says_when_the_sum_is_singular),
		cmocka_unit_test(refuses_rows_outside_and_lack_of_memory),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
