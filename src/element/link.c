/* Geometry of two-node links. */
#include "element/link.h"

int link_direction(int word, int ndm, const char *object, int *ret_dir, struct err *e)
{
	static const int map[4][7] = {
		[1] = { -1, 0, -1, -1, -1, -1, -1 },
		[2] = { -1, 0, 1, 5, -1, -1, 5 },
		[3] = { -1, 0, 1, 2, 3, 4, 5 },
	};
	static const char *const allowed[4] = { [1] = "1", [2] = "1, 2, and 3 or 6 for the rotation", [3] = "1 to 6" };
	int dir = word >= 1 && word <= 6 ? map[ndm][word] : -1;
	if (dir < 0) {
		int code = err_set(e, ERR_RANGE, object, "no such direction with -ndm %d", ndm);
		err_value(e, "%d", word);
		err_allowed(e, "%s", allowed[ndm]);
		return code;
	}
	*ret_dir = dir;
	return 0;
}

int link_nodes(struct link *l, const struct element *el, int ndm, const char *object, struct err *e)
{
	double span[3];
	int need = ndm;
	l->ndm = ndm;
	l->ndf_i = el->node[0]->ndf;
	l->ndf_j = el->node[1]->ndf;
	l->ndof = l->ndf_i + l->ndf_j;
	l->length = element_span(el, span);
	l->axial = -1;
	for (int i = 0; i < l->n; i++) {
		if (l->dir[i] >= 3)
			need = ndm == 2 ? 3 : 6;
		if (l->dir[i] == 0)
			l->axial = i;
	}
	return element_need_ndf(el, need, false, object, e);
}

int link_orient(struct link *l, const struct element *el, const double *x, const double *y, const char *object, struct err *e)
{
	double along[3], across[3] = { 0.0, 1.0, 0.0 };
	if (l->ndm == 1 || !(element_span(el, along) > 0.0))
		memcpy(along, (const double[]){ 1.0, 0.0, 0.0 }, sizeof along);
	if (x && l->ndm > 1)
		memcpy(along, x, sizeof along);
	if (l->ndm == 2) {
		memcpy(across, (const double[]){ -along[1], along[0], 0.0 }, sizeof across);
	} else if (l->ndm == 3 && y) {
		memcpy(across, y, sizeof across);
	} else if (along[0] == 0.0 && along[2] == 0.0) {
		across[0] = along[1] > 0.0 ? -1.0 : 1.0;
		across[1] = 0.0;
	}
	return element_axes(along, across, l->axis, object, e);
}

/* Adds s times the local freedom d of a node to a vector over the element's freedoms; nothing when the node has none. */
static void add_local(const struct link *l, int node, int d, double s, double *x)
{
	int at = node == 0 ? 0 : l->ndf_i, ndf = node == 0 ? l->ndf_i : l->ndf_j;
	if (d < 3) {
		for (int k = 0; k < l->ndm; k++)
			x[at + k] += s * l->axis[d][k];
	} else if (l->ndm == 2) {
		if (ndf >= 3 && d == 5)
			x[at + 2] += s * l->axis[2][2];
	} else if (l->ndm == 3 && ndf >= 6) {
		for (int k = 0; k < 3; k++)
			x[at + 3 + k] += s * l->axis[d - 3][k];
	}
}

int link_rows(struct link *l, double share_y, double share_z, struct arena *mem, const char *object, struct err *e)
{
	l->row = ARENA_ARRAY(mem, (size_t)(l->n * l->ndof), double);
	if (!l->row)
		return err_set(e, ERR_MEMORY, object, "out of memory");
	for (int i = 0; i < l->n; i++) {
		double *row = l->row + i * l->ndof;
		add_local(l, 0, l->dir[i], -1.0, row);
		add_local(l, 1, l->dir[i], 1.0, row);
		if (l->dir[i] == 1) {
			add_local(l, 0, 5, -share_y * l->length, row);
			add_local(l, 1, 5, -(1.0 - share_y) * l->length, row);
		} else if (l->dir[i] == 2) {
			add_local(l, 0, 4, share_z * l->length, row);
			add_local(l, 1, 4, (1.0 - share_z) * l->length, row);
		}
	}
	return 0;
}

int link_geo(struct link *l, struct arena *mem, const char *object, struct err *e)
{
	l->geo = ARENA_ARRAY(mem, (size_t)(l->ndof * l->ndof), double);
	return l->geo ? 0 : err_set(e, ERR_MEMORY, object, "out of memory");
}

void link_geo_add(struct link *l, int node_to, int to, double by, int node_from, int from)
{
	double force[ELEMENT_DOF_MAX] = { 0 }, moved[ELEMENT_DOF_MAX] = { 0 };
	add_local(l, node_to, to, by, force);
	add_local(l, node_from, from, 1.0, moved);
	for (int i = 0; i < l->ndof; i++)
		for (int j = 0; j < l->ndof; j++)
			l->geo[i * l->ndof + j] += force[i] * moved[j];
}

void link_deform(const struct link *l, const double *u, double *ret_v)
{
	mat_vec(l->n, l->ndof, l->row, u, ret_v);
}

void link_force(const struct link *l, const double *q, const double *u, double *ret_f)
{
	mat_tvec(l->n, l->ndof, l->row, q, ret_f);
	if (!l->geo || l->axial < 0)
		return;
	double extra[ELEMENT_DOF_MAX];
	mat_vec(l->ndof, l->ndof, l->geo, u, extra);
	for (int i = 0; i < l->ndof; i++)
		ret_f[i] += q[l->axial] * extra[i];
}

void link_stiff_geo(const struct link *l, const double *q, double *k)
{
	if (!l->geo || l->axial < 0)
		return;
	for (int i = 0; i < l->ndof * l->ndof; i++)
		k[i] += q[l->axial] * l->geo[i];
}

int link_local(const struct link *l, const double *x, double *ret_local)
{
	static const int order[4][6] = { [1] = { 0 }, [2] = { 0, 1, 5 }, [3] = { 0, 1, 2, 3, 4, 5 } };
	int n = 0;
	for (int node = 0; node < 2; node++) {
		int ndf = node == 0 ? l->ndf_i : l->ndf_j;
		int most = l->ndm == 1 ? 1 : l->ndm == 2 ? (ndf >= 3 ? 3 : 2) : (ndf >= 6 ? 6 : 3);
		for (int d = 0; d < most; d++) {
			double unit[ELEMENT_DOF_MAX] = { 0 };
			add_local(l, node, order[l->ndm][d], 1.0, unit);
			ret_local[n++] = vec_dot(l->ndof, unit, x);
		}
	}
	return n;
}

int link_read_orient(struct args *a, struct link_orientation *ret_o, struct err *e)
{
	struct link_orientation o = { 0 };
	double v[3];
	int code = element_vector(a, "-orient", v, e);
	if (code < 0)
		return code;
	o.has_x = args_more_real(a);
	o.has_y = true;
	memcpy(o.has_x ? o.x : o.y, v, sizeof v);
	if (o.has_x) {
		code = element_vector(a, "-orient", o.y, e);
		if (code < 0)
			return code;
	}
	*ret_o = o;
	return 0;
}

/* Words and P-Delta of twoNodeLink ------------------------------------------------------------------ */

void link_words_begin(struct link_words *w)
{
	w->share[0] = w->share[1] = 0.5;
}

static int read_pdelta(struct link_words *w, struct args *a, int ndm, struct err *e)
{
	for (int i = ndm == 3 ? 0 : 2; i < 4; i++) {
		int code = args_real(a, "-pDelta", range_closed(0.0, 1.0), &w->ratio[i], e);
		if (code < 0)
			return code;
	}
	for (int i = 0; i < 4; i += 2)
		if (w->ratio[i] + w->ratio[i + 1] > 1.0) {
			int code = err_set(e, ERR_RANGE, a->object, "-pDelta ratios of one axis sum to more than 1");
			err_value(e, "%g + %g", w->ratio[i], w->ratio[i + 1]);
			err_allowed(e, "at most 1");
			return code;
		}
	w->pdelta = true;
	return 0;
}

static int read_shares(struct link_words *w, struct args *a, int ndm, struct err *e)
{
	int code = 0;
	for (int i = 0; i < (ndm == 3 ? 2 : 1) && code == 0; i++)
		code = args_real(a, "-shearDist", RANGE_UNIT, &w->share[i], e);
	return code;
}

int link_option(struct link_words *w, struct args *a, int ndm, struct err *e)
{
	int code;
	if (args_accept(a, "-orient"))
		code = link_read_orient(a, &w->orient, e);
	else if (args_accept(a, "-pDelta"))
		code = read_pdelta(w, a, ndm, e);
	else if (args_accept(a, "-shearDist"))
		code = read_shares(w, a, ndm, e);
	else if (args_accept(a, "-mass"))
		code = args_real(a, "-mass", RANGE_NONNEG, &w->mass, e);
	else
		return 0;
	return code < 0 ? code : 1;
}

/* One transverse direction d with moments about `about`: shears where d has a spring, moments where the rotation has one. */
static void add_pdelta(struct link *l, int d, int about, double sign, const double *ratio)
{
	double shear = (1.0 - ratio[0] - ratio[1]) / l->length;
	bool moves = false, turns = false;
	for (int i = 0; i < l->n; i++) {
		moves |= l->dir[i] == d;
		turns |= l->dir[i] == about;
	}
	if (!moves)
		return;
	for (int from = 0; from < 2; from++) {
		double delta = from == 0 ? -1.0 : 1.0;
		link_geo_add(l, 0, d, -shear * delta, from, d);
		link_geo_add(l, 1, d, shear * delta, from, d);
		if (turns) {
			link_geo_add(l, 0, about, sign * ratio[0] * delta, from, d);
			link_geo_add(l, 1, about, sign * ratio[1] * delta, from, d);
		}
	}
}

int link_build(struct link *l, const struct link_words *w, const struct element *el, struct arena *mem, const char *object, struct err *e)
{
	int code = link_rows(l, w->share[0], w->share[1], mem, object, e);
	if (code < 0 || !w->pdelta)
		return code;
	if (!(l->length > 0.0)) {
		code = err_set(e, ERR_GEOMETRY, object, "-pDelta needs a distance between nodes %d and %d", el->node[0]->tag, el->node[1]->tag);
		err_value(e, "length %g", l->length);
		err_allowed(e, "> 0");
		return code;
	}
	code = link_geo(l, mem, object, e);
	if (code < 0)
		return code;
	add_pdelta(l, 1, 5, 1.0, w->ratio + 2);
	add_pdelta(l, 2, 4, -1.0, w->ratio);
	return 0;
}
