/* What is said of engines that were measured. */
#pragma once

#include "script/script.h"

/* The rows of the analysis' trials with their times; taken: the row that is marked, -1: none. */
void script_say_trials(struct script *s, int taken);
/* "1.4 us", "23 ms". Returns ret_text. */
const char *script_time_text(double seconds, char *ret_text, int size);
