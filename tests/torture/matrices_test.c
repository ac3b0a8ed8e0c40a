/* Faults under matrices that are written, read and used. */
#include "torture/torture.h"

int main(int argc, char **argv)
{
	(void)argc;
	return torture(argv[0], "tests/torture/matrices.tcl", NULL);
}
