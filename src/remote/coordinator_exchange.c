/* The coordinator's exchanges and their journal: set-up, targets, measurements, and the replay of a run that is taken up again. */
#include "remote/coordinator.h"

#include "math/vec.h"
#include "remote/bytes.h"
#include "remote/coordinator_priv.h"
#include "remote/journal_priv.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- set-up ------------------------------------------------------------------------------------------- */

static int bad_word(const char *word, const char *value, const char *allowed, struct err *e)
{
	err_set(e, ERR_ARGUMENT, "coordinator", "%s", word);
	err_value(e, "%s", value ? value : "none");
	err_allowed(e, "%s", allowed);
	return ERR_ARGUMENT;
}

static int check_words(const struct coordinator_words *w, struct err *e)
{
	const char *const unit[] = {w->force, w->len, w->time};

	if (!w->run || !wire_name_good(w->run, true))
		return bad_word("name of the run", w->run, "1 to 63 letters, digits and -_.", e);
	if (!w->name || !wire_name_good(w->name, false) || !w->program || !wire_name_good(w->program, false))
		return bad_word("name of the coordinator or its program", w->name, "1 to 63 bytes", e);
	if (!w->site || !wire_name_good(w->site, false))
		return bad_word("name of the site", w->site, "1 to 63 bytes", e);
	for (size_t i = 0; i < COUNT(unit); i++)
		if (unit[i] && strlen(unit[i]) >= WIRE_UNIT)
			return bad_word("unit", unit[i], "fewer than 16 bytes", e);
	if (!wire_sizes_good(w->trial_n, w->out_n))
		return err_set(e, ERR_RANGE, "coordinator", "sizes of the site: 0 to %d components a slot, and not all 0", WIRE_CHANNELS);
	if (!(isfinite(w->dt) && w->dt >= 0.0 && isfinite(w->scale) && w->scale >= 0.0))
		return err_set(e, ERR_RANGE, "coordinator", "step and time scale must be finite and not negative");
	if (w->times.ping_ns <= 0 || w->times.lost_ns <= 2 * w->times.ping_ns || w->times.patience_ns <= 0 || w->back_off_ns <= 0 || w->back_off_most_ns <
	        w->back_off_ns)
		return err_set(e, ERR_RANGE, "coordinator", "times must be positive, and a loss later than two pings");
	if (w->resume && !w->journal)
		return err_set(e, ERR_ARGUMENT, "coordinator", "a run without a journal cannot be resumed");
	return 0;
}

/* Texts in the words live as long as the machine. */
static int keep_texts(struct coordinator_words *w, struct arena *mem, struct err *e)
{
	const char **const text[] = {&w->run, &w->name, &w->site, &w->program, &w->force, &w->len, &w->time, &w->journal};

	for (size_t i = 0; i < COUNT(text); i++)
		if (*text[i] && !(*text[i] = arena_text(mem, *text[i])))
			return err_set(e, ERR_MEMORY, "coordinator", "no memory for its words");
	return 0;
}

static void make_hello(struct coordinator *c)
{
	const struct coordinator_words *w = &c->words;
	struct wire_hello *h = &c->hello;

	*h = (struct wire_hello){
		.version_lo = WIRE_VERSION, .version_hi = WIRE_VERSION, .propose = w->propose, .instance = w->instance, .dt = w->dt, .scale = w->scale,
	};
	snprintf(h->run, sizeof(h->run), "%s", w->run);
	snprintf(h->name, sizeof(h->name), "%s", w->name);
	snprintf(h->site, sizeof(h->site), "%s", w->site);
	snprintf(h->force, sizeof(h->force), "%s", w->force ? w->force : "");
	snprintf(h->len, sizeof(h->len), "%s", w->len ? w->len : "");
	snprintf(h->time, sizeof(h->time), "%s", w->time ? w->time : "");
	memcpy(h->trial_n, w->trial_n, sizeof(h->trial_n));
	memcpy(h->out_n, w->out_n, sizeof(h->out_n));
}

static int take_memory(struct coordinator *c, struct arena *mem, struct err *e)
{
	size_t longest = wire_longest(c->words.trial_n, c->words.out_n), n = (size_t)c->words.trial_n[SLOT_DISP];
	int rc = line_init(&c->line, longest, 2, mem, e);

	if (rc)
		return rc;
	c->target = ARENA_ARRAY(mem, 4 + longest, unsigned char);
	c->record = ARENA_ARRAY(mem, 4 + longest, unsigned char);
	c->gains = ARENA_ARRAY(mem, 32 + 8 * n * n, unsigned char);
	c->rest = ARENA_ARRAY(mem, wire_rest_size(c->words.out_n), unsigned char);
	if (!c->target || !c->record || !c->gains || !c->rest || signals_take(&c->out, c->words.out_n, mem) ||
	    signals_take(&c->at_rest, c->words.out_n, mem) || substeps_take(&c->ramped, c->words.trial_n, mem))
		return err_set(e, ERR_MEMORY, "coordinator", "no memory for %zu bytes of a message", longest);
	return journal_init(&c->journal, 4 + longest, &c->words.policy, mem, e);
}

static struct journal_identity identity(const struct coordinator *c)
{
	struct journal_identity id = {.role = JOURNAL_COORDINATOR, .script = c->words.script};

	snprintf(id.run, sizeof(id.run), "%s", c->words.run);
	snprintf(id.site, sizeof(id.site), "%s", c->words.site);
	snprintf(id.program, sizeof(id.program), "%s", c->words.program);
	memcpy(id.trial_n, c->words.trial_n, sizeof(id.trial_n));
	memcpy(id.out_n, c->words.out_n, sizeof(id.out_n));
	return id;
}

/* --- replay -------------------------------------------------------------------------------------------- */

static void go_live(struct coordinator *c)
{
	journal_walk_close(c->walk);
	c->state = COORDINATOR_OFFLINE;
	c->retry_ns = c->now_ns;
	/* before its first exchange it is greeted like a new one */
	c->without_ns = c->last.step > 0 ? c->now_ns : INT64_MAX;
}

static void keep_rest(struct coordinator *c, const unsigned char *rest)
{
	memcpy(c->rest, rest, wire_rest_size(c->words.out_n));
	wire_signals(c->rest + c->words.out_n[SLOT_DISP], &c->at_rest);
	c->rested = true;
}

/* Looks at the next exchange of the journal; behind the last one the network takes over, with the target that is left, if one is. */
static int look_ahead(struct coordinator *c, struct err *e)
{
	int rc;

	while ((rc = journal_walk_next(c->walk, e)) == WALK_GAINS || rc == WALK_REST) {
		if (rc == WALK_REST) {
			keep_rest(c, c->walk->rest);
			continue;
		}
		c->gains_n = c->walk->record.length;
		memcpy(c->gains, c->walk->record.payload, c->gains_n);
	}
	if (rc == WALK_END && !c->walk->ended) {
		c->journalled = c->walk->open;
		go_live(c);
	}
	return rc < 0 ? rc : 0;
}

static int resume(struct coordinator *c, struct arena *mem, struct err *e)
{
	struct journal_identity id = identity(c);
	int rc = journal_resume(&c->journal, c->words.journal, &id, c->words.instance, e);

	if (rc)
		return rc;
	if (!(c->walk = ARENA_NEW(mem, struct journal_walk)))
		return err_set(e, ERR_MEMORY, c->words.journal, "no memory to read it");
	c->state = COORDINATOR_REPLAY;
	if ((rc = journal_walk_open(c->walk, c->words.journal, mem, e)))
		return rc;
	return look_ahead(c, e);
}

int coordinator_setup(struct coordinator *c, const struct coordinator_words *w, int64_t t_ns, struct arena *mem, struct err *e)
{
	struct journal_identity id;
	int rc = check_words(w, e);

	*c = (struct coordinator){
		.words = *w, .state = COORDINATOR_OFFLINE, .phase = COORDINATOR_IDLE, .journal = {.handle = -1}, .now_ns = t_ns, .retry_ns = t_ns,
		.back_off_ns = w->back_off_ns, .without_ns = INT64_MAX,
	};
	if (rc || (rc = keep_texts(&c->words, mem, e)) || (rc = take_memory(c, mem, e)))
		return rc;
	make_hello(c);
	rng_init(&c->chance, w->instance, 1);
	id = identity(c);
	if (w->journal)
		rc = w->resume ? resume(c, mem, e) : journal_create(&c->journal, w->journal, &id, e);
	if (rc)
		coordinator_close(c);
	return rc;
}

void coordinator_close(struct coordinator *c)
{
	if (c->walk)
		journal_walk_close(c->walk);
	(void)!journal_close(&c->journal, NULL);
}

/* "value 2: computed 0.25, journal 0.5" for the first that differs; a ramp has more values than a plain target. */
static int disagree(const struct coordinator *c, struct err *e)
{
	const struct journal_walk *w = c->walk;
	size_t values = WIRE_TARGET_HEAD + 8, at = values;

	err_set(e, ERR_FORMAT, c->words.journal, "histories disagree at step %llu.%u", (unsigned long long)c->open.step, c->open.sub);
	if (w->place.step != c->open.step || w->place.sub != c->open.sub) {
		err_value(e, "the journal goes on with step %llu.%u", (unsigned long long)w->place.step, w->place.sub);
	} else if (w->target_n != c->target_n) {
		err_value(e, "computed %zu values, journal %zu", (c->target_n - values) / 8, (w->target_n - values) / 8);
	} else {
		while (at < c->target_n && memcmp(w->target + at, c->target + 4 + at, 8) == 0)
			at += 8;
		if (at == c->target_n)
			at = WIRE_TARGET_HEAD;
		err_value(e, "%s %zu: computed %.17g, journal %.17g", at < values ? "time" : "value", at < values ? 1 : (at - values) / 8 + 1,
		          bytes_real(c->target + 4 + at), bytes_real(w->target + at));
	}
	err_hint(e, "the script, its data or the program have changed since; nothing was moved");
	return ERR_FORMAT;
}

/* Is the exchange the one that stands in the journal? */
static int agree(const struct coordinator *c, struct err *e)
{
	const struct journal_walk *w = c->walk;
	bool same = w->place.step == c->open.step && w->place.sub == c->open.sub && w->flags == c->flags && w->target_n == c->target_n &&
	            memcmp(w->target, c->target + 4, c->target_n) == 0;

	return same ? 0 : disagree(c, e);
}

static void keep_answer(struct coordinator *c, const unsigned char *values)
{
	wire_signals(values, &c->out);
	if (c->flags & WIRE_RAMP)
		wire_ramped(values, c->words.trial_n, c->words.out_n, &c->ramped);
}

static int answer_from_journal(struct coordinator *c, struct err *e)
{
	int rc;

	if (c->walk->ended)
		return err_set(e, ERR_STATE, c->words.journal, "the run has ended after step %llu", (unsigned long long)c->walk->last.step);
	if ((rc = agree(c, e)))
		return rc;
	keep_answer(c, c->walk->measured + 4);
	c->last = c->walk->last;
	coordinator_act(c, COORDINATOR_MEASURED, 0, 0, "");
	return look_ahead(c, e);
}

void coordinator_end_of_replay(struct coordinator *c)
{
	if (c->walk->ended && place_same(&c->walk->last, &c->last)) {
		c->state = COORDINATOR_ENDED;
		coordinator_act(c, COORDINATOR_BYE, 0, 0, "");
		return;
	}
	snprintf(c->text, sizeof(c->text), "the test is over after step %llu, its journal goes on", (unsigned long long)c->last.step);
	coordinator_fail(c, COORDINATOR_REFUSED, ERR_FORMAT, 0, c->text);
}

/* --- exchanges ------------------------------------------------------------------------------------------ */

/* What cannot be written down is not done. The site hears of it: its specimen would wait for somebody who does not come. */
static int disk_fails(struct coordinator *c, const struct err *why, struct err *e)
{
	snprintf(c->text, sizeof(c->text), "the coordinator's journal cannot be written: %.150s", why->value[0] ? why->value : why->what);
	err_set(e, why->code, c->words.site, "%s", c->text);
	err_value(e, "%.95s", c->words.journal);
	coordinator_fail(c, COORDINATOR_REFUSED, why->code, 0, c->text);
	return why->code;
}

/* One record; not 0: it has failed, and everything comes to rest. */
static int note(struct coordinator *c, enum journal_type type, const void *payload, size_t n, enum journal_when when, struct err *e)
{
	bool exchange = type == JOURNAL_TARGET || type == JOURNAL_MEASURED;
	struct err why;

	err_clear(&why);
	if (!c->words.journal || !journal_append(&c->journal, type, exchange ? c->open.step : 0, exchange ? c->open.sub : 0, payload, n, when, &why))
		return 0;
	return disk_fails(c, &why, e);
}

static int refuse_exchange(const struct coordinator *c, uint64_t step, uint32_t sub, struct err *e)
{
	if (c->state == COORDINATOR_FAILED || c->state == COORDINATOR_ENDED || c->want_end || c->telling)
		return err_set(e, ERR_STATE, c->words.site, "the test is over for it: %s", coordinator_state_name(c->state));
	if (c->phase != COORDINATOR_IDLE)
		return err_set(e, ERR_STATE, c->words.site, "step %llu.%u is still under way", (unsigned long long)c->open.step, c->open.sub);
	if (!place_follows(&c->last, step, sub))
		return err_set(e, ERR_RANGE, c->words.site, "step %llu.%u cannot follow %llu.%u", (unsigned long long)step, sub, (unsigned long long)c->last.step,
		        c->last.sub);
	return 0;
}

/* Sizes as agreed and every number finite. */
static int check_trial(const struct coordinator *c, double instant, const struct signals *trial, const struct substeps *s, struct err *e)
{
	int n = c->words.trial_n[SLOT_DISP];
	bool good = isfinite(instant) && (!s || (isfinite(s->t0) && isfinite(s->instant0) && vec_finite(n, s->f)));

	if (memcmp(trial->n, c->words.trial_n, sizeof(trial->n)) != 0)
		return err_set(e, ERR_RANGE, c->words.site, "the trial has other sizes than the site");
	good &= signals_finite(trial);
	for (int x = 0; s && x < SUBSTEP_MOTIONS; x++)
		good &= trial->n[x] != n || (vec_finite(n, s->x0[x]) && vec_finite(n, s->now[x]));
	return good ? 0 : err_set(e, ERR_NONFINITE, c->words.site, "a target of it is not a finite number");
}

static int exchange(struct coordinator *c, int64_t t_ns, uint64_t step, uint32_t sub, double instant, const struct signals *trial,
                    const struct substeps *s, struct err *e)
{
	int rc = refuse_exchange(c, step, sub, e);

	if (t_ns > c->now_ns)
		c->now_ns = t_ns;
	if (rc || (rc = check_trial(c, instant, trial, s, e)))
		return rc;
	c->open = (struct wire_place){.step = step, .sub = sub};
	c->flags = s ? WIRE_RAMP : 0;
	bytes_put(c->target, c->flags, 4);
	c->target_n = wire_put_target(&c->last, instant, trial, s, c->target + 4);
	if (c->state == COORDINATOR_REPLAY)
		rc = answer_from_journal(c, e);
	else if (c->journalled)
		rc = agree(c, e);
	else if ((rc = note(c, JOURNAL_TARGET, c->target, 4 + c->target_n, JOURNAL_SAFE, e)))
		return rc;
	if (rc) {
		coordinator_fail(c, COORDINATOR_REFUSED, rc, 0, e ? e->what : err_message(rc));
		return rc;
	}
	/* answered from the journal already? */
	if (c->last.step == step && c->last.sub == sub)
		return 0;
	c->journalled = false;
	c->phase = c->words.propose ? COORDINATOR_PROPOSING : COORDINATOR_EXECUTING;
	coordinator_go_on(c);
	return 0;
}

int coordinator_exchange(struct coordinator *c, int64_t t_ns, uint64_t step, uint32_t sub, double instant, const struct signals *trial, struct err *e)
{
	return exchange(c, t_ns, step, sub, instant, trial, NULL, e);
}

int coordinator_ramp(struct coordinator *c, int64_t t_ns, uint64_t step, uint32_t sub, double instant, const struct signals *trial, const struct substeps *s,
                     struct err *e)
{
	if (c->gains_n == 0)
		return err_set(e, ERR_STATE, c->words.site, "no gains were given for sub-steps at the site");
	return exchange(c, t_ns, step, sub, instant, trial, s, e);
}

static int check_gains(const struct coordinator *c, const struct substep_gains *w, struct err *e)
{
	if (w->n != c->words.trial_n[SLOT_DISP] || !substep_gains_good(w, c->words.trial_n))
		return err_set(e, ERR_RANGE, c->words.site, "%d sub-steps of %d components: 1 to %d of at least 1, whose controlled motion travels", w->k, w->n,
		               SUBSTEPS_MOST);
	if (c->words.out_n[SLOT_FORCE] != w->n)
		return err_set(e, ERR_RANGE, c->words.site, "sub-steps need a force for every component: it measures %d for %d", c->words.out_n[SLOT_FORCE], w->n);
	if (!(isfinite(w->dt) && w->dt > 0.0 && isfinite(w->b_v) && isfinite(w->b_a)))
		return err_set(e, ERR_NONFINITE, c->words.site, "length and factors of its sub-steps must be finite numbers");
	for (int i = 0; i < w->n * w->n; i++)
		if (!isfinite(w->g[i]))
			return err_set(e, ERR_NONFINITE, c->words.site, "gain %d is not a finite number", i + 1);
	return 0;
}

int coordinator_gains(struct coordinator *c, int64_t t_ns, const struct substep_gains *w, struct err *e)
{
	int rc = check_gains(c, w, e);
	size_t length;

	if (rc)
		return rc;
	if (t_ns > c->now_ns)
		c->now_ns = t_ns;
	length = wire_put_gains(w, c->record);
	if (c->gains_n == length && memcmp(c->record, c->gains, length) == 0)
		return 0;
	if (c->phase != COORDINATOR_IDLE || c->state == COORDINATOR_FAILED || c->state == COORDINATOR_ENDED)
		return err_set(e, ERR_STATE, c->words.site, "gains come between steps");
	if (c->state == COORDINATOR_REPLAY || c->journalled)
		return err_set(e, ERR_FORMAT, c->words.journal, "histories disagree after step %llu: the journal has other gains", (unsigned long long)c->last.step);
	if ((rc = note(c, JOURNAL_GAINS, c->record, length, JOURNAL_NOW, e)))
		return rc;
	memcpy(c->gains, c->record, length);
	c->gains_n = length;
	coordinator_say_gains(c);
	return 0;
}

int coordinator_take(struct coordinator *c, uint32_t digest, const unsigned char *values, size_t n)
{
	uint32_t ours = wire_digest(c->last.digest, c->open.step, c->open.sub, c->target + 4 + WIRE_TARGET_HEAD, c->target_n - WIRE_TARGET_HEAD, values, n);
	int rc = 0;

	if (digest != ours) {
		snprintf(c->text, sizeof(c->text), "site %.60s: histories disagree at step %llu.%u", c->words.site, (unsigned long long)c->open.step, c->open.sub);
		coordinator_fail(c, COORDINATOR_REFUSED, ERR_FORMAT, WIRE_REFUSE_HISTORY, c->text);
		return ERR_FORMAT;
	}
	bytes_put(c->record, digest, 4);
	memcpy(c->record + 4, values, n);
	if ((rc = note(c, JOURNAL_MEASURED, c->record, 4 + n, JOURNAL_LATER, NULL)))
		return rc;
	keep_answer(c, values);
	c->last = (struct wire_place){.step = c->open.step, .sub = c->open.sub, .digest = digest};
	return 0;
}

int coordinator_note_rest(struct coordinator *c)
{
	int rc = 0;

	if (!c->rested) {
		keep_rest(c, c->welcome.rest);
		/* on the disk before it is used: the records of exchanges come after it */
		rc = note(c, JOURNAL_REST, c->rest, wire_rest_size(c->words.out_n), JOURNAL_NOW, NULL);
	}
	c->welcome.rest = c->rest;
	return rc;
}

/* Does the journal that is replayed say so, further on? */
static bool has_ended(struct coordinator *c)
{
	while (c->state == COORDINATOR_REPLAY && journal_walk_next(c->walk, NULL) > 0)
		;
	return c->walk && c->walk->ended;
}

/* What cannot be written any more is no reason not to stop; and a journal says nothing after its end. */
void coordinator_note_trip(struct coordinator *c, const char *text)
{
	unsigned char payload[WIRE_TEXT + 1];

	if (c->words.journal && !has_ended(c))
		(void)!journal_append(&c->journal, JOURNAL_TRIPPED, 0, 0, payload, wire_put_trip(text, payload), JOURNAL_SAFE, NULL);
}

void coordinator_note_end(struct coordinator *c)
{
	if (c->words.journal)
		(void)!journal_append(&c->journal, JOURNAL_ENDED, 0, 0, NULL, 0, JOURNAL_SAFE, NULL);
}
