/* Time and state of an analysis between its steps: read, set, held, put back to a kept state or to the start. What a specimen has gone through cannot be
 * put back, and is refused. */
#include "analysis/analysis.h"

#include "equations/core.h"
#include "interface/front.h"

#include <string.h>

double analysis_time(const struct analysis *an)
{
	return an->state ? an->state->t : an->t0;
}

void analysis_set_time(struct analysis *an, double t)
{
	an->t0 = t;
	if (!an->state)
		return;
	front_drop(an);
	an->state->t = t;
	analysis_unwatched(an);
	problem_begin(core_of(an));
}

void analysis_load_const(struct analysis *an)
{
	double t = analysis_time(an);

	/* steps that are still to be recovered had other factors */
	front_drop(an);
	for (int i = 0; i < an->m->patterns.n; i++) {
		struct pattern *p = an->m->patterns.row[i].object;

		if (p->kind != PATTERN_PLAIN || p->constant)
			continue;
		p->frozen = pattern_factor(p, t);
		p->constant = true;
	}
}

/* What a specimen has gone through is not in the state block. */
static int refuse_specimens(const struct analysis *an, const char *object, const char *where, struct err *e)
{
	const struct problem_core *c = core_of(an);

	if (!c->nexchange)
		return 0;
	err_set(e, ERR_STATE, object, "element %d moves a specimen, which cannot be brought %s", c->view[c->exchange[0]].el->tag, where);
	err_hint(e, "wipe and wipeExp begin a new test");
	return ERR_STATE;
}

int analysis_restore(struct analysis *an, const struct state *from, struct err *e)
{
	const struct state *to = an->state;
	int code;

	if (!to || to->size != from->size || to->n != from->n || to->nhistory != from->nhistory || to->nvec != from->nvec) {
		err_set(e, ERR_STATE, "analysis", "the saved state is not of this model and integrator");
		return ERR_STATE;
	}
	code = refuse_specimens(an, "analysis", "to another state", e);
	if (code)
		return code;
	front_drop(an);
	memcpy(an->state, from, from->size);
	analysis_unwatched(an);
	problem_begin(core_of(an));
	return 0;
}

int analysis_revert_to_start(struct analysis *an, struct err *e)
{
	int code = analysis_ready(an, e);

	if (code)
		return code;
	code = refuse_specimens(an, "reset", "back to its start", e);
	if (!code && model_constraints_virgin(an->m))
		code = analysis_ready(an, e);
	if (code)
		return code;
	an->t0 = 0.0;
	front_drop(an);
	state_virgin(core_of(an));
	an->state->t = 0.0;
	an->changed = true;
	analysis_unwatched(an);
	problem_begin(core_of(an));
	return 0;
}
