/* Behind an analysis, for no plug-in: where the looped elements of a problem meet its linear part.
 *
 *   z = B' u,   force on the unknowns B phi;   m coordinates z, of two kinds:
 *     unknowns       that an element touches: a column of B is a unit vector
 *     deformations   e = b' u of an element whose force is sum b_i q_i(e, e') with constant b_i (element_ops.basis: trusses, springs); b of length 1
 *
 * A brace between two joints of a plane frame has one deformation and touches six unknowns; sixty of them make an interface of 60 instead of 351. Elements that
 * hang together (share unknowns) stand there with their deformations where these are fewer, else with their unknowns; specimens, and elements that prescribed
 * motions reach or whose damping follows their tangent, with their unknowns always.
 *
 * An element with deformations is asked by its law (element_ops.law), from e - e_0, the deformations that it counts from. Where somebody wants to know more
 * than the law says it stands at u = P (e - e_0), P = R'(R R')^-1 with its rows R of b: any other displacements of the same deformations would give the
 * same answers; its tangent is P' k P.
 *
 * Memory: the arena given. One thread at a time.
 */
#pragma once

#include "equations/core.h"
#include "equations/port.h"

enum { MOTION_KINDS = 3 };       /* u, v, a */

/* One entry of an element's matrix in those of the interface. */
struct interface_place { int to, from; double coef; };

struct interface_element {
	const struct view *v;        /* borrowed: core */
	int n, first;                /* deformations, and the coordinate that is the first of them; 0: it stands at unknowns */
	double *p;                   /* ndof x n. owned: arena, as all below */
	double *zero;                /* n: the deformations that it counts from */
	double *length;              /* n: of b_i before it was 1: coordinates times it are what the element's own law is in */
	double *damp;                /* n x n: constant damping that is not in the linear part */
	struct interface_place *place;
	int nplace;
};

struct interface {
	struct problem_core *c;      /* borrowed */
	struct port port;
	int m, nunknown;             /* coordinates; the first are unknowns */
	int *at;                     /* m: the unknown; -1: a deformation */
	struct interface_element *element;
	int nelement;                /* the looped ones, in their order */
	int *row, *column;           /* entries of a row of the matrices below: m + 1, and nnz */
	int nnz;
	double *k0, *c0;             /* nnz: virgin stiffness and damping that the linear part has of the looped elements */
	double *k, *damp;            /* one element's matrices in its coordinates, and work */
};

/* Of the problem c. shift: the linear part has virgin stiffness and damping of the looped elements, else nothing of them. */
int interface_make(struct interface *x, struct problem_core *c, bool shift, struct arena *mem, struct err *e) MUST_CHECK;
/* How many coordinates there would be. */
int interface_size(const struct problem_core *c, bool shift);
/* A looped element; NULL: it is not looped. */
const struct interface_element *interface_find(const struct interface *x, const struct view *v) RT;

/* Forces r of all looped elements at z (u, v, a; m each). Their trial histories follow. ERR_NONFINITE. */
int interface_ask(struct interface *x, double *const z[MOTION_KINDS], double *ret_r) RT;
/* K0 u + C0 v of theirs as the linear part has them: with the constant damping that elements with deformations are asked without. */
void interface_virgin_force(const struct interface *x, const double *u, const double *v, double *ret_r);
/* Their tangents at z, where they were asked last, nnz numbers each; seen: u of the last commit; initial: stiffness of virgin elements. */
int interface_tangents(struct interface *x, double *const z[MOTION_KINDS], const double *seen, bool initial, double *ret_k, double *ret_c) RT;
/* The displacements that stand for deformations u, v and, before them, uc, of an element: el_u, el_v, el_uc of the core. */
void interface_displace(const struct interface *x, const struct interface_element *el, const double *u, const double *v, const double *uc) RT;

/* Between the files interface*.c. */
struct interface_choice {
	bool *unknown;               /* n: it is a coordinate */
	int *count;                  /* nlooped: deformations of an element that are; 0: it stands at unknowns */
	int m, nunknown, entries;    /* coordinates, of these unknowns; entries of B, at most */
};
int interface_choose(const struct problem_core *c, bool shift, struct arena *mem, struct interface_choice *ret) MUST_CHECK;
/* all += stiffness and damping of an element, in its own coordinates. */
void interface_add(const struct interface_element *el, const double *k, const double *c, double *all_k, double *all_c) RT;
