/* What bearings share: axial force and moments come from uniaxial materials, -P -T -My -Mz in space and -P -Mz in the plane; the shears
 * from elsewhere. Basic directions are axial, the shears, then the rotations. */
#pragma once

#include "element/springs.h"

enum { BEARING_ROLES = 4 };

struct bearing_springs {
	struct springs spring;
	bool given[BEARING_ROLES];
	int tag[BEARING_ROLES];
};

int bearing_space(const struct model *m, const char *object, struct err *e) MUST_CHECK;   /* refuses models of one dimension */

/* Reads -P, -T, -My or -Mz with a tag: 1 when the next word is one of them and it was read, 0 when it is another's, or a code. */
int bearing_option(struct bearing_springs *s, struct args *a, struct err *e) MUST_CHECK;
/* Finds the materials; refuses missing ones. Their histories begin at first. */
int bearing_materials(struct bearing_springs *s, int first, const struct model *m, const char *object, struct err *e) MUST_CHECK;

/* All basic directions into l; returns the number of shears, which follow the axial one. */
int bearing_directions(struct link *l, int ndm);
/* Basic direction of the i-th material. */
int bearing_basic(const struct link *l, int i) RT;

/* Forces, tangents and damping tangents (both n x n of basic directions) of the materials at deformations v; others are left alone. */
void bearing_step(const struct bearing_springs *s, const struct link *l, const struct element_io *io, const double *v, const double *rate,
	double *q, double *k, double *c) RT;
void bearing_initial(const struct bearing_springs *s, const struct link *l, double *k);
