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

const char *specimen_held(const struct laboratory *lab, const struct specimen *sp, int *ret_tag)
{
	const struct specimen_holder *h = &sp->holder;

	if (!h->table || table_get(h->table, h->tag) != h->object)
		return NULL;
	*ret_tag = h->tag;
	return h->table == &lab->rigs ? "expControl" : "expSpecimen";
}

int specimen_mount(struct laboratory *lab, int tag, struct specimen_holder holder, const char *object, struct specimen **ret, struct err *e)
{
	const char *held;
	void *found;
	struct specimen *sp;
	int by, code = laboratory_need(&lab->specimens, "expSpecimen", tag, object, &found, e);

	if (code)
		return code;
	sp = found;
	held = specimen_held(lab, sp, &by);
	if (held) {
		err_set(e, ERR_STATE, object, "expSpecimen %d is mounted already", tag);
		err_value(e, "in %s %d", held, by);
		err_hint(e, "a specimen is one thing: make a second one for a second place");
		return ERR_STATE;
	}
	sp->holder = holder;
	*ret = sp;
	return 0;
}

int specimen_advance(const struct specimen *sp, double t, double dt, const struct motion *to, double *ret_f)
{
	return sp->ops->advance(sp->self, sp->state, t, dt, to, ret_f);
}
