/* Section that gathers uniaxial materials, each for a component of its own, around another section or none.
 *
 * The components of the inner section come first, then those of the materials in the order given.
 */
#include "section/section_common.h"

struct aggregator {
	const struct section *inner; /* borrowed: model; NULL: none */
	struct section_springs springs;
};

static const struct param params[] = {
	{ "matTag code ...", PARAM_ROW, 0, true, 0, RANGE_ANY, "material and component (P Mz Vy My Vz T), repeated" },
	{ "-section", PARAM_ROW, 0, false, 0, RANGE_ANY, "secTag: section that gives the other components" },
	{ 0 },
};

/* The inner section is named last, but its components are needed first. */
static int find_inner(struct aggregator *x, struct args *a, const struct model *m, struct err *e)
{
	struct args look = *a;
	struct section *inner;
	int tag, rc;
	for (; args_more(&look); look.at++) {
		if (!args_accept(&look, "-section"))
			continue;
		if ((rc = args_tag(&look, "-section", &tag, e)) < 0 ||
		    (rc = model_need_section(m, tag, a->object, &inner, e)) < 0)
			return rc;
		x->inner = inner;
		return 0;
	}
	return 0;
}

static int setup(void *self, struct args *a, const struct model *m, struct arena *mem, struct err *e)
{
	struct aggregator *x = self;
	int rc = find_inner(x, a, m, e);
	(void)mem;
	if (rc < 0)
		return rc;
	do {
		if ((rc = section_springs_read(&x->springs, x->inner, a, m, e)) < 0)
			return rc;
	} while (args_more_int(a));
	if (args_accept(a, "-section"))
		a->at++;
	return 0;
}

static int ninner(const struct aggregator *x)
{
	return x->inner ? x->inner->n : 0;
}

static int inner_state(const struct aggregator *x)
{
	return x->inner ? x->inner->nstate : 0;
}

static int codes(const void *self, int *ret_code)
{
	const struct aggregator *x = self;
	int n = ninner(x);
	if (x->inner)
		memcpy(ret_code, x->inner->code, (size_t)n * sizeof(*ret_code));
	memcpy(ret_code + n, x->springs.code, (size_t)x->springs.n * sizeof(*ret_code));
	return n + x->springs.n;
}

static int nstate(const void *self)
{
	const struct aggregator *x = self;
	return inner_state(x) + x->springs.size;
}

static void start(const void *self, double *h)
{
	const struct aggregator *x = self;
	if (x->inner && x->inner->ops->start)
		x->inner->ops->start(x->inner->self, h);
	section_springs_start(&x->springs, h + inner_state(x));
}

/* Writes an n x n block at the upper left of an all x all matrix of zeros. */
static void place(const double *block, int n, double *k, int all)
{
	memset(k, 0, (size_t)(all * all) * sizeof(*k));
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			k[i * all + j] = block[i * n + j];
}

static void respond(const void *self, const double *hc, double *ht, struct section_io *io)
{
	const struct aggregator *x = self;
	int n = ninner(x), all = n + x->springs.n, offset = inner_state(x);
	double block[SECTION_MAX * SECTION_MAX], k;
	if (x->inner) {
		struct section_io in = { .e = io->e, .dt = io->dt, .s = io->s, .k = io->k ? block : NULL };
		x->inner->ops->respond(x->inner->self, hc, ht, &in);
	}
	if (io->k)
		place(block, n, io->k, all);
	for (int i = 0; i < x->springs.n; i++) {
		section_springs_step(&x->springs, i, hc + offset, ht + offset, io->e[n + i], io->dt, &io->s[n + i], &k);
		if (io->k)
			io->k[(n + i) * all + n + i] = k;
	}
}

static void initial(const void *self, double *ret_k)
{
	const struct aggregator *x = self;
	int n = ninner(x), all = n + x->springs.n;
	double block[SECTION_MAX * SECTION_MAX];
	if (x->inner)
		x->inner->ops->initial(x->inner->self, block);
	place(block, n, ret_k, all);
	for (int i = 0; i < x->springs.n; i++)
		ret_k[(n + i) * all + n + i] = material_initial(x->springs.mat[i]);
}

static bool linear(const void *self)
{
	const struct aggregator *x = self;
	if (x->inner && !(x->inner->ops->linear && x->inner->ops->linear(x->inner->self)))
		return false;
	return section_springs_linear(&x->springs);
}

static int response(const void *self, const double *h, int argc, const char *const *argv, double *ret_x, int max)
{
	const struct aggregator *x = self;
	return x->inner && x->inner->ops->response ? x->inner->ops->response(x->inner->self, h, argc, argv, ret_x, max) : 0;
}

const struct section_ops section_aggregator = {
	.name = "Aggregator",
	.brief = "uniaxial materials for components, around another section or none",
	.cite = "uncoupled resultants",
	.example = "1 P 2 Mz",
	.params = params,
	.size = sizeof(struct aggregator),
	.setup = setup,
	.codes = codes,
	.nstate = nstate,
	.start = start,
	.respond = respond,
	.initial = initial,
	.linear = linear,
	.response = response,
};
