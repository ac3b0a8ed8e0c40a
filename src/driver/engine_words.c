/* The engine of an analysis, as a script names it, and the nodes that are watched. */
#include "cluster/cluster.h"
#include "equations/elastic.h"
#include "interface/front.h"

#include <stdio.h>
#include <string.h>

static int unknown(const char *name, struct args *a, struct err *e)
{
	err_set(e, ERR_UNKNOWN, a->object, "there is no such engine");
	err_value(e, "%.40s", name);
	err_hint(e, "help engine lists what there is");
	return ERR_UNKNOWN;
}

static const struct param auto_params[] = {
	{"-period", PARAM_REAL, offsetof(struct engine_limits, period), false, 0.0, RANGE_NONNEG, "a step must be done within it [s]; 0: the quickest is taken"},
	{"-time", PARAM_REAL, offsetof(struct engine_limits, time), false, 0.5, RANGE_POSITIVE, "to measure one candidate [s]"},
	{"-setup", PARAM_REAL, offsetof(struct engine_limits, setup), false, 600.0, RANGE_POSITIVE, "what an engine may take before the test [s]"},
	{0},
};

const struct param *analysis_auto_params(void)
{
	return auto_params;
}

/* Options of a way to advance, and those that all of them have. */
static int way_read(const struct advance_ops *way, struct args *a, struct arena *mem, struct advance *ret_way, struct elastic_promise *ret, struct err *e)
{
	int code = advance_make(way, a, mem, ret_way, e), at = -1;

	*ret = (struct elastic_promise){.tolerance = ELASTIC_TOLERANCE};
	while (!code && a->at != at) {
		at = a->at;
		if (args_accept(a, "-elastic"))
			code = elastic_words(a, mem, ret, e);
		else if (args_accept(a, "-tolerance"))
			code = args_real(a, "-tolerance", RANGE_POSITIVE, &ret->tolerance, e);
		if (!code && a->at != at && way->params)
			code = param_options(way->params, ret_way->self, a, e);
	}
	return code;
}

/* What follows the name: options; of ways to advance then perhaps -solver and the words of one. */
static int choice_read(struct args *a, struct arena *mem, struct advance *ret_way, struct elastic_promise *ret_elastic, const char **ret_solver,
                       void **ret_options, struct err *e)
{
	const char *name = args_peek(a);
	const struct advance_ops *way = advance_find(name);
	char object[48];
	int code = 0;

	a->at++;
	*ret_solver = "auto";
	if (way) {
		code = way_read(way, a, mem, ret_way, ret_elastic, e);
		name = "auto";
		if (!code && args_accept(a, "-solver"))
			code = args_word(a, "solver", &name, e);
	}
	if (code || strcmp(name, "auto") == 0)
		return code ? code : args_end(a, e);
	if (strcmp(name, "mpi") == 0)
		name = "mumps";
	if (!engine_find(name))
		return unknown(name, a, e);
	if (engine_find(name)->ranks) {
		snprintf(object, sizeof(object), "engine %s", a->word[a->at - 1]);
		code = cluster_need(object, e);
		if (code)
			return code;
	}
	*ret_solver = engine_find(name)->name;
	code = engine_make(engine_find(name), a, mem, ret_options, e);
	return code ? code : args_end(a, e);
}

int analysis_engine(struct analysis *an, struct args *a, struct err *e)
{
	struct engine_limits limits = {0};
	struct elastic_promise elastic = {0};
	struct advance way = {0};
	struct arena choice;
	const char *solver;
	void *options = NULL;
	int code;

	arena_init(&choice);
	limits.on = strcmp(args_peek(a), "auto") == 0;
	if (limits.on) {
		a->at++;
		code = param_parse(auto_params, &limits, a, e);
		solver = "auto";
		if (!code)
			code = args_end(a, e);
	} else {
		code = choice_read(a, &choice, &way, &elastic, &solver, &options, e);
	}
	/* bad words leave the engine that there is */
	if (code) {
		arena_fini(&choice);
		return code;
	}
	front_drop(an);
	arena_fini(&an->choice);
	an->choice = choice;
	an->way = way;
	an->elastic = elastic;
	an->engine_options = options;
	an->measure = limits;
	an->engine_note[0] = '\0';
	snprintf(an->engine, sizeof(an->engine), "%s", solver);
	an->changed = true;
	an->stamp = an->m->stamp - 1;
	return 0;
}

int analysis_watch(struct analysis *an, const struct node *n)
{
	struct watch *w;
	int count = 0;

	for (w = an->watch; w; w = w->next, count++)
		if (w->tag == n->tag)
			return 0;
	if (count == ANALYSIS_WATCHED)
		return 0;
	w = ARENA_NEW(&an->watching, struct watch);
	if (!w)
		return ERR_MEMORY;
	*w = (struct watch){.tag = n->tag, .next = an->watch};
	an->watch = w;
	return 0;
}

int analysis_interface(const struct analysis *an)
{
	const struct problem_core *c = core_of(an);

	if (an->front)
		return an->front->m;
	return c && an->has_integrator ? interface_size(c, !an->integrator.ops->claims.linear_matrix) : 0;
}

int analysis_whole(const struct analysis *an, struct err *e)
{
	return front_whole(an->front, e);
}
