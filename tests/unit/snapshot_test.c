/* The snapshot: the latest value, whole, whatever the writer does meanwhile. */
#include "wait.h"

#include "base/base.h"
#include "base/snapshot.h"

#include <pthread.h>

struct value {
	uint64_t n[13];
	unsigned char tail[5];
};

static struct arena mem;

static int begin(void **state)
{
	(void)state;
	arena_init(&mem);
	return 0;
}

static int end(void **state)
{
	(void)state;
	arena_fini(&mem);
	return 0;
}

static struct value make(uint64_t n)
{
	struct value v = {0};
	for (size_t i = 0; i < COUNT(v.n); i++)
		v.n[i] = n + i;
	memset(v.tail, (int)(n & 0xff), sizeof(v.tail));
	return v;
}

static bool whole(const struct value *v)
{
	struct value w = make(v->n[0]);
	return memcmp(v->n, w.n, sizeof(w.n)) == 0 && memcmp(v->tail, w.tail, sizeof(w.tail)) == 0;
}

static void has_nothing_before_the_first_value(void **state)
{
	(void)state;
	struct snapshot s;
	struct value v;
	assert_int_equal(snapshot_init(&s, sizeof(v), &mem, NULL), 0);
	assert_false(snapshot_read(&s, &v));
	assert_int_equal(snapshot_count(&s), 0);
}

/* The writer goes on, after a while, where the machine had stopped it. */
static void *goes_on(void *writer)
{
	struct snapshot *s = writer;
	double end = wait_now() + 0.05;

	while (wait_now() < end)
		wait_rest();
	atomic_fetch_add(&s->seq, 1);
	return NULL;
}

static void waits_for_a_writer_that_was_stopped_in_the_middle(void **state)
{
	(void)state;
	struct snapshot s;
	struct value v, w = make(7);
	pthread_t writer;
	assert_int_equal(snapshot_init(&s, sizeof(v), &mem, NULL), 0);
	assert_false(snapshot_read_patiently(&s, &v));
	snapshot_write(&s, &w);
	atomic_fetch_add(&s.seq, 1);
	assert_false(snapshot_read(&s, &v));
	assert_int_equal(pthread_create(&writer, NULL, goes_on, &s), 0);
	assert_true(snapshot_read_patiently(&s, &v));
	assert_int_equal(pthread_join(writer, NULL), 0);
	assert_int_equal(v.n[0], 7);
	assert_true(whole(&v));
}

static void gives_the_latest_value_again_and_again(void **state)
{
	(void)state;
	struct snapshot s;
	struct value v;
	assert_int_equal(snapshot_init(&s, sizeof(v), &mem, NULL), 0);
	for (uint64_t n = 1; n <= 3; n++) {
		struct value w = make(n);
		snapshot_write(&s, &w);
	}
	for (int i = 0; i < 2; i++) {
		memset(&v, 0, sizeof(v));
		assert_true(snapshot_read(&s, &v));
		assert_int_equal(v.n[0], 3);
		assert_true(whole(&v));
	}
	assert_int_equal(snapshot_count(&s), 3);
}

static void gives_up_while_a_value_is_half_written(void **state)
{
	(void)state;
	struct snapshot s;
	struct value v = make(1);
	assert_int_equal(snapshot_init(&s, sizeof(v), &mem, NULL), 0);
	snapshot_write(&s, &v);
	atomic_store(&s.seq, 3);
	assert_false(snapshot_read(&s, &v));
}

static void refuses_what_it_cannot_hold(void **state)
{
	(void)state;
	struct snapshot s;
	assert_int_equal(snapshot_init(&s, 0, &mem, NULL), ERR_RANGE);
	arena_seal(&mem);
	assert_int_equal(snapshot_init(&s, 8, &mem, NULL), ERR_MEMORY);
}

enum { N = 100000 };

static struct snapshot shared;

static void *write_all(void *unused)
{
	for (uint64_t n = 1; n <= N; n++) {
		struct value v = make(n);
		snapshot_write(&shared, &v);
	}
	return unused;
}

static void never_gives_a_torn_or_older_value(void **state)
{
	(void)state;
	pthread_t writer;
	struct value v = make(0);
	uint64_t last = 0;
	assert_int_equal(snapshot_init(&shared, sizeof(v), &mem, NULL), 0);
	assert_int_equal(pthread_create(&writer, NULL, write_all, NULL), 0);
	bool good = true;
	while (good && last < N)
		if (snapshot_read(&shared, &v)) {
			good = whole(&v) && v.n[0] >= last;
			last = v.n[0];
		}
	pthread_join(writer, NULL);
	assert_true(good);
	assert_int_equal(last, N);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(has_nothing_before_the_first_value, begin, end),
		cmocka_unit_test_setup_teardown(waits_for_a_writer_that_was_stopped_in_the_middle, begin, end),
		cmocka_unit_test_setup_teardown(gives_the_latest_value_again_and_again, begin, end),
		cmocka_unit_test_setup_teardown(gives_up_while_a_value_is_half_written, begin, end),
		cmocka_unit_test_setup_teardown(refuses_what_it_cannot_hold, begin, end),
		cmocka_unit_test_setup_teardown(never_gives_a_torn_or_older_value, begin, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
