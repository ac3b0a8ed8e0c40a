/* Words that every monitor takes: thresholds on its columns, and what runs in a pause; and where ticks come from.
 *
 *   -on column -warn x -pause x -stop x -hysteresis h -both    as often as needed; without -on: the column that its kind acts by
 *   -onPause script
 */
#include "monitoring/monitor_priv.h"

#include "base/base.h"
#include "model/model.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const LIMIT_WORD[MONITOR_LIMITS] = {"-warn", "-pause", "-stop"};

/* --- reading --------------------------------------------------------------------------------------- */

static int wish_new(struct monitor_words *w, const char *on, const char *object, struct err *e)
{
	if (w->n == MONITOR_THRESHOLDS) {
		err_set(e, ERR_LIMIT, object, "too many -on");
		err_allowed(e, "at most %d thresholds a monitor", MONITOR_THRESHOLDS);
		return ERR_LIMIT;
	}
	w->wish[w->n++] = (struct monitor_wish){.on = on, .limit = {NAN, NAN, NAN}};
	return 0;
}

/* One of the words of a threshold; *ret_mine: it was one. */
static int wish_word(struct monitor_words *w, struct args *a, bool *ret_mine, struct err *e)
{
	const char *word = args_peek(a), *on = NULL;
	int k = 0, code = 0;

	*ret_mine = true;
	if (args_accept(a, "-on")) {
		code = args_word(a, "column", &on, e);
		return code ? code : wish_new(w, on, a->object, e);
	}
	while (k < MONITOR_LIMITS && strcmp(word, LIMIT_WORD[k]) != 0)
		k++;
	*ret_mine = k < MONITOR_LIMITS || strcmp(word, "-hysteresis") == 0 || strcmp(word, "-both") == 0;
	if (!*ret_mine)
		return 0;
	if (w->n == 0)
		code = wish_new(w, NULL, a->object, e);
	if (code)
		return code;
	w->wish[w->n - 1].given |= k < MONITOR_LIMITS;
	a->at++;
	if (k < MONITOR_LIMITS)
		return args_real(a, LIMIT_WORD[k], RANGE_ANY, &w->wish[w->n - 1].limit[k], e);
	if (strcmp(word, "-hysteresis") == 0)
		return args_real(a, "-hysteresis", RANGE_NONNEG, &w->wish[w->n - 1].hysteresis, e);
	w->wish[w->n - 1].both = true;
	return 0;
}

static int hook_word(struct monitor *m, struct args *a, struct err *e)
{
	const char *text;
	int code = args_word(a, "-onPause", &text, e);

	if (!code && !(m->hook = arena_text(&m->set->arena, text)))
		code = err_set(e, ERR_MEMORY, a->object, "no memory for its script");
	return code;
}

int monitor_words_read(struct monitor_words *w, struct monitor *m, struct args *a, struct args *ret_rest, struct err *e)
{
	const char **word = ARENA_ARRAY(&m->set->arena, (size_t)a->n + 1, const char *);
	int n = 0, code = 0;

	memset(w, 0, sizeof(*w));
	if (!word)
		return err_set(e, ERR_MEMORY, a->object, "no memory for its words");
	while (args_more(a) && !code) {
		bool mine = args_accept(a, "-onPause");

		code = mine ? hook_word(m, a, e) : wish_word(w, a, &mine, e);
		if (!code && !mine)
			code = args_word(a, "word", &word[n++], e);
	}
	args_rest(ret_rest, a, n, word);
	return code;
}

/* --- thresholds ------------------------------------------------------------------------------------ */

static int refuse(const struct monitor_column *c, const char *word, double x, const char *allowed, const char *why, const char *object, struct err *e)
{
	err_set(e, ERR_RANGE, object, "%s on %s has the wrong sign", word, c->name);
	err_value(e, "%g", x);
	err_allowed(e, "%s", allowed);
	err_hint(e, "%s", why);
	return ERR_RANGE;
}

/* The sign that makes sense for a column. */
static int sign_check(const struct monitor_column *c, const struct monitor_wish *w, int k, const char *object, struct err *e)
{
	double x = w->limit[k];

	if (isnan(x))
		return 0;
	if (c->sense == SENSE_NONE) {
		err_set(e, ERR_UNSUPPORTED, object, "%s on %s: no threshold can be set on this column", LIMIT_WORD[k], c->name);
		return ERR_UNSUPPORTED;
	}
	if (w->both && c->sense == SENSE_BELOW) {
		err_set(e, ERR_UNSUPPORTED, object, "-both on %s: values at and below a threshold are bad here, whatever their magnitude", c->name);
		err_hint(e, "leave -both away");
		return ERR_UNSUPPORTED;
	}
	if (w->both)
		return x > 0.0 ? 0 : refuse(c, LIMIT_WORD[k], x, "> 0", "with -both the magnitude counts", object, e);
	if (c->sense == SENSE_NEGATIVE)
		return x < 0.0 ? 0 : refuse(c, LIMIT_WORD[k], x, "< 0", "negative is energy that the test adds; -both also watches energy that it removes", object, e);
	return x > 0.0 ? 0 : refuse(c, LIMIT_WORD[k], x, "> 0", c->sense == SENSE_ABOVE ? "values at and above it are bad" : "values at and below it are bad",
	                            object, e);
}

/* Each action lies further out than the one before. */
static int order_check(const struct monitor_column *c, const struct monitor_wish *w, const char *object, struct err *e)
{
	double out = w->both || c->sense == SENSE_ABOVE ? 1.0 : -1.0, last = NAN;
	int before = 0;

	for (int k = 0; k < MONITOR_LIMITS; k++) {
		if (isnan(w->limit[k]))
			continue;
		if (!isnan(last) && out * (w->limit[k] - last) < 0.0) {
			err_set(e, ERR_RANGE, object, "%s on %s comes before %s", LIMIT_WORD[k], c->name, LIMIT_WORD[before]);
			err_value(e, "%g", w->limit[k]);
			err_allowed(e, "%s %g", out > 0.0 ? "at least" : "at most", last);
			return ERR_RANGE;
		}
		last = w->limit[k];
		before = k;
	}
	return 0;
}

static int threshold_add(struct monitor *m, const struct monitor_wish *w, const char *object, struct err *e)
{
	const char *on = w->on ? w->on : m->ops->acts ? m->ops->acts : m->column[0].name;
	struct monitor_threshold *t = &m->threshold[m->nthreshold];
	int column, code = monitor_column_find(m, on, object, &column, e);

	if (!code && !w->given) {
		code = err_set(e, ERR_ARGUMENT, object, "-on %s without a threshold", on);
		err_hint(e, "-warn, -pause or -stop and a value");
	}
	for (int k = 0; k < MONITOR_LIMITS && !code; k++)
		code = sign_check(&m->column[column], w, k, object, e);
	if (!code)
		code = order_check(&m->column[column], w, object, e);
	if (code)
		return code;
	*t = (struct monitor_threshold){.column = column, .hysteresis = w->hysteresis, .both = w->both};
	memcpy(t->limit, w->limit, sizeof(t->limit));
	m->nthreshold++;
	return 0;
}

int monitor_words_apply(const struct monitor_words *w, struct monitor *m, const char *object, struct err *e)
{
	int code = 0;

	for (int i = 0; i < w->n && !code; i++)
		code = threshold_add(m, &w->wish[i], object, e);
	return code;
}

static int no_threshold(const struct monitor *m, int column, enum monitor_action action, const char *object, struct err *e)
{
	err_set(e, ERR_MISSING, object, "%s has no %s on %s", m->name, LIMIT_WORD[action], m->column[column].name);
	err_hint(e, "a monitor is made with the thresholds that it may need; later only their values change");
	return ERR_MISSING;
}

int monitor_threshold_set(struct monitor *m, int column, enum monitor_action action, double limit, const char *object, struct err *e)
{
	struct monitor_threshold *t = NULL;
	struct monitor_wish w;
	int code;

	for (int i = 0; i < m->nthreshold && !t; i++)
		if (m->threshold[i].column == column && !isnan(m->threshold[i].limit[action]))
			t = &m->threshold[i];
	if (!t)
		return no_threshold(m, column, action, object, e);
	w = (struct monitor_wish){.both = t->both, .given = true};
	memcpy(w.limit, t->limit, sizeof(w.limit));
	w.limit[action] = limit;
	code = sign_check(&m->column[column], &w, (int)action, object, e);
	if (!code)
		code = order_check(&m->column[column], &w, object, e);
	if (code)
		return code;
	t->limit[action] = limit;
	t->spoken[action] = false;
	monitor_guard_limits(m);
	return 0;
}

/* --- where ticks come from ------------------------------------------------------------------------- */

/* Columns of a rig's rows by their names: the first of command, measuredDisp, measuredForce; and the second command for the stride. */
bool monitor_rows(struct monitor *m, struct rig *r)
{
	static const char *const NAME[] = {"command1", "measuredDisp1", "measuredForce1", "command2"};
	int n = r->ops->tick_columns && r->ops->tick_name && r->ops->ticks && r->ops->tick ? r->ops->tick_columns(r->self) : 0, found[COUNT(NAME)] = {0};
	char text[64];

	for (int i = 0; i < n; i++)
		for (size_t k = 0; k < COUNT(NAME); k++)
			if (strcmp(r->ops->tick_name(r->self, i, text, sizeof(text)), NAME[k]) == 0)
				found[k] = i;
	if (!found[0] || !found[1] || !found[2])
		return false;
	memcpy(m->at, found, sizeof(m->at));
	m->stride = found[3] ? found[3] - found[0] : 1;
	m->rig = r;
	return true;
}

static int source_control(struct monitor *m, const struct monitor_source *w, const char *object, int *ret_n, double *ret_dt, struct err *e)
{
	void *found;
	double rate;
	int code = laboratory_need(&m->set->lab->rigs, "expControl", w->control, object, &found, e);

	if (!code && !monitor_rows(m, found)) {
		code = err_set(e, ERR_UNSUPPORTED, object, "expControl %d keeps no rows of commands and measurements", w->control);
		err_hint(e, "VirtualRig and DeviceRig do; of others watch the element: -element tag -dt dt");
	}
	if (code)
		return code;
	rate = m->rig->ops->tick_rate ? m->rig->ops->tick_rate(m->rig->self) : 0.0;
	if (rate <= 0.0 && w->dt <= 0.0) {
		err_set(e, ERR_ARGUMENT, object, "expControl %d has no rate: one row a command", m->rig->tag);
		err_hint(e, "say the time between commands: -dt");
		return ERR_ARGUMENT;
	}
	*ret_n = m->rig->ctrl.n[SLOT_DISP];
	*ret_dt = w->dt > 0.0 ? w->dt : 1.0 / rate;
	return 0;
}

static int source_element(struct monitor *m, const struct monitor_source *w, const char *object, int *ret_n, double *ret_dt, struct err *e)
{
	const struct element *el = table_get(&m->set->model->elements, w->element);
	struct element_exchange x;

	if (!el || !el->ops->exchanged || !el->ops->exchanged(el->self, &x)) {
		err_set(e, ERR_MISSING, object, "there is no experimental element with this tag");
		err_value(e, "element %d", w->element);
		err_hint(e, "make it before this command, with expElement");
		return ERR_MISSING;
	}
	if (!x.seen)
		return err_set(e, ERR_UNSUPPORTED, object, "where the specimen of element %d is, is not measured", w->element);
	if (w->dt <= 0.0) {
		err_set(e, ERR_ARGUMENT, object, "-element without -dt");
		err_hint(e, "say the step of the test");
		return ERR_ARGUMENT;
	}
	m->element = w->element;
	*ret_n = x.n;
	*ret_dt = w->dt;
	return 0;
}

int monitor_source(struct monitor *m, const struct monitor_source *w, const char *object, int *ret_n, double *ret_dt, struct err *e)
{
	bool control = w->control != INT_MIN, element = w->element != INT_MIN;

	if (control == element) {
		err_set(e, ERR_ARGUMENT, object, control ? "-control and -element exclude each other" : "what it watches is missing");
		err_hint(e, "-control tag: channels of a rig, at its own rate; -element tag -dt dt: an experimental element, at every step");
		return ERR_ARGUMENT;
	}
	return control ? source_control(m, w, object, ret_n, ret_dt, e) : source_element(m, w, object, ret_n, ret_dt, e);
}
