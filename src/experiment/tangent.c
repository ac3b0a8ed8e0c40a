/* Making tangent estimators. */
#include "experiment/tangent.h"

#include "experiment/laboratory.h"

int tangent_build(struct laboratory *lab, const struct tangent_ops *ops, struct args *a, struct err *e)
{
	struct tangent *t = ARENA_NEW(&lab->arena, struct tangent);
	int code;

	if (!t || !(t->self = arena_alloc(&lab->arena, ops->size)))
		return err_set(e, ERR_MEMORY, a->object, "no memory for an estimator");
	code = laboratory_begin(lab, &lab->tangents, a, "expTangentStiff", ops->name, &t->tag, e);
	t->ops = ops;
	if (!code)
		code = param_parse(ops->params, t->self, a, e);
	if (!code && ops->setup)
		code = ops->setup(t->self, a, lab, &lab->arena, e);
	if (!code)
		code = args_end(a, e);
	if (code)
		return code;
	lab->stamp++;
	return table_add(&lab->tangents, t->tag, t, "expTangentStiff", &lab->arena, e);
}

int tangent_join(struct laboratory *lab, const struct tangent *t, const char *object, int n, const double *k)
{
	struct tangent_use *u = ARENA_NEW(&lab->arena, struct tangent_use), **end = &lab->estimates;

	if (!u)
		return ERR_MEMORY;
	*u = (struct tangent_use){.tangent = t, .object = object, .n = n, .k = k};
	while (*end)
		end = &(*end)->next;
	*end = u;
	return 0;
}
