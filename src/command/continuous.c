/* Polynomials without a jump at the switch: through where the command stands.
 *
 * Not known: through the targets at 0, -1, .., -order. Known: through the target at 1, the command at xi where it became known, and for order 2 and 3
 * the targets at -1 and -2. The one at 0 is left out, since the command stands there when xi = 0.
 * Schellenberg, Mahin, Fenves, PEER 2009/104 (predictor-correctors with the last commanded displacement).
 */
#include "command/command_common.h"
#include "math/poly.h"
#include "plugin.h"

static double correct(const void *self, const double *h, double s)
{
	const struct past *p = (const struct past *)h;
	const double node[POLY_POINTS] = {1.0, p->xi, -1.0, -2.0};
	int order = ((const struct past_order *)self)->order;
	double w[POLY_POINTS], y = p->next.x;

	if (!(s < 1.0))
		return y;
	lagrange_weights(order + 1, node, s, w, NULL, NULL);
	for (int i = 1; i <= order; i++)
		y += w[i] * ((i == 1 ? p->now : p->at[i - 1].x) - p->next.x);
	return y;
}

static const struct param params[] = {
	{ .name = "order", .kind = PARAM_INT, .offset = offsetof(struct past_order, order), .def = 3, .range = {1, 3, false, false},
	  .help = "of the polynomials" },
	{ 0 },
};

const struct command_ops command_continuous = {
	.name = "Continuous",
	.brief = "Polynomials through the current command and the targets: no jump at the switch",
	.cite = "Schellenberg, Mahin, Fenves, PEER 2009/104",
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
