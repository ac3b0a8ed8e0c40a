/* Faults under the virtual laboratory. */
#include "torture/torture.h"

int main(int argc, char **argv)
{
	(void)argc;
	return torture(argv[0], "tests/torture/virtual.tcl", NULL);
}
