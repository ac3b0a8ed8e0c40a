/* An actuator that stops short of where it should go: a constant error against the direction of motion.
 *
 *   y = x - e  when x rises,   y = x + e  when x falls,   y = x  when it stays;   near zero (|x| < 1e-6) another + e
 *
 * The direction is that of the value before (zero at first). Near zero the rule follows OpenFresco 2.8.
 */
#include "experiment/filter.h"
#include "plugin.h"

static const double NEAR_ZERO = 1e-6; /* OpenFresco 2.8 */

struct undershoot {
	double error;
};

static int nstate(const void *self)
{
	(void)self;
	return 1; /* the value before */
}

static double apply(const void *self, double *h, double x, double t)
{
	const struct undershoot *f = self;
	double y = x > h[0] ? x - f->error : x < h[0] ? x + f->error : x;

	(void)t;
	h[0] = x;
	return fabs(x) < NEAR_ZERO ? y + f->error : y;
}

static const struct param params[] = {
	{ .name = "error", .kind = PARAM_REAL, .offset = offsetof(struct undershoot, error), .required = true, .range = RANGE_ANY,
	  .help = "taken off in the direction of motion [unit of the signal]" },
	{ 0 },
};

const struct filter_ops filter_error_undershoot = {
	.name = "ErrorSimUndershoot",
	.brief = "Constant error against the direction of motion",
	.cite = "A. Schellenberg, S. Mahin, G. Fenves, OpenFresco, PEER, University of California, Berkeley",
	.example = "0.02",
	.params = params,
	.size = sizeof(struct undershoot),
	.nstate = nstate,
	.apply = apply,
};
