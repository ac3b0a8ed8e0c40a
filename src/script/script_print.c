/* print: nodes and elements in words, or as JSON. */
#include "script/script.h"

#include "script/script_tool.h"

#include <limits.h>
#include <string.h>

struct print_words {
	const char *path;        /* NULL: to the messages */
	bool json, nodes, elements;
	int *node, nnode, *element, nelement;   /* tags; none: all */
};

static void add_numbers(Tcl_Obj *out, const char *label, int n, const double *x, int stride)
{
	Tcl_AppendPrintfToObj(out, "    %s:", label);
	for (int i = 0; i < n; i++)
		Tcl_AppendPrintfToObj(out, " %.10g", x[i * stride]);
	Tcl_AppendToObj(out, "\n", -1);
}

static void node_values(const struct script *s, const struct node *n, int what, double *ret_x)
{
	for (int i = 0; i < n->ndf; i++)
		ret_x[i] = analysis_node(&s->analysis, n, i, what);
}

static void print_node(struct script *s, const struct node *n, Tcl_Obj *out)
{
	double x[NODE_DOF_MAX];

	Tcl_AppendPrintfToObj(out, "node %d\n", n->tag);
	add_numbers(out, "coordinates", n->ndm, n->x, 1);
	node_values(s, n, NODE_DISP, x);
	add_numbers(out, "displacements", n->ndf, x, 1);
	node_values(s, n, NODE_VEL, x);
	add_numbers(out, "velocities", n->ndf, x, 1);
	node_values(s, n, NODE_ACCEL, x);
	add_numbers(out, "accelerations", n->ndf, x, 1);
	add_numbers(out, "masses", n->ndf, n->mass, n->ndf + 1);
}

static void print_element(struct script *s, const struct element *el, Tcl_Obj *out)
{
	static const char *const FORCE[] = { "force" };
	double f[ELEMENT_DOF_MAX];
	int n = analysis_element_response(&s->analysis, el, 1, FORCE, f, ELEMENT_DOF_MAX);

	Tcl_AppendPrintfToObj(out, "element %d\n    type: %s\n    nodes:", el->tag, el->ops->name);
	for (int i = 0; i < el->nnode; i++)
		Tcl_AppendPrintfToObj(out, " %d", el->node[i]->tag);
	Tcl_AppendToObj(out, "\n", -1);
	if (n > 0)
		add_numbers(out, "forces", n, f, 1);
}

static void add_json_list(Tcl_Obj *out, const char *label, int n, const double *x, int stride)
{
	Tcl_AppendPrintfToObj(out, ", \"%s\": [", label);
	for (int i = 0; i < n; i++)
		Tcl_AppendPrintfToObj(out, "%s%.17g", i ? ", " : "", x[i * stride]);
	Tcl_AppendToObj(out, "]", -1);
}

static void json_node(const struct node *n, Tcl_Obj *out)
{
	Tcl_AppendPrintfToObj(out, "      {\"name\": %d, \"ndf\": %d", n->tag, n->ndf);
	add_json_list(out, "crd", n->ndm, n->x, 1);
	add_json_list(out, "mass", n->ndf, n->mass, n->ndf + 1);
	Tcl_AppendToObj(out, "}", -1);
}

static void json_element(const struct element *el, Tcl_Obj *out)
{
	Tcl_AppendPrintfToObj(out, "      {\"name\": %d, \"type\": \"%s\", \"nodes\": [", el->tag, el->ops->name);
	for (int i = 0; i < el->nnode; i++)
		Tcl_AppendPrintfToObj(out, "%s%d", i ? ", " : "", el->node[i]->tag);
	Tcl_AppendToObj(out, "]}", -1);
}

/* The chosen rows of a table, or all of them, each through one function. */
static int each_row(struct script *s, const struct table *t, const char *kind, const int *tag, int n, const char *between,
	void (*one)(struct script *s, const void *object, Tcl_Obj *out), Tcl_Obj *out, const char *object, struct err *e)
{
	for (int i = 0; i < (n ? n : t->n); i++) {
		const void *row = n ? table_get(t, tag[i]) : t->row[i].object;

		if (n && !row)
			return err_set(e, ERR_MISSING, object, "there is no %s %d", kind, tag[i]);
		if (i)
			Tcl_AppendToObj(out, between, -1);
		one(s, row, out);
	}
	return 0;
}

static void one_node(struct script *s, const void *object, Tcl_Obj *out)
{
	print_node(s, object, out);
}

static void one_element(struct script *s, const void *object, Tcl_Obj *out)
{
	print_element(s, object, out);
}

static void one_json_node(struct script *s, const void *object, Tcl_Obj *out)
{
	(void)s;
	json_node(object, out);
}

static void one_json_element(struct script *s, const void *object, Tcl_Obj *out)
{
	(void)s;
	json_element(object, out);
}

static int describe_text(struct script *s, const struct print_words *w, Tcl_Obj *out, const char *object, struct err *e)
{
	struct model *m = &s->model;
	int code = 0;

	if (!w->nodes && !w->elements)
		Tcl_AppendPrintfToObj(out, "model: %d dimensions, %d nodes, %d elements, %d patterns, time %.10g\n",
		                      m->ndm, m->nodes.n, m->elements.n, m->patterns.n, analysis_time(&s->analysis));
	for (int i = 0; i < m->npart && !w->nodes && !w->elements; i++)
		Tcl_AppendPrintfToObj(out, "matrices: nodes %d to %d, %d entries%s\n", m->part[i]->first, m->part[i]->first + m->part[i]->n - 1,
		                      m->part[i]->pattern.nnz, m->part[i]->pattern.symmetric ? " in the lower triangle" : "");
	if (w->nodes || !w->elements)
		code = each_row(s, &m->nodes, "node", w->node, w->nnode, "", one_node, out, object, e);
	if (code == 0 && (w->elements || !w->nodes))
		code = each_row(s, &m->elements, "element", w->element, w->nelement, "", one_element, out, object, e);
	return code;
}

static int describe_json(struct script *s, const struct print_words *w, Tcl_Obj *out, const char *object, struct err *e)
{
	struct model *m = &s->model;
	int code = 0;

	Tcl_AppendPrintfToObj(out, "{\n  \"StructuralAnalysisModel\": {\n    \"ndm\": %d", m->ndm);
	if (w->nodes || !w->elements) {
		Tcl_AppendToObj(out, ",\n    \"nodes\": [\n", -1);
		code = each_row(s, &m->nodes, "node", w->node, w->nnode, ",\n", one_json_node, out, object, e);
		Tcl_AppendToObj(out, "\n    ]", -1);
	}
	if (code == 0 && (w->elements || !w->nodes)) {
		Tcl_AppendToObj(out, ",\n    \"elements\": [\n", -1);
		code = each_row(s, &m->elements, "element", w->element, w->nelement, ",\n", one_json_element, out, object, e);
		Tcl_AppendToObj(out, "\n    ]", -1);
	}
	Tcl_AppendToObj(out, "\n  }\n}\n", -1);
	return code;
}

/* Optional OpenSees flag, then tags. */
static int read_chosen(struct script *s, struct args *a, const char *name, int **ret_tag, int *ret_n, struct err *e)
{
	int flag, code = 0;

	if (args_accept(a, "-flag") || args_accept(a, "flag"))
		code = args_int(a, "-flag", INT_MIN, INT_MAX, &flag, e);
	if (code == 0 && args_more_int(a))
		code = args_list_int(a, name, INT_MIN, INT_MAX, 1, &s->scratch, ret_tag, ret_n, e);
	return code;
}

static int read_print(struct script *s, struct args *a, struct print_words *w, struct err *e)
{
	int code = 0;

	while (code == 0 && args_more(a)) {
		if (args_accept(a, "-JSON") || args_accept(a, "-json") || args_accept(a, "JSON")) {
			w->json = true;
		} else if (args_accept(a, "-file") || args_accept(a, "file")) {
			code = args_word(a, "-file", &w->path, e);
		} else if (args_accept(a, "-node") || args_accept(a, "node")) {
			w->nodes = true;
			code = read_chosen(s, a, "-node", &w->node, &w->nnode, e);
		} else if (args_accept(a, "-ele") || args_accept(a, "ele") || args_accept(a, "-element")) {
			w->elements = true;
			code = read_chosen(s, a, "-ele", &w->element, &w->nelement, e);
		} else if (!w->path && args_peek(a)[0] != '-') {
			code = args_word(a, "file", &w->path, e);
		} else {
			code = args_end(a, e);
		}
	}
	return code;
}

/* Text is put behind what the file holds, as OpenSees does; a JSON file is one document. */
static int write_file(struct script *s, const char *path, const char *mode, Tcl_Obj *out, const char *object, struct err *e)
{
	Tcl_Channel file;
	int code = script_file_write(s, path, mode, object, &file, e);
	bool bad;

	if (code)
		return code;
	bad = Tcl_WriteObj(file, out) < 0;
	if (Tcl_Close(s->interp, file) == TCL_OK && !bad)
		return 0;
	code = err_set(e, ERR_FILE, object, "the file cannot be written: %.100s", Tcl_ErrnoMsg(Tcl_GetErrno()));
	err_value(e, "%s", path);
	return code;
}

int run_print(struct script *s, struct args *a, struct err *e)
{
	struct print_words w = { 0 };
	Tcl_Obj *out = Tcl_NewObj();
	int code = read_print(s, a, &w, e);

	Tcl_IncrRefCount(out);
	if (code == 0)
		code = w.json ? describe_json(s, &w, out, a->object, e) : describe_text(s, &w, out, a->object, e);
	if (code == 0 && w.path)
		code = write_file(s, w.path, w.json ? "w" : "a", out, a->object, e);
	else if (code == 0)
		script_say(s, "%s", Tcl_GetString(out));
	Tcl_ResetResult(s->interp);
	Tcl_DecrRefCount(out);
	return code;
}
