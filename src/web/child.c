/* Starting processes. */
#define _GNU_SOURCE /* posix_spawn_file_actions_addchdir_np, nftw */
#include "web/child.h"

#include "base/fault.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

/* Handles of the server stay with the server. */
static int add_files(posix_spawn_file_actions_t *f, const char *folder, const char *output)
{
	int bad = posix_spawn_file_actions_addopen(f, STDIN_FILENO, "/dev/null", O_RDONLY, 0);

	if (!bad)
		bad = posix_spawn_file_actions_addopen(f, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_APPEND, 0600);
	if (!bad)
		bad = posix_spawn_file_actions_adddup2(f, STDOUT_FILENO, STDERR_FILENO);
	if (!bad)
		bad = posix_spawn_file_actions_addclosefrom_np(f, STDERR_FILENO + 1);
	return bad ? bad : posix_spawn_file_actions_addchdir_np(f, folder);
}

/* Signals as a shell would hand them over. */
static int set_signals(posix_spawnattr_t *a)
{
	sigset_t none, all;
	int bad;

	sigemptyset(&none);
	sigfillset(&all);
	bad = posix_spawnattr_setsigmask(a, &none);
	if (!bad)
		bad = posix_spawnattr_setsigdefault(a, &all);
	return bad ? bad : posix_spawnattr_setflags(a, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

int child_start(const char *const *argv, const char *folder, const char *output, pid_t *ret, struct err *e)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t how;
	int bad;

	if (posix_spawn_file_actions_init(&files) != 0)
		return err_set(e, ERR_MEMORY, "process", "no memory to start it");
	if (posix_spawnattr_init(&how) != 0) {
		posix_spawn_file_actions_destroy(&files);
		return err_set(e, ERR_MEMORY, "process", "no memory to start it");
	}
	bad = add_files(&files, folder, output);
	if (!bad)
		bad = set_signals(&how);
	if (!bad)
		bad = fault_fires(FAULT_process_fork) ? EAGAIN : posix_spawn(ret, argv[0], &files, &how, (char *const *)argv, environ);
	posix_spawnattr_destroy(&how);
	posix_spawn_file_actions_destroy(&files);
	return bad ? err_set(e, ERR_FILE, "process", "it cannot be started: %s", strerror(bad)) : 0;
}

int child_folder(const char *runs, char *ret, size_t size, struct err *e)
{
	errno = EIO;
	if (snprintf(ret, size, "%s/.work-XXXXXX", runs) < (int)size && !fault_fires(FAULT_file_open) && mkdtemp(ret))
		return 0;
	return err_set(e, ERR_FILE, "process", "no folder can be made for it: %s", strerror(errno));
}

static int take_away(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	(void)st;
	(void)kind;
	(void)at;
	remove(path);
	return 0;
}

void child_clear(const char *folder)
{
	enum { HANDLES = 16 };

	if (strstr(folder, "/.work-"))
		nftw(folder, take_away, HANDLES, FTW_DEPTH | FTW_PHYS);
}
