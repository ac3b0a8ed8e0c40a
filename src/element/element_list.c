/* The tables of elements, numerical and experimental, from list.def. */
#include "model/element.h"

#include <string.h>

#define ELEMENT(name) extern const struct element_ops element_##name;
#define EXP_ELEMENT ELEMENT
#include "element/list.def"
#undef EXP_ELEMENT
#undef ELEMENT

const struct element_ops *const element_table[] = {
#define ELEMENT(name) &element_##name,
#define EXP_ELEMENT(name)
#include "element/list.def"
#undef EXP_ELEMENT
#undef ELEMENT
	NULL,
};

const struct element_ops *const exp_element_table[] = {
#define ELEMENT(name)
#define EXP_ELEMENT(name) &element_##name,
#include "element/list.def"
#undef EXP_ELEMENT
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
