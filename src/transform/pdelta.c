/* P-Delta transformation: the linear one, and the axial force acts on the displaced chord.
 *
 *   f_y,j += N (uy_j - uy_i) / L,   f_y,i -= the same   (and z in space),   N = q_0
 *   k gets N/L (1, -1; -1, 1) on the transverse translations
 *
 * The chord's rotation enters equilibrium but not compatibility: no bowing, no shortening by rotation. The tangent leaves
 * out the change of N with elongation, EA/L (uy_j - uy_i)/L, which is not symmetric and vanishes on a straight chord;
 * this is how OpenSees does it, and it keeps the matrix symmetric.
 * E. L. Wilson and A. Habibullah, Static and dynamic analysis of multi-story buildings, including P-Delta effects,
 * Earthquake Spectra 3 (1987), doi:10.1193/1.1585429.
 */
#include "transform/transform_common.h"

static void deform(const struct frame *f, const double *hc, double *ht, const double *u, double *ret_basic)
{
	(void)hc;
	(void)ht;
	transform_deform_linear(f, u, ret_basic);
}

static void force(const struct frame *f, const double *ht, const double *u, const double *q, const double *p0, double *ret_force)
{
	(void)ht;
	double moved[12], local[12];
	int half = f->ndm == 2 ? 3 : 6;
	frame_local(f, u, moved);
	frame_local_force(f, q, p0, local);
	for (int k = 1; k < f->ndm; k++) {
		double v = q[0] * (moved[half + k] - moved[k]) / f->length;
		local[k] -= v;
		local[half + k] += v;
	}
	frame_global(f, local, ret_force);
}

static void stiff(const struct frame *f, const double *ht, const double *u, const double *kb, const double *q, double *ret_k)
{
	(void)ht;
	(void)u;
	double local[144];
	int half = f->ndm == 2 ? 3 : 6, n = 2 * half;
	double s = q[0] / f->length;
	transform_stiff_linear(f, kb, local);
	for (int k = 1; k < f->ndm; k++) {
		local[k * n + k] += s;
		local[(half + k) * n + half + k] += s;
		local[k * n + half + k] -= s;
		local[(half + k) * n + k] -= s;
	}
	frame_turn(f, local, ret_k);
}

const struct transform_ops transform_pdelta = {
	.name = "PDelta",
	.brief = "linear, with the moment of the axial force on the displaced chord",
	.cite = "Wilson & Habibullah 1987, doi:10.1193/1.1585429",
	.inexact = true,
	.deform = deform,
	.force = force,
	.stiff = stiff,
};
