/* The table of structures, from list.def. */
#include "model/structure.h"

#define STRUCTURE(name) extern const struct structure_ops structure_##name;
#include "structure/list.def"
#undef STRUCTURE

const struct structure_ops *const structure_table[] = {
#define STRUCTURE(name) &structure_##name,
#include "structure/list.def"
#undef STRUCTURE
	NULL,
};
