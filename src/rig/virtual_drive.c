/* A virtual rig under an event-driven controller: the plant of a drive (control/drive.h).
 *
 * In virtual time a command is run here: while it is on its way the drive ticks on from the targets so far; once it is here, to it. In real time the
 * drive ticks in a process of its own (control/keeper.h), which has this rig's actuators, specimens and sensors from the fork on; here only
 * targets are sent and answers waited for. A tick is the same code in both, so that a run whose targets are never late gives the same bits.
 */
#include "rig/virtual.h"

#include <stdio.h>

#include "plugin.h"

static const double REST_TIME = 60.0;         /* longest way to rest in virtual time [s] */
static const double PATIENCE = 10.0;          /* for the plant to be there [s] */

/* --- the plant ------------------------------------------------------------------------------------- */

/* In the process of the loop: rows go where the integrator's process finds them. */
static int plant_open(void *self, double rate_hz, double watchdog_s, double patience_s, struct err *e)
{
	struct virtual_rig *r = self;

	(void)rate_hz;
	(void)watchdog_s;
	(void)patience_s;
	(void)e;
	r->rows.out = &r->drive.link->rows;
	return 0;
}

static int plant_read(void *self, struct device_reading *ret)
{
	struct virtual_rig *r = self;

	ret->number = r->tick + 1;
	for (int k = 0; k < READINGS; k++)
		for (int i = 0; i < r->n; i++)
			ret->x[k][i] = r->channel[i].reading[k];
	return r->broken;
}

static int plant_write(void *self, const struct device_command *command)
{
	struct virtual_rig *r = self;

	if (r->broken)
		return r->broken;
	r->tick++;
	r->t = (double)r->tick / r->rate_hz;
	for (int i = 0; i < r->n; i++) {
		struct virtual_channel *c = &r->channel[i];

		c->now = r->drive.command[i];
		c->from = c->command = c->aim_from = c->aim = command->x[i];
		actuator_advance(&c->actuator, command->x[i], c->force);
		c->at = c->actuator.at;
	}
	r->broken = virtual_settle_tick(r, 1.0 / r->rate_hz);
	return r->broken;
}

/* --- making and starting --------------------------------------------------------------------------- */

int virtual_drive_setup(struct virtual_rig *r, struct laboratory *lab, const char *object, struct err *e)
{
	const struct limits_plan **limits = ARENA_ARRAY(&lab->arena, (size_t)r->n, const struct limits_plan *);
	struct compensator_use **compensator = ARENA_ARRAY(&lab->arena, (size_t)r->n, struct compensator_use *);
	char text[64];

	snprintf(text, sizeof text, "expControl %d", r->rig->tag);
	r->name = arena_text(&lab->arena, text);
	snprintf(text, sizeof text, "blackbox_control%d", r->rig->tag);
	r->stem = arena_text(&lab->arena, text);
	r->target = ARENA_ARRAY(&lab->arena, (size_t)r->n, struct command_target);
	if (!limits || !compensator || !r->name || !r->stem || !r->target)
		return err_set(e, ERR_MEMORY, object, "no memory for its controller");
	for (int i = 0; i < r->n; i++) {
		limits[i] = r->channel[i].limits;
		compensator[i] = &r->channel[i].compensator;
	}
	return drive_setup(&r->drive, &(struct drive_words){.object = r->name, .n = r->n, .rate_hz = r->rate_hz, .plan = r->plan, .limits = limits,
	                                                    .compensator = compensator, .guards = &r->guards, .record = r->record,
	                                                    .plant = {.self = r, .at_once = true, .open = plant_open, .read = plant_read, .write = plant_write}},
	                   &lab->arena, e);
}

int virtual_drive_start(struct virtual_rig *r, struct err *e)
{
	const struct realtime_words *w = r->realtime;

	if (!w->on)
		return drive_start(&r->drive, e);
	return keeper_start(&r->keeper, &r->drive,
	                    &(struct keeper_words){.object = r->name, .rate_hz = r->rate_hz, .cpu = w->cpu, .priority = w->priority, .unfit = w->unfit,
	                                           .slow = r->scale > 1.0, .patience_s = PATIENCE, .columns = r->rows.columns, .nrows = r->buffer,
	                                           .stem = r->stem, .say = w->say, .unit = r->rig->lab->unit, .rig = r->rig->tag, .show = w->show,
	                                           .trip = w->trip},
	                    e);
}

/* --- in virtual time ------------------------------------------------------------------------------- */

/* Tripped: ticks on until everything is at rest. */
static void settle(struct virtual_rig *r)
{
	for (double k = 0.0; k < REST_TIME * r->rate_hz && !drive_resting(&r->drive) && !r->broken; k += 1.0)
		drive_tick(&r->drive, 0);
}

/* After a tick: is everything as it should be? */
static int look(struct virtual_rig *r)
{
	if (r->broken)
		return r->broken;
	if (drive_tripped(&r->drive)) {
		settle(r);
		return ERR_LIMIT;
	}
	virtual_measure(r, &r->watch);
	return rig_watch(r->rig, &r->watch);
}

static int tick(struct virtual_rig *r, bool *ret_reached)
{
	*ret_reached = drive_tick(&r->drive, 0);
	return look(r);
}

int virtual_drive_play(struct virtual_rig *r, const double *x, bool compensated)
{
	drive_play(&r->drive, x, compensated);
	return look(r);
}

int virtual_drive_play_live(struct virtual_rig *r, int nticks, const double *x, bool compensated, double *ret_x, double *ret_f, struct err *e)
{
	int code = keeper_still(&r->keeper, e);

	if (code)
		return code;
	code = keeper_play(&r->keeper, r->n, nticks, x, compensated, ret_x, ret_f);

	/* rows belong to the steps of the test */
	rows_drop(&r->rows, keeper_rows(&r->keeper));
	if (code || nticks == 0)
		return code;
	for (int i = 0; i < r->n; i++) {
		r->channel[i].reading[SLOT_DISP] = ret_x[(size_t)(nticks - 1) * (size_t)r->n + (size_t)i];
		r->channel[i].reading[SLOT_FORCE] = ret_f[(size_t)(nticks - 1) * (size_t)r->n + (size_t)i];
	}
	return 0;
}

/* A step; what takes longer than the step itself is beyond the test's time. One that failed comes again: nothing of it counts yet. */
static int run(struct virtual_rig *r, double instant, double span)
{
	double wait, ticks = 0.0;
	bool reached = false;
	int lost, code = virtual_wait(r, instant, &wait, &lost);

	if (code)
		return code;
	drive_span(&r->drive, span);
	for (; ticks < wait && !code; ticks += 1.0)
		code = tick(r, &reached);
	if (code)
		r->silent = NAN;
	if (code || lost)
		return code ? code : lost;
	if (!drive_target(&r->drive, r->drive.control.step + 1, span, r->target))
		return ERR_STATE;
	/* the way back after a trip may be too long */
	if (!(r->drive.control.ticks <= (double)PACE_MOST)) {
		r->crowd = r->drive.control.ticks;
		return ERR_LIMIT;
	}
	/* the controller has its target: a tick is one of its step's */
	for (double left = ceil(r->drive.control.ticks) + 1.0; !reached && !code && left > 0.0; left -= 1.0, ticks += 1.0)
		code = tick(r, &reached);
	if (!code)
		virtual_late(r, ticks - span);
	return code || reached ? code : ERR_STATE;
}

/* --- what the rig is asked for --------------------------------------------------------------------- */

int virtual_drive_command(struct virtual_rig *r, const struct signals *ctrl, double instant)
{
	double step = fmax(instant - r->pace.instant, 0.0), span = pace_ticks(&r->pace, instant);

	if (span == 0.0)
		span = fmax(round(r->iteration * r->rate_hz), 1.0);
	if (!(span <= (double)PACE_MOST)) {
		r->crowd = span;
		return ERR_LIMIT;
	}
	for (int i = 0; i < r->n; i++)
		r->target[i] = (struct command_target){.x = ctrl->x[SLOT_DISP][i], .v = ctrl->x[SLOT_VEL][i], .a = ctrl->x[SLOT_ACCEL][i], .step = step};
	if (!r->keeper.link)
		return run(r, instant, span);
	keeper_send(&r->keeper, span, r->target, r->n);
	r->asked = true;
	return 0;
}

int virtual_drive_measure(struct virtual_rig *r)
{
	int code;

	if (!r->keeper.link || !r->asked)
		return 0;
	code = keeper_wait(&r->keeper);
	rows_collect(&r->rows, keeper_rows(&r->keeper));
	if (code)
		return code;
	r->asked = false;
	for (int k = 0; k < READINGS; k++)
		for (int i = 0; i < r->n; i++)
			r->channel[i].reading[k] = r->keeper.answer.reading[k][i];
	return 0;
}

bool virtual_drive_ready(void *self)
{
	struct virtual_rig *r = self;

	return !r->keeper.link || !r->asked || keeper_ready(&r->keeper);
}

int virtual_drive_stopped(void *self)
{
	return keeper_stopped(&((struct virtual_rig *)self)->keeper);
}

bool virtual_drive_limit(const void *self, int channel, struct rig_limit *ret)
{
	const struct virtual_rig *r = self;

	return r->plan && limits_of(&r->drive.limits, channel, ret);
}

/* In virtual time nothing moves before rest ticks it. */
void virtual_drive_ask(void *self, enum rig_wish wish)
{
	keeper_ask(&((struct virtual_rig *)self)->keeper, wish);
}

/* In virtual time nothing moves once it has stopped ticking. */
bool virtual_drive_rest(struct virtual_rig *r)
{
	bool rests = keeper_rest(&r->keeper);

	if (r->keeper.link) {
		rows_collect(&r->rows, keeper_rows(&r->keeper));
	} else {
		drive_rest(&r->drive);
		settle(r);
	}
	return rests;
}

int virtual_drive_go_on(struct virtual_rig *r, struct err *e)
{
	if (r->keeper.link)
		return keeper_acknowledge(&r->keeper, e);
	if (r->broken)
		return err_set(e, r->broken, r->name, "a specimen of it cannot go on: %s", err_message(r->broken));
	drive_acknowledge(&r->drive);
	return 0;
}

void virtual_drive_end(void *self)
{
	struct virtual_rig *r = self;

	keeper_close(&r->keeper);
}

void virtual_drive_aftermath(void *self)
{
	struct virtual_rig *r = self;
	char why[300], path[200], line[600];
	struct err e;

	/* in real time its own process does it */
	if (!r->plan || r->keeper.link)
		return;
	err_clear(&e);
	drive_why(&r->drive.answer, r->rig->lab->unit, why, sizeof why);
	if (drive_write_box(&r->drive, r->stem, why, path, sizeof path, &e))
		err_text(&e, line, sizeof line);
	else
		snprintf(line, sizeof line, "%s: the last second before the trip and the way to rest are in %s", r->name, path);
	if (r->realtime->say)
		r->realtime->say(line);
}

const struct keeper *virtual_drive_keeper(const void *self)
{
	const struct virtual_rig *r = self;

	return r->keeper.link ? &r->keeper : NULL;
}

const struct controller *virtual_drive_controller(const void *self)
{
	const struct virtual_rig *r = self;

	return r->plan && !r->keeper.link ? &r->drive.control : NULL;
}
