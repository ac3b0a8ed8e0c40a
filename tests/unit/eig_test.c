/* Generalised eigenproblems against closed forms. The chain of n equal masses m and springs k, held at one end:
 *   omega_j^2 = 4 k/m sin^2((2 j - 1) pi / (2 (2 n + 1))), j = 1 ... n  (e.g. Chopra, Dynamics of Structures, shear building);
 * free at both ends: omega_j^2 = 4 k/m sin^2((j - 1) pi / (2 n)), with a rigid motion at 0. */
#include "matrix.h"

#include "base/base.h"
#include "base/fault.h"
#include "math/eig.h"

#include <float.h>

typedef int solver(const struct pattern_csc *p, const double *k, const double *m, int nmode, double *ret_value, double *ret_vector, int *ret_found,
	struct arena *mem, struct err *e);

static solver *const solvers[] = {eig_dense, eig_sparse};

struct chain {
	struct arena a;
	struct matrix m;
	double *k, *mass;
	double *value, *vector;
	int n, found;
};

static void chain_begin(struct chain *c, int n, bool held, double k, double mass)
{
	struct rng r;
	rng_init(&r, 1, 1);
	arena_init(&c->a);
	matrix_grid(&c->m, 1, n, 1, MATRIX_DEFINITE, 0, false, &r, &c->a);
	c->n = n;
	c->k = ARENA_ARRAY(&c->a, (size_t)c->m.p.nnz, double);
	c->mass = ARENA_ARRAY(&c->a, (size_t)c->m.p.nnz, double);
	c->value = ARENA_ARRAY(&c->a, (size_t)n, double);
	c->vector = ARENA_ARRAY(&c->a, (size_t)n * (size_t)n, double);
	for (int i = 0; i < n; i++) {
		int springs = (i > 0 || held) + (i + 1 < n);
		c->k[pattern_index(&c->m.p, i, i)] = springs * k;
		c->mass[pattern_index(&c->m.p, i, i)] = mass;
		if (i + 1 < n)
			c->k[pattern_index(&c->m.p, i + 1, i)] = -k;
	}
}

/* K x = lambda M x, x'Mx = 1, x_i'M x_j = 0 for all modes found; largest component positive. */
static void chain_check_modes(const struct chain *c, double tol)
{
	int n = c->n;
	double *kx = ARENA_ARRAY((struct arena *)&c->a, (size_t)n, double), *mx = ARENA_ARRAY((struct arena *)&c->a, (size_t)n, double);
	for (int i = 0; i < c->found; i++) {
		const double *x = c->vector + i * n;
		double top = 0;
		pattern_mul(&c->m.p, c->k, x, kx);
		pattern_mul(&c->m.p, c->mass, x, mx);
		for (int l = 0; l < n; l++) {
			assert_near(kx[l], c->value[i] * mx[l], tol);
			top = fabs(x[l]) > fabs(top) * (1 + 1e-6) ? x[l] : top;
		}
		assert_true(top > 0);
		for (int j = 0; j < c->found; j++) {
			double dot = 0;
			for (int l = 0; l < n; l++)
				dot += c->vector[j * n + l] * mx[l];
			assert_near(dot, i == j, 1e-9);
		}
	}
}

static void finds_the_frequencies_of_the_held_chain(void **state)
{
	(void)state;
	static const struct {
		int n, nmode;
	} row[] = {{1, 1}, {2, 2}, {3, 1}, {10, 10}, {30, 5}, {100, 12}, {100, 99}};
	for (size_t s = 0; s < COUNT(solvers); s++) {
		for (size_t i = 0; i < COUNT(row); i++) {
			struct chain c;
			struct err e = {0};
			double k = 3000, m = 2.5;
			chain_begin(&c, row[i].n, true, k, m);
			assert_int_equal(solvers[s](&c.m.p, c.k, c.mass, row[i].nmode, c.value, c.vector, &c.found, &c.a, &e), 0);
			assert_int_equal(c.found, row[i].nmode);
			for (int j = 0; j < c.found; j++) {
				double root = sin((2 * j + 1) * M_PI / (2 * (2 * row[i].n + 1)));
				assert_near(c.value[j] / (4 * k / m * root * root), 1, 1e-9);
			}
			chain_check_modes(&c, 1e-6);
			arena_fini(&c.a);
		}
	}
}

/* Between two masses a node that has next to none: the springs beside it are one of half the stiffness. With a free end masses stand at both ends. */
static void nominal_masses_leave_the_lowest_modes_their_digits(void **state)
{
	(void)state;
	enum { STOREYS = 12 };
	for (int row = 0; row < 8; row++) {
		bool held = row & 1;
		int masses = held ? STOREYS : STOREYS + 1, nmode = row & 2 ? masses : 3;
		struct chain c;
		chain_begin(&c, held ? 2 * STOREYS : 2 * STOREYS + 1, held, 2000.0, 0.5);
		for (int i = held ? 0 : 1; i < c.n; i += 2)
			c.mass[pattern_index(&c.m.p, i, i)] = 1e-13;
		assert_int_equal(solvers[row / 4](&c.m.p, c.k, c.mass, nmode, c.value, c.vector, &c.found, &c.a, NULL), 0);
		assert_int_equal(c.found, nmode);
		for (int j = 1; j <= nmode; j++) {
			double half = sin(held ? (2 * j - 1) * acos(-1) / (2 * (2 * masses + 1)) : (j - 1) * acos(-1) / (2 * masses));
			double want = 4 * 1000.0 / 0.5 * half * half;
			assert_near(c.value[j - 1], want, 1e-7 + 1e-10 * want);
		}
		chain_check_modes(&c, 1e-6);
		arena_fini(&c.a);
	}
}

static void finds_the_rigid_motion_of_the_free_chain(void **state)
{
	(void)state;
	for (size_t s = 0; s < COUNT(solvers); s++) {
		struct chain c;
		struct err e = {0};
		chain_begin(&c, 40, false, 1, 1);
		assert_int_equal(solvers[s](&c.m.p, c.k, c.mass, 6, c.value, c.vector, &c.found, &c.a, &e), 0);
		assert_int_equal(c.found, 6);
		for (int j = 0; j < 6; j++) {
			double root = sin(j * M_PI / 80);
			assert_near(c.value[j], 4 * root * root, 1e-10);
		}
		for (int i = 0; i < 40; i++)
			assert_near(c.vector[i], 1 / sqrt(40), 1e-8);
		chain_check_modes(&c, 1e-8);
		arena_fini(&c.a);
	}
}

/* Every second mass taken away: two springs k in series are one of k/2, so that the masses left are a chain of their own;
 * what has no mass moves as the mean of its neighbours. */
static void condenses_what_has_no_mass(void **state)
{
	(void)state;
	enum { MASSES = 15, N = 2 * MASSES };
	for (size_t s = 0; s < COUNT(solvers); s++) {
		for (int nmode = 3; nmode <= N; nmode += 27) {
			struct chain c;
			struct err e = {0};
			chain_begin(&c, N, true, 8, 2);
			for (int i = 0; i < N; i += 2)
				c.mass[pattern_index(&c.m.p, i, i)] = 0;
			assert_int_equal(solvers[s](&c.m.p, c.k, c.mass, nmode, c.value, c.vector, &c.found, &c.a, &e), 0);
			assert_int_equal(c.found, nmode < MASSES ? nmode : MASSES);
			for (int j = 0; j < c.found; j++) {
				const double *x = c.vector + j * N;
				double root = sin((2 * j + 1) * M_PI / (2 * (2 * MASSES + 1)));
				assert_near(c.value[j], 4 * 4.0 / 2 * root * root, 1e-9);
				for (int i = 0; i < N; i += 2)
					assert_near(x[i], ((i > 0 ? x[i - 1] : 0) + x[i + 1]) / 2, 1e-9);
			}
			chain_check_modes(&c, 1e-8);
			arena_fini(&c.a);
		}
	}
}

/* A mass m at an arm h from its node, with springs k and kr on the node's translation and rotation: M = m (1, h)(1, h)',
 * singular without a zero row. One mode: 1 / lambda = m (1/k + h^2/kr), by flexibility. */
static void takes_masses_away_from_their_nodes(void **state)
{
	(void)state;
	static const int begin[] = {0, 2}, unknown[] = {0, 1};
	const double m = 3, h = 0.7, k = 50, kr = 20;
	const double stiffness[] = {k, 0, kr}, mass[] = {m, m * h, m * h * h};
	for (size_t s = 0; s < COUNT(solvers); s++) {
		struct arena a;
		struct pattern_csc p;
		struct err e = {0};
		double value[2], vector[4];
		int found;
		arena_init(&a);
		assert_int_equal(pattern_build(&p, 2, true, 1, begin, unknown, &a, &e), 0);
		assert_int_equal(solvers[s](&p, stiffness, mass, 2, value, vector, &found, &a, &e), 0);
		assert_int_equal(found, 1);
		assert_near(value[0], 1 / (m * (1 / k + h * h / kr)), 1e-10);
		assert_near(vector[1] / vector[0], (h / kr) / (1 / k), 1e-10);
		arena_fini(&a);
	}
}

/* After buckling a stiffness is negative: so is the square of the frequency. */
static void gives_negative_eigenvalues_of_unstable_systems(void **state)
{
	(void)state;
	struct chain c;
	struct err e = {0};
	chain_begin(&c, 5, true, 1, 1);
	for (int i = 0; i < c.m.p.nnz; i++)
		c.k[i] = 0;
	for (int i = 0; i < 5; i++)
		c.k[pattern_index(&c.m.p, i, i)] = i - 1.5;
	assert_int_equal(eig_dense(&c.m.p, c.k, c.mass, 5, c.value, c.vector, &c.found, &c.a, &e), 0);
	for (int i = 0; i < 5; i++)
		assert_near(c.value[i], i - 1.5, 1e-14);
	arena_fini(&c.a);
}

/* The chain less c times its masses: every eigenvalue is less by c, and as many are negative as were below c. The most negative ones are far from 0,
 * where a search for those nearest to it does not come. Its massless unknowns stay as they are. */
static void gives_the_lowest_where_the_stiffness_is_indefinite(void **state)
{
	(void)state;
	enum { MASSES = 60, N = 2 * MASSES, MODES = 7 };
	const double k = 8, mass = 2, by[] = {0.02, 0.5, 3, 7, 40};
	for (size_t s = 0; s < COUNT(solvers); s++) {
		for (size_t b = 0; b < COUNT(by); b++) {
			struct chain c;
			struct err e = {0};
			chain_begin(&c, N, true, k, mass);
			for (int i = 0; i < N; i += 2)
				c.mass[pattern_index(&c.m.p, i, i)] = 0;
			for (int i = 0; i < c.m.p.nnz; i++)
				c.k[i] -= by[b] * c.mass[i];
			assert_int_equal(solvers[s](&c.m.p, c.k, c.mass, MODES, c.value, c.vector, &c.found, &c.a, &e), 0);
			assert_int_equal(c.found, MODES);
			for (int j = 0; j < MODES; j++) {
				double root = sin((2 * j + 1) * M_PI / (2 * (2 * MASSES + 1)));
				assert_near(c.value[j], 4 * (k / 2) / mass * root * root - by[b], 1e-11 * (1 + by[b]));
			}
			chain_check_modes(&c, 1e-7);
			arena_fini(&c.a);
		}
	}
}

/* A mass away from its node, whose rotation is pushed: 1 / lambda = m (1/k + h^2/kr) as above, with kr < 0. Turned about the mass, which then rests, the
 * node has k h^2 + kr: below 0 it gives way without any inertia, and there is no lowest mode. As near to that as one likes (24.5), there is one and no more. */
static void turns_a_singular_mass_on_an_indefinite_stiffness(void **state)
{
	(void)state;
	static const int begin[] = {0, 2}, unknown[] = {0, 1};
	const double m = 3, h = 0.7, k = 50;
	static const double push[] = {-15, -20, -23, -24.3388, -24.4233, -24.4991, -24.4999, -26, -180};
	for (size_t i = 0; i < COUNT(push); i++) {
		double kr = push[i];
		bool lowest = k * h * h + kr > 0;
		const double stiffness[] = {k, 0, kr}, mass[] = {m, m * h, m * h * h};
		double right = 1 / (m * (1 / k + h * h / kr));
		for (size_t s = 0; s < COUNT(solvers); s++) {
			struct arena a;
			struct pattern_csc p;
			struct err e = {0};
			double value[2], vector[4];
			int found = 0;
			arena_init(&a);
			assert_int_equal(pattern_build(&p, 2, true, 1, begin, unknown, &a, &e), 0);
			assert_int_equal(solvers[s](&p, stiffness, mass, 2, value, vector, &found, &a, &e), lowest ? 0 : ERR_INDEFINITE);
			assert_int_equal(found, lowest);
			if (lowest)
				assert_near(value[0] / right, 1, 1e-9);
			else
				assert_contains(e.what, "not positive definite");
			arena_fini(&a);
		}
	}
}

/* A chain of storeys, each with its mass at an arm h from its node, whose rotation has a spring kr: M is of half the rank that its diagonal has. By
 * flexibility 1 / lambda_j = m (1 / (k a_j) + h^2 / kr), a_j = 4 sin^2((2 j - 1) pi / (2 (2 n + 1))) being the chain's own. A push kr < 0 leaves a lowest
 * mode down to -k h^2 a_1, where the nodes turn about their masses; near to that it is far below all others. */
static void counts_the_modes_of_storeys_with_masses_on_arms(void **state)
{
	(void)state;
	enum { STOREYS = 60, N = 2 * STOREYS };
	static const int nmode[] = {1, 2, 5, 21, STOREYS - 2, STOREYS - 1, STOREYS + 3};
	static const double short_of[] = {0, 0.3, 0.005, 1e-4, 1e-6};    /* of that push; 0: a spring instead */
	const double k = 50, m = 3, h = 0.7, a1 = 4 * pow(sin(M_PI / (2 * (2 * STOREYS + 1))), 2);
	int begin[STOREYS + 1], unknown[3 * STOREYS];
	for (int i = 0; i <= STOREYS; i++)
		begin[i] = 3 * i;
	for (int i = 0; i < STOREYS; i++) {
		unknown[3 * i] = 2 * i;
		unknown[3 * i + 1] = 2 * i + 1;
		unknown[3 * i + 2] = i > 0 ? 2 * i - 2 : N - 1;    /* the first has none below it */
	}
	for (size_t q = 0; q < COUNT(short_of) * COUNT(nmode) * COUNT(solvers); q++) {
		double by = short_of[q % COUNT(short_of)], kr = by > 0 ? -k * h * h * a1 * (1 - by) : 20;
		int want = nmode[q / COUNT(short_of) % COUNT(nmode)], found = 0;
		double value[STOREYS + 3], right[STOREYS], *vector, *stiffness, *mass;
		struct arena a;
		struct pattern_csc p;
		struct err e = {0};
		arena_init(&a);
		assert_int_equal(pattern_build(&p, N, true, STOREYS, begin, unknown, &a, &e), 0);
		vector = ARENA_ARRAY(&a, (size_t)(STOREYS + 3) * N, double);
		stiffness = ARENA_ARRAY(&a, (size_t)p.nnz, double);
		mass = ARENA_ARRAY(&a, (size_t)p.nnz, double);
		for (int i = 0; i < N; i += 2) {
			double root = sin((i + 1) * M_PI / (2 * (2 * STOREYS + 1)));
			right[i / 2] = 1 / (m * (1 / (k * 4 * root * root) + h * h / kr));
			stiffness[pattern_index(&p, i, i)] = i + 2 < N ? 2 * k : k;
			stiffness[pattern_index(&p, i + 1, i + 1)] = kr;
			if (i > 0)
				stiffness[pattern_index(&p, i, i - 2)] = -k;
			mass[pattern_index(&p, i, i)] = m;
			mass[pattern_index(&p, i + 1, i)] = m * h;
			mass[pattern_index(&p, i + 1, i + 1)] = m * h * h;
		}
		assert_int_equal(solvers[q / COUNT(short_of) / COUNT(nmode)](&p, stiffness, mass, want, value, vector, &found, &a, &e), 0);
		assert_int_equal(found, want < STOREYS ? want : STOREYS);
		/* rounding of 2 k, over what the push leaves of k a_1 */
		for (int j = 0; j < found; j++)
			assert_near(value[j] / right[j], 1, 1e-8 + (by > 0 ? 20 * DBL_EPSILON / (a1 * by) : 0));
		arena_fini(&a);
	}
}

/* The chain less c times its masses, c being its lowest eigenvalue but for a part: about to buckle, with a mode that is all but at 0. No other is lost. */
static void keeps_all_modes_of_what_is_about_to_buckle(void **state)
{
	(void)state;
	enum { N = 120, MODES = 20 };
	static const double part[] = {5e-3, 1e-6, 1e-9, 1e-11, 1e-13, -1e-11, -1e-6};
	const double k = 1000, mass = 2;
	for (size_t s = 0; s < COUNT(solvers); s++) {
		for (size_t i = 0; i < COUNT(part); i++) {
			struct chain c;
			struct err e = {0};
			double lowest = 4 * k / mass * pow(sin(M_PI / (2 * (2 * N + 1))), 2);
			chain_begin(&c, N, true, k, mass);
			for (int l = 0; l < c.m.p.nnz; l++)
				c.k[l] -= lowest * (1 - part[i]) * c.mass[l];
			assert_int_equal(solvers[s](&c.m.p, c.k, c.mass, MODES, c.value, c.vector, &c.found, &c.a, &e), 0);
			assert_int_equal(c.found, MODES);
			for (int j = 0; j < MODES; j++) {
				double root = sin((2 * j + 1) * M_PI / (2 * (2 * N + 1)));
				assert_near(c.value[j], 4 * k / mass * root * root - lowest * (1 - part[i]), 1e-9);
			}
			chain_check_modes(&c, 1e-6);
			arena_fini(&c.a);
		}
	}
}

/* A mass of rank 65 that couples all of 90 unknowns has no root in small blocks, and one direction is pushed: what grows in its null space came back as
 * eigenvalues that are none. Random squares of the same draws, against LAPACK. */
static void hands_out_no_mode_that_is_none(void **state)
{
	(void)state;
	enum { N = 90, RANK = 65, MODES = 11 };
	static double f[N][N], g[N][N], value[2][MODES], vector[2][MODES * N];
	int begin[] = {0, N}, unknown[N], found[2];
	struct rng r;
	rng_init(&r, 5, 3);
	for (int i = 0; i < N; i++) {
		unknown[i] = i;
		for (int j = 0; j < N; j++) {
			f[i][j] = matrix_draw(&r);
			g[i][j] = matrix_draw(&r);
		}
	}
	struct arena a;
	struct pattern_csc p;
	struct err e = {0};
	arena_init(&a);
	assert_int_equal(pattern_build(&p, N, true, 1, begin, unknown, &a, &e), 0);
	double *k = ARENA_ARRAY(&a, (size_t)p.nnz, double), *mass = ARENA_ARRAY(&a, (size_t)p.nnz, double);
	for (int j = 0; j < N; j++) {
		for (int i = j; i < N; i++) {
			int at = pattern_index(&p, i, j);
			k[at] = i != j ? 0 : i == 3 ? -39 : 1;
			for (int l = 0; l < N; l++)
				k[at] += f[i][l] * f[j][l];
			for (int l = 0; l < RANK; l++)
				mass[at] += g[i][l] * g[j][l];
		}
	}
	for (size_t s = 0; s < COUNT(solvers); s++) {
		assert_int_equal(solvers[s](&p, k, mass, MODES, value[s], vector[s], &found[s], &a, &e), 0);
		assert_int_equal(found[s], MODES);
	}
	assert_true(value[0][0] < 0);
	for (int j = 0; j < MODES; j++)
		assert_near(value[1][j] / value[0][j], 1, 1e-6);
	arena_fini(&a);
}

/* A chain of which every third mass is as small as models have them where they need any: those stand still between the others, but for themselves. */
static void small_masses_take_no_digits_from_the_lowest_modes(void **state)
{
	(void)state;
	enum { N = 30, LARGE = 20 };
	static const double part[] = {0, 1e-9, 1e-12, 1e-15, 1e-22};
	double right[LARGE] = {0};
	for (int free = 0; free < 2; free++) {
		for (size_t i = 0; i < COUNT(part); i++) {
			struct chain c;
			struct err e = {0};
			chain_begin(&c, N, !free, 1e6, 2.0);
			for (int j = 1; j < N; j += 3)
				c.mass[pattern_index(&c.m.p, j, j)] *= part[i];
			assert_int_equal(eig_dense(&c.m.p, c.k, c.mass, N, c.value, c.vector, &c.found, &c.a, &e), 0);
			assert_int_equal(c.found, i ? N : LARGE);
			for (int j = 0; j < LARGE; j++) {
				right[j] = i ? right[j] : c.value[j];
				if (!(fabs(c.value[j] - right[j]) < 1e-8 * right[j] + 1e-6))
					fail_msg("mode %d with %g: %.12g, not %.12g", j + 1, part[i], c.value[j], right[j]);
			}
			/* each between two springs at rest: 2 k / m */
			for (int j = LARGE; i && j < N; j++)
				assert_near(c.value[j] / (2e6 / (2.0 * part[i])), 1, 1e-8);
			arena_fini(&c.a);
		}
	}
}

/* A spring that gives way moves a small mass, and a smaller one stands between: the lowest eigenvalue lies further below 0 than the mean of k/m above.
 * Without the smaller one two springs are one, k = a b / (a + b), and lambda that of two unknowns. */
static void small_masses_on_what_gives_way_take_no_digits(void **state)
{
	(void)state;
	const double ground = 650, a = 100, b = -60, k = a * b / (a + b), m = 7e-4, least = 1e-16;
	/* lambda^2 m - lambda (m (ground + k) + k) + ground k = 0 */
	double half = (m * (ground + k) + k) / (2 * m), low = half - sqrt(half * half - ground * k / m);
	const double want[] = {low, ground * k / (m * low), (a + b) / least};
	struct chain c;
	struct err e = {0};
	chain_begin(&c, 3, true, 1, 1);
	c.k[pattern_index(&c.m.p, 0, 0)] = ground + a;
	c.k[pattern_index(&c.m.p, 1, 0)] = -a;
	c.k[pattern_index(&c.m.p, 1, 1)] = a + b;
	c.k[pattern_index(&c.m.p, 2, 1)] = -b;
	c.k[pattern_index(&c.m.p, 2, 2)] = b;
	c.mass[pattern_index(&c.m.p, 1, 1)] = least;
	c.mass[pattern_index(&c.m.p, 2, 2)] = m;
	assert_int_equal(eig_dense(&c.m.p, c.k, c.mass, 3, c.value, c.vector, &c.found, &c.a, &e), 0);
	assert_int_equal(c.found, 3);
	for (int j = 0; j < 3; j++)
		assert_near(c.value[j] / want[j], 1, 1e-9);
	arena_fini(&c.a);
}

/* Equal chains of n beside each other, held or free, and a rod of consistent masses, so stiff that its modes are higher. */
static void chains_begin(struct chain *c, int copies, int n, bool held, int rod)
{
	int all = copies * n + rod;
	chain_begin(c, all, true, 100.0, 1.0);
	for (int i = 0; i < all; i++) {
		bool consistent = i >= copies * n, first = !consistent && i % n == 0, last = i == all - 1 || (!consistent && i % n == n - 1);
		double k = consistent ? 1e6 : 100;
		int at = pattern_index(&c->m.p, i, i);
		c->k[at] = k * ((held || !first) + !last);
		c->mass[at] = !consistent ? 1 : last ? 2.0 / 6 : 4.0 / 6;
		if (i + 1 == all)
			continue;
		at = pattern_index(&c->m.p, i + 1, i);
		c->k[at] = last ? 0 : -k;
		c->mass[at] = consistent && !last ? 1.0 / 6 : 0;
	}
}

/* Of equal chains every eigenvalue has as many copies. From one start vector Lanczos sees one shape of them, and had the others by rounding, or not. The rod
 * leaves the mass without a root in small blocks. */
static void gives_every_copy_of_an_eigenvalue(void **state)
{
	(void)state;
	enum { COPIES = 200, N = 5, ROD = 40, MODES = 200 };
	for (int rod = 0; rod <= ROD; rod += ROD) {
		struct chain c;
		struct err e = {0};
		chains_begin(&c, COPIES, N, true, rod);
		assert_int_equal(eig_sparse(&c.m.p, c.k, c.mass, MODES, c.value, c.vector, &c.found, &c.a, &e), 0);
		assert_int_equal(c.found, MODES);
		for (int j = 0; j < MODES; j++)
			assert_near(c.value[j] / (200 - 200 * cos(acos(-1) / (2 * N + 1))), 1, 1e-9);
		chain_check_modes(&c, 1e-6);
		arena_fini(&c.a);
	}
}

/* Free chains, whose rigid motions are near the shift and 1e6 times as large in its inverse: what copies have of these would not be orthogonal. */
static void gives_every_copy_beside_rigid_motions(void **state)
{
	(void)state;
	enum { COPIES = 26, N = 8, MODES = 42 };
	struct chain c;
	struct err e = {0};
	chains_begin(&c, COPIES, N, false, 0);
	assert_int_equal(eig_sparse(&c.m.p, c.k, c.mass, MODES, c.value, c.vector, &c.found, &c.a, &e), 0);
	assert_int_equal(c.found, MODES);
	for (int j = 0; j < MODES; j++)
		assert_near(c.value[j], j < COPIES ? 0 : 200 - 200 * cos(acos(-1) / N), 1e-6);
	chain_check_modes(&c, 1e-6);
	arena_fini(&c.a);
}

static void names_an_unknown_with_neither_mass_nor_stiffness(void **state)
{
	(void)state;
	struct chain c;
	struct err e = {0};
	chain_begin(&c, 5, true, 1, 1);
	for (int i = 0; i < c.m.p.nnz; i++)
		c.k[i] = 0;
	for (int i = 0; i < 5; i++)
		c.k[pattern_index(&c.m.p, i, i)] = i != 3;
	c.mass[pattern_index(&c.m.p, 3, 3)] = 0;
	assert_int_equal(eig_dense(&c.m.p, c.k, c.mass, 5, c.value, c.vector, &c.found, &c.a, &e), ERR_SINGULAR);
	assert_contains(e.what, "unknown 3");
	assert_true(strlen(e.hint) > 0);
	arena_fini(&c.a);
}

/* With nominal masses, whose modes are found from the other end, and with a mass away from its node. */
static void dense_copies_say_so_when_memory_runs_out(void **state)
{
	(void)state;
	static const int begin[] = {0, 2}, unknown[] = {0, 1};
	const double stiffness[] = {50, 0, 20}, away[] = {3, 2, 4.0 / 3};
	struct chain c;
	struct pattern_csc p;
	chain_begin(&c, 9, false, 2000, 0.5);
	for (int i = 1; i < c.n; i += 2)
		c.mass[pattern_index(&c.m.p, i, i)] = 1e-13;
	assert_int_equal(pattern_build(&p, 2, true, 1, begin, unknown, &c.a, NULL), 0);
	for (int row = 0; row < 2; row++) {
		int failures = 0;
		for (int count = 1;; count++, failures++) {
			struct err e = {0};
			fault_arm(FAULT_arena_alloc, count, false);
			int code = row ? eig_dense(&p, stiffness, away, 1, c.value, c.vector, &c.found, &c.a, &e)
			               : eig_dense(&c.m.p, c.k, c.mass, 3, c.value, c.vector, &c.found, &c.a, &e);
			fault_disarm();
			if (!code)
				break;
			assert_int_equal(code, ERR_MEMORY);
			assert_int_equal(e.code, ERR_MEMORY);
		}
		assert_true(failures > 10);
	}
	arena_fini(&c.a);
}

/* A dense copy of n x n numbers is counted in int by LAPACK: 46341^2 > 2^31 - 1. With mass and without. */
static void dense_copies_beyond_what_can_be_counted_are_refused(void **state)
{
	enum { N = 46341 };
	struct matrix m;
	struct arena a;
	struct rng r;

	(void)state;
	rng_init(&r, 1, 1);
	arena_init(&a);
	matrix_grid(&m, 1, N, 1, MATRIX_DEFINITE, 0, false, &r, &a);
	for (int massless = 0; massless < 2; massless++) {
		double *k = ARENA_ARRAY(&a, (size_t)m.p.nnz, double), *mass = ARENA_ARRAY(&a, (size_t)m.p.nnz, double), *x = ARENA_ARRAY(&a, N, double), value;
		struct err e = {0};
		int found;

		for (int i = 0; i < N; i++)
			k[pattern_index(&m.p, i, i)] = mass[pattern_index(&m.p, i, i)] = 1.0;
		for (int i = 1; i < N && massless; i++)
			mass[pattern_index(&m.p, i, i)] = 0.0;
		assert_int_equal(eig_dense(&m.p, k, mass, 1, &value, x, &found, &a, &e), ERR_LIMIT);
	}
	arena_fini(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_the_frequencies_of_the_held_chain),
		cmocka_unit_test(nominal_masses_leave_the_lowest_modes_their_digits),
		cmocka_unit_test(finds_the_rigid_motion_of_the_free_chain),
		cmocka_unit_test(condenses_what_has_no_mass),
		cmocka_unit_test(takes_masses_away_from_their_nodes),
		cmocka_unit_test(gives_negative_eigenvalues_of_unstable_systems),
		cmocka_unit_test(gives_the_lowest_where_the_stiffness_is_indefinite),
		cmocka_unit_test(turns_a_singular_mass_on_an_indefinite_stiffness),
		cmocka_unit_test(counts_the_modes_of_storeys_with_masses_on_arms),
		cmocka_unit_test(keeps_all_modes_of_what_is_about_to_buckle),
		cmocka_unit_test(hands_out_no_mode_that_is_none),
		cmocka_unit_test(small_masses_take_no_digits_from_the_lowest_modes),
		cmocka_unit_test(small_masses_on_what_gives_way_take_no_digits),
		cmocka_unit_test(gives_every_copy_of_an_eigenvalue),
		cmocka_unit_test(gives_every_copy_beside_rigid_motions),
		cmocka_unit_test(names_an_unknown_with_neither_mass_nor_stiffness),
		cmocka_unit_test(dense_copies_say_so_when_memory_runs_out),
		cmocka_unit_test(dense_copies_beyond_what_can_be_counted_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
