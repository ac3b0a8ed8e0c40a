/* Results where they lie: motion of all freedoms, unknowns, answers of elements, rows of recorders in memory. */
#include "library/library.h"

#include "equations/state.h"
#include "recorder/record.h"

#include <string.h>

void library_views_fini(struct tandem *t)
{
	arena_fini(&t->views.mem);
	memset(&t->views, 0, sizeof t->views);
}

/* The equations stand, and the views are those of the model as it is. */
static int ready(struct tandem *t)
{
	struct script *s = &t->script;
	int code = s->model.nodes.n > 0 ? 0 : err_set(&t->fault.err, ERR_STATE, "tandem", "the model has no nodes");

	if (!code)
		code = analysis_ready(&s->analysis, &t->fault.err);
	if (!code)
		code = analysis_whole(&s->analysis, &t->fault.err);
	if (code || (t->views.freedom && t->views.stamp == s->model.stamp))
		return code;
	arena_reset(&t->views.mem);
	t->views = (struct views){.mem = t->views.mem, .stamp = s->model.stamp};
	t->views.freedom = ARENA_ARRAY(&t->views.mem, (size_t)s->model.ndof + 1, int);
	for (int what = 0; what <= TANDEM_REACTION; what++)
		t->views.motion[what] = ARENA_ARRAY(&t->views.mem, (size_t)s->model.ndof + 1, double);
	if (!t->views.freedom || !t->views.motion[TANDEM_DISP] || !t->views.motion[TANDEM_VEL] || !t->views.motion[TANDEM_ACCEL] ||
	    !t->views.motion[TANDEM_REACTION]) {
		t->views.freedom = NULL;
		return err_set(&t->fault.err, ERR_MEMORY, "tandem", "no memory for %d freedoms", s->model.ndof);
	}
	for (int i = 0; i < s->model.ndof; i++)
		t->views.freedom[i] = i;
	return 0;
}

/* ---- motion ------------------------------------------------------------------------------------------------------ */

static int reactions(struct tandem *t)
{
	struct script *s = &t->script;
	int code = analysis_reactions(&s->analysis, REACTION_STATIC, &t->fault.err);

	for (int i = 0; i < s->model.nodes.n && !code; i++) {
		const struct node *n = s->model.nodes.row[i].object;

		for (int k = 0; k < n->ndf; k++)
			t->views.motion[TANDEM_REACTION][n->dof0 + k] = analysis_reaction(&s->analysis, n, k);
	}
	return code;
}

static int gather(struct tandem *t, int32_t what)
{
	static const int WHAT[] = {[TANDEM_DISP] = NODE_DISP, [TANDEM_VEL] = NODE_VEL, [TANDEM_ACCEL] = NODE_ACCEL};

	if (what == TANDEM_REACTION)
		return reactions(t);
	analysis_motion(&t->script.analysis, WHAT[what], t->script.model.ndof, t->views.freedom, t->views.motion[what]);
	return 0;
}

/* How calls that answer with a pointer end. */
static const void *handed(struct tandem *t, int code, const void *x, int32_t n, int32_t *ret_n)
{
	library_leave(t, code);
	if (ret_n)
		*ret_n = code ? 0 : n;
	return code ? NULL : x;
}

static bool enters(struct tandem *t, int32_t *ret_n)
{
	if (ret_n)
		*ret_n = 0;
	return library_enter(t) == 0;
}

const double *tandem_motion(struct tandem *t, int32_t what, int32_t *ret_n)
{
	int code;

	if (!enters(t, ret_n))
		return NULL;
	if (what < TANDEM_DISP || what > TANDEM_REACTION)
		return handed(t, err_set(&t->fault.err, ERR_RANGE, "tandem_motion", "there is no such motion"), NULL, 0, ret_n);
	code = ready(t);
	if (!code)
		code = gather(t, what);
	return handed(t, code, t->views.motion[what], t->script.model.ndof, ret_n);
}

const double *tandem_unknowns(struct tandem *t, int32_t what, int32_t *ret_n)
{
	static const enum state_part PART[] = {[TANDEM_DISP] = STATE_U, [TANDEM_VEL] = STATE_V, [TANDEM_ACCEL] = STATE_A};
	struct state *state;
	int code;

	if (!enters(t, ret_n))
		return NULL;
	if (what < TANDEM_DISP || what > TANDEM_ACCEL)
		return handed(t, err_set(&t->fault.err, ERR_RANGE, "tandem_unknowns", "there is no such motion"), NULL, 0, ret_n);
	code = ready(t);
	state = t->script.analysis.state;
	return code ? handed(t, code, NULL, 0, ret_n) : handed(t, 0, state_vec(state, PART[what]), state->n, ret_n);
}

int32_t tandem_freedom(struct tandem *t, int32_t node, int32_t dof)
{
	int32_t code = library_enter(t);
	struct node *n;
	int inside;

	if (code)
		return code;
	inside = ready(t);
	if (!inside)
		inside = model_need_node(&t->script.model, node, "tandem_freedom", &n, &t->fault.err);
	if (!inside && (dof < 1 || dof > n->ndf)) {
		inside = err_set(&t->fault.err, ERR_RANGE, "tandem_freedom", "freedom of node %d", (int)node);
		err_value(&t->fault.err, "%d", (int)dof);
		err_allowed(&t->fault.err, "1 to %d", n->ndf);
	}
	code = library_leave(t, inside);
	return code ? code : n->dof0 + dof - 1;
}

/* ---- tags -------------------------------------------------------------------------------------------------------- */

static const int32_t *tags(struct tandem *t, const struct table *of, bool elements, int32_t *ret_n)
{
	int32_t **at = elements ? &t->views.elements : &t->views.nodes;
	int code = ready(t);

	if (!code && !*at) {
		*at = ARENA_ARRAY(&t->views.mem, (size_t)of->n + 1, int32_t);
		if (!*at)
			code = err_set(&t->fault.err, ERR_MEMORY, "tandem", "no memory for %d tags", of->n);
		for (int i = 0; i < of->n && *at; i++)
			(*at)[i] = of->row[i].tag;
	}
	return handed(t, code, *at, of->n, ret_n);
}

const int32_t *tandem_node_tags(struct tandem *t, int32_t *ret_n)
{
	return enters(t, ret_n) ? tags(t, &t->script.model.nodes, false, ret_n) : NULL;
}

const int32_t *tandem_element_tags(struct tandem *t, int32_t *ret_n)
{
	return enters(t, ret_n) ? tags(t, &t->script.model.elements, true, ret_n) : NULL;
}

/* ---- elements ---------------------------------------------------------------------------------------------------- */

enum { ANSWER_MOST = ELEMENT_DOF_MAX * ELEMENT_DOF_MAX };

/* The view of an element's answer, its row given: the one that was handed out before, or a new one. NULL: no memory. */
static struct answer *answer_of(struct tandem *t, int row, const char *words, int n)
{
	struct arena *mem = &t->views.mem;
	struct answer *a;

	if (!t->views.answers)
		t->views.answers = ARENA_ARRAY(mem, (size_t)t->script.model.elements.n + 1, struct answer *);
	if (!t->views.answers)
		return NULL;
	for (a = t->views.answers[row]; a && (a->n != n || strcmp(a->words, words) != 0);)
		a = a->next;
	if (a || !(a = ARENA_NEW(mem, struct answer)))
		return a;
	*a = (struct answer){.words = arena_text(mem, words), .n = n, .x = ARENA_ARRAY(mem, (size_t)n, double), .next = t->views.answers[row]};
	if (!a->words || !a->x)
		return NULL;
	t->views.answers[row] = a;
	return a;
}

static int ask(struct tandem *t, int tag, const char *words, const double **ret_x, int *ret_n)
{
	struct err *e = &t->fault.err;
	int row = table_within(&t->script.model.elements, tag, tag);
	const struct element *el = row < 0 ? NULL : t->script.model.elements.row[row].object;
	double x[ANSWER_MOST];
	const struct answer *a;
	const char **word;
	int n, code = 0;

	if (!el)
		return err_set(e, ERR_MISSING, "tandem_element_response", "there is no element %d", tag);
	if (Tcl_SplitList(t->script.interp, words, &n, &word) != TCL_OK)
		return err_set(e, ERR_ARGUMENT, "tandem_element_response", "the words are no list: %.60s", words);
	*ret_n = n > 0 ? analysis_element_response(&t->script.analysis, el, n, word, x, ANSWER_MOST) : 0;
	Tcl_Free((char *)word);
	if (*ret_n <= 0) {
		code = err_set(e, ERR_UNKNOWN, "tandem_element_response", "element %s %d has no such answer", el->ops->name, tag);
		err_value(e, "%s", words);
		return code;
	}
	a = answer_of(t, row, words, *ret_n);
	if (!a)
		return err_set(e, ERR_MEMORY, "tandem_element_response", "no memory for %d numbers", *ret_n);
	memcpy(a->x, x, (size_t)*ret_n * sizeof *x);
	*ret_x = a->x;
	return 0;
}

const double *tandem_element_response(struct tandem *t, int32_t tag, const char *words, int32_t *ret_n)
{
	const double *x = NULL;
	int n = 0, code;

	if (!enters(t, ret_n))
		return NULL;
	code = words ? ready(t) : err_set(&t->fault.err, ERR_ARGUMENT, "tandem_element_response", "the words are NULL");
	if (!code)
		code = ask(t, tag, words, &x, &n);
	return handed(t, code, x, n, ret_n);
}

/* ---- rows of recorders --------------------------------------------------------------------------------------------- */

static bool rows_of(struct tandem *t, const char *name, struct recorded *ret)
{
	int code;

	if (library_enter(t))
		return false;
	code = name ? recorders_recorded(t->script.recorders, name, ret, &t->fault.err) :
	              err_set(&t->fault.err, ERR_ARGUMENT, "tandem_rows", "the name is NULL");
	return library_leave(t, code) == 0;
}

const double *tandem_rows(struct tandem *t, const char *name, int64_t *ret_rows, int32_t *ret_columns)
{
	struct recorded r = {0};

	rows_of(t, name, &r);
	if (ret_rows)
		*ret_rows = r.n;
	if (ret_columns)
		*ret_columns = r.columns;
	return r.n > 0 ? r.x : NULL;
}

const char *const *tandem_row_names(struct tandem *t, const char *name)
{
	struct recorded r = {0};

	return rows_of(t, name, &r) ? (const char *const *)r.column : NULL;
}
