/* The words of `tandem motion ...`: one table of options for all its verbs, from which parser and help are made. */
#pragma once

#include "base/err.h"
#include "motion/generate.h"
#include "motion/motion_file.h"

#include <stdbool.h>
#include <stdio.h>

enum { MOTION_LIST = 16 };

struct motion_words {
	const char *in;               /* the record; NULL: none given */
	struct motion_file_options file;
	const char *declared;         /* -in: unit of the file        */

	const char *out, *as, *unit;  /* NULL: standard output; by the file's name; as read */
	double factor, pga, to;       /* NAN: not given               */
	bool band;
	int zeros, degree;

	double damping[MOTION_LIST], period[MOTION_LIST];
	int ndamping, nperiod;
	double shortest, longest;
	int points, method;
	const char *svg;

	struct generate make;
	int envelope, pulse;
};

/* Verbs are bits; an option says for which it holds. */
enum motion_verb {
	MOTION_INFO = 1, MOTION_CONVERT = 2, MOTION_SCALE = 4, MOTION_RESAMPLE = 8, MOTION_BASELINE = 16, MOTION_INTEGRATE = 32,
	MOTION_SPECTRUM = 64, MOTION_GENERATE = 128,
};

/* Reads the words after the verb. 0, or a code with its report; ret_help: --help stood among them. */
int motion_words_read(enum motion_verb verb, const char *verb_name, int n, const char *const *word,
		      struct motion_words *ret, bool *ret_help, struct err *e) MUST_CHECK;
/* Prints the options of a verb. */
void motion_words_help(enum motion_verb verb, FILE *to);
