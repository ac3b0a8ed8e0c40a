/* Journals: the rules of the order of records, exchange by exchange, for one journal and for two of the same run. */
#include "remote/journal.h"

#include "remote/journal_priv.h"

#include <stdio.h>
#include <string.h>

bool place_follows(const struct wire_place *last, uint64_t step, uint32_t sub)
{
	return step > last->step ? sub == 0 : step == last->step && step > 0 && sub > last->sub && sub - last->sub == 1;
}

bool place_same(const struct wire_place *a, const struct wire_place *b)
{
	return a->step == b->step && a->sub == b->sub && a->digest == b->digest;
}

int journal_same(const struct journal_identity *found, const struct journal_identity *wanted, const char *path, struct err *e)
{
	const struct {
		const char *what, *found, *wanted;
	} row[] = {{"run", found->run, wanted->run}, {"site", found->site, wanted->site}};

	if (found->role != wanted->role)
		return err_set(e, ERR_FORMAT, path, "is the journal of a %s", found->role == JOURNAL_HOST ? "site" : "coordinator");
	for (size_t i = 0; i < COUNT(row); i++)
		if (strcmp(row[i].found, row[i].wanted) != 0) {
			err_set(e, ERR_FORMAT, path, "is the journal of another %s", row[i].what);
			err_value(e, "%s", row[i].found);
			err_allowed(e, "%s", row[i].wanted);
			return ERR_FORMAT;
		}
	if (memcmp(found->trial_n, wanted->trial_n, sizeof(found->trial_n)) != 0 || memcmp(found->out_n, wanted->out_n, sizeof(found->out_n)) != 0)
		return err_set(e, ERR_FORMAT, path, "is the journal of a site with other sizes");
	return 0;
}

/* --- the walk ------------------------------------------------------------------------------------- */

static int contradiction(const struct journal_walk *w, const char *what, struct err *e)
{
	return err_set(e, ERR_FORMAT, w->reader.path, "record %llu, step %llu.%u: %s", (unsigned long long)w->record.number, (unsigned long long)w->record.step,
	               w->record.sub, what);
}

int journal_walk_open(struct journal_walk *w, const char *path, struct arena *mem, struct err *e)
{
	size_t longest;
	int rc;

	*w = (struct journal_walk){.reader = {.handle = -1}, .mem = mem};
	if ((rc = journal_reader_open(&w->reader, path, JOURNAL_IDENTITY_MOST, mem, e)))
		return rc;
	if (journal_next(&w->reader, &w->record) != JOURNAL_GOOD)
		rc = journal_none(&w->reader, e);
	else
		rc = journal_identity_of(&w->record, &w->identity, e);
	journal_reader_close(&w->reader);
	if (rc)
		return rc;
	longest = wire_longest(w->identity.trial_n, w->identity.out_n) + 4;
	w->rest = ARENA_ARRAY(mem, wire_rest_size(w->identity.out_n), unsigned char);
	if (!w->rest || !(w->target = ARENA_ARRAY(mem, longest, unsigned char)))
		return err_set(e, ERR_MEMORY, path, "no memory for a record of %zu bytes", longest);
	if ((rc = journal_reader_open(&w->reader, path, longest, mem, e)))
		return rc;
	return journal_next(&w->reader, &w->record) == JOURNAL_GOOD ? 0 : err_set(e, ERR_FORMAT, path, "has changed: %s", w->reader.what);
}

void journal_walk_close(struct journal_walk *w)
{
	journal_reader_close(&w->reader);
}

static int on_target(struct journal_walk *w, struct err *e)
{
	const struct journal_record *r = &w->record;
	struct wire_frame f = {.type = WIRE_STEP, .step = r->step, .sub = r->sub};
	struct wire_target t;

	if (r->length < 4)
		return contradiction(w, "a target without flags", e);
	f.flags = (uint32_t)bytes_get(r->payload, 4);
	f.payload = r->payload + 4;
	f.length = r->length - 4;
	if (wire_get_target(&f, w->identity.trial_n, &t))
		return contradiction(w, "a target that is none", e);
	if (w->open)
		return contradiction(w, "a target before the last one was measured", e);
	if (!place_follows(&w->last, r->step, r->sub) || !place_same(&t.before, &w->last))
		return contradiction(w, "a target that does not follow the last measurement", e);
	w->open = true;
	w->read_n = 0;
	w->place = (struct wire_place){.step = r->step, .sub = r->sub};
	w->flags = f.flags;
	w->target_n = f.length;
	memcpy(w->target, f.payload, f.length);
	return 0;
}

static int on_measured(struct journal_walk *w, struct err *e)
{
	const struct journal_record *r = &w->record;
	struct wire_frame f = {.type = WIRE_MEASURED, .flags = w->flags, .step = r->step, .sub = r->sub, .payload = r->payload, .length = r->length};
	struct wire_measured m;
	uint32_t digest;

	if (wire_get_measured(&f, w->identity.trial_n, w->identity.out_n, &m))
		return contradiction(w, "a measurement that is none", e);
	if (!w->open || w->place.step != r->step || w->place.sub != r->sub)
		return contradiction(w, "a measurement without its target", e);
	digest = wire_digest(w->last.digest, r->step, r->sub, w->target + WIRE_TARGET_HEAD, w->target_n - WIRE_TARGET_HEAD, r->payload + 4, r->length - 4);
	if (m.digest != digest)
		return contradiction(w, "a measurement that belongs to another history", e);
	w->open = false;
	w->last = w->place = (struct wire_place){.step = r->step, .sub = r->sub, .digest = digest};
	w->measured = r->payload;
	w->measured_n = r->length;
	return WALK_EXCHANGE;
}

static int on_gains(struct journal_walk *w, struct err *e)
{
	struct wire_frame f = {.type = WIRE_GAINS, .payload = w->record.payload, .length = w->record.length};
	struct wire_gains g;

	return wire_get_gains(&f, w->identity.trial_n, &g) ? contradiction(w, "gains that are none", e) : WALK_GAINS;
}

static int on_rest(struct journal_walk *w, struct err *e)
{
	const struct journal_record *r = &w->record;

	if (!wire_rest_good(r->payload, r->length, w->identity.out_n))
		return contradiction(w, "a specimen at rest that is none", e);
	if (w->rested || w->last.step > 0)
		return contradiction(w, "the specimen at rest after its first exchange, or twice", e);
	w->rested = true;
	memcpy(w->rest, r->payload, r->length);
	return WALK_REST;
}

/* Readings of the specimen at rest come before it, those of an exchange between its target and its measurement. */
static int on_read(struct journal_walk *w, struct err *e)
{
	const struct journal_record *r = &w->record;
	struct eye y = {.at = r->payload, .n = r->length};
	size_t need = w->read_n + r->length;

	if (w->open ? r->step != w->place.step || r->sub != w->place.sub : r->step > 0 || w->rested)
		return contradiction(w, "a reading without its target", e);
	if (r->length == 0 || !eye_reals(&y, r->length / 8) || !eye_good(&y))
		return contradiction(w, "a reading that is none", e);
	if (need > w->read_cap) {
		unsigned char *more = ARENA_ARRAY(w->mem, 2 * need, unsigned char);

		if (!more)
			return err_set(e, ERR_MEMORY, w->reader.path, "no memory for %zu bytes of readings", 2 * need);
		if (w->read_n > 0)
			memcpy(more, w->read, w->read_n);
		w->read = more;
		w->read_cap = 2 * need;
	}
	memcpy(w->read + w->read_n, r->payload, r->length);
	w->read_n = need;
	return 0;
}

/* What was read on a way that was broken off counts no more: it is gone again. */
static int on_resumed(struct journal_walk *w)
{
	w->resumed++;
	w->read_n = 0;
	return 0;
}

/* The first of those that nobody has acknowledged is the reason; the others follow from it. */
static int on_trip(struct journal_walk *w)
{
	struct wire_frame f = {.type = WIRE_TRIP, .payload = w->record.payload, .length = w->record.length};
	char text[WIRE_TEXT];

	if (!w->tripped)
		snprintf(w->why, sizeof(w->why), "%s", wire_get_trip(&f, text) ? "" : text);
	w->tripped = true;
	return 0;
}

/* Behind the end: older programs wrote down what happened to the rig when its test was over. */
static int on_epilogue(struct journal_walk *w, struct err *e)
{
	switch (w->record.type) {
	case JOURNAL_RESUMED: w->resumed++; return 0;
	case JOURNAL_TRIPPED:
	case JOURNAL_ACKNOWLEDGED:
	case JOURNAL_ENDED: return 0;
	default: return contradiction(w, "something after the end of the test", e);
	}
}

static int on_record(struct journal_walk *w, struct err *e)
{
	if (w->ended)
		return on_epilogue(w, e);
	switch (w->record.type) {
	case JOURNAL_TARGET: return on_target(w, e);
	case JOURNAL_MEASURED: return on_measured(w, e);
	case JOURNAL_GAINS: return on_gains(w, e);
	case JOURNAL_REST: return on_rest(w, e);
	case JOURNAL_READ: return on_read(w, e);
	case JOURNAL_RESUMED: return on_resumed(w);
	case JOURNAL_TRIPPED: return on_trip(w);
	case JOURNAL_ACKNOWLEDGED: w->tripped = false; return 0;
	case JOURNAL_ENDED: w->ended = true; return 0;
	default: return contradiction(w, "a record that has no place here", e);
	}
}

int journal_walk_next(struct journal_walk *w, struct err *e)
{
	int rc = 0;

	while (!rc && journal_next(&w->reader, &w->record) == JOURNAL_GOOD)
		rc = on_record(w, e);
	if (!rc && w->reader.end == JOURNAL_UNREADABLE)
		rc = err_set(e, ERR_FILE, w->reader.path, "%s", w->reader.what);
	return rc;
}

/* --- one journal, two journals --------------------------------------------------------------------- */

int journal_check(const char *path, struct arena *mem, struct journal_summary *ret, struct err *e)
{
	struct journal_walk w;
	int rc = journal_walk_open(&w, path, mem, e);

	while (!rc && (rc = journal_walk_next(&w, e)) > 0)
		rc = 0;
	journal_walk_close(&w);
	if (rc)
		return rc;
	*ret = (struct journal_summary){
		.identity = w.identity, .records = w.reader.number, .bytes = w.reader.at, .end = w.reader.end, .what = w.reader.what, .last = w.last,
		.open = w.open ? w.place : (struct wire_place){0}, .resumed = w.resumed, .tripped = w.tripped, .ended = w.ended,
	};
	return 0;
}

/* To the next exchange; 0 at the end. */
static int walk_exchange(struct journal_walk *w, struct err *e)
{
	int rc;

	while ((rc = journal_walk_next(w, e)) == WALK_GAINS || rc == WALK_REST)
		;
	return rc;
}

static int parted(const struct journal_walk *c, const struct journal_walk *h, const char *what, struct err *e)
{
	err_set(e, ERR_FORMAT, c->reader.path, "and %s part at step %llu.%u: %s", h->reader.path, (unsigned long long)c->place.step, c->place.sub, what);
	return ERR_FORMAT;
}

/* Exchange by exchange, until one of them ends; what is left open is compared where the other has it, too. */
static int compare(struct journal_walk *c, struct journal_walk *h, struct err *e)
{
	for (;;) {
		int a = walk_exchange(c, e), b = walk_exchange(h, e);
		bool have = (a > 0 || c->open) && (b > 0 || h->open);

		if (a < 0 || b < 0)
			return a < 0 ? a : b;
		if (have && (c->place.step != h->place.step || c->place.sub != h->place.sub))
			return parted(c, h, "the other has another number", e);
		if (have && (c->flags != h->flags || c->target_n != h->target_n || memcmp(c->target, h->target, c->target_n) != 0))
			return parted(c, h, "their targets differ", e);
		if (a > 0 && b > 0 && (c->measured_n != h->measured_n || memcmp(c->measured, h->measured, c->measured_n) != 0))
			return parted(c, h, "their measurements differ", e);
		if (c->rested && h->rested && memcmp(c->rest, h->rest, wire_rest_size(c->identity.out_n)) != 0)
			return parted(c, h, "they begin with other specimens at rest", e);
		if (a == 0 || b == 0)
			return 0;
	}
}

int journal_compare(const char *coordinator, const char *host, struct arena *mem, struct err *e)
{
	struct journal_walk c, h;
	int rc = journal_walk_open(&c, coordinator, mem, e);

	if (rc)
		return rc;
	if (!(rc = journal_walk_open(&h, host, mem, e))) {
		struct journal_identity wanted = c.identity;
		wanted.role = JOURNAL_HOST;
		rc = c.identity.role != JOURNAL_COORDINATOR ? err_set(e, ERR_FORMAT, coordinator, "is not the journal of a coordinator")
		                                            : journal_same(&h.identity, &wanted, host, e);
		if (!rc)
			rc = compare(&c, &h, e);
	}
	journal_walk_close(&h);
	journal_walk_close(&c);
	return rc;
}
