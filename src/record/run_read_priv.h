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

/* The content is not what it should be: ERR_FORMAT. */
int run_damaged(const struct run_file *f, const char *what, struct err *e) MUST_CHECK;
/* A text attribute of any object, from the arena; NULL: there is none. */
char *run_attribute_text(hid_t where, const char *name, struct arena *mem);
