/* The set of monitors: life, columns, what others read. Words are in monitor_words.c, the run in monitor_run.c. */
#include "monitoring/monitor_priv.h"

#include "model/model.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const monitor_action_name[MONITOR_ACTIONS] = {"warn", "pause", "stop", "resume", "reset"};

void monitors_init(struct monitors *s, struct laboratory *lab, const struct model *m)
{
	*s = (struct monitors){.lab = lab, .model = m};
	arena_init(&s->arena);
	arena_init(&s->run);
}

void monitors_clear(struct monitors *s)
{
	monitors_unguard(s);
	arena_reset(&s->run);
	arena_reset(&s->arena);
	*s = (struct monitors){.arena = s->arena, .run = s->run, .lab = s->lab, .model = s->model, .say = s->say, .pause = s->pause, .self = s->self,
	                       .attended = s->attended, .unit = {s->unit[0], s->unit[1], s->unit[2]}};
}

void monitors_fini(struct monitors *s)
{
	monitors_unguard(s);
	arena_fini(&s->run);
	arena_fini(&s->arena);
}

/* --- making ---------------------------------------------------------------------------------------- */

/* "hsei1": the kind in small letters, and the tag. */
static void name_make(struct monitor *m)
{
	int n = snprintf(m->name, sizeof(m->name), "%s%d", m->ops->name, m->tag);

	for (int i = 0; i < n && i < (int)sizeof(m->name); i++)
		if (m->name[i] >= 'A' && m->name[i] <= 'Z')
			m->name[i] = (char)(m->name[i] - 'A' + 'a');
}

static struct monitor *blank(struct monitors *s, const struct monitor_ops *ops)
{
	struct monitor *m = ARENA_NEW(&s->arena, struct monitor);

	if (!m || !(m->self = arena_alloc(&s->arena, ops->size)))
		return NULL;
	m->ops = ops;
	m->set = s;
	m->element = INT_MIN;
	return m;
}

int monitor_make(struct monitors *s, const struct monitor_ops *ops, struct args *a, struct monitor **ret, struct err *e)
{
	struct monitor *m = blank(s, ops);
	struct monitor_words words;
	struct args rest;
	int code;

	if (!m)
		return err_set(e, ERR_MEMORY, a->object, "no memory for a monitor");
	code = laboratory_begin(s->lab, &s->table, a, "monitor", ops->name, &m->tag, e);
	if (!code)
		code = monitor_words_read(&words, m, a, &rest, e);
	if (!code)
		code = param_parse(ops->params, m->self, &rest, e);
	if (!code)
		code = ops->setup(m->self, &rest, m, e);
	if (!code)
		code = args_end(&rest, e);
	if (!code)
		code = monitor_words_apply(&words, m, a->object, e);
	if (code)
		return code;
	name_make(m);
	*ret = m;
	return 0;
}

/* The words that follow, for a second one of the same kind. */
static int words_keep(struct monitors *s, const struct args *a, const char ***ret)
{
	int n = a->n - a->at;
	const char **word = ARENA_ARRAY(&s->arena, (size_t)n + 1, const char *);

	for (int i = 0; i < n && word; i++)
		if (!(word[i] = arena_text(&s->arena, a->word[a->at + i])))
			return ERR_MEMORY;
	*ret = word;
	return word ? 0 : ERR_MEMORY;
}

int monitor_build(struct monitors *s, const struct monitor_ops *ops, struct args *a, struct err *e)
{
	struct monitor *m;
	const char **word;
	int n = a->n - a->at, code;

	if (!s->event)
		s->event = ARENA_ARRAY(&s->arena, MONITOR_EVENTS, struct monitor_event);
	if (!s->event || words_keep(s, a, &word))
		return err_set(e, ERR_MEMORY, a->object, "no memory for a monitor");
	code = monitor_make(s, ops, a, &m, e);
	if (code)
		return code;
	m->word = word;
	m->nword = n;
	s->begun = false;
	return table_add(&s->table, m->tag, m, "monitor", &s->arena, e);
}

static int columns_grow(struct monitor *m)
{
	int room = 2 * m->room + 8;
	struct monitor_column *column = ARENA_ARRAY(&m->set->arena, (size_t)room, struct monitor_column);
	double *value = ARENA_ARRAY(&m->set->arena, (size_t)room, double);

	if (!column || !value)
		return ERR_MEMORY;
	if (m->ncolumn > 0) {
		memcpy(column, m->column, (size_t)m->ncolumn * sizeof(*column));
		memcpy(value, m->value, (size_t)m->ncolumn * sizeof(*value));
	}
	m->column = column;
	m->value = value;
	m->room = room;
	return 0;
}

int monitor_column_add(struct monitor *m, enum monitor_sense sense, const char *unit, struct err *e, const char *format, ...)
{
	char text[64];
	const char *name;
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof(text), format, list);
	va_end(list);
	name = arena_text(&m->set->arena, text);
	if (!name || (m->ncolumn == m->room && columns_grow(m)))
		return err_set(e, ERR_MEMORY, m->ops->name, "no memory for its columns");
	m->column[m->ncolumn] = (struct monitor_column){.name = name, .unit = unit, .sense = sense};
	m->value[m->ncolumn++] = NAN;
	return 0;
}

/* --- looking --------------------------------------------------------------------------------------- */

int monitors_need(const struct monitors *s, int tag, const char *object, struct monitor **ret, struct err *e)
{
	void *found;
	int code = laboratory_need(&s->table, "monitor", tag, object, &found, e);

	if (!code)
		*ret = found;
	return code;
}

int monitor_column_find(const struct monitor *m, const char *name, const char *object, int *ret_column, struct err *e)
{
	char all[120] = "";

	for (int i = 0; i < m->ncolumn; i++) {
		size_t used = strlen(all);

		if (strcmp(m->column[i].name, name) == 0) {
			*ret_column = i;
			return 0;
		}
		snprintf(all + used, sizeof(all) - used, "%s%s", i ? " " : "", m->column[i].name);
	}
	err_set(e, ERR_UNKNOWN, object, "monitor %s %d has no such column", m->ops->name, m->tag);
	err_value(e, "%s", name);
	err_allowed(e, "%s", all);
	return ERR_UNKNOWN;
}

int monitors_columns(const struct monitors *s)
{
	int n = 0;

	for (int i = 0; i < s->table.n; i++)
		n += ((const struct monitor *)s->table.row[i].object)->ncolumn;
	return n;
}

bool monitors_column(const struct monitors *s, int i, const struct monitor **ret_m, const struct monitor_column **ret_c)
{
	for (int k = 0; k < s->table.n; k++) {
		const struct monitor *m = s->table.row[k].object;

		if (i < m->ncolumn) {
			*ret_m = m;
			*ret_c = &m->column[i];
			return true;
		}
		i -= m->ncolumn;
	}
	return false;
}

void monitors_values(const struct monitors *s, double *ret_x)
{
	for (int k = 0; k < s->table.n; k++) {
		const struct monitor *m = s->table.row[k].object;

		memcpy(ret_x, m->value, (size_t)m->ncolumn * sizeof(double));
		ret_x += m->ncolumn;
	}
}
