/* What accelerated and quasi-Newton algorithms share: which matrix when, and the memory of past increments. */
#pragma once

#include "analysis/integrator_plugin.h"

enum tangent { TANGENT_CURRENT, TANGENT_INITIAL, TANGENT_NONE };

struct tangents {
	enum tangent iterate, increment; /* when the memory is full; at the beginning of a step */
	bool formed;                     /* since setup; TANGENT_NONE forms the first one all the same */
};

/* Reads -iterate and -increment (rows of `table` that are PARAM_ROW) and the table's other options in any order. */
int tangents_parse(struct tangents *t, const struct param *table, void *self, struct args *a, struct err *e) MUST_CHECK;
int tangents_form(struct tangents *t, struct solver *s, enum tangent which, struct err *e) RT;

/* Hall's mixture of the two stiffnesses, and which one a form takes. */
struct hall {
	bool on;
	double initial, current;         /* factors */
};

/* Reads -hall with its two factors, 0.1 and 0.9 without them, and the table's other options in any order. */
int hall_parse(struct hall *h, const struct param *table, void *self, struct args *a, struct err *e) MUST_CHECK;
/* Forms the mixture when it was asked for, else what is said. */
int hall_form(const struct hall *h, struct solver *s, bool initial, struct err *e) RT;

/* The last increments d_j and changes of the residual g_j = r_j - r_{j+1}, oldest first. */
struct pairs {
	int max, n;                      /* room; in use */
	double *d, *g, *rho, *weight;    /* borrowed: run arena */
	double *r;                       /* residual before the last increment; borrowed: run arena */
};

int pairs_setup(struct pairs *m, int max, const struct problem *p, struct arena *run, struct err *e) MUST_CHECK;
/* Remembers the increment dx after which the residual is r; forgets it at once when dx . g is not positive. */
void pairs_add(struct pairs *m, int n, const double *dx, const double *r) RT;
/* x = H r, the inverse of the slot's matrix corrected by all pairs (BFGS, two loops). */
int pairs_increment(struct pairs *m, struct solver *s) RT;

/* A quasi-Newton step with these pairs: formed by `increment` at the start and by `iterate` whenever the pairs are full. */
int pairs_solve(struct pairs *m, struct tangents *t, struct solver *s, struct err *e) RT;
