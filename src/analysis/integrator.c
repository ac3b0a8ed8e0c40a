/* Building an integrator: its private struct from the arena, its words by its table and its own parser. */
#include "analysis/integrator.h"

int integrator_build(struct integrator *ret, const struct integrator_ops *ops, struct args *a, struct arena *mem, struct err *e)
{
	int rc;
	void *self = arena_alloc(mem, ops->size);
	if (!self)
		return err_set(e, ERR_MEMORY, a->object, "no memory for the integrator %s", ops->name);
	if ((rc = param_parse(ops->params, self, a, e)) < 0)
		return rc;
	if (ops->parse && (rc = ops->parse(self, a, e)) < 0)
		return rc;
	if ((rc = args_end(a, e)) < 0)
		return rc;
	*ret = (struct integrator){.ops = ops, .self = self};
	return 0;
}
