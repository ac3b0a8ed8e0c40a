/* The table of networks, from list.def. */
#include "experiment/network.h"

#include <string.h>

#define NETWORK(name) extern const struct network_ops network_##name;
#include "network/list.def"
#undef NETWORK

const struct network_ops *const network_table[] = {
#define NETWORK(name) &network_##name,
#include "network/list.def"
#undef NETWORK
	NULL,
};

const struct network_ops *network_find(const char *name)
{
	for (const struct network_ops *const *t = network_table; *t; t++)
		if (!strcmp((*t)->name, name))
			return *t;
	return NULL;
}
