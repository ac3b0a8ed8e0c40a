/* Broyden's tangent: the smallest change of the stiffness that explains the last increments.
 *
 *   K = Kp + (dq - Kp dd) dd' / (dd . dd),   Kp where dd = 0;   so that K dd = dq
 *
 * State: K.
 * C. G. Broyden, A class of methods for solving nonlinear simultaneous equations, Math. Comp. 19 (1965) 577-593, doi:10.1090/S0025-5718-1965-0198670-6.
 */
#include "experiment/tangent.h"
#include "plugin.h"

struct broyden {
	char nothing;
};

static int nstate(const void *self, int n)
{
	(void)self;
	return n * n;
}

static void start(const void *self, int n, const double *k0, double *h)
{
	(void)self;
	memcpy(h, k0, (size_t)(n * n) * sizeof *h);
}

static void update(const void *self, int n, const double *dd, const double *dq, double *h, double *ret_k)
{
	double square = vec_dot(n, dd, dd);

	(void)self;
	for (int i = 0; i < n && square > 0.0; i++) {
		double error = (dq[i] - vec_dot(n, h + i * n, dd)) / square;

		for (int j = 0; j < n; j++)
			h[i * n + j] += error * dd[j];
	}
	memcpy(ret_k, h, (size_t)(n * n) * sizeof *h);
}

static const struct param params[] = { { .name = NULL } };

const struct tangent_ops tangent_broyden = {
	.name = "Broyden",
	.brief = "Rank-one update of the stiffness from the last increments",
	.cite = "Broyden 1965, Math. Comp. 19, 577-593",
	.example = "",
	.params = params,
	.size = sizeof(struct broyden),
	.nstate = nstate,
	.start = start,
	.update = update,
};
