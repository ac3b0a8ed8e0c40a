/* Packets to bytes and back, and their CRC-32: the remainder of division by x^32 + x^26 + x^23 + x^22 + x^16 + x^12 + x^11 + x^10 + x^8 + x^7 + x^5 +
 * x^4 + x^2 + x + 1 (IEEE 802.3, 3.2.9), bits reflected, begun with ones and complemented; four bits at a time. */
#include "device/packet.h"

#include <string.h>

static const unsigned char MAGIC[4] = {'T', 'N', 'D', 'M'};

uint32_t crc32_of(const unsigned char *bytes, size_t n)
{
	static const uint32_t nibble[16] = {
		0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
		0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
	};
	uint32_t crc = 0xffffffff;

	for (size_t i = 0; i < n; i++) {
		crc ^= bytes[i];
		crc = crc >> 4 ^ nibble[crc & 15];
		crc = crc >> 4 ^ nibble[crc & 15];
	}
	return ~crc;
}

size_t packet_size(int count)
{
	return PACKET_HEAD + 8 * (size_t)count + PACKET_TAIL;
}

/* n bytes of a number, the lowest first */
static void put(unsigned char *to, uint64_t x, int n)
{
	for (int i = 0; i < n; i++)
		to[i] = (unsigned char)(x >> 8 * i);
}

static uint64_t get(const unsigned char *from, int n)
{
	uint64_t x = 0;

	for (int i = 0; i < n; i++)
		x |= (uint64_t)from[i] << 8 * i;
	return x;
}

size_t packet_encode(const struct packet *f, unsigned char *ret_bytes)
{
	size_t n = packet_size(f->count), body = n - PACKET_TAIL;

	memcpy(ret_bytes, MAGIC, sizeof(MAGIC));
	put(ret_bytes + 4, PACKET_VERSION_NUMBER, 2);
	put(ret_bytes + 6, f->kind, 2);
	put(ret_bytes + 8, f->session, 8);
	put(ret_bytes + 16, (uint64_t)f->number, 8);
	put(ret_bytes + 24, (uint64_t)f->t_ns, 8);
	put(ret_bytes + 32, (uint64_t)f->tick, 8);
	put(ret_bytes + 40, f->state, 4);
	put(ret_bytes + 44, f->flags, 4);
	put(ret_bytes + 48, (uint64_t)f->channels, 2);
	put(ret_bytes + 50, f->slots, 2);
	put(ret_bytes + 52, (uint64_t)f->count, 4);
	put(ret_bytes + 56, 0, 8);
	for (int i = 0; i < f->count; i++) {
		uint64_t bits;

		memcpy(&bits, &f->x[i], sizeof(bits));
		put(ret_bytes + PACKET_HEAD + 8 * i, bits, 8);
	}
	put(ret_bytes + body, crc32_of(ret_bytes, body), PACKET_TAIL);
	return n;
}

static void decode_head(const unsigned char *bytes, struct packet *ret)
{
	ret->kind = (enum packet_kind)get(bytes + 6, 2);
	ret->session = get(bytes + 8, 8);
	ret->number = (int64_t)get(bytes + 16, 8);
	ret->t_ns = (int64_t)get(bytes + 24, 8);
	ret->tick = (int64_t)get(bytes + 32, 8);
	ret->state = (uint32_t)get(bytes + 40, 4);
	ret->flags = (uint32_t)get(bytes + 44, 4);
	ret->channels = (int)get(bytes + 48, 2);
	ret->slots = (unsigned)get(bytes + 50, 2);
}

enum packet_fault packet_decode(const unsigned char *bytes, size_t n, bool tail, struct packet *ret)
{
	size_t body;
	uint64_t count;

	if (n < PACKET_HEAD)
		return PACKET_SHORT;
	if (memcmp(bytes, MAGIC, sizeof(MAGIC)) != 0)
		return PACKET_MAGIC;
	ret->count = (int)get(bytes + 4, 2);
	if (ret->count != PACKET_VERSION_NUMBER)
		return PACKET_VERSION;
	count = get(bytes + 52, 4);
	if (count > PACKET_VALUES)
		return PACKET_SIZE;
	body = PACKET_HEAD + 8 * (size_t)count;
	if (n < body + (tail ? PACKET_TAIL : 0))
		return PACKET_SHORT;
	if (tail && get(bytes + body, PACKET_TAIL) != crc32_of(bytes, body))
		return PACKET_CHECK;
	decode_head(bytes, ret);
	ret->count = (int)count;
	for (int i = 0; i < ret->count; i++) {
		uint64_t bits = get(bytes + PACKET_HEAD + 8 * i, 8);

		memcpy(&ret->x[i], &bits, sizeof(bits));
	}
	return PACKET_GOOD;
}
