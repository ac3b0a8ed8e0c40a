/* Making elements from script words, and what every element's setup needs. */
#include "model/element.h"

#include "model/model.h"

#include <stdio.h>

struct element_claims element_claims(const struct element *el)
{
	struct element_claims c = el->ops->claims;
	if (el->ops->claim)
		el->ops->claim(el->self, &c);
	return c;
}

static int count_freedoms(struct element *el, const char *object, struct err *e)
{
	el->ndof = 0;
	for (int i = 0; i < el->nnode; i++)
		el->ndof += el->node[i]->ndf;
	if (el->ndof > ELEMENT_DOF_MAX) {
		int code = err_set(e, ERR_LIMIT, object, "too many freedoms at the element's nodes");
		err_value(e, "%d", el->ndof);
		err_allowed(e, "at most %d", ELEMENT_DOF_MAX);
		return code;
	}
	return 0;
}

/* Elements that exchange with a program instead of a specimen are made by element. */
static bool is_experimental(const struct element_ops *ops)
{
	for (const struct element_ops *const *t = exp_element_table; *t; t++)
		if (*t == ops)
			return true;
	return false;
}

int element_build(struct model *m, const struct element_ops *ops, struct args *a, struct err *e)
{
	int tag;
	int code = args_tag(a, "tag", &tag, e);
	if (code < 0)
		return code;
	snprintf(a->object, sizeof a->object, "%s %s %d", is_experimental(ops) ? "expElement" : "element", ops->name, tag);
	if (model_element(m, tag)) {
		code = err_set(e, ERR_DUPLICATE, a->object, "element %d is there already", tag);
		err_hint(e, "use another tag, or remove element %d first", tag);
		return code;
	}
	struct element *el = ARENA_NEW(&m->arena, struct element);
	void *self = arena_alloc(&m->arena, ops->size);
	if (!el || !self)
		return err_set(e, ERR_MEMORY, a->object, "out of memory");
	el->tag = tag;
	el->ops = ops;
	el->self = self;
	code = ops->setup(self, a, el, m, &m->arena, e);
	if (code < 0)
		return code;
	code = args_end(a, e);
	if (code < 0)
		return code;
	code = count_freedoms(el, a->object, e);
	if (code < 0)
		return code;
	code = table_add(&m->elements, tag, el, "element", &m->arena, e);
	if (code < 0)
		return code;
	m->stamp++;
	return 0;
}

/* Where the nodes stand, if that is what the element counts from and they have moved. */
static int origin_note(struct element *el, const struct model *m, struct arena *mem, const char *object, struct err *e)
{
	int at = 0, ndof = 0;
	bool moved = false;

	if (el->ops->origin == ORIGIN_ZERO || !m->displacement)
		return 0;
	for (int k = 0; k < el->nnode; k++)
		for (int i = 0; i < el->node[k]->ndf; i++, ndof++)
			moved = moved || m->displacement(m->displacement_of, el->node[k], i) != 0.0;
	if (!moved)
		return 0;
	el->origin = ARENA_ARRAY(mem, (size_t)ndof, double);
	if (!el->origin)
		return err_set(e, ERR_MEMORY, object, "out of memory");
	for (int k = 0; k < el->nnode; k++)
		for (int i = 0; i < el->node[k]->ndf; i++)
			el->origin[at++] = m->displacement(m->displacement_of, el->node[k], i);
	return 0;
}

void element_place(const struct element *el, int k, double ret_x[3])
{
	const struct node *n = el->node[k];
	int first = 0;

	for (int j = 0; j < k; j++)
		first += el->node[j]->ndf;
	for (int i = 0; i < 3; i++)
		ret_x[i] = n->x[i] + (el->origin && el->ops->origin == ORIGIN_PLACE && i < n->ndm && i < n->ndf ? el->origin[first + i] : 0.0);
}

int element_nodes(struct element *el, struct args *a, int n, const struct model *m, struct arena *mem, struct err *e)
{
	struct node **node = ARENA_ARRAY(mem, (size_t)n, struct node *);
	if (!node)
		return err_set(e, ERR_MEMORY, a->object, "out of memory");
	for (int i = 0; i < n; i++) {
		int tag;
		int code = args_tag(a, "node", &tag, e);
		if (code < 0)
			return code;
		code = model_need_node(m, tag, a->object, &node[i], e);
		if (code < 0)
			return code;
		for (int j = 0; j < i; j++)
			if (node[j] == node[i]) {
				code = err_set(e, ERR_ARGUMENT, a->object, "the same node twice");
				err_value(e, "node %d", tag);
				return code;
			}
	}
	el->node = node;
	el->nnode = n;
	return origin_note(el, m, mem, a->object, e);
}
