/* Is this machine fit for real time? What the kernel and its settings say, as a table of rows.
 *
 * Everything is read from files of /proc and /sys through base/io. A file that is missing, or holds what is not understood, makes its
 * row unknown; nothing here fails. May block as files do; not for the loop.
 */
#pragma once

#include "base/base.h"

enum machine_state { MACHINE_GOOD, MACHINE_POOR, MACHINE_UNKNOWN };

enum machine_item {
	MACHINE_KERNEL, MACHINE_REALTIME, MACHINE_ISOLATED, MACHINE_GOVERNOR, MACHINE_CLOCK, MACHINE_THROTTLING, MACHINE_RTPRIO,
	MACHINE_MEMLOCK, MACHINE_SMT, MACHINE_LOAD, MACHINE_VIRTUAL,
	MACHINE_ITEMS,
};

enum { MACHINE_TEXT = 96 };

struct machine_row {
	const char *name;          /* "CPU governor" */
	char read[MACHINE_TEXT];   /* what the machine says; "unknown" */
	enum machine_state state;
	const char *want;          /* what is good */
	const char *why;           /* what it does to a loop */
	const char *todo;          /* how to change it */
};

/* Looks at everything. cpu: the processor the loop shall run on, -1 for any; priority: of the loop, 0 to 99. */
void machine_look(int cpu, int priority, struct machine_row ret_row[MACHINE_ITEMS]);

/* "good", "change", "unknown". */
const char *machine_state_name(enum machine_state state);
