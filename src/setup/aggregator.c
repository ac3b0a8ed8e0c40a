/* Several setups as one: trial, ctrl, daq and out vectors of the parts, one after another. Each part keeps its own factors, which act inside
 * those of the whole; time is that of the first part.
 *
 * A part that is taken already, here or in another whole, or has a control of its own to serve elsewhere, takes part with its own room for
 * signals; any other is the part itself, so that a recorder on it shows what passes through. Parts exist before the whole, so the depth of
 * aggregates in aggregates is bounded.
 */
#include "setup/setup_common.h"

#include <limits.h>

enum { PARTS_LEAST = 2 };

extern const struct setup_ops setup_aggregator;

struct aggregate {
	int n;
	struct setup **part;               /* owned: laboratory's arena; the setups are borrowed from the laboratory, or copies in its arena */
	int (*at)[SETUP_STAGES][SLOTS];    /* where each part begins; owned: laboratory's arena */
};

static struct setup *part_copy(const struct setup *s, struct laboratory *lab);

/* An aggregate of copies of its parts. */
static struct aggregate *aggregate_copy(const struct aggregate *g, struct laboratory *lab)
{
	struct aggregate *copy = ARENA_NEW(&lab->arena, struct aggregate);

	if (!copy)
		return NULL;
	*copy = *g;
	copy->part = ARENA_ARRAY(&lab->arena, (size_t)g->n, struct setup *);
	for (int i = 0; i < g->n && copy->part; i++)
		if (!(copy->part[i] = part_copy(g->part[i], lab)))
			return NULL;
	return copy->part ? copy : NULL;
}

/* The same kinematics and factors with other signals. */
static struct setup *part_copy(const struct setup *s, struct laboratory *lab)
{
	struct setup *copy = ARENA_NEW(&lab->arena, struct setup);

	if (!copy)
		return NULL;
	*copy = *s;
	copy->rig = NULL;
	if (s->ops == &setup_aggregator && !(copy->self = aggregate_copy(s->self, lab)))
		return NULL;
	for (int g = 0; g < SETUP_STAGES; g++)
		if (signals_take(&copy->side[g], s->side[g].n, &lab->arena))
			return NULL;
	return signals_take(&copy->scaled, s->scaled.n, &lab->arena) ? NULL : copy;
}

static int parts_find(struct aggregate *g, const int *tag, const char *object, struct laboratory *lab, struct err *e)
{
	for (int i = 0; i < g->n; i++) {
		void *found;
		struct setup *part;
		int code = laboratory_need(&lab->setups, "expSetup", tag[i], object, &found, e);

		if (code)
			return code;
		part = found;
		g->part[i] = part->taken || part->rig ? part_copy(part, lab) : part;
		if (!g->part[i])
			return err_set(e, ERR_MEMORY, object, "no memory for its parts");
		part->taken = true;
	}
	return 0;
}

/* Sizes of the whole, where each part begins, and what is driven. */
static int parts_join(struct aggregate *g, struct setup *s, struct laboratory *lab)
{
	int components = 0;

	for (int i = 0; i < g->n; i++)
		for (int stage = 0; stage < SETUP_STAGES; stage++)
			for (int k = 0; k < SLOT_TIME; k++) {
				g->at[i][stage][k] = s->side[stage].n[k];
				s->side[stage].n[k] += g->part[i]->side[stage].n[k];
			}
	for (int i = 0; i < g->n; i++)
		s->blind |= g->part[i]->blind;
	for (int stage = 0; stage < SETUP_STAGES; stage++)
		s->side[stage].n[SLOT_TIME] = 1;
	for (int k = 0; k < SLOT_TIME; k++)
		components = s->side[SETUP_OUT].n[k] > components ? s->side[SETUP_OUT].n[k] : components;
	s->driven = ARENA_ARRAY(&lab->arena, (size_t)components + 1, bool);
	if (!s->driven)
		return ERR_MEMORY;
	for (int i = 0; i < g->n; i++)
		memcpy(s->driven + g->at[i][SETUP_OUT][SLOT_FORCE], g->part[i]->driven, sizeof(bool) * (size_t)g->part[i]->side[SETUP_OUT].n[SLOT_FORCE]);
	return 0;
}

static int setup(void *self, struct args *a, struct setup *s, struct laboratory *lab, struct err *e)
{
	struct aggregate *g = self;
	int *tag = NULL, code;

	if (!args_accept(a, "-setup"))
		return args_more(a) ? args_end(a, e) : err_set(e, ERR_ARGUMENT, a->object, "-setup s1 s2 ... is missing");
	code = args_list_int(a, "part", -INT_MAX, INT_MAX, 1, &lab->arena, &tag, &g->n, e);
	if (code)
		return code;
	if (g->n < PARTS_LEAST) {
		err_set(e, ERR_RANGE, a->object, "number of parts after -setup");
		err_value(e, "%d", g->n);
		err_allowed(e, "at least %d", PARTS_LEAST);
		return ERR_RANGE;
	}
	g->part = ARENA_ARRAY(&lab->arena, (size_t)g->n, struct setup *);
	g->at = arena_array(&lab->arena, (size_t)g->n, sizeof(*g->at));
	if (!g->part || !g->at)
		return err_set(e, ERR_MEMORY, a->object, "no memory for its parts");
	code = parts_find(g, tag, a->object, lab, e);
	if (!code && parts_join(g, s, lab))
		code = err_set(e, ERR_MEMORY, a->object, "no memory for its sizes");
	return code;
}

/* The piece of a whole vector that belongs to part i. */
static struct signals piece(const struct aggregate *g, int i, int stage, const struct signals *whole)
{
	struct signals s = g->part[i]->side[stage];

	for (int k = 0; k < SLOTS; k++)
		s.x[k] = whole->x[k] + g->at[i][stage][k];
	return s;
}

/* What part i gives, into its piece of the whole. */
static void piece_put(const struct aggregate *g, int i, int stage, const struct signals *from, struct signals *whole)
{
	for (int k = 0; k < SLOT_TIME; k++)
		memcpy(whole->x[k] + g->at[i][stage][k], from->x[k], sizeof(double) * (size_t)from->n[k]);
	if (i == 0)
		whole->x[SLOT_TIME][0] = from->x[SLOT_TIME][0];
}

static void command(const void *self, const struct signals *trial, struct signals *ctrl)
{
	const struct aggregate *g = self;

	for (int i = 0; i < g->n; i++) {
		struct signals mine = piece(g, i, SETUP_TRIAL, trial);

		setup_forward(g->part[i], &mine);
		piece_put(g, i, SETUP_CTRL, &g->part[i]->side[SETUP_CTRL], ctrl);
	}
}

static int answer(const void *self, const struct signals *trial, const struct signals *daq, struct signals *out)
{
	const struct aggregate *g = self;
	int code = 0;

	(void)trial;
	for (int i = 0; i < g->n && !code; i++) {
		struct signals mine = piece(g, i, SETUP_DAQ, daq);

		code = setup_backward(g->part[i], &mine);
	}
	for (int i = 0; i < g->n && !code; i++)
		piece_put(g, i, SETUP_OUT, &g->part[i]->scaled, out);
	return code;
}

static const struct param params[] = {
	{ .name = "-setup s1 s2 ...", .kind = PARAM_ROW, .required = true, .help = "the setups that are its parts, at least two" },
	{ 0 },
};

const struct setup_ops setup_aggregator = {
	.name = "Aggregator",
	.brief = "Several setups as one",
	.example = "-setup 1 2",
	.params = params,
	.size = sizeof(struct aggregate),
	.setup = setup,
	.command = command,
	.answer = answer,
};
