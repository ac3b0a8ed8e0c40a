/* Live segments of processes before: a run that is taken up while their command loops still hold. */
#include "test.h"

#include "folder.h"

#include "live/live_read.h"
#include "live/live_write.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static struct live *begin(void)
{
	struct live *l;

	assert_int_equal(live_begin(&l, &(struct live_words){.folder = folder_path, .id = strrchr(folder_path, '_') + 1}, NULL), 0);
	return l;
}

/* A process that shows a command loop of its own, and stays. */
static pid_t hold(void)
{
	const struct link_answer a = {0};
	const struct loop_report timing = {0};
	int ends[2];
	char one;
	pid_t pid;

	assert_int_equal(pipe(ends), 0);
	pid = fork();
	if (pid == 0) {
		begin();
		live_show(&(struct keeper_view){.rig = 1, .rate_hz = 1024.0, .answer = &a, .timing = &timing});
		if (write(ends[1], "x", 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	assert_int_equal(read(ends[0], &one, 1), 1);
	close(ends[0]);
	close(ends[1]);
	return pid;
}

static void end_process(pid_t pid)
{
	int status;

	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, &status, 0), pid);
}

/* Where FOLDER/live leads to becomes another user's. */
static void give_away(char ret_path[256])
{
	ssize_t n = readlink("live", ret_path, 255);

	assert_true(n > 0);
	ret_path[n] = '\0';
	assert_int_equal(chown(ret_path, 65534, 65534), 0);
}

/* As a server of all users: the files of the processes before are that user's, too. */
static void root_trips_all_processes_of_the_run_of_another_user(void **state)
{
	char path[256];
	struct live *l;
	struct live_view *v;
	pid_t second;
	bool reached;

	(void)state;
	if (geteuid() != 0)
		skip();
	l = begin();
	give_away(path);
	second = hold();
	give_away(path);
	assert_int_equal(live_open(&v, folder_path, true, NULL), 0);
	assert_int_equal(live_trip(v, "ann", NULL), 0);
	reached = stop_asked(live_trip_word(l));
	live_close(v);
	end_process(second);
	live_end(l, LIVE_ENDED, "");
	unlink(path);
	assert_true(reached);
}

/* Taken up twice; the loop of the second process ends while the third one runs, that of the first does not. */
static void who_holds_is_seen_when_the_last_process_has_ended_whoever_came_between(void **state)
{
	pid_t first = hold(), second = hold();
	struct live *l = begin();
	struct live_view *v = NULL;
	bool seen;

	(void)state;
	end_process(second);
	live_end(l, LIVE_ENDED, "");
	seen = live_open(&v, folder_path, true, NULL) == 0 && live_front(v)->pid == first && live_loops(v, INT64_MIN) == 1;
	live_close(v);
	end_process(first);
	unlink("live");
	live_sweep(NULL);
	assert_true(seen);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(root_trips_all_processes_of_the_run_of_another_user),
		cmocka_unit_test(who_holds_is_seen_when_the_last_process_has_ended_whoever_came_between),
	};

	return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
