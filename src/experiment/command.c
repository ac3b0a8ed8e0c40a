/* Making command generators, and following one through given targets. */
#include "experiment/command.h"

#include "experiment/laboratory.h"

#include <string.h>

int command_build(struct laboratory *lab, const struct command_ops *ops, struct args *a, struct err *e)
{
	struct command *c = ARENA_NEW(&lab->arena, struct command);
	int code;

	if (!c || !(c->self = arena_alloc(&lab->arena, ops->size)))
		return err_set(e, ERR_MEMORY, a->object, "no memory for a command generator");
	code = laboratory_begin(lab, &lab->commands, a, "expCommand", ops->name, &c->tag, e);
	c->ops = ops;
	if (!code)
		code = param_parse(ops->params, c->self, a, e);
	if (!code && ops->setup)
		code = ops->setup(c->self, a, lab, &lab->arena, e);
	if (!code)
		code = args_end(a, e);
	if (code)
		return code;
	c->nstate = ops->nstate(c->self);
	lab->stamp++;
	return table_add(&lab->commands, c->tag, c, "expCommand", &lab->arena, e);
}

int command_use(struct command_use *u, const struct command *command, struct laboratory *lab, const char *object, struct err *e)
{
	*u = (struct command_use){.command = command};
	if (!command)
		return 0;
	u->state = ARENA_ARRAY(&lab->arena, (size_t)command->nstate, double);
	return u->state ? 0 : err_set(e, ERR_MEMORY, object, "no memory for the state of expCommand %d", command->tag);
}

void command_start(struct command_use *u, double x, double step)
{
	memset(u->state, 0, (size_t)u->command->nstate * sizeof(double));
	u->command->ops->start(u->command->self, u->state, x, step);
}

void command_path(struct command_use *u, int n, const struct command_target *t, int ticks, double known, double *ret_x)
{
	const struct command_ops *ops = u->command->ops;
	const void *self = u->command->self;

	command_start(u, t[0].x, t[0].step);
	for (int k = 0; k + 1 < n; k++) {
		bool met = false;
		double now = t[k].x, s = 0.0;

		for (int j = 0; j < ticks; j++) {
			s = (double)j / ticks;
			if (!met && (j > 0 || known > 0.0))
				now = ops->predict(self, u->state, s);
			if (!met && s >= known) {
				ops->target(self, u->state, &t[k + 1], now, s);
				met = true;
			}
			*ret_x++ = met ? ops->correct(self, u->state, s) : now;
		}
		if (!met)
			ops->target(self, u->state, &t[k + 1], now, s);
		ops->advance(self, u->state);
	}
	*ret_x = t[n - 1].x;
}
