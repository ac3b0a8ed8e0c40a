/* Corotational transformation: a basic system that moves with the chord, rotations of any size, small deformations.
 *
 * Plane. With Lx = L + ux_j - ux_i, Ly = uy_j - uy_i (initial local axes), chord length l and chord rotation a:
 *
 *   v = [l - L, rz_i - a, rz_j - a],  tan a = Ly / Lx
 *   r = [-c, -s, 0, c, s, 0],  z = [s, -c, 0, -s, c, 0]         (c, s: cosine and sine of a)
 *   T = [r; e_3 - z/l; e_6 - z/l],   f = T' q + p0
 *   k = T' kb T + N/l z z' + (M_i + M_j)/l^2 (r z' + z r')
 *
 * a is taken on the turn nearest to the mean of the end rotations, so that a member may turn more than once. Loads
 * along the member keep their initial local axes, and joint offsets turn linearly, as in OpenSees.
 * M. A. Crisfield, Non-linear finite element analysis of solids and structures, vol. 1, ch. 7, Wiley 1991.
 * Space: see corotational_space.c.
 */
#include "transform/corotational_space.h"

struct chord {
	double l, c, s;
};

static struct chord chord_of(const struct frame *f, const double *local)
{
	double x = f->length + local[3] - local[0], y = local[4] - local[1];
	double l = sqrt(x * x + y * y);
	return (struct chord){ .l = l, .c = x / l, .s = y / l };
}

static void plane_deform(const struct frame *f, const double *u, double *ret_basic)
{
	double local[6];
	frame_local(f, u, local);
	struct chord h = chord_of(f, local);
	double dx = local[3] - local[0], dy = local[4] - local[1];
	double a = atan2(h.s, h.c);
	a += 2.0 * M_PI * round((0.5 * (local[2] + local[5]) - a) / (2.0 * M_PI));
	/* (l^2 - L^2) / (l + L) keeps the digits of small elongations */
	ret_basic[0] = (dx * (2.0 * f->length + dx) + dy * dy) / (h.l + f->length);
	ret_basic[1] = local[2] - a;
	ret_basic[2] = local[5] - a;
}

static void plane_matrix(const struct chord *h, double *ret_r, double *ret_z, double *ret_t)
{
	const double r[6] = { -h->c, -h->s, 0.0, h->c, h->s, 0.0 };
	const double z[6] = { h->s, -h->c, 0.0, -h->s, h->c, 0.0 };
	for (int j = 0; j < 6; j++) {
		ret_r[j] = r[j];
		ret_z[j] = z[j];
		ret_t[j] = r[j];
		ret_t[6 + j] = (j == 2) - z[j] / h->l;
		ret_t[12 + j] = (j == 5) - z[j] / h->l;
	}
}

static void plane_force(const struct frame *f, const double *u, const double *q, const double *p0, double *ret_force)
{
	double local[6], r[6], z[6], t[18], p[6];
	frame_local(f, u, local);
	struct chord h = chord_of(f, local);
	plane_matrix(&h, r, z, t);
	mat_tvec(3, 6, t, q, p);
	if (p0) {
		p[0] += p0[0];
		p[1] += p0[1];
		p[4] += p0[2];
	}
	frame_global(f, p, ret_force);
}

static void plane_stiff(const struct frame *f, const double *u, const double *kb, const double *q, double *ret_k)
{
	double local[6], r[6], z[6], t[18], k[36];
	frame_local(f, u, local);
	struct chord h = chord_of(f, local);
	plane_matrix(&h, r, z, t);
	mat_congruence(3, 6, kb, t, k);
	double n = q[0] / h.l, m = (q[1] + q[2]) / (h.l * h.l);
	for (int i = 0; i < 6; i++)
		for (int j = 0; j < 6; j++)
			k[i * 6 + j] += n * z[i] * z[j] + m * (r[i] * z[j] + z[i] * r[j]);
	frame_turn(f, k, ret_k);
}

/* Dispatch on the dimension ------------------------------------------------------------------------- */

static int nstate(const struct frame *f)
{
	return f->ndm == 2 ? 0 : COROT_STATE;
}

static void start(const struct frame *f, double *h)
{
	if (f->ndm == 3)
		corot_space_start(f, h);
}

static void deform(const struct frame *f, const double *hc, double *ht, const double *u, double *ret_basic)
{
	(void)hc;
	if (f->ndm == 2)
		plane_deform(f, u, ret_basic);
	else
		corot_space_deform(f, ht, u, ret_basic);
}

static void force(const struct frame *f, const double *ht, const double *u, const double *q, const double *p0, double *ret_force)
{
	if (f->ndm == 2)
		plane_force(f, u, q, p0, ret_force);
	else
		corot_space_force(f, ht, u, q, p0, ret_force);
}

static void stiff(const struct frame *f, const double *ht, const double *u, const double *kb, const double *q, double *ret_k)
{
	if (f->ndm == 2)
		plane_stiff(f, u, kb, q, ret_k);
	else
		corot_space_stiff(f, ht, u, kb, q, ret_k);
}

const struct transform_ops transform_corotational = {
	.name = "Corotational",
	.brief = "displacements and rotations of any size, small deformations",
	.cite = "Crisfield 1990, doi:10.1016/0045-7825(90)90106-V",
	.finite = true,
	.nstate = nstate,
	.start = start,
	.deform = deform,
	.force = force,
	.stiff = stiff,
};
