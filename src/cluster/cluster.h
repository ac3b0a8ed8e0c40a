/* Ranks: processes of MPI that work for the program, on this machine or on others, and what it says to them.
 *
 *   mpirun ── rank 0 ──fork──► the program (script, laboratory, records; no MPI in it)
 *          ── rank 1                │ one stream to every rank: commands go out, the answer comes from rank 0,
 *          ── rank 2, ...           ▼ and a stream that closes names the rank that died
 *             serve: wait on their stream, work together by MPI, wait again
 *
 * The program is no rank itself: it is a process of its own, in a session of its own, that rank 0 forks before MPI begins. So it never waits inside MPI for
 * somebody who is dead, the end of all ranks does not end it before its rigs are at rest and its data are written, and its command loops never have a
 * process beside them that waits by turning. Ranks that have nothing to do sleep in the system, on their stream.
 * Without mpirun one rank is forked when an engine first asks for it.
 *
 * Streams are plain TCP, on loopback where all ranks are on this machine; who connects must know a number that went to the ranks through MPI. All ranks
 * run the same program on machines of the same kind, as MPI wants it, so that numbers travel as they are in memory.
 * One thread, the one of the analysis.
 */
#pragma once

#include "base/base.h"
#include "base/err.h"
#include "cluster/message.h"

#include <stdbool.h>
#include <stddef.h>

enum { CLUSTER_MOST = 256 };       /* ranks: each has a stream */

/* Why this program cannot have ranks: NULL, or what was left out when it was built, and the command that brings it. */
const char *cluster_missing(void);
/* The same as a report: ERR_UNSUPPORTED, or 0. */
int cluster_need(const char *object, struct err *e) MUST_CHECK;

/* The first thing a program does. false: this process is the program, go on. true: it was a rank, has served until the program ended, and ends with
 * *ret_status; or there can be none, under mpirun without MPI or without a process for the program, and in rank 0 the report is filled. */
bool cluster_enter(int *ret_status, struct err *e);

/* Sees that all ranks are there, at most CLUSTER_START_S; starts one without mpirun. Again does nothing. ERR_LOST: a rank has died or does not come;
 * ERR_UNSUPPORTED; ERR_MEMORY. */
int cluster_open(struct err *e) MUST_CHECK;
/* Ranks that mpirun has given the program; 0: it was not started by mpirun. */
int cluster_given(void);
/* Ranks that there are, the one of cluster_open without mpirun included. */
int cluster_size(void);

struct cluster_part {
	const void *at;            /* borrowed */
	size_t size;               /* bytes */
};

/* A command to all ranks with its data to rank 0; waits for the answer, whose data go to ret_data (as many bytes as were said, never more than `room`).
 * ERR_LOST: a rank is gone (cluster_lost says which); ERR_INTERRUPTED: somebody interrupts (the answer is dropped when it comes); else the answer's code.
 * The wait is bounded by CLUSTER_PATIENCE_S. */
int cluster_call(const struct cluster_command *c, const struct cluster_part *part, int nparts, void *ret_data, size_t room, struct cluster_answer *ret);

/* The same where what has begun is to be brought to its end: an interrupt counts only after CLUSTER_GRACE_S. */
int cluster_finish(const struct cluster_command *c, const struct cluster_part *part, int nparts, void *ret_data, size_t room, struct cluster_answer *ret);

/* A number for a job of the ranks, plus 1; 0: there are CLUSTER_JOBS already. Given back when the job is closed. */
int cluster_job_take(void);
void cluster_job_give(int job);

/* Has a rank died? Looks at the streams; the first one found stays: "rank 2 (process 1234 on host x) has died". Never waits. */
bool cluster_lost(void);
const char *cluster_lost_text(void);

/* Tells all ranks to end; those of mpirun stay until the program ends. For tests, and the end. Idempotent. */
void cluster_close(void);

enum { CLUSTER_START_S = 60, CLUSTER_PATIENCE_S = 3600, CLUSTER_GRACE_S = 10 };
