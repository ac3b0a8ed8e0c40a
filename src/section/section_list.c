/* The table of sections, made from list.def. */
#include "model/section.h"

#include <string.h>

#define SECTION(name) extern const struct section_ops section_##name;
#include "section/list.def"
#undef SECTION

#define SECTION(name) &section_##name,
const struct section_ops *const section_table[] = {
#include "section/list.def"
	NULL,
};
#undef SECTION

const struct section_ops *section_find(const char *name)
{
	for (int i = 0; section_table[i]; i++)
		if (strcmp(section_table[i]->name, name) == 0)
			return section_table[i];
	return NULL;
}
