/* Mass and damping of their own around another specimen, channel by channel:  f = m a + c v + f_inner. */
#include "specimen/specimen_common.h"

#include "plugin.h"

struct around {
	int tag;
	struct specimen *inner;   /* borrowed: laboratory */
	double *mass, *damping;   /* owned: laboratory's arena; one a channel, NULL: none */
};

static int values_read(double **values, const char *word, int n, struct args *a, struct laboratory *lab, struct err *e)
{
	int given, code = args_list_real(a, word, RANGE_NONNEG, 1, &lab->arena, values, &given, e);

	if (code || given == n)
		return code;
	err_set(e, ERR_RANGE, a->object, "%s needs one number a channel", word);
	err_value(e, "%d", given);
	err_allowed(e, "%d", n);
	return ERR_RANGE;
}

static int setup(void *self, struct args *a, struct specimen *sp, struct laboratory *lab, const struct model *m, struct err *e)
{
	struct around *r = self;
	struct specimen_holder holder = {&lab->specimens, sp->tag, sp};
	int code = specimen_mount(lab, r->tag, holder, a->object, &r->inner, e);

	(void)m;
	while (!code && args_more(a)) {
		if (args_accept(a, "-mass"))
			code = values_read(&r->mass, "-mass", r->inner->n, a, lab, e);
		else if (args_accept(a, "-damping"))
			code = values_read(&r->damping, "-damping", r->inner->n, a, lab, e);
		else
			return args_end(a, e);
	}
	if (!code)
		sp->n = r->inner->n;
	return code;
}

static int advance(const void *self, double *h, double t, double dt, const struct motion *to, double *ret_f)
{
	const struct around *r = self;
	int code = specimen_advance(r->inner, t, dt, to, ret_f);

	(void)h;
	for (int i = 0; i < r->inner->n && !code; i++)
		ret_f[i] += (r->mass ? r->mass[i] * to[i].a : 0.0) + (r->damping ? r->damping[i] * to[i].v : 0.0);
	return code;
}

static const struct param params[] = {
	{ .name = "specimenTag", .kind = PARAM_TAG, .offset = offsetof(struct around, tag), .required = true, .help = "the specimen inside" },
	{ .name = "-mass m1 ...", .kind = PARAM_ROW, .help = "moving mass of each channel" },
	{ .name = "-damping c1 ...", .kind = PARAM_ROW, .help = "viscous damping of each channel" },
	{ 0 },
};

const struct specimen_ops specimen_inertia = {
	.name = "Inertia",
	.brief = "Mass and damping of their own around another specimen",
	.example = "1 -mass 0.5 -damping 0.2",
	.params = params,
	.claims = {.passive = true},
	.size = sizeof(struct around),
	.setup = setup,
	.advance = advance,
};
