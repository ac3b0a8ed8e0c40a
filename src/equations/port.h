/* A port: where the forces of what is not in the equations act on their unknowns, and what is seen of the motion there.
 *
 *   z = B' x,   force on the unknowns B phi
 *
 * Memory belongs to who made the columns. Any thread.
 */
#pragma once

#include "base/base.h"

/* How the interface, m numbers, hangs on the coordinates of a linear part: z = B' x. */
struct port {
	int m;
	const int *start, *index;    /* B by columns: column i has coef[k] in row index[k], start[i] <= k < start[i + 1]. borrowed */
	const double *coef;
	const double *rows;          /* B by columns of n numbers instead; NULL: by index. borrowed */
};
void port_take(const struct port *p, int n, const double *x, double *ret_z) RT;             /* z = B' x     */
void port_give(const struct port *p, int n, double scale, const double *z, double *x) RT;   /* x += scale B z */
void port_unit(const struct port *p, int i, double *x) RT;                                  /* x += column i of B, by index */
