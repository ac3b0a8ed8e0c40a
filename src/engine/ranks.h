/* What the engines on ranks share: an engine of the program whose other half works on the ranks (cluster/work.h).
 *
 * Every call waits for the ranks, so none of them is for a command loop. A rank that is gone is ERR_LOST, and cluster_lost_text says which. */
#pragma once

#include "cluster/cluster.h"
#include "engine/engine_common.h"

struct ranks {
	struct engine_base base;     /* first: engine_factor and engine_solve find it */
	int kind;                    /* of enum cluster_kind */
	int job;                     /* its number plus 1; 0: none */
	double bytes;                /* of a factored matrix, on ranks that share this machine */
};

/* Opens the ranks where they are not, and the job. ERR_UNSUPPORTED without MPI, ERR_LOST, ERR_MEMORY here or on a rank, ERR_LIMIT too many engines. */
int ranks_setup(struct ranks *s, enum cluster_kind kind, const struct pattern_csc *p, struct arena *run, struct err *e) MUST_CHECK;
/* Of the values; in the general form with the base's scales of rows. ret_pivots: n numbers where the work gives them; NULL: not wanted. */
int ranks_factor(struct ranks *s, int slot, enum cluster_form form, const double *value, double *ret_pivots, int *ret_pivot) RT;
int ranks_solve(const struct ranks *s, int slot, double *x) RT;
/* Slots of engines whose struct begins with a struct ranks. Never chosen by cost: where a model fits, engines of one machine are faster. fini tells the
 * ranks. */
double ranks_cost(const struct pattern_csc *p, bool refactor);
double ranks_memory(const void *self);
void ranks_fini(void *self);
