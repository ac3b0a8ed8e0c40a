/* Data on its way from ticks to recorders: rows of a step, rows between threads, the memory of a link, and ticks of a step. */
#include "test.h"

#include "base/fault.h"
#include "control/link.h"
#include "control/pace.h"
#include "control/rows.h"

#include <pthread.h>
#include <stdlib.h>

enum { COLUMNS = 3, SIZE = 8, LOST = COLUMNS - 1 };

struct sheet {
	struct arena mem;
	struct rows r;
	double next;
};

static void sheet_begin(struct sheet *s, int size)
{
	struct err e;

	memset(s, 0, sizeof(*s));
	arena_init(&s->mem);
	err_clear(&e);
	assert_int_equal(rows_setup(&s->r, COLUMNS, size, "test", &s->mem, &e), 0);
}

/* Rows that count, from 0. */
static void put(struct sheet *s, int n)
{
	for (int i = 0; i < n; i++) {
		double *x = rows_next(&s->r);

		x[0] = s->next++;
		x[1] = -x[0];
		rows_put(&s->r);
	}
}

/* --- rows of a step -------------------------------------------------------------------------------- */

static void the_newest_rows_of_a_step_stay_and_say_what_was_lost(void **state)
{
	struct sheet s;

	(void)state;
	sheet_begin(&s, SIZE);
	put(&s, SIZE);
	assert_int_equal(s.r.n, SIZE);
	for (int i = 0; i < SIZE; i++)
		assert_true(rows_at(&s.r, i)[0] == i && rows_at(&s.r, i)[LOST] == 0.0);
	put(&s, 5);
	assert_int_equal(s.r.n, SIZE);
	for (int i = 0; i < SIZE; i++) {
		double number = 5.0 + i;

		assert_true(rows_at(&s.r, i)[0] == number && rows_at(&s.r, i)[1] == -number);
		assert_near(rows_at(&s.r, i)[LOST], fmax(number - (SIZE - 1), 0.0), 0.0);
	}
	assert_int_equal(s.r.lost, 5);
	arena_fini(&s.mem);
}

/* Trials of one step are kept together; the first command after its end begins anew. */
static void rows_are_forgotten_by_the_first_command_after_the_step(void **state)
{
	struct sheet s;

	(void)state;
	sheet_begin(&s, SIZE);
	rows_begin(&s.r);
	put(&s, 2);
	rows_begin(&s.r);
	put(&s, 2);
	assert_int_equal(s.r.n, 4);
	rows_close(&s.r);
	assert_int_equal(s.r.n, 4);
	assert_near(rows_at(&s.r, 3)[0], 3.0, 0.0);
	rows_begin(&s.r);
	assert_int_equal(s.r.n, 0);
	put(&s, 1);
	assert_near(rows_at(&s.r, 0)[0], 4.0, 0.0);
	assert_int_equal(s.r.lost, 0);
	arena_fini(&s.mem);
}

static void without_memory_it_says_so(void **state)
{
	struct arena mem;
	struct rows r;
	struct err e;

	(void)state;
	for (int nth = 1; nth <= 2; nth++) {                      /* the ring, and the row beside it */
		arena_init(&mem);
		err_clear(&e);
		fault_arm(FAULT_arena_alloc, nth, false);
		assert_int_equal(rows_setup(&r, COLUMNS, SIZE, "expControl 1", &mem, &e), ERR_MEMORY);
		fault_disarm();
		assert_contains(e.what, "8 rows");
		arena_fini(&mem);
	}
}

/* --- rows between two -------------------------------------------------------------------------------- */

/* A ring of 4 and a step of 20 rows that nobody collects: the newest 4 come, and the first of them says that 16 are missing. */
static void what_a_ring_has_lost_is_said_by_the_row_after_it(void **state)
{
	struct sheet from, to;
	struct ring ring;
	struct err e;

	(void)state;
	sheet_begin(&from, 1);
	sheet_begin(&to, SIZE);
	err_clear(&e);
	assert_int_equal(ring_init(&ring, 4, COLUMNS * sizeof(double), &from.mem, &e), 0);
	from.r.out = &ring;
	put(&from, 3);
	rows_collect(&to.r, &ring);
	assert_true(to.r.n == 3 && to.r.lost == 0 && from.r.n == 0);
	put(&from, 20);
	rows_collect(&to.r, &ring);
	assert_true(to.r.n == 7 && to.r.lost == 16);
	for (int i = 0; i < 7; i++)
		assert_true(rows_at(&to.r, i)[0] == (i < 3 ? i : 16.0 + i) && rows_at(&to.r, i)[LOST] == (i < 3 ? 0.0 : 16.0));
	/* rows of commands beside the test are none of its own, and none of them is lost to it */
	put(&from, 20);
	rows_drop(&to.r, &ring);
	assert_true(to.r.n == 0 && to.r.lost == 16);
	put(&from, 2);
	rows_collect(&to.r, &ring);
	assert_true(to.r.n == 2 && rows_at(&to.r, 1)[LOST] == 16.0);
	arena_fini(&from.mem);
	arena_fini(&to.mem);
}

enum { PUSHED = 300000, CAP = 64 };

static void *push_all(void *ctx)
{
	put(ctx, PUSHED);
	return NULL;
}

/* Every row that arrives is whole, in its order, and its number is that of the rows before it and of those that were lost. */
static void between_two_threads_every_row_arrives_or_is_counted(void **state)
{
	struct sheet from, to;
	struct ring ring;
	pthread_t writer;
	int64_t seen = 0, torn = 0, wrong = 0;
	struct err e;
	bool over = false;

	(void)state;
	sheet_begin(&from, 1);
	sheet_begin(&to, CAP);
	err_clear(&e);
	assert_int_equal(ring_init(&ring, CAP, COLUMNS * sizeof(double), &from.mem, &e), 0);
	from.r.out = &ring;
	assert_int_equal(pthread_create(&writer, NULL, push_all, &from), 0);
	while (!over) {
		over = ring_pushed(&ring) == PUSHED;
		rows_begin(&to.r);
		rows_collect(&to.r, &ring);
		for (int i = 0; i < to.r.n; i++, seen++) {
			const double *x = rows_at(&to.r, i);

			torn += x[1] != -x[0];
			wrong += x[0] != (double)seen + x[LOST];
		}
		rows_close(&to.r);
	}
	pthread_join(writer, NULL);
	assert_int_equal(torn, 0);
	assert_int_equal(wrong, 0);
	assert_int_equal(seen + to.r.lost, PUSHED);
	assert_true(seen > 0);
	arena_fini(&from.mem);
	arena_fini(&to.mem);
}

/* Whatever the sizes, what a link needs fits into the memory that it asks for. */
static void a_link_fits_into_its_size(void **state)
{
	static const int channels[] = {1, 2, 7, DEVICE_CHANNELS}, columns[] = {1, 6, 258}, nrows[] = {1, 2, 63, 64, 65, 8192, 100000};

	(void)state;
	for (size_t i = 0; i < COUNT(channels); i++)
		for (size_t j = 0; j < COUNT(columns); j++)
			for (size_t k = 0; k < COUNT(nrows); k++) {
				size_t size = link_size(channels[i], columns[j], nrows[k]);
				void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
				struct arena mem;
				struct link *l;
				struct err e;

				assert_non_null(memory);
				arena_init_over(&mem, memory, size);
				err_clear(&e);
				l = ARENA_NEW(&mem, struct link);
				assert_non_null(l);
				assert_int_equal(link_setup(l, channels[i], columns[j], nrows[k], &mem, &e), 0);
				assert_true(l->rows.cap >= (uint64_t)nrows[k]);
				arena_fini(&mem);
				free(memory);
			}
}

/* --- ticks of a step ------------------------------------------------------------------------------- */

/* 300 steps of 3 1/3 ticks are 1000 ticks, never more than half a tick away from the time. */
static void parts_of_ticks_are_never_lost(void **state)
{
	struct pace p = {.rate_hz = 1000.0, .scale = 1.0};
	double sum = 0.0;

	(void)state;
	for (int k = 1; k <= 300; k++) {
		double n = pace_ticks(&p, k / 300.0);

		assert_true(n == 3.0 || n == 4.0);
		sum += n;
		assert_true(fabs(sum - k * 1000.0 / 300.0) <= 0.5);
	}
	assert_near(sum, 1000.0, 0.0);
	p = (struct pace){.rate_hz = 1024.0, .scale = 100.0};
	assert_near(pace_ticks(&p, 0.01), 1024.0, 0.0);
}

/* A step shorter than a tick gets one all the same; those after it wait until the time has come up with them. */
static void every_step_has_a_tick(void **state)
{
	struct pace p = {.rate_hz = 10.0, .scale = 1.0};
	double sum = 0.0;

	(void)state;
	for (int k = 1; k <= 5; k++)
		sum += pace_ticks(&p, 0.01 * k);
	assert_near(sum, 5.0, 0.0);
	assert_near(pace_ticks(&p, 0.2), 1.0, 0.0);
	assert_near(pace_ticks(&p, 1.0), 4.0, 0.0);
}

static void a_time_that_is_not_later_gets_none_and_one_before_begins_anew(void **state)
{
	struct pace p = {.rate_hz = 1000.0, .scale = 1.0};

	(void)state;
	assert_near(pace_ticks(&p, 0.01), 10.0, 0.0);
	assert_near(pace_ticks(&p, 0.01), 0.0, 0.0);
	assert_near(pace_ticks(&p, 0.02), 10.0, 0.0);
	assert_near(pace_ticks(&p, 0.005), 0.0, 0.0);
	assert_near(pace_ticks(&p, 0.0152), 10.0, 0.0);
	assert_near(pace_ticks(&p, 0.0254), 10.0, 0.0);
}

/* 10^12 ticks are refused by whoever asked; counting goes on as if they had not been asked for. */
static void ticks_without_end_are_not_counted(void **state)
{
	struct pace p = {.rate_hz = 1000.0, .scale = 1.0};

	(void)state;
	assert_near(pace_ticks(&p, 1e9), 1e12, 0.0);
	assert_int_equal(p.done, 0);
}

/* Time, what each channel has, targets, state, and what was lost. */
static void columns_have_their_names(void **state)
{
	static const char *const each[] = {"command", "force", NULL};
	static const char *const wanted[] = {"time", "command1", "force1", "command2", "force2", "target1", "target2", "state", "lost"};
	char text[32];

	(void)state;
	for (int i = 0; i < (int)COUNT(wanted); i++)
		assert_string_equal(rows_name(i, 2, COUNT(wanted), each, text, sizeof(text)), wanted[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_newest_rows_of_a_step_stay_and_say_what_was_lost),
		cmocka_unit_test(rows_are_forgotten_by_the_first_command_after_the_step),
		cmocka_unit_test(without_memory_it_says_so),
		cmocka_unit_test(what_a_ring_has_lost_is_said_by_the_row_after_it),
		cmocka_unit_test(between_two_threads_every_row_arrives_or_is_counted),
		cmocka_unit_test(a_link_fits_into_its_size),
		cmocka_unit_test(parts_of_ticks_are_never_lost),
		cmocka_unit_test(every_step_has_a_tick),
		cmocka_unit_test(a_time_that_is_not_later_gets_none_and_one_before_begins_anew),
		cmocka_unit_test(ticks_without_end_are_not_counted),
		cmocka_unit_test(columns_have_their_names),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
