/* What goes through the stream between the program and a rank: a greeting once, then commands, each with one answer from rank 0.
 *
 * All structs are of whole 8-byte words, in the order of bytes of the machine. The data of a command follow it in the stream of rank 0 alone.
 */
#pragma once

#include <stdint.h>

enum { CLUSTER_HOST = 64, CLUSTER_WHAT = 120 };
/* Matrices and other work at a time, and value sets of each that are kept: as many as an engine has (analysis/engine.h). */
enum { CLUSTER_JOBS = 64, CLUSTER_SLOTS = 4 };

/* Of a rank, first thing. */
struct cluster_greeting {
	uint64_t secret[2];        /* as the program said through MPI */
	int32_t rank, size, pid, reserved;
	char host[CLUSTER_HOST];
};

enum cluster_op { CLUSTER_OPEN, CLUSTER_FACTOR, CLUSTER_SOLVE, CLUSTER_ASK, CLUSTER_CLOSE, CLUSTER_OPS };
/* What kind of work; the rows of work_table. */
enum cluster_kind { CLUSTER_MUMPS, CLUSTER_SCALAPACK, CLUSTER_SCALAPACK_SINGLE, CLUSTER_MODAL, CLUSTER_KINDS };
/* How a matrix is taken. */
enum cluster_form { CLUSTER_DEFINITE, CLUSTER_GENERAL };

struct cluster_command {
	int32_t op, job;           /* job: the number of an engine that is open */
	int32_t kind, slot, form, symmetric;
	int32_t verb, reserved;    /* of CLUSTER_ASK: what is asked, as the work has it */
	int64_t n, nnz;            /* of the matrix. Work that is asked, CLUSTER_OPEN: most numbers that go in, and come out; CLUSTER_ASK: n go in */
	int64_t size;              /* bytes of the data in the stream of rank 0 */
};

struct cluster_answer {
	int32_t code;              /* of err.def */
	int32_t pivot;             /* 0-based; -1: none */
	int64_t size;              /* bytes of the data that follow */
	double bytes;              /* of work_room: what was asked for on the machine of rank 0 */
	char what[CLUSTER_WHAT];   /* in words, where it failed; "" */
};
