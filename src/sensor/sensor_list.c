/* The table of sensors, from list.def. */
#include "experiment/sensor.h"

#include <string.h>

#define SENSOR(name) extern const struct sensor_ops sensor_##name;
#include "sensor/list.def"
#undef SENSOR

const struct sensor_ops *const sensor_table[] = {
#define SENSOR(name) &sensor_##name,
#include "sensor/list.def"
#undef SENSOR
	NULL,
};

const struct sensor_ops *sensor_find(const char *name)
{
	for (const struct sensor_ops *const *t = sensor_table; *t; t++)
		if (!strcmp((*t)->name, name))
			return *t;
	return NULL;
}
