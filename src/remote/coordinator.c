/* The coordinator's machine: what every state does with every frame is a table; exchanges and the journal are in coordinator_exchange.c. */
#include "remote/coordinator.h"

#include "remote/coordinator_priv.h"
#include "remote/journal_priv.h"

#include <stdio.h>
#include <string.h>

#define SECOND_NS 1000000000ll

const struct coordinator_words coordinator_words_default = {
	.name = "coordinator", .program = "0", .times = LINE_TIMES, .back_off_ns = SECOND_NS / 10, .back_off_most_ns = 10 *
	        SECOND_NS,
	.policy = {.sync = JOURNAL_SYNC_EVERY},
};

static const struct {
	const char *name;
	bool connected;            /* there is a connection */
	bool welcomed;             /* and the site has said WELCOME */
} row[COORDINATOR_STATES] = {
	[COORDINATOR_REPLAY]     = {"replay", false, false},
	[COORDINATOR_OFFLINE]    = {"offline", false, false},
	[COORDINATOR_CONNECTING] = {"connecting", false, false},
	[COORDINATOR_GREETING]   = {"greeting", true, false},
	[COORDINATOR_IDLE]       = {"idle", true, true},
	[COORDINATOR_PROPOSING]  = {"proposing", true, true},
	[COORDINATOR_ACCEPTED]   = {"accepted", true, true},
	[COORDINATOR_EXECUTING]  = {"executing", true, true},
	[COORDINATOR_ENDING]     = {"ending", true, true},
	[COORDINATOR_ENDED]      = {"ended", false, false},
	[COORDINATOR_FAILED]     = {"failed", false, false},
};

/* What a refusal is among our own codes; and may it pass by itself? */
static const struct {
	int code;
	bool passes;
} refusal[WIRE_REFUSALS] = {
	[WIRE_REFUSE_VERSION] = {ERR_UNSUPPORTED, false}, [WIRE_REFUSE_SITE] = {ERR_MISSING, false},     [WIRE_REFUSE_SIZES] = {ERR_RANGE, false},
	[WIRE_REFUSE_UNITS] = {ERR_UNSUPPORTED, false},   [WIRE_REFUSE_BUSY] = {ERR_STATE, true},        [WIRE_REFUSE_RUN] = {ERR_STATE, false},
	[WIRE_REFUSE_HISTORY] = {ERR_FORMAT, false},      [WIRE_REFUSE_LIMIT] = {ERR_LIMIT, false},      [WIRE_REFUSE_TRIPPED] = {ERR_STATE, false},
	[WIRE_REFUSE_ENDED] = {ERR_ENDED, false},         [WIRE_REFUSE_ORDER] = {ERR_STATE, false},      [WIRE_REFUSE_GAINS] = {ERR_STATE, false},
	[WIRE_REFUSE_DISK] = {ERR_FILE, false},           [WIRE_REFUSE_MESSAGE] = {ERR_FORMAT, true},
};

/* --- actions, time, the end -------------------------------------------------------------------------- */

void coordinator_act(struct coordinator *c, enum coordinator_kind kind, int code, enum wire_refusal why, const char *text)
{
	ASSERT(c->action_end - c->action_begin < COORDINATOR_ACTIONS);
	c->action[c->action_end++ % COORDINATOR_ACTIONS] = (struct coordinator_action){
		.kind = kind, .step = c->open.step, .sub = c->open.sub, .code = code, .refusal = why, .text = text,
	};
}

bool coordinator_next(struct coordinator *c, struct coordinator_action *ret)
{
	if (c->action_begin == c->action_end)
		return false;
	*ret = c->action[c->action_begin++ % COORDINATOR_ACTIONS];
	return true;
}

static void advance_time(struct coordinator *c, int64_t t_ns)
{
	if (t_ns > c->now_ns)
		c->now_ns = t_ns;
}

/* A site that refuses what it was asked in a test, or whose coordinator cannot go on, comes to rest as all others do, and not as its controller says where
 * there is no coordinator. */
static void say_rest(struct coordinator *c)
{
	unsigned char payload[WIRE_TEXT + 1];
	size_t n = wire_put_trip(c->text, payload);
	unsigned char *room = line_room(&c->line, n);

	if (!room)
		return;
	memcpy(room, payload, n);
	line_say(&c->line, c->now_ns, WIRE_TRIP, 0, c->open.step, c->open.sub, n);
	snprintf(c->trip, sizeof(c->trip), "%.*s", WIRE_TEXT - 1, c->text);
	c->resting = true;
}

void coordinator_fail(struct coordinator *c, enum coordinator_kind kind, int code, enum wire_refusal why, const char *text)
{
	bool connected = row[c->state].connected || c->state == COORDINATOR_CONNECTING;

	if (text != c->text)
		snprintf(c->text, sizeof(c->text), "%s", text);
	if (kind == COORDINATOR_REFUSED && row[c->state].welcomed)
		say_rest(c);
	c->state = COORDINATOR_FAILED;
	c->phase = COORDINATOR_IDLE;
	c->telling = false;
	c->parting = connected && c->resting && !c->rests;
	coordinator_act(c, kind, code, why, c->text);
	if (connected)
		coordinator_act(c, COORDINATOR_CLOSE, 0, 0, "");
}

/* The connection is gone, or of no use. What was accepted is proposed again: the site may have forgotten. */
static void drop(struct coordinator *c, bool close)
{
	uint64_t half = (uint64_t)c->back_off_ns / 2;

	c->losses++;
	if (row[c->state].welcomed)
		c->without_ns = c->now_ns;
	if (c->phase == COORDINATOR_ACCEPTED)
		c->phase = COORDINATOR_PROPOSING;
	c->state = COORDINATOR_OFFLINE;
	c->retry_ns = c->now_ns + c->back_off_ns - (int64_t)rng_below(&c->chance, half + 1);
	c->back_off_ns = c->back_off_ns > c->words.back_off_most_ns / 2 ? c->words.back_off_most_ns : 2 * c->back_off_ns;
	if (close)
		coordinator_act(c, COORDINATOR_CLOSE, 0, 0, "");
}

/* --- saying ------------------------------------------------------------------------------------------ */

static bool say(struct coordinator *c, enum wire_type type, uint32_t flags, const unsigned char *payload, size_t n)
{
	unsigned char *room = line_room(&c->line, n);

	if (!room) {
		drop(c, true);
		return false;
	}
	if (n > 0)
		memcpy(room, payload, n);
	line_say(&c->line, c->now_ns, type, flags, c->open.step, c->open.sub, n);
	return true;
}

/* The exchange as far as it has come: whole, since a new connection may lead to a site that has forgotten. */
static void say_exchange(struct coordinator *c)
{
	enum wire_type type = c->phase == COORDINATOR_EXECUTING ? WIRE_STEP : WIRE_PROPOSE;

	c->state = c->phase;
	say(c, type, c->flags, c->target + 4, c->target_n);
}

/* The site may be gone for ever after END: what it measured last stands in our journal before. A test is over also where that cannot be written. */
static void say_end(struct coordinator *c)
{
	if (c->words.journal)
		(void)!journal_flush(&c->journal, NULL);
	c->state = COORDINATOR_ENDING;
	say(c, WIRE_END, 0, NULL, 0);
}

void coordinator_go_on(struct coordinator *c)
{
	if (c->state != COORDINATOR_IDLE)
		return;
	if (c->phase != COORDINATOR_IDLE)
		say_exchange(c);
	else if (c->want_end)
		say_end(c);
}

void coordinator_say_gains(struct coordinator *c)
{
	if (row[c->state].welcomed && c->gains_n > 0)
		say(c, WIRE_GAINS, 0, c->gains, c->gains_n);
}

/* --- frames ------------------------------------------------------------------------------------------ */

static bool place_before(const struct wire_place *a, const struct wire_place *b)
{
	return a->step < b->step || (a->step == b->step && a->sub < b->sub);
}

/* What is wrong with a welcome; NULL: nothing. */
static const char *welcome_fault(const struct coordinator *c, const struct wire_welcome *w)
{
	if (w->version != WIRE_VERSION)
		return "it speaks another version";
	if (strcmp(w->site, c->words.site) != 0)
		return "it is another site";
	if (memcmp(w->trial_n, c->words.trial_n, sizeof(w->trial_n)) != 0 || memcmp(w->out_n, c->words.out_n, sizeof(w->out_n)) != 0)
		return "it has other sizes";
	if (place_before(&w->last, &c->last) || (!place_before(&c->last, &w->last) && w->last.digest != c->last.digest))
		return "histories disagree: it has executed less, or something else";
	if (c->rested && memcmp(w->rest, c->rest, (size_t)w->out_n[SLOT_DISP]) != 0)
		return "other components of it are driven than at the beginning";
	return NULL;
}

static void tell(struct coordinator *c)
{
	snprintf(c->text, sizeof(c->text), "%s", c->trip);
	say_rest(c);
	coordinator_fail(c, COORDINATOR_TRIPPED, ERR_STATE, 0, c->text);
}

static void on_welcome(struct coordinator *c, const struct wire_frame *f)
{
	const char *fault;

	if (wire_get_welcome(f, &c->welcome)) {
		drop(c, true);
		return;
	}
	if ((fault = welcome_fault(c, &c->welcome))) {
		snprintf(c->text, sizeof(c->text), "site %.60s at step %llu, we at step %llu: %.60s", c->welcome.site, (unsigned long long)c->welcome.last.step,
		         (unsigned long long)c->last.step, fault);
		coordinator_fail(c, COORDINATOR_REFUSED, ERR_FORMAT, 0, c->text);
		return;
	}
	c->state = COORDINATOR_IDLE;
	c->line.session = wire_session(c->words.run);
	if (coordinator_note_rest(c))
		return;
	if (c->telling) {
		tell(c);
		return;
	}
	c->welcomed = true;
	c->without_ns = INT64_MAX;
	c->back_off_ns = c->words.back_off_ns;
	coordinator_act(c, COORDINATOR_WELCOMED, 0, 0, c->welcome.site);
	coordinator_say_gains(c);
	c->resent += c->phase != COORDINATOR_IDLE;
	coordinator_go_on(c);
}

static bool is_open(struct coordinator *c, const struct wire_frame *f)
{
	bool same = f->step == c->open.step && f->sub == c->open.sub;

	c->ignored += !same;
	return same;
}

static void on_accept(struct coordinator *c, const struct wire_frame *f)
{
	if (!is_open(c, f))
		return;
	c->state = c->phase = COORDINATOR_ACCEPTED;
	coordinator_act(c, COORDINATOR_ACCEPT, 0, 0, "");
}

static void on_measured(struct coordinator *c, const struct wire_frame *f)
{
	struct wire_measured m;

	if (!is_open(c, f))
		return;
	if (wire_get_measured(f, c->words.trial_n, c->words.out_n, &m) || (f->flags & WIRE_RAMP) != c->flags) {
		drop(c, true);
		return;
	}
	if (coordinator_take(c, m.digest, m.values, f->length - 4))
		return;
	c->state = c->phase = COORDINATOR_IDLE;
	coordinator_act(c, COORDINATOR_MEASURED, 0, 0, "");
	coordinator_go_on(c);
}

static void on_bye(struct coordinator *c, const struct wire_frame *f)
{
	(void)f;
	coordinator_note_end(c);
	c->state = COORDINATOR_ENDED;
	coordinator_act(c, COORDINATOR_BYE, 0, 0, "");
	coordinator_act(c, COORDINATOR_CLOSE, 0, 0, "");
}

/* Does nothing stand under load there any more? */
static bool is_rest(enum wire_refusal why)
{
	return why == WIRE_REFUSE_TRIPPED || why == WIRE_REFUSE_ENDED;
}

static void on_refuse(struct coordinator *c, const struct wire_frame *f)
{
	struct wire_refuse m;

	if (wire_get_refuse(f, &m)) {
		drop(c, true);
		return;
	}
	if (refusal[m.code].passes) {
		snprintf(c->text, sizeof(c->text), "site %.60s refuses for now: %s", c->words.site, m.text);
		drop(c, true);
		return;
	}
	/* all is measured, only the farewell was lost, and the site has gone on to another test */
	if (m.code == WIRE_REFUSE_RUN && c->want_end && c->phase == COORDINATOR_IDLE) {
		on_bye(c, f);
		return;
	}
	snprintf(c->text, sizeof(c->text), "site %.60s refuses: %s", c->words.site, m.text);
	c->rests = is_rest(m.code);
	c->resting |= c->rests;
	coordinator_fail(c, COORDINATOR_REFUSED, refusal[m.code].code, m.code, c->text);
}

static void on_trip(struct coordinator *c, const struct wire_frame *f)
{
	char text[WIRE_TEXT];

	if (wire_get_trip(f, text)) {
		drop(c, true);
		return;
	}
	coordinator_note_trip(c, text);
	c->resting = c->rests = true;
	snprintf(c->text, sizeof(c->text), "site %.60s has tripped: %s", c->words.site, text);
	coordinator_fail(c, COORDINATOR_TRIPPED, ERR_LIMIT, 0, c->text);
}

/* An answer that was on its way already when it did not matter any more. */
static void ignore(struct coordinator *c, const struct wire_frame *f)
{
	(void)f;
	c->ignored++;
}

typedef void on_frame(struct coordinator *c, const struct wire_frame *f);

/* What is not in the table is no sentence of this protocol: the connection is closed. */
static on_frame *const on[COORDINATOR_STATES][WIRE_TYPES] = {
	[COORDINATOR_GREETING]  = {[WIRE_WELCOME] = on_welcome, [WIRE_REFUSE] = on_refuse, [WIRE_TRIP] = on_trip},
	[COORDINATOR_IDLE]      = {[WIRE_ACCEPT] = ignore,    [WIRE_MEASURED] = ignore,      [WIRE_REFUSE] = on_refuse, [WIRE_TRIP] = on_trip},
	[COORDINATOR_PROPOSING] = {[WIRE_ACCEPT] = on_accept, [WIRE_MEASURED] = on_measured, [WIRE_REFUSE] = on_refuse, [WIRE_TRIP] = on_trip},
	[COORDINATOR_ACCEPTED]  = {[WIRE_ACCEPT] = ignore,    [WIRE_MEASURED] = ignore,      [WIRE_REFUSE] = on_refuse, [WIRE_TRIP] = on_trip},
	[COORDINATOR_EXECUTING] = {[WIRE_ACCEPT] = ignore,    [WIRE_MEASURED] = on_measured, [WIRE_REFUSE] = on_refuse, [WIRE_TRIP] = on_trip},
	[COORDINATOR_ENDING]    = {[WIRE_ACCEPT] = ignore,    [WIRE_MEASURED] = ignore,      [WIRE_REFUSE] = on_refuse, [WIRE_TRIP] = on_trip, [WIRE_BYE] = on_bye},
};

/* Nothing more to wait for. */
static void part(struct coordinator *c)
{
	c->parting = false;
	coordinator_act(c, COORDINATOR_CLOSE, 0, 0, "");
}

/* Does a site that was told to rest say that it does, or that the test is over there? */
static void hear_rest(struct coordinator *c, const struct wire_frame *f)
{
	struct wire_refuse m;

	c->rests = f->type == WIRE_TRIP || f->type == WIRE_BYE || (f->type == WIRE_REFUSE && !wire_get_refuse(f, &m) && is_rest(m.code));
	if (c->rests)
		part(c);
}

static void frame(struct coordinator *c, const struct wire_frame *f)
{
	on_frame *does = on[c->state][f->type];
	bool ours = f->session == wire_session(c->words.run) || (f->session == 0 && (f->type == WIRE_REFUSE || f->type == WIRE_TRIP));

	if (c->parting && ours)
		hear_rest(c, f);
	else if (does && ours)
		does(c, f);
	else if (!c->parting)
		drop(c, true);
}

/* --- what happened ----------------------------------------------------------------------------------- */

void coordinator_connected(struct coordinator *c, int64_t t_ns)
{
	unsigned char *room;

	advance_time(c, t_ns);
	if (c->state != COORDINATOR_CONNECTING)
		return;
	line_open(&c->line, c->now_ns);
	c->state = COORDINATOR_GREETING;
	c->hello.last = c->last;
	if ((room = line_room(&c->line, WIRE_HEADER + 512)))
		line_say(&c->line, c->now_ns, WIRE_HELLO, 0, 0, 0, wire_put_hello(&c->hello, room));
}

/* Somebody who was never our site does not become it. What was, may be damaged on the way. */
static void nonsense(struct coordinator *c, enum wire_fault fault)
{
	if (c->parting) {
		part(c);
		return;
	}
	snprintf(c->text, sizeof(c->text), "site %.60s: a frame that is none: %s", c->words.site, wire_fault_name(fault));
	if (fault == WIRE_BAD_VERSION && !c->welcomed)
		coordinator_fail(c, COORDINATOR_REFUSED, ERR_UNSUPPORTED, WIRE_REFUSE_VERSION, c->text);
	else
		drop(c, true);
}

void coordinator_bytes(struct coordinator *c, int64_t t_ns, const unsigned char *bytes, size_t n)
{
	struct wire_frame f;

	advance_time(c, t_ns);
	while (row[c->state].connected || c->parting) {
		enum wire_fault fault = line_hear(&c->line, c->now_ns, &f);
		size_t taken;

		if (fault == WIRE_GOOD) {
			frame(c, &f);
			continue;
		}
		if (fault != WIRE_MORE) {
			nonsense(c, fault);
			return;
		}
		if (n == 0)
			return;
		taken = wire_feed(&c->line.in, bytes, n);
		bytes += taken;
		n -= taken;
	}
}

void coordinator_lost(struct coordinator *c, int64_t t_ns)
{
	advance_time(c, t_ns);
	c->parting = false;
	if (row[c->state].connected || c->state == COORDINATOR_CONNECTING)
		drop(c, false);
}

static bool gives_up(const struct coordinator *c)
{
	return c->words.give_up_ns > 0 && c->without_ns != INT64_MAX && c->now_ns - c->without_ns >= c->words.give_up_ns;
}

void coordinator_time(struct coordinator *c, int64_t t_ns)
{
	const struct line_times *w = &c->words.times;

	advance_time(c, t_ns);
	if (row[c->state].connected && line_time(&c->line, c->now_ns, w))
		drop(c, true);
	if ((c->state == COORDINATOR_CONNECTING || c->state == COORDINATOR_GREETING) && c->now_ns - c->retry_ns >= w->patience_ns)
		drop(c, true);
	if (c->state != COORDINATOR_REPLAY && c->state < COORDINATOR_IDLE && gives_up(c)) {
		snprintf(c->text, sizeof(c->text), "site %.60s: no connection for %.1f s", c->words.site, (double)(c->now_ns - c->without_ns) * 1e-9);
		coordinator_fail(c, COORDINATOR_REFUSED, ERR_LOST, 0, c->text);
	}
	if (c->state == COORDINATOR_OFFLINE && c->now_ns >= c->retry_ns) {
		c->state = COORDINATOR_CONNECTING;
		c->retry_ns = c->now_ns;
		coordinator_act(c, COORDINATOR_CONNECT, 0, 0, "");
	}
}

static int64_t sooner(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

int64_t coordinator_deadline(const struct coordinator *c)
{
	const struct line_times *w = &c->words.times;
	int64_t t = INT64_MAX;

	if (row[c->state].connected)
		t = line_deadline(&c->line, w);
	if (c->state == COORDINATOR_CONNECTING || c->state == COORDINATOR_GREETING)
		t = sooner(t, c->retry_ns + w->patience_ns);
	if (c->state == COORDINATOR_OFFLINE)
		t = c->retry_ns;
	if (c->words.give_up_ns > 0 && c->without_ns != INT64_MAX && c->state != COORDINATOR_REPLAY && c->state < COORDINATOR_IDLE)
		t = sooner(t, c->without_ns + c->words.give_up_ns);
	return t;
}

/* --- what is wanted of the connection ------------------------------------------------------------------ */

void coordinator_execute(struct coordinator *c, int64_t t_ns)
{
	advance_time(c, t_ns);
	if (c->phase != COORDINATOR_ACCEPTED || c->state != COORDINATOR_ACCEPTED)
		return;
	c->state = c->phase = COORDINATOR_EXECUTING;
	say(c, WIRE_EXECUTE, 0, NULL, 0);
}

void coordinator_trip(struct coordinator *c, int64_t t_ns, const char *text)
{
	advance_time(c, t_ns);
	if (c->state == COORDINATOR_FAILED || c->state == COORDINATOR_ENDED || c->telling)
		return;
	coordinator_note_trip(c, text);
	snprintf(c->trip, sizeof(c->trip), "%s", text);
	if (row[c->state].welcomed) {
		tell(c);
	} else if (c->welcomed || (c->last.step > 0 && c->state != COORDINATOR_REPLAY)) {
		c->telling = true;
		c->retry_ns = c->state == COORDINATOR_OFFLINE ? c->now_ns : c->retry_ns;
	} else {
		coordinator_fail(c, COORDINATOR_TRIPPED, ERR_STATE, 0, text);
	}
}

bool coordinator_parts(const struct coordinator *c)
{
	return c->parting;
}

void coordinator_tell_again(struct coordinator *c, int64_t t_ns)
{
	advance_time(c, t_ns);
	if (c->state != COORDINATOR_FAILED || !c->resting || c->rests)
		return;
	c->resting = c->parting = false;
	c->telling = true;
	c->state = COORDINATOR_OFFLINE;
	c->retry_ns = c->now_ns;
}

void coordinator_let_be(struct coordinator *c, int64_t t_ns)
{
	advance_time(c, t_ns);
	if (c->telling)
		coordinator_fail(c, COORDINATOR_TRIPPED, ERR_STATE, 0, c->trip);
	if (c->parting)
		part(c);
}

bool coordinator_is_restless(const struct coordinator *c)
{
	bool over = c->state == COORDINATOR_ENDED || (c->walk && c->walk->ended);

	return !c->rests && !over && (c->welcomed || c->last.step > 0);
}

void coordinator_end(struct coordinator *c, int64_t t_ns)
{
	advance_time(c, t_ns);
	if (c->state == COORDINATOR_FAILED || c->state == COORDINATOR_ENDED)
		return;
	c->want_end = true;
	if (c->state == COORDINATOR_REPLAY)
		coordinator_end_of_replay(c);
	coordinator_go_on(c);
}

const unsigned char *coordinator_output(const struct coordinator *c, size_t *ret_n)
{
	return line_output(&c->line, ret_n);
}

void coordinator_sent(struct coordinator *c, size_t n)
{
	line_sent(&c->line, n);
}

const struct signals *coordinator_answer(const struct coordinator *c)
{
	return &c->out;
}

const struct substeps *coordinator_ramped(const struct coordinator *c)
{
	return &c->ramped;
}

const struct signals *coordinator_rest(const struct coordinator *c)
{
	return c->rested ? &c->at_rest : NULL;
}

bool coordinator_driven(const struct coordinator *c, int component)
{
	return !c->rested || c->rest[component] == 1;
}

const struct wire_welcome *coordinator_site(const struct coordinator *c)
{
	return c->welcomed ? &c->welcome : NULL;
}

bool coordinator_replays(const struct coordinator *c)
{
	return c->state == COORDINATOR_REPLAY;
}

bool coordinator_failed(const struct coordinator *c)
{
	return c->state == COORDINATOR_FAILED;
}

const char *coordinator_state_name(enum coordinator_state s)
{
	return (unsigned)s < COORDINATOR_STATES ? row[s].name : "unknown";
}
