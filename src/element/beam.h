/* What members with a geomTransf share: nodes and geometry, loads along them, mass. */
#pragma once

#include "element/element_common.h"

enum { BEAM_LOADS = 10 };       /* p0 then q0: plane 3 + 3, space 5 + 5 */

struct bending { /* in one plane */
	double near, far;           /* kb before release */
	double phi;
	int release;                /* 0 none, 1 end i, 2 end j, 3 both */
};

/* Two nodes with all rotations; refuses models of one dimension. */
int beam_nodes(struct element *el, struct args *a, const struct model *m, struct arena *mem, struct err *e) MUST_CHECK;
/* Reads the transformation's tag, places the frame between the nodes and fills el->nstate and el->nload. */
int beam_place(struct frame *f, struct args *a, struct element *el, const struct model *m, struct err *e) MUST_CHECK;
void beam_start(const struct frame *f, double *h);                               /* virgin history of the transformation */
void beam_initial(const struct frame *f, const double *kb, double *ret_k) RT;    /* basic stiffness in global freedoms, undisplaced */

/* Adds factor x one load along the member to the load numbers; bend: in x-y, in x-z. ERR_RANGE: a point load beside the member. */
int beam_load(const struct frame *f, const struct bending *bend, const struct element_load *l, double factor, double *load) RT;
/* q += basic forces of the held member. */
void beam_add_held(const struct frame *f, const double *load, double *q) RT;

/* Mass m of the whole member; gyration: square of the radius in torsion, consistent mass only. */
void beam_mass(const struct frame *f, double m, double gyration, bool consistent, double *ret_m) RT;

/* basicForce(s), localForce(s) and basicDeformation(s) from basic deformations v, forces q and the load numbers: how many, 0 when unknown or too long. */
int beam_response(const struct frame *f, const double *v, const double *q, const double *load, int argc, const char *const *argv, double *ret_x, int max);
/* What its transformation lets a member claim. */
void beam_claim(const struct frame *f, struct element_claims *ret_c);
