/* Elements on any freedoms of any nodes: the words -node and -dof, and vectors and matrices between the listed freedoms and all of the element's. */
#pragma once

#include "element/element_common.h"

struct freedoms {
	int n;                     /* listed */
	int ndof;                  /* of all its nodes */
	int *at;                   /* n: place of each among the element's freedoms; owned: model arena */
};

/* -node n1 n2 .. -dof d .. -dof d ..: one -dof list a node. */
int freedoms_read(struct freedoms *f, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e) MUST_CHECK;
/* The n x n numbers of an option, row by row, which has been accepted. */
int freedoms_matrix(const struct freedoms *f, struct args *a, const char *name, bool symmetric, struct arena *mem, double **ret, struct err *e) MUST_CHECK;

/* The listed values of a vector of the element, and back; of a matrix. What is not listed is zero. */
void freedoms_gather(const struct freedoms *f, const double *all, double *ret_listed) RT;
void freedoms_scatter(const struct freedoms *f, const double *listed, double *ret_all) RT;
void freedoms_spread(const struct freedoms *f, const double *small, double *ret_large) RT;
