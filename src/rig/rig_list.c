/* The table of rigs, from list.def. */
#include "experiment/rig.h"

#include <string.h>

#define RIG(name) extern const struct rig_ops rig_##name;
#include "rig/list.def"
#undef RIG

const struct rig_ops *const rig_table[] = {
#define RIG(name) &rig_##name,
#include "rig/list.def"
#undef RIG
	NULL,
};

const struct rig_ops *rig_find(const char *name)
{
	for (const struct rig_ops *const *t = rig_table; *t; t++)
		if (!strcmp((*t)->name, name))
			return *t;
	return NULL;
}
