/* A keeper in a process that is really forked, for tests of keepers. The plant lies in memory that both processes have, so that the test sees what was done to
 * it, and so does what either says. */
#pragma once

#include "drive_bed.h"
#include "wait.h"

#include "control/keeper.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINES = 64, LINE = 500 };

static const char *const LIMITS = "-stroke -5 5 -velocity 20 -force -100 100 -onTrip ramp -tripVelocity 20";

/* What both processes see. */
struct common {
	struct plant plant;
	_Atomic int n;                    /* lines said so far, by either */
	char line[LINES][LINE];
	_Atomic int running, ended;       /* views shown so far of a loop that runs, and of one that has ended */
	_Atomic int64_t number;           /* the answer in the last of them */
};

struct post {
	struct bed b;
	struct shared memory;
	struct common *common;
	struct keeper k;
};

static struct common *heard;              /* of the case that runs; say has no other way to it */

static inline void say(const char *line)
{
	int i = atomic_fetch_add(&heard->n, 1);

	if (i < LINES)
		snprintf(heard->line[i], LINE, "%s", line);
}

static inline int said(const char *part)
{
	int n = 0;

	for (int i = 0; i < LINES && i < atomic_load(&heard->n); i++)
		n += strstr(heard->line[i], part) != NULL;
	return n;
}

static inline void show(const struct keeper_view *v)
{
	atomic_store(&heard->number, v->answer->number);
	atomic_fetch_add(v->ended ? &heard->ended : &heard->running, 1);
}

static inline void post_make_within(struct post *p, const char *controller, const char *limits, double x)
{
	struct err e;

	memset(p, 0, sizeof(*p));
	err_clear(&e);
	assert_int_equal(shared_open(&p->memory, sizeof(struct common), &e), 0);
	p->common = heard = p->memory.memory;
	p->common->plant = plant_standing(true, 0, x);
	bed_make(&p->b, controller, limits, NULL, bed_plant(&p->common->plant));
}

static inline void post_make(struct post *p, const char *controller, double x)
{
	post_make_within(p, controller, LIMITS, x);
}

static const struct keeper_words WORDS = {.object = "expControl 1", .rate_hz = BED_RATE, .cpu = -1, .unfit = true, .patience_s = 5.0, .stem = "box",
                                          .say = say};

static inline int post_start(struct post *p, struct err *e)
{
	err_clear(e);
	return keeper_start(&p->k, &p->b.d, &WORDS, e);
}

static inline void post_begin(struct post *p, const char *controller)
{
	struct err e;

	post_make(p, controller, 0.0);
	assert_int_equal(post_start(p, &e), 0);
}

static inline int go(struct post *p, double span, double x)
{
	keeper_send(&p->k, span, (struct command_target[BED_CHANNELS]){{.x = x}, {.x = x}}, BED_CHANNELS);
	return keeper_wait(&p->k);
}

/* Started at 0.5, where the spring of the test is loaded, and let go: it has come to rest near 0. The policy brings it home, in some hundred ticks. trip: the
 * operator's word, NULL: none. */
static inline void post_let_go(struct post *p, const struct stop_word *trip)
{
	struct keeper_words w = WORDS;
	struct err e;

	err_clear(&e);
	w.trip = trip;
	post_make_within(p, "-hold 0.02 -mass 0.1 -damping 2", "-stroke -5 5 -velocity 20 -force -100 100 -onTrip ramp -tripVelocity 2", 0.5);
	assert_int_equal(keeper_start(&p->k, &p->b.d, &w, &e), 0);
	assert_int_equal(go(p, 10.0, 0.55), 0);
	UNTIL("keeper", keeper_look(&p->k) && p->k.answer.state == CONTROL_REST && p->k.answer.resting);
	assert_true(p->k.answer.command[0] < 0.4);
}

static inline bool no_child_is_left(void)
{
	return waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD;
}

static inline void post_end(struct post *p)
{
	int timings;

	keeper_end(&p->k);
	timings = said(" ticks at ");
	keeper_close(&p->k);
	assert_int_equal(said(" ticks at "), timings);         /* what was said at the end is not said again */
	keeper_close(&p->k);
	assert_true(no_child_is_left());
	bed_end(&p->b);
	shared_close(&p->memory);
}
