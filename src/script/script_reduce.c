/* The command reduce: fewer unknowns than the structure has free freedoms (modes/reduce.h), and what that does to its frequencies. */
#include "modes/reduce.h"
#include "script/script.h"

#include <limits.h>
#include <math.h>

enum { COMPARED = 10, COMPARED_MAX = 1000 };

struct reduce_words {
	int *node, *dof, nkept;      /* pairs */
	int modes, compared;
	bool has_modes;
};

/* ---- words -------------------------------------------------------------------------------------------------- */

/* -node n1 n2 ... -dof d1 d2 ...: every freedom of every node; another group may follow. */
static int read_group(struct script *s, struct args *a, struct reduce_words *w, struct err *e)
{
	int *node, *dof, *pair, nnode, ndof, code = args_list_int(a, "-node", INT_MIN, INT_MAX, 1, &s->scratch, &node, &nnode, e);

	if (code == 0 && !args_accept(a, "-dof")) {
		code = err_set(e, ERR_ARGUMENT, a->object, "behind the nodes the freedoms that are kept are missing");
		err_hint(e, "-node n1 n2 ... -dof d1 d2 ...");
	}
	if (code == 0)
		code = args_list_int(a, "-dof", 1, NODE_DOF_MAX, 1, &s->scratch, &dof, &ndof, e);
	if (code)
		return code;
	pair = ARENA_ARRAY(&s->scratch, 2 * ((size_t)w->nkept + (size_t)nnode * (size_t)ndof), int);
	if (!pair)
		return err_set(e, ERR_MEMORY, a->object, "no memory for %d freedoms", nnode * ndof);
	for (int i = 0; i < w->nkept; i++) {
		pair[i] = w->node[i];
		pair[w->nkept + nnode * ndof + i] = w->dof[i];
	}
	w->node = pair;
	w->dof = pair + w->nkept + nnode * ndof;
	for (int i = 0; i < nnode; i++)
		for (int k = 0; k < ndof; k++) {
			w->node[w->nkept] = node[i];
			w->dof[w->nkept++] = dof[k] - 1;
		}
	return 0;
}

static int read_words(struct script *s, struct args *a, bool keeps, struct reduce_words *w, struct err *e)
{
	int code = 0;

	while (code == 0 && args_more(a)) {
		if (keeps && args_accept(a, "-node")) {
			code = read_group(s, a, w, e);
		} else if (args_accept(a, "-modes")) {
			code = args_int(a, "-modes", 1, INT_MAX, &w->modes, e);
			w->has_modes = true;
		} else if (args_accept(a, "-compare")) {
			code = args_int(a, "-compare", 0, COMPARED_MAX, &w->compared, e);
		} else {
			code = args_end(a, e);
		}
	}
	return code;
}

static int need_kept(const struct args *a, const struct reduce_words *w, struct err *e)
{
	int code;

	if (w->nkept)
		return 0;
	code = err_set(e, ERR_ARGUMENT, a->object, "no freedom is kept");
	err_hint(e, "-node n1 n2 ... -dof d1 d2 ...");
	return code;
}

/* ---- what came of it ---------------------------------------------------------------------------------------- */

/* The mode whose frequency is furthest above that of the whole structure, -1 when there is none to compare. */
static int furthest(int n, const double *whole, const double *reduced)
{
	int at = -1;

	for (int i = 0; i < n; i++)
		if (whole[i] > 0.0 && (at < 0 || reduced[i] / whole[i] > reduced[at] / whole[at]))
			at = i;
	return at;
}

static void say_shift(struct script *s, int n, const double *whole, const double *reduced)
{
	int worst = furthest(n, whole, reduced);

	if (worst < 0)
		script_say(s, "reduce: no frequencies to compare\n");
	else if (n == 1)
		script_say(s, "reduce: frequency of the first mode %.6g, reduced %.6g (%+.3g %%)\n", whole[0], reduced[0], 100.0 * (reduced[0] / whole[0] - 1.0));
	else
		script_say(s, "reduce: of the lowest %d frequencies mode %d shifts most: %.6g, reduced %.6g (%+.3g %%); first mode %+.3g %%\n", n, worst + 1,
		           whole[worst], reduced[worst], 100.0 * (reduced[worst] / whole[worst] - 1.0),
		           whole[0] > 0.0 ? 100.0 * (reduced[0] / whole[0] - 1.0) : 0.0);
}

static int compare(struct script *s, int n, double **ret_whole, double **ret_reduced, int *ret_n, struct err *e)
{
	double *whole = ARENA_ARRAY(&s->scratch, (size_t)n + 1, double), *reduced = ARENA_ARRAY(&s->scratch, (size_t)n + 1, double);

	if (!whole || !reduced)
		return err_set(e, ERR_MEMORY, "reduce", "no memory for %d frequencies", n);
	*ret_whole = whole;
	*ret_reduced = reduced;
	return reduction_compare(&s->analysis, n, whole, reduced, ret_n, e);
}

static int reduce(struct script *s, enum reduction_kind kind, const char *name, const struct reduce_words *w, struct err *e)
{
	struct reduction_plan plan = { .kind = kind, .nkept = w->nkept, .node = w->node, .dof = w->dof, .nmode = w->modes };
	struct reduction_size size;
	double *whole, *reduced;
	struct err trouble = { 0 };
	char line[700];
	int n = 0, code = reduction_make(&s->analysis, &plan, &size, e);

	if (code)
		return code;
	script_say(s, "reduce %s: %d unknowns to %d (%d kept freedoms, %d modes)\n", name, size.whole, size.kept + size.modes, size.kept, size.modes);
	/* a structure whose modes cannot be found may be reduced all the same */
	code = w->compared ? compare(s, w->compared, &whole, &reduced, &n, &trouble) : 0;
	if (code) {
		err_text(&trouble, line, sizeof line);
		script_say(s, "reduce: frequencies cannot be compared: %s\n", line);
	} else if (w->compared) {
		say_shift(s, n, whole, reduced);
	}
	script_result_int(s, size.kept + size.modes);
	return 0;
}

/* ---- kinds -------------------------------------------------------------------------------------------------- */

static int run_guyan(struct script *s, struct args *a, struct err *e)
{
	struct reduce_words w = { .compared = COMPARED };
	int code = read_words(s, a, true, &w, e);

	if (code == 0)
		code = need_kept(a, &w, e);
	if (code == 0 && w.has_modes) {
		code = err_set(e, ERR_ARGUMENT, a->object, "Guyan's reduction has no modes");
		err_hint(e, "reduce CraigBampton has");
	}
	return code ? code : reduce(s, REDUCTION_GUYAN, "Guyan", &w, e);
}

static int run_craig_bampton(struct script *s, struct args *a, struct err *e)
{
	struct reduce_words w = { .compared = COMPARED };
	int code = read_words(s, a, true, &w, e);

	if (code == 0)
		code = need_kept(a, &w, e);
	if (code == 0 && !w.has_modes) {
		code = err_set(e, ERR_ARGUMENT, a->object, "the number of modes is missing");
		err_hint(e, "-modes n, the lowest modes of what is not kept; reduce Guyan has none");
	}
	return code ? code : reduce(s, REDUCTION_CRAIG_BAMPTON, "CraigBampton", &w, e);
}

static int run_modal(struct script *s, struct args *a, struct err *e)
{
	struct reduce_words w = { .compared = COMPARED };
	int code = args_int(a, "number of modes", 1, INT_MAX, &w.modes, e);

	if (code == 0)
		code = read_words(s, a, false, &w, e);
	return code ? code : reduce(s, REDUCTION_MODAL, "Modal", &w, e);
}

static int run_none(struct script *s, struct args *a, struct err *e)
{
	int code = args_end(a, e), n;

	if (code)
		return code;
	reduction_drop(&s->model);
	n = analysis_size(&s->analysis, e);
	if (n < 0)
		return n;
	script_result_int(s, n);
	return 0;
}

static int run_frequencies(struct script *s, struct args *a, struct err *e)
{
	int n = COMPARED, found = 0, code = 0;
	double *whole, *reduced, *pair;

	if (args_more(a))
		code = args_int(a, "number of frequencies", 1, COMPARED_MAX, &n, e);
	if (code == 0)
		code = args_end(a, e);
	if (code == 0)
		code = compare(s, n, &whole, &reduced, &found, e);
	if (code)
		return code;
	pair = ARENA_ARRAY(&s->scratch, 2 * (size_t)found + 1, double);
	if (!pair)
		return err_set(e, ERR_MEMORY, a->object, "no memory for %d frequencies", found);
	for (int i = 0; i < found; i++) {
		pair[2 * i] = whole[i];
		pair[2 * i + 1] = reduced[i];
	}
	script_result_reals(s, 2 * found, pair);
	return 0;
}

/* ---- the command -------------------------------------------------------------------------------------------- */

#define KEEP "-node n1 n2 ... -dof d1 d2 ... <-node ... -dof ...>"

static const struct {
	const char *name;
	int (*run)(struct script *s, struct args *a, struct err *e);
	const char *usage, *brief, *cite, *example;
} KINDS[] = {
	{ "Guyan", run_guyan, "reduce Guyan " KEEP " <-compare n>",
	  "keeps freedoms; all others follow them statically. Exact in statics at what is kept, and under loads there everywhere",
	  "Guyan 1965, doi:10.2514/3.2874", "Guyan -node 3 4 -dof 1 2" },
	{ "CraigBampton", run_craig_bampton, "reduce CraigBampton " KEEP " -modes n <-compare n>",
	  "keeps freedoms and adds the lowest n modes of the rest with what is kept held",
	  "Craig and Bampton 1968, doi:10.2514/3.4741", "CraigBampton -node 3 4 -dof 1 2 -modes 6" },
	{ "Modal", run_modal, "reduce Modal n <-compare n>", "the lowest n modes of the whole structure; keeps no freedom", NULL, "Modal 12" },
	{ "none", run_none, "reduce none", "back to the whole structure; answers its number of unknowns", NULL, "none" },
	{ "frequencies", run_frequencies, "reduce frequencies <n>",
	  "answers the lowest n (10) frequencies of the whole and the reduced structure in pairs, cycles in the unit of time", NULL, "frequencies 6" },
};

static bool reduce_topic(int i, struct script_topic *ret)
{
	if ((size_t)i >= COUNT(KINDS))
		return false;
	*ret = (struct script_topic){ .name = KINDS[i].name, .brief = KINDS[i].brief, .cite = KINDS[i].cite, .example = KINDS[i].example,
	                              .usage = KINDS[i].usage };
	return true;
}

static int run_reduce(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_need_model(s, a, e);

	if (code == 0)
		code = script_kind("reduce", reduce_topic, a, &row, e);
	return code ? code : KINDS[row].run(s, a, e);
}

const struct script_command script_reduce_commands[] = {
	{ "reduce", run_reduce, "reduce Guyan|CraigBampton|Modal|none|frequencies ...",
	  "Fewer unknowns, u = T q, from initial stiffness and mass; says how the lowest frequencies shift (-compare n, 10 unless told; 0: none) and "
	  "answers the number of unknowns. Give it behind the last node and constraint; loads, damping, masses and stiffness may change later.",
	  reduce_topic },
	{ 0 },
};
