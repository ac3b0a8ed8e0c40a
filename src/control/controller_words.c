/* expController: the words of a controller. */
#include "control/controller.h"

#include "experiment/laboratory.h"

#include <math.h>
#include <stdio.h>

const struct param control_plan_params[] = {
	{ "commandTag", PARAM_TAG, offsetof(struct control_plan, command_tag), true, 0, RANGE_ANY, "expCommand that makes commands from targets" },
	{ "-extrapolate", PARAM_REAL, offsetof(struct control_plan, words.extrapolate), false, 0.6, { 0.0, 1.0, true, true },
	  "share of the step where extrapolation ends and slowing down begins" },
	{ "-slow", PARAM_REAL, offsetof(struct control_plan, words.slow), false, 0.8, { 0.0, 1.0, true, true },
	  "share of the step where slowing down ends and the hold begins" },
	{ "-slowRate", PARAM_REAL, offsetof(struct control_plan, words.slow_rate), false, 0.5, { 0.0, 1.0, true, false }, "rate while slow, of the full one" },
	{ "-hold", PARAM_REAL, offsetof(struct control_plan, words.hold_s), false, INFINITY, RANGE_NONNEG,
	  "longest hold before the specimen is let go [s of laboratory time]; default: holds for ever" },
	{ "-mass", PARAM_REAL, offsetof(struct control_plan, words.mass), false, NAN, RANGE_POSITIVE, "mass at an actuator while the specimen is let go" },
	{ "-damping", PARAM_REAL, offsetof(struct control_plan, words.damping), false, 0.0, RANGE_NONNEG, "its viscous damping" },
	{ "-adaptive", PARAM_REAL, offsetof(struct control_plan, words.adapt.share), false, NAN, { 1e-4, 0.5, false, false },
	  "spans are chosen by answer times, so that no more than this share of the steps slows down; the first is as the rig says; default: all are" },
	{ "-window", PARAM_INT, offsetof(struct control_plan, words.adapt.window), false, 0, { 0, ADAPT_WINDOW_MOST, false, false },
	  "so many answer times are remembered; 0: 5/share" },
	{ "-shortest", PARAM_REAL, offsetof(struct control_plan, words.adapt.shortest_s), false, 0.0, RANGE_NONNEG,
	  "of a span [s of laboratory time]" },
	{ "-longest", PARAM_REAL, offsetof(struct control_plan, words.adapt.longest_s), false, INFINITY, RANGE_POSITIVE,
	  "of a span [s of laboratory time]" },
	{ "-change", PARAM_REAL, offsetof(struct control_plan, words.adapt.change), false, 0.1, { 0.0, 10.0, true, false },
	  "most of a span from one step to the next, of itself" },
	{ 0 },
};

const char *const control_plan_tunable[] = { "-extrapolate", "-slow", "-slowRate", NULL };

static int plan_check(const struct control_plan *p, const char *object, struct err *e)
{
	if (p->words.slow < p->words.extrapolate) {
		err_set(e, ERR_RANGE, object, "-slow ends before -extrapolate");
		err_value(e, "%g", p->words.slow);
		err_allowed(e, "at least %g", p->words.extrapolate);
		return ERR_RANGE;
	}
	if (isfinite(p->words.hold_s) && !isfinite(p->words.mass)) {
		err_set(e, ERR_ARGUMENT, object, "a specimen that is let go after -hold wants -mass");
		return ERR_ARGUMENT;
	}
	return adapt_words_check(&p->words.adapt, object, e);
}

int control_plan_build(struct laboratory *lab, struct args *a, struct err *e)
{
	struct control_plan *p = ARENA_NEW(&lab->arena, struct control_plan);
	void *found = NULL;
	int code, first = a->at;

	if (!p)
		return err_set(e, ERR_MEMORY, a->object, "no memory for a controller");
	code = args_tag(a, "tag", &p->tag, e);
	if (code)
		return code;
	snprintf(a->object, sizeof(a->object), "expController %d", p->tag);
	code = param_parse(control_plan_params, p, a, e);
	if (!code)
		code = args_end(a, e);
	if (!code)
		code = laboratory_need(&lab->commands, "expCommand", p->command_tag, a->object, &found, e);
	if (!code)
		code = plan_check(p, a->object, e);
	if (!code)
		code = laboratory_keep(lab, a, first, "expController", NULL, p->tag, e);
	if (code)
		return code;
	p->command = found;
	lab->stamp++;
	return table_add(&lab->controllers, p->tag, p, "expController", &lab->arena, e);
}
