/* What run_read.c and run_open.c share. */
#pragma once

#include "record/run_read.h"

#include <hdf5.h>
#include <limits.h>
#include <stdbool.h>

enum { RUN_READ_TABLES = 2 * RUN_TABLES };

struct run_file {
	char path[PATH_MAX];
	hid_t file;
	bool live;                 /* somebody writes to it */
	struct run_table_info table[RUN_READ_TABLES];
	int ntable;
	struct arena mem;
};

/* The content is not what it should be: ERR_FORMAT; ERR_MEMORY where it could not be read for want of memory, of the file's own arena or of another one. */
int run_unread(const struct run_file *f, const struct arena *mem, const char *what, struct err *e) MUST_CHECK;
int run_damaged(const struct run_file *f, const char *what, struct err *e) MUST_CHECK;
/* n texts, a list of them; NULL: no such attribute, not n texts, or no memory. */
const char **run_attribute_list(hid_t where, const char *name, int n, struct arena *mem);
/* What a table has at its head beside names, units, brief and rate (run_head.c). */
int run_heads_read(struct run_file *f, hid_t data, struct run_table_info *t, struct err *e) MUST_CHECK;
/* A text attribute of any object, from the arena; NULL: there is none. */
char *run_attribute_text(hid_t where, const char *name, struct arena *mem);
