/* The rig of actuators that exist: a device (expDevice) under an event-driven controller, against the clock.
 *
 *   expDevice UDP 1 laboratory 5120 -channels 2
 *   expControl DeviceRig 1 -device 1 -controller 1 -limits 1 -rate 1024
 *
 * The command loop is a process of its own (control/keeper.h): tandem run --realtime. Every channel needs whole limits, and the machine must be fit,
 * unless the user says otherwise in so many words. What a device does not measure of velocity and acceleration is the difference of the displacement
 * (velocity) between its last two readings over the ticks between them.
 */
#include "rig/device_rig.h"

#include "control/tune.h"

#include <limits.h>
#include <stdio.h>

#include "plugin.h"

static const struct param params[] = {
	{ "-device", PARAM_TAG, offsetof(struct device_rig, device_tag), true, 0, RANGE_ANY, "expDevice that carries the commands" },
	{ "-controller", PARAM_TAG, offsetof(struct device_rig, controller_tag), true, 0, RANGE_ANY, "expController that makes them" },
	{ .name = "-limits tag ...", .kind = PARAM_ROW, .required = true, .help = "expLimits, one for all channels or one a channel" },
	{ .name = "-compensator tag ...", .kind = PARAM_ROW, .help = "expCompensator, one for all channels or one a channel" },
	{ "-rate", PARAM_REAL, offsetof(struct device_rig, rate_hz), false, 0.0, { 0.0, LOOP_RATE_MAX, true, false },
	  "ticks of the command loop a second [Hz]; default: --rate" },
	{ "-scale", PARAM_REAL, offsetof(struct device_rig, scale), false, 1.0, { 1e-6, 1e6, false, false },
	  "laboratory time over test time: 1 is real time, 100 a slow test" },
	{ "-patience", PARAM_REAL, offsetof(struct device_rig, patience), false, 10.0, { 0.0, 600.0, true, false },
	  "longest wait for the laboratory at start [s]" },
	{ "-record", PARAM_INT, offsetof(struct device_rig, record), false, 1, { 1, INT_MAX, false, false }, "one row of data every so many ticks" },
	{ "-buffer", PARAM_INT, offsetof(struct device_rig, buffer), false, 8192, { 1, 10000000, false, false },
	  "rows of data kept for one step; the newest stay" },
	{ 0 },
};

/* --- words ----------------------------------------------------------------------------------------- */

/* One tag for all channels, or one a channel: tags become objects of a table. */
static int list_read(struct device_rig *r, struct args *a, struct laboratory *lab, const struct table *t, const char *kind, void **ret, struct err *e)
{
	int *tag, n, code = args_list_int(a, kind, INT_MIN, INT_MAX, 1, &lab->arena, &tag, &n, e);

	if (!code && n != 1 && n != r->device->n) {
		code = err_set(e, ERR_RANGE, a->object, "tags of %s for %d channels", kind, r->device->n);
		err_value(e, "%d", n);
		err_allowed(e, "1 or %d", r->device->n);
	}
	for (int i = 0; i < r->device->n && !code; i++)
		code = laboratory_need(t, kind, tag[n == 1 ? 0 : i], a->object, &ret[i], e);
	return code;
}

static int words_read(struct device_rig *r, struct args *a, struct laboratory *lab, void **limits, void **compensator, struct err *e)
{
	int code = 0;

	while (args_more(a) && !code) {
		int at = a->at;

		if (args_accept(a, "-limits"))
			code = list_read(r, a, lab, &lab->limits, "expLimits", limits, e);
		else if (args_accept(a, "-compensator"))
			code = list_read(r, a, lab, &lab->compensators, "expCompensator", compensator, e);
		else
			code = param_options(params, r, a, e);
		if (!code && a->at == at)
			return args_end(a, e);
	}
	return code;
}

static int rate_check(struct device_rig *r, const char *object, struct err *e)
{
	if (r->rate_hz == 0.0)
		r->rate_hz = r->realtime->rate_hz;
	if (r->rate_hz == 0.0)
		return err_set(e, ERR_ARGUMENT, object, "-rate is missing: neither the rig nor --rate gives the ticks of its command loop");
	if (r->realtime->rate_hz > 0.0 && r->realtime->rate_hz != r->rate_hz) {
		err_set(e, ERR_ARGUMENT, object, "its -rate is another than --rate");
		err_value(e, "%g Hz", r->rate_hz);
		err_allowed(e, "%g Hz, or no -rate", r->realtime->rate_hz);
		return ERR_ARGUMENT;
	}
	return 0;
}

static int limits_check(void *const *limits, int n, const char *object, struct err *e)
{
	for (int i = 0; i < n; i++) {
		int code;

		if (!limits[i]) {
			err_set(e, ERR_ARGUMENT, object, "-limits are missing: no actuator moves without");
			err_hint(e, "expLimits tag -stroke lo hi -velocity v -force lo hi -following e -watchdog s, then -limits tag");
			return ERR_ARGUMENT;
		}
		code = limits_plan_whole(limits[i], object, e);
		if (code)
			return code;
	}
	return 0;
}

static int device_take(struct device_rig *r, struct laboratory *lab, const char *object, struct err *e)
{
	void *device, *plan;
	int code = laboratory_need(&lab->devices, "expDevice", r->device_tag, object, &device, e);

	if (!code)
		code = laboratory_need(&lab->controllers, "expController", r->controller_tag, object, &plan, e);
	if (code)
		return code;
	r->device = device;
	r->plan = plan;
	if (device_rig(lab, r->device)) {
		err_set(e, ERR_DUPLICATE, object, "expDevice %d belongs to another rig", r->device_tag);
		err_value(e, "expControl %d", r->device->rig->tag);
		return ERR_DUPLICATE;
	}
	return 0;
}

/* --- making ---------------------------------------------------------------------------------------- */

static int rooms_take(struct device_rig *r, struct laboratory *lab, void *const *limits, void *const *compensator, const char *object, struct err *e)
{
	int n = r->device->n, code = 0;
	char text[64];

	snprintf(text, sizeof text, "expControl %d", r->rig->tag);
	r->name = arena_text(&lab->arena, text);
	snprintf(text, sizeof text, "blackbox_control%d", r->rig->tag);
	r->stem = arena_text(&lab->arena, text);
	r->target = ARENA_ARRAY(&lab->arena, (size_t)n, struct command_target);
	r->last = ARENA_ARRAY(&lab->arena, 2 * (size_t)n, double);
	r->limits = ARENA_ARRAY(&lab->arena, (size_t)n, const struct limits_plan *);
	r->compensator = ARENA_ARRAY(&lab->arena, (size_t)n, struct compensator_use);
	if (!r->name || !r->stem || !r->target || !r->last || !r->limits || !r->compensator)
		return err_set(e, ERR_MEMORY, object, "no memory for %d channels", n);
	for (int i = 0; i < n && !code; i++) {
		r->limits[i] = limits[i];
		code = compensator_use(&r->compensator[i], compensator[i], 1.0 / r->rate_hz, lab, object, e);
	}
	return code ? code : rows_setup(&r->rows, (COLUMNS + 1) * n + 3, r->buffer, object, &lab->arena, e);
}

static int drive_make(struct device_rig *r, struct laboratory *lab, const char *object, struct err *e)
{
	int n = r->device->n;
	struct compensator_use **use = ARENA_ARRAY(&lab->arena, (size_t)n, struct compensator_use *);

	if (!use)
		return err_set(e, ERR_MEMORY, object, "no memory for %d channels", n);
	for (int i = 0; i < n; i++)
		use[i] = &r->compensator[i];
	return drive_setup(&r->drive, &(struct drive_words){.object = r->name, .n = n, .rate_hz = r->rate_hz, .plan = r->plan, .limits = r->limits,
	                                                    .compensator = use, .record = r->record,
	                                                    .plant = device_plant(r)},
	                   &lab->arena, e);
}

static int setup(void *self, struct args *a, struct rig *rig, struct laboratory *lab, const struct model *m, struct err *e)
{
	struct device_rig *r = self;
	void *limits[DEVICE_CHANNELS] = {0}, *compensator[DEVICE_CHANNELS] = {0};
	int n, code = device_take(r, lab, a->object, e);

	(void)m;
	r->rig = rig;
	r->realtime = &lab->realtime;
	if (!code)
		code = words_read(r, a, lab, limits, compensator, e);
	if (!code)
		code = rate_check(r, a->object, e);
	if (!code)
		code = limits_check(limits, r->device->n, a->object, e);
	if (code)
		return code;
	n = r->device->n;
	r->pace = r->agreed = (struct pace){.rate_hz = r->rate_hz, .scale = r->scale};
	code = rooms_take(r, lab, limits, compensator, a->object, e);
	if (!code)
		code = drive_make(r, lab, a->object, e);
	if (code)
		return code;
	r->device->rig = rig;
	signals_size(rig->ctrl.n, n, n, n, 0, 0);
	signals_size(rig->daq.n, n, n, n, n, 1);
	return 0;
}

/* --- in the integrator's process ------------------------------------------------------------------- */

static double watchdog_of(const struct device_rig *r)
{
	double s = INFINITY;

	for (int i = 0; i < r->device->n; i++)
		s = fmin(s, r->limits[i]->words.watchdog_s);
	return s;
}

static void take_answer(struct device_rig *r)
{
	memcpy(r->reading, r->keeper.answer.reading, sizeof(r->reading));
	rows_collect(&r->rows, keeper_rows(&r->keeper));
}

static int start(void *self, struct err *e)
{
	struct device_rig *r = self;
	const struct realtime_words *w = r->realtime;
	int code;

	if (!w->on) {
		err_set(e, ERR_STATE, r->name, "actuators that exist move against the clock");
		err_hint(e, "tandem run --realtime --rate Hz --cpu n script");
		return ERR_STATE;
	}
	code = keeper_start(&r->keeper, &r->drive,
	                    &(struct keeper_words){.object = r->name, .rate_hz = r->rate_hz, .cpu = w->cpu, .priority = w->priority, .unfit = w->unfit,
	                                           .physical = true, .slow = r->scale > 1.0, .watchdog_s = watchdog_of(r), .patience_s = r->patience,
	                                           .columns = r->rows.columns, .nrows = r->buffer, .stem = r->stem, .say = w->say, .unit = r->rig->lab->unit,
	                                           .rig = r->rig->tag, .show = w->show, .trip = w->trip},
	                    e);
	if (!code && keeper_look(&r->keeper))
		take_answer(r);
	return code;
}

static void taken_up(void *self, double instant)
{
	struct device_rig *r = self;

	r->pace.origin = r->pace.instant = r->instant = instant;
	r->agreed = r->pace;
}

static int command(void *self, const struct signals *ctrl, double instant)
{
	struct device_rig *r = self;
	double length = rig_step(r->rig, instant, r->pace.instant);
	double step = fmax(instant - r->pace.instant, 0.0), span = fmax(pace_ticks(&r->pace, instant), 1.0);
	int code = 0;

	r->crowd = span > PACE_MOST ? span : 0.0;
	for (int i = 0; i < r->device->n && length > 0.0 && !code; i++)
		code = compensator_reach(&r->reach, &r->compensator[i], length * r->scale);
	if (code || r->crowd > 0.0)
		return code ? code : ERR_LIMIT;
	rows_begin(&r->rows);
	for (int i = 0; i < r->device->n; i++)
		r->target[i] = (struct command_target){.x = ctrl->x[SLOT_DISP][i], .v = ctrl->x[SLOT_VEL][i], .a = ctrl->x[SLOT_ACCEL][i], .step = step};
	keeper_send(&r->keeper, span, r->target, r->device->n);
	r->instant = instant;
	r->asked = true;
	return 0;
}

static int measure(void *self, struct signals *daq)
{
	struct device_rig *r = self;
	const double unit[DEVICE_SLOTS] = {1.0, r->scale, r->scale * r->scale, 1.0};
	int code = r->asked ? keeper_wait(&r->keeper) : 0;

	if (r->asked)
		take_answer(r);
	if (code)
		return code;
	r->asked = false;
	for (int k = 0; k < DEVICE_SLOTS; k++)
		for (int i = 0; i < r->device->n; i++)
			daq->x[k][i] = r->reading[k][i] * unit[k];
	daq->x[SLOT_TIME][0] = r->instant;
	return 0;
}

static int commit(void *self)
{
	struct device_rig *r = self;

	r->agreed = r->pace;
	rows_close(&r->rows);
	return 0;
}

static bool why(const void *self, char *ret_text, int size)
{
	const struct device_rig *r = self;

	if (r->reach.beyond)
		compensator_reach_text(&r->reach, ret_text, size);
	else if (r->crowd > 0.0)
		pace_crowd_text(r->crowd, ret_text, size);
	else
		drive_why(&r->keeper.answer, r->rig->lab->unit, ret_text, size);
	return true;
}

static double scale(const void *self)
{
	return ((const struct device_rig *)self)->scale;
}

static double rate(const void *self)
{
	return ((const struct device_rig *)self)->rate_hz;
}

static void standing(const void *self, double *ret_x)
{
	const struct device_rig *r = self;

	if (r->keeper.link)
		keeper_standing(&r->keeper, &r->drive, ret_x);
	else               /* nothing that exists moves: where a rehearsal would have it */
		memcpy(ret_x, r->rig->ctrl.x[SLOT_DISP], (size_t)r->device->n * sizeof(double));
}

static void stand_still(const void *self, double *ret_x)
{
	struct device_rig *r = (struct device_rig *)self;

	keeper_still(&r->keeper, NULL);
	standing(r, ret_x);
}

static int play(void *self, int nticks, const double *x, bool compensated, double *ret_x, double *ret_f, struct err *e)
{
	struct device_rig *r = self;
	size_t n = (size_t)r->device->n, last = n * (size_t)(nticks > 0 ? nticks - 1 : 0);
	int code = keeper_still(&r->keeper, e);

	if (code)
		return code;
	code = keeper_play(&r->keeper, r->device->n, nticks, x, compensated, ret_x, ret_f);
	rows_drop(&r->rows, keeper_rows(&r->keeper));
	if (code || nticks == 0)
		return code;
	memcpy(r->reading[SLOT_DISP], ret_x + last, n * sizeof(double));
	memcpy(r->reading[SLOT_FORCE], ret_f + last, n * sizeof(double));
	return 0;
}

static bool ready(void *self)
{
	struct device_rig *r = self;

	return !r->asked || keeper_ready(&r->keeper);
}

static int stopped(void *self)
{
	return keeper_stopped(&((struct device_rig *)self)->keeper);
}

static bool limit(const void *self, int channel, struct rig_limit *ret)
{
	return limits_of(&((const struct device_rig *)self)->drive.limits, channel, ret);
}

static void ask(void *self, enum rig_wish wish)
{
	keeper_ask(&((struct device_rig *)self)->keeper, wish);
}

static bool rest(void *self)
{
	return keeper_rest(&((struct device_rig *)self)->keeper);
}

static void end(void *self)
{
	keeper_close(&((struct device_rig *)self)->keeper);
}

static int acknowledge(void *self, struct err *e)
{
	struct device_rig *r = self;
	int code = keeper_acknowledge(&r->keeper, e);

	if (!code)
		r->pace = r->agreed;
	return code;
}

static struct guards *guards(void *self)
{
	return keeper_guards(&((struct device_rig *)self)->keeper);
}

static const struct keeper *keeper(const void *self)
{
	const struct device_rig *r = self;

	return r->keeper.link ? &r->keeper : NULL;
}

/* --- data at the rate of the ticks ----------------------------------------------------------------- */

static int ticks(const void *self)
{
	return ((const struct device_rig *)self)->rows.n;
}

static int tick_columns(const void *self)
{
	return ((const struct device_rig *)self)->rows.columns;
}

static const char *tick_name(const void *self, int column, char *ret_text, int size)
{
	static const char *const name[COLUMNS + 1] = {"command", "sent", "measuredDisp", "measuredForce", NULL};
	const struct device_rig *r = self;

	return rows_name(column, r->device->n, r->rows.columns, name, ret_text, size);
}

static void tick(const void *self, int i, double *ret_x)
{
	const struct rows *rows = &((const struct device_rig *)self)->rows;

	memcpy(ret_x, rows_at(rows, i), (size_t)rows->columns * sizeof(double));
}

static struct compensator_use *compensator_at(void *self, int channel)
{
	return &((struct device_rig *)self)->compensator[channel];
}

static void rescale(void *self, double scale)
{
	struct device_rig *r = self;

	r->scale = scale;
	pace_scale(&r->pace, scale);
	pace_scale(&r->agreed, scale);
}

static struct tune_bed bed_of(struct device_rig *r)
{
	return (struct tune_bed){.n = r->device->n, .self = r, .compensator = compensator_at, .drive = &r->drive, .keeper = &r->keeper, .standing = standing,
	                         .scale = r->scale, .rescale = rescale};
}

static int tune(void *self, int channel, struct args *a, struct rig_tunable *ret_t, struct err *e)
{
	struct tune_bed b = bed_of(self);

	return tune_set(&b, channel, a, ret_t, e);
}

static bool tunable(const void *self, int k, struct rig_tunable *ret)
{
	struct tune_bed b = bed_of((struct device_rig *)self);

	return tune_list(&b, k, ret);
}

static bool part(const void *self, int channel, int k, struct rig_part *ret)
{
	const struct device_rig *r = self;
	const struct compensator *c = channel >= 0 ? r->compensator[channel].compensator : NULL;
	const struct rig_part whole[] = {{"expDevice", r->device_tag}, {"expController", r->controller_tag}, {"expCommand", r->plan->command->tag}};
	const struct rig_part one[] = {{"expLimits", channel >= 0 ? r->limits[channel]->tag : 0}, {"expCompensator", c ? c->tag : 0}};
	int n = channel < 0 ? (int)COUNT(whole) : 1 + (c != NULL);

	if (k < n)
		*ret = channel < 0 ? whole[k] : one[k];
	return k < n;
}

static double tick_rate(const void *self)
{
	const struct device_rig *r = self;

	return r->rate_hz / r->record;
}

const struct rig_ops rig_device = {
	.name = "DeviceRig",
	.brief = "Actuators that exist, through a device, under an event-driven controller against the clock",
	.example = "-device 1 -controller 1 -limits 1 -rate 1024",
	.params = params,
	.size = sizeof(struct device_rig),
	.setup = setup,
	.start = start,
	.taken_up = taken_up,
	.command = command,
	.measure = measure,
	.commit = commit,
	.why = why,
	.end = end,
	.acknowledge = acknowledge,
	.keeper = keeper,
	.ask = ask,
	.rest = rest,
	.ready = ready,
	.stopped = stopped,
	.limit = limit,
	.physical = true,
	.rate = rate,
	.scale = scale,
	.standing = stand_still,
	.play = play,
	.ticks = ticks,
	.tick_columns = tick_columns,
	.tick_name = tick_name,
	.tick = tick,
	.tick_rate = tick_rate,
	.guards = guards,
	.tune = tune,
	.tunable = tunable,
	.part = part,
};
