/* What monitors bring to the record of a run: a table each, and their events. */
#include "script/script.h"

#include "record/run_record.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int columns(void *self)
{
	return monitors_columns(self);
}

static void column(void *self, int i, const char **ret_table, const char **ret_name, const char **ret_unit)
{
	const struct monitor_column *c;
	const struct monitor *m;

	if (!monitors_column(self, i, &m, &c))
		return;
	*ret_table = m->name;
	*ret_name = c->name;
	*ret_unit = c->unit;
}

static void values(void *self, double *ret_x)
{
	monitors_values(self, ret_x);
}

static int events(void *self)
{
	return ((const struct monitors *)self)->nevent;
}

static void event(void *self, int i, struct run_event *ret)
{
	const struct monitor_event *from = &((const struct monitors *)self)->event[i];

	ret->time = from->t;
	snprintf(ret->kind, sizeof ret->kind, "%s", monitor_action_name[from->action]);
	snprintf(ret->source, sizeof ret->source, "monitor %s", from->monitor ? from->monitor->name : "");
	snprintf(ret->text, sizeof ret->text, "%s", from->text);
}

/* Limits of all thresholds, one after the other. */
static bool limit(void *self, int i, struct run_limit *ret)
{
	const struct monitors *s = self;

	for (int k = 0; k < s->table.n; k++) {
		const struct monitor *m = s->table.row[k].object;

		for (int j = 0; j < m->nthreshold; j++)
			for (int action = MONITOR_WARN; action < MONITOR_LIMITS; action++) {
				const struct monitor_threshold *t = &m->threshold[j];

				if (isnan(t->limit[action]) || i-- > 0)
					continue;
				*ret = (struct run_limit){.table = m->name, .column = m->column[t->column].name, .action = monitor_action_name[action],
				                          .limit = t->limit[action], .hysteresis = t->hysteresis, .both = t->both};
				return true;
			}
	}
	return false;
}

static const char *words(void *self, const char *table)
{
	const struct monitors *s = self;

	for (int k = 0; k < s->table.n; k++) {
		const struct monitor *m = s->table.row[k].object;

		if (strcmp(m->name, table) == 0)
			return laboratory_words(s->lab, "monitor", m->tag);
	}
	return "";
}

void script_run_record_init(struct script *s)
{
	run_record_guest(s->run, &(struct run_guest){.self = &s->monitors, .columns = columns, .column = column, .values = values, .events = events,
	                                             .event = event, .limit = limit, .words = words});
}
