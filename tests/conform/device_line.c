/* A device and its far side. */
#include "conform/device_line.h"

void line_must(const struct line *t, int code, const struct err *e)
{
	char text[700];

	if (!code)
		return;
	err_text(e, text, sizeof(text));
	fail_msg("%s: %s", t->ops->name, text);
}

static void line_make(struct line *t, const char *more)
{
	char words[200];

	far_words(&t->far, words, sizeof(words));
	stage_eval(&t->stage, "expDevice %s %d %s %s", t->ops->name, TAG, words, more);
	t->device = table_get(&t->stage.script.lab.devices, TAG);
	assert_int_equal(t->device->n, t->far.channels);
	for (int k = 0; k < DEVICE_SLOTS; k++)
		t->reading.x[k] = t->value[k];
}

int device_line_open(struct line *t, double patience, struct err *e)
{
	int code;

	err_clear(e);
	t->far.answered = false;
	far_greets(&t->far);
	code = t->ops->open(t->device->self, 1024.0, 0.25, patience, e);
	far_joined(&t->far);
	return code;
}

int line_read(struct line *t)
{
	return t->ops->read(t->device->self, &t->reading);
}

int64_t line_refused(const struct line *t)
{
	return t->ops->refused ? t->ops->refused(t->device->self) : 0;
}

void line_begin(struct line *t, const struct device_ops *ops, int channels, const char *more)
{
	struct err e;

	memset(t, 0, sizeof(*t));
	t->ops = ops;
	stage_begin(&t->stage);
	far_begin(&t->far, ops->name, channels);
	line_make(t, more);
	line_must(t, device_line_open(t, WAIT_MOST, &e), &e);
	assert_int_equal(line_read(t), 0);
	assert_int_equal(t->reading.number, 1);
	assert_int_equal(line_refused(t), 0);
}

void line_end(struct line *t)
{
	t->ops->close(t->device->self);
	far_end(&t->far);
	stage_end(&t->stage);
}

int line_write(struct line *t, const double *x, bool tripped)
{
	struct device_command c = {.tick = ++t->tick, .t_ns = 1000 * t->tick + 7, .state = (int)(t->tick % 6), .tripped = tripped, .x = x};

	return t->ops->write(t->device->self, &c);
}

/* The next packet of this kind that the far side gets. */
bool line_far_gets(struct line *t, enum packet_kind kind)
{
	return t->far.ops->take(&t->far) && t->far.got.kind == kind;
}

void line_give(struct line *t, int64_t number, double value)
{
	struct packet p = far_reading(&t->far, number, value);

	far_give(&t->far, &p);
}

bool line_reads(struct line *t, int64_t number)
{
	assert_int_equal(line_read(t), 0);
	return t->reading.number == number;
}

bool line_refuses(struct line *t, int64_t count)
{
	assert_int_equal(line_read(t), 0);
	return line_refused(t) >= count;
}

void line_says(const struct line *t, const struct err *e, const char *part)
{
	char text[700];

	err_text(e, text, sizeof(text));
	if (!strstr(text, part))
		fail_msg("%s says \"%s\", nothing of \"%s\"", t->ops->name, text, part);
}
