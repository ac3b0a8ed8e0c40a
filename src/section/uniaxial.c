/* Section with one component, given by a uniaxial material. */
#include "section/section_common.h"

static const struct param params[] = {
	{ "matTag", PARAM_ROW, 0, true, 0, RANGE_ANY, "material of the component" },
	{ "code", PARAM_ROW, 0, true, 0, RANGE_ANY, "P Mz Vy My Vz T" },
	{ 0 },
};

static int setup(void *self, struct args *a, const struct model *m, struct arena *mem, struct err *e)
{
	(void)mem;
	return section_springs_read(self, NULL, a, m, e);
}

static int codes(const void *self, int *ret_code)
{
	*ret_code = ((const struct section_springs *)self)->code[0];
	return 1;
}

static int nstate(const void *self)
{
	return ((const struct section_springs *)self)->size;
}

static void start(const void *self, double *h)
{
	section_springs_start(self, h);
}

static void respond(const void *self, const double *hc, double *ht, struct section_io *io)
{
	double k;
	section_springs_step(self, 0, hc, ht, io->e[0], io->dt, &io->s[0], &k);
	if (io->k)
		io->k[0] = k;
}

static void initial(const void *self, double *ret_k)
{
	*ret_k = material_initial(((const struct section_springs *)self)->mat[0]);
}

static bool linear(const void *self)
{
	return section_springs_linear(self);
}

const struct section_ops section_uniaxial = {
	.name = "Uniaxial",
	.brief = "one component, given by a uniaxial material",
	.cite = "uncoupled resultants",
	.example = "1 P",
	.params = params,
	.size = sizeof(struct section_springs),
	.setup = setup,
	.codes = codes,
	.nstate = nstate,
	.start = start,
	.respond = respond,
	.initial = initial,
	.linear = linear,
};
