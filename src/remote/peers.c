/* Actions of the machines done on streams, and waiting for all of them at once. */
#include "remote/peers.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "remote/pump.h"

#include <stdio.h>
#include <string.h>

enum { NAP_NS = 50000000, END_S = 5, TELL_S = 5, LISTENS = 16 };

static struct clock wall = {.ops = &clock_monotonic};

/* A site that does not propose moves at once, and the others' refusal comes too late for it. */
static int mixed(const struct coordinator_words *w, struct err *e)
{
	err_set(e, ERR_ARGUMENT, "remote sites", "%.60s is %s -propose, the sites before it %s it", w->site, w->propose ? "with" : "without",
	        w->propose ? "without" : "with");
	err_hint(e, "-propose is for all sites of a test or for none");
	return ERR_ARGUMENT;
}

int peers_add(struct peers *p, const struct coordinator_words *w, const struct stream_words *s, const char *host, int port, struct arena *mem,
              struct peer_site **ret, struct err *e)
{
	struct peer_site *site;
	int code;

	if (p->n == PEERS_MOST) {
		err_set(e, ERR_LIMIT, "remote sites", "there are too many");
		err_allowed(e, "at most %d", PEERS_MOST);
		return ERR_LIMIT;
	}
	if (p->n > 0 && p->machine[0]->words.propose != w->propose)
		return mixed(w, e);
	site = ARENA_NEW(mem, struct peer_site);
	if (!site)
		return err_set(e, ERR_MEMORY, "remote site", "no memory for it");
	site->words = *s;
	site->host = host;
	site->port = port;
	site->made_ns = clock_now(&wall);
	code = coordinator_setup(&site->coordinator, w, clock_now(&wall), mem, e);
	if (code)
		return code;
	p->site[p->n] = site;
	p->machine[p->n++] = &site->coordinator;
	round_init(&p->round, p->machine, p->n);
	*ret = site;
	return 0;
}

/* --- one connection -------------------------------------------------------------------------------- */

static void drop(struct peer_site *s)
{
	stream_close(s->stream);
	s->stream = NULL;
}

static void broken(struct peer_site *s, const struct err *e)
{
	s->fault = *e;
	drop(s);
	coordinator_lost(&s->coordinator, clock_now(&wall));
}

static void reach(struct peer_site *s)
{
	struct err e;

	err_clear(&e);
	drop(s);
	if (stream_connect(s->known[0] ? s->known : s->host, s->port, &s->words, &s->stream, &e)) {
		s->stream = NULL;
		broken(s, &e);
	}
}

static bool is_open(const struct peer_site *s)
{
	return s->stream && stream_phase(s->stream) == STREAM_OPEN;
}

static void flush(struct peer_site *s)
{
	struct err e;

	err_clear(&e);
	if (is_open(s) && pump_out(s->stream, &s->coordinator.line, &e))
		broken(s, &e);
}

static void take(void *self, int line, int64_t t_ns, const unsigned char *bytes, size_t n)
{
	(void)line;
	coordinator_bytes(self, t_ns, bytes, n);
}

/* What has come goes to the machine; where nothing has, waits until t_ns (0: does not). */
static bool listen(struct peer_site *s, int64_t t_ns)
{
	bool any = false;
	struct err e;

	err_clear(&e);
	if (is_open(s) && pump_in(s->stream, t_ns, take, &s->coordinator, 0, &any, &e))
		broken(s, &e);
	return any;
}

static void act(struct peer_site *s)
{
	struct coordinator_action a;

	while (coordinator_next(&s->coordinator, &a)) {
		if (a.kind == COORDINATOR_CONNECT) {
			reach(s);
		} else if (a.kind == COORDINATOR_CLOSE) {
			flush(s);
			if (!coordinator_parts(&s->coordinator))
				drop(s);
		} else if (a.kind == COORDINATOR_MEASURED) {
			s->took_ns = clock_now(&wall) - s->asked_ns;
			s->measured++;
			if (s->live)
				traffic_log_add(&s->log, 1e-9 * (double)(s->asked_ns - s->made_ns), 1e-9 * (double)s->took_ns);
		} else if ((a.kind == COORDINATOR_REFUSED || a.kind == COORDINATOR_TRIPPED) && !s->last.kind) {
			s->last = a;
			snprintf(s->text, sizeof s->text, "%s", a.text);
		}
	}
}

/* "10.0.0.3:5001", "[::1]:5001": without brackets and port. */
static void remember_address(struct peer_site *s)
{
	const char *address = stream_address(s->stream);
	int brackets = address[0] == '[', n = (int)(strrchr(address, ':') - address) - 2 * brackets;

	snprintf(s->known, sizeof s->known, "%.*s", n, address + brackets);
}

/* A connection that is on its way: goes on; told to the machine once it is there. */
static void shake(struct peer_site *s)
{
	struct err e;

	err_clear(&e);
	if (!s->stream || is_open(s))
		return;
	if (stream_work(s->stream, &e)) {
		broken(s, &e);
	} else if (stream_phase(s->stream) == STREAM_OPEN) {
		err_clear(&s->fault);
		remember_address(s);
		coordinator_connected(&s->coordinator, clock_now(&wall));
	}
}

static void work(struct peer_site *s)
{
	shake(s);
	(void)listen(s, 0);
	coordinator_time(&s->coordinator, clock_now(&wall));
	act(s);
	flush(s);
}

/* --- all of them ----------------------------------------------------------------------------------- */

/* Those that have something to say, or want their time. */
static void work_all(struct peers *p)
{
	int64_t now = clock_now(&wall);

	for (int i = 0; i < p->n; i++) {
		struct peer_site *s = p->site[i];

		if (p->ready[i] || !is_open(s) || coordinator_deadline(&s->coordinator) <= now)
			work(s);
		p->ready[i] = false;
	}
}

/* When a machine wants its time, or somebody may have interrupted. */
static int64_t wake(const struct peers *p)
{
	int64_t until = clock_now(&wall) + NAP_NS;

	for (int i = 0; i < p->n; i++) {
		int64_t wanted = coordinator_deadline(&p->site[i]->coordinator);

		until = wanted < until ? wanted : until;
	}
	return until;
}

/* Until something comes from anybody. */
static void sleep_until(struct peers *p, int64_t until)
{
	struct stream *stream[PEERS_MOST];

	for (int i = 0; i < p->n; i++)
		stream[i] = p->site[i]->stream;
	stream_wait_any(stream, p->n, until, p->ready);
}

static void sleep_all(struct peers *p)
{
	sleep_until(p, wake(p));
}

static bool is_missing(const struct peer_site *s)
{
	return s->coordinator.phase == COORDINATOR_PROPOSING || s->coordinator.phase == COORDINATOR_EXECUTING;
}

static bool all_open(const struct peers *p)
{
	for (int i = 0; i < p->n; i++)
		if (!is_open(p->site[i]))
			return false;
	return true;
}

/* All are waited for, so it may be one after the other, the one that was asked last first: when it has answered the others have, too, most of the time, and
 * nobody is woken for each of them. Where one is silent for long, or a connection is to be made, all are looked at. */
static void hear(struct peers *p)
{
	int64_t until = wake(p);
	bool all = all_open(p);

	for (int i = p->n - 1; i >= 0 && all; i--) {
		if (!is_missing(p->site[i]))
			continue;
		all = listen(p->site[i], until);
		act(p->site[i]);
	}
	if (!all)
		sleep_all(p);
}

/* Why nobody has answered: the last connection's fault, or what the site said when it let us wait. */
static int unanswered(const struct peer_site *s, double patience_s, struct err *e)
{
	err_set(e, ERR_LOST, "remote site", "%.80s:%d does not answer within %g s", s->host, s->port, patience_s);
	err_value(e, "%.90s", s->fault.code ? s->fault.what : s->coordinator.text);
	err_hint(e, "%s", s->fault.code && s->fault.hint[0] ? s->fault.hint : "-patience n waits for longer");
	return ERR_LOST;
}

int peers_greet(struct peers *p, struct peer_site *s, double patience_s, struct err *e)
{
	int64_t end = clock_now(&wall) + (int64_t)(patience_s * 1e9);

	while (!coordinator_replays(&s->coordinator) && !coordinator_site(&s->coordinator)) {
		work_all(p);
		if (coordinator_failed(&s->coordinator))
			return err_set(e, s->last.code ? s->last.code : ERR_LOST, "remote site", "%s:%d: %.150s", s->host, s->port, s->text);
		if (interrupt_asked())
			return err_set(e, ERR_INTERRUPTED, "remote site", "interrupted");
		if (clock_now(&wall) > end)
			return unanswered(s, patience_s, e);
		if (s->fault.code && s->fault.code != ERR_LOST) {
			*e = s->fault;
			return s->fault.code;
		}
		if (!coordinator_site(&s->coordinator))
			sleep_all(p);
	}
	return 0;
}

/* The machine has an exchange: what can be sent is sent. */
static int begun(struct peer_site *s)
{
	s->asked_ns = clock_now(&wall);
	act(s);
	flush(s);
	return 0;
}

int peers_exchange(struct peer_site *s, uint64_t step, uint32_t sub, double instant, const struct signals *trial, struct err *e)
{
	int code;

	s->live = !coordinator_replays(&s->coordinator);
	code = coordinator_exchange(&s->coordinator, clock_now(&wall), step, sub, instant, trial, e);
	return code ? code : begun(s);
}

int peers_ramp(struct peer_site *s, uint64_t step, uint32_t sub, double instant, const struct signals *trial, const struct substeps *ramp,
               struct err *e)
{
	int code;

	s->live = !coordinator_replays(&s->coordinator);
	code = coordinator_gains(&s->coordinator, clock_now(&wall), ramp->w, e);
	if (!code)
		code = coordinator_ramp(&s->coordinator, clock_now(&wall), step, sub, instant, trial, ramp, e);
	return code ? code : begun(s);
}

/* What ended the test. */
static int verdict(struct peers *p)
{
	for (int i = 0; i < p->n; i++) {
		act(p->site[i]);
		flush(p->site[i]);
	}
	if (round_failed(&p->round) < 0)
		return 0;
	return p->site[round_failed(&p->round)]->last.code ? p->site[round_failed(&p->round)]->last.code : ERR_LOST;
}

int peers_wait(struct peers *p)
{
	round_seal(&p->round);
	for (;;) {
		work_all(p);
		if (round_work(&p->round, clock_now(&wall)))
			break;
		for (int i = 0; i < p->n; i++) {
			act(p->site[i]);
			flush(p->site[i]);
		}
		if (interrupt_asked())
			return ERR_INTERRUPTED;
		hear(p);
	}
	return verdict(p);
}

int peers_look(struct peers *p)
{
	sleep_until(p, 0);
	work_all(p);
	(void)round_work(&p->round, clock_now(&wall));
	return verdict(p);
}

bool peers_why(const struct peers *p, char *ret_line, int size)
{
	int i = p->n > 0 ? round_failed(&p->round) : -1;
	const struct peer_site *s = i >= 0 ? p->site[i] : NULL;
	char why[256] = "";

	if (!s)
		return false;
	if (s->fault.code)
		err_text(&s->fault, why, sizeof why);
	snprintf(ret_line, (size_t)size, "site %s (%s:%d): %s%s%s", s->coordinator.words.site, s->host, s->port, s->text[0] ? s->text : "lost",
	         why[0] ? "; last connection: " : "", why);
	return true;
}

void peers_trip(struct peers *p, const char *text)
{
	for (int i = 0; i < p->n; i++) {
		/* a connection may have ended meanwhile, behind what came on it last */
		for (int k = 0; k < LISTENS && listen(p->site[i], 0); k++)
			;
		coordinator_trip(&p->site[i]->coordinator, clock_now(&wall), text);
		work(p->site[i]);
	}
}

/* Where the connection that it was told over is gone, too, over another one. */
static bool is_to_be_told(struct peer_site *s)
{
	struct coordinator *c = &s->coordinator;

	if (!coordinator_parts(c))
		coordinator_tell_again(c, clock_now(&wall));
	return c->telling || coordinator_parts(c);
}

static bool anybody_to_tell(const struct peers *p)
{
	bool any = false;

	for (int i = 0; i < p->n; i++)
		any |= is_to_be_told(p->site[i]);
	return any;
}

static void tell_all(struct peers *p, int64_t end)
{
	while (anybody_to_tell(p) && clock_now(&wall) < end) {
		work_all(p);
		if (anybody_to_tell(p))
			sleep_until(p, wake(p) < end ? wake(p) : end);
	}
}

void peers_insist(struct peers *p)
{
	int64_t now = clock_now(&wall), end = now + (int64_t)TELL_S * 1000000000;

	tell_all(p, now + (end - now) / 2);
	/* who has not answered by now may never do so over this connection: it was dead, and nobody knew */
	for (int i = 0; i < p->n; i++)
		coordinator_tell_again(&p->site[i]->coordinator, clock_now(&wall));
	tell_all(p, end);
	for (int i = 0; i < p->n; i++) {
		coordinator_let_be(&p->site[i]->coordinator, clock_now(&wall));
		act(p->site[i]);
	}
}

/* A run that was taken up may have all its answers from its journal: its site has executed them, and waits. */
static bool is_over(const struct peer_site *s)
{
	const struct coordinator *c = &s->coordinator;

	return c->state == COORDINATOR_ENDED || coordinator_failed(c) || coordinator_replays(c) || (!coordinator_site(c) && c->last.step == 0);
}

/* Nothing that becomes of it is anything to the others, unless it has ended their test. */
static void forget(struct peers *p, const struct peer_site *s)
{
	int i = 0;

	while (i < p->n && p->site[i] != s)
		i++;
	if (i == p->n || i == round_failed(&p->round))
		return;
	round_leave(&p->round, i);
	p->n--;
	memmove(p->site + i, p->site + i + 1, (size_t)(p->n - i) * sizeof(p->site[0]));
	memmove(p->ready + i, p->ready + i + 1, (size_t)(p->n - i) * sizeof(p->ready[0]));
}

void peers_leave(struct peers *p, struct peer_site *s)
{
	drop(s);
	coordinator_close(&s->coordinator);
	forget(p, s);
}

bool peers_end(struct peers *p, struct peer_site *s)
{
	int64_t end = clock_now(&wall) + (int64_t)END_S * 1000000000;
	bool due, failed = coordinator_failed(&s->coordinator);

	coordinator_end(&s->coordinator, clock_now(&wall));
	/* it may fail now: a journal that goes on where the test has ended */
	due = !is_over(s) || (coordinator_failed(&s->coordinator) && !failed);
	act(s);
	while (!is_over(s) && clock_now(&wall) < end) {
		work(s);
		if (!is_over(s))
			sleep_all(p);
	}
	peers_leave(p, s);
	return !due || s->coordinator.state == COORDINATOR_ENDED;
}
