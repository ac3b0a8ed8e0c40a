/* Making sensors, and reading them. */
#include "experiment/sensor.h"

#include "experiment/laboratory.h"

#include <string.h>

static int nstate(const struct sensor *s)
{
	return s->ops->nstate ? s->ops->nstate(s->self) : 0;
}

int sensor_build(struct laboratory *lab, const struct sensor_ops *ops, struct args *a, struct err *e)
{
	struct sensor *s = ARENA_NEW(&lab->arena, struct sensor);
	int code;

	if (!s || !(s->self = arena_alloc(&lab->arena, ops->size)))
		return err_set(e, ERR_MEMORY, a->object, "no memory for a sensor");
	code = laboratory_begin(lab, &lab->sensors, a, "expSensor", ops->name, &s->tag, e);
	s->ops = ops;
	if (!code)
		code = param_parse(ops->params, s->self, a, e);
	if (!code && ops->setup)
		code = ops->setup(s->self, a, lab, e);
	if (!code)
		code = args_end(a, e);
	if (code)
		return code;
	lab->stamp++;
	return table_add(&lab->sensors, s->tag, s, "expSensor", &lab->arena, e);
}

int sensor_use(struct sensor_use *u, const struct sensor *sensor, struct laboratory *lab, const char *object, struct err *e)
{
	*u = (struct sensor_use){.sensor = sensor};
	if (!sensor)
		return 0;
	u->state = ARENA_ARRAY(&lab->arena, (size_t)nstate(sensor) + 1, double);
	return u->state ? 0 : err_set(e, ERR_MEMORY, object, "no memory for the state of expSensor %d", sensor->tag);
}

void sensor_start(struct sensor_use *u, double dt, uint64_t seed, uint64_t stream)
{
	if (!u->sensor)
		return;
	memset(u->state, 0, (size_t)nstate(u->sensor) * sizeof(double));
	if (u->sensor->ops->start)
		u->sensor->ops->start(u->sensor->self, u->state, dt, seed, stream);
}

double sensor_read(struct sensor_use *u, double x, double t)
{
	return u->sensor ? u->sensor->ops->read(u->sensor->self, u->state, x, t) : x;
}
