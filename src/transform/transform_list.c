/* The table of transformations, from list.def. */
#include "model/transform.h"

#include <string.h>

#define TRANSFORM(name) extern const struct transform_ops transform_##name;
#include "transform/list.def"
#undef TRANSFORM

const struct transform_ops *const transform_table[] = {
#define TRANSFORM(name) &transform_##name,
#include "transform/list.def"
#undef TRANSFORM
	NULL,
};

const struct transform_ops *transform_find(const char *name)
{
	for (const struct transform_ops *const *t = transform_table; *t; t++)
		if (!strcmp((*t)->name, name))
			return *t;
	return NULL;
}
