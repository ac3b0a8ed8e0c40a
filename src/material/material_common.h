/* What several materials share: one step of an embedded Runge-Kutta pair, and lists of member materials. */
#pragma once

#include "plugin.h"

/* y' of (x, y); ctx is the caller's. */
typedef double material_slope(const void *ctx, double x, double y);

/* One step of the 5(4) pair of Dormand and Prince (1980, doi:10.1016/0771-050X(80)90013-3) from (x, y) over h: returns the
 * fifth-order value and writes the difference to the fourth-order one. */
double material_rk54(material_slope *slope, const void *ctx, double x, double y, double h, double *ret_error) RT;

/* Does a slider that has been moved so far, at this strain, slip at its yield strain? Also where it has slipped before and nothing has moved since: sums of
 * strains give that back but for rounding. So the tangent of a committed state is that of the way there, and not one side of the corner by chance. */
bool material_slips(double slider, double yield, double strain) RT;

/* Materials inside a material. Their histories (with head) lie one after the other. */
struct material_members {
	int n;
	const struct material **mat; /* owned: model arena; materials borrowed: model */
	int *at;                     /* owned: model arena; where the history of each begins */
	int size;                    /* doubles in all */
};

/* Reads tags up to the end or to the first word that is no whole number, at least `least`. */
int material_members_read(struct material_members *x, int least, struct args *a, const struct model *m, struct arena *mem, struct err *e) MUST_CHECK;
void material_members_start(const struct material_members *x, double *h);
/* All of them linear? */
bool material_members_linear(const struct material_members *x);
