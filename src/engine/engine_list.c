/* The table of engines, made from list.def, and the choice among them. */
#include "analysis/engine.h"

#include <string.h>

#define ENGINE(name) extern const struct engine_ops engine_##name;
#include "engine/list.def"
#undef ENGINE

const struct engine_ops *const engine_table[] = {
#define ENGINE(name) &engine_##name,
#include "engine/list.def"
#undef ENGINE
	NULL,
};

const struct engine_ops *engine_find(const char *name)
{
	for (int i = 0; engine_table[i]; i++)
		if (!strcmp(engine_table[i]->name, name))
			return engine_table[i];
	return NULL;
}

int engine_make(const struct engine_ops *ops, struct args *a, struct arena *mem, void **ret_self, struct err *e)
{
	struct args none;
	void *self = arena_alloc(mem, ops->size);
	int code = self ? 0 : err_set(e, ERR_MEMORY, "engine", "no memory");
	args_init(&none, 0, NULL, "engine %s", ops->name);
	if (!code && ops->params)
		code = param_parse(ops->params, self, a ? a : &none, e);
	if (!code && ops->words)
		code = ops->words(self, a ? a : &none, e);
	if (!code)
		*ret_self = self;
	return code;
}

int engine_set_up(const struct engine_ops *ops, const struct pattern_csc *p, struct arena *mem, struct engine *ret, struct err *e)
{
	struct engine made = {.ops = ops};
	int code = engine_make(ops, NULL, mem, &made.self, e);
	if (code)
		return code;
	*ret = made;
	return ops->setup(made.self, p, mem, e);
}

const struct engine_ops *engine_choose(const struct pattern_csc *p, bool refactor)
{
	const struct engine_ops *best = NULL;
	double least = 0;
	for (int i = 0; engine_table[i]; i++) {
		double cost = engine_table[i]->cost(p, refactor);
		if (cost < 0 || (best && cost >= least))
			continue;
		best = engine_table[i];
		least = cost;
	}
	return best;
}
