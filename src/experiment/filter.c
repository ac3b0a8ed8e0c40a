/* Making filters, and passing values through them. */
#include "experiment/filter.h"

#include "experiment/laboratory.h"
#include "experiment/chance.h"

#include <string.h>

int filter_build(struct laboratory *lab, const struct filter_ops *ops, struct args *a, struct err *e)
{
	struct filter *f = ARENA_NEW(&lab->arena, struct filter);
	int code;

	if (!f || !(f->self = arena_alloc(&lab->arena, ops->size)))
		return err_set(e, ERR_MEMORY, a->object, "no memory for a filter");
	code = laboratory_begin(lab, &lab->filters, a, "expSignalFilter", ops->name, &f->tag, e);
	f->ops = ops;
	if (!code)
		code = param_parse(ops->params, f->self, a, e);
	if (!code && ops->setup)
		code = ops->setup(f->self, a, lab, &lab->arena, e);
	if (!code)
		code = args_end(a, e);
	if (code)
		return code;
	f->nstate = ops->nstate ? ops->nstate(f->self) : 0;
	lab->stamp++;
	return table_add(&lab->filters, f->tag, f, "expSignalFilter", &lab->arena, e);
}

int filter_use(struct filter_use *u, const struct filter *filter, int n, struct laboratory *lab)
{
	*u = (struct filter_use){.filter = filter, .n = n};
	if (!filter)
		return 0;
	u->state = ARENA_ARRAY(&lab->arena, (size_t)n * (size_t)filter->nstate + 1, double);
	u->last = ARENA_ARRAY(&lab->arena, (size_t)n + 1, double);
	return u->state && u->last ? 0 : ERR_MEMORY;
}

void filter_start(struct filter_use *u, uint64_t seed, int rig, int place)
{
	if (u->filter)
		memset(u->state, 0, (size_t)u->n * (size_t)u->filter->nstate * sizeof(double));
	for (int i = 0; u->filter && u->filter->ops->start && i < u->n; i++)
		u->filter->ops->start(u->filter->self, u->state + i * u->filter->nstate, seed, chance_of(CHANCE_FILTER, u->filter->tag, rig, i, place));
}

int filter_pass(struct filter_use *u, double *x, double t)
{
	for (int i = 0; u->filter && i < u->n; i++) {
		double given = x[i];

		x[i] = u->filter->ops->apply(u->filter->self, u->state + i * u->filter->nstate, given, t);
		if (given - given == 0.0 && !(x[i] - x[i] == 0.0))
			return i;
		u->last[i] = x[i];
	}
	return -1;
}
