/* k1 = f(t, y), k2 = f(t + h/2, y + h/2 k1), k3 = f(t + h/2, y + h/2 k2), k4 = f(t + h, y + h k3),  y+ = y + h/6 (k1 + 2 k2 + 2 k3 + k4).
 * W. Kutta, Beitrag zur naeherungsweisen Integration totaler Differentialgleichungen, Z. Math. Phys. 46, 1901, 435-453.
 */
#include "math/rk4.h"

void rk4_step(int n, void (*rate)(const void *system, double t, const double *y, double *ret_dy), const void *system, double t, double dt, double *y)
{
	static const double at[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
	double k[RK4_MAX] = {0}, mid[RK4_MAX], sum[RK4_MAX] = {0};

	ASSERT(n <= RK4_MAX);
	for (int stage = 0; stage < 4; stage++) {
		for (int i = 0; i < n; i++)
			mid[i] = y[i] + at[stage] * dt * k[i];
		rate(system, t + at[stage] * dt, mid, k);
		for (int i = 0; i < n; i++)
			sum[i] += weight[stage] * k[i];
	}
	for (int i = 0; i < n; i++)
		y[i] += dt * sum[i];
}
