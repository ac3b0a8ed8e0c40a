/* Powers: the shortest chain of products for a whole exponent up to 8. */
#include "math/power.h"

#include <math.h>

double power(double x, double p)
{
	if (!(p >= 0.0 && p <= 8.0) || p != (double)(int)p)
		return pow(x, p);
	double result = 1.0;
	for (int n = (int)p; n > 0; n >>= 1, x *= x)
		if (n & 1)
			result *= x;
	return result;
}
