/* The table of signal filters, from list.def. */
#include "experiment/filter.h"

#include <string.h>

#define FILTER(name) extern const struct filter_ops filter_##name;
#include "filter/list.def"
#undef FILTER

const struct filter_ops *const filter_table[] = {
#define FILTER(name) &filter_##name,
#include "filter/list.def"
#undef FILTER
	NULL,
};

const struct filter_ops *filter_find(const char *name)
{
	for (const struct filter_ops *const *t = filter_table; *t; t++)
		if (!strcmp((*t)->name, name))
			return *t;
	return NULL;
}
