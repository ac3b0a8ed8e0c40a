/* Chooses the kernels of the machine at hand. */
#include "math/kernel.h"

const struct kernel_ops *kernel = &kernel_base;

/* Before main, so that every program of the tree computes with the same kernels from its first sum. */
__attribute__((constructor)) static void kernel_choose(void)
{
#if defined(__x86_64__)
	__builtin_cpu_init();
	if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
		kernel = &kernel_avx512;
	else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		kernel = &kernel_avx2;
#endif
}
