/* The table of compensators, from list.def. */
#include "experiment/compensator.h"

#include <string.h>

#define COMPENSATOR(name) extern const struct compensator_ops compensator_##name;
#include "compensator/list.def"
#undef COMPENSATOR

const struct compensator_ops *const compensator_table[] = {
#define COMPENSATOR(name) &compensator_##name,
#include "compensator/list.def"
#undef COMPENSATOR
	NULL,
};

const struct compensator_ops *compensator_find(const char *name)
{
	for (const struct compensator_ops *const *t = compensator_table; *t; t++)
		if (!strcmp((*t)->name, name))
			return *t;
	return NULL;
}
