/* The life of a live run: hold, steps, pace, trip, end. Requests themselves are in script_live_ask.c. */
#include "script/script_live.h"

#include "script/script_live_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAP_NS = 10 * 1000 * 1000, LATE_NS = 500 * 1000 * 1000 };

static struct clock wall = {.ops = &clock_monotonic};
static char trip_text[LIVE_WHO + 32];      /* why of the laboratory's trip, which outlives this */

/* ---- beginning and end ---------------------------------------------------------------------------------------- */

int script_live_begin(struct script *s, const struct script_live_words *w, struct err *e)
{
	struct script_live *l = calloc(1, sizeof(*l));
	struct run_tap tap;
	int code = l ? 0 : err_set(e, ERR_MEMORY, "live", "no memory");

	if (!code)
		code = live_begin(&l->live, &(struct live_words){.folder = w->folder, .id = w->id, .realtime = s->lab.realtime.on, .an = &s->analysis,
		                                                 .lab = &s->lab, .monitors = &s->monitors}, e);
	if (code) {
		free(l);
		return code;
	}
	l->hold = s->monitors.attended = w->hold;
	tap = live_tap(l->live);
	run_record_tap(s->run, &tap);
	s->lab.realtime.show = live_show;
	s->lab.realtime.trip = live_trip_word(l->live);
	interrupt_watch(live_trip_word(l->live));
	s->live = l;
	script_live_pace(s, s->lab.realtime.on ? 0.0 : w->pace);
	return 0;
}

void script_live_end(struct script *s, bool failed)
{
	struct script_live *l = s->live;

	if (!l)
		return;
	interrupt_watch(NULL);
	run_record_tap(s->run, &(struct run_tap){0});
	s->lab.realtime.show = NULL;
	s->lab.realtime.trip = NULL;
	s->monitors.attended = false;
	live_end(l->live, s->lab.trip.cause != TRIP_NONE ? LIVE_TRIPPED : failed ? LIVE_FAILED : LIVE_ENDED, l->why);
	free(l);
	s->live = NULL;
}

/* ---- waiting -------------------------------------------------------------------------------------------------- */

/* A nap between two looks into the mailbox; the beat goes on. */
static void nap(struct script *s, int64_t until_ns)
{
	struct script_live *l = s->live;
	int64_t now_ns = clock_now(&wall), end_ns = now_ns + NAP_NS < until_ns ? now_ns + NAP_NS : until_ns;

	if (now_ns - l->beat_ns >= LIVE_BEAT_NS) {
		live_beat(l->live);
		l->beat_ns = now_ns;
	}
	/* too short is as good: whoever naps looks again */
	if (clock_sleep_until(&wall, end_ns) < 0)
		return;
}

/* The pace counts from here. */
static void rebase(struct script *s)
{
	s->live->pace_ns = clock_now(&wall);
	s->live->pace_t = s->analysis.clock;
}

/* Who has tripped cannot trip any more: a second press of a frightened hand does not take the operator's chance to acknowledge. A signal ends the run. */
static bool is_interrupted(enum live_state state)
{
	return state == LIVE_TRIPPED ? interrupt_signalled() : interrupt_asked();
}

/* Has a rig stopped by itself while nobody commands anything? All others are told now, and not with the next step. */
static int look_around(struct script *s, enum live_state state, struct err *e)
{
	if (state == LIVE_TRIPPED)
		return 0;
	laboratory_look(&s->lab);
	return laboratory_fault(&s->lab, e);
}

/* As long as the run is in this state, and nobody interrupts or stops it. */
static int wait_in(struct script *s, enum live_state state, const char *why, struct err *e)
{
	struct script_live *l = s->live;
	int code;

	live_state(l->live, state, why);
	while (live_state_now(l->live) == state && !l->stop) {
		if (is_interrupted(state))
			return err_set(e, ERR_INTERRUPTED, "analyze", "interrupted; the state is that of the last step");
		code = look_around(s, state, e);
		if (code)
			return code;
		script_live_requests(s);
		if (live_state_now(l->live) == state && !l->stop)
			nap(s, INT64_MAX);
	}
	rebase(s);
	return 0;
}

/* Test time goes no faster than its pace. */
static int wait_pace(struct script *s, struct err *e)
{
	struct script_live *l = s->live;
	int code;

	while (l->pace > 0.0 && !l->stop && live_state_now(l->live) == LIVE_RUNNING) {
		int64_t due_ns = l->pace_ns + (int64_t)(1e9 * (s->analysis.clock - l->pace_t) / l->pace);

		/* whoever was at other work for long does not hurry to make up for it */
		if (clock_now(&wall) > due_ns + LATE_NS)
			rebase(s);
		if (clock_now(&wall) >= due_ns)
			return 0;
		if (interrupt_asked())
			return err_set(e, ERR_INTERRUPTED, "analyze", "interrupted; the state is that of the last step");
		code = look_around(s, LIVE_RUNNING, e);
		if (code)
			return code;
		nap(s, due_ns);
		script_live_requests(s);
	}
	return 0;
}

void script_live_pace(struct script *s, double pace)
{
	s->live->pace = pace;
	live_pace(s->live->live, pace);
	rebase(s);
}

/* ---- an analyze ----------------------------------------------------------------------------------------------- */

static int stopped(struct script *s, struct err *e)
{
	return s->live->stop ? err_set(e, ERR_PAUSED, "analyze", "the operator (%s) has stopped the run", s->live->who) : 0;
}

int script_live_analyze(struct script *s, int steps, double dt, struct err *e)
{
	if (!s->live)
		return 0;
	live_analyze(s->live->live, steps, dt);
	s->enough |= s->live->stop;
	return stopped(s, e);
}

int script_live_ready(struct script *s, struct err *e)
{
	struct script_live *l = s->live;
	int code = 0;

	if (!l)
		return 0;
	if (l->hold && !l->started)
		code = wait_in(s, LIVE_HOLDING, "waits for the operator's start", e);
	else if (live_state_now(l->live) == LIVE_PAUSED)
		code = wait_in(s, LIVE_PAUSED, l->why, e);
	if (!code)
		code = stopped(s, e);
	if (code)
		return code;
	if (live_state_now(l->live) != LIVE_RUNNING || !l->started) {
		live_state(l->live, LIVE_RUNNING, "");
		rebase(s);
	}
	l->started = true;
	return 0;
}

int script_live_step(struct script *s, struct err *e)
{
	struct script_live *l = s->live;
	int code;

	if (!l)
		return 0;
	live_step(l->live);
	script_live_requests(s);
	/* neither the pace, nor a pause, nor the end of the run keeps the rigs from their rest */
	if (monitors_stopping(&s->monitors))
		return 0;
	code = wait_pace(s, e);
	if (!code && live_state_now(l->live) == LIVE_PAUSED)
		code = wait_in(s, LIVE_PAUSED, l->why, e);
	return code ? code : stopped(s, e);
}

int script_live_pause(struct script *s, const char *why, struct err *e)
{
	struct script_live *l = s->live;
	int code;

	snprintf(l->why, sizeof l->why, "%s", why);
	code = wait_in(s, LIVE_PAUSED, l->why, e);
	return code ? code : stopped(s, e);
}

void script_live_tuned(struct script *s)
{
	struct err e;

	err_clear(&e);
	/* it is tuned all the same; who wants to see it looks at the event */
	if (s->live && live_tunables_write(s->live->live, &e) < 0)
		script_say(s, "live: %s\n", e.what);
}

/* ---- trips ---------------------------------------------------------------------------------------------------- */

/* Has a command loop tripped by the operator's word already? Then its rig is not the cause. */
static bool is_by_operator(const struct script *s)
{
	const struct rig *r = s->lab.trip.cause == TRIP_RIG ? table_get(&s->lab.rigs, s->lab.trip.rig) : NULL;
	char why[300] = "";

	if (s->lab.trip.cause == TRIP_NONE || s->lab.trip.cause == TRIP_INTERRUPTED)
		return true;
	return r && r->ops->why && r->ops->why(r->self, why, sizeof why) && strstr(why, SCRIPT_OPERATOR);
}

static int tripped(struct script *s, int code, struct err *e)
{
	struct script_live *l = s->live;
	struct trip why = {.cause = TRIP_OPERATOR, .code = ERR_INTERRUPTED, .t = analysis_time(&s->analysis), .why = trip_text};
	char who[STOP_WHO];

	if (!is_by_operator(s))
		return code;
	stop_who(live_trip_word(l->live), who);
	snprintf(trip_text, sizeof trip_text, SCRIPT_OPERATOR "%s) tripped", who);
	run_record_event(s->run, "operator", who, "trip");
	if (s->lab.trip.cause == TRIP_NONE)
		laboratory_trip(&s->lab, &why);
	s->lab.trip = why;
	err_clear(e);
	return laboratory_fault(&s->lab, e);
}

int script_live_cause(struct script *s, int code, struct err *e)
{
	struct script_live *l = s->live;

	if (!l)
		return code;
	if (code < 0 && stop_asked(live_trip_word(l->live)))
		return tripped(s, code, e);
	/* by his wish, after a step that is whole */
	if (code == ERR_PAUSED && l->stop && s->lab.trip.cause == TRIP_NONE) {
		err_clear(e);
		return 0;
	}
	return code;
}

bool script_live_again(struct script *s, int code, const struct err *e)
{
	struct script_live *l = s->live;
	char why[LIVE_TEXT] = "";

	if (!l)
		return false;
	if (code < 0)
		err_text(e, why, sizeof why);
	snprintf(l->why, sizeof l->why, "%s", why);
	if (s->lab.trip.cause == TRIP_NONE)
		return false;
	live_state(l->live, LIVE_TRIPPED, why);
	/* his own word has been heard: what is asked from now on is new */
	stop_clear(live_trip_word(l->live));
	return l->hold && !l->stop && wait_in(s, LIVE_TRIPPED, why, NULL) == 0 && s->lab.trip.cause == TRIP_NONE;
}
