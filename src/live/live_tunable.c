/* Rows of rigs (rig_ops.tunable) and thresholds of monitors. */
#include "live/live_tunable.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* "[s of laboratory time]" of a help text; "": it says none. */
static void unit_of(const char *help, char *ret, size_t size)
{
	const char *from = help ? strrchr(help, '[') : NULL, *to = from ? strchr(from, ']') : NULL;

	ret[0] = '\0';
	if (from && to)
		snprintf(ret, size, "%.*s", (int)(to - from - 1), from + 1);
}

static void put_bound(struct jput *j, const char *name, double x, bool open)
{
	char word[16];

	jput_real(j, name, x);
	snprintf(word, sizeof word, "%s_open", name);
	jput_bool(j, word, open && isfinite(x));
}

static void put(struct jput *j, const char *line, const char *label, double value, const char *unit, struct range r, const char *help)
{
	jput_open(j, NULL, '{');
	jput_text(j, "id", line);
	jput_text(j, "label", label);
	jput_text(j, "line", line);
	jput_real(j, "value", value);
	jput_text(j, "unit", unit);
	put_bound(j, "min", r.lo, r.lo_open);
	put_bound(j, "max", r.hi, r.hi_open);
	jput_text(j, "help", help);
	jput_text(j, "when", "always");
	jput_close(j, '}');
}

static void put_rig(struct jput *j, const struct rig *r)
{
	struct rig_tunable t;
	char line[128], label[160], unit[48];

	for (int k = 0; r->started && r->ops->tunable && r->ops->tunable(r->self, k, &t); k++) {
		if (t.channel >= 0) {
			snprintf(line, sizeof line, "expTune %d %d %s {value}", r->tag, t.channel + 1, t.name);
			snprintf(label, sizeof label, "expControl %d, channel %d, %s: %s", r->tag, t.channel + 1, t.of, t.name);
		} else {
			snprintf(line, sizeof line, "expTune %d %s {value}", r->tag, t.name);
			snprintf(label, sizeof label, "expControl %d, %s: %s", r->tag, t.of, t.name);
		}
		unit_of(t.help, unit, sizeof unit);
		put(j, line, label, t.value, unit, t.range, t.help);
	}
}

/* The side on which a threshold of this column makes sense. */
static struct range side(const struct monitor *m, const struct monitor_threshold *t)
{
	bool below = m->column[t->column].sense == SENSE_NEGATIVE && !t->both;

	return below ? (struct range){-INFINITY, 0.0, true, true} : (struct range){0.0, INFINITY, true, true};
}

static void put_monitor(struct jput *j, const struct monitor *m)
{
	char line[128], label[160];

	for (int i = 0; i < m->nthreshold; i++)
		for (int action = MONITOR_WARN; action < MONITOR_LIMITS; action++) {
			const struct monitor_threshold *t = &m->threshold[i];
			const struct monitor_column *c = &m->column[t->column];

			if (isnan(t->limit[action]))
				continue;
			snprintf(line, sizeof line, "monitor threshold %d %s %s {value}", m->tag, c->name, monitor_action_name[action]);
			snprintf(label, sizeof label, "monitor %s: %s at %s", m->name, monitor_action_name[action], c->name);
			put(j, line, label, t->limit[action], c->unit, side(m, t), "threshold on a column of a monitor; warn, pause and stop lie further and further out");
		}
}

void live_tunables_put(const struct laboratory *lab, const struct monitors *monitors, struct jput *j, const char *key)
{
	jput_open(j, key, '[');
	for (int i = 0; lab && i < lab->rigs.n; i++)
		put_rig(j, lab->rigs.row[i].object);
	for (int i = 0; monitors && i < monitors->table.n; i++)
		put_monitor(j, monitors->table.row[i].object);
	jput_close(j, ']');
}
