/* Dorka's algorithm, the parts it is made of; private to this folder. Equations in dorka.c.
 *
 * Where an engine advances the linear part by itself (interface/front.h), the method is divided: the linear part sees Newmark's method with the force
 * f_{k-1} + f_e in it, and the sub-steps run on the interface (dorka_front.c). */
#pragma once

#include "integrator/coupled.h"
#include "interface/front.h"

/* Kept in the state: f_{k-1}, e, sum of dt e, f_e; was there a step. */
enum { HIST_BEFORE, HIST_ERROR, HIST_SUM, HIST_ERROR_FORCE, NHIST };
enum { REAL_STARTED, NREAL };

struct dorka_face {              /* of the interface. owned: arena of front_form */
	struct coupled c;
	struct substep_gains here, there;
	double *gain;                /* there */
	struct substeps sub;
	double *force, *before;      /* f_k, f_{k-1} of the present step */
	bool taken;                  /* what the state kept of a step before the front's first is in f->own */
	bool anew;                   /* f_k of the last step is no longer what elements answer: their damping follows the tangent of the step */
};

struct dorka {
	double beta, gamma;
	int substeps;
	double p, i, d;
	enum substep_control control;
	bool single;
	enum substep_place place;
	bool said;                   /* why they do not run at the site */
	struct newmark k;
	double formed_dt;            /* step that the gain is for, 0: none */
	int updates;
	struct coupled c;
	double *v, *a;               /* v*, a*, then v0+, a0+. owned: run arena, as all below */
	double *force, *before;      /* f_i, f_{i-1} on all unknowns */
	struct substep_gains here, there;  /* of the coupled unknowns; of the site's coordinates, n = 0: sub-steps run here */
	double *gain;                /* there */
	struct substeps sub;         /* vectors: c's, and before */
	double *work;
	struct dorka_face *face;     /* NULL: the method runs on all unknowns */
};

/* The sub-steps contract, and the error force does not grow, with the gains in c. */
int dorka_check(const struct dorka *s, struct coupled *c, struct err *e) MUST_CHECK;
/* integrator_ops' slots. */
int dorka_front_form(void *self, struct front *f, struct arena *mem, struct err *e);
int dorka_front_step(void *self, struct front *f, struct err *e) RT;
void dorka_front_commit(void *self, struct front *f) RT;
void dorka_front_leave(void *self, struct front *f);
