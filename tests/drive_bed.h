/* A drive over a laboratory of the test's own, for tests of drives and keepers.
 *
 * The plant is a spring k on each of BED_CHANNELS channels that is where it was told to be, `lag` ticks ago; it fails, stops, falls silent and reads
 * nonsense when the case says so. Objects are made by script words: expCommand 1, expController 1, expLimits 1 and, where wanted, expCompensator 1.
 */
#pragma once

#include "test.h"

#include "control/drive.h"
#include "experiment/laboratory.h"
#include "verify/verify.h"

#include <float.h>

enum { BED_CHANNELS = 2, BED_LAG = 64 };

static const double BED_RATE = 1000.0, BED_DT = 0.001, BED_VELOCITY = 20.0, BED_STIFFNESS = 10.0;
#define BED_LIMITS "-stroke -5 5 -velocity 20 -force -100 100 -following 0.5 -followingTime 0.003 -watchdog 0.02 -late 0.005 -tripVelocity 20"

struct plant {
	bool at_once;
	int lag;                          /* ticks, less than BED_LAG */
	double past[BED_LAG][BED_CHANNELS];    /* commands by tick; [0] where it stands at first */
	int64_t writes, number;           /* commands so far; of the newest reading */
	bool silent, stopped;
	int read_code, write_code, open_code;
	double add_x, add_force;          /* to readings of the last channel */
	struct device_command last;       /* its x is not kept */
	int opened, safes, closed;
};

struct bed {
	struct stage s;
	struct drive d;
	struct plant p;
	struct compensator_use compensator[BED_CHANNELS];
	double before[BED_CHANNELS];      /* sent in the tick before */
};

static inline double plant_at(const struct plant *p, int i)
{
	int64_t k = p->writes - p->lag;

	return p->past[k > 0 ? k % BED_LAG : 0][i];
}

static inline int plant_open(void *self, double rate_hz, double watchdog_s, double patience_s, struct err *e)
{
	struct plant *p = self;

	(void)rate_hz, (void)watchdog_s, (void)patience_s;
	p->opened++;
	return p->open_code ? err_set(e, p->open_code, "plant", "the laboratory of the test does not open") : 0;
}

static inline int plant_read(void *self, struct device_reading *ret)
{
	struct plant *p = self;

	if (p->silent || p->read_code)
		return p->read_code;
	ret->number = ++p->number;
	ret->stopped = p->stopped;
	for (int i = 0; i < BED_CHANNELS; i++) {
		ret->x[SLOT_DISP][i] = plant_at(p, i) + (i == BED_CHANNELS - 1 ? p->add_x : 0.0);
		ret->x[SLOT_FORCE][i] = BED_STIFFNESS * plant_at(p, i) + (i == BED_CHANNELS - 1 ? p->add_force : 0.0);
	}
	return 0;
}

static inline int plant_write(void *self, const struct device_command *c)
{
	struct plant *p = self;

	p->last = *c;
	p->writes++;
	memcpy(p->past[p->writes % BED_LAG], c->x, sizeof(p->past[0]));
	return p->write_code;
}

static inline void plant_safe(void *self)
{
	((struct plant *)self)->safes++;
}

static inline void plant_close(void *self)
{
	((struct plant *)self)->closed++;
}

/* Everything but the start. controller and limits: words after their tags; compensator: kind and words, NULL for none. */
static inline void bed_make(struct bed *b, const char *controller, const char *limits, const char *compensator, struct drive_plant plant)
{
	struct laboratory *lab = &b->s.script.lab;
	const struct limits_plan *plan[BED_CHANNELS];
	struct compensator_use *use[BED_CHANNELS];
	struct err e;

	stage_begin(&b->s);
	stage_eval(&b->s, "expCommand Continuous 1 1; expController 1 1 %s; expLimits 1 %s", controller, limits);
	if (compensator)
		stage_eval(&b->s, "%s", compensator);
	err_clear(&e);
	for (int i = 0; i < BED_CHANNELS; i++) {
		plan[i] = table_get(&lab->limits, 1);
		use[i] = &b->compensator[i];
		assert_int_equal(compensator_use(use[i], table_get(&lab->compensators, 1), BED_DT, lab, "test", &e), 0);
	}
	assert_int_equal(drive_setup(&b->d, &(struct drive_words){.object = "expControl 1", .n = BED_CHANNELS, .rate_hz = BED_RATE,
	                                                          .plan = table_get(&lab->controllers, 1), .limits = plan, .compensator = use, .plant = plant},
	                             &lab->arena, &e), 0);
}

static inline struct drive_plant bed_plant(struct plant *p)
{
	return (struct drive_plant){.self = p, .at_once = p->at_once, .open = plant_open, .read = plant_read, .write = plant_write, .safe = plant_safe,
	                            .close = plant_close};
}

/* A plant that stands at x. */
static inline struct plant plant_standing(bool at_once, int lag, double x)
{
	struct plant p = {.at_once = at_once, .lag = lag};

	for (int i = 0; i < BED_CHANNELS; i++)
		p.past[0][i] = x;
	return p;
}

static inline void bed_end(struct bed *b)
{
	stage_end(&b->s);
}

/* Where channel i shall go. */
static inline bool bed_target(struct bed *b, int64_t number, double span, double x)
{
	return drive_target(&b->d, number, span, (struct command_target[BED_CHANNELS]){{.x = x, .step = 0.01}, {.x = x, .step = 0.01}});
}

static inline void bed_begin(struct bed *b, const char *controller, const char *limits, const char *compensator, struct plant p)
{
	struct err e;
	char line[700];

	b->p = p;
	bed_make(b, controller, limits, compensator, bed_plant(&b->p));
	err_clear(&e);
	if (drive_start(&b->d, &e)) {
		err_text(&e, line, sizeof(line));
		fail_msg("%s", line);
	}
	memcpy(b->before, b->d.sent, sizeof(b->before));
}

/* One tick; nothing is sent that the limits do not allow. */
static inline bool bed_tick_late(struct bed *b, int64_t missed)
{
	bool answered = drive_tick(&b->d, missed);

	if (b->d.answer.resting)
		assert_true(drive_resting(&b->d) && memcmp(b->d.sent, b->before, sizeof(b->before)) == 0);
	for (int i = 0; i < BED_CHANNELS; i++) {
		double x = b->d.sent[i], most = BED_VELOCITY * BED_DT * (1.0 + 1e-9) + 4.0 * DBL_EPSILON * fmax(fabs(x), fabs(b->before[i]));

		assert_true(isfinite(x) && x >= -5.0 && x <= 5.0);
		assert_true(fabs(x - b->before[i]) <= most);
		b->before[i] = x;
	}
	assert_int_equal(b->p.last.tick, b->d.answer.tick);
	return answered;
}

static inline bool bed_tick(struct bed *b)
{
	return bed_tick_late(b, 0);
}

/* Ticks until the target is answered, at most `most`. */
static inline int bed_answer(struct bed *b, int most)
{
	for (int n = 1; n <= most; n++)
		if (bed_tick(b))
			return n;
	fail_msg("target %lld is not answered within %d ticks, cause %d", (long long)b->d.answer.number + 1, most, b->d.answer.trip.cause);
	return 0;
}

static inline int bed_rest(struct bed *b, int most)
{
	int n = 0;

	for (; n < most && !b->d.answer.resting; n++)
		assert_false(bed_tick(b));
	assert_true(b->d.answer.resting);
	return n;
}
