/* Following runs that publish. */
#include "web/lives.h"

#include "base/heap.h"
#include "report/scan.h"
#include "web/web_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCHES = 16 };             /* pieces of rows of a table in a tick */
static const int64_t ANSWER_NS = 2000 * 1000 * 1000ll;

/* ---- tables -------------------------------------------------------------------------------------------------- */

static void drop_tables(struct live_run *r)
{
	for (int i = 0; i < r->ntable; i++)
		trail_fini(&r->table[i]);
	free(r->table);
	free(r->place);
	free(r->value);
	free(r->yield);
	r->table = NULL;
	r->place = NULL;
	r->value = NULL;
	r->yield = NULL;
	r->ntable = r->nvalue = r->nelement = 0;
	r->motion_place = 0;
}

static int make_tables(struct live_run *r, struct err *e)
{
	int n = live_tables(r->view), nnode, ndf, nelement, code = 0;
	double bytes = n > 0 && LIVES_BYTES / n < HISTORY_BYTES ? LIVES_BYTES / n : HISTORY_BYTES;

	drop_tables(r);
	r->generation++;
	r->table = heap_zeroed((size_t)n + 1, sizeof *r->table);
	r->place = heap_zeroed((size_t)n + 1, sizeof *r->place);
	live_motion_size(r->view, &nnode, &ndf, &nelement);
	r->value = heap_zeroed((size_t)nnode * (size_t)ndf + 1, sizeof *r->value);
	r->yield = heap_zeroed((size_t)nelement + 1, 1);
	if (!r->table || !r->place || !r->value || !r->yield)
		return err_set(e, ERR_MEMORY, "tandem serve", "no memory for %d tables of run %s", n, r->id);
	r->nvalue = nnode * ndf;
	r->nelement = nelement;
	for (r->ntable = 0; r->ntable < n && !code; r->ntable++) {
		const struct run_table_info *t = live_table(r->view, r->ntable);

		code = trail_init(&r->table[r->ntable], t->n, scan_time(t), bytes, e);
	}
	return code;
}

static void take_rows(struct live_run *r)
{
	for (int i = 0; i < r->ntable; i++)
		for (int k = 0; k < BATCHES; k++) {
			uint64_t lost = 0;
			int room, n;
			double *x = trail_room(&r->table[i], &room);

			n = live_rows(r->view, i, &r->place[i], room, x, &lost);
			trail_advance(&r->table[i], n, lost);
			if (n == 0)
				break;
		}
}

/* ---- one run ------------------------------------------------------------------------------------------------- */

static void take_events(struct live_run *r)
{
	struct run_event event;

	for (int k = 0; k < LIVES_EVENTS && live_event(r->view, &r->event_place, &event, &r->event_lost); k++)
		r->event[r->nevent++ % LIVES_EVENTS] = event;
}

int lives_loops(const struct live_view *v, int64_t t_ns)
{
	return live_loops(v, t_ns - LIVES_KEEP_NS);
}

/* Of the process before as well. */
static int loops_at_work(const struct live_run *r, int64_t t_ns)
{
	return lives_loops(r->view, t_ns) + (r->before ? lives_loops(r->before, t_ns) : 0);
}

static void take_state(struct live_run *r, int64_t t_ns)
{
	char state[LIVE_WORD], reason[LIVE_REASON];
	bool was = r->alive;
	int loops;

	r->alive = live_alive(r->view);
	loops = loops_at_work(r, t_ns);
	if (!r->alive && !r->over_ns)
		r->over_ns = t_ns;
	live_now(r->view, &r->now);
	live_words(r->view, &r->now, r->alive, state, reason);
	if (was == r->alive && loops == r->loops && strcmp(state, r->state) == 0 && strcmp(reason, r->reason) == 0)
		return;
	r->loops = loops;
	memcpy(r->state, state, sizeof state);
	memcpy(r->reason, reason, sizeof reason);
	r->changes++;
}

/* Other tables than before, or those that there was no memory for a while ago. */
static void take_tables(struct live_run *r, int64_t t_ns, struct notes *notes)
{
	struct err e;
	int code;

	if (t_ns < r->again_ns)
		return;
	err_clear(&e);
	code = live_refresh(r->view, &e);
	if (code > 0 || (code == 0 && r->again_ns))
		code = make_tables(r, &e);
	/* a part that is replaced while it is read leaves none for a moment */
	if (code == 0 && r->ntable > 0 && live_tables(r->view) == 0) {
		drop_tables(r);
		r->generation++;
	}
	r->again_ns = code < 0 ? t_ns + LIVES_AGAIN_NS : 0;
	if (code < 0) {
		log_write(&notes->log, LOG_ERROR, r->id, "%s", e.what);
		drop_tables(r);
	}
}

static void take_all(struct live_run *r, int64_t t_ns, struct notes *notes)
{
	/* first whether it lives, then what it has left: what a process writes before its end is not missed */
	take_state(r, t_ns);
	take_tables(r, t_ns, notes);
	take_rows(r);
	take_events(r);
	if (r->nvalue > 0)
		live_motion(r->view, &r->motion_place, &r->frame, r->value, r->yield);
}

static void free_run(struct live_run *r)
{
	drop_tables(r);
	live_close(r->before);
	live_close(r->view);
	free(r);
}

/* ---- all of them --------------------------------------------------------------------------------------------- */

int lives_init(struct lives **ret, struct web *w, struct err *e)
{
	struct lives *l = heap_zeroed(1, sizeof *l);

	if (!l || !(l->scout = scout_make(w))) {
		free(l);
		return err_set(e, ERR_MEMORY, "tandem serve", "no memory");
	}
	l->web = w;
	*ret = l;
	return 0;
}

void lives_fini(struct lives *l)
{
	if (!l)
		return;
	for (int i = 0; i < l->n; i++)
		free_run(l->run[i]);
	scout_free(l->scout);
	free(l);
}

bool lives_is_live(const struct live_run *r)
{
	return r->alive;
}

struct live_run *lives_find(const struct lives *l, const char *id)
{
	for (int i = 0; i < l->n; i++)
		if (strcmp(l->run[i]->id, id) == 0)
			return l->run[i];
	return NULL;
}

/* Tables, events and answers are counted from their beginning; what viewers were told stays told. */
static void take_view(struct live_run *r, struct live_view *view, int64_t t_ns)
{
	drop_tables(r);
	if (r->view && lives_loops(r->view, t_ns) > 0) {
		live_close(r->before);
		r->before = r->view;
	} else
		live_close(r->view);
	r->view = view;
	r->alive = live_alive(view);
	r->over_ns = r->again_ns = 0;
	r->event_place = r->event_lost = 0;
	r->now = (struct live_now){0};
	r->reason[0] = '\0';
	snprintf(r->state, sizeof r->state, "%s", live_state_name[LIVE_CONNECTING]);
	r->generation++;
	r->changes++;
}

void lives_follow(struct lives *l, const char *id, struct live_view *view)
{
	struct live_run *known = lives_find(l, id), *r = known ? known : l->n < LIVES_MOST ? heap_zeroed(1, sizeof *r) : NULL;

	if (!r || (known && known->alive)) {
		live_close(view);
		return;
	}
	take_view(r, view, clock_now(&l->web->clock));
	l->changes++;
	if (known)
		return;
	snprintf(r->id, sizeof r->id, "%s", id);
	l->run[l->n++] = r;
}

void lives_tick(struct lives *l, int64_t t_ns)
{
	if (t_ns - l->looked_ns > LIVES_LOOK_NS) {
		l->looked_ns = t_ns;
		scout_send(l->scout, l);
	}
	for (int i = 0; i < l->n; i++) {
		struct live_run *r = l->run[i];
		bool was = r->alive;

		take_all(r, t_ns, &l->web->notes);
		l->changes += was != r->alive;
		if (r->over_ns && r->viewers == 0 && t_ns - r->over_ns > LIVES_KEEP_NS && r->loops == 0) {
			free_run(r);
			l->run[i--] = l->run[--l->n];
		}
	}
}

void lives_put_ids(const struct lives *l, struct jput *j)
{
	for (int i = 0; i < l->n; i++)
		if (lives_is_live(l->run[i]))
			jput_text(j, NULL, l->run[i]->id);
}

void lives_put_state(const struct live_run *r, struct jput *j)
{
	jput_open(j, NULL, '{');
	jput_open(j, "state", '{');
	jput_text(j, "run", r->id);
	jput_text(j, "state", r->state);
	jput_text(j, "reason", r->reason);
	jput_real(j, "time", r->now.test_time);
	jput_int(j, "step", r->now.step);
	jput_int(j, "steps", r->now.steps);
	jput_real(j, "dt", r->now.dt);
	jput_real(j, "pace", r->now.pace);
	jput_bool(j, "realtime", live_front(r->view)->realtime != 0);
	jput_bool(j, "live", r->alive);
	jput_int(j, "loops", r->loops);
	jput_close(j, '}');
	jput_close(j, '}');
}

/* ---- the operator's wishes ----------------------------------------------------------------------------------- */

static void put_yes(struct request *r, const char *text, size_t n)
{
	struct jput j;

	jput_init(&j);
	jput_open(&j, NULL, '{');
	jput_bool(&j, "ok", true);
	jput_text_n(&j, "text", text, n);
	jput_close(&j, '}');
	request_json(r, 200, &j);
}

/* Past mailbox and process, to every command loop of the run: nothing is before a trip. */
static int trip(struct request *r, struct live_run *run, struct err *e)
{
	int code = live_trip(run->view, r->who.name, e);

	if (!code && run->before)
		code = live_trip(run->before, r->who.name, e);
	return code;
}

/* Have all command loops of the run tripped? */
static bool loops_tripped(const struct live_view *v)
{
	struct live_rig rig;
	int n = live_rigs(v);

	for (int i = 0; i < n; i++)
		if (!live_rig(v, i, &rig) || !rig.tripped)
			return false;
	return n > 0;
}

/* A trip needs no answer to act. Where the run gives none, what it and its command loops show is one; then r has it. late: the time for an answer is over. */
static bool trip_answer(struct request *r, const struct live_run *run, bool late)
{
	const char *text = NULL;

	if (strcmp(r->ask, "trip") != 0)
		return false;
	if (!run->alive && loops_at_work(run, clock_now(&r->web->clock)) > 0)
		text = "the process of the run is gone; its command loops trip";
	else if (!run->alive && r->ask_id && run->now.state == LIVE_TRIPPED)
		text = "tripped: the run has ended by it";
	else if (late && loops_tripped(run->view))
		text = "its command loops have tripped; the run has not answered yet";
	if (text)
		put_yes(r, text, strlen(text));
	return text;
}

/* Asks the run, if it is known. Whether that is over: it was asked in vain, or nothing is left to wait for. */
static bool ask(struct request *r)
{
	struct live_run *run = lives_find(r->web->lives, r->part[0]);
	struct err e;
	bool over;
	int code;

	if (!run)
		return false;
	err_clear(&e);
	code = strcmp(r->ask, "trip") == 0 ? trip(r, run, &e) : 0;
	over = !code && trip_answer(r, run, false);
	if (!code && !over && !run->alive)
		code = err_set(&e, ERR_MISSING, "run", "it is not live: nobody is there to be asked");
	if (!code && !over)
		code = live_ask(run->view, r->who.name, r->ask, &r->ask_id, &e);
	log_write(&r->web->notes.log, LOG_INFO, r->who.name, "run %.100s: %.200s%s%s", r->part[0], r->ask, code ? ": refused: " : "", e.what);
	if (code) {
		r->ask_id = 0;
		request_error(r, request_status(code), &e);
	}
	return over || code != 0;
}

/* A run that has just begun may not be known yet: it is looked for as long as an answer would be waited for. */
void lives_do(struct request *r)
{
	struct err e;
	int code;

	err_clear(&e);
	code = lives_wish(r->body ? r->body : "", r->nbody, r->ask, sizeof r->ask, &e);
	if (code) {
		request_error(r, request_status(code), &e);
		return;
	}
	r->ask_ends_ns = clock_now(&r->web->clock) + ANSWER_NS;
	r->asks = !ask(r);
}

static void put_answer(struct request *r, const struct live_answer *a)
{
	if (a->code)
		request_refuse(r, 409, "%.*s", (int)sizeof a->text - 1, a->text);
	else
		put_yes(r, a->text, sizeof a->text);
}

/* An answer counts also when the run has ended since. */
bool lives_answer(struct request *r, int64_t t_ns)
{
	const struct live_run *run = lives_find(r->web->lives, r->part[0]);
	struct live_answer a;

	if (!r->ask_id && ask(r))
		return true;
	if (r->ask_id && run && live_answer(run->view, r->ask_id, &a))
		put_answer(r, &a);
	else if (r->ask_id && run && trip_answer(r, run, t_ns > r->ask_ends_ns))
		return true;
	else if (!r->ask_id && t_ns > r->ask_ends_ns)
		request_refuse(r, 404, "run: it is not live: nobody is there to be asked");
	else if (r->ask_id && (!run || !run->alive))
		request_refuse(r, 504, "the run has ended before it answered");
	else if (t_ns > r->ask_ends_ns)
		request_refuse(r, 504, "the run has not answered within 2 s; it will find the wish");
	return r->answer.status != 0;
}
