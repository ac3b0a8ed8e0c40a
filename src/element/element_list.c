/* The table of elements, from list.def. */
#include "model/element.h"

#include <string.h>

#define ELEMENT(name) extern const struct element_ops element_##name;
#include "element/list.def"
#undef ELEMENT

const struct element_ops *const element_table[] = {
#define ELEMENT(name) &element_##name,
#include "element/list.def"
#undef ELEMENT
	NULL,
};

const struct element_ops *element_find(const char *name)
{
	for (const struct element_ops *const *t = element_table; *t; t++)
		if (!strcmp((*t)->name, name))
			return *t;
	return NULL;
}
