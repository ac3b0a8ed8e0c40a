/* Monitors while the test runs: what lies before the first step, rows and values of every step, thresholds, actions. */
#include "base/unit.h"
#include "equations/core.h"
#include "modes/stability.h"
#include "monitoring/energy.h"
#include "monitoring/monitor_priv.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- beginning ------------------------------------------------------------------------------------- */

static void elements_look(struct monitors *s)
{
	for (int i = 0; i < s->nelement; i++) {
		const struct element *el = s->element[i].element;

		el->ops->exchanged(el->self, &s->element[i].now);
	}
}

static int elements_take(struct monitors *s, const struct problem_core *c)
{
	s->nelement = 0;
	s->element = ARENA_ARRAY(&s->run, (size_t)c->nexchange + 1, struct monitor_element);
	if (!s->element)
		return ERR_MEMORY;
	for (int i = 0; i < c->nexchange; i++) {
		const struct element *el = c->view[c->exchange[i]].el;

		if (el->ops->exchanged && el->ops->exchanged(el->self, &s->element[s->nelement].now))
			s->element[s->nelement++].element = el;
	}
	return 0;
}

/* The widest row of a rig, and the places of elements that are watched. */
static int sources_take(struct monitors *s)
{
	int widest = 0;

	for (int i = 0; i < s->table.n; i++) {
		struct monitor *m = s->table.row[i].object;
		int columns = m->rig ? m->rig->ops->tick_columns(m->rig->self) : 0;

		widest = columns > widest ? columns : widest;
		m->last = -1;
		for (int k = 0; k < s->nelement; k++)
			if (s->element[k].element->tag == m->element)
				m->last = k;
	}
	s->row = ARENA_ARRAY(&s->run, (size_t)widest + 1, double);
	return s->row ? 0 : ERR_MEMORY;
}

static bool energy_wanted(const struct monitors *s)
{
	for (int i = 0; i < s->table.n; i++)
		if (((const struct monitor *)s->table.row[i].object)->ops->energy)
			return true;
	return false;
}

static struct monitor_view view_of(const struct monitors *s, const struct analysis *an, double dt)
{
	return (struct monitor_view){.t = analysis_time(an), .dt = dt, .energy = &s->sum, .element = s->element, .nelement = s->nelement};
}

int monitor_critical_delay(const struct monitor *m, double damping, double mass, double *ret_s, struct err *e)
{
	struct delay_limit limit;
	int code = stability_delay(m->set->an, &(struct stability_specimen){.damping = damping, .mass = mass}, &limit, e);

	if (!code)
		*ret_s = limit.tau;
	return code;
}

static int all_begin(struct monitors *s, struct analysis *an, bool anew, struct err *e)
{
	struct monitor_view v = view_of(s, an, 0.0);
	int code = 0;

	v.anew = anew;
	s->an = an;
	for (int i = 0; i < s->table.n && !code; i++) {
		struct monitor *m = s->table.row[i].object;

		if (m->ops->begin)
			code = m->ops->begin(m->self, m, &v, e);
	}
	return code;
}

void monitors_unbegin(struct monitors *s)
{
	s->begun = false;
	s->equations = NULL;
}

int monitors_begin(struct monitors *s, struct analysis *an, struct err *e)
{
	struct problem_core *c = core_of(an);
	bool anew = s->equations != c || s->stamp != an->stamp;
	int code;

	if (s->table.n == 0 || (s->begun && !anew))
		return 0;
	/* what fails below has taken nothing: it is tried again, as new, before the next step */
	monitors_unbegin(s);
	arena_reset(&s->run);
	s->energy = NULL;
	code = elements_take(s, c);
	if (!code)
		code = sources_take(s);
	if (!code && energy_wanted(s) && !(s->energy = energy_begin(an->p, s->element, s->nelement, &s->run)))
		code = ERR_MEMORY;
	if (code)
		return err_set(e, code, "monitor", "no memory to watch %d unknowns", an->p->n);
	code = all_begin(s, an, anew, e);
	if (!code)
		code = monitors_guard(s, e);
	if (code)
		return code;
	s->begun = true;
	s->equations = c;
	s->stamp = an->stamp;
	return 0;
}

/* --- thresholds ------------------------------------------------------------------------------------ */

/* How far a value is beyond a limit; negative: it is not. */
static double beyond(const struct monitor *m, const struct monitor_threshold *t, int k, double x)
{
	if (t->both)
		return fabs(x) - t->limit[k];
	return m->column[t->column].sense == SENSE_ABOVE ? x - t->limit[k] : t->limit[k] - x;
}

bool monitor_reaches(const struct monitor *m, struct monitor_threshold *t, int k)
{
	double over = beyond(m, t, k, m->value[t->column]);
	bool anew = over >= 0.0 && !t->spoken[k];

	if (!isnan(over))
		t->spoken[k] = over >= 0.0 || (t->spoken[k] && over > -t->hysteresis);
	return anew;
}

bool monitor_wants(const struct monitor *m, int column, int n)
{
	for (int i = column; i < column + n; i++)
		if (!m->wanted || m->wanted[i])
			return true;
	return false;
}

static struct monitor_event *event_new(struct monitors *s)
{
	if (s->nevent < MONITOR_EVENTS)
		return &s->event[s->nevent++];
	s->unsaid++;
	return NULL;
}

static void event_say(struct monitors *s, const struct monitor_event *ev)
{
	if (s->say)
		s->say(s->self, ev->text);
}

/* One that belongs to no column: the test goes on, a monitor begins anew. */
static void event_plain(const struct monitor *m, enum monitor_action action, double t, const char *what)
{
	struct monitor_event *ev = event_new(m->set), over;

	ev = ev ? ev : &over;
	*ev = (struct monitor_event){.t = t, .step = m->set->steps, .action = action, .monitor = m, .column = -1, .value = NAN, .limit = NAN};
	snprintf(ev->text, sizeof(ev->text), "monitor %s %d: %s at t = %.6g", m->ops->name, m->tag, what, t);
	event_say(m->set, ev);
}

/* The line for people; when: "at" a time or within the step "after" it. */
static void event_text(struct monitor_event *ev, const char *when, bool both, const char *remark)
{
	const struct monitor *m = ev->monitor;
	const struct monitor_column *c = &m->column[ev->column];
	bool bare = c->unit[0] == '-';
	const char *blank = bare ? "" : " ";
	char unit[MONITOR_UNIT] = "";

	if (!bare)
		unit_words(m->set->unit, c->unit, unit, sizeof(unit));
	snprintf(ev->text, sizeof(ev->text), "monitor %s %d: %s: %s = %.4g%s%s %s t = %.6g, limit %s%.4g%s%s%s%s", m->ops->name, m->tag,
	         monitor_action_name[ev->action], c->name, ev->value, blank, unit, when, ev->t, both ? "+-" : "", ev->limit, blank, unit,
	         remark ? "; " : "", remark ? remark : "");
}

void monitor_stopped(const struct monitor *m, double now)
{
	const struct monitor_guard *g = m->guard;
	struct monitor_event *ev = event_new(m->set), over;

	ev = ev ? ev : &over;
	*ev = (struct monitor_event){.t = now, .step = m->set->steps + 1, .action = MONITOR_STOP, .monitor = m, .column = g->column, .value = g->stop.value,
	                             .limit = g->stop.limit};
	event_text(ev, "within the step after", false, "the rig was stopped in that tick");
	event_say(m->set, ev);
}

static void threshold_event(struct monitor *m, const struct monitor_threshold *t, int k, double now)
{
	struct monitors *s = m->set;
	struct monitor_event *ev = event_new(s), over;

	/* what finds no room in the list acts all the same */
	ev = ev ? ev : &over;
	*ev = (struct monitor_event){.t = now, .step = s->steps, .action = (enum monitor_action)k, .monitor = m, .column = t->column,
	                             .value = m->value[t->column], .limit = t->limit[k]};
	event_text(ev, "at", t->both, m->ops->remark ? m->ops->remark(m, t->column) : NULL);
	event_say(s, ev);
	if (k >= MONITOR_PAUSE && (!s->due.monitor || k > (int)s->due.action))
		s->due = *ev;
}

/* A stop is the guard's where there is one. */
static void thresholds_judge(struct monitor *m, double now)
{
	int most = m->guard ? MONITOR_STOP : MONITOR_LIMITS;

	for (int i = 0; i < m->nthreshold; i++) {
		struct monitor_threshold *t = &m->threshold[i];

		for (int k = 0; k < most; k++)
			if (monitor_reaches(m, t, k))
				threshold_event(m, t, k, now);
	}
}

void monitor_reset(struct monitor *m, double t)
{
	m->ops->reset(m->self);
	monitor_guard_reset(m);
	for (int i = 0; i < m->ncolumn; i++)
		m->value[i] = NAN;
	for (int i = 0; i < m->nthreshold; i++)
		memset(m->threshold[i].spoken, 0, sizeof(m->threshold[i].spoken));
	event_plain(m, MONITOR_RESET, t, "begins anew");
}

/* --- steps ----------------------------------------------------------------------------------------- */

void monitor_row(struct monitor *m, const struct monitor_tick *k)
{
	for (int i = 0; i < k->n; i++)
		if (!isfinite(k->command[i * k->stride]) || !isfinite(k->measured[i * k->stride]) || !isfinite(k->force[i * k->stride]))
			return;
	m->ops->tick(m->self, k);
}

static void rows_give(struct monitors *s, struct monitor *m)
{
	int n = rig_ticks(m->rig);
	struct monitor_tick k = {.n = m->rig->ctrl.n[SLOT_DISP], .stride = m->stride, .command = s->row + m->at[0], .measured = s->row + m->at[1],
	                         .force = s->row + m->at[2]};

	for (int i = 0; i < n; i++) {
		m->rig->ops->tick(m->rig->self, i, s->row);
		k.t = s->row[0];
		monitor_row(m, &k);
	}
}

static void ticks_give(struct monitors *s, struct monitor *m, double t)
{
	if (m->rig) {
		rows_give(s, m);
	} else if (m->last >= 0) {
		const struct element_exchange *x = &s->element[m->last].now;

		monitor_row(m, &(struct monitor_tick){.t = t, .n = x->n, .stride = 1, .command = x->command, .measured = x->measured, .force = x->force});
	}
}

void monitors_step(struct monitors *s, struct analysis *an, double dt)
{
	struct monitor_view v;

	if (!s->begun)
		return;
	s->steps++;
	elements_look(s);
	if (s->energy)
		energy_step(s->energy, s->element, s->nelement, &s->sum);
	v = view_of(s, an, dt);
	for (int i = 0; i < s->table.n; i++) {
		struct monitor *m = s->table.row[i].object;

		if (m->ops->tick)
			ticks_give(s, m, v.t);
		m->ops->step(m->self, m, &v);
	}
	for (int i = 0; i < s->table.n; i++)
		thresholds_judge(s->table.row[i].object, v.t);
}

/* --- actions --------------------------------------------------------------------------------------- */

static int stop(struct monitors *s, const struct monitor_event *why, struct err *e)
{
	int code;

	laboratory_trip(s->lab, &(struct trip){.cause = TRIP_MONITOR, .code = ERR_LIMIT, .rig = why->monitor->tag, .t = why->t, .why = s->stopped});
	code = laboratory_fault(s->lab, e);
	return code ? code : ERR_LIMIT;
}

int monitor_paused(const struct monitor_event *why, struct err *e)
{
	err_set(e, ERR_PAUSED, "analyze", "%.150s", why->text);
	err_hint(e, "nothing moves; analyze goes on from here");
	return ERR_PAUSED;
}

static int paused(struct monitors *s, const struct monitor_event *why, struct err *e)
{
	int code;

	if (!s->pause || (!why->monitor->hook && !s->attended))
		return monitor_paused(why, e);
	code = s->pause(s->self, why, e);
	if (!code)
		event_plain(why->monitor, MONITOR_RESUME, why->t, "the test goes on");
	return code;
}

bool monitors_stopping(const struct monitors *s)
{
	return s->due.monitor && s->due.action == MONITOR_STOP;
}

int monitors_act(struct monitors *s, struct err *e)
{
	struct monitor_event why = s->due;

	s->due.monitor = NULL;
	if (!why.monitor)
		return 0;
	if (why.action == MONITOR_PAUSE)
		return paused(s, &why, e);
	snprintf(s->stopped, sizeof(s->stopped), "%s", why.text);
	return stop(s, &why, e);
}
