/* Tangent estimators: a stiffness matrix from what was measured.
 *
 * An estimator is constant; each element that uses it has nstate doubles. The element calls update() at every request of its
 * stiffness with the increments of displacement and force between its last two measurements (zero when nothing new was measured).
 */
#pragma once

#include "base/args.h"
#include "base/base.h"
#include "base/param.h"

struct laboratory;

struct tangent_ops {
	const char *name, *brief, *cite, *example;
	const struct param *params;        /* after the tag */
	size_t size;
	int (*setup)(void *self, struct args *a, const struct laboratory *lab, struct arena *mem, struct err *e); /* NULL: the table is enough */
	int (*nstate)(const void *self, int n);                        /* for n components */
	void (*start)(const void *self, int n, const double *k0, double *h);  /* k0: initial stiffness, n x n; h zeroed before */
	/* dd, dq: n increments; ret_k: n x n row-major */
	void (*update)(const void *self, int n, const double *dd, const double *dq, double *h, double *ret_k) RT;
};

struct tangent {
	int tag;
	const struct tangent_ops *ops;
	void *self;                        /* owned: laboratory's arena */
};

/* An estimate that an element keeps, for recorders. */
struct tangent_use {
	const struct tangent *tangent;     /* borrowed: laboratory */
	const char *object;                /* borrowed: the element's; "expElement truss 3" */
	int n;
	const double *k;                   /* n x n, borrowed: the element's, which lives as long as the model */
	struct tangent_use *next;
};

extern const struct tangent_ops *const tangent_table[];
const struct tangent_ops *tangent_find(const char *name);
/* Makes one from script words (a stands before the tag) and adds it to the laboratory. */
int tangent_build(struct laboratory *lab, const struct tangent_ops *ops, struct args *a, struct err *e) MUST_CHECK;
/* An element tells where its estimate is; it goes to the end of lab->estimates. 0 or ERR_MEMORY. */
int tangent_join(struct laboratory *lab, const struct tangent *t, const char *object, int n, const double *k) MUST_CHECK;
