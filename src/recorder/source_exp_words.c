/* The words of an experimental recorder: which objects, and the one response, a stage and a slot (trialDisp, outForce, ctrlVel, daqTime). */
#include "recorder/source_exp.h"

#include <limits.h>
#include <string.h>

enum { SLOT_SPELLINGS = 3 };

/* Spellings of a slot after its stage. */
static const char *const SPELLING[SLOT_TICKS + 1][SLOT_SPELLINGS] = {
	[SLOT_DISP] = {"Disp", "Displacement", "Displacements"},
	[SLOT_VEL] = {"Vel", "Velocity", "Velocities"},
	[SLOT_ACCEL] = {"Accel", "Acceleration", "Accelerations"},
	[SLOT_FORCE] = {"Force", "Forces"},
	[SLOT_TIME] = {"Time", "Times"},
	[SLOT_SIGNALS] = {"Sig", "Signal", "Signals"},
	[SLOT_TICKS] = {"Sig", "Signal", "Signals"},
};

static int add_tags(struct source_exp *s, const int *tag, int n, struct arena *mem, struct err *e, const char *object)
{
	int *all = ARENA_ARRAY(mem, (size_t)(s->ntag + n) + 1, int);
	if (!all)
		return err_set(e, ERR_MEMORY, object, "no memory for %d tags", s->ntag + n);
	if (s->ntag > 0)
		memcpy(all, s->tag, (size_t)s->ntag * sizeof(int));
	memcpy(all + s->ntag, tag, (size_t)n * sizeof(int));
	s->tag = all;
	s->ntag += n;
	return 1;
}

static int read_range(struct source_exp *s, struct args *a, struct arena *mem, struct err *e)
{
	enum { RANGE_MOST = 10000 };
	int first, last, tag[2], rc = args_tag(a, "first", &first, e);
	if (rc == 0)
		rc = args_tag(a, "last", &last, e);
	if (rc)
		return rc;
	tag[0] = first < last ? first : last;
	tag[1] = first < last ? last : first;
	if ((long)tag[1] - tag[0] >= RANGE_MOST)
		return err_set(e, ERR_RANGE, a->object, "%s names more than %d objects", s->kind->range, RANGE_MOST);
	for (int t = tag[0]; t <= tag[1] && rc >= 0; t++)
		rc = add_tags(s, &t, 1, mem, e, a->object);
	return rc;
}

static int read_objects(struct source_exp *s, struct args *a, struct arena *mem, struct err *e)
{
	if (args_accept(a, "all")) {
		s->all = true;
		return 1;
	}
	int *tag, n, rc = args_list_int(a, s->kind->command, INT_MIN, INT_MAX, 1, mem, &tag, &n, e);
	return rc < 0 ? rc : add_tags(s, tag, n, mem, e, a->object);
}

int exp_option(struct source_exp *s, const struct exp_kind *kind, struct args *a, struct arena *mem, struct err *e)
{
	s->kind = kind;
	for (int i = 0; kind->option[i]; i++)
		if (args_accept(a, kind->option[i]))
			return read_objects(s, a, mem, e);
	return args_accept(a, kind->range) ? read_range(s, a, mem, e) : 0;
}

static int unknown_response(const char *word, const struct exp_kind *kind, const char *object, struct err *e)
{
	err_set(e, ERR_UNKNOWN, object, "unknown response");
	err_value(e, "%s", word);
	err_allowed(e, "%s", kind->allowed);
	return ERR_UNKNOWN;
}

/* The slot of the rest of a word; -1: none. */
static int slot_of_rest(const struct stage *g, const char *rest)
{
	if (g->first < 0)
		return rest[0] == '\0' ? 0 : -1;
	for (int k = g->first; k <= g->last; k++)
		for (int i = 0; i < SLOT_SPELLINGS && SPELLING[k][i]; i++)
			if (strcmp(SPELLING[k][i], rest) == 0)
				return k;
	return -1;
}

int exp_response(struct source_exp *s, const struct exp_kind *kind, struct args *a, struct arena *mem, struct err *e)
{
	const char *word;
	int rc = args_word(a, "response", &word, e);
	if (rc < 0)
		return rc;
	s->kind = kind;
	for (const struct stage *g = kind->stage; g->word; g++) {
		size_t n = strlen(g->word);
		int slot = strncmp(word, g->word, n) == 0 ? slot_of_rest(g, word + n) : -1;
		if (slot < 0)
			continue;
		s->stage = g;
		s->slot = slot;
		s->word = arena_text(mem, word);
		return s->word ? 0 : err_set(e, ERR_MEMORY, a->object, "no memory");
	}
	return unknown_response(word, kind, a->object, e);
}

int exp_check(const void *self, const char *object, struct err *e)
{
	const struct source_exp *s = self;
	if (s->kind && s->stage && (s->all || s->ntag > 0))
		return 0;
	err_set(e, ERR_ARGUMENT, object, "%s", s->stage ? "no object is named" : "the response is missing");
	if (s->kind)
		err_allowed(e, "%s tag ... and one of: %s", s->kind->option[0], s->kind->allowed);
	return ERR_ARGUMENT;
}
