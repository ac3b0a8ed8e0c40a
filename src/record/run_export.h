/* A record as files of text: a CSV file a table, numbers with 17 digits, so that they read back bit for bit.
 *
 * FOLDER/steps.csv, channels_control1.csv, ...: a line of names with their units, "node2_disp1 [mm]", then a line a row. With everything else also
 * events.csv (texts in quotes), attributes.csv and script.tcl. Files that are there are replaced. One thread; blocks in the file system.
 */
#pragma once

#include "record/run_read.h"

struct run_export {
	const char *folder;                /* made when it is missing, its parent is not */
	int n;
	/* Tables and columns ("steps", "steps/node2_disp1"); n 0: everything. A table's time, its first column, is always there. */
	const char *const *path;
	void (*said)(const char *line);    /* told of every file; NULL: nobody listens */
};

/* ERR_MISSING: a table or column that is not there; then nothing is written. ERR_FILE, ERR_FORMAT, ERR_MEMORY. */
int run_export(struct run_file *f, const struct run_export *w, struct err *e) MUST_CHECK;
