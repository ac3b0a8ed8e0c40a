/* Cubics with the velocities of the targets.
 *
 * Not known: the cubic with displacement and velocity of the targets at -1 and 0, continued. Known: the cubic from where the command stands at xi, with
 * the slope of the prediction there, to displacement and velocity of the target at 1. Neither command nor its velocity jump.
 * Schellenberg, Mahin, Fenves, PEER 2009/104.
 */
#include "command/command_common.h"
#include "plugin.h"

static int nstate(const void *self)
{
	(void)self;
	return past_nstate(2);
}

static void start(const void *self, double *h, double x, double step)
{
	(void)self;
	past_start(h, 2, x, step);
}

static double predict(const void *self, const double *h, double s)
{
	const struct past *p = (const struct past *)h;

	(void)self;
	return hermite_value(1.0 + s, p->at[1].x, p->at[1].v * p->step, p->at[0].x, p->at[0].v * p->step);
}

static double correct(const void *self, const double *h, double s)
{
	const struct past *p = (const struct past *)h;
	double left = 1.0 - p->xi, slope = hermite_slope(1.0 + p->xi, p->at[1].x, p->at[1].v * p->before, p->at[0].x, p->at[0].v * p->before);

	(void)self;
	if (!(s < 1.0))
		return p->next.x;
	/* a part of this step takes another time than one of the last */
	if (p->before > 0.0)
		slope *= p->step / p->before;
	return hermite_value((s - p->xi) / left, p->now, left * slope, p->next.x, left * p->next.v * p->step);
}

const struct command_ops command_hermite = {
	.name = "Hermite",
	.brief = "Cubics with displacement and velocity of the targets",
	.cite = "Schellenberg, Mahin, Fenves, PEER 2009/104",
	.example = "",
	.params = (const struct param[]){{0}},
	.claims = {.degree = 3, .history = 2, .continuous = true, .predicts = true, .velocity = true},
	.size = 1,
	.nstate = nstate,
	.start = start,
	.target = past_target,
	.predict = predict,
	.correct = correct,
	.advance = past_advance,
};
