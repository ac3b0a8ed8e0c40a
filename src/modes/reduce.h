/* Reduced equations: u = T q with fewer unknowns q than the structure has free freedoms.
 *
 * A reduction belongs to the model and acts whenever its equations are built: the rows of the free freedoms are those of T, the
 * unknowns are the freedoms that are kept (they still belong to their nodes) and, behind them, modal coordinates. Masses T'MT, damping,
 * loads T'f, elements, recorders and recovery of every displacement follow from the rows alone.
 *   Guyan           keeps freedoms b; the interior follows statically, u_i = -K_ii^-1 K_ib u_b
 *   Craig-Bampton   the same plus the lowest modes of the interior with b held, mass-normalised
 *   Modal           the lowest modes of the whole structure, mass-normalised
 * T is made from the initial stiffness and the mass of the complete model, and made again when one of them has changed. Where the
 * free freedoms themselves changed (a node, a constraint), the reduction is out of date: building the equations fails with
 * ERR_STATE and says so. Interior displacements under loads on the interior are those of T only: what the loads bend within it is left
 * out, and by Guyan's transformation the displacements of the kept freedoms are exact in statics all the same.
 * Set-up only; one thread.
 */
#pragma once

#include "analysis/analysis.h"

enum reduction_kind { REDUCTION_GUYAN, REDUCTION_CRAIG_BAMPTON, REDUCTION_MODAL };

struct reduction_plan {
	enum reduction_kind kind;
	int nkept;
	const int *node, *dof;     /* nkept tags and 0-based freedoms, some perhaps twice; borrowed: the caller until the reduction is made */
	int nmode;                 /* Craig-Bampton: of the interior; Modal: of the structure */
};

struct reduction_size { int whole, kept, modes; };   /* unknowns of the structure; kept freedoms and modes of the reduced one */

/* Gives the model this reduction in the place of an earlier one, which stays on failure. Refuses freedoms that are missing, fixed or
 * dependent, an interior that is not held by what is kept, more modes than there are, and (where freedoms are kept) elements on the
 * interior that are not linear. */
int reduction_make(struct analysis *an, const struct reduction_plan *plan, struct reduction_size *ret, struct err *e) MUST_CHECK;
/* Back to the equations of the whole structure. */
void reduction_drop(struct model *m);

/* The lowest frequencies (cycles in the model's unit of time) of the whole and of the reduced structure, initial stiffness, at most n of
 * each; ret_n: pairs found, 0 without mass. By Rayleigh's principle no reduced one lies below its whole one. ERR_STATE: nothing is reduced. */
int reduction_compare(struct analysis *an, int n, double *ret_whole, double *ret_reduced, int *ret_n, struct err *e) MUST_CHECK;
