/* Geometry of two-node links: zeroLength, twoNodeLink and bearings.
 *
 * A link has up to six basic directions 0..5 (along local x y z, about x y z). Each is a row over the element's freedoms,
 * v = row . u: the relative displacement of its nodes, and for the shears the rotations of the ends over their distance
 * from the shear centre. P-Delta effects are a constant matrix times the axial force, f += N geo u.
 */
#pragma once

#include "element/element_common.h"

enum { LINK_MAX = 12 };

struct link {
	int ndm, ndf_i, ndf_j, ndof;
	double length;            /* between the nodes                                         */
	double axis[3][3];        /* local x, y, z as rows                                     */
	int n;                    /* basic directions                                          */
	int dir[LINK_MAX];        /* 0..5                                                      */
	double *row;              /* n x ndof, owned: model arena                              */
	double *geo;              /* ndof x ndof, owned: model arena; NULL: no P-Delta         */
	int axial;                /* index of direction 0, -1 when absent                      */
};

/* Direction 0..5 of a script's 1..6 in a model of ndm dimensions (in the plane 3 and 6 both turn about z); refuses others. */
int link_direction(int word, int ndm, const char *object, int *ret_dir, struct err *e) MUST_CHECK;

/* Sizes and distance of the nodes; refuses too few freedoms for l->dir. */
int link_nodes(struct link *l, const struct element *el, int ndm, const char *object, struct err *e) MUST_CHECK;

/* Axes from -orient vectors (NULL: not given) or the nodes. x defaults to the line from i to j, for coincident nodes to global X.
 * In the plane y follows from x; in space it defaults to global Y, or to -X (X) for an x along Y (-Y). */
int link_orient(struct link *l, const struct element *el, const double *x, const double *y, const char *object, struct err *e) MUST_CHECK;

/* Builds the rows; share_y and share_z are the shear distances from node i as parts of the length. */
int link_rows(struct link *l, double share_y, double share_z, struct arena *mem, const char *object, struct err *e) MUST_CHECK;

/* Prepares geo, all zero. */
int link_geo(struct link *l, struct arena *mem, const char *object, struct err *e) MUST_CHECK;
/* Adds a force in local freedom `to` (0..5) of node 0 or 1 of `by` times N times local freedom `from` of node `node_from`. */
void link_geo_add(struct link *l, int node_to, int to, double by, int node_from, int from);

/* v = rows u;  f = rows' q + N geo u;  the P-Delta part of k: k += N geo. */
void link_deform(const struct link *l, const double *u, double *ret_v) RT;
void link_force(const struct link *l, const double *q, const double *u, double *ret_f) RT;
void link_stiff_geo(const struct link *l, const double *q, double *k) RT;

/* A vector of the element's freedoms in local axes, node after node. Returns how many numbers. */
int link_local(const struct link *l, const double *x, double *ret_local);

/* -orient: six numbers are x and y; three are y. */
struct link_orientation {
	bool has_x, has_y;
	double x[3], y[3];
};
int link_read_orient(struct args *a, struct link_orientation *ret_o, struct err *e) MUST_CHECK;

/* The words that links share, and what they say. */
struct link_words {
	struct link_orientation orient;
	double mass;               /* total */
	bool pdelta;
	double ratio[4];           /* moments about y at i, j, about z at i, j */
	double share[2];           /* shear distances from node i, parts of L: y, z */
};

void link_words_begin(struct link_words *w);      /* shear distances one half */
/* Reads one of -orient, -pDelta, -shearDist, -mass: 1 when the next word is one and it was read, 0 when it is another's, or a code. */
int link_option(struct link_words *w, struct args *a, int ndm, struct err *e) MUST_CHECK;
/* Rows and P-Delta of an oriented link as its words say; refuses -pDelta on coincident nodes. */
int link_build(struct link *l, const struct link_words *w, const struct element *el, struct arena *mem, const char *object, struct err *e) MUST_CHECK;
