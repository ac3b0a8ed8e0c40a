/* Corotational transformation in space.
 *
 * Each node carries a triad R_n = [r1 r2 r3]. Changes of its three rotations between two calls are taken as a spin
 * that turns the triad from the left, R_n := exp(S(d)) R_n (quaternions). Between them lies the mean triad
 * R = H R_I, H half of the rotation R_J R_I' (half its tangent-scaled pseudo-vector). The member's axes are
 *
 *   e1 = (x_J - x_I) / l,   e_k = r_k - (r_k . e1)/2 (e1 + r1),  k = 2, 3      (mid-point rule, second order)
 *
 * and the local rotations at node n, with r the columns of R_n,
 *
 *   2 sin t1 = r2.e3 - r3.e2,   2 sin t2 = r1.e2 - r2.e1,   2 sin t3 = r1.e3 - r3.e1
 *   v = [l - L, t2_I, t2_J, -t3_I, -t3_J, t1_J - t1_I]
 *
 * Variations: d e1 = A d(u_J - u_I), A = (I - e1 e1')/l; d r_k = w x r_k with the mean spin w = (w_I + w_J)/2; so
 * d e_k = D_k A d(u_J - u_I) + B_k w. Let m_i = q_i / (2 cos t_i) and collect what each e_k is multiplied with:
 *
 *   z1 = -m2 r2 - m3 r3,   z2 = m2 r1 - m1 r3,   z3 = m1 r2 + m3 r1       (per node n)
 *
 * Then the moments on node n are sum z_k x e_k, and E_k' (z_k_I + z_k_J) adds to both nodes, E_k = d e_k / d p. The tangent is
 * the variation of these expressions: with S(a) b = a x b
 *
 *   (w_n, w_n): sum S(e_k) S(z_k),   (w_n, p): sum S(z_k) E_k,   (p, w_n) its transpose,   and  d(E_k')  z_k,
 *
 * plus q_i tan t_i T_i' T_i and N A. It is not symmetric away from equilibrium. w is the variation of the mean triad
 * up to terms of the order of the deformations, so T and the tangent hold to their second order.
 * Joint offsets are carried round by their nodes' triads.
 *
 * M. A. Crisfield, A consistent co-rotational formulation for non-linear, three-dimensional, beam-elements,
 * Comput. Methods Appl. Mech. Eng. 81 (1990) 131-150, doi:10.1016/0045-7825(90)90106-V.
 * R. M. de Souza, Force-based finite element for large displacement inelastic analysis of frames, PhD thesis,
 * University of California, Berkeley, 2000.
 */
#include "transform/corotational_space.h"

struct pose {                   /* where the member is */
	double r[2][3][3];      /* nodal triads: [node][k] is r_k */
	double m[3][3];         /* mean triad */
	double e[3][3];         /* member axes */
	double o[2][3];         /* joint offsets, turned */
	double a[3][3];         /* A */
	double l, elong;        /* length, elongation */
	double t[2][3];         /* local rotations */
};

/* Small vectors and quaternions (x, y, z, scalar) --------------------------------------------------- */

static double dot(const double *a, const double *b)
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double *a, const double *b, double *ret_c)
{
	double c[3] = { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
	memcpy(ret_c, c, sizeof c);
}

static void skew(const double *a, double s[3][3])
{
	const double m[3][3] = { { 0.0, -a[2], a[1] }, { a[2], 0.0, -a[0] }, { -a[1], a[0], 0.0 } };
	memcpy(s, m, sizeof m);
}

static void quat_normalise(double *q)
{
	double n = sqrt(dot(q, q) + q[3] * q[3]);
	for (int i = 0; i < 4; i++)
		q[i] /= n;
}

/* q of a after b: a b */
static void quat_mul(const double *a, const double *b, double *ret_q)
{
	double v[3];
	cross(a, b, v);
	double q[4] = {
		a[3] * b[0] + b[3] * a[0] + v[0],
		a[3] * b[1] + b[3] * a[1] + v[1],
		a[3] * b[2] + b[3] * a[2] + v[2],
		a[3] * b[3] - dot(a, b),
	};
	memcpy(ret_q, q, sizeof q);
}

/* Columns of the rotation matrix of q, as rows of ret: ret[k] is the turned k-th unit vector. */
static void quat_triad(const double *q, double ret[3][3])
{
	double x = q[0], y = q[1], z = q[2], s = q[3];
	const double m[3][3] = {
		{ 1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + s * z), 2.0 * (x * z - s * y) },
		{ 2.0 * (x * y - s * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + s * x) },
		{ 2.0 * (x * z + s * y), 2.0 * (y * z - s * x), 1.0 - 2.0 * (x * x + y * y) },
	};
	memcpy(ret, m, sizeof m);
}

/* Quaternion of a triad given as rows r_k, by its largest component (Spurrier). */
static void quat_of_triad(const double r[3][3], double *ret_q)
{
	double trace = r[0][0] + r[1][1] + r[2][2];
	int big = 3;
	double most = trace;
	for (int i = 0; i < 3; i++)
		if (r[i][i] > most) {
			most = r[i][i];
			big = i;
		}
	if (big == 3) {
		double s = 0.5 * sqrt(1.0 + trace);
		ret_q[3] = s;
		ret_q[0] = (r[1][2] - r[2][1]) / (4.0 * s);
		ret_q[1] = (r[2][0] - r[0][2]) / (4.0 * s);
		ret_q[2] = (r[0][1] - r[1][0]) / (4.0 * s);
	} else {
		int i = big, j = (i + 1) % 3, k = (i + 2) % 3;
		double s = sqrt(0.5 * most + 0.25 * (1.0 - trace));
		ret_q[i] = s;
		ret_q[3] = (r[j][k] - r[k][j]) / (4.0 * s);
		ret_q[j] = (r[i][j] + r[j][i]) / (4.0 * s);
		ret_q[k] = (r[i][k] + r[k][i]) / (4.0 * s);
	}
	quat_normalise(ret_q);
}

/* q := exp(S(d)) q; nothing happens to the bits when d is zero. */
static void quat_spin(const double *d, double *q)
{
	double angle = sqrt(dot(d, d));
	if (angle == 0.0)
		return;
	double s = sin(0.5 * angle) / angle;
	const double turn[4] = { s * d[0], s * d[1], s * d[2], cos(0.5 * angle) };
	quat_mul(turn, q, q);
	quat_normalise(q);
}

/* Pose ---------------------------------------------------------------------------------------------- */

void corot_space_start(const struct frame *f, double *h)
{
	quat_of_triad(f->axis, h + COROT_QUAT_I);
	memcpy(h + COROT_QUAT_J, h + COROT_QUAT_I, 4 * sizeof *h);
}

/* Components of the offset along the initial axes, laid along the turned triad. */
static void turn_offset(const struct frame *f, const double *offset, const double r[3][3], double *ret_o)
{
	double along[3];
	mat_vec(3, 3, &f->axis[0][0], offset, along);
	mat_tvec(3, 3, &r[0][0], along, ret_o);
}

static void pose_axes(struct pose *p, const double *dx)
{
	for (int i = 0; i < 3; i++)
		p->e[0][i] = dx[i] / p->l;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			p->a[i][j] = ((i == j) - p->e[0][i] * p->e[0][j]) / p->l;
	for (int k = 1; k < 3; k++) {
		double half = 0.5 * dot(p->m[k], p->e[0]);
		for (int i = 0; i < 3; i++)
			p->e[k][i] = p->m[k][i] - half * (p->e[0][i] + p->m[0][i]);
	}
}

static void pose_find(struct pose *p, const struct frame *f, const double *ht, const double *u)
{
	const double *qi = ht + COROT_QUAT_I, *qj = ht + COROT_QUAT_J;
	quat_triad(qi, p->r[0]);
	quat_triad(qj, p->r[1]);

	/* mean triad: from i half way to j */
	const double back[4] = { -qi[0], -qi[1], -qi[2], qi[3] };
	double half[4];
	quat_mul(qj, back, half);
	half[3] *= 2.0;
	quat_normalise(half);
	quat_mul(half, qi, half);
	quat_triad(half, p->m);

	/* ends of the flexible part; elongation by the mid-point formula (l^2 - L^2)/(l + L) */
	double dx[3], du[3], mid[3];
	turn_offset(f, f->offset_i, p->r[0], p->o[0]);
	turn_offset(f, f->offset_j, p->r[1], p->o[1]);
	for (int i = 0; i < 3; i++) {
		double x0 = (f->x_j[i] + f->offset_j[i]) - (f->x_i[i] + f->offset_i[i]);
		du[i] = u[6 + i] - u[i] + (p->o[1][i] - f->offset_j[i]) - (p->o[0][i] - f->offset_i[i]);
		dx[i] = x0 + du[i];
		mid[i] = x0 + 0.5 * du[i];
	}
	p->l = sqrt(dot(dx, dx));
	p->elong = 2.0 * dot(mid, du) / (p->l + f->length);
	pose_axes(p, dx);
	for (int n = 0; n < 2; n++) {
		p->t[n][0] = asin(0.5 * (dot(p->r[n][1], p->e[2]) - dot(p->r[n][2], p->e[1])));
		p->t[n][1] = asin(0.5 * (dot(p->r[n][0], p->e[1]) - dot(p->r[n][1], p->e[0])));
		p->t[n][2] = asin(0.5 * (dot(p->r[n][0], p->e[2]) - dot(p->r[n][2], p->e[0])));
	}
}

void corot_space_deform(const struct frame *f, double *ht, const double *u, double *ret_basic)
{
	static const struct { int quat, rot, u; } node[2] = {
		{ COROT_QUAT_I, COROT_ROT_I, 3 }, { COROT_QUAT_J, COROT_ROT_J, 9 },
	};
	for (int n = 0; n < 2; n++) {
		double d[3];
		for (int i = 0; i < 3; i++) {
			d[i] = u[node[n].u + i] - ht[node[n].rot + i];
			ht[node[n].rot + i] = u[node[n].u + i];
		}
		quat_spin(d, ht + node[n].quat);
	}
	struct pose p;
	pose_find(&p, f, ht, u);
	const double v[6] = { p.elong, p.t[0][1], p.t[1][1], -p.t[0][2], -p.t[1][2], p.t[1][0] - p.t[0][0] };
	memcpy(ret_basic, v, sizeof v);
}

/* Forces -------------------------------------------------------------------------------------------- */

/* Moments that do work on the local rotations t[n][i]. */
static void local_moments(const double *q, double ret_q[2][3])
{
	const double m[2][3] = { { -q[5], q[1], -q[3] }, { q[5], q[2], -q[4] } };
	memcpy(ret_q, m, sizeof m);
}

/* z_k of node n for multipliers m_i of 2 sin t_i */
static void collect(const struct pose *p, int n, const double *m, double z[3][3])
{
	const double (*r)[3] = p->r[n];
	for (int i = 0; i < 3; i++) {
		z[0][i] = -m[1] * r[1][i] - m[2] * r[2][i];
		z[1][i] = m[1] * r[0][i] - m[0] * r[2][i];
		z[2][i] = m[0] * r[1][i] + m[2] * r[0][i];
	}
}

/* y = D_k' z and b = B_k' z: what z . d e_k is, per d e1 and per mean spin. */
static void vary(const struct pose *p, int k, const double *z, double *ret_y, double *ret_b)
{
	if (k == 0) {
		memcpy(ret_y, z, 3 * sizeof *z);
		memset(ret_b, 0, 3 * sizeof *ret_b);
		return;
	}
	const double *e1 = p->e[0], *r1 = p->m[0], *rk = p->m[k];
	double s = dot(e1, z) + dot(r1, z), c = dot(rk, e1);
	double rk_z[3], rk_e[3], r1_z[3];
	cross(rk, z, rk_z);
	cross(rk, e1, rk_e);
	cross(r1, z, r1_z);
	for (int i = 0; i < 3; i++) {
		ret_y[i] = -0.5 * (rk[i] * s + c * z[i]);
		ret_b[i] = rk_z[i] - 0.5 * (rk_e[i] * s + c * r1_z[i]);
	}
}

/* Adds E_k' z to a 12-vector. */
static void add_variation(const struct pose *p, int k, const double *z, double *g)
{
	double y[3], b[3], w[3];
	vary(p, k, z, y, b);
	mat_vec(3, 3, &p->a[0][0], y, w);
	for (int i = 0; i < 3; i++) {
		g[i] -= w[i];
		g[6 + i] += w[i];
		g[3 + i] += 0.5 * b[i];
		g[9 + i] += 0.5 * b[i];
	}
}

/* Gradient of sum m_i 2 sin t_i of node n. */
static void gradient(const struct pose *p, int n, const double *m, double *g)
{
	double z[3][3], c[3];
	collect(p, n, m, z);
	for (int k = 0; k < 3; k++) {
		cross(z[k], p->e[k], c);
		for (int i = 0; i < 3; i++)
			g[3 + 6 * n + i] += c[i];
		add_variation(p, k, z[k], g);
	}
}

static void end_force(const struct pose *p, const double *q, double *ret_g)
{
	double work[2][3];
	local_moments(q, work);
	memset(ret_g, 0, 12 * sizeof *ret_g);
	for (int n = 0; n < 2; n++) {
		double m[3];
		for (int i = 0; i < 3; i++)
			m[i] = work[n][i] / (2.0 * cos(p->t[n][i]));
		gradient(p, n, m, ret_g);
	}
	for (int i = 0; i < 3; i++) {
		ret_g[i] -= q[0] * p->e[0][i];
		ret_g[6 + i] += q[0] * p->e[0][i];
	}
}

/* Moments of the forces on turned offsets. */
static void offset_force(const struct pose *p, double *g)
{
	for (int n = 0; n < 2; n++) {
		double m[3];
		cross(p->o[n], g + 6 * n, m);
		for (int i = 0; i < 3; i++)
			g[6 * n + 3 + i] += m[i];
	}
}

void corot_space_force(const struct frame *f, const double *ht, const double *u, const double *q, const double *p0, double *ret_force)
{
	struct pose p;
	pose_find(&p, f, ht, u);
	end_force(&p, q, ret_force);
	if (p0)
		for (int i = 0; i < 3; i++) {
			ret_force[i] += p0[0] * p.e[0][i] + p0[1] * p.e[1][i] + p0[3] * p.e[2][i];
			ret_force[6 + i] += p0[2] * p.e[1][i] + p0[4] * p.e[2][i];
		}
	if (f->offsets)
		offset_force(&p, ret_force);
}

/* Tangent ------------------------------------------------------------------------------------------- */

/* Adds s B to the 3 x 3 block (i, j) of a 12 x 12 matrix. */
static void block_add(double *k, int i, int j, double s, const double b[3][3])
{
	for (int r = 0; r < 3; r++)
		for (int c = 0; c < 3; c++)
			k[(3 * i + r) * 12 + 3 * j + c] += s * b[r][c];
}

/* Adds a block that acts on u_J - u_I from both sides. */
static void block_relative(double *k, const double b[3][3])
{
	block_add(k, 0, 0, 1.0, b);
	block_add(k, 2, 2, 1.0, b);
	block_add(k, 0, 2, -1.0, b);
	block_add(k, 2, 0, -1.0, b);
}

/* The part of d(E_k' z), z held, per d e1 (w: per translation) and per mean spin:  d y = yd d(e1) + yw w,
 * d b = bd d(e1) + bw w. k is 1 or 2. */
static void second(const struct pose *p, int k, const double *z, double yw[3][3], double yd[3][3], double bd[3][3], double bw[3][3])
{
	const double *e1 = p->e[0], *r1 = p->m[0], *rk = p->m[k];
	double s = dot(e1, z) + dot(r1, z), c = dot(rk, e1);
	double rk_e[3], r1_z[3], sz[3][3], se[3][3], srk[3][3], sr1[3][3], zr[3][3], er[3][3], z1[3][3];
	cross(rk, e1, rk_e);
	cross(r1, z, r1_z);
	skew(z, sz);
	skew(e1, se);
	skew(rk, srk);
	skew(r1, sr1);
	mat_mul(3, 3, 3, &sz[0][0], &srk[0][0], &zr[0][0]);
	mat_mul(3, 3, 3, &se[0][0], &srk[0][0], &er[0][0]);
	mat_mul(3, 3, 3, &sz[0][0], &sr1[0][0], &z1[0][0]);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			yd[i][j] = -0.5 * (rk[i] * z[j] + z[i] * rk[j]);
			yw[i][j] = -0.5 * (-srk[i][j] * s + rk[i] * r1_z[j] + z[i] * rk_e[j]);
			bd[i][j] = -0.5 * (srk[i][j] * s + rk_e[i] * z[j] + r1_z[i] * rk[j]);
			bw[i][j] = zr[i][j] - 0.5 * (er[i][j] * s + rk_e[i] * r1_z[j] + r1_z[i] * rk_e[j] + c * z1[i][j]);
		}
}

/* Adds d(E_k' z) with z held to the 12 x 12 tangent. */
static void add_second(const struct pose *p, int k, const double *z, double *kg)
{
	double y[3], b[3], ay[3], m[3][3];
	const double *e1 = p->e[0];
	const double *a = &p->a[0][0];
	vary(p, k, z, y, b);
	mat_vec(3, 3, a, y, ay);

	/* d A y, y held */
	double ey = dot(e1, y);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			m[i][j] = -(ey * p->a[i][j] + e1[i] * ay[j] + ay[i] * e1[j]) / p->l;
	block_relative(kg, m);
	if (k == 0)
		return;

	double yw[3][3], yd[3][3], bd[3][3], bw[3][3], t[3][3];
	second(p, k, z, yw, yd, bd, bw);
	mat_congruence(3, 3, &yd[0][0], a, &m[0][0]);
	block_relative(kg, m);
	mat_mul(3, 3, 3, a, &yw[0][0], &m[0][0]);
	mat_mul(3, 3, 3, &bd[0][0], a, &t[0][0]);
	for (int n = 1; n < 4; n += 2) {
		block_add(kg, 0, n, -0.5, m);
		block_add(kg, 2, n, 0.5, m);
		block_add(kg, n, 0, -0.5, t);
		block_add(kg, n, 2, 0.5, t);
		block_add(kg, n, 1, 0.25, bw);
		block_add(kg, n, 3, 0.25, bw);
	}
}

/* Adds the change of the moments of node n for multipliers m_i: nodal triad against member axes. */
static void add_moments(const struct pose *p, int n, const double *m, double *kg)
{
	int row = 1 + 2 * n;
	double z[3][3];
	collect(p, n, m, z);
	for (int k = 0; k < 3; k++) {
		double se[3][3], sz[3][3], ss[3][3];
		skew(p->e[k], se);
		skew(z[k], sz);
		mat_mul(3, 3, 3, &se[0][0], &sz[0][0], &ss[0][0]);
		block_add(kg, row, row, 1.0, ss);
		/* S(z) E_k in the rows of w_n, its transpose in the columns */
		for (int i = 0; i < 3; i++) {
			double g[12] = { 0 };
			add_variation(p, k, sz[i], g);
			for (int j = 0; j < 12; j++) {
				kg[(3 * row + i) * 12 + j] += g[j];
				kg[j * 12 + 3 * row + i] += g[j];
			}
		}
		add_second(p, k, z[k], kg);
	}
}

/* Rows of T for the basic deformations, and the terms q tan t T' T of the sines. */
static void basic_rows(const struct pose *p, const double *q, double t[6][12], double *kg)
{
	static const struct { int n, i, basic; double sign; } part[6] = {
		{ 0, 1, 1, 1.0 }, { 1, 1, 2, 1.0 }, { 0, 2, 3, -1.0 }, { 1, 2, 4, -1.0 }, { 0, 0, 5, -1.0 }, { 1, 0, 5, 1.0 },
	};
	double work[2][3];
	local_moments(q, work);
	memset(t, 0, 6 * 12 * sizeof t[0][0]);
	for (int i = 0; i < 3; i++) {
		t[0][i] = -p->e[0][i];
		t[0][6 + i] = p->e[0][i];
	}
	for (int s = 0; s < 6; s++) {
		double angle = p->t[part[s].n][part[s].i], m[3] = { 0 }, g[12] = { 0 };
		m[part[s].i] = 1.0 / (2.0 * cos(angle));
		gradient(p, part[s].n, m, g);
		double w = work[part[s].n][part[s].i] * tan(angle);
		for (int i = 0; i < 12; i++) {
			t[part[s].basic][i] += part[s].sign * g[i];
			for (int j = 0; j < 12; j++)
				kg[i * 12 + j] += w * g[i] * g[j];
		}
	}
}

/* W' K W for turned offsets, and the change of the moments o x F with the spin of the node. */
static void offset_stiff(const struct pose *p, const double *g, double *kg)
{
	double col[12];
	for (int i = 0; i < 12; i++)
		offset_force(p, kg + 12 * i);
	for (int j = 0; j < 12; j++) {
		for (int i = 0; i < 12; i++)
			col[i] = kg[12 * i + j];
		offset_force(p, col);
		for (int i = 0; i < 12; i++)
			kg[12 * i + j] = col[i];
	}
	for (int n = 0; n < 2; n++) {
		double so[3][3], sf[3][3], m[3][3];
		skew(p->o[n], so);
		skew(g + 6 * n, sf);
		mat_mul(3, 3, 3, &sf[0][0], &so[0][0], &m[0][0]);
		block_add(kg, 1 + 2 * n, 1 + 2 * n, 1.0, m);
	}
}

void corot_space_stiff(const struct frame *f, const double *ht, const double *u, const double *kb, const double *q, double *ret_k)
{
	struct pose p;
	double t[6][12], kg[144] = { 0 }, work[2][3], a[3][3];
	pose_find(&p, f, ht, u);
	basic_rows(&p, q, t, kg);
	mat_congruence(6, 12, kb, &t[0][0], ret_k);
	local_moments(q, work);
	for (int n = 0; n < 2; n++) {
		double m[3];
		for (int i = 0; i < 3; i++)
			m[i] = work[n][i] / (2.0 * cos(p.t[n][i]));
		add_moments(&p, n, m, kg);
	}
	for (int i = 0; i < 9; i++)
		(&a[0][0])[i] = q[0] * (&p.a[0][0])[i];
	block_relative(kg, a);
	for (int i = 0; i < 144; i++)
		ret_k[i] += kg[i];
	if (f->offsets) {
		double g[12];
		end_force(&p, q, g);
		offset_stiff(&p, g, ret_k);
	}
}
