/* Monitors (monitor): while a test runs they say how far it can be believed, and act when it cannot.
 *
 * A monitor is made by the script from a row of its family (src/monitor). It has columns, each with a name and a unit, whose values it brings up to date
 * after every committed step of a transient analysis. It sees the step as a whole (monitor_view: energies of the structure, experimental elements, channels
 * of rigs) and, where it asks for them, the rows of one rig at that rig's own rate (monitor_tick).
 *
 * A threshold watches one column of one monitor. A value that reaches it is an event: a line to the user (warn), a pause (rigs hold, whoever runs the
 * analysis is asked), or the end (stop: the laboratory trips, rigs come to rest). A threshold that has spoken speaks again only after the value has come
 * back by its hysteresis.
 *
 * A stop by a monitor that watches the rows of a rig does not wait for the end of the step: a second monitor, made from the same words, lives where the rig
 * ticks (experiment/guard.h: in virtual time in the rig's command, against the clock in the process of the command loop), sees every row as it comes, and
 * stops the rig in that tick. Warnings and pauses are the analysis' matter and stay with the step.
 *
 * What others need: names and units of columns (monitor->column), values (monitor->value) after a step, and events (monitors->event, nevent; the oldest stay,
 * those that find no room are counted). Values and events of a step are there before the analysis calls its observer.
 *
 * Life: made by script words into the arena of the set; monitors_begin takes the room of a run when the equations are known; after that nothing is allocated.
 * One thread: that of the analysis. Nothing here blocks but the pause, which is its caller's.
 */
#pragma once

#include "base/arena.h"
#include "base/args.h"
#include "base/base.h"
#include "base/err.h"
#include "base/param.h"
#include "experiment/guard.h"
#include "experiment/laboratory.h"

#include <stdbool.h>

struct analysis;
struct monitor;

/* Energies since the monitors began, in the structure's coordinates [force*length]; work of each term of the equation of motion by the trapezoidal
 * rule (energy.h). error = observed - specimen: negative, the test adds energy. */
struct monitor_energy {
	double kinetic, viscous, numerical, observed, specimen, input, error;
	double unbalanced;         /* work of the force that the method of integration leaves unbalanced at the ends of steps: negative, it adds energy */
	double balance;            /* input - error - unbalanced - (kinetic + viscous + numerical + specimen): rounding */
	double most;               /* largest magnitude of the input so far */
};

/* An experimental element at the end of the step, in the coordinates that its site takes and gives (factors of scale included). */
struct monitor_element {
	const struct element *element;     /* borrowed: model */
	struct element_exchange now;
};

struct monitor_view {
	double t, dt;              /* test time at the end of the step; its length */
	bool anew;                 /* in begin: the equations are others than at the last one */
	const struct monitor_energy *energy;       /* never NULL; zeros where no monitor asked for energies */
	const struct monitor_element *element;     /* all experimental elements, in tag order */
	int nelement;
};

/* On which side of a threshold a value is bad, and which thresholds make sense. */
enum monitor_sense {
	SENSE_NEGATIVE,            /* bad at and below; thresholds are negative: energy that the test adds */
	SENSE_ABOVE,               /* bad at and above; thresholds are positive */
	SENSE_BELOW,               /* bad at and below; thresholds are positive */
	SENSE_NONE,                /* no threshold can be set on it */
};

struct monitor_column {
	const char *name, *unit;   /* "hseiI", "-"; of several channels "rms2", "length". Owned: the set's arena */
	enum monitor_sense sense;
};

/* Where tick() gets its numbers; words of every kind that has one (MONITOR_SOURCE_PARAMS). */
struct monitor_source {
	int control, element;      /* tags; INT_MIN: not given */
	double dt;                 /* between rows of what does not tick by itself [s]; 0: not given */
};

struct monitor_ops {
	const char *name, *brief, *cite, *example;
	const struct param *params;        /* after the tag; read by the core before setup */
	bool energy;                       /* reads view->energy */
	const char *acts;                  /* column of thresholds that name none; NULL: the first */
	size_t size;
	/* Reads the words that the table does not, finds what it needs, and makes its columns with monitor_column_add. The core's words (monitor_words.c) are not
	 * among a. Memory: m->set->arena. */
	int (*setup)(void *self, struct args *a, struct monitor *m, struct err *e);
	/* The equations are known: takes what lies before the next step, room that depends on the model from m->set->run. Sums go on. Called again whenever the
	 * model has changed. NULL: nothing to take. */
	int (*begin)(void *self, struct monitor *m, const struct monitor_view *v, struct err *e);
	/* A row of its source, of finite numbers alone, before step(). NULL: it needs none. */
	void (*tick)(void *self, const struct monitor_tick *k) RT;
	/* After every committed step: writes m->value. Of kinds with tick(), also after every row, by a second monitor that stops a rig there: with a view of
	 * nothing. */
	void (*step)(void *self, struct monitor *m, const struct monitor_view *v) RT;
	/* A second monitor of the same words, which acts at the rows of a rig, takes over what begin() has found. Called beside the command loop that ticks it:
	 * what it writes is atomic. Its begin() is never called. NULL: nothing to take. */
	void (*share)(void *self, const void *from);
	/* A number of the rig that it watches is another one: takes what it has of it. Before share(). NULL: it has nothing of it. */
	void (*tuned)(void *self, const struct monitor *m);
	/* Forgets what was summed up or is in a window. Values are NaN until the next step. */
	void (*reset)(void *self) RT;
	/* What a value means, for the line of an event: "energy added: the test lags". NULL: nothing to add. */
	const char *(*remark)(const struct monitor *m, int column);
};

enum monitor_action { MONITOR_WARN, MONITOR_PAUSE, MONITOR_STOP, MONITOR_RESUME, MONITOR_RESET, MONITOR_ACTIONS };
enum { MONITOR_LIMITS = MONITOR_STOP + 1 };
extern const char *const monitor_action_name[MONITOR_ACTIONS];     /* "warn", "pause", "stop", "resume", "reset" */

struct monitor_threshold {
	int column;
	double limit[MONITOR_LIMITS];      /* NaN: none */
	double hysteresis;
	bool both;                         /* the magnitude counts, whatever the sign */
	bool spoken[MONITOR_LIMITS];
};

struct monitor_event {
	double t;                  /* test time */
	long step;                 /* steps watched so far, from 1 */
	enum monitor_action action;
	const struct monitor *monitor;     /* who */
	int column;                /* -1: none */
	double value, limit;       /* NaN: none */
	char text[240];            /* one line for people */
};

enum { MONITOR_NAME = 40, MONITOR_UNIT = 48, MONITOR_THRESHOLDS = 16, MONITOR_EVENTS = 1024 };

struct monitor {
	int tag;
	char name[MONITOR_NAME];           /* "hsei1" */
	const struct monitor_ops *ops;
	void *self;                        /* owned: the set's arena, as the next three */
	struct monitor_column *column;
	double *value;                     /* one a column; NaN: not known yet */
	const bool *wanted;                /* one a column, of a guard: the others need no value; NULL: all. The guards' memory */
	const char *hook;                  /* script of -onPause; NULL: none */
	int ncolumn, room;
	struct monitor_threshold threshold[MONITOR_THRESHOLDS];
	int nthreshold;
	struct rig *rig;                   /* source of ticks; borrowed: laboratory; NULL: none */
	int at[3];                         /* of its rows: columns of command, measured displacement and force of channel 1 */
	int stride;
	int element;                       /* source of ticks: tag; INT_MIN: none */
	int last;                          /* its place in view->element; -1: it is gone */
	const char **word;                 /* that it was made from, the tag first; owned: the set's arena */
	int nword;
	struct guards *guards;             /* of its rig, that its -stop acts by; borrowed; NULL: it acts after steps */
	struct monitor_guard *guard;       /* there */
	uint32_t stops;                    /* by it, that are events already */
	struct monitors *set;              /* borrowed */
};

struct monitors {
	struct arena arena, run;           /* until monitors_clear; until the equations change */
	struct table table;                /* struct monitor, by tag */
	struct laboratory *lab;            /* borrowed */
	const struct model *model;         /* borrowed */
	struct monitor_event *event;       /* owned: arena; MONITOR_EVENTS of them, NULL before the first monitor */
	int nevent;
	long unsaid;                       /* events that found no room */
	long steps;                        /* watched so far */
	struct energy *energy;             /* owned: arena; NULL: no monitor asked for it */
	struct monitor_energy sum;
	struct monitor_element *element;   /* owned: run */
	int nelement;
	double *row;                       /* owned: run; the widest row of a rig */
	struct analysis *an;               /* borrowed: of the last monitors_begin */
	const void *equations;             /* that monitors_begin has taken last, and their stamp; NULL: none, or they are gone */
	unsigned stamp;
	bool begun;
	struct monitor_event due;          /* that waits for monitors_act; its monitor NULL: none */
	char stopped[240];                 /* why the laboratory was tripped */
	/* A line to the user; NULL: nobody listens. */
	void (*say)(void *self, const char *line);
	/* A pause by a monitor that has a hook, or of a test that is attended: 0 when it shall go on, or a code that ends the run. Of others, or NULL: the run ends
	 * (ERR_PAUSED). */
	int (*pause)(void *self, const struct monitor_event *why, struct err *e);
	void *self;                        /* borrowed: whoever runs the script */
	const char *unit[3];               /* names of force, length and time in lines; borrowed: whoever runs the script; NULL: these words */
	bool attended;                     /* a pause without a hook is asked for as well: somebody is there */
};

extern const struct monitor_ops *const monitor_table[];

/* ---- life: by the script ------------------------------------------------------------------------------------------ */

void monitors_init(struct monitors *s, struct laboratory *lab, const struct model *m);
void monitors_clear(struct monitors *s);       /* wipe, wipeExp: forgets monitors and events */
void monitors_fini(struct monitors *s);
/* Makes one from script words (a stands before the tag): those of its kind, then or between them the core's (help monitor). */
int monitor_build(struct monitors *s, const struct monitor_ops *ops, struct args *a, struct err *e) MUST_CHECK;
/* A monitor by tag, and one of its columns by name; missing ones fill the report, with what there is. */
int monitors_need(const struct monitors *s, int tag, const char *object, struct monitor **ret, struct err *e) MUST_CHECK;
int monitor_column_find(const struct monitor *m, const char *name, const char *object, int *ret_column, struct err *e) MUST_CHECK;
/* A pause that ends the run: fills the report and answers ERR_PAUSED. */
int monitor_paused(const struct monitor_event *why, struct err *e);
/* A limit that it was made with is another one from the next step or row on; checked as when it was made. ERR_MISSING: it has none of this action there. */
int monitor_threshold_set(struct monitor *m, int column, enum monitor_action action, double limit, const char *object, struct err *e) MUST_CHECK;
/* A rig was tuned: monitors that watch it, and their guards, go by the new number from the next row on. */
void monitors_tuned(struct monitors *s, const struct rig *r);
/* Begins all its sums and windows anew; an event says so. */
void monitor_reset(struct monitor *m, double t);

/* ---- for the record: read only, between steps --------------------------------------------------------------------- */

/* Columns of all monitors, in the order of their tags; column i, with its monitor; all values. */
int monitors_columns(const struct monitors *s);
bool monitors_column(const struct monitors *s, int i, const struct monitor **ret_m, const struct monitor_column **ret_c);
void monitors_values(const struct monitors *s, double *ret_x);
/* Events so far are s->event[0 .. s->nevent - 1]; they are only ever added, and gone with monitors_clear. */

/* ---- for kinds, in setup ------------------------------------------------------------------------------------------ */

/* In tick and step: is any of n columns wanted, from this one on? What nobody wants need not be kept up to date. */
bool monitor_wants(const struct monitor *m, int column, int n) RT;
/* Adds a column; name is printf-like. ERR_MEMORY, ERR_LIMIT. */
int monitor_column_add(struct monitor *m, enum monitor_sense sense, const char *unit, struct err *e, const char *format, ...)
	__attribute__((format(printf, 5, 6))) MUST_CHECK;
/* In begin: the critical delay of the model, in test time (stability_delay); damping and mass: what the specimens have of their own over their initial
 * stiffness [s], [s^2]. INFINITY: none. */
int monitor_critical_delay(const struct monitor *m, double damping, double mass, double *ret_s, struct err *e) MUST_CHECK;
/* Takes the rows of a rig as the source of its ticks; false: it keeps none. */
bool monitor_rows(struct monitor *m, struct rig *r);
/* Finds the source of its ticks; how many channels it has, and the time between two rows [s]. Refuses: none or two, a control or element that is not there,
 * one that is not measured, one that does not tick without -dt. */
int monitor_source(struct monitor *m, const struct monitor_source *w, const char *object, int *ret_n, double *ret_dt, struct err *e) MUST_CHECK;

#define MONITOR_SOURCE_PARAMS(at) \
	{ .name = "-control", .kind = PARAM_TAG, .offset = (at) + offsetof(struct monitor_source, control), .def = INT_MIN, \
	  .help = "tag of the expControl whose channels are watched, at every row of its own rate; or" }, \
	{ .name = "-element", .kind = PARAM_TAG, .offset = (at) + offsetof(struct monitor_source, element), .def = INT_MIN, \
	  .help = "tag of the expElement whose coordinates are watched, at every step: wherever its specimen is" }, \
	{ .name = "-dt", .kind = PARAM_REAL, .offset = (at) + offsetof(struct monitor_source, dt), .range = RANGE_POSITIVE, \
	  .help = "time between two rows [s]: for -element, and for a control that has no rate" }

/* ---- for the analysis --------------------------------------------------------------------------------------------- */

/* The equations are gone: those that come are others, wherever they lie. */
void monitors_unbegin(struct monitors *s);
/* Before a step of a transient analysis: where the equations are new, takes what lies before it. Cheap when nothing has changed. May allocate. */
int monitors_begin(struct monitors *s, struct analysis *an, struct err *e) MUST_CHECK;
/* After the commit: ticks, values, events. */
void monitors_step(struct monitors *s, struct analysis *an, double dt) RT;
/* A step has failed: a stop within it becomes an event. */
void monitors_failed(struct monitors *s, const struct analysis *an);
/* Is a stop due? Nobody waits for anything before monitors_act. */
bool monitors_stopping(const struct monitors *s);
/* After the observers, also those that failed where a stop is due: what the events ask for. 0; ERR_PAUSED; the code of a trip; what the pause answered.
 * Blocks as long as the pause does. */
int monitors_act(struct monitors *s, struct err *e) MUST_CHECK;
