/* Converters for force control, as far as they belong to a signal path: y = x.
 *
 * KrylovForceConverter and TangentForceConverter carry what a conversion of displacements into forces needs (a stiffness, the size
 * of a subspace, an estimator). The signals themselves pass unchanged, as they do in OpenFresco 2.8; the words are read and checked.
 */
#include "experiment/laboratory.h"
#include "plugin.h"

#include <limits.h>

struct converter {
	int subspace;
	int n;                         /* size of the stiffness */
	double *stiffness;             /* n x n row-major, owned: laboratory's arena */
	const struct tangent *tangent; /* borrowed: laboratory; NULL: none */
};

/* The n x n numbers of -initStif. */
static int stiffness_read(struct converter *c, struct args *a, struct arena *mem, struct err *e)
{
	int n, code = args_list_real(a, "-initStif", RANGE_ANY, 1, mem, &c->stiffness, &n, e);

	if (code)
		return code;
	for (c->n = 1; c->n * c->n < n; c->n++)
		;
	if (c->n * c->n == n)
		return 0;
	err_set(e, ERR_RANGE, a->object, "-initStif is not a square matrix");
	err_value(e, "%d numbers", n);
	err_allowed(e, "n x n numbers, row by row: 1, 4, 9, ...");
	return ERR_RANGE;
}

static int tangent_read(struct converter *c, struct args *a, const struct laboratory *lab, struct err *e)
{
	void *found;
	int tag, code = args_tag(a, "-tangStif", &tag, e);

	if (!code)
		code = laboratory_need(&lab->tangents, "expTangentStiff", tag, a->object, &found, e);
	if (!code)
		c->tangent = found;
	return code;
}

static int missing(const struct args *a, const char *word, struct err *e)
{
	return err_set(e, ERR_ARGUMENT, a->object, "%s is missing", word);
}

static int setup_krylov(void *self, struct args *a, const struct laboratory *lab, struct arena *mem, struct err *e)
{
	struct converter *c = self;

	(void)lab;
	if (!args_accept(a, "-initStif"))
		return args_more(a) ? args_end(a, e) : missing(a, "-initStif Kij", e);
	return stiffness_read(c, a, mem, e);
}

static int setup_tangent(void *self, struct args *a, const struct laboratory *lab, struct arena *mem, struct err *e)
{
	struct converter *c = self;
	int code = 0;

	while (args_more(a) && !code) {
		if (args_accept(a, "-initStif"))
			code = stiffness_read(c, a, mem, e);
		else if (args_accept(a, "-tangStif"))
			code = tangent_read(c, a, lab, e);
		else
			return args_end(a, e);
	}
	if (!code && !c->n)
		return missing(a, "-initStif Kij", e);
	if (!code && !c->tangent)
		return missing(a, "-tangStif tag", e);
	return code;
}

static double apply(const void *self, double *h, double x, double t)
{
	(void)self, (void)h, (void)t;
	return x;
}

static const struct param krylov_params[] = {
	{ .name = "numSubspace", .kind = PARAM_INT, .offset = offsetof(struct converter, subspace), .required = true, .range = { 1, INT_MAX, false, false },
	  .help = "vectors of the subspace" },
	{ .name = "-initStif Kij", .kind = PARAM_ROW, .required = true, .help = "initial stiffness, n x n numbers row by row" },
	{ 0 },
};

static const struct param tangent_params[] = {
	{ .name = "-initStif Kij", .kind = PARAM_ROW, .required = true, .help = "initial stiffness, n x n numbers row by row" },
	{ .name = "-tangStif tag", .kind = PARAM_ROW, .required = true, .help = "the expTangentStiff that follows the stiffness" },
	{ 0 },
};

const struct filter_ops filter_krylov_force_converter = {
	.name = "KrylovForceConverter",
	.brief = "Passes signals unchanged; keeps what a conversion into forces by a Krylov subspace needs",
	.example = "2 -initStif 12.0",
	.params = krylov_params,
	.size = sizeof(struct converter),
	.setup = setup_krylov,
	.apply = apply,
};

const struct filter_ops filter_tangent_force_converter = {
	.name = "TangentForceConverter",
	.brief = "Passes signals unchanged; keeps what a conversion into forces by an estimated stiffness needs",
	.example = "-initStif 12.0 -tangStif 1",
	.params = tangent_params,
	.size = sizeof(struct converter),
	.setup = setup_tangent,
	.apply = apply,
};
