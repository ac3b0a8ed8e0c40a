/* Geometric transformations of members: between end displacements in global axes and basic deformations.
 *
 * Plane members have 6 end freedoms (2 nodes x 3) and 3 basic ones: elongation, end rotations i and j relative
 * to the chord. Space members have 12 and 6: elongation, rot z at i, j, rot y at i, j, twist (the order of OpenSees).
 * A transformation made by the script (geomTransf) holds type and options; a member makes its own copy
 * of geometry from it with transform_place(). History as for materials (only Corotational in space needs any).
 */
#pragma once

#include "base/args.h"
#include "base/base.h"
#include "base/param.h"

#include <stdbool.h>

struct model;
struct node;

struct transform {            /* as the script gave it */
	int tag;
	const struct transform_ops *ops;
	double vecxz[3];
	bool has_vecxz;
	double offset_i[3], offset_j[3]; /* rigid joint offsets, global axes */
};

struct frame {                /* placed between two nodes; part of a member's private struct */
	const struct transform_ops *ops;
	int ndm;                  /* 2 or 3 */
	double x_i[3], x_j[3];    /* node coordinates */
	double offset_i[3], offset_j[3];
	bool offsets;             /* any of them non-zero */
	double length;            /* between the ends of the flexible part, undeformed */
	double axis[3][3];        /* local x, y, z as rows, undeformed */
};

struct transform_ops {
	const char *name, *brief, *cite;   /* "Linear", "PDelta", "Corotational" */
	bool linear;                       /* forces are linear in u when the basic law is */
	bool finite;                       /* rigid motions of any size give no deformation */
	bool inexact;                      /* stiff() leaves out terms that vanish at u = 0 (the file says which) */
	int (*nstate)(const struct frame *f);                  /* NULL: none */
	void (*start)(const struct frame *f, double *h);       /* NULL: zeros */
	/* Basic deformations of end displacements u (6 or 12, global). May write ht. */
	void (*deform)(const struct frame *f, const double *hc, double *ht, const double *u, double *ret_basic) RT;
	/* End forces in global axes from basic forces q and local end reactions of member loads p0
	 * (plane: axial i, shear y i, shear y j; space: axial i, y i, y j, z i, z j); p0 may be NULL. After deform() with the same u. */
	void (*force)(const struct frame *f, const double *ht, const double *u, const double *q, const double *p0, double *ret_force) RT;
	/* Global tangent (ndof x ndof, row-major) from basic stiffness kb and basic forces q (geometric part). After deform(). */
	void (*stiff)(const struct frame *f, const double *ht, const double *u, const double *kb, const double *q, double *ret_k) RT;
};

/* All rows; one by its name, NULL: none. */
extern const struct transform_ops *const transform_table[];
const struct transform_ops *transform_find(const char *name);

/* geomTransf Type tag <vecxz> <-jntOffset ...>: a stands before the tag. */
int transform_build(struct model *m, const struct transform_ops *ops, struct args *a, struct err *e) MUST_CHECK;

/* Geometry of a member between two nodes; refuses zero length, a missing or parallel vecxz, naming object and nodes. */
int transform_place(struct frame *ret_f, const struct transform *t, const struct node *i, const struct node *j, int ndm,
	const char *object, struct err *e) MUST_CHECK;

/* Global from local without any displacement: local end matrices (6x6 or 12x12) turned to global, joint offsets included. For mass matrices. */
void frame_turn(const struct frame *f, const double *local, double *ret_global) RT;
/* End displacements of the flexible part in local axes, from those of the nodes (joint offsets turn linearly), and the
 * transpose: forces at the nodes in global axes from local end forces. 6 or 12 numbers each. */
void frame_local(const struct frame *f, const double *u, double *ret_local) RT;
void frame_global(const struct frame *f, const double *local, double *ret_global) RT;
/* Basic deformations of small local end displacements, and the matrix (3 x 6 or 6 x 12) that gives them. */
void frame_basic(const struct frame *f, const double *local, double *ret_basic) RT;
void frame_basic_matrix(const struct frame *f, double *ret_t) RT;
/* Local end forces (6: N V M; 12: N Vy Vz T My Mz per end) from q and p0, for the response localForce. */
void frame_local_force(const struct frame *f, const double *q, const double *p0, double *ret_force) RT;
