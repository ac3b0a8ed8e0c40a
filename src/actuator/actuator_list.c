/* The table of actuators, from list.def. */
#include "experiment/actuator.h"

#define ACTUATOR(name) extern const struct actuator_ops actuator_##name;
#include "actuator/list.def"
#undef ACTUATOR

const struct actuator_ops *const actuator_table[] = {
#define ACTUATOR(name) &actuator_##name,
#include "actuator/list.def"
#undef ACTUATOR
	NULL,
};
