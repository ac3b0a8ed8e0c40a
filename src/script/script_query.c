/* Commands that answer with quantities of nodes, elements and the analysis. Numbers come with twenty decimals, lists of
 * tags with a blank after each, the time with six decimals, as OpenSees answers. */
#include "script/script_query.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* ---- nodes --------------------------------------------------------------------------------------------------- */

static double value_disp(const struct script *s, const struct node *n, int dof) { return analysis_node(&s->analysis, n, dof, NODE_DISP); }
static double value_vel(const struct script *s, const struct node *n, int dof) { return analysis_node(&s->analysis, n, dof, NODE_VEL); }
static double value_accel(const struct script *s, const struct node *n, int dof) { return analysis_node(&s->analysis, n, dof, NODE_ACCEL); }
static double value_reaction(const struct script *s, const struct node *n, int dof) { return analysis_reaction(&s->analysis, n, dof); }
static double value_unbalance(const struct script *s, const struct node *n, int dof) { return analysis_applied(&s->analysis, n, dof); }

static double value_mass(const struct script *s, const struct node *n, int dof)
{
	(void)s;
	return n->mass[dof * n->ndf + dof];
}

/* node <dof>: one freedom, or all of them without one or with 0, as in OpenSees. */
static int answer_node(struct script *s, struct args *a, double (*value)(const struct script *, const struct node *, int), struct err *e)
{
	struct node *n;
	double x[NODE_DOF_MAX];
	int dof = 0, code = script_node(s, a, "node", &n, e);
	bool one = code == 0 && args_more(a);

	if (one)
		code = args_int(a, "dof", 0, n->ndf, &dof, e);
	if (code == 0)
		code = args_end(a, e);
	if (code)
		return code;
	for (int i = 0; i < n->ndf; i++)
		x[i] = value(s, n, i);
	if (dof > 0)
		script_result_real(s, x[dof - 1]);
	else
		script_result_reals(s, n->ndf, x);
	return 0;
}

static int run_node_disp(struct script *s, struct args *a, struct err *e) { return answer_node(s, a, value_disp, e); }
static int run_node_vel(struct script *s, struct args *a, struct err *e) { return answer_node(s, a, value_vel, e); }
static int run_node_accel(struct script *s, struct args *a, struct err *e) { return answer_node(s, a, value_accel, e); }
static int run_node_reaction(struct script *s, struct args *a, struct err *e) { return answer_node(s, a, value_reaction, e); }

static int run_node_unbalance(struct script *s, struct args *a, struct err *e)
{
	int code = analysis_reactions(&s->analysis, REACTION_APPLIED, e);

	return code ? code : answer_node(s, a, value_unbalance, e);
}

static int run_node_mass(struct script *s, struct args *a, struct err *e) { return answer_node(s, a, value_mass, e); }

static int run_node_coord(struct script *s, struct args *a, struct err *e)
{
	static const char *const AXES = "XYZ";
	struct node *n;
	const char *axis;
	int direction = 0, code = script_node(s, a, "node", &n, e);
	bool one = code == 0 && args_more(a);

	if (one && (axis = strchr(AXES, args_peek(a)[0])) && args_peek(a)[0] && axis - AXES < n->ndm) {
		direction = (int)(axis - AXES) + 1;
		a->at++;
	} else if (one) {
		code = args_int(a, "direction", 1, n->ndm, &direction, e);
	}
	if (code == 0)
		code = args_end(a, e);
	if (code)
		return code;
	if (one)
		script_result_real(s, n->x[direction - 1]);
	else
		script_result_reals(s, n->ndm, n->x);
	return 0;
}

static int run_node_eigenvector(struct script *s, struct args *a, struct err *e)
{
	static const double ZERO[NODE_DOF_MAX]; /* a node that is younger than the modes */
	const struct model *m = &s->model;
	const double *shape;
	struct node *n;
	int mode, dof = 0, code = script_node(s, a, "node", &n, e);
	bool one;

	if (code == 0 && m->nmode == 0) {
		code = err_set(e, ERR_STATE, a->object, "there are no modes yet");
		err_hint(e, "run eigen first");
	}
	if (code == 0)
		code = args_int(a, "mode", 1, m->nmode, &mode, e);
	one = code == 0 && args_more(a);
	if (one)
		code = script_dof(a, n, &dof, e);
	if (code == 0)
		code = args_end(a, e);
	if (code)
		return code;
	shape = n->dof0 < 0 ? ZERO : m->eigenvector + (size_t)(mode - 1) * (size_t)m->ndof + n->dof0;
	if (one)
		script_result_real(s, shape[dof]);
	else
		script_result_reals(s, n->ndf, shape);
	return 0;
}

/* Equation of each freedom, -1 where it has none. */
static int run_node_dofs(struct script *s, struct args *a, struct err *e)
{
	struct node *n;
	int number[NODE_DOF_MAX], code = script_node(s, a, "node", &n, e);

	if (code == 0)
		code = args_end(a, e);
	if (code == 0)
		code = analysis_ready(&s->analysis, e);
	if (code)
		return code;
	for (int i = 0; i < n->ndf; i++)
		number[i] = problem_unknown(s->analysis.p, n, i);
	script_result_ints(s, n->ndf, number);
	return 0;
}

/* node dof value <-commit> */
static int set_node(struct script *s, struct args *a, int what, struct err *e)
{
	struct node *n;
	double x;
	int dof, code = script_node(s, a, "node", &n, e);

	if (code == 0)
		code = script_dof(a, n, &dof, e);
	if (code == 0)
		code = args_real(a, "value", RANGE_ANY, &x, e);
	if (code)
		return code;
	args_accept(a, "-commit");
	code = args_end(a, e);
	if (code == 0)
		code = analysis_ready(&s->analysis, e);
	return code ? code : analysis_set_node(&s->analysis, n, dof, what, x, e);
}

static int run_set_disp(struct script *s, struct args *a, struct err *e) { return set_node(s, a, NODE_DISP, e); }
static int run_set_vel(struct script *s, struct args *a, struct err *e) { return set_node(s, a, NODE_VEL, e); }
static int run_set_accel(struct script *s, struct args *a, struct err *e) { return set_node(s, a, NODE_ACCEL, e); }

static int run_reactions(struct script *s, struct args *a, struct err *e)
{
	static const struct { const char *word; int kind; } KINDS[] = {
		{ "-dynamic", REACTION_DYNAMIC }, { "-dynamical", REACTION_DYNAMIC }, { "-Dynamic", REACTION_DYNAMIC }, { "-Dynamical", REACTION_DYNAMIC },
		{ "-incInertia", REACTION_DYNAMIC }, { "-rayleigh", REACTION_RAYLEIGH }, { "-Rayleigh", REACTION_RAYLEIGH },
	};
	int kind = REACTION_STATIC, code;

	for (size_t i = 0; i < COUNT(KINDS); i++)
		if (args_accept(a, KINDS[i].word)) {
			kind = KINDS[i].kind;
			break;
		}
	code = args_end(a, e);
	if (code) {
		err_allowed(e, "-dynamic, -rayleigh or nothing");
		return code;
	}
	code = analysis_ready(&s->analysis, e);
	return code ? code : analysis_reactions(&s->analysis, kind, e);
}

/* ---- lists of tags, time, load ------------------------------------------------------------------------------- */

static void answer_tags(struct script *s, const struct table *t)
{
	Tcl_Obj *text = Tcl_NewObj();

	for (int i = 0; i < t->n; i++)
		Tcl_AppendPrintfToObj(text, "%d ", t->row[i].tag);
	Tcl_SetObjResult(s->interp, text);
}

static int run_node_tags(struct script *s, struct args *a, struct err *e)
{
	answer_tags(s, &s->model.nodes);
	return args_end(a, e);
}

static int run_ele_tags(struct script *s, struct args *a, struct err *e)
{
	answer_tags(s, &s->model.elements);
	return args_end(a, e);
}

static const char SIX_DECIMALS[] = "%f";

/* In the words of Tcl's own format. Programs that ask in the common one get all bits. */
static int time_in_format(struct script *s, const char *format, struct args *a, struct err *e)
{
	double now = analysis_time(&s->analysis);
	Tcl_Obj *t = Tcl_NewDoubleObj(now);

	Tcl_IncrRefCount(t);
	Tcl_Obj *text = Tcl_Format(s->interp, format, 1, &t);
	Tcl_DecrRefCount(t);
	if (!text) {
		int code = err_set(e, ERR_ARGUMENT, a->object, "no format of a number: %s", Tcl_GetStringResult(s->interp));
		err_value(e, "%s", format);
		err_hint(e, "as in Tcl's format: %%f, %%1.12E, %%g");
		return code;
	}
	if (strcmp(format, SIX_DECIMALS) == 0)
		script_result_worded(s, text, now);
	else
		Tcl_SetObjResult(s->interp, text);
	return 0;
}

/* <node>: of a node, or of those that are made from now on. */
static int answer_space(struct script *s, struct args *a, bool freedoms, struct err *e)
{
	struct node *n = NULL;
	int code = args_more(a) ? script_node(s, a, "node", &n, e) : 0;

	if (code == 0)
		code = args_end(a, e);
	if (code == 0)
		script_result_int(s, freedoms ? n ? n->ndf : s->model.ndf : n ? n->ndm : s->model.ndm);
	return code;
}

static int run_get_ndm(struct script *s, struct args *a, struct err *e) { return answer_space(s, a, false, e); }
static int run_get_ndf(struct script *s, struct args *a, struct err *e) { return answer_space(s, a, true, e); }

/* One process runs the script, also where others share the work. */
static int run_get_pid(struct script *s, struct args *a, struct err *e)
{
	script_result_int(s, 0);
	return args_end(a, e);
}

static int run_get_np(struct script *s, struct args *a, struct err *e)
{
	script_result_int(s, 1);
	return args_end(a, e);
}

static int run_get_time(struct script *s, struct args *a, struct err *e)
{
	const char *format = SIX_DECIMALS;
	int code = args_more(a) ? args_word(a, "format", &format, e) : 0;

	if (code == 0)
		code = args_end(a, e);
	return code ? code : time_in_format(s, format, a, e);
}

static int run_set_time(struct script *s, struct args *a, struct err *e)
{
	double t;
	int code = args_real(a, "time", RANGE_ANY, &t, e);

	if (code == 0)
		code = args_end(a, e);
	if (code == 0)
		analysis_set_time(&s->analysis, t);
	return code;
}

static int run_load_factor(struct script *s, struct args *a, struct err *e)
{
	const struct pattern *p;
	int tag, code = args_int(a, "pattern", INT_MIN, INT_MAX, &tag, e);

	if (code == 0)
		code = args_end(a, e);
	if (code)
		return code;
	p = model_pattern(&s->model, tag);
	if (!p || !p->series) {
		code = err_set(e, ERR_MISSING, a->object, p ? "the pattern has no time series" : "there is no such pattern");
		err_value(e, "%d", tag);
		return code;
	}
	script_result_real(s, p->constant ? p->frozen : p->factor * series_value(p->series, analysis_time(&s->analysis)));
	return 0;
}

const struct script_command script_query_commands[] = {
	{ "nodeDisp", run_node_disp, "nodeDisp node <dof>", "displacement of a node; without a freedom, or with 0, of all of them", NULL },
	{ "nodeVel", run_node_vel, "nodeVel node <dof>", "velocity of a node; without a freedom, or with 0, of all of them", NULL },
	{ "nodeAccel", run_node_accel, "nodeAccel node <dof>", "acceleration of a node; without a freedom, or with 0, of all of them", NULL },
	{ "nodeReaction", run_node_reaction, "nodeReaction node <dof>", "reaction at a node as the command reactions computed it", NULL },
	{ "nodeUnbalance", run_node_unbalance, "nodeUnbalance node <dof>",
	  "load on a node itself: of patterns, and of the ground's acceleration on its mass", NULL },
	{ "nodeMass", run_node_mass, "nodeMass node <dof>", "mass given to a node", NULL },
	{ "nodeCoord", run_node_coord, "nodeCoord node <direction>", "coordinates of a node", NULL },
	{ "nodeEigenvector", run_node_eigenvector, "nodeEigenvector node mode <dof>", "mode shape at a node", NULL },
	{ "nodeDOFs", run_node_dofs, "nodeDOFs node", "equation numbers of a node, -1 where there is none", NULL },
	{ "setNodeDisp", run_set_disp, "setNodeDisp node dof value <-commit>", "sets a displacement", NULL },
	{ "setNodeVel", run_set_vel, "setNodeVel node dof value <-commit>", "sets a velocity", NULL },
	{ "setNodeAccel", run_set_accel, "setNodeAccel node dof value <-commit>", "sets an acceleration", NULL },
	{ "reactions", run_reactions, "reactions <-dynamic|-rayleigh>",
	  "computes the reactions: static, with inertia and damping, or of Rayleigh damping only", NULL },
	{ "eleForce", script_run_ele_force, "eleForce element <dof>", "end forces of an element in global axes", NULL },
	{ "eleResponse", script_run_ele_response, "eleResponse element word ...", "any response that a recorder could write", NULL },
	{ "basicForce", script_run_basic_force, "basicForce element", "basic forces of an element", NULL },
	{ "basicDeformation", script_run_basic_deformation, "basicDeformation element", "basic deformations of an element", NULL },
	{ "localForce", script_run_local_force, "localForce element <dof>", "end forces of an element in its own axes", NULL },
	{ "eleNodes", script_run_ele_nodes, "eleNodes element", "nodes of an element", NULL },
	{ "eleType", script_run_ele_type, "eleType element", "kind of an element", NULL },
	{ "getNodeTags", run_node_tags, "getNodeTags", "tags of all nodes", NULL },
	{ "getEleTags", run_ele_tags, "getEleTags", "tags of all elements", NULL },
	{ "getTime", run_get_time, "getTime <format>", "pseudo time of the committed state, with six decimals or as format says", NULL },
	{ "setTime", run_set_time, "setTime t", "sets the pseudo time", NULL },
	{ "getNDM", run_get_ndm, "getNDM <node>", "dimensions of the space of a node, or of the model", NULL },
	{ "getNDF", run_get_ndf, "getNDF <node>", "freedoms of a node, or of nodes that are made from now on", NULL },
	{ "getPID", run_get_pid, "getPID", "0: the number of the process that runs the script, for scripts that may run in several", NULL },
	{ "getNP", run_get_np, "getNP", "1: of such processes; ranks of tandem-mpi share the equations of one script", NULL },
	{ "getLoadFactor", run_load_factor, "getLoadFactor pattern", "present factor of a load pattern", NULL },
	{ 0 },
};
