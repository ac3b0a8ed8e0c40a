/* A specimen of the program that uses the library (docs/library.md): it is told where to go, and answers displacement and force.
 *
 * Every command is exchanged once, when it is measured. Before the first command the program is asked once, with zeros, what is measured at rest. An
 * answer that is a code, or a number that is not finite, trips.
 */
#include "experiment/callback.h"
#include "experiment/laboratory.h"
#include "plugin.h"

struct caller {
	const struct callback *of;         /* borrowed: the laboratory's list */
	const struct rig *rig;             /* borrowed: laboratory */
	double *command[3];                /* displacement, velocity, acceleration; owned: laboratory's arena */
	double *rest[2];                   /* displacement and force at rest; owned: laboratory's arena */
	bool rested;                       /* they are known */
	bool restless;                     /* tripped, and not known to be at rest */
	double time;
	int code;                          /* of the last failure */
};

static int no_such(const struct laboratory *lab, const char *object, const char *name, struct err *e)
{
	int code = err_set(e, ERR_MISSING, object, "the program has given no specimen of this name");

	err_value(e, "%s", name);
	if (lab->callbacks)
		err_allowed(e, "%s%s", lab->callbacks->name, lab->callbacks->next ? ", ..." : "");
	err_hint(e, "programs give theirs by tandem_rig_add of the library, docs/library.md; in a script by itself take expControl VirtualRig");
	return code;
}

static int setup(void *self, struct args *a, struct rig *rig, struct laboratory *lab, const struct model *m, struct err *e)
{
	struct caller *s = self;
	const char *name;
	int n, code = args_word(a, "name", &name, e);

	(void)m;
	if (code)
		return code;
	s->of = callback_find(lab->callbacks, name);
	s->rig = rig;
	if (!s->of)
		return no_such(lab, a->object, name, e);
	n = s->of->channels;
	for (int k = 0; k < 5; k++) {
		double **at = k < 3 ? &s->command[k] : &s->rest[k - 3];

		if (!(*at = ARENA_ARRAY(&lab->arena, (size_t)n, double)))
			return err_set(e, ERR_MEMORY, a->object, "no memory for %d channels", n);
	}
	signals_size(rig->ctrl.n, n, n, n, 0, 0);
	signals_size(rig->daq.n, n, 0, 0, n, 0);
	return 0;
}

static int start(void *self, struct err *e)
{
	struct caller *s = self;

	(void)e;
	s->code = s->of->start(s->of->self);
	return s->code;
}

static int command(void *self, const struct signals *ctrl, double instant)
{
	struct caller *s = self;

	for (int k = 0; k < 3; k++)
		memcpy(s->command[k], ctrl->x[k], (size_t)s->of->channels * sizeof(double));
	s->time = instant;
	return 0;
}

static int measure(void *self, struct signals *daq)
{
	struct caller *s = self;
	struct callback_command c = {.rest = !s->rig->commanded, .time = s->time, .disp = s->command[SLOT_DISP], .vel = s->command[SLOT_VEL],
	                             .accel = s->command[SLOT_ACCEL]};

	size_t size = (size_t)s->of->channels * sizeof(double);

	if (c.rest && s->rested) {
		memcpy(daq->x[SLOT_DISP], s->rest[0], size);
		memcpy(daq->x[SLOT_FORCE], s->rest[1], size);
		return 0;
	}
	memcpy(daq->x[SLOT_DISP], c.disp, size);
	/* a force that is not written is none, and not that of the last command */
	for (int i = 0; i < s->of->channels; i++)
		daq->x[SLOT_FORCE][i] = NAN;
	s->code = s->of->exchange(s->of->self, s->rig->tag, &c, daq->x[SLOT_DISP], daq->x[SLOT_FORCE]);
	if (s->code == 0 && c.rest) {
		memcpy(s->rest[0], daq->x[SLOT_DISP], size);
		memcpy(s->rest[1], daq->x[SLOT_FORCE], size);
		s->rested = true;
	}
	return s->code;
}

static int commit(void *self)
{
	struct caller *s = self;

	s->code = s->of->commit(s->of->self);
	return s->code;
}

static bool why(const void *self, char *ret_text, int size)
{
	const struct caller *s = self;
	const char *text = s->of->why(s->of->self);

	if (!text)
		text = err_message(s->code);
	ret_text[0] = '\0';
	strncat(ret_text, text, (size_t)size - 1);
	return true;
}

static bool rest(void *self)
{
	struct caller *s = self;

	s->restless = s->of->rest(s->of->self) != 0;
	return !s->restless;
}

static int acknowledge(void *self, struct err *e)
{
	struct caller *s = self;

	if (s->restless && !rest(s))
		return err_set(e, ERR_STATE, "expControl", "the program's specimen %s is not known to be at rest", s->of->name);
	if (s->of->acknowledge(s->of->self))
		return err_set(e, ERR_UNSUPPORTED, "expControl", "the program's specimen %s does not go on after a trip", s->of->name);
	return 0;
}

static void end(void *self)
{
	struct caller *s = self;

	s->of->end(s->of->self);
}

static const struct param params[] = {
	{ .name = "name", .kind = PARAM_ROW, .required = true, .help = "under which the program gave its specimen to the library" },
	{ 0 },
};

const struct rig_ops rig_callback = {
	.name = "Callback",
	.brief = "Specimen of the program that uses the library: functions of its own",
	.example = "column",
	.params = params,
	.size = sizeof(struct caller),
	.outside = true,
	.setup = setup,
	.start = start,
	.command = command,
	.measure = measure,
	.commit = commit,
	.why = why,
	.acknowledge = acknowledge,
	.rest = rest,
	.end = end,
};
