/* PNG files of the pictures, by rsvg-convert in a process of its own: the libraries that it needs are none that a program for real time should carry. */
#include "report/page.h"

#include "base/fault.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

extern char **environ;

/* 0, or an errno; -1: the program failed. */
static int convert(const char *svg, const char *png)
{
	char *const words[] = {"rsvg-convert", "--zoom=2", "--output", (char *)png, (char *)svg, NULL};
	posix_spawn_file_actions_t quiet;
	pid_t child;
	int status, code;

	if (fault_fires(FAULT_process_fork))
		return EAGAIN;
	if (posix_spawn_file_actions_init(&quiet) != 0)
		return ENOMEM;
	posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", O_WRONLY, 0);
	code = posix_spawnp(&child, words[0], &quiet, NULL, words, environ);
	posix_spawn_file_actions_destroy(&quiet);
	if (code)
		return code;
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return errno;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -1;
}

int page_png(const struct page *p, char ret_why[160])
{
	char svg[PAGE_PATH + 80], png[PAGE_PATH + 80];

	ret_why[0] = '\0';
	for (int i = 0; i < p->figures; i++) {
		snprintf(svg, sizeof(svg), "%s/%s.svg", p->folder, p->name[i]);
		snprintf(png, sizeof(png), "%s/%s.png", p->folder, p->name[i]);
		int code = convert(svg, png);

		if (code == ENOENT)
			snprintf(ret_why, 160, "rsvg-convert is not installed (Debian: librsvg2-bin)");
		else if (code)
			snprintf(ret_why, 160, "rsvg-convert: %s", code > 0 ? strerror(code) : "it failed");
		if (code)
			return i;
	}
	return p->figures;
}
