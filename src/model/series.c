/* Makes a time series from its row and its words, and asks it for its value. */
#include "model/series.h"

#include "model/model.h"

int series_build(struct model *m, const struct series_ops *ops, int tag, struct args *a, struct series **ret_s, struct err *e)
{
	struct series *s = ARENA_NEW(&m->arena, struct series);
	void *self = s ? arena_alloc(&m->arena, ops->size) : NULL;
	if (!self)
		return err_set(e, ERR_MEMORY, a->object, "no memory");
	*s = (struct series){.tag = tag, .ops = ops, .self = self};
	int rc = param_parse(ops->params, self, a, e);
	if (rc == 0 && ops->setup)
		rc = ops->setup(self, a, &m->arena, e);
	if (rc == 0)
		rc = args_end(a, e);
	if (rc == 0 && tag != 0)
		rc = table_add(&m->series, tag, s, "timeSeries", &m->arena, e);
	if (rc < 0)
		return rc;
	m->stamp++;
	*ret_s = s;
	return 0;
}

double series_value(const struct series *s, double t)
{
	return s->ops->value(s->self, t);
}
