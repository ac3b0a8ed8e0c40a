/* All eigenvalues of a general matrix by the QR algorithm, LAPACK's dgeev. */
#include "math/radius.h"

#include "math/lapack.h"
#include "math/vec.h"

#include <math.h>

int spectral_radius(int n, double *a, double *work, double *ret_radius)
{
	double *real = work, *imaginary = work + n, most = 0.0, none;
	int lwork = (RADIUS_WORK - 2) * n, one = 1, info = 0;

	if (!vec_finite(n * n, a))
		return ERR_NONFINITE;
	if (n > 0)
		dgeev_("N", "N", &n, a, &n, real, imaginary, &none, &one, &none, &one, imaginary + n, &lwork, &info, 1, 1);
	if (info)
		return ERR_CONVERGE;
	for (int i = 0; i < n; i++)
		most = fmax(most, hypot(real[i], imaginary[i]));
	*ret_radius = most;
	return 0;
}
