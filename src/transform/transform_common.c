/* The linear maps of the undeformed member: v = T R u and k = T' kb T, on which Linear and PDelta stand. */
#include "transform/transform_common.h"

void transform_deform_linear(const struct frame *f, const double *u, double *ret_basic)
{
	double local[12];
	frame_local(f, u, local);
	frame_basic(f, local, ret_basic);
}

void transform_stiff_linear(const struct frame *f, const double *kb, double *ret_local)
{
	double t[72];
	int n = f->ndm == 2 ? 6 : 12;
	frame_basic_matrix(f, t);
	mat_congruence(n / 2, n, kb, t, ret_local);
}
