/* Heads of binary frames (docs/web.md), little-endian. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum frame_type { FRAME_SERIES = 1, FRAME_RANGE = 2, FRAME_MOTION = 3, FRAME_PAIR = 4 };
enum { FRAME_HEAD = 16, FRAME_ANEW = 1, FRAME_EXACT = 1 };

/* Writes the 16 bytes of a head; returns where what follows goes. ret is aligned to 8. */
unsigned char *frame_head(unsigned char *ret, enum frame_type type, int flags, int number, uint32_t count, double t0);
/* One number; returns where the next goes. */
unsigned char *frame_real(unsigned char *ret, double x);
/* Bytes of a frame of motion; and the frame. value: n, state: elements. */
size_t frame_motion_size(int n, int elements);
void frame_motion(unsigned char *ret, double time, uint64_t step, int n, const float *value, int elements, const unsigned char *state);
