/* BFGS: a kept matrix, corrected symmetrically by what the increments have shown of the stiffness.
 *
 *   K x = r at the start; then x = H r with H corrected by two ranks an iteration (algorithm_common.c)
 *
 * After `count` iterations the matrix is formed anew.
 * Matthies & Strang 1979, "The solution of nonlinear finite element equations", Int. J. Numer. Methods Eng. 14(11),
 * 1613-1626, doi:10.1002/nme.1620141104.
 */
#include "algorithm/algorithm_common.h"

struct bfgs {
	int count, count_too; /* word; option */
	bool initial, secant; /* options */
	struct tangents tangents;
	struct pairs pairs;
};

static const struct param params[] = {
	{.name = "count", .kind = PARAM_INT, .offset = offsetof(struct bfgs, count), .def = 10, .range = {1.0, 1000.0, false, false},
	 .help = "iterations after which the matrix is formed anew"},
	{.name = "-count", .kind = PARAM_INT, .offset = offsetof(struct bfgs, count_too), .def = 0, .range = {1.0, 1000.0, false, false}, .help = "the same"},
	{.name = "-initial", .kind = PARAM_FLAG, .offset = offsetof(struct bfgs, initial), .help = "initial stiffness"},
	{.name = "-secant", .kind = PARAM_FLAG, .offset = offsetof(struct bfgs, secant), .help = "secant stiffness, for which the tangent stands"},
	{0},
};

static int setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	struct bfgs *b = self;
	enum tangent which = b->initial ? TANGENT_INITIAL : TANGENT_CURRENT;
	b->tangents = (struct tangents){.iterate = which, .increment = which};
	return pairs_setup(&b->pairs, b->count_too ? b->count_too : b->count, p, run, e);
}

static int solve(void *self, struct solver *s, struct err *e)
{
	struct bfgs *b = self;
	return pairs_solve(&b->pairs, &b->tangents, s, e);
}

const struct algorithm_ops algorithm_bfgs = {
	.name = "BFGS",
	.brief = "Quasi-Newton with symmetric corrections of rank two",
	.cite = "Matthies & Strang 1979, doi:10.1002/nme.1620141104",
	.example = "|8|-initial",
	.params = params,
	.size = sizeof(struct bfgs),
	.setup = setup,
	.solve = solve,
};
