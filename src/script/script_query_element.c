/* Commands that answer with quantities of elements. */
#include "script/script_query.h"

enum { ANSWER_MAX = ELEMENT_DOF_MAX * ELEMENT_DOF_MAX };

/* The element's answer to the words, in the scratch arena. n 0: it does not know them. */
static int ask(struct script *s, const struct element *el, int n, const char *const *word, double **ret_x, int *ret_n, struct err *e)
{
	double *x = ARENA_ARRAY(&s->scratch, ANSWER_MAX, double);
	int code;

	if (!x)
		return err_set(e, ERR_MEMORY, "element", "no memory for the answer");
	code = analysis_ready(&s->analysis, e);
	if (code)
		return code;
	*ret_n = analysis_element_response(&s->analysis, el, n, word, x, ANSWER_MAX);
	*ret_x = x;
	return 0;
}

/* element <component>: a named answer or one number of it. */
static int answer_named(struct script *s, struct args *a, const char *word, struct err *e)
{
	struct element *el;
	double *x;
	int n, component, code = script_element(s, a, "element", &el, e);

	if (code == 0)
		code = ask(s, el, 1, &word, &x, &n, e);
	if (code)
		return code;
	if (n <= 0) {
		code = err_set(e, ERR_UNKNOWN, a->object, "element %s %d has no such answer", el->ops->name, el->tag);
		err_value(e, "%s", word);
		return code;
	}
	if (!args_more(a)) {
		script_result_reals(s, n, x);
		return 0;
	}
	code = args_int(a, "component", 1, n, &component, e);
	if (code == 0)
		code = args_end(a, e);
	if (code == 0)
		script_result_real(s, x[component - 1]);
	return code;
}

int script_run_ele_force(struct script *s, struct args *a, struct err *e) { return answer_named(s, a, "forces", e); }
int script_run_basic_force(struct script *s, struct args *a, struct err *e) { return answer_named(s, a, "basicForces", e); }
int script_run_basic_deformation(struct script *s, struct args *a, struct err *e) { return answer_named(s, a, "basicDeformations", e); }
int script_run_local_force(struct script *s, struct args *a, struct err *e) { return answer_named(s, a, "localForces", e); }

/* An empty answer when the element does not know the words, as OpenSees answers. */
int script_run_ele_response(struct script *s, struct args *a, struct err *e)
{
	struct element *el;
	const char *first;
	double *x;
	int n, code = script_element(s, a, "element", &el, e);

	if (code)
		return code;
	if (!args_more(a))
		return args_word(a, "response", &first, e);
	code = ask(s, el, a->n - a->at, a->word + a->at, &x, &n, e);
	if (code == 0 && n > 0)
		script_result_reals(s, n, x);
	return code;
}

int script_run_ele_nodes(struct script *s, struct args *a, struct err *e)
{
	struct element *el;
	Tcl_Obj *text;
	int code = script_element(s, a, "element", &el, e);

	if (code == 0)
		code = args_end(a, e);
	if (code)
		return code;
	text = Tcl_NewObj();
	for (int i = 0; i < el->nnode; i++)
		Tcl_AppendPrintfToObj(text, "%d ", el->node[i]->tag);
	Tcl_SetObjResult(s->interp, text);
	return 0;
}

int script_run_ele_type(struct script *s, struct args *a, struct err *e)
{
	struct element *el;
	int code = script_element(s, a, "element", &el, e);

	if (code == 0)
		code = args_end(a, e);
	if (code == 0)
		script_result_text(s, "%s", el->ops->name);
	return code;
}
