/* Making sections from script words; names of the components. */
#include "model/section.h"

#include "model/model.h"

#include <stdio.h>
#include <string.h>

static const char *const code_name[SECTION_CODES] = {
	[SECTION_P] = "P", [SECTION_MZ] = "Mz", [SECTION_VY] = "Vy", [SECTION_MY] = "My", [SECTION_VZ] = "Vz", [SECTION_T] = "T",
};

int section_code_of(const char *word)
{
	for (int i = 0; i < SECTION_CODES; i++)
		if (strcmp(code_name[i], word) == 0)
			return i;
	return -1;
}

int section_index(const struct section *s, int code)
{
	for (int i = 0; i < s->n; i++)
		if (s->code[i] == code)
			return i;
	return -1;
}

int section_build(struct model *m, const struct section_ops *ops, struct args *a, struct err *e)
{
	struct section *s = ARENA_NEW(&m->arena, struct section);
	void *self = arena_alloc(&m->arena, ops->size);
	int rc;
	if (!s || !self)
		return err_set(e, ERR_MEMORY, a->object, "no memory for a section");
	if ((rc = args_tag(a, "tag", &s->tag, e)) < 0)
		return rc;
	snprintf(a->object, sizeof(a->object), "section %s %d", ops->name, s->tag);
	s->ops = ops;
	s->self = self;
	if ((rc = param_parse(ops->params, self, a, e)) < 0)
		return rc;
	if (ops->setup && (rc = ops->setup(self, a, m, &m->arena, e)) < 0)
		return rc;
	if ((rc = args_end(a, e)) < 0)
		return rc;
	s->n = ops->codes(self, s->code);
	ASSERT(s->n >= 1 && s->n <= SECTION_MAX);
	s->nstate = ops->nstate ? ops->nstate(self) : 0;
	if ((rc = table_add(&m->sections, s->tag, s, "section", &m->arena, e)) < 0)
		return rc;
	m->stamp++;
	return 0;
}
