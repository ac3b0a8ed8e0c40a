/* A rank: waits on its stream for a command of the program, does its part of the work with the other ranks, waits again.
 *
 * It prints nothing and writes nothing. SIGINT and SIGTERM do not end it: the end of its stream does, so that whoever dies first is known by name. Rank 0
 * hands a signal on to the program, but a moment later: where mpirun ends all ranks because one has died, the program is to see that death first. When mpirun
 * itself dies the ranks die with it.
 *
 * A rank that waits inside MPI for one that can no more be heard would do so for ever. So a clock looks at the stream every second: when the program is gone
 * while the rank works, or the way to it is, the rank ends, and rank 0 with the status of the program. The others give rank 0 time to
 * be the first: mpirun's status is that of the first that leaves without the rest. */
#define _GNU_SOURCE /* sigaction's flags, POLLRDHUP */
#include "cluster/rank.h"

#include "base/arena.h"
#include "base/room.h"
#include "cluster/cluster_priv.h"
#include "cluster/work.h"
#include "math/math_init.h"
#include "net/stream.h"

#include <errno.h>
#include <math.h>
#include <mpi.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { JOBS = CLUSTER_JOBS, LATER_US = 300000, CONNECT_S = 30, GRACE_S = 10, FIRST_S = 50, LEAVE_S = 120 };

/* A matrix, or other work: the other half of one engine of the program. */
struct job {
	bool open;
	const struct work_ops *ops;
	struct work_pattern pattern;
	void *self;                /* owned: mem */
	double *value, *data;      /* owned: mem; of a matrix on rank 0 only; what came in, what goes out */
	struct arena mem;
};

static const struct work_ops *const work_table[CLUSTER_KINDS] = {
	[CLUSTER_MUMPS] = &work_mumps,
	[CLUSTER_SCALAPACK] = &work_scalapack,
	[CLUSTER_SCALAPACK_SINGLE] = &work_scalapack_single,
	[CLUSTER_MODAL] = &work_modal,
};

static struct job jobs[JOBS];
static struct stream *line;            /* to the program */
static volatile sig_atomic_t program;  /* the process that gets the signals of rank 0; 0: none */
static volatile sig_atomic_t works;    /* this rank may be inside MPI */
static volatile sig_atomic_t grace_s = GRACE_S;  /* how long it may be so after the end of its stream */
static int line_handle = -1;           /* of line, once it is there */

const char *cluster_missing(void)
{
	return NULL;
}

int work_rank(void)
{
	int rank = 0;

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	return rank;
}

int work_size(void)
{
	int size = 1;

	MPI_Comm_size(MPI_COMM_WORLD, &size);
	return size;
}

int work_agree(int code)
{
	int worst = code;

	return MPI_Allreduce(&code, &worst, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD) == MPI_SUCCESS ? worst : ERR_LOST;
}

int work_room(const char *what, double bytes, struct cluster_answer *ret)
{
	double here = bytes, most[2];
	char text[2][24];
	MPI_Comm machine;
	bool fits;

	/* ranks of one machine take from the same memory */
	if (MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine) != MPI_SUCCESS)
		return ERR_LOST;
	MPI_Allreduce(&bytes, &here, 1, MPI_DOUBLE, MPI_SUM, machine);
	MPI_Comm_free(&machine);
	ret->bytes = here;
	fits = room_for(here);
	/* of the machine that lacks most; negative, so that the least room is the largest number */
	MPI_Allreduce((double[2]){fits ? 0.0 : here, fits ? -INFINITY : -room_left("").bytes}, most, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	if (most[0] > 0.0)
		snprintf(ret->what, sizeof ret->what, "%s %s on one machine, %s are left", what, room_text(most[0], text[0], sizeof text[0]),
		         room_text(-most[1], text[1], sizeof text[1]));
	return work_agree(fits ? 0 : ERR_MEMORY);
}

/* ---- commands -------------------------------------------------------------------------------------------- */

static int take(void *at, size_t size)
{
	return stream_get(line, at, size, INT64_MAX, NULL);
}

static int put(const void *at, size_t size)
{
	return size ? stream_put(line, at, size, INT64_MAX, NULL) : 0;
}

static void job_close(struct job *j)
{
	if (j->self)
		j->ops->close(j->self);
	if (j->open)
		arena_fini(&j->mem);
	*j = (struct job){0};
}

/* Data for which there is no place: the stream stays in step. */
static int skip(int64_t size)
{
	char drop[4096];
	int code = 0;

	for (int64_t left = size; !code && left > 0; left -= (int64_t)sizeof drop)
		code = take(drop, left < (int64_t)sizeof drop ? (size_t)left : sizeof drop);
	return code;
}

/* Memory for the numbers of a matrix; the pattern comes in on rank 0. */
static int job_take_pattern(struct job *j, const struct cluster_command *c)
{
	int *start = ARENA_ARRAY(&j->mem, (size_t)c->n + 1, int), *row = ARENA_ARRAY(&j->mem, (size_t)c->nnz + 1, int);

	j->value = ARENA_ARRAY(&j->mem, (size_t)c->nnz + (size_t)c->n + 1, double);
	j->data = ARENA_ARRAY(&j->mem, (size_t)c->n + 1, double);
	if (!start || !row || !j->value || !j->data)
		return skip(c->size) ? ERR_LOST : ERR_MEMORY;
	j->pattern.start = start;
	j->pattern.row = row;
	return take(start, ((size_t)c->n + 1) * sizeof(int)) || take(row, (size_t)c->nnz * sizeof(int)) ? ERR_LOST : 0;
}

/* Room for what goes in and comes out of work that is asked. */
static int job_take_room(struct job *j, const struct cluster_command *c)
{
	j->value = ARENA_ARRAY(&j->mem, (size_t)c->n + 1, double);
	j->data = ARENA_ARRAY(&j->mem, (size_t)c->nnz + 1, double);
	return j->value && j->data ? 0 : ERR_MEMORY;
}

static int job_open(struct job *j, const struct cluster_command *c, int rank, struct cluster_answer *ret)
{
	int code = 0;

	*j = (struct job){.open = true, .ops = work_table[c->kind], .pattern = {.n = (int)c->n, .nnz = (int)c->nnz, .symmetric = c->symmetric != 0}};
	arena_init(&j->mem);
	if (j->ops->ask)
		code = job_take_room(j, c);
	else if (rank == 0)
		code = job_take_pattern(j, c);
	j->self = arena_alloc(&j->mem, j->ops->size);
	code = work_agree(code ? code : j->self ? 0 : ERR_MEMORY);
	if (code) {
		j->self = NULL;
		snprintf(ret->what, sizeof ret->what, "no memory for %d numbers", j->pattern.n);
		return code;
	}
	return j->ops->open(j->self, &j->pattern, ret);
}

/* One command; false: the stream has ended. */
static bool obey(const struct cluster_command *c, int rank)
{
	struct cluster_answer answer = {.pivot = -1};
	struct job *j = &jobs[c->job];
	int ndata = 0;

	if (rank == 0 && (c->op == CLUSTER_FACTOR || c->op == CLUSTER_ASK) && take(j->value, (size_t)c->size))
		return false;
	if (rank == 0 && c->op == CLUSTER_SOLVE && take(j->data, (size_t)c->size))
		return false;
	switch ((enum cluster_op)c->op) {
	case CLUSTER_OPEN:
		answer.code = job_open(j, c, rank, &answer);
		break;
	case CLUSTER_FACTOR:
		answer.code = j->ops->factor(j->self, c->slot, (enum cluster_form)c->form, j->value, j->data, &ndata, &answer);
		break;
	case CLUSTER_SOLVE:
		answer.code = j->ops->solve(j->self, c->slot, j->data);
		ndata = answer.code ? 0 : j->pattern.n;
		break;
	case CLUSTER_ASK:
		answer.code = j->ops->ask(j->self, c->verb, j->value, (int)c->n, j->data, &ndata, &answer);
		ndata = answer.code ? 0 : ndata;
		break;
	case CLUSTER_CLOSE:
	case CLUSTER_OPS:
		job_close(j);
		break;
	}
	answer.size = (int64_t)ndata * (int64_t)sizeof(double);
	return rank > 0 || (put(&answer, sizeof answer) == 0 && put(j->data, (size_t)answer.size) == 0);
}

/* Bytes of data that a command has. */
static int64_t size_of(const struct cluster_command *c)
{
	const struct work_pattern *p = &jobs[c->job].pattern;
	int64_t n = p->n, nnz = p->nnz;

	switch ((enum cluster_op)c->op) {
	case CLUSTER_OPEN:
		return work_table[c->kind]->ask ? 0 : (c->n + 1 + c->nnz) * (int64_t)sizeof(int);
	case CLUSTER_FACTOR:
		return (nnz + (c->form == CLUSTER_GENERAL ? n : 0)) * (int64_t)sizeof(double);
	case CLUSTER_SOLVE:
		return n * (int64_t)sizeof(double);
	case CLUSTER_ASK:
		return c->n * (int64_t)sizeof(double);
	case CLUSTER_CLOSE:
	case CLUSTER_OPS:
		break;
	}
	return 0;
}

/* Is the job open, or not where it is to be opened, and of the kind that does this? */
static bool fits(const struct cluster_command *c)
{
	const struct job *j = &jobs[c->job];

	if (c->op == CLUSTER_OPEN || !j->open)
		return c->op == CLUSTER_OPEN && !j->open;
	if (c->op == CLUSTER_ASK)
		return j->ops->ask && c->n <= j->pattern.n;
	return c->op == CLUSTER_CLOSE || !j->ops->ask;
}

static bool is_sound(const struct cluster_command *c)
{
	return c->op >= 0 && c->op < CLUSTER_OPS && c->job >= 0 && c->job < JOBS && c->kind >= 0 && c->kind < CLUSTER_KINDS && c->n >= 0 && c->nnz >= 0 &&
	       c->n < INT32_MAX && c->nnz < INT32_MAX && fits(c) &&
	       c->slot >= 0 && c->slot < CLUSTER_SLOTS && c->size == size_of(c);
}

static void serve(int rank)
{
	struct cluster_command c;

	while (take(&c, sizeof c) == 0 && is_sound(&c)) {
		works = true;
		if (!obey(&c, rank))
			break;
		works = false;
	}
	works = true;
	for (int i = 0; i < JOBS; i++)
		job_close(&jobs[i]);
}

/* ---- beginning and end ----------------------------------------------------------------------------------- */

static void on_signal(int number)
{
	const struct itimerval later = {.it_value.tv_usec = LATER_US};

	(void)number;
	setitimer(ITIMER_REAL, &later, NULL);
}

static void on_alarm(int number)
{
	(void)number;
	if (program > 0)
		kill((pid_t)program, SIGTERM);
}

/* The program's own end is that of rank 0. */
static int status_of(pid_t pid)
{
	int status = 0;

	if (pid <= 0)
		return 0;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return 1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Has a signal ended the program? Then the ranks may be at different places, and one waits for the others in vain. */
static bool program_was_killed(void)
{
	siginfo_t info = {0};

	return program > 0 && waitid(P_PID, (id_t)program, &info, WEXITED | WNOWAIT | WNOHANG) == 0 && info.si_pid != 0 && info.si_code != CLD_EXITED;
}

/* Every second. */
static void on_clock(int number)
{
	static volatile sig_atomic_t over;
	struct pollfd at = {.fd = line_handle, .events = POLLRDHUP};

	(void)number;
	if (!works || line_handle < 0 || poll(&at, 1, 0) <= 0 || !(at.revents & (POLLRDHUP | POLLHUP | POLLERR)))
		return;
	over = over + 1;
	if (over >= (program_was_killed() ? GRACE_S : grace_s) + (program > 0 ? 0 : FIRST_S))
		_exit(status_of((pid_t)program));
}

/* What the system refuses is done without. */
static void start_clock(void)
{
	const struct itimerspec every = {.it_interval.tv_sec = 1, .it_value.tv_sec = 1};
	struct sigevent tell = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR2};
	struct sigaction tick = {.sa_handler = on_clock, .sa_flags = SA_RESTART};
	timer_t timer;

	sigaction(SIGUSR2, &tick, NULL);
	if (timer_create(CLOCK_MONOTONIC, &tell, &timer) == 0)
		(void)!timer_settime(timer, 0, &every, NULL);
}

static void take_signals(pid_t of)
{
	static const int ignored[] = {SIGHUP, SIGPIPE, SIGXFSZ};
	struct sigaction ask = {.sa_handler = of > 0 ? on_signal : SIG_IGN, .sa_flags = SA_RESTART};
	struct sigaction ring = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};

	program = of;
	for (size_t i = 0; i < COUNT(ignored); i++)
		signal(ignored[i], SIG_IGN);
	sigaction(SIGINT, &ask, NULL);
	sigaction(SIGTERM, &ask, NULL);
	sigaction(SIGALRM, &ring, NULL);
}

/* Where the program is, on all ranks. */
static struct rank_place find_program(int pipe)
{
	struct rank_place place = {0};

	if (pipe >= 0 && read(pipe, &place, sizeof place) != (ssize_t)sizeof place)
		place.port = 0;
	if (MPI_Bcast(&place, (int)sizeof place, MPI_BYTE, 0, MPI_COMM_WORLD) != MPI_SUCCESS)
		place.port = 0;
	return place;
}

static int greet(const struct rank_place *place, int rank)
{
	struct cluster_greeting g = {.secret = {place->secret[0], place->secret[1]}, .rank = rank, .size = work_size(), .pid = getpid()};
	const struct stream_words words = {.open_plain = true, .patience_s = CONNECT_S};
	int code = gethostname(g.host, sizeof g.host - 1) == 0 ? 0 : ERR_STATE;

	if (!code)
		code = stream_connect(strcmp(g.host, place->host) == 0 ? "127.0.0.1" : place->host, place->port, &words, &line, NULL);
	while (!code && stream_phase(line) != STREAM_OPEN) {
		code = stream_work(line, NULL);
		if (!code && stream_phase(line) != STREAM_OPEN)
			stream_wait(line, true, INT64_MAX);
	}
	if (code)
		return code;
	cluster_keep_alive(line);
	line_handle = stream_handle(line);
	start_clock();
	return put(&g, sizeof g);
}

int rank_serve(int pipe, pid_t pid)
{
	struct rank_place place;
	int rank;

	take_signals(pid);
	if (getenv("OMPI_COMM_WORLD_RANK"))
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* who waits for another rank inside MPI gives the processor away: the program is a process more than mpirun has counted */
	setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
	if (MPI_Init(NULL, NULL) != MPI_SUCCESS)
		return 1;
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	math_init();
	rank = work_rank();
	place = find_program(pipe);
	if (place.port && greet(&place, rank) == 0)
		serve(rank);
	/* where the program has ended as it should all ranks leave together, on a busy machine slowly */
	grace_s = line && stream_ended(line) ? LEAVE_S : GRACE_S;
	MPI_Finalize();
	works = false;
	stream_close(line);
	return status_of(pid);
}
