/* Elementary functions by argument reduction and Taylor series.
 *   exp(k ln 2 + r) = 2^k sum r^i/i!,  |r| <= ln 2/2
 *   ln(2^k m) = k ln 2 + 2 atanh((m-1)/(m+1)),  1/sqrt 2 <= m < sqrt 2
 *   sin, cos of k pi/2 + r,  |r| <= pi/4
 * ln 2 and pi/2 are split in parts whose products with k are exact (Cody, Waite, 1980).
 */
#include "motion/portable_math.h"

#include <math.h>

static const double LN2_HI = 0x1.62e42fefap-1, LN2_LO = 0x1.cf79abc9e3b3ap-40;
static const double HALF_PI_1 = 0x1.921fb544p+0, HALF_PI_2 = 0x1.0b4611a6p-34, HALF_PI_3 = 0x1.3198a2e037073p-69;

double portable_exp(double x)
{
	double k = rint(x / M_LN2), r = (x - k * LN2_HI) - k * LN2_LO, sum = 1.0;
	for (int i = 17; i >= 1; i--)
		sum = 1.0 + sum * r / i;
	return ldexp(sum, (int)k);
}

double portable_ln(double x)
{
	int k;
	double m = frexp(x, &k);
	if (m < M_SQRT1_2) {
		m *= 2.0;
		k--;
	}
	double z = (m - 1.0) / (m + 1.0), z2 = z * z, sum = 0.0;
	for (int i = 25; i >= 1; i -= 2)
		sum = sum * z2 + 1.0 / i;
	return k * LN2_HI + (k * LN2_LO + 2.0 * z * sum);
}

double portable_pow(double x, double p)
{
	return x > 0.0 ? portable_exp(p * portable_ln(x)) : 0.0;
}

void portable_sincos(double x, double *ret_sin, double *ret_cos)
{
	double k = rint(x / M_PI_2), r = ((x - k * HALF_PI_1) - k * HALF_PI_2) - k * HALF_PI_3, r2 = r * r;
	double s = 1.0, c = 1.0;
	for (int i = 20; i >= 2; i -= 2) {
		s = 1.0 - s * r2 / (i * (i + 1));
		c = 1.0 - c * r2 / (i * (i - 1));
	}
	s *= r;
	switch ((int)((long long)k & 3)) {
	case 0: *ret_sin = s, *ret_cos = c; break;
	case 1: *ret_sin = c, *ret_cos = -s; break;
	case 2: *ret_sin = -s, *ret_cos = -c; break;
	default: *ret_sin = -c, *ret_cos = s; break;
	}
}
