/* Listed freedoms of an element. */
#include "element/freedoms.h"

static int read_nodes(struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	int n = 0;

	if (!args_accept(a, "-node")) {
		int code = err_set(e, ERR_ARGUMENT, a->object, "expected -node and the nodes' tags");
		err_value(e, "%s", args_more(a) ? args_peek(a) : "(end of command)");
		return code;
	}
	for (struct args look = *a; args_more_int(&look); look.at++)
		n++;
	if (n == 0)
		return err_set(e, ERR_ARGUMENT, a->object, "no node after -node");
	return element_nodes(el, a, n, m, mem, e);
}

/* The freedoms of one node; first: where its freedoms begin among the element's. */
static int read_listed(struct freedoms *f, struct args *a, const struct node *node, int first, struct err *e)
{
	int begin = f->n, code = 0;

	if (!args_accept_again(a, "-dof") && !args_accept_again(a, "-dir")) {
		code = err_set(e, ERR_ARGUMENT, a->object, "expected -dof and the freedoms of node %d", node->tag);
		err_value(e, "%s", args_more(a) ? args_peek(a) : "(end of command)");
		err_hint(e, "give one -dof list for every node");
		return code;
	}
	while (code == 0 && (f->n == begin || args_more_int(a))) {
		int dof = 0;
		code = args_int(a, "freedom", 1, node->ndf, &dof, e);
		for (int i = begin; i < f->n && code == 0; i++)
			if (f->at[i] == first + dof - 1)
				code = err_set(e, ERR_DUPLICATE, a->object, "freedom %d of node %d is given twice", dof, node->tag);
		if (code == 0)
			f->at[f->n++] = first + dof - 1;
	}
	return code;
}

int freedoms_read(struct freedoms *f, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	int code = read_nodes(a, el, m, mem, e);

	f->n = f->ndof = 0;
	for (int i = 0; i < el->nnode && code == 0; i++)
		f->ndof += el->node[i]->ndf;
	if (code == 0 && f->ndof > ELEMENT_DOF_MAX) {
		code = err_set(e, ERR_LIMIT, a->object, "its nodes have too many freedoms");
		err_value(e, "%d", f->ndof);
		err_allowed(e, "at most %d", ELEMENT_DOF_MAX);
	}
	if (code < 0)
		return code;
	f->at = ARENA_ARRAY(mem, (size_t)f->ndof, int);
	if (!f->at)
		return err_set(e, ERR_MEMORY, a->object, "out of memory");
	for (int i = 0, first = 0; i < el->nnode && code == 0; first += el->node[i++]->ndf)
		code = read_listed(f, a, el->node[i], first, e);
	return code;
}

int freedoms_matrix(const struct freedoms *f, struct args *a, const char *name, bool symmetric, struct arena *mem, double **ret, struct err *e)
{
	double *x;
	int n, code = args_list_real(a, name, RANGE_ANY, 1, mem, &x, &n, e);

	if (code == 0 && n != f->n * f->n) {
		code = err_set(e, ERR_RANGE, a->object, "%s has the wrong number of values", name);
		err_value(e, "%d", n);
		err_allowed(e, "%d, the %d x %d matrix row by row", f->n * f->n, f->n, f->n);
	}
	for (int i = 0; i < f->n && code == 0 && symmetric; i++)
		for (int j = 0; j < i && code == 0; j++)
			if (x[i * f->n + j] != x[j * f->n + i]) {
				code = err_set(e, ERR_RANGE, a->object, "%s is not symmetric: row %d, column %d", name, i + 1, j + 1);
				err_value(e, "%g and %g", x[i * f->n + j], x[j * f->n + i]);
			}
	if (code == 0)
		*ret = x;
	return code;
}

void freedoms_gather(const struct freedoms *f, const double *all, double *ret_listed)
{
	for (int i = 0; i < f->n; i++)
		ret_listed[i] = all[f->at[i]];
}

void freedoms_scatter(const struct freedoms *f, const double *listed, double *ret_all)
{
	memset(ret_all, 0, (size_t)f->ndof * sizeof *ret_all);
	for (int i = 0; i < f->n; i++)
		ret_all[f->at[i]] = listed[i];
}

void freedoms_spread(const struct freedoms *f, const double *small, double *ret_large)
{
	memset(ret_large, 0, (size_t)(f->ndof * f->ndof) * sizeof *ret_large);
	for (int i = 0; i < f->n; i++)
		for (int j = 0; j < f->n; j++)
			ret_large[f->at[i] * f->ndof + f->at[j]] = small[i * f->n + j];
}
