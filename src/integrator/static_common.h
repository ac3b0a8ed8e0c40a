/* What the static controls share: the adapted increment and the way around inertia and damping; private to this folder.
 *
 * The increment of a step is that of the last one times (iterations wanted / iterations of the last step), kept between two bounds. A
 * step that failed counts as a last one, so that trying again means a smaller increment.
 */
#pragma once

#include "analysis/integrator_plugin.h"

struct static_control {
	double increment;            /* of the first step, as given */
	int wanted;                  /* iterations a step should take */
	double least, most;          /* bounds of the increment; NAN: the increment itself */
	double now;                  /* increment of the step last begun */
	int updates;                 /* corrections in it */
	bool open;                   /* it was not committed: the step failed */
};

/* The scalars it keeps in the state: was there a step, its increment, its number of corrections. */
enum { STATIC_DONE, STATIC_INCREMENT, STATIC_UPDATES, STATIC_NREAL };

/* After the words are read: defaults of the bounds, their order. */
int static_parse(struct static_control *s, const char *object, struct err *e);
/* Increment of the step that begins, and the trial state: committed displacements, nothing moves. */
void static_begin(struct static_control *s, struct problem *p) RT;
/* Adds to the trial displacements. */
void static_move(struct static_control *s, struct problem *p, const double *du) RT;
/* Slots on a struct static_control. */
int static_form(void *self, struct problem *p, enum stiffness which, struct err *e) RT;
int static_commit(void *self, struct problem *p) RT;
