/* A simulated specimen: a finite-element sub-model that stands beside the hybrid one (expModel), moved statically.
 *
 *   displacement i drives the i-th freedom of the trial control points; displacements and reactions are measured at the freedoms of the out
 *   points: those of their signals of type disp and of type force, in order; where a type is not named, at all
 *
 * Each command starts from the last accepted state, and one that is replaced by another before the step is accepted leaves no trace: as
 * with SimUniaxialMaterials the rig is perfect, and the hybrid structure is the structure with the sub-model in it. Driven freedoms are
 * prescribed exactly, where the field's program uses a penalty of 1e12, whose error is a spring in series with the specimen.
 * The sub-model's time is the test time. Velocities, accelerations and times that control points name are taken and not used, and
 * are measured as zero. A sub-model that finds no equilibrium fails the rig.
 */
#include "plugin.h"
#include "submodel/domain.h"

struct sim {
	struct domain domain;
	int n[SLOTS];              /* measured components */
	double *disp, *force;      /* of all gauges; owned: laboratory's arena */
};

/* Slots beyond those that count have their size when a control point names them. */
static int named(const struct rig_point *p, int slot, int n)
{
	return p->n[slot] ? n : 0;
}

/* Which gauge each component reads. */
static int gauges_take(struct sim *s, const struct rig *rig, struct laboratory *lab, const char *object, struct err *e)
{
	size_t ng = (size_t)s->domain.bench.ngauge;

	memcpy(s->n, rig->daq.n, sizeof(s->n));
	s->disp = ARENA_ARRAY(&lab->arena, ng, double);
	s->force = ARENA_ARRAY(&lab->arena, ng, double);
	if (!s->disp || !s->force)
		return err_set(e, ERR_MEMORY, object, "no memory for its gauges");
	for (int i = 0; i < s->domain.bench.ngauge; i++) {
		if (!rig->out_point.n[SLOT_DISP])
			s->domain.gauge[SLOT_DISP][i] = i;
		if (!rig->out_point.n[SLOT_FORCE])
			s->domain.gauge[SLOT_FORCE][i] = i;
	}
	return 0;
}

static int setup(void *self, struct args *a, struct rig *rig, struct laboratory *lab, const struct model *m, struct err *e)
{
	struct sim *s = self;
	const struct rig_point *trial = &rig->trial_point, *out = &rig->out_point;
	int code = 0;

	(void)m;
	if (trial->n[SLOT_FORCE]) {
		code = err_set(e, ERR_UNSUPPORTED, a->object, "its sub-model is moved by displacements, not by forces");
		err_hint(e, "leave signals of type force out of -trialCP");
	}
	if (!code)
		code = domain_setup(&s->domain, trial, out, lab, a->object, e);
	if (code)
		return code;
	int nd = s->domain.bench.ndrive, ng = s->domain.bench.ngauge, seen = out->n[SLOT_DISP] ? out->n[SLOT_DISP] : ng;
	signals_size(rig->ctrl.n, nd, named(trial, SLOT_VEL, nd), named(trial, SLOT_ACCEL, nd), 0, named(trial, SLOT_TIME, 1));
	signals_size(rig->daq.n, seen, named(out, SLOT_VEL, seen), named(out, SLOT_ACCEL, seen), out->n[SLOT_FORCE] ? out->n[SLOT_FORCE] : ng,
	             named(out, SLOT_TIME, 1));
	return gauges_take(s, rig, lab, a->object, e);
}

static int command(void *self, const struct signals *ctrl, double instant)
{
	struct sim *s = self;

	return bench_move(&s->domain.bench, ctrl->x[SLOT_DISP], instant);
}

static int measure(void *self, struct signals *daq)
{
	const struct sim *s = self;

	bench_measure(&s->domain.bench, s->disp, s->force);
	for (int i = 0; i < s->n[SLOT_DISP]; i++)
		daq->x[SLOT_DISP][i] = s->disp[s->domain.gauge[SLOT_DISP][i]];
	for (int i = 0; i < s->n[SLOT_FORCE]; i++)
		daq->x[SLOT_FORCE][i] = s->force[s->domain.gauge[SLOT_FORCE][i]];
	return 0;
}

static int commit(void *self)
{
	struct sim *s = self;

	return bench_commit(&s->domain.bench);
}

static const struct param params[] = {
	DOMAIN_PARAMS(offsetof(struct sim, domain)),
	{ .name = "-trialCP tags", .kind = PARAM_ROW, .required = true, .help = "control points: freedoms that the displacements drive, in their order" },
	{ .name = "-outCP tags", .kind = PARAM_ROW, .required = true, .help = "control points: freedoms where displacements and forces are measured" },
	{ 0 },
};

const struct rig_ops rig_sim_domain = {
	.name = "SimDomain",
	.brief = "Simulated specimen: a finite-element sub-model, moved statically",
	.example = "-model 1 -trialCP 1 -outCP 2",
	.params = params,
	.size = sizeof(struct sim),
	.setup = setup,
	.command = command,
	.measure = measure,
	.commit = commit,
};
