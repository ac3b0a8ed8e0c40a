/* Starting the server of the page, or finding the one that is there: RUNS/server.json says where it is, RUNS/server.lock that it lives (docs/web.md). */
#define _GNU_SOURCE /* close_range */
#include "main/view.h"

#include "base/clock.h"
#include "base/fault.h"
#include "base/io.h"
#include "main/run_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* the server that a run has started goes when nobody has looked for ten minutes */
#define IDLE_S "600"

enum { PORT = 8080, LOOK_NS = 50 * 1000 * 1000, ROOM = 4096 };

static struct clock wall = {.ops = &clock_monotonic};

/* The address for operators; where tokens are the server's own affair, the plain one. */
static bool read_url(const char *runs, char *ret_url, size_t size)
{
	static const char *const NAMES[] = {"\"operator\": \"", "\"operator\":\"", "\"url\": \"", "\"url\":\""};
	char path[PATH_MAX], text[ROOM];

	snprintf(path, sizeof path, "%.4000s/server.json", runs);
	if (!run_folder_locked(runs, "server") || !io_text(path, text, sizeof text))
		return false;
	for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
		const char *at = strstr(text, NAMES[i]), *from = at ? at + strlen(NAMES[i]) : NULL, *to = from ? strchr(from, '"') : NULL;

		if (to && (size_t)(to - from) < size) {
			snprintf(ret_url, size, "%.*s", (int)(to - from), from);
			return true;
		}
	}
	return false;
}

/* The usual port, or any when somebody has it. */
static const char *free_port(void)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(PORT), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
	bool free = s >= 0 && setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 && bind(s, (struct sockaddr *)&at, sizeof at) == 0;

	if (s >= 0)
		close(s);
	return free ? "8080" : "0";
}

/* A process of its own session whose parent is nobody: the end of the run, its signals and its terminal do not reach it. */
static _Noreturn void become_server(const char *runs, const char *port)
{
	char path[PATH_MAX];
	int in = open("/dev/null", O_RDWR), out;

	snprintf(path, sizeof path, "%.4000s/server.log", runs);
	out = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
	if (setsid() < 0 || in < 0 || out < 0 || fork() != 0)
		_exit(0);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 || dup2(out, STDERR_FILENO) < 0 || close_range(STDERR_FILENO + 1, ~0U, 0) != 0)
		_exit(127);
	execl("/proc/self/exe", "tandem", "serve", "--runs", runs, "--port", port, "--idle", IDLE_S, (char *)NULL);
	_exit(127);
}

static int start_server(const char *runs, struct err *e)
{
	const char *port = free_port();
	pid_t pid = fault_fires(FAULT_process_fork) ? -1 : fork();

	if (pid == 0)
		become_server(runs, port);
	if (pid < 0)
		return err_set(e, ERR_STATE, "view", "no process for the server of the page; the run goes on");
	waitpid(pid, NULL, 0);
	return 0;
}

int view_start(const char *folder, struct err *e)
{
	int64_t end_ns = clock_now(&wall) + (int64_t)VIEW_PATIENCE_S * 1000000000;
	char path[PATH_MAX], url[512], *runs;
	int code = 0;

	snprintf(path, sizeof path, "%s", folder);
	runs = dirname(path);
	if (!run_folder_locked(runs, "server"))
		code = start_server(runs, e);
	while (!code && !read_url(runs, url, sizeof url))
		if (clock_now(&wall) > end_ns || clock_sleep_until(&wall, clock_now(&wall) + LOOK_NS) < 0) {
			code = err_set(e, ERR_STATE, "view", "the server of the page does not answer; the run goes on");
			err_value(e, "%.80s/server.log", runs);
		}
	if (!code)
		fprintf(stderr, "live view: %s\n    open it in a browser; it stays until nobody has looked for ten minutes\n", url);
	return code;
}
