/* The ring: order, overwriting, and no torn item between two threads. */
#include "test.h"

#include "base/base.h"
#include "base/ring.h"

#include <pthread.h>
#include <stdatomic.h>

struct item {
	uint64_t n;
	uint64_t copy[9]; /* all equal to n */
	unsigned char odd[3];
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

static struct item make(uint64_t n)
{
	struct item x = {.n = n};
	for (size_t i = 0; i < COUNT(x.copy); i++)
		x.copy[i] = n;
	memset(x.odd, (int)(n & 0xff), sizeof(x.odd));
	return x;
}

static bool whole(const struct item *x)
{
	struct item y = make(x->n);
	return memcmp(x->copy, y.copy, sizeof(y.copy)) == 0 && memcmp(x->odd, y.odd, sizeof(y.odd)) == 0;
}

static void hands_items_out_in_order(void **state)
{
	(void)state;
	struct ring r;
	struct item x;
	assert_int_equal(ring_init(&r, 8, sizeof(x), &mem, NULL), 0);
	assert_false(ring_pop(&r, &x));
	for (uint64_t round = 0; round < 5; round++) {
		for (uint64_t i = 0; i < 6; i++)
			ring_push(&r, &(struct item[]){make(10 * round + i)}[0]);
		for (uint64_t i = 0; i < 6; i++) {
			assert_true(ring_pop(&r, &x));
			assert_int_equal(x.n, 10 * round + i);
			assert_true(whole(&x));
		}
		assert_false(ring_pop(&r, &x));
	}
	assert_int_equal(ring_lost(&r), 0);
	assert_int_equal(ring_pushed(&r), 30);
}

static void overwrites_oldest_when_full(void **state)
{
	(void)state;
	struct ring r;
	uint32_t x;
	assert_int_equal(ring_init(&r, 3, sizeof(x), &mem, NULL), 0);
	assert_int_equal(r.cap, 4);
	for (x = 0; x < 10; x++)
		ring_push(&r, &x);
	for (uint32_t want = 6; want < 10; want++) {
		assert_true(ring_pop(&r, &x));
		assert_int_equal(x, want);
	}
	assert_false(ring_pop(&r, &x));
	assert_int_equal(ring_lost(&r), 6);
}

static void refuses_what_it_cannot_hold(void **state)
{
	(void)state;
	struct ring r;
	assert_int_equal(ring_init(&r, 0, 8, &mem, NULL), ERR_RANGE);
	assert_int_equal(ring_init(&r, 8, 0, &mem, NULL), ERR_RANGE);
	assert_int_equal(ring_init(&r, SIZE_MAX, 8, &mem, NULL), ERR_RANGE);
	arena_seal(&mem);
	assert_int_equal(ring_init(&r, 8, 8, &mem, NULL), ERR_MEMORY);
}

/* Two threads: one pushes N items as fast as it can, the other pops until it has seen the last. */
enum { N = 200000 };

static struct ring shared;

static void *push_all(void *unused)
{
	for (uint64_t n = 1; n <= N; n++) {
		struct item x = make(n);
		ring_push(&shared, &x);
	}
	return unused;
}

static void loses_by_overwriting_only_and_tears_nothing(void **state)
{
	(void)state;
	pthread_t writer;
	struct item x = {0};
	uint64_t last = 0, popped = 0;
	assert_int_equal(ring_init(&shared, 64, sizeof(x), &mem, NULL), 0);
	assert_int_equal(pthread_create(&writer, NULL, push_all, NULL), 0);
	/* the last item stays in the ring until it is popped, so this ends once the writer has */
	while (last < N) {
		if (!ring_pop(&shared, &x))
			continue;
		popped++;
		if (!whole(&x) || x.n <= last)
			break;
		last = x.n;
	}
	pthread_join(writer, NULL);
	assert_true(whole(&x));
	assert_int_equal(last, N);
	assert_int_equal(popped + ring_lost(&shared), N);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(hands_items_out_in_order, begin, end),
		cmocka_unit_test_setup_teardown(overwrites_oldest_when_full, begin, end),
		cmocka_unit_test_setup_teardown(refuses_what_it_cannot_hold, begin, end),
		cmocka_unit_test_setup_teardown(loses_by_overwriting_only_and_tears_nothing, begin, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
