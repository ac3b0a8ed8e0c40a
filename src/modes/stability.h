/* The test as a linear loop, for limits before it: mass, damping and stiffness of the numerical part, and the specimens with the initial stiffness that their
 * elements show. The limits themselves are math/delay.h and math/step_limit.h.
 *
 * All matrices are those of the unknowns of the problem, at initial stiffness. Damping of experimental elements (Rayleigh) is computed, not measured, and
 * belongs to the numerical part; what specimens have of mass and damping themselves the model does not know: whoever asks says it.
 * Between steps or before the first; one thread.
 */
#pragma once

#include "analysis/analysis.h"
#include "math/delay.h"

struct stability {
	int n;                    /* unknowns of the problem */
	double *m, *c, *k;        /* n x n row-major, of the whole; owned: arena, as all */
	const double *kn;         /* n x n: stiffness without specimens */
	struct delay_loop loop;   /* the same without specimens; of fewer coordinates where n is large */
	bool reduced;             /* modes of the whole and the shapes of unit forces at the specimens stand for n unknowns */
};

/* The largest problem that is taken as it is, and the largest at all. */
enum { STABILITY_DIRECT = 48, STABILITY_MODES = 36, STABILITY_MAX = 1500 };

/* Builds the equations if need be and takes the matrices apart; loop.r is 0 where no element has a specimen. ERR_LIMIT: more than STABILITY_MAX unknowns. */
int stability_take(struct analysis *an, struct arena *mem, struct stability *ret, struct err *e) MUST_CHECK;
/* What specimens have of their own, over their initial stiffness: D_e(s) = K_e (1 + s damping + s^2 mass). */
struct stability_specimen {
	double damping, mass;     /* [time], [time^2] >= 0 */
};
/* The smallest delay of all specimens' answers with which the test has a motion that does not decay (math/delay.h). own: NULL: they have neither mass nor
 * damping. ERR_STATE: no element has a specimen. */
int stability_delay(struct analysis *an, const struct stability_specimen *own, struct delay_limit *ret, struct err *e) MUST_CHECK;
