/* Behind an analysis, for no plug-in: the linear part of a problem on its own, advanced by the same integrator.
 *
 *   M a + (C + C0) v + (K + K0) u + B phi = f(t)
 *
 * M, C, K are those of the linear elements, K0 and C0 the virgin matrices of all others (the looped group: non-linear ones, and specimens); B says where
 * those act. With phi = r(u, v) - K0 u - C0 v this is the problem itself; whoever has phi needs no element any more. Methods whose matrix has
 * linear elements only go without K0 and C0 (shift false): then phi = r.
 *
 * It is a copy of the problem's core without looped elements: matrices, maps and the solver are shared, vectors and the state block are its own. So all
 * integrators run on it as they are; phi is among the forces that resist. Coordinates are the unknowns of the problem, or others (modes): then `rows`
 * says how the interface hangs on them.
 *
 * Memory: the arena given to linear_setup. One thread at a time, which need not be that of the problem's steps (follow.h): nothing that a step of the
 * linear part writes is read by those. Nothing is allocated in a step.
 */
#pragma once

#include "base/rng.h"
#include "interface/interface.h"

struct linear_part {
	struct problem_core c;     /* a copy: see above */
	struct integrator own;     /* that of the analysis, with a private struct of its own */
	struct integrator *g;      /* own; set up on c.p */
	struct port port;
	int kinds;                 /* motions that the interface asks for: u; u, v; u, v, a */
	double *phi;               /* m: the force of what is not here, in this step. owned: arena, as all below */
	double *x;
	struct state *kept;        /* room for a copy of c.state */
	int nload, npull, nsource; /* while quiet: what c has otherwise */
	struct case_load *load;
};

/* Of the problem c, whose looped group acts at the port. The integrator is not set up yet. */
int linear_setup(struct linear_part *l, struct problem_core *c, const struct port *port, int kinds, const struct integrator *g, bool shift,
                 struct arena *mem, struct err *e) MUST_CHECK;
/* A state block of its own, zero, and the integrator on it; c.map.n and the matrices are final. */
int linear_start(struct linear_part *l, struct arena *mem, struct err *e) MUST_CHECK;
/* What a linear part has of a state, to another of as many unknowns: motion, prescribed values and the integrator's share. */
void linear_carry(struct state *from, struct state *to) RT;
/* State of the problem to that of the linear part and back: motion, prescribed values and the integrator's share. Coordinates must be unknowns. */
void linear_load(struct linear_part *l, const struct problem_core *c) RT;
void linear_store(const struct linear_part *l, struct problem_core *c) RT;

/* Quiet: no loads, no prescribed motion, zero state; the state there was comes back afterwards. */
void linear_quiet(struct linear_part *l);
void linear_loud(struct linear_part *l);
/* While quiet: a state of chance, of a run that begins, and a constant load of chance on all equations, those of multipliers included. ERR_MEMORY. */
int linear_noise(struct linear_part *l, struct rng *rng, struct arena *mem) MUST_CHECK;

/* One step is predict, solve, end. phi may be changed between them. */
void linear_phi(struct linear_part *l, const double *phi) RT;           /* NULL: zero */
int linear_predict(struct linear_part *l, double dt) RT;
int linear_phase(const struct linear_part *l) RT;                       /* of the step that was predicted last (integrator_ops.phase) */
int linear_increment(struct linear_part *l, double *ret_x, struct err *e) RT; /* form, residual, solve */
int linear_solve(struct linear_part *l, struct err *e) RT;              /* the same, and update */
int linear_end(struct linear_part *l) RT;                               /* commit */
/* Predict and solve with no force of what is not here: what a probe goes on from. */
int linear_idle(struct linear_part *l, double dt, struct err *e) RT;

/* The interface: where elements would be, kinds of m numbers. */
void linear_seen(struct linear_part *l, double *const ret_z[3]) RT;
