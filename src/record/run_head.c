/* What stands at the head of a table: limits, thresholds, words; whatever attributes it has of its own. */
#include "record/run_read_priv.h"

#include "base/base.h"

#include <string.h>

enum { HEADS_MOST = 256, VALUES_MOST = 100000 };

struct heads {
	struct run_file *f;
	struct run_table_info *t;
	struct err *e;
	int code;
};

static const double *read_numbers(hid_t attribute, int n, struct arena *mem)
{
	double *x = ARENA_ARRAY(mem, (size_t)n + 1, double);

	return x && H5Aread(attribute, H5T_NATIVE_DOUBLE, x) >= 0 ? x : NULL;
}

static int read_one(struct heads *v, hid_t data, const char *name, hid_t attribute)
{
	struct run_head *h = &v->t->head[v->t->nhead];
	hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
	hssize_t n = H5Sget_simple_extent_npoints(space);
	bool texts = H5Tget_class(type) == H5T_STRING;

	H5Sclose(space);
	H5Tclose(type);
	if (n < 1 || n > VALUES_MOST || v->t->nhead == HEADS_MOST)
		return run_damaged(v->f, "an attribute of a table is damaged", v->e);
	*h = (struct run_head){.name = arena_text(&v->f->mem, name), .n = (int)n};
	if (texts)
		h->text = run_attribute_list(data, name, h->n, &v->f->mem);
	else
		h->number = read_numbers(attribute, h->n, &v->f->mem);
	if (!h->name || (!h->text && !h->number))
		return run_damaged(v->f, "an attribute of a table cannot be read", v->e);
	v->t->nhead++;
	return 0;
}

static herr_t visit(hid_t data, const char *name, const H5A_info_t *info, void *self)
{
	static const char *const KNOWN[] = {"columns", "units", "brief", "rate_hz"};
	struct heads *v = self;
	hid_t attribute;

	(void)info;
	for (size_t i = 0; i < COUNT(KNOWN); i++)
		if (strcmp(name, KNOWN[i]) == 0)
			return 0;
	attribute = H5Aopen(data, name, H5P_DEFAULT);
	v->code = attribute < 0 ? run_damaged(v->f, "an attribute of a table cannot be read", v->e) : read_one(v, data, name, attribute);
	if (attribute >= 0)
		H5Aclose(attribute);
	return v->code;
}

int run_heads_read(struct run_file *f, hid_t data, struct run_table_info *t, struct err *e)
{
	struct heads v = {.f = f, .t = t, .e = e};

	t->head = ARENA_ARRAY(&f->mem, HEADS_MOST, struct run_head);
	if (!t->head)
		return err_set(e, ERR_MEMORY, "record", "no memory for the attributes of a table");
	if (H5Aiterate2(data, H5_INDEX_NAME, H5_ITER_INC, NULL, visit, &v) < 0 && !v.code)
		return run_damaged(f, "the attributes of a table are damaged", e);
	return v.code;
}

const struct run_head *run_head(const struct run_table_info *t, const char *name)
{
	for (int i = 0; i < t->nhead; i++)
		if (strcmp(t->head[i].name, name) == 0)
			return &t->head[i];
	return NULL;
}
