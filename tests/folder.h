/* A folder of its own for the files of a test program: set-up and teardown of a group. */
#pragma once

#include "test.h"

#include <stdlib.h>
#include <unistd.h>

static char folder_path[] = "/tmp/tandem_test_XXXXXX";

static inline int folder_make(void **state)
{
	(void)state;
	return mkdtemp(folder_path) && chdir(folder_path) == 0 ? 0 : -1;
}

static inline int folder_remove(void **state)
{
	char command[64];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf %s", folder_path);
	return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}
