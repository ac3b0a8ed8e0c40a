/* Objects by tag, and the trip. */
#include "experiment/laboratory.h"

#include <stdio.h>
#include <string.h>

enum { SEED_DEFAULT = 1 };

struct belonging {
	void *object;
	void (*end)(void *object);
	struct belonging *next;    /* older */
};

struct made {
	const char *command;       /* static */
	int tag;
	const char *words;         /* owned: the laboratory's arena */
	struct made *next;         /* older */
};

void laboratory_init(struct laboratory *lab)
{
	memset(lab, 0, sizeof(*lab));
	lab->seed = SEED_DEFAULT;
	arena_init(&lab->arena);
}

/* Rigs hold the same structure: while one is waited for no other may be left without targets and without being told. */
static void rigs_ask(const struct laboratory *lab, enum rig_wish wish)
{
	for (int i = 0; i < lab->rigs.n; i++) {
		struct rig *r = lab->rigs.row[i].object;

		if (r->started && r->ops->ask)
			r->ops->ask(r->self, wish);
	}
}

static void rig_rest(struct laboratory *lab, const struct rig *r)
{
	if (r->ops->rest && !r->ops->rest(r->self) && !lab->restless)
		lab->restless = r;
}

/* Those that were asked, and are on their way, or those that could not be: they are told only now, so they come first. */
static void rigs_wait(struct laboratory *lab, enum rig_wish wish, bool asked)
{
	for (int i = 0; i < lab->rigs.n; i++) {
		struct rig *r = lab->rigs.row[i].object;

		if (!r->started || (r->ops->ask != NULL) != asked)
			continue;
		if (wish == RIG_END)
			rig_end(r);
		else
			rig_rest(lab, r);
	}
}

static void site_close(struct site *s)
{
	s->closed = true;
	site_end(s);
}

void laboratory_wipe(struct laboratory *lab)
{
	const struct laboratory old = *lab;

	rigs_ask(lab, RIG_END);
	for (int i = 0; i < lab->sites.n; i++)
		site_close(lab->sites.row[i].object);
	rigs_wait(lab, RIG_END, false);
	rigs_wait(lab, RIG_END, true);
	*lab = (struct laboratory){.arena = old.arena, .belongings = old.belongings, .seed = old.seed, .stamp = old.stamp + 1,
	                           .trips = old.trips, .rehearsal = old.rehearsal, .realtime = old.realtime, .run = old.run, .callbacks = old.callbacks,
	                           .unit = old.unit, .watch = old.watch, .watch_self = old.watch_self, .told = old.told, .told_self = old.told_self};
}

void laboratory_clear(struct laboratory *lab)
{
	laboratory_wipe(lab);
	for (const struct belonging *b = lab->belongings; b; b = b->next)
		b->end(b->object);
	lab->belongings = NULL;
	lab->made = NULL;
	arena_reset(&lab->arena);
	lab->seed = SEED_DEFAULT;
}

void laboratory_fini(struct laboratory *lab)
{
	laboratory_clear(lab);
	arena_fini(&lab->arena);
}

int laboratory_own(struct laboratory *lab, void *object, void (*end)(void *object), const char *name, struct err *e)
{
	struct belonging *b = ARENA_NEW(&lab->arena, struct belonging);

	if (!b)
		return err_set(e, ERR_MEMORY, name, "no memory to keep it");
	*b = (struct belonging){.object = object, .end = end, .next = lab->belongings};
	lab->belongings = b;
	return 0;
}

int laboratory_need(const struct table *t, const char *kind, int tag, const char *object, void **ret, struct err *e)
{
	void *found = table_get(t, tag);

	if (!found) {
		err_set(e, ERR_MISSING, object, "there is no %s with this tag", kind);
		err_value(e, "%s %d", kind, tag);
		err_hint(e, "make it before this command");
		return ERR_MISSING;
	}
	*ret = found;
	return 0;
}

int laboratory_remove(struct laboratory *lab, struct table *t, const char *kind, int tag, struct err *e)
{
	void *found;
	int code = laboratory_need(t, kind, tag, "removeExp", &found, e);

	if (code)
		return code;
	if (t == &lab->sites)
		site_close(found);
	if (t == &lab->rigs)
		rig_end(found);
	table_remove(t, tag);
	lab->stamp++;
	return 0;
}

/* Words with blanks in braces, as the script would write them. */
static size_t join(const struct args *a, int first, char *to, size_t size)
{
	size_t n = 0;

	for (int i = first; i < a->n; i++) {
		bool braces = !a->word[i][0] || strpbrk(a->word[i], " \t\n");

		n += (size_t)snprintf(to ? to + n : NULL, to ? size - n : 0, braces ? " {%s}" : " %s", a->word[i]);
	}
	return n;
}

int laboratory_keep(struct laboratory *lab, const struct args *a, int first, const char *command, const char *name, int tag, struct err *e)
{
	struct made *m = ARENA_NEW(&lab->arena, struct made);
	size_t head = strlen(command) + (name ? 1 + strlen(name) : 0), size = head + join(a, first, NULL, 0) + 1;
	char *words = arena_alloc(&lab->arena, size);

	if (!m || !words)
		return err_set(e, ERR_MEMORY, command, "no memory for its words");
	snprintf(words, size, "%s%s%s", command, name ? " " : "", name ? name : "");
	join(a, first, words + head, size - head);
	*m = (struct made){.command = command, .tag = tag, .words = words, .next = lab->made};
	lab->made = m;
	return 0;
}

const char *laboratory_words(const struct laboratory *lab, const char *command, int tag)
{
	for (const struct made *m = lab->made; m; m = m->next)
		if (m->tag == tag && strcmp(m->command, command) == 0)
			return m->words;
	return "";
}

int laboratory_begin(struct laboratory *lab, const struct table *t, struct args *a, const char *command, const char *name, int *ret_tag, struct err *e)
{
	int first = a->at, code = args_tag(a, "tag", ret_tag, e);

	if (code)
		return code;
	snprintf(a->object, sizeof(a->object), "%s %s %d", command, name, *ret_tag);
	if (table_get(t, *ret_tag))
		return err_set(e, ERR_DUPLICATE, a->object, "there is one with this tag already");
	return laboratory_keep(lab, a, first, command, name, *ret_tag, e);
}

static void sites_tell(const struct laboratory *lab)
{
	for (int i = 0; i < lab->sites.n; i++) {
		struct site *s = lab->sites.row[i].object;

		if (s->started && s->ops->rest)
			s->ops->rest(s->self);
	}
}

static void sites_insist(const struct laboratory *lab)
{
	for (int i = 0; i < lab->sites.n; i++) {
		struct site *s = lab->sites.row[i].object;

		if (s->started && s->ops->insist)
			s->ops->insist(s->self);
	}
}

int laboratory_trip(struct laboratory *lab, const struct trip *why)
{
	if (lab->trip.cause != TRIP_NONE)
		return ERR_STATE;
	lab->trip = *why;
	lab->trips++;
	lab->restless = NULL;
	rigs_ask(lab, RIG_REST);
	sites_tell(lab);
	if (lab->told)
		lab->told(lab->told_self);
	rigs_wait(lab, RIG_REST, false);
	/* rigs that were asked may be on their way for long */
	sites_insist(lab);
	rigs_wait(lab, RIG_REST, true);
	return why->code;
}

double laboratory_instant(const struct laboratory *lab)
{
	double latest = 0.0;

	for (int i = 0; i < lab->rigs.n; i++) {
		const struct rig *r = lab->rigs.row[i].object;

		latest = r->instant > latest ? r->instant : latest;
	}
	return latest;
}

int laboratory_may_move(const struct laboratory *lab, const char *object, const char *hint, struct err *e)
{
	if (!lab->run.resume)
		return 0;
	err_set(e, ERR_UNSUPPORTED, object, "a run that is taken up again does not move actuators of this laboratory");
	err_hint(e, "%s", hint);
	return ERR_UNSUPPORTED;
}

void laboratory_look(struct laboratory *lab)
{
	for (int i = 0; i < lab->rigs.n && lab->trip.cause == TRIP_NONE; i++)
		rig_look(lab->rigs.row[i].object);
	for (int i = 0; i < lab->sites.n && lab->trip.cause == TRIP_NONE; i++)
		(void)site_look(lab->sites.row[i].object);
}

static int sites_acknowledge(const struct laboratory *lab, struct err *e)
{
	int code = 0;

	for (int i = 0; i < lab->sites.n && !code; i++) {
		const struct site *s = lab->sites.row[i].object;

		if (s->started && s->ops->acknowledge)
			code = s->ops->acknowledge(s->self, e);
	}
	return code;
}

int laboratory_acknowledge(struct laboratory *lab, struct err *e)
{
	int code;

	laboratory_look(lab);
	if (lab->trip.cause == TRIP_NONE)
		return err_set(e, ERR_STATE, "laboratory", "nothing has tripped");
	laboratory_aftermath(lab);
	/* before a rig is let go on */
	code = sites_acknowledge(lab, e);
	for (int i = 0; i < lab->rigs.n && !code; i++) {
		struct rig *r = lab->rigs.row[i].object;

		if (!r->started)
			continue;
		if (r->ops->acknowledge)
			code = r->ops->acknowledge(r->self, e);
		else if (r->ops->rest)
			code = err_set(e, ERR_STATE, "laboratory", "expControl %d cannot go on after a trip", r->tag);
		r->fresh = true;
	}
	if (!code)
		lab->trip = (struct trip){0};
	return code;
}

void laboratory_aftermath(struct laboratory *lab)
{
	for (int i = 0; i < lab->rigs.n && lab->trip.cause != TRIP_NONE && !lab->trip.written; i++) {
		struct rig *r = lab->rigs.row[i].object;

		if (r->started && r->ops->aftermath)
			r->ops->aftermath(r->self);
	}
	lab->trip.written = lab->trip.cause != TRIP_NONE;
}

/* What a rig that failed says itself, or what its code says. */
static void rig_fault(const struct laboratory *lab, const char *object, const char *what, struct err *e)
{
	const struct trip *t = &lab->trip;
	const struct rig *r = table_get(&lab->rigs, t->rig);
	char why[300];

	if (t->cause == TRIP_RIG && r && r->ops->why && r->ops->why(r->self, why, sizeof(why)))
		err_set(e, t->code, object, "%s at t = %g: %s", what, t->t, why);
	else
		err_set(e, t->code, object, "%s at t = %g: %s", what, t->t, err_message(t->code));
}

void laboratory_rest_text(const struct laboratory *lab, char *ret_line, int size)
{
	if (lab->restless)
		snprintf(ret_line, (size_t)size, "not known to be at rest: expControl %d", lab->restless->tag);
	else
		snprintf(ret_line, (size_t)size, "all rigs were brought to rest");
}

static void hint_rest(const struct laboratory *lab, struct err *e)
{
	char rest[128];

	laboratory_rest_text(lab, rest, sizeof rest);
	err_hint(e, "%s; the data up to here are on disk; %s", rest, lab->peers ? "when the operators of all sites have acknowledged, tandem resume goes on" :
	                                                                         "expTrip -acknowledge continues, wipeExp begins a new test");
}

static int site_trouble(const struct laboratory *lab, struct err *e)
{
	const struct trip *t = &lab->trip;
	char object[64], why[300];

	snprintf(object, sizeof(object), "expSite %s %d", t->site->ops->name, t->site->tag);
	if (!t->site->ops->why(t->site->self, why, sizeof(why)))
		snprintf(why, sizeof(why), "%s", err_message(t->code));
	err_set(e, t->code, object, "the site failed at t = %g: %s", t->t, why);
	hint_rest(lab, e);
	return t->code;
}

/* Of a monitor, a rank that computes, the operator, a file that cannot be written, or a model that is not what it was taken for: what it says itself. */
static bool is_said(enum trip_cause cause)
{
	return cause == TRIP_MONITOR || cause == TRIP_RANK || cause == TRIP_MODEL || cause == TRIP_OPERATOR || cause == TRIP_FILE;
}

static int said_trouble(const struct laboratory *lab, struct err *e)
{
	err_set(e, lab->trip.code, "laboratory", "%s", lab->trip.why);
	hint_rest(lab, e);
	return lab->trip.code;
}

int laboratory_fault(const struct laboratory *lab, struct err *e)
{
	static const char *const what[TRIP_CAUSES] = {
		[TRIP_COMMAND_LIMIT] = "the command is outside its limits",
		[TRIP_MEASURED_LIMIT] = "the measured value is outside its limits",
		[TRIP_COMMAND_NUMBER] = "the command is not a finite number",
		[TRIP_MEASURED_NUMBER] = "the measured value is not a finite number",
		[TRIP_RIG] = "the rig failed",
		[TRIP_FILTER] = "a filter refuses the value",
		[TRIP_INTERRUPTED] = "interrupted",
		[TRIP_KINEMATICS] = "the measured displacements belong to no position of the setup",
	};
	const struct trip *t = &lab->trip;
	char object[64];

	if (t->cause == TRIP_NONE)
		return 0;
	if (t->cause == TRIP_SITE)
		return site_trouble(lab, e);
	if (is_said(t->cause))
		return said_trouble(lab, e);
	snprintf(object, sizeof(object), "expControl %d", t->rig);
	if (t->cause == TRIP_INTERRUPTED)
		err_set(e, t->code, "laboratory", "interrupted at t = %g", t->t);
	else if (t->cause == TRIP_RIG || t->cause == TRIP_KINEMATICS)
		rig_fault(lab, object, what[t->cause], e);
	else
		err_set(e, t->code, object, "%s, component %d at t = %g: %s", slot_name(t->slot), t->component + 1, t->t, what[t->cause]);
	if (t->cause == TRIP_COMMAND_LIMIT || t->cause == TRIP_MEASURED_LIMIT) {
		err_value(e, "%.9g", t->value);
		err_allowed(e, "%.9g to %.9g", t->lo, t->hi);
	}
	if (t->cause == TRIP_COMMAND_NUMBER || t->cause == TRIP_MEASURED_NUMBER)
		err_value(e, "%s", t->value > 0.0 ? "inf" : t->value < 0.0 ? "-inf" : "nan");
	if (t->cause == TRIP_FILTER)
		err_allowed(e, "%s", t->why);
	hint_rest(lab, e);
	return t->code;
}
