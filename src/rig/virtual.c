/* The virtual rig: specimens, actuators and sensors that live in the program, at the ticks of a controller. How it moves: virtual_run.c.
 *
 *   expControl VirtualRig 1 -rate 1024 -channel 1 -actuator 2 -forceSensor 3
 *
 * Each -channel names the specimen it moves; a specimen of several channels is named as often as it has channels, in their order. Without
 * -rate there is one tick a command and no dynamics: with ideal sensors this is the perfect rig.
 */
#include "rig/virtual.h"

#include <limits.h>
#include <stdio.h>

#include "plugin.h"

static const struct param params[] = {
	{ .name = "-rate", .kind = PARAM_REAL, .offset = offsetof(struct virtual_rig, rate_hz), .range = {0.0, 1e6, true, false},
	  .help = "ticks a second of laboratory time [Hz]; without: one tick a command, no dynamics" },
	{ .name = "-scale", .kind = PARAM_REAL, .offset = offsetof(struct virtual_rig, scale), .def = 1.0, .range = {1e-6, 1e6, false, false},
	  .help = "laboratory time over test time: 1 is real time, 100 a slow test" },
	{ .name = "-ramp", .kind = PARAM_REAL, .offset = offsetof(struct virtual_rig, ramp), .range = RANGE_POSITIVE,
	  .help = "ramp-and-hold: each command is reached in this time, whatever the test time [s]" },
	{ .name = "-hold", .kind = PARAM_REAL, .offset = offsetof(struct virtual_rig, hold), .range = RANGE_NONNEG,
	  .help = "then the command holds for this time before anything is measured [s]" },
	{ .name = "-iteration", .kind = PARAM_REAL, .offset = offsetof(struct virtual_rig, iteration), .range = RANGE_NONNEG,
	  .help = "time for a command that is not for a later test time, one tick at least [s]" },
	{ .name = "-record", .kind = PARAM_INT, .offset = offsetof(struct virtual_rig, record), .def = 1, .range = {1, INT_MAX, false, false},
	  .help = "one row of data every so many ticks" },
	{ .name = "-buffer", .kind = PARAM_INT, .offset = offsetof(struct virtual_rig, buffer), .def = 8192, .range = {1, 10000000, false, false},
	  .help = "rows of data kept for one step; the newest stay" },
	{ .name = "-behind", .kind = PARAM_INT, .offset = offsetof(struct virtual_rig, behind), .range = {0, VIRTUAL_BEHIND, false, false},
	  .help = "every tick sends the command of so many ticks before: a loop that computes in one tick and sends in the next; default 0" },
	{ .name = "-network tag", .kind = PARAM_ROW, .help = "each command takes the time of an expNetwork to come; until then the last one holds" },
	{ .name = "-command tag", .kind = PARAM_ROW,
	  .help = "between two targets the commands are those of an expCommand, which takes them as evenly spaced; default: straight" },
	{ .name = "-known", .kind = PARAM_REAL, .offset = offsetof(struct virtual_rig, known), .range = RANGE_UNIT,
	  .help = "share of a step that passes before -command knows its target: 0 computing takes no time, 1 all commands are predicted" },
	{ .name = "-controller tag", .kind = PARAM_ROW,
	  .help = "an expController moves on while a command is waited for, slows down, holds, lets go; without: holds until it is here" },
	{ .name = "-control disp|vel|accel", .kind = PARAM_ROW, .help = "the commanded quantity that drives the actuators; default disp" },
	{ .name = "-channel specimenTag <-actuator tag> <-compensator tag> <-limits tag> <-dispSensor tag> <-velSensor tag>"
	          " <-accelSensor tag> <-forceSensor tag>", .kind = PARAM_ROW,
	  .required = true,
	  .help = "one a channel: the specimen it moves; without actuator the motion is ideal, without compensator it gets the"
	          " command as it is, without sensor the true value is read; expLimits go with -controller" },
	{ 0 },
};

/* --- words ----------------------------------------------------------------------------------------- */

struct channel_words {
	int specimen, actuator, compensator, sensor[READINGS];
	bool has_actuator, has_compensator, has_sensor[READINGS];
	const struct limits_plan *limits;
};

static const char *const SENSOR_WORD[READINGS] = {"-dispSensor", "-velSensor", "-accelSensor", "-forceSensor"};

static int limits_read(struct channel_words *w, struct args *a, struct laboratory *lab, struct err *e)
{
	void *found;
	int tag, code = args_tag(a, "-limits", &tag, e);

	if (!code)
		code = laboratory_need(&lab->limits, "expLimits", tag, a->object, &found, e);
	if (!code)
		w->limits = found;
	return code;
}

/* Its options stand once for every channel. */
static int channel_read(struct channel_words *w, struct args *a, struct laboratory *lab, struct err *e)
{
	int code = args_tag(a, "specimenTag", &w->specimen, e), k = 0, since = a->since;

	a->since = a->at;
	while (!code && k < READINGS) {
		if (args_accept(a, "-actuator")) {
			code = args_tag(a, "actuator", &w->actuator, e);
			w->has_actuator = true;
			continue;
		}
		if (args_accept(a, "-compensator")) {
			code = args_tag(a, "compensator", &w->compensator, e);
			w->has_compensator = true;
			continue;
		}
		if (args_accept(a, "-limits")) {
			code = limits_read(w, a, lab, e);
			continue;
		}
		for (k = 0; k < READINGS && !args_accept(a, SENSOR_WORD[k]); k++)
			;
		if (k < READINGS) {
			code = args_tag(a, SENSOR_WORD[k], &w->sensor[k], e);
			w->has_sensor[k] = true;
		}
	}
	a->since = since;
	return code;
}

static int network_read(struct virtual_rig *r, struct args *a, struct laboratory *lab, struct err *e)
{
	void *found;
	int tag, code = args_tag(a, "-network", &tag, e);

	if (!code)
		code = laboratory_need(&lab->networks, "expNetwork", tag, a->object, &found, e);
	return code ? code : network_use(&r->network, found, lab, a->object, e);
}

static int command_read(struct virtual_rig *r, struct args *a, struct laboratory *lab, struct err *e)
{
	void *found;
	int tag, code = args_tag(a, "-command", &tag, e);

	if (!code)
		code = laboratory_need(&lab->commands, "expCommand", tag, a->object, &found, e);
	if (!code)
		r->command = found;
	return code;
}

static int controller_read(struct virtual_rig *r, struct args *a, struct laboratory *lab, struct err *e)
{
	void *found;
	int tag, code = args_tag(a, "-controller", &tag, e);

	if (!code)
		code = laboratory_need(&lab->controllers, "expController", tag, a->object, &found, e);
	if (!code)
		r->plan = found;
	return code;
}

static int words_read(struct virtual_rig *r, struct args *a, struct channel_words *w, struct laboratory *lab, struct err *e)
{
	static const char *const drive[] = {"disp", "vel", "accel", NULL};
	int code = 0;

	while (args_more(a) && !code) {
		int at = a->at;

		if (args_accept(a, "-control"))
			code = args_choice(a, "-control", drive, &r->drive_slot, e);
		else if (args_accept(a, "-network"))
			code = network_read(r, a, lab, e);
		else if (args_accept(a, "-command"))
			code = command_read(r, a, lab, e);
		else if (args_accept(a, "-controller"))
			code = controller_read(r, a, lab, e);
		else if (args_accept_again(a, "-channel"))
			code = channel_read(&w[r->n++], a, lab, e);
		else
			code = param_options(params, r, a, e);
		if (!code && a->at == at)
			return args_end(a, e);
	}
	return code;
}

/* Commands wait in ticks of their own; a controller has times of its own. */
static int behind_check(const struct virtual_rig *r, const char *object, struct err *e)
{
	const char *with = r->behind == 0 ? NULL : r->rate_hz == 0.0 ? "no -rate" : r->plan ? "-controller"
	                 : r->drive_slot != SLOT_DISP ? "-control vel or accel" : NULL;

	if (!with)
		return 0;
	err_set(e, ERR_UNSUPPORTED, object, "-behind does not go with %s", with);
	err_hint(e, "it counts ticks of displacements that are sent as they come");
	return ERR_UNSUPPORTED;
}

/* What waits must be able to hold: ticks to count the time, and a position. */
static int network_check(const struct virtual_rig *r, const char *object, struct err *e)
{
	const struct network *n = r->network.network;
	int code = 0;

	if (n && r->rate_hz == 0.0) {
		code = err_set(e, ERR_ARGUMENT, object, "-network without -rate");
		err_hint(e, "times of the laboratory are counted in ticks");
	} else if (n && r->drive_slot != SLOT_DISP) {
		code = err_set(e, ERR_UNSUPPORTED, object, "a rig that waits for its commands must hold its position");
		err_hint(e, "-network needs -control disp");
	} else if (n && network_patience(n) * r->rate_hz > PACE_MOST) {
		code = err_set(e, ERR_LIMIT, object, "expNetwork %d waits too long for an answer: -timeout, and again for each of the -retries", n->tag);
		err_value(e, "%g s", network_patience(n));
		err_allowed(e, "at most %g s at this rate", PACE_MOST / r->rate_hz);
	}
	return code;
}

/* A generator works at ticks, with displacements, velocities and accelerations of targets. */
static int command_check(const struct virtual_rig *r, const char *object, struct err *e)
{
	int code = 0;

	if (r->command && r->rate_hz == 0.0) {
		code = err_set(e, ERR_ARGUMENT, object, "-command without -rate");
		err_hint(e, "between targets there are commands only at ticks");
	} else if (r->command && r->drive_slot != SLOT_DISP) {
		code = err_set(e, ERR_UNSUPPORTED, object, "-command makes displacements");
		err_hint(e, "it needs -control disp");
	} else if (!r->command && r->known > 0.0) {
		code = err_set(e, ERR_ARGUMENT, object, "-known without -command");
		err_hint(e, "while a target is not known its generator predicts");
	}
	return code;
}

/* A controller has a generator of its own and the whole step for its way. */
static int controller_check(const struct virtual_rig *r, const char *object, struct err *e)
{
	const char *with = !r->plan ? NULL : r->rate_hz == 0.0 ? "no -rate" : r->drive_slot != SLOT_DISP ? "-control vel or accel" : r->command ? "-command"
	                 : r->ramp > 0.0 ? "-ramp" : NULL;

	if (!r->plan && r->realtime->on && r->rate_hz > 0.0) {
		err_set(e, ERR_UNSUPPORTED, object, "--realtime: a rig that ticks needs -controller");
		err_hint(e, "only a controller may be given its targets late; or run it in virtual time");
		return ERR_UNSUPPORTED;
	}
	if (!with && r->plan && r->realtime->on && r->realtime->rate_hz > 0.0 && r->realtime->rate_hz != r->rate_hz) {
		err_set(e, ERR_ARGUMENT, object, "its -rate is another than --rate");
		err_value(e, "%g Hz", r->rate_hz);
		err_allowed(e, "%g Hz, or no -rate", r->realtime->rate_hz);
		return ERR_ARGUMENT;
	}
	if (!with)
		return 0;
	err_set(e, ERR_UNSUPPORTED, object, "-controller does not go with %s", with);
	err_hint(e, "it ticks, makes displacements by the generator of its expController, and has the step's time for each of them");
	return ERR_UNSUPPORTED;
}

static int words_check(const struct virtual_rig *r, const char *object, struct err *e)
{
	int code = 0;

	if (!r->n) {
		code = err_set(e, ERR_ARGUMENT, object, "it has no channel");
		err_hint(e, "-channel specimenTag, one a channel");
	} else if (r->hold > 0.0 && r->ramp == 0.0) {
		code = err_set(e, ERR_ARGUMENT, object, "-hold without -ramp");
		err_hint(e, "ramp-and-hold needs both times");
	} else if ((r->ramp > 0.0 || r->iteration > 0.0) && r->rate_hz == 0.0) {
		code = err_set(e, ERR_ARGUMENT, object, "%s without -rate", r->ramp > 0.0 ? "-ramp" : "-iteration");
		err_hint(e, "times of the laboratory are counted in ticks");
	} else if (fmax(r->ramp + r->hold, r->iteration) * r->rate_hz > PACE_MOST) {
		code = err_set(e, ERR_LIMIT, object, "the time of one command, -ramp and -hold or -iteration, is too long");
		err_value(e, "%g s", fmax(r->ramp + r->hold, r->iteration));
		err_allowed(e, "at most %g s at this rate", PACE_MOST / r->rate_hz);
	}
	if (!code)
		code = command_check(r, object, e);
	if (!code)
		code = controller_check(r, object, e);
	if (!code)
		code = behind_check(r, object, e);
	return code ? code : network_check(r, object, e);
}

/* --- channels -------------------------------------------------------------------------------------- */

static int compensator_make(struct virtual_rig *r, int i, const struct channel_words *w, struct laboratory *lab, const char *object, struct err *e)
{
	char text[160];
	void *found = NULL;
	int code = w->has_compensator ? laboratory_need(&lab->compensators, "expCompensator", w->compensator, object, &found, e) : 0;

	if (!code && found && r->drive_slot != SLOT_DISP) {
		err_set(e, ERR_UNSUPPORTED, object, "expCompensator %d works on displacements", w->compensator);
		err_hint(e, "use -control disp");
		return ERR_UNSUPPORTED;
	}
	if (!code)
		code = compensator_use(&r->channel[i].compensator, found, r->rate_hz > 0.0 ? 1.0 / r->rate_hz : 0.0, lab, object, e);
	if (code || !r->command || r->ramp == 0.0 || !compensator_reach(&r->reach, &r->channel[i].compensator, r->ramp + r->hold))
		return code;
	compensator_reach_text(&r->reach, text, sizeof text);
	return err_set(e, ERR_LIMIT, object, "%s", text);
}

/* Where commands are predicted, or made by a controller, there is one every tick: an actuator cannot err by the commands of steps. */
static int actuator_check(const struct virtual_rig *r, const struct actuator *a, const char *object, struct err *e)
{
	const char *word = r->plan ? "-controller" : r->known > 0.0 ? "-known" : NULL;

	if (!word || !a || !a->ops->aim)
		return 0;
	err_set(e, ERR_UNSUPPORTED, object, "expActuator %d (%s) errs by whole commands, and %s makes one every tick", a->tag, a->ops->name, word);
	return ERR_UNSUPPORTED;
}

static int channel_make(struct virtual_rig *r, int i, const struct channel_words *w, struct laboratory *lab, const char *object, struct err *e)
{
	struct virtual_channel *c = &r->channel[i];
	double dt = r->rate_hz > 0.0 ? 1.0 / r->rate_hz : 0.0;
	void *found = NULL;
	int code = w->has_actuator ? laboratory_need(&lab->actuators, "expActuator", w->actuator, object, &found, e) : 0;
	const struct actuator *actuator = found;

	c->limits = w->limits;
	if (!code && w->limits && !r->plan) {
		err_set(e, ERR_UNSUPPORTED, object, "expLimits %d without -controller", w->limits->tag);
		err_hint(e, "limits at every tick are the controller's; without one use the limits of expControlPoint");
		return ERR_UNSUPPORTED;
	}
	if (!code && actuator && actuator->ops->position && r->drive_slot != SLOT_DISP) {
		err_set(e, ERR_UNSUPPORTED, object, "expActuator %d (%s) controls a position", actuator->tag, actuator->ops->name);
		err_hint(e, "use -control disp, or another actuator");
		return ERR_UNSUPPORTED;
	}
	if (!code)
		code = actuator_check(r, actuator, object, e);
	if (!code)
		code = actuator_use(&c->actuator, actuator, dt, lab, object, e);
	if (!code)
		code = command_use(&c->generator, r->command, lab, object, e);
	if (!code)
		code = compensator_make(r, i, w, lab, object, e);
	c->waiting = ARENA_ARRAY(&lab->arena, (size_t)r->behind + 1, double);
	c->seen = ARENA_ARRAY(&lab->arena, (size_t)r->behind + 1, double);
	if (!code && (!c->waiting || !c->seen))
		code = err_set(e, ERR_MEMORY, object, "no memory for commands that wait");
	for (int k = 0; k < READINGS && !code; k++) {
		found = NULL;
		if (w->has_sensor[k])
			code = laboratory_need(&lab->sensors, "expSensor", w->sensor[k], object, &found, e);
		if (!code)
			code = sensor_use(&c->sensor[k], found, lab, object, e);
	}
	return code;
}

/* Which channels of the rig move specimen p; their number must be that of its own channels. */
static int part_make(struct virtual_rig *r, const struct channel_words *w, int i, struct laboratory *lab, const char *object, struct err *e)
{
	struct virtual_part *part = &r->part[r->nparts];
	struct specimen_holder holder = {&lab->rigs, r->rig->tag, r->rig};
	int n = 0, code = specimen_mount(lab, w[i].specimen, holder, object, &part->specimen, e);

	if (code)
		return code;
	part->channel = ARENA_ARRAY(&lab->arena, (size_t)r->n, int);
	if (!part->channel)
		return err_set(e, ERR_MEMORY, object, "no memory for its channels");
	for (int k = 0; k < r->n; k++)
		if (w[k].specimen == w[i].specimen) {
			r->channel[k].specimen = part->specimen;
			part->channel[n++] = k;
		}
	if (n != part->specimen->n) {
		err_set(e, ERR_RANGE, object, "expSpecimen %d has another number of channels", w[i].specimen);
		err_value(e, "-channel %d stands here %d times", w[i].specimen, n);
		err_allowed(e, "%d", part->specimen->n);
		return ERR_RANGE;
	}
	r->nparts++;
	return 0;
}

static int setup(void *self, struct args *a, struct rig *rig, struct laboratory *lab, const struct model *m, struct err *e)
{
	struct virtual_rig *r = self;
	struct channel_words *w = ARENA_ARRAY(&lab->arena, (size_t)a->n + 1, struct channel_words);
	int code;

	(void)m;
	if (!w)
		return err_set(e, ERR_MEMORY, a->object, "no memory for its words");
	r->rig = rig;
	r->seed = &lab->seed;
	r->round = &lab->round;
	r->realtime = &lab->realtime;
	r->silent = NAN;
	code = words_read(r, a, w, lab, e);
	if (r->rate_hz == 0.0 && r->plan)
		r->rate_hz = lab->realtime.rate_hz;
	r->pace = r->agreed = (struct pace){.rate_hz = r->rate_hz, .scale = r->scale};
	if (!code)
		code = words_check(r, a->object, e);
	if (code)
		return code;
	r->channel = ARENA_ARRAY(&lab->arena, (size_t)r->n, struct virtual_channel);
	r->part = ARENA_ARRAY(&lab->arena, (size_t)r->n, struct virtual_part);
	if (!r->channel || !r->part)
		return err_set(e, ERR_MEMORY, a->object, "no memory for %d channels", r->n);
	for (int i = 0; i < r->n && !code; i++) {
		code = channel_make(r, i, &w[i], lab, a->object, e);
		if (!code && !r->channel[i].specimen)
			code = part_make(r, w, i, lab, a->object, e);
	}
	if (!code && r->plan)
		code = virtual_drive_setup(r, lab, a->object, e);
	if (!code)
		code = rows_setup(&r->rows, 5 * r->n + 2 + (r->plan != NULL), r->buffer, a->object, &lab->arena, e);
	signals_size(rig->ctrl.n, r->n, r->n, r->n, 0, 0);
	signals_size(rig->daq.n, r->n, r->n, r->n, r->n, 1);
	if (!code && signals_take(&r->watch, rig->daq.n, &lab->arena))
		code = err_set(e, ERR_MEMORY, a->object, "no memory for its readings");
	return code;
}

/* --- reports ---------------------------------------------------------------------------------------- */

static bool why(const void *self, char *ret_text, int size)
{
	const struct virtual_rig *r = self;
	const struct network *n = r->network.network;

	if (r->reach.beyond) {
		compensator_reach_text(&r->reach, ret_text, size);
		return true;
	}
	if (r->crowd > 0.0) {
		pace_crowd_text(r->crowd, ret_text, size);
		return true;
	}
	if (r->plan && (r->keeper.link || drive_tripped(&r->drive) || r->drive.control.state == CONTROL_REST)) {
		drive_why(r->keeper.link ? &r->keeper.answer : &r->drive.answer, r->rig->lab->unit, ret_text, size);
		return !r->broken;
	}
	if (r->stopped.cause != LIMITS_OK) {
		limits_text(&r->stopped, r->rig->lab->unit, ret_text, size);
		return true;
	}
	if (isnan(r->silent))
		return false;
	snprintf(ret_text, (size_t)size, "the site is lost: expNetwork %d was silent for %g s, %d tries, from %.9g s on the rig's clock", n->tag,
	         network_patience(n), n->retries + 1, r->silent);
	return true;
}

/* --- data at the rate of the ticks ----------------------------------------------------------------- */

static int tick_columns(const void *self)
{
	return ((const struct virtual_rig *)self)->rows.columns;
}

static const char *tick_name(const void *self, int column, char *ret_text, int size)
{
	static const char *const name[] = {"command", "disp", "measuredDisp", "measuredForce", NULL};
	const struct virtual_rig *r = self;

	return rows_name(column, r->n, r->rows.columns, name, ret_text, size);
}

static bool traffic(const void *self, struct traffic *ret)
{
	const struct virtual_rig *r = self;

	*ret = r->network.traffic;
	ret->log = &r->network.log;
	return r->network.network != NULL;
}

static struct compensator_use *compensator_at(void *self, int channel)
{
	return &((struct virtual_rig *)self)->channel[channel].compensator;
}

/* Counted from where the rig stands. */
static void rescale(void *self, double scale)
{
	struct virtual_rig *r = self;

	r->base = r->t;
	r->scale = scale;
	pace_scale(&r->pace, scale);
	pace_scale(&r->agreed, scale);
}

/* What is commanded as a velocity or acceleration would jump with the scale. */
static struct tune_bed bed_of(struct virtual_rig *r)
{
	return (struct tune_bed){.n = r->n, .self = r, .compensator = compensator_at, .drive = r->plan ? &r->drive : NULL, .keeper = &r->keeper,
	                         .standing = virtual_standing, .scale = r->drive_slot == SLOT_DISP ? r->scale : NAN, .rescale = rescale};
}

static int tune(void *self, int channel, struct args *a, struct rig_tunable *ret_t, struct err *e)
{
	struct tune_bed b = bed_of(self);

	return tune_set(&b, channel, a, ret_t, e);
}

static bool tunable(const void *self, int k, struct rig_tunable *ret)
{
	struct tune_bed b = bed_of((struct virtual_rig *)self);

	return tune_list(&b, k, ret);
}

static bool part(const void *self, int channel, int k, struct rig_part *ret)
{
	const struct virtual_rig *r = self;
	const struct virtual_channel *c = channel >= 0 ? &r->channel[channel] : NULL;
	struct rig_part all[4 + READINGS];
	int n = 0;

#define PART(word, object) do if (object) all[n++] = (struct rig_part){word, (object)->tag}; while (0)
	if (c) {
		PART("expSpecimen", c->specimen);
		PART("expActuator", c->actuator.actuator);
		PART("expCompensator", c->compensator.compensator);
		PART("expLimits", c->limits);
		for (int i = 0; i < READINGS; i++)
			PART("expSensor", c->sensor[i].sensor);
	} else {
		PART("expController", r->plan);
		PART("expCommand", r->plan ? r->plan->command : r->command);
		PART("expNetwork", r->network.network);
	}
#undef PART
	if (k < n)
		*ret = all[k];
	return k < n;
}

static double tick_rate(const void *self)
{
	const struct virtual_rig *r = self;

	return r->rate_hz / r->record;
}

static struct guards *guards(void *self)
{
	struct virtual_rig *r = self;

	return r->keeper.link ? keeper_guards(&r->keeper) : &r->guards;
}

static double scale(const void *self)
{
	return ((const struct virtual_rig *)self)->scale;
}

const struct rig_ops rig_virtual = {
	.name = "VirtualRig",
	.brief = "Virtual laboratory: specimens moved by actuators with dynamics, read by sensors with noise, at ticks of their own",
	.example = "-rate 1024 -channel 1 -actuator 1 -forceSensor 1",
	.params = params,
	.size = sizeof(struct virtual_rig),
	.setup = setup,
	.start = virtual_start,
	.command = virtual_command,
	.measure = virtual_measure,
	.commit = virtual_commit,
	.why = why,
	.end = virtual_drive_end,
	.acknowledge = virtual_acknowledge,
	.aftermath = virtual_drive_aftermath,
	.keeper = virtual_drive_keeper,
	.controller = virtual_drive_controller,
	.ask = virtual_drive_ask,
	.rest = virtual_rest,
	.ready = virtual_drive_ready,
	.stopped = virtual_drive_stopped,
	.limit = virtual_drive_limit,
	.rate = virtual_rate,
	.scale = scale,
	.standing = virtual_stand_still,
	.play = virtual_play,
	.ticks = virtual_ticks,
	.tick_columns = tick_columns,
	.tick_name = tick_name,
	.tick = virtual_tick,
	.tick_rate = tick_rate,
	.guards = guards,
	.traffic = traffic,
	.tune = tune,
	.tunable = tunable,
	.part = part,
};
