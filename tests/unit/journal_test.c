/* Journals: every prefix and every damaged end of a real one reads to the last whole record; order and agreement are checked. */
#include "sim/disk.h"
#include "test.h"

#include "base/fault.h"
#include "remote/journal.h"
#include "remote/wire.h"

static const int trial_n[SLOTS] = {1, 0, 0, 0, 1}, out_n[SLOTS] = {1, 0, 0, 1, 0};
enum { EXCHANGES = 5, PAYLOAD = 256, MOST = 96 };
static struct arena mem;
static uint64_t ends[MOST];        /* byte behind each record of the journal made last */

static int begin(void **state)
{
	(void)state;
	arena_init(&mem);
	disk_reset();
	io_use(&disk_io);
	return 0;
}

static int end(void **state)
{
	(void)state;
	fault_disarm();
	io_use(NULL);
	disk_fini();
	arena_fini(&mem);
	return 0;
}

static struct journal_identity identity(enum journal_role role)
{
	struct journal_identity id = {.role = role, .run = "run-1", .site = "laboratory", .program = "1.0", .script = 77};
	memcpy(id.trial_n, trial_n, sizeof(trial_n));
	memcpy(id.out_n, out_n, sizeof(out_n));
	return id;
}

static const struct journal_policy every = {.sync = JOURNAL_SYNC_EVERY}, never = {.sync = JOURNAL_SYNC_NEVER};

/* Writes TARGET and MEASURED of a step with displacement x; bends: what is measured differs by it. */
static void exchange(struct journal *j, struct wire_place *last, uint64_t step, double x, double bends)
{
	double t = 0.01 * (double)step, f = 100.0 * x + bends;
	struct signals trial = {.n = {1, 0, 0, 0, 1}, .x = {&x, &x, &x, &x, &t}}, out = {.n = {1, 0, 0, 1, 0}, .x = {&x, &x, &x, &f, &x}};
	unsigned char target[PAYLOAD] = {0}, measured[PAYLOAD];
	size_t n = 4 + wire_put_target(last, t, &trial, NULL, target + 4), m = wire_put_measured(0, &out, NULL, trial.n, measured);
	uint32_t digest = wire_digest(last->digest, step, 0, target + 4 + WIRE_TARGET_HEAD, n - 4 - WIRE_TARGET_HEAD, measured + 4, m - 4);
	wire_put_measured(digest, &out, NULL, trial.n, measured);
	assert_int_equal(journal_append(j, JOURNAL_TARGET, step, 0, target, n, JOURNAL_SAFE, NULL), 0);
	assert_int_equal(journal_append(j, JOURNAL_MEASURED, step, 0, measured, m, JOURNAL_SAFE, NULL), 0);
	*last = (struct wire_place){step, 0, digest};
}

/* A journal with identity, exchanges and an end; bent: from that step on the measurements are others. Returns its number of records. */
static int make(const char *path, enum journal_role role, int exchanges, int bent)
{
	struct journal j;
	struct journal_identity id = identity(role);
	struct wire_place last = {0};
	size_t n;
	assert_int_equal(journal_init(&j, PAYLOAD, &every, &mem, NULL), 0);
	assert_int_equal(journal_create(&j, path, &id, NULL), 0);
	disk_file(path, &n);
	ends[0] = n;
	for (int i = 1; i <= exchanges; i++) {
		exchange(&j, &last, (uint64_t)i, 0.5 * i, i >= bent ? 1.0 : 0.0);
		disk_file(path, &n);
		ends[2 * i] = n;
		ends[2 * i - 1] = n - JOURNAL_HEAD - JOURNAL_TAIL - 20;
	}
	assert_int_equal(journal_append(&j, JOURNAL_ENDED, 0, 0, NULL, 0, JOURNAL_SAFE, NULL), 0);
	disk_file(path, &n);
	ends[2 * exchanges + 1] = n;
	assert_int_equal(journal_close(&j, NULL), 0);
	return 2 * exchanges + 2;
}

/* Whole records in the first n bytes. */
static int whole(int records, uint64_t n)
{
	int k = 0;
	while (k < records && ends[k] <= n)
		k++;
	return k;
}

static int count_records(const char *path, enum journal_end *ret_end)
{
	struct journal_reader r;
	struct journal_record record;
	int n = 0;
	assert_int_equal(journal_reader_open(&r, path, PAYLOAD, &mem, NULL), 0);
	for (; journal_next(&r, &record) == JOURNAL_GOOD; n++)
		assert_int_equal(record.number, n);
	*ret_end = r.end;
	journal_reader_close(&r);
	return n;
}

static void holds_what_was_written(void **state)
{
	(void)state;
	struct journal_summary s;
	int records = make("1/a", JOURNAL_HOST, EXCHANGES, 99);
	assert_int_equal(journal_check("1/a", &mem, &s, NULL), 0);
	assert_int_equal(s.records, records);
	assert_true(s.last.step == EXCHANGES && s.last.sub == 0 && s.open.step == 0 && s.ended && !s.tripped && s.end == JOURNAL_ENDS);
	assert_string_equal(s.identity.run, "run-1");
	assert_string_equal(s.identity.site, "laboratory");
	assert_true(s.identity.script == 77 && s.identity.role == JOURNAL_HOST && s.identity.out_n[SLOT_FORCE] == 1);
}

static void reads_every_prefix_to_its_last_whole_record(void **state)
{
	(void)state;
	int records = make("1/a", JOURNAL_HOST, EXCHANGES, 99);
	size_t n;
	const unsigned char *bytes = disk_file("1/a", &n);
	for (size_t k = 0; k <= n; k++) {
		enum journal_end how;
		disk_put("1/b", bytes, k);
		int got = count_records("1/b", &how), wanted = whole(records, k);
		assert_int_equal(got, wanted);
		bool at_end = k == 0 || (wanted > 0 && ends[wanted - 1] == k);
		assert_int_equal(how, at_end ? JOURNAL_ENDS : JOURNAL_TORN);
	}
}

/* Every byte from k on another one: records before k count, the damaged one and all after it do not. */
static void reads_every_damaged_end_to_the_last_whole_record(void **state)
{
	(void)state;
	int records = make("1/a", JOURNAL_HOST, EXCHANGES, 99);
	size_t n;
	unsigned char *copy = arena_alloc(&mem, 4096);
	const unsigned char *bytes = disk_file("1/a", &n);
	struct rng r;
	enum journal_end how;
	rng_init(&r, 5, 1);
	assert_true(n < 4096);
	for (size_t k = 0; k < n; k++) {
		memcpy(copy, bytes, n);
		copy[k] ^= (unsigned char)(1 + rng_below(&r, 255));
		disk_put("1/b", copy, n);
		assert_int_equal(count_records("1/b", &how), whole(records, k));
		assert_true(how == JOURNAL_DAMAGED || how == JOURNAL_TORN);
		for (size_t i = k + 1; i < n; i++)
			copy[i] = (unsigned char)rng_bits(&r);
		disk_put("1/b", copy, n);
		assert_int_equal(count_records("1/b", &how), whole(records, k));
		memset(copy + k, 0, n - k);
		if (memcmp(copy, bytes, n) != 0) {
			disk_put("1/b", copy, n);
			assert_in_range(count_records("1/b", &how), whole(records, k), records - 1);
		}
	}
}

static void goes_on_after_every_prefix(void **state)
{
	(void)state;
	int records = make("1/a", JOURNAL_HOST, EXCHANGES, 99);
	struct journal_identity id = identity(JOURNAL_HOST);
	struct journal_summary s;
	struct journal j;
	size_t n;
	const unsigned char *bytes = disk_file("1/a", &n);
	assert_int_equal(journal_init(&j, PAYLOAD, &every, &mem, NULL), 0);
	for (size_t k = 0; k < n; k++) {
		disk_put("1/b", bytes, k);
		int left = whole(records, k), rc = journal_resume(&j, "1/b", &id, 4711, NULL);
		assert_int_equal(rc, left == 0 ? ERR_FORMAT : 0);
		if (rc)
			continue;
		assert_int_equal(j.number, left + 1);
		assert_int_equal(journal_append(&j, JOURNAL_TRIPPED, 0, 0, "\2ab", 3, JOURNAL_SAFE, NULL), 0);
		assert_int_equal(journal_close(&j, NULL), 0);
		struct arena a;
		arena_init(&a);
		assert_int_equal(journal_check("1/b", &a, &s, NULL), 0);
		arena_fini(&a);
		assert_int_equal(s.records, left + 2);
		assert_true(s.end == JOURNAL_ENDS && s.tripped && s.resumed == 1 && s.last.step == (uint64_t)(left - 1) / 2);
		assert_int_equal(s.open.step, (left - 1) % 2 ? (uint64_t)left / 2 : 0);
	}
}

static void keeps_what_it_cuts_off_when_that_is_more_than_torn(void **state)
{
	(void)state;
	struct journal_identity id = identity(JOURNAL_HOST);
	struct journal j;
	size_t n, m;
	make("1/a", JOURNAL_HOST, EXCHANGES, 99);
	unsigned char *bytes = (unsigned char *)(uintptr_t)disk_file("1/a", &n), *kept = arena_alloc(&mem, n);
	bytes[ends[4] + 9] ^= 1;
	memcpy(kept, bytes, n);
	assert_int_equal(journal_init(&j, PAYLOAD, &every, &mem, NULL), 0);
	assert_int_equal(journal_resume(&j, "1/a", &id, 1, NULL), 0);
	assert_int_equal(journal_close(&j, NULL), 0);
	const unsigned char *damaged = disk_file("1/a.damaged", &m);
	assert_non_null(damaged);
	assert_int_equal(m, n - ends[4]);
	assert_memory_equal(damaged, kept + ends[4], m);
}

static void takes_up_only_its_own_run(void **state)
{
	(void)state;
	struct journal j;
	size_t before, after;
	make("1/a", JOURNAL_HOST, 2, 99);
	disk_file("1/a", &before);
	assert_int_equal(journal_init(&j, PAYLOAD, &every, &mem, NULL), 0);
	for (int i = 0; i < 5; i++) {
		static const char *const says[] = {"a site", "another run", "another site", "other sizes", "other sizes"};
		struct journal_identity id = identity(i == 0 ? JOURNAL_COORDINATOR : JOURNAL_HOST);
		struct err e = {0};
		char line[400];
		strcpy(i == 1 ? id.run : i == 2 ? id.site : id.program, "other");
		id.trial_n[1] = i == 3;
		id.out_n[1] = i == 4;
		assert_int_equal(journal_resume(&j, "1/a", &id, 1, &e), ERR_FORMAT);
		err_text(&e, line, sizeof(line));
		assert_contains(line, says[i]);
	}
	disk_file("1/a", &after);
	assert_int_equal(before, after);
}

static void is_never_written_over(void **state)
{
	(void)state;
	struct journal_identity id = identity(JOURNAL_HOST);
	struct journal j;
	make("1/a", JOURNAL_HOST, 1, 99);
	assert_int_equal(journal_init(&j, PAYLOAD, &every, &mem, NULL), 0);
	assert_int_equal(journal_create(&j, "1/a", &id, NULL), ERR_DUPLICATE);
	assert_true(journal_exists("1/a"));
	assert_false(journal_exists("1/b"));
}

/* A loss of power while it was made: the beginning of the first record, then nothing, zeros or ones up to the end of a block. */
static void one_that_was_never_whole_counts_as_none(void **state)
{
	(void)state;
	static const size_t block[] = {0, 512, 4096, 8192};
	static unsigned char image[8192];
	struct journal_identity id = identity(JOURNAL_HOST);
	struct journal j;
	size_t n;
	make("1/a", JOURNAL_HOST, 3, 99);
	const unsigned char *whole = disk_file("1/a", &n);
	assert_int_equal(journal_init(&j, PAYLOAD, &every, &mem, NULL), 0);
	for (size_t cut = 0; cut < ends[0]; cut++)
		for (size_t k = 0; k < 2 * COUNT(block); k++) {
			memset(image, k % 2 ? 0 : 255, sizeof(image));
			memcpy(image, whole, cut);
			disk_put("1/b", image, block[k / 2] > cut ? block[k / 2] : cut);
			assert_false(journal_exists("1/b"));
			assert_int_equal(journal_create(&j, "1/b", &id, NULL), 0);
			assert_int_equal(journal_close(&j, NULL), 0);
			assert_true(journal_exists("1/b"));
		}
}

/* Damage in the first record of one that goes on is another matter. */
static void one_whose_beginning_is_damaged_is_not_written_over(void **state)
{
	(void)state;
	struct journal_identity id = identity(JOURNAL_HOST);
	struct journal j;
	size_t n;
	make("1/a", JOURNAL_HOST, 40, 99);
	unsigned char *whole = (unsigned char *)disk_file("1/a", &n);
	assert_true(n > 4096);
	assert_int_equal(journal_init(&j, PAYLOAD, &every, &mem, NULL), 0);
	for (size_t at = 0; at < ends[0]; at++) {
		whole[at] ^= 0x55;
		assert_true(journal_exists("1/a"));
		assert_int_equal(journal_create(&j, "1/a", &id, NULL), ERR_DUPLICATE);
		whole[at] ^= 0x55;
	}
	/* wherever the next record begins */
	for (size_t at = 1; at < 4200; at++) {
		unsigned char image[4300] = {0};
		memcpy(image + at, "TJNL", 4);
		disk_put("1/b", image, sizeof(image));
		assert_true(journal_exists("1/b"));
	}
}

/* After each byte the machine stops: what fails is said, and nothing is written any more. */
static void is_broken_for_ever_after_the_first_failure(void **state)
{
	(void)state;
	struct journal_identity id = identity(JOURNAL_HOST);
	struct journal j;
	size_t n, m;
	assert_int_equal(journal_init(&j, PAYLOAD, &every, &mem, NULL), 0);
	for (long k = 0; k < 120; k++) {
		disk_reset();
		disk_fuse(1, k);
		int rc = journal_create(&j, "1/a", &id, NULL);
		if (!rc)
			rc = journal_append(&j, JOURNAL_TRIPPED, 0, 0, "\0", 1, JOURNAL_SAFE, NULL);
		assert_int_equal(rc, ERR_FILE);
		disk_file("1/a", &n);
		disk_restart(1, false, NULL);
		assert_int_equal(journal_append(&j, JOURNAL_TRIPPED, 0, 0, "\0", 1, JOURNAL_SAFE, NULL), ERR_FILE);
		disk_file("1/a", &m);
		assert_int_equal(n, m);
	}
}

/* A record for later is written with the next one, or by a flush; the file is the same as if each had been written at once. */
static void what_is_kept_for_later_is_written_with_the_next_or_by_a_flush(void **state)
{
	(void)state;
	struct journal_identity id = identity(JOURNAL_HOST);
	struct journal_summary summary;
	struct journal j;
	size_t n, m;
	disk_reset();
	assert_int_equal(journal_init(&j, PAYLOAD, &every, &mem, NULL), 0);
	assert_int_equal(journal_create(&j, "1/a", &id, NULL), 0);
	disk_file("1/a", &n);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(journal_append(&j, JOURNAL_TRIPPED, 0, 0, "\0", 1, JOURNAL_LATER, NULL), 0);
		disk_file("1/a", &m);
		assert_int_equal(m, n);
		if (i == 0)
			assert_int_equal(journal_append(&j, JOURNAL_ACKNOWLEDGED, 0, 0, NULL, 0, JOURNAL_NOW, NULL), 0);
		else
			assert_int_equal(journal_flush(&j, NULL), 0);
		disk_file("1/a", &m);
		assert_int_equal(m, n + JOURNAL_HEAD + 1 + JOURNAL_TAIL + (i == 0 ? JOURNAL_HEAD + JOURNAL_TAIL : 0));
		n = m;
	}
	assert_int_equal(journal_flush(&j, NULL), 0);
	disk_file("1/a", &m);
	assert_int_equal(m, n);
	assert_int_equal(journal_close(&j, NULL), 0);
	assert_int_equal(journal_check("1/a", &mem, &summary, NULL), 0);
	assert_int_equal(summary.records, 4);
}

static void is_on_the_disk_as_the_policy_says(void **state)
{
	(void)state;
	static const struct journal_policy policy[] = {{JOURNAL_SYNC_EVERY, 0}, {JOURNAL_SYNC_SOME, 2}, {JOURNAL_SYNC_NEVER, 0}};
	static const uint64_t kept[] = {5, 4, 0};
	for (int i = 0; i < 3; i++) {
		struct journal_identity id = identity(JOURNAL_HOST);
		struct journal_summary s = {0};
		struct wire_place last = {0};
		struct journal j;
		uint64_t least = UINT64_MAX;
		/* the worst of many losses of power */
		for (uint64_t seed = 0; seed < 40; seed++) {
			struct rng r;
			rng_init(&r, seed, 3);
			disk_reset();
			last = (struct wire_place){0};
			assert_int_equal(journal_init(&j, PAYLOAD, &policy[i], &mem, NULL), 0);
			assert_int_equal(journal_create(&j, "1/a", &id, NULL), 0);
			for (uint64_t step = 1; step <= 5; step++)
				exchange(&j, &last, step, 0.1, 0.0);
			disk_restart(1, true, &r);
			s.last.step = 0;
			if (journal_check("1/a", &mem, &s, NULL))
				assert_int_equal(policy[i].sync, JOURNAL_SYNC_NEVER);
			least = s.last.step < least ? s.last.step : least;
		}
		assert_int_equal(least, kept[i]);
	}
	struct journal j;
	assert_int_equal(journal_init(&j, 1, &(struct journal_policy){JOURNAL_SYNC_SOME, 0}, &mem, NULL), ERR_RANGE);
}

static void says_where_two_journals_part(void **state)
{
	(void)state;
	struct err e = {0};
	char line[400];
	make("0/c", JOURNAL_COORDINATOR, 5, 99);
	make("1/same", JOURNAL_HOST, 5, 99);
	make("1/ahead", JOURNAL_HOST, 7, 99);
	make("1/other", JOURNAL_HOST, 5, 3);
	assert_int_equal(journal_compare("0/c", "1/same", &mem, &e), 0);
	assert_int_equal(journal_compare("0/c", "1/ahead", &mem, &e), 0);
	assert_int_equal(journal_compare("0/c", "1/other", &mem, &e), ERR_FORMAT);
	err_text(&e, line, sizeof(line));
	assert_contains(line, "part at step 3.0: their measurements differ");
	assert_int_equal(journal_compare("1/same", "0/c", &mem, NULL), ERR_FORMAT);
}

/* The same exchanges, but one journal says that nothing drives the specimen. */
static void says_when_two_journals_begin_with_other_specimens(void **state)
{
	(void)state;
	struct err e = {0};
	char line[400];
	for (int host = 0; host < 2; host++) {
		struct journal_identity id = identity(host ? JOURNAL_HOST : JOURNAL_COORDINATOR);
		struct wire_place last = {0};
		unsigned char rest[17] = {(unsigned char)host};
		struct journal j;
		assert_int_equal(journal_init(&j, PAYLOAD, &never, &mem, NULL), 0);
		assert_int_equal(journal_create(&j, host ? "1/a" : "0/a", &id, NULL), 0);
		assert_int_equal(journal_append(&j, JOURNAL_REST, 0, 0, rest, sizeof(rest), JOURNAL_SAFE, NULL), 0);
		exchange(&j, &last, 1, 0.1, 0.0);
		assert_int_equal(journal_close(&j, NULL), 0);
	}
	assert_int_equal(journal_compare("0/a", "1/a", &mem, &e), ERR_FORMAT);
	err_text(&e, line, sizeof(line));
	assert_contains(line, "other specimens at rest");
}

/* Records that are whole but contradict each other: made by hand. */
static void refuses_records_in_a_wrong_order(void **state)
{
	(void)state;
	struct journal_identity id = identity(JOURNAL_HOST);
	struct journal j;
	struct journal_summary s;
	struct wire_place last;
	assert_int_equal(journal_init(&j, PAYLOAD, &never, &mem, NULL), 0);
	for (int i = 0; i < 8; i++) {
		static const char *const says[] = {"does not follow", "belongs to another history", "without its target", "after the end", "a target that is none",
		        "does not follow", "at rest that is none", "at rest after its first exchange"};
		static const unsigned char rest[17] = {1};
		struct err e = {0};
		char line[400];
		disk_reset();
		last = (struct wire_place){0};
		assert_int_equal(journal_create(&j, "1/a", &id, NULL), 0);
		exchange(&j, &last, 1, 0.1, 0.0);
		if (i == 0) {
			last.digest ^= 1;
			exchange(&j, &last, 2, 0.1, 0.0);
		} else if (i == 1 || i == 2) {
			double x = 0.1, t = 0.02;
			struct signals trial = {.n = {1, 0, 0, 0, 1}, .x = {&x, &x, &x, &x, &t}}, out = {.n = {1, 0, 0, 1, 0}, .x = {&x, &x, &x, &x, &x}};
			unsigned char bytes[PAYLOAD] = {0};
			size_t n = 4 + wire_put_target(&last, t, &trial, NULL, bytes + 4);
			if (i == 1)
				assert_int_equal(journal_append(&j, JOURNAL_TARGET, 2, 0, bytes, n, JOURNAL_SAFE, NULL), 0);
			n = wire_put_measured(12345, &out, NULL, trial.n, bytes);
			assert_int_equal(journal_append(&j, JOURNAL_MEASURED, 2, 0, bytes, n, JOURNAL_SAFE, NULL), 0);
		} else if (i == 3) {
			assert_int_equal(journal_append(&j, JOURNAL_ENDED, 0, 0, NULL, 0, JOURNAL_SAFE, NULL), 0);
			exchange(&j, &last, 2, 0.1, 0.0);
		} else if (i == 4) {
			assert_int_equal(journal_append(&j, JOURNAL_TARGET, 2, 0, "\0\0\0\0\0", 5, JOURNAL_SAFE, NULL), 0);
		} else if (i == 5) {
			exchange(&j, &last, 1, 0.1, 0.0);
		} else {
			assert_int_equal(journal_append(&j, JOURNAL_REST, 0, 0, rest, i == 6 ? 16 : 17, JOURNAL_SAFE, NULL), 0);
		}
		assert_int_equal(journal_close(&j, NULL), 0);
		assert_int_equal(journal_check("1/a", &mem, &s, &e), ERR_FORMAT);
		err_text(&e, line, sizeof(line));
		assert_contains(line, says[i]);
	}
}

static void fails_at_every_fault_point_and_leaves_nothing_open(void **state)
{
	(void)state;
	static const enum fault_point point[] = {FAULT_file_open, FAULT_file_write, FAULT_file_read, FAULT_file_close};
	struct journal_identity id = identity(JOURNAL_HOST);
	struct journal j;
	make("1/a", JOURNAL_HOST, 2, 99);
	assert_int_equal(journal_init(&j, PAYLOAD, &every, &mem, NULL), 0);
	for (int i = 0; i < 4; i++)
		for (long nth = 1; nth < 12; nth++) {
			fault_arm(point[i], nth, true);
			int rc = journal_resume(&j, "1/a", &id, 1, NULL);
			long calls = fault_calls(point[i]);
			fault_disarm();
			journal_close(&j, NULL);
			if (calls >= nth && point[i] != FAULT_file_close)
				assert_int_equal(rc, ERR_FILE);
			assert_int_equal(disk_handles(), 0);
			disk_reset();
			make("1/a", JOURNAL_HOST, 2, 99);
		}
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		CASE(holds_what_was_written), CASE(reads_every_prefix_to_its_last_whole_record), CASE(reads_every_damaged_end_to_the_last_whole_record),
		CASE(goes_on_after_every_prefix), CASE(keeps_what_it_cuts_off_when_that_is_more_than_torn), CASE(takes_up_only_its_own_run),
		        CASE(one_that_was_never_whole_counts_as_none), CASE(one_whose_beginning_is_damaged_is_not_written_over),
		        CASE(is_never_written_over),
		CASE(is_broken_for_ever_after_the_first_failure), CASE(is_on_the_disk_as_the_policy_says),
		CASE(what_is_kept_for_later_is_written_with_the_next_or_by_a_flush), CASE(says_where_two_journals_part),
		CASE(says_when_two_journals_begin_with_other_specimens), CASE(refuses_records_in_a_wrong_order),
		CASE(fails_at_every_fault_point_and_leaves_nothing_open),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
