/* The laboratory: all experimental objects of a script by tag, the seed of chance, and the trip that stops everything.
 *
 * Objects live in the laboratory's arena. wipeExp empties the tables and closes the sites; the memory stays until laboratory_clear,
 * because elements of the model may still point to their sites. One thread.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "experiment/filter.h"
#include "experiment/network.h"
#include "experiment/rig.h"
#include "experiment/setup.h"
#include "experiment/site.h"
#include "experiment/tangent.h"
#include "model/model.h"

#include <stdint.h>

enum trip_cause { TRIP_NONE, TRIP_COMMAND_LIMIT, TRIP_MEASURED_LIMIT, TRIP_COMMAND_NUMBER, TRIP_MEASURED_NUMBER, TRIP_RIG, TRIP_KINEMATICS, TRIP_FILTER,
                  TRIP_INTERRUPTED, TRIP_SITE, TRIP_MONITOR, TRIP_RANK, TRIP_MODEL, TRIP_OPERATOR, TRIP_FILE, TRIP_CAUSES };

struct trip {
	enum trip_cause cause;     /* TRIP_NONE: nothing has happened */
	int code;                  /* of err.def */
	int rig;                   /* tag; of TRIP_MONITOR that of the monitor */
	const struct site *site;   /* that failed, of TRIP_SITE; borrowed: this laboratory's arena; else NULL */
	int slot, component;       /* 0-based */
	double value, lo, hi;
	double t;                  /* test time */
	bool written;              /* what rigs kept is on disk */
	/* Of a filter, static; of a monitor, whose set it is; of a rank, the operator or a file, for ever; of the model, whose analysis it is; else NULL. */
	const char *why;
};

/* Against the clock (tandem run --realtime): what all command loops of the laboratory have in common. */
struct keeper_view;        /* control/keeper.h */
struct stop_word;          /* base/interrupt.h */

struct realtime_words {
	bool on;
	double rate_hz;            /* 0: the rigs say */
	int cpu, priority;         /* of the loops: as in realtime/loop.h */
	int step_priority;         /* of the integrator's thread while it steps: realtime/urgent.h */
	bool unfit;                /* drives although the machine is not fit */
	void (*say)(const char *line);     /* to the user, from any process; NULL: nobody listens */
	void (*show)(const struct keeper_view *v);     /* how a command loop is, every few ms, from its process; NULL: nobody looks */
	const struct stop_word *trip;      /* the operator's, which loops look at in every tick; borrowed: until the laboratory ends; NULL: none */
};

/* The run that the laboratory's remote sites belong to (tandem run --run, tandem resume). */
struct run_identity {
	const char *folder;        /* of its journals; NULL: none is kept. Borrowed: whoever runs the script, as the next */
	/* Makes the folder before its first use; NULL: it is there. */
	int (*make)(struct err *e);
	const char *id;            /* names the run to sites; NULL: none */
	bool resume;               /* goes on with the journals that are there */
	uint64_t script;           /* hash of the script; 0: unknown */
	uint64_t instance;         /* of this process */
};

struct peers;              /* remote/peers.h */
struct callback;           /* callback.h */

struct belonging;          /* laboratory.c: what laboratory_own was given */
struct made;               /* laboratory.c: words that made objects */

struct laboratory {
	struct arena arena;
	struct table points, filters, tangents, rigs, setups, sites;
	struct table specimens, actuators, sensors, commands, compensators, controllers, networks, limits, devices;
	struct table models;       /* struct model: of expModel */
	struct belonging *belongings;  /* owned: this arena; the last one first */
	struct made *made;             /* the same */
	struct tangent_use *estimates; /* owned: this arena; those of elements, in the order they joined */
	struct network_round round;    /* of commands */
	double step;               /* test time since the last accepted step (site_send); 0: nobody says */
	uint64_t seed;
	struct trip trip;
	unsigned trips;            /* how often it has tripped; outlives wipe and clear */
	const struct rig *restless;    /* the first that was not known to be at rest when the trip was over; borrowed: this arena; NULL: all were */
	bool cut_short;            /* what computes the test is lost: remote sites are left without an end, for tandem resume */
	bool rehearsal;            /* what exists or is elsewhere is stood in for (standin.h); given before any script; outlives wipe and clear */
	struct realtime_words realtime;        /* given before any script; outlives wipe and clear */
	struct run_identity run;                  /* the same */
	const char *const *unit;   /* names of force, length and time in what rigs say; NULL: none. Borrowed: whoever runs the script; the same */
	struct callback *callbacks;            /* specimens of the program around it, the newest first; borrowed: the library; the same */
	struct peers *peers;                   /* remote sites of the test; owned: this arena; NULL: none */
	unsigned stamp;            /* changes when objects are made or removed */
	void (*watch)(void *self, const struct site *s) RT;  /* told of every commit of a site; NULL: nobody. Outlives wipe and clear. */
	void *watch_self;          /* borrowed: whoever watches */
	void (*told)(void *self);  /* everything was told to come to rest, and is not there yet: whoever serves this laboratory tells its own coordinator.
	                            * NULL: nobody does. Outlives wipe and clear. */
	void *told_self;           /* borrowed: whoever serves */
};

/* An empty laboratory; the end of one, which ends rigs and sites first: all are told before one is waited for. */
void laboratory_init(struct laboratory *lab);
void laboratory_wipe(struct laboratory *lab);     /* wipeExp: tables empty, sites closed, trip forgotten */
void laboratory_clear(struct laboratory *lab);    /* the same, and the memory is given back: no element may be left */
void laboratory_fini(struct laboratory *lab);

/* The laboratory takes over an object that is more than memory of its arena: laboratory_clear calls end(object), the last one first. */
int laboratory_own(struct laboratory *lab, void *object, void (*end)(void *object), const char *name, struct err *e) MUST_CHECK;

/* An object by tag, of the table and kind named; a missing one fills the report. */
int laboratory_need(const struct table *t, const char *kind, int tag, const char *object, void **ret, struct err *e) MUST_CHECK;
/* Takes one object out of its table ("site 3"); a removed site is closed. ERR_MISSING with the report filled. */
int laboratory_remove(struct laboratory *lab, struct table *t, const char *kind, int tag, struct err *e) MUST_CHECK;
/* How every *_build begins: reads the tag, refuses one in use, names the object for messages ("expSite LocalSite 3"), and keeps its words. */
int laboratory_begin(struct laboratory *lab, const struct table *t, struct args *a, const char *command, const char *name, int *ret_tag,
                     struct err *e) MUST_CHECK;
/* Keeps the words that make an object, those of a from `first` (its tag) on, for records; name: its kind, NULL where there are none. */
int laboratory_keep(struct laboratory *lab, const struct args *a, int first, const char *command, const char *name, int tag, struct err *e) MUST_CHECK;
/* The words that made it: "expActuator FirstOrder 1 0.004"; empty: nobody knows. Lives as long as the laboratory's arena. */
const char *laboratory_words(const struct laboratory *lab, const char *command, int tag);

/* May it be moved? Not in a run that is taken up again (run.resume), which would go through its history a second time: ERR_UNSUPPORTED, with this hint. */
int laboratory_may_move(const struct laboratory *lab, const char *object, const char *hint, struct err *e) MUST_CHECK;
/* How far the rigs are: the latest test time that one of them was commanded for; 0: none was. */
double laboratory_instant(const struct laboratory *lab);
/* Of programs of others. */
#define LABORATORY_BEHIND "begin another run: what is behind another program cannot be taken up again"

/* Something is wrong: all rigs and sites elsewhere are told to come to rest, and whoever is served hears of it (told); then sites that could not be told, or
 * do not answer, are insisted on, and all rigs are waited for; the first cause is kept. Returns its code. */
int laboratory_trip(struct laboratory *lab, const struct trip *why) RT;
/* Between steps, without waiting unless it has: a rig that has stopped by itself (tripped, let go, or gone), or a site elsewhere that has, trips the laboratory
 * now; and sites elsewhere hear that we live. */
void laboratory_look(struct laboratory *lab);
/* The operator has seen the cause, that of a rig that has stopped by itself among them: everything may go on from where it stands. ERR_STATE when nothing has
 * happened, or a rig, or a site elsewhere, cannot go on. */
int laboratory_acknowledge(struct laboratory *lab, struct err *e) MUST_CHECK;
/* After a trip, at rest: rigs write down what they kept (black boxes); once. The names of the files go to realtime.say. Blocks. */
void laboratory_aftermath(struct laboratory *lab);
/* What became of the rigs after a trip: "all rigs were brought to rest", or which one was not. */
void laboratory_rest_text(const struct laboratory *lab, char *ret_line, int size);
/* The cause as a report; 0 when nothing has happened. */
int laboratory_fault(const struct laboratory *lab, struct err *e);
