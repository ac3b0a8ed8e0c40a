/* The equations as matrices for other programs: initial stiffness, damping and mass over the unknowns, in the order of nodes and freedoms, and
 * which unknown is what.
 *
 * u = T x is behind them: fixed and dependent freedoms are no unknowns. Where the model is reduced the modal coordinates stand behind the kept freedoms.
 */
#pragma once

#include "analysis/analysis.h"
#include "math/csc.h"

struct equations {
	int n;
	struct csc k, c, m;             /* n x n, no zeros */
	bool k_symmetric, c_symmetric;  /* to the last bit */
	int *node, *dof;                /* of each unknown: tag, and freedom from 1; 0 and the number of the mode for a modal coordinate */
	int ndirection;
	struct csc iota;                /* n x ndirection: motion of the unknowns when the ground moves by 1 */
	/* n x ndirection: T' M iota over all freedoms, fixed ones included; the load of a uniform excitation is - inertia a_g */
	struct csc inertia;
};

/* All from the arena. Errors: what building the equations reports; ERR_UNSUPPORTED (multipliers), ERR_LIMIT (modal damping, which is full, of a large
 * model), ERR_MEMORY. */
int analysis_equations(struct analysis *an, struct arena *mem, struct equations *ret, struct err *e) MUST_CHECK;
