/* Integrators: how the state goes from t_n to t_{n+1}, and the static controls, which are the same thing without inertia.
 *
 * One step, driven by an algorithm (Newton and others):
 *   predict(dt)                     trial state at the collocation point, problem_time, problem_moved
 *   residual(r)                     r at the trial state
 *   form()                          factors the matrix that update's increments are solved with (slot 0)
 *   update(dx)                      dx = matrix^-1 r (perhaps scaled): corrects the trial state
 *   commit()                        sets u, v, a to their values at t_{n+1}, problem_time(t_{n+1}); writes hist
 * A step that fails needs nothing, also where it fails behind commit(): the core sets trial = committed, and hist to what it was before commit().
 * Vectors for work are taken in setup from the arena; vectors that live across steps are claimed with nhist.
 */
#pragma once

#include "analysis/problem.h"
#include "base/args.h"
#include "base/param.h"

enum integrator_kind { INTEGRATOR_TRANSIENT, INTEGRATOR_STATIC };

/* How forces of looped elements enter a step, for engines that know the linear part only by what their interface feels (advance.h). */
enum front_kind {
	FRONT_NONE,               /* not linear in the forces of a step: such engines refuse it */
	FRONT_ONCE,               /* elements are asked where predict leaves them */
	FRONT_NEWTON,             /* elements are asked where the iterations converge, its own ones where it has front_step; updates add up */
	FRONT_SUBSTEPS            /* the method asks them itself: front_form, front_step; updates add up */
};

struct front;                 /* front.h */

struct integrator_claims {
	double order;             /* observed order of accuracy in displacement with damping and load; 0: not a transient method */
	double order_coupled;     /* the same where elements are not linear; 0: as order */
	double rho_inf;           /* spectral radius as omega dt goes to infinity with the example's parameters; -1: conditionally stable */
	double omega_max;         /* largest stable omega dt undamped (conditionally stable ones), else 0 */
	bool once;                /* exactly one evaluation of F a step (explicit, operator splitting) */
	bool undamped;            /* leaves viscous forces out: measured without damping */
	enum front_kind front;
	bool linear_matrix;       /* its matrix has linear elements only (STIFFNESS_LINEAR) */
	bool linear_stay;         /* its linear elements are at u, v of the step, wherever the others were asked last, as in its equations */
	bool splits;              /* the stiffness of looped elements is in its matrix while they are asked elsewhere (operator splitting) */
	bool past_motion;         /* its vectors are displacements, velocities and accelerations of earlier steps: other coordinates carry them as these */
	int past_force;           /* but the last so many are forces on the unknowns, carried as these */
	bool linear_only;         /* needs algorithm Linear (update may be called once) */
};

struct integrator_ops {
	const char *name, *brief, *cite;
	const char *example;              /* words that make a typical one: "0.5 0.25"; '|' separates several */
	enum integrator_kind kind;
	const struct param *params;
	struct integrator_claims claims;
	size_t size;                      /* private struct, zeroed; constants and borrowed work vectors only. What parse leaves are numbers: pointers are setup's,
	                                   * for the struct may have come from another process */
	int nhist, nreal;                 /* vectors of n and scalars that live across steps, zero at start */
	int factors;                      /* matrices that it keeps factored at a time (slots of problem_form); 0: one */
	int phases;                       /* kinds of steps, which differ in their coefficients; 0: one. See phase */

	int (*parse)(void *self, struct args *a, struct err *e);                       /* after param_parse; NULL: the table is enough */
	int (*setup)(void *self, struct problem *p, struct arena *run, struct err *e); /* called again when the model changed */
	int (*predict)(void *self, struct problem *p, double dt) RT;
	int (*residual)(void *self, struct problem *p, double *ret_r) RT;              /* NULL: problem_residual */
	int (*form)(void *self, struct problem *p, enum stiffness which, struct err *e) RT;
	int (*update)(void *self, struct problem *p, const double *dx) RT;
	int (*commit)(void *self, struct problem *p) RT;
	/* static controls only: the number of iterations of the last step, for adaptive increments; NULL: not used */
	void (*iterations)(void *self, struct problem *p, int count);
	/* the increment that the last update really applied, which tests judge; NULL: the dx it was given */
	const double *(*applied)(const void *self) RT;
	/* FRONT_SUBSTEPS, and FRONT_NEWTON with iterations of its own, on the interface: gains for a new step length; the step from e[0] for no force to phi[0]
	 * and, where the linear part needs another one at its commit, phi[1], elements asked on the way, which returns its iterations, 0 for one, or a code; the
	 * step was accepted. What lives across steps is in f->own: front_form takes it from the integrator's share of the problem's state where that has more, and
	 * front_leave, when the front ends, puts it there, so that any other engine goes on from it; the motion is whole by then. Else NULL. */
	int (*front_form)(void *self, struct front *f, struct arena *mem, struct err *e);
	int (*front_step)(void *self, struct front *f, struct err *e) RT;
	void (*front_commit)(void *self, struct front *f) RT;
	void (*front_leave)(void *self, struct front *f);
	/* What the first step takes of the forces of all elements at its beginning, into hist, whose first real is not 0 then: of the whole problem, its trial
	 * being the committed state. For engines that know the linear part only; without them predict finds it by itself. NULL: nothing. */
	int (*start)(struct problem *p);
	/* The kind of the step that was predicted last: a run begins with 0, 1, .. phases - 1, then goes on from one of these in the same order. NULL: 0. */
	int (*phase)(const void *self) RT;
	/* iteration limit of the test, for methods that divide the step by it (HSFixedNumIter); NULL: not used */
	void (*limit)(void *self, int iterations);
};

struct integrator {
	const struct integrator_ops *ops;
	void *self;
};

/* All rows; one by its name, NULL: none. */
extern const struct integrator_ops *const integrator_table[];
const struct integrator_ops *integrator_find(const char *name);

/* Makes one from the words after the name. Memory from mem. */
int integrator_build(struct integrator *ret, const struct integrator_ops *ops, struct args *a, struct arena *mem, struct err *e) MUST_CHECK;

/* Plug-ins of this family include integrator_plugin.h (plugin.h, this file, problem.h). */
