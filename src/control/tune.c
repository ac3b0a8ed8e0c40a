/* One list of everything that can be tuned; a name is looked for in it, a value is checked against its row. */
#include "control/tune.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { AT_SCALE = -1 };            /* not of the drive */

/* A row of the list, and what changes when it does. */
struct row {
	struct rig_tunable t;
	struct tune tune;
};

/* ---- the list --------------------------------------------------------------------------------------------------- */

/* Counts down to the row that is asked for. */
struct seek {
	int k;
	struct row *row;
	bool found;
};

static void offer(struct seek *s, const struct row *r)
{
	if (s->found || s->k-- > 0)
		return;
	*s->row = *r;
	s->found = true;
}

/* A table's rows that may be tuned. Their offsets count from `base` in it. */
struct table_part {
	const struct param *params;
	const char *const *tunable;
	const void *self;
	size_t base;
	const char *of;
};

static void offer_params(struct seek *s, const struct table_part *from, int channel, enum tune_what what)
{
	for (const struct param *p = from->params; p && p->name; p++) {
		struct row r = {.t = {.channel = channel, .name = p->name, .range = p->range, .help = p->help},
		                .tune = {.what = what, .channel = channel, .offset = p->offset - from->base}};

		if (!text_among(p->name, from->tunable))
			continue;
		memcpy(&r.t.value, (const char *)from->self + r.tune.offset, sizeof(double));
		snprintf(r.t.of, sizeof(r.t.of), "%s", from->of);
		offer(s, &r);
	}
}

static void offer_compensator(struct seek *s, const struct compensator_use *u, int channel)
{
	const struct compensator *c = u ? u->compensator : NULL;
	struct row r = {.t = {.channel = channel, .name = "tau", .range = RANGE_NONNEG, .help = "delay that it takes out [s of laboratory time]"},
	                .tune = {.what = TUNE_DELAY, .channel = channel}};

	if (!c)
		return;
	snprintf(r.t.of, sizeof(r.t.of), "expCompensator %d (%s)", c->tag, c->ops->name);
	r.t.value = compensator_delay(u);
	if (!isnan(r.t.value))
		offer(s, &r);
	offer_params(s, &(struct table_part){c->ops->params, c->ops->tunable, u->self, 0, r.t.of}, channel, TUNE_COMPENSATOR);
}

/* From where the limit stands to where it would limit nothing at all. */
static void offer_limits(struct seek *s, const struct limits *l, int channel)
{
	for (const struct limits_row *p = limits_rows; p->name; p++) {
		double now = limits_get(l, channel, p->offset);
		struct row r = {.t = {.channel = channel, .name = p->name, .of = "expLimits", .value = now, .help = p->help,
		                      .range = p->from_above ? (struct range){-INFINITY, now, true, false} : (struct range){now, INFINITY, false, true}},
		                .tune = {.what = TUNE_LIMIT, .channel = channel, .offset = p->offset}};

		if (isinf(now))
			continue;
		if (p->offset == offsetof(struct limits_words, velocity) || p->offset == offsetof(struct limits_words, following))
			r.t.range = (struct range){0.0, now, true, false};
		offer(s, &r);
	}
}

static bool seek(const struct tune_bed *b, int k, struct row *ret)
{
	struct seek s = {.k = k, .row = ret};
	struct row scale = {.t = {.channel = -1, .name = "-scale", .of = "expControl", .value = b->scale, .range = {1e-6, 1e6, false, false},
	                          .help = "laboratory time over test time"}, .tune = {.what = AT_SCALE}};

	for (int i = 0; i < b->n; i++) {
		offer_compensator(&s, b->compensator(b->self, i), i);
		if (b->drive)
			offer_limits(&s, &b->drive->limits, i);
	}
	if (b->drive)
		offer_params(&s, &(struct table_part){control_plan_params, control_plan_tunable, &b->drive->control.words, offsetof(struct control_plan, words),
		                                      "expController"}, -1, TUNE_CONTROLLER);
	if (!isnan(b->scale))
		offer(&s, &scale);
	return s.found;
}

bool tune_list(const struct tune_bed *b, int k, struct rig_tunable *ret)
{
	struct row r;
	bool found = seek(b, k, &r);

	if (found)
		*ret = r.t;
	return found;
}

/* ---- changing ---------------------------------------------------------------------------------------------------- */

static int refuse_name(const struct tune_bed *b, int channel, const char *name, const char *object, struct err *e)
{
	char all[100] = "";
	struct row r;

	for (int k = 0; seek(b, k, &r); k++)
		if (r.t.channel == channel)
			snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", all[0] ? ", " : "", r.t.name);
	err_set(e, ERR_UNKNOWN, object, "the %s has no number of this name that could be tuned", channel < 0 ? "rig" : "channel");
	err_value(e, "%s", name);
	err_allowed(e, "%s", all[0] ? all : "none");
	return ERR_UNKNOWN;
}

/* -lead and lead are the same word. */
static bool is_called(const char *name, const char *word)
{
	return strcmp(name, word) == 0 || (name[0] == '-' && strcmp(name + 1, word) == 0);
}

static int find(const struct tune_bed *b, int channel, struct args *a, struct row *ret, struct err *e)
{
	const char *name;
	int code;

	/* a value alone: the delay */
	if (channel >= 0 && args_more_real(a)) {
		*ret = (struct row){.t = {.channel = channel, .name = "delay", .range = RANGE_NONNEG}, .tune = {.what = TUNE_DELAY, .channel = channel}};
		return 0;
	}
	code = args_word(a, "name", &name, e);
	if (code)
		return code;
	for (int k = 0; seek(b, k, ret); k++)
		if (ret->t.channel == channel && is_called(ret->t.name, name))
			return 0;
	return refuse_name(b, channel, name, a->object, e);
}

/* What the table's range does not say. */
static int check(const struct tune_bed *b, const struct row *r, double value, const char *object, struct err *e)
{
	struct controller_words w;
	double stands[DEVICE_CHANNELS];

	if (r->tune.what == TUNE_DELAY)
		return compensator_tune(b->compensator(b->self, r->t.channel), value, object, e);
	if (r->tune.what == TUNE_CONTROLLER) {
		w = b->drive->control.words;
		memcpy((char *)&w + r->tune.offset, &value, sizeof(value));
		if (w.slow >= w.extrapolate)
			return 0;
		err_set(e, ERR_RANGE, object, "-slow ends before -extrapolate");
		err_value(e, "%g", value);
		err_allowed(e, "-extrapolate %g, -slow %g", b->drive->control.words.extrapolate, b->drive->control.words.slow);
		return ERR_RANGE;
	}
	if (r->tune.what != TUNE_LIMIT || !b->standing)
		return 0;
	b->standing(b->self, stands);
	if (r->tune.offset == offsetof(struct limits_words, stroke_lo) ? value <= stands[r->t.channel] :
	    r->tune.offset != offsetof(struct limits_words, stroke_hi) || value >= stands[r->t.channel])
		return 0;
	err_set(e, ERR_LIMIT, object, "%s: the specimen stands beyond it, and would trip", r->t.name);
	err_value(e, "%g", value);
	err_allowed(e, "%s %g", r->tune.offset == offsetof(struct limits_words, stroke_lo) ? "at most" : "at least", stands[r->t.channel]);
	return ERR_LIMIT;
}

/* A command loop that stands still takes no changes, and those that wait for it are not written over. */
static int check_loop(const struct tune_bed *b, const char *object, struct err *e)
{
	if (!b->keeper || !b->keeper->link || keeper_can_tune(b->keeper))
		return 0;
	err_set(e, ERR_STATE, object, "the command loop has not taken the %d changes before this one yet", LINK_TUNES);
	err_hint(e, "change fewer numbers at once; a loop that ticks takes them all in a tick");
	return ERR_STATE;
}

static int refuse_wider(const struct row *r, double value, const char *object, struct err *e)
{
	char text[64];

	range_text(r->t.range, text, sizeof text);
	err_set(e, ERR_RANGE, object, "%s: a limit may be made tighter while a test runs, and never wider", r->t.name);
	err_value(e, "%g", value);
	err_allowed(e, "%s", text);
	return ERR_RANGE;
}

static void apply(const struct tune_bed *b, const struct row *r)
{
	if (r->tune.what == AT_SCALE)
		b->rescale(b->self, r->tune.value);
	else if (b->drive)
		drive_tune(b->drive, &r->tune);
	else if (r->tune.what == TUNE_COMPENSATOR)
		compensator_set(b->compensator(b->self, r->t.channel), r->tune.offset, r->tune.value);
	if (r->tune.what != AT_SCALE && b->keeper && b->keeper->link)
		keeper_tune(b->keeper, &r->tune);
}

int tune_set(const struct tune_bed *b, int channel, struct args *a, struct rig_tunable *ret_t, struct err *e)
{
	struct row r;
	double value;
	int code = find(b, channel, a, &r, e);

	if (!code)
		code = args_real(a, r.t.name, r.tune.what == TUNE_LIMIT ? RANGE_ANY : r.t.range, &value, e);
	if (!code)
		code = args_end(a, e);
	if (!code && !range_holds(r.t.range, value))
		code = refuse_wider(&r, value, a->object, e);
	if (!code && r.tune.what != AT_SCALE)
		code = check_loop(b, a->object, e);
	if (!code)
		code = check(b, &r, value, a->object, e);
	if (code)
		return code;
	r.t.value = r.tune.value = value;
	apply(b, &r);
	*ret_t = r.t;
	return 0;
}
