/* Random bytes into the decoder of frames and the readers of payloads.
 *
 * First byte: how the rest comes. Even: as a stream, in pieces of that size. Odd: as the payload of one frame of the type in the second byte with the flags
 * in the third, whose checksum is right, so that the readers see it. Promises: nothing outside the memory is touched (sanitizers), a frame that is handed
 * out is the one that stands in the bytes, a payload that is taken is the same when it is written again, and the answer does not depend on the pieces.
 */
#include "fuzz/fuzz.h"
#include "wire_words.h"

#include "base/base.h"

#include <string.h>

enum { LONGEST = 16384 };

static unsigned char memory[2 * (WIRE_HEADER + LONGEST)], scratch[LONGEST], one[WIRE_HEADER + LONGEST];

static struct wire_decoder decoder(int half)
{
	return (struct wire_decoder){.bytes = memory + half * (WIRE_HEADER + LONGEST), .cap = WIRE_HEADER + LONGEST};
}

/* A taken payload that changes when it is written again is a broken promise. */
static void look(const struct wire_frame *f)
{
	ASSERT(words_reader(f, scratch, sizeof(scratch)) != WIRE_BAD_NUMBER);
}

/* Frames handed out, and the fault in the end. */
static enum wire_fault stream(const uint8_t *bytes, size_t n, size_t piece, int half, uint64_t *ret_frames)
{
	struct wire_decoder d = decoder(half);
	struct wire_frame f;
	enum wire_fault fault = WIRE_MORE;

	for (size_t at = 0; at < n;) {
		size_t part = n - at < piece ? n - at : piece, taken = wire_feed(&d, bytes + at, part);
		ASSERT(taken > 0);
		at += taken;
		while ((fault = wire_next(&d, &f)) == WIRE_GOOD) {
			look(&f);
			ASSERT(wire_encode(&f, one) == WIRE_HEADER + f.length);
			ASSERT(memcmp(one, f.payload - WIRE_HEADER, WIRE_HEADER + f.length) == 0);
		}
	}
	*ret_frames = d.number;
	return fault;
}

void wire_fuzz(const uint8_t *bytes, size_t n)
{
	uint64_t frames, again;

	if (n >= 3 && bytes[0] % 2 == 1 && n - 3 <= LONGEST) {
		struct wire_frame f = {
			.type = (enum wire_type)(1 + bytes[1] % (WIRE_TYPES - 1)), .flags = bytes[2], .step = bytes[2], .number = 1, .payload = bytes + 3,
			.length = (uint32_t)(n - 3),
		};
		static unsigned char whole[WIRE_HEADER + LONGEST];
		stream(whole, wire_encode(&f, whole), sizeof(whole), 0, &frames);
		look(&f);
	} else if (n >= 1) {
		enum wire_fault first = stream(bytes + 1, n - 1, (size_t)bytes[0] + 1, 0, &frames), second = stream(bytes + 1, n - 1, LONGEST, 1, &again);
		ASSERT(first == second && frames == again);
	}
}

#ifdef FUZZER
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	wire_fuzz(bytes, n);
	return 0;
}
#endif
