/* The site's machine: what every state does with every frame is a table. Greeting is in host_greet.c, memory and journal in host_run.c. */
#include "remote/host.h"

#include "math/vec.h"
#include "remote/bytes.h"
#include "remote/host_priv.h"
#include "remote/journal_priv.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --- actions and lines --------------------------------------------------------------------------------- */

void host_act(struct host *h, enum host_kind kind, int line, const char *text)
{
	ASSERT(h->action_end - h->action_begin < HOST_ACTIONS);
	h->action[h->action_end++ % HOST_ACTIONS] = (struct host_action){.kind = kind, .line = line, .step = h->open.place.step, .sub = h->open.place.sub, .text
	        = text};
}

bool host_next(struct host *h, struct host_action *ret)
{
	if (h->action_begin == h->action_end)
		return false;
	*ret = h->action[h->action_begin++ % HOST_ACTIONS];
	return true;
}

static void advance_time(struct host *h, int64_t t_ns)
{
	if (t_ns > h->now_ns)
		h->now_ns = t_ns;
}

static void leave(struct host *h, int line)
{
	if (line != h->served)
		return;
	h->served = -1;
	host_act(h, HOST_LEFT, line, h->hello.name);
}

void host_end_line(struct host *h, int line)
{
	leave(h, line);
	h->line_state[line] = HOST_LINE_CLOSING;
	h->line[line].since_ns = h->now_ns;
	host_act(h, HOST_CLOSE, line, "");
}

static void say(struct host *h, int line, enum wire_type type, uint32_t flags, uint64_t step, uint32_t sub, const unsigned char *payload, size_t n)
{
	unsigned char *room = line_room(&h->line[line], n);

	if (!room) {
		if (h->line_state[line] != HOST_LINE_CLOSING)
			host_end_line(h, line);
		return;
	}
	if (n > 0)
		memcpy(room, payload, n);
	line_say(&h->line[line], h->now_ns, type, flags, step, sub, n);
}

void host_refuse(struct host *h, int line, enum wire_refusal code, const char *format, ...)
{
	unsigned char payload[WIRE_TEXT + 8];
	va_list args;

	va_start(args, format);
	vsnprintf(h->refusal, sizeof(h->refusal), format, args);
	va_end(args);
	h->refused++;
	say(h, line, WIRE_REFUSE, 0, 0, 0, payload, wire_put_refuse(code, h->refusal, payload));
}

/* --- the rig's side -------------------------------------------------------------------------------------- */

static void trip(struct host *h, const char *text)
{
	unsigned char payload[WIRE_TEXT + 8];

	if (h->state == HOST_TRIPPED)
		return;
	/* a journal says nothing after its end */
	if (h->state == HOST_ENDED)
		host_leave_run(h);
	snprintf(h->why, sizeof(h->why), "%s", text);
	h->state = HOST_TRIPPED;
	host_act(h, HOST_REST, -1, h->why);
	/* the specimen is brought to rest whether or not it can be written down */
	(void)!host_note(h, JOURNAL_TRIPPED, 0, 0, payload, wire_put_trip(text, payload), NULL);
	if (h->served >= 0)
		say(h, h->served, WIRE_TRIP, 0, h->last.step, h->last.sub, payload, wire_put_trip(text, payload));
}

/* Nothing is accepted or answered that is not on the disk. Not 0: it could not be written, and everything comes to rest. */
static int keep(struct host *h, enum journal_type type, uint64_t step, uint32_t sub, const void *payload, size_t n)
{
	char text[WIRE_TEXT];
	struct err e;
	int rc;

	err_clear(&e);
	if (!(rc = host_note(h, type, step, sub, payload, n, &e)))
		return 0;
	snprintf(text, sizeof(text), "the journal cannot be written: %.150s", e.value[0] ? e.value : e.what);
	if (h->served >= 0)
		host_refuse(h, h->served, WIRE_REFUSE_DISK, "%s", text);
	trip(h, text);
	return rc;
}

static void say_measured(struct host *h, const struct host_entry *x)
{
	unsigned char *room;

	if (h->served < 0)
		return;
	if (!(room = line_room(&h->line[h->served], 4 + x->measured_n))) {
		host_end_line(h, h->served);
		return;
	}
	bytes_put(room, x->place.digest, 4);
	memcpy(room + 4, x->measured, x->measured_n);
	line_say(&h->line[h->served], h->now_ns, WIRE_MEASURED, x->flags, x->place.step, x->place.sub, 4 + x->measured_n);
}

static bool all_finite(const struct signals *s, const struct substeps *ramp, int n)
{
	bool good = signals_finite(s) && (!ramp || vec_finite(n, ramp->before));

	for (int x = 0; ramp && x < SUBSTEP_MOTIONS; x++)
		good &= !ramp->now[x] || vec_finite(n, ramp->now[x]);
	return good;
}

void host_measured(struct host *h, int64_t t_ns, const struct signals *out, const struct substeps *ramp)
{
	const struct host_entry *open = &h->open;
	unsigned char *payload = h->record;
	int n = h->words.trial_n[SLOT_DISP];
	uint32_t digest;
	size_t length;

	advance_time(h, t_ns);
	if (h->state != HOST_MOVING)
		return;
	if (!all_finite(out, ramp, n)) {
		trip(h, "a measurement is not a finite number");
		return;
	}
	length = wire_put_measured(0, out, ramp, h->words.trial_n, payload);
	digest = wire_digest(h->last.digest, open->place.step, open->place.sub, open->target, open->target_n, payload + 4, length - 4);
	bytes_put(payload, digest, 4);
	if (keep(h, JOURNAL_MEASURED, open->place.step, open->place.sub, payload, length))
		return;
	host_keep_measured(h, digest, payload + 4, length - 4);
	h->state = HOST_READY;
	say_measured(h, host_recall(h, h->last.step, h->last.sub));
}

void host_failed(struct host *h, int64_t t_ns, const char *text)
{
	advance_time(h, t_ns);
	trip(h, text);
}

int host_acknowledge(struct host *h, int64_t t_ns, struct err *e)
{
	int rc;

	advance_time(h, t_ns);
	if (h->state != HOST_TRIPPED)
		return err_set(e, ERR_STATE, h->words.site, "has not tripped");
	if ((rc = host_note(h, JOURNAL_ACKNOWLEDGED, 0, 0, NULL, 0, e)))
		return rc;
	h->state = !h->run[0] ? HOST_NEW : h->open.place.step > 0 ? HOST_ACCEPTED : HOST_READY;
	return 0;
}

/* --- frames of the coordinator --------------------------------------------------------------------------- */

static void move(struct host *h)
{
	h->state = HOST_MOVING;
	host_act(h, HOST_MOVE, -1, "");
}

/* The same targets at the same instant, bit for bit. */
static bool same_target(const struct host_entry *x, const struct wire_frame *f)
{
	return x->flags == (f->flags & WIRE_RAMP) && x->target_n == f->length - WIRE_TARGET_HEAD && memcmp(x->target, f->payload + WIRE_TARGET_HEAD, x->target_n)
	        == 0;
}

static void other_history(struct host *h, const struct wire_frame *f)
{
	host_refuse(h, h->served, WIRE_REFUSE_HISTORY, "histories disagree: step %llu.%u came here with other targets", (unsigned long long)f->step, f->sub);
}

/* One that was executed: answered from memory, and nothing moves. */
static void repeat(struct host *h, const struct wire_frame *f, const struct host_entry *x)
{
	if (!same_target(x, f)) {
		other_history(h, f);
		return;
	}
	h->repeated++;
#ifdef PLANTED_BUG
	/* for tests/sim/planted_test.c: a site that moves again for a repeated message, which the checker of histories must find */
	host_keep_target(h, f->step, f->sub, f->flags, f->payload, f->length);
	move(h);
#else
	say_measured(h, x);
#endif
}

/* May the rig go to the open targets, with the limits of now? */
static bool is_allowed(struct host *h, const struct wire_frame *f)
{
	char why[WIRE_TEXT] = "the rig cannot go there";

	if (!h->words.check || !h->words.check(h->words.self, &h->move, why, sizeof(why)))
		return true;
	host_refuse(h, h->served, WIRE_REFUSE_LIMIT, "step %llu.%u: %s", (unsigned long long)f->step, f->sub, why);
	return false;
}

static void go_on(struct host *h, const struct wire_frame *f, bool execute)
{
	if (execute)
		move(h);
	else
		say(h, h->served, WIRE_ACCEPT, 0, f->step, f->sub, NULL, 0);
}

/* One that was accepted, and perhaps is under way. It may have been accepted by a process with other limits. */
static void insist(struct host *h, const struct wire_frame *f, bool execute)
{
	if (!same_target(&h->open, f))
		other_history(h, f);
	else if (h->state == HOST_MOVING)
		h->repeated++;
	else if (is_allowed(h, f))
		go_on(h, f, execute);
}

/* The next one: checked against the limits, put on the disk, accepted. */
static void accept_new(struct host *h, const struct wire_frame *f, bool execute)
{
	if (f->flags & WIRE_RAMP && h->gains_n == 0) {
		host_refuse(h, h->served, WIRE_REFUSE_GAINS, "step %llu asks for sub-steps at the site, and no gains have come", (unsigned long long)f->step);
		return;
	}
	host_keep_target(h, f->step, f->sub, f->flags, f->payload, f->length);
	if (!is_allowed(h, f)) {
		h->open.place = (struct wire_place){0};
		return;
	}
	bytes_put(h->record, h->open.flags, 4);
	memcpy(h->record + 4, f->payload, f->length);
	if (keep(h, JOURNAL_TARGET, f->step, f->sub, h->record, 4 + (size_t)f->length))
		return;
	h->state = HOST_ACCEPTED;
	go_on(h, f, execute);
}

static void ended(struct host *h, const struct wire_frame *f)
{
	host_refuse(h, h->served, WIRE_REFUSE_ENDED, "%s: the run has ended", wire_type_name(f->type));
}

static void exchange(struct host *h, const struct wire_frame *f, bool execute)
{
	const struct host_entry *x;
	struct wire_target t;

	if (wire_get_target(f, h->words.trial_n, &t)) {
		host_refuse(h, h->served, WIRE_REFUSE_MESSAGE, "the targets of step %llu.%u are not as they should be", (unsigned long long)f->step, f->sub);
		host_end_line(h, h->served);
		return;
	}
	if ((x = host_recall(h, f->step, f->sub)))
		repeat(h, f, x);
	else if (h->open.place.step == f->step && h->open.place.sub == f->sub)
		insist(h, f, execute);
	else if (h->state == HOST_READY && place_follows(&h->last, f->step, f->sub) && place_same(&t.before, &h->last))
		accept_new(h, f, execute);
	else if (h->state == HOST_ENDED)
		ended(h, f);
	else
		host_refuse(h, h->served, WIRE_REFUSE_ORDER, "step %llu.%u does not follow: the last executed is %llu.%u, the coordinator's %llu.%u",
		            (unsigned long long)f->step, f->sub, (unsigned long long)h->last.step, h->last.sub, (unsigned long long)t.before.step, t.before.sub);
}

static void on_propose(struct host *h, const struct wire_frame *f)
{
	exchange(h, f, false);
}

static void on_step(struct host *h, const struct wire_frame *f)
{
	exchange(h, f, true);
}

/* EXECUTE has no targets: only what was accepted, or executed, on this very connection or an earlier one. */
static void on_execute(struct host *h, const struct wire_frame *f)
{
	const struct host_entry *x = host_recall(h, f->step, f->sub);

	if (x) {
		h->repeated++;
		say_measured(h, x);
	} else if (h->open.place.step != f->step || h->open.place.sub != f->sub) {
		host_refuse(h, h->served, WIRE_REFUSE_ORDER, "step %llu.%u was not proposed", (unsigned long long)f->step, f->sub);
	} else if (h->state == HOST_ACCEPTED) {
		if (is_allowed(h, f))
			move(h);
	} else {
		h->repeated++;
	}
}

static void on_gains(struct host *h, const struct wire_frame *f)
{
	struct wire_gains g;

	if (wire_get_gains(f, h->words.trial_n, &g)) {
		host_refuse(h, h->served, WIRE_REFUSE_GAINS, "gains must be %d x %d finite numbers, for 1 to %d sub-steps", h->words.trial_n[SLOT_DISP],
		            h->words.trial_n[SLOT_DISP], SUBSTEPS_MOST);
		return;
	}
	if (h->words.out_n[SLOT_FORCE] != g.w.n) {
		host_refuse(h, h->served, WIRE_REFUSE_GAINS, "sub-steps need a force for every component: this site measures %d for %d", h->words.out_n[SLOT_FORCE],
		            g.w.n);
		return;
	}
	if (h->gains_n == f->length && memcmp(h->gains_bytes, f->payload, f->length) == 0)
		return;
	/* for steps to come: what is open was accepted with the gains of its time */
	if (h->state == HOST_ENDED) {
		ended(h, f);
		return;
	}
	if (h->state != HOST_READY) {
		host_refuse(h, h->served, WIRE_REFUSE_ORDER, "gains come between steps");
		return;
	}
	if (keep(h, JOURNAL_GAINS, 0, 0, f->payload, f->length))
		return;
	memcpy(h->gains_bytes, f->payload, f->length);
	h->gains_n = f->length;
	host_keep_gains(h, &g);
}

static void on_trip(struct host *h, const struct wire_frame *f)
{
	char text[WIRE_TEXT], why[WIRE_TEXT];

	snprintf(why, sizeof(why), "coordinator: %.200s", wire_get_trip(f, text) ? "trip" : text);
	trip(h, why);
}

static void on_end(struct host *h, const struct wire_frame *f)
{
	(void)f;
	if (h->state != HOST_ENDED && keep(h, JOURNAL_ENDED, 0, 0, NULL, 0))
		return;
	if (h->state != HOST_ENDED)
		host_act(h, HOST_END, -1, h->run);
	h->state = HOST_ENDED;
	h->open.place = (struct wire_place){0};
	say(h, h->served, WIRE_BYE, 0, 0, 0, NULL, 0);
	host_end_line(h, h->served);
}

static void busy(struct host *h, const struct wire_frame *f)
{
	host_refuse(h, h->served, WIRE_REFUSE_ORDER, "%s while the rig moves", wire_type_name(f->type));
}

static void tripped(struct host *h, const struct wire_frame *f)
{
	unsigned char payload[WIRE_TEXT + 8];

	say(h, h->served, WIRE_TRIP, 0, f->step, f->sub, payload, wire_put_trip(h->why, payload));
}

typedef void on_frame(struct host *h, const struct wire_frame *f);

#define ROW(propose, execute, step, gains, trip, end) \
	{[WIRE_PROPOSE] = propose, [WIRE_EXECUTE] = execute, [WIRE_STEP] = step, [WIRE_GAINS] = gains, [WIRE_TRIP] = trip, [WIRE_END] = end}

/* What is not in the table is no sentence of this protocol: the connection is closed. */
static on_frame *const on[HOST_STATES][WIRE_TYPES] = {
	/*                      propose     execute     step     gains     trip     end   */
	[HOST_READY]    = ROW(on_propose, on_execute, on_step, on_gains, on_trip, on_end),
	[HOST_ACCEPTED] = ROW(on_propose, on_execute, on_step, on_gains, on_trip, on_end),
	[HOST_MOVING]   = ROW(on_propose, on_execute, on_step, on_gains, on_trip, busy),
	[HOST_TRIPPED]  = ROW(tripped,    tripped,    tripped, tripped,  on_trip, tripped),
	[HOST_ENDED]    = ROW(on_propose, on_execute, on_step, on_gains, ended,   on_end),
};

static void frame(struct host *h, int line, const struct wire_frame *f)
{
	on_frame *does = on[h->state][f->type];

	if (h->line_state[line] == HOST_LINE_OPEN && f->type == WIRE_HELLO) {
		host_hello(h, line, f);
	} else if (h->line_state[line] != HOST_LINE_SERVED || !does || f->session != h->line[line].session) {
		host_refuse(h, line, WIRE_REFUSE_MESSAGE, "%s has no place here", wire_type_name(f->type));
		host_end_line(h, line);
	} else {
		does(h, f);
	}
}

/* --- connections ------------------------------------------------------------------------------------------ */

int host_connected(struct host *h, int64_t t_ns)
{
	advance_time(h, t_ns);
	for (int i = 0; i < HOST_LINES; i++)
		if (h->line_state[i] == HOST_LINE_FREE) {
			line_open(&h->line[i], h->now_ns);
			h->line_state[i] = HOST_LINE_OPEN;
			return i;
		}
	return -1;
}

static bool listens(const struct host *h, int line)
{
	return h->line_state[line] == HOST_LINE_OPEN || h->line_state[line] == HOST_LINE_SERVED;
}

void host_bytes(struct host *h, int line, int64_t t_ns, const unsigned char *bytes, size_t n)
{
	struct line *l = &h->line[line];
	struct wire_frame f;

	advance_time(h, t_ns);
	while (listens(h, line)) {
		enum wire_fault fault = line_hear(l, h->now_ns, &f);
		size_t taken;

		if (fault == WIRE_GOOD) {
			frame(h, line, &f);
			continue;
		}
		if (fault != WIRE_MORE) {
			host_refuse(h, line, fault == WIRE_BAD_VERSION ? WIRE_REFUSE_VERSION : WIRE_REFUSE_MESSAGE, "a frame that is none: %s", wire_fault_name(fault));
			host_end_line(h, line);
			return;
		}
		if (n == 0)
			return;
		taken = wire_feed(&l->in, bytes, n);
		bytes += taken;
		n -= taken;
	}
}

void host_lost(struct host *h, int line, int64_t t_ns)
{
	advance_time(h, t_ns);
	leave(h, line);
	h->line_state[line] = HOST_LINE_FREE;
}

void host_time(struct host *h, int64_t t_ns)
{
	const struct line_times *w = &h->words.times;

	advance_time(h, t_ns);
	for (int i = 0; i < HOST_LINES; i++) {
		bool late = h->now_ns - h->line[i].since_ns >= w->patience_ns;

		if (h->line_state[i] == HOST_LINE_CLOSING && late)
			h->line_state[i] = HOST_LINE_FREE;
		else if ((h->line_state[i] == HOST_LINE_OPEN && late) || (listens(h, i) && line_time(&h->line[i], h->now_ns, w)))
			host_end_line(h, i);
	}
}

int64_t host_deadline(const struct host *h)
{
	const struct line_times *w = &h->words.times;
	int64_t t = INT64_MAX;

	for (int i = 0; i < HOST_LINES; i++) {
		int64_t patience = h->line[i].since_ns + w->patience_ns, line = line_deadline(&h->line[i], w);

		if (listens(h, i) && line < t)
			t = line;
		if ((h->line_state[i] == HOST_LINE_OPEN || h->line_state[i] == HOST_LINE_CLOSING) && patience < t)
			t = patience;
	}
	return t;
}

const unsigned char *host_output(const struct host *h, int line, size_t *ret_n)
{
	return line_output(&h->line[line], ret_n);
}

void host_sent(struct host *h, int line, size_t n)
{
	line_sent(&h->line[line], n);
}

