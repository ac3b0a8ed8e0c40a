/* Sections made of uncoupled uniaxial materials, one a component. */
#pragma once

#include "plugin.h"

struct section_springs {
	int n;
	const struct material *mat[SECTION_MAX]; /* borrowed: model                     */
	int code[SECTION_MAX];
	int at[SECTION_MAX];                     /* where each history begins           */
	int size;                                /* doubles of history, heads included  */
};

/* Reads one "matTag code" and appends it; refuses a code that is there already, or in the NULL-able other section. */
int section_springs_read(struct section_springs *x, const struct section *other, struct args *a, const struct model *m, struct err *e) MUST_CHECK;
void section_springs_start(const struct section_springs *x, double *h);

/* Stress and tangent of component i at strain e. */
void section_springs_step(const struct section_springs *x, int i, const double *hc, double *ht, double e, double dt, double *ret_s, double *ret_k) RT;
bool section_springs_linear(const struct section_springs *x);
