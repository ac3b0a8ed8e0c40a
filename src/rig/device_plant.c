/* The plant of a rig of actuators that exist: its device, in the process of the command loop. */
#include "rig/device_rig.h"

#include "plugin.h"

static int plant_open(void *self, double rate_hz, double watchdog_s, double patience_s, struct err *e)
{
	struct device_rig *r = self;

	r->rows.out = &r->drive.link->rows;
	return r->device->ops->open(r->device->self, rate_hz, watchdog_s, patience_s, e);
}

/* Rates that the device does not measure, when there is a new reading: a laboratory may tell less often than the loop ticks, and the loop may miss ticks. */
static void rates_derive(struct device_rig *r, struct device_reading *x)
{
	int n = r->device->n;
	double per_s;

	r->since += (double)(1 + r->drive.answer.missed - r->missed);
	r->missed = r->drive.answer.missed;
	if (x->number == r->number)
		return;
	per_s = r->rate_hz / r->since;
	r->since = 0.0;
	for (int k = SLOT_VEL; k <= SLOT_ACCEL; k++)
		for (int i = 0; i < n; i++) {
			double *before = &r->last[(k - SLOT_VEL) * n + i], now = x->x[k - 1][i];

			if (!r->device->has[k])
				x->x[k][i] = r->number > 0 ? (now - *before) * per_s : 0.0;
			*before = now;
		}
	r->number = x->number;
}

static int plant_read(void *self, struct device_reading *ret)
{
	struct device_rig *r = self;
	int code = r->device->ops->read(r->device->self, ret);

	rates_derive(r, ret);
	return code;
}

static void row_add(struct device_rig *r, const struct device_command *c)
{
	double *x = rows_next(&r->rows);

	if (c->tick % r->record != 0)
		return;
	*x++ = (double)c->tick / r->rate_hz;
	for (int i = 0; i < r->device->n; i++) {
		*x++ = r->drive.command[i];
		*x++ = c->x[i];
		*x++ = r->drive.reading.x[SLOT_DISP][i];
		*x++ = r->drive.reading.x[SLOT_FORCE][i];
	}
	for (int i = 0; i < r->device->n; i++)
		*x++ = r->drive.channel[i].target;
	*x++ = drive_state(&r->drive);
	rows_put(&r->rows);
}

static int plant_write(void *self, const struct device_command *c)
{
	struct device_rig *r = self;

	row_add(r, c);
	return r->device->ops->write(r->device->self, c);
}

static void plant_safe(void *self)
{
	struct device_rig *r = self;

	r->device->ops->safe(r->device->self);
}

static void plant_close(void *self)
{
	struct device_rig *r = self;

	r->device->ops->close(r->device->self);
}

struct drive_plant device_plant(struct device_rig *r)
{
	return (struct drive_plant){.self = r, .open = plant_open, .read = plant_read, .write = plant_write, .safe = plant_safe, .close = plant_close};
}
