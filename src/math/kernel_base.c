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
#define LOAD3(p) ((quad){(p)[0], (p)[1], (p)[2], 0})
#define FMA1(a, b, c) ((a) * (b) + (c))
/* x[index[i]] in every lane; v added to the lanes of memory that mask names; the first count lanes stored; v with
 * one lane taken from w. */
#define GATHER(x, index) ((lanes){(x)[(index)[0]], (x)[(index)[1]]})
#define ADD_MASKED(p, mask, v) do { if ((mask) & 1) (p)[0] += (v)[0]; if ((mask) & 2) (p)[1] += (v)[1]; } while (0)
#define STORE_FIRST(p, count, v) do { if ((count) > 0) (p)[0] = (v)[0]; if ((count) > 1) (p)[1] = (v)[1]; } while (0)
#define SET_LANE(v, lane, w) ((lane) == 0 ? (lanes){(w)[0], (v)[1]} : (lanes){(v)[0], (w)[1]})

#include "math/kernel_body.inc"
