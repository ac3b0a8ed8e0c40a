/* Multilinear backbone with kinematic (Masing) rule.
 *
 * The backbone through (e1,s1) ... (en,sn) with slopes E1 ... En is the sum of a spring En and of n-1 elastic-plastic
 * sliders of stiffness E_i - E_(i+1) that yield at e_i:
 *   stress = En strain + sum (E_i - E_(i+1)) clip(strain - p_i, -e_i, e_i)
 * so every branch is twice as long after a reversal. The last slope goes on beyond the last point.
 * Iwan, J. Appl. Mech. 33 (1966), doi:10.1115/1.3625199.
 */
#include "material/material_common.h"

struct multilinear {
	int n;              /* sliders                                       */
	double *yield;      /* owned: model arena; strain where each yields  */
	double *stiffness;  /* owned: model arena; of each slider            */
	double last, first; /* slopes                                        */
};

static const struct param params[] = {
	{ "strain stress ...", PARAM_ROW, 0, true, 0, RANGE_ANY, "points of the backbone in tension, strains increasing from 0" },
	{ 0 },
};

/* Fills the sliders; the point before the first is the origin. */
static int sliders(struct multilinear *x, const double *p, int points, const char *object, struct err *e)
{
	double slope_before = 0.0, strain = 0.0, stress = 0.0;
	for (int i = 0; i < points; i++) {
		if (p[2 * i] <= strain) {
			int rc = err_set(e, ERR_RANGE, object, "strain of point %d must be larger than the one before", i + 1);
			err_value(e, "%g", p[2 * i]);
			err_allowed(e, "> %g", strain);
			return rc;
		}
		double slope = (p[2 * i + 1] - stress) / (p[2 * i] - strain);
		if (i == 0)
			x->first = slope;
		else
			x->stiffness[i - 1] = slope_before - slope;
		if (i < x->n)
			x->yield[i] = p[2 * i];
		strain = p[2 * i];
		stress = p[2 * i + 1];
		slope_before = slope;
	}
	x->last = slope_before;
	return 0;
}

static int setup(void *self, struct args *a, const struct model *m, struct arena *mem, struct err *e)
{
	struct multilinear *x = self;
	double *p;
	int n, rc = args_list_real(a, "strain stress", RANGE_ANY, 2, mem, &p, &n, e);
	(void)m;
	if (rc < 0)
		return rc;
	if (n % 2)
		return err_set(e, ERR_ARGUMENT, a->object, "strains and stresses come in pairs, %d numbers were given", n);
	x->n = n / 2 - 1;
	x->yield = ARENA_ARRAY(mem, (size_t)x->n, double);
	x->stiffness = ARENA_ARRAY(mem, (size_t)x->n, double);
	if (!x->yield || !x->stiffness)
		return err_set(e, ERR_MEMORY, a->object, "no memory for %d points", n / 2);
	return sliders(x, p, n / 2, a->object, e);
}

static int nstate(const void *self)
{
	return ((const struct multilinear *)self)->n;
}

static void respond(const void *self, const double *hc, double *ht, struct material_io *io)
{
	const struct multilinear *x = self;
	io->stress = x->last * io->strain;
	io->tangent = x->last;
	io->damp = 0.0;
	for (int i = 0; i < x->n; i++) {
		double slider = io->strain - hc[i];
		double held = fmax(-x->yield[i], fmin(x->yield[i], slider));
		ht[i] = hc[i] + (slider - held);
		io->stress += x->stiffness[i] * held;
		io->tangent += material_slips(slider, x->yield[i], io->strain) ? 0.0 : x->stiffness[i];
	}
}

static double initial(const void *self)
{
	return ((const struct multilinear *)self)->first;
}

const struct material_ops material_multilinear = {
	.name = "MultiLinear",
	.brief = "multilinear backbone with kinematic rule",
	.cite = "Iwan, J. Appl. Mech. 33 (1966), doi:10.1115/1.3625199",
	.example = "0.05 5 0.1 8 0.3 10",
	.params = params,
	.claims = { .strain = 0.25 },
	.size = sizeof(struct multilinear),
	.setup = setup,
	.nstate = nstate,
	.respond = respond,
	.initial = initial,
};
