/* Commands of the model: wipe, model, node, mass. */
#include "script/script.h"

#include <limits.h>
#include <string.h>

static int run_wipe(struct script *s, struct args *a, struct err *e)
{
	int code = args_end(a, e);

	return code < 0 ? code : script_wipe(s, e);
}

static int run_model(struct script *s, struct args *a, struct err *e)
{
	static const char *const BUILDERS[] = { "basic", "BasicBuilder", "Basic", "basicBuilder", NULL };
	static const int NDF[] = { 0, 1, 3, 6 };
	int ndm = 0, ndf = 0, builder, code = args_choice(a, "builder", BUILDERS, &builder, e);

	while (code == 0 && args_more(a)) {
		if (args_accept(a, "-ndm") || args_accept(a, "-NDM"))
			code = args_int(a, "-ndm", 1, 3, &ndm, e);
		else if (args_accept(a, "-ndf") || args_accept(a, "-NDF"))
			code = args_int(a, "-ndf", 1, NODE_DOF_MAX, &ndf, e);
		else
			code = args_end(a, e);
	}
	if (code < 0)
		return code;
	if (ndm == 0) {
		code = err_set(e, ERR_ARGUMENT, a->object, "the number of dimensions is missing");
		err_allowed(e, "-ndm 1, 2 or 3");
		return code;
	}
	s->model.ndm = ndm;
	s->model.ndf = ndf ? ndf : NDF[ndm];
	return 0;
}

/* As many numbers as the node has freedoms. */
static int read_freedoms(struct args *a, const char *name, struct range r, int ndf, double *ret_x, struct err *e)
{
	for (int i = 0; i < ndf; i++) {
		int code = args_real(a, name, r, &ret_x[i], e);

		if (code < 0) {
			err_hint(e, "the node has %d freedoms, each wants a number", ndf);
			return code;
		}
	}
	return 0;
}

enum { GIVEN_MASS, GIVEN_DISP, GIVEN_VEL, GIVEN_ACCEL, GIVEN_COUNT };

static const struct { const char *name; int what; } GIVEN[GIVEN_COUNT] = {
	[GIVEN_MASS]  = { "-mass", -1 },
	[GIVEN_DISP]  = { "-disp", NODE_DISP },
	[GIVEN_VEL]   = { "-vel", NODE_VEL },
	[GIVEN_ACCEL] = { "-accel", NODE_ACCEL },
};

struct node_words {
	int tag, ndf;
	double x[3];
	double given[GIVEN_COUNT][NODE_DOF_MAX];
	bool has[GIVEN_COUNT];
};

/* -ndf counts for options before it too, so it is looked for first. */
static int find_ndf(const struct args *a, int ndf, int *ret_ndf, struct err *e)
{
	struct args look = *a;

	while (args_more(&look)) {
		if (args_accept(&look, "-ndf"))
			return args_int(&look, "-ndf", 1, NODE_DOF_MAX, ret_ndf, e);
		look.at++;
	}
	*ret_ndf = ndf;
	return 0;
}

static int read_node_option(struct args *a, struct node_words *w, struct err *e)
{
	int ndf;

	if (args_accept(a, "-ndf"))
		return args_int(a, "-ndf", 1, NODE_DOF_MAX, &ndf, e);
	for (int k = 0; k < GIVEN_COUNT; k++)
		if (args_accept(a, GIVEN[k].name)) {
			w->has[k] = true;
			return read_freedoms(a, GIVEN[k].name, k == GIVEN_MASS ? RANGE_NONNEG : RANGE_ANY, w->ndf, w->given[k], e);
		}
	return args_end(a, e);
}

static int read_node(struct script *s, struct args *a, struct node_words *w, struct err *e)
{
	static const char *const AXIS[] = { "x", "y", "z" };
	int code = args_int(a, "tag", INT_MIN, INT_MAX, &w->tag, e);

	for (int i = 0; code == 0 && i < s->model.ndm; i++)
		code = args_real(a, AXIS[i], RANGE_ANY, &w->x[i], e);
	if (code == 0)
		script_pass_numbers(s, a, "coordinates");
	if (code == 0)
		code = find_ndf(a, s->model.ndf, &w->ndf, e);
	while (code == 0 && args_more(a))
		code = read_node_option(a, w, e);
	return code;
}

static int run_node(struct script *s, struct args *a, struct err *e)
{
	struct node_words w = { 0 };
	struct node *n;
	int code = script_need_model(s, a, e);

	if (code == 0)
		code = read_node(s, a, &w, e);
	if (code == 0)
		code = model_add_node(&s->model, w.tag, w.ndf, w.x, e);
	if (code)
		return code;
	n = model_node(&s->model, w.tag);
	if (w.has[GIVEN_MASS])
		code = model_set_mass(&s->model, n, w.given[GIVEN_MASS], e);
	for (int k = GIVEN_DISP; code == 0 && k < GIVEN_COUNT; k++)
		for (int i = 0; code == 0 && w.has[k] && i < w.ndf; i++)
			code = analysis_set_node(&s->analysis, n, i, GIVEN[k].what, w.given[k][i], e);
	return code;
}

static int run_mass(struct script *s, struct args *a, struct err *e)
{
	double mass[NODE_DOF_MAX];
	struct node *n;
	int code = script_node(s, a, "node", &n, e);

	if (code == 0)
		code = read_freedoms(a, "mass", RANGE_NONNEG, n->ndf, mass, e);
	if (code == 0)
		code = script_surplus(s, a, e);
	return code ? code : model_set_mass(&s->model, n, mass, e);
}

const struct script_command script_model_commands[] = {
	{ "wipe", run_wipe, "wipe", "Closes all recorders and empties model and analysis; the time is 0 again.", NULL },
	{ "model", run_model, "model basic -ndm n <-ndf n>",
	  "Dimensions and freedoms of the nodes made from now on. -ndf is 1, 3, 6 for -ndm 1, 2, 3 when it is not given.", NULL },
	{ "node", run_node, "node tag x <y <z>> <-ndf n> <-mass m ...> <-disp u ...> <-vel v ...> <-accel a ...>",
	  "A node with as many coordinates as the model has dimensions; masses and initial values are one a freedom.", NULL },
	{ "mass", run_mass, "mass node m1 ... mndf", "Lumped masses of a node, one a freedom; replaces those given before.", NULL },
	{ 0 },
};
