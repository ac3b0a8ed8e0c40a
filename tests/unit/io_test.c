/* Files: partial and interrupted transfers are continued, failures are reported, the table can be replaced. */
#include "test.h"

#include "base/fault.h"
#include "base/io.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A disk in memory that moves at most three bytes a call and is interrupted every second one. */
static struct {
	char bytes[256];
	size_t n, at;
	int calls, open;
	long answer; /* when negative, what read, write, sync and close say */
} disk;

static int slow_open(const char *path, enum io_mode mode)
{
	if (strcmp(path, "none") == 0)
		return -ENOENT;
	disk.at = 0;
	if (mode == IO_WRITE)
		disk.n = 0;
	disk.open++;
	return 5;
}

static size_t slow_part(size_t n)
{
	return n < 3 ? n : 3;
}

static long slow_read(int handle, void *bytes, size_t n)
{
	assert_int_equal(handle, 5);
	if (disk.answer < 0)
		return disk.answer;
	if (disk.calls++ % 2 == 0)
		return -EINTR;
	size_t part = slow_part(n < disk.n - disk.at ? n : disk.n - disk.at);
	memcpy(bytes, disk.bytes + disk.at, part);
	disk.at += part;
	return (long)part;
}

static long slow_write(int handle, const void *bytes, size_t n)
{
	assert_int_equal(handle, 5);
	if (disk.answer < 0)
		return disk.answer;
	if (disk.calls++ % 2 == 0)
		return -EINTR;
	size_t part = slow_part(n);
	assert_true(disk.n + part <= sizeof(disk.bytes));
	memcpy(disk.bytes + disk.n, bytes, part);
	disk.n += part;
	return (long)part;
}

static int slow_sync(int handle)
{
	(void)handle;
	return (int)disk.answer;
}

static int slow_close(int handle)
{
	(void)handle;
	disk.open--;
	return (int)disk.answer;
}

static const struct io_ops slow = {
	.name = "slow", .open = slow_open, .read = slow_read, .write = slow_write, .sync = slow_sync, .close = slow_close,
};

static int use_slow(void **state)
{
	(void)state;
	memset(&disk, 0, sizeof(disk));
	io_use(&slow);
	return 0;
}

static int use_system(void **state)
{
	(void)state;
	fault_disarm();
	io_use(NULL);
	return 0;
}

static void continues_partial_and_interrupted_transfers(void **state)
{
	(void)state;
	const char text[] = "eleven bytes and some more";
	char back[64];
	size_t n;
	int h;
	assert_int_equal(io_open("x", IO_WRITE, &h, NULL), 0);
	assert_int_equal(io_write(h, "x", text, sizeof(text), NULL), 0);
	assert_int_equal(io_sync(h, "x", NULL), 0);
	assert_int_equal(io_close(h, "x", NULL), 0);
	assert_int_equal(io_open("x", IO_READ, &h, NULL), 0);
	assert_int_equal(io_read(h, "x", back, sizeof(back), &n, NULL), 0);
	assert_int_equal(io_close(h, "x", NULL), 0);
	assert_int_equal(n, sizeof(text));
	assert_string_equal(back, text);
	assert_int_equal(disk.open, 0);
}

static int hasty_calls;

static int hasty(void)
{
	return hasty_calls++ % 3 < 2 ? -EINTR : 0;
}

static int hasty_open(const char *path, enum io_mode mode)
{
	(void)path;
	(void)mode;
	return hasty() ? -EINTR : 7;
}

static int hasty_sync(int handle)
{
	(void)handle;
	return hasty();
}

static int hasty_cut(int handle, size_t n)
{
	(void)n;
	return hasty_sync(handle);
}

static void makes_interrupted_calls_again(void **state)
{
	static const struct io_ops table = {.name = "hasty", .open = hasty_open, .sync = hasty_sync, .cut = hasty_cut};
	int h = -1;

	(void)state;
	io_use(&table);
	hasty_calls = 0;
	assert_int_equal(io_open("x", IO_APPEND, &h, NULL), 0);
	assert_int_equal(h, 7);
	assert_int_equal(io_sync(h, "x", NULL), 0);
	assert_int_equal(io_cut(h, "x", 3, NULL), 0);
	assert_int_equal(hasty_calls, 9);
}

static char synced[300];

static int folder_open(const char *path, enum io_mode mode)
{
	assert_int_equal(mode, IO_READ);
	snprintf(synced, sizeof(synced), "%s", path);
	return 7;
}

static int folder_sync(int handle)
{
	assert_int_equal(handle, 7);
	strcat(synced, " synced");
	return 0;
}

static int folder_close(int handle)
{
	assert_int_equal(handle, 7);
	strcat(synced, " closed");
	return 0;
}

/* A name is on the disk when its folder is. */
static void synchronises_the_folder_of_a_name(void **state)
{
	static const struct io_ops table = {.name = "folders", .open = folder_open, .sync = folder_sync, .close = folder_close};
	static const char *const row[][2] = {{"a", "."}, {"a/b", "a"}, {"/a", "/"}, {"/a/b/c", "/a/b"}, {"a.b/c.d", "a.b"}};
	static const enum fault_point point[] = {FAULT_file_open, FAULT_file_sync, FAULT_file_close};
	static char far[5000];
	char wanted[300];

	(void)state;
	io_use(&table);
	for (size_t i = 0; i < COUNT(row); i++) {
		assert_int_equal(io_sync_name(row[i][0], NULL), 0);
		snprintf(wanted, sizeof(wanted), "%s synced closed", row[i][1]);
		assert_string_equal(synced, wanted);
	}
	for (size_t i = 0; i < COUNT(point); i++) {
		fault_arm(point[i], 1, false);
		assert_int_equal(io_sync_name("a/b", NULL), ERR_FILE);
	}
	fault_disarm();
	/* one whose folder has a name that is too long */
	memset(far, 'x', sizeof(far) - 1);
	far[sizeof(far) - 3] = '/';
	assert_int_equal(io_sync_name(far, NULL), ERR_FILE);
}

static void reports_path_and_reason(void **state)
{
	(void)state;
	struct err e = {0};
	char line[300], byte = 'x';
	size_t n = 99;
	int h = -7;
	assert_int_equal(io_open("none", IO_READ, &h, &e), ERR_FILE);
	assert_int_equal(h, -7);
	err_text(&e, line, sizeof(line));
	assert_string_equal(line, "none: cannot be opened for reading: No such file or directory");
	disk.answer = -ENOSPC;
	err_clear(&e);
	assert_int_equal(io_write(5, "full", &byte, 1, &e), ERR_FILE);
	err_text(&e, line, sizeof(line));
	assert_string_equal(line, "full: cannot be written: No space left on device");
	assert_int_equal(io_read(5, "full", &byte, 1, &n, NULL), ERR_FILE);
	assert_int_equal(n, 99);
	assert_int_equal(io_sync(5, "full", NULL), ERR_FILE);
	assert_int_equal(io_close(5, "full", NULL), ERR_FILE);
}

static long stuck_write(int handle, const void *bytes, size_t n)
{
	(void)handle, (void)bytes, (void)n;
	return 0;
}

static void does_not_wait_for_a_table_that_writes_nothing(void **state)
{
	(void)state;
	static const struct io_ops stuck = {.name = "stuck", .write = stuck_write};
	io_use(&stuck);
	assert_int_equal(io_write(5, "x", "abc", 3, NULL), ERR_FILE);
}

static void fails_at_its_fault_points(void **state)
{
	(void)state;
	char byte = 'x';
	size_t n;
	int h;
	fault_arm(FAULT_file_open, 1, false);
	assert_int_equal(io_open("x", IO_WRITE, &h, NULL), ERR_FILE);
	assert_int_equal(disk.open, 0);
	fault_arm(FAULT_file_write, 1, false);
	assert_int_equal(io_write(5, "x", &byte, 1, NULL), ERR_FILE);
	fault_arm(FAULT_file_read, 1, false);
	assert_int_equal(io_read(5, "x", &byte, 1, &n, NULL), ERR_FILE);
	disk.open = 1;
	fault_arm(FAULT_file_close, 1, false);
	assert_int_equal(io_close(5, "x", NULL), ERR_FILE);
	assert_int_equal(disk.open, 0);
}

static void writes_appends_and_empties_on_the_systems_disk(void **state)
{
	(void)state;
	char path[] = "/tmp/tandem-io-XXXXXX", back[16];
	int h = mkstemp(path);
	size_t n;
	assert_true(h >= 0);
	close(h);
	static const struct {
		enum io_mode mode;
		const char *text, *then;
	} row[] = {{IO_WRITE, "ab", "ab"}, {IO_APPEND, "cd", "abcd"}, {IO_WRITE, "e", "e"}};
	for (int i = 0; i < 3; i++) {
		assert_int_equal(io_open(path, row[i].mode, &h, NULL), 0);
		assert_int_equal(io_write(h, path, row[i].text, strlen(row[i].text), NULL), 0);
		assert_int_equal(io_sync(h, path, NULL), 0);
		assert_int_equal(io_close(h, path, NULL), 0);
		assert_int_equal(io_open(path, IO_READ, &h, NULL), 0);
		assert_int_equal(io_read(h, path, back, sizeof(back), &n, NULL), 0);
		assert_int_equal(io_close(h, path, NULL), 0);
		assert_int_equal(n, strlen(row[i].then));
		assert_memory_equal(back, row[i].then, n);
	}
	unlink(path);
	assert_int_equal(io_open(path, IO_READ, &h, NULL), ERR_FILE);
}

static void new_files_take_the_place_of_none_and_secrets_are_their_owners(void **state)
{
	(void)state;
	char folder[] = "/tmp/tandem-io-XXXXXX", path[64];
	struct err e = {0};
	struct stat st;
	int h;
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/x", folder);
	mode_t before = umask(0);
	assert_int_equal(io_open(path, IO_SECRET, &h, NULL), 0);
	umask(before);
	assert_int_equal(io_close(h, path, NULL), 0);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_int_equal(io_open(path, IO_SECRET, &h, NULL), ERR_FILE);
	assert_int_equal(io_open(path, IO_NEW, &h, &e), ERR_FILE);
	assert_string_equal(e.value, "File exists");
	unlink(path);
	assert_int_equal(io_open(path, IO_NEW, &h, NULL), 0);
	assert_int_equal(io_close(h, path, NULL), 0);
	unlink(path);
	rmdir(folder);
}

/* They have no end, or are somebody's disk; writing to one (/dev/null) is another matter. */
static void does_not_read_from_devices(void **state)
{
	struct err e;
	int handle = -1;

	(void)state;
	err_clear(&e);
	assert_int_equal(io_open("/dev/zero", IO_READ, &handle, &e), ERR_FILE);
	assert_int_equal(handle, -1);
	assert_string_equal(e.object, "/dev/zero");
	assert_non_null(strstr(e.hint, "device"));
	assert_int_equal(io_open("/dev/null", IO_WRITE, &handle, NULL), 0);
	assert_int_equal(io_close(handle, "/dev/null", NULL), 0);
}

static void cuts_off_the_end_of_a_file(void **state)
{
	(void)state;
	char path[] = "/tmp/tandem-io-XXXXXX", back[16];
	int h = mkstemp(path);
	size_t n;
	assert_true(h >= 0);
	close(h);
	assert_int_equal(io_open(path, IO_APPEND, &h, NULL), 0);
	assert_int_equal(io_write(h, path, "abcdef", 6, NULL), 0);
	assert_int_equal(io_cut(h, path, 4, NULL), 0);
	/* what is appended then stands behind what is left */
	assert_int_equal(io_write(h, path, "g", 1, NULL), 0);
	fault_arm(FAULT_file_write, 1, false);
	assert_int_equal(io_cut(h, path, 0, NULL), ERR_FILE);
	fault_disarm();
	assert_int_equal(io_close(h, path, NULL), 0);
	assert_int_equal(io_open(path, IO_READ, &h, NULL), 0);
	assert_int_equal(io_read(h, path, back, sizeof(back), &n, NULL), 0);
	assert_int_equal(io_close(h, path, NULL), 0);
	unlink(path);
	assert_int_equal(n, 5);
	assert_memory_equal(back, "abcdg", 5);
	/* a table that cannot says so */
	io_use(&slow);
	assert_int_equal(io_cut(5, "x", 0, NULL), ERR_FILE);
	io_use(NULL);
}

static void what_cannot_be_finished_is_removed_but_never_a_device(void **state)
{
	(void)state;
	char path[] = "/tmp/tandem-io-XXXXXX", other[64];
	int h = mkstemp(path);
	assert_true(h >= 0);
	close(h);
	snprintf(other, sizeof(other), "%s-link", path);
	assert_int_equal(symlink(path, other), 0);
	/* a link is not the file, a pipe has a reader, and what is not there stays so */
	io_drop(other);
	assert_int_equal(access(other, F_OK), 0);
	unlink(other);
	assert_int_equal(mkfifo(other, 0600), 0);
	io_drop(other);
	assert_int_equal(access(other, F_OK), 0);
	unlink(other);
	io_drop(other);
	io_drop(path);
	assert_int_not_equal(access(path, F_OK), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(continues_partial_and_interrupted_transfers, use_slow, use_system),
		cmocka_unit_test_setup_teardown(makes_interrupted_calls_again, use_slow, use_system),
		cmocka_unit_test_setup_teardown(synchronises_the_folder_of_a_name, use_slow, use_system),
		cmocka_unit_test_setup_teardown(reports_path_and_reason, use_slow, use_system),
		cmocka_unit_test_setup_teardown(does_not_wait_for_a_table_that_writes_nothing, use_slow, use_system),
		cmocka_unit_test_setup_teardown(fails_at_its_fault_points, use_slow, use_system),
		cmocka_unit_test(new_files_take_the_place_of_none_and_secrets_are_their_owners),
		cmocka_unit_test(writes_appends_and_empties_on_the_systems_disk),
		cmocka_unit_test(does_not_read_from_devices),
		cmocka_unit_test(cuts_off_the_end_of_a_file),
		cmocka_unit_test(what_cannot_be_finished_is_removed_but_never_a_device),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
