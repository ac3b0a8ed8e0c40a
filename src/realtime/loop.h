/* A periodic loop on its own thread: a body that is called at every tick of an absolute schedule.
 *
 * Tick i is due at start + i / rate. The loop sleeps until then, calls the body with i and that time, and goes on. What is not over
 * when the next tick is due has overrun: the ticks that are past are skipped and counted, never made up for in a burst, and the body
 * sees the gap in its tick numbers. How late the loop woke and how long the body took is counted in histograms that any thread may
 * read at any time. The loop itself neither allocates, locks nor formats, and makes no system call but its sleep and the clock.
 *
 * Life: loop_init, loop_start, loop_close (ends it, does not wait) or loop_stop (waits), then loop_init again. The struct must stay where
 * it is while the thread runs. One thread owns the loop and calls these; loop_read is for any.
 *
 * To be a real-time loop takes the measures of enum loop_measure, each of which the system may refuse. Locked memory and the settings
 * of malloc hold for the process until it ends; the others end with the loop.
 */
#pragma once

#include "base/arena.h"
#include "base/clock.h"
#include "base/snapshot.h"
#include "realtime/histogram.h"

#include <pthread.h>

#define LOOP_RATE_MIN 1.0      /* Hz */
#define LOOP_RATE_MAX 10000.0

enum {
	LOOP_PRIORITY_MAX = 99,
	LOOP_CPU_MAX = 1023,
	LOOP_WAIT_S = 5,           /* starting takes no longer; stopping takes no longer than this and two periods */
	LOOP_OVERRUNS = 256,       /* of which the report keeps the times */
};

enum loop_measure {
	LOOP_MEMORY,    /* all memory of the process locked, now and later */
	LOOP_MALLOC,    /* memory once got is not given back to the system, and none comes from mmap */
	LOOP_AWAKE,     /* /dev/cpu_dma_latency held at 0: processors do not sleep deeply */
	LOOP_AFFINITY,  /* the thread stays on one processor; only when cpu >= 0 */
	LOOP_PRIORITY,  /* SCHED_FIFO; only when priority > 0 */
	LOOP_MEASURES,
};

/* What is called at a tick, on the loop's thread. tick: its number from 0; t_ns: when it was due, of the loop's clock. 0 goes on; an
 * ERR_ code ends the loop and is kept in the report. */
struct loop_body {
	int (*call)(void *ctx, int64_t tick, int64_t t_ns) RT;
	void *ctx; /* borrowed: the owner of the loop */
};

struct loop_config {
	double rate_hz;       /* LOOP_RATE_MIN to LOOP_RATE_MAX */
	int priority;         /* 1 to 99; 0: ordinary scheduling is meant */
	int cpu;              /* the processor, or -1 for any */
	bool tolerant;        /* go on without a refused measure; loop_refused says which */
	int64_t calls;        /* ends after so many calls of the body; 0: when it is told to */
	struct loop_body body;
	struct clock *clock;  /* borrowed: the owner; NULL is a monotonic one of the loop's own */
};

/* A call after which at least one tick was past: when it was due, when the loop woke for it, when the body was through; of the loop's clock. */
struct loop_overrun { int64_t due_ns, woke_ns, done_ns; };

/* What the loop tells of itself: about eight times a second, and whole once it has ended. */
struct loop_report {
	bool ended;
	int code;                   /* why: 0, or what the body or the sleep returned */
	double period_ns;
	int64_t calls;              /* of the body */
	int64_t overruns;           /* calls after which at least one tick was past */
	int64_t missed;             /* ticks skipped for it */
	struct loop_overrun overrun[LOOP_OVERRUNS]; /* overrun i stands at i % LOOP_OVERRUNS: the newest ones */
	int64_t late;               /* wake-ups more than a period after the tick was due */
	int64_t minor_faults, major_faults, switches; /* page faults and involuntary context switches of the loop; once it has ended */
	struct histogram wake;      /* from when the tick was due until the loop was awake [ns] */
	struct histogram busy;      /* time of the body [ns] */
};

struct loop {
	struct loop_config config;
	struct clock own_clock;
	struct loop_report now;                 /* the loop's thread's own */
	struct snapshot shared;                 /* its latest copy */
	pthread_t thread;
	bool joinable;                          /* the owner's */
	_Atomic int phase;
	atomic_bool stop;
	int awake_handle;                       /* /dev/cpu_dma_latency, -1 when not open */
	bool is_refused[LOOP_MEASURES];
	struct err refused[LOOP_MEASURES];
};

/* A loop that does not run yet; memory for its report comes from the arena, which must outlive it. ERR_RANGE for rate, priority, cpu
 * or calls, ERR_MEMORY. */
int loop_init(struct loop *l, const struct loop_config *config, struct arena *mem, struct err *e) MUST_CHECK;

/* Takes the measures and starts the thread; returns once it ticks. ERR_UNSUPPORTED names the measure that was refused, unless the loop is
 * tolerant; ERR_STATE when it was started already, or its thread cannot be had or does not begin in LOOP_WAIT_S. After a failure the body
 * is not called; loop_stop must still say 0 before the loop's memory goes. */
int loop_start(struct loop *l, struct err *e) MUST_CHECK;

/* Tells the loop to end after the tick at hand; does not wait. Also from another thread or the body, again and again. */
void loop_close(struct loop *l) RT;

/* Tells it to end and waits until it has; 0 at once when it never ran. ERR_STATE when the body does not return in time: then the thread
 * still uses the loop, and only a later loop_stop that returns 0 frees it. */
int loop_stop(struct loop *l, struct err *e) MUST_CHECK;

/* Copies the latest report; false when there is none yet, or when the loop is just writing one: ask again. Any thread. */
bool loop_read(const struct loop *l, struct loop_report *ret) RT;

/* The report of a measure that was asked for and refused, or NULL; the name of a measure. The owner, after loop_start. */
const struct err *loop_refused(const struct loop *l, enum loop_measure m);
const char *loop_measure_name(enum loop_measure m);

/* The loop on the calling thread, without measures: for virtual clocks. Returns its code. */
int loop_run(struct loop *l);
