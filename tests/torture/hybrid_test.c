/* Faults under a hybrid test. */
#include "torture/torture.h"

int main(int argc, char **argv)
{
	(void)argc;
	return torture(argv[0], "tests/torture/hybrid.tcl", NULL);
}
