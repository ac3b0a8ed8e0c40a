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
 * refinement would remove the difference at more than twice the time of each solve, and is not made.
 * Rigid bodies held together by large penalties are another matter: F11 is nearly singular beside its own size, what P carries of its inverse is wrong by
 * its condition times a rounding, and U, small where the body moves freely, is left with that error times the penalty. Such small matrices show in
 * F11_ii W_ii, 1 without coupling; then a solve tells by its residual whether the factor is to be used (spd_factor_soundly). */
#include "math/spd.h"

#include "math/kernel.h"
#include "math/spd_priv.h"

#include <math.h>
#include <string.h>

static const double COUPLED = 1e4;   /* from here on a factor is tried; below it the penalty's error, its square times a rounding, is under 1e-8 */
static const double SOUND = 1e-12;   /* largest residual of a row: nested dissection of long chains leaves 1.3e-13 */
static const double SOUND_COUPLED = 5e-19; /* part of the coupling in it: roundings of penalties leave 1e-18 to 2e-17, of slender towers 3e-19 at most */

int spd_factor(struct spd *s, const double *value, double *ret_factor, int *ret_pivot)
{
	s->coupling = 1.0;
	for (int k = 0; k < s->nnode; k++) {
		const struct spd_node *d = &s->node[k];
		double *square = s->dense, *below = square + (size_t)d->width * (size_t)((d->width + 7) / 8 * 8);
		double *update = s->update + d->update, least[SPD_WIDTH], before[SPD_WIDTH];
		size_t ld = (size_t)((d->width + 7) / 8 * 8);
		memset(square, 0, (size_t)((below - square) + (ptrdiff_t)d->width * d->stride) * sizeof *square);
		memset(update, 0, (size_t)d->stride * (size_t)d->height * sizeof *update);
		for (int i = d->entry; i < d->entry_end; i++)
			square[s->entry[i].target] += value[s->entry[i].source];
		for (int c = d->child; c >= 0; c = s->node[c].sibling)
			kernel->spd_join(s, d, &s->node[c], square, below, update);
		for (int i = 0; i < d->width; i++) {
			least[i] = PIVOT_VANISHED * value[s->diagonal[d->first + i]];
			before[i] = square[(size_t)i * (ld + 1)];
		}
		int failed = kernel->eliminate(d->width, d->height, d->stride, least, square, update, ret_factor + d->panel);
		if (failed >= 0) {
			*ret_pivot = s->perm[d->first + failed];
			return ERR_INDEFINITE;
		}
		/* -W is in its place now */
		for (int i = 0; i < d->width; i++)
			s->coupling = fmax(s->coupling, -before[i] * square[(size_t)i * (ld + 1)]);
	}
	return 0;
}

/* |A| x of a vector without signs. */
static void mul_sizes(const struct pattern_csc *p, const double *value, const double *x, double *ret_y)
{
	memset(ret_y, 0, (size_t)p->n * sizeof *ret_y);
	for (int j = 0; j < p->n; j++)
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			int i = p->row[k];
			ret_y[i] += fabs(value[k] * x[j]);
			if (i != j)
				ret_y[j] += fabs(value[k] * x[i]);
		}
}

/* Does a solve leave no more than roundings? */
static bool is_sound(struct spd *s, const double *value, const double *factor)
{
	size_t n = (size_t)s->n;
	double *x = s->trial, *left = x + n, *size = left + n, most = fmin(SOUND, SOUND_COUPLED * s->coupling);
	/* any load will do that does not leave rows out */
	for (size_t i = 0; i < n; i++)
		x[i] = 1.0 + 0.125 * (double)(i % 7);
	spd_solve(s, factor, x);
	pattern_mul(s->p, value, x, left);
	mul_sizes(s->p, value, x, size);
	for (size_t i = 0; i < n; i++) {
		double b = 1.0 + 0.125 * (double)(i % 7);
		if (!(fabs(left[i] - b) <= most * (size[i] + b)))
			return false;
	}
	return true;
}

bool spd_factor_soundly(struct spd *s, const double *value, double *ret_factor, int *ret_pivot)
{
	int code = spd_factor(s, value, ret_factor, ret_pivot);
	if (s->coupling > COUPLED)
		*ret_pivot = -1;
	return !code && (s->coupling <= COUPLED || is_sound(s, value, ret_factor));
}

void spd_solve(struct spd *s, const double *factor, double *x)
{
	kernel->gather(s->n, s->perm, x, s->x);
	kernel->spd_up(s, s->nnode, s->step, factor);
	kernel->spd_down(s, s->nnode, s->step, factor);
	kernel->gather(s->n, s->place, s->x, x);
}
