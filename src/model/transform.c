/* Geometry of members: local axes, rigid joint offsets, and the linear maps between end and basic quantities.
 *
 * Local x runs from end i to end j of the flexible part. In space local y = vecxz x x, z = x x y; in the plane y is
 * x turned by +90 degrees and z points to the viewer. The freedoms of an end come in blocks of three (plane: ux uy rz;
 * space: ux uy uz and rx ry rz), and every block turns by the same matrix of axes, since the plane's z is (0, 0, 1).
 * A rigid offset o moves the end by u + r x o; the forces at the end give the node the moment o x F.
 *
 *   basic   v = [ux_j - ux_i, rz_i - a, rz_j - a (, ry_i + b, ry_j + b, rx_j - rx_i)],
 *           a = (uy_j - uy_i) / L,  b = (uz_j - uz_i) / L
 */
#include "model/transform.h"

#include "math/dense.h"
#include "model/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int frame_ndof(const struct frame *f)
{
	return f->ndm == 2 ? 6 : 12;
}

/* geomTransf ---------------------------------------------------------------------------------------- */

static int read_numbers(struct args *a, const char *name, int n, double *ret_x, struct err *e)
{
	for (int i = 0; i < n; i++) {
		int code = args_real(a, name, RANGE_ANY, &ret_x[i], e);
		if (code < 0)
			return code;
	}
	return 0;
}

static int read_options(struct transform *t, struct args *a, int ndm, struct err *e)
{
	if (ndm == 3 || args_more_real(a)) {
		int code = read_numbers(a, "vecxz", 3, t->vecxz, e);
		if (code < 0) {
			if (ndm == 3)
				err_hint(e, "a transformation in space needs a vector in its local x-z plane: geomTransf %s tag x y z", t->ops->name);
			return code;
		}
		t->has_vecxz = true;
		if (t->vecxz[0] == 0.0 && t->vecxz[1] == 0.0 && t->vecxz[2] == 0.0) {
			code = err_set(e, ERR_GEOMETRY, a->object, "vecxz must not be zero");
			err_value(e, "0 0 0");
			return code;
		}
	}
	if (args_accept(a, "-jntOffset")) {
		int code = read_numbers(a, "offset at i", ndm, t->offset_i, e);
		if (code < 0)
			return code;
		return read_numbers(a, "offset at j", ndm, t->offset_j, e);
	}
	return 0;
}

int transform_build(struct model *m, const struct transform_ops *ops, struct args *a, struct err *e)
{
	if (m->ndm != 2 && m->ndm != 3) {
		int code = err_set(e, ERR_STATE, a->object, "a member transformation needs a plane or space model");
		err_value(e, "-ndm %d", m->ndm);
		err_allowed(e, "-ndm 2 or -ndm 3");
		return code;
	}
	int tag;
	int code = args_tag(a, "tag", &tag, e);
	if (code < 0)
		return code;
	snprintf(a->object, sizeof a->object, "geomTransf %s %d", ops->name, tag);
	struct transform *t = ARENA_NEW(&m->arena, struct transform);
	if (!t)
		return err_set(e, ERR_MEMORY, a->object, "out of memory");
	t->tag = tag;
	t->ops = ops;
	code = read_options(t, a, m->ndm, e);
	if (code < 0)
		return code;
	code = args_end(a, e);
	if (code < 0)
		return code;
	code = table_add(&m->transforms, tag, t, "geomTransf", &m->arena, e);
	if (code < 0)
		return code;
	m->stamp++;
	return 0;
}

/* Placing ------------------------------------------------------------------------------------------- */

static double normalise(double *x)
{
	double n = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
	if (n > 0.0)
		for (int i = 0; i < 3; i++)
			x[i] /= n;
	return n;
}

static void cross(const double *a, const double *b, double *ret_c)
{
	ret_c[0] = a[1] * b[2] - a[2] * b[1];
	ret_c[1] = a[2] * b[0] - a[0] * b[2];
	ret_c[2] = a[0] * b[1] - a[1] * b[0];
}

/* Local y and z for a given local x; vecxz matters in space only. */
static int place_axes(struct frame *f, const struct transform *t, const char *object, struct err *e)
{
	double *x = f->axis[0], *y = f->axis[1], *z = f->axis[2];
	if (f->ndm == 2) {
		y[0] = -x[1];
		y[1] = x[0];
		z[2] = 1.0;
		return 0;
	}
	double v[3];
	memcpy(v, t->vecxz, sizeof v);
	normalise(v);
	cross(v, x, y);
	if (!t->has_vecxz || normalise(y) < 1e-10) {
		int code = err_set(e, ERR_GEOMETRY, object, "vecxz of geomTransf %d is %s", t->tag, t->has_vecxz ? "parallel to the member" : "missing");
		err_value(e, "vecxz %g %g %g, axis %g %g %g", t->vecxz[0], t->vecxz[1], t->vecxz[2], x[0], x[1], x[2]);
		err_hint(e, "give a vector that spans the local x-z plane with the member's axis");
		return code;
	}
	cross(x, y, z);
	return 0;
}

int transform_place(struct frame *ret_f, const struct transform *t, const struct node *i, const struct node *j, int ndm, const char *object, struct err *e)
{
	struct frame f = { .ops = t->ops, .ndm = ndm };
	for (int k = 0; k < 3; k++) {
		f.x_i[k] = i->x[k];
		f.x_j[k] = j->x[k];
		f.offset_i[k] = t->offset_i[k];
		f.offset_j[k] = t->offset_j[k];
		f.offsets = f.offsets || f.offset_i[k] != 0.0 || f.offset_j[k] != 0.0;
		f.axis[0][k] = (j->x[k] + t->offset_j[k]) - (i->x[k] + t->offset_i[k]);
	}
	f.length = normalise(f.axis[0]);
	if (!(f.length > 0.0)) {
		int code = err_set(e, ERR_GEOMETRY, object, "zero length between nodes %d and %d", i->tag, j->tag);
		err_value(e, "length %g", f.length);
		err_allowed(e, "> 0");
		err_hint(e, f.offsets ? "check the coordinates and the joint offsets" : "check the coordinates, or use zeroLength");
		return code;
	}
	int code = place_axes(&f, t, object, e);
	if (code < 0)
		return code;
	*ret_f = f;
	return 0;
}

/* Maps ---------------------------------------------------------------------------------------------- */

/* Adds r x o to the translations of one end. */
static void offset_move(int ndm, const double *o, const double *u, double *x)
{
	if (ndm == 2) {
		x[0] -= u[2] * o[1];
		x[1] += u[2] * o[0];
		return;
	}
	double d[3];
	cross(u + 3, o, d);
	for (int k = 0; k < 3; k++)
		x[k] += d[k];
}

/* Adds the moment o x F of the forces of one end. */
static void offset_moment(int ndm, const double *o, double *f)
{
	if (ndm == 2) {
		f[2] += o[0] * f[1] - o[1] * f[0];
		return;
	}
	double m[3];
	cross(o, f, m);
	for (int k = 0; k < 3; k++)
		f[3 + k] += m[k];
}

void frame_local(const struct frame *f, const double *u, double *ret_local)
{
	int n = frame_ndof(f);
	double x[12];
	memcpy(x, u, (size_t)n * sizeof *x);
	if (f->offsets) {
		offset_move(f->ndm, f->offset_i, u, x);
		offset_move(f->ndm, f->offset_j, u + n / 2, x + n / 2);
	}
	for (int b = 0; b < n; b += 3)
		mat_vec(3, 3, &f->axis[0][0], x + b, ret_local + b);
}

void frame_global(const struct frame *f, const double *local, double *ret_global)
{
	int n = frame_ndof(f);
	double x[12];
	for (int b = 0; b < n; b += 3)
		mat_tvec(3, 3, &f->axis[0][0], local + b, x + b);
	if (f->offsets) {
		offset_moment(f->ndm, f->offset_i, x);
		offset_moment(f->ndm, f->offset_j, x + n / 2);
	}
	memcpy(ret_global, x, (size_t)n * sizeof *x);
}

/* One 3 x 3 block: R' K R in place. */
static void turn_block(const double r[3][3], double *k, int n)
{
	double t[3][3];
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			t[i][j] = k[i * n] * r[0][j] + k[i * n + 1] * r[1][j] + k[i * n + 2] * r[2][j];
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			k[i * n + j] = r[0][i] * t[0][j] + r[1][i] * t[1][j] + r[2][i] * t[2][j];
}

/* K := W' K W, where W moves the ends by the offsets: first every row as displacements, then every column as forces. */
static void turn_offsets(const struct frame *f, int n, double *k)
{
	int half = n / 2;
	double col[12];
	for (int i = 0; i < n; i++) {
		offset_moment(f->ndm, f->offset_i, k + i * n);
		offset_moment(f->ndm, f->offset_j, k + i * n + half);
	}
	for (int j = 0; j < n; j++) {
		for (int i = 0; i < n; i++)
			col[i] = k[i * n + j];
		offset_moment(f->ndm, f->offset_i, col);
		offset_moment(f->ndm, f->offset_j, col + half);
		for (int i = 0; i < n; i++)
			k[i * n + j] = col[i];
	}
}

void frame_turn(const struct frame *f, const double *local, double *ret_global)
{
	int n = frame_ndof(f);
	memmove(ret_global, local, (size_t)(n * n) * sizeof *local);
	for (int i = 0; i < n; i += 3)
		for (int j = 0; j < n; j += 3)
			turn_block(f->axis, ret_global + i * n + j, n);
	if (f->offsets)
		turn_offsets(f, n, ret_global);
}

void frame_basic(const struct frame *f, const double *local, double *ret_basic)
{
	if (f->ndm == 2) {
		double a = (local[4] - local[1]) / f->length;
		ret_basic[0] = local[3] - local[0];
		ret_basic[1] = local[2] - a;
		ret_basic[2] = local[5] - a;
		return;
	}
	double a = (local[7] - local[1]) / f->length, b = (local[8] - local[2]) / f->length;
	ret_basic[0] = local[6] - local[0];
	ret_basic[1] = local[5] - a;
	ret_basic[2] = local[11] - a;
	ret_basic[3] = local[4] + b;
	ret_basic[4] = local[10] + b;
	ret_basic[5] = local[9] - local[3];
}

void frame_basic_matrix(const struct frame *f, double *ret_t)
{
	int n = frame_ndof(f), nb = n / 2;
	double unit[12] = { 0 }, v[6];
	for (int j = 0; j < n; j++) {
		unit[j] = 1.0;
		frame_basic(f, unit, v);
		unit[j] = 0.0;
		for (int i = 0; i < nb; i++)
			ret_t[i * n + j] = v[i];
	}
}

void frame_local_force(const struct frame *f, const double *q, const double *p0, double *ret_force)
{
	double vy = (q[1] + q[2]) / f->length;
	if (f->ndm == 2) {
		const double force[6] = { -q[0], vy, q[1], q[0], -vy, q[2] };
		memcpy(ret_force, force, sizeof force);
		if (p0) {
			ret_force[0] += p0[0];
			ret_force[1] += p0[1];
			ret_force[4] += p0[2];
		}
		return;
	}
	double vz = -(q[3] + q[4]) / f->length;
	const double force[12] = { -q[0], vy, vz, -q[5], q[3], q[1], q[0], -vy, -vz, q[5], q[4], q[2] };
	memcpy(ret_force, force, sizeof force);
	if (p0) {
		ret_force[0] += p0[0];
		ret_force[1] += p0[1];
		ret_force[7] += p0[2];
		ret_force[2] += p0[3];
		ret_force[8] += p0[4];
	}
}
