/* The kernels in registers of eight doubles, for processors with AVX-512. */
#include "math/kernel.h"

#include "math/spd_priv.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define KERNEL_NAME kernel_avx512
#define KERNEL_TEXT "avx512"
#define KERNEL_TARGET __attribute__((target("avx512f,avx512dq,avx512vl,avx2,fma")))
#define LANES 8
#define SPREAD(s) ((lanes)_mm512_set1_pd(s))
#define FMA(a, b, c) ((lanes)_mm512_fmadd_pd((__m512d)(a), (__m512d)(b), (__m512d)(c)))
#define FMA4(a, b, c) ((quad)_mm256_fmadd_pd((__m256d)(a), (__m256d)(b), (__m256d)(c)))
#define LOAD3(p) ((quad)_mm256_maskz_loadu_pd(7, (p)))
#define FMA1(a, b, c) __builtin_fma((a), (b), (c))
/* x[index[i]] in every lane; v added to the lanes of memory that mask names; the first count lanes stored; v with
 * one lane taken from w. LANE: one lane in every lane. */
#define GATHER(x, index) ((lanes)_mm512_i32gather_pd(_mm256_loadu_si256((const __m256i_u *)(index)), (x), 8))
#define ADD_MASKED(p, mask, v) _mm512_mask_storeu_pd((p), (__mmask8)(mask), _mm512_add_pd((__m512d)(v), _mm512_maskz_loadu_pd((__mmask8)(mask), (p))))
#define STORE_FIRST(p, count, v) _mm512_mask_storeu_pd((p), (__mmask8)((1u << (count)) - 1), (__m512d)(v))
#define LANE(v, lane) ((lanes)_mm512_permutexvar_pd(_mm512_set1_epi64(lane), (__m512d)(v)))
#define SET_LANE(v, lane, w) ((lanes)_mm512_mask_mov_pd((__m512d)(v), (__mmask8)(1u << (lane)), (__m512d)(w)))

#include "math/kernel_body.inc"
#endif
