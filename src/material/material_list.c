/* The table of materials, made from list.def. */
#include "model/material.h"

#include <string.h>

#define MATERIAL(name) extern const struct material_ops material_##name;
#include "material/list.def"
#undef MATERIAL

#define MATERIAL(name) &material_##name,
const struct material_ops *const material_table[] = {
#include "material/list.def"
	NULL,
};
#undef MATERIAL

const struct material_ops *material_find(const char *name)
{
	for (int i = 0; material_table[i]; i++)
		if (strcmp(material_table[i]->name, name) == 0)
			return material_table[i];
	return NULL;
}
