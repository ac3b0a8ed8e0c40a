/* What is the same for every site: sizes, one answer for every trial, commit. */
#include "experiment/site.h"

#include "experiment/laboratory.h"
#include "experiment/standin.h"

#include <string.h>

static int rooms_take(struct site *s, const char *object, struct err *e)
{
	int n[SLOTS], code;

	memcpy(n, s->trial.n, sizeof(n));
	code = signals_take(&s->trial, n, &s->lab->arena);
	memcpy(n, s->out.n, sizeof(n));
	if (code || signals_take(&s->out, n, &s->lab->arena))
		return err_set(e, ERR_MEMORY, object, "no memory for its signals");
	return 0;
}

/* What its words say; a stands behind the tag. */
static int fill(struct site *s, struct args *a, struct err *e)
{
	int code = param_parse(s->ops->params, s->self, a, e);

	if (!code)
		code = s->ops->setup(s->self, a, s, s->lab, e);
	if (!code)
		code = args_end(a, e);
	if (!code)
		code = standin_site(s, e);
	return code ? code : rooms_take(s, a->object, e);
}

static struct site *blank(struct laboratory *lab, const struct site_ops *ops)
{
	struct site *s = ARENA_NEW(&lab->arena, struct site);

	if (!s || !(s->self = arena_alloc(&lab->arena, ops->size)))
		return NULL;
	s->ops = ops;
	s->lab = lab;
	return s;
}

int site_build(struct laboratory *lab, const struct site_ops *ops, struct args *a, struct err *e)
{
	struct site *s = blank(lab, ops);
	int code;

	if (!s)
		return err_set(e, ERR_MEMORY, a->object, "no memory for a site");
	code = laboratory_begin(lab, &lab->sites, a, "expSite", ops->name, &s->tag, e);
	if (!code)
		code = fill(s, a, e);
	if (code) {
		site_end(s);
		return code;
	}
	lab->stamp++;
	return table_add(&lab->sites, s->tag, s, "expSite", &lab->arena, e);
}

static void end_private(void *site)
{
	site_end(site);
}

int site_build_private(struct laboratory *lab, const struct site_ops *ops, struct args *a, struct site **ret, struct err *e)
{
	struct site *s = blank(lab, ops);
	int code = s ? fill(s, a, e) : err_set(e, ERR_MEMORY, a->object, "no memory for a site");

	if (!code)
		code = laboratory_own(lab, s, end_private, a->object, e);
	if (code && s)
		site_end(s);
	if (!code)
		*ret = s;
	return code;
}

void site_end(struct site *s)
{
	if (s->ops->end)
		s->ops->end(s->self);
}

static int sizes_fit(const struct site *s, const int *want, const int *have, const char *what, const char *object, struct err *e)
{
	for (int k = 0; k < SLOTS; k++)
		if (want[k] && want[k] != have[k]) {
			err_set(e, ERR_RANGE, object, "expSite %d has another number of %s of type %s than the element", s->tag, what, slot_name(k));
			err_value(e, "%d", have[k]);
			err_allowed(e, "%d", want[k]);
			return ERR_RANGE;
		}
	return 0;
}

int site_join(struct site *s, const int trial_n[SLOTS], const int out_n[SLOTS], const char *object, struct err *e)
{
	int code = 0;

	if (!s->started && s->ops->adopt) {
		code = s->ops->adopt(s->self, s, trial_n, out_n, e);
		if (!code)
			code = rooms_take(s, object, e);
	}
	if (!code)
		code = sizes_fit(s, trial_n, s->trial.n, "trial values", object, e);
	if (!code)
		code = sizes_fit(s, out_n, s->out.n, "answers", object, e);
	if (!code && !s->started && s->ops->outside)
		code = laboratory_may_move(s->lab, object, LABORATORY_BEHIND, e);
	if (!code && !s->started && s->ops->start)
		code = s->ops->start(s->self, e);
	if (code)
		return code;
	s->fresh |= !s->started;
	s->started = true;
	s->elements++;
	return 0;
}

void site_leave(struct site *s)
{
	s->elements--;
}

/* A site that is elsewhere has failed: everything comes to rest. */
static int failed(struct site *s, int code)
{
	if (!code || !s->ops->why || s->lab->trip.cause != TRIP_NONE)
		return code;
	return laboratory_trip(s->lab, &(struct trip){.cause = code == ERR_INTERRUPTED ? TRIP_INTERRUPTED : TRIP_SITE, .code = code, .site = s, .t = s->t});
}

int site_look(struct site *s)
{
	return s->started && !s->closed && s->ops->look && s->lab->trip.cause == TRIP_NONE ? failed(s, s->ops->look(s->self)) : 0;
}

int site_send(struct site *s, const struct signals *trial, double instant, double since)
{
	if (s->closed || (s->ops->why && s->lab->trip.cause != TRIP_NONE))
		return ERR_STATE;
	s->lab->step = since;
	signals_copy(trial, &s->trial);
	s->t = s->trial.n[SLOT_TIME] ? s->trial.x[SLOT_TIME][0] : instant;
	s->fresh = true;
	return failed(s, s->ops->send(s->self, &s->trial, instant));
}

/* One command of sub-steps that run here, and its answer. */
static int substep(struct site *s, struct signals *trial, struct substeps *sub)
{
	const struct signals *out;
	int code;

	substeps_put(sub, trial);
	code = site_send(s, trial, sub->instant, sub->t - sub->t0);
	if (!code)
		code = site_answer(s, &out);
	if (!code)
		substeps_get(sub, out);
	return code;
}

int site_ramp(struct site *s, struct signals *trial, double instant, struct substeps *sub)
{
	int code = 0;

	if (!s->ops->ramp) {
		while (!code && substeps_next(sub))
			code = substep(s, trial, sub);
		return code;
	}
	if (s->closed || s->lab->trip.cause != TRIP_NONE)
		return ERR_STATE;
	signals_copy(trial, &s->trial);
	s->t = s->trial.n[SLOT_TIME] ? s->trial.x[SLOT_TIME][0] : instant;
	s->fresh = true;
	return failed(s, s->ops->ramp(s->self, &s->trial, instant, sub));
}

int site_answer(struct site *s, const struct signals **ret_out)
{
	int code;

	if (s->closed)
		return ERR_STATE;
	if (s->fresh) {
		code = failed(s, s->ops->receive(s->self, &s->out));
		if (code)
			return code;
		s->fresh = false;
	}
	*ret_out = &s->out;
	return 0;
}

int site_commit(struct site *s, double t)
{
	int code;

	if (s->closed)
		return ERR_STATE;
	s->t = t;
	code = s->ops->commit ? failed(s, s->ops->commit(s->self)) : 0;
	if (code)
		return code;
	s->commits++;
	if (s->trial.n[SLOT_TIME])
		s->trial.x[SLOT_TIME][0] = t;
	if (s->lab->watch)
		s->lab->watch(s->lab->watch_self, s);
	return 0;
}

bool site_elsewhere(const struct site *s)
{
	return s->ops->ramp != NULL;
}

bool site_driven(const struct site *s, int component)
{
	return s->ops->driven(s->self, component);
}

bool site_sees(const struct site *s)
{
	return !s->setup || !s->setup->blind;
}

int site_fault(const struct site *s, const char *object, struct err *e)
{
	int code = laboratory_fault(s->lab, e);

	if (code || !s->closed)
		return code;
	err_set(e, ERR_STATE, object, "its site %d was removed", s->tag);
	return ERR_STATE;
}
