/* Polynomials through targets only.
 *
 * Not known: through the targets at 0, -1, .., -order. Known: through those at 1, 0, .., 1 - order. Order 3:
 *   x = d0 (1+s)(2+s)(3+s)/6 - d1 s(2+s)(3+s)/2 + d2 s(1+s)(3+s)/2 - d3 s(1+s)(2+s)/6
 *   x = d+ s(1+s)(2+s)/6 - d0 (s-1)(1+s)(2+s)/2 + d1 (s-1)s(2+s)/2 - d2 (s-1)s(1+s)/6.
 * At the switch the command jumps by what the prediction was wrong there.
 * Nakashima & Masaoka 1999; Mosqueda, Stojadinovic, Mahin, UCB/EERC
 * 2005-02, (6.5), (6.6).
 */
#include "command/command_common.h"
#include "math/poly.h"
#include "plugin.h"

static double correct(const void *self, const double *h, double s)
{
	static const double node[POLY_POINTS] = {1.0, 0.0, -1.0, -2.0};
	const struct past *p = (const struct past *)h;
	int order = ((const struct past_order *)self)->order;
	double w[POLY_POINTS], y = p->next.x;

	lagrange_weights(order + 1, node, s, w, NULL, NULL);
	for (int i = 1; i <= order; i++)
		y += w[i] * (p->at[i - 1].x - p->next.x);
	return y;
}

static const struct param params[] = {
	{ .name = "order", .kind = PARAM_INT, .offset = offsetof(struct past_order, order), .def = 3, .range = {1, 3, false, false},
	  .help = "of the polynomials" },
	{ 0 },
};

const struct command_ops command_lagrange = {
	.name = "Lagrange",
	.brief = "Polynomials through targets only; jumps at the switch by what the prediction was wrong",
	.cite = "Nakashima & Masaoka 1999",
	.example = "3",
	.params = params,
	.claims = {.degree = 3, .history = 4, .predicts = true},
	.size = sizeof(struct past_order),
	.nstate = past_order_nstate,
	.start = past_order_start,
	.target = past_target_alike,
	.predict = past_order_predict,
	.correct = correct,
	.advance = past_advance,
};
