/* Linear transformation: equilibrium and compatibility on the undeformed member.
 *
 *   v = T R u,   f = R' (T' q + p0),   k = R' T' kb T R
 *
 * R turns to local axes and carries joint offsets, T takes the rigid motions out (see model/transform.c).
 * F. C. Filippou and G. L. Fenves, Methods of analysis for earthquake-resistant structures, in: Earthquake Engineering,
 * CRC Press 2004, doi:10.1201/9780203486245.
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
	(void)u;
	double local[12];
	frame_local_force(f, q, p0, local);
	frame_global(f, local, ret_force);
}

static void stiff(const struct frame *f, const double *ht, const double *u, const double *kb, const double *q, double *ret_k)
{
	(void)ht;
	(void)u;
	(void)q;
	double local[144];
	transform_stiff_linear(f, kb, local);
	frame_turn(f, local, ret_k);
}

const struct transform_ops transform_linear = {
	.name = "Linear",
	.brief = "small displacements: equilibrium on the undeformed member",
	.cite = "Filippou & Fenves 2004, doi:10.1201/9780203486245",
	.linear = true,
	.deform = deform,
	.force = force,
	.stiff = stiff,
};
