/* The command modalProperties: the report in ten numbered blocks that OpenSees' scripts read, and the same as a Tcl dictionary.
 * Lines of numbers begin with blanks, explanations with #, titles with *. */
#include "script/script_analysis.h"

#include "script/script_modal.h"

#include <math.h>

/* Columns are 13 wide with a blank before each. */
static void put_row(Tcl_Obj *text, int label, int n, const double *x, double scale)
{
	Tcl_AppendToObj(text, "  ", 2);
	if (label > 0)
		Tcl_AppendPrintfToObj(text, "%13d", label);
	for (int i = 0; i < n; i++)
		Tcl_AppendPrintfToObj(text, "%s%13g", label > 0 || i > 0 ? " " : "", x[i] * scale);
	Tcl_AppendToObj(text, "\n", 1);
}

static void put_names(Tcl_Obj *text, int n, const char *const *name)
{
	Tcl_AppendToObj(text, "#", 1);
	for (int i = 0; i < n; i++)
		Tcl_AppendPrintfToObj(text, " %13s", name[i]);
	Tcl_AppendToObj(text, "\n#", 2);
	for (int i = 0; i < n; i++)
		Tcl_AppendToObj(text, " -------------", -1);
	Tcl_AppendToObj(text, "\n", 1);
}

static void put_title(Tcl_Obj *text, int number, const char *title, const char *what)
{
	Tcl_AppendPrintfToObj(text, "%s* %d. %s:\n# %s\n", number > 1 ? "\n" : "", number, title, what);
}

/* Names of the directions, with MODE before them or not. */
static void put_directions(Tcl_Obj *text, const struct modal *p, bool mode)
{
	const char *name[MODAL_DIRECTIONS + 1] = { "MODE" };

	for (int k = 0; k < p->ndirection; k++)
		name[k + mode] = modal_direction_name(p->ndm, k);
	put_names(text, p->ndirection + mode, name);
}

static void put_eigenvalues(Tcl_Obj *text, const struct modal *p)
{
	static const char *const NAMES[] = { "MODE", "LAMBDA", "OMEGA", "FREQUENCY", "PERIOD" };

	put_title(text, 2, "EIGENVALUE ANALYSIS", "Eigenvalues, circular frequencies, frequencies and periods.");
	put_names(text, 5, NAMES);
	for (int i = 0; i < p->nmode; i++) {
		double omega = sqrt(fmax(p->lambda[i], 0.0)), f = omega / (2.0 * M_PI);

		put_row(text, i + 1, 4, (const double[]){ p->lambda[i], omega, f, f > 0.0 ? 1.0 / f : 0.0 }, 1.0);
	}
}

static void put_masses(Tcl_Obj *text, const struct modal *p)
{
	static const char *const AXES[] = { "X", "Y", "Z" };

	put_title(text, 3, "TOTAL MASS OF THE STRUCTURE", "Masses of all freedoms, the fixed ones too.");
	put_directions(text, p, false);
	put_row(text, 0, p->ndirection, p->total, 1.0);
	put_title(text, 4, "TOTAL FREE MASS OF THE STRUCTURE", "Masses of the freedoms that are not fixed.");
	put_directions(text, p, false);
	put_row(text, 0, p->ndirection, p->free, 1.0);
	put_title(text, 5, "CENTER OF MASS", "Centre of the free masses.");
	put_names(text, p->ndm, AXES);
	put_row(text, 0, p->ndm, p->center, 1.0);
}

/* A table of modes by directions; divided by the free mass or not, summed over the modes or not. */
static void put_table(Tcl_Obj *text, const struct modal *p, const double *x, bool ratio, bool sum)
{
	double row[MODAL_DIRECTIONS] = { 0 };

	put_directions(text, p, true);
	for (int i = 0; i < p->nmode; i++) {
		for (int k = 0; k < p->ndirection; k++) {
			double value = x[i * p->ndirection + k];

			if (ratio)
				value = p->free[k] > 0.0 ? 100.0 * value / p->free[k] : 0.0;
			row[k] = value + (sum ? row[k] : 0.0);
		}
		put_row(text, i + 1, p->ndirection, row, 1.0);
	}
}

static Tcl_Obj *report(const struct modal *p)
{
	Tcl_Obj *text = Tcl_NewStringObj("# MODAL ANALYSIS REPORT\n\n", -1);

	put_title(text, 1, "DOMAIN SIZE", "Number of dimensions.");
	Tcl_AppendPrintfToObj(text, "%d\n", p->ndm);
	put_eigenvalues(text, p);
	put_masses(text, p);
	put_title(text, 6, "MODAL PARTICIPATION FACTORS", "How strongly a rigid motion in each direction excites each mode.");
	put_table(text, p, p->factor, false, false);
	put_title(text, 7, "MODAL PARTICIPATION MASSES", "Mass that each mode moves in each direction.");
	put_table(text, p, p->mass, false, false);
	put_title(text, 8, "MODAL PARTICIPATION MASSES (cumulative)", "The same, summed up to each mode.");
	put_table(text, p, p->mass, false, true);
	put_title(text, 9, "MODAL PARTICIPATION MASS RATIOS (%)", "The masses in percent of the free mass.");
	put_table(text, p, p->mass, true, false);
	put_title(text, 10, "MODAL PARTICIPATION MASS RATIOS (%) (cumulative)", "The same, summed up to each mode.");
	put_table(text, p, p->mass, true, true);
	return text;
}

/* ---- as a dictionary ---------------------------------------------------------------------------------------- */

static void dict_put(Tcl_Obj *dict, const char *key, const char *direction, int n, const double *x, int stride)
{
	Tcl_Obj *list = Tcl_NewListObj(0, NULL), *name = Tcl_ObjPrintf("%s%s", key, direction);

	for (int i = 0; i < n; i++)
		Tcl_ListObjAppendElement(NULL, list, Tcl_NewDoubleObj(x[i * stride]));
	Tcl_DictObjPut(NULL, dict, name, list);
}

/* One column of a mass table under four names: mass, cumulative mass, ratio, cumulative ratio. */
static void dict_masses(Tcl_Obj *dict, const struct modal *p, int k)
{
	static const char *const KEYS[] = { "partiMass", "partiMassesCumu", "partiMassRatios", "partiMassRatiosCumu" };
	const char *direction = modal_direction_name(p->ndm, k);

	for (int t = 0; t < 4; t++) {
		Tcl_Obj *list = Tcl_NewListObj(0, NULL);
		double sum = 0.0, unit = t < 2 ? 1.0 : p->free[k] > 0.0 ? 100.0 / p->free[k] : 0.0;

		for (int i = 0; i < p->nmode; i++) {
			double x = p->mass[i * p->ndirection + k] * unit;

			sum += x;
			Tcl_ListObjAppendElement(NULL, list, Tcl_NewDoubleObj(t % 2 ? sum : x));
		}
		Tcl_DictObjPut(NULL, dict, Tcl_ObjPrintf("%s%s", KEYS[t], direction), list);
	}
}

static Tcl_Obj *dictionary(const struct modal *p, double *work)
{
	Tcl_Obj *dict = Tcl_NewDictObj();
	const double ndm = p->ndm;

	dict_put(dict, "domainSize", "", 1, &ndm, 1);
	dict_put(dict, "eigenLambda", "", p->nmode, p->lambda, 1);
	for (int i = 0; i < p->nmode; i++)
		work[i] = sqrt(fmax(p->lambda[i], 0.0));
	dict_put(dict, "eigenOmega", "", p->nmode, work, 1);
	for (int i = 0; i < p->nmode; i++)
		work[i] /= 2.0 * M_PI;
	dict_put(dict, "eigenFrequency", "", p->nmode, work, 1);
	for (int i = 0; i < p->nmode; i++)
		work[i] = work[i] > 0.0 ? 1.0 / work[i] : 0.0;
	dict_put(dict, "eigenPeriod", "", p->nmode, work, 1);
	dict_put(dict, "totalMass", "", p->ndirection, p->total, 1);
	dict_put(dict, "totalFreeMass", "", p->ndirection, p->free, 1);
	dict_put(dict, "centerOfMass", "", p->ndm, p->center, 1);
	for (int k = 0; k < p->ndirection; k++)
		dict_put(dict, "partiFactor", modal_direction_name(p->ndm, k), p->nmode, p->factor + k, p->ndirection);
	for (int k = 0; k < p->ndirection; k++)
		dict_masses(dict, p, k);
	return dict;
}

/* ---- the command -------------------------------------------------------------------------------------------- */

struct report_words {
	const char *path;
	bool print, unit, answer;
};

static int read_words(struct args *a, struct report_words *ret, struct err *e)
{
	int code = 0;

	while (code == 0 && args_more(a)) {
		if (args_accept(a, "-print"))
			ret->print = true;
		else if (args_accept(a, "-unorm"))
			ret->unit = true;
		else if (args_accept(a, "-return"))
			ret->answer = true;
		else if (args_accept(a, "-file"))
			code = args_word(a, "file name", &ret->path, e);
		else
			code = args_end(a, e);
	}
	return code;
}

int script_run_modal_properties(struct script *s, struct args *a, struct err *e)
{
	struct report_words w = { 0 };
	struct modal p;
	double *work;
	Tcl_Obj *text;
	int code = read_words(a, &w, e);

	if (code == 0)
		code = analysis_ready(&s->analysis, e);
	if (code == 0)
		code = modal_compute(&p, &s->model, w.unit, &s->scratch, e);
	if (code)
		return code;
	text = report(&p);
	Tcl_IncrRefCount(text);
	if (w.print)
		script_say(s, "%s", Tcl_GetString(text));
	if (w.path)
		code = script_write_text(s, w.path, text, a->object, e);
	Tcl_DecrRefCount(text);
	work = ARENA_ARRAY(&s->scratch, (size_t)p.nmode, double);
	if (code == 0 && w.answer && work)
		Tcl_SetObjResult(s->interp, dictionary(&p, work));
	return code;
}
