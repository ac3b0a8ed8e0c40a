/* What cluster.c and cluster_start.c share: the program's view of its ranks. */
#pragma once

#include "cluster/cluster.h"
#include "net/stream.h"

#include <stdint.h>
#include <sys/types.h>

struct cluster_head {
	struct listener *listener;                     /* owned; open until all ranks have come; NULL: it is not */
	struct stream *stream[CLUSTER_MOST];           /* owned; by rank; NULL: not there yet */
	struct cluster_greeting who[CLUSTER_MOST];     /* of those that are */
	uint64_t secret[2];
	int size, here;                                /* ranks, 0: there are none; those that have come */
	bool opened, lost;
	int owes;                                      /* 1: rank 0 has not given an answer that nobody waits for any more */
	uint64_t jobs;                                 /* numbers of jobs in use, a bit each */
	pid_t lone;                                    /* the rank that this program forked; 0: none */
	char lost_text[CLUSTER_HOST + 120];
};

extern struct cluster_head cluster_head;

/* For either end of a stream: who is gone without a word is missed after five seconds, whether something is under way or not. What the system refuses is done
 * without. */
void cluster_keep_alive(const struct stream *s);
/* Without mpirun: forks one rank. */
int cluster_start_lone(struct err *e) MUST_CHECK;
/* Waits for its end, once its stream is closed. */
void cluster_end_lone(void);
