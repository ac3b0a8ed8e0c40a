/* What is the same for every setup: the rig behind it, twenty vectors of factors, and the order in which they act (setup.h). */
#include "experiment/setup.h"

#include "experiment/laboratory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const stage_name[SETUP_STAGES] = {[SETUP_TRIAL] = "trial", [SETUP_OUT] = "out", [SETUP_CTRL] = "ctrl", [SETUP_DAQ] = "daq"};

struct given_factor { int stage, slot, n; double *x; };
struct given { struct given_factor f[SETUP_STAGES * SLOTS]; int n; };

/* "-ctrlDispFact" to stage and slot; false when the word is something else. */
static bool factor_word(const char *word, int *ret_stage, int *ret_slot)
{
	char name[32];

	for (int g = 0; g < SETUP_STAGES; g++)
		for (int s = 0; s < SLOTS; s++) {
			snprintf(name, sizeof(name), "-%s%sFact", stage_name[g], slot_name(s));
			if (strcmp(word, name) == 0) {
				*ret_stage = g;
				*ret_slot = s;
				return true;
			}
		}
	return false;
}

static int control_read(struct setup *s, struct args *a, struct laboratory *lab, struct err *e)
{
	void *found;
	int tag, code = args_tag(a, "control", &tag, e);

	if (!code)
		code = laboratory_need(&lab->rigs, "expControl", tag, a->object, &found, e);
	if (!code)
		s->rig = found;
	return code;
}

/* Takes -control and the factors out of the words, wherever they stand. */
static int common_options(struct setup *s, struct given *given, struct args *a, struct args *ret_rest, struct laboratory *lab, struct err *e)
{
	const char **word = ARENA_ARRAY(&lab->arena, (size_t)a->n + 1, const char *);
	int n = 0, code = 0;

	if (!word)
		return err_set(e, ERR_MEMORY, a->object, "no memory for its words");
	while (args_more(a) && !code) {
		struct given_factor f = {0};

		if (args_accept(a, "-control")) {
			code = control_read(s, a, lab, e);
		} else if (factor_word(args_peek(a), &f.stage, &f.slot)) {
			const char *name = args_peek(a);

			if (given->n == (int)COUNT(given->f))
				return err_set(e, ERR_ARGUMENT, a->object, "more factors than there are kinds of them: %s", name);
			args_accept(a, name);
			code = args_list_real(a, name, RANGE_ANY, 1, &lab->arena, &f.x, &f.n, e);
			given->f[given->n++] = f;
		} else {
			code = args_word(a, "word", &word[n++], e);
		}
	}
	args_rest(ret_rest, a, n, word);
	return code;
}

static int factors_keep(struct setup *s, const struct given *given, const char *object, struct err *e)
{
	for (int i = 0; i < given->n; i++) {
		const struct given_factor *f = &given->f[i];
		int want = s->side[f->stage].n[f->slot];

		if (f->n != want) {
			err_set(e, ERR_RANGE, object, "-%s%sFact has the wrong number of factors", stage_name[f->stage], slot_name(f->slot));
			err_value(e, "%d", f->n);
			err_allowed(e, "%d", want);
			return ERR_RANGE;
		}
		s->factor[f->stage][f->slot] = f->x;
	}
	return 0;
}

static int rooms_take(struct setup *s, struct laboratory *lab)
{
	for (int g = 0; g < SETUP_STAGES; g++) {
		int n[SLOTS];

		memcpy(n, s->side[g].n, sizeof(n));
		if (signals_take(&s->side[g], n, &lab->arena))
			return ERR_MEMORY;
	}
	return signals_take(&s->scaled, s->side[SETUP_OUT].n, &lab->arena);
}

/* The rig must take as many displacements as the setup gives, or none of a kind; what it measures likewise. */
static int rig_fits(const struct setup *s, const char *object, struct err *e)
{
	const struct signals *mine[2] = {&s->side[SETUP_CTRL], &s->side[SETUP_DAQ]};
	const struct signals *its[2] = {&s->rig->ctrl, &s->rig->daq};
	static const char *const what[2] = {"commands", "measurements"};

	for (int d = 0; d < 2; d++)
		for (int k = 0; k < SLOTS; k++)
			if (its[d]->n[k] && mine[d]->n[k] && its[d]->n[k] != mine[d]->n[k]) {
				err_set(e, ERR_RANGE, object, "expControl %d has another number of %s of type %s", s->rig->tag, what[d], slot_name(k));
				err_value(e, "%d", its[d]->n[k]);
				err_allowed(e, "%d, one an actuator", mine[d]->n[k]);
				return ERR_RANGE;
			}
	return 0;
}

int setup_build(struct laboratory *lab, const struct setup_ops *ops, struct args *a, struct err *e)
{
	struct setup *s = ARENA_NEW(&lab->arena, struct setup);
	struct given given = {0};
	struct args rest;
	int code;

	if (!s || !(s->self = arena_alloc(&lab->arena, ops->size)))
		return err_set(e, ERR_MEMORY, a->object, "no memory for a setup");
	code = laboratory_begin(lab, &lab->setups, a, "expSetup", ops->name, &s->tag, e);
	s->ops = ops;
	if (!code)
		code = common_options(s, &given, a, &rest, lab, e);
	if (!code)
		code = param_parse(ops->params, s->self, &rest, e);
	if (!code && ops->setup)
		code = ops->setup(s->self, &rest, s, lab, e);
	if (!code)
		code = args_end(&rest, e);
	if (!code)
		code = factors_keep(s, &given, a->object, e);
	if (!code && rooms_take(s, lab))
		code = err_set(e, ERR_MEMORY, a->object, "no memory for its signals");
	if (!code && s->rig)
		code = rig_fits(s, a->object, e);
	if (code)
		return code;
	lab->stamp++;
	return table_add(&lab->setups, s->tag, s, "expSetup", &lab->arena, e);
}

static void scale(const struct setup *s, int stage, struct signals *x)
{
	for (int k = 0; k < SLOTS; k++)
		for (int i = 0; s->factor[stage][k] && i < x->n[k]; i++)
			x->x[k][i] *= s->factor[stage][k][i];
}

void setup_forward(struct setup *s, const struct signals *trial)
{
	signals_copy(trial, &s->side[SETUP_TRIAL]);
	scale(s, SETUP_TRIAL, &s->side[SETUP_TRIAL]);
	s->ops->command(s->self, &s->side[SETUP_TRIAL], &s->side[SETUP_CTRL]);
	scale(s, SETUP_CTRL, &s->side[SETUP_CTRL]);
}

int setup_backward(struct setup *s, const struct signals *daq)
{
	int code;

	signals_copy(daq, &s->side[SETUP_DAQ]);
	scale(s, SETUP_DAQ, &s->side[SETUP_DAQ]);
	code = s->ops->answer(s->self, &s->side[SETUP_TRIAL], &s->side[SETUP_DAQ], &s->side[SETUP_OUT]);
	signals_copy(&s->side[SETUP_OUT], &s->scaled);
	scale(s, SETUP_OUT, &s->scaled);
	return code;
}

int setup_channel(struct setup *s, int k, struct arena *mem)
{
	const struct signals *trial = &s->side[SETUP_TRIAL], *ctrl = &s->side[SETUP_CTRL];
	static const double SMALL = 1e-6, ALONE = 1e-3;       /* a displacement; of the largest answer: less is no answer */
	struct signals moved, at[3];
	double most = 0.0;
	int found = -1, several = 0;

	if (k >= trial->n[SLOT_DISP] || signals_take(&moved, trial->n, mem) || signals_take(&at[0], ctrl->n, mem) ||
	    signals_take(&at[1], ctrl->n, mem) || signals_take(&at[2], ctrl->n, mem))
		return -1;
	for (int i = 0; i < 2; i++) {
		moved.x[SLOT_DISP][k] = i * SMALL;
		s->ops->command(s->self, &moved, &at[i]);
	}
	/* parts of an Aggregator remember what they were told last */
	s->ops->command(s->self, trial, &at[2]);
	for (int i = 0; i < ctrl->n[SLOT_DISP]; i++)
		most = fmax(most, fabs(at[1].x[SLOT_DISP][i] - at[0].x[SLOT_DISP][i]));
	for (int i = 0; i < ctrl->n[SLOT_DISP]; i++)
		if (fabs(at[1].x[SLOT_DISP][i] - at[0].x[SLOT_DISP][i]) > ALONE * most) {
			found = i;
			several++;
		}
	return several == 1 ? found : -1;
}

int setup_command(struct setup *s, const struct signals *trial, double t, double instant)
{
	setup_forward(s, trial);
	return rig_command(s->rig, &s->side[SETUP_CTRL], t, instant);
}

int setup_answer(struct setup *s, double t)
{
	int code = rig_measure(s->rig, t);

	if (code)
		return code;
	code = setup_backward(s, &s->rig->daq);
	return code ? laboratory_trip(s->rig->lab, &(struct trip){.cause = TRIP_KINEMATICS, .code = code, .rig = s->rig->tag, .t = t}) : 0;
}
