/* Section Fiber: fibres one by one, in patches and in layers.
 *
 * A patch is cut into cells, and each is one fibre at its centroid. The cells of a quadrilateral are those of the bilinear map of a
 * grid, with the area and centroid of a polygon:
 *   2 A = sum (y_i z_j - y_j z_i),   6 A y = sum (y_i + y_j)(y_i z_j - y_j z_i)        (z alike)
 * those of a circle are sectors between two radii, half angle a:
 *   A = a (r2^2 - r1^2),   r = 2/3 (r2^3 - r1^3)/(r2^2 - r1^2) sin(a)/a
 * A layer holds bars of equal area on a line or an arc, the first and the last at its ends (a single bar: in the middle of a line, at the
 * start of an arc). Without angles an arc is the whole circle, whose last bar is one short of the first.
 * F. Taucer, E. Spacone and F. C. Filippou, A fiber beam-column element for seismic response analysis of reinforced concrete structures,
 * UCB/EERC 91-17 (1991).
 */
#include "section/fibres.h"

enum { CUTS_MAX = 10000, NUMBERS_MAX = 8 };

static const double WHOLE = 360.0 * (1.0 + 1e-12);   /* a circle in degrees, with rounding */

static const struct param params[] = {
	{ "-GJ", PARAM_REAL, offsetof(struct fibres, gj), false, 0, RANGE_POSITIVE,
	  "torsional stiffness [force length^2]; required in space, without effect in the plane" },
	{ "-torsion", PARAM_ROW, 0, false, 0, RANGE_ANY, "in its place: tag of a uniaxial material that does not yield, whose stiffness it is" },
	{ "-noCentroid", PARAM_FLAG, offsetof(struct fibres, fixed), false, 0, RANGE_ANY, "axes at y = z = 0 instead of at the centroid" },
	{ "{ fiber yLoc zLoc A matTag }", PARAM_ROW, 0, false, 0, RANGE_ANY, "one fibre of area A > 0; shapes stand in braces, in any number and order" },
	{ "{ patch rect matTag nIJ nJK yI zI yK zK }", PARAM_ROW, 0, false, 0, RANGE_ANY, "rectangle with corners I and K, cut nIJ times along y and nJK along z;"
	  " also rectangular" },
	{ "{ patch quad matTag nIJ nJK yI zI yJ zJ yK zK yL zL }", PARAM_ROW, 0, false, 0, RANGE_ANY,
	  "quadrilateral with corners I J K L in order round it, none within the others; cut along IJ and JK; also quadr, quadrilateral" },
	{ "{ patch circ matTag nCirc nRad yCentre zCentre intRad extRad <startAng endAng> }", PARAM_ROW, 0, false, 0, RANGE_ANY,
	  "sector of a ring, 0 <= intRad < extRad; angles in degrees, from y to z, at most once round, default 0 360; also circular" },
	{ "{ layer straight matTag n A yStart zStart yEnd zEnd }", PARAM_ROW, 0, false, 0, RANGE_ANY, "n bars of area A > 0 each on a line" },
	{ "{ layer circ matTag n A yCentre zCentre radius <startAng endAng> }", PARAM_ROW, 0, false, 0, RANGE_ANY,
	  "n bars on an arc, at most once round, from its start to its end; default the whole circle, 0 to 360 - 360/n" },
	{ 0 },
};

/* What a shape is read and written with. */
struct reader {
	struct fibres *x;
	struct args *a;
	const struct model *m;
	struct arena *mem;
	struct err *e;
	const struct material *mat;
	int cut[2];                  /* cells in two directions; bars in a layer */
	double v[NUMBERS_MAX];
};

static int add(struct reader *r, double y, double z, double area)
{
	return fibres_add(r->x, y, z, area, r->mat, r->a->object, r->mem, r->e);
}

static double radians(double degrees)
{
	return degrees * (3.14159265358979323846 / 180.0);
}

static int refuse(struct reader *r, const char *what, double value, const char *allowed)
{
	int code = err_set(r->e, ERR_RANGE, r->a->object, "%s", what);
	err_value(r->e, "%g", value);
	err_allowed(r->e, "%s", allowed);
	return code;
}

/* Shapes -------------------------------------------------------------------------------------------- */

/* Area and centroid of a polygon of four corners; the area of one that goes round from z to y is negative. */
static double polygon(double p[4][2], double *ret_centre)
{
	double twice = 0.0, c[2] = { 0, 0 };
	for (int i = 0; i < 4; i++) {
		const double *u = p[i], *v = p[(i + 1) % 4];
		double cross = u[0] * v[1] - v[0] * u[1];
		twice += cross;
		for (int d = 0; d < 2; d++)
			c[d] += (u[d] + v[d]) * cross;
	}
	for (int d = 0; d < 2; d++)
		ret_centre[d] = c[d] / (3.0 * twice);
	return 0.5 * twice;
}

/* The point (s, t) of the unit square in the quadrilateral I J K L. */
static void map(const double *corner, double s, double t, double *ret_p)
{
	for (int d = 0; d < 2; d++)
		ret_p[d] = (1.0 - s) * (1.0 - t) * corner[d] + s * (1.0 - t) * corner[2 + d] + s * t * corner[4 + d] + (1.0 - s) * t * corner[6 + d];
}

/* Corners in order lie round all cells in the same direction; where two sides cross, or one corner lies within the other three, some turn over. */
static int cut_quad(struct reader *r, const double *corner)
{
	double way = 0.0;
	int code = 0;
	for (int i = 0; i < r->cut[0]; i++)
		for (int j = 0; j < r->cut[1] && code == 0; j++) {
			double s[2] = { i / (double)r->cut[0], (i + 1) / (double)r->cut[0] }, t[2] = { j / (double)r->cut[1], (j + 1) / (double)r->cut[1] };
			double p[4][2], centre[2];
			map(corner, s[0], t[0], p[0]);
			map(corner, s[1], t[0], p[1]);
			map(corner, s[1], t[1], p[2]);
			map(corner, s[0], t[1], p[3]);
			double area = polygon(p, centre);
			way = way == 0.0 ? copysign(1.0, area) : way;
			code = area * way > 0.0 ? add(r, centre[0], centre[1], fabs(area))
			                        : refuse(r, "a cell of the patch has no area, or is turned over", area, "corners in order round the patch");
		}
	return code;
}

static int patch_rect(struct reader *r)
{
	const double *v = r->v, corner[8] = { v[0], v[1], v[2], v[1], v[2], v[3], v[0], v[3] };
	return cut_quad(r, corner);
}

static int patch_quad(struct reader *r)
{
	return cut_quad(r, r->v);
}

static int patch_circ(struct reader *r)
{
	const double *v = r->v;
	double half = 0.5 * radians(v[5] - v[4]) / r->cut[0];
	int code = 0;
	if (!(v[2] >= 0.0 && v[3] > v[2]))
		return refuse(r, "the outer radius must be larger than the inner one", v[3], "0 <= intRad < extRad");
	if (!(half > 0.0))
		return refuse(r, "the end angle must be larger than the start angle", v[5], "startAng < endAng");
	if (v[5] - v[4] > WHOLE)
		return refuse(r, "the ring goes round more than once", v[5] - v[4], "at most 360 degrees");
	for (int j = 0; j < r->cut[1]; j++) {
		double width = (v[3] - v[2]) / r->cut[1], r1 = v[2] + j * width, r2 = r1 + width, ring = r2 * r2 - r1 * r1;
		double arm = 2.0 / 3.0 * (r2 * r2 * r2 - r1 * r1 * r1) / ring * sin(half) / half;
		for (int i = 0; i < r->cut[0] && code == 0; i++) {
			double angle = radians(v[4]) + (2 * i + 1) * half;
			code = add(r, v[0] + arm * cos(angle), v[1] + arm * sin(angle), half * ring);
		}
	}
	return code;
}

static int layer_straight(struct reader *r)
{
	const double *v = r->v;
	int code = 0, n = r->cut[0];
	for (int i = 0; i < n && code == 0; i++) {
		double part = n > 1 ? i / (double)(n - 1) : 0.5;
		code = add(r, v[1] + part * (v[3] - v[1]), v[2] + part * (v[4] - v[2]), v[0]);
	}
	return code;
}

static int layer_circ(struct reader *r)
{
	const double *v = r->v;
	int code = 0, n = r->cut[0];
	double start = v[4], end = isnan(v[5]) ? 360.0 - 360.0 / n : v[5];
	if (fabs(end - start) > WHOLE)
		return refuse(r, "the bars go round more than once", end - start, "at most 360 degrees");
	for (int i = 0; i < n && code == 0; i++) {
		double angle = radians(start + (n > 1 ? i * (end - start) / (n - 1) : 0.0));
		code = add(r, v[1] + v[3] * cos(angle), v[2] + v[3] * sin(angle), v[0]);
	}
	return code;
}

/* Words --------------------------------------------------------------------------------------------- */

/* command kind matTag, cuts, numbers; area: the first number is one; optional: the last two may be left out, then they are these. */
static const struct shape {
	const char *command, *kind, *also[3];   /* also: other names of the kind, NULL-ended */
	int cuts;
	const char *cut[2];
	int numbers;
	const char *number[NUMBERS_MAX];
	bool area;
	int optional;
	double otherwise[2];
	int (*make)(struct reader *r);
} shape[] = {
	{ "patch", "rect", { "rectangular" }, 2, { "numSubdivIJ", "numSubdivJK" }, 4, { "yI", "zI", "yK", "zK" }, .make = patch_rect },
	{ "patch", "quad", { "quadr", "quadrilateral" }, 2, { "numSubdivIJ", "numSubdivJK" }, 8, { "yI", "zI", "yJ", "zJ", "yK", "zK", "yL", "zL" },
	  .make = patch_quad },
	{ "patch", "circ", { "circular" }, 2, { "numSubdivCirc", "numSubdivRad" }, 6, { "yCentre", "zCentre", "intRad", "extRad", "startAng", "endAng" },
	  .optional = 2, .otherwise = { 0.0, 360.0 }, .make = patch_circ },
	{ "layer", "straight", { NULL }, 1, { "numFiber" }, 5, { "areaFiber", "yStart", "zStart", "yEnd", "zEnd" }, .area = true, .make = layer_straight },
	{ "layer", "circ", { "circular" }, 1, { "numFiber" }, 6, { "areaFiber", "yCentre", "zCentre", "radius", "startAng", "endAng" }, .area = true,
	  .optional = 2, .otherwise = { 0.0, NAN }, .make = layer_circ },
};

static int read_material(struct reader *r)
{
	struct material *mat;
	int tag, code = args_tag(r->a, "matTag", &tag, r->e);
	if (code == 0)
		code = model_need_material(r->m, tag, r->a->object, &mat, r->e);
	if (code == 0)
		r->mat = mat;
	return code;
}

static int read_shape(struct reader *r, const struct shape *s)
{
	int code = read_material(r);
	for (int i = 0; i < s->cuts && code == 0; i++)
		code = args_int(r->a, s->cut[i], 1, CUTS_MAX, &r->cut[i], r->e);
	for (int i = 0; i < s->numbers && code == 0; i++) {
		int left = i - (s->numbers - s->optional);
		if (left == 0 && !args_more_real(r->a)) {
			memcpy(&r->v[i], s->otherwise, sizeof(s->otherwise));
			break;
		}
		code = args_real(r->a, s->number[i], i == 0 && s->area ? RANGE_POSITIVE : RANGE_ANY, &r->v[i], r->e);
	}
	return code < 0 ? code : s->make(r);
}

static int read_fibre(struct reader *r)
{
	static const char *const name[] = { "yLoc", "zLoc", "A" };
	int code = 0;
	for (int i = 0; i < 3 && code == 0; i++)
		code = args_real(r->a, name[i], i == 2 ? RANGE_POSITIVE : RANGE_ANY, &r->v[i], r->e);
	if (code == 0)
		code = read_material(r);
	return code < 0 ? code : add(r, r->v[0], r->v[1], r->v[2]);
}

static int refuse_word(const struct args *a, const char *word, const char *allowed, struct err *e)
{
	int code = err_set(e, ERR_UNKNOWN, a->object, "unknown shape of fibres");
	err_value(e, "%s", word);
	err_allowed(e, "%s", allowed);
	return code;
}

static int read_one(struct reader *r)
{
	const char *command, *kind;
	int code = args_word(r->a, "fiber, patch or layer", &command, r->e);
	if (code < 0)
		return code;
	if (strcmp(command, "fiber") == 0)
		return read_fibre(r);
	if (strcmp(command, "patch") != 0 && strcmp(command, "layer") != 0)
		return refuse_word(r->a, command, "fiber, patch, layer", r->e);
	if ((code = args_word(r->a, "kind of patch or layer", &kind, r->e)) < 0)
		return code;
	for (size_t i = 0; i < COUNT(shape); i++)
		if (strcmp(shape[i].command, command) == 0 && (strcmp(shape[i].kind, kind) == 0 || text_among(kind, shape[i].also)))
			return read_shape(r, &shape[i]);
	return refuse_word(r->a, kind, "patch rect, quad, circ; layer straight, circ", r->e);
}

/* The stiffness of a material in the place of -GJ. */
static int read_torsion(struct fibres *x, struct args *a, const struct model *m, struct err *e)
{
	struct material *mat;
	int tag, code = args_tag(a, "-torsion", &tag, e);
	if (code == 0)
		code = model_need_material(m, tag, a->object, &mat, e);
	if (code < 0)
		return code;
	/* what may stand behind it as well as before */
	x->fixed |= args_accept(a, "-noCentroid");
	if (x->gj > 0.0 || args_accept(a, "-GJ"))
		return err_set(e, ERR_DUPLICATE, a->object, "-GJ and -torsion say the same");
	x->gj = material_initial(mat);
	if (material_linear(mat) && x->gj > 0.0)
		return 0;
	code = err_set(e, ERR_UNSUPPORTED, a->object, "torsion of fibres is linear, and material %d is not, or has no stiffness", tag);
	err_hint(e, "give an Elastic material, or -GJ and a number");
	return code;
}

static int setup(void *self, struct args *a, const struct model *m, struct arena *mem, struct err *e)
{
	struct fibres *x = self;
	struct reader r = { .x = x, .a = a, .m = m, .mem = mem, .e = e };
	int code = args_accept(a, "-torsion") ? read_torsion(x, a, m, e) : 0;
	x->space = m->ndm == 3;
	if (code < 0)
		return code;
	if (x->space && x->gj == 0.0) {
		code = err_set(e, ERR_ARGUMENT, a->object, "a section of a space model needs a torsional stiffness");
		err_hint(e, "give -GJ and a number > 0 before the braces, or -torsion and a material");
		return code;
	}
	while (code == 0 && args_more(a))
		code = read_one(&r);
	return code < 0 ? code : fibres_close(x, a->object, e);
}

static const char *const body[] = { "fiber", "patch", "layer", NULL };

const struct section_ops section_fiber = {
	.name = "Fiber",
	.brief = "plane section of fibres, each with a uniaxial material",
	.cite = "Spacone, Filippou & Taucer 1996, doi:10.1002/(SICI)1096-9845(199607)25:7<711::AID-EQE576>3.0.CO;2-9",
	.example = "-GJ 7 patch quad 2 2 3 -0.5 -0.3 0.5 -0.4 0.6 0.4 -0.4 0.3 layer straight 1 2 0.05 0.4 -0.2 0.4 0.2 fiber -0.3 0.1 0.1 2",
	.params = params,
	.body = body,
	.size = sizeof(struct fibres),
	.setup = setup,
	.codes = fibres_codes,
	.nstate = fibres_nstate,
	.start = fibres_start,
	.respond = fibres_respond,
	.initial = fibres_initial,
	.linear = fibres_linear,
	.response = fibres_response,
};
