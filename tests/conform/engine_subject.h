/* What the suites of engines run over: every row of the table without words, and engines with options. */
#pragma once

#include "analysis/engine.h"
#include "cluster/cluster.h"

/* residual: what it may leave on slender cantilevers; 0: an inverse, whose errors are as small as the condition lets them be, but not its residuals. */
struct subject {
	const struct engine_ops *ops;
	const char *words;
	double tolerance, residual;
	bool symmetric_only;
};

/* Under mpirun: is this process a rank, which has served until the suite was over and ends with *ret_status? */
bool subjects_rank(int *ret_status);
/* All of them; the last has no ops. */
const struct subject *subjects(void);

/* A tolerance of double precision, or what floats leave of it. */
double within(const struct subject *t, double tolerance);

/* A private struct with the options; one that is set up for a pattern; and its end, twice. What fails fails the test. */
void *engine_new(const struct subject *t, struct arena *a);
void *engine_begin(const struct subject *t, const struct pattern_csc *p, struct arena *a);
void engine_end(const struct engine_ops *ops, void *self);
