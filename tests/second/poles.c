/* Characteristic polynomials of the transient methods: see poles.h. With dt = 1 and m = 1: k = W^2, c = 2 xi W, and the state is (u, dt v, dt^2 a). */
#include "second/poles.h"

#include "second/expm.h"

#include <math.h>
#include <string.h>

enum { U, V, A, N };

/* det(z I - m) of a 3 x 3 matrix. */
static void of_matrix(double m[N][N], int stride, struct polynomial *ret)
{
	double minors = 0.0, det = 0.0;

	for (int i = 0; i < N; i++) {
		int j = (i + 1) % N, k = (i + 2) % N;

		minors += m[i][i] * m[j][j] - m[i][j] * m[j][i];
		det += m[0][i] * (m[1][j] * m[2][k] - m[1][k] * m[2][j]);
	}
	*ret = (struct polynomial){.degree = N, .stride = stride, .c = {-det, minors, -(m[0][0] + m[1][1] + m[2][2]), 1.0}};
}

/* left (u, v, a)+ = right (u, v, a): three equations of a step. Multiplies the map so far. */
static void apply(const double left[N][N], const double right[N][N], double ret_m[N][N])
{
	double l[N * N], x[N * N];

	for (int i = 0; i < N * N; i++) {
		l[i] = left[i / N][i % N];
		x[i] = 0.0;
		for (int k = 0; k < N; k++)
			x[i] += right[i / N][k] * ret_m[k][i % N];
	}
	solve_many(N, l, N, x);
	for (int i = 0; i < N * N; i++)
		ret_m[i / N][i % N] = x[i];
}

static void of_step(const double left[N][N], const double right[N][N], struct polynomial *ret)
{
	double m[N][N] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

	apply(left, right, m);
	of_matrix(m, 1, ret);
}

/* Generalized-alpha, weights of the new state x[0] of inertia and x[1] of forces, beta x[2], gamma x[3] (Chung & Hulbert 1993): HHT, Newmark and what splits
 * operators on linear structures are among them. */
static void generalized(const double *x, double w, double xi, struct polynomial *ret)
{
	double k = w * w, c = 2.0 * xi * w, b = x[2], g = x[3];
	const double left[N][N] = {{1, 0, -b}, {0, 1, -g}, {x[1] * k, x[1] * c, x[0]}};
	const double right[N][N] = {{1, 1, 0.5 - b}, {0, 1, 1.0 - g}, {-(1.0 - x[1]) * k, -(1.0 - x[1]) * c, -(1.0 - x[0])}};

	of_step(left, right, ret);
}

/* By the radius at infinity x[0]: alpha_m and alpha_f are weights of the old state. */
static void by_radius(const double *x, double w, double xi, struct polynomial *ret)
{
	double r = x[0], alpha_m = (2.0 * r - 1.0) / (r + 1.0), alpha_f = r / (r + 1.0), gamma = 0.5 - alpha_m + alpha_f, half = 0.5 + gamma;

	generalized((const double[]){1.0 - alpha_m, 1.0 - alpha_f, 0.25 * half * half, gamma}, w, xi, ret);
}

/* The alpha-method, alpha = x[0] of the paper from -1/3 to 0 (methods 2). */
static void alpha_method(const double *x, double w, double xi, struct polynomial *ret)
{
	double al = x[0];

	generalized((const double[]){1.0, 1.0 + al, 0.25 * (1.0 - al) * (1.0 - al), 0.5 - al}, w, xi, ret);
}

/* Explicit generalized-alpha by rho_b = x[0] and the weight x[1] of new forces (Hulbert & Chung 1996): forces at the predictor. */
static void explicit_generalized(const double *x, double w, double xi, struct polynomial *ret)
{
	double k = w * w, c = 2.0 * xi * w, r = x[0], f = x[1], i = (2.0 - r) / (1.0 + r), g = 0.5 + i - f;
	double b = (5.0 - 3.0 * r - 3.0 * f * (2.0 + r - r * r) + f * f * (2.0 + 3.0 * r - r * r * r)) / ((1.0 - f) * (2.0 - r) * (1.0 + r) * (1.0 + r));
	const double left[N][N] = {{1, 0, -b}, {0, 1, -g}, {0, f * c, i}};
	const double right[N][N] = {{1, 1, 0.5 - b}, {0, 1, 1.0 - g}, {-k, -(1.0 - f) * c - f * k, -(1.0 - i) - f * k * (0.5 - b)}};

	of_step(left, right, ret);
}

/* v+ = v + a1 a, u+ = u + v + a2 a, (1 - a3) a+ + a3 a + c v_f + k u_f = 0 with weight alpha_f of the old state (methods 2: CR, Gui, KR). */
static void model_based(double a1, double a2, double a3, double alpha_f, double w, double xi, struct polynomial *ret)
{
	double k = w * w, c = 2.0 * xi * w, f = 1.0 - alpha_f;
	const double left[N][N] = {{1, 0, 0}, {0, 1, 0}, {f * k, f * c, 1.0 - a3}}, right[N][N] = {{1, 1, a2}, {0, 1, a1}, {-alpha_f * k, -alpha_f * c, -a3}};

	of_step(left, right, ret);
}

/* CR is x[0] = 4. */
static void gui(const double *x, double w, double xi, struct polynomial *ret)
{
	double l = x[0], a1 = 2.0 * l / (2.0 * l + 2.0 * l * xi * w + 2.0 * w * w);

	model_based(a1, a1, 0.0, 0.0, w, xi, ret);
}

static void kolay(double r, double alpha_m, double gamma, double beta, double w, double xi, struct polynomial *ret)
{
	double alpha_f = r / (r + 1.0), c = 2.0 * xi * w, d = 1.0 + gamma * c + beta * w * w;

	model_based(1.0 / d, (0.5 + gamma) / d, (alpha_m + alpha_f * gamma * c + alpha_f * beta * w * w) / d, alpha_f, w, xi, ret);
}

static void kr(const double *x, double w, double xi, struct polynomial *ret)
{
	double r = x[0], alpha_m = (2.0 * r - 1.0) / (r + 1.0), gamma = 0.5 - alpha_m + r / (r + 1.0);

	kolay(r, alpha_m, gamma, 0.25 * (0.5 + gamma) * (0.5 + gamma), w, xi, ret);
}

static void mkr(const double *x, double w, double xi, struct polynomial *ret)
{
	double r = x[0], alpha_m = (2.0 * r * r * r + r * r - 1.0) / (r * r * r + r * r + r + 1.0), gamma = 0.5 - alpha_m + r / (r + 1.0);

	kolay(r, alpha_m, gamma, 0.5 * (0.5 + gamma), w, xi, ret);
}

/* Chang 2002 (methods 2). */
static void chang_2002(const double *x, double w, double xi, struct polynomial *ret)
{
	double k = w * w, c = 2.0 * xi * w, d = 1.0 + 0.5 * c + 0.25 * k;
	const double left[N][N] = {{1, 0, 0}, {0, 1, -0.5}, {k, c, 1}}, right[N][N] = {{1, (1.0 + 0.5 * c) / d, 0.5 / d}, {0, 1, 0.5}, {0, 0, 0}};

	(void)x;
	of_step(left, right, ret);
}

/* Chang 1997: explicit Newmark with gamma = 1/2 + x[0] W^2. */
static void chang_1997(const double *x, double w, double xi, struct polynomial *ret)
{
	generalized((const double[]){1.0, 1.0, 0.0, 0.5 + x[0] * w * w}, w, xi, ret);
}

/* Shing & Mahin, alpha x[0], rho x[1]: a+ + (1 + alpha) F+ - alpha F + rho (u+ - u) = 0. */
static void shing_mahin(const double *x, double w, double xi, struct polynomial *ret)
{
	double k = w * w, c = 2.0 * xi * w, al = x[0], rho = x[1];
	const double left[N][N] = {{1, 0, 0}, {0, 1, -0.5}, {(1.0 + al) * k + rho, (1.0 + al) * c, 1}};
	const double right[N][N] = {{1, 1, 0.5}, {0, 1, 0.5}, {al * k + rho, al * c, 0}};

	of_step(left, right, ret);
}

/* Collocation at x[0] dt with beta x[1], gamma x[2] (Hilber & Hughes 1978); Wilson's method with 1/6, 1/2. a_t = (1 - t) a + t a+ stands in the equation. */
static void collocation(const double *x, double w, double xi, struct polynomial *ret)
{
	double k = w * w, c = 2.0 * xi * w, t = x[0], b = x[1], g = x[2];
	double new_a = t + c * t * g * t + k * t * t * b * t;
	double old_a = (1.0 - t) + c * t * ((1.0 - g) + g * (1.0 - t)) + k * t * t * ((0.5 - b) + b * (1.0 - t));
	const double left[N][N] = {{1, 0, -b}, {0, 1, -g}, {0, 0, new_a}}, right[N][N] = {{1, 1, 0.5 - b}, {0, 1, 1.0 - g}, {-k, -c - k * t, -old_a}};

	of_step(left, right, ret);
}

/* Central differences (methods 2). */
static void central(const double *x, double w, double xi, struct polynomial *ret)
{
	(void)x;
	*ret = (struct polynomial){.degree = 2, .stride = 1, .c = {1.0 - xi * w, -(2.0 - w * w), 1.0 + xi * w}};
}

/* Velocities at half steps: u+ - 2 u + u- = -W^2 u - 2 xi W (u - u-), with x[0] = 0 without damping (Cook, Malkus & Plesha 1989, 13.10). */
static void half_steps(const double *x, double w, double xi, struct polynomial *ret)
{
	double c = x[0] * 2.0 * xi * w;

	*ret = (struct polynomial){.degree = 2, .stride = 1, .c = {1.0 - c, -(2.0 - w * w - c), 1.0}};
}

/* (1 + c/2 + x[0] W^2) (v+ - v) = -W^2 (u + v/2) - c v, u+ = u + (v + v+)/2 (Chang, Tsai & Chen 1998). */
static void momentum(const double *x, double w, double xi, struct polynomial *ret)
{
	double k = w * w, c = 2.0 * xi * w, d = 1.0 + 0.5 * c + x[0] * k;
	double vu = -k / d, vv = 1.0 - (0.5 * k + c) / d, uu = 1.0 + 0.5 * vu, uv = 0.5 + 0.5 * vv;

	*ret = (struct polynomial){.degree = 2, .stride = 1, .c = {uu * vv - uv * vu, -(uu + vv), 1.0}};
}

/* Houbolt 1950. */
static void houbolt(const double *x, double w, double xi, struct polynomial *ret)
{
	double c = 2.0 * xi * w / 6.0;

	(void)x;
	*ret = (struct polynomial){.degree = 3, .stride = 1, .c = {-1.0 - 2.0 * c, 4.0 + 9.0 * c, -5.0 - 18.0 * c, 2.0 + 11.0 * c + w * w}};
}

/* s = (3 z^2 - 4 z + 1)/(2 z^2) in the place of d/dt: s^2 + c s + W^2 = 0 (Gear 1971). */
static void two_backward(const double *x, double w, double xi, struct polynomial *ret)
{
	double c = 2.0 * xi * w;

	(void)x;
	*ret = (struct polynomial){.degree = 4, .stride = 1, .c = {1.0, -8.0, 22.0 + 2.0 * c, -24.0 - 8.0 * c, 9.0 + 6.0 * c + 4.0 * w * w}};
}

/* Trapezoidal rule, backward difference of three points and, with x[0] = 3, of four (Bathe 2007): the map of two or three steps. Past motion is linear in that
 * at the beginning, u(0): rows keep (u, v, a) of every step so far as matrices. */
static void composite(const double *x, double w, double xi, struct polynomial *ret)
{
	const double k = w * w, c = 2.0 * xi * w, one[N][N] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
	double past[4][N][N], step[N][N] = {{0}};

	memcpy(past[0], one, sizeof(one));
	for (int n = 1; n <= (int)x[0]; n++) {
		double known[N][N];
		/* u+ from c v+ + k u+ + a+ = 0 with v+ = lv u+ + .., a+ = la u+ + ..; known: what is not u+ */
		double lv = n == 1 ? 2.0 : n == 2 ? 1.5 : 11.0 / 6.0, la = n == 1 ? 4.0 : n == 2 ? 2.25 : 2.0;

		for (int j = 0; j < N; j++) {
			const double *u = past[n - 1][U], *v = past[n - 1][V], *a = past[n - 1][A];
			const double *u1 = past[n > 1 ? n - 2 : 0][U], *v1 = past[n > 1 ? n - 2 : 0][V], *u2 = past[n > 2 ? n - 3 : 0][U];

			if (n == 1) {
				known[V][j] = -2.0 * u[j] - v[j];
				known[A][j] = 2.0 * (known[V][j] - v[j]) - a[j];
			} else if (n == 2) {
				known[V][j] = 0.5 * (-4.0 * u[j] + u1[j]);
				known[A][j] = 0.5 * (3.0 * known[V][j] - 4.0 * v[j] + v1[j]);
			} else {
				known[V][j] = (-18.0 * u[j] + 9.0 * u1[j] - 2.0 * u2[j]) / 6.0;
				known[A][j] = -5.0 * u[j] + 4.0 * u1[j] - u2[j];
			}
			step[U][j] = -(c * known[V][j] + known[A][j]) / (c * lv + k + la);
			step[V][j] = lv * step[U][j] + known[V][j];
			step[A][j] = la * step[U][j] + known[A][j];
		}
		memcpy(past[n], step, sizeof(step));
	}
	of_matrix(step, (int)x[0], ret);
}

/* Noh & Bathe 2013, p = x[0]: velocities of forces are predicted. */
static void noh_bathe(const double *x, double w, double xi, struct polynomial *ret)
{
	double k = w * w, c = 2.0 * xi * w, p = x[0], d = 1.0 - p, m[N][N] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, half[N][N];
	double q1 = (1.0 - 2.0 * p) / (2.0 * p * d), q2 = 0.5 - p * q1, q0 = 0.5 - q1 - q2;
	const double left1[N][N] = {{1, 0, 0}, {0, 1, -0.5 * p}, {k, 0, 1}}, right1[N][N] = {{1, p, 0.5 * p * p}, {0, 1, 0.5 * p}, {0, -c, -c * p}};

	apply(left1, right1, m);
	memcpy(half, m, sizeof(m));
	for (int j = 0; j < N; j++) {
		m[U][j] = half[U][j] + d * half[V][j] + 0.5 * d * d * half[A][j];
		m[A][j] = -k * m[U][j] - c * (half[V][j] + d * half[A][j]);
		m[V][j] = half[V][j] + d * (q0 * (j == A) + (0.5 + q1) * half[A][j] + q2 * m[A][j]);
	}
	of_matrix(m, 1, ret);
}

const struct poles_row poles_table[] = {
	{"AlphaOS", "0.9", alpha_method, {-0.1}}, {"AlphaOS", "0.7", alpha_method, {-0.3}}, {"AlphaOS_TP", "0.9", alpha_method, {-0.1}},
	{"AlphaOSGeneralized", "0.8", by_radius, {0.8}}, {"AlphaOSGeneralized", "0.3", by_radius, {0.3}}, {"AlphaOSGeneralized_TP", "0.8", by_radius, {0.8}},
	{"BackwardEuler", "", two_backward, {0}}, {"CentralDifference", "", central, {0}}, {"CentralDifferenceAlternative", "", half_steps, {1}},
	{"CentralDifferenceNoDamping", "", half_steps, {0}}, {"Chang1997", "0.1", chang_1997, {0.1}}, {"Chang2002", "", chang_2002, {0}},
	{"Collocation", "1.2 0.1925931 0.5", collocation, {1.2, 0.1925931, 0.5}}, {"Collocation", "1.0 0.25 0.5", generalized, {1, 1, 0.25, 0.5}},
	{"CollocationHSFixedNumIter", "1.2 0.1925931 0.5", collocation, {1.2, 0.1925931, 0.5}},
	{"CollocationHSIncrLimit", "1.2 0.1925931 0.5 10", collocation, {1.2, 0.1925931, 0.5}},
	{"CollocationHSIncrReduct", "1.2 0.1925931 0.5 0.6", collocation, {1.2, 0.1925931, 0.5}}, {"CR", "", gui, {4}},
	{"Dorka", "0.25 0.5", generalized, {1, 1, 0.25, 0.5}},
	{"ExplicitBathe", "0.54", noh_bathe, {0.54}}, {"ExplicitBathe", "0.4", noh_bathe, {0.4}}, {"ExplicitDifference", "", half_steps, {1}},
	{"FHT", "-0.25 -correction", alpha_method, {-0.25}}, {"FHT", "-0.1", alpha_method, {-0.1}}, {"GeneralizedAlpha", "1.0 0.8", alpha_method, {-0.2}},
	{"GuiLambda", "2", gui, {2}}, {"GuiLambda", "3.5", gui, {3.5}}, {"HHT", "0.9", alpha_method, {-0.1}}, {"HHT", "0.67", alpha_method, {-0.33}},
	{"HHTExplicit", "0.9 0.65", generalized, {1, 0.9, 0, 0.65}}, {"HHTExplicit_TP", "0.9 0.65", generalized, {1, 0.9, 0, 0.65}},
	{"HHTGeneralized", "0.8", by_radius, {0.8}}, {"HHTGeneralized", "0.1", by_radius, {0.1}}, {"HHTGeneralized_TP", "0.8", by_radius, {0.8}},
	{"HHTGeneralizedExplicit", "0.8 0.7", explicit_generalized, {0.8, 0.7}}, {"HHTGeneralizedExplicit_TP", "0.8 0.7", explicit_generalized, {0.8, 0.7}},
	{"HHTHSFixedNumIter", "0.8", by_radius, {0.8}}, {"HHTHSFixedNumIter_TP", "0.8", by_radius, {0.8}}, {"HHTHSIncrLimit", "0.8 10", by_radius, {0.8}},
	{"HHTHSIncrLimit_TP", "0.8 10", by_radius, {0.8}}, {"HHTHSIncrReduct", "0.8 0.6", by_radius, {0.8}}, {"HHTHSIncrReduct_TP", "0.8 0.6", by_radius, {0.8}},
	{"HHT_TP", "0.9", alpha_method, {-0.1}}, {"Houbolt", "", houbolt, {0}}, {"ImplicitExplicit", "0.5 0.25", generalized, {1, 1, 0.25, 0.5}},
	{"KRAlphaExplicit", "0.8", kr, {0.8}}, {"KRAlphaExplicit", "0.25", kr, {0.25}}, {"KRAlphaExplicit_TP", "0.8", kr, {0.8}}, {"MKRAlpha", "0.8", mkr, {0.8}},
	{"MKRAlpha", "0.3", mkr, {0.3}}, {"ModifiedNewmark", "0.2 0", shing_mahin, {0.2, 0}}, {"ModifiedNewmark", "0.3 -0.01", shing_mahin, {0.3, -0.01}},
	{"MomentumNewmarkExplicit", "", momentum, {0}}, {"MomentumOS", "", momentum, {0.25}}, {"Newmark", "0.5 0.25", generalized, {1, 1, 0.25, 0.5}},
	{"Newmark", "0.5 0.16666666666666666", generalized, {1, 1, 1.0 / 6.0, 0.5}}, {"Newmark", "0.6 0.3025", generalized, {1, 1, 0.3025, 0.6}},
	{"NewmarkExplicit", "0.5", generalized, {1, 1, 0, 0.5}}, {"NewmarkExplicit", "0.6", generalized, {1, 1, 0, 0.6}},
	{"NewmarkHSFixedNumIter", "0.5 0.25", generalized, {1, 1, 0.25, 0.5}}, {"NewmarkHSIncrLimit", "0.5 0.25 10", generalized, {1, 1, 0.25, 0.5}},
	{"NewmarkHSIncrReduct", "0.5 0.25 0.6", generalized, {1, 1, 0.25, 0.5}}, {"ThewaltMahin", "-0.1", alpha_method, {-0.1}}, {"TRBDF2", "", composite, {2}},
	{"TRBDF3", "", composite, {3}}, {"WilsonTheta", "1.4", collocation, {1.4, 1.0 / 6.0, 0.5}}, {0},
};

void polynomial_roots(const struct polynomial *p, double complex *ret_x)
{
	const double complex seed = 0.4 + 0.9 * I;

	for (int i = 0; i < p->degree; i++)
		ret_x[i] = cpow(seed, i);
	for (int turn = 0; turn < 300; turn++)
		for (int i = 0; i < p->degree; i++) {
			double complex f = 1.0, others = 1.0;

			for (int k = p->degree - 1; k >= 0; k--)
				f = f * ret_x[i] + p->c[k] / p->c[p->degree];
			for (int j = 0; j < p->degree; j++)
				others *= j == i ? 1.0 : ret_x[i] - ret_x[j];
			if (others != 0.0)
				ret_x[i] -= f / others;
		}
}

double polynomial_radius(const struct polynomial *p)
{
	double complex x[POLES_MAX];
	double most = 0.0;

	polynomial_roots(p, x);
	for (int i = 0; i < p->degree; i++)
		most = fmax(most, cabs(x[i]));
	return most;
}
