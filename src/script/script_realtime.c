/* Command loops by script: what has tripped and going on after it (expTrip), other delays of compensators (expTune), what a loop has counted (expTiming). */
#include "script/script.h"

#include "control/keeper.h"
#include "record/run_record.h"
#include "script/script_live.h"

#include <stdio.h>
#include <string.h>

static void put_number(Tcl_Obj *dict, const char *name, double x)
{
	bool whole = x == (double)(Tcl_WideInt)x;

	Tcl_DictObjPut(NULL, dict, Tcl_NewStringObj(name, -1), whole ? Tcl_NewWideIntObj((Tcl_WideInt)x) : Tcl_NewDoubleObj(x));
}

/* ---- trips ---------------------------------------------------------------------------------------------------- */

static int run_trip(struct script *s, struct args *a, struct err *e)
{
	bool acknowledge = args_accept(a, "-acknowledge");
	struct err why;
	char line[640] = "";
	int code = args_end(a, e);

	if (code)
		return code;
	laboratory_look(&s->lab);
	err_clear(&why);
	if (laboratory_fault(&s->lab, &why))
		err_text(&why, line, sizeof line);
	if (acknowledge)
		code = laboratory_acknowledge(&s->lab, e);
	if (!code)
		script_result_text(s, "%s", line);
	return code;
}

/* ---- tuning --------------------------------------------------------------------------------------------------- */

static int run_tune(struct script *s, struct args *a, struct err *e)
{
	char source[RUN_EVENT_SOURCE];
	struct rig_tunable t;
	struct rig *r;
	void *found;
	int tag, channel = 0, code = args_tag(a, "controlTag", &tag, e);

	if (!code)
		code = laboratory_need(&s->lab.rigs, "expControl", tag, a->object, &found, e);
	if (code)
		return code;
	r = found;
	if (args_more_real(a))
		code = args_int(a, "channel", 1, r->ctrl.n[SLOT_DISP], &channel, e);
	if (!code && !r->ops->tune)
		code = err_set(e, ERR_UNSUPPORTED, a->object, "expControl %d has nothing that could be tuned", tag);
	if (!code)
		code = r->ops->tune(r->self, channel - 1, a, &t, e);
	if (code)
		return code;
	monitors_tuned(&s->monitors, r);
	script_live_tuned(s);
	snprintf(source, sizeof source, "expControl %d", tag);
	if (strcmp(t.name, "delay") == 0)
		run_record_event(s->run, "tune", source, "the compensator of channel %d takes out %.5g ms from now on", channel, 1e3 * t.value);
	else if (channel > 0)
		run_record_event(s->run, "tune", source, "channel %d, %s: %s is %.9g from now on", channel, t.of, t.name, t.value);
	else
		run_record_event(s->run, "tune", source, "%s: %s is %.9g from now on", t.of, t.name, t.value);
	return 0;
}

/* ---- timing --------------------------------------------------------------------------------------------------- */

static void put_times(Tcl_Obj *dict, const char *name, const struct histogram *h)
{
	static const struct { const char *name; double q; } QUANTILES[] = { { "Median", 0.5 }, { "99", 0.99 }, { "999", 0.999 }, { "Most", 1.0 } };
	char text[32];

	for (size_t i = 0; i < COUNT(QUANTILES); i++) {
		snprintf(text, sizeof text, "%s%s", name, QUANTILES[i].name);
		put_number(dict, text, 1e-3 * (double)histogram_quantile(h, QUANTILES[i].q));
	}
}

static void put_states(Tcl_Obj *dict, const int64_t *spent, const int64_t *entered)
{
	char text[48];

	for (int i = 0; i < CONTROL_STATES; i++) {
		snprintf(text, sizeof text, "%sTicks", control_state_name((enum control_state)i));
		put_number(dict, text, (double)spent[i]);
		snprintf(text, sizeof text, "%sTimes", control_state_name((enum control_state)i));
		put_number(dict, text, (double)entered[i]);
	}
}

/* In virtual time no tick is late or missed. */
static Tcl_Obj *virtual_dict(const struct controller *c)
{
	Tcl_Obj *dict = Tcl_NewDictObj();
	int64_t ticks = 0;

	for (int i = 0; i < CONTROL_STATES; i++)
		ticks += c->spent[i];
	put_number(dict, "ticks", (double)ticks);
	put_number(dict, "targets", (double)c->step);
	put_states(dict, c->spent, c->entered);
	return dict;
}

static Tcl_Obj *timing_dict(const struct loop_report *r, const struct link_answer *a)
{
	Tcl_Obj *dict = Tcl_NewDictObj();
	const struct { const char *name; double x; } NUMBERS[] = {
		{ "ended", r->ended }, { "ticks", (double)r->calls }, { "missed", (double)r->missed }, { "overruns", (double)r->overruns },
		{ "late", (double)r->late }, { "minorFaults", (double)r->minor_faults }, { "majorFaults", (double)r->major_faults },
		{ "switches", (double)r->switches }, { "targets", (double)a->number },
	};

	for (size_t i = 0; i < COUNT(NUMBERS); i++)
		put_number(dict, NUMBERS[i].name, NUMBERS[i].x);
	put_times(dict, "wake", &r->wake);
	put_times(dict, "busy", &r->busy);
	put_states(dict, a->spent, a->entered);
	return dict;
}

/* Pairs of the beginning of a bin [us] and how often a time was in it, an eighth of an octave a bin. */
static Tcl_Obj *histogram_list(const struct histogram *h)
{
	Tcl_Obj *list = Tcl_NewListObj(0, NULL);

	for (int octave = 0; octave < HISTOGRAM_OCTAVES + HISTOGRAM_BITS; octave++)
		for (int part = 0; part < 8; part++) {
			int64_t lo = ((int64_t)(8 + part) << octave) / 8, hi = ((int64_t)(9 + part) << octave) / 8;
			uint64_t n = hi > lo ? histogram_between(h, lo, hi) : 0;

			if (n == 0)
				continue;
			Tcl_ListObjAppendElement(NULL, list, Tcl_NewDoubleObj(1e-3 * (double)lo));
			Tcl_ListObjAppendElement(NULL, list, Tcl_NewWideIntObj((Tcl_WideInt)n));
		}
	return list;
}

/* Of each overrun that is still known, the oldest first: when its tick was due [s of the machine's monotonic clock], how late the loop woke and how long
 * the tick took [us]. */
static Tcl_Obj *overrun_list(const struct loop_report *r)
{
	int64_t first = r->overruns > LOOP_OVERRUNS ? r->overruns - LOOP_OVERRUNS : 0;
	Tcl_Obj *list = Tcl_NewListObj(0, NULL);

	for (int64_t i = first; i < r->overruns; i++) {
		const struct loop_overrun *o = &r->overrun[i % LOOP_OVERRUNS];
		double x[] = { 1e-9 * (double)o->due_ns, 1e-3 * (double)(o->woke_ns - o->due_ns), 1e-3 * (double)(o->done_ns - o->woke_ns) };
		Tcl_Obj *row = Tcl_NewListObj(0, NULL);

		for (size_t k = 0; k < COUNT(x); k++)
			Tcl_ListObjAppendElement(NULL, row, Tcl_NewDoubleObj(x[k]));
		Tcl_ListObjAppendElement(NULL, list, row);
	}
	return list;
}

static const struct keeper *keeper_of(const struct rig *r)
{
	return r->ops->keeper ? r->ops->keeper(r->self) : NULL;
}

static const struct controller *controller_of(const struct rig *r)
{
	return r->ops->controller ? r->ops->controller(r->self) : NULL;
}

static int no_loop(const char *object, int tag, struct err *e)
{
	err_set(e, ERR_STATE, object, "expControl %d has no command loop against the clock", tag);
	err_hint(e, "tandem run --realtime, a rig with -controller, after the first element has joined; without -histogram and -overruns also in virtual time");
	return ERR_STATE;
}

static int run_timing(struct script *s, struct args *a, struct err *e)
{
	static const char *const WHICH[] = { "wake", "busy", NULL };
	static struct loop_report report;
	const struct controller *c;
	struct link_answer answer;
	const struct keeper *k;
	void *found;
	bool overruns = false;
	int tag, which = -1, code = args_tag(a, "controlTag", &tag, e);

	if (!code && args_accept(a, "-histogram"))
		code = args_choice(a, "-histogram", WHICH, &which, e);
	else if (!code)
		overruns = args_accept(a, "-overruns");
	if (!code)
		code = args_end(a, e);
	if (!code)
		code = laboratory_need(&s->lab.rigs, "expControl", tag, a->object, &found, e);
	if (code)
		return code;
	k = keeper_of(found);
	c = controller_of(found);
	if (c && which < 0 && !overruns) {
		Tcl_SetObjResult(s->interp, virtual_dict(c));
		return 0;
	}
	if (!k || !snapshot_read_patiently(&k->link->timing, &report) || !snapshot_read_patiently(&k->link->answer, &answer))
		return no_loop(a->object, tag, e);
	Tcl_SetObjResult(s->interp, overruns ? overrun_list(&report) : which < 0 ? timing_dict(&report, &answer) :
	                            histogram_list(which == 0 ? &report.wake : &report.busy));
	return 0;
}

const struct script_command script_realtime_commands[] = {
	{ "expTrip", run_trip, "expTrip <-acknowledge>",
	  "What brought the laboratory to rest, in one line; empty: nothing. A rig that has stopped by itself since the last step, tripped or let go, brings\n"
	  "    all others to rest now. -acknowledge: it was seen, and the rigs go on from where they stand; refused with sites in other laboratories, where\n"
	  "    tandem resume goes on.", NULL },
	{ "expTune", run_tune, "expTune controlTag channel delay | expTune controlTag channel name value | expTune controlTag name value",
	  "Between steps, from the next tick on, also in the process of a command loop: the compensator of a channel takes out another delay [s of laboratory\n"
	  "    time]; a number of its compensator (PI: kp, ki; Lead: lead, lag; ATS: -threshold); a limit of the channel, which may be made tighter and never\n"
	  "    wider (-strokeMin, -strokeMax, -velocity, -forceMin, -forceMax, -following); of the rig -extrapolate, -slow, -slowRate of its controller, -scale.",
	  NULL },
	{ "expTiming", run_timing, "expTiming controlTag <-histogram wake|busy> | <-overruns>",
	  "What the command loop of a rig has counted so far, as a dictionary: ticks, missed, overruns, page faults, how late it woke and how long a tick took "
	  "[us] (wakeMedian, wake99, wakeMost, busyMedian ...), ticks in each state and how often it was entered. "
	  "-histogram: pairs of time [us] and count. -overruns: of the last 256 ticks after which at least one was past, when it was "
	  "due [s of the machine's monotonic clock], how late the loop woke and how long the tick took [us]. In virtual "
	  "time, of a rig with -controller: ticks, targets and the states.", NULL },
	{ 0 },
};
