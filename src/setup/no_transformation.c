/* One actuator a component, any number of them: c_i = b_dof(i). Components that no actuator drives stay zero in the answer. */
#include "setup/setup_common.h"

#include <limits.h>

struct pick {
	int n, trial, out;
	int *dof;        /* owned: laboratory's arena; 0-based */
};

static int dofs_check(const struct pick *p, const char *object, struct err *e)
{
	int most = p->trial < p->out ? p->trial : p->out;

	for (int i = 0; i < p->n; i++) {
		if (p->dof[i] > most) {
			err_set(e, ERR_RANGE, object, "freedom of actuator %d", i + 1);
			err_value(e, "%d", p->dof[i]);
			err_allowed(e, "1 to %d, the sizes of trial and out", most);
			return ERR_RANGE;
		}
		for (int k = 0; k < i; k++)
			if (p->dof[k] == p->dof[i])
				return err_set(e, ERR_DUPLICATE, object, "two actuators on freedom %d", p->dof[i]);
	}
	return 0;
}

static int setup(void *self, struct args *a, struct setup *s, struct laboratory *lab, struct err *e)
{
	struct pick *p = self;
	int code = 0;

	while (args_more(a) && !code) {
		if (args_accept(a, "-dof") || args_accept(a, "-dir")) {
			code = args_list_int(a, "dof", 1, INT_MAX, 1, &lab->arena, &p->dof, &p->n, e);
		} else if (args_accept(a, "-sizeTrialOut")) {
			code = args_int(a, "sizeTrial", 1, 1000, &p->trial, e);
			if (!code)
				code = args_int(a, "sizeOut", 1, 1000, &p->out, e);
		} else {
			return args_end(a, e);
		}
	}
	if (!code && (!p->n || !p->trial)) {
		err_set(e, ERR_ARGUMENT, a->object, "%s is missing", p->n ? "-sizeTrialOut t o" : "-dof d1 ...");
		return ERR_ARGUMENT;
	}
	if (!code)
		code = dofs_check(p, a->object, e);
	if (!code)
		code = setup_sizes(s, p->trial, p->out, p->n, lab, a->object, e);
	for (int i = 0; i < p->n && !code; i++)
		s->driven[--p->dof[i]] = true;
	return code;
}

static void command(const void *self, const struct signals *trial, struct signals *ctrl)
{
	const struct pick *p = self;

	for (int k = 0; k < SLOT_TIME; k++)
		for (int i = 0; i < p->n; i++)
			ctrl->x[k][i] = trial->x[k][p->dof[i]];
	ctrl->x[SLOT_TIME][0] = trial->x[SLOT_TIME][0];
}

static int answer(const void *self, const struct signals *trial, const struct signals *daq, struct signals *out)
{
	const struct pick *p = self;

	(void)trial;
	for (int k = 0; k < SLOT_TIME; k++)
		for (int i = 0; i < p->n; i++)
			out->x[k][p->dof[i]] = daq->x[k][i];
	out->x[SLOT_TIME][0] = daq->x[SLOT_TIME][0];
	return 0;
}

static const struct param params[] = {
	{ .name = "-dof d1 ...", .kind = PARAM_ROW, .required = true, .help = "the component of each actuator, from 1" },
	{ .name = "-sizeTrialOut t o", .kind = PARAM_ROW, .required = true, .help = "components that the element sends and wants" },
	{ 0 },
};

const struct setup_ops setup_no_transformation = {
	.name = "NoTransformation",
	.brief = "One actuator a component, any number",
	.example = "-dof 1 3 -sizeTrialOut 3 3",
	.params = params,
	.size = sizeof(struct pick),
	.setup = setup,
	.command = command,
	.answer = answer,
};

/* OneActuator says its one component without a word before it. */
static int setup_one(void *self, struct args *a, struct setup *s, struct laboratory *lab, struct err *e)
{
	struct pick *p = self;
	int code;

	p->n = 1;
	p->dof = ARENA_NEW(&lab->arena, int);
	if (!p->dof)
		return err_set(e, ERR_MEMORY, a->object, "no memory");
	code = args_int(a, "dof", 1, INT_MAX, p->dof, e);
	return code ? code : setup(self, a, s, lab, e);
}

static const struct param one_params[] = {
	{ .name = "dof", .kind = PARAM_ROW, .required = true, .help = "the component of the actuator, from 1" },
	{ .name = "-sizeTrialOut t o", .kind = PARAM_ROW, .required = true, .help = "components that the element sends and wants" },
	{ 0 },
};

const struct setup_ops setup_one_actuator = {
	.name = "OneActuator",
	.brief = "One actuator on one component",
	.example = "1 -sizeTrialOut 1 1",
	.params = one_params,
	.size = sizeof(struct pick),
	.setup = setup_one,
	.command = command,
	.answer = answer,
};
