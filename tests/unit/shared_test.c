/* Memory that two processes have in common, and the flag of an interruption. */
#include "test.h"

#include "base/fault.h"
#include "base/interrupt.h"
#include "base/shared.h"

#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

static void a_process_and_its_child_see_the_same(void **state)
{
	struct shared s;
	struct err e;
	_Atomic int *x;
	int status;
	pid_t pid;

	(void)state;
	err_clear(&e);
	assert_int_equal(shared_open(&s, 100000, &e), 0);
	assert_int_equal((uintptr_t)s.memory % 4096, 0);
	for (int i = 0; i < 100000; i++)
		assert_int_equal(((char *)s.memory)[i], 0);
	x = s.memory;
	atomic_store(&x[0], 7);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		atomic_store(&x[1000], atomic_load(&x[0]) + 1);
		shared_close(&s);
		_exit(s.memory == NULL ? 0 : 1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	assert_int_equal(atomic_load(&x[1000]), 8);
	shared_close(&s);
	assert_null(s.memory);
	shared_close(&s);
}

static void without_memory_it_says_so_and_has_none(void **state)
{
	static const struct { bool fault; size_t size; } row[] = {{true, 4096}, {false, (size_t)1 << 62}};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct shared s = {0};
		struct err e;

		err_clear(&e);
		if (row[i].fault)
			fault_arm(FAULT_shared_memory, 1, false);
		assert_int_equal(shared_open(&s, row[i].size, &e), ERR_MEMORY);
		fault_disarm();
		assert_string_equal(e.object, "shared memory");
		assert_null(s.memory);
		shared_close(&s);
	}
}

static void on_signal(int number)
{
	(void)number;
	interrupt_ask();
}

static void an_interruption_is_seen_until_it_is_cleared(void **state)
{
	struct sigaction act = {.sa_handler = on_signal}, before;

	(void)state;
	assert_false(interrupt_asked());
	assert_int_equal(sigaction(SIGUSR1, &act, &before), 0);
	raise(SIGUSR1);
	sigaction(SIGUSR1, &before, NULL);
	assert_true(interrupt_asked() && interrupt_asked());
	interrupt_ask();
	interrupt_clear();
	assert_false(interrupt_asked());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_process_and_its_child_see_the_same),
		cmocka_unit_test(without_memory_it_says_so_and_has_none),
		cmocka_unit_test(an_interruption_is_seen_until_it_is_cleared),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
