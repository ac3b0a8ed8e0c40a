/* expLimits: the words of limits, and the cause of a trip as text. At set-up and after a trip, never in a tick. */
#include "control/limits.h"

#include "base/unit.h"
#include "experiment/laboratory.h"

#include <math.h>
#include <stdio.h>

#define WORD(member) offsetof(struct limits_plan, words.member)

const struct param limits_plan_params[] = {
	{ .name = "-stroke", .kind = PARAM_ROW, .help = "lo hi: of commands and of measured displacements [length]; default: no limit" },
	{ .name = "-velocity", .kind = PARAM_REAL, .offset = WORD(velocity), .def = INFINITY, .range = RANGE_POSITIVE,
	  .help = "most of a command's change [length/s of laboratory time]" },
	{ .name = "-force", .kind = PARAM_ROW, .help = "lo hi: of measured forces [force]; default: no limit" },
	{ .name = "-following", .kind = PARAM_REAL, .offset = WORD(following), .def = INFINITY, .range = RANGE_POSITIVE,
	  .help = "most of |sent - measured| [length]" },
	{ .name = "-followingTime", .kind = PARAM_REAL, .offset = WORD(following_s), .def = 0.0, .range = RANGE_NONNEG,
	  .help = "for so long it may be more [s]" },
	{ .name = "-watchdog", .kind = PARAM_REAL, .offset = WORD(watchdog_s), .def = INFINITY, .range = RANGE_POSITIVE,
	  .help = "longest time without a new reading [s]" },
	{ .name = "-late", .kind = PARAM_REAL, .offset = WORD(late_s), .def = INFINITY, .range = RANGE_NONNEG,
	  .help = "longest time of ticks missed in a row [s]" },
	{ .name = "-onTrip", .kind = PARAM_ROW, .help = "hold, ramp (to the set-point of the start) or unload (to zero force); default: hold" },
	{ .name = "-tripVelocity", .kind = PARAM_REAL, .offset = WORD(trip_velocity), .def = NAN, .range = RANGE_POSITIVE,
	  .help = "of ramp and unload [length/s]; default: a tenth of -velocity" },
	{ .name = "-zeroForce", .kind = PARAM_REAL, .offset = WORD(zero_force), .def = NAN, .range = RANGE_POSITIVE,
	  .help = "|force| up to this is unloaded; default: a thousandth of the largest -force" },
	{ 0 },
};

/* --- words ----------------------------------------------------------------------------------------- */

static int read_pair(struct args *a, const char *name, double *ret_lo, double *ret_hi, struct err *e)
{
	double lo, hi;
	int code = args_real(a, name, RANGE_ANY, &lo, e);

	if (!code)
		code = args_real(a, name, RANGE_ANY, &hi, e);
	if (code)
		return code;
	if (!(lo < hi)) {
		err_set(e, ERR_RANGE, a->object, "%s: the lower limit is not below the upper one", name);
		err_value(e, "%g %g", lo, hi);
		err_allowed(e, "lo < hi");
		return ERR_RANGE;
	}
	*ret_lo = lo;
	*ret_hi = hi;
	return 0;
}

static int read_words(struct limits_plan *p, struct args *a, struct err *e)
{
	struct limits_words *w = &p->words;
	static const char *const policies[] = { [LIMITS_HOLD] = "hold", [LIMITS_RAMP] = "ramp", [LIMITS_UNLOAD] = "unload", NULL };
	int code = param_parse(limits_plan_params, p, a, e);

	w->stroke_lo = w->force_lo = -INFINITY;
	w->stroke_hi = w->force_hi = INFINITY;
	w->policy = LIMITS_HOLD;
	while (!code && args_more(a)) {
		if (args_accept(a, "-stroke"))
			code = read_pair(a, "-stroke", &w->stroke_lo, &w->stroke_hi, e);
		else if (args_accept(a, "-force"))
			code = read_pair(a, "-force", &w->force_lo, &w->force_hi, e);
		else if (args_accept(a, "-onTrip"))
			code = args_choice(a, "-onTrip", policies, &w->policy, e);
		else
			code = args_end(a, e);
		if (!code)
			code = param_options(limits_plan_params, p, a, e);
	}
	return code ? code : args_end(a, e);
}

static int check_speed(const struct limits_words *w, const char *object, struct err *e)
{
	if (w->trip_velocity > w->velocity) {
		err_set(e, ERR_RANGE, object, "-tripVelocity is faster than -velocity");
		err_value(e, "%g", w->trip_velocity);
		err_allowed(e, "at most %g", w->velocity);
		return ERR_RANGE;
	}
	if (w->policy != LIMITS_HOLD && isnan(w->trip_velocity) && isinf(w->velocity)) {
		err_set(e, ERR_ARGUMENT, object, "-onTrip ramp and unload move, and no speed is given");
		err_hint(e, "give -tripVelocity or -velocity");
		return ERR_ARGUMENT;
	}
	return 0;
}

static int check_unload(const struct limits_words *w, const char *object, struct err *e)
{
	double largest = fmax(fabs(w->force_lo), fabs(w->force_hi));

	if (w->policy != LIMITS_UNLOAD)
		return 0;
	if (isinf(w->force_lo)) {
		err_set(e, ERR_ARGUMENT, object, "-onTrip unload needs to know which force is large");
		err_hint(e, "give -force lo hi");
		return ERR_ARGUMENT;
	}
	if (w->force_lo > 0.0 || w->force_hi < 0.0) {
		err_set(e, ERR_RANGE, object, "-onTrip unload goes to zero force, which is outside -force");
		err_value(e, "%g %g", w->force_lo, w->force_hi);
		err_allowed(e, "lo <= 0 <= hi");
		return ERR_RANGE;
	}
	if (w->zero_force >= largest) {
		err_set(e, ERR_RANGE, object, "-zeroForce is no smaller than the largest -force");
		err_value(e, "%g", w->zero_force);
		err_allowed(e, "less than %g", largest);
		return ERR_RANGE;
	}
	return 0;
}

int limits_plan_build(struct laboratory *lab, struct args *a, struct err *e)
{
	struct limits_plan *p = ARENA_NEW(&lab->arena, struct limits_plan);
	int code, first = a->at;

	if (!p)
		return err_set(e, ERR_MEMORY, a->object, "no memory for limits");
	code = args_tag(a, "tag", &p->tag, e);
	if (code)
		return code;
	snprintf(a->object, sizeof(a->object), "expLimits %d", p->tag);
	code = read_words(p, a, e);
	if (!code)
		code = check_speed(&p->words, a->object, e);
	if (!code)
		code = check_unload(&p->words, a->object, e);
	if (!code)
		code = laboratory_keep(lab, a, first, "expLimits", NULL, p->tag, e);
	if (code)
		return code;
	lab->stamp++;
	return table_add(&lab->limits, p->tag, p, "expLimits", &lab->arena, e);
}

int limits_plan_whole(const struct limits_plan *p, const char *object, struct err *e)
{
	const struct { const char *name; bool missing; } row[] = {
		{ "-stroke", isinf(p->words.stroke_lo) }, { "-velocity", isinf(p->words.velocity) }, { "-force", isinf(p->words.force_lo) },
		{ "-following", isinf(p->words.following) }, { "-watchdog", isinf(p->words.watchdog_s) },
	};
	char missing[64] = "";
	int n = 0;

	for (size_t i = 0; i < COUNT(row); i++)
		if (row[i].missing)
			n += snprintf(missing + n, sizeof(missing) - (size_t)n, " %s", row[i].name);
	if (n == 0)
		return 0;
	err_set(e, ERR_ARGUMENT, object, "no specimen is moved without limits: expLimits %d does not give%s", p->tag, missing);
	return ERR_ARGUMENT;
}

/* --- text ------------------------------------------------------------------------------------------ */

/* How a cause is told: its value against a range, as no number, as a time, or without a value. */
enum telling { TELL_RANGE, TELL_NUMBER, TELL_TIME, TELL_NAME, TELL_GUARD, TELL_WHO };

static const struct { const char *name, *what; enum telling tell; const char *unit; } causes[LIMITS_CAUSES] = {
	[LIMITS_OK]               = { "none", "nothing has happened", TELL_NAME, NULL },
	[LIMITS_COMMAND_NUMBER]   = { "command no number", "command", TELL_NUMBER, NULL },
	[LIMITS_COMMAND_STROKE]   = { "command outside stroke", "command", TELL_RANGE, "length" },
	[LIMITS_COMMAND_VELOCITY] = { "command too fast", "velocity of the command", TELL_RANGE, "length/s" },
	[LIMITS_MEASURED_NUMBER]  = { "reading no number", "reading", TELL_NUMBER, NULL },
	[LIMITS_MEASURED_STROKE]  = { "displacement outside stroke", "measured displacement", TELL_RANGE, "length" },
	[LIMITS_MEASURED_FORCE]   = { "force outside limits", "measured force", TELL_RANGE, "force" },
	[LIMITS_FOLLOWING]        = { "following error", "following error", TELL_RANGE, "length" },
	[LIMITS_SILENT]           = { "laboratory silent", "no reading for", TELL_TIME, NULL },
	[LIMITS_LATE]             = { "loop late", "ticks missed for", TELL_TIME, NULL },
	[LIMITS_PEER]             = { "laboratory stopped", "the laboratory has stopped by itself", TELL_NAME, NULL },
	[LIMITS_DEVICE]           = { "device failed", "the device failed", TELL_NAME, NULL },
	[LIMITS_GUARD]            = { "stopped by a monitor", "stopped by a monitor", TELL_GUARD, NULL },
	[LIMITS_OPERATOR]         = { "the operator", "the operator", TELL_WHO, NULL },
	[LIMITS_ASKED]            = { "asked for rest", "somebody asked for rest", TELL_NAME, NULL },
};

const char *limits_cause_name(enum limits_cause cause)
{
	return cause >= LIMITS_OK && cause < LIMITS_CAUSES ? causes[cause].name : "unknown";
}

void limits_text(const struct limits_trip *t, const char *const unit[3], char *ret_line, int size)
{
	const char *what = causes[t->cause].what;
	char channel[32] = "", tick[40] = "", said[40] = "";

	if (t->channel >= 0)
		snprintf(channel, sizeof(channel), "channel %d: ", t->channel + 1);
	if (t->cause != LIMITS_OK)
		snprintf(tick, sizeof(tick), ", at tick %lld", (long long)t->tick);
	if (causes[t->cause].unit)
		unit_said(unit, causes[t->cause].unit, said, sizeof(said));
	switch (causes[t->cause].tell) {
	case TELL_RANGE:
		snprintf(ret_line, (size_t)size, "%s%s %.7g%s, allowed %.7g to %.7g%s%s", channel, what, t->value, said, t->lo, t->hi, said, tick);
		break;
	case TELL_NUMBER:
		snprintf(ret_line, (size_t)size, "%s%s %g, which is no finite number%s", channel, what, t->value, tick);
		break;
	case TELL_TIME:
		snprintf(ret_line, (size_t)size, "%s%s %.7g s, allowed %.7g s%s", channel, what, t->value, t->hi, tick);
		break;
	case TELL_GUARD:
		snprintf(ret_line, (size_t)size, "%s = %.4g, limit %.4g%s", t->what, t->value, t->hi, tick);
		break;
	case TELL_WHO:
		snprintf(ret_line, (size_t)size, "the operator (%s) tripped%s", t->what, tick);
		break;
	case TELL_NAME:
		snprintf(ret_line, (size_t)size, "%s%s%s", channel, what, tick);
		break;
	}
}

bool limits_of(const struct limits *l, int channel, struct rig_limit *ret)
{
	const struct limits_words *w = &l->channel[channel].words;

	*ret = (struct rig_limit){.stroke_lo = w->stroke_lo, .stroke_hi = w->stroke_hi, .velocity = w->velocity, .force_lo = w->force_lo, .force_hi = w->force_hi,
	                          .following = w->following};
	return isfinite(w->stroke_lo) || isfinite(w->stroke_hi) || isfinite(w->velocity) || isfinite(w->force_lo) || isfinite(w->force_hi) ||
	       isfinite(w->following);
}
