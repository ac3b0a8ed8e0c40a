/* A thread that is urgent while it steps is ordinary between its steps, also for users who have the right to a real-time priority (limits.d, rtprio) and no
 * other: the kernel lets them lower it, but not take back that children do not inherit it (sched(7)). Who may neither have it nor become another user passes
 * over these cases. */
#define _GNU_SOURCE /* SCHED_RESET_ON_FORK */
#include "test.h"

#include "realtime/urgent.h"

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOBODY = 65534, PRIORITY = 10, GOOD = 0, WRONG = 1, CANNOT = 2 };

static int policy(void)
{
	return sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
}

static void in_a_process_of_its_own(int (*run)(void))
{
	int status = 0;
	pid_t child = fork();

	assert_true(child >= 0);
	if (child == 0)
		_exit(run());
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	if (WEXITSTATUS(status) == CANNOT)
		skip();
	assert_int_equal(WEXITSTATUS(status), GOOD);
}

static int rests(void)
{
	struct err e = {0};

	if (urgent_begin(PRIORITY, &e) != 0)
		return CANNOT;
	if (policy() != SCHED_FIFO)
		return WRONG;
	if (getuid() == 0 && setuid(NOBODY) != 0)
		return CANNOT;
	urgent_end();
	return policy() == SCHED_OTHER ? GOOD : WRONG;
}

static void what_stands_between_two_steps_is_ordinary_work(void **state)
{
	(void)state;
	in_a_process_of_its_own(rests);
}

static int starts(void)
{
	struct err e = {0};
	int status = 0;
	pid_t child;

	if (urgent_begin(PRIORITY, &e) != 0)
		return CANNOT;
	child = fork();
	if (child == 0)
		_exit(policy() == SCHED_OTHER ? GOOD : WRONG);
	return child > 0 && waitpid(child, &status, 0) == child ? WEXITSTATUS(status) : WRONG;
}

static void what_it_starts_meanwhile_is_ordinary(void **state)
{
	(void)state;
	in_a_process_of_its_own(starts);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_stands_between_two_steps_is_ordinary_work),
		cmocka_unit_test(what_it_starts_meanwhile_is_ordinary),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
