/* defaultUnits: variables for units, in the base that the script names.
 *
 * A unit is SI value x force^f length^l time^t temperature^d; in another base its value is divided by the base units
 * raised to the same powers. Pound: 4.4482216152605 N, inch: 0.0254 m (both exact by definition),
 * acceleration of gravity as OpenSees has it: 32.174049 ft/s^2. Temperatures are steps of the scale, not readings. */
#include "script/script.h"

#include "record/run_record.h"
#include "record/run_unit.h"
#include "script/script_tool.h"

#include <math.h>
#include <string.h>

#define LBF 4.4482216152605
#define KGF 9.80665
#define INCH 0.0254
#define FOOT (12 * INCH)
#define PI_VALUE 3.14159265358979323846

struct unit {
	const char *name;
	double si;             /* in N, m, s, K */
	int f, l, t, d;        /* powers of force, length, time, temperature */
};

static const struct unit UNITS[] = {
	{ "lb", LBF, 1, 0, 0, 0 }, { "lbs", LBF, 1, 0, 0, 0 }, { "lbf", LBF, 1, 0, 0, 0 },
	{ "kip", 1e3 * LBF, 1, 0, 0, 0 }, { "kips", 1e3 * LBF, 1, 0, 0, 0 },
	{ "N", 1, 1, 0, 0, 0 }, { "Newton", 1, 1, 0, 0, 0 },
	{ "kN", 1e3, 1, 0, 0, 0 }, { "kNewton", 1e3, 1, 0, 0, 0 }, { "MN", 1e6, 1, 0, 0, 0 },
	{ "kgf", KGF, 1, 0, 0, 0 }, { "tonf", 1e3 * KGF, 1, 0, 0, 0 },
	{ "in", INCH, 0, 1, 0, 0 }, { "inch", INCH, 0, 1, 0, 0 }, { "ft", FOOT, 0, 1, 0, 0 }, { "feet", FOOT, 0, 1, 0, 0 },
	{ "mm", 1e-3, 0, 1, 0, 0 }, { "cm", 1e-2, 0, 1, 0, 0 }, { "m", 1, 0, 1, 0, 0 }, { "meter", 1, 0, 1, 0, 0 },
	{ "sec", 1, 0, 0, 1, 0 }, { "s", 1, 0, 0, 1, 0 }, { "msec", 1e-3, 0, 0, 1, 0 }, { "ms", 1e-3, 0, 0, 1, 0 },
	{ "F", 5.0 / 9.0, 0, 0, 0, 1 }, { "degF", 5.0 / 9.0, 0, 0, 0, 1 }, { "C", 1, 0, 0, 0, 1 }, { "degC", 1, 0, 0, 0, 1 },
	{ "g", 32.174049 * FOOT, 0, 1, -2, 0 },
	{ "kg", 1, 1, -1, 2, 0 }, { "Mg", 1e3, 1, -1, 2, 0 }, { "slug", LBF / FOOT, 1, -1, 2, 0 },
	{ "Pa", 1, 1, -2, 0, 0 }, { "kPa", 1e3, 1, -2, 0, 0 }, { "MPa", 1e6, 1, -2, 0, 0 }, { "GPa", 1e9, 1, -2, 0, 0 },
	{ "psi", LBF / (INCH * INCH), 1, -2, 0, 0 }, { "ksi", 1e3 * LBF / (INCH * INCH), 1, -2, 0, 0 },
	{ "psf", LBF / (FOOT * FOOT), 1, -2, 0, 0 }, { "ksf", 1e3 * LBF / (FOOT * FOOT), 1, -2, 0, 0 },
	{ "pcf", LBF / (FOOT * FOOT * FOOT), 1, -3, 0, 0 },
	{ "in2", INCH * INCH, 0, 2, 0, 0 }, { "ft2", FOOT * FOOT, 0, 2, 0, 0 },
	{ "mm2", 1e-6, 0, 2, 0, 0 }, { "cm2", 1e-4, 0, 2, 0, 0 }, { "m2", 1, 0, 2, 0, 0 },
	{ "in4", INCH * INCH * INCH * INCH, 0, 4, 0, 0 }, { "ft4", FOOT * FOOT * FOOT * FOOT, 0, 4, 0, 0 },
	{ "mm4", 1e-12, 0, 4, 0, 0 }, { "cm4", 1e-8, 0, 4, 0, 0 }, { "m4", 1, 0, 4, 0, 0 },
	{ "pi", PI_VALUE, 0, 0, 0, 0 }, { "PI", PI_VALUE, 0, 0, 0, 0 },
};

/* The four base quantities: option, what to say, and the units that may be a base. */
struct base_unit {
	const char *option[3], *names;
	const char *const *list;
};

static const char *const FORCES[] = { "lb", "lbs", "lbf", "kip", "kips", "N", "kN", "KN", "kn", "MN", "mN", "mn", "kgf", "tonf", NULL };
static const char *const LENGTHS[] = { "in", "inch", "ft", "feet", "mm", "cm", "m", NULL };
static const char *const TIMES[] = { "sec", "Sec", "s", "msec", "mSec", "ms", NULL };
static const char *const TEMPS[] = { "F", "degF", "C", "degC", NULL };

enum { BASE_FORCE, BASE_LENGTH, BASE_TIME, BASE_TEMP, BASE_COUNT };

static const struct base_unit BASES[BASE_COUNT] = {
	[BASE_FORCE]  = { { "-force", "-Force", "-FORCE" }, "force", FORCES },
	[BASE_LENGTH] = { { "-length", "-Length", "-LENGTH" }, "length", LENGTHS },
	[BASE_TIME]   = { { "-time", "-Time", "-TIME" }, "time", TIMES },
	[BASE_TEMP]   = { { "-temp", "-Temp", "-TEMP" }, "temperature", TEMPS },
};

static double unit_si(const char *word)
{
	for (size_t i = 0; i < COUNT(UNITS); i++)
		if (strcmp(UNITS[i].name, word) == 0)
			return UNITS[i].si;
	return 0.0;
}

static int read_bases(struct args *a, double ret_si[BASE_COUNT], const char *ret_name[BASE_COUNT], struct err *e)
{
	int code = 0, row;

	while (code == 0 && args_more(a)) {
		int k = 0;

		while (k < BASE_COUNT && !args_accept(a, BASES[k].option[0]) && !args_accept(a, BASES[k].option[1]) && !args_accept(a, BASES[k].option[2]))
			k++;
		if (k == BASE_COUNT && args_accept(a, "-temperature"))
			k = BASE_TEMP;
		code = k == BASE_COUNT ? args_end(a, e) : args_choice(a, BASES[k].names, BASES[k].list, &row, e);
		if (code == 0) {
			ret_name[k] = run_unit(BASES[k].list[row]);
			ret_si[k] = unit_si(ret_name[k]);
		}
	}
	return code;
}

int run_default_units(struct script *s, struct args *a, struct err *e)
{
	double si[BASE_COUNT] = { [BASE_TEMP] = 1.0 };
	const char *name[BASE_COUNT] = { 0 };
	Tcl_Obj *made;
	int code = read_bases(a, si, name, e);

	for (int k = 0; code == 0 && k < BASE_COUNT; k++)
		if (si[k] == 0.0) {
			code = err_set(e, ERR_ARGUMENT, a->object, "the unit of %s is missing", BASES[k].names);
			err_allowed(e, "%s and a unit, as in: defaultUnits -force kN -length m -time sec -temp C", BASES[k].option[0]);
		}
	if (code)
		return code;
	made = Tcl_NewListObj(0, NULL);
	for (size_t i = 0; i < COUNT(UNITS); i++) {
		const struct unit *u = &UNITS[i];
		double base = pow(si[BASE_FORCE], u->f) * pow(si[BASE_LENGTH], u->l) * pow(si[BASE_TIME], u->t) * pow(si[BASE_TEMP], u->d);

		Tcl_SetVar2Ex(s->interp, u->name, NULL, Tcl_NewDoubleObj(u->si / base), TCL_GLOBAL_ONLY);
		script_put(made, u->name, Tcl_NewDoubleObj(u->si / base));
	}
	Tcl_SetObjResult(s->interp, made);
	run_record_units(s->run, name[BASE_FORCE], name[BASE_LENGTH], name[BASE_TIME]);
	return 0;
}
