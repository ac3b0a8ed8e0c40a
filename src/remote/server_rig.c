/* The rig behind a server: moves of the host become trials of a local site, its answers become measurements. */
#include "remote/server_priv.h"

#include "base/clock.h"
#include "remote/substeps.h"

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

static void fail(struct server *s, int code)
{
	char text[640];

	fault_text(s, code, text, sizeof text);
	laboratory_aftermath(s->lab);
	server_say(s, "trip: %s", text);
	s->moving = false;
	host_failed(&s->host, clock_now(&wall), text);
}

/* The step before is accepted when another one begins. */
static int accept(struct server *s, uint64_t step)
{
	int code = s->step != 0 && step != s->step ? site_commit(s->site, s->site->t) : 0;

	s->step = step;
	return code;
}

/* One sub-step of a ramp. */
struct ramp {
	struct server *server;
	const struct host_move *move;
	struct signals trial;      /* borrowed: the move's, its displacements replaced */
	int k;
	int code;
};

static int ramp_move(void *self, int i, const double *u, double *ret_force)
{
	struct ramp *r = self;
	struct site *site = r->server->site;
	const struct signals *out;
	double before = site->lab->step > 0.0 ? r->move->instant - site->lab->step : r->move->instant;

	memcpy(r->trial.x[SLOT_DISP], u, (size_t)r->trial.n[SLOT_DISP] * sizeof(double));
	r->code = site_send(site, &r->trial, before + (r->move->instant - before) * i / r->k);
	if (!r->code)
		r->code = site_answer(site, &out);
	if (!r->code)
		memcpy(ret_force, out->x[SLOT_FORCE], (size_t)r->trial.n[SLOT_DISP] * sizeof(double));
	return r->code;
}

static int ramp_run(struct server *s, const struct host_move *m)
{
	int n = m->trial.n[SLOT_DISP], k;
	const double *gain = host_gains(&s->host, &k);
	double *u1 = s->ramp + 2 * n;
	struct ramp r = {.server = s, .move = m, .trial = m->trial, .k = k};
	struct substeps sub = {.n = n, .k = k, .gain = gain, .u0 = m->u0, .u1 = u1, .f0 = m->f0, .u = s->ramp, .f = s->ramp + n, .before = s->before};

	memcpy(u1, m->trial.x[SLOT_DISP], (size_t)n * sizeof(double));
	substeps_run(&sub, ramp_move, &r);
	return r.code;
}

void server_move(struct server *s)
{
	const struct host_move *m = host_target(&s->host);
	int code = accept(s, m->step);

	if (!code)
		code = m->ramp ? ramp_run(s, m) : site_send(s->site, &m->trial, m->instant);
	if (code)
		fail(s, code);
	else
		s->moving = true;
}

void server_look(struct server *s, int64_t t_ns)
{
	const struct host_move *m;
	const struct signals *out;
	int code;

	if (!s->moving || !rig_ready(s->site->setup->rig))
		return;
	m = host_target(&s->host);
	code = site_answer(s->site, &out);
	if (code) {
		fail(s, code);
		return;
	}
	s->moving = false;
	host_measured(&s->host, t_ns, out, m && m->ramp ? s->before : NULL);
}

void server_rest(struct server *s, const char *text)
{
	server_say(s, "rest: %s", text);
	s->moving = false;
	laboratory_trip(s->lab, &(struct trip){.cause = TRIP_INTERRUPTED, .code = ERR_INTERRUPTED, .rig = s->site->tag, .t = s->site->t});
	laboratory_aftermath(s->lab);
}

/* May the rig go there? Nothing moves. */
static int check(void *self, const struct host_move *m, char *ret_text, int size)
{
	struct server *s = self;

	setup_forward(s->site->setup, &m->trial);
	return rig_allows(s->site->setup->rig, &s->site->setup->side[SETUP_CTRL], ret_text, size) ? 0 : ERR_LIMIT;
}

/* --- a journal that is taken up -------------------------------------------------------------------------- */

static int history_differs(const struct host_move *m, int slot, int i, double journal, double now, struct err *e)
{
	err_set(e, ERR_FORMAT, "site", "the rig does not measure what the journal says: step %llu, %s %d", (unsigned long long)m->step, slot_name(slot), i + 1);
	err_value(e, "%.17g", now);
	err_allowed(e, "%.17g", journal);
	err_hint(e, "a rig in memory must be made by the same script, with the same seed");
	return ERR_FORMAT;
}

/* A rig in memory goes through it again. */
static int replay(void *self, const struct host_move *m, const struct signals *measured, struct err *e)
{
	struct server *s = self;
	const struct signals *out = NULL;
	int code = accept(s, m->step);

	if (!code)
		code = m->ramp ? ramp_run(s, m) : site_send(s->site, &m->trial, m->instant);
	if (!code)
		code = site_answer(s->site, &out);
	if (code)
		return laboratory_fault(s->lab, e) ? code : err_set(e, code, "site", "step %llu of the journal cannot be repeated", (unsigned long long)m->step);
	for (int k = 0; k < SLOTS; k++)
		for (int i = 0; i < measured->n[k]; i++)
			if (memcmp(&measured->x[k][i], &out->x[k][i], sizeof(double)) != 0)
				return history_differs(m, k, i, measured->x[k][i], out->x[k][i], e);
	return 0;
}

/* The one journal of this site in the folder whose run has not ended; "": none. ERR_DUPLICATE: several. */
static int journal_find(const struct server *s, char ret_path[JOURNAL_PATH], struct err *e)
{
	struct journal_summary summary;
	char tail[WIRE_NAME + 16], path[JOURNAL_PATH];
	const struct dirent *entry;
	DIR *folder = s->words.folder ? opendir(s->words.folder) : NULL;
	int code = 0;

	ret_path[0] = '\0';
	snprintf(tail, sizeof tail, ".%s.journal", s->words.name);
	while (folder && !code && (entry = readdir(folder))) {
		size_t n = strlen(entry->d_name), t = strlen(tail);

		if (n <= t || strcmp(entry->d_name + n - t, tail) != 0)
			continue;
		if (snprintf(path, sizeof path, "%s/%s", s->words.folder, entry->d_name) >= (int)sizeof path)
			continue;
		if (!journal_exists(path))
			continue;
		code = journal_check(path, s->mem, &summary, e);
		if (code || summary.ended)
			continue;
		if (ret_path[0])
			code = err_set(e, ERR_DUPLICATE, "site", "two runs have not ended: %.60s and %.60s; move the journal of one away", ret_path, path);
		snprintf(ret_path, JOURNAL_PATH, "%s", path);
	}
	if (folder)
		closedir(folder);
	return code;
}

static int take_up(struct server *s, struct err *e)
{
	char path[JOURNAL_PATH];
	bool physical = s->site->setup->rig->ops->physical;
	int code = journal_find(s, path, e);

	if (code || !path[0])
		return code;
	code = host_resume(&s->host, path, physical ? NULL : replay, s, e);
	if (!code)
		server_say(s, "goes on with run %s after %llu exchanges (%s)", s->host.run, (unsigned long long)s->host.executed, path);
	return code;
}

/* --- beginning --------------------------------------------------------------------------------------------- */

static int rooms_take(struct server *s)
{
	const struct rig *rig = s->site->setup->rig;
	int channels = rig->ctrl.n[SLOT_DISP], n = s->site->trial.n[SLOT_DISP], m = s->site->out.n[SLOT_DISP];

	s->limit = ARENA_ARRAY(s->mem, (size_t)channels + 1, struct wire_limit);
	s->driven = ARENA_ARRAY(s->mem, (size_t)m + 1, bool);
	s->before = ARENA_ARRAY(s->mem, (size_t)n + 1, double);
	s->ramp = ARENA_ARRAY(s->mem, 3 * (size_t)n + 1, double);
	if (!s->limit || !s->driven || !s->before || !s->ramp)
		return ERR_MEMORY;
	for (int i = 0; i < m; i++)
		s->driven[i] = site_driven(s->site, i);
	for (int i = 0; i < channels; i++) {
		struct rig_limit l = {-HUGE_VAL, HUGE_VAL, HUGE_VAL, -HUGE_VAL, HUGE_VAL};

		if (rig->ops->limit)
			rig->ops->limit(rig->self, i, &l);
		s->limit[i] = (struct wire_limit){l.stroke_lo, l.stroke_hi, l.velocity, l.force_lo, l.force_hi};
	}
	return 0;
}

static int machine_make(struct server *s, struct err *e)
{
	struct host_words w = host_words_default;

	w.site = s->words.name;
	w.program = s->words.program;
	memcpy(w.trial_n, s->site->trial.n, sizeof(w.trial_n));
	memcpy(w.out_n, s->site->out.n, sizeof(w.out_n));
	w.channels = s->site->setup->rig->ctrl.n[SLOT_DISP];
	w.limit = s->limit;
	w.driven = s->driven;
	w.folder = s->words.folder;
	w.policy = s->words.policy;
	w.instance = s->words.instance;
	w.check = check;
	w.self = s;
	return host_setup(&s->host, &w, s->mem, e);
}

int server_open(struct server *s, const struct server_words *w, struct laboratory *lab, struct site *site, struct arena *mem, struct err *e)
{
	const struct signals *out;
	int code;

	*s = (struct server){.words = *w, .lab = lab, .site = site, .mem = mem};
	if (!site->setup)
		return err_set(e, ERR_UNSUPPORTED, "site", "expSite %d has no setup and rig of its own: only a LocalSite can be served", site->tag);
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
	return code;
}
