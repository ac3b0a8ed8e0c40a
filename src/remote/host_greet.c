/* Who may come in: HELLO, against name, sizes, units, the coordinator that is served, the run and its history. */
#include "remote/host.h"

#include "remote/host_priv.h"

#include <stdio.h>
#include <string.h>

static bool check_site(struct host *h, int line, const struct wire_hello *m)
{
	const struct host_words *w = &h->words;
	const struct {
		const char *what, *mine, *theirs;
	} unit[] = {{"force", w->force, m->force}, {"length", w->len, m->len}, {"time", w->time, m->time}};

	if (m->version_lo > WIRE_VERSION || m->version_hi < WIRE_VERSION) {
		host_refuse(h, line, WIRE_REFUSE_VERSION, "this site speaks version %d, the coordinator %d to %d", WIRE_VERSION, m->version_lo, m->version_hi);
		return false;
	}
	if (strcmp(m->site, w->site) != 0) {
		host_refuse(h, line, WIRE_REFUSE_SITE, "this is site %s, not %s", w->site, m->site);
		return false;
	}
	for (int i = 0; i < SLOTS; i++)
		if (m->trial_n[i] != w->trial_n[i] || m->out_n[i] != w->out_n[i]) {
			host_refuse(h, line, WIRE_REFUSE_SIZES, "sizes of %s: the coordinator sends %d and wants %d, this site takes %d and gives %d", slot_name(i),
			            m->trial_n[i], m->out_n[i], w->trial_n[i], w->out_n[i]);
			return false;
		}
	for (size_t i = 0; i < COUNT(unit); i++)
		if (unit[i].mine && unit[i].mine[0] && unit[i].theirs[0] && strcmp(unit[i].mine, unit[i].theirs) != 0) {
			host_refuse(h, line, WIRE_REFUSE_UNITS, "unit of %s: the coordinator's %s, this site's %s", unit[i].what, unit[i].theirs, unit[i].mine);
			return false;
		}
	return true;
}

/* One coordinator at a time; the same process that comes again has lost its connection before we noticed. */
static bool check_busy(struct host *h, int line, const struct wire_hello *m)
{
	if (h->served < 0)
		return true;
	if (m->instance == h->hello.instance && strcmp(m->run, h->run) == 0) {
		host_end_line(h, h->served);
		return true;
	}
	host_refuse(h, line, WIRE_REFUSE_BUSY, "coordinator %s has this site, for run %s", h->hello.name, h->run);
	return false;
}

/* Does the coordinator's history end somewhere in ours? */
static bool check_history(struct host *h, int line, const struct wire_hello *m)
{
	const struct host_entry *x = host_recall(h, m->last.step, m->last.sub);
	bool from_start = m->last.step == 0 && h->executed <= (uint64_t)h->words.history;

	if (from_start || (x && x->place.digest == m->last.digest))
		return true;
	if (x)
		host_refuse(h, line, WIRE_REFUSE_HISTORY, "histories disagree at step %llu.%u or before", (unsigned long long)m->last.step, m->last.sub);
	else
		host_refuse(h, line, WIRE_REFUSE_HISTORY, "histories disagree: the coordinator has measured up to step %llu.%u, this site has executed up to %llu.%u",
		            (unsigned long long)m->last.step, m->last.sub, (unsigned long long)h->last.step, h->last.sub);
	return false;
}

static bool begin_run(struct host *h, int line, const struct wire_hello *m)
{
	struct err e = {0};
	char text[WIRE_TEXT];
	int rc;

	if (host_recall_run(h, m->run))
		return check_history(h, line, m);
	if (m->last.step > 0) {
		host_refuse(h, line, WIRE_REFUSE_HISTORY, "this site knows nothing of run %s, the coordinator is at step %llu", m->run, (unsigned long
		        long)m->last.step);
		return false;
	}
	if (!(rc = host_begin(h, m, &e)))
		return true;
	err_text(&e, text, sizeof(text));
	host_refuse(h, line, rc == ERR_DUPLICATE ? WIRE_REFUSE_RUN : WIRE_REFUSE_DISK, "%s", text);
	return false;
}

static bool check_run(struct host *h, int line, const struct wire_hello *m)
{
	bool same = strcmp(m->run, h->run) == 0;

	if (h->state == HOST_TRIPPED) {
		host_refuse(h, line, WIRE_REFUSE_TRIPPED, "this site has tripped: %.130s; when its operator has looked at it, tandem site ... -acknowledge goes on",
		            h->why);
		return false;
	}
	if (same)
		return check_history(h, line, m);
	if (h->state == HOST_NEW || h->state == HOST_ENDED)
		return begin_run(h, line, m);
	host_refuse(h, line, WIRE_REFUSE_RUN, "run %s is under way here, at step %llu", h->run, (unsigned long long)h->last.step);
	return false;
}

static void welcome(struct host *h, int line)
{
	static const enum wire_status status[HOST_STATES] = {
		[HOST_NEW] = WIRE_STATUS_NEW, [HOST_READY] = WIRE_STATUS_READY, [HOST_ACCEPTED] = WIRE_STATUS_ACCEPTED, [HOST_MOVING] = WIRE_STATUS_MOVING,
		[HOST_TRIPPED] = WIRE_STATUS_READY, [HOST_ENDED] = WIRE_STATUS_READY,
	};
	const struct host_words *w = &h->words;
	struct wire_welcome m = {.version = WIRE_VERSION, .status = status[h->state], .last = h->last, .channels = w->channels};
	unsigned char *room = line_room(&h->line[line], wire_longest(w->trial_n, w->out_n));

	snprintf(m.site, sizeof(m.site), "%s", w->site);
	snprintf(m.program, sizeof(m.program), "%s", w->program);
	memcpy(m.trial_n, w->trial_n, sizeof(m.trial_n));
	memcpy(m.out_n, w->out_n, sizeof(m.out_n));
	for (int i = 0; i < w->channels; i++)
		m.limit[i] = w->limit[i];
	m.rest = h->rest;
	if (room)
		line_say(&h->line[line], h->now_ns, WIRE_WELCOME, 0, 0, 0, wire_put_welcome(&m, room));
}

void host_hello(struct host *h, int line, const struct wire_frame *f)
{
	struct wire_hello m;

	if (wire_get_hello(f, &m)) {
		host_refuse(h, line, WIRE_REFUSE_MESSAGE, "HELLO is not as it should be");
		host_end_line(h, line);
		return;
	}
	if (!check_site(h, line, &m) || !check_busy(h, line, &m) || !check_run(h, line, &m)) {
		host_end_line(h, line);
		return;
	}
	h->hello = m;
	h->served = line;
	h->line_state[line] = HOST_LINE_SERVED;
	h->line[line].session = wire_session(h->run);
	host_act(h, HOST_JOINED, line, h->hello.name);
	welcome(h, line);
}
