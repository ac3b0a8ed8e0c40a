/* How program and ranks come to be: by mpirun, whose rank 0 forks the program, or by the program, which forks one rank. */
#define _GNU_SOURCE /* close_range, environ, CPU_SET */
#include "cluster/cluster.h"

#include "base/fault.h"
#include "cluster/cluster_priv.h"
#include "cluster/rank.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FIRST_FILE = 3 };

static struct cluster_head *const h = &cluster_head;

/* What mpirun says to those it starts; -1: nothing. */
static int mpirun_says(const char *name)
{
	const char *text = getenv(name);

	return text ? (int)strtol(text, NULL, 10) : -1;
}

/* Programs that this one starts are no ranks. */
static void forget_mpirun(void)
{
	static const char *const prefix[] = {"OMPI_", "PMIX_", "ORTE_", "OPAL_"};
	char name[128];

	for (char **at = environ; *at;) {
		bool known = false;

		for (size_t i = 0; i < COUNT(prefix); i++)
			known |= strncmp(*at, prefix[i], strlen(prefix[i])) == 0;
		snprintf(name, sizeof name, "%.*s", (int)strcspn(*at, "="), *at);
		if (!known || unsetenv(name) != 0)
			at++;
	}
}

/* Opens the door for the ranks; wide: some are on other machines. */
static int open_door(int size, bool wide, struct err *e)
{
	if (size < 1 || size > CLUSTER_MOST) {
		err_set(e, ERR_RANGE, "ranks", "too many");
		err_value(e, "%d", size);
		err_allowed(e, "1 to %d", CLUSTER_MOST);
		return ERR_RANGE;
	}
	if (getrandom(h->secret, sizeof h->secret, 0) != (ssize_t)sizeof h->secret)
		return err_set(e, ERR_FILE, "ranks", "the system has no random numbers");
	h->size = size;
	return listener_open(wide ? "0.0.0.0" : NULL, 0, NULL, wide, &h->listener, e);
}

/* Rank 0 hears where the door is. */
static int tell_place(int to, struct err *e)
{
	struct rank_place place = {.secret = {h->secret[0], h->secret[1]}, .port = listener_port(h->listener)};

	if (gethostname(place.host, sizeof place.host - 1) == 0 && write(to, &place, sizeof place) == (ssize_t)sizeof place)
		return 0;
	return err_set(e, ERR_LOST, "ranks", "rank 0 is gone");
}

/* ---- by mpirun ------------------------------------------------------------------------------------------- */

/* The processors that rank 0 was bound to are for its work: the program has those of mpirun. What the system refuses is done without. */
static void unbind(pid_t mpirun)
{
	cpu_set_t set;

	if (sched_getaffinity(mpirun, sizeof set, &set) == 0)
		(void)!sched_setaffinity(0, sizeof set, &set);
}

static int begin_program(int to, int size, struct err *e)
{
	bool wide = mpirun_says("OMPI_COMM_WORLD_LOCAL_SIZE") != size;
	int code;

	/* what mpirun does to its processes does not reach the program */
	if (setsid() < 0)
		return err_set(e, ERR_STATE, "ranks", "no session of its own: %s", strerror(errno));
	forget_mpirun();
	code = open_door(size, wide, e);
	return code ? code : tell_place(to, e);
}

/* Under mpirun, in rank 0: goes on as the program in a new process, false, and serves in this one, true. */
static bool part(int size, int *ret_status, struct err *e)
{
	int ends[2];
	pid_t program = -1, mpirun = getppid();

	if (pipe(ends) == 0)
		program = fault_fires(FAULT_process_fork) ? -1 : fork();
	if (program < 0) {
		*ret_status = 1;
		err_set(e, ERR_STATE, "ranks", "no process for the program");
		return true;
	}
	close(ends[program == 0 ? 0 : 1]);
	if (program == 0) {
		int code = begin_program(ends[1], size, e);

		unbind(mpirun);
		close(ends[1]);
		*ret_status = 1;
		return code != 0;
	}
	*ret_status = rank_serve(ends[0], program);
	return true;
}

bool cluster_enter(int *ret_status, struct err *e)
{
	int size = mpirun_says("OMPI_COMM_WORLD_SIZE"), rank = mpirun_says("OMPI_COMM_WORLD_RANK");

	if (size < 1 || rank < 0)
		return false;
	*ret_status = 2;
	if (cluster_missing()) {
		if (rank == 0 && cluster_need("mpirun", e) == 0)
			*ret_status = 1;
		return true;
	}
	if (rank == 0)
		return part(size, ret_status, e);
	*ret_status = rank_serve(-1, 0);
	return true;
}

/* ---- by the program -------------------------------------------------------------------------------------- */

int cluster_start_lone(struct err *e)
{
	int ends[2], code = open_door(1, false, e);

	if (code)
		return code;
	if (pipe(ends) != 0)
		return err_set(e, ERR_FILE, "ranks", "no pipe: %s", strerror(errno));
	h->lone = fault_fires(FAULT_process_fork) ? -1 : fork();
	if (h->lone == 0) {
		if (ends[0] != FIRST_FILE && dup2(ends[0], FIRST_FILE) < 0)
			_exit(1);
		close_range(FIRST_FILE + 1, ~0U, 0);
		_exit(rank_serve(FIRST_FILE, 0));
	}
	close(ends[0]);
	code = h->lone < 0 ? err_set(e, ERR_STATE, "ranks", "no process for a rank") : tell_place(ends[1], e);
	close(ends[1]);
	if (code) {
		h->lone = h->lone < 0 ? 0 : h->lone;
		cluster_close();
	}
	return code;
}

void cluster_end_lone(void)
{
	if (h->lone > 0)
		waitpid(h->lone, NULL, 0);
	h->lone = 0;
}
