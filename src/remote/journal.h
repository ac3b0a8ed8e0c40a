/* Journals: what a coordinator or a site has agreed to and what came of it, append-only and checksummed, so that a test goes on after any crash.
 *
 *   record: magic, type, length, sub-step, number, step; payload; checksum of the record that goes on from the checksum of the one before
 *
 * A record counts when it is whole and follows the one before; the first that does not ends the journal, and everything before it counts. Resuming cuts the
 * file there. Records are numbered from 0; the first is the identity of the run. Targets and measurements have the form of their messages (wire.h), so both
 * sides' journals of a run can be compared bit for bit. Layout: docs/wire.md.
 *
 * What is written when: enum journal_when, said with every record. What is on the disk: the identity, and by the policy every record that must be safe, every
 * n-th exchange, or whenever the system likes. A failed write or sync breaks the journal for ever: nothing is tried again, and every later append fails. All
 * through base/io.h; appending blocks for as long as the disk does. One thread.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "experiment/signals.h"
#include "remote/wire.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JOURNAL_HEAD = 32, JOURNAL_TAIL = 4, JOURNAL_PATH = 512 };

enum journal_type {
	JOURNAL_IDENTITY = 1,      /* struct journal_identity                                            */
	JOURNAL_TARGET,            /* host: accepted, coordinator: to be sent. flags u32, then wire_put_target's bytes */
	JOURNAL_MEASURED,          /* wire_put_measured's bytes                                          */
	JOURNAL_GAINS,             /* wire_put_gains' bytes                                              */
	JOURNAL_RESUMED,           /* a process took it up again: its instance u64                       */
	JOURNAL_TRIPPED,           /* a sentence                                                         */
	JOURNAL_ACKNOWLEDGED,      /* the operator has seen it                                           */
	JOURNAL_ENDED,             /* the test is over                                                   */
	JOURNAL_REST,              /* wire_put_rest's bytes: the specimen before the first exchange      */
	JOURNAL_READ,              /* host: reals, what its rig measured before filters that remember. A reading may take several records */
	JOURNAL_TYPES,
};

enum journal_role { JOURNAL_COORDINATOR = 1, JOURNAL_HOST };

struct journal_identity {
	enum journal_role role;
	char run[WIRE_NAME], site[WIRE_NAME], program[WIRE_NAME];
	int trial_n[SLOTS], out_n[SLOTS];
	uint64_t script;           /* hash of what is run; 0: not known */
};

enum journal_sync { JOURNAL_SYNC_EVERY, JOURNAL_SYNC_SOME, JOURNAL_SYNC_NEVER };

struct journal_policy {
	enum journal_sync sync;
	int every;                 /* exchanges, of SOME */
};

/* LATER is for what is asked for again when it is lost, as an answer is that nobody has acted on. */
enum journal_when {
	JOURNAL_LATER,             /* in one piece with the next record */
	JOURNAL_NOW,               /* in the file on return */
	JOURNAL_SAFE,              /* and, under JOURNAL_SYNC_EVERY, on the disk */
};

struct journal_record {
	enum journal_type type;
	uint64_t number, step;
	uint32_t sub;
	const unsigned char *payload;      /* borrowed: the reader, until its next call */
	uint32_t length;
};

struct journal {
	char path[JOURNAL_PATH];
	int handle;                /* -1: closed */
	struct journal_policy policy;
	uint64_t number;           /* of the next record */
	uint32_t chain;            /* checksum of the last */
	int unsynced;              /* measurements since the last sync */
	size_t kept;               /* bytes of records that go with the next one */
	bool broken;
	unsigned char *bytes;      /* owned: the arena of journal_init; room for two records */
	size_t cap;                /* bytes of the longest */
};

/* payload: longest of a record. Takes memory; opens nothing. */
int journal_init(struct journal *j, size_t payload, const struct journal_policy *policy, struct arena *mem, struct err *e) MUST_CHECK;
/* A new file, which must not exist (ERR_DUPLICATE), with its identity, on the disk. What cannot be finished is discarded. */
int journal_create(struct journal *j, const char *path, const struct journal_identity *id, struct err *e) MUST_CHECK;
/* Empties and closes one that was made just now, and that nobody has been told of: it counts as none, and may be made again. */
void journal_discard(struct journal *j);
/* Goes on with a file whose identity is this one (role, run, site, sizes; ERR_FORMAT names what differs): cut behind its last whole record, synced with
 * its name, JOURNAL_RESUMED appended. What was cut off and is more than a torn record is kept in "<path>.damaged". */
int journal_resume(struct journal *j, const char *path, const struct journal_identity *id, uint64_t instance, struct err *e) MUST_CHECK;
/* One record. */
int journal_append(struct journal *j, enum journal_type type, uint64_t step, uint32_t sub, const void *payload, size_t n, enum journal_when when,
                   struct err *e) MUST_CHECK;
/* Writes what is kept for the next record, and syncs it but under JOURNAL_SYNC_NEVER: for when there may be no next one. */
int journal_flush(struct journal *j, struct err *e) MUST_CHECK;
/* Writes and syncs what is not, and closes; again does nothing. */
int journal_close(struct journal *j, struct err *e);
/* Is there something in that file? One whose first record is not whole, and in which no other one begins, holds nothing that was ever agreed (the first is on
 * the disk before anything follows it), and counts as none. */
bool journal_exists(const char *path);

/* ---- reading ------------------------------------------------------------------------------------------------------------- */

enum journal_end {
	JOURNAL_GOOD,              /* a record */
	JOURNAL_ENDS,              /* the file ends behind a whole record */
	JOURNAL_TORN,              /* in the middle of one */
	JOURNAL_DAMAGED,           /* what follows is not the next record: magic, type, length, number or checksum */
	JOURNAL_UNREADABLE,        /* the system says no */
};

struct journal_reader {
	const char *path;          /* borrowed */
	int handle;
	unsigned char *bytes;      /* owned: the arena; room for a record */
	size_t cap;
	uint64_t number;           /* of the next record */
	uint32_t chain;
	uint64_t at;               /* byte behind the last whole record */
	enum journal_end end;      /* why it stopped; JOURNAL_GOOD: it has not */
	const char *what;          /* "checksum"; static */
};

/* Opens for reading; payload: the longest record that is believed. path outlives the reader. */
int journal_reader_open(struct journal_reader *r, const char *path, size_t payload, struct arena *mem, struct err *e) MUST_CHECK;
/* The next whole record, or why there is none. */
enum journal_end journal_next(struct journal_reader *r, struct journal_record *ret);
void journal_reader_close(struct journal_reader *r);

/* First record of a journal. ERR_FORMAT. */
int journal_identity_of(const struct journal_record *r, struct journal_identity *ret, struct err *e) MUST_CHECK;

struct journal_summary {
	struct journal_identity identity;
	uint64_t records, bytes;   /* whole ones */
	enum journal_end end;
	const char *what;          /* where end is DAMAGED */
	struct wire_place last;    /* measured */
	struct wire_place open;    /* target without measurement; step 0: none */
	int resumed;
	bool tripped, ended;
};

/* Reads a whole journal: records, the rules of their order (a target follows the last measurement, a measurement its target, digests agree), and where it
 * ends. A torn end is no failure; ERR_FORMAT: the records contradict each other, and the report says at which. */
int journal_check(const char *path, struct arena *mem, struct journal_summary *ret, struct err *e) MUST_CHECK;

/* Does a coordinator's journal agree with a site's of the same run? Both hold the same targets and measurements bit for bit as far as both know; one may be
 * ahead. ERR_FORMAT: the report says at which step they part, and how. */
int journal_compare(const char *coordinator, const char *host, struct arena *mem, struct err *e) MUST_CHECK;
