/* What implicit integrators have in common: two cores, of which a method is a row of coefficients.
 *
 * struct onestep   methods that know t_n only. Newmark's relations over h = theta dt join u, v, a at t_n and at t_n + h,
 *                    u+ = u + h v + h^2 [(1/2 - beta) a + beta a+],   v+ = v + h [(1 - gamma) a + gamma a+],
 *                  and the equation of motion is asked for with weights alpha_i (inertia) and alpha_f (the rest) of the
 *                  new state: at the state in between (generalised midpoint) or with averaged forces (trapezoidal, _TP).
 *                  theta > 1 collocates beyond the step and comes back along the same acceleration.
 * struct multistep methods that know u and v of some steps before: a schedule of difference formulas.
 *
 * A plug-in embeds nothing else: its private struct is one of the two, its parse fills the coefficients or its setup chooses
 * the schedule, its row names the functions below. The work vectors are borrowed from the run arena, or are the problem's own where the state of
 * the equation and the state at the end of the step are the same. The functions follow struct integrator_ops.
 */
#pragma once

#include "analysis/integrator_plugin.h"

enum unknown { UNKNOWN_DISP, UNKNOWN_VEL, UNKNOWN_ACCEL };

/* What becomes of an increment that the algorithm found: all of it; interpolated so that the last of a fixed number of
 * iterations arrives (the command of a continuous test); not longer than a limit; times a factor. */
enum increment { INCREMENT_FULL, INCREMENT_FIXED, INCREMENT_LIMITED, INCREMENT_REDUCED };

enum { ONESTEP_WORDS = 5, ONESTEP_PAST = 2, ONESTEP_POINTS = 4 };

/* What the prediction takes of v and a at t_n: u = u + uv v + ua a, v = vv v + va a, a = av v + aa a. */
struct prediction { double uv, ua, vv, va, av, aa; };

struct onestep {
	double word[ONESTEP_WORDS];      /* as the script gave them, NaN where it did not; what they mean depends on their number */
	int order, norm;                 /* -polyOrder, -normType */
	/* the method */
	double alpha_i, alpha_f, beta, gamma, theta;
	enum unknown unknown;
	bool averaged;
	bool end_inertia;                /* after the first increment of a step inertia is that of its end whatever alpha_i */
	enum increment increment;
	double bound;                    /* limit or factor of the increment */
	/* the step */
	double dt;
	double cu, cv, ca;               /* du, dv, da of a unit increment */
	int iteration, iterations;       /* done in this step; the test's limit */
	enum stiffness which;            /* last formed */
	double *u, *v, *a;               /* at t_n + theta dt; borrowed: run arena or the problem */
	double *part, *force, *average;  /* borrowed: run arena */
	struct onestep_face *face;       /* the commands of a step on an interface: onestep_front.c. owned: arena of front_form */
};

/* The words of the families into coefficients. `increment` says whether a limit or factor follows them. */
int onestep_parse_newmark(struct onestep *s, const struct args *a, enum increment increment, struct err *e) MUST_CHECK;
int onestep_parse_rho(struct onestep *s, const struct args *a, enum increment increment, bool averaged, struct err *e) MUST_CHECK;
int onestep_parse_theta(struct onestep *s, const struct args *a, enum increment increment, struct err *e) MUST_CHECK;

/* Sets the coefficients of a method without stretched step, after checking them (beta and gamma positive). */
int onestep_set(struct onestep *s, const struct args *a, double alpha_i, double alpha_f, double beta, double gamma, struct err *e) MUST_CHECK;

/* The same for HHT: alpha <gamma beta>. */
int onestep_parse_alpha(struct onestep *s, const struct args *a, bool averaged, struct err *e) MUST_CHECK;

/* Tables of the families' words: alone, with -polyOrder, with a limit and -normType, with a factor. */
extern const struct param onestep_newmark_fixed_params[], onestep_newmark_limit_params[], onestep_newmark_reduct_params[];
extern const struct param onestep_alpha_params[];
extern const struct param onestep_rho_params[], onestep_rho_fixed_params[], onestep_rho_limit_params[], onestep_rho_reduct_params[];
extern const struct param onestep_theta_params[], onestep_theta_fixed_params[], onestep_theta_limit_params[], onestep_theta_reduct_params[];

/* Vectors of p->n zeros from the run arena, count of them. */
int integrator_vectors(double **const *vector, size_t count, const struct problem *p, struct arena *run, struct err *e) MUST_CHECK;

/* Slots of integrator_ops; self begins with a struct onestep. */
int onestep_setup(void *self, struct problem *p, struct arena *run, struct err *e) MUST_CHECK;
int onestep_predict(void *self, struct problem *p, double dt) RT;
int onestep_average_residual(void *self, struct problem *p, double *ret_r) RT;   /* for rows with averaged forces */
int onestep_form(void *self, struct problem *p, enum stiffness which, struct err *e) RT;
int onestep_update(void *self, struct problem *p, const double *dx) RT;
int onestep_commit(void *self, struct problem *p) RT;
/* The vector of averaged forces among those that live across steps: (1 - alpha_f)(f - F) - (1 - alpha_i) M a of the last commit. */
double *onestep_average(const struct onestep *s, struct problem *p) RT;
void onestep_limit(void *self, int iterations);

/* Does it commit elements at their last command, not at t_{n+1}? Hybrid collocation and the fixed number of iterations do. */
bool onestep_stays(const struct onestep *s) RT;
/* Coefficients of a step of s->dt. */
struct prediction onestep_coefficients(struct onestep *s) RT;
/* The part of an increment dx of n unknowns that a limit or a factor leaves: between 0 and 1. */
double onestep_share(const struct onestep *s, int n, const double *dx) RT;
/* What a command of a fixed number of them goes along with: displacements (1: t_n, then those before) and the lengths of the steps between them. */
struct onestep_past {
	const double *u[ONESTEP_POINTS];
	double dt[ONESTEP_PAST];
};
/* The part that goes along the polynomial through these and u + dx. Returns the share of the step that is gone then: that of the iteration s->iteration. */
double onestep_interpolate(const struct onestep *s, int n, const struct onestep_past *past, const double *u, const double *dx, double *ret_part) RT;

/* onestep_front.c: integrator_ops' slots of methods with commands of their own, a fixed number or with limited or reduced increments. */
int onestep_front_form(void *self, struct front *f, struct arena *mem, struct err *e);
int onestep_front_step(void *self, struct front *f, struct err *e) RT;
void onestep_front_commit(void *self, struct front *f) RT;
void onestep_front_leave(void *self, struct front *f);       /* for rows with averaged forces and a fixed number */

/* Vectors that live across steps: ONESTEP_PAST of them with INCREMENT_FIXED, one with averaged forces. Reals: the length of the last step, 0 before the first,
 * and with INCREMENT_FIXED that of the one before. */
enum { ONESTEP_FIXED_HIST = ONESTEP_PAST, ONESTEP_AVERAGE_HIST = 1, ONESTEP_REAL = 1, ONESTEP_FIXED_REAL = ONESTEP_PAST };

/* A difference formula: v+ = (sum v_u u)/dt + v_v v, a+ = (sum a_u u)/dt^2 + (sum a_v v)/dt + a_a a,
 * sums over the new value, the committed one and those before. */
struct stage {
	double v_u[4], v_v;
	double a_u[4], a_v[3], a_a;
};

extern const struct stage stage_trapezoidal, stage_bdf2, stage_bdf21, stage_houbolt;

/* The stages of a run: from the first to the last, then again from `again`. A new step size starts anew. */
struct schedule {
	const struct stage *stage[3];
	int n, again;
};

struct multistep {
	const struct schedule *plan;     /* borrowed: constant */
	int option;                      /* word of the script that chooses among plans */
	int stage;                       /* of this step */
	double dt, cv, ca;
};

enum { MULTISTEP_HIST = 3, MULTISTEP_REAL = 2 };

/* For a row's setup: its plan, which it chooses by the options. */
int multistep_plan(struct multistep *s, const struct schedule *plan) MUST_CHECK;
int multistep_predict(void *self, struct problem *p, double dt) RT;
int multistep_form(void *self, struct problem *p, enum stiffness which, struct err *e) RT;
int multistep_update(void *self, struct problem *p, const double *dx) RT;
int multistep_commit(void *self, struct problem *p) RT;
int multistep_phase(const void *self) RT;                    /* the stage of the step; a row's phases are those of its plans */
