/* Taylor's series with velocity and acceleration of the last target.
 *
 * Not known: x = x0 + v0 s + a0 s^2 / 2 (v and a per step). Known: the polynomial of order 5 from where the command stands at xi, with slope and curvature of
 * the prediction there, to displacement, velocity and acceleration of the target at 1. Neither command nor velocity nor acceleration jump.
 * Schellenberg, Mahin, Fenves, PEER 2009/104.
 */
#include "command/command_common.h"
#include "plugin.h"

static int nstate(const void *self)
{
	(void)self;
	return past_nstate(1);
}

static void start(const void *self, double *h, double x, double step)
{
	(void)self;
	past_start(h, 1, x, step);
}

static double predict(const void *self, const double *h, double s)
{
	const struct past *p = (const struct past *)h;

	(void)self;
	return p->at[0].x + p->step * s * (p->at[0].v + 0.5 * p->step * s * p->at[0].a);
}

static double correct(const void *self, const double *h, double s)
{
	const struct past *p = (const struct past *)h;
	double left = 1.0 - p->xi, unit = left * p->step, t = (s - p->xi) / left;
	double slope = unit * (p->at[0].v + p->at[0].a * p->before * p->xi), bend = unit * unit * p->at[0].a;
	/* what displacement, slope and curvature lack at the end without the powers 3, 4 and 5 */
	double d = p->next.x - p->now - slope - 0.5 * bend, e = unit * p->next.v - slope - bend, f = unit * unit * p->next.a - bend;

	(void)self;
	if (!(s < 1.0))
		return p->next.x;
	return p->now + t * (slope + t * (0.5 * bend + t * (10.0 * d - 4.0 * e + 0.5 * f + t * (7.0 * e - 15.0 * d - f + t * (6.0 * d - 3.0 * e + 0.5 * f)))));
}

const struct command_ops command_taylor = {
	.name = "Taylor",
	.brief = "Taylor's series, and a polynomial that meets displacement, velocity and acceleration of the target",
	.cite = "Schellenberg, Mahin, Fenves, PEER 2009/104",
	.example = "",
	.params = (const struct param[]){{0}},
	.claims = {.degree = 2, .history = 1, .continuous = true, .predicts = true, .velocity = true, .acceleration = true},
	.size = 1,
	.nstate = nstate,
	.start = start,
	.target = past_target,
	.predict = predict,
	.correct = correct,
	.advance = past_advance,
};
