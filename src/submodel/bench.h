/* A bench: a model whose chosen freedoms are moved and at which displacements and reactions are measured, as on a testing machine.
 *
 * Static: no inertia, no damping. Every motion starts from the last accepted state; one that is replaced by another leaves no
 * trace. Driven freedoms are prescribed exactly (not by penalty), the others found by Newton's method: the first iteration takes
 * them along with the driven ones on the present tangent, so that no element sees more than its share of the increment.
 *   K_ff du = f(t) - F(u, g) - K_fd dg    first,  then  K_ff du = f(t) - F(u, g)  until |du| <= tolerance
 * An increment that overshoots is shortened by a line search.
 * Loads of the model's own patterns act at the time of the motion; at the beginning the model stands in equilibrium with them at 0.
 *
 * The model is borrowed, outlives the bench and stays as it is; several benches may use one. A bench is not moved in memory.
 * One thread. Nothing is allocated after bench_init, except where a sparse solver does.
 */
#pragma once

#include "analysis/analysis.h"
#include "base/arena.h"
#include "base/base.h"

struct bench_freedom { int node; int dof; };   /* tag; 0-based */

/* The recipe of the field: NormDispIncr 1e-8 25. */
#define BENCH_TOLERANCE 1e-8
enum { BENCH_ITERATIONS = 25 };

struct bench_test { double tolerance; int limit; };    /* of Newton's method: largest last increment, and number of iterations */

struct bench_term { int gauge, dof; double coef; };

struct bench {
	struct analysis an;            /* equations and state; owned */
	int ndrive, ngauge;
	struct driven *drive;           /* all arrays owned: the arena given to bench_init */
	double *committed;             /* driven displacements at the last accepted state */
	double *step;                  /* increments of all prescribed values */
	double *zero, *r, *dx;         /* unknowns long */
	const struct node **gauge_node;
	int *gauge_dof;
	struct bench_term *term;       /* force of a gauge: sum of coef times what acts at these freedoms */
	int nterm;
	int *view, nview;              /* elements that act there */
	double *disp, *force;          /* measured, ngauge each */
	struct bench_test test;
};

/* Builds the equations and finds the equilibrium at time 0; test: of this one and of every motion. object names the bench in messages. Refuses nodes and
 * freedoms that are not there, and driven freedoms that are fixed, moved by a pattern or dependent on others. On failure nothing is left. */
int bench_init(struct bench *b, struct model *m, int ndrive, const struct bench_freedom *drive, int ngauge, const struct bench_freedom *gauge,
               struct bench_test test, struct arena *mem, const char *object, struct err *e) MUST_CHECK;
void bench_fini(struct bench *b);

/* Moves the driven freedoms to x (ndrive) at time t, from the last accepted state. ERR_CONVERGE, ERR_SINGULAR, ERR_NONFINITE: the
 * measured values are those of the motion before. */
int bench_move(struct bench *b, const double *x, double t) RT;
/* Displacements and reactions at the gauges after the last motion (ngauge each). The reaction of a driven freedom is what moves it, with what
 * freedoms depending on it by multi-point constraints add; that of another one is what acts at its node; at a free one it is zero. */
void bench_measure(const struct bench *b, double *ret_disp, double *ret_force) RT;
/* The last motion is accepted. */
int bench_commit(struct bench *b) RT;

/* The accepted state as bench_nstate doubles, out and back: for owners that keep it themselves. What is measured stays. */
int bench_nstate(const struct bench *b);
void bench_save(const struct bench *b, double *ret_h) RT;
void bench_restore(struct bench *b, const double *h) RT;
