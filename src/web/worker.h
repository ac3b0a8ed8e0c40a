/* A thread that does what may take long, job after job, for the thread of the sockets.
 *
 * A job is given by worker_post and comes back by worker_done, through rings (base/ring.h); no job is lost: there are never more than WORKER_JOBS of them on
 * their way. Between the two calls a job belongs to the worker. worker_post, worker_done: the thread of the sockets.
 */
#pragma once

#include "base/err.h"
#include "base/ring.h"

#include <pthread.h>

enum { WORKER_JOBS = 32 };

struct job {
	void (*work)(struct job *j);       /* in the worker's thread */
	void (*done)(struct job *j);       /* afterwards, in the thread that has posted it */
};

struct worker {
	struct arena mem;
	struct ring in, out;               /* of struct job * */
	int waiting;                       /* jobs on their way */
	int event;                         /* eventfd: one more job, or the end */
	_Atomic bool stop;
	bool begun;
	pthread_t thread;
	void (*wake)(void *ctx);           /* tells the thread of the sockets that a job is done; from the worker's thread */
	void *ctx;
};

int worker_init(struct worker *w, const char *name, void (*wake)(void *ctx), void *ctx, struct err *e) MUST_CHECK;
/* false: too many wait; the job stays the caller's. */
bool worker_post(struct worker *w, struct job *j);
/* Calls done of all jobs that are. */
void worker_done(struct worker *w);
/* Waits for the job at hand; those that were not begun come back through their done, too. */
void worker_fini(struct worker *w);
