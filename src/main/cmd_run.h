/* The words of tandem run before its file: in virtual time, or against the clock. */
#pragma once

#include "experiment/laboratory.h"

/* argv[0] is the program's name. Writes what the options say (say is left alone; ret_folder: of --run, NULL: not given; ret_record: not --no-record) and
 * returns the index of the file; 0 after having printed help; -1 after a message about words that are wrong. */
int cmd_run_words(int argc, char **argv, struct realtime_words *ret, const char **ret_folder, bool *ret_record);
