/* Words of commands: kinds with their aliases and nearest names, nodes, elements, freedoms, series in place. */
#include "script/script.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* Spellings that OpenSees scripts use for the same thing. */
static const struct { const char *command, *word, *name; } ALIASES[] = {
	{ "integrator", "Bathe", "TRBDF2" },
	{ "element", "Truss", "truss" },
	{ "element", "trussSection", "truss" },
	{ "element", "TrussSection", "truss" },
	{ "element", "CorotTruss", "corotTruss" },
	{ "element", "corotTrussSection", "corotTruss" },
	{ "element", "CorotTrussSection", "corotTruss" },
	{ "element", "ElasticBeamColumn", "elasticBeamColumn" },
	{ "element", "elasticBeam", "elasticBeamColumn" },
	{ "element", "ElasticBeam", "elasticBeamColumn" },
	{ "element", "ZeroLength", "zeroLength" },
	{ "element", "nonlinearBeamColumn", "forceBeamColumn" },
	{ "element", "TwoNodeLink", "twoNodeLink" },
	{ "element", "elastomericBearing", "elastomericBearingPlasticity" },
	{ "element", "ElastomericBearingPlasticity", "elastomericBearingPlasticity" },
	{ "uniaxialMaterial", "ElasticPPgap", "ElasticPPGap" },
	{ "uniaxialMaterial", "EPPGap", "ElasticPPGap" },
	{ "uniaxialMaterial", "Steel1", "Steel01" },
	{ "uniaxialMaterial", "Steel2", "Steel02" },
	{ "uniaxialMaterial", "Multilinear", "MultiLinear" },
	{ "uniaxialMaterial", "Bouc-Wen", "BoucWen" },
	{ "section", "ElasticSection", "Elastic" },
	{ "section", "Generic1D", "Uniaxial" },
	{ "section", "Generic1d", "Uniaxial" },
	{ "section", "AddDeformation", "Aggregator" },
	{ "section", "fiberSec", "Fiber" },
	{ "section", "FiberSection", "Fiber" },
	{ "geomTransf", "LinearWithPDelta", "PDelta" },
	{ "geomTransf", "Pdelta", "PDelta" },
	{ "expSite", "RemoteSite", "ShadowSite" },
	{ "timeSeries", "ConstantSeries", "Constant" },
	{ "timeSeries", "LinearSeries", "Linear" },
	{ "timeSeries", "TrigSeries", "Trig" },
	{ "timeSeries", "TriangleSeries", "Triangle" },
	{ "timeSeries", "PulseSeries", "Pulse" },
	{ "timeSeries", "RectangularSeries", "Rectangular" },
	{ "timeSeries", "RampSeries", "Ramp" },
	{ "timeSeries", "Series", "Path" },
	{ "timeSeries", "PathSeries", "Path" },
	{ "timeSeries", "PathTimeSeries", "Path" },
};

/* The canonical spelling of a kind after a command: ("element", "Truss") gives "truss"; unknown words come back as they are. */
static const char *script_alias(const char *command, const char *word)
{
	for (size_t i = 0; i < COUNT(ALIASES); i++)
		if (strcmp(ALIASES[i].command, command) == 0 && strcmp(ALIASES[i].word, word) == 0)
			return ALIASES[i].name;
	return word;
}

/* Distance of two words without regard to case: letters changed, left out, added, or exchanged with their neighbour
 * (F. J. Damerau, Comm. ACM 7 (1964), doi:10.1145/363958.363994). */
enum { NEAR_LENGTH = 40 };

static int least(int x, int y)
{
	return x < y ? x : y;
}

static bool same_letter(char x, char y)
{
	return tolower((unsigned char)x) == tolower((unsigned char)y);
}

static int word_distance(const char *x, const char *y)
{
	int d[NEAR_LENGTH + 1][NEAR_LENGTH + 1];
	int nx = (int)strlen(x), ny = (int)strlen(y);

	if (nx > NEAR_LENGTH || ny > NEAR_LENGTH)
		return INT_MAX;
	for (int i = 0; i <= nx; i++)
		d[i][0] = i;
	for (int j = 0; j <= ny; j++)
		d[0][j] = j;
	for (int i = 1; i <= nx; i++)
		for (int j = 1; j <= ny; j++) {
			d[i][j] = least(d[i - 1][j - 1] + !same_letter(x[i - 1], y[j - 1]), 1 + least(d[i - 1][j], d[i][j - 1]));
			if (i > 1 && j > 1 && same_letter(x[i - 1], y[j - 2]) && same_letter(x[i - 2], y[j - 1]))
				d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
		}
	return d[nx][ny];
}

void script_near_init(struct script_near *near, const char *word)
{
	memset(near, 0, sizeof *near);
	near->word = word;
	for (size_t i = 0; i < COUNT(near->distance); i++)
		near->distance[i] = INT_MAX;
}

void script_near_offer(struct script_near *near, const char *name)
{
	int d = word_distance(near->word, name);
	int limit = ((int)strlen(near->word) + 1) / 3;
	int last = (int)COUNT(near->distance) - 1, i;

	/* The beginning of a name is as good as one wrong letter. */
	if (strlen(near->word) >= 3 && strncmp(near->word, name, strlen(near->word)) == 0)
		d = 1;
	if (d > limit || d >= near->distance[last])
		return;
	for (i = last; i > 0 && near->distance[i - 1] > d; i--) {
		near->distance[i] = near->distance[i - 1];
		near->name[i] = near->name[i - 1];
	}
	near->distance[i] = d;
	near->name[i] = name;
}

int script_near_report(const struct script_near *near, const char *object, const char *what, struct err *e)
{
	int code = err_set(e, ERR_UNKNOWN, object, "unknown %s", what);
	const char *const *n = near->name;

	err_value(e, "%s", near->word);
	if (n[0])
		err_hint(e, "did you mean %s%s%s%s%s?", n[0], n[1] ? ", " : "", n[1] ? n[1] : "", n[2] ? ", " : "", n[2] ? n[2] : "");
	else
		err_hint(e, "help lists what there is");
	return code;
}

int script_kind(const char *command, bool (*topic)(int i, struct script_topic *ret), struct args *a, int *ret_row, struct err *e)
{
	struct script_topic t;
	struct script_near near;
	const char *word, *name;
	char what[48];
	int code = args_word(a, "type", &word, e);

	if (code < 0)
		return code;
	name = script_alias(command, word);
	script_near_init(&near, word);
	for (int i = 0; topic(i, &t); i++) {
		if (strcmp(t.name, name) == 0) {
			*ret_row = i;
			return 0;
		}
		script_near_offer(&near, t.name);
	}
	snprintf(what, sizeof what, "type of %s", command);
	return script_near_report(&near, a->object, what, e);
}

void script_pass_numbers(struct script *s, struct args *a, const char *what)
{
	int first = a->at;

	while (args_more_real(a))
		a->at++;
	if (a->at > first)
		script_say(s, "WARNING %s: %d more numbers than there are %s, ignored: %s%s\n", a->object, a->at - first, what, a->word[first],
		           a->at - first > 1 ? " ..." : "");
}

int script_surplus(struct script *s, struct args *a, struct err *e)
{
	script_pass_numbers(s, a, "freedoms");
	return args_end(a, e);
}

int script_need_model(struct script *s, const struct args *a, struct err *e)
{
	int code;

	if (s->model.ndm > 0)
		return 0;
	code = err_set(e, ERR_STATE, a->object, "there is no model yet");
	err_hint(e, "begin with: model basic -ndm 2 -ndf 3");
	return code;
}

int script_node(struct script *s, struct args *a, const char *name, struct node **ret_n, struct err *e)
{
	int tag, code = args_int(a, name, INT_MIN, INT_MAX, &tag, e);

	return code < 0 ? code : model_need_node(&s->model, tag, a->object, ret_n, e);
}

int script_element(struct script *s, struct args *a, const char *name, struct element **ret_el, struct err *e)
{
	struct element *el;
	int tag, code = args_int(a, name, INT_MIN, INT_MAX, &tag, e);

	if (code < 0)
		return code;
	el = model_element(&s->model, tag);
	if (!el) {
		code = err_set(e, ERR_MISSING, a->object, "there is no element %d", tag);
		err_value(e, "%d", tag);
		err_hint(e, "define the element before it is used");
		return code;
	}
	*ret_el = el;
	return 0;
}

int script_dof(struct args *a, const struct node *n, int *ret_dof, struct err *e)
{
	int dof, code = args_int(a, "dof", 1, n->ndf, &dof, e);

	if (code < 0)
		return code;
	*ret_dof = dof - 1;
	return 0;
}

/* A series written as a list in one word: its kind and the words of timeSeries without a tag. */
static int series_in_place(struct script *s, const struct args *a, const char *list, const struct series **ret_series, struct err *e)
{
	const struct series_ops *ops;
	struct script_near near;
	struct series *made;
	struct args words;
	const char **word;
	int n, code;

	if (Tcl_SplitList(s->interp, list, &n, &word) != TCL_OK)
		return err_set(e, ERR_ARGUMENT, a->object, "the time series is not a list: %.80s", list);
	ops = n > 0 ? series_find(script_alias("timeSeries", word[0])) : NULL;
	if (ops) {
		args_init(&words, n - 1, word + 1, "%.40s: series %.40s", a->object, word[0]);
		code = series_build(&s->model, ops, 0, &words, &made, e);
		if (code == 0)
			*ret_series = made;
	} else {
		script_near_init(&near, n > 0 ? word[0] : "");
		for (int i = 0; series_table[i]; i++)
			script_near_offer(&near, series_table[i]->name);
		code = script_near_report(&near, a->object, "time series", e);
	}
	Tcl_Free((char *)word);
	return code;
}

int script_series(struct script *s, struct args *a, const char *name, const struct series **ret_series, struct err *e)
{
	struct series *found;
	const char *word;
	int tag, code = args_word(a, name, &word, e);

	if (code < 0)
		return code;
	if (!text_int(word, &tag))
		return series_in_place(s, a, word, ret_series, e);
	code = model_need_series(&s->model, tag, a->object, &found, e);
	if (code == 0)
		*ret_series = found;
	return code;
}

int script_body(struct script *s, int word)
{
	/* Through Tcl's own eval, which knows the file and line of a literal word of the running command. */
	Tcl_Obj *call[2] = { Tcl_NewStringObj("::eval", -1), s->objv[word + 1] };
	int code;

	Tcl_IncrRefCount(call[0]);
	Tcl_IncrRefCount(call[1]);
	code = Tcl_EvalObjv(s->interp, 2, call, 0);
	Tcl_DecrRefCount(call[1]);
	Tcl_DecrRefCount(call[0]);
	return code;
}
