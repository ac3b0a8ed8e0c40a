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
