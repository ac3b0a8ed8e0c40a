/* Requests of operators: one row a word, in which states it may be given, and what it does. */

#include "control/controller.h"
#include "script/script_live_priv.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PACE_MOST = 1000000 };

/* In: the words behind the first; out: the answer as text, or a report. */
struct wish {
	const char *who, *rest;
	char text[LIVE_TEXT];
};

static void say(struct wish *w, const char *text)
{
	snprintf(w->text, sizeof w->text, "%s", text);
}

/* ---- what they do --------------------------------------------------------------------------------------------- */

static int do_start(struct script *s, struct wish *w, struct err *e)
{
	(void)e;
	live_state(s->live->live, LIVE_RUNNING, "");
	say(w, "the test begins");
	return 0;
}

/* A controller that lets its specimens go after some time of hold would do so in a pause against the clock. */
static int may_pause(const struct script *s, struct err *e)
{
	struct rig_part part;

	for (int i = 0; i < s->lab.rigs.n && s->lab.realtime.on; i++) {
		const struct rig *r = s->lab.rigs.row[i].object;

		for (int k = 0; r->started && r->ops->part && r->ops->part(r->self, -1, k, &part); k++) {
			const struct control_plan *p = strcmp(part.command, "expController") == 0 ? table_get(&s->lab.controllers, part.tag) : NULL;

			if (!p || isinf(p->words.hold_s))
				continue;
			err_set(e, ERR_STATE, "pause", "expController %d lets the specimens of expControl %d go after %g s of hold", p->tag, r->tag, p->words.hold_s);
			err_hint(e, "leave its -hold out where you want to pause; stop ends the test here, trip brings the rigs to rest");
			return ERR_STATE;
		}
	}
	return 0;
}

static int do_pause(struct script *s, struct wish *w, struct err *e)
{
	int code = may_pause(s, e);

	if (code)
		return code;
	snprintf(s->live->why, sizeof s->live->why, "paused by %s", w->who);
	live_state(s->live->live, LIVE_PAUSED, s->live->why);
	say(w, "the test waits after this step");
	return 0;
}

static int do_resume(struct script *s, struct wish *w, struct err *e)
{
	(void)e;
	s->live->why[0] = '\0';
	live_state(s->live->live, LIVE_RUNNING, "");
	say(w, "the test goes on");
	return 0;
}

static int do_stop(struct script *s, struct wish *w, struct err *e)
{
	(void)e;
	s->live->stop = true;
	snprintf(s->live->who, sizeof s->live->who, "%s", w->who);
	say(w, s->lab.trip.cause == TRIP_NONE ? "the analyze ends after this step, and the script with the next one" : "the run ends as it stands: tripped");
	return 0;
}

static int do_trip(struct script *s, struct wish *w, struct err *e)
{
	struct stop_word *word = live_trip_word(s->live->live);
	bool already = live_state_now(s->live->live) == LIVE_TRIPPED;

	(void)e;
	/* the word came before this, past the mailbox, and may have acted: it must not trip what is acknowledged next */
	if (already)
		stop_clear(word);
	else
		stop_ask(word, w->who);
	say(w, already ? "tripped already: the rigs are at rest" : "tripped: the rigs come to rest");
	return 0;
}

static int do_acknowledge(struct script *s, struct wish *w, struct err *e)
{
	int code;

	stop_clear(live_trip_word(s->live->live));
	code = laboratory_acknowledge(&s->lab, e);
	if (code)
		return code;
	snprintf(s->live->why, sizeof s->live->why, "acknowledged by %s: resume goes on from where the rigs stand", w->who);
	live_state(s->live->live, LIVE_PAUSED, s->live->why);
	say(w, "acknowledged: resume goes on from where the rigs stand");
	return 0;
}

static int do_pace(struct script *s, struct wish *w, struct err *e)
{
	struct args a;
	double pace = 0.0;
	int code = 0;

	args_init(&a, 1, &w->rest, "pace");
	if (s->lab.realtime.on) {
		err_set(e, ERR_STATE, "pace", "against the clock the clock sets the pace");
		err_hint(e, "expTune control -scale x stretches the time of a rig");
		return ERR_STATE;
	}
	if (strcmp(w->rest, "max") != 0)
		code = args_real(&a, "pace", (struct range){0.0, PACE_MOST, true, false}, &pace, e);
	if (code) {
		err_hint(e, "test seconds a second, or max");
		return code;
	}
	script_live_pace(s, pace);
	if (pace > 0.0)
		snprintf(w->text, sizeof w->text, "%g test seconds a second", pace);
	else
		say(w, "as fast as it can");
	return 0;
}

/* ---- tuning --------------------------------------------------------------------------------------------------- */

/* Commands that may be given while a test runs. They read their own words by their own tables. */
static const struct { const char *command, *first; } TUNES[] = {
	{"expTune", NULL}, {"monitor", "threshold"}, {"monitor", "reset"},
};

static bool may_tune(int n, const char **word)
{
	for (size_t i = 0; i < COUNT(TUNES); i++)
		if (n > 1 && strcmp(word[0], TUNES[i].command) == 0 && (!TUNES[i].first || strcmp(word[1], TUNES[i].first) == 0))
			return true;
	return false;
}

/* The words as they stand: quoted, so that nothing in them is a variable or a command. */
static int eval_words(struct script *s, int n, const char **word, struct wish *w, struct err *e)
{
	char *line = Tcl_Merge(n, word);
	int done = Tcl_EvalEx(s->interp, line, -1, TCL_EVAL_GLOBAL);

	Tcl_Free(line);
	say(w, Tcl_GetStringResult(s->interp));
	Tcl_ResetResult(s->interp);
	return done == TCL_OK ? 0 : err_set(e, ERR_ARGUMENT, "tune", "%.200s", w->text);
}

static int do_tune(struct script *s, struct wish *w, struct err *e)
{
	const char **word = NULL;
	int n = 0, code;

	if (Tcl_SplitList(NULL, w->rest, &n, &word) != TCL_OK)
		return err_set(e, ERR_ARGUMENT, "tune", "this is no list of words: %.100s", w->rest);
	if (may_tune(n, word)) {
		code = eval_words(s, n, word, w, e);
	} else {
		code = err_set(e, ERR_ARGUMENT, "tune", "this may not be given while a test runs");
		err_value(e, "%.90s", w->rest);
		err_allowed(e, "expTune ..., monitor threshold ..., monitor reset tag");
	}
	Tcl_Free((char *)word);
	if (!code && !w->text[0])
		snprintf(w->text, sizeof w->text, "%s", w->rest);
	return code;
}

/* ---- the table ------------------------------------------------------------------------------------------------ */

#define IN(state) (1u << (state))

static const struct {
	const char *word;
	unsigned states;           /* in which it makes sense */
	int (*run)(struct script *s, struct wish *w, struct err *e);
} WISHES[] = {
	{"start", IN(LIVE_HOLDING), do_start},
	{"pause", IN(LIVE_RUNNING), do_pause},
	{"resume", IN(LIVE_PAUSED), do_resume},
	{"stop", IN(LIVE_HOLDING) | IN(LIVE_RUNNING) | IN(LIVE_PAUSED) | IN(LIVE_TRIPPED), do_stop},
	{"trip", ~0u, do_trip},
	{"acknowledge", IN(LIVE_TRIPPED), do_acknowledge},
	{"pace", ~0u, do_pace},
	{"tune", ~0u, do_tune},
};

static int refuse_state(const char *word, enum live_state now, unsigned states, struct err *e)
{
	char text[120] = "";

	for (int i = 0; i < LIVE_STATE_COUNT; i++)
		if (states & IN(i))
			snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", text[0] ? ", " : "", live_state_name[i]);
	err_set(e, ERR_STATE, word, "the run is not in a state for this");
	err_value(e, "%s", live_state_name[now]);
	err_allowed(e, "%s", text);
	return ERR_STATE;
}

static int grant(struct script *s, const char *word, struct wish *w, struct err *e)
{
	enum live_state now = live_state_now(s->live->live);

	for (size_t i = 0; i < COUNT(WISHES); i++)
		if (strcmp(word, WISHES[i].word) == 0)
			return WISHES[i].states & IN(now) ? WISHES[i].run(s, w, e) : refuse_state(word, now, WISHES[i].states, e);
	err_set(e, ERR_UNKNOWN, "live", "there is no such request");
	err_value(e, "%.40s", word);
	err_allowed(e, "start, pause, resume, stop, trip, acknowledge, pace X, tune LINE");
	return ERR_UNKNOWN;
}

/* Printable, in one line: it goes to the log and the record. */
static void clean(char *text)
{
	for (char *c = text; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 127)
			*c = ' ';
}

static void handle(struct script *s, struct live_request *r, uint64_t id)
{
	struct wish w = {.who = r->who, .rest = ""};
	char word[16] = "", said[640];
	struct err e;
	int code, n = 0;

	clean(r->who);
	clean(r->text);
	sscanf(r->text, " %15s%n", word, &n);
	w.rest = r->text + n + strspn(r->text + n, " ");
	err_clear(&e);
	code = grant(s, word, &w, &e);
	if (code)
		err_text(&e, said, sizeof said);
	else
		snprintf(said, sizeof said, "%s", w.text);
	run_record_event(s->run, "operator", r->who, "%.120s: %s%.180s", r->text, code ? "refused: " : "", said);
	script_say(s, "live: %s: %s: %s%s\n", r->who, r->text, code ? "refused: " : "", said);
	live_reply(s->live->live, id, code, said);
}

void script_live_requests(struct script *s)
{
	struct live_request r;
	uint64_t id;

	/* no more than a box full at a time: whoever asks on and on does not keep the test from going */
	for (int i = 0; i < LIVE_REQUESTS && live_request_take(s->live->live, &r, &id); i++)
		handle(s, &r, id);
}
