/* The process of a trial, and its verdict. */
#include "recorder/hdf5_try.h"

#include "base/fault.h"
#include "base/shared.h"

#include <errno.h>
#include <fcntl.h>
#include <hdf5.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TRIAL_S = 60 };     /* milliseconds do; after this time the library hangs */

struct outcome {
	atomic_bool ended;     /* by itself: e says how */
	struct err e;
};

static atomic_int users;
static bool sole;

void hdf5_sole(void)
{
	sole = true;
}

void hdf5_sole_begin(void)
{
	if (sole)
		H5dont_atexit();
}

void hdf5_in_use(int change)
{
	atomic_fetch_add(&users, change);
}

static void leave(void)
{
	_exit(1);
}

/* What the library does when it ends the process reaches nobody: no words, no core, no exit handlers of the program. */
static int stand_alone(const char *object, struct err *e)
{
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

	if (nowhere >= 0)
		dup2(nowhere, STDERR_FILENO);
	prctl(PR_SET_DUMPABLE, 0);
	alarm(TRIAL_S);
	return atexit(leave) == 0 ? 0 : err_set(e, ERR_MEMORY, object, "no memory");
}

static void process(const struct hdf5_trial *t, struct outcome *o)
{
	int code = stand_alone(t->object, &o->e);

	if (!code)
		code = t->work(t->self, &o->e);
	if (code && !o->e.code)
		err_set(&o->e, code, t->object, "%s", err_message(code));
	atomic_store(&o->ended, true);
	_exit(0);
}

/* status: how the process ended, as waitpid has it */
static int verdict(const struct hdf5_trial *t, const struct outcome *o, int status, struct err *e)
{
	if (atomic_load(&o->ended) && !o->e.code)
		return 0;
	if (atomic_load(&o->ended)) {
		if (e)
			*e = o->e;
		return o->e.code;
	}
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
		err_set(e, ERR_STATE, t->object, "it cannot be made: the process that tries it was not ready after %d s", TRIAL_S);
		err_hint(e, "does another thread of this program use the HDF5 library just now?");
		return ERR_STATE;
	}
	err_set(e, ERR_MEMORY, t->object, "it cannot be made: the HDF5 library finds too little memory and ends the process that tries it");
	err_hint(e, "give the program more memory, or %s", t->hint);
	return ERR_MEMORY;
}

int hdf5_try(const struct hdf5_trial *t, struct err *e)
{
	struct shared memory;
	int code = atomic_load(&users) > 0 ? 1 : shared_open(&memory, sizeof(struct outcome), e);
	int status = 0;
	pid_t pid;

	if (code)
		return code > 0 ? 0 : code;
	pid = fault_fires(FAULT_process_fork) ? (errno = EAGAIN, -1) : fork();
	if (pid == 0)
		process(t, memory.memory);
	if (pid < 0) {
		code = err_set(e, ERR_STATE, t->object, "no process to try it in: %s", strerror(errno));
		err_hint(e, "%s", t->hint);
	}
	/* whoever takes its status before us: by then it has ended */
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (!code)
		code = verdict(t, memory.memory, status, e);
	shared_close(&memory);
	return code;
}
