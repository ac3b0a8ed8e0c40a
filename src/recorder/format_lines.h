/* What the formats share that write one line of text a row. */
#pragma once

#include "recorder/format.h"
#include "recorder/rowfile.h"

struct lines {
	struct rowfile file;
	int precision;
	bool scientific;
	int rows;               /* composed at once */
};

/* Bytes of a row of n numbers, at most. */
size_t lines_size(const struct lines *l, int n);

/* Slots of format_ops; self begins with a struct lines. */
int lines_open(void *self, const struct format_request *q, struct err *e);
int lines_begin(void *self, int n, const struct column *column, struct arena *mem, struct err *e);
/* Composes the numbers with a separator of one character and a line end; returns without writing. */
void lines_compose(struct lines *l, int n, const double *x, const char *separator);
int lines_row(struct lines *l, int n, const double *x, const char *separator, struct err *e);
int lines_rewind(void *self, struct err *e);
int lines_flush(void *self, struct err *e);
int lines_close(void *self, struct err *e);
