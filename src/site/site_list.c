/* The table of sites, from list.def. */
#include "experiment/site.h"

#include <string.h>

#define SITE(name) extern const struct site_ops site_##name;
#include "site/list.def"
#undef SITE

const struct site_ops *const site_table[] = {
#define SITE(name) &site_##name,
#include "site/list.def"
#undef SITE
	NULL,
};

const struct site_ops *site_find(const char *name)
{
	for (const struct site_ops *const *t = site_table; *t; t++)
		if (!strcmp((*t)->name, name))
			return *t;
	return NULL;
}
