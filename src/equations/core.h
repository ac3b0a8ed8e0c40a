/* Behind struct problem, for those who build and solve its equations: not for plug-ins, which see problem.h.
 *
 * Freedoms of nodes (and, with Lagrange constraints, multipliers behind them) follow from unknowns x and prescribed values g:
 *   u_d = sum over the row of d of coef * (x[k] or g[k])
 * Elements are in two groups. Linear ones are assembled once into K, C, M, and what prescribed freedoms do to the unknowns
 * through them is a load; the others are evaluated one by one, the looped group.
 */
#pragma once

#include "analysis/analysis.h"
#include "analysis/engine.h"
#include "analysis/problem.h"
#include "equations/state.h"
#include "math/sparse.h"

struct source {                  /* a prescribed value and who prescribes it */
	double origin;               /* added to what the others say */
	const struct sp *sp;         /* of a pattern; NULL for imposed motion, a fix or an offset */
	const struct imposed *imposed;
	const struct pattern *pattern;
	const struct driven *drive;   /* of the analysis; NULL: none of these */
};

struct dofmap {
	int nall;                    /* freedoms of nodes + multipliers */
	int n;                       /* unknowns */
	int nsource;
	int *start;                  /* nall + 1 */
	int *master;                 /* >= 0: unknown; < 0: source -1 - master */
	double *coef;
	int *owner;                  /* n: the freedom an unknown stands for; behind all freedoms: modal coordinates */
	struct source *source;
	const struct reduction *reduction; /* borrowed: model; NULL: none */
	int *whole_owner;            /* reduced: freedoms that are unknown in the whole structure */
};

/* A constraint that a handler adds to the equations instead of eliminating it: sum coef u = g. */
struct added_constraint {
	int n;
	int *dof;                    /* freedoms */
	double *coef;
	int source;                  /* prescribed value, -1: zero */
	int multiplier;              /* freedom of its multiplier (Lagrange), -1 (Penalty) */
	double alpha;
	const struct mp *mp;         /* whose row it is; NULL: a freedom that is held */
	int row;
};

struct view {                    /* an element as the equations see it */
	const struct element *el;
	int *dof;                    /* freedoms, el->ndof */
	int history;                 /* offset of its history */
	int nstate;                  /* its length, committed stiffness included */
	int committed_k;             /* offset of its committed stiffness in the history, -1: not kept */
	double *load;                /* el->nload numbers, member loads now */
	bool looped, prescribed;
	bool elastic;                /* not linear, but taken as such: elastic.h */
	double *mass;                /* NULL: all zero */
	double *initial;             /* looped: initial stiffness; NULL: ask view_initial */
	int ntriple;                 /* looped: value[at[k]] += coef[k] * matrix[from[k]] */
	int *at, *from;
	double *coef;
};

struct pull {                    /* of a prescribed value on an unknown through linear elements */
	int unknown, source;
	double k, c, m;
};

struct case_load {               /* a pattern's load on the unknowns per unit factor */
	const struct pattern *p;
	double *vector;              /* n; NULL: none */
	double *constant;            /* n: loads that do not follow the factor; NULL: none */
};

struct factored {
	bool valid;
	bool updated;                /* slot 0: factor of the virgin structure plus low-rank update, see yielding.c */
	double ck, cc, cm;
	enum stiffness which;
	double *value;               /* as factored */
};

struct problem_core {
	struct problem p;
	struct analysis *an;         /* borrowed */
	struct model *m;             /* borrowed; constant while running */
	struct state *state;         /* borrowed: analysis */
	double *kept;                /* room for the integrator's share while a step ends (problem_end); owned: arena of the integrator's set-up */
	struct arena *run;           /* borrowed: analysis */
	struct dofmap map;
	const struct node **node;    /* all nodes as they were, with their first freedom */
	int *dof0, nnode;
	struct view *view;           /* all elements, in tag order */
	int nview;
	int nhistory;                /* doubles of all elements' history, those of the looped ones first */
	int nlive;                   /* of these, of looped elements: all that steps change */
	int *looped, nlooped;
	int *exchange, nexchange;        /* of these, the ones with a specimen */
	bool steady;                     /* all of them claim a steady tangent: matrices never change */
	int *coupled, ncoupled;          /* unknowns that looped elements touch, rising */
	double instant;                  /* test time of the next command: an->clock and what is gone of the step */
	double t_seen;                   /* trial time at which elements were given ue, ve, ae */
	double t_load;                   /* time of the loads that were last balanced */
	bool pair;                       /* consistent pairs wanted */
	bool live;                       /* inside a step */
	double *ae;                      /* acceleration where elements are evaluated; NULL without specimens */
	struct added_constraint *added;
	int nadded;
	struct pattern_csc pattern;
	double *val_k, *val_c, *val_m;   /* linear group (and added constraints), all masses */
	bool has_c;                      /* val_c is not zero */
	bool proportional;               /* val_c = alpha M + beta K */
	double alpha, beta;
	struct spmul *mul_k, *mul_c, *mul_m;
	struct pattern_csc diagonal;     /* of mul_m where M is lumped */
	double *lumped;                  /* diagonal of M where M has nothing else, NULL otherwise */
	double *modal_b, *modal_d;       /* modal damping: nmodal rows of M phi, and 2 zeta omega */
	int nmodal;
	struct modal_slot *modal_slot;   /* PROBLEM_SLOTS of them */
	double *modal_y, *modal_work;
	struct engine engine;
	double *wide;                    /* reduced: room for rows of one element, see scatter_wide */
	double *trial_value;             /* a matrix before it is factored */
	struct yielding *yielding;       /* low-rank treatment of the looped group; NULL: it does not apply */
	struct factored slot[PROBLEM_SLOTS];
	int nformed;                     /* slots that have been factored so far: their memory is taken */
	size_t without_engine;           /* bytes of the run arena before the engine took its share */
	double blend[2];                 /* factors of initial and tangent stiffness in STIFFNESS_BLEND */
	struct pull *pull;
	int npull;
	struct case_load *load;
	int nload;
	double *f;                       /* load at trial time */
	double *force;                   /* F at the elements' displacement */
	bool force_valid;
	double defect;                   /* of what looped elements answered last: not 0 where it is no number, also where no unknown feels it */
	double *ue, *ve;                 /* where elements are evaluated */
	bool moved;                      /* they shall follow u, v at the next evaluation */
	double *g[4];                    /* prescribed values and derivatives at trial time; the fourth stays zero */
	double *history;                 /* trial histories */
	double dt;                       /* trial time minus committed time */
	bool dirty;                      /* trial may differ from committed */
	double *scratch;                 /* n */
	double *work;                    /* n */
	double *el_u, *el_v, *el_uc, *el_a, *el_f, *el_k, *el_c, *el_k0; /* one element's numbers */
	/* a linear part on its own: where its elements would act, and the force phi there; NULL: the problem itself. See linear_part.h */
	const struct port *port;
	const double *phi;
	struct site_part *site;          /* the specimen whose site runs sub-steps; NULL: none was asked for. See site_part.c */
	double *reaction;                /* nall */
	double *applied;                 /* nall: forces on the nodes themselves, apart from the reactions that a script asked for */
	double *query_history;           /* one element's history, for questions between steps */
};

/* analysis.c */
struct problem_core *core_of(const struct analysis *an);        /* NULL before the equations are built */
void analysis_unwatched(struct analysis *an);                   /* the state changes outside of a transient step: monitors look again before the next one */

/* dofmap.c */
int dofmap_build(struct problem_core *c, struct err *e) MUST_CHECK;
double dofmap_value(const struct dofmap *map, int dof, const double *x, const double *g) RT;
double dofmap_prescribed(const struct dofmap *map, int dof, const double *g) RT;        /* the part of a freedom that is prescribed */
void dofmap_values(const struct dofmap *map, int n, const int *dof, const double *x, const double *g, double *ret_value) RT;    /* of n freedoms */
int dofmap_unknown(const struct dofmap *map, int dof) RT;                               /* that a freedom is itself, -1: none */
void dofmap_scatter(const struct dofmap *map, int dof, double value, double *x) RT;     /* x += T' value */
/* T' b of n freedoms as few entries: unknowns and values, none of them zero; returns how many. work has n numbers. */
int dofmap_column(const struct dofmap *map, int n, const int *dof, const double *b, double *work, int *ret_row, double *ret_value);
/* What unknowns fit values of all freedoms, prescribed values being g; multipliers are 0. */
void dofmap_restrict(const struct problem_core *c, const double *all, const double *g, double *ret_x);
const char *dofmap_name(const struct problem_core *c, int unknown, char *ret_text, int size); /* "node 3, freedom 2" */

/* reduce.c, reduce_map.c */
int reduction_refresh(struct model *m, struct err *e) MUST_CHECK;          /* the model has one: makes it again if matrices changed */
int reduction_apply(struct problem_core *c, struct err *e) MUST_CHECK;     /* the same, and rewrites the rows of c->map */
double reduction_coordinate(const struct dofmap *map, int mode, const double *all, const double *g);

/* views.c */
int assemble_views(struct problem_core *c, struct err *e) MUST_CHECK;      /* returns the length of all histories, or a code */

/* assemble.c */
int assemble_pattern(struct problem_core *c, struct err *e) MUST_CHECK;
int assemble_constant(struct problem_core *c, struct err *e) MUST_CHECK;
bool assemble_proportional(const struct problem_core *c);                  /* val_c is alpha M + beta K */
int assemble_products(struct problem_core *c, struct arena *mem, struct err *e) MUST_CHECK;  /* with val_k, and with val_c where one of K does not serve both */
void assemble_element(const struct problem_core *c, const struct view *v, const double *matrix, double scale, double *value) RT;

/* parts.c: parts of the model given by matrices */
int parts_check(struct problem_core *c, struct err *e) MUST_CHECK;                 /* freedoms that couple with a specimen are free */
int parts_assemble(struct problem_core *c, bool *ret_viscous, struct err *e) MUST_CHECK; /* adds to val_k, val_c, val_m */
/* What prescribed freedoms do to the unknowns through the matrices, behind `count` pulls. With c->pull NULL only counts. Returns the number, or a code. */
int parts_pulls(struct problem_core *c, int count);
int parts_sources(const struct problem_core *c, double *ks) MUST_CHECK;                  /* row s of n += forces on the unknowns when source s is 1 */
void parts_inertia(const struct problem_core *c, int direction, double scale, double *all);   /* all += scale M iota */
int parts_reactions(struct problem_core *c, int kind) MUST_CHECK;                        /* adds to c->reaction */

/* element_eval.c */
int views_apart(const struct problem_core *c) RT;     /* where some elements are not at u, v when a step ends: which, enum state_apart */
struct view *view_find(const struct problem_core *c, const struct element *el) RT;       /* NULL: not in these equations */
void view_gather(struct problem_core *c, const struct view *v) RT;                       /* fills el_u, el_v, el_uc */
void view_from_origin(struct problem_core *c, const struct view *v) RT;                  /* el_u, el_uc as the element counts them */
void view_respond(struct problem_core *c, const struct view *v, double *f, double *k, double *damp) RT;
/* As view_respond, of virgin material at el_u, el_v, before there is a state. */
void view_virgin(struct problem_core *c, const struct view *v, double *f, double *k, double *damp);
/* Damping of virgin material in el_c, Rayleigh damping by initial stiffness on top if it is asked for. */
void view_virgin_damping(struct problem_core *c, const struct view *v, bool rayleigh);
void view_send(struct problem_core *c, const struct view *v) RT;                         /* to its specimen; a failure shows in its answer */
void view_force(struct problem_core *c, const struct view *v) RT;                        /* el_f with damping */
void view_tangent(struct problem_core *c, const struct view *v, enum stiffness which) RT; /* el_k, el_c (Rayleigh included) */
const double *view_initial(struct problem_core *c, const struct view *v) RT;             /* initial stiffness; of linear elements until the next call */
bool view_damped(const struct element *el) RT;                                           /* Rayleigh damping acts on it */
struct element_io view_io(struct problem_core *c, const struct view *v) RT;
void view_damping_add(struct problem_core *c, const struct view *v, double *f) RT;       /* f += c v of Rayleigh damping; k: el_k, if it counts */

/* query.c */
struct element_io view_committed(struct problem_core *c, const struct view *v) RT;       /* of the committed state, on a copy of the history: changes nothing */

/* load_cases.c */
int load_cases_build(struct problem_core *c, struct err *e) MUST_CHECK;
void load_cases_apply(struct problem_core *c, double t) RT;              /* f, prescribed values, member loads */
void load_elements_apply(struct problem_core *c, double t) RT;           /* the last two */
void load_pulls_apply(struct problem_core *c) RT;                        /* f -= K g + C g' + M g'' of the linear group */
double pattern_factor(const struct pattern *p, double t) RT;
/* all (one number a freedom) += scale M iota, iota a unit motion of all nodes in a direction; masses of nodes, masses of elements. */
void inertia_of_nodes(const struct problem_core *c, int direction, double scale, double *all);
void inertia_of_elements(const struct problem_core *c, int direction, double scale, double *all);

/* yielding.c: few members of changing stiffness on a structure that is factored once */
int yielding_build(struct problem_core *c, struct err *e) MUST_CHECK;
bool yielding_applies(const struct problem_core *c, int slot, enum stiffness which, double ck) RT;
int yielding_base(struct problem_core *c) RT;                   /* slot 0 holds a new factor of the virgin structure */
int yielding_change(struct problem_core *c, double ck) RT;      /* moduli of now; ERR_UNSUPPORTED: factor the usual way */
int yielding_solve(struct problem_core *c, double *x) RT;

/* migrate.c: node and element values outlive the equations they were found with */
struct snapshot;
int snapshot_take(const struct problem_core *c, struct arena *mem, struct snapshot **ret, struct err *e) MUST_CHECK;
/* A state block for new equations, with the integrator's share where it can go on; then what it holds. s may be NULL: virgin state. */
int snapshot_state(const struct snapshot *s, struct problem_core *c, struct err *e) MUST_CHECK;
void snapshot_restore(const struct snapshot *s, struct problem_core *c);
void state_virgin(struct problem_core *c);                                               /* zero motion, virgin histories */

/* build.c */
struct problem_core *problem_new(struct analysis *an, struct err *e);                    /* everything but the state's content; NULL on failure */
int problem_room(const struct problem_core *c, int factors, struct err *e) MUST_CHECK;   /* memory for so many factored matrices, before they are made */
int state_renew(struct problem_core *c, int nvec, int nreal, struct err *e) MUST_CHECK;  /* block with room for the integrator's share */

/* problem.c */
void problem_begin(struct problem_core *c) RT;                                           /* trial = committed */
int problem_commit(struct problem_core *c) RT;                                           /* committed = trial */
int problem_keep(struct problem_core *c, struct arena *mem) MUST_CHECK;                  /* room for problem_end, with the state as it is; ERR_MEMORY */
/* The integrator's commit, then the problem's. Where either fails the state is as before, what the integrator keeps included. */
int problem_end(struct problem_core *c, const struct integrator *g) RT;
void problem_elements_time(struct problem_core *c, double t) RT;                         /* the trial time, as far as elements see it */
void problem_committed_stiffness(struct problem_core *c) RT;                             /* into the trial histories of elements that keep it */
int problem_exchanged(struct problem_core *c) RT;                                        /* specimens have it behind them; ERR_NONFINITE: a force is none */
void problem_destroy(struct problem_core *c);
/* A specimen's reason for the failure of a step, in place of the report that e may hold; 0: there is none. */
int problem_fault(const struct problem_core *c, struct err *e);
int problem_values(struct problem_core *c, enum stiffness which, double ck, double cc, double cm, double *ret_value) RT;
