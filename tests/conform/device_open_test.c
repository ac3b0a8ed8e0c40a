/* Suite over every row of device_table: words, open, close, safe, and what an open says that comes to nothing. */
#include "conform/device_line.h"

#include "base/fault.h"

#include <unistd.h>

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

/* --- hold, end, again ------------------------------------------------------------------------------ */

static void safe_says_hold_and_close_says_end(void **state)
{
	static struct line line, *t = &line;
	const double x[LINE_CHANNELS] = {0.5, -0.5, 0.25};

	(void)state;
	EVERY_ROW(row) {
		line_begin(t, device_table[row], LINE_CHANNELS, "");
		assert_int_equal(line_write(t, x, false), 0);
		for (int again = 0; again < 2; again++) {
			int64_t before = t->far.got.number;

			t->ops->safe(t->device->self);
			UNTIL(t->ops->name, line_far_gets(t, PACKET_COMMAND) && t->far.got.flags == (PACKET_TRIPPED | PACKET_HOLD) && t->far.got.number > before);
			assert_memory_equal(t->far.got.x, x, sizeof(x));
		}
		t->ops->close(t->device->self);
		UNTIL(t->ops->name, line_far_gets(t, PACKET_END));
		t->ops->safe(t->device->self);
		t->ops->close(t->device->self);
		assert_int_equal(line_read(t), ERR_LOST);
		assert_int_equal(line_write(t, x, false), ERR_LOST);
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

		line_begin(t, device_table[row], LINE_CHANNELS, "");
		old = far_reading(&t->far, 1000, 99.0);
		t->ops->close(t->device->self);
		line_must(t, device_line_open(t, WAIT_MOST, &e), &e);
		assert_true(t->far.got.session != old.session);
		far_give(&t->far, &old);
		UNTIL(t->ops->name, line_refuses(t, 1));
		assert_int_equal(t->reading.number, 1);
		line_give(t, 2, 3.0);
		UNTIL(t->ops->name, line_reads(t, 2));
		line_end(t);
	}
}

static void a_laboratory_that_is_slow_to_answer_is_waited_for(void **state)
{
	static struct line line, *t = &line;

	(void)state;
	EVERY_ROW(row) {
		struct err e;

		line_begin(t, device_table[row], LINE_CHANNELS, "");
		t->ops->close(t->device->self);
		if (strcmp(t->ops->name, "TCP") != 0)     /* one hello a connection */
			t->far.deaf = 3;
		line_must(t, device_line_open(t, WAIT_MOST, &e), &e);
		assert_true(line_reads(t, 1));
		line_end(t);
	}
}

/* --- an open that fails ---------------------------------------------------------------------------- */

static void nobody_there_is_one_message_that_names_the_place(void **state)
{
	static struct line line, *t = &line;

	(void)state;
	EVERY_ROW(row) {
		char words[200];
		struct err e;

		line_begin(t, device_table[row], LINE_CHANNELS, "");
		t->ops->close(t->device->self);
		far_end(&t->far);
		err_clear(&e);
		assert_int_equal(t->ops->open(t->device->self, 1024.0, 0.25, 0.05, &e), ERR_LOST);
		far_words(&t->far, words, sizeof(words));
		*strchr(words, ' ') = '\0';
		line_says(t, &e, words);
		line_says(t, &e, "0.05 s");
		line_says(t, &e, "program");
		assert_int_equal(line_read(t), ERR_LOST);
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

			line_begin(t, device_table[row], LINE_CHANNELS, "-velocity -accel");
			t->ops->close(t->device->self);
			t->far.answer = far_reading(&t->far, 1, 0.0);
			t->far.answer.session = c->session;
			t->far.answer.channels = c->channels ? c->channels : LINE_CHANNELS;
			t->far.answer.slots = c->slots ? c->slots : 15;
			t->far.answer.kind = c->kind ? c->kind : PACKET_READING;
			t->far.answer.state = c->state;
			t->far.answer.tick = c->tick;
			t->far.answer.count = c->slots ? 2 * LINE_CHANNELS : c->kind ? 0 : t->far.answer.count;
			for (double patience = 0.05; patience < WAIT_MOST; patience *= 2.0) {
				assert_int_equal(device_line_open(t, patience, &e), ERR_LOST);
				if (!strstr(e.what, "answer"))
					break;             /* it was heard */
			}
			line_says(t, &e, wrong[i].says);
			t->far.answer.number = 0;
			line_must(t, device_line_open(t, WAIT_MOST, &e), &e);
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

		line_begin(t, device_table[row], LINE_CHANNELS, "");
		t->ops->close(t->device->self);
		fault_arm(FAULT_device_open, 1000000, false);
		line_must(t, device_line_open(t, WAIT_MOST, &e), &e);
		calls = fault_calls(FAULT_device_open);
		assert_true(calls > 0);
		t->ops->close(t->device->self);
		files = dup(0);
		close(files);
		for (long i = 1; i <= calls; i++) {
			int again;

			fault_arm(FAULT_device_open, i, false);
			assert_true(device_line_open(t, WAIT_MOST, &e) < 0);
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
		line_must(t, device_line_open(t, WAIT_MOST, &e), &e);
		line_end(t);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(examples_are_set_up_without_a_peer),
		cmocka_unit_test(safe_says_hold_and_close_says_end),
		cmocka_unit_test(another_open_is_another_session),
		cmocka_unit_test(a_laboratory_that_is_slow_to_answer_is_waited_for),
		cmocka_unit_test(nobody_there_is_one_message_that_names_the_place),
		cmocka_unit_test(a_laboratory_that_does_not_fit_is_named_with_what_it_has),
		cmocka_unit_test(calls_that_fail_fail_the_open_and_nothing_else),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
