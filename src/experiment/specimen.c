/* Making specimens, mounting them, moving them. */
#include "experiment/specimen.h"

#include "experiment/laboratory.h"

int specimen_build(struct laboratory *lab, const struct model *m, const struct specimen_ops *ops, struct args *a, struct err *e)
{
	struct specimen *sp = ARENA_NEW(&lab->arena, struct specimen);
	int code;

	if (!sp || !(sp->self = arena_alloc(&lab->arena, ops->size)))
		return err_set(e, ERR_MEMORY, a->object, "no memory for a specimen");
	code = laboratory_begin(lab, &lab->specimens, a, "expSpecimen", ops->name, &sp->tag, e);
	sp->ops = ops;
	sp->n = 1;
	if (!code)
		code = param_parse(ops->params, sp->self, a, e);
	if (!code && ops->setup)
		code = ops->setup(sp->self, a, sp, lab, m, e);
	if (!code)
		code = args_end(a, e);
	if (!code && sp->n > SPECIMEN_CHANNELS) {
		code = err_set(e, ERR_LIMIT, a->object, "it has too many channels");
		err_value(e, "%d", sp->n);
		err_allowed(e, "at most %d", SPECIMEN_CHANNELS);
	}
	if (code)
		return code;
	sp->nstate = ops->nstate ? ops->nstate(sp->self) : 0;
	sp->state = ARENA_ARRAY(&lab->arena, (size_t)sp->nstate + 1, double);
	if (!sp->state)
		return err_set(e, ERR_MEMORY, a->object, "no memory for its state");
	if (ops->start)
		ops->start(sp->self, sp->state);
	lab->stamp++;
	return table_add(&lab->specimens, sp->tag, sp, "expSpecimen", &lab->arena, e);
}

/* What it was mounted in may never have been finished, or may have been removed: then it is free again. */
int specimen_mount(struct laboratory *lab, int tag, const struct table *holders, int holder, const char *object, struct specimen **ret, struct err *e)
{
	void *found;
	struct specimen *sp;
	int code = laboratory_need(&lab->specimens, "expSpecimen", tag, object, &found, e);

	if (code)
		return code;
	sp = found;
	if (sp->holders && table_get(sp->holders, sp->holder)) {
		err_set(e, ERR_STATE, object, "expSpecimen %d is mounted already", tag);
		err_value(e, "in %s %d", sp->holders == &lab->rigs ? "expControl" : "expSpecimen", sp->holder);
		err_hint(e, "a specimen is one thing: make a second one for a second place");
		return ERR_STATE;
	}
	sp->holders = holders;
	sp->holder = holder;
	*ret = sp;
	return 0;
}

int specimen_advance(const struct specimen *sp, double t, double dt, const struct motion *to, double *ret_f)
{
	return sp->ops->advance(sp->self, sp->state, t, dt, to, ret_f);
}
