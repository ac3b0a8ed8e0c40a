/* Random numbers: xoshiro256** (D. Blackman, S. Vigna, Scrambled linear pseudorandom number generators, ACM Trans. Math.
 * Softw. 47(4), 2021, doi:10.1145/3460772), seeded by splitmix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014,
 * doi:10.1145/2660193.2660195). Normal numbers by inversion: with u uniform in (0, 1), x = Phi^-1(u) by the rational
 * approximations PPND16 (M. Wichura, Algorithm AS 241, Appl. Statist. 37, 1988, doi:10.2307/2347330).
 *
 * Only + - * / and sqrt are used, which IEEE 754 rounds the same everywhere; the logarithm is our own for that reason:
 *   ln(2^k m) = k ln 2 + 2 atanh((m - 1) / (m + 1)),  1/sqrt 2 <= m < sqrt 2,  atanh by its series.
 */
#include "base/rng.h"

#include <math.h>

static uint64_t rotate(uint64_t x, int k)
{
	return x << k | x >> (64 - k);
}

static uint64_t splitmix(uint64_t *x)
{
	uint64_t z = *x += 0x9e3779b97f4a7c15u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

void rng_init(struct rng *r, uint64_t seed, uint64_t stream)
{
	uint64_t x = stream;
	x = stream ? seed ^ splitmix(&x) : seed;
	for (int i = 0; i < 4; i++)
		r->s[i] = splitmix(&x);
}

uint64_t rng_bits(struct rng *r)
{
	uint64_t *s = r->s, result = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotate(s[3], 45);
	return result;
}

double rng_uniform(struct rng *r)
{
	return (double)(rng_bits(r) >> 11) * 0x1p-53;
}

/* Bits below the largest multiple of n are kept; each draw is kept with a chance above one half, so 128 draws always do. */
uint64_t rng_below(struct rng *r, uint64_t n)
{
	uint64_t over = (UINT64_MAX % n + 1) % n, x = 0;
	for (int i = 0; i < 128; i++) {
		x = rng_bits(r);
		if (x <= UINT64_MAX - over)
			break;
	}
	return x % n;
}

/* ln x, 0 < x < 1 */
static double ln(double x)
{
	int k;
	double m = frexp(x, &k);
	if (m < M_SQRT1_2) {
		m *= 2.0;
		k--;
	}
	double z = (m - 1.0) / (m + 1.0), z2 = z * z, sum = 0.0;
	for (int i = 23; i >= 1; i -= 2)
		sum = sum * z2 + 1.0 / i;
	return k * M_LN2 + 2.0 * z * sum;
}

/* p(x) / q(x), both of degree 7, coefficients from the constant term on */
static double ratio(const double p[8], const double q[8], double x)
{
	double num = p[7], den = q[7];
	for (int i = 6; i >= 0; i--) {
		num = num * x + p[i];
		den = den * x + q[i];
	}
	return num / den;
}

/* Wichura's coefficients: centre, shoulders, far tails */
static const double CENTRE[2][8] = {
	{3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
	 4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3},
	{1.0, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
	 2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3},
};
static const double SHOULDER[2][8] = {
	{1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
	 1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4},
	{1.0, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
	 1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9},
};
static const double TAIL[2][8] = {
	{6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
	 2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7},
	{1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
	 7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15},
};

double normal_quantile(double p)
{
	double q = p - 0.5;
	if (fabs(q) <= 0.425)
		return q * ratio(CENTRE[0], CENTRE[1], 0.180625 - q * q);
	double r = sqrt(-ln(q < 0.0 ? p : 1.0 - p));
	double x = r <= 5.0 ? ratio(SHOULDER[0], SHOULDER[1], r - 1.6) : ratio(TAIL[0], TAIL[1], r - 5.0);
	return q < 0.0 ? -x : x;
}

double rng_normal(struct rng *r)
{
	return normal_quantile(((double)(rng_bits(r) >> 12) + 0.5) * 0x1p-52);
}
