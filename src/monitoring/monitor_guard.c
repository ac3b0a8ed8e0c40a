/* Stops in the tick: monitors in the place of a guard of their rig (experiment/guard.h).
 *
 * The guard of a monitor is a second monitor of the same words, so that nobody shares what it sums up with the tick, whichever process that is. At every row
 * it takes the row, brings its values up to date and looks at the limits of -stop. Between the two there are only counters: resets one way, stops the other.
 */
#include "monitoring/monitor_priv.h"

#include "analysis/analysis.h"
#include "base/unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- in the tick ----------------------------------------------------------------------------------- */

static void begin_anew(struct monitor_guard *g)
{
	uint32_t resets = atomic_load_explicit(&g->resets, memory_order_acquire);

	if (resets == g->done)
		return;
	g->done = resets;
	g->twin->ops->reset(g->twin->self);
	for (int i = 0; i < g->twin->nthreshold; i++)
		memset(g->twin->threshold[i].spoken, 0, sizeof(g->twin->threshold[i].spoken));
}

static void take_limits(struct monitor_guard *g)
{
	uint32_t changes = atomic_load_explicit(&g->changes, memory_order_acquire);

	for (int i = 0; i < g->twin->nthreshold && changes != g->taken; i++) {
		g->twin->threshold[i].limit[MONITOR_STOP] = atomic_load_explicit(&g->limit[i], memory_order_relaxed);
		g->twin->threshold[i].spoken[MONITOR_STOP] = false;
	}
	g->taken = changes;
}

static const struct guard_stop *look(void *self, const struct monitor_tick *k)
{
	static const struct monitor_energy none;
	static const struct monitor_view nothing = {.energy = &none};
	struct monitor_guard *g = self;
	struct monitor *m = g->twin;
	int first = -1;

	begin_anew(g);
	take_limits(g);
	monitor_row(m, k);
	m->ops->step(m->self, m, &nothing);
	for (int i = 0; i < m->nthreshold; i++)
		if (monitor_reaches(m, &m->threshold[i], MONITOR_STOP) && first < 0)
			first = i;
	if (first < 0)
		return NULL;
	g->column = m->threshold[first].column;
	g->stop.value = m->value[g->column];
	g->stop.limit = m->threshold[first].limit[MONITOR_STOP];
	memcpy(g->stop.what, g->what[first], sizeof(g->stop.what));
	atomic_fetch_add_explicit(&g->stops, 1, memory_order_release);
	return &g->stop;
}

/* --- making ---------------------------------------------------------------------------------------- */

static bool stops(const struct monitor *m)
{
	for (int i = 0; i < m->nthreshold; i++)
		if (!isnan(m->threshold[i].limit[MONITOR_STOP]))
			return true;
	return false;
}

/* The guards of its rig, if its -stop can act there. */
static struct guards *list_of(const struct monitor *m)
{
	bool can = m->rig && m->ops->tick && m->rig->started && m->rig->ops->guards && stops(m);

	return can ? m->rig->ops->guards(m->rig->self) : NULL;
}

static int twin_make(const struct monitor *m, struct arena *mem, struct monitor **ret, struct err *e)
{
	struct monitors *set = ARENA_NEW(mem, struct monitors);
	struct args a;
	int code;

	if (!set)
		return err_set(e, ERR_MEMORY, m->name, "no memory for its guard");
	*set = (struct monitors){.arena = *mem, .lab = m->set->lab, .model = m->set->model};
	args_init(&a, m->nword, m->word, "monitor %s", m->ops->name);
	code = monitor_make(set, m->ops, &a, ret, e);
	*mem = set->arena;
	return code;
}

/* Columns with a limit of -stop. */
static int wish(struct monitor *twin, struct arena *mem)
{
	bool *wanted = ARENA_ARRAY(mem, (size_t)twin->ncolumn, bool);

	for (int i = 0; i < twin->nthreshold && wanted; i++)
		wanted[twin->threshold[i].column] |= !isnan(twin->threshold[i].limit[MONITOR_STOP]);
	twin->wanted = wanted;
	return wanted ? 0 : ERR_MEMORY;
}

static int full(const struct monitor *m, struct err *e)
{
	char object[80];

	snprintf(object, sizeof(object), "monitor %s %d", m->ops->name, m->tag);
	err_set(e, ERR_LIMIT, object, "its -stop acts in the command loop of expControl %d, which has no room left for it", m->rig->tag);
	err_hint(e, "a shorter -window, fewer rows a second (-record of the control), or fewer monitors with -stop; -pause needs no room there");
	return ERR_LIMIT;
}

static int guard_make(struct monitor *m, struct guards *list, struct err *e)
{
	struct arena *mem = list->mem.given ? &list->mem : &m->set->arena;
	struct monitor_guard *g = ARENA_NEW(mem, struct monitor_guard);
	struct err own;
	int code;

	err_clear(&own);
	code = g ? twin_make(m, mem, &g->twin, &own) : err_set(&own, ERR_MEMORY, m->name, "no memory for its guard");
	if (!code && wish(g->twin, mem))
		code = err_set(&own, ERR_MEMORY, m->name, "no memory for its guard");
	if (code == ERR_MEMORY && list->mem.given)
		return full(m, e);
	if (code) {
		if (e)
			*e = own;
		return code;
	}
	for (int i = 0; i < m->nthreshold; i++) {
		const struct monitor_column *c = &m->column[m->threshold[i].column];
		bool bare = c->unit[0] == '-';
		char unit[MONITOR_UNIT] = "";

		if (!bare)
			unit_words(m->set->unit, c->unit, unit, sizeof(unit));
		snprintf(g->what[i], sizeof(g->what[i]), "monitor %s %d: stop: %s%s%s%s", m->ops->name, m->tag, c->name, bare ? "" : " [", unit, bare ? "" : "]");
	}
	/* words are those that it was made from: a limit may be another one since */
	for (int i = 0; i < m->nthreshold; i++)
		g->twin->threshold[i].limit[MONITOR_STOP] = m->threshold[i].limit[MONITOR_STOP];
	if (m->ops->share)
		m->ops->share(g->twin->self, m->self);
	if (!guards_add(list, &(struct guard){.look = look, .self = g}))
		return full(m, e);
	m->guard = g;
	m->guards = list;
	m->stops = 0;
	return 0;
}

int monitors_guard(struct monitors *s, struct err *e)
{
	int code = 0;

	for (int i = 0; i < s->table.n && !code; i++) {
		struct monitor *m = s->table.row[i].object;
		struct guards *list = list_of(m);

		if (list && list == m->guards) {
			if (m->ops->share)
				m->ops->share(m->guard->twin->self, m->self);
			continue;
		}
		m->guard = NULL;
		m->guards = NULL;
		if (list)
			code = guard_make(m, list, e);
	}
	return code;
}

/* --- beside the tick ------------------------------------------------------------------------------- */

/* Is it still where it was put? A command loop that has ended has taken its memory along. */
static bool guarded(const struct monitor *m)
{
	return m->guard && m->rig->ops->guards(m->rig->self) == m->guards;
}

void monitor_guard_reset(struct monitor *m)
{
	if (guarded(m))
		atomic_fetch_add_explicit(&m->guard->resets, 1, memory_order_release);
}

void monitor_guard_limits(struct monitor *m)
{
	if (!guarded(m))
		return;
	for (int i = 0; i < m->nthreshold; i++)
		atomic_store_explicit(&m->guard->limit[i], m->threshold[i].limit[MONITOR_STOP], memory_order_relaxed);
	atomic_fetch_add_explicit(&m->guard->changes, 1, memory_order_release);
}

void monitors_tuned(struct monitors *s, const struct rig *r)
{
	for (int i = 0; i < s->table.n; i++) {
		struct monitor *m = s->table.row[i].object;

		if (m->rig != r || !m->ops->tuned)
			continue;
		m->ops->tuned(m->self, m);
		if (m->ops->share && guarded(m))
			m->ops->share(m->guard->twin->self, m->self);
	}
}

void monitors_unguard(struct monitors *s)
{
	for (int i = 0; i < s->table.n; i++) {
		struct monitor *m = s->table.row[i].object;

		if (guarded(m))
			guards_clear(m->guards);
	}
}

void monitors_failed(struct monitors *s, const struct analysis *an)
{
	for (int i = 0; i < s->table.n; i++) {
		struct monitor *m = s->table.row[i].object;
		uint32_t stops = guarded(m) ? atomic_load_explicit(&m->guard->stops, memory_order_acquire) : m->stops;

		if (stops != m->stops)
			monitor_stopped(m, analysis_time(an));
		m->stops = stops;
	}
}
