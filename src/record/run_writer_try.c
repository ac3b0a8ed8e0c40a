/* A record is tried before it is begun: a process of its own makes the whole file in memory, its thread writes a row of every
 * table, and the file is closed.
 *
 * HDF5 1.10 does not survive a request for memory that is refused: H5I_register calls exit(-1), H5_init_library goes through H5P__add_prop and H5SL_insert to
 * the hash of a name that is not there, H5RS_create, H5A__dense_insert and H5Tinsert copy to and read from NULL, and H5E_printf_stack calls itself until there
 * is no stack. Here that ends a process that nobody waits for but us. What was enough for it is enough for the record: this process has the memory that the
 * other one had, and asks for the same. */
#include "record/run_writer_priv.h"

#include "base/shared.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TRIAL_S = 60 };     /* milliseconds do; after this time the library hangs */

struct trial {
	atomic_bool ended;     /* by itself: e says how */
	struct err e;
};

static void leave(void)
{
	_exit(1);
}

/* What the library does when it ends the process reaches nobody: no words, no core, no exit handlers of the program. */
static int stand_alone(struct err *e)
{
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

	if (nowhere >= 0)
		dup2(nowhere, STDERR_FILENO);
	prctl(PR_SET_DUMPABLE, 0);
	alarm(TRIAL_S);
	return atexit(leave) == 0 ? 0 : err_set(e, ERR_MEMORY, "record", "no memory");
}

/* The process: the whole life of a record. */
static void try(struct run_writer *w, const struct run_writer_words *words, struct trial *t)
{
	int code = stand_alone(&t->e);

	w->disk->trial = true;
	if (!code)
		code = run_writer_make(w, words, &t->e);
	if (!code)
		code = run_writer_start(w, &t->e);
	if (!code) {
		/* zeros, of which the buffer has a row at least */
		for (int i = 0; i < w->nstream; i++)
			ring_push(&w->stream[i].ring, w->stream[i].gathered);
		run_writer_stop(w, RUN_STATUS_OPEN);
		if (w->disk->error)
			err_set(&t->e, ERR_MEMORY, "record", "it cannot be written: %s", strerror(w->disk->error));
	}
	atomic_store(&t->ended, true);
	_exit(0);
}

/* status: how the process ended, as waitpid has it */
static int verdict(const struct trial *t, int status, struct err *e)
{
	if (atomic_load(&t->ended) && !t->e.code)
		return 0;
	if (atomic_load(&t->ended)) {
		if (e)
			*e = t->e;
		return t->e.code;
	}
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
		err_set(e, ERR_STATE, "record", "it cannot be made: the process that tries it was not ready after %d s", TRIAL_S);
		err_hint(e, "does another thread of this program use the HDF5 library just now?");
		return ERR_STATE;
	}
	err_set(e, ERR_MEMORY, "record", "it cannot be made: the HDF5 library finds too little memory and ends the process that tries it");
	err_hint(e, "give the program more memory, or run with --no-record");
	return ERR_MEMORY;
}

int run_writer_try(struct run_writer *w, const struct run_writer_words *words, struct err *e)
{
	struct shared memory;
	int code = shared_open(&memory, sizeof(struct trial), e);
	int status = 0;
	pid_t pid;

	if (code)
		return code;
	pid = fault_fires(FAULT_process_fork) ? (errno = EAGAIN, -1) : fork();
	if (pid == 0)
		try(w, words, memory.memory);
	if (pid < 0) {
		code = err_set(e, ERR_STATE, "record", "no process to try it in: %s", strerror(errno));
		err_hint(e, "run with --no-record");
	}
	/* whoever takes its status before us: by then it has ended */
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (!code)
		code = verdict(memory.memory, status, e);
	shared_close(&memory);
	return code;
}
