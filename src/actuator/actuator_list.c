/* The table of actuators, from list.def. */
#include "experiment/actuator.h"

#include <string.h>

#define ACTUATOR(name) extern const struct actuator_ops actuator_##name;
#include "actuator/list.def"
#undef ACTUATOR

const struct actuator_ops *const actuator_table[] = {
#define ACTUATOR(name) &actuator_##name,
#include "actuator/list.def"
#undef ACTUATOR
	NULL,
};

const struct actuator_ops *actuator_find(const char *name)
{
	for (const struct actuator_ops *const *t = actuator_table; *t; t++)
		if (!strcmp((*t)->name, name))
			return *t;
	return NULL;
}
