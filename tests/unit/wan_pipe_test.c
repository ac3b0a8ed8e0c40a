/* One direction of a slow network in virtual time: order, bytes, delay, rate, stall, end. Times are nanoseconds. */
#include "test.h"

#include "base/base.h"
#include "base/rng.h"
#include "net/wan_pipe.h"

enum { MS = 1000000, S = 1000000000 };

static const struct wan_weather FAIR = {.stall_ns = INT64_MIN};
static struct arena mem;

static struct wan_pipe pipe_of(size_t cap)
{
	struct wan_pipe p;
	struct err e;

	err_clear(&e);
	assert_int_equal(wan_pipe_init(&p, cap, &mem, &e), 0);
	return p;
}

/* All that goes out at t, behind what is there already; returns how many bytes. */
static size_t drain(struct wan_pipe *p, const struct wan_weather *w, int64_t t_ns, unsigned char *ret_bytes)
{
	const unsigned char *at;
	struct wan_piece piece;
	size_t n, sum = 0;

	while ((n = wan_pipe_due(p, w, t_ns, &at)) > 0) {
		memcpy(ret_bytes + sum, at, n);
		wan_pipe_take(p, w, n, &piece);
		sum += n;
	}
	return sum;
}

static void pieces_leave_after_their_delay_and_in_their_order(void **state)
{
	struct wan_pipe p = pipe_of(64);
	struct wan_piece piece;
	const unsigned char *at;

	(void)state;
	wan_pipe_put(&p, 0, 50, "abc", 3);
	wan_pipe_put(&p, 10, 5, "de", 2);                     /* by itself at 15, but not before the first */
	assert_int_equal(wan_pipe_next(&p, &FAIR), 50);
	assert_int_equal(wan_pipe_due(&p, &FAIR, 49, &at), 0);
	assert_int_equal(wan_pipe_due(&p, &FAIR, 50, &at), 3);
	assert_memory_equal(at, "abc", 3);
	assert_false(wan_pipe_take(&p, &FAIR, 1, &piece));
	assert_true(wan_pipe_take(&p, &FAIR, 2, &piece));
	assert_int_equal(piece.came_ns, 0);
	assert_int_equal(piece.n, 3);
	assert_int_equal(wan_pipe_due(&p, &FAIR, 50, &at), 2);
	assert_memory_equal(at, "de", 2);
	assert_true(wan_pipe_take(&p, &FAIR, 2, &piece));
	assert_int_equal(piece.came_ns, 10);
	assert_true(wan_pipe_next(&p, &FAIR) == WAN_NEVER);
	assert_int_equal(wan_pipe_over(&p, &FAIR, S), WAN_OPEN);
}

/* n bytes that may leave at r are through at r + n / rate: 1000 bytes at 1e4 a second take 0.1 s, and the next 500 follow behind them. */
static void a_line_with_a_rate_passes_one_byte_after_the_other(void **state)
{
	static const unsigned char zero[4000];
	const struct wan_weather slow = {.stall_ns = INT64_MIN, .rate = 10000};
	struct wan_pipe p = pipe_of(8000);
	unsigned char out[8000];

	(void)state;
	wan_pipe_put(&p, 0, 20 * MS, zero, 1000);
	wan_pipe_put(&p, 0, 20 * MS, zero, 500);
	assert_int_equal(wan_pipe_next(&p, &slow), 120 * MS);
	assert_int_equal(drain(&p, &slow, 120 * MS - 1, out), 0);
	assert_int_equal(drain(&p, &slow, 120 * MS, out), 1000);
	assert_int_equal(wan_pipe_next(&p, &slow), 170 * MS);
	assert_int_equal(drain(&p, &slow, 170 * MS - 1, out), 0);
	assert_int_equal(drain(&p, &slow, 170 * MS, out), 500);
	/* a long piece goes out by segments, all of it in 0.4 s; who comes late finds what is through by then */
	wan_pipe_put(&p, S, 0, zero, 4000);
	assert_int_equal(wan_pipe_next(&p, &slow), S + 146 * MS);
	assert_int_equal(drain(&p, &slow, S + 200 * MS, out), 2000);
	assert_int_equal(drain(&p, &slow, S + 400 * MS - 1, out), 1999);   /* the last byte is not through */
	assert_int_equal(drain(&p, &slow, S + 400 * MS, out), 1);
}

static void nothing_goes_out_during_a_stall_and_all_of_it_afterwards(void **state)
{
	struct wan_weather w = {.stall_ns = 100};
	struct wan_pipe p = pipe_of(16);
	unsigned char out[16];

	(void)state;
	wan_pipe_put(&p, 0, 10, "ab", 2);
	wan_pipe_put(&p, 50, 10, "cd", 2);
	wan_pipe_put(&p, 60, 70, "ef", 2);
	assert_int_equal(drain(&p, &w, 99, out), 0);
	assert_int_equal(wan_pipe_next(&p, &w), 100);
	assert_int_equal(drain(&p, &w, 100, out), 4);
	assert_memory_equal(out, "abcd", 4);
	assert_int_equal(drain(&p, &w, 130, out), 2);
}

static void the_end_travels_behind_the_bytes(void **state)
{
	struct wan_pipe p = pipe_of(16);
	unsigned char out[16];

	(void)state;
	wan_pipe_put(&p, 0, 100, "ab", 2);
	wan_pipe_finish(&p, 1, 20, WAN_ENDED);
	assert_int_equal(wan_pipe_room(&p), 0);
	assert_int_equal(wan_pipe_over(&p, &FAIR, 100), WAN_OPEN);          /* the bytes are still there */
	assert_int_equal(drain(&p, &FAIR, 100, out), 2);
	assert_int_equal(wan_pipe_over(&p, &FAIR, 99), WAN_OPEN);
	assert_int_equal(wan_pipe_over(&p, &FAIR, 100), WAN_ENDED);
	wan_pipe_clear(&p);
	wan_pipe_finish(&p, 7, 20, WAN_BROKEN);
	assert_int_equal(wan_pipe_next(&p, &FAIR), 27);
	assert_int_equal(wan_pipe_over(&p, &FAIR, 26), WAN_OPEN);
	assert_int_equal(wan_pipe_over(&p, &FAIR, 27), WAN_BROKEN);
}

static void room_is_bounded_in_bytes_and_in_pieces(void **state)
{
	struct wan_pipe p = pipe_of(WAN_PIECES + 10);
	unsigned char out[WAN_PIECES + 10] = {0};

	(void)state;
	wan_pipe_put(&p, 0, 5, out, 100);
	assert_int_equal(wan_pipe_room(&p), WAN_PIECES + 10 - 100);
	assert_int_equal(wan_pipe_lose(&p), 100);
	assert_int_equal(wan_pipe_room(&p), WAN_PIECES + 10);
	for (int i = 0; i < WAN_PIECES; i++)
		wan_pipe_put(&p, 0, 5, "x", 1);
	assert_int_equal(wan_pipe_room(&p), 0);                /* ten bytes, but no piece is left */
	assert_int_equal(drain(&p, &FAIR, 5, out), WAN_PIECES);
	assert_int_equal(wan_pipe_room(&p), WAN_PIECES + 10);
}

/* Random pieces, delays, rates, stalls and calls: what comes out is what went in, byte for byte, and no piece is complete before
 * due_i = max(due_{i-1}, came_i + delay_i), nor in a stall. */
static void whatever_happens_no_byte_is_lost_altered_or_early(void **state)
{
	static unsigned char in[200000], out[200000];
	static int64_t due[200000];

	(void)state;
	for (uint64_t seed = 1; seed <= 200; seed++) {
		struct wan_pipe p = pipe_of(257);
		struct wan_weather w = FAIR;
		struct rng r;
		size_t put = 0, got = 0;
		int64_t t = 0, last = 0;

		rng_init(&r, seed, 0);
		for (int i = 0; i < 2000 || got < put; i++) {
			size_t n = 1 + (size_t)rng_below(&r, 60), room = wan_pipe_room(&p);

			if (i < 2000 && room > 0) {
				int64_t delay = (int64_t)rng_below(&r, 1000);

				n = n < room ? n : room;
				last = last > t + delay ? last : t + delay;
				for (size_t k = 0; k < n; k++) {
					in[put + k] = (unsigned char)rng_bits(&r);
					due[put + k] = last;
				}
				wan_pipe_put(&p, t, delay, in + put, n);
				put += n;
			}
			if (rng_below(&r, 20) == 0)
				w.rate = (int64_t)rng_below(&r, 3) * 1000000000;
			if (rng_below(&r, 50) == 0)
				w.stall_ns = t + (int64_t)rng_below(&r, 3000);
			t += (int64_t)rng_below(&r, 300);
			for (n = drain(&p, &w, t, out + got); n > 0; n--, got++)
				assert_true(t >= due[got] && t >= w.stall_ns);
			assert_true(wan_pipe_next(&p, &w) > t);    /* all that can go has gone: it must be worth waiting */
		}
		assert_memory_equal(in, out, put);
		assert_true(put > 20000);
	}
}

static int forget(void **state)
{
	(void)state;
	arena_reset(&mem);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(pieces_leave_after_their_delay_and_in_their_order, forget),
		cmocka_unit_test_teardown(a_line_with_a_rate_passes_one_byte_after_the_other, forget),
		cmocka_unit_test_teardown(nothing_goes_out_during_a_stall_and_all_of_it_afterwards, forget),
		cmocka_unit_test_teardown(the_end_travels_behind_the_bytes, forget),
		cmocka_unit_test_teardown(room_is_bounded_in_bytes_and_in_pieces, forget),
		cmocka_unit_test_teardown(whatever_happens_no_byte_is_lost_altered_or_early, forget),
	};

	arena_init(&mem);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
