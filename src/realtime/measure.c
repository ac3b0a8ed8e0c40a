/* What the system is asked for, as a table: memory locks, the allocator, idle states, affinity, priority.
 *
 * /dev/cpu_dma_latency is a device that acts as long as it is open, not a file of data, and must not be made where it is missing: it
 * is opened here and not through base/io. */
#define _GNU_SOURCE /* CPU_SET, pthread_setaffinity_np, strerrordesc_np */
#include "realtime/measure.h"

#include "base/fault.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { LOCK_ROOM = 64 << 20 }; /* bytes that can still be mapped and locked */

/* Each returns 0 or an errno number. */
static int lock_memory(struct loop *l)
{
	struct rlimit limit;
	(void)l;
	/* as far as it may be raised: what is mapped later must be lockable, too */
	if (getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_cur != limit.rlim_max) {
		limit.rlim_cur = limit.rlim_max;
		if (setrlimit(RLIMIT_MEMLOCK, &limit) != 0)
			return errno;
	}
	if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0)
		return errno;
	/* under a limit that is nearly reached every later mapping would fail: rather not locked */
	void *room = mmap(NULL, LOCK_ROOM, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (room == MAP_FAILED) {
		munlockall();
		return ENOMEM;
	}
	return munmap(room, LOCK_ROOM) == 0 ? 0 : errno;
}

static int keep_heap(struct loop *l)
{
	(void)l;
	return mallopt(M_TRIM_THRESHOLD, -1) == 1 && mallopt(M_MMAP_MAX, 0) == 1 ? 0 : ENOTSUP;
}

static int stay_awake(struct loop *l)
{
	int32_t most_us = 0;
	int handle = open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC);
	if (handle < 0)
		return errno;
	ssize_t put = write(handle, &most_us, sizeof(most_us));
	if (put != (ssize_t)sizeof(most_us)) {
		int why = put < 0 ? errno : EIO;
		close(handle);
		return why;
	}
	l->awake_handle = handle;
	return 0;
}

static int stay_on_cpu(struct loop *l)
{
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET((size_t)l->config.cpu, &set);
	return pthread_setaffinity_np(pthread_self(), sizeof(set), &set);
}

static int rise(struct loop *l)
{
	struct sched_param p = {.sched_priority = l->config.priority};
	return pthread_setschedparam(pthread_self(), SCHED_FIFO, &p);
}

static const struct measure {
	const char *name, *what, *hint;
	int (*take)(struct loop *l);
} measures[LOOP_MEASURES] = {
	[LOOP_MEMORY] = {"memory lock", "memory cannot be locked", "raise the limit memlock (ulimit -l unlimited) or run with CAP_IPC_LOCK", lock_memory},
	[LOOP_MALLOC] = {"malloc settings", "the allocator does not keep its memory", "run a build without a sanitizer, with the allocator of glibc", keep_heap},
	[LOOP_AWAKE] = {"no deep idle", "/dev/cpu_dma_latency cannot be held", "let the user write /dev/cpu_dma_latency (udev rule) or run as root", stay_awake},
	[LOOP_AFFINITY] = {"CPU affinity", "the thread cannot stay on the processor", "choose one of /sys/devices/system/cpu/online", stay_on_cpu},
	[LOOP_PRIORITY] = {"SCHED_FIFO", "real-time priority is refused", "raise the limit rtprio (/etc/security/limits.d) or run with CAP_SYS_NICE", rise},
};

static bool is_wanted(const struct loop *l, enum loop_measure m)
{
	return !(m == LOOP_AFFINITY && l->config.cpu < 0) && !(m == LOOP_PRIORITY && l->config.priority == 0);
}

static void describe(const struct loop *l, enum loop_measure m, int why, struct err *ret)
{
	const char *text = strerrordesc_np(why), *reason = text ? text : "unknown reason";
	err_clear(ret);
	err_set(ret, ERR_UNSUPPORTED, "real-time loop", "%s", measures[m].what);
	if (m == LOOP_AFFINITY || m == LOOP_PRIORITY)
		err_value(ret, "%d, %s", m == LOOP_AFFINITY ? l->config.cpu : l->config.priority, reason);
	else
		err_value(ret, "%s", reason);
	err_hint(ret, "%s", measures[m].hint);
}

static int take(struct loop *l, enum loop_measure from, enum loop_measure to, struct err *e)
{
	for (enum loop_measure m = from; m <= to; m++) {
		if (!is_wanted(l, m))
			continue;
		int why = fault_fires(FAULT_loop_measure) ? EPERM : measures[m].take(l);
		if (why == 0)
			continue;
		describe(l, m, why, &l->refused[m]);
		l->is_refused[m] = true;
		if (!l->config.tolerant) {
			if (e)
				*e = l->refused[m];
			return ERR_UNSUPPORTED;
		}
	}
	return 0;
}

int measure_process(struct loop *l, struct err *e)
{
	return take(l, LOOP_MEMORY, LOOP_AWAKE, e);
}

int measure_thread(struct loop *l, struct err *e)
{
	return take(l, LOOP_AFFINITY, LOOP_PRIORITY, e);
}

void measure_end(struct loop *l)
{
	if (l->awake_handle >= 0)
		close(l->awake_handle);
	l->awake_handle = -1;
}

const char *loop_measure_name(enum loop_measure m)
{
	ASSERT((unsigned)m < LOOP_MEASURES);
	return measures[m].name;
}
