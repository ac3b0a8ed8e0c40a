/* Matrices for tests: grids of nodes (frames) with random element matrices, random couplings, and a dense solver that
 * shares no code with the engines. Memory from the arena given. */
#pragma once

#include "test.h"

#include "base/arena.h"
#include "base/rng.h"
#include "math/sparse.h"

enum matrix_kind { MATRIX_DEFINITE, MATRIX_INDEFINITE, MATRIX_UNSYMMETRIC };

struct matrix {
	struct pattern_csc p;
	double *value;
	int ngroup, *begin, *unknown;
};

static inline double matrix_draw(struct rng *r)
{
	return 2 * rng_uniform(r) - 1;
}

static inline void matrix_add(struct matrix *m, int i, int j, double x)
{
	int at = pattern_index(&m->p, i, j);
	assert_true(at >= 0);
	m->value[at] += x;
}

/* Values: every group adds a random matrix f f' (definite), f + f' (indefinite) or f (unsymmetric) on its unknowns, and every
 * unknown `shift` on the diagonal. */
static inline void matrix_fill(struct matrix *m, enum matrix_kind kind, double shift, struct rng *r)
{
	enum { MOST = 24 };
	double f[MOST][MOST];
	for (int g = 0; g < m->ngroup; g++) {
		int n = m->begin[g + 1] - m->begin[g];
		const int *u = m->unknown + m->begin[g];
		assert_in_range(n, 0, MOST);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				f[i][j] = matrix_draw(r);
		for (int i = 0; i < n; i++) {
			for (int j = 0; j < n; j++) {
				double square = 0;
				for (int k = 0; k < n; k++)
					square += f[i][k] * f[j][k];
				double x = kind == MATRIX_DEFINITE ? square : kind == MATRIX_INDEFINITE ? f[i][j] + f[j][i] : f[i][j];
				if (kind == MATRIX_UNSYMMETRIC || u[i] >= u[j])
					matrix_add(m, u[i], u[j], x);
			}
		}
	}
	for (int i = 0; i < m->p.n; i++)
		matrix_add(m, i, i, shift);
}

static inline void matrix_begin(struct matrix *m, int n, enum matrix_kind kind, struct arena *a)
{
	struct err e = {0};
	assert_int_equal(pattern_build(&m->p, n, kind != MATRIX_UNSYMMETRIC, m->ngroup, m->begin, m->unknown, a, &e), 0);
	m->value = ARENA_ARRAY(a, (size_t)m->p.nnz + 1, double);
	assert_non_null(m->value);
}

/* nx by ny nodes of ndof unknowns, each coupled with its right and upper neighbours; numbered row by row, or shuffled. */
static inline void matrix_grid(struct matrix *m, int nx, int ny, int ndof, enum matrix_kind kind, double shift, bool shuffled, struct rng *r, struct arena *a)
{
	int nodes = nx * ny, *number = ARENA_ARRAY(a, (size_t)nodes + 1, int);
	m->begin = ARENA_ARRAY(a, 2 * (size_t)nodes + 1, int);
	m->unknown = ARENA_ARRAY(a, 4 * (size_t)nodes * (size_t)ndof + 1, int);
	m->ngroup = 0;
	assert_true(number && m->begin && m->unknown);
	for (int i = 0; i < nodes; i++)
		number[i] = i;
	for (int i = nodes - 1; shuffled && i > 0; i--) {
		int j = (int)rng_below(r, (uint64_t)i + 1), keep = number[i];
		number[i] = number[j];
		number[j] = keep;
	}
	for (int y = 0; y < ny; y++) {
		for (int x = 0; x < nx; x++) {
			int here = y * nx + x, next[2] = {x + 1 < nx ? here + 1 : -1, y + 1 < ny ? here + nx : -1};
			for (int k = 0; k < 2; k++) {
				int at = m->begin[m->ngroup];
				if (next[k] < 0)
					continue;
				for (int d = 0; d < ndof; d++)
					m->unknown[at++] = number[here] * ndof + d;
				for (int d = 0; d < ndof; d++)
					m->unknown[at++] = number[next[k]] * ndof + d;
				m->begin[++m->ngroup] = at;
			}
		}
	}
	matrix_begin(m, nodes * ndof, kind, a);
	matrix_fill(m, kind, shift, r);
}

/* n unknowns, `groups` random groups of two to five of them (repeats allowed). */
static inline void matrix_random(struct matrix *m, int n, int groups, enum matrix_kind kind, double shift, struct rng *r, struct arena *a)
{
	m->begin = ARENA_ARRAY(a, (size_t)groups + 1, int);
	m->unknown = ARENA_ARRAY(a, 5 * (size_t)groups + 1, int);
	m->ngroup = groups;
	assert_true(m->begin && m->unknown);
	for (int g = 0; g < groups; g++) {
		int at = m->begin[g], first = at, count = 2 + (int)rng_below(r, 4);
		while (at < first + count && at - first < n) {
			int u = (int)rng_below(r, (uint64_t)n);
			bool seen = false;
			for (int k = first; k < at; k++)
				seen = seen || m->unknown[k] == u;
			if (!seen)
				m->unknown[at++] = u;
		}
		m->begin[g + 1] = at;
	}
	matrix_begin(m, n, kind, a);
	matrix_fill(m, kind, shift, r);
}

/* Entry (i, j) of the whole matrix. */
static inline double matrix_entry(const struct matrix *m, int i, int j)
{
	int at = pattern_index(&m->p, i, j);
	return at >= 0 ? m->value[at] : 0;
}

/* x := A^-1 x by Gaussian elimination with complete pivoting on a dense copy. */
static inline void matrix_solve(const struct matrix *m, double *x, struct arena *mem)
{
	int n = m->p.n, *column = ARENA_ARRAY(mem, (size_t)n + 1, int);
	double *a = ARENA_ARRAY(mem, (size_t)n * (size_t)n + 1, double), *y = ARENA_ARRAY(mem, (size_t)n + 1, double);
	assert_true(column && a && y);
	for (int i = 0; i < n; i++) {
		column[i] = i;
		for (int j = 0; j < n; j++)
			a[i * n + j] = matrix_entry(m, i, j);
	}
	for (int k = 0; k < n; k++) {
		int pi = k, pj = k;
		for (int i = k; i < n; i++)
			for (int j = k; j < n; j++)
				if (fabs(a[i * n + j]) > fabs(a[pi * n + pj])) {
					pi = i;
					pj = j;
				}
		for (int j = 0; j < n; j++) {
			double keep = a[k * n + j];
			a[k * n + j] = a[pi * n + j];
			a[pi * n + j] = keep;
		}
		double right = x[k];
		x[k] = x[pi];
		x[pi] = right;
		for (int i = 0; i < n; i++) {
			double keep = a[i * n + k];
			a[i * n + k] = a[i * n + pj];
			a[i * n + pj] = keep;
		}
		int swap = column[k];
		column[k] = column[pj];
		column[pj] = swap;
		for (int i = k + 1; i < n; i++) {
			double f = a[i * n + k] / a[k * n + k];
			for (int j = k; j < n; j++)
				a[i * n + j] -= f * a[k * n + j];
			x[i] -= f * x[k];
		}
	}
	for (int k = n - 1; k >= 0; k--) {
		for (int j = k + 1; j < n; j++)
			x[k] -= a[k * n + j] * x[j];
		x[k] /= a[k * n + k];
	}
	for (int k = 0; k < n; k++)
		y[column[k]] = x[k];
	for (int k = 0; k < n; k++)
		x[k] = y[k];
}
