/* Faults under a frame with a bit of everything that is computed. */
#include "torture/torture.h"

int main(int argc, char **argv)
{
	(void)argc;
	return torture(argv[0], "tests/torture/frame.tcl", NULL);
}
