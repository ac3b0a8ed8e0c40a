/* Damage to a good image of a file, told by the bytes of a fuzzer: what has checksums and offsets is reached that random files would never reach. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* A good file and where its damaged copies are written. */
struct fuzz_file {
	char path[320];            /* set by the caller */
	uint8_t *good, *image;     /* owned: until the program ends; NULL: not read yet */
	size_t size;
};

/* Reads the good file at f->path and keeps it. Once in a program for each f. */
void fuzz_file_keep(struct fuzz_file *f);
/* Writes a damaged copy to f->path. bytes: two that say where the file ends (65535: at its end, else at this share of 65534 of it), then patches: three of the
 * place, one of the length, and what stands there now. Aborts when the disk does not take it. */
void fuzz_file_damage(struct fuzz_file *f, const uint8_t *bytes, size_t n);
/* A folder of its own under $TMPDIR that is removed when the program ends. path: of 64 bytes or more. One in a program for each call. */
void fuzz_folder(char *ret_path, size_t size);
