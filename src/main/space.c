/* Under a limit on the address space OpenBLAS has no threads, and its one buffer before anybody else asks for memory. */
#include "main/space.h"

#include "math/math_init.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* OpenBLAS reads this once, when it is loaded. */
static const char THREADS[] = "OPENBLAS_NUM_THREADS";

/* Comes back only where the system refuses. */
static void begin_again(char **argv)
{
	char path[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (n <= 0 || setenv(THREADS, "1", 1) != 0)
		return;
	path[n] = '\0';
	execv(path, argv);
}

int space_begin(char **argv, struct err *e)
{
	const char *threads = getenv(THREADS);
	struct rlimit limit;

	if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
		return 0;
	if (!threads || strcmp(threads, "1") != 0)
		begin_again(argv);
	return math_room("tandem", e);
}
