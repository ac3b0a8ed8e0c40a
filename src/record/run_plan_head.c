/* What stands at the head of the tables of a record: limits of channels, thresholds of monitors, the words of the objects that were used. */
#include "record/run_record_priv.h"

#include <math.h>
#include <string.h>

enum { HEAD_MOST = 32, OBJECTS_MOST = 16 };

/* ---- attributes ---------------------------------------------------------------------------------------------- */

static void put(struct run_plan *p, int table, const struct run_attribute *a)
{
	struct run_table *t = &p->table[table];
	struct run_attribute *room = t->attribute;

	if (!room)
		t->attribute = room = ARENA_ARRAY(&p->mem, HEAD_MOST, struct run_attribute);
	ASSERT(t->nattribute < HEAD_MOST);
	p->bare |= !room;
	if (room)
		room[t->nattribute++] = *a;
}

void run_plan_text(struct run_plan *p, int table, const char *name, const char *text)
{
	p->bare |= !text;
	if (text)
		put(p, table, &(struct run_attribute){.name = name, .text = text});
}

static void put_numbers(struct run_plan *p, int table, const char *name, int n, const double *x)
{
	put(p, table, &(struct run_attribute){.name = name, .n = n, .numbers = x});
}

static void put_texts(struct run_plan *p, int table, const char *name, int n, const char *const *text)
{
	put(p, table, &(struct run_attribute){.name = name, .n = n, .texts = text});
}

static uint64_t digest_bytes(uint64_t h, const void *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		h = (h ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
	return h;
}

static uint64_t digest_text(uint64_t h, const char *text)
{
	return digest_bytes(h, text, strlen(text) + 1);
}

static uint64_t digest_head(uint64_t h, const struct run_attribute *a)
{
	h = digest_text(digest_text(h, a->name), a->text ? a->text : "");
	if (a->numbers)
		h = digest_bytes(h, a->numbers, (size_t)a->n * sizeof(double));
	for (int i = 0; a->texts && i < a->n; i++)
		h = digest_text(h, a->texts[i]);
	return h;
}

uint64_t run_plan_digest(const struct run_plan *p)
{
	uint64_t h = 14695981039346656037u;

	for (int i = 0; i < p->ntable; i++) {
		const struct run_table *t = &p->table[i];

		h = digest_text(h, t->group);
		for (int k = 0; k < t->n; k++)
			h = digest_text(digest_text(h, t->column[k].name), t->column[k].unit);
		for (int k = 0; k < t->nattribute; k++)
			h = digest_head(h, &t->attribute[k]);
	}
	return h;
}

/* ---- rigs ---------------------------------------------------------------------------------------------------- */

/* Limits of every tick (expLimits), then those of control points: on what is commanded, and on what is measured. Infinite: none. */
static const char *const LIMIT[] = {
	"stroke_min", "stroke_max", "velocity_max", "force_min", "force_max", "following_max", "command_min", "command_max", "measured_disp_min",
	"measured_disp_max", "measured_force_min", "measured_force_max",
};

static void point_limit(const struct rig_point *p, enum slot slot, int channel, double *ret_lo, double *ret_hi)
{
	const struct control_signal *s = channel < p->n[slot] && p->signal[slot] ? p->signal[slot][channel] : NULL;

	*ret_lo = s ? s->lo : -INFINITY;
	*ret_hi = s ? s->hi : INFINITY;
}

static void channel_limits(const struct rig *r, int channel, double ret[COUNT(LIMIT)])
{
	struct rig_limit l = RIG_UNLIMITED;

	if (r->ops->limit && !r->ops->limit(r->self, channel, &l))
		l = (struct rig_limit)RIG_UNLIMITED;
	memcpy(ret, (const double[]){l.stroke_lo, l.stroke_hi, l.velocity, l.force_lo, l.force_hi, l.following}, 6 * sizeof(double));
	point_limit(&r->trial_point, SLOT_DISP, channel, &ret[6], &ret[7]);
	point_limit(&r->out_point, SLOT_DISP, channel, &ret[8], &ret[9]);
	point_limit(&r->out_point, SLOT_FORCE, channel, &ret[10], &ret[11]);
}

static void put_limits(struct run_plan *p, int table, const struct rig *r, int n)
{
	double *x = ARENA_ARRAY(&p->mem, COUNT(LIMIT) * (size_t)n, double), of[COUNT(LIMIT)];

	p->bare |= !x;
	for (int i = 0; i < n && x; i++) {
		channel_limits(r, i, of);
		for (size_t k = 0; k < COUNT(LIMIT); k++)
			x[k * (size_t)n + (size_t)i] = of[k];
	}
	for (size_t k = 0; k < COUNT(LIMIT) && x; k++)
		put_numbers(p, table, LIMIT[k], n, x + k * (size_t)n);
}

/* Words of all objects of one kind that a channel has, as a script would give them in one line. */
static const char *words_of(struct run_plan *p, const struct rig *r, int channel, const char *command)
{
	const char *word[2 * OBJECTS_MOST];
	struct rig_part part;
	int n = 0;

	for (int k = 0; k < OBJECTS_MOST && r->ops->part(r->self, channel, k, &part); k++) {
		if (strcmp(part.command, command) != 0)
			continue;
		if (n > 0)
			word[n++] = ";";
		word[n++] = laboratory_words(r->lab, command, part.tag);
	}
	return arena_join(&p->mem, n, word);
}

static void put_objects(struct run_plan *p, int table, const struct rig *r, int n)
{
	static const struct { const char *command, *name; } WHOLE[] = {{"expController", "controller"}, {"expCommand", "generator"}, {"expNetwork", "network"},
	                                                               {"expDevice", "device"}};
	static const struct { const char *command, *name; } EACH[] = {{"expSpecimen", "specimen"}, {"expActuator", "actuator"}, {"expSensor", "sensors"},
	                                                              {"expCompensator", "compensator"}, {"expLimits", "limits"}};

	for (size_t k = 0; k < COUNT(WHOLE); k++)
		run_plan_text(p, table, WHOLE[k].name, words_of(p, r, -1, WHOLE[k].command));
	for (size_t k = 0; k < COUNT(EACH); k++) {
		const char **text = ARENA_ARRAY(&p->mem, (size_t)n, const char *);

		for (int i = 0; i < n && text; i++) {
			text[i] = words_of(p, r, i, EACH[k].command);
			p->bare |= !text[i];
		}
		p->bare |= !text;
		if (!p->bare)
			put_texts(p, table, EACH[k].name, n, text);
	}
}

void run_plan_rig(struct run_plan *p, int table, const struct rig *r)
{
	int n = r->ctrl.n[SLOT_DISP];

	for (int s = SLOT_VEL; s <= SLOT_ACCEL && n == 0; s++)
		n = r->ctrl.n[s];
	run_plan_text(p, table, "rig", arena_text(&p->mem, laboratory_words(r->lab, "expControl", r->tag)));
	if (n > 0)
		put_limits(p, table, r, n);
	if (n > 0 && r->ops->part)
		put_objects(p, table, r, n);
}

/* ---- monitors ------------------------------------------------------------------------------------------------ */

void run_plan_guest(struct run_plan *p, int table, const struct run_guest *g, const char *group)
{
	struct run_limit l;
	const char **column, **action;
	double *number;
	int n = 0, most = 0;

	if (g->words)
		run_plan_text(p, table, "words", arena_text(&p->mem, g->words(g->self, group)));
	while (g->limit && g->limit(g->self, most, &l))
		most++;
	column = ARENA_ARRAY(&p->mem, (size_t)most + 1, const char *);
	action = ARENA_ARRAY(&p->mem, (size_t)most + 1, const char *);
	number = ARENA_ARRAY(&p->mem, 3 * (size_t)most + 1, double);
	p->bare |= !column || !action || !number;
	for (int i = 0; i < most && !p->bare; i++) {
		if (!g->limit(g->self, i, &l) || strcmp(l.table, group) != 0)
			continue;
		column[n] = arena_text(&p->mem, l.column);
		action[n] = arena_text(&p->mem, l.action);
		p->bare |= !column[n] || !action[n];
		number[n] = l.limit;
		number[most + n] = l.hysteresis;
		number[2 * most + n++] = l.both;
	}
	if (n == 0 || p->bare)
		return;
	put_texts(p, table, "threshold_column", n, column);
	put_texts(p, table, "threshold_action", n, action);
	put_numbers(p, table, "threshold_limit", n, number);
	put_numbers(p, table, "threshold_hysteresis", n, number + most);
	put_numbers(p, table, "threshold_both", n, number + 2 * most);
}
