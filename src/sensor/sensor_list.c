/* The table of sensors, from list.def. */
#include "experiment/sensor.h"

#define SENSOR(name) extern const struct sensor_ops sensor_##name;
#include "sensor/list.def"
#undef SENSOR

const struct sensor_ops *const sensor_table[] = {
#define SENSOR(name) &sensor_##name,
#include "sensor/list.def"
#undef SENSOR
	NULL,
};
