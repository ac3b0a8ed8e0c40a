/* The table of specimens, from list.def. */
#include "experiment/specimen.h"

#include <string.h>

#define SPECIMEN(name) extern const struct specimen_ops specimen_##name;
#include "specimen/list.def"
#undef SPECIMEN

const struct specimen_ops *const specimen_table[] = {
#define SPECIMEN(name) &specimen_##name,
#include "specimen/list.def"
#undef SPECIMEN
	NULL,
};

const struct specimen_ops *specimen_find(const char *name)
{
	for (const struct specimen_ops *const *t = specimen_table; *t; t++)
		if (!strcmp((*t)->name, name))
			return *t;
	return NULL;
}
