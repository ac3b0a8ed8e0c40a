/* Journals: reading, to the last whole record and not further. */
#include "remote/journal.h"

#include "base/crc32c.h"
#include "base/io.h"
#include "remote/journal_priv.h"

#include <stdio.h>
#include <string.h>

static const unsigned char MAGIC[4] = {'T', 'J', 'N', 'L'};

enum { AT_TYPE = 4, AT_ZERO = 6, AT_LENGTH = 8, AT_SUB = 12, AT_NUMBER = 16, AT_STEP = 24 };

void journal_put_head(struct pen *p, enum journal_type type, uint32_t length, uint32_t sub, uint64_t number, uint64_t step)
{
	memcpy(p->at, MAGIC, sizeof(MAGIC));
	p->at += sizeof(MAGIC);
	pen_int(p, type, 2);
	pen_int(p, 0, 2);
	pen_int(p, length, 4);
	pen_int(p, sub, 4);
	pen_int(p, number, 8);
	pen_int(p, step, 8);
}

size_t journal_put_identity(const struct journal_identity *id, unsigned char *ret_bytes)
{
	struct pen p = {ret_bytes};

	pen_int(&p, id->role, 2);
	pen_int(&p, id->script, 8);
	for (int i = 0; i < SLOTS; i++)
		pen_int(&p, (uint64_t)id->trial_n[i], 2);
	for (int i = 0; i < SLOTS; i++)
		pen_int(&p, (uint64_t)id->out_n[i], 2);
	pen_text(&p, id->run, WIRE_NAME - 1);
	pen_text(&p, id->site, WIRE_NAME - 1);
	pen_text(&p, id->program, WIRE_NAME - 1);
	return (size_t)(p.at - ret_bytes);
}

int journal_identity_of(const struct journal_record *r, struct journal_identity *ret, struct err *e)
{
	struct eye y = {.at = r->payload, .n = r->length};
	struct journal_identity id = {0};
	uint64_t role = eye_int(&y, 2);

	id.script = eye_int(&y, 8);
	for (int i = 0; i < SLOTS; i++)
		id.trial_n[i] = (int)eye_int(&y, 2);
	for (int i = 0; i < SLOTS; i++)
		id.out_n[i] = (int)eye_int(&y, 2);
	eye_text(&y, id.run, WIRE_NAME);
	eye_text(&y, id.site, WIRE_NAME);
	eye_text(&y, id.program, WIRE_NAME);
	if (r->type != JOURNAL_IDENTITY || r->number != 0 || !eye_good(&y) || (role != JOURNAL_COORDINATOR && role != JOURNAL_HOST) ||
	    !wire_sizes_good(id.trial_n, id.out_n) || !wire_name_good(id.run, true) || !wire_name_good(id.site, false) || !wire_name_good(id.program, false))
		return err_set(e, ERR_FORMAT, "journal", "its first record is not the identity of a run");
	id.role = (enum journal_role)role;
	*ret = id;
	return 0;
}

int journal_reader_begin(struct journal_reader *r, const char *path, unsigned char *bytes, size_t cap, struct err *e)
{
	*r = (struct journal_reader){.path = path, .handle = -1, .bytes = bytes, .cap = cap, .what = ""};
	int rc = io_open(path, IO_READ, &r->handle, e);
	if (rc)
		r->handle = -1;
	return rc;
}

int journal_reader_open(struct journal_reader *r, const char *path, size_t payload, struct arena *mem, struct err *e)
{
	size_t cap = JOURNAL_HEAD + payload + JOURNAL_TAIL;
	unsigned char *bytes = ARENA_ARRAY(mem, cap, unsigned char);

	if (!bytes)
		return err_set(e, ERR_MEMORY, path, "no memory for a record of %zu bytes", cap);
	return journal_reader_begin(r, path, bytes, cap, e);
}

static enum journal_end stop(struct journal_reader *r, enum journal_end end, const char *what)
{
	r->end = end;
	r->what = what;
	return end;
}

/* n bytes behind the first `have` of the record. */
static enum journal_end get(struct journal_reader *r, size_t have, size_t n)
{
	size_t got = 0;

	if (io_read(r->handle, r->path, r->bytes + have, n, &got, NULL))
		return stop(r, JOURNAL_UNREADABLE, "it cannot be read");
	if (got == 0 && have == 0)
		return stop(r, JOURNAL_ENDS, "it ends behind a whole record");
	return got < n ? stop(r, JOURNAL_TORN, "it ends in the middle of a record") : JOURNAL_GOOD;
}

/* The first of these that is not as it must be; NULL: all are. */
static const char *head_fault(const struct journal_reader *r)
{
	uint64_t type = bytes_get(r->bytes + AT_TYPE, 2);

	if (memcmp(r->bytes, MAGIC, sizeof(MAGIC)) != 0 || bytes_get(r->bytes + AT_ZERO, 2) != 0)
		return "there is no beginning of a record";
	if (type == 0 || type >= JOURNAL_TYPES || (type == JOURNAL_IDENTITY) != (r->number == 0))
		return "the type of a record is wrong";
	if (bytes_get(r->bytes + AT_LENGTH, 4) > r->cap - JOURNAL_HEAD - JOURNAL_TAIL)
		return "the length of a record is wrong";
	return bytes_get(r->bytes + AT_NUMBER, 8) != r->number ? "the number of a record is wrong" : NULL;
}

enum journal_end journal_next(struct journal_reader *r, struct journal_record *ret)
{
	const char *fault;
	size_t length;
	uint32_t chain;

	if (r->end || get(r, 0, JOURNAL_HEAD))
		return r->end;
	if ((fault = head_fault(r)))
		return stop(r, JOURNAL_DAMAGED, fault);
	length = (size_t)bytes_get(r->bytes + AT_LENGTH, 4);
	if (get(r, JOURNAL_HEAD, length + JOURNAL_TAIL))
		return r->end;
	chain = crc32c(r->chain, r->bytes, JOURNAL_HEAD + length);
	if (bytes_get(r->bytes + JOURNAL_HEAD + length, JOURNAL_TAIL) != chain)
		return stop(r, JOURNAL_DAMAGED, "the checksum of a record is wrong");
	*ret = (struct journal_record){
		.type = (enum journal_type)bytes_get(r->bytes + AT_TYPE, 2),
		.number = r->number,
		.step = bytes_get(r->bytes + AT_STEP, 8),
		.sub = (uint32_t)bytes_get(r->bytes + AT_SUB, 4),
		.payload = r->bytes + JOURNAL_HEAD,
		.length = (uint32_t)length,
	};
	r->number++;
	r->chain = chain;
	r->at += JOURNAL_HEAD + length + JOURNAL_TAIL;
	return JOURNAL_GOOD;
}

bool journal_has_more(const char *path)
{
	enum { KEEP = sizeof(MAGIC) - 1 };
	unsigned char bytes[KEEP + 4096] = {0};
	size_t n = 1;
	uint64_t at = 0;           /* of bytes[KEEP] in the file */
	bool found = false;
	int handle;

	if (io_open(path, IO_READ, &handle, NULL))
		return false;
	while (!found && n > 0 && io_read(handle, path, bytes + KEEP, sizeof(bytes) - KEEP, &n, NULL) == 0) {
		for (size_t i = at > 0 ? 0 : KEEP + 1; i + sizeof(MAGIC) <= KEEP + n && !found; i++)
			found = memcmp(bytes + i, MAGIC, sizeof(MAGIC)) == 0;
		memmove(bytes, bytes + n, KEEP);
		at += n;
	}
	(void)!io_close(handle, path, NULL);
	return found;
}

int journal_none(const struct journal_reader *r, struct err *e)
{
	return err_set(e, r->end == JOURNAL_UNREADABLE ? ERR_FILE : ERR_FORMAT, r->path, "is no journal of a run: %s", r->what);
}

void journal_reader_close(struct journal_reader *r)
{
	if (r->handle >= 0)
		(void)!io_close(r->handle, r->path, NULL);
	r->handle = -1;
}

