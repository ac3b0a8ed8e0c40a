/* The table of what is looked at. Each row has a reader that fills its text and judges it; a reader that finds nothing leaves the row
 * unknown. Sources: proc(5), sched(7), capabilities(7), and the kernel's admin-guide (cpufreq, isolcpus, kernel-parameters). */
#include "realtime/machine.h"

#include "base/args.h"
#include "base/io.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_TEXT = 16384, CAP_IPC_LOCK = 14, CAP_SYS_NICE = 23, CPU_MOST = 4096 };

struct look {
	int cpu, priority;
	char file[FILE_TEXT];      /* the file read last */
	struct machine_row *row;
};

/* ---- tools ---- */

static bool read_text(struct look *l, const char *path)
{
	return io_text(path, l->file, sizeof(l->file));
}

static bool read_int(struct look *l, const char *path, int *ret_i)
{
	return read_text(l, path) && text_int(l->file, ret_i);
}

static void judge(struct look *l, bool good)
{
	l->row->state = good ? MACHINE_GOOD : MACHINE_POOR;
}

/* The text after a key at the beginning of a line of the file read last, or NULL. */
static const char *find_line(const struct look *l, const char *key)
{
	size_t n = strlen(key);
	for (const char *at = l->file; at; at = strchr(at, '\n')) {
		at += *at == '\n';
		if (strncmp(at, key, n) == 0)
			return at + n;
	}
	return NULL;
}

/* A list of processors, "0-2,5": how many there are, and whether this one is in it (any, when cpu < 0). -1 when it is none. */
static int cpu_list(const char *text, int cpu, bool *ret_has)
{
	int count = 0;
	bool has = false;
	while (*text) {
		char *end;
		long lo = strtol(text, &end, 10), hi = lo;
		if (end == text)
			return -1;
		if (*end == '-') {
			text = end + 1;
			hi = strtol(text, &end, 10);
			if (end == text)
				return -1;
		}
		if (lo < 0 || hi < lo || hi >= CPU_MOST || (*end != ',' && *end != '\0'))
			return -1;
		count += (int)(hi - lo + 1);
		has = has || cpu < 0 || (cpu >= lo && cpu <= hi);
		text = end + (*end == ',');
	}
	*ret_has = has;
	return count;
}

/* ---- readers ---- */

static void look_kernel(struct look *l)
{
	char release[40] = "";
	if (read_text(l, "/proc/sys/kernel/osrelease"))
		snprintf(release, sizeof(release), "%.31s ", l->file);
	if (!read_text(l, "/proc/version"))
		return;
	const char *word = strstr(l->file, "PREEMPT");
	int n = word ? (int)strcspn(word, " ") : 0;
	snprintf(l->row->read, MACHINE_TEXT, "%s%.*s", release, n > 0 ? n : 32, n > 0 ? word : "without preemption");
	judge(l, n > 0 && strstr(l->file, "PREEMPT_RT"));
}

static void look_realtime(struct look *l)
{
	int flag;
	if (!read_int(l, "/sys/kernel/realtime", &flag))
		return;
	snprintf(l->row->read, MACHINE_TEXT, "%d", flag);
	judge(l, flag == 1);
}

static void look_isolated(struct look *l)
{
	bool has;
	if (!read_text(l, "/sys/devices/system/cpu/isolated"))
		return;
	int count = cpu_list(l->file, l->cpu, &has);
	if (count < 0)
		return;
	snprintf(l->row->read, MACHINE_TEXT, "%.80s", count > 0 ? l->file : "none");
	judge(l, has);
}

static void look_governor(struct look *l)
{
	char path[96];
	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor", l->cpu < 0 ? 0 : l->cpu);
	if (!read_text(l, path))
		return;
	snprintf(l->row->read, MACHINE_TEXT, "%.80s", l->file);
	judge(l, strcmp(l->file, "performance") == 0);
}

static void look_clock(struct look *l)
{
	static const char *const good[] = {"tsc", "arch_sys_counter", "kvm-clock", "hyperv_clocksource_tsc_page"};
	bool found = false;
	if (!read_text(l, "/sys/devices/system/clocksource/clocksource0/current_clocksource"))
		return;
	for (size_t i = 0; i < COUNT(good); i++)
		found = found || strcmp(l->file, good[i]) == 0;
	snprintf(l->row->read, MACHINE_TEXT, "%.80s", l->file);
	judge(l, found);
}

static void look_throttling(struct look *l)
{
	int runtime, period;
	if (!read_int(l, "/proc/sys/kernel/sched_rt_runtime_us", &runtime))
		return;
	bool known = read_int(l, "/proc/sys/kernel/sched_rt_period_us", &period);
	if (runtime < 0)
		snprintf(l->row->read, MACHINE_TEXT, "off");
	else if (known)
		snprintf(l->row->read, MACHINE_TEXT, "%d of %d us", runtime, period);
	else
		snprintf(l->row->read, MACHINE_TEXT, "%d us", runtime);
	judge(l, runtime < 0 || (known && runtime >= period));
}

/* A soft limit of /proc/self/limits: its word, or NULL; and whether the process may go beyond it by a capability. */
static bool read_limit(struct look *l, const char *key, int capability, char ret_word[32], bool *ret_capable)
{
	*ret_capable = false;
	if (read_text(l, "/proc/self/status")) {
		const char *mask = find_line(l, "CapEff:");
		*ret_capable = mask && (strtoull(mask, NULL, 16) >> capability & 1);
	}
	if (!read_text(l, "/proc/self/limits"))
		return false;
	const char *word = find_line(l, key);
	return word && sscanf(word, "%31s", ret_word) == 1;
}

static void look_rtprio(struct look *l)
{
	char word[32];
	bool capable;
	int most = 0;
	if (!read_limit(l, "Max realtime priority", CAP_SYS_NICE, word, &capable))
		return;
	snprintf(l->row->read, MACHINE_TEXT, "%s%s", word, capable ? ", CAP_SYS_NICE" : "");
	judge(l, capable || strcmp(word, "unlimited") == 0 || (text_int(word, &most) && most >= (l->priority > 0 ? l->priority : 1)));
}

static void look_memlock(struct look *l)
{
	char word[32];
	bool capable;
	if (!read_limit(l, "Max locked memory", CAP_IPC_LOCK, word, &capable))
		return;
	snprintf(l->row->read, MACHINE_TEXT, "%s%s%s", word, strcmp(word, "unlimited") == 0 ? "" : " bytes", capable ? ", CAP_IPC_LOCK" : "");
	judge(l, capable || strcmp(word, "unlimited") == 0);
}

static void look_smt(struct look *l)
{
	int active;
	if (!read_int(l, "/sys/devices/system/cpu/smt/active", &active))
		return;
	snprintf(l->row->read, MACHINE_TEXT, "%s", active ? "on" : "off");
	judge(l, !active);
}

static void look_load(struct look *l)
{
	bool has;
	int count = read_text(l, "/sys/devices/system/cpu/online") ? cpu_list(l->file, -1, &has) : -1;
	char word[32];
	double load;
	if (count < 1 || !read_text(l, "/proc/loadavg") || sscanf(l->file, "%31s", word) != 1 || !text_real(word, &load))
		return;
	snprintf(l->row->read, MACHINE_TEXT, "%.2f on %d CPU%s", load, count, count > 1 ? "s" : "");
	judge(l, load <= 0.5 * count);
}

static void look_virtual(struct look *l)
{
	if (read_text(l, "/sys/hypervisor/type") && l->file[0]) {
		snprintf(l->row->read, MACHINE_TEXT, "yes, %.64s", l->file);
		judge(l, false);
		return;
	}
	const char *flags = read_text(l, "/proc/cpuinfo") ? find_line(l, "flags") : NULL;
	if (!flags)
		return;
	const char *word = strstr(flags, " hypervisor"), *end = strchr(flags, '\n');
	bool virtual = word && (!end || word < end);
	snprintf(l->row->read, MACHINE_TEXT, "%s", virtual ? "yes" : "no");
	judge(l, !virtual);
}

/* ---- the table ---- */

static const struct item {
	const char *name, *want, *why, *todo;
	void (*look)(struct look *l);
} items[MACHINE_ITEMS] = {
	[MACHINE_KERNEL] = {"kernel", "PREEMPT_RT", "any other kernel may run its own work for milliseconds first",
		"install a PREEMPT_RT kernel (Debian: linux-image-rt-amd64)", look_kernel},
	[MACHINE_REALTIME] = {"real-time flag", "1", "a PREEMPT_RT kernel says so in /sys/kernel/realtime", "boot the PREEMPT_RT kernel", look_realtime},
	[MACHINE_ISOLATED] = {"isolated CPUs", "the loop's CPU", "other programs share the processor of the loop",
		"boot with isolcpus=N nohz_full=N rcu_nocbs=N and run the loop with -cpu N", look_isolated},
	[MACHINE_GOVERNOR] = {"CPU governor", "performance", "a processor that changes its frequency wakes late",
		"cpupower frequency-set -g performance", look_governor},
	[MACHINE_CLOCK] = {"clock source", "tsc", "other clocks are read by slow system calls",
		"boot with clocksource=tsc tsc=reliable, if the processor's is", look_clock},
	[MACHINE_THROTTLING] = {"RT throttling", "off", "real-time threads are stopped when they use more than this share of a period",
		"sysctl -w kernel.sched_rt_runtime_us=-1", look_throttling},
	[MACHINE_RTPRIO] = {"limit rtprio", "the priority", "without it SCHED_FIFO is refused",
		"'@realtime - rtprio 99' in /etc/security/limits.d, and log in again", look_rtprio},
	[MACHINE_MEMLOCK] = {"limit memlock", "unlimited", "without it memory cannot be locked and a page fault stops the loop",
		"'@realtime - memlock unlimited' in /etc/security/limits.d, and log in again", look_memlock},
	[MACHINE_SMT] = {"SMT", "off", "the second thread of a core takes its units and caches",
		"echo off > /sys/devices/system/cpu/smt/control, or in the firmware", look_smt},
	[MACHINE_LOAD] = {"load", "under half", "other work delays all that is not isolated", "end other programs before a test", look_load},
	[MACHINE_VIRTUAL] = {"virtualised", "no", "the host may stop a virtual machine at any time", "run tests on the machine itself", look_virtual},
};

void machine_look(int cpu, int priority, struct machine_row ret_row[MACHINE_ITEMS])
{
	struct look l = {.cpu = cpu, .priority = priority};
	for (int i = 0; i < MACHINE_ITEMS; i++) {
		const struct item *item = &items[i];
		ret_row[i] = (struct machine_row){
			.name = item->name, .read = "unknown", .state = MACHINE_UNKNOWN, .want = item->want, .why = item->why, .todo = item->todo,
		};
		l.row = &ret_row[i];
		item->look(&l);
	}
}

const char *machine_state_name(enum machine_state state)
{
	static const char *const name[] = {[MACHINE_GOOD] = "good", [MACHINE_POOR] = "change", [MACHINE_UNKNOWN] = "unknown"};
	ASSERT((unsigned)state < COUNT(name));
	return name[state];
}
