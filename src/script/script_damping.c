/* Commands of damping and of regions: rayleigh, modalDamping, region. */
#include "script/script.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int read_factors(struct args *a, double ret_factor[4], struct err *e)
{
	static const char *const NAMES[4] = { "alphaM", "betaK", "betaKinit", "betaKcomm" };
	int code = 0;

	for (int i = 0; code == 0 && i < 4; i++)
		code = args_real(a, NAMES[i], RANGE_ANY, &ret_factor[i], e);
	return code;
}

static int run_rayleigh(struct script *s, struct args *a, struct err *e)
{
	double factor[4];
	int code = read_factors(a, factor, e);

	if (code == 0)
		code = args_end(a, e);
	if (code == 0)
		model_rayleigh(&s->model, factor);
	return code;
}

/* The same for one element. */
static int run_element_rayleigh(struct script *s, struct args *a, struct err *e)
{
	struct element *el;
	double factor[4];
	int code = script_element(s, a, "element", &el, e);

	if (code == 0)
		code = read_factors(a, factor, e);
	if (code == 0)
		code = args_end(a, e);
	if (code == 0)
		model_region_rayleigh(&s->model, &(struct region){ .element = &el->tag, .nelement = 1 }, factor);
	return code;
}

/* One ratio for all modes of the last eigen, or one a mode. */
static int run_modal_damping(struct script *s, struct args *a, struct err *e)
{
	struct model *m = &s->model;
	double *ratio, *kept;
	int n, code = args_list_real(a, "damping ratio", RANGE_NONNEG, 1, &s->scratch, &ratio, &n, e);

	if (code == 0)
		code = args_end(a, e);
	if (code < 0)
		return code;
	if (m->nmode == 0) {
		code = err_set(e, ERR_STATE, a->object, "there are no modes yet");
		err_hint(e, "run eigen before modalDamping");
		return code;
	}
	if (n != 1 && n != m->nmode) {
		code = err_set(e, ERR_ARGUMENT, a->object, "the number of ratios is not that of the modes");
		err_value(e, "%d", n);
		err_allowed(e, "1 or %d", m->nmode);
		return code;
	}
	kept = ARENA_ARRAY(&m->arena, (size_t)m->nmode, double);
	if (!kept)
		return err_set(e, ERR_MEMORY, a->object, "no memory for %d ratios", m->nmode);
	for (int i = 0; i < m->nmode; i++)
		kept[i] = ratio[n == 1 ? 0 : i];
	m->modal_damping = kept;
	m->nmodal = m->nmode;
	m->stamp++;
	return 0;
}

/* ---- regions ------------------------------------------------------------------------------------------------ */

struct tags { int *tag, n; };      /* scratch arena */

struct region_words {
	struct tags node, element;     /* of all lists, some twice */
	bool by_node, by_element;      /* what the words named */
	bool only;                     /* and nothing that hangs on it */
	double factor[4];
	bool rayleigh;
};

/* Tags after -node (all of them must exist), or those of a table between two after -nodeRange. */
static int read_tags(struct script *s, struct args *a, const char *list, const char *range, const struct table *t,
	const char *kind, struct tags *ret, struct err *e)
{
	int *tag, n = 0, lo, hi, code;

	if (args_accept(a, list)) {
		code = args_list_int(a, list, INT_MIN, INT_MAX, 1, &s->scratch, &tag, &n, e);
		for (int i = 0; code == 0 && i < n; i++)
			if (!table_get(t, tag[i]))
				code = err_set(e, ERR_MISSING, a->object, "there is no %s %d", kind, tag[i]);
	} else {
		a->at++;
		code = args_int(a, range, INT_MIN, INT_MAX, &lo, e);
		if (code == 0)
			code = args_int(a, range, lo, INT_MAX, &hi, e);
		tag = code == 0 ? ARENA_ARRAY(&s->scratch, (size_t)t->n, int) : NULL;
		if (code == 0 && !tag)
			code = err_set(e, ERR_MEMORY, a->object, "no memory for %d tags", t->n);
		for (int i = 0; code == 0 && i < t->n; i++)
			if (t->row[i].tag >= lo && t->row[i].tag <= hi)
				tag[n++] = t->row[i].tag;
		if (code == 0 && n == 0)
			code = err_set(e, ERR_MISSING, a->object, "there is no %s between %d and %d", kind, lo, hi);
	}
	if (code == 0)
		*ret = (struct tags){ tag, n };
	return code;
}

/* Behind those of the lists before. */
static int add_tags(struct script *s, const struct tags *more, struct tags *to, struct err *e)
{
	int *tag = ARENA_ARRAY(&s->scratch, (size_t)to->n + (size_t)more->n, int);

	if (!tag)
		return err_set(e, ERR_MEMORY, "region", "no memory for %d tags", more->n);
	if (to->n)
		memcpy(tag, to->tag, (size_t)to->n * sizeof *tag);
	if (more->n)
		memcpy(tag + to->n, more->tag, (size_t)more->n * sizeof *tag);
	*to = (struct tags){ tag, to->n + more->n };
	return 0;
}

/* The words that fill a region. With "Only" nothing follows: neither the elements between nodes nor the nodes of elements. */
static const struct { const char *list, *range; bool node, only; } REGION_WORDS[] = {
	{ "-node", "-nodeRange", true, false }, { "-nodeOnly", "-nodeOnlyRange", true, true },
	{ "-ele", "-eleRange", false, false }, { "-eleOnly", "-eleOnlyRange", false, true },
};

/* Row of the next word, -1 when it is none of them. */
static int region_word(const struct args *a)
{
	const char *word = args_peek(a);

	for (size_t i = 0; i < COUNT(REGION_WORDS); i++)
		if (strcmp(word, REGION_WORDS[i].list) == 0 || strcmp(word, REGION_WORDS[i].range) == 0)
			return (int)i;
	return -1;
}

static int read_region(struct script *s, struct args *a, struct region_words *w, struct err *e)
{
	int code = 0;

	while (code == 0 && args_more(a)) {
		int row = region_word(a);
		const char *list = row < 0 ? NULL : REGION_WORDS[row].list, *range = row < 0 ? NULL : REGION_WORDS[row].range;

		if (row >= 0) {
			bool node = REGION_WORDS[row].node;
			struct tags more;

			*(node ? &w->by_node : &w->by_element) = true;
			code = read_tags(s, a, list, range, node ? &s->model.nodes : &s->model.elements, node ? "node" : "element", &more, e);
			if (code == 0)
				code = add_tags(s, &more, node ? &w->node : &w->element, e);
		} else if (args_accept(a, "-rayleigh")) {
			w->rayleigh = true;
			code = read_factors(a, w->factor, e);
		} else {
			code = args_end(a, e);
		}
		w->only |= row >= 0 && REGION_WORDS[row].only;
	}
	return code;
}

static int compare_tags(const void *x, const void *y)
{
	int i = *(const int *)x, j = *(const int *)y;

	return (i > j) - (i < j);
}

/* Sorts tags and drops those that come twice; returns how many are left. */
static int sort_tags(int *tag, int n)
{
	int kept = 0;

	qsort(tag, (size_t)n, sizeof *tag, compare_tags);
	for (int i = 0; i < n; i++)
		if (kept == 0 || tag[i] != tag[kept - 1])
			tag[kept++] = tag[i];
	return kept;
}

/* A region of nodes takes in the elements all of whose nodes it holds. */
static void take_elements(const struct model *m, struct region *r)
{
	for (int k = 0; k < m->elements.n; k++) {
		const struct element *el = m->elements.row[k].object;
		bool inside = el->nnode > 0;

		for (int i = 0; inside && i < el->nnode; i++)
			inside = bsearch(&el->node[i]->tag, r->node, (size_t)r->nnode, sizeof *r->node, compare_tags) != NULL;
		if (inside)
			r->element[r->nelement++] = el->tag;
	}
}

/* The nodes of elements, one after the other, some twice; with ret NULL only their number. */
static int element_nodes_of(const struct model *m, const int *tag, int n, int *ret)
{
	int count = 0;

	for (int k = 0; k < n; k++) {
		const struct element *el = model_element(m, tag[k]);

		for (int i = 0; i < el->nnode; i++, count++)
			if (ret)
				ret[count] = el->node[i]->tag;
	}
	return count;
}

static int make_region(struct script *s, const struct region_words *w, int tag, struct region **ret_r, struct err *e)
{
	struct model *m = &s->model;
	bool nodes_follow = w->by_element && !w->by_node && !w->only, elements_follow = w->by_node && !w->by_element && !w->only;
	int nnode = nodes_follow ? element_nodes_of(m, w->element.tag, w->element.n, NULL) : w->node.n;
	int nelement = elements_follow ? m->elements.n : w->element.n;
	struct region *r = ARENA_NEW(&m->arena, struct region);
	int code;

	if (!r || !(r->node = ARENA_ARRAY(&m->arena, (size_t)nnode, int)) || !(r->element = ARENA_ARRAY(&m->arena, (size_t)nelement, int)))
		return err_set(e, ERR_MEMORY, "region", "no memory for region %d", tag);
	r->tag = tag;
	if (w->by_element && nelement) {
		memcpy(r->element, w->element.tag, (size_t)nelement * sizeof *r->element);
		r->nelement = sort_tags(r->element, nelement);
	}
	if (nodes_follow)
		element_nodes_of(m, w->element.tag, w->element.n, r->node);
	else if (nnode)
		memcpy(r->node, w->node.tag, (size_t)nnode * sizeof *r->node);
	r->nnode = sort_tags(r->node, nnode);
	if (elements_follow)
		take_elements(m, r);
	code = table_add(&m->regions, tag, r, "region", &m->arena, e);
	if (code == 0)
		*ret_r = r;
	return code;
}

static int run_region(struct script *s, struct args *a, struct err *e)
{
	struct region_words w = { 0 };
	struct region *r = NULL;
	int tag, code = args_int(a, "tag", INT_MIN, INT_MAX, &tag, e);

	if (code == 0)
		code = read_region(s, a, &w, e);
	if (code == 0 && !w.by_node && !w.by_element) {
		code = err_set(e, ERR_ARGUMENT, a->object, "the region is empty");
		err_allowed(e, "-node, -nodeRange, -ele or -eleRange");
	}
	if (code == 0)
		code = make_region(s, &w, tag, &r, e);
	if (code == 0 && w.rayleigh)
		model_region_rayleigh(&s->model, r, w.factor);
	return code;
}

const struct script_command script_damping_commands[] = {
	{ "rayleigh", run_rayleigh, "rayleigh alphaM betaK betaKinit betaKcomm",
	  "C = alphaM M + betaK K + betaKinit K0 + betaKcomm Kcommitted, of all nodes and elements there are now.", NULL },
	{ "setElementRayleighDampingFactors", run_element_rayleigh, "setElementRayleighDampingFactors ele alphaM betaK betaKinit betaKcomm",
	  "Rayleigh damping of one element.", NULL },
	{ "modalDamping", run_modal_damping, "modalDamping zeta ...",
	  "Damping ratios of the modes of the last eigen: one for all, or one a mode. Modes that a later eigen finds beyond them are not damped;"
	  " after one that finds fewer the ratios are to be given again.", NULL },
	{ "modalDampingQ", run_modal_damping, "modalDampingQ zeta ...", "The same as modalDamping.", NULL },
	{ "region", run_region,
	  "region tag <-node|-nodeOnly tag ...|-nodeRange first last> <-ele|-eleOnly tag ...|-eleRange first last> <-rayleigh aM bK bKinit bKcomm>",
	  "Names nodes and elements for recorders and damping. Nodes bring the elements between them, elements bring their nodes. Several lists add up.", NULL },
	{ 0 },
};
