/* Points and weights on 0..1, for integrals along members. Set-up time; any thread. */
#pragma once

#include <stdbool.h>

enum { QUADRATURE_MAX = 20 };

enum quadrature { QUADRATURE_LOBATTO, QUADRATURE_LEGENDRE, QUADRATURE_RADAU, QUADRATURE_NEWTON_COTES, QUADRATURE_TRAPEZOIDAL, QUADRATURE_SIMPSON,
	QUADRATURE_RULES };

struct quadrature_rule {
	const char *name;
	int least, most;          /* points */
	bool odd;                 /* their number is odd */
	int (*exact)(int n);      /* degree of the polynomials that n points integrate exactly */
	void (*point)(int n, int i, double *ret_x, double *ret_w);   /* point i of n on -1..1, its weight of 2 in all */
};

/* The row of a rule. */
extern const struct quadrature_rule quadrature_table[QUADRATURE_RULES];

/* May the rule have n points? */
bool quadrature_has(enum quadrature rule, int n);
/* Points in ascending order, weights that add up to 1; n as quadrature_has allows it. */
void quadrature(enum quadrature rule, int n, double *ret_x, double *ret_w);
