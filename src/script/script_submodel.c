/* expModel: a second model beside the script's own, as a specimen for SimDomain and the virtual rig.
 *
 * While its body runs, the script's commands that build find an empty model in the place of the script's own, which waits outside with its
 * analysis and its current pattern. The other commands are refused, so that nothing can look at one model with the state of the other. */
#include "script/script.h"

#include <stdio.h>
#include <string.h>

/* What makes sense in a body: building, asking what was built, and words about the program. */
static const char *const ALLOWED[] = {
	"model", "node", "mass", "fix", "fixX", "fixY", "fixZ", "equalDOF", "rigidLink", "rigidDiaphragm",
	"uniaxialMaterial", "section", "fiber", "patch", "layer", "geomTransf", "beamIntegration", "element", "timeSeries", "pattern", "load", "sp", "eleLoad",
	"groundMotion", "imposedMotion", "imposedSupportMotion", "nodeCoord", "nodeMass", "nodeDOFs", "eleNodes", "eleType", "getNodeTags", "getEleTags",
	"defaultUnits", "logFile", "version", "help",
};

int script_allowed(const struct script *s, const struct script_command *c, struct err *e)
{
	int code;

	if (!s->inside[0])
		return 0;
	for (size_t i = 0; i < COUNT(ALLOWED); i++)
		if (strcmp(ALLOWED[i], c->name) == 0)
			return 0;
	code = err_set(e, ERR_STATE, c->name, "it has no place in the body of %s", s->inside);
	err_hint(e, "a body holds nodes, constraints, materials, elements and loads of the specimen; the rest belongs outside");
	return code;
}

struct outside {                /* what waits while a body runs */
	struct model model;
	struct analysis analysis;
	struct pattern *pattern;
};

static void enter(struct script *s, int tag, struct outside *ret)
{
	*ret = (struct outside){ s->model, s->analysis, s->pattern };
	model_init(&s->model);
	analysis_init(&s->analysis, &s->model);
	s->pattern = NULL;
	snprintf(s->inside, sizeof s->inside, "expModel %d", tag);
}

/* The way back; ret_m becomes what the body built. */
static void leave(struct script *s, const struct outside *o, struct model *ret_m)
{
	analysis_fini(&s->analysis);
	*ret_m = s->model;
	ret_m->displacement = NULL;
	ret_m->displacement_of = NULL;
	s->model = o->model;
	s->analysis = o->analysis;
	s->pattern = o->pattern;
	s->inside[0] = '\0';
}

/* Looked at while the body's model is still in place. */
static int check_built(struct script *s, const struct args *a, struct err *e)
{
	int code = 0;

	if (s->model.elements.n == 0)
		return err_set(e, ERR_STATE, a->object, "its body made no element");
	if (s->analysis.p) {
		code = err_set(e, ERR_UNSUPPORTED, a->object, "a node was given a displacement, velocity or acceleration, but a specimen begins at rest");
		err_hint(e, "move it by the first commands of the test");
	}
	return code;
}

static bool has_mass(const struct model *m)
{
	double mass[ELEMENT_DOF_MAX * ELEMENT_DOF_MAX];

	for (int i = 0; i < m->nodes.n; i++) {
		const struct node *n = m->nodes.row[i].object;

		for (int k = 0; k < n->ndf * n->ndf; k++)
			if (n->mass[k] != 0.0)
				return true;
	}
	for (int i = 0; i < m->elements.n; i++) {
		const struct element *el = m->elements.row[i].object;

		if (!el->ops->mass)
			continue;
		el->ops->mass(el->self, mass);
		for (int k = 0; k < el->ndof * el->ndof; k++)
			if (mass[k] != 0.0)
				return true;
	}
	return false;
}

static void end(void *object)
{
	model_fini(object);
}

/* The laboratory takes the model over, or it is given back. */
static int keep(struct script *s, int tag, struct model *m, const char *object, struct err *e)
{
	int code = laboratory_own(&s->lab, m, end, object, e);

	if (code < 0) {
		model_fini(m);
		return code;
	}
	code = table_add(&s->lab.models, tag, m, "expModel", &s->lab.arena, e);
	if (code == 0 && has_mass(m))
		script_say(s, "WARNING %s: its masses do not count, it is moved statically; give them to the structure around it\n", object);
	s->lab.stamp++;
	return code;
}

static int run_submodel(struct script *s, struct args *a, struct err *e)
{
	struct outside outside;
	struct model *m;
	int tag, body, code = args_tag(a, "tag", &tag, e);

	if (code == 0 && table_get(&s->lab.models, tag))
		code = err_set(e, ERR_DUPLICATE, a->object, "there is one with this tag already");
	body = a->at++;
	if (code == 0 && body >= a->n)
		code = err_set(e, ERR_ARGUMENT, a->object, "its body is missing: { model basic -ndm 2 -ndf 3; node ...; element ... }");
	if (code == 0)
		code = args_end(a, e);
	if (code < 0)
		return code;
	m = ARENA_NEW(&s->lab.arena, struct model);
	if (!m)
		return err_set(e, ERR_MEMORY, a->object, "no memory for a model");
	enter(s, tag, &outside);
	code = script_body(s, body);
	if (code == 0)
		code = check_built(s, a, e);
	leave(s, &outside, m);
	if (code == 0)
		return keep(s, tag, m, a->object, e);
	model_fini(m);
	if (code == TCL_ERROR)
		Tcl_AppendObjToErrorInfo(s->interp, Tcl_ObjPrintf("\n    (body of expModel %d)", tag));
	return code;
}

const struct script_command script_submodel_commands[] = {
	{ "expModel", run_submodel, "expModel tag { model ...; node ...; fix ...; uniaxialMaterial ...; element ... }",
	  "A finite-element model of a specimen, beside the script's own: tags in it are its own too. For SimDomain and the virtual rig.", NULL },
	{ 0 },
};
