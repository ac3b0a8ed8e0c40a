/* Integrations along members: rules of math/quadrature.h, points of the user's own, and hinges at the ends.
 *
 * Hinges of lengths l_i and l_j have points at o l from their end, of weight p l, and take t l of the member; two points of Gauss and Legendre
 * integrate the rest.
 *   HingeMidpoint   o = 1/2       p = 1          t = 1
 *   HingeEndpoint   o = 0         p = 1          t = 1
 *   HingeRadauTwo   o = 0, 2/3    p = 1/4, 3/4   t = 1     Radau's two points in the hinge
 *   HingeRadau      o = 0, 8/3    p = 1, 3       t = 4     the same in four times its length: the end's weight is the hinge
 * M. H. Scott and G. L. Fenves, Plastic hinge integration methods for force-based beam-column elements, J. Struct. Eng. 132 (2006),
 * doi:10.1061/(ASCE)0733-9445(2006)132:2(244).
 */
#include "model/integration.h"

#include "model/model.h"

#include <math.h>
#include <stdio.h>

struct hinge {
	int n;                   /* points at an end */
	double offset[2], weight[2], taken;
	bool inner;              /* the second point has the section of the middle */
};

int integration_count(enum quadrature rule, struct args *a, int *ret_n, struct err *e)
{
	const struct quadrature_rule *r = &quadrature_table[rule];
	int n, code = args_int(a, "number of integration points", r->least, r->most, &n, e);

	if (code == 0 && !quadrature_has(rule, n)) {
		code = err_set(e, ERR_RANGE, a->object, "%s has an odd number of points", r->name);
		err_value(e, "%d", n);
		err_allowed(e, "%d, %d, .. %d", r->least, r->least + 2, r->most);
	}
	if (code == 0)
		*ret_n = n;
	return code;
}

static int read_sections(struct integration *g, int first, int last, struct args *a, const struct model *m, struct err *e)
{
	struct section *s;
	int tag, code = args_tag(a, "secTag", &tag, e);

	if (code == 0)
		code = model_need_section(m, tag, a->object, &s, e);
	for (int i = first; i <= last && code == 0; i++)
		g->section[i] = s;
	return code;
}

/* secTag N */
static int read_rule(struct integration *g, struct args *a, const struct model *m, struct err *e)
{
	enum quadrature rule = (enum quadrature)(g->kind->rule - quadrature_table);
	struct args section = *a;
	int tag, code = args_tag(a, "secTag", &tag, e);

	if (code == 0)
		code = integration_count(rule, a, &g->n, e);
	if (code == 0)
		code = read_sections(g, 0, g->n - 1, &section, m, e);
	if (code == 0)
		quadrature(rule, g->n, g->x, g->w);
	return code;
}

/* N secTag1 .. x1 .. w1 .. */
static int read_own(struct integration *g, struct args *a, const struct model *m, struct err *e)
{
	int code = args_int(a, "N", 1, QUADRATURE_MAX, &g->n, e);
	double sum = 0.0;

	for (int i = 0; i < g->n && code == 0; i++)
		code = read_sections(g, i, i, a, m, e);
	for (int i = 0; i < g->n && code == 0; i++)
		code = args_real(a, "location", RANGE_UNIT, &g->x[i], e);
	for (int i = 0; i < g->n && code == 0; i++) {
		code = args_real(a, "weight", RANGE_ANY, &g->w[i], e);
		sum += code ? 0.0 : g->w[i];
	}
	if (code == 0 && fabs(sum - 1.0) > 0.01) {
		code = err_set(e, ERR_RANGE, a->object, "the weights are shares of the member's length and must add up to 1");
		err_value(e, "%g", sum);
		err_allowed(e, "0.99 to 1.01");
	}
	return code;
}

/* secTagI lpI secTagJ lpJ secTagE */
static int read_hinges(struct integration *g, struct args *a, const struct model *m, struct err *e)
{
	const struct hinge *h = g->kind->hinge;
	int at = h->inner ? 1 : h->n, code = 0;

	g->n = 2 * h->n + 2;
	for (int end = 0; end < 2 && code == 0; end++) {
		code = read_sections(g, end ? g->n - at : 0, end ? g->n - 1 : at - 1, a, m, e);
		if (code == 0)
			code = args_real(a, end ? "lpJ" : "lpI", RANGE_NONNEG, &g->hinge[end], e);
	}
	return code < 0 ? code : read_sections(g, at, g->n - 1 - at, a, m, e);
}

int integration_place(const struct integration *g, double length, const char *object, double *ret_x, double *ret_w, struct err *e)
{
	const struct hinge *h = g->kind->hinge;
	double taken[2], x[2], w[2];

	for (int i = 0; i < g->n && !h; i++) {
		ret_x[i] = g->x[i];
		ret_w[i] = g->w[i];
	}
	if (!h)
		return 0;
	for (int end = 0; end < 2; end++) {
		double share = g->hinge[end] / length;
		taken[end] = h->taken * share;
		for (int k = 0; k < h->n; k++) {
			int i = end ? g->n - 1 - k : k;
			ret_x[i] = end ? 1.0 - h->offset[k] * share : h->offset[k] * share;
			ret_w[i] = h->weight[k] * share;
		}
	}
	if (taken[0] + taken[1] > 1.0) {
		int code = err_set(e, ERR_RANGE, object, "the hinges of beamIntegration %s %d take more than its length", g->kind->name, g->tag);
		err_value(e, "lpI = %g, lpJ = %g", g->hinge[0], g->hinge[1]);
		err_allowed(e, "%g (lpI + lpJ) <= %g", h->taken, length);
		return code;
	}
	quadrature(QUADRATURE_LEGENDRE, 2, x, w);
	for (int k = 0; k < 2; k++) {
		ret_x[h->n + k] = taken[0] + (1.0 - taken[0] - taken[1]) * x[k];
		ret_w[h->n + k] = (1.0 - taken[0] - taken[1]) * w[k];
	}
	return 0;
}

static const struct param rule_params[] = {
	{ .name = "secTag", .kind = PARAM_ROW, .required = true, .help = "the section at every point" },
	{ .name = "N", .kind = PARAM_ROW, .required = true,
	  .help = "points, up to 20: Legendre and Radau from 1, Lobatto and Trapezoidal from 2, NewtonCotes from 2 to 10, CompositeSimpson odd from 3 to 19" },
	{ .name = NULL },
};

static const struct param own_params[] = {
	{ .name = "N", .kind = PARAM_ROW, .required = true, .help = "points, 1 to 20" },
	{ .name = "secTag1 ...", .kind = PARAM_ROW, .required = true, .help = "the section at each of them" },
	{ .name = "loc1 ...", .kind = PARAM_ROW, .required = true, .help = "where they are, 0 (end i) to 1 (end j)" },
	{ .name = "wt1 ...", .kind = PARAM_ROW, .required = true, .help = "shares of the length, 1 in all" },
	{ .name = NULL },
};

static const struct param hinge_params[] = {
	{ .name = "secTagI", .kind = PARAM_ROW, .required = true, .help = "the section of the hinge at end i" },
	{ .name = "lpI", .kind = PARAM_ROW, .required = true, .help = "length of that hinge >= 0 [length]" },
	{ .name = "secTagJ", .kind = PARAM_ROW, .required = true, .help = "the section of the hinge at end j" },
	{ .name = "lpJ", .kind = PARAM_ROW, .required = true, .help = "length of that hinge >= 0 [length]" },
	{ .name = "secTagE", .kind = PARAM_ROW, .required = true, .help = "the section between them" },
	{ .name = NULL },
};

static const struct hinge midpoint = { .n = 1, .offset = { 0.5 }, .weight = { 1.0 }, .taken = 1.0 };
static const struct hinge endpoint = { .n = 1, .offset = { 0.0 }, .weight = { 1.0 }, .taken = 1.0 };
static const struct hinge radau_two = { .n = 2, .offset = { 0.0, 2.0 / 3.0 }, .weight = { 0.25, 0.75 }, .taken = 1.0 };
static const struct hinge radau = { .n = 2, .offset = { 0.0, 8.0 / 3.0 }, .weight = { 1.0, 3.0 }, .taken = 4.0, .inner = true };

#define RULE(which, word, text, words) \
	{ .name = word, .brief = text, .cite = "Abramowitz & Stegun 1964, 25.4", .example = words, .params = rule_params, \
	  .rule = &quadrature_table[which], .read = read_rule }
#define HINGE(word, text, row, degree) \
	{ .name = word, .brief = text, .cite = "Scott & Fenves 2006, doi:10.1061/(ASCE)0733-9445(2006)132:2(244)", .example = "1 0.4 2 0.3 3", \
	  .params = hinge_params, .hinge = row, .exact = degree, .read = read_hinges }

const struct integration_kind integration_table[] = {
	RULE(QUADRATURE_LOBATTO, "Lobatto", "Gauss and Lobatto's points: both ends are among them", "1 5"),
	RULE(QUADRATURE_LEGENDRE, "Legendre", "Gauss and Legendre's points: the most exact, none at the ends", "1 3"),
	RULE(QUADRATURE_RADAU, "Radau", "Gauss and Radau's points: end i is among them", "1 4"),
	RULE(QUADRATURE_NEWTON_COTES, "NewtonCotes", "points at equal distances, both ends among them", "1 6"),
	RULE(QUADRATURE_TRAPEZOIDAL, "Trapezoidal", "trapezoids between points at equal distances", "1 8"),
	RULE(QUADRATURE_SIMPSON, "CompositeSimpson", "parabolas side by side between an odd number of points at equal distances", "1 7"),
	{ .name = "UserDefined", .brief = "points, sections and weights of your own",
	  .example = "3 1 2 1 0.1 0.5 0.9 0.25 0.5 0.25",
	  .params = own_params, .exact = -1, .read = read_own },
	HINGE("HingeMidpoint", "a hinge at each end, its point in its middle", &midpoint, 1),
	HINGE("HingeEndpoint", "a hinge at each end, its point at the end", &endpoint, 0),
	HINGE("HingeRadauTwo", "a hinge at each end with Radau's two points", &radau_two, 2),
	HINGE("HingeRadau", "a hinge at each end, as long as the weight of the end's point", &radau, 2),
	{ .name = NULL },
};

int integration_build(struct model *m, const struct integration_kind *kind, struct args *a, struct err *e)
{
	struct integration *g = ARENA_NEW(&m->arena, struct integration);
	int code;

	if (!g)
		return err_set(e, ERR_MEMORY, a->object, "no memory for an integration");
	if ((code = args_tag(a, "tag", &g->tag, e)) < 0)
		return code;
	snprintf(a->object, sizeof(a->object), "beamIntegration %s %d", kind->name, g->tag);
	g->kind = kind;
	if ((code = kind->read(g, a, m, e)) < 0 || (code = args_end(a, e)) < 0)
		return code;
	return table_add(&m->integrations, g->tag, g, "beamIntegration", &m->arena, e);
}
