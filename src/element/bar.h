/* The axial member behind truss and corotTruss: what it is made of, its words, mass, law and answers. The two differ in
 * kinematics only: from displacements to strain, and the direction of the force. */
#pragma once

#include "element/element_common.h"

struct bar {
	double area;               /* 0 when made of a section                                    */
	double rho;                /* mass per length                                             */
	bool consistent;           /* consistent mass                                             */
	struct material *material; /* borrowed: model; NULL when made of a section                */
	struct section *section;   /* borrowed: model; NULL when made of a material               */
	int axial;                 /* index of P among the section's components                   */
	int ndm, ndf_i, ndf_j, ndof;
	double length;             /* undeformed                                                  */
	double axis[3];            /* unit vector from i to j, undeformed                         */
};

struct bar_force {
	double n;                  /* axial force                                                 */
	double ea, eta;            /* d n / d strain, d n / d strain rate                         */
};

extern const struct param bar_params[];

/* The slots that both share; self begins with a struct bar. */
int bar_setup(void *self, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e);
void bar_start(const void *self, double *h);
void bar_mass(const void *self, double *ret_m) RT;
bool bar_linear(const void *self);
int bar_response(const void *self, const struct element_io *io, int argc, const char *const *argv, double *ret_x, int max);

/* For setups: sizes, length and axis from the nodes; refuses coincident ones. */
int bar_place(struct bar *b, const struct element *el, const struct model *m, const char *object, struct err *e) MUST_CHECK;

/* Elongation per unit of the element's freedoms in small displacements: -x at i, x at j. */
void bar_row(const struct bar *b, double *ret_row) RT;
/* Current direction e of the displaced axis; returns its length. The elongation without loss of digits. */
double bar_direction(const struct bar *b, const double *u, double *ret_e, double *ret_stretch) RT;
/* The four blocks of a relation between the nodes' relative displacement and force: along e e' + across (1 - e e'). */
void bar_spread(const struct bar *b, double along, double across, const double *e, double *ret_k) RT;

/* The law: strain and its rate to force, writing the trial history. */
struct bar_force bar_law(const struct bar *b, const struct element_io *io, double strain, double rate) RT;
/* The force and moduli that belong to the answer that wrote the history. */
struct bar_force bar_now(const struct bar *b, const double *ht) RT;
double bar_initial_ea(const struct bar *b) RT;
