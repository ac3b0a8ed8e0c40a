/* The ticks. With the period T = 1/rate and the start t0, tick i is due at t0 + floor(i T). After a call that ended at time t the next
 * tick is the first that is due after t; i + 1 unless the call overran. Like this cyclictest (package rt-tests) goes on after a late
 * wake-up, so that its latencies and ours can be compared.
 *
 * Nothing else is in this file, so that tools/check_rt sees all that the loop can call. */
#define _GNU_SOURCE /* RUSAGE_THREAD */
#include "realtime/loop.h"

#include <sys/resource.h>

enum { REPORTS_PER_S = 8 };

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
	if (next > tick + 1)
		l->now.overrun[l->now.overruns++ % LOOP_OVERRUNS] = (struct loop_overrun){due_ns, woke_ns, done_ns};
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
