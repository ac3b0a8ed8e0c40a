/* The thread and its two rings. */
#define _GNU_SOURCE /* pthread_setname_np */
#include "web/worker.h"

#include "base/base.h"
#include "base/fault.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

static void *work(void *self)
{
	struct worker *w = self;
	struct job *j;
	uint64_t n;

	while (!atomic_load(&w->stop)) {
		if (read(w->event, &n, sizeof n) < 0 && errno != EINTR)
			break;
		while (!atomic_load(&w->stop) && ring_pop(&w->in, &j)) {
			j->work(j);
			ring_push(&w->out, &j);
			w->wake(w->ctx);
		}
	}
	return NULL;
}

/* Signals are the affair of the thread of the sockets. */
static int begin_thread(struct worker *w, const char *name)
{
	sigset_t all, before;
	int code;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	code = fault_fires(FAULT_loop_thread) ? EAGAIN : pthread_create(&w->thread, NULL, work, w);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (code == 0)
		pthread_setname_np(w->thread, name);
	return code;
}

int worker_init(struct worker *w, const char *name, void (*wake)(void *ctx), void *ctx, struct err *e)
{
	int code;

	memset(w, 0, sizeof *w);
	arena_init(&w->mem);
	w->wake = wake;
	w->ctx = ctx;
	w->event = fault_fires(FAULT_web_door) ? (errno = EMFILE, -1) : eventfd(0, EFD_CLOEXEC);
	if (w->event < 0)
		return err_set(e, ERR_FILE, "tandem serve", "no event for the thread %s: %s", name, strerror(errno));
	code = ring_init(&w->in, WORKER_JOBS, sizeof(struct job *), &w->mem, e);
	if (!code)
		code = ring_init(&w->out, WORKER_JOBS, sizeof(struct job *), &w->mem, e);
	if (!code && begin_thread(w, name) != 0)
		code = err_set(e, ERR_MEMORY, "tandem serve", "the thread %s cannot be made", name);
	w->begun = code == 0;
	return code;
}

bool worker_post(struct worker *w, struct job *j)
{
	const uint64_t one = 1;

	if (w->waiting == WORKER_JOBS)
		return false;
	w->waiting++;
	ring_push(&w->in, &j);
	/* an event of the kernel's counts to 2^64: it always has room */
	ASSERT(write(w->event, &one, sizeof one) == (ssize_t)sizeof one);
	return true;
}

void worker_done(struct worker *w)
{
	struct job *j;

	while (w->begun && ring_pop(&w->out, &j)) {
		w->waiting--;
		j->done(j);
	}
}

void worker_fini(struct worker *w)
{
	const uint64_t one = 1;
	struct job *j;

	if (w->begun) {
		atomic_store(&w->stop, true);
		ASSERT(write(w->event, &one, sizeof one) == (ssize_t)sizeof one);
		pthread_join(w->thread, NULL);
		worker_done(w);
		while (ring_pop(&w->in, &j))
			j->done(j);
	}
	if (w->event > 0)
		close(w->event);
	arena_fini(&w->mem);
	memset(w, 0, sizeof *w);
}
