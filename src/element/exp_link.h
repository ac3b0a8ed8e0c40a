/* What the experimental link and bearing share: orientation, motion, and answers in local axes. */
#pragma once

#include "element/exchange.h"

#include "element/link.h"

/* Rows of a params table: words that both read alike. */
#define EXP_LINK_PARAMS \
	{ .name = "-orient", .kind = PARAM_ROW, .help = "<x1 x2 x3> y1 y2 y3: local x (default: from i to j), and a vector in the local x-y plane" }, \
	{ .name = "-pDelta", .kind = PARAM_ROW, \
	  .help = "parts of N delta taken as end moments: plane Mz_i Mz_j, space My_i My_j Mz_i Mz_j; each >= 0, pairs <= 1" }, \
	{ .name = "-mass", .kind = PARAM_ROW, .help = "total mass >= 0, half to each node" }

/* Axes: x from -orient or from i to j, for coincident nodes global X; y from -orient or (-x2, x1, 0), for an x along Z global Y. */
int exp_link_orient(struct link *l, const struct link_orientation *o, const struct element *el, const char *object, struct err *e) MUST_CHECK;

/* Displacement, velocity, acceleration of the basic directions. */
void exp_link_motion(const struct link *l, const struct element_io *io, struct exchange_motion *ret_m) RT;

/* Global from basic: forces with P-Delta, and the tangent of basic stiffness kb with P-Delta (k may be NULL). */
void exp_link_assemble(const struct link *l, const struct element_io *io, const double *q, const double *kb, double *f, double *k) RT;

/* localForce, localDisp, deformationsANDforces, and the words of every exchange. 0: unknown. */
int exp_link_response(const struct exchange *x, const struct link *l, const struct element_io *io, int argc, const char *const *argv,
	double *ret_x, int max);
