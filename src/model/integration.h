/* Integrations along members (beamIntegration): where sections stand, which ones, and with which weight.
 *
 * Points are between 0 (end i) and 1 (end j) of the flexible length, weights are shares of it. Where hinges have a length of their own, in the user's unit of
 * length, both follow from the member's length; the others are the same for every member. An integration belongs to the model and does not change.
 */
#pragma once

#include "base/args.h"
#include "base/base.h"
#include "base/param.h"
#include "math/quadrature.h"

struct model;
struct section;

struct integration {
	int tag;
	const struct integration_kind *kind;  /* its row */
	int n;                                /* points */
	const struct section *section[QUADRATURE_MAX]; /* of each; borrowed: model */
	double x[QUADRATURE_MAX], w[QUADRATURE_MAX];   /* without hinges: final */
	double hinge[2];                      /* with hinges: their lengths at i and j */
};

struct integration_kind {
	const char *name, *brief, *cite, *example;
	const struct param *params;           /* for help */
	const struct quadrature_rule *rule;   /* NULL: none */
	int exact;                            /* degree of polynomials that are integrated exactly where there is no rule; -1: nothing is promised */
	const struct hinge *hinge;            /* NULL: none */
	/* Words behind the tag into g. Set-up: reports. */
	int (*read)(struct integration *g, struct args *a, const struct model *m, struct err *e);
};

/* All rows; the last has no name. */
extern const struct integration_kind integration_table[];

/* The next word as the number of points of a rule. ERR_RANGE with what it may have. */
int integration_count(enum quadrature rule, struct args *a, int *ret_n, struct err *e) MUST_CHECK;

/* beamIntegration Type tag ...: a stands before the tag. ERR_DUPLICATE, ERR_MISSING, ERR_RANGE, ERR_MEMORY with a report. */
int integration_build(struct model *m, const struct integration_kind *kind, struct args *a, struct err *e) MUST_CHECK;
/* Points and weights (g->n each) on a member of this length. ERR_RANGE, with object's name: the hinges are longer than it is. */
int integration_place(const struct integration *g, double length, const char *object, double *ret_x, double *ret_w, struct err *e) MUST_CHECK;
