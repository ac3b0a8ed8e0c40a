/* Every row of the engines' table, with and without options: the same answers as a dense solver of our own (complete pivoting) to 1e-9 on definite,
 * indefinite and unsymmetric systems, in every slot; small residuals where the condition is bad; singular systems named by their unknown; bad numbers refused;
 * nothing lost when memory runs out. */
#include "matrix.h"

#include "base/base.h"
#include "base/fault.h"
#include "conform/engine_subject.h"

/* Largest difference to the dense solver, relative to the largest component of its answer. */
static double engine_error(const struct engine_ops *ops, void *self, int slot, const struct matrix *m, struct rng *r)
{
	struct arena a;
	int n = m->p.n;
	double worst = 0, top = 0;
	arena_init(&a);
	double *x = ARENA_ARRAY(&a, (size_t)n + 1, double), *y = ARENA_ARRAY(&a, (size_t)n + 1, double);
	for (int i = 0; i < n; i++)
		x[i] = y[i] = matrix_draw(r);
	assert_int_equal(ops->solve(self, slot, x), 0);
	matrix_solve(m, y, &a);
	for (int i = 0; i < n; i++) {
		worst = larger(worst, fabs(x[i] - y[i]));
		top = larger(top, fabs(y[i]));
	}
	arena_fini(&a);
	return worst / top;
}

static void check_matrix(const struct subject *t, const struct matrix *m, struct rng *r)
{
	const struct engine_ops *ops = t->ops;
	struct arena a;
	int pivot = -7;
	if (t->symmetric_only && !m->p.symmetric)
		return;
	arena_init(&a);
	void *self = engine_begin(t, &m->p, &a);
	for (int slot = 0; slot < ENGINE_SLOTS; slot++) {
		int code = ops->factor(self, slot, m->value, &pivot);
		if (code)
			fail_msg("%s, n = %d: factor gives %d, pivot %d", ops->name, m->p.n, code, pivot);
		double error = engine_error(ops, self, slot, m, r);
		if (!(error < t->tolerance))
			fail_msg("%s %s, n = %d: error %g", ops->name, t->words, m->p.n, error);
	}
	engine_end(ops, self);
	arena_fini(&a);
}

static const struct {
	int nx, ny, ndof;
} shape[] = {{1, 1, 1}, {1, 1, 3}, {1, 2, 1}, {1, 3, 1}, {1, 50, 1}, {1, 51, 1}, {1, 20, 2}, {3, 5, 3}, {4, 9, 3}, {8, 8, 1}, {2, 12, 6}, {7, 7, 3}};

static void agree_with_dense_on_grids(void **state)
{
	(void)state;
	static const struct {
		enum matrix_kind kind;
		double shift;
	} row[] = {{MATRIX_DEFINITE, 0.1}, {MATRIX_INDEFINITE, 0}, {MATRIX_UNSYMMETRIC, 0.5}};
	struct rng r;
	rng_init(&r, 11, 1);
	for (const struct subject *t = subjects(); t->ops; t++) {
		for (size_t i = 0; i < COUNT(shape); i++) {
			for (size_t j = 0; j < COUNT(row); j++) {
				struct arena a;
				struct matrix m;
				arena_init(&a);
				matrix_grid(&m, shape[i].nx, shape[i].ny, shape[i].ndof, row[j].kind, row[j].shift + (shape[i].nx * shape[i].ny == 1), i % 2, &r, &a);
				check_matrix(t, &m, &r);
				arena_fini(&a);
			}
		}
	}
}

static void agree_with_dense_on_random_couplings(void **state)
{
	(void)state;
	struct rng r;
	rng_init(&r, 12, 1);
	for (const struct subject *t = subjects(); t->ops; t++) {
		for (int round = 0; round < 30; round++) {
			struct arena a;
			struct matrix m;
			enum matrix_kind kind = (enum matrix_kind)(round % 3);
			arena_init(&a);
			matrix_random(&m, 5 + 4 * round, 3 + 5 * round, kind, kind == MATRIX_DEFINITE ? 0.1 : 1, &r, &a);
			check_matrix(t, &m, &r);
			arena_fini(&a);
		}
	}
}

/* A definite matrix of four orders of size on its diagonal, as translations and rotations in other units give. */
static void agree_with_dense_when_units_differ(void **state)
{
	(void)state;
	struct rng r;
	rng_init(&r, 13, 1);
	for (const struct subject *t = subjects(); t->ops; t++) {
		struct arena a;
		struct matrix m;
		arena_init(&a);
		matrix_grid(&m, 4, 8, 3, MATRIX_DEFINITE, 0.1, false, &r, &a);
		for (int j = 0; j < m.p.n; j++)
			for (int i = m.p.start[j]; i < m.p.start[j + 1]; i++)
				m.value[i] *= (j % 3 == 2 ? 1e4 : 1) * (m.p.row[i] % 3 == 2 ? 1e4 : 1);
		check_matrix(t, &m, &r);
		arena_fini(&a);
	}
}

/* Lagrange multipliers: a zero block on the diagonal, indefinite but regular. x_0 = x_5 and x_3 = x_8 by two rows. */
static void pass_lagrange_multipliers(void **state)
{
	(void)state;
	static const int tied[2][2] = {{0, 5}, {3, 8}};
	enum { N = 10, GROUPS = 11 };
	int begin[GROUPS + 1], unknown[40], at = 0;
	struct rng r;
	rng_init(&r, 14, 1);
	for (int g = 0; g < GROUPS; g++) {
		begin[g] = at;
		for (int d = 0; g < N - 1 && d < 2; d++)
			unknown[at++] = g + d;
		for (int d = 0; g >= N - 1 && d < 3; d++)
			unknown[at++] = d < 2 ? tied[g - N + 1][d] : N + g - N + 1;
	}
	begin[GROUPS] = at;
	for (const struct subject *t = subjects(); t->ops; t++) {
		struct arena a;
		struct matrix m = {.ngroup = GROUPS, .begin = begin, .unknown = unknown};
		arena_init(&a);
		matrix_begin(&m, N + 2, MATRIX_DEFINITE, &a);
		for (int i = 0; i < N; i++) {
			matrix_add(&m, i, i, 2.5);
			if (i + 1 < N)
				matrix_add(&m, i + 1, i, -1);
		}
		for (int c = 0; c < 2; c++) {
			matrix_add(&m, N + c, tied[c][0], 1);
			matrix_add(&m, N + c, tied[c][1], -1);
		}
		check_matrix(t, &m, &r);
		double x[N + 2] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
		int pivot;
		void *self = engine_begin(t, &m.p, &a);
		assert_int_equal(t->ops->factor(self, 0, m.value, &pivot), 0);
		assert_int_equal(t->ops->solve(self, 0, x), 0);
		assert_near(x[0], x[5], within(t, 1e-12));
		assert_near(x[3], x[8], within(t, 1e-12));
		engine_end(t->ops, self);
		arena_fini(&a);
	}
}

/* Stiffnesses twelve orders below to sixteen orders above the coefficients of the multiplier: a matter of units, not of singularity.
 * x_0 = x_1, so both move by the sum of the forces over the sum of the stiffnesses. */
static void pass_lagrange_multipliers_whatever_the_units(void **state)
{
	(void)state;
	int begin[] = {0, 3}, unknown[] = {0, 1, 2};
	for (const struct subject *t = subjects(); t->ops; t++) {
		for (double unit = 1e-12; unit < 1e17; unit *= 1e4) {
			struct arena a;
			struct matrix m = {.ngroup = 1, .begin = begin, .unknown = unknown};
			double x[3] = {2, 4, 0};
			int pivot;
			arena_init(&a);
			matrix_begin(&m, 3, MATRIX_DEFINITE, &a);
			matrix_add(&m, 0, 0, 1 * unit);
			matrix_add(&m, 1, 1, 3 * unit);
			matrix_add(&m, 2, 0, 1);
			matrix_add(&m, 2, 1, -1);
			void *self = engine_begin(t, &m.p, &a);
			assert_int_equal(t->ops->factor(self, 0, m.value, &pivot), 0);
			assert_int_equal(t->ops->solve(self, 0, x), 0);
			assert_near(x[0] * unit, 6.0 / 4, within(t, 1e-12));
			assert_near(x[1] * unit, 6.0 / 4, within(t, 1e-12));
			engine_end(t->ops, self);
			arena_fini(&a);
		}
	}
}

/* Springs in a row, two of them penalties p: the tip under a unit force moves by the sum of 1/k. From what a sum p + k keeps of k
 * (2^-53 p / k) the answer is good to 1e-3 up to p = 1e13, and beyond 1e17 nothing of k is left: singular, for all. */
static void agree_on_penalties(void **state)
{
	(void)state;
	int begin[] = {0, 2, 4, 6, 8}, unknown[] = {0, 1, 1, 2, 2, 3, 3, 4}, pivot;
	for (const struct subject *t = subjects(); t->ops; t++) {
		for (double p = 1e9; p < 1e22; p *= p < 1e13 ? 10 : p < 1e17 ? 1e4 : 10) {
			const double spring[] = {p, 100, p, 70};
			struct arena a;
			struct matrix m = {.ngroup = 4, .begin = begin, .unknown = unknown};
			double x[5] = {0, 0, 0, 0, 1};
			arena_init(&a);
			matrix_begin(&m, 5, MATRIX_DEFINITE, &a);
			matrix_add(&m, 0, 0, 30);
			for (int g = 0; g < 4; g++) {
				matrix_add(&m, g, g, spring[g]);
				matrix_add(&m, g + 1, g + 1, spring[g]);
				matrix_add(&m, g + 1, g, -spring[g]);
			}
			void *self = engine_begin(t, &m.p, &a);
			int code = t->ops->factor(self, 0, m.value, &pivot);
			assert_int_equal(code, p < 1e15 ? 0 : ERR_SINGULAR);
			if (code) {
				assert_in_range(pivot, 0, 3);
			} else {
				assert_int_equal(t->ops->solve(self, 0, x), 0);
				assert_near(x[4], 1.0 / 30 + 1.0 / 100 + 1.0 / 70 + 2 / p, 1e-3);
			}
			engine_end(t->ops, self);
			arena_fini(&a);
		}
	}
}

/* A clamped chain of beams of length 1 with unit bending stiffness, three unknowns a node. */
static void matrix_cantilever(struct matrix *m, int nbeam, double axial, struct arena *a)
{
	const double k[6][6] = {{axial}, {0, 12}, {0, 6, 4}, {-axial, 0, 0, axial}, {0, -12, -6, 0, 12}, {0, 6, 2, 0, -6, 4}};
	int at = 0;
	m->ngroup = nbeam;
	m->begin = ARENA_ARRAY(a, (size_t)nbeam + 1, int);
	m->unknown = ARENA_ARRAY(a, 6 * (size_t)nbeam, int);
	for (int b = 0; b < nbeam; b++, m->begin[b] = at)
		for (int u = 3 * (b - 1); u < 3 * (b + 1); u++)
			if (u >= 0)
				m->unknown[at++] = u;
	matrix_begin(m, 3 * nbeam, MATRIX_DEFINITE, a);
	for (int b = 0; b < nbeam; b++)
		for (int i = b ? 0 : 3; i < 6; i++)
			for (int j = b ? 0 : 3; j <= i; j++)
				matrix_add(m, 3 * (b - 1) + i, 3 * (b - 1) + j, k[i][j]);
}

/* Largest residual of a row relative to |A| |x| + |b| of that row (Oettli and Prager 1964). */
static double residual_relative(const struct matrix *m, const double *x, const double *b, struct arena *a)
{
	size_t n = (size_t)m->p.n;
	long double *rest = ARENA_ARRAY(a, n, long double), *size = ARENA_ARRAY(a, n, long double), worst = 0;
	for (int j = 0; j < m->p.n; j++) {
		rest[j] += b[j];
		size[j] += fabs(b[j]);
		for (int k = m->p.start[j]; k < m->p.start[j + 1]; k++) {
			int i = m->p.row[k];
			long double below = (long double)m->value[k] * x[j], above = i == j ? 0 : (long double)m->value[k] * x[i];
			rest[i] -= below;
			size[i] += fabsl(below);
			rest[j] -= above;
			size[j] += fabsl(above);
		}
	}
	for (size_t i = 0; i < n; i++)
		worst = fmaxl(worst, fabsl(rest[i]) / size[i]);
	return (double)worst;
}

/* The condition of these grows with the fourth power of their length, to 1e12 and beyond; residuals stay small: 2e-14 is three
 * times what block elimination leaves, and 90 roundings. */
static void leave_small_residuals_on_slender_cantilevers(void **state)
{
	(void)state;
	static const int nbeam[] = {5, 30, 100, 500};
	static const double axial[] = {1, 1e9};
	for (const struct subject *t = subjects(); t->ops; t++) {
		for (size_t i = 0; t->residual > 0 && i < COUNT(nbeam) * COUNT(axial); i++) {
			struct arena a;
			struct matrix m;
			int pivot;
			arena_init(&a);
			matrix_cantilever(&m, nbeam[i / COUNT(axial)], axial[i % COUNT(axial)], &a);
			double *x = ARENA_ARRAY(&a, (size_t)m.p.n, double), *b = ARENA_ARRAY(&a, (size_t)m.p.n, double);
			void *self = engine_begin(t, &m.p, &a);
			for (int j = 0; j < m.p.n; j++)
				x[j] = b[j] = j % 3 == 1 ? 1 : 0.1;
			assert_int_equal(t->ops->factor(self, 0, m.value, &pivot), 0);
			assert_int_equal(t->ops->solve(self, 0, x), 0);
			double left = residual_relative(&m, x, b, &a);
			if (!(left < t->residual))
				fail_msg("%s %s, %d unknowns: residual %g", t->ops->name, t->words, m.p.n, left);
			engine_end(t->ops, self);
			arena_fini(&a);
		}
	}
}

/* The unknown whose row and column are 0 is the one that is named; coupled but loose parts name one of their own. */
static void name_the_unknown_without_stiffness(void **state)
{
	(void)state;
	struct rng r;
	rng_init(&r, 15, 1);
	for (const struct subject *t = subjects(); t->ops; t++) {
		for (int kind = MATRIX_DEFINITE; kind <= (t->symmetric_only ? MATRIX_INDEFINITE : MATRIX_UNSYMMETRIC); kind++) {
			struct arena a;
			struct matrix m;
			arena_init(&a);
			matrix_grid(&m, 3, 5, 3, (enum matrix_kind)kind, 2, true, &r, &a);
			void *self = engine_begin(t, &m.p, &a);
			for (int dead = 0; dead < m.p.n; dead += 7) {
				double *value = ARENA_ARRAY(&a, (size_t)m.p.nnz, double);
				int pivot = -7;
				for (int j = 0; j < m.p.n; j++)
					for (int i = m.p.start[j]; i < m.p.start[j + 1]; i++)
						value[i] = j == dead || m.p.row[i] == dead ? 0 : m.value[i];
				assert_int_equal(t->ops->factor(self, 1, value, &pivot), ERR_SINGULAR);
				assert_int_equal(pivot, dead);
				double x[45] = {1};
				assert_int_equal(t->ops->solve(self, 1, x), ERR_STATE);
			}
			engine_end(t->ops, self);
			arena_fini(&a);
		}
	}
}

/* A chain of springs that nothing holds: rigid motion costs no force, elimination ends in a pivot of 0. */
static void find_a_free_chain_singular(void **state)
{
	(void)state;
	for (const struct subject *t = subjects(); t->ops; t++) {
		for (int n = 2; n < 40; n += 5) {
			struct arena a;
			struct matrix m;
			struct rng r;
			int pivot = -7;
			arena_init(&a);
			rng_init(&r, 16, 1);
			matrix_grid(&m, 1, n, 1, MATRIX_DEFINITE, 0, false, &r, &a);
			for (int i = 0; i < n; i++) {
				m.value[pattern_index(&m.p, i, i)] = i == 0 || i == n - 1 ? 1e6 : 2e6;
				if (i + 1 < n)
					m.value[pattern_index(&m.p, i + 1, i)] = -1e6;
			}
			void *self = engine_begin(t, &m.p, &a);
			assert_int_equal(t->ops->factor(self, 0, m.value, &pivot), ERR_SINGULAR);
			assert_in_range(pivot, 0, n - 1);
			m.value[pattern_index(&m.p, 0, 0)] += 1e6;
			assert_int_equal(t->ops->factor(self, 0, m.value, &pivot), 0);
			assert_true(engine_error(t->ops, self, 0, &m, &r) < t->tolerance);
			engine_end(t->ops, self);
			arena_fini(&a);
		}
	}
}

static void solve_lumped_masses_in_the_pattern_of_the_stiffness(void **state)
{
	(void)state;
	for (const struct subject *t = subjects(); t->ops; t++) {
		struct arena a;
		struct matrix m;
		struct rng r;
		int pivot = -7;
		double x[36];
		arena_init(&a);
		rng_init(&r, 17, 1);
		matrix_grid(&m, 3, 4, 3, MATRIX_DEFINITE, 1, false, &r, &a);
		memset(m.value, 0, (size_t)m.p.nnz * sizeof *m.value);
		for (int i = 0; i < 36; i++) {
			m.value[pattern_index(&m.p, i, i)] = 1e-6 * (i + 1);
			x[i] = 1;
		}
		void *self = engine_begin(t, &m.p, &a);
		assert_int_equal(t->ops->factor(self, 2, m.value, &pivot), 0);
		assert_int_equal(t->ops->solve(self, 2, x), 0);
		for (int i = 0; i < 36; i++)
			assert_near(x[i] * (i + 1), 1e6, 1e-8);
		m.value[pattern_index(&m.p, 30, 30)] = 0;
		assert_int_equal(t->ops->factor(self, 2, m.value, &pivot), ERR_SINGULAR);
		assert_int_equal(pivot, 30);
		engine_end(t->ops, self);
		arena_fini(&a);
	}
}

/* Factored all the same, but the unknown is named; a definite matrix names none. */
static void name_the_unknown_at_which_a_matrix_is_not_definite(void **state)
{
	(void)state;
	for (const struct subject *t = subjects(); t->ops; t++) {
		for (int ndof = 1; ndof <= 3; ndof += 2) {
			struct arena a;
			struct matrix m;
			struct rng r;
			int pivot = -7;
			arena_init(&a);
			rng_init(&r, 22, 1);
			matrix_grid(&m, ndof, 9, ndof, MATRIX_DEFINITE, 1, false, &r, &a);
			void *self = engine_begin(t, &m.p, &a);
			assert_int_equal(t->ops->factor(self, 0, m.value, &pivot), 0);
			assert_int_equal(pivot, -1);
			for (int lumped = 0; lumped < 2; lumped++) {
				for (int j = 0; j < m.p.n; j++)
					for (int i = m.p.start[j]; i < m.p.start[j + 1]; i++)
						if (lumped ? m.p.row[i] != j : j == 4 || m.p.row[i] == 4)
							m.value[i] = m.p.row[i] == j ? -2 : 0;
				assert_int_equal(t->ops->factor(self, 0, m.value, &pivot), 0);
				assert_int_equal(pivot, 4);
				assert_true(engine_error(t->ops, self, 0, &m, &r) < t->tolerance);
			}
			engine_end(t->ops, self);
			arena_fini(&a);
		}
	}
}

static void keep_the_slots_apart(void **state)
{
	(void)state;
	static const enum matrix_kind kinds[ENGINE_SLOTS] = {MATRIX_DEFINITE, MATRIX_INDEFINITE, MATRIX_DEFINITE, MATRIX_INDEFINITE};
	for (const struct subject *t = subjects(); t->ops; t++) {
		struct arena a;
		struct matrix m[ENGINE_SLOTS];
		struct rng r;
		int pivot;
		arena_init(&a);
		for (int s = 0; s < ENGINE_SLOTS; s++) {
			rng_init(&r, 18, (uint64_t)s);
			matrix_grid(&m[s], 4, 6, 3, kinds[s], 0.2, false, &r, &a);
		}
		void *self = engine_begin(t, &m[0].p, &a);
		double x[72] = {1};
		assert_int_equal(t->ops->solve(self, 3, x), ERR_STATE);
		for (int s = 0; s < ENGINE_SLOTS; s++)
			assert_int_equal(t->ops->factor(self, s, m[s].value, &pivot), 0);
		for (int s = ENGINE_SLOTS - 1; s >= 0; s--)
			assert_true(engine_error(t->ops, self, s, &m[s], &r) < t->tolerance);
		engine_end(t->ops, self);
		arena_fini(&a);
	}
}

/* Numbers of few unknowns, of all, of none; the lists change from call to call or stay. Vectors hold rubbish of the last solve in between. */
static void solve_for_few_as_for_all(void **state)
{
	(void)state;
	for (const struct subject *t = subjects(); t->ops; t++) {
		for (int kind = MATRIX_DEFINITE; t->ops->solve_few && kind <= MATRIX_UNSYMMETRIC; kind++) {
			enum { N = 9 * 8 * 3 };
			struct arena a;
			struct matrix m;
			struct rng r;
			int pivot, list[2][N];
			double x[N], y[N], b[N], rubbish[N];
			arena_init(&a);
			rng_init(&r, 23, 1);
			matrix_grid(&m, 9, 8, 3, (enum matrix_kind)kind, 0.5, true, &r, &a);
			void *self = engine_begin(t, &m.p, &a);
			assert_int_equal(t->ops->solve_few(self, 0, 0, NULL, NULL, 0, NULL, NULL), ERR_STATE);
			assert_int_equal(t->ops->factor(self, 0, m.value, &pivot), 0);
			for (int round = 0; round < 60; round++) {
				int n[2] = {round % 7 == 6 ? N : round / 6, round % 11 == 10 ? N : round / 5};
				for (int k = 0; k < 2 && round % 2 == 0; k++)
					for (int i = 0; i < N; i++) {
						int j = (int)rng_below(&r, (uint64_t)i + 1);
						list[k][i] = list[k][j];
						list[k][j] = i;
					}
				memset(x, 0, sizeof x);
				for (int i = 0; i < N; i++)
					rubbish[i] = round % 3 ? 1e9 : NAN;
				for (int i = 0; i < n[0]; i++)
					x[list[0][i]] = b[i] = matrix_draw(&r);
				assert_int_equal(t->ops->solve(self, 0, x), 0);
				assert_int_equal(t->ops->solve(self, 0, rubbish), 0);
				assert_int_equal(t->ops->solve_few(self, 0, n[0], list[0], b, n[1], list[1], y), 0);
				for (int i = 0; i < n[1]; i++)
					assert_near(y[i], x[list[1][i]], 1e-12);
			}
			engine_end(t->ops, self);
			arena_fini(&a);
		}
	}
}

static void refuse_numbers_that_are_not_finite(void **state)
{
	(void)state;
	static const double bad[] = {NAN, INFINITY, -INFINITY};
	for (const struct subject *t = subjects(); t->ops; t++) {
		struct arena a;
		struct matrix m;
		struct rng r;
		int pivot;
		arena_init(&a);
		rng_init(&r, 19, 1);
		matrix_grid(&m, 3, 4, 3, MATRIX_DEFINITE, 1, false, &r, &a);
		void *self = engine_begin(t, &m.p, &a);
		for (int at = 0; at < m.p.nnz; at += 37) {
			double keep = m.value[at], x[36] = {0};
			m.value[at] = bad[at % 3];
			assert_int_equal(t->ops->factor(self, 0, m.value, &pivot), ERR_NONFINITE);
			assert_int_equal(t->ops->solve(self, 0, x), ERR_STATE);
			m.value[at] = keep;
		}
		engine_end(t->ops, self);
		arena_fini(&a);
	}
}

static void give_the_same_bits_again(void **state)
{
	(void)state;
	for (const struct subject *t = subjects(); t->ops; t++) {
		double x[2][108];
		for (int round = 0; round < 2; round++) {
			struct arena a;
			struct matrix m;
			struct rng r;
			int pivot;
			arena_init(&a);
			rng_init(&r, 20, 1);
			matrix_grid(&m, 4, 9, 3, MATRIX_DEFINITE, 0.1, true, &r, &a);
			void *self = engine_begin(t, &m.p, &a);
			for (int i = 0; i < m.p.n; i++)
				x[round][i] = i;
			assert_true(t->ops->factor(self, round, m.value, &pivot) == 0 && t->ops->solve(self, round, x[round]) == 0);
			engine_end(t->ops, self);
			arena_fini(&a);
		}
		/* several ranks of MUMPS sum in the order in which they come (docs/cluster.md) */
		double off = strcmp(t->ops->name, "mumps") == 0 && cluster_given() > 1 ? 1e-12 : 0.0;
		for (size_t i = 0; i < COUNT(x[0]); i++)
			assert_near(x[1][i], x[0][i], off * (fabs(x[0][i]) + 1.0));
	}
}

static void say_so_when_memory_runs_out(void **state)
{
	(void)state;
	for (const struct subject *t = subjects(); t->ops; t++) {
		struct arena keep;
		struct matrix m;
		struct rng r;
		int failures = 0;
		arena_init(&keep);
		rng_init(&r, 21, 1);
		matrix_grid(&m, 2, 4, 3, MATRIX_DEFINITE, 1, false, &r, &keep);
		void *self = arena_alloc(&keep, t->ops->size), *fresh = engine_new(t, &keep);
		for (int count = 1;; count++, failures++) {
			struct err e = {0};
			struct arena a;
			arena_init(&a);
			memcpy(self, fresh, t->ops->size);
			fault_arm(FAULT_arena_alloc, count, true);
			int code = t->ops->setup(self, &m.p, &a, &e);
			fault_disarm();
			engine_end(t->ops, self);
			arena_fini(&a);
			if (!code)
				break;
			assert_true(code == ERR_MEMORY && e.code == ERR_MEMORY);
		}
		assert_true(failures > 3);
		arena_fini(&keep);
	}
}

static void describe_themselves(void **state)
{
	(void)state;
	for (int k = 0; engine_table[k]; k++) {
		assert_true(strlen(engine_table[k]->name) > 0 && strlen(engine_table[k]->brief) > 0);
		assert_contains(engine_table[k]->cite, "doi:10.");
		assert_ptr_equal(engine_find(engine_table[k]->name), engine_table[k]);
	}
	assert_true(!engine_find("Band") && !engine_find(""));
}

int main(void)
{
	int status;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(agree_with_dense_on_grids),
		cmocka_unit_test(agree_with_dense_on_random_couplings),
		cmocka_unit_test(agree_with_dense_when_units_differ),
		cmocka_unit_test(pass_lagrange_multipliers),
		cmocka_unit_test(pass_lagrange_multipliers_whatever_the_units),
		cmocka_unit_test(agree_on_penalties),
		cmocka_unit_test(leave_small_residuals_on_slender_cantilevers),
		cmocka_unit_test(name_the_unknown_without_stiffness),
		cmocka_unit_test(find_a_free_chain_singular),
		cmocka_unit_test(solve_lumped_masses_in_the_pattern_of_the_stiffness),
		cmocka_unit_test(name_the_unknown_at_which_a_matrix_is_not_definite),
		cmocka_unit_test(keep_the_slots_apart),
		cmocka_unit_test(solve_for_few_as_for_all),
		cmocka_unit_test(refuse_numbers_that_are_not_finite),
		cmocka_unit_test(give_the_same_bits_again),
		cmocka_unit_test(say_so_when_memory_runs_out),
		cmocka_unit_test(describe_themselves),
	};
	return subjects_rank(&status) ? status : cmocka_run_group_tests(tests, NULL, NULL);
}
