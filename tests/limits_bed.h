/* Limits under test: two channels at 1000 Hz, words that limit everything, readings that follow. */
#pragma once

#include "test.h"

#include "control/limits.h"

enum { N = 2 };        /* channels */

static const double DT = 0.001;

static const struct limits_words words = {
	.stroke_lo = -5.0, .stroke_hi = 5.0, .velocity = 20.0, .force_lo = -100.0, .force_hi = 90.0, .following = 0.5, .following_s = 0.003,
	.watchdog_s = 0.02, .late_s = 0.005, .policy = LIMITS_HOLD, .trip_velocity = NAN, .zero_force = NAN,
};

struct bed {
	struct arena mem;
	struct limits l;
	struct device_reading reading;
	double x[N], force[N], wanted[N], sent[N];
};

static inline void bed_begin(struct bed *b, const struct limits_words *w, double at)
{
	struct limits_plan plan = {.tag = 1, .words = *w};
	struct err e = {0};

	*b = (struct bed){.reading = {.x = {[SLOT_DISP] = b->x, [SLOT_FORCE] = b->force}}};
	arena_init(&b->mem);
	assert_int_equal(limits_setup(&b->l, N, DT, (const struct limits_plan *[]){&plan, &plan}, &b->mem, &e), 0);
	for (int i = 0; i < N; i++)
		b->x[i] = b->wanted[i] = b->sent[i] = at;
	limits_start(&b->l, b->wanted);
}

static inline void bed_end(struct bed *b)
{
	arena_fini(&b->mem);
}

/* One tick with a new reading; the specimens follow at once. */
static inline enum limits_cause tick(struct bed *b)
{
	enum limits_cause cause;

	b->reading.number++;
	cause = limits_apply(&b->l, b->wanted, &b->reading, 0, b->sent);
	memcpy(b->x, b->sent, sizeof(b->x));
	return cause;
}
