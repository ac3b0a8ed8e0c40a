/* A specimen that is a finite-element sub-model (expModel), moved statically: as many channels as freedoms are driven.
 *
 *   K_ff du = f(t) - F(u, g),  force of a channel = reaction at the freedom its actuator moves, or at the one -outCP names in its place
 *
 * Each motion is accepted at once. Of the control points only node and dof count; factors and limits are those of the rig.
 * The sub-model has no inertia and no viscosity; its time is laboratory time.
 */
#include "submodel/domain.h"
#include "experiment/specimen.h"
#include "plugin.h"

struct piece {
	struct domain domain;
	struct bench *bench;       /* of domain: equations to work with; what is kept is the specimen's state */
	double *x, *d;             /* channels long, owned: laboratory's arena */
};

static const struct param params[] = {
	DOMAIN_PARAMS(offsetof(struct piece, domain)),
	{ .name = "-trialCP tags", .kind = PARAM_ROW, .required = true, .help = "control points: freedoms that the channels move, in their order" },
	{ .name = "-outCP tags", .kind = PARAM_ROW, .help = "control points: freedoms whose reactions are the forces of the channels; default those of -trialCP" },
	{ 0 },
};

static int words_read(struct piece *p, struct args *a, struct rig_point *trial, struct rig_point *out, struct laboratory *lab, struct err *e)
{
	int code = 0;

	while (!code && args_more(a)) {
		int at = a->at;

		if (args_accept(a, "-trialCP"))
			code = rig_points(trial, a, lab, e);
		else if (args_accept(a, "-outCP"))
			code = rig_points(out, a, lab, e);
		else
			code = param_options(params, p, a, e);
		if (!code && a->at == at)
			return args_end(a, e);
	}
	return code;
}

static int setup(void *self, struct args *a, struct specimen *sp, struct laboratory *lab, const struct model *m, struct err *e)
{
	struct piece *p = self;
	struct rig_point trial = {0}, out = {0};
	int code = words_read(p, a, &trial, &out, lab, e);

	(void)m;
	if (!code)
		code = domain_setup(&p->domain, &trial, out.nall ? &out : &trial, lab, a->object, e);
	if (code)
		return code;
	p->bench = &p->domain.bench;
	sp->n = p->bench->ndrive;
	if (p->bench->ngauge != sp->n) {
		err_set(e, ERR_RANGE, a->object, "its -outCP name another number of freedoms than its -trialCP: each channel has one force");
		err_value(e, "%d", p->bench->ngauge);
		err_allowed(e, "%d", sp->n);
		return ERR_RANGE;
	}
	p->x = ARENA_ARRAY(&lab->arena, (size_t)sp->n, double);
	p->d = ARENA_ARRAY(&lab->arena, (size_t)sp->n, double);
	return p->x && p->d ? 0 : err_set(e, ERR_MEMORY, a->object, "no memory for %d channels", sp->n);
}

static int nstate(const void *self)
{
	return bench_nstate(((const struct piece *)self)->bench);
}

static void start(const void *self, double *h)
{
	bench_save(((const struct piece *)self)->bench, h);
}

static int advance(const void *self, double *h, double t, double dt, const struct motion *to, double *ret_f)
{
	const struct piece *p = self;
	int code;

	(void)dt;
	for (int i = 0; i < p->bench->ndrive; i++)
		p->x[i] = to[i].x;
	bench_restore(p->bench, h);
	code = bench_move(p->bench, p->x, t);
	if (!code)
		code = bench_commit(p->bench);
	if (code)
		return code;
	bench_save(p->bench, h);
	bench_measure(p->bench, p->d, ret_f);
	return 0;
}

const struct specimen_ops specimen_domain = {
	.name = "Domain",
	.brief = "A finite-element sub-model, moved statically; one channel a driven freedom",
	.example = "-model 1 -trialCP 1",
	.params = params,
	.claims = {.passive = true},
	.size = sizeof(struct piece),
	.setup = setup,
	.nstate = nstate,
	.start = start,
	.advance = advance,
};
