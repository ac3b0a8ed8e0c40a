/* The kernels in registers of four doubles, for processors with AVX2 and fused multiply-add. */
#include "math/kernel.h"

#include "math/spd_priv.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define KERNEL_NAME kernel_avx2
#define KERNEL_TEXT "avx2"
#define KERNEL_TARGET __attribute__((target("avx2,fma")))
#define LANES 4
#define SPREAD(s) ((lanes)_mm256_set1_pd(s))
#define FMA(a, b, c) ((lanes)_mm256_fmadd_pd((__m256d)(a), (__m256d)(b), (__m256d)(c)))
#define FMA4(a, b, c) ((quad)_mm256_fmadd_pd((__m256d)(a), (__m256d)(b), (__m256d)(c)))
#define FMA1(a, b, c) __builtin_fma((a), (b), (c))

#include "math/kernel_body.inc"
#endif
