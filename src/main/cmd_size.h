/* The subcommand size: does the numerical model of a script fit into a period, with which engine, and how large could it be? */
#pragma once

#include "script/script.h"

struct size_words {
	double rate;             /* of the test [Hz]: a step must be done within its period */
	double share;            /* of the period that the numerical model may take */
	double time, setup;      /* engine_limits */
};

/* Reads the words; returns the index of the script in argv, 0 when help was printed, -1 with a message on standard error. */
int cmd_size_words(int argc, char **argv, struct size_words *ret);
/* Runs the script of an interpreter that is open to its first transient analysis, which is measured instead of run, and prints. Returns the program's
 * status: 0 it fits; 1 the script failed, or has no transient analysis; 3 it does not fit. */
int cmd_size_run(struct script *s, const char *path, const struct size_words *w);
