/* Making devices. What is made is closed with the laboratory, whoever has opened it. */
#include "experiment/device.h"

#include "experiment/laboratory.h"

static void device_end(void *object)
{
	struct device *d = object;

	d->ops->close(d->self);
}

static int channels_check(const struct device *d, const char *object, struct err *e)
{
	ASSERT(d->has[SLOT_DISP] && d->has[SLOT_FORCE]);
	if (d->n >= 1 && d->n <= DEVICE_CHANNELS)
		return 0;
	err_set(e, ERR_RANGE, object, "a device cannot have so many channels");
	err_value(e, "%d", d->n);
	err_allowed(e, "1 to %d", DEVICE_CHANNELS);
	return ERR_RANGE;
}

int device_build(struct laboratory *lab, const struct device_ops *ops, struct args *a, struct err *e)
{
	struct device *d = ARENA_NEW(&lab->arena, struct device);
	int code;

	if (!d || !(d->self = arena_alloc(&lab->arena, ops->size)))
		return err_set(e, ERR_MEMORY, a->object, "no memory for a device");
	code = laboratory_begin(lab, &lab->devices, a, "expDevice", ops->name, &d->tag, e);
	d->ops = ops;
	if (!code)
		code = param_parse(ops->params, d->self, a, e);
	if (!code)
		code = ops->setup(d->self, a, d, lab, e);
	if (!code)
		code = args_end(a, e);
	if (!code)
		code = channels_check(d, a->object, e);
	if (!code)
		code = laboratory_own(lab, d, device_end, a->object, e);
	if (code)
		return code;
	lab->stamp++;
	return table_add(&lab->devices, d->tag, d, "expDevice", &lab->arena, e);
}

const struct rig *device_rig(const struct laboratory *lab, const struct device *d)
{
	return d->rig && table_get(&lab->rigs, d->rig->tag) == d->rig ? d->rig : NULL;
}
