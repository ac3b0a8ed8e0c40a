/* Journals whose machine loses power while they are made or mended, at every byte and every sync: what was on the disk is there afterwards, in the journal or
 * beside it. The disk (sim/disk.h) forgets names, cuts and bytes that were not synced. */
#include "sim/disk.h"
#include "test.h"

#include "base/fault.h"
#include "remote/journal.h"

enum { RECORDS = 6, PAYLOAD = 64, CHANCES = 8, MOST = 4096 };

static const char *const PATH = "1/a", *const BESIDE = "1/a.damaged";
static const struct journal_policy every = {.sync = JOURNAL_SYNC_EVERY};
static const struct journal_identity id = {.role = JOURNAL_HOST, .run = "run-1", .site = "laboratory", .program = "1.0", .trial_n = {1}, .out_n = {1}};

static struct arena mem;
static struct journal j;
static unsigned char whole[MOST];
static size_t whole_n, ends[RECORDS + 1];
static int images;

static size_t length(void)
{
	size_t n = 0;
	(void)disk_file(PATH, &n);
	return n;
}

static int begin(void **state)
{
	(void)state;
	arena_init(&mem);
	disk_reset();
	io_use(&disk_io);
	assert_int_equal(journal_init(&j, PAYLOAD, &every, &mem, NULL), 0);
	assert_int_equal(journal_create(&j, PATH, &id, NULL), 0);
	ends[0] = length();
	for (int i = 1; i <= RECORDS; i++) {
		assert_int_equal(journal_append(&j, i % 2 ? JOURNAL_TRIPPED : JOURNAL_ACKNOWLEDGED, 0, 0, "\1x", i % 2 ? 2 : 0, JOURNAL_SAFE, NULL), 0);
		ends[i] = length();
	}
	assert_int_equal(journal_close(&j, NULL), 0);
	whole_n = length();
	assert_true(whole_n < MOST);
	memcpy(whole, disk_file(PATH, &whole_n), whole_n);
	return 0;
}

static int end(void **state)
{
	(void)state;
	io_use(NULL);
	disk_fini();
	arena_fini(&mem);
	return 0;
}

/* Does a file hold these bytes in one piece? */
static bool holds(const char *path, const unsigned char *bytes, size_t n)
{
	size_t size = 0;
	const unsigned char *at = disk_file(path, &size);

	for (size_t i = 0; at && i + n <= size; i++)
		if (memcmp(at + i, bytes, n) == 0)
			return true;
	return false;
}

/* Everything up to byte `from` where it was, and the rest there or beside it. */
static void nothing_is_lost(const unsigned char *image, size_t from, long fuse)
{
	size_t n = 0;
	const unsigned char *now = disk_file(PATH, &n);

	if (!now || n < from || memcmp(now, image, from) != 0)
		fail_msg("stopped after %ld: the journal has lost whole records", fuse);
	if (!holds(PATH, image, whole_n) && !holds(BESIDE, image + from, whole_n - from))
		fail_msg("stopped after %ld: %zu bytes behind the damage are neither in the journal nor beside it", fuse, whole_n - from);
}

/* Taken up with a fuse, without power, and taken up again. Returns whether the fuse was long enough. */
static bool mend(const unsigned char *image, int record, long fuse, uint64_t seed)
{
	struct rng chance;
	size_t from = ends[record - 1];
	int rc;

	disk_reset();
	disk_put(PATH, image, whole_n);
	disk_fuse(1, fuse);
	rng_init(&chance, seed, (uint64_t)fuse);
	if (!(rc = journal_resume(&j, PATH, &id, 7, NULL)))
		rc = journal_append(&j, JOURNAL_TRIPPED, 0, 0, "\1y", 2, JOURNAL_SAFE, NULL);
	(void)!journal_close(&j, NULL);
	disk_stop(1);
	disk_restart(1, true, &chance);
	nothing_is_lost(image, from, fuse);
	assert_int_equal(journal_resume(&j, PATH, &id, 8, NULL), 0);
	assert_in_range(j.number, record + 1, record + 3);
	assert_int_equal(journal_close(&j, NULL), 0);
	nothing_is_lost(image, from, fuse);
	assert_int_equal(disk_handles(), 0);
	images++;
	return rc == 0;
}

static void what_is_cut_off_is_beside_it_before_it_is_cut(void **state)
{
	(void)state;
	for (int record = 1; record <= RECORDS; record++)
		for (uint64_t seed = 1; seed <= CHANCES; seed++) {
			unsigned char image[MOST];
			long fuse = 0;

			memcpy(image, whole, whole_n);
			image[ends[record - 1] + 9] ^= 1;
			while (!mend(image, record, fuse, seed))
				fuse++;
		}
	print_message("# %d images\n", images);
}

static void one_that_was_made_is_there(void **state)
{
	(void)state;
	struct rng chance;

	for (uint64_t seed = 1; seed <= 64; seed++) {
		disk_reset();
		rng_init(&chance, seed, 1);
		assert_int_equal(journal_create(&j, PATH, &id, NULL), 0);
		disk_stop(1);
		(void)!journal_close(&j, NULL);
		disk_restart(1, true, &chance);
		assert_true(journal_exists(PATH));
	}
}

/* The record is there, and its name perhaps not: it is none, and may be made again. */
static void one_whose_name_cannot_be_synced_is_none(void **state)
{
	(void)state;
	disk_reset();
	fault_arm(FAULT_file_sync, 2, false);
	assert_int_equal(journal_create(&j, PATH, &id, NULL), ERR_FILE);
	fault_disarm();
	assert_int_equal(journal_append(&j, JOURNAL_ACKNOWLEDGED, 0, 0, NULL, 0, JOURNAL_SAFE, NULL), ERR_FILE);
	assert_int_equal(journal_close(&j, NULL), 0);
	assert_false(journal_exists(PATH));
	assert_int_equal(journal_create(&j, PATH, &id, NULL), 0);
	assert_int_equal(journal_close(&j, NULL), 0);
	assert_true(journal_exists(PATH));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_cut_off_is_beside_it_before_it_is_cut),
		cmocka_unit_test(one_that_was_made_is_there),
		cmocka_unit_test(one_whose_name_cannot_be_synced_is_none),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
