/* Truss tower: a slender lattice of cells x cells cells on every level, all members trusses, three freedoms a node.
 *
 *        4-----3      Between two levels: legs, and in every vertical face of a cell two crossing diagonals. In every level but the ground: horizontals,
 *       /|\   /|      and two crossing diagonals in the plan of each cell. So every cell is rigid in itself, and the response is the same
 *      / | \ / |      along x and y. Nodes of a level are numbered along x, then y: k = iy (cells + 1) + ix.
 *     1-----2  |
 *
 * A level has 3 (cells + 1)^2 freedoms and couples only with its neighbours, so that the bandwidth is small whatever the height. A tower of one cell
 * with legs A_l and diagonals A_d bends and shears like a beam with (legs alone; the diagonals add to EI as they are stiffer)
 *   EI = E A_l w^2,   GA = 4 E A_d w^2 h / (w^2 + h^2)^(3/2).
 * Mass: of the members by their density, half at each end, and what -nodeMass adds at each node.
 *
 * A very slender tower is a badly conditioned structure, whatever the program: the ratio of the stiffness of a cell to that of the whole cantilever grows
 * with the cube of the number of storeys. Inertia takes that away in time integration; statics and modes lose digits from some thousand storeys on.
 */
#include "model/structure.h"
#include "plugin.h"

enum { LEGS, HORIZONTALS, DIAGONALS, PLAN };

struct truss_tower {
	struct structure_words words;
	int cells;
	double width, e, leg, horizontal, diagonal, plan, density, node_mass, yield, hardening;
	struct member kind[4];
};

static const char *const groups[] = { [LEGS] = "legs", [HORIZONTALS] = "horizontals", [DIAGONALS] = "diagonals", [PLAN] = "plan", NULL };

static const struct param params[] = {
	{ "storeys", PARAM_INT, offsetof(struct truss_tower, words.storeys), true, 0, { 1, 10000000, false, false },
	  "number of storeys; each has 3 (cells + 1)^2 freedoms" },
	{ "-cells", PARAM_INT, offsetof(struct truss_tower, cells), false, 1, { 1, 1000, false, false }, "cells of a level along x and along y" },
	{ "-width", PARAM_REAL, offsetof(struct truss_tower, width), false, 3.5, RANGE_POSITIVE, "of a cell [length]" },
	{ "-E", PARAM_REAL, offsetof(struct truss_tower, e), false, 2.1e8, RANGE_POSITIVE, "modulus [stress]" },
	{ "-leg", PARAM_REAL, offsetof(struct truss_tower, leg), false, 0.0145, RANGE_POSITIVE, "area of a leg [length^2]" },
	{ "-horizontal", PARAM_REAL, offsetof(struct truss_tower, horizontal), false, 0.0034, RANGE_POSITIVE, "area of a horizontal [length^2]" },
	{ "-diagonal", PARAM_REAL, offsetof(struct truss_tower, diagonal), false, 0.0043, RANGE_POSITIVE, "area of a diagonal in a vertical face [length^2]" },
	{ "-plan", PARAM_REAL, offsetof(struct truss_tower, plan), false, 0.0023, RANGE_POSITIVE, "area of a diagonal in plan [length^2]" },
	{ "-density", PARAM_REAL, offsetof(struct truss_tower, density), false, 7.85, RANGE_NONNEG, "of the members, lumped at their ends [mass/length^3]" },
	{ "-nodeMass", PARAM_REAL, offsetof(struct truss_tower, node_mass), false, 0.1, RANGE_NONNEG, "more mass at every node, in all directions [mass]" },
	{ "-yield", PARAM_REAL, offsetof(struct truss_tower, yield), false, 0, RANGE_NONNEG, "stress at which diagonals yield [stress]; 0: elastic" },
	{ "-hardening", PARAM_REAL, offsetof(struct truss_tower, hardening), false, 0.02, { 0, 1, false, true }, "modulus behind that, as a share" },
	STRUCTURE_PARAMS(struct truss_tower, 3.5),
};

static int count(const void *self, int *ret_nodes, int *ret_per, struct err *e)
{
	const struct truss_tower *t = self;
	int c = t->cells;

	if (!(t->density > 0.0) && !(t->node_mass > 0.0))
		return err_set(e, ERR_ARGUMENT, "generate TrussTower", "the tower has no mass: -density or -nodeMass must be > 0");
	*ret_nodes = (c + 1) * (c + 1);
	ret_per[LEGS] = (c + 1) * (c + 1);
	ret_per[HORIZONTALS] = 2 * c * (c + 1);
	ret_per[DIAGONALS] = 4 * c * (c + 1);
	ret_per[PLAN] = 2 * c * c;
	return 0;
}

static int begin(void *self, struct maker *k, struct err *e)
{
	struct truss_tower *t = self;
	const double area[] = { [LEGS] = t->leg, [HORIZONTALS] = t->horizontal, [DIAGONALS] = t->diagonal, [PLAN] = t->plan };
	int elastic, law, code = maker_law(k, t->e, 0.0, 0.0, &elastic, e);

	law = elastic;
	if (code == 0 && t->yield > 0.0)
		code = maker_law(k, t->e, t->yield, t->hardening, &law, e);
	for (int g = LEGS; g <= PLAN && code == 0; g++)
		code = member_truss(k, &t->kind[g], area[g], g == DIAGONALS ? law : elastic, true, t->density, e);
	return code;
}

static int level(const void *self, struct maker *k, int at, struct err *e)
{
	const struct truss_tower *t = self;
	double mass[3] = { t->node_mass, t->node_mass, t->node_mass };
	int code = 0;

	for (int iy = 0; iy <= t->cells; iy++)
		for (int ix = 0; ix <= t->cells && code == 0; ix++) {
			double x[3] = { ix * t->width, iy * t->width, at * t->words.height };

			code = maker_node(k, x, mass, e);
		}
	return code;
}

/* A face is an edge (i, j) of the plan: a horizontal lies on it, two diagonals stand on it. */
static int edge(const struct truss_tower *t, struct maker *k, int group, int at, int i, int j, struct err *e)
{
	const struct member *kind = &t->kind[group];
	int code;

	if (group == HORIZONTALS)
		return maker_join(k, kind, at, i, at, j, e);
	code = maker_join(k, kind, at - 1, i, at, j, e);
	return code < 0 ? code : maker_join(k, kind, at - 1, j, at, i, e);
}

static int edges(const struct truss_tower *t, struct maker *k, int group, int at, struct err *e)
{
	int c = t->cells, row = c + 1, code = 0;

	for (int iy = 0; iy <= c; iy++)
		for (int ix = 0; ix < c && code == 0; ix++)
			code = edge(t, k, group, at, iy * row + ix, iy * row + ix + 1, e);
	for (int iy = 0; iy < c; iy++)
		for (int ix = 0; ix <= c && code == 0; ix++)
			code = edge(t, k, group, at, iy * row + ix, (iy + 1) * row + ix, e);
	return code;
}

static int storey(const void *self, struct maker *k, int group, int at, struct err *e)
{
	const struct truss_tower *t = self;
	int c = t->cells, row = c + 1, code = 0;

	if (group == HORIZONTALS || group == DIAGONALS)
		return edges(t, k, group, at, e);
	for (int i = 0; i < row * row && group == LEGS && code == 0; i++)
		code = maker_join(k, &t->kind[LEGS], at - 1, i, at, i, e);
	for (int i = 0; i < c * c && group == PLAN && code == 0; i++) {
		int corner = i / c * row + i % c;

		code = maker_join(k, &t->kind[PLAN], at, corner, at, corner + row + 1, e);
		if (code == 0)
			code = maker_join(k, &t->kind[PLAN], at, corner + 1, at, corner + row, e);
	}
	return code;
}

const struct structure_ops structure_truss_tower = {
	.name = "TrussTower",
	.brief = "slender lattice in space, all members trusses; small bandwidth whatever the height",
	.example = "30 | 12 -cells 2 -width 4 -yield 3e5 -zeta 0.02 -f1 1 -f2 5",
	.params = params,
	.group = groups,
	.ndm = 3,
	.ndf = 3,
	.size = sizeof(struct truss_tower),
	.count = count,
	.begin = begin,
	.level = level,
	.storey = storey,
};
