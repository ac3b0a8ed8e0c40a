/* The tangent from several increments at once: what fits the last m of them best, in the sense of least squares.
 *
 *   K = Q D' (D D')^-1,   D, Q: the last increments of displacement and force as columns;   K = Q D^-1 with as many columns as coordinates
 *
 * While the columns do not span all coordinates the stiffness stays what it was, at first K0. Every request of the stiffness adds a
 * column, zero when nothing was measured since the last one.
 * State: [number of columns, K, m pairs of columns (dd, dq) in a ring, D D', Q D'].
 * H. Kim, Development and implementation of advanced control methods for hybrid simulation, PhD thesis, UC Berkeley 2011.
 */
#include "experiment/tangent.h"
#include "plugin.h"

struct transpose {
	int columns;
};

static int nstate(const void *self, int n)
{
	const struct transpose *t = self;

	return 1 + 3 * n * n + 2 * n * t->columns;
}

static void start(const void *self, int n, const double *k0, double *h)
{
	(void)self;
	memcpy(h + 1, k0, (size_t)(n * n) * sizeof *h);
}

/* Part of a pivot that must be left of its diagonal: below it the columns count as dependent. The measure does not depend on the units
 * of the coordinates. */
static const double DEPENDENT = 1e-12;

/* Solves K g = c for the rows of K by Cholesky's factors of g, which is destroyed. False: g is singular. */
static bool solve(int n, double *g, const double *c, double *ret_k)
{
	for (int j = 0; j < n; j++) {
		double pivot = g[j * n + j];

		for (int l = 0; l < j; l++)
			pivot -= g[j * n + l] * g[j * n + l];
		if (!(pivot > DEPENDENT * g[j * n + j]))
			return false;
		g[j * n + j] = sqrt(pivot);
		for (int i = j + 1; i < n; i++) {
			for (int l = 0; l < j; l++)
				g[i * n + j] -= g[i * n + l] * g[j * n + l];
			g[i * n + j] /= g[j * n + j];
		}
	}
	for (int r = 0; r < n; r++) {
		double *x = ret_k + r * n;

		for (int i = 0; i < n; i++) {
			x[i] = c[r * n + i];
			for (int l = 0; l < i; l++)
				x[i] -= g[i * n + l] * x[l];
			x[i] /= g[i * n + i];
		}
		for (int i = n - 1; i >= 0; i--) {
			for (int l = i + 1; l < n; l++)
				x[i] -= g[l * n + i] * x[l];
			x[i] /= g[i * n + i];
		}
	}
	return true;
}

static void update(const void *self, int n, const double *dd, const double *dq, double *h, double *ret_k)
{
	const struct transpose *t = self;
	size_t size = (size_t)n * sizeof *h;
	double *k = h + 1, *ring = k + n * n, *gram = ring + 2 * n * t->columns, *cross = gram + n * n;
	int seen = (int)h[0], last = seen % t->columns, used = seen < t->columns ? seen + 1 : t->columns;

	memcpy(ring + 2 * n * last, dd, size);
	memcpy(ring + 2 * n * last + n, dq, size);
	h[0] = seen + 1 < 2 * t->columns ? seen + 1 : t->columns;
	memset(gram, 0, 2 * (size_t)n * size);
	for (int c = 0; c < used; c++) {
		const double *d = ring + 2 * n * c, *q = d + n;

		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) {
				gram[i * n + j] += d[i] * d[j];
				cross[i * n + j] += q[i] * d[j];
			}
	}
	if (used >= n && solve(n, gram, cross, ret_k))
		memcpy(k, ret_k, (size_t)n * size);
	else
		memcpy(ret_k, k, (size_t)n * size);
}

static const struct param params[] = {
	{ .name = "numCols", .kind = PARAM_INT, .offset = offsetof(struct transpose, columns), .required = true, .range = { 1.0, 1000.0, false, false },
	  .help = "increments that are kept, 1..1000; at least as many as coordinates, else the initial stiffness stays" },
	{ .name = NULL },
};

const struct tangent_ops tangent_transpose = {
	.name = "Transpose",
	.brief = "Least-squares fit of the stiffness to the last increments",
	.cite = "Kim 2011, PhD thesis, UC Berkeley",
	.example = "6",
	.params = params,
	.size = sizeof(struct transpose),
	.nstate = nstate,
	.start = start,
	.update = update,
};
