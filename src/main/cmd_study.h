/* The subcommand study: what the papers computed and measured, computed again. */
#pragma once

#include "script/script.h"

/* tandem study list | NAME ... | all | quick <--records DIR> <-o DIR>. run(argv0, path, argc, argv) runs a script in an interpreter of its own, the working
 * folder being that of the results, and returns the program's status. Status: 0; 1 a study failed, or a number is not within its tolerance of the
 * paper's; 2 the words are wrong. */
int cmd_study(int argc, char **argv, int (*run)(const char *argv0, const char *path, int argc, char **argv));
