/* Journals: writing. Records are made in memory and written in one piece, with what was kept for the next one; reading is in journal_read.c, the layout in
 * docs/wire.md. */
#include "remote/journal.h"

#include "base/crc32c.h"
#include "base/io.h"
#include "remote/bytes.h"
#include "remote/journal_priv.h"

#include <stdio.h>
#include <string.h>

int journal_init(struct journal *j, size_t payload, const struct journal_policy *policy, struct arena *mem, struct err *e)
{
	*j = (struct journal){.handle = -1, .policy = *policy, .cap = JOURNAL_HEAD + payload + JOURNAL_TAIL};
	if (policy->sync == JOURNAL_SYNC_SOME && policy->every < 1) {
		err_set(e, ERR_RANGE, "journal", "exchanges between two syncs");
		err_value(e, "%d", policy->every);
		err_allowed(e, ">= 1");
		return ERR_RANGE;
	}
	j->bytes = ARENA_ARRAY(mem, 2 * j->cap, unsigned char);
	return j->bytes ? 0 : err_set(e, ERR_MEMORY, "journal", "no memory for a record of %zu bytes", j->cap);
}

static int take_path(struct journal *j, const char *path, struct err *e)
{
	size_t n = strlen(path);

	if (n == 0 || n >= sizeof(j->path))
		return err_set(e, ERR_RANGE, "journal", "a path of %zu bytes, longer than %d or empty", n, JOURNAL_PATH - 1);
	memcpy(j->path, path, n + 1);
	j->number = 0;
	j->chain = 0;
	j->unsynced = 0;
	j->kept = 0;
	j->broken = false;
	return 0;
}

bool journal_exists(const char *path)
{
	unsigned char bytes[JOURNAL_HEAD + JOURNAL_IDENTITY_MOST + JOURNAL_TAIL];
	struct journal_reader r;
	struct journal_record record;
	enum journal_end end;

	if (journal_reader_begin(&r, path, bytes, sizeof(bytes), NULL))
		return false;
	end = journal_next(&r, &record);
	journal_reader_close(&r);
	return end == JOURNAL_GOOD || end == JOURNAL_UNREADABLE || (end == JOURNAL_DAMAGED && journal_has_more(path));
}

int journal_create(struct journal *j, const char *path, const struct journal_identity *id, struct err *e)
{
	unsigned char payload[JOURNAL_IDENTITY_MOST];
	int rc = take_path(j, path, e);

	if (rc)
		return rc;
	if (journal_exists(path)) {
		err_set(e, ERR_DUPLICATE, path, "there is a journal already");
		err_hint(e, "resume that run, or give this one another name");
		return ERR_DUPLICATE;
	}
	if ((rc = io_open(path, IO_WRITE, &j->handle, e))) {
		j->handle = -1;
		return rc;
	}
	if ((rc = journal_append(j, JOURNAL_IDENTITY, 0, 0, payload, journal_put_identity(id, payload), JOURNAL_SAFE, e)) || (rc = io_sync_name(path, e)))
		journal_discard(j);
	return rc;
}

void journal_discard(struct journal *j)
{
	if (j->handle < 0)
		return;
	j->kept = 0;
	(void)!io_cut(j->handle, j->path, 0, NULL);
	(void)!io_close(j->handle, j->path, NULL);
	j->handle = -1;
}

/* Reads to the last whole record; where that is stays in r. */
static int find_end(struct journal *j, const char *path, const struct journal_identity *id, struct journal_reader *r, struct err *e)
{
	struct journal_record record;
	struct journal_identity found;
	int rc = journal_reader_begin(r, path, j->bytes, j->cap, e);

	if (rc)
		return rc;
	if (journal_next(r, &record) != JOURNAL_GOOD)
		rc = journal_none(r, e);
	else if (!(rc = journal_identity_of(&record, &found, e)))
		rc = journal_same(&found, id, path, e);
	while (!rc && journal_next(r, &record) == JOURNAL_GOOD)
		;
	if (!rc && r->end == JOURNAL_UNREADABLE)
		rc = err_set(e, ERR_FILE, path, "%s", r->what);
	journal_reader_close(r);
	return rc;
}

/* Copies what stands behind byte `at` to a file beside it, which is on the disk before anything is cut off here. */
static int keep_damaged(struct journal *j, uint64_t at, struct err *e)
{
	char beside[JOURNAL_PATH + 16];
	int from, to = -1, rc = io_open(j->path, IO_READ, &from, e), closed;
	size_t n = 0, part;

	if (rc)
		return rc;
	snprintf(beside, sizeof(beside), "%s.damaged", j->path);
	for (uint64_t left = at; !rc && left > 0; left -= n) {
		part = left < j->cap ? (size_t)left : j->cap;
		if (!(rc = io_read(from, j->path, j->bytes, part, &n, e)) && n < part)
			rc = err_set(e, ERR_FILE, j->path, "has become shorter");
	}
	if (!rc && !(rc = io_open(beside, IO_APPEND, &to, e)))
		while (!(rc = io_read(from, j->path, j->bytes, j->cap, &n, e)) && n > 0 && !(rc = io_write(to, beside, j->bytes, n, e)))
			;
	if (!rc)
		rc = io_sync(to, beside, e);
	if (to >= 0 && (closed = io_close(to, beside, e)) && !rc)
		rc = closed;
	(void)!io_close(from, j->path, NULL);
	return rc ? rc : io_sync_name(beside, e);
}

int journal_resume(struct journal *j, const char *path, const struct journal_identity *id, uint64_t instance, struct err *e)
{
	struct journal_reader r;
	unsigned char payload[8];
	int rc = take_path(j, path, e);

	if (rc || (rc = find_end(j, path, id, &r, e)) || (r.end == JOURNAL_DAMAGED && (rc = keep_damaged(j, r.at, e))))
		return rc;
	if ((rc = io_open(path, IO_APPEND, &j->handle, e))) {
		j->handle = -1;
		return rc;
	}
	j->number = r.number;
	j->chain = r.chain;
	/* its name, too: who made it may have died before it could */
	if ((rc = io_cut(j->handle, path, (size_t)r.at, e)) || (rc = io_sync(j->handle, path, e)) || (rc = io_sync_name(path, e))) {
		j->broken = true;
		return rc;
	}
	bytes_put(payload, instance, 8);
	return journal_append(j, JOURNAL_RESUMED, 0, 0, payload, sizeof(payload), JOURNAL_SAFE, e);
}

/* Is it time? A measurement counts as one exchange. */
static bool sync_due(const struct journal *j, enum journal_type type, enum journal_when when)
{
	bool exchange = type == JOURNAL_TARGET || type == JOURNAL_MEASURED;

	switch (j->policy.sync) {
	case JOURNAL_SYNC_EVERY: return when == JOURNAL_SAFE;
	case JOURNAL_SYNC_SOME: return j->unsynced >= j->policy.every || (when == JOURNAL_SAFE && !exchange);
	case JOURNAL_SYNC_NEVER: return type == JOURNAL_IDENTITY;
	}
	return true;
}

/* The record behind those that are kept. */
static void make(struct journal *j, enum journal_type type, uint64_t step, uint32_t sub, const void *payload, size_t n)
{
	unsigned char *begin = j->bytes + j->kept;
	struct pen p = {begin};

	journal_put_head(&p, type, (uint32_t)n, sub, j->number++, step);
	if (n > 0)
		memcpy(p.at, payload, n);
	j->chain = crc32c(j->chain, begin, JOURNAL_HEAD + n);
	bytes_put(p.at + n, j->chain, JOURNAL_TAIL);
	j->kept += JOURNAL_HEAD + n + JOURNAL_TAIL;
	j->unsynced += type == JOURNAL_MEASURED;
}

/* What a failed write or sync has left on the disk nobody knows: it is the last one. */
static int put_out(struct journal *j, bool sync, struct err *e)
{
	int rc = j->kept > 0 ? io_write(j->handle, j->path, j->bytes, j->kept, e) : 0;

	j->kept = 0;
	if (!rc && sync && !(rc = io_sync(j->handle, j->path, e)))
		j->unsynced = 0;
	j->broken = rc != 0;
	return rc;
}

int journal_append(struct journal *j, enum journal_type type, uint64_t step, uint32_t sub, const void *payload, size_t n, enum journal_when when,
                   struct err *e)
{
	int rc = 0;

	if (j->broken || j->handle < 0)
		return err_set(e, ERR_FILE, j->path, "the journal is %s: nothing is written any more", j->broken ? "broken" : "closed");
	if (n > j->cap - JOURNAL_HEAD - JOURNAL_TAIL)
		return err_set(e, ERR_RANGE, j->path, "a record of %zu bytes, more than %zu", n, j->cap - JOURNAL_HEAD - JOURNAL_TAIL);
	if (j->kept > j->cap)
		rc = put_out(j, false, e);
	if (rc)
		return rc;
	make(j, type, step, sub, payload, n);
	return when == JOURNAL_LATER ? 0 : put_out(j, sync_due(j, type, when), e);
}

int journal_flush(struct journal *j, struct err *e)
{
	return j->handle < 0 || j->broken || j->kept == 0 ? 0 : put_out(j, j->policy.sync != JOURNAL_SYNC_NEVER, e);
}

int journal_close(struct journal *j, struct err *e)
{
	int rc = 0, closed;

	if (j->handle < 0)
		return 0;
	if (!j->broken)
		rc = put_out(j, j->policy.sync != JOURNAL_SYNC_NEVER, e);
	closed = io_close(j->handle, j->path, e);
	j->handle = -1;
	return rc ? rc : closed;
}
