/* What several elements share: option words, checks of nodes, local axes, answers of materials, symmetric updates. */
#pragma once

#include "plugin.h"

/* Refuses nodes with fewer freedoms than least, or not exactly as many when exact. */
int element_need_ndf(const struct element *el, int least, bool exact, const char *object, struct err *e) MUST_CHECK;

/* The value of a switch such as -doRayleigh or -cMass: 0 or 1 when the next word is a number, else true. */
int element_switch(struct args *a, const char *name, bool *ret_on, struct err *e) MUST_CHECK;

/* Three numbers. */
int element_vector(struct args *a, const char *name, double *ret_x, struct err *e) MUST_CHECK;

/* Distance between the two nodes, and the vector from i to j. */
double element_span(const struct element *el, double *ret_x);

/* Orthonormal axes (rows) from x and a vector in the x-y plane; refuses zero and parallel vectors. */
int element_axes(const double *x, const double *yp, double ret_axis[3][3], const char *object, struct err *e) MUST_CHECK;

/* An answer of a material at history h for words after "material <n>": 0 when unknown or too long. */
int element_material_answer(const double *h, int argc, const char *const *argv, double *ret_x, int max);

/* k += s b b' for n freedoms. */
void element_add_outer(int n, double s, const double *b, double *k) RT;

/* Mass m on the first ndm freedoms of each of two nodes with the given ndf: lumped halves or the consistent matrix (1/3, 1/6). */
void element_bar_mass(int ndm, int ndf_i, int ndf_j, double m, bool consistent, double *ret_m) RT;
