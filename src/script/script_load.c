/* Commands of loads: pattern with its bodies, load, sp, eleLoad, groundMotion, imposedMotion, loadConst.
 *
 * A pattern stays the current one after its body, as in OpenSees: load, sp and eleLoad that follow add to it. */
#include "script/script.h"

#include <limits.h>
#include <string.h>

/* Runs the body of a new pattern; when it fails the pattern goes again. */
static int fill_pattern(struct script *s, struct args *a, struct pattern *p, struct err *e)
{
	struct pattern *before = s->pattern;
	struct err ignored;
	int code, tag = p->tag;

	s->pattern = p;
	if (!args_more(a))
		return 0;
	a->at++;
	code = args_end(a, e);
	if (code == 0)
		code = script_body(s, a->at - 1);
	if (code == 0)
		return 0;
	s->pattern = before;
	err_clear(&ignored);
	if (model_remove_pattern(&s->model, tag, &ignored) < 0 && code > 0)
		return err_set(e, ignored.code, a->object, "the pattern cannot be taken back: %.100s", ignored.what);
	if (code == TCL_ERROR)
		Tcl_AppendObjToErrorInfo(s->interp, Tcl_ObjPrintf("\n    (body of pattern %d)", tag));
	return code;
}

static int run_plain(struct script *s, struct args *a, struct err *e)
{
	const struct series *series;
	struct pattern *p = NULL;
	double factor = 1.0;
	int tag, code = args_int(a, "tag", INT_MIN, INT_MAX, &tag, e);

	if (code == 0)
		code = script_series(s, a, "time series", &series, e);
	while (code == 0 && (args_accept(a, "-fact") || args_accept(a, "-factor")))
		code = args_real(a, "-fact", RANGE_ANY, &factor, e);
	if (code == 0)
		code = model_add_pattern(&s->model, tag, PATTERN_PLAIN, &p, e);
	if (code)
		return code;
	p->series = series;
	p->factor = factor;
	return fill_pattern(s, a, p, e);
}

static int run_uniform(struct script *s, struct args *a, struct err *e)
{
	const struct series *accel = NULL;
	double factor = 1.0, vel0 = 0.0;
	struct pattern *p = NULL;
	int tag, direction, code = args_int(a, "tag", INT_MIN, INT_MAX, &tag, e);

	if (code == 0)
		code = script_need_model(s, a, e);
	if (code == 0)
		code = args_int(a, "direction", 1, model_directions(&s->model), &direction, e);
	while (code == 0 && args_more(a)) {
		if (args_accept(a, "-accel"))
			code = script_series(s, a, "-accel", &accel, e);
		else if (args_accept(a, "-vel0") || args_accept(a, "-initialVel"))
			code = args_real(a, "-vel0", RANGE_ANY, &vel0, e);
		else if (args_accept(a, "-fact") || args_accept(a, "-factor"))
			code = args_real(a, "-fact", RANGE_ANY, &factor, e);
		else
			code = args_end(a, e);
	}
	if (code == 0 && !accel) {
		code = err_set(e, ERR_ARGUMENT, a->object, "the ground acceleration is missing");
		err_allowed(e, "-accel and the tag of a time series, or a series in place");
	}
	if (code == 0)
		code = model_add_pattern(&s->model, tag, PATTERN_UNIFORM, &p, e);
	if (code)
		return code;
	p->series = accel;
	p->factor = factor;
	p->direction = direction - 1;
	p->vel0 = vel0;
	return 0;
}

static int run_multiple(struct script *s, struct args *a, struct err *e)
{
	struct pattern *p = NULL;
	int tag, code = args_int(a, "tag", INT_MIN, INT_MAX, &tag, e);

	if (code == 0)
		code = model_add_pattern(&s->model, tag, PATTERN_MULTIPLE, &p, e);
	if (code)
		return code;
	p->factor = 1.0;
	return fill_pattern(s, a, p, e);
}

static const struct {
	struct script_topic topic;
	int (*run)(struct script *s, struct args *a, struct err *e);
} PATTERNS[] = {
	{ { .name = "Plain", .brief = "nodal loads, member loads and imposed displacements that follow one time series",
	    .example = "Plain 1 \"Sine 0 50 3.14159\" { load 2 10.0 0 0 }",
	    .usage = "pattern Plain tag series <-fact f> { load ...; eleLoad ...; sp ... }" }, run_plain },
	{ { .name = "UniformExcitation", .brief = "the same ground acceleration at all supports; displacements are relative to the ground",
	    .example = "UniformExcitation 2 1 -accel 1 -fact 9.81",
	    .usage = "pattern UniformExcitation tag direction -accel series <-vel0 v> <-fact f>" }, run_uniform },
	{ { .name = "MultipleSupport", .brief = "a motion of its own at each support; displacements are absolute",
	    .example = "MultipleSupport 3 { groundMotion 1 Plain -disp 5; imposedMotion 1 1 1 }",
	    .usage = "pattern MultipleSupport tag { groundMotion ...; imposedMotion ... }" }, run_multiple },
};

static bool pattern_topic(int i, struct script_topic *ret)
{
	if (i >= (int)COUNT(PATTERNS))
		return false;
	*ret = PATTERNS[i].topic;
	return true;
}

static int run_pattern(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_kind("pattern", pattern_topic, a, &row, e);

	return code ? code : PATTERNS[row].run(s, a, e);
}

/* The pattern that a load goes to: the current one, of the right kind. */
static int current_pattern(struct script *s, const struct args *a, enum pattern_kind kind, struct pattern **ret_p, struct err *e)
{
	int code;

	if (s->pattern && s->pattern->kind == kind) {
		*ret_p = s->pattern;
		return 0;
	}
	code = err_set(e, ERR_STATE, a->object, "there is no %s pattern to add to", kind == PATTERN_PLAIN ? "Plain" : "MultipleSupport");
	err_hint(e, "write it inside: pattern %s", kind == PATTERN_PLAIN ? "Plain 1 Linear { ... }" : "MultipleSupport 1 { ... }");
	return code;
}

/* -const and -pattern tag, behind load and sp; without -pattern the current one. */
static int load_pattern(struct script *s, struct args *a, struct pattern **ret_p, bool *ret_constant, struct err *e)
{
	struct pattern *p;
	bool constant = false, named = false;
	int tag, code = 0;

	while (code == 0 && args_more(a)) {
		if (args_accept(a, "-const")) {
			constant = true;
		} else if (args_accept(a, "-pattern")) {
			named = true;
			code = args_int(a, "-pattern", INT_MIN, INT_MAX, &tag, e);
		} else {
			code = script_surplus(s, a, e);
		}
	}
	if (code)
		return code;
	*ret_constant = constant;
	if (!named)
		return current_pattern(s, a, PATTERN_PLAIN, ret_p, e);
	p = model_pattern(&s->model, tag);
	if (!p || p->kind != PATTERN_PLAIN)
		return err_set(e, ERR_MISSING, a->object, "there is no Plain pattern %d", tag);
	*ret_p = p;
	return 0;
}

static int run_load(struct script *s, struct args *a, struct err *e)
{
	double value[NODE_DOF_MAX];
	struct pattern *p = NULL;
	struct node *n;
	bool constant = false;
	int code = script_node(s, a, "node", &n, e);

	for (int i = 0; code == 0 && i < n->ndf; i++) {
		code = args_real(a, "load", RANGE_ANY, &value[i], e);
		if (code)
			err_hint(e, "node %d has %d freedoms, each wants a number", n->tag, n->ndf);
	}
	if (code == 0)
		code = load_pattern(s, a, &p, &constant, e);
	if (code == 0)
		code = model_add_nodal_load(&s->model, p, n, value, e);
	if (code == 0)
		p->nodal[p->nnodal - 1].constant = constant;
	return code;
}

static int run_sp(struct script *s, struct args *a, struct err *e)
{
	struct pattern *p = NULL;
	struct node *n;
	double value;
	bool constant = false;
	int dof, code = script_node(s, a, "node", &n, e);

	if (code == 0)
		code = script_dof(a, n, &dof, e);
	if (code == 0)
		code = args_real(a, "value", RANGE_ANY, &value, e);
	if (code == 0)
		code = load_pattern(s, a, &p, &constant, e);
	if (code == 0)
		code = model_add_sp(&s->model, n, dof, value, p, e);
	if (code == 0)
		s->model.sp[s->model.nsp - 1]->constant = constant;
	return code;
}

static int run_ground_motion(struct script *s, struct args *a, struct err *e)
{
	static const char *const TYPES[] = { "Plain", "Series", NULL };
	const struct series *accel = NULL, *vel = NULL, *disp = NULL;
	double factor = 1.0;
	struct pattern *p = NULL;
	int tag, type, code = current_pattern(s, a, PATTERN_MULTIPLE, &p, e);

	if (code == 0)
		code = args_int(a, "tag", INT_MIN, INT_MAX, &tag, e);
	if (code == 0)
		code = args_choice(a, "type", TYPES, &type, e);
	while (code == 0 && args_more(a)) {
		if (args_accept(a, "-accel") || args_accept(a, "-acc"))
			code = script_series(s, a, "-accel", &accel, e);
		else if (args_accept(a, "-vel"))
			code = script_series(s, a, "-vel", &vel, e);
		else if (args_accept(a, "-disp"))
			code = script_series(s, a, "-disp", &disp, e);
		else if (args_accept(a, "-fact") || args_accept(a, "-factor"))
			code = args_real(a, "-fact", RANGE_ANY, &factor, e);
		else
			code = args_end(a, e);
	}
	if (code == 0 && !accel && !vel && !disp) {
		code = err_set(e, ERR_ARGUMENT, a->object, "the motion is missing");
		err_allowed(e, "at least one of -accel, -vel, -disp with a time series");
	}
	return code ? code : model_add_motion(&s->model, p, tag, accel, vel, disp, factor, e);
}

static int run_imposed_motion(struct script *s, struct args *a, struct err *e)
{
	struct pattern *p = NULL;
	struct node *n;
	int dof, motion, code = current_pattern(s, a, PATTERN_MULTIPLE, &p, e);

	if (code == 0)
		code = script_node(s, a, "node", &n, e);
	if (code == 0)
		code = script_dof(a, n, &dof, e);
	if (code == 0)
		code = args_int(a, "ground motion", INT_MIN, INT_MAX, &motion, e);
	if (code == 0)
		code = args_end(a, e);
	return code ? code : model_add_imposed(&s->model, p, n, dof, motion, e);
}

/* ---- member loads ------------------------------------------------------------------------------------------- */

/* The elements after -ele or -range. */
static int read_elements(struct script *s, struct args *a, struct element ***ret_el, int *ret_n, struct err *e)
{
	struct table *t = &s->model.elements;
	int *tag = NULL, ntag = 0, lo = 0, hi = -1, n = 0, code;
	struct element **el;

	if (args_accept(a, "-range")) {
		code = args_int(a, "-range first", INT_MIN, INT_MAX, &lo, e);
		if (code == 0)
			code = args_int(a, "-range last", lo, INT_MAX, &hi, e);
	} else if (args_accept(a, "-ele")) {
		code = args_list_int(a, "-ele", INT_MIN, INT_MAX, 1, &s->scratch, &tag, &ntag, e);
	} else {
		code = err_set(e, ERR_ARGUMENT, a->object, "the elements are missing");
		err_allowed(e, "-ele tags or -range first last");
	}
	if (code)
		return code;
	el = ARENA_ARRAY(&s->scratch, (size_t)(t->n + ntag), struct element *);
	if (!el)
		return err_set(e, ERR_MEMORY, a->object, "no memory for %d elements", t->n + ntag);
	for (int i = 0; i < ntag; i++)
		if (!(el[n++] = model_element(&s->model, tag[i])))
			return err_set(e, ERR_MISSING, a->object, "there is no element %d", tag[i]);
	for (int i = 0; i < t->n && hi >= lo; i++)
		if (t->row[i].tag >= lo && t->row[i].tag <= hi)
			el[n++] = t->row[i].object;
	if (n == 0)
		return err_set(e, ERR_MISSING, a->object, "there is no element between %d and %d", lo, hi);
	*ret_el = el;
	*ret_n = n;
	return 0;
}

/* -beamUniform wy <wz> <wx> and -beamPoint py <pz> x/L <px>; the z parts in space only. */
static int read_member_load(struct script *s, struct args *a, struct element_load *ret, struct err *e)
{
	static const char *const TYPES[] = { "-beamUniform", "beamUniform", "-beamPoint", "beamPoint", NULL };
	struct element_load l = { 0 };
	int type, code = args_choice(a, "-type", TYPES, &type, e);

	if (code == 0) {
		l.kind = type < 2 ? LOAD_BEAM_UNIFORM : LOAD_BEAM_POINT;
		code = args_real(a, "transverse load y", RANGE_ANY, &l.wy, e);
	}
	if (code == 0 && s->model.ndm == 3)
		code = args_real(a, "transverse load z", RANGE_ANY, &l.wz, e);
	if (code == 0 && l.kind == LOAD_BEAM_POINT)
		code = args_real(a, "relative position", RANGE_UNIT, &l.at, e);
	if (code == 0 && args_more(a))
		code = args_real(a, "axial load", RANGE_ANY, &l.wx, e);
	if (code == 0)
		code = args_end(a, e);
	if (code == 0)
		*ret = l;
	return code;
}

static int run_member_load(struct script *s, struct args *a, struct err *e)
{
	struct element_load l;
	struct element **el = NULL;
	struct pattern *p = NULL;
	int n = 0, code = current_pattern(s, a, PATTERN_PLAIN, &p, e);

	if (code == 0)
		code = read_elements(s, a, &el, &n, e);
	if (code == 0 && !args_accept(a, "-type")) {
		code = err_set(e, ERR_ARGUMENT, a->object, "the type of the load is missing");
		err_allowed(e, "-type -beamUniform ... or -type -beamPoint ...");
	}
	if (code == 0)
		code = read_member_load(s, a, &l, e);
	return code ? code : model_add_member_load(&s->model, p, n, el, &l, e);
}

static int run_load_const(struct script *s, struct args *a, struct err *e)
{
	double t = 0.0;
	bool timed = args_accept(a, "-time");
	int code = timed ? args_real(a, "-time", RANGE_ANY, &t, e) : 0;

	if (code == 0)
		code = args_end(a, e);
	if (code)
		return code;
	analysis_load_const(&s->analysis);
	if (timed)
		analysis_set_time(&s->analysis, t);
	return 0;
}

const struct script_command script_load_commands[] = {
	{ "pattern", run_pattern, "pattern Type tag ...", "Loads that share a history. The series is a tag or a list such as \"Sine 0 50 3.14\".", pattern_topic },
	{ "load", run_load, "load node f1 ... fndf <-const> <-pattern tag>",
	  "Nodal forces of the current Plain pattern, one a freedom; -const: they do not follow its factor.", NULL },
	{ "sp", run_sp, "sp node dof value <-const> <-pattern tag>",
	  "A displacement imposed by the current Plain pattern: its factor times value; -const: the value itself. Its velocity and acceleration are 0 for\n"
	  "constraints Plain and Transformation, as in OpenSees: where dampers or masses feel them imposedMotion gives all three.", NULL },
	{ "eleLoad", run_member_load, "eleLoad -ele tag ...|-range first last -type -beamUniform wy <wz> <wx>|-beamPoint py <pz> x/L <px>",
	  "Loads on members in local axes; the z parts in space only. x/L is between 0 and 1.\n"
	  "An element that is named twice is loaded twice, as in OpenSees.", NULL },
	{ "groundMotion", run_ground_motion, "groundMotion tag Plain <-accel series> <-vel series> <-disp series> <-fact f>",
	  "A motion inside a MultipleSupport pattern. Displacements are integrated from velocities and these from accelerations where they are not given; nothing\n"
	  "is derived: with -disp alone the support's velocity and acceleration are 0 for constraints Plain and Transformation, as in OpenSees, and what dampers,\n"
	  "stiffness-proportional damping and masses between support and structure make of them is missing. Where there are such, give all three. Penalty and\n"
	  "Lagrange impose the displacement alone; velocity and acceleration are then what the integrator makes of it.", NULL },
	{ "imposedMotion", run_imposed_motion, "imposedMotion node dof motion", "Gives a freedom a ground motion, inside a MultipleSupport pattern.", NULL },
	{ "imposedSupportMotion", run_imposed_motion, "imposedSupportMotion node dof motion", "The same as imposedMotion.", NULL },
	{ "loadConst", run_load_const, "loadConst <-time t>", "Freezes the factors of all patterns, and sets the time.", NULL },
	{ 0 },
};
