/* Faults under a command loop in a process of its own. */
#include "torture/torture.h"

int main(int argc, char **argv)
{
	(void)argc;
	return torture(argv[0], "tests/torture/realtime.tcl", &(struct realtime_words){.on = true, .cpu = -1, .unfit = true});
}
