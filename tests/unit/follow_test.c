/* The whole motion while a test runs (analysis/display.h, follow.h): what a display reads is the motion of the whole method at the step it says, whoever
 * computed it, and nobody's numbers change because somebody looks. Right motions are those of engine dense, step by step. */
#define _GNU_SOURCE /* processors of a thread */
#include "chain.h"
#include "wait.h"

#include "base/fault.h"
#include "interface/front.h"

#include <dirent.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { STEPS = 60, NODES = CHAIN_MASSES + 1, LONG = 3000 };

static const double DT = 0.02;
static const double EXACT = 1e-9;

/* A motion of all nodes: u lies behind its head. */
union shown {
	struct display_motion head;
	double room[sizeof(struct display_motion) / sizeof(double) + NODES];
};

static bool look(const struct rig *r, union shown *ret)
{
	assert_int_equal(display_bytes(NODES), sizeof(*ret));
	return display_read(&r->an.display, NODES, &ret->head);
}

static void begin(struct rig *r, const struct integrator_ops *ops, const char *words, const char *engine, double rate_hz)
{
	chain_yielding(r, ops, words);
	rig_must(r, chain_engine(r, engine, ""), engine);
	rig_must(r, analysis_display(&r->an, rate_hz, &r->e), "display");
}

static void whole(const struct integrator_ops *ops, const char *words, double ret_u[STEPS + 1][NODES])
{
	struct rig r;

	begin(&r, ops, words, "dense", 0.0);
	memset(ret_u[0], 0, sizeof(ret_u[0]));
	for (int k = 1; k <= STEPS; k++) {
		rig_step(&r, 1, DT);
		for (int i = 0; i < NODES; i++)
			ret_u[k][i] = analysis_node(&r.an, model_node(&r.m, i + 1), 0, NODE_DISP);
	}
	rig_end(&r);
}

static double peak(double right[STEPS + 1][NODES])
{
	double top = 0.0;

	for (int k = 0; k <= STEPS; k++)
		for (int i = 0; i < NODES; i++)
			top = larger(top, fabs(right[k][i]));
	return top;
}

static void check_shown(const union shown *s, double right[STEPS + 1][NODES], const char *who)
{
	double top = peak(right), most = 0.0;

	assert_in_range(s->head.step, 1, STEPS);
	assert_int_equal(s->head.n, NODES);
	if (!(fabs(s->head.t - (double)s->head.step * DT) <= 1e-9))
		fail_msg("%s: step %d is not at %g", who, (int)s->head.step, s->head.t);
	for (int i = 0; i < NODES; i++)
		most = larger(most, fabs(s->head.u[i] - right[s->head.step][i]));
	if (!(most <= EXACT * top))
		fail_msg("%s: step %d differs by %.3g of the peak", who, (int)s->head.step, most / top);
}

/* Looks after every step, and at the end until the last step is shown, where a thread shows it; the step's own thread shows every step that is due. */
static int shows(const struct integrator_ops *ops, const char *words, const char *engine, double right[STEPS + 1][NODES])
{
	struct rig r;
	union shown s;
	char who[160];
	int seen = 0;

	snprintf(who, sizeof(who), "engine %s, integrator %s %s", engine, ops->name, words);
	begin(&r, ops, words, engine, DISPLAY_RATE_MAX);
	for (int k = 1; k <= STEPS; k++) {
		uint64_t count = display_count(&r.an.display);

		r.an.display.due_ns = 0;
		rig_step(&r, 1, DT);
		if (!look(&r, &s))
			continue;
		check_shown(&s, right, who);
		seen++;
		if (!(r.an.front && r.an.front->way->ops->recover))
			assert_true(s.head.step == k && display_count(&r.an.display) == count + 1);
	}
	if (strcmp(engine, "impulse") == 0)
		UNTIL(who, look(&r, &s) && s.head.step == STEPS);
	UNTIL(who, look(&r, &s));
	check_shown(&s, right, who);
	rig_end(&r);
	return seen;
}

static void shows_the_motion_of_the_whole_method_with_every_engine_and_integrator(void **state)
{
	static const char *const engine[] = {"impulse", "modal", "condensed", "band"};
	static double right[STEPS + 1][NODES];
	char words[128];

	(void)state;
	for (int i = 0; integrator_table[i]; i++)
		for (int k = 0; integrator_table[i]->kind == INTEGRATOR_TRANSIENT && row_example(integrator_table[i]->example, k, words, sizeof(words)); k++) {
			if (integrator_table[i]->claims.front == FRONT_NONE)
				continue;
			whole(integrator_table[i], words, right);
			for (size_t g = 0; g < COUNT(engine); g++)
				shows(integrator_table[i], words, engine[g], right);
		}
}

/* All that the analysis knows, bit for bit. rate 0: nobody looks. */
static void history(const char *engine, double rate_hz, double ret_x[STEPS][NODES])
{
	struct rig r;

	begin(&r, integrator_find("Newmark"), "0.5 0.25", engine, rate_hz);
	for (int k = 0; k < STEPS; k++) {
		union shown s;

		rig_step(&r, 1, DT);
		(void)look(&r, &s);
		for (int i = 0; i < NODES && (k % 7 == 6 || k == STEPS - 1); i++)
			ret_x[k][i] = analysis_node(&r.an, model_node(&r.m, i + 1), 0, k % 2 ? NODE_DISP : NODE_ACCEL);
	}
	rig_end(&r);
}

static void gives_the_same_bits_whether_somebody_looks_or_not(void **state)
{
	static const char *const engine[] = {"impulse", "modal", "condensed", "sparse"};
	static double alone[STEPS][NODES], watched[STEPS][NODES];

	(void)state;
	for (size_t g = 0; g < COUNT(engine); g++) {
		memset(alone, 0, sizeof(alone));
		memset(watched, 0, sizeof(watched));
		history(engine[g], 0.0, alone);
		history(engine[g], DISPLAY_RATE_MAX, watched);
		assert_memory_equal(alone, watched, sizeof(alone));
	}
}

/* More steps than the ring holds, and a display that comes when the test has run for a while: the forces of all steps are kept. */
static void begins_in_the_middle_and_loses_nothing(void **state)
{
	struct rig r, dense;
	union shown s;
	double top = 0.0;

	(void)state;
	begin(&dense, integrator_find("Newmark"), "0.5 0.25", "dense", 0.0);
	rig_step(&dense, LONG, DT);
	begin(&r, integrator_find("Newmark"), "0.5 0.25", "impulse", 0.0);
	r.an.steps_ahead = LONG;
	rig_step(&r, LONG / 2, DT);
	assert_null(r.an.front->follow);
	assert_false(look(&r, &s));
	rig_must(&r, analysis_display(&r.an, 100.0, &r.e), "display");
	rig_step(&r, LONG - LONG / 2, DT);
	assert_non_null(r.an.front->follow);
	UNTIL("the last step", look(&r, &s) && s.head.step == LONG);
	assert_int_equal(s.head.behind, 0);
	for (int i = 0; i < NODES; i++)
		top = larger(top, fabs(analysis_node(&dense.an, model_node(&dense.m, i + 1), 0, NODE_DISP)));
	for (int i = 0; i < NODES; i++)
		assert_true(fabs(s.head.u[i] - analysis_node(&dense.an, model_node(&dense.m, i + 1), 0, NODE_DISP)) <= EXACT * top);
	rig_must(&r, analysis_display(&r.an, 0.0, &r.e), "display");
	rig_step(&r, 1, DT);
	assert_null(r.an.front->follow);
	rig_end(&r);
	rig_end(&dense);
}

/* Beyond the horizon the engine begins anew, with another thread; the count of steps goes on. */
static void goes_on_beyond_the_horizon(void **state)
{
	static double right[STEPS + 1][NODES];
	struct rig r;
	union shown s;

	(void)state;
	whole(integrator_find("HHT"), "0.9", right);
	begin(&r, integrator_find("HHT"), "0.9", "impulse", DISPLAY_RATE_MAX);
	for (int k = 0; k < STEPS; k += 20)
		rig_step(&r, 20, DT);
	assert_true(r.an.front->done < STEPS);
	UNTIL("the last step", look(&r, &s) && s.head.step == STEPS);
	check_shown(&s, right, "three horizons");
	rig_end(&r);
}

struct reader {
	const struct rig *r;
	double (*right)[NODES];
	_Atomic bool stop;
	_Atomic int seen;
	double worst;        /* difference of what it saw to the right motion of that step */
};

static void *read_on(void *self)
{
	struct reader *x = self;
	union shown s;

	while (!atomic_load(&x->stop)) {
		if (!look(x->r, &s))
			continue;
		for (int i = 0; i < NODES; i++)
			x->worst = larger(x->worst, fabs(s.head.u[i] - x->right[s.head.step][i]));
		atomic_fetch_add(&x->seen, 1);
	}
	return NULL;
}

/* A motion of one step, never parts of two, whoever reads while it is written. */
static void is_read_whole_by_another_thread(void **state)
{
	static const char *const engine[] = {"impulse", "modal", "condensed"};
	static double right[STEPS + 1][NODES];

	(void)state;
	whole(integrator_find("KRAlphaExplicit"), "0.8", right);
	for (size_t g = 0; g < COUNT(engine); g++) {
		struct rig r;
		struct reader x = {.r = &r, .right = right};
		pthread_t thread;

		begin(&r, integrator_find("KRAlphaExplicit"), "0.8", engine[g], DISPLAY_RATE_MAX);
		rig_step(&r, 1, DT);
		assert_int_equal(pthread_create(&thread, NULL, read_on, &x), 0);
		for (int k = 1; k < STEPS; k++) {
			int seen = atomic_load(&x.seen);

			rig_step(&r, 1, DT);
			UNTIL(engine[g], atomic_load(&x.seen) > seen);
		}
		atomic_store(&x.stop, true);
		pthread_join(thread, NULL);
		rig_end(&r);
		assert_true(x.worst <= EXACT * peak(right));
	}
}

static void shows_other_freedoms_after_the_model_has_changed(void **state)
{
	const double origin[3] = {0}, mass = 1.0;
	struct rig r;
	union shown s;

	(void)state;
	begin(&r, integrator_find("Newmark"), "0.5 0.25", "impulse", DISPLAY_RATE_MAX);
	assert_int_equal(display_freedoms(&r.an.display), 0);
	rig_step(&r, 5, DT);
	UNTIL("five steps", look(&r, &s) && s.head.step == 5);
	assert_int_equal(display_freedoms(&r.an.display), NODES);
	rig_must(&r, model_add_node(&r.m, NODES + 1, 1, origin, &r.e), "node");
	rig_must(&r, model_set_mass(&r.m, model_node(&r.m, NODES + 1), &mass, &r.e), "mass");
	rig_step(&r, 5, DT);
	UNTIL("a node more", display_freedoms(&r.an.display) == NODES + 1);
	assert_false(look(&r, &s));
	rig_end(&r);
}

enum { TASKS = 256, LOWEST = 19 };      /* LOWEST: nice */

/* Threads of this process. */
static int tasks(pid_t ret_id[TASKS])
{
	DIR *d = opendir("/proc/self/task");
	int n = 0;

	assert_non_null(d);
	for (struct dirent *e; (e = readdir(d)) && n < TASKS;)
		if (e->d_name[0] != '.')
			ret_id[n++] = (pid_t)atoi(e->d_name);
	closedir(d);
	return n;
}

/* The one that was not there before; 0: none. */
static pid_t new_task(int nbefore, const pid_t *before)
{
	pid_t now[TASKS];
	int n = tasks(now);

	for (int i = 0; i < n; i++) {
		bool old = false;

		for (int k = 0; k < nbefore; k++)
			old |= before[k] == now[i];
		if (!old)
			return now[i];
	}
	return 0;
}

static void runs_at_low_priority_and_off_the_processor_of_a_command_loop(void **state)
{
	struct rig r;
	cpu_set_t mine, its;
	pid_t before[TASKS], id;
	int n, cpu = 0;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof(mine), &mine), 0);
	while (!CPU_ISSET((size_t)cpu, &mine))
		cpu++;
	begin(&r, integrator_find("Newmark"), "0.5 0.25", "impulse", 0.0);
	rig_step(&r, 1, DT);
	n = tasks(before);
	r.an.loop_cpu = cpu;
	rig_must(&r, analysis_display(&r.an, 20.0, &r.e), "display");
	rig_step(&r, 1, DT);
	id = new_task(n, before);
	assert_true(id > 0);
	assert_int_equal(sched_getaffinity(id, sizeof(its), &its), 0);
	/* with one processor there is no other */
	assert_int_equal(CPU_ISSET((size_t)cpu, &its), CPU_COUNT(&mine) < 2);
	assert_int_equal(sched_getscheduler(id), SCHED_OTHER);
	/* of a test that has the lowest priority itself there is none below */
	UNTIL("nice", getpriority(PRIO_PROCESS, (id_t)id) > getpriority(PRIO_PROCESS, 0) || getpriority(PRIO_PROCESS, 0) == LOWEST);
	rig_end(&r);
	UNTIL("its end", new_task(n, before) == 0);
}

static void says_when_there_is_no_thread(void **state)
{
	struct rig r;
	int done, code;

	(void)state;
	begin(&r, integrator_find("Newmark"), "0.5 0.25", "impulse", 20.0);
	fault_arm(FAULT_loop_thread, 1, true);
	code = analysis_run(&r.an, 5, DT, &done, &r.e);
	fault_disarm();
	assert_int_equal(code, ERR_STATE);
	assert_contains(r.e.what, "no thread to follow the test");
	rig_step(&r, 5, DT);
	rig_end(&r);
}

static void refuses_rates_that_are_none(void **state)
{
	static const double bad[] = {-1.0, 2.0 * DISPLAY_RATE_MAX, NAN};
	struct rig r;

	(void)state;
	chain_yielding(&r, integrator_find("Newmark"), "0.5 0.25");
	for (size_t i = 0; i < COUNT(bad); i++) {
		err_clear(&r.e);
		assert_int_equal(analysis_display(&r.an, bad[i], &r.e), ERR_RANGE);
		assert_contains(r.e.allowed, "0 to 1000");
	}
	rig_end(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shows_the_motion_of_the_whole_method_with_every_engine_and_integrator),
		cmocka_unit_test(gives_the_same_bits_whether_somebody_looks_or_not),
		cmocka_unit_test(begins_in_the_middle_and_loses_nothing),
		cmocka_unit_test(goes_on_beyond_the_horizon),
		cmocka_unit_test(is_read_whole_by_another_thread),
		cmocka_unit_test(shows_other_freedoms_after_the_model_has_changed),
		cmocka_unit_test(runs_at_low_priority_and_off_the_processor_of_a_command_loop),
		cmocka_unit_test(says_when_there_is_no_thread),
		cmocka_unit_test(refuses_rates_that_are_none),
	};
	return cmocka_run_group_tests_name("follow", tests, NULL, NULL);
}
