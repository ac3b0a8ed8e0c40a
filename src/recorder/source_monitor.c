/* Values of monitors: all columns of those chosen, in the order of their tags.
 *
 * A monitor keeps its columns as long as it lives; one that is gone reads as zero. */
#include "recorder/source.h"

#include "monitoring/monitor.h"

#include <limits.h>

struct source_monitor {
	int *tag, ntag;                 /* owned: recorder's arena; none: all */
	int *width;                     /* columns of each; the same */
};

static int monitor_option(void *self, struct args *a, struct arena *mem, struct err *e)
{
	struct source_monitor *s = self;
	int rc;
	if (!args_accept(a, "-monitor") && !args_accept(a, "-monitors"))
		return 0;
	rc = args_list_int(a, "monitor", INT_MIN, INT_MAX, 1, mem, &s->tag, &s->ntag, e);
	return rc < 0 ? rc : 1;
}

static int monitor_check(const void *self, const char *object, struct err *e)
{
	(void)self;
	(void)object;
	(void)e;
	return 0;
}

/* Without -monitor all that there are now. */
static int choose_all(struct source_monitor *s, const struct monitors *set, const char *object, struct arena *mem, struct err *e)
{
	if (s->ntag > 0)
		return 0;
	if (set->table.n == 0)
		return err_set(e, ERR_MISSING, object, "there is no monitor yet");
	s->ntag = set->table.n;
	s->tag = ARENA_ARRAY(mem, (size_t)s->ntag, int);
	for (int i = 0; i < s->ntag && s->tag; i++)
		s->tag[i] = set->table.row[i].tag;
	return s->tag ? 0 : err_set(e, ERR_MEMORY, object, "no memory for %d monitors", s->ntag);
}

static bool name_columns(struct column *to, const struct monitor *m, struct arena *mem)
{
	const char *owner = record_text(mem, "MonitorOutput tag=\"%d\" kind=\"%s\"", m->tag, m->ops->name);
	bool good = owner != NULL;
	for (int k = 0; k < m->ncolumn && good; k++) {
		to[k] = (struct column){.name = record_text(mem, "%s_%s", m->name, m->column[k].name), .response = arena_text(mem, m->column[k].name), .owner = owner};
		good = to[k].name && to[k].response;
	}
	return good;
}

static int monitor_begin(void *self, struct record_context *c, const char *object, struct arena *mem, struct column **ret_column, int *ret_n, struct err *e)
{
	struct source_monitor *s = self;
	const struct monitors *set = c->an->monitors;
	struct monitor *m = NULL;
	int n = 0, rc = set ? choose_all(s, set, object, mem, e) : err_set(e, ERR_STATE, object, "this analysis has no monitors");
	s->width = rc < 0 ? NULL : ARENA_ARRAY(mem, (size_t)s->ntag, int);
	for (int i = 0; i < s->ntag && s->width && rc == 0; i++) {
		rc = monitors_need(set, s->tag[i], object, &m, e);
		s->width[i] = rc < 0 ? 0 : m->ncolumn;
		n += s->width[i];
	}
	if (rc < 0)
		return rc;
	struct column *column = ARENA_ARRAY(mem, (size_t)n, struct column);
	bool good = column && s->width;
	for (int i = 0, at = 0; i < s->ntag && good; at += s->width[i++])
		good = name_columns(column + at, table_get(&set->table, s->tag[i]), mem);
	if (!good)
		return err_set(e, ERR_MEMORY, object, "no memory for its columns");
	*ret_column = column;
	*ret_n = n;
	return 0;
}

static int monitor_read(void *self, struct record_context *c, double *ret_x, struct err *e)
{
	const struct source_monitor *s = self;
	(void)e;
	for (int i = 0; i < s->ntag; i++) {
		const struct monitor *m = table_get(&c->an->monitors->table, s->tag[i]);
		for (int k = 0; k < s->width[i]; k++)
			*ret_x++ = m && k < m->ncolumn ? m->value[k] : 0.0;
	}
	return 0;
}

const struct source_ops source_monitor = {
	.name = "Monitor",
	.brief = "values of monitors",
	.usage = "recorder Monitor " RECORDER_OPTIONS " <-monitor tag ...>",
	.size = sizeof(struct source_monitor),
	.option = monitor_option,
	.check = monitor_check,
	.begin = monitor_begin,
	.read = monitor_read,
};
