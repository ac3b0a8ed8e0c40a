/* The table of compensators, from list.def. */
#include "experiment/compensator.h"

#define COMPENSATOR(name) extern const struct compensator_ops compensator_##name;
#include "compensator/list.def"
#undef COMPENSATOR

const struct compensator_ops *const compensator_table[] = {
#define COMPENSATOR(name) &compensator_##name,
#include "compensator/list.def"
#undef COMPENSATOR
	NULL,
};
