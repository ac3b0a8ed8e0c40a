/* Commands played on a virtual rig beside the test, one a tick: to see how it follows.
 *
 * A tick is that of virtual_run.c, under a controller that of its drive, with a command that is given. Nothing of the path ahead is known to a
 * compensator, as in a test with a step of one tick; what it learns it keeps, and one that is passed by stays as it was. No rows are recorded: they
 * belong to the steps of the test. The rig's clock goes on; test time, and what is counted of it, stand.
 */
#include "rig/virtual.h"

#include "plugin.h"

double virtual_rate(const void *self)
{
	return ((const struct virtual_rig *)self)->rate_hz;
}

void virtual_standing(const void *self, double *ret_x)
{
	const struct virtual_rig *r = self;

	if (r->plan)
		keeper_standing(&r->keeper, &r->drive, ret_x);
	for (int i = 0; i < r->n && !r->plan; i++)
		ret_x[i] = r->channel[i].command;
}

/* In virtual time nothing moves between two commands. */
void virtual_stand_still(const void *self, double *ret_x)
{
	struct virtual_rig *r = (struct virtual_rig *)self;

	keeper_still(&r->keeper, NULL);
	virtual_standing(r, ret_x);
}

/* An actuator that errs by whole commands; NULL: none. */
static const struct actuator *errs_by_commands(const struct virtual_rig *r)
{
	for (int i = 0; i < r->n; i++) {
		const struct actuator *a = r->channel[i].actuator.actuator;

		if (a && a->ops->aim)
			return a;
	}
	return NULL;
}

static int refuse(const struct virtual_rig *r, struct err *e)
{
	static const char object[] = "expControl VirtualRig";
	const struct actuator *a = errs_by_commands(r);

	if (r->drive_slot != SLOT_DISP) {
		err_set(e, ERR_UNSUPPORTED, object, "rig %d: what is played are displacements", r->rig->tag);
		err_hint(e, "use -control disp");
		return ERR_UNSUPPORTED;
	}
	if (!a)
		return 0;
	err_set(e, ERR_UNSUPPORTED, object, "rig %d: expActuator %d (%s) errs by whole commands of a test, and here is one every tick", r->rig->tag, a->tag,
	        a->ops->name);
	err_hint(e, "actuators with dynamics can be played on: FirstOrder, Delay, TransferFunction, ServoHydraulic");
	return ERR_UNSUPPORTED;
}

/* The command of channel c, through its compensator. */
static double compensated_command(struct virtual_channel *c, double x, double dt)
{
	double v = (x - c->wanted) / dt;
	struct compensator_wish wish = {.x = x, .v = v, .a = (v - c->wanted_rate) / dt};

	c->wanted = x;
	c->wanted_rate = v;
	return compensator_apply(&c->compensator, &wish, c->reading[SLOT_DISP]);
}

static int play_tick(struct virtual_rig *r, const double *x, bool compensated)
{
	double dt = 1.0 / r->rate_hz;
	int code;

	r->tick++;
	r->t = (double)r->tick / r->rate_hz;
	for (int i = 0; i < r->n; i++) {
		struct virtual_channel *c = &r->channel[i];

		c->now = x[i];
		actuator_advance(&c->actuator, compensated ? compensated_command(c, x[i], dt) : x[i], c->force);
		c->at = c->actuator.at;
	}
	code = virtual_settle_tick(r, dt);
	if (code)
		return code;
	virtual_measure(r, &r->watch);
	return rig_watch(r->rig, &r->watch);
}

/* The rig stands at x. Where that is another place than before, generators and controller begin anew from there. */
static void stand(struct virtual_rig *r, const double *x, bool compensated)
{
	if (r->plan)
		drive_stand(&r->drive);
	for (int i = 0; i < r->n && !r->plan; i++) {
		struct virtual_channel *c = &r->channel[i];

		if (r->command && x[i] != c->command)
			command_start(&c->generator, x[i], 0.0);
		c->from = c->command = c->aim_from = c->aim = x[i];
		if (!compensated) {
			c->wanted = x[i];
			c->wanted_rate = 0.0;
		}
	}
}

int virtual_play(void *self, int nticks, const double *x, bool compensated, double *ret_x, double *ret_f, struct err *e)
{
	struct virtual_rig *r = self;
	int code = refuse(r, e);

	if (!code && r->keeper.link)
		return virtual_drive_play_live(r, nticks, x, compensated, ret_x, ret_f, e);
	r->playing = true;
	for (int k = 0; k < nticks && !code; k++) {
		const double *now = x + (size_t)k * (size_t)r->n;

		code = r->plan ? virtual_drive_play(r, now, compensated) : play_tick(r, now, compensated);
		for (int i = 0; i < r->n; i++, ret_x++, ret_f++) {
			*ret_x = r->channel[i].reading[SLOT_DISP];
			*ret_f = r->channel[i].reading[SLOT_FORCE];
		}
		if (!code && k == nticks - 1)
			stand(r, now, compensated);
	}
	r->playing = false;
	return code;
}
