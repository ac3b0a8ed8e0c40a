/* Memory that is left: read from the files of several kinds of machine, and compared with what is needed. */
#include "folder.h"

#include "base/room.h"

#include <stdlib.h>

/* A file below the folder of the test, with the folders above it. */
static void put(const char *path, const char *text)
{
	char command[400], whole[300];
	FILE *f;

	snprintf(command, sizeof command, "mkdir -p \"$(dirname '%s/%s')\"", folder_path, path);
	assert_int_equal(system(command), 0);
	snprintf(whole, sizeof whole, "%s/%s", folder_path, path);
	f = fopen(whole, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static struct room left(const char *machine)
{
	char root[200];

	snprintf(root, sizeof root, "%s/%s", folder_path, machine);
	return room_left(root);
}

static void without_files_nothing_limits(void **state)
{
	(void)state;
	assert_true(isinf(left("nowhere").bytes));
}

static void takes_what_the_machine_can_give(void **state)
{
	(void)state;
	put("plain/proc/meminfo", "MemTotal:       24000000 kB\nMemFree:         1000000 kB\nMemAvailable:   12000000 kB\n");
	assert_near(left("plain").bytes, 12000000.0 * 1024.0, 0.0);
	assert_string_equal(left("plain").what, "what the machine can give");
}

/* A group of version 2 inside one that allows less: 3 GB less 2 GB in use, of which 0.5 GB is file cache. */
static void the_tightest_control_group_counts(void **state)
{
	(void)state;
	put("v2/proc/meminfo", "MemAvailable:   12000000 kB\n");
	put("v2/proc/self/cgroup", "0::/lab/test\n");
	put("v2/sys/fs/cgroup/lab/test/memory.max", "max\n");
	put("v2/sys/fs/cgroup/lab/test/memory.current", "100\n");
	put("v2/sys/fs/cgroup/lab/memory.max", "3000000000\n");
	put("v2/sys/fs/cgroup/lab/memory.current", "2000000000\n");
	put("v2/sys/fs/cgroup/lab/memory.stat", "anon 1500000000\ninactive_file 500000000\n");
	assert_near(left("v2").bytes, 1.5e9, 0.0);
	assert_string_equal(left("v2").what, "the limit of its control group");
}

static void reads_groups_of_the_older_kind(void **state)
{
	(void)state;
	put("v1/proc/meminfo", "MemAvailable:   12000000 kB\n");
	put("v1/proc/self/cgroup", "4:memory:/box\n1:cpu:/\n0::/\n");
	put("v1/sys/fs/cgroup/memory/box/memory.limit_in_bytes", "2000000000\n");
	put("v1/sys/fs/cgroup/memory/box/memory.usage_in_bytes", "2500000000\n");
	put("v1/sys/fs/cgroup/memory/box/memory.stat", "cache 5\n");
	assert_near(left("v1").bytes, 0.0, 0.0);
}

static void damaged_files_do_not_limit(void **state)
{
	(void)state;
	put("bad/proc/meminfo", "MemAvailable: much\n");
	put("bad/proc/self/cgroup", "0::/x\n");
	put("bad/sys/fs/cgroup/x/memory.max", "\n");
	assert_true(isinf(left("bad").bytes));
}

static void refuses_with_both_figures(void **state)
{
	struct err e = {0};

	(void)state;
	room_limit(12.3e9);
	assert_int_equal(room_need(1e3, "engine sparse", "factors", NULL, &e), 0);
	assert_int_equal(room_need(41.2e9, "engine sparse", "the factor", "take another", &e), ERR_MEMORY);
	assert_string_equal(e.object, "engine sparse");
	assert_string_equal(e.what, "not enough memory for the factor");
	assert_string_equal(e.value, "needs 41.2 GB");
	assert_contains(e.allowed, " GB left by ");
	assert_string_equal(e.hint, "take another");
	assert_false(room_for(41.2e9));
	room_limit(INFINITY);
}

/* A twentieth stays for everything else. */
static void keeps_a_twentieth(void **state)
{
	(void)state;
	room_limit(1e8);
	assert_true(room_for(0.94e8));
	assert_false(room_for(0.96e8));
	room_limit(INFINITY);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_files_nothing_limits),
		cmocka_unit_test(takes_what_the_machine_can_give),
		cmocka_unit_test(the_tightest_control_group_counts),
		cmocka_unit_test(reads_groups_of_the_older_kind),
		cmocka_unit_test(damaged_files_do_not_limit),
		cmocka_unit_test(refuses_with_both_figures),
		cmocka_unit_test(keeps_a_twentieth),
	};
	return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
