/* Proportional and integral control of the displacement around the actuator, behind an optional lead (lead.c),
 *
 *   u = kp e + ki (integral of e),   e = y - x,   y / x_wanted = (T1 s + 1) / (T2 s + 1),   by Tustin's rule: I_k = I_{k-1} + tick (e_k + e_{k-1})/2.
 *
 * The integral stands still where it would lead further beyond the limit. At rest it holds the place. The baseline of the benchmark: kp 2, ki 95 1/s behind
 * (50.83163 s + 8570.3973) / (s + 8570.3973): Silva, Gomez, Maghareh, Dyke, Spencer, Mech. Syst. Signal Process. 135, 2020.
 */
#include "compensator/lead.h"

#include "experiment/compensator.h"
#include "plugin.h"

struct pi {
	double kp, ki, lead, lag;
};

enum { INTEGRAL = LEAD_NSTATE, ERROR, NSTATE };   /* INTEGRAL: times ki */

static int setup(void *self, struct args *a, struct laboratory *lab, struct err *e)
{
	const struct pi *c = self;

	(void)lab;
	if (c->lead == 0.0 || c->lag > 0.0)
		return 0;
	err_set(e, ERR_ARGUMENT, a->object, "-lead without -lag");
	err_hint(e, "a lead needs a pole: -lag much shorter than -lead");
	return ERR_ARGUMENT;
}

static int nstate(const void *self, double dt, double delay_most)
{
	(void)self;
	(void)dt;
	(void)delay_most;
	return NSTATE;
}

static void start(const void *self, double *h, double dt, double delay_most, double x)
{
	(void)self;
	(void)dt;
	(void)delay_most;
	h[LEAD_IN] = h[LEAD_OUT] = x;
	h[INTEGRAL] = x;
}

static double apply(const void *self, double *h, const struct compensator_io *io)
{
	const struct pi *c = self;
	double y = c->lag > 0.0 ? lead_step(c->lead, c->lag, io->dt, h, io->wish.x) : io->wish.x, e = y - io->measured;
	double next = h[INTEGRAL] + c->ki * 0.5 * io->dt * (e + h[ERROR]), u = c->kp * e + next, over = u - io->wish.x;

	h[ERROR] = e;
	if (fabs(over) > io->limit && over * (next - h[INTEGRAL]) > 0.0)
		return c->kp * e + h[INTEGRAL];
	h[INTEGRAL] = next;
	return u;
}

static const struct param params[] = {
	{ .name = "kp", .kind = PARAM_REAL, .offset = offsetof(struct pi, kp), .required = true, .range = RANGE_NONNEG, .help = "proportional gain" },
	{ .name = "ki", .kind = PARAM_REAL, .offset = offsetof(struct pi, ki), .required = true, .range = RANGE_POSITIVE,
	  .help = "integral gain [1/s of laboratory time]" },
	{ .name = "-lead", .kind = PARAM_REAL, .offset = offsetof(struct pi, lead), .range = RANGE_NONNEG, .help = "T1 of the lead before it [s]" },
	{ .name = "-lag", .kind = PARAM_REAL, .offset = offsetof(struct pi, lag), .range = RANGE_POSITIVE, .help = "T2 of the lead [s]" },
	{ 0 },
};

const struct compensator_ops compensator_pi = {
	.name = "PI",
	.brief = "Proportional and integral control of the measured displacement, behind an optional lead",
	.cite = "Silva et al. 2020",
	.example = "2 95 -lead 0.005931071 -lag 0.0001166807",
	.params = params,
	.tunable = (const char *const[]){"kp", "ki", NULL},
	.claims = {.feedback = true},
	.size = sizeof(struct pi),
	.setup = setup,
	.nstate = nstate,
	.start = start,
	.apply = apply,
};
