/* Spans by answer times: which of them counts, how the window forgets, and the bounds. */
#include "test.h"

#include "base/rng.h"
#include "control/adapt.h"

#include <stdlib.h>

static const struct adapt_words words = {.share = 0.1, .window = 19, .shortest_s = 0.0, .longest_s = INFINITY, .change = 10.0};

struct bed {
	struct arena mem;
	struct adapt a;
};

static void bed_begin(struct bed *b, const struct adapt_words *w)
{
	struct err e = {0};

	arena_init(&b->mem);
	assert_int_equal(adapt_words_check(w, "test", &e), 0);
	assert_int_equal(adapt_setup(&b->a, w, 0.001, &b->mem, &e), 0);
	adapt_start(&b->a);
}

/* p = 0.1: 9 answers are the least, of which the longest counts; of 19 it is number 18. A step of (T + 1)/0.6 extrapolates for T + 1 ticks. */
static void the_order_statistic_of_the_share_counts(void **state)
{
	struct bed b;

	(void)state;
	bed_begin(&b, &words);
	for (int i = 1; i <= 8; i++) {
		adapt_answer(&b.a, 100.0 * i);
		assert_near(adapt_span(&b.a, 0.6, 1234.0), 1234.0, 0.0);
	}
	adapt_answer(&b.a, 59.0);
	assert_near(adapt_span(&b.a, 0.6, 1234.0), ceil(801.0 / 0.6), 0.0);
	for (int i = 10; i <= 19; i++)
		adapt_answer(&b.a, 100.0 * i);
	/* 59, 100 .. 800, 1000 .. 1900: the second longest is 1800 */
	assert_near(adapt_span(&b.a, 0.6, 1234.0), ceil(1801.0 / 0.6), 0.0);
	/* answers of the same length are as many as they are */
	for (int i = 0; i < 19; i++)
		adapt_answer(&b.a, 5.0);
	assert_near(adapt_span(&b.a, 0.6, 8.0), 10.0, 0.0);
	adapt_start(&b.a);
	assert_near(adapt_span(&b.a, 0.6, 8.0), 8.0, 0.0);
	arena_fini(&b.mem);
}

/* p = 1/2: the one answer there is counts. */
static void one_answer_may_be_enough(void **state)
{
	struct adapt_words w = words;
	struct bed b;

	(void)state;
	w.share = 0.5;
	bed_begin(&b, &w);
	adapt_answer(&b.a, 100.0);
	assert_near(adapt_span(&b.a, 0.6, 170.0), ceil(101.0 / 0.6), 0.0);
	arena_fini(&b.mem);
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Against sorting the last n anew, with many equal ones. */
static void the_window_forgets_the_oldest(void **state)
{
	enum { N = 37, ALL = 5000 };
	struct adapt_words w = words;
	struct bed b;
	struct rng r;
	static double all[ALL];

	(void)state;
	w.window = N;
	bed_begin(&b, &w);
	rng_init(&r, 1, 3);
	for (int i = 0; i < ALL; i++) {
		double recent[N];
		int n = i + 1 < N ? i + 1 : N, k = (int)ceil(0.9 * (n + 1) - 1e-9);

		all[i] = (double)rng_below(&r, i % 1000 < 500 ? 10 : 1000);
		adapt_answer(&b.a, all[i]);
		memcpy(recent, all + i + 1 - n, (size_t)n * sizeof(double));
		qsort(recent, (size_t)n, sizeof(double), by_size);
		assert_int_equal(b.a.n, n);
		assert_memory_equal(b.a.sorted, recent, (size_t)n * sizeof(double));
		if (k <= n)
			assert_near(adapt_span(&b.a, 0.5, 400.0), fmin(fmax(2.0 * (recent[k - 1] + 1.0), 37.0), 4400.0), 0.0);   /* change: a factor of 11 */
	}
	arena_fini(&b.mem);
}

static void spans_keep_to_their_bounds_and_change_slowly(void **state)
{
	static const struct { double answer, shortest, longest, change, span, want; } row[] = {
		{599.0, 0.0, INFINITY, 0.1, 500.0, 550.0}, {599.0, 0.0, INFINITY, 0.1, 2000.0, 1819.0}, {599.0, 0.0, INFINITY, 0.1, 950.0, 1000.0},
		{599.0, 0.0, 0.75, 0.5, 950.0, 750.0},     {599.0, 1.2, INFINITY, 0.5, 950.0, 1200.0},  {599.0, 1.2, INFINITY, 0.1, 950.0, 1045.0},
		{0.0, 0.0, INFINITY, 0.1, 5.0, 4.0},       {0.0, 0.0, INFINITY, 10.0, 5.0, 2.0},        {90.0, 0.0, INFINITY, 0.1, 2.0, 3.0},
		{0.0, 0.0, INFINITY, 0.1, 2.0, 2.0},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct adapt_words w = words;
		struct bed b;

		w.shortest_s = row[i].shortest;
		w.longest_s = row[i].longest;
		w.change = row[i].change;
		bed_begin(&b, &w);
		for (int k = 0; k < 19; k++)
			adapt_answer(&b.a, row[i].answer);
		assert_near(adapt_span(&b.a, 0.6, row[i].span), row[i].want, 0.0);
		arena_fini(&b.mem);
	}
}

static void a_window_says_something_about_the_share_or_is_refused(void **state)
{
	static const struct { double share; int window, code, most; } row[] = {
		{0.1, 9, 0, 9}, {0.1, 8, ERR_RANGE, 0}, {0.05, 19, 0, 19}, {0.05, 18, ERR_RANGE, 0}, {0.05, 0, 0, 100}, {1e-4, 0, 0, 20000},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct adapt_words w = words;
		struct adapt a;
		struct arena mem;
		struct err e = {0};

		w.share = row[i].share;
		w.window = row[i].window;
		assert_int_equal(adapt_words_check(&w, "test", &e), row[i].code);
		arena_init(&mem);
		if (!row[i].code) {
			assert_int_equal(adapt_setup(&a, &w, 0.001, &mem, &e), 0);
			assert_int_equal(a.words.window, row[i].most);
		}
		arena_fini(&mem);
	}
}

static void without_a_share_nothing_is_chosen(void **state)
{
	struct adapt_words w = {.share = NAN};
	struct err e = {0};
	struct bed b;

	(void)state;
	/* nor are its other words looked at */
	assert_int_equal(adapt_words_check(&(struct adapt_words){.share = NAN, .shortest_s = 2.0, .longest_s = 1.0}, "test", &e), 0);
	bed_begin(&b, &w);
	assert_false(adapt_on(&b.a));
	adapt_answer(&b.a, 10.0);
	assert_near(adapt_span(&b.a, 0.6, 77.0), 77.0, 0.0);
	arena_fini(&b.mem);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_order_statistic_of_the_share_counts),
		cmocka_unit_test(one_answer_may_be_enough),
		cmocka_unit_test(the_window_forgets_the_oldest),
		cmocka_unit_test(spans_keep_to_their_bounds_and_change_slowly),
		cmocka_unit_test(a_window_says_something_about_the_share_or_is_refused),
		cmocka_unit_test(without_a_share_nothing_is_chosen),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
