/* The five numbers of a stream, byte by byte through FNV-1a (Fowler, Noll, Vo). */
#include "experiment/chance.h"

#include "base/base.h"

static const uint64_t OFFSET = 0xcbf29ce484222325u, PRIME = 0x100000001b3u;

uint64_t chance_of(enum chance_kind kind, int tag, int rig, int channel, int quantity)
{
	const uint32_t part[] = {(uint32_t)kind, (uint32_t)tag, (uint32_t)rig, (uint32_t)channel, (uint32_t)quantity};
	uint64_t h = OFFSET;

	for (size_t i = 0; i < COUNT(part); i++)
		for (int shift = 0; shift < 32; shift += 8)
			h = (h ^ (part[i] >> shift & 0xff)) * PRIME;
	return h;
}
