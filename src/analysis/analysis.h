/* An analysis: a model, its problem, and the objects the script chose (constraints, numberer, system, test, algorithm, integrator).
 *
 * The script sets the parts; analysis_run advances step by step, rebuilding the problem when the model's stamp changed.
 * After every committed step the observer is called (recorders). On failure the state is that of the last commit.
 */
#pragma once

#include "analysis/advance.h"
#include "analysis/algorithm.h"
#include "analysis/display.h"
#include "analysis/problem.h"
#include "model/model.h"

enum analysis_kind { ANALYSIS_NONE, ANALYSIS_STATIC, ANALYSIS_TRANSIENT, ANALYSIS_VARIABLE };
enum constraint_kind { CONSTRAINT_PLAIN, CONSTRAINT_TRANSFORMATION, CONSTRAINT_PENALTY, CONSTRAINT_LAGRANGE };
enum numberer_kind { NUMBERER_PLAIN, NUMBERER_RCM, NUMBERER_AMD };

/* A freedom that the owner of the analysis moves; its value is read whenever the trial time is set. */
struct driven { const struct node *node; int dof; double value; };

/* A node whose motion is wanted in every step; of more than so many the whole motion is made instead. */
enum { ANALYSIS_WATCHED = 64 };
struct watch { int tag; struct watch *next; };

/* What `engine auto` may spend, and how fast a step must be. */
struct engine_limits {
	bool on, taken;                  /* asked for; done for these equations */
	double period;                   /* a step must be done within [s]; 0: none is asked for */
	double time;                     /* measuring of one candidate [s] */
	double setup;                    /* before the test [s] */
};

/* One candidate as measured: times in seconds. */
struct engine_trial {
	const char *way, *solver;        /* constant texts */
	int code;                        /* 0: it runs */
	char why[104];                   /* it does not */
	double median, p999, worst;      /* of a step, elements not counted */
	double setup, bytes;             /* before the test: estimated where it takes a run a freedom; memory */
	double runs;                     /* steps of the linear part before the test */
};
enum { ENGINE_TRIALS = 8 };

/* Non-linear elements that shall be taken as linear: elastic.h. */
#define ELASTIC_TOLERANCE 1e-6
struct elastic_promise {
	bool all;                        /* every one without a specimen */
	int n; const int *tag;           /* these, rising. owned: choice */
	double tolerance;                /* by how much their force may differ, of its size */
};

struct analysis {
	struct model *m;                 /* borrowed */
	struct state *state;             /* owned; created with the first problem, kept until wipe */
	enum analysis_kind kind;
	int sub_levels, sub_steps;       /* transient: a failed step is divided by sub_steps, up to sub_levels times over; 0: never */
	enum constraint_kind constraint; double alpha_sp, alpha_mp;
	enum numberer_kind numberer;
	const struct driven *drive; int ndrive; /* borrowed: who owns the analysis; given before the equations are built */
	bool unreduced;                  /* takes no notice of the model's reduction (reduce.h), which is made from such equations */
	char engine[16];                 /* "auto", "dense", "band", "sparse" */
	struct advance way;              /* of the linear part from step to step; ops NULL: none, the whole is solved in every step. self owned: choice */
	const void *engine_options;      /* owned: choice; the engine's private struct with its options; NULL: as they are without words */
	struct arena choice;             /* until another engine is chosen */
	struct elastic_promise elastic;  /* with a way only */
	struct elastic *guard;           /* looks whether it is kept; NULL: nothing was promised. owned: work */
	char broken[384];                /* how the last one that was not kept was broken */
	struct engine_limits measure;
	struct engine_trial trial[ENGINE_TRIALS]; int ntrial;
	char system[32];                 /* as the script said it, for messages; "Diagonal" asks for a diagonal system */
	bool definite;                   /* the script asked for a system of positive definite matrices: others are refused */
	struct test test; bool has_test;
	struct algorithm algorithm; bool has_algorithm;
	struct integrator integrator; bool has_integrator;
	struct integrator resting; bool has_resting; /* the last integrator of the other kind, for when the analysis changes to it */
	bool has_constraint, has_numberer, has_system;
	struct problem *p;               /* owned; NULL until needed */
	unsigned stamp;                  /* of the model when p was built */
	struct arena parts;              /* test, algorithm, integrator, until wipeAnalysis */
	struct arena run;                /* p and its vectors, rebuilt with the problem */
	int (*observer)(void *self, struct analysis *an, struct err *e); /* after each commit; NULL: none */
	void *observer_self;
	struct monitors *monitors;       /* borrowed: whoever runs the analysis; watch transient steps before the observer; NULL: none */
	char engine_note[200];           /* what it did with the model, for the same line; "": nothing to say */
	const char *engine_used;         /* name of the engine of p, for the printed choice */
	int iterations;                  /* of the last step */
	long steps;                      /* accepted so far */
	struct display display;          /* the motion of all nodes while the test runs: display.h */
	struct arena following;          /* of the thread that follows the test: follow.h */
	bool patient;                    /* nothing is driven against the clock: steps may wait for that thread where it looks after promises */
	bool stopped;                    /* by a promise that was not kept, until the parts are set up again */
	int loop_cpu;                    /* where that thread shall not run, because a command loop does; -1: nowhere in particular */
	double t0;                       /* time while there is no state yet */
	double clock;                    /* sum of all accepted steps, those with falling time left out: the test time of specimens, which never goes back */
	struct arena keep[2];            /* the state block, and room for its successor */
	int kept;                        /* which of the two holds it */
	struct snapshot *motion;         /* what an old problem left for the next one; NULL: nothing, or a problem has it */
	struct arena between;            /* for motion */
	struct front *front;             /* owned: work; transient steps with a way to advance; NULL: none set up */
	struct arena watching;           /* watch: until wipe */
	struct arena ahead;              /* what the way knows for the steps to come */
	struct watch *watch;             /* owned: watching */
	void (*progress)(void *self, const char *what, long done, long all); /* of long set-up, now and then; what NULL: it is over; NULL: nobody looks */
	void *progress_self;
	const char *cache;               /* folder for what is computed once for a model; borrowed: script; NULL: none */
	int steps_ahead;                 /* all steps to come, where analysis_run gets them in portions; 0: those of the call */
	int to_go;                       /* steps that are still to come, for front_ready */
	struct arena work;               /* vectors of integrator and algorithm, until they are set up again */
	const void *set_up;              /* the integrator that was set up last, to know a new one */
	struct solver solver;            /* what the algorithm works with */
	/* What the set-up of equations does next ("elements", "matrices", ...), NULL when it is over; the slot may be NULL: nobody asks. */
	void (*stage)(void *self, const char *what);
	void *stage_self;
	bool changed;                    /* a part was replaced: integrator and algorithm are set up again before the next step */
};

/* Bytes: of the model, of its equations (matrices, products, vectors), of one factored matrix, of how many there are, of the state. 0 before there are any. */
struct analysis_memory { double model, equations, factor, state; int factors; };
void analysis_memory(const struct analysis *an, struct analysis_memory *ret);

/* An analysis of a model, without parts; the end of it, which takes all memory back. */
void analysis_init(struct analysis *an, struct model *m);
void analysis_wipe(struct analysis *an);        /* wipeAnalysis: forgets the parts, keeps the state */
void analysis_reset(struct analysis *an);       /* wipe: forgets the state too */
void analysis_fini(struct analysis *an);

/* Does before the first of `steps` steps what analysis_run would do in it: equations, parts, what an engine knows in advance. Static: dt ignored. */
int analysis_prepare(struct analysis *an, int steps, double dt, struct err *e) MUST_CHECK;
/* n steps of dt (static: dt ignored), each divided where it fails if the analysis asks for it.
 * Stops at the first failure with a negative code and a filled report. ret_done: steps committed. */
int analysis_run(struct analysis *an, int n, double dt, int *ret_done, struct err *e) MUST_CHECK;
/* Variable transient: a total time in steps between dt_min and dt_max aiming at `iterations`, the first one of dt. *gone is what of it is over, and goes on
 * with every step that is accepted, also when one fails: called again with it, after a trip that was acknowledged, the rest is run. */
int analysis_run_variable(struct analysis *an, double total, double dt, double dt_min, double dt_max, int iterations, double *gone, struct err *e) MUST_CHECK;

/* The engine of the words: a solver (engine.h) or a way to advance (advance.h); "auto" leaves the choice of the solver to the costs. */
int analysis_engine(struct analysis *an, struct args *a, struct err *e) MUST_CHECK;
const struct param *analysis_auto_params(void);   /* options of engine auto, for help */
/* Measures the engines for this many steps of dt (engine_auto.h) on the present model; nothing moves. What is found is in trial. */
int analysis_measure(struct analysis *an, double dt, int steps, struct err *e) MUST_CHECK;
/* The motion of this node is wanted in every step, so that engines which know the whole structure only later keep it up to date. ERR_MEMORY. */
int analysis_watch(struct analysis *an, const struct node *n) MUST_CHECK;
/* Numbers by which elements that are not linear, and specimens, hang on the linear rest with engines that separate them (interface.h); 0 before there
 * are equations. */
int analysis_interface(const struct analysis *an);
/* The whole motion is up to date afterwards. Queries do that themselves. */
int analysis_whole(const struct analysis *an, struct err *e);

/* Makes sure state and problem exist for the present model (queries, eigen, record before analyze). */
int analysis_ready(struct analysis *an, struct err *e) MUST_CHECK;

/* Committed values of a node's freedom: 0 disp, 1 vel, 2 accel. Zero before any state exists. */
enum { NODE_DISP, NODE_VEL, NODE_ACCEL, NODE_INCR_DISP };
double analysis_node(const struct analysis *an, const struct node *n, int dof, int what);
/* The same of n freedoms at once, each by its number in the model (node->dof0 + dof), for those who read many after every step. The numbers are those of
 * the equations: analysis_ready, and no change of the model since. */
void analysis_motion(const struct analysis *an, int what, int n, const int *freedom, double *ret_x) RT;
int analysis_set_node(struct analysis *an, const struct node *n, int dof, int what, double value, struct err *e);

/* Pseudo time. */
double analysis_time(const struct analysis *an);
void analysis_set_time(struct analysis *an, double t);          /* setTime, loadConst -time */
void analysis_load_const(struct analysis *an);                  /* freezes the factors of all patterns */
int analysis_revert_to_start(struct analysis *an, struct err *e);  /* reset: time 0, virgin state */
/* Goes on from a copy of the state block of the same model and integrator (an->state, state->size bytes). ERR_STATE: other
 * layout, or an element moves a specimen. */
int analysis_restore(struct analysis *an, const struct state *from, struct err *e) MUST_CHECK;

/* Element response at the committed state: words as for a recorder. Returns the number of values, 0 when unknown. */
int analysis_element_response(struct analysis *an, const struct element *el, int argc, const char *const *argv, double *ret_x, int max);

/* Forces at all freedoms at the committed state into the state's reaction vector: reactions (0: static, no inertia, no damping of
 * elements; 1: with inertia and damping; 2: Rayleigh damping forces only), what nodes themselves are loaded with (3: loads and
 * the ground's acceleration on nodal masses; 4: less inertia and damping of nodal masses), 5: damping of nodal masses alone. */
enum { REACTION_STATIC, REACTION_DYNAMIC, REACTION_RAYLEIGH, REACTION_APPLIED, REACTION_APPLIED_DYNAMIC, REACTION_NODE_RAYLEIGH };
int analysis_reactions(struct analysis *an, int kind, struct err *e) MUST_CHECK;
double analysis_reaction(const struct analysis *an, const struct node *n, int dof); /* after kinds 0 to 2 */
double analysis_applied(const struct analysis *an, const struct node *n, int dof);  /* after kinds 3 to 5, which leave reactions as they are */

/* Generalised eigenproblem K x = lambda M x of the present tangent; fills m->eigenvalue and m->eigenvector (ndof entries each,
 * mass-normalised), which stay as they were when it fails. dense: by LAPACK whatever the size. */
int analysis_eigen(struct analysis *an, int nmode, bool dense, struct err *e) MUST_CHECK;

/* Dense copy of the system matrix last formed (slot 0), n x n row-major, from the arena; for printA. */
int analysis_matrix(struct analysis *an, struct arena *mem, double **ret_a, int *ret_n, struct err *e) MUST_CHECK;
/* The right-hand side: the integrator's residual at the state where the last step ended; from the arena, for printB. */
int analysis_residual(struct analysis *an, struct arena *mem, double **ret_r, int *ret_n, struct err *e) MUST_CHECK;
/* Number of equations. */
int analysis_size(struct analysis *an, struct err *e);
