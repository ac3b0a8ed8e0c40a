/* What is the same for every rig: control points, filters, the check of every number, measuring once for every command.
 * The order of all this is in rig.h.
 */
#include "experiment/rig.h"

#include "experiment/laboratory.h"
#include "experiment/standin.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

int slot_of(const char *word)
{
	static const char *const name[SLOTS][4] = {
		[SLOT_DISP] = {"disp", "dsp", "displacement"}, [SLOT_VEL] = {"vel", "velocity"}, [SLOT_ACCEL] = {"accel", "acc", "acceleration"},
		[SLOT_FORCE] = {"force", "frc"}, [SLOT_TIME] = {"time", "tme", "t"},
	};
	int i;

	for (i = 0; i < SLOTS; i++)
		for (int k = 0; name[i][k]; k++)
			if (strcmp(word, name[i][k]) == 0)
				return i;
	return text_int(word, &i) && i >= 1 && i <= SLOTS ? i - 1 : -1;
}

/* --- making one ------------------------------------------------------------------------------------ */

int rig_points(struct rig_point *p, struct args *a, struct laboratory *lab, struct err *e)
{
	struct arena *mem = &lab->arena;
	int *tag, ntag = 0, total = 0, at[SLOTS] = {0}, code;

	if (p->all) {
		code = err_set(e, ERR_DUPLICATE, a->object, "control points of one direction are given twice");
		err_hint(e, "name all of them behind one -trialCP or -outCP");
		return code;
	}
	code = args_list_int(a, "control point", -0x7fffffff, 0x7fffffff, 1, mem, &tag, &ntag, e);

	for (int i = 0; i < ntag && !code; i++) {
		void *found;

		code = laboratory_need(&lab->points, "expControlPoint", tag[i], a->object, &found, e);
		total += code ? 0 : ((struct control_point *)found)->n;
	}
	if (code)
		return code;
	p->all = ARENA_ARRAY(mem, (size_t)total + 1, struct control_signal *);
	for (int s = 0; s < SLOTS; s++) {
		p->signal[s] = ARENA_ARRAY(mem, (size_t)total + 1, const struct control_signal *);
		if (!p->signal[s] || !p->all)
			return err_set(e, ERR_MEMORY, a->object, "no memory for control points");
	}
	for (int i = 0; i < ntag; i++) {
		const struct control_point *cp = table_get(&lab->points, tag[i]);

		for (int k = 0; k < cp->n; k++) {
			p->signal[cp->signal[k].slot][at[cp->signal[k].slot]++] = &cp->signal[k];
			p->all[p->nall++] = &cp->signal[k];
		}
	}
	memcpy(p->n, at, sizeof(at));
	return 0;
}

static int filters_read(const struct filter **filter, struct args *a, struct laboratory *lab, struct err *e)
{
	for (int s = 0; s < SLOTS; s++) {
		void *found = NULL;
		int tag, code = args_tag(a, "filter", &tag, e);

		if (!code && tag != 0)
			code = laboratory_need(&lab->filters, "expSignalFilter", tag, a->object, &found, e);
		if (code)
			return code;
		filter[s] = found;
	}
	return 0;
}

/* Takes the options that every rig knows out of the words, wherever they stand, and leaves the others in order. */
static int common_options(struct rig *r, struct args *a, struct args *ret_rest, struct laboratory *lab, struct err *e)
{
	const char **word = ARENA_ARRAY(&lab->arena, (size_t)a->n + 1, const char *);
	int n = 0, code = 0;

	if (!word)
		return err_set(e, ERR_MEMORY, a->object, "no memory for its words");
	while (args_more(a) && !code) {
		if (args_accept(a, "-trialCP"))
			code = rig_points(&r->trial_point, a, lab, e);
		else if (args_accept(a, "-outCP"))
			code = rig_points(&r->out_point, a, lab, e);
		else if (args_accept(a, "-ctrlFilters"))
			code = filters_read(r->ctrl_filter, a, lab, e);
		else if (args_accept(a, "-daqFilters"))
			code = filters_read(r->daq_filter, a, lab, e);
		else
			code = args_word(a, "word", &word[n++], e);
	}
	args_rest(ret_rest, a, n, word);
	return code;
}

static int points_fit(const struct rig_point *p, const struct signals *s, const char *which, const char *object, struct err *e)
{
	for (int k = 0; k < SLOTS; k++)
		if (p->n[k] > s->n[k]) {
			err_set(e, ERR_RANGE, object, "its %s control points have more signals of type %s than the rig has", which, slot_name(k));
			err_value(e, "%d", p->n[k]);
			err_allowed(e, "at most %d", s->n[k]);
			return ERR_RANGE;
		}
	return 0;
}

static int rooms_take(struct rig *r, struct laboratory *lab)
{
	int ctrl[SLOTS], daq[SLOTS], code = 0;

	memcpy(ctrl, r->ctrl.n, sizeof(ctrl));
	memcpy(daq, r->daq.n, sizeof(daq));
	if (signals_take(&r->ctrl, ctrl, &lab->arena) || signals_take(&r->daq, daq, &lab->arena) || signals_take(&r->read, daq, &lab->arena))
		return ERR_MEMORY;
	if (signals_take(&r->first, ctrl, &lab->arena) || signals_take(&r->start, daq, &lab->arena))
		return ERR_MEMORY;
	for (int s = 0; s < SLOTS && !code; s++) {
		code = filter_use(&r->ctrl_use[s], r->ctrl_filter[s], ctrl[s], lab);
		if (!code)
			code = filter_use(&r->daq_use[s], r->daq_filter[s], daq[s], lab);
	}
	return code;
}

int rig_build(struct laboratory *lab, const struct model *m, const struct rig_ops *ops, struct args *a, struct err *e)
{
	struct rig *r = ARENA_NEW(&lab->arena, struct rig);
	struct args rest;
	int code;

	if (!r || !(r->self = arena_alloc(&lab->arena, ops->size)))
		return err_set(e, ERR_MEMORY, a->object, "no memory for a rig");
	code = laboratory_begin(lab, &lab->rigs, a, "expControl", ops->name, &r->tag, e);
	r->ops = ops;
	r->lab = lab;
	if (!code)
		code = common_options(r, a, &rest, lab, e);
	if (!code)
		code = param_parse(ops->params, r->self, &rest, e);
	if (!code)
		code = ops->setup(r->self, &rest, r, lab, m, e);
	if (!code)
		code = args_end(&rest, e);
	if (!code)
		code = points_fit(&r->trial_point, &r->ctrl, "-trialCP", a->object, e);
	if (!code)
		code = points_fit(&r->out_point, &r->daq, "-outCP", a->object, e);
	if (!code && rooms_take(r, lab))
		code = err_set(e, ERR_MEMORY, a->object, "no memory for its signals");
	if (!code)
		code = standin_rig(r, e);
	if (code)
		return code;
	lab->stamp++;
	return table_add(&lab->rigs, r->tag, r, "expControl", &lab->arena, e);
}

/* --- values on their way --------------------------------------------------------------------------- */

static const struct control_signal *signal_at(const struct rig_point *p, int slot, int i)
{
	return i < p->n[slot] ? p->signal[slot][i] : NULL;
}

static int trip_value(struct rig *r, enum trip_cause cause, int slot, int i, double x, const struct control_signal *c, double t)
{
	struct trip why = {.cause = cause, .rig = r->tag, .slot = slot, .component = i, .value = x, .t = t,
	                   .lo = c ? c->lo : -HUGE_VAL, .hi = c ? c->hi : HUGE_VAL};

	why.code = cause == TRIP_COMMAND_LIMIT || cause == TRIP_MEASURED_LIMIT ? ERR_LIMIT : ERR_NONFINITE;
	return laboratory_trip(r->lab, &why);
}

/* Every number that goes out or comes in passes here. */
static int check(struct rig *r, const struct rig_point *p, const struct signals *s, bool command, double t)
{
	for (int k = 0; k < SLOTS; k++)
		for (int i = 0; i < s->n[k]; i++) {
			const struct control_signal *c = signal_at(p, k, i);
			double x = s->x[k][i];

			if (!(x - x == 0.0))
				return trip_value(r, command ? TRIP_COMMAND_NUMBER : TRIP_MEASURED_NUMBER, k, i, x, c, t);
			if (c && (x < c->lo || x > c->hi))
				return trip_value(r, command ? TRIP_COMMAND_LIMIT : TRIP_MEASURED_LIMIT, k, i, x, c, t);
		}
	return 0;
}

static int trip_filter(struct rig *r, const struct filter *f, int slot, int i, double t)
{
	return laboratory_trip(r->lab, &(struct trip){.cause = TRIP_FILTER, .code = ERR_LIMIT, .rig = r->tag, .slot = slot, .component = i, .t = t,
	                                              .why = f->ops->refuses ? f->ops->refuses : "finite values"});
}

/* The rig's own failure; what it has tripped with on the way stands. */
static int trip_rig(struct rig *r, int code, double t)
{
	if (r->lab->trip.cause != TRIP_NONE)
		return code;
	return laboratory_trip(r->lab, &(struct trip){.cause = code == ERR_INTERRUPTED ? TRIP_INTERRUPTED : TRIP_RIG, .code = code, .rig = r->tag, .t = t});
}

static int start_measure(struct rig *r)
{
	int code = r->ops->measure(r->self, &r->start);

	for (int k = 0; k < SLOTS; k++)
		for (int i = 0; i < r->start.n[k] && !code; i++)
			code = r->start.x[k][i] - r->start.x[k][i] == 0.0 ? 0 : ERR_NONFINITE;
	return code;
}

static int start_failed(const struct rig *r, int code, struct err *e)
{
	char why[160];

	if (e && e->code)
		return e->code;
	if (!r->ops->why || !r->ops->why(r->self, why, sizeof(why)))
		snprintf(why, sizeof(why), "%s", err_message(code));
	return err_set(e, code, "expControl", "rig %d does not start: %s", r->tag, why);
}

/* Nobody knows here what was moved before: the test would begin anew with a specimen that has been through it. */
static int may_move(const struct rig *r, struct err *e)
{
	char object[64];

	snprintf(object, sizeof(object), "expControl %d", r->tag);
	return laboratory_may_move(r->lab, object, r->ops->outside ? LABORATORY_BEHIND : "put it behind a tandem site, which keeps a journal of its steps", e);
}

static void start_filters(struct rig *r)
{
	for (int k = 0; k < SLOTS; k++) {
		filter_start(&r->ctrl_use[k], r->lab->seed, r->tag, k);
		filter_start(&r->daq_use[k], r->lab->seed, r->tag, SLOTS + k);
	}
}

bool rig_remembers(const struct rig *r)
{
	bool any = false;

	for (int k = 0; k < SLOTS; k++)
		any |= (r->ctrl_filter[k] && r->ctrl_filter[k]->nstate > 0) || (r->daq_filter[k] && r->daq_filter[k]->nstate > 0);
	return any;
}

void rig_relive(struct rig *r, bool on)
{
	r->relives = on;
	if (!on)
		return;
	start_filters(r);
	r->t = r->instant = 0.0;
	r->fresh = true;
}

int rig_start(struct rig *r, struct err *e)
{
	int code = 0;

	if (r->started)
		return 0;
	if ((r->ops->physical || r->ops->outside) && (code = may_move(r, e)))
		return code;
	start_filters(r);
	if (r->ops->start)
		code = r->ops->start(r->self, e);
	if (!code) {
		code = start_measure(r);
		if (code && r->ops->end)
			r->ops->end(r->self);
	}
	if (code)
		return start_failed(r, code, e);
	r->started = r->fresh = true;
	return 0;
}

/* What was measured at start where signal i of a slot acts: at the out signal of its freedom, or at the component of its number when
 * there are none. Zero where nothing of the kind is measured. */
static double start_of(const struct rig *r, const struct control_signal *c, int slot, int i)
{
	const struct rig_point *p = &r->out_point;

	for (int j = 0; j < p->n[slot]; j++)
		if (p->signal[slot][j]->dof == c->dof && p->signal[slot][j]->node == c->node)
			return r->start.x[slot][j];
	return p->n[slot] == 0 && i < r->start.n[slot] ? r->start.x[slot][i] : 0.0;
}

static int point_of(const struct laboratory *lab, const struct control_signal *c)
{
	for (int i = 0; i < lab->points.n; i++) {
		const struct control_point *p = lab->points.row[i].object;

		for (int k = 0; k < p->n; k++)
			if (&p->signal[k] == c)
				return p->tag;
	}
	return 0;
}

bool rig_relative(const struct rig *r, int *ret_point, const char **ret_word)
{
	const struct rig_point *const side[] = {&r->trial_point, &r->out_point};

	for (size_t s = 0; s < COUNT(side); s++)
		for (int i = 0; i < side[s]->nall; i++) {
			const struct control_signal *c = side[s]->all[i];
			const char *word = s > 0 ? (c->rel_daq ? "-relDaq" : NULL) : c->rel_ctrl ? "-relCtrl" : c->rel_trial ? "-relTrial" : NULL;

			if (!word)
				continue;
			*ret_point = point_of(r->lab, c);
			*ret_word = word;
			return true;
		}
	return false;
}

int rig_command(struct rig *r, const struct signals *trial, double t, double instant)
{
	int code;

	if (r->lab->trip.cause != TRIP_NONE || !r->started)
		return ERR_STATE;
	if (!r->commanded)
		signals_copy(trial, &r->first);
	r->commanded = r->sent = true;
	r->t = t;
	r->instant = instant;
	signals_copy(trial, &r->ctrl);
	for (int k = 0; k < SLOTS; k++) {
		double *x = r->ctrl.x[k];
		int refused;

		for (int i = 0; i < r->trial_point.n[k]; i++) {
			const struct control_signal *c = r->trial_point.signal[k][i];

			x[i] = (x[i] - (c->rel_trial ? r->first.x[k][i] : 0.0)) * c->factor;
		}
		refused = filter_pass(&r->ctrl_use[k], x, instant);
		if (refused >= 0)
			return trip_filter(r, r->ctrl_filter[k], k, refused, t);
		for (int i = 0; i < r->trial_point.n[k]; i++)
			if (r->trial_point.signal[k][i]->rel_ctrl)
				x[i] += start_of(r, r->trial_point.signal[k][i], k, i);
	}
	if (r->relives) {
		r->fresh = true;
		return 0;
	}
	code = check(r, &r->trial_point, &r->ctrl, true, t);
	if (code)
		return code;
	code = r->ops->command(r->self, &r->ctrl, instant);
	r->fresh = true;
	return code ? trip_rig(r, code, t) : 0;
}

static void narrow(double *lo, double *hi, const struct control_signal *c)
{
	*lo = fmax(*lo, c->lo);
	*hi = fmin(*hi, c->hi);
}

struct rig_limit rig_limit(const struct rig *r, int channel)
{
	struct rig_limit x = RIG_UNLIMITED, own = x;
	const struct rig_point *t = &r->trial_point, *o = &r->out_point;

	if (r->ops->limit && r->ops->limit(r->self, channel, &own))
		x = own;
	if (channel < t->n[SLOT_DISP])
		narrow(&x.stroke_lo, &x.stroke_hi, t->signal[SLOT_DISP][channel]);
	if (channel < o->n[SLOT_DISP])
		narrow(&x.stroke_lo, &x.stroke_hi, o->signal[SLOT_DISP][channel]);
	if (channel < o->n[SLOT_FORCE])
		narrow(&x.force_lo, &x.force_hi, o->signal[SLOT_FORCE][channel]);
	return x;
}

static bool allowed(const char *what, int channel, double x, double lo, double hi, char *ret_text, int size)
{
	if (x >= lo && x <= hi)
		return true;
	snprintf(ret_text, (size_t)size, "channel %d: %s %.9g, allowed %.9g to %.9g", channel + 1, what, x, lo, hi);
	return false;
}

bool rig_allows(const struct rig *r, const struct signals *trial, char *ret_text, int size)
{
	for (int k = 0; k < SLOTS; k++)
		for (int i = 0; i < r->ctrl.n[k] && i < trial->n[k]; i++) {
			const struct control_signal *c = signal_at(&r->trial_point, k, i);
			double first = c && c->rel_trial && r->commanded ? r->first.x[k][i] : c && c->rel_trial ? trial->x[k][i] : 0.0;
			double x = c ? (trial->x[k][i] - first) * c->factor + (c->rel_ctrl ? start_of(r, c, k, i) : 0.0) : trial->x[k][i];
			struct rig_limit limit;

			if (c && !allowed(slot_name(k), i, x, c->lo, c->hi, ret_text, size))
				return false;
			if (k == SLOT_DISP && r->ops->limit && r->ops->limit(r->self, i, &limit) &&
			    !allowed("displacement", i, x, limit.stroke_lo, limit.stroke_hi, ret_text, size))
				return false;
		}
	return true;
}

bool rig_ready(const struct rig *r)
{
	return !r->fresh || !r->ops->ready || r->ops->ready(r->self);
}

int rig_look(struct rig *r)
{
	int code = r->started && r->ops->stopped ? r->ops->stopped(r->self) : 0;

	return code ? trip_rig(r, code, r->t) : 0;
}

int rig_measure(struct rig *r, double t)
{
	int code;

	if (r->lab->trip.cause != TRIP_NONE || !r->started)
		return ERR_STATE;
	if (!r->fresh)
		return 0;
	code = r->relives ? 0 : r->ops->measure(r->self, &r->read);
	if (code)
		return trip_rig(r, code, t);
	code = r->relives ? 0 : check(r, &r->out_point, &r->read, false, t);
	if (code)
		return code;
	signals_copy(&r->read, &r->daq);
	for (int k = 0; k < SLOTS; k++) {
		double *x = r->daq.x[k];
		int refused;

		for (int i = 0; i < r->out_point.n[k]; i++) {
			const struct control_signal *c = r->out_point.signal[k][i];

			x[i] = (x[i] - (c->rel_daq ? r->start.x[k][i] : 0.0)) * c->factor;
		}
		refused = filter_pass(&r->daq_use[k], x, r->instant);
		if (refused >= 0)
			return trip_filter(r, r->daq_filter[k], k, refused, t);
		for (int i = 0; i < r->daq.n[k]; i++)
			if (!(x[i] - x[i] == 0.0))
				return trip_value(r, TRIP_MEASURED_NUMBER, k, i, x[i], signal_at(&r->out_point, k, i), t);
	}
	r->fresh = false;
	return 0;
}

int rig_watch(struct rig *r, const struct signals *reading)
{
	return r->lab->trip.cause != TRIP_NONE ? 0 : check(r, &r->out_point, reading, false, r->t);
}

void rig_end(struct rig *r)
{
	if (r->started && r->ops->end)
		r->ops->end(r->self);
	r->started = false;
}

double rig_step(const struct rig *r, double instant, double last)
{
	double step = instant - last;

	return r->lab->step > 0.0 && r->lab->step < step ? r->lab->step : step;
}

int rig_commit(struct rig *r, double t)
{
	int code;

	if (!r->started)
		return ERR_STATE;
	if (r->sent || t != r->accepted)
		r->idle = !r->sent;
	r->sent = false;
	r->accepted = t;
	code = r->ops->commit && !r->relives ? r->ops->commit(r->self) : 0;
	return code ? trip_rig(r, code, r->instant) : 0;
}

int rig_ticks(const struct rig *r)
{
	return r->ops->ticks && !r->idle ? r->ops->ticks(r->self) : 0;
}

/* --- beside the test ------------------------------------------------------------------------------- */

double rig_rate(const struct rig *r)
{
	return r->ops->rate ? r->ops->rate(r->self) : 0.0;
}

void rig_standing(const struct rig *r, double *ret_x)
{
	const struct signals *s = r->commanded || r->played ? &r->ctrl : &r->start;

	if (r->ops->standing) {
		r->ops->standing(r->self, ret_x);
		return;
	}
	for (int i = 0; i < r->ctrl.n[SLOT_DISP]; i++)
		ret_x[i] = i < s->n[SLOT_DISP] ? s->x[SLOT_DISP][i] : 0.0;
}

/* Every command of a play, before the first. */
static int play_check(const struct rig *r, int nticks, const double *x, const char *object, struct err *e)
{
	int n = r->ctrl.n[SLOT_DISP];

	for (int k = 0; k < nticks; k++)
		for (int i = 0; i < n; i++) {
			const struct control_signal *c = signal_at(&r->trial_point, SLOT_DISP, i);
			double value = x[(size_t)k * (size_t)n + (size_t)i];
			bool number = value - value == 0.0;
			int code = !number ? ERR_NONFINITE : c && (value < c->lo || value > c->hi) ? ERR_LIMIT : 0;

			if (!code)
				continue;
			err_set(e, code, object, "channel %d, tick %d: the command is %s", i + 1, k + 1, number ? "outside its limits" : "not a finite number");
			err_value(e, "%.9g", value);
			if (number)
				err_allowed(e, "%.9g to %.9g", c->lo, c->hi);
			err_hint(e, "nothing has moved");
			return code;
		}
	return 0;
}

int rig_playable(const struct rig *r, const char *object, struct err *e)
{
	if (r->lab->trip.cause != TRIP_NONE)
		return laboratory_fault(r->lab, e);
	if (r->ops->play && rig_rate(r) > 0.0)
		return 0;
	err_set(e, ERR_UNSUPPORTED, object, r->ops->play ? "expControl %s %d does not tick: there is no rate at which commands could be played on it"
	                                                 : "commands cannot be played on expControl %s %d", r->ops->name, r->tag);
	err_hint(e, "they can on VirtualRig with -rate");
	return ERR_UNSUPPORTED;
}

int rig_play(struct rig *r, int nticks, const double *x, bool compensated, double *ret_x, double *ret_f, struct err *e)
{
	int n = r->ctrl.n[SLOT_DISP], code;
	char object[64];

	snprintf(object, sizeof(object), "expControl %s %d", r->ops->name, r->tag);
	code = rig_playable(r, object, e);
	if (!code)
		code = play_check(r, nticks, x, object, e);
	if (!code)
		code = rig_start(r, e);
	if (code)
		return code;
	code = r->ops->play(r->self, nticks, x, compensated, ret_x, ret_f, e);
	if (code == ERR_UNSUPPORTED)
		return code;
	if (code) {
		code = trip_rig(r, code, r->t);
		laboratory_fault(r->lab, e);
		return code;
	}
	if (nticks > 0)
		memcpy(r->ctrl.x[SLOT_DISP], x + (size_t)(nticks - 1) * (size_t)n, (size_t)n * sizeof(double));
	r->played = r->fresh = true;
	if (!r->commanded && r->ops->measure(r->self, &r->start))
		return err_set(e, ERR_STATE, object, "it does not answer where it stands now");
	return 0;
}
