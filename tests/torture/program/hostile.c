/* A world that fails, linked to the whole program: build/tests/torture/tandem is every object of tandem and this file, and nothing of it is in tandem.
 *
 * The environment says what happens (one thing a run), counted over the process and, after a fork, in each of both:
 *   TORTURE="fault POINT N once|ever"     call N of a fault point of base/fault.def fails, and so do all that follow
 *   TORTURE="memory N once|ever"          the N-th request for memory of anybody, libraries too
 *   TORTURE="disk N"                      files may grow by N bytes: the write that goes beyond is short, all that follow find the disk full;
 *                                         bytes over others have their place
 *   TORTURE="short"                       reads and writes move some of the bytes, one at least
 *   TORTURE="interrupt"                   about every second system call that may wait is interrupted first
 *   TORTURE="real N S"                    from its N-th reading on the clock on the wall is S seconds off
 *   TORTURE="machine N S"                 from its N-th reading on the monotonic clock is S seconds ahead: the machine stood still
 * TORTURE_COUNT names a file that the process which was started appends its count to when it ends in good order.
 *
 * Calls inside the C library itself (stdio, getaddrinfo) do not come by here.
 */
#define _GNU_SOURCE
#include "base/fault.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pwd.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SHOWN __attribute__((visibility("default")))

enum kind { NOTHING, FAULT_POINT, MEMORY, DISK, SHORT, INTERRUPT, REAL, MACHINE };

static struct {
	enum kind kind;
	int point;
	long n, seconds;
	bool ever;
	pid_t pid;
	const char *count;             /* borrowed: the environment */
} world;
static atomic_long counted;

/* ---- what is told ------------------------------------------------------------------------------------------------ */

static bool read_words(const char *text)
{
	char name[32], last[8] = "";

	if (sscanf(text, "fault %31s %ld %7s", name, &world.n, last) == 3) {
		world.kind = FAULT_POINT;
		world.point = fault_find(name);
		world.ever = strcmp(last, "ever") == 0;
		if (world.point >= 0 && world.n >= 1)
			fault_arm((enum fault_point)world.point, world.n, world.ever);
		return world.point >= 0 && world.n >= 1;
	}
	if (sscanf(text, "memory %ld %7s", &world.n, last) == 2) {
		world.ever = strcmp(last, "ever") == 0;
		world.kind = MEMORY;
	} else if (sscanf(text, "disk %ld", &world.n) == 1)
		world.kind = DISK;
	else if (sscanf(text, "real %ld %ld", &world.n, &world.seconds) == 2)
		world.kind = REAL;
	else if (sscanf(text, "machine %ld %ld", &world.n, &world.seconds) == 2)
		world.kind = MACHINE;
	else
		world.kind = strcmp(text, "short") == 0 ? SHORT : strcmp(text, "interrupt") == 0 ? INTERRUPT : NOTHING;
	return world.kind != NOTHING;
}

__attribute__((constructor)) static void begin(void)
{
	const char *text = getenv("TORTURE");

	world.pid = getpid();
	world.count = getenv("TORTURE_COUNT");
	if (text && !read_words(text)) {
		fprintf(stderr, "TORTURE: this is none of the words: %s\n", text);
		_exit(99);
	}
	atomic_store(&counted, 0);
}

__attribute__((destructor)) static void end(void)
{
	long n = world.kind == FAULT_POINT ? fault_calls((enum fault_point)world.point) : atomic_load(&counted);
	FILE *f = NULL;

	world.kind = NOTHING;
	fault_disarm();
	if (world.count && getpid() == world.pid)
		f = fopen(world.count, "a");
	if (f) {
		fprintf(f, "%ld\n", n);
		fclose(f);
	}
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
extern void *__libc_malloc(size_t n), *__libc_calloc(size_t n, size_t size), *__libc_realloc(void *p, size_t n), *__libc_memalign(size_t unit, size_t n);

/* glibc itself ends in getpwuid_r when it finds no memory there; Tcl asks it for the user before there is any script. */
static _Thread_local bool spared;

static bool no_memory(void)
{
	if (world.kind != MEMORY || spared)
		return false;
	long k = atomic_fetch_add(&counted, 1) + 1;
	if (k != world.n && (!world.ever || k < world.n))
		return false;
	errno = ENOMEM;
	return true;
}

SHOWN void *malloc(size_t n)
{
	return no_memory() ? NULL : __libc_malloc(n);
}

SHOWN void *calloc(size_t n, size_t size)
{
	return no_memory() ? NULL : __libc_calloc(n, size);
}

SHOWN void *realloc(void *p, size_t n)
{
	return no_memory() ? NULL : __libc_realloc(p, n);
}

SHOWN void *aligned_alloc(size_t unit, size_t n)
{
	return no_memory() ? NULL : __libc_memalign(unit, n);
}

SHOWN int posix_memalign(void **ret, size_t unit, size_t n)
{
	void *p = no_memory() ? NULL : __libc_memalign(unit, n);

	if (!p)
		return ENOMEM;
	*ret = p;
	return 0;
}

SHOWN int getpwuid_r(uid_t uid, struct passwd *entry, char *room, size_t size, struct passwd **ret)
{
	int (*next)(uid_t, struct passwd *, char *, size_t, struct passwd **);

	spared = true;
	*(void **)&next = dlsym(RTLD_NEXT, "getpwuid_r");
	int rc = next(uid, entry, room, size, ret);
	spared = false;
	return rc;
}
#endif

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

/* About every second call, without a rhythm in which one place would be met again and again. */
static bool interrupted(void)
{
	if (world.kind != INTERRUPT || ((uint32_t)atomic_fetch_add(&counted, 1) * 2654435761u >> 16 & 1) == 1)
		return false;
	errno = EINTR;
	return true;
}

/* So many of n bytes are written over others of a file, from at on (HERE: where it stands, or its end); -1: it is no file on a disk. */
enum { HERE = -1 };
static ssize_t in_place(int fd, size_t n, off_t at)
{
	struct stat st;

	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
		return -1;
	if (at == HERE)
		at = fcntl(fd, F_GETFL) & O_APPEND ? st.st_size : lseek(fd, 0, SEEK_CUR);
	return at >= st.st_size ? 0 : st.st_size - at < (off_t)n ? st.st_size - at : (ssize_t)n;
}

/* How many of n bytes move; -1: the disk is full. */
static ssize_t some(int fd, size_t n, bool out, off_t at)
{
	ssize_t over;

	if (world.kind == SHORT && n > 1)
		return (ssize_t)(n / 2);
	if (world.kind != DISK || !out || n == 0 || (over = in_place(fd, n, at)) < 0)
		return (ssize_t)n;
	long grows = (long)n - over, before = atomic_fetch_add(&counted, grows), room = world.n - before;
	if (room >= grows)
		return (ssize_t)n;
	errno = ENOSPC;
	room = over + (room > 0 ? room : 0);
	return room > 0 ? room : -1;
}

#define MOVE(out, at, call)                                   \
	ssize_t k = interrupted() ? -1 : some(fd, n, out, at);    \
	return k < 0 ? -1 : (call)

SHOWN ssize_t read(int fd, void *bytes, size_t n)
{
	MOVE(false, HERE, syscall(SYS_read, fd, bytes, k));
}

SHOWN ssize_t write(int fd, const void *bytes, size_t n)
{
	MOVE(true, HERE, syscall(SYS_write, fd, bytes, k));
}

SHOWN ssize_t pread(int fd, void *bytes, size_t n, off_t at)
{
	MOVE(false, at, syscall(SYS_pread64, fd, bytes, k, at));
}

SHOWN ssize_t pread64(int fd, void *bytes, size_t n, off64_t at)
{
	MOVE(false, at, syscall(SYS_pread64, fd, bytes, k, at));
}

SHOWN ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at)
{
	MOVE(true, at, syscall(SYS_pwrite64, fd, bytes, k, at));
}

SHOWN ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t at)
{
	MOVE(true, at, syscall(SYS_pwrite64, fd, bytes, k, at));
}

SHOWN ssize_t recv(int fd, void *bytes, size_t n, int flags)
{
	MOVE(false, HERE, syscall(SYS_recvfrom, fd, bytes, k, flags, NULL, NULL));
}

SHOWN ssize_t send(int fd, const void *bytes, size_t n, int flags)
{
	MOVE(true, HERE, syscall(SYS_sendto, fd, bytes, k, flags, NULL, 0));
}

SHOWN int fsync(int fd)
{
	return interrupted() ? -1 : (int)syscall(SYS_fsync, fd);
}

/* ---- waits ------------------------------------------------------------------------------------------------------- */

SHOWN int poll(struct pollfd *fds, nfds_t n, int ms)
{
	return interrupted() ? -1 : (int)syscall(SYS_poll, fds, n, ms);
}

SHOWN int ppoll(struct pollfd *fds, nfds_t n, const struct timespec *limit, const sigset_t *mask)
{
	struct timespec left = limit ? *limit : (struct timespec){0};

	return interrupted() ? -1 : (int)syscall(SYS_ppoll, fds, n, limit ? &left : NULL, mask, mask ? 8 : 0);
}

SHOWN pid_t waitpid(pid_t pid, int *ret_status, int options)
{
	return interrupted() ? -1 : (pid_t)syscall(SYS_wait4, pid, ret_status, options, NULL);
}

SHOWN int accept4(int fd, struct sockaddr *from, socklen_t *size, int flags)
{
	return interrupted() ? -1 : (int)syscall(SYS_accept4, fd, from, size, flags);
}

/* ---- clocks ------------------------------------------------------------------------------------------------------ */

/* Seconds that the clock is off at this reading. */
static long off(clockid_t clock, bool reading)
{
	enum kind kind = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ? REAL : clock == CLOCK_MONOTONIC ? MACHINE : NOTHING;

	if (kind == NOTHING || kind != world.kind)
		return 0;
	long k = reading ? atomic_fetch_add(&counted, 1) + 1 : atomic_load(&counted);
	return k >= world.n ? world.seconds : 0;
}

SHOWN int clock_gettime(clockid_t clock, struct timespec *ret)
{
	int rc = (int)syscall(SYS_clock_gettime, clock, ret);

	if (rc == 0)
		ret->tv_sec += off(clock, true);
	return rc;
}

SHOWN int gettimeofday(struct timeval *restrict ret, void *restrict zone)
{
	struct timespec t;

	if (zone)
		memset(zone, 0, sizeof(struct timezone));
	clock_gettime(CLOCK_REALTIME, &t);
	*ret = (struct timeval){.tv_sec = t.tv_sec, .tv_usec = t.tv_nsec / 1000};
	return 0;
}

SHOWN time_t time(time_t *ret)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	if (ret)
		*ret = t.tv_sec;
	return t.tv_sec;
}

/* What waits until a time of that clock waits until the same moment. */
SHOWN int clock_nanosleep(clockid_t clock, int flags, const struct timespec *until, struct timespec *left)
{
	struct timespec t = *until;

	if (interrupted())
		return EINTR;
	if (flags & TIMER_ABSTIME)
		t.tv_sec -= off(clock, false);
	if (t.tv_sec < 0)
		return 0;
	return syscall(SYS_clock_nanosleep, clock, flags, &t, left) == 0 ? 0 : errno;
}
