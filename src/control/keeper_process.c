/* The process of a command loop: gets ready, lets the loop tick on its own thread, and meanwhile watches, says what happens, and writes the black box.
 *
 * What ends it: the wish of the integrator, or rest after the integrator is gone. Every wait here is bounded: a loop that does not come to rest by its
 * controller is made to by its limits, and after that the plant is told to hold and the process ends. */
#define _GNU_SOURCE /* close_range */
#include "control/keeper_priv.h"

#include "realtime/machine.h"
#include "realtime/verdict.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LOOK_NS = 10000000, FIT_S = 1, FIRST_FILE = 3 };

struct watch {
	struct keeper *k;
	struct drive *d;
	struct loop *loop;
	pid_t parent;
	struct link_answer now;
	int state;                 /* last said */
	bool tripped, written, orphan;     /* said, done */
	uint32_t acknowledged;     /* trips before the one at hand */
	int64_t let_go;            /* how often specimens were, by then */
	int64_t asked_ns;          /* since when it should come to rest; 0: not yet */
	int64_t tick;              /* of the look before */
};

static volatile sig_atomic_t term;
static struct clock wall = {.ops = &clock_monotonic};
static struct arena mem;
static struct loop loop;

static void on_term(int number)
{
	(void)number;
	term = 1;
}

static void say(const struct watch *w, const char *what)
{
	char line[800];

	snprintf(line, sizeof line, "%s, %.3f s: %s", w->d->words.object, (double)w->now.tick / w->d->words.rate_hz, what);
	if (w->k->words.say)
		w->k->words.say(line);
}

/* A life of its own: no terminal, no files of the integrator's, no signals but the one that asks it to come to rest. */
static void stand_alone(void)
{
	static const int ignored[] = {SIGINT, SIGHUP, SIGPIPE, SIGTSTP, SIGQUIT};
	struct sigaction act = {.sa_handler = on_term};

	if (setsid() < 0)
		term = 0;              /* it leads a session already: nothing to do */
	for (size_t i = 0; i < COUNT(ignored); i++)
		signal(ignored[i], SIG_IGN);
	sigaction(SIGTERM, &act, NULL);
	close_range(FIRST_FILE, ~0U, 0);
}

/* --- is the machine fit ---------------------------------------------------------------------------- */

static int nothing(void *ctx, int64_t tick, int64_t t_ns)
{
	(void)ctx;
	(void)tick;
	(void)t_ns;
	return 0;
}

static struct loop_config config_of(const struct keeper_words *w, struct loop_body body, int64_t calls)
{
	return (struct loop_config){.rate_hz = w->rate_hz, .priority = w->priority, .cpu = w->cpu, .tolerant = w->unfit, .body = body, .calls = calls};
}

/* Lets an empty loop tick for a second. */
static int fit(const struct keeper_words *w, struct err *e)
{
	struct loop_config config = config_of(w, (struct loop_body){.call = nothing}, (int64_t)(FIT_S * w->rate_hz) + 1);
	static struct loop_report report;
	struct machine_row row[MACHINE_ITEMS];
	struct verdict verdict;
	int code = loop_init(&loop, &config, &mem, e);

	if (!code)
		code = loop_start(&loop, e);
	for (report.ended = false; !code && !(loop_read(&loop, &report) && report.ended);)
		code = clock_sleep_until(&wall, clock_now(&wall) + LOOK_NS);
	if (!code)
		code = loop_stop(&loop, e);
	if (code)
		return code;
	machine_look(w->cpu, w->priority, row);
	verdict_find(row, &loop, &report, &verdict);
	if (!w->physical ? verdict.fit != FIT_NOT : verdict.fit == FIT_REALTIME || (w->slow && verdict.fit == FIT_SLOW))
		return 0;
	err_set(e, ERR_UNSUPPORTED, "real time", "this machine is not fit%s: %s", w->physical ? " to drive a physical rig" : "",
	        verdict.n ? verdict.reason[0] : "see tandem doctor");
	err_value(e, "%g Hz, %s", w->rate_hz, fitness_name(verdict.fit));
	err_hint(e, "tandem doctor says what to change; --unfit drives all the same");
	return ERR_UNSUPPORTED;
}

/* --- beginning --------------------------------------------------------------------------------------- */

static int begin(struct keeper *k, struct drive *d, struct err *e)
{
	const struct keeper_words *w = &k->words;
	const struct drive_plant *p = &d->words.plant;
	struct loop_config config = config_of(w, (struct loop_body){.call = drive_serve, .ctx = d}, 0);
	int code = w->unfit ? 0 : fit(w, e);

	if (!code && p->open)
		code = p->open(p->self, w->rate_hz, w->watchdog_s, w->patience_s, e);
	if (!code)
		code = drive_start(d, e);
	if (!code)
		code = loop_init(&loop, &config, &mem, e);
	if (!code) {
		snapshot_write(&k->link->answer, &d->answer);
		code = loop_start(&loop, e);
	}
	return code;
}

/* What the system refused, to somebody who runs all the same. */
static void say_refused(const struct watch *w)
{
	char line[640];

	for (enum loop_measure m = 0; m < LOOP_MEASURES; m++)
		if (loop_refused(&loop, m)) {
			err_text(loop_refused(&loop, m), line, sizeof line);
			say(w, line);
		}
}

/* --- watching ---------------------------------------------------------------------------------------- */

static void write_box(struct watch *w, const char *reason)
{
	char line[640], path[200];
	struct err e;

	err_clear(&e);
	if (drive_write_box(w->d, w->k->words.stem, reason, path, sizeof path, &e)) {
		err_text(&e, line, sizeof line);
	} else {
		snprintf(line, sizeof line, "the last second and the way to rest are in %s", path);
		snprintf(w->k->link->file, sizeof w->k->link->file, "%s", path);
	}
	say(w, line);
	w->written = true;
	atomic_store(&w->k->link->kept, w->acknowledged + 1);
}

/* What happened is in the black box, and not on the disk. */
static bool is_unwritten(const struct watch *w)
{
	return !w->written && (w->tripped || w->now.entered[CONTROL_FREE_VIBRATION] > w->let_go);
}

static void keep(struct watch *w)
{
	char why[300];

	drive_why(&w->now, w->k->words.unit, why, sizeof why);
	write_box(w, why);
}

/* Whatever was said and written of a trip that was acknowledged is over. */
static void look_again(struct watch *w)
{
	if (w->now.acknowledged == w->acknowledged)
		return;
	w->acknowledged = w->now.acknowledged;
	w->let_go = w->now.entered[CONTROL_FREE_VIBRATION];
	w->tripped = w->written = false;
}

/* States that a user wants to know of as they come. */
static void say_state(struct watch *w)
{
	static const char *const what[CONTROL_STATES] = {
		[CONTROL_HOLD] = "holds: no target has come in time",
		[CONTROL_FREE_VIBRATION] = "free vibration: no target came within the time of the hold, the specimens are let go",
		[CONTROL_REST] = "at rest",
	};

	if (w->now.state != w->state && what[w->now.state] && !w->tripped && atomic_load(&w->k->link->wish) != LINK_END)
		say(w, what[w->now.state]);
	w->state = w->now.state;
}

static void say_trip(struct watch *w)
{
	char why[300], line[320];

	if (w->now.trip.cause == LIMITS_OK)
		return;
	if (!w->tripped) {
		limits_text(&w->now.trip, w->k->words.unit, why, sizeof why);
		snprintf(line, sizeof line, "trip: %s", why);
		say(w, line);
	}
	w->tripped = true;
}

/* The integrator is gone: who holds for ever would do so for ever. */
static void say_orphan(struct watch *w)
{
	if (!w->orphan)
		say(w, "the process that integrates is gone");
	w->orphan = true;
	atomic_store(&w->k->link->orphan, true);
	if (w->now.state == CONTROL_READY || (w->now.state == CONTROL_HOLD && isinf(w->d->control.words.hold_s)))
		atomic_store(&w->k->link->wish, LINK_REST);
}

/* Without an integrator the controller goes its own way, and nobody is impatient before the hold is over. Ticks say so: who stands still is on no way. */
static bool is_on_its_way(struct watch *w)
{
	bool ticks = w->now.tick != w->tick;

	w->tick = w->now.tick;
	return ticks && w->orphan && atomic_load(&w->k->link->wish) == LINK_RUN && w->now.trip.cause == LIMITS_OK &&
	       isfinite(w->d->control.words.hold_s) && w->now.state < CONTROL_FREE_VIBRATION;
}

/* It should be at rest by now: first the limits are asked, then nobody. */
static bool is_overdue(struct watch *w, int64_t now_ns)
{
	double since = w->asked_ns ? 1e-9 * (double)(now_ns - w->asked_ns) : 0.0;

	if (since > w->k->words.polite_s)
		atomic_store(&w->k->link->wish, LINK_REST);
	if (since > w->k->words.firm_s)
		say(w, "does not come to rest; the laboratory is told to hold");
	return since > w->k->words.firm_s;
}

static struct loop_report report;      /* as it was read last */

static void show(const struct watch *w, bool ended)
{
	if (w->k->words.show)
		w->k->words.show(&(struct keeper_view){.rig = w->k->words.rig, .rate_hz = w->d->words.rate_hz, .unit = w->k->words.unit, .answer = &w->now,
		                                       .timing = &report, .orphan = w->orphan, .ended = ended});
}

/* One look; false: it is over. */
static bool look(struct watch *w)
{
	int64_t now_ns = clock_now(&wall);
	bool wanted;

	if (!snapshot_read(&w->k->link->answer, &w->now))
		return true;
	look_again(w);
	say_trip(w);
	say_state(w);
	if (getppid() != w->parent)
		say_orphan(w);
	if (term)
		atomic_store(&w->k->link->wish, LINK_REST);
	/* once wanted, always: is_overdue has other wishes */
	wanted = w->orphan || term || w->asked_ns || atomic_load(&w->k->link->wish) == LINK_END;
	if (wanted && (is_on_its_way(w) || !w->asked_ns))
		w->asked_ns = now_ns;
	if (w->now.resting && is_unwritten(w))
		keep(w);
	if (loop_read(w->loop, &report)) {
		snapshot_write(&w->k->link->timing, &report);
		if (report.ended)
			return false;
	}
	show(w, false);
	return !(wanted && keeper_rests(w->k, &w->now)) && !is_overdue(w, now_ns);
}

/* The loop ends; what may still move is told to hold before anything is written. */
static void finish(struct watch *w)
{
	const struct drive_plant *p = &w->d->words.plant;
	bool stopped;

	loop_close(&loop);
	stopped = loop_stop(&loop, NULL) == 0;
	if (p->safe)
		p->safe(p->self);
	/* a loop that does not return keeps its report and its rows for itself */
	if (stopped) {
		look(w);
		if (is_unwritten(w))
			keep(w);
	}
	show(w, true);
}

_Noreturn void keeper_process(struct keeper *k, struct drive *d, pid_t parent)
{
	struct watch w = {.k = k, .d = d, .loop = &loop, .parent = parent, .state = -1};
	const struct drive_plant *p = &d->words.plant;
	struct err e;
	int code;

	stand_alone();
	arena_init(&mem);
	err_clear(&e);
	code = begin(k, d, &e);
	if (code) {
		if (!e.code)
			err_set(&e, code, "real time", "the command loop does not begin: %s", err_message(code));
		k->link->refused = e;
		if (p->safe)
			p->safe(p->self);
	} else {
		atomic_store(&k->link->phase, LINK_TICKING);
		say_refused(&w);
		while (look(&w) && clock_sleep_until(&wall, clock_now(&wall) + LOOK_NS) == 0)
			;
		finish(&w);
	}
	if (p->close)
		p->close(p->self);
	atomic_store(&k->link->phase, e.code ? LINK_REFUSED : LINK_ENDED);
	_exit(0);
}
