/* What viewers are sent of a table: buckets with lowest and highest, by closed form; in any pieces the same; rows that are lost are counted; loops keep
 * their extremes. */
#include "test.h"

#include "base/rng.h"
#include "web/frame.h"
#include "web/history.h"

#include <stdlib.h>

enum { COLUMNS = 4, ROWS = 4096, BUCKETS = 64 };
static const double DT = 1.0 / 1024, WIDTH = 0.0625;      /* powers of two: 64 rows a bucket, without rounding */

/* Row i: time, a ramp, one that changes sign, one that is zero but for a single row. */
static void fill(double *row, int i)
{
	row[0] = i * DT;
	row[1] = i;
	row[2] = i % 2 ? i : -i;
	row[3] = i == 1000 ? 7.5 : 0.0;
}

static void push(struct history *h, int from, int to)
{
	for (int i = from; i < to; i++) {
		int room;

		fill(trail_room(h, &room), i);
		assert_true(room >= 1);
		trail_advance(h, 1, 0);
	}
}

/* What a viewer draws. */
struct picture { double lo[BUCKETS][3], hi[BUCKETS][3]; bool there[BUCKETS]; int anew; };

static double real_at(const unsigned char *p)
{
	double x;

	memcpy(&x, p, sizeof x);
	return x;
}

static void draw(struct picture *p, const unsigned char *at, size_t n, int columns)
{
	for (const unsigned char *end = at + n; at < end;) {
		uint32_t count;
		double t0 = real_at(at + 8);

		memcpy(&count, at + 4, sizeof count);
		assert_int_equal(at[0], FRAME_SERIES);
		if (at[1] & FRAME_ANEW) {
			p->anew++;
			memset(p->there, 0, sizeof p->there);
		}
		assert_true(real_at(at + 16) == WIDTH);
		for (uint32_t k = 0; k < count; k++) {
			int bucket = (int)(t0 / WIDTH) + (int)k;

			assert_in_range(bucket, 0, BUCKETS - 1);
			p->there[bucket] = true;
			for (int c = 0; c < columns; c++) {
				p->lo[bucket][c] = real_at(at + 24 + 16 * (size_t)count * (size_t)c + 8 * k);
				p->hi[bucket][c] = real_at(at + 24 + 16 * (size_t)count * (size_t)c + 8 * (count + k));
			}
		}
		at += 24 + 16 * (size_t)count * (size_t)columns;
		assert_true(at <= end);
	}
}

static void check_closed_form(const struct picture *p)
{
	for (int k = 0; k < BUCKETS; k++) {
		assert_true(p->there[k]);
		assert_true(p->lo[k][0] == 64 * k && p->hi[k][0] == 64 * k + 63);
		assert_true(p->lo[k][1] == -(64 * k + 62) && p->hi[k][1] == 64 * k + 63);
		assert_true(p->lo[k][2] == 0.0 && p->hi[k][2] == (k == 1000 / 64 ? 7.5 : 0.0));
	}
}

static struct strip three(void)
{
	return (struct strip){.n = 3, .column = {1, 2, 3}, .minus = {-1, -1, -1}, .width = WIDTH, .window = 100.0};
}

static size_t send(struct strip *s, const struct history *h, struct picture *p, size_t room)
{
	static unsigned char bytes[1 << 16];
	size_t all = 0;
	bool more = true;

	while (more) {
		size_t n = strip_frames(s, h, 0, bytes, room, &more);

		assert_true(n <= room);
		assert_true(n > 0 || !more);
		draw(p, bytes, n, s->n);
		all += n;
	}
	return all;
}

static void buckets_are_those_of_the_closed_form(void **state)
{
	struct history h;
	struct strip s = three();
	struct picture p = {0};

	(void)state;
	assert_int_equal(trail_init(&h, COLUMNS, 0, 1e6, NULL), 0);
	push(&h, 0, ROWS);
	strip_begin(&s, &h, false);
	send(&s, &h, &p, 1 << 16);
	check_closed_form(&p);
	assert_int_equal(p.anew, 1);
	assert_int_equal(send(&s, &h, &p, 1 << 16), 0);
	trail_fini(&h);
}

static void pieces_of_any_size_give_the_same_picture(void **state)
{
	struct rng rng;

	(void)state;
	rng_init(&rng, 5, 1);
	for (int trial = 0; trial < 50; trial++) {
		struct history h;
		struct strip s = three();
		struct picture p = {0};

		assert_int_equal(trail_init(&h, COLUMNS, 0, 1e6, NULL), 0);
		strip_begin(&s, &h, false);
		for (int at = 0; at < ROWS;) {
			int to = at + 1 + (int)(rng_uniform(&rng) * 200.0);

			to = to > ROWS ? ROWS : to;
			push(&h, at, to);
			at = to;
			send(&s, &h, &p, STRIP_LEAST + (size_t)(rng_uniform(&rng) * 3000.0));
		}
		check_closed_form(&p);
		assert_int_equal(p.anew, 1);
		assert_int_equal(s.missed, 0);
		trail_fini(&h);
	}
}

static void a_window_begins_with_a_whole_bucket(void **state)
{
	struct history h;
	struct strip s = three();
	struct picture p = {0};

	(void)state;
	assert_int_equal(trail_init(&h, COLUMNS, 0, 1e6, NULL), 0);
	push(&h, 0, ROWS);
	s.window = 1.0;
	strip_begin(&s, &h, false);
	send(&s, &h, &p, 1 << 16);
	/* newest row at 4095 dt = 3.999: from bucket 47, 2.9375 <= 2.999 */
	for (int k = 0; k < BUCKETS; k++)
		assert_int_equal(p.there[k], k >= 47);
	assert_true(p.lo[47][0] == 64 * 47);
	trail_fini(&h);
}

static void rows_that_are_gone_are_counted_and_older_ones_left_to_the_record(void **state)
{
	struct history h;
	struct strip s = three();
	struct picture p = {0};

	(void)state;
	/* room for 1024 rows of 4 columns */
	assert_int_equal(trail_init(&h, COLUMNS, 0, 1024 * COLUMNS * 8.0, NULL), 0);
	assert_int_equal(h.cap, 1024);
	push(&h, 0, 100);
	strip_begin(&s, &h, false);
	send(&s, &h, &p, 1 << 16);
	push(&h, 100, 3000);
	trail_advance(&h, 0, 5);
	send(&s, &h, &p, 1 << 16);
	/* rows 100 .. 1975 were overwritten, and five never came */
	assert_int_equal(s.missed, 1876 + 5);
	/* a new viewer: row 1976 is in bucket 30 (1920 .. 1983), which is not whole */
	s = three();
	memset(&p, 0, sizeof p);
	strip_begin(&s, &h, true);
	send(&s, &h, &p, 1 << 16);
	for (int k = 0; k < BUCKETS; k++)
		assert_int_equal(p.there[k], k >= 31 && k <= 2999 / 64);
	assert_int_equal(s.missed, 0);
	trail_fini(&h);
}

static void values_that_are_no_numbers_change_nothing(void **state)
{
	struct history h;
	struct strip s = {.n = 1, .column = {1}, .minus = {-1}, .width = WIDTH, .window = 100.0};
	struct picture p = {0};
	const double x[] = {NAN, 3.0, NAN, -2.0, NAN};

	(void)state;
	assert_int_equal(trail_init(&h, 2, 0, 1e6, NULL), 0);
	strip_begin(&s, &h, false);
	for (int i = 0; i < 5; i++) {
		int room;
		double *row = trail_room(&h, &room);

		row[0] = i * DT;
		row[1] = x[i];
		trail_advance(&h, 1, 0);
	}
	send(&s, &h, &p, 1 << 16);
	assert_true(p.lo[0][0] == -2.0 && p.hi[0][0] == 3.0);
	trail_fini(&h);
}

/* Column 2 less column 1 is 0 in odd rows and -2 i in even ones: lowest -2 (64 k + 62), highest 0. */
static void differences_are_taken_in_every_row(void **state)
{
	struct history h;
	struct strip s = {.n = 1, .column = {2}, .minus = {1}, .width = WIDTH, .window = 100.0};
	struct picture p = {0};

	(void)state;
	assert_int_equal(trail_init(&h, COLUMNS, 0, 1e6, NULL), 0);
	push(&h, 0, ROWS);
	strip_begin(&s, &h, false);
	send(&s, &h, &p, 1 << 16);
	for (int k = 0; k < BUCKETS; k++)
		assert_true(p.lo[k][0] == -2.0 * (64 * k + 62) && p.hi[k][0] == 0.0);
	trail_fini(&h);
}

static void time_that_goes_back_begins_anew(void **state)
{
	struct history h;
	struct strip s = three();
	struct picture p = {0};

	(void)state;
	assert_int_equal(trail_init(&h, COLUMNS, 0, 1e6, NULL), 0);
	strip_begin(&s, &h, false);
	push(&h, 0, ROWS);
	send(&s, &h, &p, 1 << 16);
	push(&h, 0, 64);
	send(&s, &h, &p, 1 << 16);
	assert_int_equal(p.anew, 2);
	assert_true(p.there[0] && !p.there[1]);
	trail_fini(&h);
}

static void a_bucket_holds_what_its_inequality_says_whatever_its_width(void **state)
{
	struct rng rng;

	(void)state;
	rng_init(&rng, 9, 1);
	for (int i = 0; i < 100000; i++) {
		double width = pow(10.0, -4.0 + 6.0 * rng_uniform(&rng)), from = i % 2 ? 0.0 : 1e3 * rng_uniform(&rng);
		double t = i % 3 ? from + width * floor(1e4 * rng_uniform(&rng)) : from + 1e4 * width * rng_uniform(&rng);
		double k = (double)bucket_of(t, from, width);

		assert_true(from + k * width <= t && t < from + (k + 1.0) * width);
	}
	assert_int_equal(bucket_of(INFINITY, 0.0, 1.0), 0);
	assert_int_equal(bucket_of(NAN, 0.0, 1.0), 0);
}

/* ---- loops --------------------------------------------------------------------------------------------------- */

static int read_pairs(const unsigned char *bytes, size_t n, double *x, double *y)
{
	uint32_t count;

	memcpy(&count, bytes + 4, sizeof count);
	assert_int_equal(bytes[0], FRAME_PAIR);
	assert_int_equal(n, 16 + 16 * (size_t)count);
	memcpy(x, bytes + 16, 8 * (size_t)count);
	memcpy(y, bytes + 16 + 8 * (size_t)count, 8 * (size_t)count);
	return (int)count;
}

static void loops_come_row_by_row_and_keep_their_extremes_when_there_are_too_many(void **state)
{
	static unsigned char bytes[SCATTER_LEAST];
	static double x[SCATTER_ROWS], y[SCATTER_ROWS];
	struct history h;
	struct scatter p = {.x = 0, .y = 3, .last = 100};
	int n;

	(void)state;
	assert_int_equal(trail_init(&h, COLUMNS, 0, 1e6, NULL), 0);
	push(&h, 0, 900);
	scatter_begin(&p, &h);
	n = read_pairs(bytes, scatter_frame(&p, &h, 0, bytes, sizeof bytes), x, y);
	assert_int_equal(n, 100);
	assert_true(x[0] == 800 * DT && x[99] == 899 * DT && bytes[1] == FRAME_ANEW);
	assert_int_equal(scatter_frame(&p, &h, 0, bytes, sizeof bytes), 0);
	/* 3196 rows at once, one of which is the spike at row 1000 */
	push(&h, 900, ROWS);
	n = read_pairs(bytes, scatter_frame(&p, &h, 0, bytes, sizeof bytes), x, y);
	assert_in_range(n, 500, SCATTER_ROWS);
	assert_int_equal(bytes[1], 0);
	int spikes = 0;
	for (int i = 0; i < n; i++) {
		assert_true(i == 0 || x[i] > x[i - 1]);
		spikes += y[i] == 7.5 && x[i] == 1000 * DT;
	}
	assert_int_equal(spikes, 1);
	assert_true(x[0] == 900 * DT && x[n - 1] == 4095 * DT);
	trail_fini(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(buckets_are_those_of_the_closed_form),
		cmocka_unit_test(pieces_of_any_size_give_the_same_picture),
		cmocka_unit_test(a_window_begins_with_a_whole_bucket),
		cmocka_unit_test(rows_that_are_gone_are_counted_and_older_ones_left_to_the_record),
		cmocka_unit_test(values_that_are_no_numbers_change_nothing),
		cmocka_unit_test(differences_are_taken_in_every_row),
		cmocka_unit_test(time_that_goes_back_begins_anew),
		cmocka_unit_test(a_bucket_holds_what_its_inequality_says_whatever_its_width),
		cmocka_unit_test(loops_come_row_by_row_and_keep_their_extremes_when_there_are_too_many),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
