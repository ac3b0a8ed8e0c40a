/* Earthquake records on disk: reading in the formats of the field, writing in some.
 *
 * A format is a row of motion_format_table, made from motion/list.def in the order in which formats are tried.
 */
#pragma once

#include "motion/motion.h"
#include "motion/motion_text.h"

#include <stdbool.h>

struct motion_file_options {
	const char *format; /* name of the format; NULL: found from the content                       */
	double dt;          /* time step; 0: as the file says. Needed where it does not               */
	int skip;           /* header lines; < 0: all before the first that holds numbers only        */
	int channel;        /* files with several channels: which, from 1                             */
};
extern const struct motion_file_options motion_file_defaults;

/* Reads a record. Errors: ERR_FILE, ERR_FORMAT (line and word named), ERR_UNKNOWN (format), ERR_ARGUMENT (no time step), ERR_RANGE, ERR_MEMORY. */
int motion_file_read(const char *path, const struct motion_file_options *o, struct arena *mem, struct motion *ret, struct err *e) MUST_CHECK;
/* Writes a record in a format that can be written. */
int motion_file_write(const struct motion *m, const char *format, const char *path, struct err *e) MUST_CHECK;

struct motion_out; /* a file being written */
/* For the writers: text into the file; a failure is reported when the file is closed. */
void motion_file_print(struct motion_out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

struct motion_format {
	const char *name, *brief;
	/* Does the text look like this format. */
	bool (*detect)(const struct motion_text *t);
	/* Fills dt, n, x and, where the file says it, unit and title of a zeroed motion; o->dt replaces the file's. */
	int (*read)(const struct motion_text *t, const struct motion_file_options *o, struct arena *mem, struct motion *ret, struct err *e);
	/* Prints the record. NULL: this format is not written. */
	void (*write)(const struct motion *m, struct motion_out *out);
};
extern const struct motion_format *const motion_format_table[];

/* For the readers: the step given by the options, or else by the file; ERR_ARGUMENT when neither. */
int motion_file_step(const struct motion_text *t, const struct motion_file_options *o, double in_file, double *ret_dt, struct err *e) MUST_CHECK;
/* The line as title, without marks of comment. */
void motion_file_title(const char *line, struct motion *ret);
/* The step that header lines state ("dt 0.02", "DT= .005", "time step: 0.01"); 0 when they do not. */
double motion_file_header_step(const struct motion_text *t, int header);
/* For the writers: the title, or nothing where it states another step or unit, as one that was the header of the motion before it was changed: it would be
 * read for them. */
const char *motion_file_kept_title(const struct motion *m);
/* The unit that a line names, in words such as "in g", "unit g", "cm/sec2", "m/s^2"; NULL when it does not. */
const char *motion_file_unit(const char *line);
/* Lines before the data: as the options say, or as the text looks. */
int motion_file_header(const struct motion_text *t, const struct motion_file_options *o);
