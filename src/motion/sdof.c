/* Coefficients of the oscillator's step.
 *
 * Exact: the homogeneous solution decays with E = exp(-z w h) and turns with wd = w sqrt(1 - z^2); a load p0 + s t has the particular
 * solution (p0 + s t)/w^2 - 2 z s/w^3. Nigam, Jennings, BSSA 59 (1969) 909-922. Where w h is small its terms cancel, and the load is convolved with
 * the powers of the impulse response, g(0) = 0, g'(0) = 1: c[k+2] = -(2 z w (k+1) c[k+1] + w^2 c[k])/((k+1)(k+2)).
 * Linear acceleration: u1 = u + h v + h^2 (a0/3 + a1/6), v1 = v + h (a0 + a1)/2, a = p - 2 z w v - w^2 u.
 */
#include "motion/sdof.h"

#include "motion/portable_math.h"

#include <math.h>

/* w h below which powers are taken: six of them are exact there, and the terms have lost 1e-7. */
static const double SMALL = 1e-3;
enum { POWERS = 6 };

/* What unit loads at both ends of a step do to u (rate 0) or v (rate 1). */
static void of_powers(double w, double z, double h, int rate, double ret_b[2])
{
	/* c[k] h^k of g, from k = 0 */
	double now = 0.0, next = h;
	ret_b[0] = ret_b[1] = 0.0;
	for (int k = 0; k < POWERS; k++) {
		double power = rate ? (k + 1) * next : h * now;
		ret_b[0] += power / (k + 2);
		ret_b[1] += power / ((k + 1) * (k + 2));
		double after = -(2.0 * z * w * h * (k + 1) * next + w * w * h * h * now) / ((k + 1) * (k + 2));
		now = next;
		next = after;
	}
}

static void of_terms(double w, double z, double h, const double a[2][2], double ret_b[2][2])
{
	/* particular solution at both ends, for unit load at the beginning (column 0) and at the end (column 1) */
	double w2 = w * w, lag = 2.0 * z / (h * w2 * w), rate = 1.0 / (h * w2);
	double u0[2] = { 1.0 / w2 + lag, -lag }, u1[2] = { lag, 1.0 / w2 - lag }, v[2] = { -rate, rate };
	for (int j = 0; j < 2; j++) {
		ret_b[0][j] = u1[j] - a[0][0] * u0[j] - a[0][1] * v[j];
		ret_b[1][j] = v[j] - a[1][0] * u0[j] - a[1][1] * v[j];
	}
}

void sdof_exact(double w, double z, double h, struct sdof *ret)
{
	double wd = w * sqrt(1.0 - z * z), e = portable_exp(-z * w * h), s, c;
	portable_sincos(wd * h, &s, &c);
	double a[2][2] = {
		{ e * (c + z * w / wd * s), e * s / wd },
		{ -w * w * e * s / wd, e * (c - z * w / wd * s) },
	};
	if (w * h < SMALL)
		for (int i = 0; i < 2; i++)
			of_powers(w, z, h, i, ret->b[i]);
	else
		of_terms(w, z, h, a, ret->b);
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			ret->a[i][j] = a[i][j];
}

void sdof_linear_acceleration(double w, double z, double h, struct sdof *ret)
{
	/* a1 (1 + z w h + w^2 h^2/6) = p1 - (2 z w + w^2 h) v - w^2 u - (z w h + w^2 h^2/3) a0, with a0 = p0 - 2 z w v - w^2 u */
	double mass = 1.0 + z * w * h + w * w * h * h / 6.0, of_a0 = -(z * w * h + w * w * h * h / 3.0) / mass;
	double of_u = -w * w / mass, of_v = -(2.0 * z * w + w * w * h) / mass;
	double a0[4] = { -w * w, -2.0 * z * w, 1.0, 0.0 }, a1[4]; /* of u, v, p0, p1 */
	for (int i = 0; i < 4; i++)
		a1[i] = of_a0 * a0[i] + (i == 0 ? of_u : i == 1 ? of_v : i == 3 ? 1.0 / mass : 0.0);
	for (int i = 0; i < 4; i++) {
		double u = h * h * (a0[i] / 3.0 + a1[i] / 6.0) + (i == 0 ? 1.0 : i == 1 ? h : 0.0);
		double v = 0.5 * h * (a0[i] + a1[i]) + (i == 1 ? 1.0 : 0.0);
		if (i < 2) {
			ret->a[0][i] = u;
			ret->a[1][i] = v;
		} else {
			ret->b[0][i - 2] = u;
			ret->b[1][i - 2] = v;
		}
	}
}

void sdof_step(const struct sdof *s, double p0, double p1, double *u, double *v)
{
	double u0 = *u, v0 = *v;
	*u = s->a[0][0] * u0 + s->a[0][1] * v0 + s->b[0][0] * p0 + s->b[0][1] * p1;
	*v = s->a[1][0] * u0 + s->a[1][1] * v0 + s->b[1][0] * p0 + s->b[1][1] * p1;
}
