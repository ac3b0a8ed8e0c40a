/* A specimen whose force relaxes while it is held: a uniaxial material with overstress branches beside it,
 *
 *   f = material(x) + sum q_i,   q_i' = k_i x' - q_i / tau_i.
 *
 * Exact for a displacement that runs straight during the tick, with E = exp(-dt/tau):  q+ = q E + k tau (1 - E) dx/dt.
 * In a hold each q decays as exp(-t/tau): loading by ramp and hold measures less than continuous loading, as in Mosqueda, Stojadinovic, Mahin, UCB/EERC
 * 2005-02, 6.5.5, Figure 6-12. The branches are those of the standard linear solid (Zener).
 */
#include "specimen/specimen_common.h"

#include "plugin.h"

struct relaxation {
	struct piece piece;
	int n;
	double *k, *tau;     /* owned: laboratory's arena */
};

/* the last displacement, n overstresses, then the material */
enum { X, BRANCHES };

static int setup(void *self, struct args *a, struct specimen *sp, struct laboratory *lab, const struct model *m, struct err *e)
{
	struct relaxation *r = self;
	int code = piece_find(&r->piece, m, a->object, e);

	(void)sp;
	r->k = ARENA_ARRAY(&lab->arena, (size_t)a->n + 1, double);
	r->tau = ARENA_ARRAY(&lab->arena, (size_t)a->n + 1, double);
	if (!r->k || !r->tau)
		return err_set(e, ERR_MEMORY, a->object, "no memory for its branches");
	while (!code && args_accept_again(a, "-branch")) {
		code = args_real(a, "k", RANGE_POSITIVE, &r->k[r->n], e);
		if (!code)
			code = args_real(a, "tau", RANGE_POSITIVE, &r->tau[r->n++], e);
	}
	if (!code && !r->n && !args_more(a)) {
		code = err_set(e, ERR_ARGUMENT, a->object, "it has no branch that relaxes");
		err_hint(e, "-branch k tau, once or more");
	}
	return code;
}

static int nstate(const void *self)
{
	const struct relaxation *r = self;

	return BRANCHES + r->n + piece_size(&r->piece);
}

static void start(const void *self, double *h)
{
	const struct relaxation *r = self;

	piece_start(&r->piece, h + BRANCHES + r->n);
}

static int advance(const void *self, double *h, double t, double dt, const struct motion *to, double *ret_f)
{
	const struct relaxation *r = self;
	double *q = h + BRANCHES, dx = to->x - h[X], f = piece_step(&r->piece, h + BRANCHES + r->n, dt, to);

	(void)t;
	for (int i = 0; i < r->n; i++) {
		double part = dt / r->tau[i];

		q[i] = q[i] * exp(-part) + r->k[i] * dx * (part > 0.0 ? -expm1(-part) / part : 1.0);
		f += q[i];
	}
	h[X] = to->x;
	*ret_f = f;
	return 0;
}

static const struct param params[] = {
	{ .name = "matTag", .kind = PARAM_TAG, .offset = offsetof(struct relaxation, piece.tag), .required = true,
	  .help = "uniaxial material: what remains after a long hold" },
	{ .name = "-branch k tau ...", .kind = PARAM_ROW, .required = true,
	  .help = "an overstress: stiffness beside the material, time constant of its decay [s of laboratory time]; once or more" },
	{ 0 },
};

const struct specimen_ops specimen_relaxation = {
	.name = "Relaxation",
	.brief = "A material with overstress that decays in a hold",
	.cite = "Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 6.5.5",
	.example = "2 -branch 20 0.5 -branch 10 5",
	.params = params,
	.claims = {.passive = true},
	.size = sizeof(struct relaxation),
	.setup = setup,
	.nstate = nstate,
	.start = start,
	.advance = advance,
};
