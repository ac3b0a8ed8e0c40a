/* Suite over every row of device_table, at ticks: against a far side that delays, repeats, reorders, lies, falls silent, sends no numbers and leaves. The
 * Makefile links this program with --wrap for what a loop must not call. */
#include "forbidden.h"

#include "conform/device_line.h"

#include "base/rng.h"

/* --- what goes there and back ---------------------------------------------------------------------- */

static void any_bits(struct rng *r, double *ret_x, int n)
{
	for (int i = 0; i < n; i++) {
		uint64_t bits = rng_bits(r);

		memcpy(&ret_x[i], &bits, sizeof(bits));
	}
}

/* Also what is no number: NaNs with all their bits, infinities, denormals. */
static void commands_and_readings_arrive_bit_for_bit(void **state)
{
	static struct line line, *t = &line;
	static const int channels[] = {1, LINE_CHANNELS, DEVICE_CHANNELS};
	struct rng r;

	(void)state;
	rng_init(&r, 1, 1);
	EVERY_ROW(row)
		for (int c = 0; c < (int)COUNT(channels); c++) {
			int n = channels[c];
			double x[DEVICE_CHANNELS];

			line_begin(t, device_table[row], n, "-velocity -accel");
			for (int round = 0; round < 50; round++) {
				struct packet p = far_reading(&t->far, round + 2, 0.0);

				any_bits(&r, x, n);
				assert_int_equal(line_write(t, x, round % 2), 0);
				UNTIL(t->ops->name, line_far_gets(t, PACKET_COMMAND) && t->far.got.tick == t->tick);
				assert_memory_equal(t->far.got.x, x, (size_t)n * sizeof(double));
				assert_int_equal(t->far.got.t_ns, 1000 * t->tick + 7);
				assert_int_equal(t->far.got.state, t->tick % 6);
				assert_int_equal(t->far.got.flags, round % 2 ? PACKET_TRIPPED : 0);
				assert_int_equal(t->far.got.channels, n);
				any_bits(&r, p.x, 4 * n);
				p.flags = round % 3 ? PACKET_STOPPED : 0;
				p.tick = t->far.got.number;
				far_give(&t->far, &p);
				UNTIL(t->ops->name, line_reads(t, round + 2));
				assert_int_equal(t->reading.stopped, round % 3 != 0);
				for (int k = 0; k < DEVICE_SLOTS; k++)
					assert_memory_equal(t->value[k], p.x + k * n, (size_t)n * sizeof(double));
			}
			assert_int_equal(line_refused(t), 0);
			line_end(t);
		}
}

static void what_is_not_measured_is_left_alone(void **state)
{
	static struct line line, *t = &line;

	(void)state;
	EVERY_ROW(row) {
		line_begin(t, device_table[row], LINE_CHANNELS, "");
		assert_false(t->device->has[SLOT_VEL] || t->device->has[SLOT_ACCEL]);
		t->value[SLOT_VEL][0] = 123.0;
		line_give(t, 2, 40.0);
		UNTIL(t->ops->name, line_reads(t, 2));
		assert_true(t->value[SLOT_DISP][1] == 40.0 + 0.01 && t->value[SLOT_FORCE][2] == 40.0 + 3 + 0.01 * 2 && t->value[SLOT_VEL][0] == 123.0);
		line_end(t);
	}
}

static void the_newest_reading_wins(void **state)
{
	static struct line line, *t = &line;

	(void)state;
	EVERY_ROW(row) {
		line_begin(t, device_table[row], LINE_CHANNELS, "");
		for (int i = 2; i <= 20; i++)
			line_give(t, i, i);
		UNTIL(t->ops->name, line_reads(t, 20));
		assert_true(t->value[SLOT_DISP][0] == 20.0);
		assert_int_equal(line_refused(t), 0);
		line_end(t);
	}
}

/* 100 readings a tick, as of a laboratory of 2000 Hz under a loop of 20: what is read is of the last tick, not of one that queued up long before. */
static void a_laboratory_that_is_faster_than_the_loop_is_read_as_it_is_now(void **state)
{
	static struct line line, *t = &line;

	(void)state;
	EVERY_ROW(row) {
		int64_t told = 1;

		line_begin(t, device_table[row], LINE_CHANNELS, "");
		for (int tick = 0; tick < 50; tick++) {
			for (int i = 0; i < 100; i++)
				line_give(t, ++told, 1.0);
			assert_int_equal(line_read(t), 0);
			if (t->reading.number < told - 150)
				fail_msg("%s: at tick %d reading %d of %d", t->ops->name, tick, (int)t->reading.number, (int)told);
		}
		line_end(t);
	}
}

static void give_stopped(struct line *t, int64_t number)
{
	struct packet p = far_reading(&t->far, number, (double)number);

	p.flags = PACKET_STOPPED;
	far_give(&t->far, &p);
}

/* One reading says "stopped", and a newer one that does not is here before anybody has looked: it is told once. Shared memory has the newest only. */
static void stopped_is_not_lost_behind_a_newer_reading(void **state)
{
	static struct line line, *t = &line;

	(void)state;
	EVERY_ROW(row) {
		bool told = false;

		if (strcmp(device_table[row]->name, "SharedMemory") == 0)
			continue;
		line_begin(t, device_table[row], LINE_CHANNELS, "");
		give_stopped(t, 2);
		line_give(t, 3, 3.0);
		UNTIL(t->ops->name, (line_reads(t, 3), told |= t->reading.stopped, t->reading.number == 3));
		assert_true(told);
		line_reads(t, 3);
		assert_true(t->reading.number == 3 && !t->reading.stopped);
		line_end(t);
	}
}

/* A reading that says "stopped" is overtaken on the way by one that does not, which was acted on before: it is passed over, and the stop is told once all
 * the same. */
static void stopped_is_not_lost_in_a_reading_that_was_overtaken(void **state)
{
	static struct line line, *t = &line;

	(void)state;
	EVERY_ROW(row) {
		bool told = false;

		line_begin(t, device_table[row], LINE_CHANNELS, "");
		line_give(t, 3, 3.0);
		UNTIL(t->ops->name, line_reads(t, 3));
		assert_false(t->reading.stopped);
		give_stopped(t, 2);
		UNTIL(t->ops->name, (line_reads(t, 3), told |= t->reading.stopped, line_refused(t) == 1));
		assert_true(told);
		assert_true(t->reading.number == 3 && t->value[SLOT_DISP][0] == 3.0);
		line_reads(t, 3);
		assert_true(t->reading.number == 3 && !t->reading.stopped);
		line_end(t);
	}
}

static void the_laboratory_is_told_rate_and_watchdog(void **state)
{
	static struct line line, *t = &line;

	(void)state;
	EVERY_ROW(row) {
		line_begin(t, device_table[row], LINE_CHANNELS, "-accel");
		assert_int_equal(t->far.got.kind, PACKET_HELLO);
		assert_true(t->far.got.count == 2 && t->far.got.x[0] == 1024.0 && t->far.got.x[1] == 0.25);
		assert_int_equal(t->far.got.slots, 1 + 4 + 8);
		assert_int_equal(t->far.got.channels, LINE_CHANNELS);
		assert_true(t->far.got.session != 0);
		line_end(t);
	}
}

/* --- what is not to be believed -------------------------------------------------------------------- */

static void old_doubled_and_reordered_readings_are_passed_over(void **state)
{
	static const struct { int64_t number; bool counts; } order[] = {{5, true}, {5, false}, {3, false}, {4, false}, {6, true}, {2, false}, {9, true}};
	static struct line line, *t = &line;

	(void)state;
	EVERY_ROW(row) {
		int64_t newest = 1, passed = 0;

		line_begin(t, device_table[row], LINE_CHANNELS, "");
		for (size_t i = 0; i < COUNT(order); i++) {
			line_give(t, order[i].number, 10.0 * (double)i);
			if (order[i].counts) {
				newest = order[i].number;
				UNTIL(t->ops->name, line_reads(t, newest));
				assert_true(t->value[SLOT_DISP][0] == 10.0 * (double)i);
			} else {
				passed++;
				UNTIL(t->ops->name, line_refuses(t, passed));
			}
			assert_int_equal(t->reading.number, newest);
			assert_int_equal(line_refused(t), passed);
		}
		line_end(t);
	}
}

enum lie { LIE_CHECK, LIE_MAGIC, LIE_VERSION, LIE_KIND, LIE_SESSION, LIE_CHANNELS, LIE_SLOTS, LIE_COUNT, LIE_ECHO, LIE_LONG, LIES };

static void tell(struct line *t, enum lie lie, int64_t number)
{
	struct packet p = far_reading(&t->far, number, 99.0);
	unsigned char bytes[PACKET_MOST];
	size_t n;
	uint32_t crc;

	p.kind = lie == LIE_KIND ? PACKET_COMMAND : p.kind;
	p.session += lie == LIE_SESSION;
	p.channels += lie == LIE_CHANNELS;
	p.slots = lie == LIE_SLOTS ? 1 : p.slots;
	p.count -= lie == LIE_COUNT;
	p.tick = lie == LIE_ECHO ? 1000000 : p.tick;
	n = packet_encode(&p, bytes);
	bytes[0] ^= lie == LIE_MAGIC;
	bytes[4] ^= lie == LIE_VERSION ? 3 : 0;
	bytes[54] ^= lie == LIE_LONG;              /* 65536 doubles more */
	crc = crc32_of(bytes, n - 4);
	memcpy(bytes + n - 4, &crc, 4);
	bytes[70] ^= lie == LIE_CHECK;
	t->far.ops->give(&t->far, bytes, n);
}

static void lies_are_counted_and_passed_over(void **state)
{
	static struct line line, *t = &line;

	(void)state;
	EVERY_ROW(row) {
		int64_t passed = 0;

		line_begin(t, device_table[row], LINE_CHANNELS, "");
		for (int lie = 0; lie < LIES; lie++) {
			if (lie == LIE_CHECK && !t->far.ops->checked)
				continue;
			tell(t, lie, 1000 + lie);
			UNTIL(t->ops->name, line_refuses(t, passed + 1));
			passed = line_refused(t);
			assert_int_equal(t->reading.number, 1 + lie - (lie > 0 && !t->far.ops->checked ? 1 : 0));
			line_give(t, t->reading.number + 1, 1.0);
			UNTIL(t->ops->name, line_reads(t, t->far.given));
			assert_true(t->value[SLOT_DISP][0] == 1.0);
		}
		line_end(t);
	}
}

/* --- a laboratory that is away --------------------------------------------------------------------- */

static void silence_is_no_new_number_and_a_laboratory_may_come_back(void **state)
{
	static struct line line, *t = &line;
	const double x[LINE_CHANNELS] = {1.0, 2.0, 3.0};

	(void)state;
	EVERY_ROW(row) {
		line_begin(t, device_table[row], LINE_CHANNELS, "");
		for (int i = 0; i < 100; i++) {
			assert_int_equal(line_write(t, x, false), 0);
			assert_true(line_reads(t, 1));
		}
		UNTIL(t->ops->name, line_far_gets(t, PACKET_COMMAND) && t->far.got.tick == t->tick);
		line_give(t, 2, 5.0);
		UNTIL(t->ops->name, line_reads(t, 2));
		line_end(t);
	}
}

/* Whole packets come out, none older than the one before, and at last the newest. */
static void writing_never_waits_for_a_laboratory_that_does_not_read(void **state)
{
	static struct line line, *t = &line;
	double x[DEVICE_CHANNELS] = {0};

	(void)state;
	EVERY_ROW(row) {
		int64_t last = 0;

		line_begin(t, device_table[row], DEVICE_CHANNELS, "");
		for (int i = 0; i < 20000; i++) {
			x[0] = i;
			assert_int_equal(line_write(t, x, false), 0);
		}
		while (last < t->tick) {
			double end = wait_now() + WAIT_MOST;

			while (!line_far_gets(t, PACKET_COMMAND)) {
				if (wait_now() > end)
					fail_msg("%s: nothing after command %d of %d", t->ops->name, (int)last, (int)t->tick);
				assert_int_equal(line_read(t), 0);
				if (last < 20000 && t->far.ops->queues && !t->far.ops->ends)   /* datagrams: the rest is lost */
					assert_int_equal(line_write(t, x, false), 0);
				wait_rest();
			}
			assert_true(t->far.got.tick > last);
			assert_true(t->far.got.x[0] == (double)(t->far.got.tick < 20000 ? t->far.got.tick - 1 : 19999));
			last = t->far.got.tick;
		}
		line_end(t);
	}
}

static void the_end_of_a_laboratory_is_told_or_is_silence(void **state)
{
	static struct line line, *t = &line;
	const double x[LINE_CHANNELS] = {0};

	(void)state;
	EVERY_ROW(row) {
		line_begin(t, device_table[row], LINE_CHANNELS, "");
		line_give(t, 2, 7.0);
		UNTIL(t->ops->name, line_reads(t, 2));
		far_end(&t->far);
		if (t->far.ops->ends) {
			UNTIL(t->ops->name, line_read(t) == ERR_LOST);
			assert_int_equal(line_write(t, x, false), ERR_LOST);
			assert_int_equal(line_read(t), ERR_LOST);
		}
		for (int i = 0; i < 100 && !t->far.ops->ends; i++) {
			assert_int_equal(line_write(t, x, false), 0);
			assert_true(line_reads(t, 2));
		}
		t->ops->safe(t->device->self);
		assert_true(t->value[SLOT_DISP][0] == 7.0);
		line_end(t);
	}
}

/* --- in a loop ------------------------------------------------------------------------------------- */

static void nothing_that_a_loop_must_not_do_is_done_at_a_tick(void **state)
{
	static struct line line, *t = &line;
	const double x[LINE_CHANNELS] = {0};

	(void)state;
	EVERY_ROW(row) {
		line_begin(t, device_table[row], LINE_CHANNELS, "-velocity");
		for (int i = 0; i < 300; i++) {
			int code;

			line_give(t, i % 5 ? i + 2 : 1, 1.0);
			guarded = true;
			code = line_write(t, x, i % 2);
			code |= line_read(t);
			if (i % 10 == 0)
				t->ops->safe(t->device->self);
			line_refused(t);
			guarded = false;
			assert_int_equal(code, 0);
			while (t->far.ops->take(&t->far))
				;
		}
		assert_int_equal(atomic_load(&forbidden), 0);
		UNTIL(t->ops->name, line_reads(t, 301));
		line_end(t);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(commands_and_readings_arrive_bit_for_bit),
		cmocka_unit_test(what_is_not_measured_is_left_alone),
		cmocka_unit_test(the_newest_reading_wins),
		cmocka_unit_test(a_laboratory_that_is_faster_than_the_loop_is_read_as_it_is_now),
		cmocka_unit_test(stopped_is_not_lost_behind_a_newer_reading),
		cmocka_unit_test(stopped_is_not_lost_in_a_reading_that_was_overtaken),
		cmocka_unit_test(the_laboratory_is_told_rate_and_watchdog),
		cmocka_unit_test(old_doubled_and_reordered_readings_are_passed_over),
		cmocka_unit_test(lies_are_counted_and_passed_over),
		cmocka_unit_test(silence_is_no_new_number_and_a_laboratory_may_come_back),
		cmocka_unit_test(writing_never_waits_for_a_laboratory_that_does_not_read),
		cmocka_unit_test(the_end_of_a_laboratory_is_told_or_is_silence),
		cmocka_unit_test(nothing_that_a_loop_must_not_do_is_done_at_a_tick),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
