/* Lists, ranges and regions of nodes and elements. */
#include "recorder/select.h"

#include "base/base.h"

#include <limits.h>
#include <string.h>

enum { WAYS = 4 };

static const char *const WORDS[][WAYS] = {
	[SELECT_NODES]    = {"-node", "-nodeRange", "-region", "-nodes"},
	[SELECT_ELEMENTS] = {"-ele", "-eleRange", "-region", "-eles"},
};
static const int WAY[WAYS] = {PART_LIST, PART_RANGE, PART_REGION, PART_LIST};
static const char *const THING[] = {[SELECT_NODES] = "node", [SELECT_ELEMENTS] = "element"};

static int read_range(struct select_part *p, struct args *a, struct arena *mem, struct err *e)
{
	int first, last;
	int rc = args_tag(a, "first tag of the range", &first, e);
	if (rc == 0)
		rc = args_tag(a, "last tag of the range", &last, e);
	if (rc)
		return rc;
	p->tag = ARENA_ARRAY(mem, 2, int);
	if (!p->tag)
		return err_set(e, ERR_MEMORY, a->object, "no memory");
	p->tag[0] = first < last ? first : last;
	p->tag[1] = first < last ? last : first;
	p->n = 2;
	return 0;
}

static int read_part(struct selection *s, int which, struct args *a, struct arena *mem, struct err *e)
{
	if (s->npart == SELECT_PARTS)
		return err_set(e, ERR_LIMIT, a->object, "more than %d lists, ranges and regions", SELECT_PARTS);
	struct select_part *p = &s->part[s->npart];
	p->kind = WAY[which];
	int rc = 0;
	if (p->kind == PART_LIST && args_accept(a, "all"))
		p->kind = PART_ALL;
	else if (p->kind == PART_LIST)
		rc = args_list_int(a, THING[s->kind], INT_MIN, INT_MAX, 1, mem, &p->tag, &p->n, e);
	else if (p->kind == PART_RANGE)
		rc = read_range(p, a, mem, e);
	else
		rc = args_list_int(a, "region", INT_MIN, INT_MAX, 1, mem, &p->tag, &p->n, e);
	if (rc == 0)
		s->npart++;
	return rc;
}

int select_option(struct selection *s, struct args *a, struct arena *mem, struct err *e)
{
	for (int i = 0; i < WAYS; i++)
		if (args_accept(a, WORDS[s->kind][i])) {
			int rc = read_part(s, i, a, mem, e);
			return rc < 0 ? rc : 1;
		}
	return 0;
}

static const struct table *table_of(const struct selection *s, const struct model *m)
{
	return s->kind == SELECT_NODES ? &m->nodes : &m->elements;
}

static int refuse(const struct selection *s, const struct table *t, int tag, const char *object, struct err *e)
{
	err_set(e, ERR_MISSING, object, "%s %d does not exist", THING[s->kind], tag);
	if (t->n > 0)
		err_allowed(e, "%d %ss with tags from %d to %d", t->n, THING[s->kind], t->row[0].tag, t->row[t->n - 1].tag);
	return ERR_MISSING;
}

/* Adds tags to the result; counts only while tag is NULL. */
struct collect { int *tag; int n; };

static void collect(struct collect *c, int tag)
{
	if (c->tag)
		c->tag[c->n] = tag;
	c->n++;
}

static void collect_between(struct collect *c, const struct table *t, int first, int last)
{
	for (int i = 0; i < t->n; i++)
		if (t->row[i].tag >= first && t->row[i].tag <= last)
			collect(c, t->row[i].tag);
}

static int collect_list(struct collect *c, const struct selection *s, const struct table *t, const int *tag, int n, const char *object, struct err *e)
{
	for (int i = 0; i < n; i++) {
		if (!table_get(t, tag[i]))
			return refuse(s, t, tag[i], object, e);
		collect(c, tag[i]);
	}
	return 0;
}

static int collect_regions(struct collect *c, const struct selection *s, const struct model *m, const struct select_part *p, const char *object, struct err *e)
{
	for (int i = 0; i < p->n; i++) {
		const struct region *r = model_region(m, p->tag[i]);
		if (!r)
			return err_set(e, ERR_MISSING, object, "region %d does not exist", p->tag[i]);
		bool nodes = s->kind == SELECT_NODES;
		const int *tag = nodes ? r->node : r->element;
		/* what was removed since it was named is no part of it any more */
		for (int k = 0; k < (nodes ? r->nnode : r->nelement); k++)
			if (table_get(table_of(s, m), tag[k]))
				collect(c, tag[k]);
	}
	return 0;
}

static int collect_all(struct collect *c, const struct selection *s, const struct model *m, const char *object, struct err *e)
{
	const struct table *t = table_of(s, m);
	int rc = 0;
	if (s->npart == 0)
		collect_between(c, t, INT_MIN, INT_MAX);
	for (int i = 0; i < s->npart && rc == 0; i++) {
		const struct select_part *p = &s->part[i];
		if (p->kind == PART_LIST)
			rc = collect_list(c, s, t, p->tag, p->n, object, e);
		else if (p->kind == PART_REGION)
			rc = collect_regions(c, s, m, p, object, e);
		else
			collect_between(c, t, p->kind == PART_ALL ? INT_MIN : p->tag[0], p->kind == PART_ALL ? INT_MAX : p->tag[1]);
	}
	return rc;
}

int select_resolve(const struct selection *s, const struct model *m, const char *object, struct arena *mem, int **ret_tag, int *ret_n, struct err *e)
{
	struct collect c = {0};
	int rc = collect_all(&c, s, m, object, e);
	if (rc < 0)
		return rc;
	if (c.n == 0)
		return err_set(e, ERR_MISSING, object, "no %s is chosen", THING[s->kind]);
	c.tag = ARENA_ARRAY(mem, (size_t)c.n, int);
	if (!c.tag)
		return err_set(e, ERR_MEMORY, object, "no memory for %d tags", c.n);
	c.n = 0;
	rc = collect_all(&c, s, m, object, e);
	ASSERT(rc == 0);
	*ret_tag = c.tag;
	*ret_n = c.n;
	return 0;
}
