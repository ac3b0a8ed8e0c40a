/* The experimental axial member behind truss and corotTruss. */
#include "element/exp_bar.h"

const struct param exp_bar_params[] = {
	{ .name = "iNode", .kind = PARAM_ROW, .required = true, .help = "tag of the first node" },
	{ .name = "jNode", .kind = PARAM_ROW, .required = true, .help = "tag of the second node" },
	EXCHANGE_PARAMS,
	EXCHANGE_PARAM_TANGENT,
	{ .name = "-rho", .kind = PARAM_ROW, .help = "mass per length [mass/length] >= 0, default 0" },
	{ .name = "-cMass", .kind = PARAM_ROW, .help = "consistent instead of lumped mass" },
	{ .name = NULL },
};

static int read_options(struct exp_bar *t, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	int code = 0;

	while (code >= 0 && args_more(a)) {
		code = exchange_option(&t->x, a, el, m, mem, e);
		if (code != 0)
			continue;
		if (args_accept(a, "-rho"))
			code = args_real(a, "-rho", RANGE_NONNEG, &t->bar.rho, e);
		else if (args_accept(a, "-cMass"))
			code = element_switch(a, "-cMass", &t->bar.consistent, e);
		else
			code = args_end(a, e);
	}
	return code < 0 ? code : 0;
}

int exp_bar_setup(void *self, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	struct exp_bar *t = self;
	int code = element_nodes(el, a, 2, m, mem, e);

	if (code < 0)
		return code;
	exchange_begin(&t->x, 1, el);
	t->x.estimates = true;
	code = read_options(t, a, el, m, mem, e);
	if (code < 0)
		return code;
	code = bar_place(&t->bar, el, m, a->object, e);
	if (code < 0)
		return code;
	return exchange_join(&t->x, a->object, mem, e);
}

void exp_bar_mass(const void *self, double *ret_m)
{
	const struct exp_bar *t = self;

	bar_mass(&t->bar, ret_m);
}

int exp_bar_response(const void *self, const struct element_io *io, int argc, const char *const *argv, double *ret_x, int max)
{
	static const char *const local[] = { "localForce", "localForces", NULL };
	static const char *const axial[] = { "axialForce", NULL };
	const struct exp_bar *t = self;
	const double *q = t->x.memory->q;

	(void)io;
	if (argc > 0 && text_among(argv[0], axial))
		return exchange_copy(1, q, ret_x, max);
	if (argc < 1 || !text_among(argv[0], local))
		return exchange_response(&t->x, argc, argv, ret_x, max);
	if (t->bar.ndof > max)
		return 0;
	memset(ret_x, 0, (size_t)t->bar.ndof * sizeof *ret_x);
	ret_x[0] = -q[0];
	ret_x[t->bar.ndf_i] = q[0];
	return t->bar.ndof;
}
