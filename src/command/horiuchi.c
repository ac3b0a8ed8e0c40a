/* Horiuchi's polynomial as Bonnet uses it between two rates: the polynomial through the last order + 1 targets, continued.
 *
 *   x(s) = sum_i w_i(s) X_{n-i};   at s = 1: 2 -1, 3 -3 1, 4 -6 4 -1, 5 -10 10 -5 1 for order 1 to 4.
 * When the target is known the course is bent to meet the command at xi and the target at 1.
 * Horiuchi et al. 1999; Bonnet, The development of multi-axis real-time
 * substructure testing, Oxford 2006.
 */
#include "command/command_common.h"
#include "plugin.h"

static double correct(const void *self, const double *h, double s)
{
	return past_meet(self, h, s, past_order_predict);
}

static const struct param params[] = {
	{ .name = "order", .kind = PARAM_INT, .offset = offsetof(struct past_order, order), .def = 3, .range = {1, 4, false, false},
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
	.size = sizeof(struct past_order),
	.nstate = past_order_nstate,
	.start = past_order_start,
	.target = past_target_alike,
	.predict = past_order_predict,
	.correct = correct,
	.advance = past_advance,
};
