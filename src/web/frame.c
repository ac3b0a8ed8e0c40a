/* Heads of frames. */
#include "web/frame.h"

#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "frames are written as the machine has its numbers");

unsigned char *frame_head(unsigned char *ret, enum frame_type type, int flags, int number, uint32_t count, double t0)
{
	const uint16_t which = (uint16_t)number;

	ret[0] = (unsigned char)type;
	ret[1] = (unsigned char)flags;
	memcpy(ret + 2, &which, sizeof which);
	memcpy(ret + 4, &count, sizeof count);
	memcpy(ret + 8, &t0, sizeof t0);
	return ret + FRAME_HEAD;
}

unsigned char *frame_real(unsigned char *ret, double x)
{
	memcpy(ret, &x, sizeof x);
	return ret + sizeof x;
}

static size_t whole(size_t n)
{
	return (n + 7) & ~(size_t)7;
}

size_t frame_motion_size(int n, int elements)
{
	return FRAME_HEAD + 16 + whole((size_t)n * sizeof(float)) + whole((size_t)elements);
}

void frame_motion(unsigned char *ret, double time, uint64_t step, int n, const float *value, int elements, const unsigned char *state)
{
	unsigned char *at = frame_head(ret, FRAME_MOTION, 0, 0, (uint32_t)n, time);
	const uint32_t count[2] = {(uint32_t)elements, 0};

	memset(at, 0, frame_motion_size(n, elements) - FRAME_HEAD);
	memcpy(at, &step, sizeof step);
	memcpy(at + 8, count, sizeof count);
	memcpy(at + 16, value, (size_t)n * sizeof(float));
	if (elements > 0)
		memcpy(at + 16 + whole((size_t)n * sizeof(float)), state, (size_t)elements);
}
