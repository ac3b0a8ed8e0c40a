/* Random bytes as a journal.
 *
 * First byte: even: the file as it stands; odd: a list of records (type, step, sub, length, payload) that are written as a journal with right checksums, so
 * that the rules of their order see them. Promises: nothing outside the memory is touched (sanitizers); what was read is a prefix of the file; a journal
 * that is checked as good can be taken up, and then is checked as good again with one record more.
 */
#include "fuzz/fuzz.h"
#include "sim/disk.h"
#include "wire_words.h"

#include "base/base.h"
#include "remote/journal.h"

#include <string.h>

static struct journal_identity identity(void)
{
	struct journal_identity id = {.role = JOURNAL_HOST, .run = "run", .site = "laboratory", .program = "1.0"};

	memcpy(id.trial_n, words_trial_n, sizeof(id.trial_n));
	memcpy(id.out_n, words_out_n, sizeof(id.out_n));
	return id;
}

static void write_records(const uint8_t *bytes, size_t n, struct arena *mem)
{
	static const struct journal_policy never = {.sync = JOURNAL_SYNC_NEVER};
	struct journal_identity id = identity();
	struct journal j;
	int rc = journal_init(&j, 512, &never, mem, NULL);

	if (rc || journal_create(&j, "0/a", &id, NULL))
		return;
	while (n >= 4 && !rc) {
		size_t length = bytes[3] < n - 4 ? bytes[3] : n - 4;
		rc = journal_append(&j, (enum journal_type)(1 + bytes[0] % (JOURNAL_TYPES - 1)), bytes[1], bytes[2], bytes + 4, length, JOURNAL_NOW, NULL);
		bytes += 4 + length;
		n -= 4 + length;
	}
	ASSERT(journal_close(&j, NULL) == 0 && !rc);
}

static void take_up(const struct journal_summary *before, struct arena *mem)
{
	static const struct journal_policy every = {.sync = JOURNAL_SYNC_EVERY};
	struct journal_summary after;
	struct journal j;
	struct err e = {0};

	ASSERT(journal_init(&j, wire_longest(before->identity.trial_n, before->identity.out_n) + 4, &every, mem, &e) == 0);
	ASSERT(journal_resume(&j, "0/a", &before->identity, 1, &e) == 0);
	ASSERT(journal_close(&j, &e) == 0);
	ASSERT(journal_check("0/a", mem, &after, &e) == 0);
	ASSERT(after.records == before->records + 1 && after.end == JOURNAL_ENDS && after.last.step == before->last.step);
}

void journal_fuzz(const uint8_t *bytes, size_t n)
{
	const struct io_ops *io = io_use(&disk_io);
	struct journal_summary s;
	struct arena mem;

	arena_init(&mem);
	disk_reset();
	if (n > 0 && bytes[0] % 2 == 0)
		disk_put("0/a", bytes + 1, n - 1);
	else if (n > 0)
		write_records(bytes + 1, n - 1, &mem);
	if (n > 0 && journal_check("0/a", &mem, &s, NULL) == 0) {
		size_t size;
		disk_file("0/a", &size);
		ASSERT(s.bytes <= size);
		take_up(&s, &mem);
	}
	arena_fini(&mem);
	io_use(io);
}
