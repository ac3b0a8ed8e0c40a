/* Materials side by side: same strain and rate, stresses add, each times its factor. */
#include "material/material_common.h"

struct parallel {
	struct material_members members;
	double *factor; /* owned: model arena */
};

static const struct param params[] = {
	{ "matTag ...", PARAM_ROW, 0, true, 0, RANGE_ANY, "tags of the members" },
	{ "-factors", PARAM_ROW, 0, false, 0, RANGE_ANY, "f ...: one factor a member, default 1" },
	{ 0 },
};

static int setup(void *self, struct args *a, const struct model *m, struct arena *mem, struct err *e)
{
	struct parallel *x = self;
	int n, rc = material_members_read(&x->members, 1, a, m, mem, e);
	if (rc < 0)
		return rc;
	if (args_accept(a, "-factors")) {
		if ((rc = args_list_real(a, "factor", RANGE_ANY, x->members.n, mem, &x->factor, &n, e)) < 0)
			return rc;
		if (n == x->members.n)
			return 0;
		return err_set(e, ERR_ARGUMENT, a->object, "%d factors for %d members", n, x->members.n);
	}
	if (!(x->factor = ARENA_ARRAY(mem, (size_t)x->members.n, double)))
		return err_set(e, ERR_MEMORY, a->object, "no memory for %d factors", x->members.n);
	for (int i = 0; i < x->members.n; i++)
		x->factor[i] = 1.0;
	return 0;
}

static int nstate(const void *self)
{
	return ((const struct parallel *)self)->members.size;
}

static void start(const void *self, double *h)
{
	material_members_start(&((const struct parallel *)self)->members, h);
}

static void respond(const void *self, const double *hc, double *ht, struct material_io *io)
{
	const struct parallel *x = self;
	io->stress = io->tangent = io->damp = 0.0;
	for (int i = 0; i < x->members.n; i++) {
		double *h = ht + x->members.at[i];
		material_step(x->members.mat[i], hc + x->members.at[i], h, io->strain, io->rate, io->dt);
		io->stress += x->factor[i] * h[MATERIAL_STRESS];
		io->tangent += x->factor[i] * h[MATERIAL_TANGENT];
		io->damp += x->factor[i] * h[MATERIAL_DAMP];
	}
}

static double initial(const void *self)
{
	const struct parallel *x = self;
	double k = 0.0;
	for (int i = 0; i < x->members.n; i++)
		k += x->factor[i] * material_initial(x->members.mat[i]);
	return k;
}

static bool linear(const void *self)
{
	return material_members_linear(&((const struct parallel *)self)->members);
}

const struct material_ops material_parallel = {
	.name = "Parallel",
	.brief = "materials side by side",
	.cite = "equilibrium of springs side by side",
	.example = "1 2 -factors 0.5 2",
	.params = params,
	.claims = { .rate = true, .strain = 0.2 },
	.size = sizeof(struct parallel),
	.setup = setup,
	.nstate = nstate,
	.start = start,
	.respond = respond,
	.initial = initial,
	.linear = linear,
};
