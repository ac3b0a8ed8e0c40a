/* Patches, and files of harnesses. */
#include "fuzz/patch.h"

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FOLDERS = 4, FOLDER = 256, FILES = 4 };

static char made[FOLDERS][FOLDER];
static int nmade;
static struct fuzz_file *kept[FILES];
static int nkept;

/* image: of *size bytes, changed in place; *size may get smaller. */
static void patch(const uint8_t *bytes, size_t n, uint8_t *image, size_t *size)
{
	if (n < 2)
		return;
	size_t share = (size_t)bytes[0] | (size_t)bytes[1] << 8, whole = *size;
	if (share < 65535)
		*size = whole * share / 65534;
	bytes += 2;
	n -= 2;
	while (n >= 4 && whole > 0) {
		size_t at = ((size_t)bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16) % whole, length = bytes[3];
		length = length < n - 4 ? length : n - 4;
		memcpy(image + at, bytes + 4, length < whole - at ? length : whole - at);
		bytes += 4 + length;
		n -= 4 + length;
	}
}

static void write_file(const char *path, const uint8_t *image, size_t size)
{
	FILE *f = fopen(path, "wb");

	ASSERT(f && fwrite(image, 1, size, f) == size);
	ASSERT(fclose(f) == 0);
}

static uint8_t *read_file(const char *path, size_t *ret_size)
{
	FILE *f = fopen(path, "rb");
	ASSERT(f && fseek(f, 0, SEEK_END) == 0);
	long size = ftell(f);
	uint8_t *image = size > 0 ? malloc((size_t)size) : NULL;

	rewind(f);
	ASSERT(image && fread(image, 1, (size_t)size, f) == (size_t)size);
	fclose(f);
	*ret_size = (size_t)size;
	return image;
}

static void forget(void)
{
	for (int i = 0; i < nkept; i++) {
		free(kept[i]->good);
		free(kept[i]->image);
	}
}

void fuzz_file_keep(struct fuzz_file *f)
{
	f->good = read_file(f->path, &f->size);
	f->image = malloc(f->size);
	ASSERT(f->image && nkept < FILES);
	kept[nkept] = f;
	if (nkept++ == 0)
		atexit(forget);
}

void fuzz_file_damage(struct fuzz_file *f, const uint8_t *bytes, size_t n)
{
	size_t left = f->size;

	memcpy(f->image, f->good, f->size);
	patch(bytes, n, f->image, &left);
	write_file(f->path, f->image, left);
}

static void sweep(void)
{
	for (int i = 0; i < nmade; i++) {
		char command[FOLDER + 16];
		ASSERT(snprintf(command, sizeof command, "rm -rf '%s'", made[i]) < (int)sizeof command && system(command) == 0);
	}
}

void fuzz_folder(char *ret_path, size_t size)
{
	const char *tmp = getenv("TMPDIR");

	ASSERT(nmade < FOLDERS && snprintf(made[nmade], FOLDER, "%s/tandem-fuzz-XXXXXX", tmp ? tmp : "/tmp") < FOLDER && mkdtemp(made[nmade]));
	ASSERT(snprintf(ret_path, size, "%s", made[nmade]) < (int)size);
	if (nmade++ == 0)
		atexit(sweep);
}
