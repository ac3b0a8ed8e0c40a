/* Wallace's forward prediction: a polynomial near the last targets by least squares, continued.
 *
 *   x(s) = sum_k beta_k T_k,   sum over the last `points` targets of (x(-i) - X_{n-i})^2 least.
 * With one point more than the order it is Horiuchi's polynomial; with more it follows noise less. When the target is known the course is bent to meet the
 * command at xi and the target at 1.
 * Wallace, Wagg, Neild 2005, Proc. R. Soc. A 461, 3807-3826.
 */
#include "command/command_common.h"
#include "plugin.h"

enum { ORDER_MOST = 4 };

struct wallace {
	int order, points;
	double fit[(ORDER_MOST + 1) * FIT_POINTS];
};

static int nstate(const void *self)
{
	return past_nstate(((const struct wallace *)self)->points);
}

static void start(const void *self, double *h, double x, double step)
{
	past_start(h, ((const struct wallace *)self)->points, x, step);
}

static double predict(const void *self, const double *h, double s)
{
	const struct wallace *w = self;
	const struct past *p = (const struct past *)h;
	double value[FIT_POINTS];

	for (int i = 0; i < w->points; i++)
		value[i] = p->at[i].x;
	return chebyshev_value(w->points, w->order + 1, w->fit, value, s);
}

static double correct(const void *self, const double *h, double s)
{
	return past_meet(self, h, s, predict);
}

static int setup(void *self, struct args *a, const struct laboratory *lab, struct arena *mem, struct err *e)
{
	struct wallace *w = self;

	(void)lab;
	(void)mem;
	if (w->points <= w->order) {
		err_set(e, ERR_RANGE, a->object, "too few points for a polynomial of order %d", w->order);
		err_value(e, "-points %d", w->points);
		err_allowed(e, "%d to %d", w->order + 1, FIT_POINTS);
		return ERR_RANGE;
	}
	if (chebyshev_fit(w->points, w->order + 1, w->fit))
		return err_set(e, ERR_SINGULAR, a->object, "no polynomial near these points");
	return 0;
}

static const struct param params[] = {
	{ .name = "-order", .kind = PARAM_INT, .offset = offsetof(struct wallace, order), .def = 3, .range = {0, ORDER_MOST, false, false},
	  .help = "of the polynomial" },
	{ .name = "-points", .kind = PARAM_INT, .offset = offsetof(struct wallace, points), .def = 5, .range = {1, FIT_POINTS, false, false},
	  .help = "targets that it is fitted to, more than the order" },
	{ 0 },
};

const struct command_ops command_wallace = {
	.name = "Wallace",
	.brief = "A polynomial near the last targets by least squares, continued",
	.cite = "Wallace, Wagg, Neild 2005, Proc. R. Soc. A 461, 3807-3826",
	.example = "-order 3 -points 6",
	.params = params,
	.claims = {.degree = 3, .history = 6, .continuous = true, .predicts = true},
	.size = sizeof(struct wallace),
	.setup = setup,
	.nstate = nstate,
	.start = start,
	.target = past_target_alike,
	.predict = predict,
	.correct = correct,
	.advance = past_advance,
};
