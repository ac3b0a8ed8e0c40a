/* The file: see kernel_cache.h. Numbers as this machine has them: a header, the values, a checksum of both. */
#include "advance/kernel_cache.h"

#include "base/crc32c.h"
#include "base/io.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static const char MAGIC[16] = "tandem kernel 1";

struct header {
	char magic[16];
	uint64_t hash;
	int32_t nrow, nin, steps, zero;
};

uint64_t kernel_hash(uint64_t hash, const void *bytes, size_t n)
{
	const unsigned char *b = bytes;

	for (size_t i = 0; i < n; i++)
		hash = (hash ^ b[i]) * UINT64_C(1099511628211);
	return hash;
}

uint64_t kernel_hash_part(const struct front *f)
{
	const struct problem_core *c = &f->linear.c;
	size_t n = (size_t)c->map.n, nnz = (size_t)c->pattern.nnz;
	uint64_t h = kernel_hash(KERNEL_HASH, c->pattern.start, (n + 1) * sizeof(int));

	h = kernel_hash(h, c->pattern.row, nnz * sizeof(int));
	h = kernel_hash(h, c->val_k, nnz * sizeof(double));
	h = kernel_hash(h, c->val_c, nnz * sizeof(double));
	h = kernel_hash(h, c->val_m, nnz * sizeof(double));
	h = kernel_hash(h, c->modal_b, (size_t)c->nmodal * n * sizeof(double));
	h = kernel_hash(h, c->modal_d, (size_t)c->nmodal * sizeof(double));
	h = kernel_hash(h, f->watch, (size_t)f->nwatch * sizeof(int));
	return kernel_hash(h, &f->dt, sizeof(f->dt));
}

static void path_make(const char *folder, uint64_t hash, char *ret_path, int size)
{
	snprintf(ret_path, (size_t)size, "%s/impulse-%016llx", folder, (unsigned long long)hash);
}

static int whole_read(int handle, const char *path, void *bytes, size_t n)
{
	size_t got;

	if (io_read(handle, path, bytes, n, &got, NULL))
		return ERR_FILE;
	return got == n ? 0 : ERR_FORMAT;
}

/* The lags that are wanted of each force; the others only for the checksum. */
static int values_read(int handle, const char *path, const struct header *h, const struct kernel_file *k, uint32_t *crc)
{
	size_t row = (size_t)k->nrow * sizeof(double), wanted = (size_t)k->steps + 1;
	double spare[512];
	int code = 0;

	for (int in = 0; in < k->nin && !code; in++) {
		double *to = k->value + (size_t)in * wanted * (size_t)k->nrow;
		size_t left = ((size_t)h->steps + 1 - wanted) * row;

		code = whole_read(handle, path, to, wanted * row);
		*crc = crc32c(*crc, to, wanted * row);
		while (!code && left > 0) {
			size_t some = left < sizeof(spare) ? left : sizeof(spare);

			code = whole_read(handle, path, spare, some);
			*crc = crc32c(*crc, spare, some);
			left -= some;
		}
	}
	return code;
}

static int body_read(int handle, const char *path, const struct kernel_file *k, char *ret_why, int size)
{
	struct header h;
	uint32_t crc, there;

	if (whole_read(handle, path, &h, sizeof(h)) || memcmp(h.magic, MAGIC, sizeof(MAGIC)) != 0) {
		snprintf(ret_why, (size_t)size, "%.80s is no file of impulse responses", path);
		return ERR_FORMAT;
	}
	if (h.hash != k->hash || h.nrow != k->nrow || h.nin != k->nin || h.steps < 0) {
		snprintf(ret_why, (size_t)size, "%.80s is of another model", path);
		return ERR_FORMAT;
	}
	if (h.steps < k->steps)
		return 0;
	crc = crc32c(0, &h, sizeof(h));
	if (values_read(handle, path, &h, k, &crc) || whole_read(handle, path, &there, sizeof(there)) || there != crc) {
		snprintf(ret_why, (size_t)size, "%.80s is damaged", path);
		return ERR_FORMAT;
	}
	return 1;
}

int kernel_read(const char *folder, const struct kernel_file *k, char *ret_why, int size)
{
	char path[PATH_MAX];
	int handle, code;

	path_make(folder, k->hash, path, sizeof(path));
	if (io_open(path, IO_READ, &handle, NULL))
		return 0;
	code = body_read(handle, path, k, ret_why, size);
	return io_close(handle, path, NULL) && code == 0 ? ERR_FILE : code;
}

int kernel_write(const char *folder, const struct kernel_file *k, struct err *e)
{
	struct header h = {.hash = k->hash, .nrow = k->nrow, .nin = k->nin, .steps = k->steps};
	size_t bytes = (size_t)k->nin * ((size_t)k->steps + 1) * (size_t)k->nrow * sizeof(double);
	char path[PATH_MAX];
	uint32_t crc;
	int handle, code, closed;

	memcpy(h.magic, MAGIC, sizeof(MAGIC));
	crc = crc32c(crc32c(0, &h, sizeof(h)), k->value, bytes);
	path_make(folder, k->hash, path, sizeof(path));
	code = io_open(path, IO_WRITE, &handle, e);
	if (code)
		return code;
	code = io_write(handle, path, &h, sizeof(h), e);
	if (!code)
		code = io_write(handle, path, k->value, bytes, e);
	if (!code)
		code = io_write(handle, path, &crc, sizeof(crc), e);
	closed = io_close(handle, path, code ? NULL : e);
	return code ? code : closed;
}
