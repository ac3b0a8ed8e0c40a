/* For keeper.c and keeper_process.c. */
#pragma once

#include "control/keeper.h"

/* The new process, from the fork to its end. parent: the process that integrates. Does not return. */
_Noreturn void keeper_process(struct keeper *k, struct drive *d, pid_t parent);
