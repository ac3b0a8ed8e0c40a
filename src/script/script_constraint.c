/* Commands of constraints: fix, fixX, fixY, fixZ, equalDOF, rigidLink, rigidDiaphragm. */
#include "script/script.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static int run_fix(struct script *s, struct args *a, struct err *e)
{
	int fixed[NODE_DOF_MAX], code, before = s->model.nsp;
	struct node *n;

	code = script_node(s, a, "node", &n, e);
	for (int i = 0; code == 0 && i < n->ndf; i++) {
		code = args_int(a, "fixity", 0, 1, &fixed[i], e);
		if (code)
			err_hint(e, "node %d has %d freedoms, each wants 0 (free) or 1 (fixed)", n->tag, n->ndf);
	}
	if (code == 0)
		code = script_surplus(s, a, e);
	for (int i = 0; code == 0 && i < n->ndf; i++)
		if (fixed[i])
			code = model_fix(&s->model, n, i, e);
	if (code)
		model_sp_back(&s->model, before);
	return code;
}

/* Fixes all nodes in a plane; what is fixed already stays so. */
static int fix_plane(struct script *s, int axis, double at, double tol, const int *fixed, int nfixed, struct err *e)
{
	struct model *m = &s->model;
	int code = 0, before = m->nsp;

	for (int k = 0; code == 0 && k < m->nodes.n; k++) {
		struct node *n = m->nodes.row[k].object;

		if (fabs(n->x[axis] - at) > tol)
			continue;
		for (int i = 0; code == 0 && i < n->ndf && i < nfixed; i++)
			if (fixed[i])
				code = model_fix(m, n, i, e);
	}
	if (code)
		model_sp_back(m, before);
	return code;
}

static int run_fix_axis(struct script *s, struct args *a, int axis, struct err *e)
{
	int *fixed, nfixed, code;
	double at, tol = 1e-10;

	code = script_need_model(s, a, e);
	if (code == 0 && axis >= s->model.ndm)
		code = err_set(e, ERR_ARGUMENT, a->object, "the model has only %d dimensions", s->model.ndm);
	if (code == 0)
		code = args_real(a, "coordinate", RANGE_ANY, &at, e);
	if (code == 0)
		code = args_list_int(a, "fixity", 0, 1, 1, &s->scratch, &fixed, &nfixed, e);
	if (code == 0 && args_accept(a, "-tol"))
		code = args_real(a, "-tol", RANGE_NONNEG, &tol, e);
	if (code == 0)
		code = args_end(a, e);
	return code ? code : fix_plane(s, axis, at, tol, fixed, nfixed, e);
}

static int run_fix_x(struct script *s, struct args *a, struct err *e)
{
	return run_fix_axis(s, a, 0, e);
}

static int run_fix_y(struct script *s, struct args *a, struct err *e)
{
	return run_fix_axis(s, a, 1, e);
}

static int run_fix_z(struct script *s, struct args *a, struct err *e)
{
	return run_fix_axis(s, a, 2, e);
}

static int run_equal_dof(struct script *s, struct args *a, struct err *e)
{
	struct node *retained, *constrained;
	int *dof, n, code;

	code = script_node(s, a, "retained node", &retained, e);
	if (code == 0)
		code = script_node(s, a, "constrained node", &constrained, e);
	if (code)
		return code;
	code = args_list_int(a, "dof", 1, retained->ndf < constrained->ndf ? retained->ndf : constrained->ndf, 1, &s->scratch, &dof, &n, e);
	if (code == 0)
		code = args_end(a, e);
	if (code)
		return code;
	for (int i = 0; i < n; i++)
		dof[i]--;
	return model_equal_dof(&s->model, retained, constrained, n, dof, e);
}

static int run_rigid_link(struct script *s, struct args *a, struct err *e)
{
	static const char *const TYPES[] = { "bar", "-bar", "rod", "beam", "-beam", NULL };
	struct node *retained, *constrained;
	int type, code = args_choice(a, "type", TYPES, &type, e);

	if (code == 0)
		code = script_node(s, a, "retained node", &retained, e);
	if (code == 0)
		code = script_node(s, a, "constrained node", &constrained, e);
	if (code == 0)
		code = args_end(a, e);
	return code ? code : model_rigid_link(&s->model, strstr(TYPES[type], "beam") != NULL, retained, constrained, e);
}

static int run_rigid_diaphragm(struct script *s, struct args *a, struct err *e)
{
	struct node *retained, **constrained;
	int normal, *tag, n, code = args_int(a, "perpendicular direction", 1, 3, &normal, e);

	if (code == 0)
		code = script_node(s, a, "retained node", &retained, e);
	if (code == 0)
		code = args_list_int(a, "constrained node", INT_MIN, INT_MAX, 1, &s->scratch, &tag, &n, e);
	if (code == 0)
		code = args_end(a, e);
	if (code)
		return code;
	constrained = ARENA_ARRAY(&s->scratch, (size_t)n, struct node *);
	if (!constrained)
		return err_set(e, ERR_MEMORY, a->object, "no memory for %d nodes", n);
	for (int i = 0; i < n; i++) {
		code = model_need_node(&s->model, tag[i], a->object, &constrained[i], e);
		if (code)
			return code;
	}
	return model_rigid_diaphragm(&s->model, normal - 1, retained, n, constrained, e);
}

const struct script_command script_constraint_commands[] = {
	{ "fix", run_fix, "fix node c1 ... cndf", "Fixes the freedoms of a node whose number is 1.", NULL },
	{ "fixX", run_fix_x, "fixX x c1 ... cn <-tol t>", "Fixes freedoms of all nodes in the plane x, within a tolerance (1e-10).", NULL },
	{ "fixY", run_fix_y, "fixY y c1 ... cn <-tol t>", "Fixes freedoms of all nodes in the plane y, within a tolerance (1e-10).", NULL },
	{ "fixZ", run_fix_z, "fixZ z c1 ... cn <-tol t>", "Fixes freedoms of all nodes in the plane z, within a tolerance (1e-10).", NULL },
	{ "equalDOF", run_equal_dof, "equalDOF retained constrained dof ...",
	  "The constrained node's freedoms follow those of the retained node; where they are held or tied already, those of the retained node follow.", NULL },
	{ "rigidLink", run_rigid_link, "rigidLink bar|beam retained constrained",
	  "bar: equal translations; beam: the constrained node moves with the retained one as on a rigid body.", NULL },
	{ "rigidDiaphragm", run_rigid_diaphragm, "rigidDiaphragm perpDirn retained constrained ...",
	  "A floor that is rigid in its plane; perpDirn (1, 2, 3) is the axis perpendicular to it.", NULL },
	{ 0 },
};
