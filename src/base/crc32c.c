/* CRC-32C, four bits at a time, or with the processor's instruction where it has one (SSE 4.2). */
#include "base/crc32c.h"

#include <string.h>

uint32_t crc32c_plain(uint32_t crc, const void *bytes, size_t n)
{
	/* remainders of the sixteen values of four bits, for the reflected polynomial 0x82f63b78 */
	static const uint32_t nibble[16] = {
		0x00000000, 0x105ec76f, 0x20bd8ede, 0x30e349b1, 0x417b1dbc, 0x5125dad3, 0x61c69362, 0x7198540d,
		0x82f63b78, 0x92a8fc17, 0xa24bb5a6, 0xb21572c9, 0xc38d26c4, 0xd3d3e1ab, 0xe330a81a, 0xf36e6f75,
	};
	const unsigned char *byte = bytes;

	crc = ~crc;
	for (size_t i = 0; i < n; i++) {
		crc ^= byte[i];
		crc = crc >> 4 ^ nibble[crc & 15];
		crc = crc >> 4 ^ nibble[crc & 15];
	}
	return ~crc;
}

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) static uint32_t crc32c_sse(uint32_t crc, const void *bytes, size_t n)
{
	const unsigned char *byte = bytes;
	uint64_t c = ~crc;

	for (; n >= 8; n -= 8, byte += 8) {
		uint64_t word;
		memcpy(&word, byte, sizeof(word));
		c = __builtin_ia32_crc32di(c, word);
	}
	for (; n > 0; n--)
		c = __builtin_ia32_crc32qi((uint32_t)c, *byte++);
	return ~(uint32_t)c;
}
#endif

uint32_t crc32c(uint32_t crc, const void *bytes, size_t n)
{
#if defined(__x86_64__)
	if (__builtin_cpu_supports("sse4.2"))
		return crc32c_sse(crc, bytes, n);
#endif
	return crc32c_plain(crc, bytes, n);
}
