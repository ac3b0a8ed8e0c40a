/* The library: handles and pointers that are none, the wrong order, other threads, several instances. */
#include "library_bed.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- calls ---------------------------------------------------------------------------------------------------------------- */

static void handles_that_are_none_are_refused(void **state)
{
	struct tandem *t = make(COLUMN), *other = make(NULL);
	int32_t n = 5;

	(void)state;
	end(t);
	assert_int_equal(tandem_free(NULL), 0);
	assert_int_equal(tandem_new(NULL), TANDEM_ARGUMENT);
	assert_int_equal(tandem_analyze(NULL, 1, 0.1), TANDEM_ARGUMENT);
	assert_contains(tandem_error(NULL)->text, "NULL");
	assert_int_equal(tandem_analyze(t, 1, 0.1), TANDEM_STATE);
	assert_contains(tandem_error(t)->text, "freed");
	assert_int_equal(tandem_free(t), TANDEM_STATE);
	assert_null(tandem_motion(t, TANDEM_DISP, &n));
	assert_int_equal(n, 0);
	assert_true(tandem_time(t) == 0.0);
	assert_string_equal(tandem_result(t), "");
	assert_null(tandem_asked(t));
	assert_int_equal(tandem_run_close(NULL), 0);
	assert_null(tandem_run_column(NULL, "steps/time", NULL));
	end(other);
	assert_int_equal(tandem_free(other), TANDEM_STATE);
}

static void pointers_that_are_null_are_refused(void **state)
{
	struct tandem *t = make("model basic -ndm 2 -ndf 3");

	(void)state;
	assert_int_equal(tandem_call(t, 0, NULL), TANDEM_ARGUMENT);
	assert_int_equal(tandem_call(t, 2, (const char *[]){"node", NULL}), TANDEM_ARGUMENT);
	assert_int_equal(tandem_values(t, 1, NULL), TANDEM_ARGUMENT);
	assert_int_equal(tandem_values(t, 1, &(struct tandem_value){.kind = 99}), TANDEM_ARGUMENT);
	assert_int_equal(tandem_callf(t, "sq", "node", 1), TANDEM_ARGUMENT);
	assert_int_equal(tandem_callf(t, NULL), TANDEM_ARGUMENT);
	assert_int_equal(tandem_node(t, 1, 2, NULL), TANDEM_ARGUMENT);
	assert_int_equal(tandem_node(t, 1, -2, (double[]){0, 0}), TANDEM_ARGUMENT);
	assert_int_equal(tandem_material(t, NULL, 1, 0, NULL), TANDEM_ARGUMENT);
	assert_int_equal(tandem_element(t, "truss", 1, 0, NULL, 3, NULL), TANDEM_ARGUMENT);
	assert_int_equal(tandem_eval(t, NULL), TANDEM_ARGUMENT);
	assert_int_equal(tandem_source(t, NULL), TANDEM_ARGUMENT);
	assert_int_equal(tandem_run_open(t, NULL, NULL), TANDEM_ARGUMENT);
	assert_null(tandem_rows(t, NULL, NULL, NULL));
	assert_null(tandem_element_response(t, 1, NULL, NULL));
	assert_null(tandem_motion(t, 17, NULL));
	assert_int_equal(tandem_error(t)->code, TANDEM_RANGE);
	end(t);
}

static void calls_in_the_wrong_order_are_refused(void **state)
{
	struct tandem *t = make(NULL);

	(void)state;
	assert_int_equal(tandem_node(t, 1, 2, (double[]){0, 0}), TANDEM_STATE);
	assert_null(tandem_motion(t, TANDEM_DISP, NULL));
	assert_int_equal(tandem_error(t)->code, TANDEM_STATE);
	assert_int_equal(tandem_step(t, 0.1), TANDEM_STATE);
	assert_int_equal(tandem_answer(t, NULL, (double[]){0}), TANDEM_STATE);
	assert_int_equal(tandem_abandon(t), TANDEM_STATE);
	assert_null(tandem_asked(t));
	assert_int_equal(tandem_eval(t, "model basic -ndm 1 -ndf 1; node 1 0"), 0);
	assert_int_equal(tandem_load(t, 1, 1, (double[]){0}), TANDEM_STATE);
	assert_contains(tandem_error(t)->hint, "pattern");
	end(t);
}

static void *from_elsewhere(void *t)
{
	static int32_t answer[4];
	struct tandem *other;

	answer[0] = tandem_step(t, 0.1);
	answer[1] = tandem_new(&other);
	answer[2] = tandem_free(t);
	answer[3] = tandem_error(NULL)->code;
	return answer;
}

static void another_thread_is_refused_while_there_are_instances(void **state)
{
	struct tandem *t = make(COLUMN);
	int32_t *answer;
	pthread_t thread;

	(void)state;
	pthread_create(&thread, NULL, from_elsewhere, t);
	pthread_join(thread, (void **)&answer);
	for (int i = 0; i < 4; i++)
		assert_int_equal(answer[i], TANDEM_STATE);
	assert_int_equal(tandem_step(t, 0.001), 0);
	end(t);
}

static void *whole_test(void *self)
{
	struct tandem *t;

	*(double *)self = 0.0;
	if (tandem_new(&t) == 0 && tandem_eval(t, COLUMN) == 0 && tandem_analyze(t, 100, 0.001) == 0)
		*(double *)self = tandem_motion(t, TANDEM_DISP, NULL)[3];
	tandem_free(t);
	return NULL;
}

static void *leaves_one_behind(void *ret)
{
	tandem_new(ret);
	return NULL;
}

static void *comes_after(void *left)
{
	static int32_t answer[2];
	struct tandem *mine = NULL;

	answer[0] = tandem_step(left, 0.1);
	answer[1] = tandem_new(&mine);
	return answer;
}

/* A process of its own: there is no way back for the library of this one. The second thread has the first one's stack, and its variables in their places. */
static void instances_of_a_thread_that_has_ended_are_nobodys(void **state)
{
	int status = -1;
	pid_t child = fork();

	(void)state;
	if (child == 0) {
		struct tandem *left = NULL;
		int32_t *answer = NULL;
		pthread_t thread;

		pthread_create(&thread, NULL, leaves_one_behind, &left);
		pthread_join(thread, NULL);
		pthread_create(&thread, NULL, comes_after, left);
		pthread_join(thread, (void **)&answer);
		_exit(left && answer[0] == TANDEM_STATE && answer[1] == TANDEM_STATE ? 0 : 1);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void when_all_are_freed_another_thread_may_begin(void **state)
{
	double here, there;
	pthread_t thread;

	(void)state;
	whole_test(&here);
	pthread_create(&thread, NULL, whole_test, &there);
	pthread_join(thread, NULL);
	assert_true(here == there && here != 0.0);
	whole_test(&there);
	assert_true(here == there);
}

static void instances_know_nothing_of_each_other(void **state)
{
	struct tandem *a = make(COLUMN), *b = make(COLUMN), *alone = make(COLUMN);

	(void)state;
	assert_int_equal(tandem_eval(b, "mass 2 0.2 0.2 0.2; set x 1"), 0);
	assert_int_equal(tandem_eval(a, "info exists x"), 0);
	assert_string_equal(tandem_result(a), "0");
	for (int i = 0; i < 50; i++) {
		assert_int_equal(tandem_step(a, 0.001), 0);
		assert_int_equal(tandem_step(b, 0.001), 0);
	}
	assert_int_equal(tandem_analyze(alone, 50, 0.001), 0);
	assert_memory_equal(tandem_motion(a, TANDEM_DISP, NULL), tandem_motion(alone, TANDEM_DISP, NULL), 6 * sizeof(double));
	assert_true(tandem_motion(a, TANDEM_DISP, NULL)[3] != tandem_motion(b, TANDEM_DISP, NULL)[3]);
	end(b);
	assert_int_equal(tandem_step(a, 0.001), 0);
	end(a);
	end(alone);
}

static void wipe_begins_anew(void **state)
{
	struct tandem *t = make(COLUMN);
	double first;

	(void)state;
	assert_int_equal(tandem_analyze(t, 20, 0.001), 0);
	first = tandem_motion(t, TANDEM_DISP, NULL)[3];
	assert_int_equal(tandem_wipe(t), 0);
	assert_null(tandem_motion(t, TANDEM_DISP, NULL));
	assert_int_equal(tandem_eval(t, COLUMN), 0);
	assert_int_equal(tandem_analyze(t, 20, 0.001), 0);
	assert_true(tandem_motion(t, TANDEM_DISP, NULL)[3] == first);
	end(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(handles_that_are_none_are_refused),
		cmocka_unit_test(pointers_that_are_null_are_refused),
		cmocka_unit_test(calls_in_the_wrong_order_are_refused),
		cmocka_unit_test(another_thread_is_refused_while_there_are_instances),
		cmocka_unit_test(instances_of_a_thread_that_has_ended_are_nobodys),
		cmocka_unit_test(when_all_are_freed_another_thread_may_begin),
		cmocka_unit_test(instances_know_nothing_of_each_other),
		cmocka_unit_test(wipe_begins_anew),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
