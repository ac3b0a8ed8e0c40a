/* The virtual laboratory by script: what stands behind expControl VirtualRig. expSpecimen, expActuator, expSensor, expNetwork, expCommand
 * make one of a kind, expController and expLimits stand between commands and actuators; expCommandPath shows what a command generator does with
 * given targets. */
#include "script/script_experiment.h"

#include "control/controller.h"
#include "control/limits.h"
#include "experiment/actuator.h"
#include "experiment/command.h"
#include "experiment/compensator.h"
#include "experiment/network.h"
#include "experiment/sensor.h"
#include "experiment/specimen.h"

EXPERIMENT_TOPIC(specimen, specimen_table)
EXPERIMENT_TOPIC(actuator, actuator_table)
EXPERIMENT_TOPIC(compensator, compensator_table)
EXPERIMENT_TOPIC(sensor, sensor_table)
EXPERIMENT_TOPIC(network, network_table)
EXPERIMENT_TOPIC(command, command_table)

static int run_specimen(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_kind("expSpecimen", specimen_topic, a, &row, e);

	return code ? code : specimen_build(&s->lab, &s->model, specimen_table[row], a, e);
}

static int run_actuator(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_kind("expActuator", actuator_topic, a, &row, e);

	return code ? code : actuator_build(&s->lab, actuator_table[row], a, e);
}

static int run_compensator(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_kind("expCompensator", compensator_topic, a, &row, e);

	return code ? code : compensator_build(&s->lab, compensator_table[row], a, e);
}

static int run_sensor(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_kind("expSensor", sensor_topic, a, &row, e);

	return code ? code : sensor_build(&s->lab, sensor_table[row], a, e);
}

static int run_network(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_kind("expNetwork", network_topic, a, &row, e);

	return code ? code : network_build(&s->lab, network_table[row], a, e);
}

static int run_command(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_kind("expCommand", command_topic, a, &row, e);

	return code ? code : command_build(&s->lab, command_table[row], a, e);
}

/* One kind only: its words are for help. */
static bool controller_topic(int i, struct script_topic *ret)
{
	if (i == 0)
		*ret = (struct script_topic){ .name = "expController", .brief = "Moves on while a target is late: extrapolates, slows down, holds, lets go",
		                              .cite = "Mosqueda, Stojadinovic & Mahin 2005, UCB/EERC 2005-02, 4.4", .example = "1", .before = "tag",
		                              .params = control_plan_params };
	return i == 0;
}

static int run_controller(struct script *s, struct args *a, struct err *e)
{
	return control_plan_build(&s->lab, a, e);
}

static bool limits_topic(int i, struct script_topic *ret)
{
	if (i == 0)
		*ret = (struct script_topic){ .name = "expLimits", .brief = "What no command and no reading of a channel may leave, and what happens when one does",
		                              .example = "-stroke -5 5 -velocity 20 -force -100 100 -following 0.5 -watchdog 0.1 -onTrip unload",
		                              .before = "tag", .params = limits_plan_params };
	return i == 0;
}

static int run_limits(struct script *s, struct args *a, struct err *e)
{
	return limits_plan_build(&s->lab, a, e);
}

/* --- what a generator does ------------------------------------------------------------------------- */

enum { PATH_TICKS = 10000, PATH_LENGTH = 10000000 };

struct path_words {
	int ticks, n;
	double known, step;
	double *x, *v, *a;                 /* of the targets; v, a: NULL: zero */
};

static int path_rates(struct path_words *w, struct args *a, struct arena *mem, const char *name, double **ret_x, struct err *e)
{
	double *x;
	int n, code = args_list_real(a, name, RANGE_ANY, 1, mem, &x, &n, e);

	if (!code && n != w->n) {
		code = err_set(e, ERR_RANGE, a->object, "%s has another number of values than there are targets", name);
		err_value(e, "%d", n);
		err_allowed(e, "%d", w->n);
	}
	if (!code)
		*ret_x = x;
	return code;
}

static int path_read(struct path_words *w, struct args *a, struct arena *mem, struct err *e)
{
	int code = args_int(a, "ticks", 1, PATH_TICKS, &w->ticks, e);

	if (!code)
		code = args_list_real(a, "targets", RANGE_ANY, 2, mem, &w->x, &w->n, e);
	while (!code && args_more(a)) {
		if (args_accept(a, "-known"))
			code = args_real(a, "-known", RANGE_UNIT, &w->known, e);
		else if (args_accept(a, "-step"))
			code = args_real(a, "-step", RANGE_POSITIVE, &w->step, e);
		else if (args_accept(a, "-vel"))
			code = path_rates(w, a, mem, "-vel", &w->v, e);
		else if (args_accept(a, "-accel"))
			code = path_rates(w, a, mem, "-accel", &w->a, e);
		else
			code = args_end(a, e);
	}
	if (!code && (w->n - 1.0) * w->ticks + 1.0 > PATH_LENGTH) {
		code = err_set(e, ERR_LIMIT, a->object, "too many commands: a value for every tick");
		err_value(e, "%d targets of %d ticks", w->n, w->ticks);
		err_allowed(e, "at most %d", PATH_LENGTH);
	}
	return code;
}

static int run_path(struct script *s, struct args *a, struct err *e)
{
	struct path_words w = {.known = 1.0, .step = 1.0};
	struct command_target *t = NULL;
	struct command_use u;
	double *x = NULL;
	void *found = NULL;
	int tag, length, code = args_tag(a, "tag", &tag, e);

	if (!code)
		code = laboratory_need(&s->lab.commands, "expCommand", tag, a->object, &found, e);
	if (!code)
		code = path_read(&w, a, &s->scratch, e);
	if (code)
		return code;
	length = (w.n - 1) * w.ticks + 1;
	u = (struct command_use){.command = found, .state = ARENA_ARRAY(&s->scratch, (size_t)((const struct command *)found)->nstate, double)};
	t = ARENA_ARRAY(&s->scratch, (size_t)w.n, struct command_target);
	x = ARENA_ARRAY(&s->scratch, (size_t)length, double);
	if (!u.state || !t || !x)
		return err_set(e, ERR_MEMORY, a->object, "no memory for %d commands", length);
	for (int i = 0; i < w.n; i++)
		t[i] = (struct command_target){.x = w.x[i], .v = w.v ? w.v[i] : 0.0, .a = w.a ? w.a[i] : 0.0, .step = w.step};
	command_path(&u, w.n, t, w.ticks, w.known, x);
	script_result_reals(s, length, x);
	return 0;
}

const struct script_command script_virtual_commands[] = {
	{ "expSpecimen", run_specimen, "expSpecimen Type tag ...", "A specimen of a virtual laboratory: what resists when it is moved.", specimen_topic },
	{ "expActuator", run_actuator, "expActuator Type tag ...", "An actuator of a virtual laboratory: how a command becomes a motion.", actuator_topic },
	{ "expCompensator", run_compensator,
	  "expCompensator Type tag ... <-limit l> <-off> <-adaptive <-delayMost s> <-delayWindow s> <-delaySlowest v>>",
	  "What is sent to an actuator so that it is where it should be. It adds l at most; -adaptive: the delay is estimated on-line.",
	  compensator_topic },
	{ "expSensor", run_sensor, "expSensor Type tag ...", "A sensor of a virtual laboratory: how a true value becomes a reading.", sensor_topic },
	{ "expNetwork", run_network, "expNetwork Type tag ... <-loss p> <-timeout T> <-retries n> <-stall from duration ...> <-cut t>",
	  "The network before a virtual rig: how long it waits for a command. No answer for T seconds: tried again, n times (10 s, 3); then the site is lost.",
	  network_topic },
	{ "expCommand", run_command, "expCommand Type tag ...", "A command generator: how targets, one a step, become a command at every tick.",
	  command_topic },
	{ "expController", run_controller,
	  "expController tag commandTag <-extrapolate share> <-slow share> <-slowRate rate> <-hold T> <-mass m> <-damping c> "
	  "<-adaptive share> <-window n> <-shortest T> <-longest T> <-change share>",
	  "An event-driven controller for VirtualRig -controller: what a rig does while a target is late.", controller_topic },
	{ "expLimits", run_limits,
	  "expLimits tag <-stroke lo hi> <-velocity v> <-force lo hi> <-following e> <-followingTime s> <-watchdog s> <-late s> <-onTrip hold|ramp|unload> "
	  "<-tripVelocity v> <-zeroForce f>",
	  "Limits of a channel: the first command or reading outside trips, and the policy brings the channel to rest without a jump.", limits_topic },
	{ "expCommandPath", run_path, "expCommandPath tag ticks {x ...} <-known xi> <-step dt> <-vel {v ...}> <-accel {a ...}>",
	  "The commands that an expCommand makes of targets, ticks a step, from rest at the first. A target becomes known at the share xi of its step "
	  "(1: not before it is due, so that all is predicted).", NULL },
	{ 0 },
};
