/* Studies: numbers and figures of the papers computed again, each a Tcl script that is part of the program.
 *
 * A study is one file src/study/NAME.tcl and one line in src/study/list.def, which also names the files of examples/ that it goes through. They are in the
 * program as they are in the tree, so that a program that is installed alone has its studies; they are written beside the results, where anybody
 * can read, change and run them. The tables are constant; nothing here allocates.
 */
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

enum { STUDY_FILES = 10 };

struct study_file {
	const char *path;               /* in the tree: "src/study/study.tcl" */
	const char *text;
	const char *end;                /* behind its last byte */
};

struct study {
	const char *name, *title, *source;   /* source: paper, figures and tables */
	bool quick;                          /* seconds rather than a minute */
	const struct study_file *file[STUDY_FILES];  /* its script first, then what that reads; NULL-ended */
};

extern const struct study study_table[];     /* the last has no name */

/* By name; NULL: there is none. */
const struct study *study_find(const char *name);
/* Writes its files below a folder, which is there, as they lie in the tree, without src/study/ and examples/ of the way: FOLDER/NAME.tcl,
 * FOLDER/study.tcl, FOLDER/examples/... Folders are made. ERR_FILE. */
int study_write(const struct study *s, const char *folder, struct err *e) MUST_CHECK;
