/* A text file being written, through a block of fixed size. The first failure is kept and told at the end. */
#pragma once

#include "base/err.h"

#include <stddef.h>

enum { PUT_BLOCK = 1 << 16 };

struct put {
	const char *path;    /* borrowed: caller */
	int handle, code;
	struct err *e;       /* borrowed: caller */
	size_t n;
	char block[PUT_BLOCK];
};

/* Makes the file new. */
int put_open(struct put *p, const char *path, struct err *e) MUST_CHECK;
/* Appends at most 256 bytes of text. */
void put_text(struct put *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes what is left and closes; the first failure of all. */
int put_close(struct put *p) MUST_CHECK;
