/* What is said of engines that were measured. */
#pragma once

#include "script/script.h"

/* The rows of the analysis' trials with their times, a line each; taken: the row that is marked, -1: none. */
void script_trials(const struct analysis *an, int taken, void (*line)(void *self, const char *text), void *self);
/* The same as messages of the script. */
void script_say_trials(struct script *s, int taken);
/* The folder for what engines keep from run to run. */
void script_cache(struct script *s);
/* "1.4 us", "23 ms". Returns ret_text. */
const char *script_time_text(double seconds, char *ret_text, int size);
