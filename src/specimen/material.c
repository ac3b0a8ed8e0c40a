/* A specimen of one uniaxial material:  f = material(strain = x, rate = v).
 *
 * The history of the material is accepted at every tick: there is no way back.
 */
#include "experiment/laboratory.h"
#include "experiment/specimen.h"
#include "plugin.h"

struct piece {
	int tag;
	const struct material *mat;   /* borrowed: model */
};

static int setup(void *self, struct args *a, struct specimen *sp, struct laboratory *lab, const struct model *m, struct err *e)
{
	struct piece *p = self;
	struct material *mat;
	int code = model_need_material(m, p->tag, a->object, &mat, e);

	(void)sp;
	(void)lab;
	if (!code)
		p->mat = mat;
	return code;
}

/* accepted and new */
static int nstate(const void *self)
{
	return 2 * material_size(((const struct piece *)self)->mat);
}

static void start(const void *self, double *h)
{
	material_start(((const struct piece *)self)->mat, h);
}

static int advance(const void *self, double *h, double t, double dt, const struct motion *to, double *ret_f)
{
	const struct piece *p = self;
	int n = material_size(p->mat);

	(void)t;
	material_step(p->mat, h, h + n, to->x, to->v, dt);
	memcpy(h, h + n, (size_t)n * sizeof(double));
	*ret_f = h[MATERIAL_STRESS];
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
