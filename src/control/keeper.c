/* The integrator's side of a keeper. */
#define _GNU_SOURCE /* CPU_SET */
#include "control/keeper.h"

#include "base/fault.h"
#include "base/interrupt.h"
#include "control/keeper_priv.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MS = 1000000, START_S = 10, END_S = 60, SPINS = 2000, SLACK_NS = 1000 };

static struct clock wall = {.ops = &clock_monotonic};

static void pause_for(int64_t t_ns)
{
	/* too short is as good: whoever waits looks again */
	if (clock_sleep_until(&wall, clock_now(&wall) + t_ns) < 0)
		sched_yield();
}

/* The other process has ended; its status is taken once. */
static bool is_gone(struct keeper *k)
{
	if (!k->ended && (waitpid(k->pid, NULL, WNOHANG) == k->pid || (kill(k->pid, 0) != 0 && errno == ESRCH)))
		k->ended = true;
	return k->ended;
}

/* Waits until the other process is in this phase or beyond, or gone; false after the time. */
static bool wait_phase(struct keeper *k, enum link_phase least, int64_t longest_ns)
{
	int64_t end_ns = clock_now(&wall) + longest_ns;

	while (atomic_load(&k->link->phase) < (int)least && !is_gone(k)) {
		if (clock_now(&wall) > end_ns)
			return false;
		pause_for(MS);
	}
	return true;
}

/* The loop's processor is left to it, and waits of this thread are short. Neither is needed: what is refused is done without. */
static void make_room(const struct keeper_words *w)
{
	cpu_set_t set;

	prctl(PR_SET_TIMERSLACK, SLACK_NS);
	if (w->cpu < 0 || sched_getaffinity(0, sizeof set, &set) != 0 || !CPU_ISSET((size_t)w->cpu, &set) || CPU_COUNT(&set) < 2)
		return;
	CPU_CLR((size_t)w->cpu, &set);
	if (sched_setaffinity(0, sizeof set, &set) != 0)
		return;
}

static int share(struct keeper *k, int n, struct err *e)
{
	int columns = k->words.columns > 0 ? k->words.columns : 1, nrows = k->words.nrows > 0 ? k->words.nrows : 1;
	struct arena mem;
	int code = shared_open(&k->memory, link_size(n, columns, nrows), e);

	if (code)
		return code;
	arena_init_over(&mem, k->memory.memory, k->memory.size);
	k->link = ARENA_NEW(&mem, struct link);
	code = k->link ? link_setup(k->link, n, columns, nrows, &mem, e) : err_set(e, ERR_MEMORY, "real time", "no memory for the link");
	if (!code)
		k->link->guards.mem = mem;
	return code;
}

static void times_default(struct keeper_words *w)
{
	const struct { double *at, usual; } row[] = {{&w->rest_s, KEEPER_REST_S}, {&w->polite_s, KEEPER_POLITE_S}, {&w->firm_s, KEEPER_FIRM_S}};

	for (size_t i = 0; i < COUNT(row); i++)
		if (*row[i].at == 0.0)
			*row[i].at = row[i].usual;
}

/* Starting is over: it ticks, or the report says why not. */
static int begun(struct keeper *k, struct err *e)
{
	int phase = atomic_load(&k->link->phase);

	if (phase == LINK_TICKING || phase == LINK_ENDED)
		return 0;
	if (phase == LINK_REFUSED) {
		if (e)
			*e = k->link->refused;
		return k->link->refused.code;
	}
	return err_set(e, ERR_STATE, "real time", "the process of the command loop ended or hung before its first tick");
}

int keeper_start(struct keeper *k, struct drive *d, const struct keeper_words *w, struct err *e)
{
	pid_t parent = getpid();
	int code;

	*k = (struct keeper){.words = *w};
	times_default(&k->words);
	code = share(k, d->words.n, e);
	if (!code) {
		d->link = k->link;
		d->trip = w->trip;
		k->pid = fault_fires(FAULT_process_fork) ? -1 : fork();
		if (k->pid == 0)
			keeper_process(k, d, parent);
		if (k->pid < 0)
			code = err_set(e, ERR_STATE, "real time", "no process for the command loop");
	}
	if (code) {
		k->ended = true;               /* it never began: nobody to wait for */
		keeper_close(k);
		return code;
	}
	wait_phase(k, LINK_TICKING, (int64_t)((w->patience_s + START_S) * 1e9));
	code = begun(k, e);
	if (code)
		keeper_close(k);
	else
		make_room(w);
	return code;
}

struct guards *keeper_guards(const struct keeper *k)
{
	return k->link ? &k->link->guards : NULL;
}

struct ring *keeper_rows(const struct keeper *k)
{
	return k->link ? &k->link->rows : NULL;
}

void keeper_send(struct keeper *k, double span, const struct command_target *t, int n)
{
	struct link_target target = {.number = ++k->number, .span = span};

	memcpy(target.at, t, (size_t)n * sizeof(*t));
	snapshot_write(&k->link->target, &target);
}

bool keeper_look(struct keeper *k)
{
	return k->link && snapshot_read(&k->link->answer, &k->answer);
}

/* Nobody hears the loop any more: gone, or standing still since seen_ns. */
static bool is_lost(struct keeper *k, int64_t *seen_tick, int64_t *seen_ns)
{
	int64_t now_ns = clock_now(&wall);

	if (k->answer.tick != *seen_tick) {
		*seen_tick = k->answer.tick;
		*seen_ns = now_ns;
	}
	return is_gone(k) || now_ns - *seen_ns > (int64_t)KEEPER_PATIENCE_S * 1000 * MS;
}

/* Nothing will come of the last target any more. */
static bool has_stopped(const struct keeper *k)
{
	return k->answer.trip.cause != LIMITS_OK || k->answer.state == CONTROL_FREE_VIBRATION || k->answer.state == CONTROL_REST;
}

bool keeper_ready(struct keeper *k)
{
	return (keeper_look(k) && (k->answer.number >= k->number || has_stopped(k))) || is_gone(k);
}

int keeper_stopped(struct keeper *k)
{
	if (!k->link)
		return 0;
	if (keeper_look(k) && has_stopped(k))
		return ERR_LIMIT;
	return is_gone(k) ? ERR_LOST : 0;
}

int keeper_wait(struct keeper *k)
{
	int64_t seen_tick = -1, seen_ns = clock_now(&wall), nap_ns = (int64_t)(1e9 / k->words.rate_hz / 16.0);

	for (int spins = 0;; spins++) {
		bool here = keeper_look(k);

		if (here && k->answer.number >= k->number)
			return 0;
		if (here && has_stopped(k))
			return ERR_LIMIT;
		if (spins < SPINS)
			continue;
		if (is_lost(k, &seen_tick, &seen_ns))
			return ERR_LOST;
		if (interrupt_asked())
			return ERR_INTERRUPTED;
		pause_for(nap_ns);
	}
}

/* As many commands as may be known ahead. */
static int play_ahead(struct keeper *k, int n, int nticks, const double *x, int sent, int heard)
{
	double row[1 + DEVICE_CHANNELS] = {(double)atomic_load(&k->link->plays)};

	for (; sent < nticks && sent - heard < LINK_PLAY_ROWS / 2; sent++) {
		memcpy(row + 1, x + (size_t)sent * (size_t)n, (size_t)n * sizeof(double));
		ring_push(&k->link->play, row);
	}
	return sent;
}

/* The next answer to the playing at hand. */
static bool next_heard(struct keeper *k, double *ret_row)
{
	while (ring_pop(&k->link->played, ret_row))
		if (ret_row[0] == (double)atomic_load(&k->link->plays))
			return true;
	return false;
}

int keeper_play(struct keeper *k, int n, int nticks, const double *x, bool compensated, double *ret_x, double *ret_f)
{
	double row[1 + 2 * DEVICE_CHANNELS];
	int64_t seen_tick = -1, seen_ns = clock_now(&wall);
	int heard = 0, sent = 0, code = 0;

	if (keeper_look(k) && has_stopped(k))
		return ERR_LIMIT;
	atomic_fetch_add(&k->link->plays, 1);
	sent = play_ahead(k, n, nticks, x, 0, 0);
	atomic_store(&k->link->playing, compensated ? LINK_COMPENSATED : LINK_BARE);
	while (heard < nticks && !code) {
		sent = play_ahead(k, n, nticks, x, sent, heard);
		for (; heard < nticks && next_heard(k, row); heard++) {
			memcpy(ret_x + (size_t)heard * (size_t)n, row + 1, (size_t)n * sizeof(double));
			memcpy(ret_f + (size_t)heard * (size_t)n, row + 1 + n, (size_t)n * sizeof(double));
		}
		if (keeper_look(k) && has_stopped(k))
			code = ERR_LIMIT;
		else if (is_lost(k, &seen_tick, &seen_ns))
			code = ERR_LOST;
		else if (interrupt_asked())
			code = ERR_INTERRUPTED;
		else if (heard < nticks)
			pause_for(MS);
	}
	atomic_store(&k->link->playing, LINK_SILENT);
	return code;
}

bool keeper_can_tune(const struct keeper *k)
{
	return ring_pushed(&k->link->tunes) - atomic_load_explicit(&k->link->tuned, memory_order_acquire) < LINK_TUNES;
}

void keeper_tune(struct keeper *k, const struct tune *t)
{
	ASSERT(keeper_can_tune(k));
	ring_push(&k->link->tunes, t);
}

bool keeper_rests(const struct keeper *k, const struct link_answer *a)
{
	bool asked = atomic_load(&k->link->wish) == LINK_REST || (k->words.trip && stop_asked(k->words.trip));

	return a->resting && (!asked || a->trip.cause != LIMITS_OK);
}

static bool is_resting(struct keeper *k)
{
	return keeper_look(k) && keeper_rests(k, &k->answer);
}

static bool is_kept(struct keeper *k)
{
	return atomic_load(&k->link->kept) != atomic_load(&k->link->acknowledged);
}

static bool is_acknowledged(struct keeper *k)
{
	return keeper_look(k) && k->answer.acknowledged == atomic_load(&k->link->acknowledged);
}

/* Until it is so, in bounded time. */
static bool wait_until(struct keeper *k, bool (*is_so)(struct keeper *k))
{
	int64_t end_ns = clock_now(&wall) + (int64_t)(k->words.rest_s * 1e9);

	while (!is_gone(k) && clock_now(&wall) < end_ns) {
		if (is_so(k))
			return true;
		pause_for(MS);
	}
	return false;
}

void keeper_standing(const struct keeper *k, const struct drive *d, double *ret_x)
{
	struct link_answer now;
	const double *x = !k->link ? drive_standing(d) : snapshot_read_patiently(&k->link->answer, &now) ? now.command : k->answer.command;

	memcpy(ret_x, x, (size_t)d->words.n * sizeof(double));
}

static bool stands_still(struct keeper *k)
{
	return keeper_look(k) && k->answer.tick > k->since && (k->answer.trip.cause != LIMITS_OK || !control_state_moves((enum control_state)k->answer.state));
}

int keeper_still(struct keeper *k, struct err *e)
{
	keeper_look(k);
	k->since = k->answer.tick;
	if (!k->link || wait_until(k, stands_still) || is_gone(k))
		return 0;
	return err_set(e, ERR_UNSUPPORTED, k->words.object, "its commands do not come to a stand: nothing is played");
}

void keeper_ask(struct keeper *k, enum rig_wish wish)
{
	if (!k->link || k->ended)
		return;
	if (wish == RIG_END)
		atomic_store(&k->link->wish, LINK_END);
	else if (atomic_load(&k->link->wish) == LINK_RUN)
		atomic_store(&k->link->wish, LINK_REST);
}

/* A loop that is gone may have come to rest before. */
static bool rested(struct keeper *k)
{
	return k->ended && keeper_look(k) && k->answer.resting;
}

bool keeper_rest(struct keeper *k)
{
	char line[200];

	keeper_ask(k, RIG_REST);
	if (!k->link || wait_until(k, is_resting) || rested(k))
		return true;
	if (k->ended)
		snprintf(line, sizeof line, "%s: the command loop is gone, and was not at rest", k->words.object);
	else
		snprintf(line, sizeof line, "%s: is not at rest after %g s; it stays on its way", k->words.object, k->words.rest_s);
	if (k->words.say)
		k->words.say(line);
	return false;
}

/* It takes targets: somebody acknowledged it before another rig refused, or it never stopped. */
static bool goes_on(struct keeper *k)
{
	return k->link && !is_gone(k) && atomic_load(&k->link->wish) == LINK_RUN && keeper_look(k) && !has_stopped(k);
}

int keeper_acknowledge(struct keeper *k, struct err *e)
{
	if (goes_on(k))
		return 0;
	if (!k->link || k->ended || !wait_until(k, is_resting) || !wait_until(k, is_kept))
		return err_set(e, ERR_STATE, "real time", "the command loop has ended or is not at rest: there is nothing to go on with");
	k->number = k->answer.number;
	atomic_store(&k->link->wish, LINK_RUN);
	atomic_fetch_add(&k->link->acknowledged, 1);
	if (wait_until(k, is_acknowledged))
		return 0;
	return err_set(e, ERR_STATE, "real time", "the command loop does not take the acknowledgement");
}

/* What the loop did, in one line. */
static void say_timing(const struct keeper *k)
{
	static struct loop_report r;
	const struct link_answer *a = &k->answer;
	char line[400];

	if (!k->words.say || !snapshot_read_patiently(&k->link->timing, &r))
		return;
	snprintf(line, sizeof line,
	         "%s: %lld ticks at %g Hz, %lld missed, %lld page faults; wake-up median %.0f us, 99 %% %.0f us, latest %.0f us; "
	         "%lld targets, %lld times slow, %lld hold", k->words.object, (long long)r.calls, k->words.rate_hz, (long long)r.missed,
	         (long long)(r.minor_faults + r.major_faults), 1e-3 * (double)histogram_quantile(&r.wake, 0.5),
	         1e-3 * (double)histogram_quantile(&r.wake, 0.99), 1e-3 * (double)r.wake.most_ns, (long long)a->number, (long long)a->entered[CONTROL_SLOW],
	         (long long)a->entered[CONTROL_HOLD]);
	k->words.say(line);
}

void keeper_end(struct keeper *k)
{
	int phase = k->link ? atomic_load(&k->link->phase) : LINK_STARTING;
	bool began = phase == LINK_TICKING || phase == LINK_ENDED;

	if (!k->link || k->ended)
		return;
	keeper_ask(k, RIG_END);
	if (wait_phase(k, LINK_REFUSED, (int64_t)END_S * 1000 * MS))
		waitpid(k->pid, NULL, 0);
	else if (k->words.say)
		k->words.say("real time: the command loop does not end; it is left alone, at rest as far as it says");
	k->ended = true;
	keeper_look(k);
	if (began)
		say_timing(k);
}

void keeper_close(struct keeper *k)
{
	keeper_end(k);
	shared_close(&k->memory);
	k->link = NULL;
}
