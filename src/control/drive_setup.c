/* A drive before its first tick, and what it says to people. */
#include "control/drive.h"

#include <math.h>
#include <stdio.h>

static int rooms_take(struct drive *d, const struct drive_words *w, struct arena *mem)
{
	double **const vector[] = {&d->command, &d->asked, &d->sent, &d->reading.x[SLOT_DISP], &d->reading.x[SLOT_VEL], &d->reading.x[SLOT_ACCEL],
	                           &d->reading.x[SLOT_FORCE]};

	d->channel = ARENA_ARRAY(mem, (size_t)w->n, struct drive_channel);
	for (size_t i = 0; i < COUNT(vector); i++)
		if (!(*vector[i] = ARENA_ARRAY(mem, (size_t)w->n, double)))
			return ERR_MEMORY;
	return d->channel ? 0 : ERR_MEMORY;
}

int drive_setup(struct drive *d, const struct drive_words *w, struct arena *mem, struct err *e)
{
	int code;

	*d = (struct drive){.words = *w, .loop_tick = -1};
	if (w->n > DEVICE_CHANNELS) {
		err_set(e, ERR_RANGE, w->object, "a controller has fewer channels");
		err_value(e, "%d", w->n);
		err_allowed(e, "at most %d", DEVICE_CHANNELS);
		return ERR_RANGE;
	}
	if (rooms_take(d, w, mem))
		return err_set(e, ERR_MEMORY, w->object, "no memory for %d channels", w->n);
	for (int i = 0; i < w->n; i++)
		d->channel[i].compensator = w->compensator[i];
	code = controller_setup(&d->control, w->plan->command, &w->plan->words, w->n, 1.0 / w->rate_hz, 2.0, mem, e);
	if (!code)
		code = limits_setup(&d->limits, w->n, 1.0 / w->rate_hz, w->limits, mem, e);
	if (!code)
		code = blackbox_setup(&d->box, w->n, w->rate_hz, w->object, mem, e);
	d->words.limits = NULL;
	d->words.compensator = NULL;
	return code;
}

static int standing(const struct drive *d, int i, struct err *e)
{
	const struct limits_words *w = &d->limits.channel[i].words;
	double x = d->reading.x[SLOT_DISP][i];

	if (!isfinite(x) || !isfinite(d->reading.x[SLOT_FORCE][i]))
		return err_set(e, ERR_NONFINITE, d->words.object, "channel %d: what is measured before the test is not a finite number", i + 1);
	if (x >= w->stroke_lo && x <= w->stroke_hi)
		return 0;
	err_set(e, ERR_LIMIT, d->words.object, "channel %d stands outside its stroke before the test", i + 1);
	err_value(e, "%.9g", x);
	err_allowed(e, "%.9g to %.9g", w->stroke_lo, w->stroke_hi);
	return ERR_LIMIT;
}

int drive_start(struct drive *d, struct err *e)
{
	const struct drive_plant *p = &d->words.plant;
	const double *x = d->reading.x[SLOT_DISP];
	int code = p->read(p->self, &d->reading);

	if (code)
		return err_set(e, code, d->words.object, "nothing is measured before the test: %s", err_message(code));
	for (int i = 0; i < d->words.n; i++) {
		struct drive_channel *c = &d->channel[i];

		code = standing(d, i, e);
		if (code)
			return code;
		d->command[i] = d->asked[i] = d->sent[i] = c->target = c->wanted = d->answer.command[i] = x[i];
		c->rate = 0.0;
		compensator_start(c->compensator, x[i]);
		for (int k = 0; k < DEVICE_SLOTS; k++)
			d->answer.reading[k][i] = d->reading.x[k][i];
	}
	d->still = false;
	controller_start(&d->control, x, 0.0);
	limits_start(&d->limits, x);
	d->answer.state = d->control.state;
	return 0;
}

/* Whoever asks for rest after that is not the reason. */
static bool is_let_go(const struct link_answer *a)
{
	return (a->trip.cause == LIMITS_OK || a->trip.cause == LIMITS_ASKED) &&
	       (a->state == CONTROL_FREE_VIBRATION || (a->state == CONTROL_REST && a->entered[CONTROL_FREE_VIBRATION] > 0));
}

void drive_why(const struct link_answer *a, const char *const unit[3], char *ret_line, int size)
{
	if (is_let_go(a))
		snprintf(ret_line, (size_t)size, "no target came within the time of the hold: the specimens were let go (state %s)",
		         control_state_name((enum control_state)a->state));
	else if (a->trip.cause != LIMITS_OK)
		limits_text(&a->trip, unit, ret_line, size);
	else
		snprintf(ret_line, (size_t)size, "state %s", control_state_name((enum control_state)a->state));
}

int drive_write_box(struct drive *d, const char *stem, const char *reason, char *ret_path, int size, struct err *e)
{
	const char *state[CONTROL_STATES + 1] = {0};

	for (int i = 0; i < CONTROL_STATES; i++)
		state[i] = control_state_name((enum control_state)i);
	return blackbox_write(&d->box, stem, &(struct blackbox_words){.object = d->words.object, .reason = reason, .state = state, .rate_hz = d->words.rate_hz},
	                      ret_path, size, e);
}
