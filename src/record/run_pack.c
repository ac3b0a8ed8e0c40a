/* Planes of bytes into a stream of deflate. */
#include "record/run_pack.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { BYTES = sizeof(double), WINDOW = 12, MEMORY = 5, SLACK = 1024, STORED_MOST = 65535, STORED_HEAD = 5, SAMPLE_LEAST = 256 };

int run_pack_setup(struct run_pack *p, int n, struct arena *mem, struct err *e)
{
	size_t size = BYTES * (size_t)n;

	memset(p, 0, sizeof *p);
	/* a window of 4096 bytes, without head and end: those are ours */
	if (deflateInit2(&p->z, 1, Z_DEFLATED, -WINDOW, MEMORY, Z_RLE) != Z_OK)
		return err_set(e, ERR_MEMORY, "record", "no memory to compress it");
	p->begun = true;
	p->n = n;
	p->room = size + size / 8 + SLACK;
	p->plane = arena_alloc(mem, size);
	p->out = arena_alloc(mem, p->room);
	return p->plane && p->out ? 0 : err_set(e, ERR_MEMORY, "record", "no memory for chunks of %d rows", n);
}

void run_pack_end(struct run_pack *p)
{
	if (p->begun)
		deflateEnd(&p->z);
	p->begun = false;
}

/* ---- shuffle ------------------------------------------------------------------------------------------------- */

/* Swaps the blocks above and below the diagonal: 1, 2, then 4 bytes wide. */
static void turn(uint64_t w[BYTES])
{
	static const uint64_t MASK[] = {0x00ff00ff00ff00ffu, 0x0000ffff0000ffffu, 0x00000000ffffffffu};

	for (int k = 0, wide = 1; k < 3; k++, wide *= 2)
		for (int i = 0; i < BYTES; i++) {
			uint64_t swap;

			if (i & wide)
				continue;
			swap = (w[i] >> (8 * wide) ^ w[i + wide]) & MASK[k];
			w[i + wide] ^= swap;
			w[i] ^= swap << (8 * wide);
		}
}

/* Byte k of number i goes to k n + i; eight numbers at a time. */
static void shuffle(struct run_pack *p, const double *x, size_t stride, int some)
{
	size_t n = (size_t)p->n, i = 0;
	uint64_t w[BYTES];

	for (; i + BYTES <= (size_t)some; i += BYTES) {
		for (size_t k = 0; k < BYTES; k++)
			memcpy(&w[k], x + (i + k) * stride, BYTES);
		turn(w);
		for (size_t k = 0; k < BYTES; k++)
			memcpy(p->plane + k * n + i, &w[k], BYTES);
	}
	for (; i < (size_t)some; i++) {
		unsigned char byte[BYTES];

		memcpy(byte, x + i * stride, BYTES);
		for (size_t k = 0; k < BYTES; k++)
			p->plane[k * n + i] = byte[k];
	}
	for (size_t k = 0; k < BYTES; k++)
		memset(p->plane + k * n + some, 0, n - (size_t)some);
}

/* ---- deflate ------------------------------------------------------------------------------------------------- */

static bool is_chance(const unsigned char *plane, int n)
{
	uint32_t count[256] = {0};
	double sum = 0.0, s = 0.0;

	if (n < SAMPLE_LEAST)
		return false;
	for (int i = 0; i < n; i += PACK_EVERY, s += 1.0)
		count[plane[i]]++;
	for (int i = 0; i < 256; i++)
		sum += (double)count[i] * count[i];
	return sum <= s * s * exp2(-PACK_BITS);
}

/* Blocks of bytes as they are: 00, length, its complement. NULL: no room. */
static unsigned char *store(struct run_pack *p, unsigned char *to, const unsigned char *from, size_t size)
{
	while (size > 0) {
		size_t some = size < STORED_MOST ? size : STORED_MOST;
		const unsigned char head[STORED_HEAD] = {0, some & 255, some >> 8, ~some & 255, (~some >> 8) & 255};

		if (to + STORED_HEAD + some > p->out + p->room)
			return NULL;
		memcpy(to, head, STORED_HEAD);
		memcpy(to + STORED_HEAD, from, some);
		to += STORED_HEAD + some;
		from += some;
		size -= some;
	}
	return to;
}

/* Compressed blocks, to the end of a byte. */
static unsigned char *squeeze(struct run_pack *p, unsigned char *to, const unsigned char *from, size_t size)
{
	if (deflateReset(&p->z) != Z_OK)
		return NULL;
	p->z.next_in = (unsigned char *)from;
	p->z.avail_in = (uInt)size;
	p->z.next_out = to;
	p->z.avail_out = (uInt)(p->out + p->room - to);
	return deflate(&p->z, Z_SYNC_FLUSH) == Z_OK && p->z.avail_in == 0 && p->z.avail_out > 0 ? p->z.next_out : NULL;
}

/* An empty last block, and the sum over what was packed. */
static unsigned char *finish(const struct run_pack *p, unsigned char *to)
{
	uLong sum = adler32(adler32(0, NULL, 0), p->plane, (uInt)(BYTES * (size_t)p->n));
	const unsigned char end[] = {3, 0, sum >> 24 & 255, sum >> 16 & 255, sum >> 8 & 255, sum & 255};

	if (to + sizeof end > p->out + p->room)
		return NULL;
	memcpy(to, end, sizeof end);
	return to + sizeof end;
}

size_t run_pack(struct run_pack *p, const double *x, size_t stride, int some)
{
	/* method 8, a window of 2^(8 + 4), fastest; the number that makes the pair a multiple of 31 */
	static const unsigned char HEAD[] = {0x48, 0x0d};
	unsigned char *to = p->out + sizeof HEAD;
	size_t n = (size_t)p->n;
	bool chance[BYTES];

	shuffle(p, x, stride, some);
	for (int k = 0; k < BYTES; k++)
		chance[k] = is_chance(p->plane + (size_t)k * n, p->n);
	memcpy(p->out, HEAD, sizeof HEAD);
	for (int k = 0, next; k < BYTES && to; k = next) {
		for (next = k + 1; next < BYTES && chance[next] == chance[k];)
			next++;
		to = (chance[k] ? store : squeeze)(p, to, p->plane + (size_t)k * n, (size_t)(next - k) * n);
	}
	if (to)
		to = finish(p, to);
	return to ? (size_t)(to - p->out) : 0;
}
