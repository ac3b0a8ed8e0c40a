/* Newton's increment of an interface that is not where the linear part asks it to be, which is where methods with commands of their own take it.
 *
 *   b = e0 + G phi(z) - z,   de = b + G dphi,   (I - dK G_u - dC G_v) dphi = dK b_u + dC b_v
 *
 * with dK and dC the tangents less those of the linear part, z where elements are and phi(z) what they answer. For the whole structure this is the solution
 * with its tangent matrix: everywhere else the linear part has no residual once phi + dphi is its force. Rows without dK and dC have no dphi.
 */
#include "interface/front.h"

#include "math/lapack.h"
#include "math/vec.h"

int front_system_take(struct front_system *s, int m, struct arena *mem)
{
	double **const square[] = {&s->k, &s->c, &s->rows, &s->matrix}, **const vector[] = {&s->right, &s->dphi, &s->phi};
	bool whole = true;

	for (size_t i = 0; i < COUNT(square); i++)
		whole &= (*square[i] = ARENA_ARRAY(mem, (size_t)m * (size_t)m + 1, double)) != NULL;
	for (size_t i = 0; i < COUNT(vector); i++)
		whole &= (*vector[i] = ARENA_ARRAY(mem, (size_t)m + 1, double)) != NULL;
	s->changed = ARENA_ARRAY(mem, (size_t)m + 1, int);
	s->pivot = ARENA_ARRAY(mem, (size_t)m + 1, int);
	return whole && s->changed && s->pivot ? 0 : ERR_MEMORY;
}

/* x - y, y by the interface's rows; zero where that is rounding of the row. */
static void less(const struct interface *face, double *x, const double *y)
{
	int m = face->m;

	for (int i = 0; i < m; i++, x += m) {
		double size = 1e-14 * (vec_max(m, x) + vec_max(face->row[i + 1] - face->row[i], y + face->row[i]));

		for (int p = face->row[i]; p < face->row[i + 1]; p++)
			x[face->column[p]] -= y[p];
		if (vec_max(m, x) <= size)
			vec_zero(m, x);
	}
}

int front_changes(struct front_system *s, struct front *f, bool initial)
{
	int code = front_tangents(f, initial, s->k, s->c);

	less(&f->face, s->k, f->face.k0);
	less(&f->face, s->c, f->face.c0);
	return code;
}

/* row += x G. */
static void product(int m, const double *x, const double *gain, double *row)
{
	for (int j = 0; j < m; j++)
		if (x[j] != 0.0)
			vec_add(m, x[j], gain + (size_t)j * (size_t)m, row);
}

static int factor(struct front_system *s, struct front *f, bool initial)
{
	size_t m = (size_t)f->m;
	int info = 0, code = front_changes(s, f, initial);

	if (code)
		return code;
	s->n = 0;
	for (size_t i = 0; i < m; i++) {
		double *row = s->rows + (size_t)s->n * m;

		if (vec_max(f->m, s->k + i * m) == 0.0 && vec_max(f->m, s->c + i * m) == 0.0)
			continue;
		vec_zero(f->m, row);
		product(f->m, s->k + i * m, f->gain[0], row);
		product(f->m, s->c + i * m, f->gain[1], row);
		s->changed[s->n++] = (int)i;
	}
	/* column by column, as LAPACK has it */
	for (int i = 0; i < s->n; i++)
		for (int j = 0; j < s->n; j++)
			s->matrix[(size_t)j * (size_t)s->n + (size_t)i] = (i == j) - s->rows[(size_t)i * m + (size_t)s->changed[j]];
	if (s->n > 0)
		dgetrf_(&s->n, &s->n, s->matrix, &s->n, s->pivot, &info);
	return info == 0 ? 0 : info > 0 ? ERR_SINGULAR : ERR_INTERNAL;
}

/* z += G phi. */
static void move(const struct front *f, const double *phi, double *const z[MOTION_KINDS])
{
	for (int x = 0; x < MOTION_KINDS; x++)
		for (int i = 0; i < f->m; i++)
			z[x][i] += vec_dot(f->m, f->gain[x] + (size_t)i * (size_t)f->m, phi);
}

int front_increment(struct front_system *s, struct front *f, double *const base[MOTION_KINDS], double *const z[MOTION_KINDS], enum front_matrix which,
                    double *const ret_dz[MOTION_KINDS], double *ret_phi)
{
	int m = f->m, one = 1, info, code = which == FRONT_KEPT ? 0 : factor(s, f, which == FRONT_INITIAL);

	if (code)
		return code;
	front_phi(f, z, s->phi);
	for (int x = 0; x < MOTION_KINDS; x++)
		vec_mix(m, 1.0, base[x], -1.0, z[x], ret_dz[x]);
	move(f, s->phi, ret_dz);
	vec_zero(m, s->dphi);
	for (int i = 0; i < s->n; i++) {
		size_t row = (size_t)s->changed[i] * (size_t)m;

		s->right[i] = vec_dot(m, s->k + row, ret_dz[0]) + vec_dot(m, s->c + row, ret_dz[1]);
	}
	if (s->n > 0)
		dgetrs_("N", &s->n, &one, s->matrix, &s->n, s->pivot, s->right, &s->n, &info, 1);
	for (int i = 0; i < s->n; i++)
		s->dphi[s->changed[i]] = s->right[i];
	move(f, s->dphi, ret_dz);
	vec_mix(m, 1.0, s->phi, 1.0, s->dphi, ret_phi);
	return 0;
}
