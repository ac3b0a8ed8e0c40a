/* For keeper.c and keeper_process.c. */
#pragma once

#include "control/keeper.h"

/* Nothing moves, and nothing will before it is acknowledged: a trip that was asked for, by a wish or the operator's word, and that the loop has not taken yet
 * is a way to rest that has not begun. */
bool keeper_rests(const struct keeper *k, const struct link_answer *a);
/* The new process, from the fork to its end. parent: the process that integrates. Does not return. */
_Noreturn void keeper_process(struct keeper *k, struct drive *d, pid_t parent);
