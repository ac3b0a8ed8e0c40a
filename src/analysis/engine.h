/* Engines: how systems of linear equations are factored and solved. All give the same answer.
 *
 * An engine is set up once for a pattern; then any number of value sets (at most ENGINE_SLOTS kept at a time) are
 * factored and solved with. Symmetric patterns are tried as positive definite first and, where that fails, as
 * general symmetric or unsymmetric matrices, so that softening and Lagrange multipliers pass. Ordering is the engine's own.
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"
#include "base/param.h"
#include "math/sparse.h"

enum { ENGINE_SLOTS = 4 };

struct engine_ops {
	const char *name, *brief, *cite;
	size_t size;                                             /* private struct */
	const struct param *params;                              /* options, written to the private struct before setup; NULL: none */
	/* Reads options that params describe as PARAM_ROW, after all others; NULL: there are none. */
	int (*words)(void *self, struct args *a, struct err *e);
	bool ranks;                                              /* works on ranks of MPI (cluster/cluster.h); not in every program, never chosen by cost */
	/* Deterministic estimate of the cost of (factor once a step ? factor+solve : solve) in relative units; < 0: cannot. */
	double (*cost)(const struct pattern_csc *p, bool refactor);
	/* Memory from the run arena; what a library allocates itself is freed by fini. One factored matrix must fit in what the machine has left (base/room.h),
	 * else ERR_MEMORY with the figures; those of other slots take memory when they are first factored. */
	int (*setup)(void *self, const struct pattern_csc *p, struct arena *run, struct err *e);
	/* Factors the matrix with these values. ERR_SINGULAR: *ret_pivot is the unknown whose pivot vanished. 0: *ret_pivot is -1, or,
	 * where a symmetric matrix is not positive definite, the unknown at which that showed; -1 also where roundings leave that open. */
	int (*factor)(void *self, int slot, const double *value, int *ret_pivot) RT;
	int (*solve)(void *self, int slot, double *x) RT;        /* in place, one right-hand side */
	/* The same where the right-hand side is b at the unknowns `in` and zero elsewhere, and only the unknowns `out` are wanted: ret_x[i] is that of out[i].
	 * Both lists without repeats. Costs less than solve where both are short and stay the same from call to call; NULL: costs no less. */
	int (*solve_few)(void *self, int slot, int nin, const int *in, const double *b, int nout, const int *out, double *ret_x) RT;
	double (*memory)(const void *self);                      /* bytes of one factored matrix, after setup */
	void (*fini)(void *self);                                /* idempotent; NULL: nothing to free */
};

struct engine {
	const struct engine_ops *ops;
	void *self;                                              /* owned: run arena */
};

extern const struct engine_ops *const engine_table[];
const struct engine_ops *engine_find(const char *name);
/* A private struct from the arena, zero but for its options: as the words say, or, a being NULL, as they are without words. Words that are no options
 * are left to the caller (args_end). ERR_MEMORY, or the report of a bad option. */
int engine_make(const struct engine_ops *ops, struct args *a, struct arena *mem, void **ret_self, struct err *e) MUST_CHECK;
/* One with the options it has without words, set up for a pattern. The caller ends it by fini. */
int engine_set_up(const struct engine_ops *ops, const struct pattern_csc *p, struct arena *mem, struct engine *ret, struct err *e) MUST_CHECK;
/* The cheapest by cost(). */
const struct engine_ops *engine_choose(const struct pattern_csc *p, bool refactor);
