/* A specimen of one uniaxial material:  f = material(strain = x, rate = v).
 *
 * The history of the material is accepted at every tick: there is no way back.
 */
#include "specimen/specimen_common.h"

#include "plugin.h"

static int setup(void *self, struct args *a, struct specimen *sp, struct laboratory *lab, const struct model *m, struct err *e)
{
	(void)sp;
	(void)lab;
	return piece_find(self, m, a->object, e);
}

static int nstate(const void *self)
{
	return piece_size(self);
}

static void start(const void *self, double *h)
{
	piece_start(self, h);
}

static int advance(const void *self, double *h, double t, double dt, const struct motion *to, double *ret_f)
{
	(void)t;
	*ret_f = piece_step(self, h, dt, to);
	return 0;
}

static const struct param params[] = {
	{ .name = "matTag", .kind = PARAM_TAG, .offset = offsetof(struct piece, tag), .required = true,
	  .help = "uniaxial material: displacement in, force out" },
	{ 0 },
};

const struct specimen_ops specimen_material = {
	.name = "Material",
	.brief = "One uniaxial material, whose history is accepted at every tick",
	.example = "2",
	.params = params,
	.claims = {.passive = true},
	.size = sizeof(struct piece),
	.setup = setup,
	.nstate = nstate,
	.start = start,
	.advance = advance,
};
