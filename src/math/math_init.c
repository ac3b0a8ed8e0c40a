/* OpenBLAS would start threads of its own, which costs more than it gains for matrices of frames and makes sums
 * depend on the machine. */
#include "math/math_init.h"

#include <cblas.h>
#include <stdbool.h>

void math_init(void)
{
	static bool done;

	if (!done)
		openblas_set_num_threads(1);
	done = true;
}

void math_threads(int n)
{
	math_init();
	openblas_set_num_threads(n);
}
