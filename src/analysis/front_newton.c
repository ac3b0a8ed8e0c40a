/* Newton's method on the interface. See front.h for the equations.
 *
 *   g(phi) = r(e) - K0 u - C0 v - phi,   e = e0 + G phi
 *   (I - dK G_u - dC G_v) dphi = g,      dK = K(e) - K0, dC = C(e) - C0
 *
 * g is the residual of the whole structure: everywhere else the linear solution leaves none. Rows of dK and dC are zero where elements are as stiff as at the
 * beginning, there dphi = g; the system that is solved has only the others, so few yielding members cost little.
 */
#include "analysis/front.h"

#include "math/lapack.h"
#include "math/vec.h"

#include <math.h>

/* Where e0 goes with phi. */
static void place(struct front *f, double *const base[MOTION_KINDS], const double *phi, double *const ret_z[MOTION_KINDS])
{
	for (int x = 0; x < MOTION_KINDS; x++)
		for (int i = 0; i < f->m; i++)
			ret_z[x][i] = base[x][i] + vec_dot(f->m, f->gain[x] + (size_t)i * (size_t)f->m, phi);
}

static int defect(struct front *f, const double *phi)
{
	int code = front_ask(f, 0);

	if (code)
		return code;
	front_phi(f, f->e[0], f->g);
	vec_add(f->m, -1.0, phi, f->g);
	return 0;
}

/* Rows in which tangents are no longer the virgin ones. */
static int changed_rows(struct front *f)
{
	int n = 0, m = f->m;

	for (int i = 0; i < m; i++) {
		double *k = f->kt + (size_t)i * (size_t)m, *c = f->ct + (size_t)i * (size_t)m;
		const double *k0 = f->k0 + (size_t)i * (size_t)m, *c0 = f->c0 + (size_t)i * (size_t)m;
		double size = vec_max(m, k0) + vec_max(m, k), rate = vec_max(m, c0) + vec_max(m, c);

		vec_add(m, -1.0, k0, k);
		vec_add(m, -1.0, c0, c);
		if (vec_max(m, k) > 1e-14 * size || vec_max(m, c) > 1e-14 * rate)
			f->changed[n++] = i;
	}
	return n;
}

/* dphi from g. The small system is column by column, as LAPACK has it. */
static int increment(struct front *f)
{
	int m = f->m, one = 1, info = 0;

	front_tangents(f, false, f->kt, f->ct);
	vec_copy(m, f->g, f->dphi);
	int n = changed_rows(f);
	if (n == 0)
		return 0;
	for (int s = 0; s < n; s++) {
		int i = f->changed[s];

		vec_zero(m, f->row);
		for (int j = 0; j < m; j++) {
			double k = f->kt[(size_t)i * (size_t)m + (size_t)j], c = f->ct[(size_t)i * (size_t)m + (size_t)j];

			if (k != 0.0)
				vec_add(m, k, f->gain[0] + (size_t)j * (size_t)m, f->row);
			if (c != 0.0)
				vec_add(m, c, f->gain[1] + (size_t)j * (size_t)m, f->row);
		}
		f->dx[s] = f->g[i] + vec_dot(m, f->row, f->g);
		for (int t = 0; t < n; t++) {
			f->matrix[(size_t)t * (size_t)n + (size_t)s] = (s == t) - f->row[f->changed[t]];
			f->dx[s] -= f->row[f->changed[t]] * f->g[f->changed[t]];
		}
	}
	dgetrf_(&n, &n, f->matrix, &n, f->pivot, &info);
	if (info)
		return info > 0 ? ERR_SINGULAR : ERR_INTERNAL;
	dgetrs_("N", &n, &one, f->matrix, &n, f->pivot, f->dx, &n, &info, 1);
	for (int s = 0; s < n; s++)
		f->dphi[f->changed[s]] = f->dx[s];
	return 0;
}

int front_newton(struct front *f, struct err *e)
{
	struct test *test = &f->an->test;
	double *const base[MOTION_KINDS] = {f->e[1][0], f->e[1][1], f->e[1][2]};
	int m = f->m, code;

	for (int x = 0; x < MOTION_KINDS; x++)
		vec_copy(m, f->e[0][x], base[x]);
	place(f, base, f->phi[0], f->e[0]);
	code = defect(f, f->phi[0]);
	if (code)
		return code;
	test_begin(test, m, f->g);
	/* elements that have not left the straight line need no iteration */
	if (vec_max(m, f->g) <= 1e-15 * (vec_max(m, f->resist) + vec_max(m, f->phi[0])))
		return 0;
	for (int i = 0; i < test->limit; i++) {
		code = increment(f);
		if (code)
			return code;
		vec_add(m, 1.0, f->dphi, f->phi[0]);
		for (int j = 0; j < m; j++)
			f->dx[j] = vec_dot(m, f->gain[0] + (size_t)j * (size_t)m, f->dphi);
		place(f, base, f->phi[0], f->e[0]);
		code = defect(f, f->phi[0]);
		if (!code)
			code = test_check(test, m, f->dx, f->g);
		if (code)
			return code < 0 ? test_report(test, code, e) : test->count;
	}
	return test_report(test, ERR_CONVERGE, e);
}
