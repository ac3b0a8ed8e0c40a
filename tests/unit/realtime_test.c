/* The real-time loop. Counting is tested on a clock of the test's own, which wakes as late and lets bodies take as long as the case
 * says; no case depends on how fast the machine is. The Makefile links this program with --wrap for what a loop must not call. */
#define _GNU_SOURCE
#include "forbidden.h"
#include "test.h"

#include "base/base.h"
#include "base/fault.h"
#include "realtime/verdict.h"

#include <stdlib.h>
#include <unistd.h>

/* ---- a clock and a body that do what the case says ---- */

enum { MOST = 64 };

struct stage {
	struct clock clock;                  /* first: the clock's functions get this struct */
	int64_t late_ns[MOST], busy_ns[MOST]; /* of each call */
	int calls;
	int64_t tick[MOST], due_ns[MOST];    /* what the body was told */
	int sleep_fails_at, body_fails_at;   /* a number of calls; -1: never */
};

static int64_t stage_now(struct clock *c)
{
	return c->t_ns;
}

static int stage_sleep(struct clock *c, int64_t t_ns)
{
	struct stage *s = (struct stage *)c;
	if (s->calls == s->sleep_fails_at)
		return ERR_STATE;
	if (t_ns > c->t_ns)
		c->t_ns = t_ns;
	c->t_ns += s->late_ns[s->calls];
	return 0;
}

static const struct clock_ops stage_clock = {.name = "stage", .now = stage_now, .sleep_until = stage_sleep};

static int stage_body(void *ctx, int64_t tick, int64_t t_ns)
{
	struct stage *s = ctx;
	s->tick[s->calls] = tick;
	s->due_ns[s->calls] = t_ns;
	s->clock.t_ns += s->busy_ns[s->calls];
	return s->calls++ == s->body_fails_at ? ERR_LIMIT : 0;
}

static struct arena mem;
static struct loop loop;
static struct loop_report report;
static struct stage stage;

static int begin(void **state)
{
	(void)state;
	arena_init(&mem);
	memset(&stage, 0, sizeof(stage));
	stage.sleep_fails_at = stage.body_fails_at = -1;
	clock_init(&stage.clock, &stage_clock, 5000);
	atomic_store(&forbidden, 0);
	return 0;
}

static int end(void **state)
{
	(void)state;
	fault_disarm();
	int rc = loop_stop(&loop, NULL);
	arena_fini(&mem);
	return rc;
}

/* Runs the stage for so many calls at 1000 Hz; the period is a million nanoseconds. */
static int play(int calls)
{
	struct loop_config c = {.rate_hz = 1000.0, .cpu = -1, .calls = calls, .body = {stage_body, &stage}, .clock = &stage.clock};
	assert_int_equal(loop_init(&loop, &c, &mem, NULL), 0);
	int rc = loop_run(&loop);
	assert_true(loop_read(&loop, &report));
	assert_true(report.ended);
	return rc;
}

static const int64_t MS = 1000000;

static void ticks_are_due_at_whole_periods_after_the_start(void **state)
{
	(void)state;
	for (int i = 0; i < 10; i++)
		stage.late_ns[i] = 1000 * i;
	assert_int_equal(play(10), 0);
	for (int i = 0; i < 10; i++) {
		assert_int_equal(stage.tick[i], i);
		assert_int_equal(stage.due_ns[i], 5000 + MS + i * MS);
	}
	assert_int_equal(report.calls, 10);
	assert_int_equal(report.overruns + report.missed + report.late, 0);
	assert_int_equal(report.wake.most_ns, 9000);
	assert_int_equal(report.wake.least_ns, 0);
}

/* 1024 Hz: the period is 976562.5 ns and must not be rounded, or a minute ends 30 us late. */
static void a_period_that_is_no_whole_number_does_not_drift(void **state)
{
	(void)state;
	struct loop_config c = {.rate_hz = 1024.0, .cpu = -1, .calls = 33, .body = {stage_body, &stage}, .clock = &stage.clock};
	assert_int_equal(loop_init(&loop, &c, &mem, NULL), 0);
	assert_int_equal(loop_run(&loop), 0);
	assert_int_equal(stage.due_ns[32] - stage.due_ns[0], 31250000);
	assert_int_equal(stage.due_ns[1] - stage.due_ns[0], 976562);
	assert_int_equal(stage.due_ns[2] - stage.due_ns[0], 1953125);
}

/* A body of 3.5 periods at tick 2 leaves 3, 4 and 5 behind; the next call is for tick 6, on its time, and then one a period. */
static void periods_missed_in_a_stall_are_skipped_without_a_burst(void **state)
{
	(void)state;
	stage.busy_ns[2] = 7 * MS / 2;
	assert_int_equal(play(6), 0);
	const int64_t want[] = {0, 1, 2, 6, 7, 8};
	for (int i = 0; i < 6; i++) {
		assert_int_equal(stage.tick[i], want[i]);
		assert_int_equal(stage.due_ns[i], 5000 + MS + want[i] * MS);
	}
	assert_int_equal(report.overruns, 1);
	assert_int_equal(report.missed, 3);
	assert_int_equal(report.late, 0);
	assert_int_equal(report.wake.most_ns, 0);
	assert_int_equal(report.busy.most_ns, 7 * MS / 2);
}

static void a_late_wake_up_counts_as_late_and_loses_the_periods_it_slept_over(void **state)
{
	(void)state;
	stage.late_ns[1] = 2 * MS + 1;
	stage.late_ns[2] = MS;
	assert_int_equal(play(4), 0);
	/* tick 1 woke after 2 and 3 were due; tick 4 woke exactly when 5 was */
	const int64_t want[] = {0, 1, 4, 6};
	for (int i = 0; i < 4; i++)
		assert_int_equal(stage.tick[i], want[i]);
	assert_int_equal(report.late, 1);
	assert_int_equal(report.overruns, 2);
	assert_int_equal(report.missed, 3);
	/* and the times of both are kept */
	assert_int_equal(report.overrun[0].due_ns, 5000 + 2 * MS);
	assert_int_equal(report.overrun[0].woke_ns - report.overrun[0].due_ns, 2 * MS + 1);
	assert_int_equal(report.overrun[1].due_ns, 5000 + 5 * MS);
	assert_int_equal(report.overrun[1].done_ns - report.overrun[1].due_ns, MS);
}

static void a_body_that_ends_just_before_the_next_tick_misses_nothing(void **state)
{
	(void)state;
	for (int i = 0; i < 5; i++)
		stage.busy_ns[i] = MS - 1;
	assert_int_equal(play(5), 0);
	assert_int_equal(stage.tick[4], 4);
	assert_int_equal(report.missed, 0);
}

static void the_code_of_the_body_or_of_the_sleep_ends_the_loop(void **state)
{
	(void)state;
	stage.body_fails_at = 3;
	assert_int_equal(play(10), ERR_LIMIT);
	assert_int_equal(report.calls, 4);
	assert_int_equal(report.code, ERR_LIMIT);
	end(NULL);
	begin(NULL);
	stage.sleep_fails_at = 2;
	assert_int_equal(play(10), ERR_STATE);
	assert_int_equal(report.calls, 2);
}

/* ---- on a thread ---- */

static atomic_int called;

static int count_call(void *ctx, int64_t tick, int64_t t_ns)
{
	(void)ctx;
	(void)tick;
	(void)t_ns;
	guarded = true;
	atomic_fetch_add(&called, 1);
	return 0;
}

static int forbidden_call(void *ctx, int64_t tick, int64_t t_ns)
{
	void *volatile piece;
	char text[32];
	count_call(ctx, tick, t_ns);
	piece = malloc(16);
	free(piece);
	snprintf(text, sizeof(text), "%lld", (long long)tick);
	return 0;
}

static atomic_bool hangs;

static int hanging_call(void *ctx, int64_t tick, int64_t t_ns)
{
	(void)ctx;
	(void)tick;
	(void)t_ns;
	atomic_fetch_add(&called, 1);
	while (atomic_load(&hangs))
		usleep(1000);
	return 0;
}

static struct loop_config quick(int (*call)(void *, int64_t, int64_t))
{
	atomic_store(&called, 0);
	return (struct loop_config){.rate_hz = 2000.0, .cpu = -1, .priority = 10, .tolerant = true, .body = {.call = call}};
}

static void wait_calls(int n)
{
	while (atomic_load(&called) < n)
		usleep(1000);
}

static void the_thread_runs_until_it_is_stopped_and_no_longer(void **state)
{
	(void)state;
	struct loop_config c = quick(count_call);
	for (int life = 0; life < 20; life++) {
		atomic_store(&called, 0);
		assert_int_equal(loop_init(&loop, &c, &mem, NULL), 0);
		assert_int_equal(loop_start(&loop, NULL), 0);
		if (life % 2)
			wait_calls(3);
		assert_int_equal(loop_stop(&loop, NULL), 0);
		int n = atomic_load(&called);
		assert_int_equal(loop_stop(&loop, NULL), 0);
		usleep(2000);
		assert_int_equal(atomic_load(&called), n);
		assert_true(loop_read(&loop, &report));
		assert_true(report.ended);
		assert_int_equal(report.calls, n);
		assert_int_equal(report.wake.n, n);
	}
}

static void a_loop_of_so_many_calls_ends_by_itself(void **state)
{
	(void)state;
	struct loop_config c = quick(count_call);
	c.calls = 7;
	assert_int_equal(loop_init(&loop, &c, &mem, NULL), 0);
	assert_int_equal(loop_start(&loop, NULL), 0);
	while (!loop_read(&loop, &report) || !report.ended)
		usleep(1000);
	assert_int_equal(report.calls, 7);
	assert_int_equal(loop_stop(&loop, NULL), 0);
}

/* 600 calls are two reports while it runs, so what publishes them is in the loop, too. */
static void the_loop_allocates_locks_writes_and_formats_nothing(void **state)
{
	(void)state;
	struct loop_config c = quick(count_call);
	assert_int_equal(loop_init(&loop, &c, &mem, NULL), 0);
	assert_int_equal(loop_start(&loop, NULL), 0);
	wait_calls(600);
	assert_int_equal(loop_stop(&loop, NULL), 0);
	assert_int_equal(atomic_load(&forbidden), 0);
}

static void the_guard_sees_a_body_that_allocates_and_formats(void **state)
{
	(void)state;
	struct loop_config c = quick(forbidden_call);
	c.calls = 3;
	assert_int_equal(loop_init(&loop, &c, &mem, NULL), 0);
	assert_int_equal(loop_start(&loop, NULL), 0);
	wait_calls(3);
	assert_int_equal(loop_stop(&loop, NULL), 0);
	assert_int_equal(atomic_load(&forbidden), 9);
}

static void stopping_a_body_that_hangs_is_bounded_and_can_be_tried_again(void **state)
{
	(void)state;
	struct err e;
	struct loop_config c = quick(hanging_call);
	err_clear(&e);
	atomic_store(&hangs, true);
	assert_int_equal(loop_init(&loop, &c, &mem, NULL), 0);
	assert_int_equal(loop_start(&loop, NULL), 0);
	assert_int_equal(loop_start(&loop, NULL), ERR_STATE);
	wait_calls(1);
	assert_int_equal(loop_stop(&loop, &e), ERR_STATE);
	assert_contains(e.what, "does not return");
	atomic_store(&hangs, false);
	assert_int_equal(loop_stop(&loop, NULL), 0);
	assert_int_equal(atomic_load(&called), 1);
}

/* The fault point stands before the fifth measure, SCHED_FIFO, when a processor is asked for. */
static void a_refused_priority_is_reported(void **state)
{
	(void)state;
	char line[640];
	struct loop_config c = quick(count_call);
	c.cpu = 0;
	fault_arm(FAULT_loop_measure, 5, false);
	assert_int_equal(loop_init(&loop, &c, &mem, NULL), 0);
	assert_int_equal(loop_start(&loop, NULL), 0);
	wait_calls(2);
	assert_int_equal(loop_stop(&loop, NULL), 0);
	const struct err *refused = loop_refused(&loop, LOOP_PRIORITY);
	assert_non_null(refused);
	assert_int_equal(refused->code, ERR_UNSUPPORTED);
	err_text(refused, line, sizeof(line));
	assert_contains(line, "real-time priority is refused: 10");
	assert_contains(line, "rtprio");
	/* and it ran without it */
	assert_true(loop_read(&loop, &report));
	assert_true(report.calls >= 2);
}

static void a_refused_measure_ends_a_loop_that_is_not_tolerant(void **state)
{
	(void)state;
	struct err e;
	struct loop_config c = quick(count_call);
	c.cpu = 0;
	c.tolerant = false;
	for (int nth = 1; nth <= LOOP_MEASURES; nth++) {
		err_clear(&e);
		atomic_store(&called, 0);
		fault_arm(FAULT_loop_measure, nth, false);
		assert_int_equal(loop_init(&loop, &c, &mem, NULL), 0);
		assert_int_equal(loop_start(&loop, &e), ERR_UNSUPPORTED);
		assert_true(e.what[0] && e.value[0] && e.hint[0]);
		assert_int_equal(loop_stop(&loop, NULL), 0);
		assert_int_equal(atomic_load(&called), 0);
	}
}

static void a_thread_that_cannot_be_had_is_reported(void **state)
{
	(void)state;
	struct err e;
	struct loop_config c = quick(count_call);
	err_clear(&e);
	fault_arm(FAULT_loop_thread, 1, false);
	assert_int_equal(loop_init(&loop, &c, &mem, NULL), 0);
	assert_int_equal(loop_start(&loop, &e), ERR_STATE);
	assert_contains(e.what, "thread");
	assert_int_equal(loop_stop(&loop, NULL), 0);
}

static void what_is_out_of_range_is_refused(void **state)
{
	static const struct {
		double rate_hz;
		int priority, cpu, calls;
		const char *what;
	} row[] = {
		{0.5, 0, -1, 0, "rate"}, {10001.0, 0, -1, 0, "rate"}, {NAN, 0, -1, 0, "rate"}, {100.0, -1, -1, 0, "priority"}, {100.0, 100, -1, 0, "priority"},
		{100.0, 0, -2, 0, "processor"}, {100.0, 0, 1024, 0, "processor"}, {100.0, 0, -1, -1, "calls"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct err e;
		struct loop_config c = {.rate_hz = row[i].rate_hz, .priority = row[i].priority, .cpu = row[i].cpu, .calls = row[i].calls, .body = {.call = count_call}};
		err_clear(&e);
		assert_int_equal(loop_init(&loop, &c, &mem, &e), ERR_RANGE);
		assert_contains(e.what, row[i].what);
		assert_true(e.value[0] && e.allowed[0]);
	}
	struct loop_config good = quick(count_call);
	arena_seal(&mem);
	assert_int_equal(loop_init(&loop, &good, &mem, NULL), ERR_MEMORY);
}

/* ---- the verdict ---- */

static enum fitness judge(int64_t wake_ns, int64_t missed, enum machine_state kernel, struct verdict *ret)
{
	struct machine_row row[MACHINE_ITEMS] = {[MACHINE_KERNEL] = {.state = kernel}};
	memset(&loop, 0, sizeof(loop));
	memset(&report, 0, sizeof(report));
	report.period_ns = 1e6;
	report.missed = missed;
	for (int i = 0; i < 1000; i++)
		histogram_add(&report.wake, i < 20 ? wake_ns : 1000);
	report.calls = 1000;
	verdict_find(row, &loop, &report, ret);
	return ret->fit;
}

static void the_worst_broken_rule_makes_the_verdict(void **state)
{
	struct verdict v;
	(void)state;
	assert_int_equal(judge(1000, 0, MACHINE_GOOD, &v), FIT_REALTIME);
	assert_int_equal(v.n, 0);
	assert_int_equal(judge(1000, 0, MACHINE_UNKNOWN, &v), FIT_SLOW);
	assert_contains(v.reason[0], "PREEMPT_RT");
	assert_int_equal(judge(1000, 1, MACHINE_GOOD, &v), FIT_SLOW);
	assert_int_equal(judge(1000, 2, MACHINE_GOOD, &v), FIT_NOT);
	assert_int_equal(v.n, 2);
	assert_int_equal(judge(600000, 0, MACHINE_GOOD, &v), FIT_NOT);
	assert_string_equal(fitness_name(v.fit), "not fit");
	memset(&report, 0, sizeof(report));
	struct machine_row row[MACHINE_ITEMS] = {[MACHINE_KERNEL] = {.state = MACHINE_GOOD}};
	loop.is_refused[LOOP_PRIORITY] = true;
	verdict_find(row, &loop, &report, &v);
	assert_int_equal(v.fit, FIT_NOT);
	assert_int_equal(v.n, 2);
	memset(&loop, 0, sizeof(loop));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(ticks_are_due_at_whole_periods_after_the_start),
		CASE(a_period_that_is_no_whole_number_does_not_drift),
		CASE(periods_missed_in_a_stall_are_skipped_without_a_burst),
		CASE(a_late_wake_up_counts_as_late_and_loses_the_periods_it_slept_over),
		CASE(a_body_that_ends_just_before_the_next_tick_misses_nothing),
		CASE(the_code_of_the_body_or_of_the_sleep_ends_the_loop),
		CASE(the_thread_runs_until_it_is_stopped_and_no_longer),
		CASE(a_loop_of_so_many_calls_ends_by_itself),
		CASE(the_loop_allocates_locks_writes_and_formats_nothing),
		CASE(the_guard_sees_a_body_that_allocates_and_formats),
		CASE(stopping_a_body_that_hangs_is_bounded_and_can_be_tried_again),
		CASE(a_refused_priority_is_reported),
		CASE(a_refused_measure_ends_a_loop_that_is_not_tolerant),
		CASE(a_thread_that_cannot_be_had_is_reported),
		CASE(what_is_out_of_range_is_refused),
		CASE(the_worst_broken_rule_makes_the_verdict),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
