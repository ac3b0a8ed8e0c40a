/* Limits and trip: every command to actuators passes here, at every tick, and nothing else writes to a device.
 *
 * A command that is no number or leaves its stroke or velocity, a reading that is no number or leaves stroke or force, a specimen that does not follow,
 * a laboratory that is silent, a loop that is late, a monitor that stops it, or somebody who asks: the first of these trips. A trip is latched: from then
 * on wanted commands are ignored and the policy of each channel says what is sent, until every channel is at rest, and on, until it is acknowledged. In
 * every tick, tripped or not, what is sent is finite, within the stroke, and changes by no more than the velocity allows: there are no jumps
 * (the allowance for rounding is in limits.c).
 * Causes are looked at in the order of enum limits_cause, one channel after the other, but for readings that are no number, which come first: commands may be
 * made of them. The first is kept.
 *
 *   hold     the command stays where it was when the trip came
 *   ramp     it goes to the set-point of the start (no load) at the speed of -tripVelocity
 *   unload   it goes, at that speed at most, to where the measured force is zero: x' = -v f/fref, |x'| <= v, at rest once |f| <= fzero;
 *            fref is the largest force of the limits. It moves in ticks that bring a new reading; one that is no number, or has not come for the
 *            watchdog's time (without one: 1 s), is no longer measured, and it holds. It goes no further than -following away from a specimen that
 *            does not follow, waits for it, and rests when it has waited for as long. A specimen of stiffness k is unloaded without overshoot while
 *            v k dt <= fref.
 *
 * A channel at its goal moves on where others that are still on their way load it again. Once all are at rest nothing is sent but where they stand, whatever
 * is measured, until it is acknowledged: at rest is what people hear who then go near the specimen.
 *
 * Times are laboratory time. Setting up takes memory from an arena; everything marked RT is bounded and takes none.
 */
#pragma once

#include "base/arena.h"
#include "base/args.h"
#include "base/base.h"
#include "base/err.h"
#include "base/interrupt.h"
#include "base/param.h"
#include "experiment/device.h"
#include "experiment/guard.h"

#include <stdbool.h>
#include <stdint.h>

struct laboratory;
struct rig_limit;

enum limits_policy { LIMITS_HOLD, LIMITS_RAMP, LIMITS_UNLOAD };

enum limits_cause {
	LIMITS_OK,
	LIMITS_COMMAND_NUMBER, LIMITS_COMMAND_STROKE, LIMITS_COMMAND_VELOCITY,
	LIMITS_MEASURED_NUMBER, LIMITS_MEASURED_STROKE, LIMITS_MEASURED_FORCE, LIMITS_FOLLOWING,
	LIMITS_SILENT,             /* no new reading for the watchdog's time            */
	LIMITS_LATE,               /* the loop missed ticks for longer than allowed     */
	LIMITS_PEER,               /* the laboratory says that it has stopped           */
	LIMITS_DEVICE,             /* reading or writing failed for good                */
	LIMITS_GUARD,              /* a monitor stops it                                */
	LIMITS_OPERATOR,           /* the operator trips it: a stop word is set         */
	LIMITS_ASKED,              /* somebody asked for rest: signal, another rig's trip */
	LIMITS_CAUSES,
};

struct limits_words {              /* of a channel; infinite: no such limit */
	double stroke_lo, stroke_hi;
	double velocity;           /* most of a command's change [1/s] */
	double force_lo, force_hi;
	double following, following_s;     /* |sent - measured| beyond this for longer than that [s] */
	double watchdog_s;         /* silence of the laboratory [s] */
	double late_s;             /* ticks missed in a row [s] */
	int policy;                /* enum limits_policy */
	double trip_velocity;      /* of ramp and unload; NaN: a tenth of velocity */
	double zero_force;         /* |f| below this is unloaded; NaN: a thousandth of the largest force of the limits */
};

/* expLimits: words by tag, for any number of channels. */
struct limits_plan {
	int tag;
	struct limits_words words;
};

struct limits_trip {               /* why; kept until acknowledged */
	enum limits_cause cause;   /* LIMITS_OK: nothing has happened */
	int channel;               /* 0-based; -1: none in particular */
	double value, lo, hi;      /* what was seen, what was allowed; seconds for SILENT and LATE; of GUARD hi is the limit */
	int64_t tick;
	char what[GUARD_WHAT];     /* of GUARD: whose limit; of OPERATOR: who; else empty */
};

struct limits_channel {
	struct limits_words words;
	double zero;               /* set-point at start */
	double sent;               /* last */
	double beyond_s;           /* for how long it has not followed */
	double waits_s;            /* for how long the way to rest has waited for a specimen that does not follow */
	bool resting;              /* tripped, and at rest */
};

struct limits {
	int n;
	double dt;                 /* tick [s] */
	struct limits_channel *channel;    /* owned: the arena of limits_setup */
	struct limits_trip trip;
	bool rests;                /* all channels have been at rest since the trip */
	int64_t number;            /* of the newest reading seen */
	double silent_s;           /* since it came */
	int64_t tick;              /* passed so far */
};

/* A limit that may be made tighter while a test runs, and never wider. */
struct limits_row {
	const char *name;          /* "-strokeMax" */
	size_t offset;             /* in struct limits_words */
	bool from_above;           /* it may only fall; else only grow */
	const char *help;
};
extern const struct limits_row limits_rows[];      /* ended by a NULL name */

extern const struct param limits_plan_params[];
/* Makes a plan from script words (a stands before the tag), "expLimits 1 -stroke -5 5 -velocity 20 -force -100 100 ...", and adds it to lab->limits. */
int limits_plan_build(struct laboratory *lab, struct args *a, struct err *e) MUST_CHECK;
/* Is every limit there that a physical rig needs: stroke, velocity, force, following error, watchdog? Names all that are missing. */
int limits_plan_whole(const struct limits_plan *p, const char *object, struct err *e) MUST_CHECK;

/* The words of a channel as a rig tells them to others; false: nothing is limited there. */
bool limits_of(const struct limits *l, int channel, struct rig_limit *ret);
/* plan: one a channel; NULL: only numbers are checked there. */
int limits_setup(struct limits *l, int n, double dt, const struct limits_plan *const *plan, struct arena *mem, struct err *e) MUST_CHECK;
/* The commands stand at x, which is inside the stroke: nothing has happened. An x that is not trips at once; the command stays there, not to jump (one
 * that is no number: at the point of the stroke next to zero). */
void limits_start(struct limits *l, const double *x) RT;
/* One tick: wanted commands, what is known of the laboratory, ticks missed since the last call. Writes what is sent. Returns the cause when this call
 * tripped, else LIMITS_OK. r may be NULL where there is no reading yet. */
enum limits_cause limits_apply(struct limits *l, const double *wanted, const struct device_reading *r, int64_t missed, double *ret_sent) RT;
/* The limit of a channel at an offset of a row; another one from the next tick on, if it is tighter. */
double limits_get(const struct limits *l, int channel, size_t offset);
void limits_tighten(struct limits *l, int channel, size_t offset, double value) RT;
/* From outside: PEER, DEVICE, ASKED. Returns whether it is the first. */
bool limits_trip(struct limits *l, enum limits_cause cause, int channel, double value) RT;
/* The same by a guard; by the operator. */
bool limits_stop(struct limits *l, const struct guard_stop *why) RT;
bool limits_operator(struct limits *l, const struct stop_word *w) RT;
bool limits_tripped(const struct limits *l) RT;
/* Tripped, and every channel is where its policy wants it: then it stays so. */
bool limits_at_rest(const struct limits *l) RT;
/* The operator has seen it: commands pass again, from where they stand (channel[i].sent). Whoever makes them begins there, or they trip again. */
void limits_acknowledge(struct limits *l) RT;
/* The mean velocity, at most, with which a channel goes from there to the first target [1/s]: that of the way to rest, of one that held half of -velocity. */
double limits_return(const struct limits *l, int channel) RT;
/* "following error", and the whole cause as one line: "channel 2: measured force 105.3 kN, allowed -100 to 100 kN, at tick 312". unit: names of force, length
 * and time, as in base/unit.h; units that nobody has named are not said. Not for the loop. */
const char *limits_cause_name(enum limits_cause cause);
void limits_text(const struct limits_trip *t, const char *const unit[3], char *ret_line, int size);
