/* libtandem: hybrid simulation from programs. A model is built by calls, run or stepped, exchanges with a specimen of the caller's own, and its results are
 * read where they lie.
 *
 *     #include <math.h>                   // a mass of 0.1 on a spring of 78, pushed by 10 sin 5t; the spring is this program's own
 *     #include <stdio.h>
 *     #include <tandem.h>
 *
 *     static int32_t spring(void *self, const struct tandem_exchange *x, double *ret_disp, double *ret_force)
 *     {
 *             ret_force[0] = 78.0 * x->disp[0];
 *             return (void)self, (void)ret_disp, 0;
 *     }
 *
 *     int main(void)
 *     {
 *             const struct tandem_rig rig = {.size = sizeof rig, .channels = 1, .exchange = spring};
 *             double push[1001], k = 78.0, x = 0.0, mass = 0.1, one = 1.0;
 *             int32_t held = 1, node = 2, freedom = 1, n;
 *             struct tandem *t;
 *
 *             for (int i = 0; i < 1001; i++)
 *                     push[i] = 10.0 * sin(5.0 * 0.01 * i);
 *             if (tandem_new(&t) || tandem_model(t, 1, 1) || tandem_node(t, 1, 1, &x) || tandem_node(t, 2, 1, &x) || tandem_fix(t, 1, 1, &held) ||
 *                 tandem_mass(t, 2, 1, &mass) || tandem_rig_add(t, "spring", &rig) || tandem_specimen(t, 1, "spring", 1, &node, &freedom, &k) ||
 *                 tandem_series(t, 1, 0.01, 1001, push) || tandem_pattern(t, 1, 1) || tandem_load(t, 2, 1, &one) ||
 *                 tandem_callf(t, "ssx", "integrator", "AlphaOS", 0.9) || tandem_callf(t, "sss", "algorithm", "Linear", "-initial") ||
 *                 tandem_callf(t, "ss", "analysis", "Transient") || tandem_analyze(t, 1000, 0.01))
 *                     return printf("%s\n", tandem_error(t)->text), 1;
 *             printf("%g\n", tandem_motion(t, TANDEM_DISP, &n)[tandem_freedom(t, 2, 1)]);
 *             return tandem_free(t) != 0;
 *     }
 *
 *     cc first.c $(pkg-config --cflags --libs tandem) -lm
 *
 * Calls answer 0 or a negative code of enum tandem_code; then tandem_error(t) says which object, what is wrong, which value, what is allowed, what to do.
 * Nothing here ends the program, and nothing is printed: lines that the program `tandem` would print go to a callback, or nowhere.
 *
 * Words. Everything that a script can say can be said by tandem_call, tandem_values and tandem_eval (docs/commands.md lists all words); typed calls are short
 * forms of the same commands, with the same checks and the same messages. Numbers keep every bit, there and back.
 *
 * Instances and threads. There may be several instances, each with a model and a laboratory of its own. All instances of a process belong to the thread that
 * made the first of them: calls from another thread are answered with TANDEM_STATE, until all are freed. tandem_interrupt alone may be called from any thread
 * and from signal handlers; tandem_version, tandem_code_name and the tables of commands from any thread. Callbacks are called on the instance's thread, from
 * within the call that runs the test; from there only tandem_time and tandem_error may be called with the same instance, all else answers TANDEM_STATE. They
 * must return: no longjmp and no exception out of them. The caller's signal handlers are left alone. What runs against the clock in processes of its own
 * (tandem run --realtime) is the program's business: in the library rigs run in virtual time.
 *
 * Lifetimes. Texts and numbers that the library hands out are its own. Each function says how long they stay; nothing is handed out that the caller must free
 * but what tandem_new and tandem_run_open give.
 *
 * C99, C++11. struct tandem_rig begins with its size, so that later versions can have a longer one; struct tandem_value stays as it is. Versions are semantic:
 * what a program built with version x.y uses stays as it is in every x.z with z >= y, and libtandem.so.x is named after the first number.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TANDEM_VERSION_MAJOR 0
#define TANDEM_VERSION_MINOR 1
#define TANDEM_VERSION_PATCH 0

#if defined(__GNUC__)
#define TANDEM_API __attribute__((visibility("default")))
#else
#define TANDEM_API
#endif

struct tandem;                  /* an instance: model, laboratory, analysis, recorders */
struct tandem_run;              /* the record of a run, opened to be read */

enum tandem_code {
	TANDEM_OK = 0,
	TANDEM_ARGUMENT = -1,       /* bad argument */
	TANDEM_RANGE = -2,          /* value out of range */
	TANDEM_UNKNOWN = -3,        /* unknown name */
	TANDEM_MISSING = -4,        /* no such object */
	TANDEM_DUPLICATE = -5,      /* object exists already */
	TANDEM_GEOMETRY = -6,       /* impossible geometry */
	TANDEM_NONFINITE = -7,      /* not a finite number */
	TANDEM_SINGULAR = -8,       /* singular matrix */
	TANDEM_INDEFINITE = -9,     /* matrix is not positive definite */
	TANDEM_CONVERGE = -10,      /* no convergence */
	TANDEM_STATE = -11,         /* not possible in this state; a handle that is none; another thread */
	TANDEM_FILE = -12,          /* file cannot be used */
	TANDEM_FORMAT = -13,        /* file content is not as expected */
	TANDEM_MEMORY = -14,        /* out of memory */
	TANDEM_LIMIT = -15,         /* limit exceeded */
	TANDEM_UNSUPPORTED = -16,   /* combination not supported */
	TANDEM_FAULT = -17,         /* injected fault */
	TANDEM_ENDED = -18,         /* the data end before the test */
	TANDEM_LOST = -19,          /* no answer: the site is lost */
	TANDEM_REFUSED = -20,       /* the peer is not the wanted one, or does not want us */
	TANDEM_INTERRUPTED = -21,   /* interrupted */
	TANDEM_PAUSED = -22,        /* paused by a monitor */
	TANDEM_INTERNAL = -23,      /* internal error */
	TANDEM_SCRIPT = -24         /* an error of the language Tcl itself in tandem_eval, tandem_source or tandem_call */
};

/* ---- life and errors ----------------------------------------------------------------------------------------- */

/* "0.1.0", for ever; compare with TANDEM_VERSION_*. */
TANDEM_API const char *tandem_version(void);
/* "RANGE"; a code that is none: "INTERNAL". For ever. */
TANDEM_API const char *tandem_code_name(int32_t code);

/* A new, empty instance. TANDEM_STATE: another thread has instances. TANDEM_MEMORY, also where a limit on
 * the address space leaves less than OpenBLAS needs. *ret_t is NULL after a failure. */
TANDEM_API int32_t tandem_new(struct tandem **ret_t);
/* Brings rigs to rest, closes recorders and the record, frees everything that the instance handed out. NULL is allowed. TANDEM_STATE: not a living instance,
 * another thread, or from within its own callback; nothing was done. TANDEM_FILE: a file was not written whole; the instance is freed all the same,
 * tandem_error(NULL) says more. */
TANDEM_API int32_t tandem_free(struct tandem *t);

/* What the last call that failed has to say. Texts are never NULL, empty where there is nothing to say. */
struct tandem_report {
	int32_t code;               /* 0: the last call succeeded */
	const char *object;         /* "element truss 3" */
	const char *what;           /* "area must be positive" */
	const char *value;          /* "-1" */
	const char *allowed;        /* "> 0" */
	const char *hint;           /* what to do */
	const char *text;           /* all of it in one line */
	const char *place;          /* of an error in a script: file, line, command and callers, as the program prints it */
};
/* Until the next call with this instance. NULL, or a handle that is none: the report of the last call that found no living instance, or was refused within a
 * callback. Never NULL. */
TANDEM_API const struct tandem_report *tandem_error(const struct tandem *t);

/* Lines for a user, without their line ends: what scripts print, then messages and warnings. line NULL: nobody listens, as at first. The text is gone after
 * the call. */
enum { TANDEM_LINE_OUT = 1, TANDEM_LINE_MESSAGE = 2 };
TANDEM_API int32_t tandem_lines(struct tandem *t, void (*line)(void *self, int32_t kind, const char *text), void *self);

/* ---- words ---------------------------------------------------------------------------------------------------- */

/* A command of scripts, one word each: {"node", "1", "0.0", "0.0"}. The answer is tandem_result. */
TANDEM_API int32_t tandem_call(struct tandem *t, int32_t n, const char *const *word);

/* The same with values of any kind; numbers are handed over with all their bits, arrays as one word each number. */
enum { TANDEM_WORD, TANDEM_INT, TANDEM_REAL, TANDEM_INTS, TANDEM_REALS };
struct tandem_value {
	int32_t kind;
	int32_t n;                  /* of arrays */
	int64_t i;                  /* TANDEM_INT */
	double x;                   /* TANDEM_REAL */
	const void *p;              /* TANDEM_WORD: text; TANDEM_INTS: int32_t; TANDEM_REALS: double. Borrowed for the call */
};
TANDEM_API int32_t tandem_values(struct tandem *t, int32_t n, const struct tandem_value *value);
/* The same; kinds has a letter each value: s text, i int32_t, x double; at most 64 of them: tandem_callf(t, "ssixx", "uniaxialMaterial", "Elastic", 1,
 * 29000.0, 0.0). */
TANDEM_API int32_t tandem_callf(struct tandem *t, const char *kinds, ...);

/* A piece of a script, and a file of it. `exit` ends the script, not the program: the answer is TANDEM_ENDED with its status as value, or 0 for status 0. */
TANDEM_API int32_t tandem_eval(struct tandem *t, const char *script);
TANDEM_API int32_t tandem_source(struct tandem *t, const char *path);

/* The answer of the last of these calls as text; and, where it was a number or a list of numbers, as numbers with all their bits (else NULL and 0). Until the
 * next call with this instance. ret_n may be NULL. */
TANDEM_API const char *tandem_result(struct tandem *t);
TANDEM_API const double *tandem_result_reals(struct tandem *t, int32_t *ret_n);

/* All commands, for those who make functions of them: i from 0 until TANDEM_RANGE. topic: kinds of a command (element truss ...), k from 0; params of a topic,
 * j from 0. */
struct tandem_command {
	const char *name, *family;
	const char *usage, *help;   /* help of a topic: its sentence */
	int32_t topics;             /* kinds that it has, 0: none */
};
struct tandem_param {
	const char *name;           /* "E", "-rho" */
	int32_t kind;               /* 0 real, 1 int, 2 tag, 3 flag, 4 zero or one, 5 words of its own */
	int32_t required;
	double def, lo, hi;         /* default where not required (NaN: found by itself); allowed range */
	int32_t lo_open, hi_open;   /* the bound itself is not allowed */
	const char *help;
};
/* Texts are for ever but usage of a topic, which is until the next such call of the thread. TANDEM_RANGE: past the end. */
TANDEM_API int32_t tandem_command_at(int32_t i, struct tandem_command *ret);
TANDEM_API int32_t tandem_topic_at(int32_t i, int32_t k, struct tandem_command *ret);
TANDEM_API int32_t tandem_param_at(int32_t i, int32_t k, int32_t j, struct tandem_param *ret);

/* ---- a model by calls ------------------------------------------------------------------------------------------ */

/* Units are the caller's own, any that fit together. Tags are the caller's, > 0 and different within a kind of objects; freedoms count from 1, as in scripts.
 * Arrays are borrowed for the call. TANDEM_ARGUMENT, TANDEM_RANGE, TANDEM_DUPLICATE, TANDEM_MISSING (a tag that nothing has), TANDEM_GEOMETRY. */
/* Before all nodes: 1 to 3 dimensions, 1 to 6 freedoms of a node. */
TANDEM_API int32_t tandem_model(struct tandem *t, int32_t dimensions, int32_t freedoms_a_node);
/* n coordinates, as many as dimensions. */
TANDEM_API int32_t tandem_node(struct tandem *t, int32_t tag, int32_t n, const double *x);
/* Supports, and lumped masses (of rotations: moments of inertia): one number a freedom of the node, n of them. held: 1 held, 0 free. */
TANDEM_API int32_t tandem_fix(struct tandem *t, int32_t node, int32_t n, const int32_t *held);
TANDEM_API int32_t tandem_mass(struct tandem *t, int32_t node, int32_t n, const double *mass);
/* uniaxialMaterial kind tag numbers ..., geomTransf kind tag numbers ...: "Elastic", 1, 1, {29000}; "Linear", 1, 0, NULL. Kinds with words beside their
 * numbers: tandem_values. */
TANDEM_API int32_t tandem_material(struct tandem *t, const char *kind, int32_t tag, int32_t n, const double *number);
TANDEM_API int32_t tandem_transform(struct tandem *t, const char *kind, int32_t tag, int32_t n, const double *number);
/* element kind tag nodes ... and the values behind them: "truss", 4, 2, {1, 3}, 2, {area, material}. */
TANDEM_API int32_t tandem_element(struct tandem *t, const char *kind, int32_t tag, int32_t nnode, const int32_t *node,
                                  int32_t n, const struct tandem_value *value);
/* The load factor as values, one a dt. Copied. */
TANDEM_API int32_t tandem_series(struct tandem *t, int32_t tag, double dt, int32_t n, const double *value);
/* A pattern of nodal loads, in which tandem_load then stands. And acceleration of the ground in a direction, from 1. */
TANDEM_API int32_t tandem_pattern(struct tandem *t, int32_t tag, int32_t series);
TANDEM_API int32_t tandem_load(struct tandem *t, int32_t node, int32_t n, const double *force);
TANDEM_API int32_t tandem_excitation(struct tandem *t, int32_t tag, int32_t direction, int32_t series, double factor);
/* Empties model, laboratory, analysis and recorders. Rigs that were given by tandem_rig_add stay known. */
TANDEM_API int32_t tandem_wipe(struct tandem *t);

/* ---- running --------------------------------------------------------------------------------------------------- */

/* n steps of dt (static: dt is ignored). What the caller has not chosen (integrator, algorithm, ...) is chosen as in scripts, and said in a line. A step that
 * fails leaves the state of the last one that did not: TANDEM_CONVERGE, TANDEM_SINGULAR, ... After a trip of the laboratory: the cause; nothing moves again
 * before tandem_call {"wipeExp"} or an acknowledgement. */
TANDEM_API int32_t tandem_analyze(struct tandem *t, int32_t n, double dt);
/* One step of dt; n of them are the same bits as tandem_analyze of n. */
TANDEM_API int32_t tandem_step(struct tandem *t, double dt);
/* Time of the analysis; 0 before there is any. */
TANDEM_API double tandem_time(const struct tandem *t);
/* The analysis that runs ends after its step with TANDEM_INTERRUPTED, and rigs come to rest. Of all instances; where none runs, nothing happens. */
TANDEM_API void tandem_interrupt(void);

/* ---- a specimen of the caller's own ------------------------------------------------------------------------------ */

/* What a rig is asked. Model units; arrays have `channels` numbers and are the library's until the call returns (tandem_asked: until the answer). */
struct tandem_exchange {
	const char *name;           /* of the rig */
	int32_t tag, channels;      /* tag of its expControl */
	double time;                /* of the test: be there then */
	const double *disp, *vel, *accel;   /* where to go, and with which velocity and acceleration the method goes through it, where it knows */
};

/* Functions get self first. Those that answer a code answer 0, or another number, which trips the laboratory: all rigs come to rest, and the step fails with
 * what why() says.
 * Numbers that are not finite trip, too. */
struct tandem_rig {
	uint32_t size;              /* sizeof(struct tandem_rig) */
	int32_t channels;           /* 1 to 64 */
	void *self;                 /* borrowed: the caller; as long as the instance */
	/* Go there, and measure: displacement and force of each channel. ret_disp holds the command when it is called: leave it where that was reached; ret_force
	 * holds no numbers, and one that is left so trips. Once for every command of the integrator; the first call comes before the first step, with zeros, and
	 * asks what is measured at rest. NULL: the caller asks and answers by tandem_begin, tandem_asked and tandem_answer. */
	int32_t (*exchange)(void *self, const struct tandem_exchange *x, double *ret_disp, double *ret_force);
	int32_t (*start)(void *self);       /* before the first exchange; may take its time. NULL: nothing to do; so all that follow */
	int32_t (*commit)(void *self);      /* the step is accepted: it cannot go back behind the last exchange */
	/* Trip: come to rest and stay. Another answer than 0: it is not known to be at rest; the report of the trip says so, the cause stays the first, and rest is
	 * called again before the trip is acknowledged, which is refused until it answers 0. */
	int32_t (*rest)(void *self);
	int32_t (*acknowledge)(void *self); /* after a trip: go on from where it stands. NULL: it can where it has no rest either */
	void (*end)(void *self);            /* the test is over */
	const char *(*why)(void *self);     /* of a failure; the text is copied */
};
/* Makes a rig known by its name; the struct is copied. Scripts and calls then use it as `expControl Callback tag name`. TANDEM_DUPLICATE: the name is taken. */
TANDEM_API int32_t tandem_rig_add(struct tandem *t, const char *name, const struct tandem_rig *rig);
/* n freedoms (node and freedom of each; freedoms from 1) whose restoring force comes from the rig: expControl, expSetup, expSite and expElement generic of one
 * tag. stiffness: n x n, row by row, initial stiffness of the specimen, for methods that need it. */
TANDEM_API int32_t tandem_specimen(struct tandem *t, int32_t tag, const char *rig, int32_t n, const int32_t *node, const int32_t *dof, const double *stiffness);

/* The caller steps, with the restoring force at freedoms of its choice (rigs without exchange). tandem_begin starts n steps of dt and tandem_answer goes on;
 * both answer 1: tandem_asked says what is wanted, 0: the steps are done, negative: it failed. Until then all other calls that change anything are answered
 * TANDEM_STATE. disp NULL: as commanded. tandem_abandon gives up: the laboratory trips; the answer is the code of it, TANDEM_INTERRUPTED. */
TANDEM_API int32_t tandem_begin(struct tandem *t, int32_t n, double dt);
TANDEM_API const struct tandem_exchange *tandem_asked(const struct tandem *t);      /* NULL: nothing is asked */
TANDEM_API int32_t tandem_answer(struct tandem *t, const double *disp, const double *force);
TANDEM_API int32_t tandem_abandon(struct tandem *t);

/* ---- results, where they lie ------------------------------------------------------------------------------------- */

/* Displacement, velocity, acceleration and reaction of all freedoms, those of the node with the lowest tag first; fixed ones are among them; reactions are
 * those of the command reactions, without inertia and damping. The same pointer until the model changes, the instance is wiped or freed, with the numbers of
 * the last call of this function: ask again after a step. NULL and 0: there is nothing, tandem_error says why. */
enum { TANDEM_DISP, TANDEM_VEL, TANDEM_ACCEL, TANDEM_REACTION };
TANDEM_API const double *tandem_motion(struct tandem *t, int32_t what, int32_t *ret_n);
/* The unknowns of the equations in the analysis' own memory (TANDEM_DISP, VEL, ACCEL): no number is moved, they change as steps are committed. Until the
 * model, or a part of the analysis, changes. */
TANDEM_API const double *tandem_unknowns(struct tandem *t, int32_t what, int32_t *ret_n);
/* Place of a node's freedom (from 1) in tandem_motion, from 0; or a code. */
TANDEM_API int32_t tandem_freedom(struct tandem *t, int32_t node, int32_t dof);
/* Tags of all nodes or elements, rising. Until the model changes. */
TANDEM_API const int32_t *tandem_node_tags(struct tandem *t, int32_t *ret_n);
TANDEM_API const int32_t *tandem_element_tags(struct tandem *t, int32_t *ret_n);
/* What an element answers to words of a recorder ("force", "localForce", "deformations", "material 1 stress"). The same pointer for the same element and words
 * until the model changes, with the numbers of the last call. */
TANDEM_API const double *tandem_element_response(struct tandem *t, int32_t tag, const char *words, int32_t *ret_n);
/* Rows of a recorder that keeps them in memory (recorder Node -memory name ...): rows x columns, row after row; column k of row i is [i columns + k]. Until
 * the next committed step, and until the recorder is removed. */
TANDEM_API const double *tandem_rows(struct tandem *t, const char *name, int64_t *ret_rows, int32_t *ret_columns);
/* Its columns' names, NULL-ended: "time", "node2_disp1". As long as the recorder. */
TANDEM_API const char *const *tandem_row_names(struct tandem *t, const char *name);

/* ---- records of runs ---------------------------------------------------------------------------------------------- */

/* The tests from the next analyze on get a record (docs/record.md) in this folder, which is made, and must not hold one. It ends with tandem_wipe, tandem_free
 * or tandem_record(t, NULL). */
TANDEM_API int32_t tandem_record(struct tandem *t, const char *folder);

/* A record by its folder or file, of tests that have ended, were killed, or still go on. t: whose thread it is, and who keeps the error; the run must be
 * closed before. */
TANDEM_API int32_t tandem_run_open(struct tandem *t, const char *path, struct tandem_run **ret);
TANDEM_API int32_t tandem_run_close(struct tandem_run *run);            /* and everything it handed out. NULL is allowed */
struct tandem_table {
	const char *name, *brief;   /* "steps", "channels/control1" */
	int32_t columns;
	const char *const *column, *const *unit;
	int64_t rows;
	double rate_hz;             /* 0: none */
};
struct tandem_event {
	double time;
	const char *kind, *source, *text;
};
/* Table i from 0, event i from 0; TANDEM_RANGE: past the end. Texts until the run is closed. */
TANDEM_API int32_t tandem_run_table(struct tandem_run *run, int32_t i, struct tandem_table *ret);
TANDEM_API int32_t tandem_run_event(struct tandem_run *run, int32_t i, struct tandem_event *ret);
/* All rows of a column ("steps/node2_disp1"), until the run is closed; asked again, the same pointer. NULL and 0: tandem_error of the instance says why. */
TANDEM_API const double *tandem_run_column(struct tandem_run *run, const char *path, int64_t *ret_rows);
/* A text of its head ("status", "run", "created", "script_path", ...); NULL: it has none. */
TANDEM_API const char *tandem_run_text(struct tandem_run *run, const char *name);

/* ---- values by kind ------------------------------------------------------------------------------------------------ */

static inline struct tandem_value tandem_word(const char *text) { struct tandem_value v = {TANDEM_WORD, 0, 0, 0.0, text}; return v; }
static inline struct tandem_value tandem_int(int64_t i) { struct tandem_value v = {TANDEM_INT, 0, i, 0.0, NULL}; return v; }
static inline struct tandem_value tandem_real(double x) { struct tandem_value v = {TANDEM_REAL, 0, 0, x, NULL}; return v; }
static inline struct tandem_value tandem_ints(int32_t n, const int32_t *i) { struct tandem_value v = {TANDEM_INTS, n, 0, 0.0, i}; return v; }
static inline struct tandem_value tandem_reals(int32_t n, const double *x) { struct tandem_value v = {TANDEM_REALS, n, 0, 0.0, x}; return v; }

#ifdef __cplusplus
}

/* C++: tandem_say(t, "element", "truss", 4, 1, 3, 10.0, 1001). */
inline struct tandem_value tandem_of(const char *text) { return tandem_word(text); }
inline struct tandem_value tandem_of(int i) { return tandem_int(i); }
inline struct tandem_value tandem_of(double x) { return tandem_real(x); }
template <class... Any> int32_t tandem_say(struct tandem *t, const Any &... any)
{
	const struct tandem_value value[] = {tandem_of(any)...};
	return tandem_values(t, static_cast<int32_t>(sizeof...(any)), value);
}
#endif
