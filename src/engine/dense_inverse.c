/* Products with inverses by the BLAS: gemv, symv or spmv, each in two precisions. */
#include "engine/dense_inverse.h"

#include "math/vec.h"

#include <cblas.h>
#include <float.h>
#include <math.h>

static void product_d(int n, const void *a, const void *x, void *y)
{
	cblas_dgemv(CblasColMajor, CblasNoTrans, n, n, 1, a, n, x, 1, 0, y, 1);
}

static void product_s(int n, const void *a, const void *x, void *y)
{
	cblas_sgemv(CblasColMajor, CblasNoTrans, n, n, 1, a, n, x, 1, 0, y, 1);
}

static void symmetric_d(int n, const void *a, const void *x, void *y)
{
	cblas_dsymv(CblasColMajor, CblasLower, n, 1, a, n, x, 1, 0, y, 1);
}

static void symmetric_s(int n, const void *a, const void *x, void *y)
{
	cblas_ssymv(CblasColMajor, CblasLower, n, 1, a, n, x, 1, 0, y, 1);
}

static void packed_d(int n, const void *a, const void *x, void *y)
{
	cblas_dspmv(CblasColMajor, CblasLower, n, 1, a, x, 1, 0, y, 1);
}

static void packed_s(int n, const void *a, const void *x, void *y)
{
	cblas_sspmv(CblasColMajor, CblasLower, n, 1, a, x, 1, 0, y, 1);
}

/* By form (general, symmetric, packed) and precision (double, single). */
static void (*const PRODUCT[3][2])(int n, const void *a, const void *x, void *y) RT = {
	{product_d, product_s}, {symmetric_d, symmetric_s}, {packed_d, packed_s},
};

int inverse_setup(struct inverse *v, int n, bool symmetric, bool packed, bool single, double *const *full, struct arena *run, struct err *e)
{
	/* ssymv of OpenBLAS 0.3.21 multiplies with what its buffer held before where n is not a multiple of four, or one more */
	int wide = single && symmetric && !packed ? (n + 3) / 4 * 4 : n;
	size_t each = single ? sizeof(float) : sizeof(double), rows = (size_t)wide;
	size_t count = packed ? rows * (rows + 1) / 2 : rows * rows;
	bool taken;
	*v = (struct inverse){.n = n, .wide = wide, .symmetric = symmetric, .packed = packed, .single = single};
	v->from = arena_array(run, rows + 1, each);
	v->to = arena_array(run, rows + 1, each);
	taken = v->from && v->to;
	for (int i = 0; i < ENGINE_SLOTS; i++) {
		v->kept[i] = packed || single ? arena_array(run, count + 1, each) : full[i];
		taken = taken && v->kept[i];
	}
	return taken ? 0 : err_set(e, ERR_MEMORY, "engine dense", "no memory for the inverses of %d unknowns", n);
}

/* The power of two that is next above the largest magnitude; 1 where all are zero. */
static double size_of(int n, const double *x)
{
	int exponent = 0;
	frexp(vec_max(n, x), &exponent);
	return ldexp(1, exponent);
}

/* Numbers too small for the whole precision of a float would slow products down tenfold and more, and add nothing. */
static float narrow(double x)
{
	return fabs(x) < FLT_MIN ? 0 : (float)x;
}

void inverse_keep(struct inverse *v, int slot, const double *full)
{
	size_t n = (size_t)v->n, at = 0;
	double top = 0;
	if (!v->packed && !v->single)
		return;
	for (size_t j = 0; v->single && j < n; j++)
		top = fmax(top, size_of((int)(v->symmetric ? n - j : n), full + j * n + (v->symmetric ? j : 0)));
	v->scale[slot] = top;
	for (size_t j = 0; j < n; j++) {
		if (!v->packed)
			at = j * (size_t)v->wide;
		for (size_t i = v->symmetric ? j : 0; i < n; i++) {
			size_t to = v->packed ? at++ : at + i;
			if (v->single)
				((float *)v->kept[slot])[to] = narrow(full[j * n + i] / top);
			else
				((double *)v->kept[slot])[to] = full[j * n + i];
		}
	}
}

void inverse_multiply(struct inverse *v, int slot, double *x)
{
	void (*product)(int n, const void *a, const void *from, void *to) = PRODUCT[v->packed ? 2 : v->symmetric][v->single];
	float *from = v->from, *to = v->to;
	if (!v->single) {
		vec_copy(v->n, x, v->from);
		product(v->n, v->kept[slot], v->from, x);
		return;
	}
	double top = size_of(v->n, x);
	for (int i = 0; i < v->n; i++)
		from[i] = narrow(x[i] / top);
	product(v->wide, v->kept[slot], from, to);
	for (int i = 0; i < v->n; i++)
		x[i] = to[i] * top * v->scale[slot];
}
