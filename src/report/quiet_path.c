/* Noise, turning points, monotone branches. */
#include "report/quiet_path.h"

#include <math.h>
#include <stdlib.h>

static const double FALSE_REVERSAL = 6.0; /* standard deviations */

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double noise_of(int n, const double *u, double *room)
{
	for (int i = 0; i + 4 < n; i++)
		room[i] = fabs(u[i] - 4.0 * u[i + 1] + 6.0 * u[i + 2] - 4.0 * u[i + 3] + u[i + 4]);
	qsort(room, (size_t)(n - 4), sizeof(*room), by_size);
	return room[(n - 4) / 2] / (0.6745 * sqrt(70.0));
}

/* Samples first .. end - 1 become monotone: rising, or falling with sign -1. room holds the sizes of pools. */
static void make_monotone(double *u, int first, int end, double sign, double *room)
{
	int pools = 0;

	/* pools stand at the front: mean in u, size in room */
	for (int i = first; i < end; i++) {
		double mean = u[i], size = 1.0;

		while (pools > 0 && sign * u[first + pools - 1] > sign * mean) {
			double n = room[first + pools - 1];

			mean = (mean * size + u[first + pools - 1] * n) / (size + n);
			size += n;
			pools--;
		}
		u[first + pools] = mean;
		room[first + pools++] = size;
	}
	for (int i = end - 1; pools > 0; pools--) {
		double mean = u[first + pools - 1];

		for (int k = (int)room[first + pools - 1]; k > 0; k--)
			u[i--] = mean;
	}
}

double quiet_path(int n, double *u, double *room)
{
	double noise = noise_of(n, u, room), least = FALSE_REVERSAL * noise, sign = 0.0;
	int turn = 0, far = 0;     /* the last turning point; the sample farthest on the way from it */

	for (int i = 1; i < n; i++) {
		if (sign == 0.0 && fabs(u[i] - u[turn]) > least)
			sign = u[i] > u[turn] ? 1.0 : -1.0;
		if (sign * (u[i] - u[far]) >= 0.0) {
			far = i;
		} else if (sign * (u[far] - u[i]) > least) {
			make_monotone(u, turn, far, sign, room);
			turn = far;
			far = i;
			sign = -sign;
		}
	}
	if (sign != 0.0)
		make_monotone(u, turn, n, sign, room);
	return noise;
}
