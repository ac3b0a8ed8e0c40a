/* Every fault point under the server of the front door: its calls fail once, and from one of them on for ever, while a browser asks for everything and a run
 * is watched. The server answers, with an error that says something, closes the connection, or ends with a message; it never crashes and never hangs. What has
 * failed once works the next time. The run that is watched goes on, step by step. */
#include "test.h"

#include "torture/browser.h"
#include "wait.h"

#include "base/base.h"
#include "base/fault.h"
#include "base/interrupt.h"
#include "live/live_read.h"
#include "web/web.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the server says, from its process. */
struct told {
	_Atomic bool ready;
	struct browser browser;
	long calls;
	char what[256];
};

static char folder[PATH_MAX], program[PATH_MAX], examples[PATH_MAX], script[PATH_MAX], answer[BROWSER_BODY];
static struct told *told;
static struct live_view *watched;
static pid_t run_pid;
static long refused;                       /* what was not as without a fault */

/* ---- the server, in a process of its own --------------------------------------------------------------------- */

static void say(const char *line)
{
	if (sscanf(line, "operator http://127.0.0.1:%d/?token=%63s", &told->browser.port, told->browser.token) == 2)
		atomic_store(&told->ready, true);
}

static void on_signal(int number)
{
	(void)number;
	interrupt_ask();
}

static _Noreturn void serve(int point, long nth, bool for_ever)
{
	const struct web_words words = {.runs = folder, .program = program, .examples = examples, .say = say};
	const struct sigaction act = {.sa_handler = on_signal};
	struct err e;
	int code;

	sigaction(SIGTERM, &act, NULL);
	interrupt_clear();
	err_clear(&e);
	if (point >= 0)
		fault_arm((enum fault_point)point, nth, for_ever);
	code = web_serve(&words, &e);
	told->calls = point >= 0 ? fault_calls((enum fault_point)point) : 0;
	snprintf(told->what, sizeof told->what, "%s", e.what);
	_exit(code ? 1 : 0);
}

/* The process; false: it has ended before it listened, with a message. */
static bool start(int point, long nth, bool for_ever, pid_t *ret)
{
	int status;

	memset(told, 0, sizeof *told);
	fflush(NULL);
	*ret = fork();
	assert_true(*ret >= 0);
	if (*ret == 0)
		serve(point, nth, for_ever);
	for (double end = wait_now() + WAIT_MOST; !atomic_load(&told->ready); wait_rest()) {
		if (waitpid(*ret, &status, WNOHANG) == *ret) {
			assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1 && told->what[0]);
			refused++;
			return false;
		}
		assert_true(wait_now() < end);
	}
	return true;
}

/* How it ends: by itself, or because it is asked to; not by a crash, and not without a word. */
static void finish(pid_t pid)
{
	int status;

	kill(pid, SIGTERM);
	UNTIL("the server ends", waitpid(pid, &status, WNOHANG) == pid);
	if (!WIFEXITED(status))
		fail_msg("the server was ended by signal %d", WTERMSIG(status));
	assert_true(WEXITSTATUS(status) == 0 || told->what[0]);
}

/* ---- the browser --------------------------------------------------------------------------------------------- */

/* What is answered, to its last byte, is all there is: a run that is whole is not said to be killed because memory was short when its record was read. */
static void says_all(const char *path)
{
	static const struct { const char *path, *holds; } ROWS[] = {
		{"/api/runs", "\"status\":\"complete\""}, {"/api/runs/old", "\"status\":\"complete\""}, {"/api/runs/old", "\"script_hash\""},
		{"/api/runs/old", "\"time\":\"s\""},
	};
	const char *length = strstr(answer, "content-length: "), *said = strstr(answer, "\r\n\r\n");

	if (!length || !said || strlen(said + 4) != strtoul(length + 16, NULL, 10))
		return;
	for (size_t i = 0; i < COUNT(ROWS); i++)
		if (strcmp(path, ROWS[i].path) == 0 && !strstr(said, ROWS[i].holds))
			fail_msg("%s is answered without %s: %.1500s", path, ROWS[i].holds, answer);
}

/* clean: everything has to be there. */
static void ask_all(bool clean)
{
	static const struct { const char *path, *body; int status; } ASK[] = {
		{"/api/status", NULL, 200}, {"/api/runs", NULL, 200}, {"/api/runs/old", NULL, 200}, {"/api/runs/old/model", NULL, 200},
		{"/api/runs/old/data?table=steps&columns=node2_disp1", NULL, 200}, {"/api/runs/old/data?table=steps&columns=node2_disp1&width=4", NULL, 200},
		{"/api/runs/old/csv?table=steps", NULL, 200}, {"/api/runs/old/motion?frames=4", NULL, 200}, {"/api/runs/old/files", NULL, 200},
		{"/api/runs/old/files/run.txt", NULL, 200}, {"/api/runs/old/script", NULL, 200}, {"/api/compare?a=old&b=old&format=json", NULL, 200},
		{"/api/plugins", NULL, 200}, {"/api/templates", NULL, 200}, {"/api/examples", NULL, 200}, {"/api/help?command=node", NULL, 200},
		{"/api/tests", "{\"script\": \"puts well\", \"mode\": \"check\"}", 200}, {"/api/tests", "{\"script\": \"\", \"mode\": 3}", 400},
		{"/api/runs/old/do", "{\"do\": \"pace\", \"value\": -1}", 400},
	};

	for (size_t i = 0; i < COUNT(ASK); i++) {
		int status = browser_ask(&told->browser, ASK[i].path, ASK[i].body, answer, sizeof answer);

		if (clean && status != ASK[i].status)
			fail_msg("%s is answered with %d: %.300s", ASK[i].path, status, answer);
		/* an answer whose sending fails breaks off behind its head */
		const char *said = strstr(answer, "\r\n\r\n");
		if (status >= 400 && said && said[4] && !strstr(said, "\"error\":\"") && !strstr(said, "no memory"))
			fail_msg("%s fails without a word: %.300s", ASK[i].path, answer);
		if (status == 200)
			says_all(ASK[i].path);
		refused += status != ASK[i].status;
	}
}

static void watch(bool clean)
{
	int fd = browser_watch(&told->browser), heard = 0;

	if (fd >= 0) {
		if (browser_say(fd, "{\"watch\": \"now\", \"series\": [{\"table\": \"steps\", \"columns\": [\"node2_disp1\"]}], \"motion\": true}") == 0 &&
		    browser_say(fd, "{\"ping\": 7}") == 0)
			/* a run that cannot be opened shows nothing: then the echo is all there is */
			heard = browser_hear(fd, "\"pong\":7") && (!clean || browser_hear(fd, NULL));
		close(fd);
	}
	if (clean)
		assert_true(fd >= 0 && heard);
	refused += !heard;
}

/* ---- the run ------------------------------------------------------------------------------------------------- */

static void still_runs(void)
{
	struct live_now before, now;

	assert_true(live_now(watched, &before));
	UNTIL("the run that is watched goes on", live_now(watched, &now) && now.all > before.all);
	assert_true(live_alive(watched));
}

/* The calls that it had to do with. */
static long try(enum fault_point point, long nth, bool for_ever)
{
	pid_t pid;

	if (start(point, nth, for_ever, &pid)) {
		ask_all(false);
		watch(false);
		/* what has failed once may have ended the server; else all is well again */
		if (!for_ever && waitpid(pid, &(int){0}, WNOHANG | WNOWAIT) == 0 && browser_ask(&told->browser, "/api/status", NULL, answer, sizeof answer) == 200) {
			ask_all(true);
			watch(true);
		}
		finish(pid);
	}
	still_runs();
	return told->calls;
}

static void fail_calls(enum fault_point point)
{
	long total = try(point, LONG_MAX, false), stride = total / 24 + 1, tries = 0;

	assert_int_equal(refused, 0);
	/* the first ones one by one, they are the start of the server; then others once than for ever */
	for (int for_ever = 0; for_ever < 2; for_ever++)
		for (long nth = 1; nth <= total; nth += nth < 8 ? 1 : nth < 8 + stride / 2 && for_ever ? stride / 2 + 1 : stride, tries++)
			try(point, nth, for_ever);
	print_message("# %s: %ld times among %ld calls, %ld answers were refusals\n", fault_name(point), tries, total, refused);
	/* a run whose memory cannot be mapped is not shown: that is no answer to anything that was asked */
	assert_true(total > 0 && (refused > 0 || point == FAULT_shared_memory));
	refused = 0;
}

#define CASE(name)                                                           \
	static void survives_when_##name##_fails(void **state)               \
	{                                                                    \
		(void)state;                                                 \
		fail_calls(FAULT_##name);                                    \
	}
#define POINTS(ROW) ROW(heap_alloc) ROW(arena_alloc) ROW(file_open) ROW(file_read) ROW(file_write) ROW(file_close) ROW(shared_memory) ROW(process_fork) \
	ROW(loop_thread) ROW(web_door) ROW(web_send)
POINTS(CASE)

/* ---- what there is to look at -------------------------------------------------------------------------------- */

static pid_t tandem(const char *id, const char *pace, const char *seconds)
{
	char path[PATH_MAX + 16];
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	snprintf(path, sizeof path, "%s/%s", folder, id);
	int null = open("/dev/null", O_RDWR);
	if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0 || dup2(null, STDERR_FILENO) < 0)
		_exit(127);
	execl(program, "tandem", "run", "--run", path, "--live", "--pace", pace, script, seconds, (char *)NULL);
	_exit(127);
}

static int begin(void **state)
{
	char path[PATH_MAX + 16];
	const char *tmp = getenv("TMPDIR");
	struct live_now now;
	int status;

	(void)state;
	snprintf(folder, sizeof folder, "%s/tandem-torture-XXXXXX", tmp ? tmp : "/tmp");
	told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (told == MAP_FAILED || !mkdtemp(folder) || waitpid(tandem("old", "max", "2"), &status, 0) < 0 || status != 0)
		return -1;
	run_pid = tandem("now", "1", "36000");
	snprintf(path, sizeof path, "%s/now", folder);
	for (double end = wait_now() + WAIT_MOST; live_open(&watched, path, false, NULL) != 0; wait_rest())
		if (wait_now() > end)
			return -1;
	for (double end = wait_now() + WAIT_MOST; !live_now(watched, &now) || now.all == 0; wait_rest())
		if (wait_now() > end)
			return -1;
	return 0;
}

/* The run ends by itself when it is asked to, and leaves nothing in memory. */
static int end(void **state)
{
	char command[PATH_MAX + 16];

	(void)state;
	live_close(watched);
	kill(run_pid, SIGINT);
	waitpid(run_pid, NULL, 0);
	snprintf(command, sizeof command, "rm -r '%s'", folder);
	return system(command) == 0 ? 0 : -1;
}

int main(int argc, char **argv)
{
	char path[PATH_MAX + 32], here[PATH_MAX];
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test(survives_when_##name##_fails),
		POINTS(TEST)
	};

	(void)argc;
	if (!realpath(argv[0], here))
		return 1;
	*strrchr(here, '/') = '\0';
	snprintf(path, sizeof path, "%s/../../tandem", here);
	if (!realpath(path, program) || !realpath("examples", examples) || !realpath("tests/torture/web.tcl", script)) {
		fprintf(stderr, "web_test: the program or the examples are not there: run it in the folder of the sources\n");
		return 1;
	}
	return cmocka_run_group_tests(tests, begin, end);
}
