/* The table of setups, from list.def. */
#include "experiment/setup.h"

#include <string.h>

#define SETUP(name) extern const struct setup_ops setup_##name;
#include "setup/list.def"
#undef SETUP

const struct setup_ops *const setup_table[] = {
#define SETUP(name) &setup_##name,
#include "setup/list.def"
#undef SETUP
	NULL,
};

const struct setup_ops *setup_find(const char *name)
{
	for (const struct setup_ops *const *t = setup_table; *t; t++)
		if (!strcmp((*t)->name, name))
			return *t;
	return NULL;
}
