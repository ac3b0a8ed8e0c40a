/* Linear acceleration: the acceleration goes on straight through those of the last two targets.
 *
 *   x(s) = x0 + v0 s + a0 s^2 / 2 + (a0 - a1) s^3 / 6   (v and a per step); at s = 1: x0 + v0 + (a0 / 3 + (2 a0 - a1) / 6).
 * With -differences v and a are those of the cubic through four displacements, where only displacements are sent:
 *   v0 = (11 x0 - 18 x1 + 9 x2 - 2 x3) / 6,   a0 = 2 x0 - 5 x1 + 4 x2 - x3,   and a1 one step before.
 * When the target is known the course is bent to meet the command at xi and the target at 1.
 * Horiuchi & Konno 2001, Phil. Trans. R. Soc. A 359, 1893-1909.
 */
#include "command/command_common.h"
#include "plugin.h"

enum { REMEMBERED = 5 };

struct linear_acceleration {
	bool differences;
};

static int nstate(const void *self)
{
	(void)self;
	return past_nstate(REMEMBERED);
}

static void start(const void *self, double *h, double x, double step)
{
	(void)self;
	past_start(h, REMEMBERED, x, step);
}

/* Per step, at x[0]; written as differences, so that rest is rest without rounding. */
static double velocity_at(const struct command_target *x)
{
	return (18.0 * (x[0].x - x[1].x) - 9.0 * (x[0].x - x[2].x) + 2.0 * (x[0].x - x[3].x)) / 6.0;
}

static double acceleration_at(const struct command_target *x)
{
	return 5.0 * (x[0].x - x[1].x) - 4.0 * (x[0].x - x[2].x) + (x[0].x - x[3].x);
}

static double predict(const void *self, const double *h, double s)
{
	const struct linear_acceleration *l = self;
	const struct past *p = (const struct past *)h;
	double unit = p->step * p->step;
	double v = l->differences ? velocity_at(p->at) : p->step * p->at[0].v;
	double a = l->differences ? acceleration_at(p->at) : unit * p->at[0].a, before = l->differences ? acceleration_at(p->at + 1) : unit * p->at[1].a;

	return p->at[0].x + s * (v + s * (0.5 * a + s / 6.0 * (a - before)));
}

static double correct(const void *self, const double *h, double s)
{
	return past_meet(self, h, s, predict);
}

static const struct param params[] = {
	{ .name = "-differences", .kind = PARAM_FLAG, .offset = offsetof(struct linear_acceleration, differences),
	  .help = "velocity and acceleration by differences of the displacements; without: those that come with the targets" },
	{ 0 },
};

const struct command_ops command_linear_acceleration = {
	.name = "LinearAcceleration",
	.brief = "The acceleration goes on straight",
	.cite = "Horiuchi & Konno 2001, Phil. Trans. R. Soc. A 359, 1893-1909",
	.example = "",
	.params = params,
	.claims = {.degree = 3, .history = 2, .continuous = true, .predicts = true, .velocity = true, .acceleration = true},
	.size = sizeof(struct linear_acceleration),
	.nstate = nstate,
	.start = start,
	.target = past_target_alike,
	.predict = predict,
	.correct = correct,
	.advance = past_advance,
};
