/* The subcommand rehearse: a dry run of a test, and whether to go. */
#pragma once

#include "main/rehearse_print.h"

/* Reads the words; returns the index of the script in argv, 0 when help was printed, -1 with a message on standard error. */
int cmd_rehearse_words(int argc, char **argv, struct rehearse_words *ret);
/* Runs the script of an interpreter that is open, and prints. Returns the program's status: 0 go; 1 the script failed; 3 something must change. */
int cmd_rehearse_run(struct script *s, const char *path, struct rehearse_words *w);
