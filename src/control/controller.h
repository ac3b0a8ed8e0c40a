/* The event-driven controller: between targets that come when they come and an actuator that must never wait. One a rig, at its ticks.
 *
 *   ready --update--> interpolate                                        the first target: until it comes nothing moves and no time counts
 *   interpolate --target--> extrapolate --update--> interpolate          what happens in every step
 *   extrapolate --time out--> slow --time out--> hold --time out--> free_vibration --still--> rest
 *   slow, hold --update--> interpolate
 *   all but free_vibration --end--> rest                                 the test is over: stays where the command stands
 *
 * A step is `ticks` long at full rate. The counter k of the step advances by the rate of the state (1, in slow 1/2, in hold 0); its share of the
 * step is the abscissa of the command generators (command.h). States, what they do, when they end and what follows are the rows of two
 * tables in controller.c. In free_vibration the specimen is let go with a mass and damping that the site keeps: m x'' = -c x' - r, until it is
 * at rest, or has had the time to decay to a thousandth (2 m/c ln 1000, 30 s at most). In free_vibration and rest no target is taken any more.
 *
 * With -adaptive the span of the next step follows from the answer times so far (adapt.h), when a target is reached.
 *
 * Targets carry the number of their step. One that is not the next is counted and ignored: late, doubled and reordered messages
 * never move a specimen twice. Mosqueda, Stojadinovic & Mahin, UCB/EERC 2005-02, 4.4 and 6.4 (with the transitions corrected).
 */
#pragma once

#include "base/arena.h"
#include "base/args.h"
#include "base/base.h"
#include "base/err.h"
#include "base/param.h"
#include "control/adapt.h"
#include "experiment/command.h"

#include <stdbool.h>
#include <stdint.h>

enum control_state {
	CONTROL_READY, CONTROL_EXTRAPOLATE, CONTROL_INTERPOLATE, CONTROL_SLOW, CONTROL_HOLD, CONTROL_FREE_VIBRATION, CONTROL_REST, CONTROL_STATES
};

struct controller_words {
	double extrapolate;        /* share of the step where extrapolation ends, 0.6        */
	double slow;               /* share of the step where slowing down ends, 0.8         */
	double slow_rate;          /* rate of the counter while slow, 0.5                    */
	double hold_s;             /* longest hold before the specimen is let go [s]; infinite: holds for ever */
	double mass, damping;      /* of the specimen that is let go, per channel            */
	struct adapt_words adapt;  /* spans by answer times; share NaN or 0: as they are given */
};

struct laboratory;

/* expController: words and generator by tag, for any number of rigs. */
struct control_plan {
	int tag;
	int command_tag;
	const struct command *command;     /* borrowed: laboratory */
	struct controller_words words;
};

struct controller {
	const struct command *command;     /* borrowed: laboratory; one generator for all channels */
	struct controller_words words;
	int n;                             /* channels */
	double *memory;                    /* n x command->nstate; owned: the arena of controller_setup, as all below */
	double *now, *speed;               /* command and its change per tick */
	double *next;                      /* command->nstate: a look at the step after this one */
	double dt;                         /* tick [s] */
	double ticks;                      /* of a step */
	double k, xi;                      /* counter of the step; abscissa where the target became known */
	bool first;                        /* no target was reached since controller_start, but for one alone */
	bool alone;                        /* the target at hand is one by itself */
	enum control_state state;
	int64_t in_state;                  /* ticks since the state began */
	int64_t waited;                    /* ticks since the last target was reached */
	struct adapt adapt;
	int64_t step;                      /* number of the last target that was reached */
	int64_t spent[CONTROL_STATES];     /* ticks in each state */
	int64_t entered[CONTROL_STATES];   /* how often */
	int64_t ignored;                   /* targets that were not the next */
};

extern const struct param control_plan_params[];
/* Names of those that may be changed while a test runs; NULL-ended. */
extern const char *const control_plan_tunable[];
/* Makes a plan from script words (a stands before the tag) and adds it to the laboratory. */
int control_plan_build(struct laboratory *lab, struct args *a, struct err *e) MUST_CHECK;

/* Takes memory. ticks: of a step at full rate, at least 2. */
int controller_setup(struct controller *c, const struct command *command, const struct controller_words *words, int n, double dt, double ticks,
                     struct arena *mem, struct err *e) MUST_CHECK;
/* Latches the set-point where the specimens stand: no jump. Ready for target 1. step_s: test time of a step, for generators that use velocities. */
void controller_start(struct controller *c, const double *x, double step_s);
/* The target of step number `step`; n of them. Returns whether it was taken. */
bool controller_target(struct controller *c, int64_t step, const struct command_target *t) RT;
/* One tick. force: measured, for free vibration. Writes n commands; returns whether the target was reached in it. */
bool controller_tick(struct controller *c, const double *force, double *ret_command) RT;
/* Another span (time scale); where the command stands on its way is kept. With -adaptive only those count before the first step is over. */
void controller_span(struct controller *c, double ticks) RT;
/* The target at hand is one by itself: its way and its time say nothing of those that follow, and the generators begin anew, at rest, when it is reached. */
void controller_alone(struct controller *c) RT;
/* The command s seconds after the present tick, if the state stays as it is: the present polynomial at abscissa + rate s / span, so that a delay is
 * fewer counts where the test is slowed down; where nothing moves it is where the command stands. Beyond the target it is the prediction from that
 * target (for Lagrange's polynomials the same polynomial: (6.7)), of one alone that target. At most 0.8 of a step beyond the present one. When the rate
 * changes, so does what is ahead, at once. */
double controller_ahead(const struct controller *c, int channel, double s) RT;
/* How far ahead one may look without that bound [s]. */
double controller_known(const struct controller *c) RT;
/* The test is over: the command stays where it stands, and no target is taken any more. A specimen that was let go comes to rest by itself. */
void controller_end(struct controller *c) RT;
/* Its commands change from tick to tick. */
bool control_state_moves(enum control_state state) RT;
/* "extrapolate"; "unknown" for no state. */
const char *control_state_name(enum control_state state) RT;
