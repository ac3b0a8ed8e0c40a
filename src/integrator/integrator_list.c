/* The table of integrators: every row that list.def names, in that order, and the search by script name. */
#include "analysis/integrator.h"

#include <string.h>

#define INTEGRATOR(name) extern const struct integrator_ops integrator_##name;
#include "integrator/list.def"
#undef INTEGRATOR

const struct integrator_ops *const integrator_table[] = {
#define INTEGRATOR(name) &integrator_##name,
#include "integrator/list.def"
#undef INTEGRATOR
	NULL,
};

const struct integrator_ops *integrator_find(const char *name)
{
	for (const struct integrator_ops *const *row = integrator_table; *row; row++)
		if (strcmp((*row)->name, name) == 0)
			return *row;
	return NULL;
}
