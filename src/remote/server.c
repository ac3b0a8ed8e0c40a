/* The loop of a site's server. How it begins, and the rig behind it: server_rig.c. */
#include "remote/server_priv.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "remote/pump.h"

#include <stdio.h>
#include <string.h>

enum { NAP_NS = 50000000, LOOK_NS = 200000, DOOR_NS = 10000000, SHAKE_NS = 1000000, REFUSALS_SAID = 20 };

static const int64_t MINUTE_NS = 60000000000;

static struct clock wall = {.ops = &clock_monotonic};

void server_say(const struct server *s, const char *format, ...)
{
	char line[640];
	int n = snprintf(line, sizeof line, "site %s: ", s->words.name);
	va_list list;

	va_start(list, format);
	vsnprintf(line + n, sizeof line - (size_t)n, format, list);
	va_end(list);
	if (s->words.say)
		s->words.say(line);
}

void server_tell(const struct server *s, const char *kind, const char *text)
{
	if (s->watched && s->words.watch.event)
		s->words.watch.event(s->words.watch.self, kind, text);
}

int server_begin(struct server *s, bool resumed, struct err *e)
{
	int code = s->words.watch.begin ? s->words.watch.begin(s->words.watch.self, s->host.run, resumed, e) : 0;

	s->watched = !code;
	return code;
}

/* Strangers cannot fill a log: after REFUSALS_SAID lines in a minute the rest is counted. from: a connection's address; NULL: a coordinator has it. */
static void say_refused(struct server *s, const char *from, const char *what, const char *value)
{
	if (s->refusals.said == 0)
		s->refusals.since_ns = clock_now(&wall);
	if (s->refusals.said++ < REFUSALS_SAID)
		server_say(s, "%s%s: %s%s%s", from ? "no connection with " : "a coordinator is refused", from ? from : "", what, value[0] ? ": " : "", value);
	else
		s->refusals.unsaid++;
}

/* The machine's refusals; and the sum of those that were not said. */
static void look_at_refusals(struct server *s, bool end)
{
	if (s->host.refused != s->refusals.host)
		say_refused(s, NULL, s->host.refusal, "");
	s->refusals.host = s->host.refused;
	if (s->refusals.said == 0 || !(end || clock_now(&wall) - s->refusals.since_ns >= MINUTE_NS))
		return;
	if (s->refusals.unsaid > 0)
		server_say(s, "%d more were refused", s->refusals.unsaid);
	s->refusals.said = s->refusals.unsaid = 0;
}

/* --- connections ------------------------------------------------------------------------------------ */

static void accept_all(struct server *s)
{
	const struct stream_words w = {.tls = s->words.tls, .name = s->words.coordinator, .open_plain = s->words.open_plain};
	struct err e;

	for (int i = 0; i < LISTENER_PLACES; i++) {
		err_clear(&e);
		if (s->waiting[i])
			continue;
		if (listener_accept(s->listener, &w, &s->waiting[i], &e)) {
			say_refused(s, "somebody", e.what, e.value);
			s->waiting[i] = NULL;
		}
		if (!s->waiting[i])
			return;
	}
}

static void lose(struct server *s, int i)
{
	stream_close(s->line[i]);
	s->line[i] = NULL;
	host_lost(&s->host, i, clock_now(&wall));
}

/* The line of the one who has been connected for longest and has not said HELLO; -1: all have. */
static int oldest_unknown(const struct server *s)
{
	int oldest = -1;

	for (int i = 0; i < HOST_LINES; i++)
		if (s->host.line_state[i] == HOST_LINE_OPEN && (oldest < 0 || s->host.line[i].since_ns < s->host.line[oldest].since_ns))
			oldest = i;
	return oldest;
}

/* A handshake that is over: a line of the host's. When all are taken, one who has said nothing so far gives way. */
static void enter(struct server *s, int i)
{
	int line = host_connected(&s->host, clock_now(&wall)), unknown = line < 0 ? oldest_unknown(s) : -1;

	if (unknown >= 0) {
		say_refused(s, stream_address(s->line[unknown]), "it has not said HELLO, and a newer connection wants its place", "");
		lose(s, unknown);
		line = host_connected(&s->host, clock_now(&wall));
	}
	if (line < 0)
		stream_close(s->waiting[i]);
	else
		s->line[line] = s->waiting[i];
	s->waiting[i] = NULL;
}

/* While a test goes on strangers have SHAKE_NS at a time, one after the other. */
static void shake(struct server *s)
{
	int64_t end = clock_now(&wall) + SHAKE_NS;
	struct err e;

	for (int k = 0; k < LISTENER_PLACES && (s->host.served < 0 || clock_now(&wall) < end); k++) {
		int i = s->shaken = (s->shaken + 1) % LISTENER_PLACES;

		err_clear(&e);
		if (!s->waiting[i])
			continue;
		if (stream_work(s->waiting[i], &e)) {
			say_refused(s, stream_address(s->waiting[i]), e.what, e.value);
			stream_close(s->waiting[i]);
			s->waiting[i] = NULL;
		} else if (stream_phase(s->waiting[i]) == STREAM_OPEN) {
			enter(s, i);
		}
	}
}

/* Nothing is accepted, and no test ended, of a rig that has stopped meanwhile. */
static void take(void *self, int line, int64_t t_ns, const unsigned char *bytes, size_t n)
{
	struct server *s = self;

	server_watch(s);
	host_bytes(&s->host, line, t_ns, bytes, n);
}

/* What has come goes to the machine; where nothing has, waits until t_ns (0: does not). */
static bool listen(struct server *s, int i, int64_t t_ns)
{
	bool any = false;
	struct err e;

	err_clear(&e);
	if (pump_in(s->line[i], t_ns, take, s, i, &any, &e)) {
		if (e.code == ERR_REFUSED)
			say_refused(s, stream_address(s->line[i]), e.what, e.value);
		lose(s, i);
	}
	return any;
}

static void flush(struct server *s, int i)
{
	struct err e;

	err_clear(&e);
	if (s->line[i] && pump_out(s->line[i], &s->host.line[i], &e))
		lose(s, i);
}

void server_hand_out(struct server *s)
{
	struct err e;

	err_clear(&e);
	for (int i = 0; i < HOST_LINES; i++)
		if (s->line[i])
			(void)!pump_out(s->line[i], &s->host.line[i], &e);
}

/* --- what the machine wants --------------------------------------------------------------------------- */

/* Without a record that was asked for nothing moves. */
static void begin(struct server *s)
{
	char text[640];
	struct err e;

	err_clear(&e);
	server_say(s, "run %s begins", s->host.run);
	if (server_begin(s, false, &e) == 0)
		return;
	err_text(&e, text, sizeof text);
	server_say(s, "%s", text);
	host_failed(&s->host, clock_now(&wall), text);
}

static void act_one(struct server *s, const struct host_action *a)
{
	switch (a->kind) {
	case HOST_MOVE:
		server_move(s);
		break;
	case HOST_REST:
		server_rest(s, a->text);
		break;
	case HOST_CLOSE:
		flush(s, a->line);
		lose(s, a->line);
		break;
	case HOST_JOINED:
		server_say(s, "coordinator %s is here", a->text);
		server_tell(s, "joined", a->text);
		break;
	case HOST_LEFT:
		if (!s->ended)
			server_say(s, "coordinator %s is %s", a->text, s->host.state == HOST_TRIPPED ? "gone; the rig stays at rest" :
			                                                                              "lost; the rig does what its controller says");
		server_tell(s, "left", a->text);
		break;
	case HOST_BEGIN:
		begin(s);
		break;
	case HOST_END:
		server_say(s, "run %s has ended", s->host.run);
		/* nothing comes after the last step that could accept it */
		if (s->watched && s->step != 0 && !s->moving && s->words.watch.step)
			s->words.watch.step(s->words.watch.self, s->exchanges);
		s->ended = true;
		break;
	case HOST_NOTHING:
		break;
	}
}

static void act(struct server *s)
{
	struct host_action a;

	do {
		while (host_next(&s->host, &a))
			act_one(s, &a);
		server_look(s, clock_now(&wall));
	} while (s->host.action_begin != s->host.action_end);
}

/* --- waiting ------------------------------------------------------------------------------------------- */

/* Nobody is looked at who is at the door: a test goes on, and it was looked at just now. */
static bool is_shut(const struct server *s, int64_t now)
{
	return s->host.served >= 0 && now < s->door_ns;
}

static bool anybody_waits(const struct server *s)
{
	bool any = false;

	for (int i = 0; i < LISTENER_PLACES; i++)
		any |= s->waiting[i] != NULL;
	return any;
}

/* The one line there is, where nothing else is going on; -1: there is more. */
static int only_line(const struct server *s, bool shut)
{
	int line = -1;

	if (!shut && anybody_waits(s))
		return -1;
	for (int i = 0; i < HOST_LINES; i++) {
		if (s->line[i] && line >= 0)
			return -1;
		line = s->line[i] ? i : line;
	}
	return s->moving ? -1 : line;
}

/* Until something comes from anybody; from those at the door only if it is not shut. */
static void wait_all(struct server *s, int64_t until, bool shut)
{
	struct stream *stream[HOST_LINES + LISTENER_PLACES];
	bool ready[HOST_LINES + LISTENER_PLACES];

	memcpy(stream, s->line, sizeof(s->line));
	memcpy(stream + HOST_LINES, s->waiting, sizeof(s->waiting));
	net_wait(shut ? NULL : s->listener, stream, NULL, HOST_LINES + (shut ? 0 : LISTENER_PLACES), until, ready);
	for (int i = 0; i < HOST_LINES; i++)
		if (s->line[i] && ready[i])
			(void)listen(s, i, 0);
	s->door_ns = shut ? s->door_ns : 0;
}

/* While the coordinator alone speaks it is listened to in one call of the system; the door is looked at now and then. */
static void hear(struct server *s)
{
	int64_t now = clock_now(&wall), until = host_deadline(&s->host), nap = now + (s->moving ? LOOK_NS : NAP_NS);
	bool shut = is_shut(s, now);
	int line = only_line(s, shut);

	until = until < nap ? until : nap;
	if (shut && s->door_ns < until && anybody_waits(s))
		until = s->door_ns;
	if (line < 0 || !listen(s, line, until))
		wait_all(s, until, shut);
}

/* Connections that want to come in, and those on their way. */
static void door(struct server *s, int64_t now)
{
	if (now < s->door_ns)
		return;
	accept_all(s);
	shake(s);
	s->door_ns = now + DOOR_NS;
}

static void work(struct server *s)
{
	int64_t now = clock_now(&wall);

	door(s, now);
	host_time(&s->host, now);
	act(s);
	if (server_watch(s))
		act(s);
	look_at_refusals(s, false);
	for (int i = 0; i < HOST_LINES; i++)
		flush(s, i);
}

int server_run(struct server *s, struct err *e)
{
	while (!s->ended && !interrupt_asked()) {
		work(s);
		if (!s->ended)
			hear(s);
	}
	/* what came just before the interruption: perhaps the end */
	act(s);
	if (s->ended)
		return 0;
	host_failed(&s->host, clock_now(&wall), "the site was interrupted");
	work(s);
	return err_set(e, ERR_INTERRUPTED, "site", "interrupted; the rig is at rest");
}

void server_close(struct server *s)
{
	look_at_refusals(s, true);
	for (int i = 0; i < LISTENER_PLACES; i++)
		stream_close(s->waiting[i]);
	for (int i = 0; i < HOST_LINES; i++)
		stream_close(s->line[i]);
	listener_close(s->listener);
	memset(s->waiting, 0, sizeof(s->waiting));
	memset(s->line, 0, sizeof(s->line));
	s->listener = NULL;
	host_close(&s->host);
	if (s->lab && s->lab->told_self == s)
		s->lab->told = NULL;
	if (s->joined)
		site_leave(s->site);
	s->joined = false;
}
