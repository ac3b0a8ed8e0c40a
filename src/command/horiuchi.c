/* Horiuchi's polynomial as Bonnet uses it between two rates: the polynomial through the last order + 1 targets, continued.
 *
 *   x(s) = sum_i w_i(s) X_{n-i};   at s = 1: 2 -1, 3 -3 1, 4 -6 4 -1, 5 -10 10 -5 1 for order 1 to 4.
 * When the target is known the course is bent to meet the command at xi and the target at 1.
 * Horiuchi et al. 1999; Bonnet, The development of multi-axis real-time
 * substructure testing, Oxford 2006.
 */
#include "command/command_common.h"
#include "plugin.h"

struct horiuchi {
	int order;
};

static int nstate(const void *self)
{
	return past_nstate(((const struct horiuchi *)self)->order + 1);
}

static void start(const void *self, double *h, double x, double step)
{
	past_start(h, ((const struct horiuchi *)self)->order + 1, x, step);
}

static double predict(const void *self, const double *h, double s)
{
	return past_polynomial(h, ((const struct horiuchi *)self)->order, s);
}

static double correct(const void *self, const double *h, double s)
{
	return past_meet(self, h, s, predict);
}

static const struct param params[] = {
	{ .name = "order", .kind = PARAM_INT, .offset = offsetof(struct horiuchi, order), .def = 3, .range = {1, 4, false, false},
	  .help = "of the polynomial" },
	{ 0 },
};

const struct command_ops command_horiuchi = {
	.name = "Horiuchi",
	.brief = "The polynomial through the last targets, continued (Bonnet)",
	.cite = "Horiuchi et al. 1999",
	.example = "3",
	.params = params,
	.claims = {.degree = 3, .history = 4, .continuous = true, .predicts = true},
	.size = sizeof(struct horiuchi),
	.nstate = nstate,
	.start = start,
	.target = past_target,
	.predict = predict,
	.correct = correct,
	.advance = past_advance,
};
