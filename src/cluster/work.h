/* The work of ranks: the other half of an engine, done by all ranks together (MPI_COMM_WORLD). It is a matrix that is factored and solved with, or something
 * else that is asked in words of its own.
 *
 * Every function is called on all ranks, with the same words; data are on rank 0, NULL elsewhere. The code is the same on all ranks: who may fail alone
 * asks the others (work_agree). Memory: arenas of the work's own. One thread.
 */
#pragma once

#include "base/base.h"
#include "base/err.h"
#include "cluster/message.h"

#include <stdbool.h>
#include <stddef.h>

/* The pattern of a matrix as math/sparse.h has it; start and row on rank 0 only. */
struct work_pattern {
	int n, nnz;
	bool symmetric;
	const int *start, *row;    /* borrowed: the job's, for as long as it is open */
};

struct work_ops {
	size_t size;               /* private struct, zeroed */
	/* Asks for the room of one factored matrix (work_room). */
	int (*open)(void *self, const struct work_pattern *p, struct cluster_answer *ret) MUST_CHECK;
	/* Of the values on rank 0: nnz of them, and in the general form n factors of rows after them, of which the work may make use: what is solved with is then
	 * scaled already. ret->pivot; ret_data: room for n doubles on rank 0, and *ret_ndata how many of them are the answer's. */
	int (*factor)(void *self, int slot, enum cluster_form form, const double *value, double *ret_data, int *ret_ndata, struct cluster_answer *ret) MUST_CHECK;
	int (*solve)(void *self, int slot, double *x) MUST_CHECK;      /* on rank 0, in place */
	/* In place of factor and solve (and the pattern's start and row): nin numbers came in on rank 0, in `in`, where all ranks have room for as many as the
	 * job was opened for; *ret_nout numbers on rank 0 are the answer. A code may be known to rank 0 alone. NULL: it is a matrix. */
	int (*ask)(void *self, int verb, double *in, int nin, double *ret_out, int *ret_nout, struct cluster_answer *ret) MUST_CHECK;
	void (*close)(void *self);
};

extern const struct work_ops work_mumps, work_scalapack, work_scalapack_single;
extern const struct work_ops work_modal;       /* advance/modal_mpi.c */

/* The worst of the codes of all ranks: all have the same one afterwards. */
int work_agree(int code) MUST_CHECK;
/* Have all machines room for what needs it ("a factored matrix needs"), of which this rank takes so many bytes? ERR_MEMORY with the figures on every rank;
 * ret->bytes. */
int work_room(const char *what, double bytes, struct cluster_answer *ret) MUST_CHECK;
int work_rank(void);
int work_size(void);
