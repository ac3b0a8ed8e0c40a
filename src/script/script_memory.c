/* The command memory: what model, equations and factors take, and what is left; and how far the set-up of a large model is. */
#include "base/room.h"
#include "script/script.h"

#include <math.h>

/* From this size on the set-up takes seconds: it is told on the terminal, and its time and memory are said. */
enum { LARGE = 50000 };

/* ---- set-up ------------------------------------------------------------------------------------------------ */

static void stage(void *self, const char *what)
{
	struct script *s = self;

	if (s->model.ndof < LARGE)
		return;
	if (what && !s->setup.going)
		progress_begin(&s->setup.bar, "set-up");
	s->setup.going = what != NULL;
	if (what) {
		progress_note(&s->setup.bar, what);
		return;
	}
	progress_end(&s->setup.bar);
	s->setup.seconds = 1e-9 * (double)(clock_now(&s->setup.bar.clock) - s->setup.bar.start_ns);
	s->setup.unsaid = true;
}

void script_memory_init(struct script *s)
{
	s->analysis.stage = stage;
	s->analysis.stage_self = s;
}

void script_memory_say(struct script *s)
{
	struct analysis_memory m;
	struct room left = room_left("");
	char equations[32], factor[32], room[32];

	if (!s->setup.unsaid || !s->analysis.p)
		return;
	s->setup.unsaid = false;
	analysis_memory(&s->analysis, &m);
	script_say(s, "analyze: set up in %.1f s, %s for the equations, %s for each factored matrix, %s left\n", s->setup.seconds,
	           room_text(m.equations, equations, sizeof equations), room_text(m.factor, factor, sizeof factor), room_text(left.bytes, room, sizeof room));
}

/* ---- the command ------------------------------------------------------------------------------------------- */

static void answer(struct script *s)
{
	struct analysis_memory m;
	struct room left = room_left("");
	Tcl_Obj *dict = Tcl_NewListObj(0, NULL);

	analysis_memory(&s->analysis, &m);
	script_put(dict, "model", Tcl_NewDoubleObj(m.model));
	script_put(dict, "equations", Tcl_NewDoubleObj(m.equations));
	script_put(dict, "factor", Tcl_NewDoubleObj(m.factor));
	script_put(dict, "factors", Tcl_NewIntObj(m.factors));
	script_put(dict, "state", Tcl_NewDoubleObj(m.state));
	script_put(dict, "left", Tcl_NewDoubleObj(left.bytes));
	script_put(dict, "by", Tcl_NewStringObj(left.what, -1));
	Tcl_SetObjResult(s->interp, dict);
}

static int run_memory(struct script *s, struct args *a, struct err *e)
{
	double limit = INFINITY;
	bool given = args_accept(a, "-limit");
	int code = 0;

	if (given && !args_accept(a, "none"))
		code = args_real(a, "limit", RANGE_POSITIVE, &limit, e);
	if (code == 0)
		code = args_end(a, e);
	if (code < 0)
		return code;
	if (given)
		room_limit(limit);
	answer(s);
	return 0;
}

const struct script_command script_memory_commands[] = {
	{ "memory", run_memory, "memory <-limit bytes|none>",
	  "Answers a dictionary of bytes: model, equations, factor (one factored matrix), factors (how many there are), state, left (what this process may "
	  "still take; by: which limit says so). What does not fit is refused with the figures before it is taken; -limit sets a limit of one's own on what "
	  "is left.", NULL },
	{ 0 },
};
