/* What writing and reading of journals share. Private to this folder. */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "remote/bytes.h"
#include "remote/journal.h"

struct journal_walk {              /* through a journal, exchange by exchange, with the rules of their order checked */
	struct journal_reader reader;
	struct journal_identity identity;
	struct wire_place last;    /* measured */
	bool open;                 /* a target without measurement (so far) */
	struct wire_place place;   /* of the exchange, or of the open target; digest of the last exchange measured */
	uint32_t flags;
	unsigned char *target;     /* owned: the arena; wire_put_target's bytes */
	size_t target_n;
	const unsigned char *measured;     /* borrowed: the reader; wire_put_measured's bytes */
	size_t measured_n;
	unsigned char *rest;       /* owned: the arena; JOURNAL_REST, once it was read */
	bool rested;
	unsigned char *read;       /* owned: the arena; all JOURNAL_READ of the exchange, or of the specimen at rest */
	size_t read_n, read_cap;
	struct arena *mem;         /* borrowed */
	struct journal_record record;      /* the last one read */
	int resumed;
	bool tripped, ended;
	char why[WIRE_TEXT];       /* of the trip */
};

enum { WALK_END = 0, WALK_EXCHANGE = 1, WALK_GAINS = 2, WALK_REST = 3 };

/* Opens, and reads the identity. path outlives the walk. */
int journal_walk_open(struct journal_walk *w, const char *path, struct arena *mem, struct err *e) MUST_CHECK;
/* To the next exchange measured (place, target, measured, read), to GAINS (record), to the specimen at rest (rest, read), or to the end, where open says
 * whether a target is left. ERR_FORMAT: the records contradict each other. */
int journal_walk_next(struct journal_walk *w, struct err *e) MUST_CHECK;
void journal_walk_close(struct journal_walk *w);
/* May (step, sub) follow? The first of a later step (a site may have nothing to do in some), or the next of the same. */
bool place_follows(const struct wire_place *last, uint64_t step, uint32_t sub);
bool place_same(const struct wire_place *a, const struct wire_place *b);

enum { JOURNAL_IDENTITY_MOST = 2 + 8 + 4 * SLOTS + 3 * WIRE_NAME };

/* Bytes of a record: what stands before its payload; the payload of the first one, whose length is returned. */
void journal_put_head(struct pen *p, enum journal_type type, uint32_t length, uint32_t sub, uint64_t number, uint64_t step);
size_t journal_put_identity(const struct journal_identity *id, unsigned char *ret_bytes);
/* Does a record begin anywhere behind the first byte? */
bool journal_has_more(const char *path);
/* The report of a journal without a first record. */
int journal_none(const struct journal_reader *r, struct err *e);
/* Do both name the same role, run, site and sizes? ERR_FORMAT says what differs. */
int journal_same(const struct journal_identity *found, const struct journal_identity *wanted, const char *path, struct err *e) MUST_CHECK;
/* Opens for reading over memory of the caller's. */
int journal_reader_begin(struct journal_reader *r, const char *path, unsigned char *bytes, size_t cap, struct err *e) MUST_CHECK;
