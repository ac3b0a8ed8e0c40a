/* The table of networks, from list.def. */
#include "experiment/network.h"

#define NETWORK(name) extern const struct network_ops network_##name;
#include "network/list.def"
#undef NETWORK

const struct network_ops *const network_table[] = {
#define NETWORK(name) &network_##name,
#include "network/list.def"
#undef NETWORK
	NULL,
};
