/* OpenBLAS would start threads of its own, which costs more than it gains for matrices of frames and makes sums
 * depend on the machine. */
#include "math/math_init.h"

#include "math/lapack.h"

#include <cblas.h>
#include <stdbool.h>

void math_init(void)
{
	static bool done;

	if (!done)
		openblas_set_num_threads(1);
	done = true;
}

/* By the smallest factorisation: products of small matrices do without it. */
void math_buffer(void)
{
	const int n = 1;
	double one = 1.0;
	int info;

	math_init();
	dpotrf_("L", &n, &one, &n, &info, 1);
}

void math_threads(int n)
{
	math_init();
	openblas_set_num_threads(n);
}
