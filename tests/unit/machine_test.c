/* The table of the machine, read from files that the test makes up: a table of paths and texts stands in the place of the disk. */
#include "test.h"

#include "base/fault.h"
#include "base/io.h"
#include "realtime/machine.h"

#include <errno.h>

struct page {
	const char *path, *text;
};

static const struct page *pages; /* ended by a NULL path */
static size_t at;

static int page_open(const char *path, enum io_mode mode)
{
	assert_int_equal(mode, IO_READ);
	at = 0;
	for (int i = 0; pages[i].path; i++)
		if (strcmp(pages[i].path, path) == 0)
			return i;
	return -ENOENT;
}

static long page_read(int handle, void *bytes, size_t n)
{
	size_t left = strlen(pages[handle].text) - at;
	n = n < left ? n : left;
	memcpy(bytes, pages[handle].text + at, n);
	at += n;
	return (long)n;
}

static int page_close(int handle)
{
	(void)handle;
	return 0;
}

static const struct io_ops page_table = {.name = "pages", .open = page_open, .read = page_read, .close = page_close};
static struct machine_row row[MACHINE_ITEMS];

static void look(const struct page *p, int cpu, int priority)
{
	pages = p;
	io_use(&page_table);
	machine_look(cpu, priority, row);
	io_use(NULL);
}

#define CPU "/sys/devices/system/cpu/"
#define CLOCK "/sys/devices/system/clocksource/clocksource0/current_clocksource"

static const struct page prepared[] = {
	{"/proc/sys/kernel/osrelease", "6.1.0-rt\n"},
	{"/proc/version", "Linux version 6.1.0-rt (x@y) #1 SMP PREEMPT_RT Debian 6.1.1 (2026)\n"},
	{"/sys/kernel/realtime", "1\n"},
	{CPU "isolated", "1-2,5\n"},
	{CPU "online", "0-5\n"},
	{CPU "cpu5/cpufreq/scaling_governor", "performance\n"},
	{CPU "smt/active", "0\n"},
	{CLOCK, "tsc\n"},
	{"/proc/sys/kernel/sched_rt_runtime_us", "-1\n"},
	{"/proc/sys/kernel/sched_rt_period_us", "1000000\n"},
	{"/proc/self/status", "Name:\ttest\nCapEff:\t0000000000000000\n"},
	{"/proc/self/limits", "Limit                     Soft Limit           Hard Limit           Units\n"
			      "Max locked memory         unlimited            unlimited            bytes\n"
			      "Max realtime priority     99                   99                   \n"},
	{"/proc/loadavg", "0.12 0.10 0.05 1/200 1000\n"},
	{"/proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu sse\n"},
	{NULL, NULL},
};

static const struct page ordinary[] = {
	{"/proc/version", "Linux version 6.1.0 (x@y) #1 SMP PREEMPT_DYNAMIC Debian\n"},
	{"/sys/kernel/realtime", "0\n"},
	{CPU "isolated", "\n"},
	{CPU "online", "0\n"},
	{CPU "cpu0/cpufreq/scaling_governor", "powersave\n"},
	{CPU "smt/active", "1\n"},
	{CLOCK, "hpet\n"},
	{"/proc/sys/kernel/sched_rt_runtime_us", "950000\n"},
	{"/proc/sys/kernel/sched_rt_period_us", "1000000\n"},
	{"/proc/self/limits", "Max locked memory         8388608              8388608              bytes\n"
			      "Max realtime priority     0                    0                    \n"},
	{"/proc/loadavg", "0.75 0.10 0.05 1/200 1000\n"},
	{"/proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu hypervisor sse\n"},
	{NULL, NULL},
};

static void all_rows_are(enum machine_state state)
{
	for (int i = 0; i < MACHINE_ITEMS; i++) {
		if (row[i].state != state)
			fail_msg("%s: %s is %s", row[i].name, row[i].read, machine_state_name(row[i].state));
		assert_true(row[i].name[0] && row[i].read[0] && row[i].want[0] && row[i].why[0] && row[i].todo[0]);
	}
}

static void a_prepared_machine_is_good_in_every_row(void **state)
{
	(void)state;
	look(prepared, 5, 80);
	all_rows_are(MACHINE_GOOD);
	assert_string_equal(row[MACHINE_KERNEL].read, "6.1.0-rt PREEMPT_RT");
	assert_string_equal(row[MACHINE_LOAD].read, "0.12 on 6 CPUs");
}

static void an_ordinary_machine_is_to_be_changed_in_every_row(void **state)
{
	(void)state;
	look(ordinary, -1, 80);
	all_rows_are(MACHINE_POOR);
	assert_string_equal(row[MACHINE_THROTTLING].read, "950000 of 1000000 us");
	assert_string_equal(row[MACHINE_ISOLATED].read, "none");
}

static void files_that_are_missing_are_unknown(void **state)
{
	static const struct page none[] = {{NULL, NULL}};
	(void)state;
	look(none, 0, 80);
	all_rows_are(MACHINE_UNKNOWN);
	assert_string_equal(row[MACHINE_SMT].read, "unknown");
}

static void files_that_cannot_be_read_are_unknown(void **state)
{
	static const enum fault_point point[] = {FAULT_file_open, FAULT_file_read, FAULT_file_close};
	(void)state;
	for (size_t i = 0; i < COUNT(point); i++) {
		fault_arm(point[i], 1, true);
		look(prepared, 5, 80);
		fault_disarm();
		all_rows_are(MACHINE_UNKNOWN);
	}
}

static void files_with_other_content_are_unknown_where_a_number_is_wanted(void **state)
{
	static const struct page odd[] = {
		{"/sys/kernel/realtime", "yes\n"}, {CPU "isolated", "1-\n"}, {CPU "online", "all\n"}, {CPU "smt/active", "\n"},
		{"/proc/sys/kernel/sched_rt_runtime_us", "much\n"}, {"/proc/self/limits", "Max realtime\n"}, {"/proc/loadavg", "\n"}, {"/proc/cpuinfo", ""},
		{NULL, NULL},
	};
	(void)state;
	look(odd, 0, 80);
	all_rows_are(MACHINE_UNKNOWN);
}

/* A row that depends on which processor and priority are asked for. */
static void the_loop_s_own_processor_must_be_isolated(void **state)
{
	static const struct {
		int cpu;
		enum machine_state isolated, governor;
	} want[] = {
		{0, MACHINE_POOR, MACHINE_UNKNOWN}, {1, MACHINE_GOOD, MACHINE_UNKNOWN}, {2, MACHINE_GOOD, MACHINE_UNKNOWN},
		{3, MACHINE_POOR, MACHINE_UNKNOWN}, {5, MACHINE_GOOD, MACHINE_GOOD}, {-1, MACHINE_GOOD, MACHINE_UNKNOWN},
	};
	(void)state;
	for (size_t i = 0; i < COUNT(want); i++) {
		look(prepared, want[i].cpu, 80);
		assert_int_equal(row[MACHINE_ISOLATED].state, want[i].isolated);
		assert_int_equal(row[MACHINE_GOVERNOR].state, want[i].governor);
	}
}

/* CAP_SYS_NICE is bit 23 and CAP_IPC_LOCK bit 14 (capabilities(7)). */
static void limits_hold_unless_a_capability_goes_beyond_them(void **state)
{
	static const struct {
		const char *mask;
		enum machine_state rtprio, memlock;
	} want[] = {
		{"CapEff:\t0000000000000000\n", MACHINE_POOR, MACHINE_POOR},
		{"CapEff:\t0000000000800000\n", MACHINE_GOOD, MACHINE_POOR},
		{"CapEff:\t0000000000004000\n", MACHINE_POOR, MACHINE_GOOD},
	};
	(void)state;
	for (size_t i = 0; i < COUNT(want); i++) {
		const struct page p[] = {
			{"/proc/self/status", want[i].mask},
			{"/proc/self/limits", "Max locked memory         65536    65536   bytes\nMax realtime priority     50      50      \n"},
			{NULL, NULL},
		};
		look(p, 0, 80);
		assert_int_equal(row[MACHINE_RTPRIO].state, want[i].rtprio);
		assert_int_equal(row[MACHINE_MEMLOCK].state, want[i].memlock);
		look(p, 0, 50);
		assert_int_equal(row[MACHINE_RTPRIO].state, MACHINE_GOOD);
	}
}

static void this_machine_can_be_looked_at(void **state)
{
	(void)state;
	machine_look(0, 80, row);
	for (int i = 0; i < MACHINE_ITEMS; i++)
		assert_true(row[i].read[0] && row[i].state <= MACHINE_UNKNOWN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_prepared_machine_is_good_in_every_row),
		cmocka_unit_test(an_ordinary_machine_is_to_be_changed_in_every_row),
		cmocka_unit_test(files_that_are_missing_are_unknown),
		cmocka_unit_test(files_that_cannot_be_read_are_unknown),
		cmocka_unit_test(files_with_other_content_are_unknown_where_a_number_is_wanted),
		cmocka_unit_test(the_loop_s_own_processor_must_be_isolated),
		cmocka_unit_test(limits_hold_unless_a_capability_goes_beyond_them),
		cmocka_unit_test(this_machine_can_be_looked_at),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
