/* Block elimination of a symmetric positive definite matrix on the tree of its supernodes (multifrontal method).
 *
 * A supernode's columns and the rows below them, with what its children left, are a small dense matrix
 *   | F11 F21' |                 W = F11^-1,  P = -F21 W,
 *   | F21 F22  |                 U = F22 + P F21'  goes to the parent.
 * Kept are P and W, one packed panel. A solve goes up the tree with x_r += P x_1 and down again with
 * x_1 = W x_1 + P' x_r: nothing but products of small dense matrices with vectors, each panel read once a pass.
 *   I. S. Duff, J. K. Reid, The multifrontal solution of indefinite sparse symmetric linear equations, ACM TOMS 9
 *   (1983) 302, doi:10.1145/356044.356047; block elimination without pivoting is stable for definite matrices:
 *   J. W. Demmel, N. J. Higham, R. S. Schreiber, Stability of block LU factorization, Numer. Linear Algebra Appl. 2
 *   (1995) 173, doi:10.1002/nla.1680020208.
 *
 * Inverses in place of triangular solves cost digits where a small matrix is badly conditioned: for slender cantilevers the residual
 * comes to 6e-15 of |A| |x| + |b|, row by row, where L L' leaves 3e-16; it does not grow further with length or stiffness ratio
 * (tests/conform/engine_test.c). The error of x itself is ruled by the condition of A either way. A step of iterative
 * refinement would remove the difference at more than twice the time of each solve, and is not made. */
#include "math/spd.h"

#include "math/kernel.h"
#include "math/spd_priv.h"

#include <string.h>

int spd_factor(struct spd *s, const double *value, double *ret_factor, int *ret_pivot)
{
	for (int k = 0; k < s->nnode; k++) {
		const struct spd_node *d = &s->node[k];
		double *square = s->dense, *below = square + (size_t)d->width * (size_t)((d->width + 7) / 8 * 8);
		double *update = s->update + d->update, least[SPD_WIDTH];
		memset(square, 0, (size_t)((below - square) + (ptrdiff_t)d->width * d->stride) * sizeof *square);
		memset(update, 0, (size_t)d->stride * (size_t)d->height * sizeof *update);
		for (int i = d->entry; i < d->entry_end; i++)
			square[s->entry[i].target] += value[s->entry[i].source];
		for (int c = d->child; c >= 0; c = s->node[c].sibling)
			kernel->spd_join(s, d, &s->node[c], square, below, update);
		for (int i = 0; i < d->width; i++)
			least[i] = PIVOT_VANISHED * value[s->diagonal[d->first + i]];
		int failed = kernel->eliminate(d->width, d->height, d->stride, least, square, update, ret_factor + d->panel);
		if (failed >= 0) {
			*ret_pivot = s->perm[d->first + failed];
			return ERR_INDEFINITE;
		}
	}
	return 0;
}

void spd_solve(struct spd *s, const double *factor, double *x)
{
	kernel->gather(s->n, s->perm, x, s->x);
	kernel->spd_up(s, s->nnode, s->step, factor);
	kernel->spd_down(s, s->nnode, s->step, factor);
	kernel->gather(s->n, s->place, s->x, x);
}
