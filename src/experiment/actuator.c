/* Making actuators, and moving them. */
#include "experiment/actuator.h"

#include "experiment/laboratory.h"

#include <string.h>

int actuator_build(struct laboratory *lab, const struct actuator_ops *ops, struct args *a, struct err *e)
{
	struct actuator *ac = ARENA_NEW(&lab->arena, struct actuator);
	int code;

	if (!ac || !(ac->self = arena_alloc(&lab->arena, ops->size)))
		return err_set(e, ERR_MEMORY, a->object, "no memory for an actuator");
	code = laboratory_begin(lab, &lab->actuators, a, "expActuator", ops->name, &ac->tag, e);
	ac->ops = ops;
	if (!code)
		code = param_parse(ops->params, ac->self, a, e);
	if (!code && ops->setup)
		code = ops->setup(ac->self, a, lab, e);
	if (!code)
		code = args_end(a, e);
	if (code)
		return code;
	lab->stamp++;
	return table_add(&lab->actuators, ac->tag, ac, "expActuator", &lab->arena, e);
}

int actuator_use(struct actuator_use *u, const struct actuator *actuator, double dt, struct laboratory *lab, const char *object, struct err *e)
{
	*u = (struct actuator_use){.actuator = actuator, .dt = dt};
	if (!actuator)
		return 0;
	if (actuator->ops->advance && dt <= 0.0) {
		err_set(e, ERR_ARGUMENT, object, "expActuator %d (%s) moves with the time, and this rig has no ticks", actuator->tag, actuator->ops->name);
		err_hint(e, "give the rig -rate");
		return ERR_ARGUMENT;
	}
	u->nstate = actuator->ops->nstate ? actuator->ops->nstate(actuator->self, dt) : 0;
	if (u->nstate > ACTUATOR_STATE_MOST) {
		err_set(e, ERR_LIMIT, object, "expActuator %d (%s) remembers too many ticks at this rate", actuator->tag, actuator->ops->name);
		err_value(e, "%d", u->nstate);
		err_allowed(e, "at most %d", ACTUATOR_STATE_MOST);
		return ERR_LIMIT;
	}
	u->state = ARENA_ARRAY(&lab->arena, (size_t)u->nstate + 1, double);
	return u->state ? 0 : err_set(e, ERR_MEMORY, object, "no memory for the state of expActuator %d", actuator->tag);
}

void actuator_start(struct actuator_use *u, uint64_t seed, uint64_t stream)
{
	u->reference = 0.0;
	u->at = (struct motion){0};
	if (!u->actuator)
		return;
	memset(u->state, 0, (size_t)u->nstate * sizeof(double));
	if (u->actuator->ops->start)
		u->actuator->ops->start(u->actuator->self, u->state, u->dt, seed, stream);
}

double actuator_aim(struct actuator_use *u, double target)
{
	return u->actuator && u->actuator->ops->aim ? u->actuator->ops->aim(u->actuator->self, u->state, target) : target;
}

void actuator_advance(struct actuator_use *u, double reference, double force)
{
	if (u->actuator && u->actuator->ops->advance) {
		u->actuator->ops->advance(u->actuator->self, u->state, u->dt, reference, force, &u->at);
	} else {
		double v = (reference - u->at.x) / u->dt;

		u->at = (struct motion){.x = reference, .v = v, .a = (v - u->at.v) / u->dt};
	}
	u->reference = reference;
}
