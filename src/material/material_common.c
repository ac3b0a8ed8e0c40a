/* What several materials share. */
#include "material/material_common.h"

#include <float.h>
#include <limits.h>
#include <math.h>

enum { STAGES = 7 };

/* The tableau of Dormand and Prince: nodes, rows, difference of the two weights. The last row is the fifth-order value. */
static const double node[STAGES] = { 0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1 };
static const double row[STAGES][STAGES - 1] = {
	{ 0 },
	{ 1.0 / 5 },
	{ 3.0 / 40, 9.0 / 40 },
	{ 44.0 / 45, -56.0 / 15, 32.0 / 9 },
	{ 19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729 },
	{ 9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656 },
	{ 35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84 },
};
static const double difference[STAGES] = {
	71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40
};

double material_rk54(material_slope *slope, const void *ctx, double x, double y, double h, double *ret_error)
{
	double k[STAGES], at = y, error = 0.0;
	for (int i = 0; i < STAGES; i++) {
		at = y;
		for (int j = 0; j < i; j++)
			at += row[i][j] * k[j];
		k[i] = h * slope(ctx, x + node[i] * h, at);
		error += difference[i] * k[i];
	}
	*ret_error = error;
	return at;
}

bool material_slips(double slider, double yield, double strain)
{
	return fabs(slider) >= yield - 4.0 * DBL_EPSILON * (yield + fabs(strain));
}

int material_members_read(struct material_members *x, int least, struct args *a, const struct model *m, struct arena *mem, struct err *e)
{
	int *tag, n, rc = args_list_int(a, "matTag", INT_MIN, INT_MAX, least, mem, &tag, &n, e);
	if (rc < 0)
		return rc;
	x->n = n;
	x->size = 0;
	x->mat = ARENA_ARRAY(mem, (size_t)n, const struct material *);
	x->at = ARENA_ARRAY(mem, (size_t)n, int);
	if (!x->mat || !x->at)
		return err_set(e, ERR_MEMORY, a->object, "no memory for %d members", n);
	for (int i = 0; i < n; i++) {
		struct material *member;
		if ((rc = model_need_material(m, tag[i], a->object, &member, e)) < 0)
			return rc;
		x->mat[i] = member;
		x->at[i] = x->size;
		x->size += material_size(member);
	}
	return 0;
}

void material_members_start(const struct material_members *x, double *h)
{
	for (int i = 0; i < x->n; i++)
		material_start(x->mat[i], h + x->at[i]);
}

bool material_members_linear(const struct material_members *x)
{
	for (int i = 0; i < x->n; i++)
		if (!material_linear(x->mat[i]))
			return false;
	return true;
}
