/* Behind an analysis, for no plug-in: modal damping C = M Phi diag(2 zeta omega) Phi' M with Phi' M Phi = 1, kept as nmodal rows, never as a matrix.
 * Solving with A + cc C uses the factor of A and the identity of Woodbury: see math/lowrank.h. */
#pragma once

#include "equations/core.h"

/* Rows from the model's last eigenvectors. ERR_STATE: they are fewer than the ratios; ERR_MEMORY. */
int modal_damping_build(struct problem_core *c, struct err *e) MUST_CHECK;
void modal_damping_add(struct problem_core *c, const double *v, double *y) RT;        /* y += C v        */
int modal_damping_form(struct problem_core *c, int slot) RT;                          /* after factoring */
void modal_damping_solve(struct problem_core *c, int slot, double *x) RT;             /* after solving   */
