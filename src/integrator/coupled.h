/* The coupled part as methods see it that command several times in a step; private to this folder.
 *
 * The linear numerical structure is in the matrix E of slot 0; the other elements, with their m unknowns c, answer with forces. What
 * a force f on the coupled unknowns does to these is G f, G the block cc of E^-1, made once for a step size by m solutions. A command
 * is an explicit part that is ramped over the step plus what the forces do, alike for displacement, velocity and acceleration:
 *   x = x0 + (x1 - x0) s + b_x G f,   b = 1, dv/du, da/du of Newmark's relations
 * The motion of all unknowns at the end of the step follows from one more solution with E.
 */
#pragma once

#include "integrator/integrator_common.h"

enum { MOTION_U, MOTION_V, MOTION_A, MOTIONS };

/* Newmark's relations around u: v+ = v* + b_v (u+ - u), a+ = a* + b_a (u+ - u). */
struct newmark { double beta, gamma, dt, b_v, b_a; };

struct coupled {
	int m;
	const int *at;               /* the unknowns. borrowed: problem */
	double *gain;                /* G, m x m. owned: run arena, as all below */
	double *k, *c, *product;     /* m x m: stiffness and damping of the coupled part, work */
	double *work;                /* workspace of the spectral radius */
	double *x0[MOTIONS], *x1[MOTIONS];   /* m each: explicit part at both ends of the step */
	double *now[MOTIONS];        /* m each: the command */
	double *f, *gf;              /* m each: a force and G f */
	double *all;                 /* n */
};

/* Vectors and matrices for c->m unknowns among n. */
int coupled_room(struct coupled *c, int n, struct arena *run, struct err *e) MUST_CHECK;
int coupled_setup(struct coupled *c, struct problem *p, struct arena *run, struct err *e) MUST_CHECK;
/* Makes G from the matrix in slot 0, and K and C of the coupled part. Set-up or the first step of a size. */
int coupled_form(struct coupled *c, struct problem *p) MUST_CHECK;
/* Radius of diagonal I + factor G (K + b_v C). */
int coupled_radius(struct coupled *c, double diagonal, double factor, double b_v, double *ret_radius) MUST_CHECK;
/* The coupled unknowns of a vector of n. */
void coupled_take(const struct coupled *c, const double *x, double *ret_part) RT;
/* Sends the command c->now, to be reached at time t, and asks for the answer: forces acting on the structure, -F, n long. */
int coupled_exchange(struct coupled *c, struct problem *p, double t, double *ret_f) RT;

/* Where the ramps begin: the explicit parts x0 that ask for the motion at t as it is, x - weight b_x G f with G f in c->gf. c->now is that motion. */
void coupled_begin(struct coupled *c, const struct problem *p, const struct newmark *k, double weight) RT;
/* Where they end: adds an increment dx of the unknowns to the explicit parts v and a of n, writes that of u, and notes their coupled ones in x1. */
void coupled_explicit(struct coupled *c, const struct problem *p, const struct newmark *k, const double *dx, double *ret_u, double *v, double *a) RT;
/* The motion of all unknowns at the end of the step, the explicit parts plus weight b_x E^-1 f, into the trial state. Linear elements follow it; coupled ones
 * stay at the last command. */
int coupled_end(struct coupled *c, struct problem *p, const struct newmark *k, double weight, const double *f, const double *u, const double *v,
                const double *a) RT;

struct newmark newmark_step(double beta, double gamma, double dt) RT;
struct newmark newmark_alpha(double alpha, double dt) RT;   /* beta and gamma of the alpha-method */
/* v* and a* from the committed state. */
void newmark_start(const struct newmark *k, const struct problem *p, double *ret_v, double *ret_a) RT;
/* Trial state = u, v*, a* first, then plus dx, again and again: where nothing is coupled. */
int newmark_update(const struct newmark *k, struct problem *p, const double *dx, bool first, const double *v, const double *a) RT;
/* The residual of the alpha-method on a linear part on its own (problem_alone), at u, v*, a*, which are made here; the force phi that is known has the weight
 * 1 + alpha, whoever finds it adds that of t:
 *   r = (1 + alpha) (f+ - K u - C v* - phi) - alpha (f - K u - C v) - M a* */
int alpha_alone_residual(const struct newmark *k, double alpha, struct problem *p, double *ret_v, double *ret_a, double *work, double *ret_r) RT;
