/* Suite over every row of device_table, against a far side (device_peer.h) that delays, repeats, reorders, lies, falls silent, sends no numbers and
 * leaves. Nothing is asked to be fast: what is expected is waited for, PATIENCE at most. The Makefile links this program with --wrap for what a loop must
 * not call. */
#include "forbidden.h"
#include "test.h"

#include "conform/device_peer.h"

#include "base/clock.h"
#include "base/fault.h"
#include "base/rng.h"
#include "experiment/laboratory.h"
#include "verify/verify.h"

#include <unistd.h>

enum { TAG = 7, CHANNELS = 3 };
static const double PATIENCE = 20.0;           /* s: no case waits so long unless it fails */

/* A device that is open, and its far side. */
struct line {
	struct stage stage;
	struct far far;
	struct device *device;
	const struct device_ops *ops;
	double value[DEVICE_SLOTS][DEVICE_CHANNELS];
	struct device_reading reading;
	int64_t tick;
};

static double now(void)
{
	struct clock c;

	clock_init(&c, &clock_monotonic, 0);
	return 1e-9 * (double)clock_now(&c);
}

static void rest(void)
{
	struct clock c;

	clock_init(&c, &clock_monotonic, 0);
	assert_int_equal(clock_sleep_until(&c, clock_now(&c) + 200000), 0);
}

/* Waits until the condition holds; fails the test when it never does. */
#define UNTIL(condition)                                                                             \
	do {                                                                                         \
		double until_end = now() + PATIENCE;                                                 \
		while (!(condition)) {                                                               \
			if (now() > until_end)                                                       \
				fail_msg("%s: never: %s", t->ops->name, #condition);                 \
			rest();                                                                      \
		}                                                                                    \
	} while (0)

static void must(const struct line *t, int code, const struct err *e)
{
	char text[700];

	if (!code)
		return;
	err_text(e, text, sizeof(text));
	fail_msg("%s: %s", t->ops->name, text);
}

static void make_device(struct line *t, const char *more)
{
	char words[200];

	far_words(&t->far, words, sizeof(words));
	stage_eval(&t->stage, "expDevice %s %d %s %s", t->ops->name, TAG, words, more);
	t->device = table_get(&t->stage.script.lab.devices, TAG);
	assert_int_equal(t->device->n, t->far.channels);
	for (int k = 0; k < DEVICE_SLOTS; k++)
		t->reading.x[k] = t->value[k];
}

static int open_device(struct line *t, double patience, struct err *e)
{
	int code;

	err_clear(e);
	t->far.answered = false;
	far_greets(&t->far);
	code = t->ops->open(t->device->self, 1024.0, 0.25, patience, e);
	far_joined(&t->far);
	return code;
}

static int read_now(struct line *t)
{
	return t->ops->read(t->device->self, &t->reading);
}

static int64_t refused(const struct line *t)
{
	return t->ops->refused ? t->ops->refused(t->device->self) : 0;
}

static void line_begin(struct line *t, const struct device_ops *ops, int channels, const char *more)
{
	struct err e;

	memset(t, 0, sizeof(*t));
	t->ops = ops;
	stage_begin(&t->stage);
	far_begin(&t->far, ops->name, channels);
	make_device(t, more);
	must(t, open_device(t, PATIENCE, &e), &e);
	assert_int_equal(read_now(t), 0);
	assert_int_equal(t->reading.number, 1);
	assert_int_equal(refused(t), 0);
}

static void line_end(struct line *t)
{
	t->ops->close(t->device->self);
	far_end(&t->far);
	stage_end(&t->stage);
}

static int write_command(struct line *t, const double *x, bool tripped)
{
	struct device_command c = {.tick = ++t->tick, .t_ns = 1000 * t->tick + 7, .state = (int)(t->tick % 6), .tripped = tripped, .x = x};

	return t->ops->write(t->device->self, &c);
}

/* The next packet of this kind that the far side gets. */
static bool far_gets(struct line *t, enum packet_kind kind)
{
	return t->far.ops->take(&t->far) && t->far.got.kind == kind;
}

static void give(struct line *t, int64_t number, double value)
{
	struct packet p = far_reading(&t->far, number, value);

	far_give(&t->far, &p);
}

static bool reads(struct line *t, int64_t number)
{
	assert_int_equal(read_now(t), 0);
	return t->reading.number == number;
}

static bool refuses(struct line *t, int64_t count)
{
	assert_int_equal(read_now(t), 0);
	return refused(t) >= count;
}

#define EVERY_ROW(row) for (int row = 0; device_table[row]; row++)

/* --- words ----------------------------------------------------------------------------------------- */

static void examples_are_set_up_without_a_peer(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	EVERY_ROW(i) {
		const struct device_ops *ops = device_table[i];
		struct device *d;

		stage_eval(&s, "expDevice %s %d %s", ops->name, 10 + i, ops->example);
		d = table_get(&s.script.lab.devices, 10 + i);
		assert_non_null(d);
		assert_true(d->n >= 1 && d->n <= DEVICE_CHANNELS && d->has[SLOT_DISP] && d->has[SLOT_FORCE]);
		ops->safe(d->self);
		ops->close(d->self);
		ops->close(d->self);
		stage_eval(&s, "removeExp device %d", 10 + i);
	}
	stage_end(&s);
}

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
	static const int channels[] = {1, CHANNELS, DEVICE_CHANNELS};
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
				assert_int_equal(write_command(t, x, round % 2), 0);
				UNTIL(far_gets(t, PACKET_COMMAND) && t->far.got.tick == t->tick);
				assert_memory_equal(t->far.got.x, x, (size_t)n * sizeof(double));
				assert_int_equal(t->far.got.t_ns, 1000 * t->tick + 7);
				assert_int_equal(t->far.got.state, t->tick % 6);
				assert_int_equal(t->far.got.flags, round % 2 ? PACKET_TRIPPED : 0);
				assert_int_equal(t->far.got.channels, n);
				any_bits(&r, p.x, 4 * n);
				p.flags = round % 3 ? PACKET_STOPPED : 0;
				p.tick = t->far.got.number;
				far_give(&t->far, &p);
				UNTIL(reads(t, round + 2));
				assert_int_equal(t->reading.stopped, round % 3 != 0);
				for (int k = 0; k < DEVICE_SLOTS; k++)
					assert_memory_equal(t->value[k], p.x + k * n, (size_t)n * sizeof(double));
			}
			assert_int_equal(refused(t), 0);
			line_end(t);
		}
}

static void what_is_not_measured_is_left_alone(void **state)
{
	static struct line line, *t = &line;

	(void)state;
	EVERY_ROW(row) {
		line_begin(t, device_table[row], CHANNELS, "");
		assert_false(t->device->has[SLOT_VEL] || t->device->has[SLOT_ACCEL]);
		t->value[SLOT_VEL][0] = 123.0;
		give(t, 2, 40.0);
		UNTIL(reads(t, 2));
		assert_true(t->value[SLOT_DISP][1] == 40.0 + 0.01 && t->value[SLOT_FORCE][2] == 40.0 + 3 + 0.01 * 2 && t->value[SLOT_VEL][0] == 123.0);
		line_end(t);
	}
}

static void the_newest_reading_wins(void **state)
{
	static struct line line, *t = &line;

	(void)state;
	EVERY_ROW(row) {
		line_begin(t, device_table[row], CHANNELS, "");
		for (int i = 2; i <= 20; i++)
			give(t, i, i);
		UNTIL(reads(t, 20));
		assert_true(t->value[SLOT_DISP][0] == 20.0);
		assert_int_equal(refused(t), 0);
		line_end(t);
	}
}

static void the_laboratory_is_told_rate_and_watchdog(void **state)
{
	static struct line line, *t = &line;

	(void)state;
	EVERY_ROW(row) {
		line_begin(t, device_table[row], CHANNELS, "-accel");
		assert_int_equal(t->far.got.kind, PACKET_HELLO);
		assert_true(t->far.got.count == 2 && t->far.got.x[0] == 1024.0 && t->far.got.x[1] == 0.25);
		assert_int_equal(t->far.got.slots, 1 + 4 + 8);
		assert_int_equal(t->far.got.channels, CHANNELS);
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

		line_begin(t, device_table[row], CHANNELS, "");
		for (size_t i = 0; i < COUNT(order); i++) {
			give(t, order[i].number, 10.0 * (double)i);
			if (order[i].counts) {
				newest = order[i].number;
				UNTIL(reads(t, newest));
				assert_true(t->value[SLOT_DISP][0] == 10.0 * (double)i);
			} else {
				passed++;
				UNTIL(refuses(t, passed));
			}
			assert_int_equal(t->reading.number, newest);
			assert_int_equal(refused(t), passed);
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

		line_begin(t, device_table[row], CHANNELS, "");
		for (int lie = 0; lie < LIES; lie++) {
			if (lie == LIE_CHECK && !t->far.ops->checked)
				continue;
			tell(t, lie, 1000 + lie);
			UNTIL(refuses(t, passed + 1));
			passed = refused(t);
			assert_int_equal(t->reading.number, 1 + lie - (lie > 0 && !t->far.ops->checked ? 1 : 0));
			give(t, t->reading.number + 1, 1.0);
			UNTIL(reads(t, t->far.given));
			assert_true(t->value[SLOT_DISP][0] == 1.0);
		}
		line_end(t);
	}
}

/* --- a laboratory that is away --------------------------------------------------------------------- */

static void silence_is_no_new_number_and_a_laboratory_may_come_back(void **state)
{
	static struct line line, *t = &line;
	const double x[CHANNELS] = {1.0, 2.0, 3.0};

	(void)state;
	EVERY_ROW(row) {
		line_begin(t, device_table[row], CHANNELS, "");
		for (int i = 0; i < 100; i++) {
			assert_int_equal(write_command(t, x, false), 0);
			assert_true(reads(t, 1));
		}
		UNTIL(far_gets(t, PACKET_COMMAND) && t->far.got.tick == t->tick);
		give(t, 2, 5.0);
		UNTIL(reads(t, 2));
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
			assert_int_equal(write_command(t, x, false), 0);
		}
		while (last < t->tick) {
			double end = now() + PATIENCE;

			while (!far_gets(t, PACKET_COMMAND)) {
				if (now() > end)
					fail_msg("%s: nothing after command %d of %d", t->ops->name, (int)last, (int)t->tick);
				assert_int_equal(read_now(t), 0);
				if (last < 20000 && t->far.ops->queues && !t->far.ops->ends)   /* datagrams: the rest is lost */
					assert_int_equal(write_command(t, x, false), 0);
				rest();
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
	const double x[CHANNELS] = {0};

	(void)state;
	EVERY_ROW(row) {
		line_begin(t, device_table[row], CHANNELS, "");
		give(t, 2, 7.0);
		UNTIL(reads(t, 2));
		far_end(&t->far);
		if (t->far.ops->ends) {
			UNTIL(read_now(t) == ERR_LOST);
			assert_int_equal(write_command(t, x, false), ERR_LOST);
			assert_int_equal(read_now(t), ERR_LOST);
		}
		for (int i = 0; i < 100 && !t->far.ops->ends; i++) {
			assert_int_equal(write_command(t, x, false), 0);
			assert_true(reads(t, 2));
		}
		t->ops->safe(t->device->self);
		assert_true(t->value[SLOT_DISP][0] == 7.0);
		line_end(t);
	}
}

/* --- hold, end, again ------------------------------------------------------------------------------ */

static void safe_says_hold_and_close_says_end(void **state)
{
	static struct line line, *t = &line;
	const double x[CHANNELS] = {0.5, -0.5, 0.25};

	(void)state;
	EVERY_ROW(row) {
		line_begin(t, device_table[row], CHANNELS, "");
		assert_int_equal(write_command(t, x, false), 0);
		for (int again = 0; again < 2; again++) {
			int64_t before = t->far.got.number;

			t->ops->safe(t->device->self);
			UNTIL(far_gets(t, PACKET_COMMAND) && t->far.got.flags == (PACKET_TRIPPED | PACKET_HOLD) && t->far.got.number > before);
			assert_memory_equal(t->far.got.x, x, sizeof(x));
		}
		t->ops->close(t->device->self);
		UNTIL(far_gets(t, PACKET_END));
		t->ops->safe(t->device->self);
		t->ops->close(t->device->self);
		assert_int_equal(read_now(t), ERR_LOST);
		assert_int_equal(write_command(t, x, false), ERR_LOST);
		line_end(t);
	}
}

static void another_open_is_another_session(void **state)
{
	static struct line line, *t = &line;

	(void)state;
	EVERY_ROW(row) {
		struct packet old;
		struct err e;

		line_begin(t, device_table[row], CHANNELS, "");
		old = far_reading(&t->far, 1000, 99.0);
		t->ops->close(t->device->self);
		must(t, open_device(t, PATIENCE, &e), &e);
		assert_true(t->far.got.session != old.session);
		far_give(&t->far, &old);
		UNTIL(refuses(t, 1));
		assert_int_equal(t->reading.number, 1);
		give(t, 2, 3.0);
		UNTIL(reads(t, 2));
		line_end(t);
	}
}

static void a_laboratory_that_is_slow_to_answer_is_waited_for(void **state)
{
	static struct line line, *t = &line;

	(void)state;
	EVERY_ROW(row) {
		struct err e;

		line_begin(t, device_table[row], CHANNELS, "");
		t->ops->close(t->device->self);
		if (strcmp(t->ops->name, "TCP") != 0)     /* one hello a connection */
			t->far.deaf = 3;
		must(t, open_device(t, PATIENCE, &e), &e);
		assert_true(reads(t, 1));
		line_end(t);
	}
}

/* --- an open that fails ---------------------------------------------------------------------------- */

static void says(const struct line *t, const struct err *e, const char *part)
{
	char text[700];

	err_text(e, text, sizeof(text));
	if (!strstr(text, part))
		fail_msg("%s says \"%s\", nothing of \"%s\"", t->ops->name, text, part);
}

static void nobody_there_is_one_message_that_names_the_place(void **state)
{
	static struct line line, *t = &line;

	(void)state;
	EVERY_ROW(row) {
		char words[200];
		struct err e;

		line_begin(t, device_table[row], CHANNELS, "");
		t->ops->close(t->device->self);
		far_end(&t->far);
		err_clear(&e);
		assert_int_equal(t->ops->open(t->device->self, 1024.0, 0.25, 0.05, &e), ERR_LOST);
		far_words(&t->far, words, sizeof(words));
		*strchr(words, ' ') = '\0';
		says(t, &e, words);
		says(t, &e, "0.05 s");
		says(t, &e, "program");
		assert_int_equal(read_now(t), ERR_LOST);
		line_end(t);
	}
}

/* A first reading that is wrong in some way: never taken, and the report says why. */
static void a_laboratory_that_does_not_fit_is_named_with_what_it_has(void **state)
{
	static const struct { struct packet change; const char *says; } wrong[] = {
		{{.session = 1}, "another controller"},
		{{.channels = 2}, "channels"},
		{{.slots = 3}, "Disp Vel"},
		{{.kind = PACKET_REFUSAL, .state = REFUSAL_CHANNELS, .channels = 2}, "2 (allowed: 3)"},
		{{.kind = PACKET_REFUSAL, .state = REFUSAL_SLOTS, .slots = 9}, "Disp Force"},
		{{.kind = PACKET_REFUSAL, .state = REFUSAL_BUSY}, "another controller"},
		{{.tick = 77}, "numbered"},
	};
	static struct line line, *t = &line;

	(void)state;
	EVERY_ROW(row)
		for (size_t i = 0; i < COUNT(wrong); i++) {
			const struct packet *c = &wrong[i].change;
			struct err e;

			line_begin(t, device_table[row], CHANNELS, "-velocity -accel");
			t->ops->close(t->device->self);
			t->far.answer = far_reading(&t->far, 1, 0.0);
			t->far.answer.session = c->session;
			t->far.answer.channels = c->channels ? c->channels : CHANNELS;
			t->far.answer.slots = c->slots ? c->slots : 15;
			t->far.answer.kind = c->kind ? c->kind : PACKET_READING;
			t->far.answer.state = c->state;
			t->far.answer.tick = c->tick;
			t->far.answer.count = c->slots ? 2 * CHANNELS : c->kind ? 0 : t->far.answer.count;
			for (double patience = 0.05; patience < PATIENCE; patience *= 2.0) {
				assert_int_equal(open_device(t, patience, &e), ERR_LOST);
				if (!strstr(e.what, "answer"))
					break;             /* it was heard */
			}
			says(t, &e, wrong[i].says);
			t->far.answer.number = 0;
			must(t, open_device(t, PATIENCE, &e), &e);
			line_end(t);
		}
}

/* Each call to the system that opens, once: a report, nothing left open, and the next open succeeds. */
static void calls_that_fail_fail_the_open_and_nothing_else(void **state)
{
	static struct line line, *t = &line;

	(void)state;
	EVERY_ROW(row) {
		struct err e;
		int files;
		long calls;

		line_begin(t, device_table[row], CHANNELS, "");
		t->ops->close(t->device->self);
		fault_arm(FAULT_device_open, 1000000, false);
		must(t, open_device(t, PATIENCE, &e), &e);
		calls = fault_calls(FAULT_device_open);
		assert_true(calls > 0);
		t->ops->close(t->device->self);
		files = dup(0);
		close(files);
		for (long i = 1; i <= calls; i++) {
			int again;

			fault_arm(FAULT_device_open, i, false);
			assert_true(open_device(t, PATIENCE, &e) < 0);
			assert_true(e.code < 0 && e.what[0]);
			assert_int_equal(fault_calls(FAULT_device_open), i);
			if (t->far.fd >= 0 && t->far.listener >= 0) {         /* a connection that was begun */
				close(t->far.fd);
				t->far.fd = -1;
			}
			again = dup(0);
			close(again);
			assert_true(again <= files);
		}
		fault_disarm();
		must(t, open_device(t, PATIENCE, &e), &e);
		line_end(t);
	}
}

/* --- in a loop ------------------------------------------------------------------------------------- */

static void nothing_that_a_loop_must_not_do_is_done_at_a_tick(void **state)
{
	static struct line line, *t = &line;
	const double x[CHANNELS] = {0};

	(void)state;
	EVERY_ROW(row) {
		line_begin(t, device_table[row], CHANNELS, "-velocity");
		for (int i = 0; i < 300; i++) {
			int code;

			give(t, i % 5 ? i + 2 : 1, 1.0);
			guarded = true;
			code = write_command(t, x, i % 2);
			code |= read_now(t);
			if (i % 10 == 0)
				t->ops->safe(t->device->self);
			refused(t);
			guarded = false;
			assert_int_equal(code, 0);
			while (t->far.ops->take(&t->far))
				;
		}
		assert_int_equal(atomic_load(&forbidden), 0);
		UNTIL(reads(t, 301));
		line_end(t);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(examples_are_set_up_without_a_peer),
		cmocka_unit_test(commands_and_readings_arrive_bit_for_bit),
		cmocka_unit_test(what_is_not_measured_is_left_alone),
		cmocka_unit_test(the_newest_reading_wins),
		cmocka_unit_test(the_laboratory_is_told_rate_and_watchdog),
		cmocka_unit_test(old_doubled_and_reordered_readings_are_passed_over),
		cmocka_unit_test(lies_are_counted_and_passed_over),
		cmocka_unit_test(silence_is_no_new_number_and_a_laboratory_may_come_back),
		cmocka_unit_test(writing_never_waits_for_a_laboratory_that_does_not_read),
		cmocka_unit_test(the_end_of_a_laboratory_is_told_or_is_silence),
		cmocka_unit_test(safe_says_hold_and_close_says_end),
		cmocka_unit_test(another_open_is_another_session),
		cmocka_unit_test(a_laboratory_that_is_slow_to_answer_is_waited_for),
		cmocka_unit_test(nobody_there_is_one_message_that_names_the_place),
		cmocka_unit_test(a_laboratory_that_does_not_fit_is_named_with_what_it_has),
		cmocka_unit_test(calls_that_fail_fail_the_open_and_nothing_else),
		cmocka_unit_test(nothing_that_a_loop_must_not_do_is_done_at_a_tick),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
