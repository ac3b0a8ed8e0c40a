/* The rig behind a server: moves of the host become trials of a local site, its answers become measurements. */
#include "remote/server_priv.h"

#include "base/clock.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static struct clock wall = {.ops = &clock_monotonic};

/* --- moves --------------------------------------------------------------------------------------------- */

static void fault_text(const struct server *s, int code, char *ret_text, int size)
{
	struct err e;

	err_clear(&e);
	if (laboratory_fault(s->lab, &e))
		err_text(&e, ret_text, size);
	else
		snprintf(ret_text, (size_t)size, "%s", err_message(code));
}

/* The coordinator hears of it while the rig is on its way to rest, which may take long: the other laboratories are under load until then. */
static void told(void *self)
{
	struct server *s = self;
	char text[640];
	struct err e;

	err_clear(&e);
	(void)laboratory_fault(s->lab, &e);
	/* whether all rest, and what is to be done here, is not known yet */
	e.hint[0] = '\0';
	err_text(&e, text, sizeof text);
	host_failed(&s->host, clock_now(&wall), text);
	server_hand_out(s);
}

static void server_trip(struct server *s)
{
	if (s->watched && s->words.watch.trip)
		s->words.watch.trip(s->words.watch.self);
}

static void fail(struct server *s, int code)
{
	char text[640];

	fault_text(s, code, text, sizeof text);
	laboratory_aftermath(s->lab);
	server_say(s, "trip: %s", text);
	server_trip(s);
	s->moving = false;
	host_failed(&s->host, clock_now(&wall), text);
}

/* The step before is accepted when another one begins. */
static int accept(struct server *s, uint64_t step)
{
	bool over = s->step != 0 && step != s->step;
	int code = over ? site_commit(s->site, s->site->t) : 0;

	if (over && !code && s->watched && s->words.watch.step)
		s->words.watch.step(s->words.watch.self, s->exchanges);
	s->exchanges = over ? 1 : s->exchanges + 1;
	s->step = step;
	return code;
}

/* The sub-steps of a ramp, from its beginning. */
static void ramp_begin(struct server *s, const struct host_move *m)
{
	substeps_copy(&m->begin, m->trial.n[SLOT_DISP], &s->ramp);
	substeps_begin(&s->ramp, host_gains(&s->host));
	signals_copy(&m->trial, &s->trial);
}

/* The next command as a trial; false: all are over. */
static bool ramp_next(struct server *s)
{
	if (!substeps_next(&s->ramp))
		return false;
	substeps_put(&s->ramp, &s->trial);
	return true;
}

static int ramp_send(struct server *s)
{
	return site_send(s->site, &s->trial, s->ramp.instant, s->ramp.t - s->ramp.t0);
}

/* The first command of a move. */
static int move_begin(struct server *s, const struct host_move *m)
{
	int code = accept(s, m->step);

	if (code)
		return code;
	if (!m->ramp)
		return site_send(s->site, &m->trial, m->instant, 0.0);
	ramp_begin(s, m);
	return ramp_next(s) ? ramp_send(s) : 0;
}

/* The answer to a command: 1: it was the last of its move, 0: another one was sent. */
static int move_on(struct server *s, const struct host_move *m, const struct signals **ret_out)
{
	int code = site_answer(s->site, ret_out);

	if (code || !m->ramp)
		return code ? code : 1;
	substeps_get(&s->ramp, *ret_out);
	if (!ramp_next(s))
		return 1;
	return ramp_send(s);
}

void server_move(struct server *s)
{
	int code = move_begin(s, host_target(&s->host));

	if (code)
		fail(s, code);
	else
		s->moving = true;
}

void server_look(struct server *s, int64_t t_ns)
{
	const struct host_move *m = host_target(&s->host);
	const struct signals *out;
	int code = 0;

	while (s->moving && code == 0 && rig_ready(s->site->setup->rig)) {
		code = move_on(s, m, &out);
		if (code >= 0)
			host_read(&s->host);
		if (code < 0) {
			fail(s, code);
		} else if (code > 0) {
			s->moving = false;
			host_measured(&s->host, t_ns, out, m->ramp ? &s->ramp : NULL);
		}
	}
}

bool server_watch(struct server *s)
{
	static const bool idle[HOST_STATES] = {[HOST_NEW] = true, [HOST_READY] = true, [HOST_ACCEPTED] = true};
	int code = idle[s->host.state] && !s->moving ? rig_look(s->site->setup->rig) : 0;

	if (code)
		fail(s, code);
	return code != 0;
}

void server_rest(struct server *s, const char *text)
{
	server_say(s, "rest: %s", text);
	s->moving = false;
	laboratory_trip(s->lab, &(struct trip){.cause = TRIP_INTERRUPTED, .code = ERR_INTERRUPTED, .rig = s->site->tag, .t = s->site->t});
	laboratory_aftermath(s->lab);
	server_tell(s, "rest", text);
	server_trip(s);
}

/* May the rig go there? Nothing moves. */
static int check(void *self, const struct host_move *m, char *ret_text, int size)
{
	struct server *s = self;
	const struct signals *trial = &m->trial;

	/* of sub-steps only the first is known before the specimen answers; the rig looks at every one before it moves */
	if (m->ramp) {
		ramp_begin(s, m);
		ramp_next(s);
		trial = &s->trial;
	}
	setup_forward(s->site->setup, trial);
	return rig_allows(s->site->setup->rig, &s->site->setup->side[SETUP_CTRL], ret_text, size) ? 0 : ERR_LIMIT;
}

/* --- a journal that is taken up -------------------------------------------------------------------------- */

static int history_differs(const struct host_move *m, int slot, int i, double journal, double now, struct err *e)
{
	err_set(e, ERR_FORMAT, "site", "the rig does not measure what the journal says: step %llu, %s %d", (unsigned long long)m->step, slot_name(slot), i + 1);
	err_value(e, "%.17g", now);
	err_allowed(e, "%.17g", journal);
	err_hint(e, "a rig in memory, and filters, must be made by the same script, with the same seed");
	return ERR_FORMAT;
}

static int reading_lost(const struct server *s, struct err *e)
{
	err_set(e, ERR_UNSUPPORTED, "site", "filters of expControl %d remember, and the journal does not say what it measured before them: nothing has moved",
	        s->site->setup->rig->tag);
	err_hint(e, "when somebody has looked at the specimen, move the journal away and begin another run");
	return ERR_UNSUPPORTED;
}

/* What the rig measured then is what it measures next; of a rig in memory it is measured. */
static int next_reading(struct server *s, struct err *e)
{
	struct rig *rig = s->site->setup->rig;
	size_t n = 8 * (size_t)wire_count(rig->read.n);

	if (!rig->relives)
		return 0;
	if (s->read_n < n)
		return reading_lost(s, e);
	wire_signals(s->read, &rig->read);
	s->read += n;
	s->read_n -= n;
	return 0;
}

/* A rig in memory goes through it again, and so do the filters of one that exists. */
static int replay(void *self, const struct host_move *m, const struct signals *measured, struct err *e)
{
	struct server *s = self;
	const struct signals *out = NULL;
	int code = move_begin(s, m);

	while (code == 0 && (code = next_reading(s, e)) == 0)
		code = move_on(s, m, &out);
	if (code < 0)
		return laboratory_fault(s->lab, e) ? code : err_set(e, code, "site", "step %llu of the journal cannot be repeated", (unsigned long long)m->step);
	for (int k = 0; k < SLOTS; k++)
		for (int i = 0; i < measured->n[k]; i++)
			if (memcmp(&measured->x[k][i], &out->x[k][i], sizeof(double)) != 0)
				return history_differs(m, k, i, measured->x[k][i], out->x[k][i], e);
	return 0;
}

/* A rig that exists stays where it is: the filters alone go through what came and went. */
static int relive(void *self, const struct host_move *m, const struct signals *measured, const unsigned char *read, size_t n, struct err *e)
{
	struct server *s = self;
	struct rig *rig = s->site->setup->rig;
	int code;

	s->read = read;
	s->read_n = n;
	if (n == 0)
		return m ? reading_lost(s, e) : 0;
	if (!rig->relives)
		rig_relive(rig, true);
	if (m)
		return replay(s, m, measured, e);
	code = next_reading(s, e);
	return code ? code : rig_measure(rig, 0.0);
}

/* The one journal of this site in the folder whose run has not ended; "": none. ERR_DUPLICATE: several. */
static int journal_find(const struct server *s, char ret_path[JOURNAL_PATH], struct err *e)
{
	struct journal_summary summary;
	char tail[HOST_TAIL], path[JOURNAL_PATH];
	const struct dirent *entry;
	DIR *folder = s->words.folder ? opendir(s->words.folder) : NULL;
	int code = 0;

	ret_path[0] = '\0';
	host_journal_tail(s->words.name, tail);
	while (folder && !code && (entry = readdir(folder))) {
		size_t n = strlen(entry->d_name), t = strlen(tail);

		if (n <= t || strcmp(entry->d_name + n - t, tail) != 0)
			continue;
		if (snprintf(path, sizeof path, "%s/%s", s->words.folder, entry->d_name) >= (int)sizeof path)
			continue;
		if (!journal_exists(path))
			continue;
		code = journal_check(path, s->mem, &summary, e);
		if (code || summary.ended || strcmp(summary.identity.site, s->words.name) != 0)
			continue;
		if (ret_path[0])
			code = err_set(e, ERR_DUPLICATE, "site", "two runs have not ended: %.60s and %.60s; move the journal of one away", ret_path, path);
		snprintf(ret_path, JOURNAL_PATH, "%s", path);
	}
	if (folder)
		closedir(folder);
	return code;
}

static int nothing_tripped(const struct server *s, struct err *e)
{
	err_set(e, ERR_STATE, "site", "%.60s has no trip to acknowledge", s->words.name);
	err_hint(e, "without -acknowledge it is started as always");
	return ERR_STATE;
}

/* What stopped the run that is taken up: the operator has seen it, or nobody is served before he has. */
static int look_at_trip(struct server *s, struct err *e)
{
	bool stands = s->host.state == HOST_TRIPPED;
	int code;

	if (!s->words.acknowledge && stands)
		server_say(s, "it has tripped: %s. Nothing moves before somebody has looked at the specimen: end this program, and start it again with -acknowledge",
		           s->host.why);
	if (!s->words.acknowledge)
		return 0;
	if (!stands)
		return nothing_tripped(s, e);
	if ((code = host_acknowledge(&s->host, clock_now(&wall), e)))
		return code;
	server_say(s, "the trip is acknowledged: %s", s->host.why);
	server_tell(s, "acknowledged", s->host.why);
	return 0;
}

static int zero_lost(const struct rig *rig, int point, const char *word, struct err *e)
{
	err_set(e, ERR_UNSUPPORTED, "site", "expControlPoint %d with %s counts from where expControl %d stood at first, which is forgotten: nothing has moved",
	        point, word, rig->tag);
	err_hint(e, "when somebody has looked at the specimen, move the journal away and begin another run");
	return ERR_UNSUPPORTED;
}

/* A rig whose specimen stands where it was left: steps go on from the last one's time, and values must not count from where it stands now. */
static int tell_rig(struct server *s, struct err *e)
{
	const struct rig *rig = s->site->setup->rig;
	const char *word;
	double instant;
	int point;

	if (!rig->ops->physical || (s->host.executed == 0 && !host_open_target(&s->host)))
		return 0;
	if (rig_relative(rig, &point, &word))
		return zero_lost(rig, point, word, e);
	if (rig->ops->taken_up && host_last_instant(&s->host, &instant))
		rig->ops->taken_up(rig->self, instant);
	return 0;
}

static int take_up(struct server *s, struct err *e)
{
	char path[JOURNAL_PATH];
	bool physical = s->site->setup->rig->ops->physical;
	int code = journal_find(s, path, e);

	if (!code && !path[0] && s->words.acknowledge)
		code = nothing_tripped(s, e);
	if (code || !path[0])
		return code;
	code = host_resume(&s->host, path, physical ? NULL : replay, s, e);
	if (s->site->setup->rig->relives) {
		rig_relive(s->site->setup->rig, false);
		s->step = 0;
		s->exchanges = 0;
	}
	if (!code)
		code = tell_rig(s, e);
	if (!code)
		server_say(s, "goes on with run %s after %llu exchanges (%s)", s->host.run, (unsigned long long)s->host.executed, path);
	if (!code)
		code = server_begin(s, true, e);
	return code ? code : look_at_trip(s, e);
}

/* --- beginning --------------------------------------------------------------------------------------------- */

static int rooms_take(struct server *s)
{
	const struct rig *rig = s->site->setup->rig;
	int channels = rig->ctrl.n[SLOT_DISP], m = s->site->out.n[SLOT_DISP];

	s->limit = ARENA_ARRAY(s->mem, (size_t)channels + 1, struct wire_limit);
	s->driven = ARENA_ARRAY(s->mem, (size_t)m + 1, bool);
	if (!s->limit || !s->driven || substeps_take(&s->ramp, s->site->trial.n, s->mem) || signals_take(&s->trial, s->site->trial.n, s->mem))
		return ERR_MEMORY;
	for (int i = 0; i < m; i++)
		s->driven[i] = site_driven(s->site, i);
	for (int i = 0; i < channels; i++) {
		struct rig_limit l = RIG_UNLIMITED;

		if (rig->ops->limit)
			rig->ops->limit(rig->self, i, &l);
		s->limit[i] = (struct wire_limit){l.stroke_lo, l.stroke_hi, l.velocity, l.force_lo, l.force_hi};
	}
	return 0;
}

static int machine_make(struct server *s, struct err *e)
{
	const struct rig *rig = s->site->setup->rig;
	struct host_words w = host_words_default;

	w.site = s->words.name;
	w.program = s->words.program;
	memcpy(w.trial_n, s->site->trial.n, sizeof(w.trial_n));
	memcpy(w.out_n, s->site->out.n, sizeof(w.out_n));
	w.channels = rig->ctrl.n[SLOT_DISP];
	w.limit = s->limit;
	w.driven = s->driven;
	w.rest = &s->site->out;
	w.folder = s->words.folder;
	w.policy = s->words.policy;
	w.instance = s->words.instance;
	w.check = check;
	if (rig->ops->physical && rig_remembers(rig)) {
		w.read = &rig->read;
		w.relive = relive;
	}
	w.self = s;
	return host_setup(&s->host, &w, s->mem, e);
}

/* A rig behind another program moves when it is started, and knows of no history: it is not even connected. */
static int check_outside(const struct server *s, struct err *e)
{
	const struct rig *rig = s->site->setup->rig;
	char path[JOURNAL_PATH] = "";
	int code = rig->ops->outside ? journal_find(s, path, e) : 0;

	if (code || !path[0])
		return code;
	err_set(e, ERR_UNSUPPORTED, "site", "expControl %s %d is behind another program and cannot be taken up again: nothing has moved", rig->ops->name, rig->tag);
	err_value(e, "%s", path);
	err_hint(e, "when somebody has looked at the specimen, move this journal away and begin another run");
	return ERR_UNSUPPORTED;
}

int server_open(struct server *s, const struct server_words *w, struct laboratory *lab, struct site *site, struct arena *mem, struct err *e)
{
	const struct signals *out;
	int code;

	*s = (struct server){.words = *w, .lab = lab, .site = site, .mem = mem};
	if (!site->setup)
		return err_set(e, ERR_UNSUPPORTED, "site", "expSite %d has no setup and rig of its own: only a LocalSite can be served", site->tag);
	code = check_outside(s, e);
	if (!code)
		code = site_join(site, site->trial.n, site->out.n, "site", e);
	s->joined = !code;
	if (!code && site_answer(site, &out))
		code = err_set(e, ERR_STATE, "site", "the rig does not measure before the test");
	if (!code && rooms_take(s))
		code = err_set(e, ERR_MEMORY, "site", "no memory for its channels");
	if (!code)
		code = machine_make(s, e);
	if (!code)
		code = take_up(s, e);
	if (!code)
		code = listener_open(w->host, w->port, w->tls, w->open_plain, &s->listener, e);
	if (!code) {
		lab->told = told;
		lab->told_self = s;
	}
	return code;
}
