/* Elements that somebody promised to stay as they are at first: non-linear ones that are summed into the linear part, and watched.
 *
 * A frame whose members are all non-linear has no linear part to speak of, although in most tests nothing but the specimen leaves its virgin range.
 * `engine impulse -elastic all` (or a list of tags; condensed and modal, too) takes such elements by their virgin matrices,
 *
 *   f = K0 u + C0 v + (what member loads do at u = 0)
 *
 * so that the interface has specimens and the other elements only. The promise is looked at after every step whose whole motion is known: the elements are
 * asked, with histories of their own, and where a force differs from the linear one by more than `tolerance` of its size the test stops. With engines that
 * know the whole motion in every step this is the step itself; with others a thread behind the test looks (follow.h), and the report says how late.
 *
 * Memory: the arena given. elastic_look belongs to one thread at a time, elastic_found to any; all others to the thread of the analysis.
 */
#pragma once

#include "equations/core.h"

#include <stdint.h>

struct elastic;

/* Reads what stands behind -elastic: `all`, or tags in braces. */
int elastic_words(struct args *a, struct arena *mem, struct elastic_promise *ret, struct err *e) MUST_CHECK;
/* Is this element, which is not linear, taken as linear? */
bool elastic_takes(const struct analysis *an, const struct element *el);
/* The list against the model: tags that are there, none with a specimen. */
int elastic_check(struct problem_core *c, struct err *e) MUST_CHECK;

/* For the elements of c that were taken; *ret NULL: there are none. Refuses one that carries a force at rest, or has left its virgin range already. */
int elastic_make(struct problem_core *c, struct arena *mem, struct elastic **ret, struct err *e) MUST_CHECK;
/* The motion after a step: unknowns, prescribed values. All borrowed. */
struct elastic_motion { int64_t step; double t; const double *u, *v, *g, *gv; };
/* Asks them there. The first that breaks its promise is kept, and nobody is asked any more. */
void elastic_look(struct elastic *x, const struct elastic_motion *now) RT;
/* Has one broken its promise? x may be NULL. */
bool elastic_found(const struct elastic *x) RT;
/* Says which and how late, where the analysis stands now: ERR_LIMIT. The text also stays in an->broken. */
int elastic_report(const struct elastic *x, struct analysis *an, struct err *e);
