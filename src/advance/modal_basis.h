/* Modes as coordinates of a linear part: u = Phi q with Phi' (K + sigma M) Phi = 1, Phi' M Phi = diag(mu); of massless motions mu is 0. sigma is 0 where
 * K is positive definite, mu then 1/omega^2; a structure that only its specimens hold gets a small one, so that its free motions are modes like others.
 *
 * All of them: the same motion in other coordinates. The lowest r of them: completed by static corrections, the answers to unit forces at the interface
 * and to every load pattern, made orthogonal to the modes and to each other and turned so that M is diagonal, too; what is static stays exact, and only
 * the inertia of higher modes is simplified.
 *   E. L. Wilson, M.-W. Yuan & J. M. Dickens, Dynamic analysis by direct superposition of Ritz vectors, Earthq. Eng. Struct. Dyn. 10 (1982) 813,
 *   doi:10.1002/eqe.4290100606
 *
 * Memory: the arena given. Set-up only. */
#pragma once

#include "interface/front.h"

struct modal_basis {
	int n, r;            /* unknowns; coordinates */
	int nmode;           /* of these, modes; the rest are static corrections */
	double *phi;         /* r columns of n. owned: arena, as all */
	double sigma;
	double *mu, *k;      /* r: Phi' M Phi, Phi' K Phi = 1 - sigma mu */
	double *c;           /* r: Phi' C Phi, which is diagonal */
	double highest;      /* circular frequency of the highest mode that was taken; 0: all were */
	double missing;      /* largest share of a load pattern's static energy that its modes do not carry */
};

/* nmode 0: all modes. ERR_INDEFINITE: K is not positive definite (names the unknown); ERR_UNSUPPORTED: damping is not classical; ERR_RANGE, ERR_MEMORY. */
int modal_basis_make(struct modal_basis *ret, struct front *f, int nmode, struct arena *mem, struct err *e) MUST_CHECK;
