/* The table of tangent estimators, from list.def. */
#include "experiment/tangent.h"

#include <string.h>

#define TANGENT(name) extern const struct tangent_ops tangent_##name;
#include "tangent/list.def"
#undef TANGENT

const struct tangent_ops *const tangent_table[] = {
#define TANGENT(name) &tangent_##name,
#include "tangent/list.def"
#undef TANGENT
	NULL,
};

const struct tangent_ops *tangent_find(const char *name)
{
	for (const struct tangent_ops *const *t = tangent_table; *t; t++)
		if (!strcmp((*t)->name, name))
			return *t;
	return NULL;
}
