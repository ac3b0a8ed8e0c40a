/* The table of algorithms: every row that list.def names, in that order, and the search by script name. */
#include "analysis/algorithm.h"

#include <string.h>

#define ALGORITHM(name) extern const struct algorithm_ops algorithm_##name;
#include "algorithm/list.def"
#undef ALGORITHM

const struct algorithm_ops *const algorithm_table[] = {
#define ALGORITHM(name) &algorithm_##name,
#include "algorithm/list.def"
#undef ALGORITHM
	NULL,
};

const struct algorithm_ops *algorithm_find(const char *name)
{
	for (const struct algorithm_ops *const *row = algorithm_table; *row; row++)
		if (strcmp((*row)->name, name) == 0)
			return *row;
	return NULL;
}
