/* The life of a loop: its thread, from the measures before the first tick to the end. The ticks themselves are in tick.c. */
#include "realtime/loop.h"

#include "base/fault.h"
#include "realtime/measure.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <string.h>

enum { NS_PER_S = 1000000000, POLL_NS = 1000000, STACK_SIZE = 4 << 20, STACK_TOUCH = 1 << 19, PAGE = 4096 };
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
	sigset_t all;
	/* handlers of signals run on other threads; neither call can fail with these words */
	int rc = sigfillset(&all);
	ASSERT(rc == 0);
	rc = pthread_sigmask(SIG_SETMASK, &all, NULL);
	ASSERT(rc == 0);
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
