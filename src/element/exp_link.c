/* What the experimental link and bearing share. */
#include "element/exp_link.h"

int exp_link_orient(struct link *l, const struct link_orientation *o, const struct element *el, const char *object, struct err *e)
{
	double x[3], y[3];

	if (!(element_span(el, x) > 0.0))
		memcpy(x, (const double[]){ 1.0, 0.0, 0.0 }, sizeof x);
	if (o->has_x)
		memcpy(x, o->x, sizeof x);
	memcpy(y, x[0] == 0.0 && x[1] == 0.0 ? (const double[]){ 0.0, 1.0, 0.0 } : (const double[]){ -x[1], x[0], 0.0 }, sizeof y);
	if (o->has_y)
		memcpy(y, o->y, sizeof y);
	return element_axes(x, y, l->axis, object, e);
}

void exp_link_motion(const struct link *l, const struct element_io *io, struct exchange_motion *ret_m)
{
	link_deform(l, io->u, ret_m->x[MOTION_DISP]);
	link_deform(l, io->v, ret_m->x[MOTION_VEL]);
	link_deform(l, io->a, ret_m->x[MOTION_ACCEL]);
}

void exp_link_assemble(const struct link *l, const struct element_io *io, const double *q, const double *kb, double *f, double *k)
{
	link_force(l, q, io->u, f);
	if (!k)
		return;
	mat_congruence(l->n, l->ndof, kb, l->row, k);
	link_stiff_geo(l, q, k);
}

int exp_link_response(const struct exchange *x, const struct link *l, const struct element_io *io, int argc, const char *const *argv,
	double *ret_x, int max)
{
	static const char *const force[] = { "localForce", "localForces", NULL };
	static const char *const disp[] = { "localDisp", "localDisplacement", "localDisplacements", NULL };
	static const char *const both[] = { "deformationsANDforces", "deformationANDforce", "defoANDforce", NULL };
	double local[ELEMENT_DOF_MAX], f[ELEMENT_DOF_MAX];

	if (argc < 1)
		return 0;
	if (text_among(argv[0], force)) {
		link_force(l, x->memory->q, io->u, f);
		return exchange_copy(link_local(l, f, local), local, ret_x, max);
	}
	if (text_among(argv[0], disp))
		return exchange_copy(link_local(l, io->u, local), local, ret_x, max);
	if (text_among(argv[0], both)) {
		memcpy(local, x->memory->ctrl[MOTION_DISP], (size_t)l->n * sizeof *local);
		memcpy(local + l->n, x->memory->q, (size_t)l->n * sizeof *local);
		return exchange_copy(2 * l->n, local, ret_x, max);
	}
	return exchange_response(x, argc, argv, ret_x, max);
}
