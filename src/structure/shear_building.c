/* Shear building: a chain of masses, one freedom a storey.
 *
 *   ground |-- k --[ m ]-- k --[ m ] ... [ m ]        storey force V = k (u_s - u_{s-1}), or bilinear from Vy on
 *
 * Without damping its circular frequencies are w_j = 2 sqrt(k / m) sin((2 j - 1) pi / (2 (2 n + 1))), j = 1 ... n.
 *   R. D. Blevins, Formulas for natural frequency and mode shape, Van Nostrand Reinhold 1979, table 6-2.
 * A storey is a truss of area 1 along the only axis, so that its stress is the storey force and its strain the drift ratio.
 */
#include "model/structure.h"
#include "plugin.h"

struct shear_building {
	struct structure_words words;
	double mass, stiffness, yield, hardening;
	struct member storey;
};

static const char *const groups[] = { "storeys", NULL };

static const struct param params[] = {
	{ "storeys", PARAM_INT, offsetof(struct shear_building, words.storeys), true, 0, { 1, 20000000, false, false }, "number of storeys, each a freedom" },
	{ "-mass", PARAM_REAL, offsetof(struct shear_building, mass), false, 100, RANGE_POSITIVE, "mass of a floor [mass]" },
	{ "-stiffness", PARAM_REAL, offsetof(struct shear_building, stiffness), false, 2e5, RANGE_POSITIVE, "of a storey [force/length]" },
	{ "-yield", PARAM_REAL, offsetof(struct shear_building, yield), false, 0, RANGE_NONNEG, "storey force at which it yields [force]; 0: elastic" },
	{ "-hardening", PARAM_REAL, offsetof(struct shear_building, hardening), false, 0.02, { 0, 1, false, true }, "stiffness behind that, as a share" },
	STRUCTURE_PARAMS(struct shear_building, 3.5),
};

static int count(const void *self, int *ret_nodes, int *ret_per, struct err *e)
{
	(void)self, (void)e;
	*ret_nodes = 1;
	ret_per[0] = 1;
	return 0;
}

static int begin(void *self, struct maker *k, struct err *e)
{
	struct shear_building *b = self;
	int law, code = maker_law(k, b->stiffness * b->words.height, b->yield, b->hardening, &law, e);

	return code < 0 ? code : member_truss(k, &b->storey, 1.0, law, true, 0.0, e);
}

static int level(const void *self, struct maker *k, int at, struct err *e)
{
	const struct shear_building *b = self;
	double x[3] = { at * b->words.height };

	return maker_node(k, x, &b->mass, e);
}

static int storey(const void *self, struct maker *k, int group, int at, struct err *e)
{
	const struct shear_building *b = self;

	(void)group;
	return maker_join(k, &b->storey, at - 1, 0, at, 0, e);
}

const struct structure_ops structure_shear_building = {
	.name = "ShearBuilding",
	.brief = "a chain of floors, one freedom a storey; elastic or yielding storeys",
	.cite = "Blevins 1979, Formulas for natural frequency and mode shape, table 6-2",
	.example = "20 | 6 -mass 50 -stiffness 8e4 -yield 400 -zeta 0.03 -f1 1 -f2 6",
	.params = params,
	.group = groups,
	.ndm = 1,
	.ndf = 1,
	.size = sizeof(struct shear_building),
	.count = count,
	.begin = begin,
	.level = level,
	.storey = storey,
};
