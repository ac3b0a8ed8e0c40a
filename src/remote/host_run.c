/* The test at the site: set-up, memory of exchanges, journal, and the run that is taken up again. */
#include "remote/host.h"

#include "remote/bytes.h"
#include "remote/host_priv.h"
#include "remote/journal_priv.h"

#include <stdio.h>
#include <string.h>

const struct host_words host_words_default = {
	.program = "0", .times = LINE_TIMES, .policy = {.sync = JOURNAL_SYNC_EVERY}, .history = 64,
};

/* --- set-up ---------------------------------------------------------------------------------------------- */

/* A journal whose name was cut short would not be found again. */
static bool is_too_long(const struct host_words *w)
{
	char tail[HOST_TAIL];

	host_journal_tail(w->site, tail);
	return w->folder && strlen(w->folder) + 1 + (WIRE_NAME - 1) + strlen(tail) >= JOURNAL_PATH;
}

static int check_words(const struct host_words *w, struct err *e)
{
	if (!w->site || !wire_name_good(w->site, false) || !w->program || !wire_name_good(w->program, false))
		return err_set(e, ERR_ARGUMENT, "site", "its name and its program's version must be 1 to 63 bytes");
	if (is_too_long(w))
		return err_set(e, ERR_RANGE, w->site, "the path of the folder of its journals, %.60s..., is too long: with the names of journals %d bytes at most",
		               w->folder, JOURNAL_PATH - 1);
	if (!wire_sizes_good(w->trial_n, w->out_n) || w->channels < 0 || w->channels > WIRE_CHANNELS)
		return err_set(e, ERR_RANGE, w->site, "sizes: 0 to %d components a slot, and not all 0", WIRE_CHANNELS);
	if (w->times.ping_ns <= 0 || w->times.lost_ns <= 2 * w->times.ping_ns || w->times.patience_ns <= 0)
		return err_set(e, ERR_RANGE, w->site, "times must be positive, and a loss later than two pings");
	if (w->history < 1)
		return err_set(e, ERR_RANGE, w->site, "at least one exchange must be kept, not %d", w->history);
	for (int i = 0; i < w->channels; i++) {
		const struct wire_limit *l = &w->limit[i];
		if (!(l->stroke_lo <= l->stroke_hi && l->velocity > 0.0 && l->force_lo <= l->force_hi))
			return err_set(e, ERR_RANGE, w->site, "the limits of channel %d contradict each other", i + 1);
	}
	return 0;
}

static int keep_words(struct host_words *w, struct arena *mem)
{
	const char **const text[] = {&w->site, &w->program, &w->force, &w->len, &w->time, &w->folder};
	struct wire_limit *limit = ARENA_ARRAY(mem, (size_t)w->channels + 1, struct wire_limit);
	bool *driven = ARENA_ARRAY(mem, (size_t)w->out_n[SLOT_DISP] + 1, bool);

	for (size_t i = 0; i < COUNT(text); i++)
		if (*text[i] && !(*text[i] = arena_text(mem, *text[i])))
			return ERR_MEMORY;
	if (!limit || !driven)
		return ERR_MEMORY;
	if (w->channels > 0)
		memcpy(limit, w->limit, (size_t)w->channels * sizeof(*limit));
	for (int i = 0; i < w->out_n[SLOT_DISP]; i++)
		driven[i] = !w->driven || w->driven[i];
	w->limit = limit;
	w->driven = driven;
	return 0;
}

static int take_entry(struct host_entry *x, const struct host_words *w, struct arena *mem)
{
	size_t n = (size_t)w->trial_n[SLOT_DISP];

	x->target = ARENA_ARRAY(mem, 8 * (3 + (size_t)wire_count(w->trial_n) + 7 * n), unsigned char);
	x->measured = ARENA_ARRAY(mem, 8 * ((size_t)wire_count(w->out_n) + 4 * n), unsigned char);
	return x->target && x->measured ? 0 : ERR_MEMORY;
}

static int take_memory(struct host *h, struct arena *mem)
{
	const struct host_words *w = &h->words;
	size_t longest = wire_longest(w->trial_n, w->out_n), n = (size_t)w->trial_n[SLOT_DISP];
	int rc = 0;

	h->entry = ARENA_ARRAY(mem, (size_t)w->history, struct host_entry);
	for (int i = 0; h->entry && i < w->history && !rc; i++)
		rc = take_entry(&h->entry[i], w, mem);
	if (rc || !h->entry || take_entry(&h->open, w, mem) || signals_take(&h->move.trial, w->trial_n, mem) || signals_take(&h->out, w->out_n, mem))
		return ERR_MEMORY;
	h->gain = ARENA_ARRAY(mem, n * n + 1, double);
	h->gains_bytes = ARENA_ARRAY(mem, 32 + 8 * n * n, unsigned char);
	h->rest = ARENA_ARRAY(mem, wire_rest_size(w->out_n), unsigned char);
	h->record = ARENA_ARRAY(mem, 4 + longest, unsigned char);
	return h->gain && h->gains_bytes && h->rest && h->record ? substeps_take(&h->move.begin, w->trial_n, mem) : ERR_MEMORY;
}

int host_setup(struct host *h, const struct host_words *w, struct arena *mem, struct err *e)
{
	int rc = check_words(w, e);

	*h = (struct host){.words = *w, .state = HOST_NEW, .served = -1, .journal = {.handle = -1}};
	if (rc)
		return rc;
	if (keep_words(&h->words, mem) || take_memory(h, mem))
		return err_set(e, ERR_MEMORY, w->site, "no memory for its exchanges");
	for (int i = 0; i < HOST_LINES; i++)
		if ((rc = line_init(&h->line[i], wire_longest(w->trial_n, w->out_n), 2, mem, e)))
			return rc;
	return journal_init(&h->journal, 4 + wire_longest(w->trial_n, w->out_n), &w->policy, mem, e);
}

void host_close(struct host *h)
{
	(void)!journal_close(&h->journal, NULL);
}

/* --- memory ----------------------------------------------------------------------------------------------- */

const struct host_entry *host_recall(const struct host *h, uint64_t step, uint32_t sub)
{
	uint64_t kept = (uint64_t)h->words.history < h->executed ? (uint64_t)h->words.history : h->executed;

	/* the newest first: it is the one asked for */
	for (uint64_t i = 1; i <= kept && step > 0; i++) {
		const struct host_entry *x = &h->entry[(h->executed - i) % (uint64_t)h->words.history];
		if (x->place.step == step && x->place.sub == sub)
			return x;
		if (x->place.step < step)
			break;
	}
	return NULL;
}

/* payload: of PROPOSE or STEP; what is before the instant is not part of the exchange itself. */
void host_keep_target(struct host *h, uint64_t step, uint32_t sub, uint32_t flags, const unsigned char *payload, size_t n)
{
	struct host_move *m = &h->move;
	const unsigned char *values = payload + WIRE_TARGET_HEAD + 8;

	h->open.place = (struct wire_place){.step = step, .sub = sub};
	h->open.flags = flags & WIRE_RAMP;
	h->open.target_n = n - WIRE_TARGET_HEAD;
	memcpy(h->open.target, payload + WIRE_TARGET_HEAD, h->open.target_n);
	m->step = step;
	m->sub = sub;
	m->instant = bytes_real(payload + WIRE_TARGET_HEAD);
	m->ramp = h->open.flags != 0;
	wire_signals(values, &m->trial);
	if (m->ramp)
		wire_ramp(values, h->words.trial_n, &m->begin);
}

void host_keep_measured(struct host *h, uint32_t digest, const unsigned char *values, size_t n)
{
	struct host_entry *x = &h->entry[h->executed % (uint64_t)h->words.history];

	h->open.place.digest = digest;
	x->place = h->open.place;
	x->flags = h->open.flags;
	x->target_n = h->open.target_n;
	x->measured_n = n;
	memcpy(x->target, h->open.target, x->target_n);
	memcpy(x->measured, values, n);
	h->executed++;
	h->last = x->place;
	h->open.place = (struct wire_place){0};
}

void host_keep_gains(struct host *h, const struct wire_gains *g)
{
	h->gains = g->w;
	h->gains.g = h->gain;
	wire_values(g->values, g->w.n * g->w.n, h->gain);
}

int host_note(struct host *h, enum journal_type type, uint64_t step, uint32_t sub, const void *payload, size_t n, struct err *e)
{
	if (!h->words.folder || !h->run[0])
		return 0;
	return journal_append(&h->journal, type, step, sub, payload, n, JOURNAL_SAFE, e);
}

void host_read(struct host *h)
{
	enum { PIECE = 64 };
	const struct signals *s = h->words.read;
	unsigned char bytes[8 * PIECE];
	struct pen p = {bytes};

	if (!s || !h->words.folder || h->journal.handle < 0)
		return;
	for (int k = 0; k < SLOTS; k++)
		for (int i = 0; i < s->n[k]; i++) {
			if (p.at == bytes + sizeof(bytes)) {
				(void)!journal_append(&h->journal, JOURNAL_READ, h->open.place.step, h->open.place.sub, bytes, sizeof(bytes), JOURNAL_LATER, NULL);
				p.at = bytes;
			}
			pen_real(&p, s->x[k][i]);
		}
	(void)!journal_append(&h->journal, JOURNAL_READ, h->open.place.step, h->open.place.sub, bytes, (size_t)(p.at - bytes), JOURNAL_LATER, NULL);
}

/* --- runs ------------------------------------------------------------------------------------------------- */

void host_journal_tail(const char *site, char ret_tail[HOST_TAIL])
{
	char name[WIRE_NAME];

	snprintf(name, sizeof(name), "%s", site);
	for (char *c = name; *c; c++)
		if (!wire_name_good((const char[]){*c == '.' ? 'x' : *c, '\0'}, true))
			*c = '_';
	snprintf(ret_tail, HOST_TAIL, ".%s.journal", name);
}

static void path_of(const struct host *h, const char *run, char *ret_path, size_t size)
{
	char tail[HOST_TAIL];

	host_journal_tail(h->words.site, tail);
	snprintf(ret_path, size, "%s/%s%s", h->words.folder, run, tail);
}

static void forget(struct host *h, const char *run)
{
	snprintf(h->run, sizeof(h->run), "%s", run);
	h->executed = 0;
	h->last = h->open.place = (struct wire_place){0};
	h->gains_n = 0;
}

void host_leave_run(struct host *h)
{
	(void)!journal_close(&h->journal, NULL);
	forget(h, "");
}

/* The specimen as it stands, for everybody who comes in this run. */
static void look_at_rest(struct host *h)
{
	const struct host_words *w = &h->words;

	for (int i = 0; i < SLOTS && !w->rest; i++)
		memset(h->out.x[i], 0, (size_t)h->out.n[i] * sizeof(double));
	wire_put_rest(w->driven, w->rest ? w->rest : &h->out, h->rest);
}

/* Before the first exchange, in the journal: what filters that remember begin with, and what every coordinator is told. */
static int note_rest(struct host *h, struct err *e)
{
	h->open.place = (struct wire_place){0};
	host_read(h);
	return journal_append(&h->journal, JOURNAL_REST, 0, 0, h->rest, wire_rest_size(h->words.out_n), JOURNAL_SAFE, e);
}

int host_begin(struct host *h, const struct wire_hello *m, struct err *e)
{
	struct journal_identity id = {.role = JOURNAL_HOST};
	char path[JOURNAL_PATH];
	int rc = 0;

	snprintf(id.run, sizeof(id.run), "%s", m->run);
	snprintf(id.site, sizeof(id.site), "%s", h->words.site);
	snprintf(id.program, sizeof(id.program), "%s", h->words.program);
	memcpy(id.trial_n, h->words.trial_n, sizeof(id.trial_n));
	memcpy(id.out_n, h->words.out_n, sizeof(id.out_n));
	(void)!journal_close(&h->journal, NULL);
	if (h->words.folder) {
		path_of(h, m->run, path, sizeof(path));
		rc = journal_create(&h->journal, path, &id, e);
	}
	look_at_rest(h);
	if (!rc && h->words.folder && (rc = note_rest(h, e)))
		journal_discard(&h->journal);
	if (rc)
		return rc;
	forget(h, m->run);
	h->state = HOST_READY;
	host_act(h, HOST_BEGIN, -1, h->run);
	return 0;
}

/* One exchange of the journal: remembered, and gone through again by rigs that forget, and by filters. */
static int relive(struct host *h, const struct journal_walk *w, host_replay *replay, void *self, struct err *e)
{
	host_keep_target(h, w->place.step, w->place.sub, w->flags, w->target, w->target_n);
	wire_signals(w->measured + 4, &h->out);
	host_keep_measured(h, w->place.digest, w->measured + 4, w->measured_n - 4);
	if (replay)
		return replay(self, &h->move, &h->out, e);
	return h->words.relive ? h->words.relive(h->words.self, &h->move, &h->out, w->read, w->read_n, e) : 0;
}

static void relive_gains(struct host *h, const struct journal_walk *w)
{
	struct wire_frame f = {.type = WIRE_GAINS, .payload = w->record.payload, .length = w->record.length};
	struct wire_gains g;

	/* the walk has checked them */
	if (wire_get_gains(&f, h->words.trial_n, &g))
		return;
	h->gains_n = f.length;
	memcpy(h->gains_bytes, f.payload, f.length);
	host_keep_gains(h, &g);
}

static int check_identity(const struct host *h, const struct journal_identity *found, const char *path, struct err *e)
{
	struct journal_identity id = *found;

	id.role = JOURNAL_HOST;
	snprintf(id.site, sizeof(id.site), "%s", h->words.site);
	memcpy(id.trial_n, h->words.trial_n, sizeof(id.trial_n));
	memcpy(id.out_n, h->words.out_n, sizeof(id.out_n));
	return journal_same(found, &id, path, e);
}

static int relive_all(struct host *h, struct journal_walk *w, host_replay *replay, void *self, struct err *e)
{
	int rc;

	while ((rc = journal_walk_next(w, e)) > 0) {
		int bad = 0;

		if (rc == WALK_GAINS)
			relive_gains(h, w);
		else if (rc == WALK_EXCHANGE)
			bad = relive(h, w, replay, self, e);
		else if (!replay && h->words.relive)
			bad = h->words.relive(h->words.self, NULL, NULL, w->read, w->read_n, e);
		if (bad)
			return bad;
	}
	if (rc)
		return rc;
	look_at_rest(h);
	if (w->rested)
		memcpy(h->rest, w->rest, wire_rest_size(h->words.out_n));
	if (w->open)
		host_keep_target(h, w->place.step, w->place.sub, w->flags, w->target, w->target_n);
	/* sub-steps that were broken off cannot go on from anywhere on their way: somebody must look at the specimen */
	bool broken_off = w->open && h->open.flags && !replay;
	h->state = w->ended ? HOST_ENDED : w->tripped || broken_off ? HOST_TRIPPED : w->open ? HOST_ACCEPTED : HOST_READY;
	snprintf(h->why, sizeof(h->why), "%.200s, before it was started again", w->tripped ? w->why : "the sub-steps of a step were broken off");
	return 0;
}

int host_resume(struct host *h, const char *path, host_replay *replay, void *self, struct err *e)
{
	struct journal_walk w;
	struct arena mem;
	int rc;

	if (h->state != HOST_NEW || h->run[0])
		return err_set(e, ERR_STATE, h->words.site, "a run can be taken up only before any other");
	arena_init(&mem);
	if (!(rc = journal_walk_open(&w, path, &mem, e)) && !(rc = check_identity(h, &w.identity, path, e))) {
		forget(h, w.identity.run);
		rc = relive_all(h, &w, replay, self, e);
	}
	journal_walk_close(&w);
	if (!rc)
		rc = journal_resume(&h->journal, path, &w.identity, h->words.instance, e);
	/* a journal that was cut before it had it: nothing has moved, and where the specimen stands now is where the test begins */
	if (!rc && !w.rested && !w.open && !w.ended && h->executed == 0)
		rc = note_rest(h, e);
	if (rc) {
		forget(h, "");
		h->state = HOST_NEW;
	}
	arena_fini(&mem);
	return rc;
}

/* What is over is remembered; neither the rig nor its filters go through it, which begin the next run. */
static int pass_over(void *self, const struct host_move *m, const struct signals *measured, struct err *e)
{
	(void)self, (void)m, (void)measured, (void)e;
	return 0;
}

bool host_recall_run(struct host *h, const char *run)
{
	struct journal_summary summary;
	char path[JOURNAL_PATH];
	struct arena mem;
	bool ended;

	if (h->state != HOST_NEW || h->run[0] || !h->words.folder)
		return false;
	path_of(h, run, path, sizeof(path));
	arena_init(&mem);
	ended = journal_check(path, &mem, &summary, NULL) == 0 && summary.ended;
	arena_fini(&mem);
	return ended && host_resume(h, path, pass_over, NULL, NULL) == 0;
}

const struct host_move *host_open_target(const struct host *h)
{
	return h->open.place.step > 0 ? &h->move : NULL;
}

const struct host_move *host_target(const struct host *h)
{
	return &h->move;
}

bool host_last_target(const struct host *h, struct signals *ret_trial)
{
	const struct host_entry *x = host_recall(h, h->last.step, h->last.sub);

	if (!x)
		return false;
	wire_signals(x->target + 8, ret_trial);
	return true;
}

bool host_last_instant(const struct host *h, double *ret_instant)
{
	const struct host_entry *x = host_recall(h, h->last.step, h->last.sub);

	if (x)
		*ret_instant = bytes_real(x->target);
	return x != NULL;
}

const struct substep_gains *host_gains(const struct host *h)
{
	return h->gains_n > 0 ? &h->gains : NULL;
}
