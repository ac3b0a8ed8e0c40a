/* The ring of many readers: order, what is lost, places that are none, and no torn item among threads. */
#include "test.h"

#include "base/reel.h"

#include <pthread.h>
#include <stdlib.h>

enum { CAP = 8, ITEMS = 200000, READERS = 4 };

struct item {
	uint64_t n;
	uint64_t copy[9];          /* all equal to n */
	unsigned char odd[5];
};

struct memory {
	struct reel_place place;
	uint64_t slot[CAP * (1 + (sizeof(struct item) + 7) / 8)];
};

static struct item make(uint64_t n)
{
	struct item x = {.n = n};

	for (int i = 0; i < 9; i++)
		x.copy[i] = n;
	memset(x.odd, (int)(n & 0xff), sizeof x.odd);
	return x;
}

static bool whole(const struct item *x)
{
	struct item y = make(x->n);

	return memcmp(x->copy, y.copy, sizeof y.copy) == 0 && memcmp(x->odd, y.odd, sizeof y.odd) == 0;
}

static struct reel begin(struct memory *m)
{
	struct reel r;

	memset(m, 0, sizeof *m);
	reel_make(&m->place, offsetof(struct memory, slot), CAP, sizeof(struct item));
	assert_int_equal(reel_size(CAP, sizeof(struct item)), sizeof m->slot);
	assert_true(reel_open(&r, &m->place, m, sizeof *m, sizeof(struct item)));
	return r;
}

static void push(struct reel *r, uint64_t n)
{
	struct item x = make(n);

	reel_push(r, &x);
}

static void every_reader_gets_every_item_in_order(void **state)
{
	struct memory m;
	struct reel r = begin(&m), other;
	uint64_t place[2] = {0}, lost[2] = {0};
	struct item x;

	(void)state;
	assert_true(reel_open(&other, &m.place, &m, sizeof m, 0));
	assert_false(reel_last(&other, &x));
	for (uint64_t n = 0; n < 5; n++)
		push(&r, n);
	for (int who = 0; who < 2; who++) {
		for (uint64_t n = 0; n < 5; n++) {
			assert_true(reel_next(who ? &other : &r, &place[who], &lost[who], &x));
			assert_true(x.n == n && whole(&x));
		}
		assert_false(reel_next(&other, &place[who], &lost[who], &x));
		assert_int_equal(lost[who], 0);
	}
	assert_true(reel_last(&other, &x) && x.n == 4);
	assert_int_equal(reel_at(&other, 5, &x), REEL_NOT_YET);
}

static void a_slow_reader_loses_the_oldest_and_knows_how_many(void **state)
{
	struct memory m;
	struct reel r = begin(&m);
	uint64_t place = 0, lost = 0;
	struct item x;

	(void)state;
	for (uint64_t n = 0; n < 3 * CAP + 2; n++)
		push(&r, n);
	for (uint64_t n = 2 * CAP + 2; n < 3 * CAP + 2; n++) {
		assert_true(reel_next(&r, &place, &lost, &x));
		assert_true(x.n == n && whole(&x));
	}
	assert_false(reel_next(&r, &place, &lost, &x));
	assert_int_equal(lost, 2 * CAP + 2);
	assert_int_equal(reel_at(&r, 0, &x), REEL_GONE);
}

static void a_place_that_leaves_its_memory_is_refused(void **state)
{
	struct memory m;
	struct reel r = begin(&m);
	const struct reel_place good = m.place;

	(void)state;
	assert_false(reel_open(&r, &m.place, &m, sizeof m - 1, 0));
	assert_false(reel_open(&r, &m.place, &m, sizeof m, sizeof(struct item) + 1));
	m.place.cap = 3;
	assert_false(reel_open(&r, &m.place, &m, sizeof m, 0));
	m.place.cap = 0;
	assert_false(reel_open(&r, &m.place, &m, sizeof m, 0));
	m.place.cap = UINT64_C(1) << 63;
	assert_false(reel_open(&r, &m.place, &m, sizeof m, 0));
	memcpy(&m.place, &good, sizeof good);
	m.place.at = 4;
	assert_false(reel_open(&r, &m.place, &m, sizeof m, 0));
	m.place.at = UINT64_MAX - 7;
	assert_false(reel_open(&r, &m.place, &m, sizeof m, 0));
	memcpy(&m.place, &good, sizeof good);
	m.place.item_size = UINT64_MAX;
	assert_false(reel_open(&r, &m.place, &m, sizeof m, 0));
}

/* ---- threads ------------------------------------------------------------------------------------------------------ */

static struct memory shared;

struct reader { pthread_t thread; uint64_t got, lost, torn, disorder; };

static void *read_all(void *self)
{
	struct reader *me = self;
	struct reel r;
	struct item x;
	uint64_t place = 0, last = 0;

	if (!reel_open(&r, &shared.place, &shared, sizeof shared, sizeof x))
		return NULL;
	/* the last item stays, so this ends once the writer has */
	while (last < ITEMS)
		if (reel_next(&r, &place, &me->lost, &x)) {
			me->got++;
			me->torn += !whole(&x);
			me->disorder += x.n <= last;
			last = x.n;
		}
	return NULL;
}

static void among_threads_nothing_is_torn_and_every_item_is_got_or_lost(void **state)
{
	static struct reader reader[READERS];
	struct reel r = begin(&shared);

	(void)state;
	for (int i = 0; i < READERS; i++)
		assert_int_equal(pthread_create(&reader[i].thread, NULL, read_all, &reader[i]), 0);
	for (uint64_t n = 1; n <= ITEMS; n++)
		push(&r, n);
	for (int i = 0; i < READERS; i++)
		pthread_join(reader[i].thread, NULL);
	for (int i = 0; i < READERS; i++) {
		assert_int_equal(reader[i].torn, 0);
		assert_int_equal(reader[i].disorder, 0);
		assert_int_equal(reader[i].got + reader[i].lost, ITEMS);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_reader_gets_every_item_in_order),
		cmocka_unit_test(a_slow_reader_loses_the_oldest_and_knows_how_many),
		cmocka_unit_test(a_place_that_leaves_its_memory_is_refused),
		cmocka_unit_test(among_threads_nothing_is_torn_and_every_item_is_got_or_lost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
