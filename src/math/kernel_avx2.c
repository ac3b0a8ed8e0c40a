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
#define LOAD3(p) ((quad)_mm256_maskload_pd((p), _mm256_set_epi64x(0, -1, -1, -1)))
#define FMA1(a, b, c) __builtin_fma((a), (b), (c))
/* x[index[i]] in every lane; v added to the lanes of memory that mask names; the first count lanes stored; v with
 * one lane taken from w. */
#define GATHER(x, index) ((lanes)_mm256_i32gather_pd((x), _mm_loadu_si128((const __m128i_u *)(index)), 8))
#define MASK(bits) _mm256_cmpgt_epi64(_mm256_and_si256(_mm256_set1_epi64x(bits), _mm256_set_epi64x(8, 4, 2, 1)), _mm256_setzero_si256())
#define ADD_MASKED(p, mask, v) _mm256_maskstore_pd((p), MASK(mask), _mm256_add_pd((__m256d)(v), _mm256_maskload_pd((p), MASK(mask))))
#define STORE_FIRST(p, count, v) _mm256_maskstore_pd((p), MASK((1 << (count)) - 1), (__m256d)(v))
#define SET_LANE(v, lane, w) ((lanes)_mm256_blendv_pd((__m256d)(v), (__m256d)(w), _mm256_castsi256_pd(MASK(1 << (lane)))))

#include "math/kernel_body.inc"
#endif
