/* What several elements share. */
#include "element/element_common.h"

int element_need_ndf(const struct element *el, int least, bool exact, const char *object, struct err *e)
{
	for (int i = 0; i < el->nnode; i++) {
		int ndf = el->node[i]->ndf;
		if (ndf == least || (ndf > least && !exact))
			continue;
		int code = err_set(e, ERR_GEOMETRY, object, "node %d has the wrong number of freedoms", el->node[i]->tag);
		err_value(e, "ndf %d", ndf);
		err_allowed(e, exact ? "%d" : "at least %d", least);
		err_hint(e, "give the node -ndf %d, or the model -ndf %d", least, least);
		return code;
	}
	return 0;
}

int element_switch(struct args *a, const char *name, bool *ret_on, struct err *e)
{
	int on = 1;
	if (args_more_int(a)) {
		int code = args_int(a, name, 0, 1, &on, e);
		if (code < 0)
			return code;
	}
	*ret_on = on != 0;
	return 0;
}

int element_vector(struct args *a, const char *name, double *ret_x, struct err *e)
{
	double x[3];
	for (int i = 0; i < 3; i++) {
		int code = args_real(a, name, RANGE_ANY, &x[i], e);
		if (code < 0)
			return code;
	}
	memcpy(ret_x, x, sizeof x);
	return 0;
}

double element_span(const struct element *el, double *ret_x)
{
	double s = 0.0, from[3], to[3];
	element_place(el, 0, from);
	element_place(el, 1, to);
	for (int i = 0; i < 3; i++) {
		ret_x[i] = to[i] - from[i];
		s += ret_x[i] * ret_x[i];
	}
	return sqrt(s);
}

static void cross(const double *a, const double *b, double *ret_c)
{
	ret_c[0] = a[1] * b[2] - a[2] * b[1];
	ret_c[1] = a[2] * b[0] - a[0] * b[2];
	ret_c[2] = a[0] * b[1] - a[1] * b[0];
}

static double normalise(double *x)
{
	double n = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
	if (n > 0.0)
		for (int i = 0; i < 3; i++)
			x[i] /= n;
	return n;
}

/* Sine of the angle below which two directions count as parallel: six digits of local y would be left. */
static const double PARALLEL = 1e-10;

int element_axes(const double *x, const double *yp, double ret_axis[3][3], const char *object, struct err *e)
{
	double axis[3][3], y[3];
	memcpy(axis[0], x, 3 * sizeof *x);
	memcpy(y, yp, sizeof y);
	double length = normalise(axis[0]), length_y = normalise(y);
	cross(axis[0], y, axis[2]);
	if (!(length > 0.0) || !(length_y > 0.0) || normalise(axis[2]) < PARALLEL) {
		int code = err_set(e, ERR_GEOMETRY, object, "local x and y must not be zero or parallel");
		err_value(e, "x %g %g %g, y %g %g %g", x[0], x[1], x[2], yp[0], yp[1], yp[2]);
		err_hint(e, "give -orient x1 x2 x3 y1 y2 y3 with y in the local x-y plane");
		return code;
	}
	cross(axis[2], axis[0], axis[1]);
	memcpy(ret_axis, axis, sizeof axis);
	return 0;
}

int element_material_answer(const double *h, int argc, const char *const *argv, double *ret_x, int max)
{
	double x[8];
	if (argc < 1)
		return 0;
	int n = material_response(h, argv[0], x);
	if (n <= 0 || n > max)
		return 0;
	memcpy(ret_x, x, (size_t)n * sizeof *x);
	return n;
}

void element_add_outer(int n, double s, const double *b, double *k)
{
	if (s == 0.0)
		return;
	for (int i = 0; i < n; i++) {
		double sb = s * b[i];
		if (sb != 0.0)
			for (int j = 0; j < n; j++)
				k[i * n + j] += sb * b[j];
	}
}

void element_bar_mass(int ndm, int ndf_i, int ndf_j, double m, bool consistent, double *ret_m)
{
	int n = ndf_i + ndf_j;
	memset(ret_m, 0, (size_t)(n * n) * sizeof *ret_m);
	for (int i = 0; i < ndm; i++) {
		int j = ndf_i + i;
		ret_m[i * n + i] = ret_m[j * n + j] = consistent ? m / 3.0 : m / 2.0;
		ret_m[i * n + j] = ret_m[j * n + i] = consistent ? m / 6.0 : 0.0;
	}
}
