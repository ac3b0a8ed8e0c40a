/* The tangent by the formula of Broyden, Fletcher, Goldfarb and Shanno: a symmetric change of rank two.
 *
 * With f = dd . dq, for K = K0 (initial) and K = Kp (previous)
 *
 *   dK = (1 + dd.K dd / f) dq dq' / f - (dq dd' K + K dd dq') / f,   so that (K + dK) dd = dq
 *
 * and K + dK of the one whose dK is smaller in the Frobenius norm. Where f <= eps |dd| |dq| the increments say too little, or that
 * the specimen is losing stiffness: Kp stays.
 * State: K0, Kp, and room for two dK.
 * J. Nocedal and S. J. Wright, Numerical Optimization, 2nd ed., Springer 2006, section 6.1; for tests: A. Igarashi, F. Seible and
 * G. A. Hegemier, Development of the pseudodynamic technique for testing a full scale 5-story shear wall structure, 1993.
 */
#include "experiment/tangent.h"
#include "plugin.h"

struct bfgs {
	double eps;
};

static int nstate(const void *self, int n)
{
	(void)self;
	return 4 * n * n;
}

static void start(const void *self, int n, const double *k0, double *h)
{
	size_t size = (size_t)(n * n) * sizeof *h;

	(void)self;
	memcpy(h, k0, size);
	memcpy(h + n * n, k0, size);
}

/* dK of K; returns the square of its norm. K need not be symmetric when it is the script's: its symmetric part is what counts in dd.K dd. */
static double change(int n, const double *k, const double *dd, const double *dq, double f, double *ret_dk)
{
	double s = 0.0, norm = 0.0;

	for (int i = 0; i < n; i++)
		s += dd[i] * vec_dot(n, k + i * n, dd);
	for (int i = 0; i < n; i++) {
		double kdd = vec_dot(n, k + i * n, dd);

		for (int j = 0; j < n; j++) {
			double ddk = 0.0;

			for (int l = 0; l < n; l++)
				ddk += dd[l] * k[l * n + j];
			double x = ((1.0 + s / f) * dq[i] * dq[j] - dq[i] * ddk - kdd * dq[j]) / f;
			ret_dk[i * n + j] = x;
			norm += x * x;
		}
	}
	return norm;
}

static void update(const void *self, int n, const double *dd, const double *dq, double *h, double *ret_k)
{
	const struct bfgs *b = self;
	const double *k0 = h;
	double *k = h + n * n, *from_first = k + n * n, *from_last = from_first + n * n;
	double f = vec_dot(n, dd, dq);

	if (f > b->eps * sqrt(vec_dot(n, dd, dd)) * sqrt(vec_dot(n, dq, dq))) {
		bool first = change(n, k0, dd, dq, f, from_first) < change(n, k, dd, dq, f, from_last);

		for (int i = 0; i < n * n; i++)
			k[i] = first ? k0[i] + from_first[i] : k[i] + from_last[i];
	}
	memcpy(ret_k, k, (size_t)(n * n) * sizeof *h);
}

static const struct param params[] = {
	{ .name = "-eps", .kind = PARAM_REAL, .offset = offsetof(struct bfgs, eps), .def = 0.1, .range = { 0.0, 1.0, false, false },
	  .help = "least cosine of the angle between the increments of displacement and force, 0..1, default 0.1" },
	{ .name = NULL },
};

const struct tangent_ops tangent_bfgs = {
	.name = "BFGS",
	.brief = "Symmetric rank-two update of the initial or the previous stiffness from the last increments",
	.cite = "Nocedal & Wright 2006, section 6.1; Igarashi, Seible & Hegemier 1993",
	.example = "-eps 0.05",
	.params = params,
	.size = sizeof(struct bfgs),
	.nstate = nstate,
	.start = start,
	.update = update,
};
