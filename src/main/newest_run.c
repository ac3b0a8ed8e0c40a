/* The newest run of a folder: by the time at which its record was written last. */
#include "main/newest_run.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

static bool later(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

bool newest_run(const char *runs, char *ret, size_t size)
{
	char path[PATH_MAX];
	struct timespec newest = {0};
	struct dirent *x;
	struct stat st;
	bool found = false;
	DIR *d = opendir(runs);

	while (d && (x = readdir(d))) {
		if (snprintf(path, sizeof path, "%s/%s/record.h5", runs, x->d_name) >= (int)sizeof path || stat(path, &st) != 0 || !later(&st.st_mtim, &newest))
			continue;
		newest = st.st_mtim;
		found = snprintf(ret, size, "%s", x->d_name) < (int)size;
	}
	if (d)
		closedir(d);
	return found;
}
