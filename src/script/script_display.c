/* The command displayMotion: how often the motion of all nodes is kept for displays while a test runs, and the newest of them (analysis/display.h). */
#include "script/script.h"

#include <stdlib.h>

static int run_rate(struct script *s, struct args *a, struct err *e)
{
	double rate_hz;
	int code = args_real(a, "rate", range_closed(0.0, DISPLAY_RATE_MAX), &rate_hz, e);

	if (code == 0)
		code = args_end(a, e);
	return code ? code : analysis_display(&s->analysis, rate_hz, e);
}

/* All displacements, and what they are of. */
static void answer(struct script *s, const struct display_motion *m)
{
	Tcl_Obj *dict = Tcl_NewListObj(0, NULL), *nodes = Tcl_NewListObj(0, NULL);

	script_put(dict, "step", Tcl_NewWideIntObj(m->step));
	script_put(dict, "time", Tcl_NewDoubleObj(m->t));
	script_put(dict, "behind", Tcl_NewWideIntObj(m->behind));
	for (int i = 0; i < s->model.nodes.n; i++) {
		const struct node *n = s->model.nodes.row[i].object;
		Tcl_Obj *u = Tcl_NewListObj(0, NULL);

		for (int d = 0; d < n->ndf && n->dof0 + d < m->n; d++)
			Tcl_ListObjAppendElement(NULL, u, Tcl_NewDoubleObj(m->u[n->dof0 + d]));
		Tcl_ListObjAppendElement(NULL, nodes, Tcl_NewIntObj(n->tag));
		Tcl_ListObjAppendElement(NULL, nodes, u);
	}
	script_put(dict, "nodes", nodes);
	Tcl_SetObjResult(s->interp, dict);
}

static int run_display(struct script *s, struct args *a, struct err *e)
{
	const struct display *d = &s->analysis.display;
	int64_t n = display_freedoms(d);
	struct display_motion *m;

	if (args_more(a))
		return run_rate(s, a, e);
	m = malloc(display_bytes(n));
	if (!m)
		return err_set(e, ERR_MEMORY, a->object, "no memory for the motion of %lld freedoms", (long long)n);
	if (n > 0 && display_read(d, n, m))
		answer(s, m);
	free(m);
	return 0;
}

const struct script_command script_display_commands[] = {
	{ "displayMotion", run_display, "displayMotion <rate>",
	  "With a rate [1/s of the clock on the wall]: from now on the displacements of all nodes are kept for displays so often while steps are made, "
	  "whatever the engine; 0: no more. Without: the newest as a dictionary: step, time, behind (steps that had been made since; engine impulse "
	  "recovers the motion behind the test), nodes (tag and displacements of each); empty when there is none yet.", NULL },
	{ 0 },
};
