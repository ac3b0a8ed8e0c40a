/* Forward and backward solves of a factored frame matrix: our block elimination against CHOLMOD's own solves, supernodal and simplicial,
 * in one run. One JSON line a size: microseconds, best of five, and how many times longer theirs take. The matrix has the pattern of
 * a plane frame of bays x storeys with three freedoms a node. Then solves with forces at few unknowns, of which alone the answer is wanted, against solves
 * for all, on frames of some 10,000 unknowns: the freedoms of one node in the middle, of ten and of a hundred that stand far from each other.
 * Then the dense engine on some 2,000 unknowns, with triangular solves and with inverses. */
#include "analysis/engine.h"
#include "base/clock.h"
#include "math/math_init.h"

#include <cholmod.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BEST_OF = 5, SOLVES = 400, DENSE_SOLVES = 20 };

struct frame {
	struct pattern_csc p;
	double *value, *b, *x;
};

static int64_t now(void)
{
	struct clock c;

	clock_init(&c, &clock_monotonic, 0);
	return clock_now(&c);
}

/* Each member couples the six freedoms of its nodes; the diagonal makes the matrix definite. */
static int frame_make(struct frame *f, int bays, int storeys, struct arena *mem, struct err *e)
{
	int w = bays + 1, n = 3 * w * storeys, groups = 0, used = 0, code;
	int *begin = ARENA_ARRAY(mem, (size_t)(4 * w * storeys), int), *unknown = ARENA_ARRAY(mem, (size_t)(16 * w * storeys), int);

	if (!begin || !unknown)
		return ERR_MEMORY;
	for (int i = 0; i < w * storeys; i++) {
		int next[2] = {i % w + 1 < w ? i + 1 : -1, i + w < w * storeys ? i + w : -1};

		for (int k = 0; k < 2; k++) {
			if (next[k] < 0)
				continue;
			begin[groups++] = used;
			for (int d = 0; d < 3; d++) {
				unknown[used++] = 3 * i + d;
				unknown[used++] = 3 * next[k] + d;
			}
		}
	}
	begin[groups] = used;
	code = pattern_build(&f->p, n, true, groups, begin, unknown, mem, e);
	if (code)
		return code;
	f->value = ARENA_ARRAY(mem, (size_t)f->p.nnz, double);
	f->b = ARENA_ARRAY(mem, (size_t)n, double);
	f->x = ARENA_ARRAY(mem, (size_t)n, double);
	if (!f->value || !f->b || !f->x)
		return ERR_MEMORY;
	for (int j = 0; j < n; j++) {
		f->b[j] = sin(1.0 + j);
		for (int k = f->p.start[j]; k < f->p.start[j + 1]; k++)
			f->value[k] = f->p.row[k] == j ? 20.0 : -0.5 * cos(0.7 * k);
	}
	return 0;
}

/* Microseconds of a solve, with an engine that has its options but is not set up. */
static double solve_time(struct frame *f, const struct engine_ops *ops, void *self, int solves, struct arena *mem, struct err *e)
{
	double best = INFINITY;
	int pivot;

	if (ops->setup(self, &f->p, mem, e) || ops->factor(self, 0, f->value, &pivot))
		return NAN;
	for (int k = 0; k < BEST_OF; k++) {
		int64_t t = now();

		for (int i = 0; i < solves; i++) {
			memcpy(f->x, f->b, (size_t)f->p.n * sizeof(double));
			if (ops->solve(self, 0, f->x))
				return NAN;
		}
		best = fmin(best, 1e-3 * (double)(now() - t) / solves);
	}
	if (ops->fini)
		ops->fini(self);
	return best;
}

static double engine_time(struct frame *f, const char *name, struct arena *mem, struct err *e)
{
	void *self;

	return engine_make(engine_find(name), NULL, mem, &self, e) ? NAN : solve_time(f, engine_find(name), self, SOLVES, mem, e);
}

static double cholmod_time(struct frame *f, int supernodal, double *ret_error)
{
	cholmod_common common;
	cholmod_sparse a = {.nrow = (size_t)f->p.n, .ncol = (size_t)f->p.n, .nzmax = (size_t)f->p.nnz, .p = f->p.start, .i = f->p.row,
	                    .x = f->value, .stype = -1, .itype = CHOLMOD_INT, .xtype = CHOLMOD_REAL, .dtype = CHOLMOD_DOUBLE, .sorted = 1, .packed = 1};
	cholmod_dense b = {.nrow = (size_t)f->p.n, .ncol = 1, .nzmax = (size_t)f->p.n, .d = (size_t)f->p.n, .x = f->b, .xtype = CHOLMOD_REAL,
	                   .dtype = CHOLMOD_DOUBLE};
	cholmod_dense *x = NULL, *y = NULL, *work = NULL;
	cholmod_factor *factor;
	double best = INFINITY;

	cholmod_start(&common);
	common.supernodal = supernodal;
	factor = cholmod_analyze(&a, &common);
	cholmod_factorize(&a, factor, &common);
	for (int k = 0; k < BEST_OF; k++) {
		int64_t t = now();

		for (int i = 0; i < SOLVES; i++)
			cholmod_solve2(CHOLMOD_A, factor, &b, NULL, &x, NULL, &y, &work, &common);
		best = fmin(best, 1e-3 * (double)(now() - t) / SOLVES);
	}
	*ret_error = 0.0;
	for (int i = 0; i < f->p.n; i++)
		*ret_error = fmax(*ret_error, fabs(((double *)x->x)[i] - f->x[i]));
	cholmod_free_dense(&x, &common);
	cholmod_free_dense(&y, &common);
	cholmod_free_dense(&work, &common);
	cholmod_free_factor(&factor, &common);
	cholmod_finish(&common);
	return best;
}

/* The dense engine as its options have it, one thread. */
static int dense_rows(struct frame *f, struct arena *mem, struct err *e)
{
	static const char *const option[] = {NULL, "-inverse", "-packed", "-single"};
	const struct engine_ops *ops = engine_find("dense");
	int bad = 0;

	for (size_t k = 0; k < COUNT(option); k++) {
		struct args a;
		void *self;
		double us;

		args_init(&a, option[k] != NULL, &option[k], "engine dense");
		if (engine_make(ops, &a, mem, &self, e))
			return 1;
		us = solve_time(f, ops, self, DENSE_SOLVES, mem, e);
		printf("{\"bench\":\"dense\", \"n\":%d, \"options\":\"%s\", \"us_per_solve\":%.1f}\n", f->p.n, option[k] ? option[k] : "", us);
		fflush(stdout);
		bad |= !(us > 0.0);
	}
	return bad;
}

struct few {
	const struct engine_ops *ops;
	void *self;
	int n, *unknown;
	double *b, *x;
};

static double few_time(struct few *w)
{
	double best = INFINITY;

	for (int k = 0; k < BEST_OF; k++) {
		int64_t t = now();

		for (int i = 0; i < SOLVES; i++)
			if (w->ops->solve_few(w->self, 0, w->n, w->unknown, w->b, w->n, w->unknown, w->x))
				return NAN;
		best = fmin(best, 1e-3 * (double)(now() - t) / SOLVES);
	}
	return best;
}

/* Forces of 1 at the freedoms of so many nodes, spread over the frame from its middle. Largest difference to the solve for all. */
static double few_error(struct frame *f, struct few *w, int nodes)
{
	int all = f->p.n / 3;
	double worst = 0.0;

	w->n = 3 * nodes;
	memset(f->x, 0, (size_t)f->p.n * sizeof(double));
	for (int i = 0; i < w->n; i++) {
		w->unknown[i] = 3 * ((all / 2 + i / 3 * (all / nodes)) % all) + i % 3;
		f->x[w->unknown[i]] = w->b[i] = 1.0;
	}
	if (w->ops->solve(w->self, 0, f->x) || w->ops->solve_few(w->self, 0, w->n, w->unknown, w->b, w->n, w->unknown, w->x))
		return NAN;
	for (int i = 0; i < w->n; i++)
		worst = fmax(worst, fabs(w->x[i] - f->x[w->unknown[i]]));
	return worst;
}

static int few_rows(struct frame *f, struct arena *mem, struct err *e)
{
	static const int nodes[] = {1, 10, 100};
	struct few w = {.ops = engine_find("sparse")};
	size_t n = (size_t)f->p.n;
	double all = engine_time(f, "sparse", mem, e);
	int pivot, bad = 0;

	w.unknown = ARENA_ARRAY(mem, n, int);
	w.b = ARENA_ARRAY(mem, n, double);
	w.x = ARENA_ARRAY(mem, n, double);
	if (!w.unknown || !w.b || !w.x || engine_make(w.ops, NULL, mem, &w.self, e) || w.ops->setup(w.self, &f->p, mem, e) ||
	    w.ops->factor(w.self, 0, f->value, &pivot))
		return 1;
	for (size_t k = 0; k < COUNT(nodes); k++) {
		double error = few_error(f, &w, nodes[k]), few = few_time(&w);

		printf("{\"bench\":\"solve_few\", \"n\":%d, \"few\":%d, \"us_all\":%.2f, \"us_few\":%.2f, \"times_faster\":%.1f, \"largest_difference\":%.1e}\n",
		       f->p.n, w.n, all, few, all / few, error);
		fflush(stdout);
		bad |= !(error < 1e-12);
	}
	w.ops->fini(w.self);
	return bad;
}

static int cholmod_row(struct frame *f, struct arena *mem, struct err *e)
{
	double error[2], ours = engine_time(f, "sparse", mem, e);
	double super = cholmod_time(f, CHOLMOD_SUPERNODAL, &error[0]), simple = cholmod_time(f, CHOLMOD_SIMPLICIAL, &error[1]);

	printf("{\"bench\":\"solve\", \"n\":%d, \"engine\":\"sparse\", \"us_per_solve\":%.2f, \"cholmod_supernodal\":%.1f, \"cholmod_simplicial\":%.1f, "
	       "\"largest_difference\":%.1e}\n", f->p.n, ours, super / ours, simple / ours, fmax(error[0], error[1]));
	fflush(stdout);
	return !(ours == ours && fmax(error[0], error[1]) < 1e-9);
}

static int rows(int bays, int storeys, int (*run)(struct frame *f, struct arena *mem, struct err *e))
{
	struct arena mem;
	struct frame f;
	struct err e;
	int code;

	arena_init(&mem);
	err_clear(&e);
	code = frame_make(&f, bays, storeys, &mem, &e) || run(&f, &mem, &e);
	arena_fini(&mem);
	return code;
}

int main(void)
{
	math_init();
	return rows(10, 20, cholmod_row) || rows(20, 60, cholmod_row) || rows(10, 303, few_rows) || rows(57, 58, few_rows) || rows(10, 61, dense_rows) ? 1 : 0;
}
