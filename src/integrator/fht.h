/* The Fast Hybrid Test, the parts it is made of; private to this folder. Equations in fht.c.
 *
 * Where an engine advances the linear part by itself (interface/front.h), the method is divided: the linear part is the alpha-method with a force that is known
 * (alpha_alone_residual), and the iterations run on the interface (fht_front.c). */
#pragma once

#include "integrator/coupled.h"
#include "interface/front.h"

/* Kept in the state: last command of this step and of the one before, F of the step less that of linear elements, which is always theirs
 * at the present motion, whoever sets it; was there a step, its size. */
enum { HIST_COMMAND, HIST_BEFORE, HIST_FORCE, NHIST };
enum { REAL_STARTED, REAL_DT, NREAL };

struct fht_face {                /* of the interface, m each. owned: arena of front_form */
	double *trial[MOTIONS], *now[MOTIONS];   /* d_k; the command */
	double *measured;            /* phi of what elements answered last: see fht_front.c, as for the next two */
	double *pair;                /* at the trial */
	double *used;                /* the trial's */
	double *shift;               /* what the forces of t do */
	double *slip;                /* v - v_c */
	struct front_system system;
};

struct fht {
	double alpha;
	int iterations;
	bool correction, normalised;
	struct newmark k;
	double formed_dt;            /* step that slot 0 holds, 0: none */
	int updates;
	double *u, *v, *a;           /* trial. owned: run arena, as all below */
	double *command, *speed;     /* what elements were given last, and what they answered */
	double *force;
	double *constant;            /* (1 + alpha) f+ - alpha f + alpha F */
	double *pair, *work, *more;
	struct fht_face face;        /* of the interface, where there is one */
};

/* What a command starts from: committed velocity, the command before this one, and those at the ends of the last two steps (the last dt long, 0: none, and
 * `command` is where elements stand). */
struct fht_past { const double *v, *now, *command, *before; double dt; };

/* Command k on the way to the trial u, n unknowns: displacement, velocity, acceleration. Returns its time from the beginning of the step. */
double fht_command(const struct fht *s, int k, int n, const struct fht_past *past, const double *u, double *const ret[MOTIONS]) RT;

/* integrator_ops' slots. */
int fht_front_form(void *self, struct front *f, struct arena *mem, struct err *e);
int fht_front_step(void *self, struct front *f, struct err *e) RT;
void fht_front_commit(void *self, struct front *f) RT;
void fht_front_leave(void *self, struct front *f);
