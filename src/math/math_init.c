/* OpenBLAS would start threads of its own, which costs more than it gains for matrices of frames and makes sums
 * depend on the machine. */
#include "math/math_init.h"

#include <cblas.h>

void math_init(void)
{
	openblas_set_num_threads(1);
}
