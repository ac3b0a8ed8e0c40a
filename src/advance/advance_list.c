/* The table of ways to advance, made from list.def. */
#include "analysis/advance.h"

#include <string.h>

#define ADVANCE(name) extern const struct advance_ops advance_##name;
#include "advance/list.def"
#undef ADVANCE

const struct advance_ops *const advance_table[] = {
#define ADVANCE(name) &advance_##name,
#include "advance/list.def"
#undef ADVANCE
	NULL,
};

const struct advance_ops *advance_find(const char *name)
{
	for (int i = 0; advance_table[i]; i++)
		if (!strcmp(advance_table[i]->name, name))
			return advance_table[i];
	return NULL;
}
