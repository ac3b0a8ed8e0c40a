/* The engine of an analysis, as a script names it, and the nodes that are watched. */
#include "analysis/front.h"

#include <stdio.h>
#include <string.h>

static int way_build(struct analysis *an, const struct advance_ops *ops, struct args *a, struct err *e)
{
	void *self = arena_alloc(&an->choice, ops->size);
	int code;

	if (!self)
		return err_set(e, ERR_MEMORY, a->object, "no memory for the engine %s", ops->name);
	code = ops->params ? param_parse(ops->params, self, a, e) : 0;
	if (!code)
		code = args_end(a, e);
	if (!code)
		an->way = (struct advance){.ops = ops, .self = self};
	return code;
}

int analysis_engine(struct analysis *an, struct args *a, struct err *e)
{
	const char *name = args_peek(a);
	const struct advance_ops *way = advance_find(name);
	int code;

	a->at++;
	if (way) {
		front_drop(an);
		code = way_build(an, way, a, e);
	} else {
		code = args_end(a, e);
	}
	if (code)
		return code;
	front_drop(an);
	an->engine_note[0] = '\0';
	if (!way)
		an->way = (struct advance){0};
	snprintf(an->engine, sizeof(an->engine), "%s", way ? "auto" : name);
	an->changed = true;
	an->stamp = an->m->stamp - 1;
	return 0;
}

int analysis_watch(struct analysis *an, const struct node *n)
{
	struct watch *w;
	int count = 0;

	for (w = an->watch; w; w = w->next, count++)
		if (w->tag == n->tag)
			return 0;
	if (count == ANALYSIS_WATCHED)
		return 0;
	w = ARENA_NEW(&an->choice, struct watch);
	if (!w)
		return ERR_MEMORY;
	*w = (struct watch){.tag = n->tag, .next = an->watch};
	an->watch = w;
	return 0;
}

int analysis_whole(const struct analysis *an, struct err *e)
{
	return front_whole(an->front, e);
}
