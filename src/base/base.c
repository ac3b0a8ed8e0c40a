/* The end of a failed assertion: says where on the error channel and aborts. */
#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void assert_failed(const char *expression, const char *file, int line)
{
	fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, expression);
	abort();
}
