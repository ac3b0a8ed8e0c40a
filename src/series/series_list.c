/* The table of time series: every row that list.def names, in that order, and the search by script name. */
#include "model/series.h"

#include <string.h>

#define SERIES(name) extern const struct series_ops series_##name;
#include "series/list.def"
#undef SERIES

const struct series_ops *const series_table[] = {
#define SERIES(name) &series_##name,
#include "series/list.def"
#undef SERIES
	NULL,
};

const struct series_ops *series_find(const char *name)
{
	for (const struct series_ops *const *row = series_table; *row; row++)
		if (strcmp((*row)->name, name) == 0)
			return *row;
	return NULL;
}
