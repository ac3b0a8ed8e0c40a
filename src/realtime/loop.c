/* The loop. With the period T = 1/rate and the start t0, tick i is due at t0 + floor(i T). After a call that ended at time t the next
 * tick is the first that is due after t; i + 1 unless the call overran. Like this cyclictest (package rt-tests) goes on after a late
 * wake-up, so that its latencies and ours can be compared. */
#define _GNU_SOURCE /* RUSAGE_THREAD */
#include "realtime/loop.h"

#include "base/fault.h"
#include "realtime/measure.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>

enum { NS_PER_S = 1000000000, POLL_NS = 1000000, STACK_SIZE = 1 << 20, STACK_TOUCH = 3 << 18, PAGE = 4096, REPORTS_PER_S = 8 };
enum phase { PHASE_NEW, PHASE_PREPARING, PHASE_TICKING, PHASE_REFUSED, PHASE_ENDED };

static int out_of_range(const char *what, double value, double lo, double hi, struct err *e)
{
	err_set(e, ERR_RANGE, "real-time loop", "%s is out of range", what);
	err_value(e, "%g", value);
	err_allowed(e, "between %g and %g", lo, hi);
	return ERR_RANGE;
}

int loop_init(struct loop *l, const struct loop_config *config, struct arena *mem, struct err *e)
{
	ASSERT(config->body.call);
	if (!(config->rate_hz >= LOOP_RATE_MIN && config->rate_hz <= LOOP_RATE_MAX))
		return out_of_range("the rate [Hz]", config->rate_hz, LOOP_RATE_MIN, LOOP_RATE_MAX, e);
	if (config->priority < 0 || config->priority > LOOP_PRIORITY_MAX)
		return out_of_range("the priority", config->priority, 0, LOOP_PRIORITY_MAX, e);
	if (config->cpu < -1 || config->cpu > LOOP_CPU_MAX)
		return out_of_range("the processor", config->cpu, -1, LOOP_CPU_MAX, e);
	if (config->calls < 0)
		return out_of_range("the number of calls", (double)config->calls, 0, INFINITY, e);
	memset(l, 0, sizeof(*l));
	int rc = snapshot_init(&l->shared, sizeof(l->now), mem, e);
	if (rc < 0)
		return rc;
	l->config = *config;
	clock_init(&l->own_clock, &clock_monotonic, 0);
	if (!config->clock)
		l->config.clock = &l->own_clock;
	l->now.period_ns = NS_PER_S / config->rate_hz;
	l->awake_handle = -1;
	atomic_init(&l->phase, PHASE_NEW);
	atomic_init(&l->stop, false);
	return 0;
}

/* ---- on the loop's thread ---- */

static int64_t due(const struct loop *l, int64_t t0_ns, int64_t tick)
{
	return t0_ns + (int64_t)((double)tick * l->now.period_ns);
}

/* The tick after this one, when the time is t_ns. */
static int64_t next_tick(const struct loop *l, int64_t t0_ns, int64_t tick, int64_t t_ns)
{
	if (due(l, t0_ns, tick + 1) > t_ns)
		return tick + 1;
	int64_t next = (int64_t)((double)(t_ns - t0_ns) / l->now.period_ns);
	return due(l, t0_ns, next) > t_ns ? next : next + 1;
}

/* Sleeps, calls, counts; ret_tick is the next one. 0, or the code that ends the loop. */
static int tick_once(struct loop *l, int64_t t0_ns, int64_t tick, int64_t *ret_tick)
{
	struct clock *clock = l->config.clock;
	int64_t due_ns = due(l, t0_ns, tick);
	int rc = clock_sleep_until(clock, due_ns);
	RT_CHECK(rc == 0, rc);
	int64_t woke_ns = clock_now(clock);
	rc = l->config.body.call(l->config.body.ctx, tick, due_ns);
	int64_t done_ns = clock_now(clock);

	int64_t next = next_tick(l, t0_ns, tick, done_ns);
	histogram_add(&l->now.wake, woke_ns - due_ns);
	histogram_add(&l->now.busy, done_ns - woke_ns);
	l->now.calls++;
	l->now.late += (double)(woke_ns - due_ns) > l->now.period_ns;
	l->now.overruns += next > tick + 1;
	l->now.missed += next - tick - 1;
	*ret_tick = next;
	return rc;
}

static void tick_all(struct loop *l)
{
	int64_t t0_ns = clock_now(l->config.clock) + (int64_t)l->now.period_ns;
	int64_t tick = 0, interval = (int64_t)(l->config.rate_hz / REPORTS_PER_S) + 1;

	while (l->now.code == 0 && !atomic_load_explicit(&l->stop, memory_order_relaxed)) {
		l->now.code = tick_once(l, t0_ns, tick, &tick);
		if (l->config.calls > 0 && l->now.calls >= l->config.calls)
			break;
		if (l->now.calls % interval == 0)
			snapshot_write(&l->shared, &l->now);
	}
}

int loop_run(struct loop *l)
{
	struct rusage before, after;
	int known = getrusage(RUSAGE_THREAD, &before);
	tick_all(l);
	if (known == 0 && getrusage(RUSAGE_THREAD, &after) == 0) {
		l->now.minor_faults = after.ru_minflt - before.ru_minflt;
		l->now.major_faults = after.ru_majflt - before.ru_majflt;
		l->now.switches = after.ru_nivcsw - before.ru_nivcsw;
	}
	l->now.ended = true;
	snapshot_write(&l->shared, &l->now);
	return l->now.code;
}

/* The pages of the stack that the loop may need are there before it begins. */
static __attribute__((noinline)) void touch_stack(void)
{
	volatile unsigned char block[STACK_TOUCH];
	for (size_t i = 0; i < sizeof(block); i += PAGE)
		block[i] = 1;
}

static void *thread_main(void *self)
{
	struct loop *l = self;
	if (measure_thread(l, NULL) < 0) {
		atomic_store(&l->phase, PHASE_REFUSED);
		return NULL;
	}
	touch_stack();
	/* the first report is there when the loop is said to tick, and its pages are touched */
	snapshot_write(&l->shared, &l->now);
	atomic_store(&l->phase, PHASE_TICKING);
	loop_run(l);
	atomic_store(&l->phase, PHASE_ENDED);
	return NULL;
}

/* ---- on the owner's thread ---- */

/* Waits until the phase is at least this one; false after the time. */
static bool wait_phase(struct loop *l, enum phase least, int64_t longest_ns)
{
	struct clock clock;
	clock_init(&clock, &clock_monotonic, 0);
	int64_t now_ns = clock_now(&clock), end_ns = now_ns + longest_ns;
	for (; now_ns < end_ns; now_ns = clock_now(&clock)) {
		if (atomic_load(&l->phase) >= (int)least)
			return true;
		if (clock_sleep_until(&clock, now_ns + POLL_NS) < 0)
			return false;
	}
	return atomic_load(&l->phase) >= (int)least;
}

static int create_thread(struct loop *l, struct err *e)
{
	pthread_attr_t attr;
	if (pthread_attr_init(&attr) != 0)
		return err_set(e, ERR_MEMORY, "real-time loop", "no memory for a thread");
	int why = pthread_attr_setstacksize(&attr, STACK_SIZE);
	if (why == 0)
		why = fault_fires(FAULT_loop_thread) ? ENOMEM : pthread_create(&l->thread, &attr, thread_main, l);
	pthread_attr_destroy(&attr);
	if (why == 0)
		return 0;
	err_set(e, ERR_STATE, "real-time loop", "its thread cannot be started");
	err_value(e, "errno %d", why);
	return ERR_STATE;
}

/* The measure that a loop that is not tolerant was refused. */
static int give_refusal(const struct loop *l, struct err *e)
{
	for (enum loop_measure m = 0; m < LOOP_MEASURES; m++)
		if (l->is_refused[m] && e)
			*e = l->refused[m];
	return ERR_UNSUPPORTED;
}

int loop_start(struct loop *l, struct err *e)
{
	if (atomic_load(&l->phase) != PHASE_NEW)
		return err_set(e, ERR_STATE, "real-time loop", "it was started already");
	int rc = measure_process(l, e);
	if (rc == 0) {
		atomic_store(&l->phase, PHASE_PREPARING);
		rc = create_thread(l, e);
		l->joinable = rc == 0;
	}
	if (rc == 0 && !wait_phase(l, PHASE_TICKING, (int64_t)LOOP_WAIT_S * NS_PER_S)) {
		loop_close(l);
		return err_set(e, ERR_STATE, "real-time loop", "its thread did not begin within %d s", LOOP_WAIT_S);
	}
	if (rc == 0 && atomic_load(&l->phase) == PHASE_REFUSED) {
		rc = give_refusal(l, e);
		pthread_join(l->thread, NULL);
		l->joinable = false;
	}
	if (rc < 0) {
		measure_end(l);
		atomic_store(&l->phase, PHASE_ENDED);
	}
	return rc;
}

void loop_close(struct loop *l)
{
	atomic_store_explicit(&l->stop, true, memory_order_relaxed);
}

int loop_stop(struct loop *l, struct err *e)
{
	loop_close(l);
	if (!l->joinable)
		return 0;
	if (!wait_phase(l, PHASE_REFUSED, (int64_t)LOOP_WAIT_S * NS_PER_S + 2 * (int64_t)l->now.period_ns)) {
		err_set(e, ERR_STATE, "real-time loop", "its body does not return");
		err_hint(e, "keep the loop and what its body uses, and stop it again later");
		return ERR_STATE;
	}
	pthread_join(l->thread, NULL);
	l->joinable = false;
	measure_end(l);
	return 0;
}

bool loop_read(const struct loop *l, struct loop_report *ret)
{
	return snapshot_read(&l->shared, ret);
}

const struct err *loop_refused(const struct loop *l, enum loop_measure m)
{
	ASSERT((unsigned)m < LOOP_MEASURES);
	return l->is_refused[m] ? &l->refused[m] : NULL;
}
