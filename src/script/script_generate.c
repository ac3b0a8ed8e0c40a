/* The command generate: whole structures (model/structure.h), and the tags that are in them. */
#include "model/structure.h"
#include "script/script.h"
#include "script/script_progress.h"

#include <string.h>

/* ---- building ----------------------------------------------------------------------------------------------- */

static void show(void *self, int done, int whole)
{
	progress_show(self, done, whole);
}

static Tcl_Obj *ints(int n, const int *i)
{
	Tcl_Obj *list = Tcl_NewListObj(0, NULL);

	for (int k = 0; k < n; k++)
		Tcl_ListObjAppendElement(NULL, list, Tcl_NewIntObj(i[k]));
	return list;
}

/* A dictionary: freedoms, mass, and of the nodes and each group {first per count}. */
static void answer(struct script *s, const struct structure *b)
{
	Tcl_Obj *dict = Tcl_NewListObj(0, NULL);

	script_put(dict, "kind", Tcl_NewStringObj(b->ops->name, -1));
	script_put(dict, "freedoms", Tcl_NewIntObj(b->storeys * b->node.per * b->ops->ndf));
	script_put(dict, "mass", Tcl_NewDoubleObj(b->mass));
	script_put(dict, "storeys", Tcl_NewIntObj(b->storeys));
	script_put(dict, "nodes", ints(3, (int[]){ b->node.first, b->node.per, b->node.per * (b->storeys + 1) }));
	for (int g = 0; b->ops->group[g]; g++)
		script_put(dict, b->ops->group[g], ints(3, (int[]){ b->group[g].first, b->group[g].per, b->group[g].per * b->storeys }));
	script_put(dict, "materials", ints(b->nlaw, b->law));
	script_put(dict, "transformations", ints(b->ntransform, b->transform));
	Tcl_SetObjResult(s->interp, dict);
}

static int build(struct script *s, const struct structure_ops *ops, struct args *a, struct err *e)
{
	struct progress bar;
	struct structure_progress progress = { show, &bar };
	int code;

	progress_begin(&bar, "generate");
	code = structure_build(&s->model, ops, a, &progress, e);
	progress_end(&bar);
	if (code == 0)
		answer(s, s->model.structure);
	return code;
}

/* ---- questions ---------------------------------------------------------------------------------------------- */

static int need_structure(const struct script *s, const struct args *a, const struct structure **ret, struct err *e)
{
	if (!s->model.structure) {
		int code = err_set(e, ERR_STATE, a->object, "no structure has been generated");

		err_hint(e, "generate one first, or take the tags of what the script made itself");
		return code;
	}
	*ret = s->model.structure;
	return 0;
}

/* A level or storey, or the word top; -1: all. */
static int read_level(struct args *a, const char *name, int least, int most, int *ret_level, struct err *e)
{
	*ret_level = -1;
	if (!args_more(a))
		return 0;
	if (args_accept(a, "top")) {
		*ret_level = most;
		return 0;
	}
	return args_int(a, name, least, most, ret_level, e);
}

/* Those of a run on one level, or of all of them. */
static void answer_run(struct script *s, struct structure_run run, int level, int levels)
{
	Tcl_Obj *list = Tcl_NewListObj(0, NULL);
	int from = level < 0 ? 0 : level * run.per, n = level < 0 ? levels * run.per : run.per;

	for (int k = 0; k < n; k++)
		Tcl_ListObjAppendElement(NULL, list, Tcl_NewIntObj(run.first + from + k));
	Tcl_SetObjResult(s->interp, list);
}

static int ask_nodes(struct script *s, struct args *a, struct err *e)
{
	const struct structure *b = NULL;
	int level, code = need_structure(s, a, &b, e);

	if (code == 0)
		code = read_level(a, "level", 0, b->storeys, &level, e);
	if (code == 0)
		code = args_end(a, e);
	if (code == 0)
		answer_run(s, b->node, level, b->storeys + 1);
	return code;
}

static int ask_elements(struct script *s, struct args *a, struct err *e)
{
	const struct structure *b = NULL;
	int group, storey, code = need_structure(s, a, &b, e);

	if (code == 0)
		code = args_choice(a, "group", b->ops->group, &group, e);
	if (code == 0)
		code = read_level(a, "storey", 1, b->storeys, &storey, e);
	if (code == 0)
		code = args_end(a, e);
	if (code == 0)
		answer_run(s, b->group[group], storey < 0 ? -1 : storey - 1, b->storeys);
	return code;
}

/* ---- the command -------------------------------------------------------------------------------------------- */

static const struct {
	const char *name;
	int (*run)(struct script *s, struct args *a, struct err *e);
	const char *usage, *brief, *example;
} QUESTIONS[] = {
	{ "nodes", ask_nodes, "generate nodes <level|top>", "tags of the nodes of one level (0: ground) of what was generated last, or of all", "nodes top" },
	{ "elements", ask_elements, "generate elements group <storey|top>", "tags of a group's elements in one storey (1: lowest), or in all",
	  "elements braces 1" },
};

static bool generate_topic(int i, struct script_topic *ret)
{
	int n = 0;

	while (structure_table[n] && n < i)
		n++;
	if (structure_table[n]) {
		const struct structure_ops *o = structure_table[n];

		*ret = (struct script_topic){ .name = o->name, .brief = o->brief, .cite = o->cite, .example = o->example, .params = o->params };
		return true;
	}
	if ((size_t)(i - n) >= COUNT(QUESTIONS))
		return false;
	*ret = (struct script_topic){ .name = QUESTIONS[i - n].name, .brief = QUESTIONS[i - n].brief, .example = QUESTIONS[i - n].example,
	                              .usage = QUESTIONS[i - n].usage };
	return true;
}

static int run_generate(struct script *s, struct args *a, struct err *e)
{
	int row, n = 0, code = script_kind("generate", generate_topic, a, &row, e);

	if (code < 0)
		return code;
	while (structure_table[n])
		n++;
	return row < n ? build(s, structure_table[row], a, e) : QUESTIONS[row - n].run(s, a, e);
}

const struct script_command script_generate_commands[] = {
	{ "generate", run_generate, "generate Kind ... | generate nodes <level> | generate elements group <storey>",
	  "A whole structure: nodes, masses, supports and elements. Defaults are steel in kN, m, s and Mg (t); all numbers are in the user's units. "
	  "Answers a dictionary: freedoms, mass, storeys, nodes {first perLevel count} and each group of elements {first perStorey count}. Tags: node k of "
	  "level l is first + l perLevel + k, element k of storey s first + (s - 1) perStorey + k, k from 0 (docs/large.md).", generate_topic },
	{ 0 },
};
