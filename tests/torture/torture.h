/* Every fault point under a script of this folder. */
#pragma once

#include "experiment/laboratory.h"

/* Runs the script over and over, each call of each fault point failing in turn. program: argv[0]; realtime: as given on the command line, NULL: virtual
 * time. Against the clock a run takes longer: of many calls every fifth fails. The status for main. */
int torture(const char *program, const char *script, const struct realtime_words *realtime);
