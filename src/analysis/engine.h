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
#include "math/sparse.h"

enum { ENGINE_SLOTS = 4 };

struct engine_ops {
	const char *name, *brief, *cite;
	size_t size;                                             /* private struct */
	bool ranks;                                              /* works on ranks of MPI (cluster/cluster.h); not in every program, never chosen by cost */
	bool single;                                             /* in single precision: good to 1e-4 of the largest number */
	/* Deterministic estimate of the cost of (factor once a step ? factor+solve : solve) in relative units; < 0: cannot. */
	double (*cost)(const struct pattern_csc *p, bool refactor);
	/* Memory from the run arena; what a library allocates itself is freed by fini. */
	int (*setup)(void *self, const struct pattern_csc *p, struct arena *run, struct err *e);
	/* Factors the matrix with these values. ERR_SINGULAR: *ret_pivot is the unknown whose pivot vanished. 0: *ret_pivot is -1, or,
	 * where a symmetric matrix is not positive definite, the unknown at which that showed. */
	int (*factor)(void *self, int slot, const double *value, int *ret_pivot) RT;
	int (*solve)(void *self, int slot, double *x) RT;        /* in place, one right-hand side */
	void (*fini)(void *self);                                /* idempotent; NULL: nothing to free */
};

struct engine {
	const struct engine_ops *ops;
	void *self;                                              /* owned: run arena */
};

extern const struct engine_ops *const engine_table[];
const struct engine_ops *engine_find(const char *name);
/* The cheapest by cost(). */
const struct engine_ops *engine_choose(const struct pattern_csc *p, bool refactor);
