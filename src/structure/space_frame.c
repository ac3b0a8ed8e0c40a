/* Space frame: a building on a rectangular grid, six freedoms a node; braces in the facades, a box of walls of trusses and a stiff core where asked for.
 *
 *    y                Node of a level on lines ix, iy of the grid: k = iy (baysX + 1) + ix, at x = ix widthX, y = iy widthY. Columns are alike about both
 *    |_|_|_|_|        axes; beams bend upright with beamI, sideways with beamIside. Braces cross in the middle bays of all four facades. Walls enclose the
 *    |_|#|#|_|        middle bays (#), on the four planes of their border. Core: columns on, and beams between, the lines of the middle bays, stiffer by a
 *    |_|#|#|_|        factor. Floors are no diaphragms unless the script makes them so (rigidDiaphragm).
 *    |_|_|_|_|__ x
 *
 * Mass: -floorMass per area, at the nodes by their share of the floor, in all three directions; about the axes of the node -gyration^2 times that.
 */
#include "structure/frame_parts.h"

enum { COLUMNS, BEAMS_X, BEAMS_Y, BRACES, WALLS };

struct space_frame {
	struct structure_words words;
	struct frame_parts parts;
	int bays[2];                             /* along x, y */
	double width[2], floor_mass, gyration, g, column_j, beam_side, beam_j;
	struct member column[2], beam[2];        /* ordinary, core */
	struct frame_wall wall[2];               /* of bays along x, y */
};

static const char *const groups[] = { [COLUMNS] = "columns", [BEAMS_X] = "beamsX", [BEAMS_Y] = "beamsY", [BRACES] = "braces", [WALLS] = "walls", NULL };

static const struct param params[] = {
	{ "baysX", PARAM_INT, offsetof(struct space_frame, bays[0]), true, 0, { 1, 10000, false, false }, "number of bays along x" },
	{ "baysY", PARAM_INT, offsetof(struct space_frame, bays[1]), true, 0, { 1, 10000, false, false }, "number of bays along y" },
	{ "storeys", PARAM_INT, offsetof(struct space_frame, words.storeys), true, 0, { 1, 10000000, false, false },
	  "number of storeys; each has 6 (baysX + 1) (baysY + 1) freedoms" },
	{ "-widthX", PARAM_REAL, offsetof(struct space_frame, width[0]), false, 6, RANGE_POSITIVE, "of a bay along x [length]" },
	{ "-widthY", PARAM_REAL, offsetof(struct space_frame, width[1]), false, 6, RANGE_POSITIVE, "of a bay along y [length]" },
	{ "-floorMass", PARAM_REAL, offsetof(struct space_frame, floor_mass), false, 0.8, RANGE_POSITIVE, "mass of a floor per area [mass/length^2]" },
	{ "-gyration", PARAM_REAL, offsetof(struct space_frame, gyration), false, 0, RANGE_NONNEG, "radius of gyration of a node's mass [length]" },
	{ "-G", PARAM_REAL, offsetof(struct space_frame, g), false, 8.1e7, RANGE_POSITIVE, "shear modulus of columns and beams [stress]" },
	{ "-columnJ", PARAM_REAL, offsetof(struct space_frame, column_j), false, 1.1e-3, RANGE_POSITIVE, "torsion constant of a column [length^4]" },
	{ "-beamIside", PARAM_REAL, offsetof(struct space_frame, beam_side), false, 2.14e-5, RANGE_POSITIVE, "of a beam, sideways bending [length^4]" },
	{ "-beamJ", PARAM_REAL, offsetof(struct space_frame, beam_j), false, 8.9e-7, RANGE_POSITIVE, "torsion constant of a beam [length^4]" },
	FRAME_PARAMS(struct space_frame),
	STRUCTURE_PARAMS(struct space_frame, 3.5),
};

static int node_at(const struct space_frame *f, int ix, int iy)
{
	return iy * (f->bays[0] + 1) + ix;
}

static int count(const void *self, int *ret_nodes, int *ret_per, struct err *e)
{
	const struct space_frame *f = self;
	int bx = f->bays[0], by = f->bays[1], code = frame_check(&f->parts, "generate SpaceFrame", bx < by ? bx : by, e);

	if (code < 0)
		return code;
	*ret_nodes = (bx + 1) * (by + 1);
	ret_per[COLUMNS] = (bx + 1) * (by + 1);
	ret_per[BEAMS_X] = bx * (by + 1);
	ret_per[BEAMS_Y] = (bx + 1) * by;
	ret_per[BRACES] = 8 * f->parts.braces;
	for (int d = 0; d < 2; d++)
		ret_per[WALLS] += 2 * f->parts.walls * frame_wall_count(f->width[d], f->words.height);
	return 0;
}

/* Words A E G J Iy Iz transformation: Iy bends in the local x-z plane. With z upright for beams that is upright bending. */
static int make_member(const struct space_frame *f, struct maker *k, struct member *kind, const double section[4], int axes, struct err *e)
{
	const double word[] = { section[0], f->parts.e, f->g, section[1], section[2], section[3] };
	int code = member_begin(kind, "elasticBeamColumn", e);

	for (size_t i = 0; i < COUNT(word) && code == 0; i++)
		code = member_real(k, kind, word[i], e);
	return code < 0 ? code : member_int(k, kind, axes, e);
}

static int make_walls(struct space_frame *f, struct maker *k, struct err *e)
{
	int law, code = f->parts.walls ? maker_law(k, f->parts.wall_e, 0.0, 0.0, &law, e) : 0;

	for (int d = 0; d < 2 && f->parts.walls && code == 0; d++)
		code = frame_wall(&f->parts, k, law, f->width[d], f->words.height, &f->wall[d], e);
	return code;
}

static int begin(void *self, struct maker *k, struct err *e)
{
	static const double along_x[3] = { 1.0, 0.0, 0.0 }, upright[3] = { 0.0, 0.0, 1.0 };
	struct space_frame *f = self;
	const struct frame_parts *p = &f->parts;
	int column_axes, beam_axes, code = maker_axes(k, along_x, &column_axes, e);

	if (code == 0)
		code = maker_axes(k, upright, &beam_axes, e);
	for (int c = 0; c < 2 && code == 0; c++) {
		double x = c ? p->core_factor : 1.0;
		const double column[4] = { x * p->column_a, x * f->column_j, x * p->column_i, x * p->column_i };
		const double beam[4] = { x * p->beam_a, x * f->beam_j, x * p->beam_i, x * f->beam_side };

		code = make_member(f, k, &f->column[c], column, column_axes, e);
		if (code == 0)
			code = make_member(f, k, &f->beam[c], beam, beam_axes, e);
	}
	if (code == 0)
		code = frame_braces(&f->parts, k, e);
	return code < 0 ? code : make_walls(f, k, e);
}

/* A node's share of the bays beside it. */
static double share(int line, int bays)
{
	return line == 0 || line == bays ? 0.5 : 1.0;
}

static int level(const void *self, struct maker *k, int at, struct err *e)
{
	const struct space_frame *f = self;
	int code = 0;

	for (int iy = 0; iy <= f->bays[1]; iy++)
		for (int ix = 0; ix <= f->bays[0] && code == 0; ix++) {
			double x[3] = { ix * f->width[0], iy * f->width[1], at * f->words.height };
			double m = f->floor_mass * f->width[0] * f->width[1] * share(ix, f->bays[0]) * share(iy, f->bays[1]);
			double turn = m * f->gyration * f->gyration, mass[6] = { m, m, m, turn, turn, turn };

			code = maker_node(k, x, mass, e);
		}
	return code;
}

static bool in_core(const struct space_frame *f, int ix, int iy)
{
	return frame_in_middle(f->bays[0], f->parts.core, ix) && frame_in_middle(f->bays[1], f->parts.core, iy);
}

/* Columns (dx = dy = 0), beams along x (dx = 1) or y (dy = 1). */
static int lines(const struct space_frame *f, struct maker *k, int at, int dx, int dy, struct err *e)
{
	bool column = dx + dy == 0;
	int code = 0;

	for (int iy = 0; iy + dy <= f->bays[1]; iy++)
		for (int ix = 0; ix + dx <= f->bays[0] && code == 0; ix++) {
			bool core = in_core(f, ix, iy) && in_core(f, ix + dx, iy + dy);

			code = maker_join(k, column ? &f->column[core] : &f->beam[core], column ? at - 1 : at, node_at(f, ix, iy), at, node_at(f, ix + dx, iy + dy), e);
		}
	return code;
}

/* n bays in the middle of two planes along direction d, at lines low and high of the other direction. */
static int planes(const struct space_frame *f, struct maker *k, int group, int at, int d, int n, int low, int high, struct err *e)
{
	int first = frame_middle(f->bays[d], n), code = 0;

	for (int side = 0; side < 2; side++)
		for (int i = first; i < first + n && code == 0; i++) {
			int line = side ? high : low;
			int a = d == 0 ? node_at(f, i, line) : node_at(f, line, i), b = d == 0 ? node_at(f, i + 1, line) : node_at(f, line, i + 1);

			code = group == BRACES ? frame_cross(&f->parts.brace, k, at, a, b, e)
			                       : frame_panel(&f->wall[d], k, at, at == f->words.storeys, a, b, e);
		}
	return code;
}

static int storey(const void *self, struct maker *k, int group, int at, struct err *e)
{
	const struct space_frame *f = self;
	int code = 0, n = group == BRACES ? f->parts.braces : f->parts.walls;

	if (group <= BEAMS_Y)
		return lines(f, k, at, group == BEAMS_X, group == BEAMS_Y, e);
	for (int d = 0; d < 2 && code == 0; d++) {
		int across = f->bays[1 - d], border = frame_middle(across, n);

		code = group == BRACES ? planes(f, k, group, at, d, n, 0, across, e) : planes(f, k, group, at, d, n, border, border + n, e);
	}
	return code;
}

const struct structure_ops structure_space_frame = {
	.name = "SpaceFrame",
	.brief = "building on a rectangular grid, six freedoms a node; braces, walls of trusses, a stiff core",
	.cite = "walls: Hrennikoff 1941, doi:10.1115/1.4009129",
	.example = "2 3 4 | 3 3 4 -widthX 5 -braces 1 -braceYield 2.4e5 -core 1 -zeta 0.03 -f1 0.5 -f2 3 | 4 3 3 -walls 2",
	.params = params,
	.group = groups,
	.ndm = 3,
	.ndf = 6,
	.size = sizeof(struct space_frame),
	.count = count,
	.begin = begin,
	.level = level,
	.storey = storey,
};
