/* Planes of bytes into a stream of deflate. */
#include "record/run_pack.h"

#include <math.h>
#include <string.h>

enum { BYTES = sizeof(double), WINDOW = 12, MEMORY = 8, SLACK = 1024 };

int run_pack_setup(struct run_pack *p, int n, struct arena *mem, struct err *e)
{
	size_t size = BYTES * (size_t)n;

	memset(p, 0, sizeof *p);
	if (deflateInit2(&p->z, 1, Z_DEFLATED, WINDOW, MEMORY, Z_RLE) != Z_OK)
		return err_set(e, ERR_MEMORY, "record", "no memory to compress it");
	p->n = n;
	p->room = size + size / 8 + SLACK;
	p->plane = arena_alloc(mem, size);
	p->out = arena_alloc(mem, p->room);
	return p->plane && p->out ? 0 : err_set(e, ERR_MEMORY, "record", "no memory for chunks of %d rows", n);
}

void run_pack_end(struct run_pack *p)
{
	if (p->plane || p->n > 0)
		deflateEnd(&p->z);
	p->plane = NULL;
	p->n = 0;
}

static void shuffle(struct run_pack *p, const double *x, size_t stride, int some)
{
	size_t n = (size_t)p->n;

	for (int i = 0; i < some; i++) {
		unsigned char byte[BYTES];

		memcpy(byte, x + (size_t)i * stride, BYTES);
		for (size_t k = 0; k < BYTES; k++)
			p->plane[k * n + (size_t)i] = byte[k];
	}
	for (size_t k = 0; k < BYTES; k++)
		memset(p->plane + k * n + some, 0, n - (size_t)some);
}

/* H = log2 n - sum c log2 c / n, with the counts c of the n bytes. */
static bool is_chance(const unsigned char *plane, int n)
{
	int count[256] = {0};
	double sum = 0.0;

	for (int i = 0; i < n; i++)
		count[plane[i]]++;
	for (int i = 0; i < 256; i++)
		if (count[i] > 1)
			sum += count[i] * log2(count[i]);
	return log2(n) - sum / n >= fmin(PACK_BITS, 0.9 * log2(n));
}

size_t run_pack(struct run_pack *p, const double *x, size_t stride, int some)
{
	int level = 1, wanted, code = deflateReset(&p->z);

	shuffle(p, x, stride, some);
	p->z.next_out = p->out;
	p->z.avail_out = (uInt)p->room;
	if (code == Z_OK)
		code = deflateParams(&p->z, level, Z_RLE);
	for (int k = 0; k < BYTES && code == Z_OK; k++) {
		const unsigned char *plane = p->plane + (size_t)k * (size_t)p->n;

		wanted = is_chance(plane, p->n) ? 0 : 1;
		if (wanted != level)
			code = deflateParams(&p->z, wanted, Z_RLE);
		level = wanted;
		p->z.next_in = (unsigned char *)plane;
		p->z.avail_in = (uInt)p->n;
		if (code == Z_OK)
			code = deflate(&p->z, Z_NO_FLUSH);
	}
	return code == Z_OK && deflate(&p->z, Z_FINISH) == Z_STREAM_END ? p->room - p->z.avail_out : 0;
}
