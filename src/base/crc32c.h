/* CRC-32C (Castagnoli): the checksum of frames on the network and of records in journals.
 *
 * Remainder of division by x^32 + x^28 + x^27 + x^26 + x^25 + x^23 + x^22 + x^20 + x^19 + x^18 + x^14 + x^13 + x^11 + x^10 + x^9 + x^8 + x^6 + 1, bits
 * reflected, begun with ones and complemented (RFC 3720, 12.1). It finds every error of up to five bits in a few thousand bytes, and every burst of up to
 * 32. Any thread; nothing blocks.
 */
#pragma once

#include "base/base.h"

#include <stddef.h>
#include <stdint.h>

/* The checksum of what `crc` is the checksum of (0: nothing) followed by n bytes. */
uint32_t crc32c(uint32_t crc, const void *bytes, size_t n) RT;
/* The same, four bits at a time: for machines without the instruction, and to compare with. */
uint32_t crc32c_plain(uint32_t crc, const void *bytes, size_t n) RT;
