/* The kernels in plain C, for every processor: pairs of doubles, no fused multiply-add. */
#include "math/kernel.h"

#include "math/spd_priv.h"

#define KERNEL_NAME kernel_base
#define KERNEL_TEXT "base"
#define KERNEL_TARGET
#define LANES 2
#define SPREAD(s) ((lanes){(s), (s)})
#define FMA(a, b, c) ((a) * (b) + (c))
#define FMA4(a, b, c) ((a) * (b) + (c))
#define FMA1(a, b, c) ((a) * (b) + (c))

#include "math/kernel_body.inc"
