/* Bilinear steel with kinematic and optional isotropic hardening.
 *
 *   trial   s = committed stress + E0 (strain - committed strain)
 *   stress    = s clipped between the two yield lines
 *               b E0 strain + shiftP Fy (1-b)   and   b E0 strain - shiftN Fy (1-b)
 * A reversal from tension moves the lower line, one from compression the upper:
 *   shift = 1 + a (strain range / (2 a' Fy/E0))^0.8.
 * As in the peer the new shift acts from the step after the one that reversed.
 * Filippou, Popov, Bertero, UCB/EERC 83-19 (1983).
 */
#include "plugin.h"

#include <float.h>

struct steel01 {
	double fy, e0, b, a1, a2, a3, a4;
};

static const struct param params[] = {
	{ "Fy", PARAM_REAL, offsetof(struct steel01, fy), true, 0, RANGE_POSITIVE, "yield stress" },
	{ "E0", PARAM_REAL, offsetof(struct steel01, e0), true, 0, RANGE_POSITIVE, "initial stiffness [stress]" },
	{ "b", PARAM_REAL, offsetof(struct steel01, b), true, 0, { -INFINITY, 1, true, false }, "hardening ratio" },
	{ "a1", PARAM_REAL, offsetof(struct steel01, a1), false, 0, RANGE_ANY, "isotropic hardening: growth of the compression line" },
	{ "a2", PARAM_REAL, offsetof(struct steel01, a2), false, 55, RANGE_POSITIVE, "after a plastic strain of a2 Fy/E0" },
	{ "a3", PARAM_REAL, offsetof(struct steel01, a3), false, 0, RANGE_ANY, "isotropic hardening: growth of the tension line" },
	{ "a4", PARAM_REAL, offsetof(struct steel01, a4), false, 55, RANGE_POSITIVE, "after a plastic strain of a4 Fy/E0" },
	{ 0 },
};

enum { STRAIN, STRESS, TANGENT, STRAIN_MIN, STRAIN_MAX, SHIFT_P, SHIFT_N, LOADING, NSTATE };

static int nstate(const void *self)
{
	(void)self;
	return NSTATE;
}

static void start(const void *self, double *h)
{
	h[TANGENT] = ((const struct steel01 *)self)->e0;
	h[SHIFT_P] = h[SHIFT_N] = 1.0;
}

static double shift(const struct steel01 *x, const double *h, double a, double at)
{
	double range = h[STRAIN_MAX] - h[STRAIN_MIN];
	return 1.0 + a * pow(range / (2.0 * at * x->fy / x->e0), 0.8);
}

/* Notes which way the strain goes and, when it turned, the extreme it left and the new yield line. */
static void notice_reversal(const struct steel01 *x, const double *hc, double *ht, double dstrain)
{
	double direction = dstrain > 0.0 ? 1.0 : -1.0;
	if (hc[LOADING] > 0.0 && direction < 0.0) {
		ht[STRAIN_MAX] = fmax(ht[STRAIN_MAX], hc[STRAIN]);
		ht[SHIFT_N] = shift(x, ht, x->a1, x->a2);
	} else if (hc[LOADING] < 0.0 && direction > 0.0) {
		ht[STRAIN_MIN] = fmin(ht[STRAIN_MIN], hc[STRAIN]);
		ht[SHIFT_P] = shift(x, ht, x->a3, x->a4);
	}
	ht[LOADING] = direction;
}

static void respond(const void *self, const double *hc, double *ht, struct material_io *io)
{
	const struct steel01 *x = self;
	double dstrain = io->strain - hc[STRAIN];
	memcpy(ht, hc, NSTATE * sizeof(*ht));
	if (fabs(dstrain) > DBL_EPSILON) {
		double plateau = x->fy * (1.0 - x->b), line = x->b * x->e0 * io->strain;
		double trial = hc[STRESS] + x->e0 * dstrain;
		double stress = fmin(trial, line + hc[SHIFT_P] * plateau);
		stress = fmax(stress, line - hc[SHIFT_N] * plateau);
		ht[STRAIN] = io->strain;
		ht[STRESS] = stress;
		ht[TANGENT] = fabs(stress - trial) < DBL_EPSILON ? x->e0 : x->b * x->e0;
		notice_reversal(x, hc, ht, dstrain);
	}
	io->stress = ht[STRESS];
	io->tangent = ht[TANGENT];
	io->damp = 0.0;
}

static double initial(const void *self)
{
	return ((const struct steel01 *)self)->e0;
}

const struct material_ops material_steel01 = {
	.name = "Steel01",
	.brief = "bilinear steel with kinematic and isotropic hardening",
	.cite = "Filippou, Popov, Bertero, UCB/EERC 83-19 (1983)",
	.example = "5 100 0.02",
	.params = params,
	.claims = { .strain = 0.2 },
	.size = sizeof(struct steel01),
	.nstate = nstate,
	.start = start,
	.respond = respond,
	.initial = initial,
};
