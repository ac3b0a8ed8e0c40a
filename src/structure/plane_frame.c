/* Plane frame: columns and beams that bend, three freedoms a node; braces, walls of trusses and a stiff core where asked for.
 *
 *     |___|___|___|      Line i of the grid stands at x = i width, node k = i. Columns, beams: elasticBeamColumn, linear geometry; every beam has a node at
 *     |___|___|___|      each end only. Braces: two trusses crossing in a bay. Walls: see frame_parts.h. Core: the columns on the lines of the middle bays
 *     |   |   |   |      and the beams between them, stiffer by a factor.
 *
 * Mass: -lineMass per length of floor, at the nodes by their share of the bays beside them, in both directions; about the node -gyration^2 times that.
 */
#include "structure/frame_parts.h"

enum { COLUMNS, BEAMS, BRACES, WALLS };

struct plane_frame {
	struct structure_words words;
	struct frame_parts parts;
	int bays;
	double width, line_mass, gyration;
	struct member column[2], beam[2];    /* ordinary, core */
	struct frame_wall wall;
};

static const char *const groups[] = { [COLUMNS] = "columns", [BEAMS] = "beams", [BRACES] = "braces", [WALLS] = "walls", NULL };

static const struct param params[] = {
	{ "bays", PARAM_INT, offsetof(struct plane_frame, bays), true, 0, { 1, 100000, false, false }, "number of bays" },
	{ "storeys", PARAM_INT, offsetof(struct plane_frame, words.storeys), true, 0, { 1, 10000000, false, false },
	  "number of storeys; each has 3 (bays + 1) freedoms" },
	{ "-width", PARAM_REAL, offsetof(struct plane_frame, width), false, 6, RANGE_POSITIVE, "of a bay [length]" },
	{ "-lineMass", PARAM_REAL, offsetof(struct plane_frame, line_mass), false, 4.8, RANGE_POSITIVE, "mass of a floor per length [mass/length]" },
	{ "-gyration", PARAM_REAL, offsetof(struct plane_frame, gyration), false, 0, RANGE_NONNEG, "radius of gyration of a node's mass [length]" },
	FRAME_PARAMS(struct plane_frame),
	STRUCTURE_PARAMS(struct plane_frame, 3.5),
};

static int count(const void *self, int *ret_nodes, int *ret_per, struct err *e)
{
	const struct plane_frame *f = self;
	int code = frame_check(&f->parts, "generate PlaneFrame", f->bays, e);

	if (code < 0)
		return code;
	*ret_nodes = f->bays + 1;
	ret_per[COLUMNS] = f->bays + 1;
	ret_per[BEAMS] = f->bays;
	ret_per[BRACES] = 2 * f->parts.braces;
	ret_per[WALLS] = f->parts.walls * frame_wall_count(f->width, f->words.height);
	return 0;
}

static int make_member(const struct plane_frame *f, struct maker *k, struct member *kind, double area, double i, int axes, struct err *e)
{
	int code = member_begin(kind, "elasticBeamColumn", e);

	if (code == 0)
		code = member_real(k, kind, area, e);
	if (code == 0)
		code = member_real(k, kind, f->parts.e, e);
	if (code == 0)
		code = member_real(k, kind, i, e);
	return code ? code : member_int(k, kind, axes, e);
}

static int begin(void *self, struct maker *k, struct err *e)
{
	struct plane_frame *f = self;
	const struct frame_parts *p = &f->parts;
	int axes, law, code = maker_axes(k, NULL, &axes, e);

	for (int c = 0; c < 2 && code == 0; c++) {
		double factor = c ? p->core_factor : 1.0;

		code = make_member(f, k, &f->column[c], factor * p->column_a, factor * p->column_i, axes, e);
		if (code == 0)
			code = make_member(f, k, &f->beam[c], factor * p->beam_a, factor * p->beam_i, axes, e);
	}
	if (code == 0)
		code = frame_braces(&f->parts, k, e);
	if (code == 0 && p->walls)
		code = maker_law(k, p->wall_e, 0.0, 0.0, &law, e);
	return code || !p->walls ? code : frame_wall(p, k, law, f->width, f->words.height, &f->wall, e);
}

static int level(const void *self, struct maker *k, int at, struct err *e)
{
	const struct plane_frame *f = self;
	int code = 0;

	for (int i = 0; i <= f->bays && code == 0; i++) {
		double m = f->line_mass * f->width * (i == 0 || i == f->bays ? 0.5 : 1.0);
		double x[3] = { i * f->width, at * f->words.height }, mass[3] = { m, m, m * f->gyration * f->gyration };

		code = maker_node(k, x, mass, e);
	}
	return code;
}

static int frame_members(const struct plane_frame *f, struct maker *k, int group, int at, struct err *e)
{
	int core = f->parts.core, code = 0;

	for (int i = 0; i <= f->bays && group == COLUMNS && code == 0; i++)
		code = maker_join(k, &f->column[frame_in_middle(f->bays, core, i)], at - 1, i, at, i, e);
	for (int i = 0; i < f->bays && group == BEAMS && code == 0; i++)
		code = maker_join(k, &f->beam[frame_in_middle(f->bays, core, i) && frame_in_middle(f->bays, core, i + 1)], at, i, at, i + 1, e);
	return code;
}

static int storey(const void *self, struct maker *k, int group, int at, struct err *e)
{
	const struct plane_frame *f = self;
	int n = group == BRACES ? f->parts.braces : f->parts.walls, first = frame_middle(f->bays, n), code = 0;

	if (group == COLUMNS || group == BEAMS)
		return frame_members(f, k, group, at, e);
	for (int i = first; i < first + n && code == 0; i++)
		code = group == BRACES ? frame_cross(&f->parts.brace, k, at, i, i + 1, e)
		                       : frame_panel(&f->wall, k, at, at == f->words.storeys, i, i + 1, e);
	return code;
}

const struct structure_ops structure_plane_frame = {
	.name = "PlaneFrame",
	.brief = "frame in the plane, three freedoms a node; braces, walls of trusses, a stiff core",
	.cite = "walls: Hrennikoff 1941, doi:10.1115/1.4009129",
	.example = "3 5 | 4 6 -width 5 -braces 2 -braceYield 2.4e5 -core 2 -zeta 0.03 -f1 0.5 -f2 3 | 3 4 -walls 1",
	.params = params,
	.group = groups,
	.ndm = 2,
	.ndf = 3,
	.size = sizeof(struct plane_frame),
	.count = count,
	.begin = begin,
	.level = level,
	.storey = storey,
};
