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

int advance_make(const struct advance_ops *ops, struct args *a, struct arena *mem, struct advance *ret, struct err *e)
{
	void *self = arena_alloc(mem, ops->size);
	int code;

	if (!self)
		return err_set(e, ERR_MEMORY, a->object, "no memory for the engine %s", ops->name);
	*ret = (struct advance){.ops = ops, .self = self};
	code = ops->params ? param_parse(ops->params, self, a, e) : 0;
	return !code && ops->check ? ops->check(self, e) : code;
}
