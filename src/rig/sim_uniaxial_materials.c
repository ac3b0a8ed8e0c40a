/* A simulated specimen of uncoupled uniaxial materials, one an actuator.
 *
 *   force_i = material_i(strain = displacement_i, rate = velocity_i)
 *
 * A trial that is replaced by another before the step is accepted leaves no trace, as in a computed structure: this rig is the perfect
 * one. Answers displacement, force, and the velocity where the material keeps its rate (Elastic, Viscous, ViscousDamper, Parallel).
 */
#include "experiment/laboratory.h"
#include "plugin.h"

struct sim {
	int n;
	const struct material **mat; /* owned: laboratory's arena; materials borrowed: model */
	double **hc, **ht;           /* owned: laboratory's arena; histories with head */
	bool *keeps_rate;            /* owned: laboratory's arena */
	double t_committed, t;       /* test time */
};

/* Materials that tell their strain rate; the others answer zero, as the field's programs do. */
static bool keeps_rate(const struct material *mat)
{
	static const char *const name[] = {"Elastic", "Viscous", "ViscousDamper", "Parallel"};

	for (size_t i = 0; i < COUNT(name); i++)
		if (strcmp(mat->ops->name, name[i]) == 0)
			return true;
	return false;
}

static int material_take(struct sim *s, int i, int tag, const char *object, struct laboratory *lab, const struct model *m, struct err *e)
{
	struct material *mat;
	int code = model_need_material(m, tag, object, &mat, e);
	size_t size;

	if (code)
		return code;
	size = (size_t)material_size(mat);
	s->mat[i] = mat;
	s->hc[i] = ARENA_ARRAY(&lab->arena, size, double);
	s->ht[i] = ARENA_ARRAY(&lab->arena, size, double);
	if (!s->hc[i] || !s->ht[i])
		return err_set(e, ERR_MEMORY, object, "no memory for the history of material %d", tag);
	s->keeps_rate[i] = keeps_rate(mat);
	material_start(mat, s->hc[i]);
	material_start(mat, s->ht[i]);
	return 0;
}

static int setup(void *self, struct args *a, struct rig *rig, struct laboratory *lab, const struct model *m, struct err *e)
{
	struct sim *s = self;
	int *tag, code = args_list_int(a, "matTag", -0x7fffffff, 0x7fffffff, 1, &lab->arena, &tag, &s->n, e);

	if (code)
		return code;
	s->mat = ARENA_ARRAY(&lab->arena, (size_t)s->n, const struct material *);
	s->hc = ARENA_ARRAY(&lab->arena, (size_t)s->n, double *);
	s->ht = ARENA_ARRAY(&lab->arena, (size_t)s->n, double *);
	s->keeps_rate = ARENA_ARRAY(&lab->arena, (size_t)s->n, bool);
	if (!s->mat || !s->hc || !s->ht || !s->keeps_rate)
		return err_set(e, ERR_MEMORY, a->object, "no memory for %d materials", s->n);
	for (int i = 0; i < s->n && !code; i++)
		code = material_take(s, i, tag[i], a->object, lab, m, e);
	signals_size(rig->ctrl.n, s->n, s->n, 0, 0, 0);
	signals_size(rig->daq.n, s->n, s->n, 0, s->n, 0);
	return code;
}

static int command(void *self, const struct signals *ctrl, double instant)
{
	struct sim *s = self;

	s->t = instant;
	for (int i = 0; i < s->n; i++)
		material_step(s->mat[i], s->hc[i], s->ht[i], ctrl->x[SLOT_DISP][i], ctrl->x[SLOT_VEL][i], instant - s->t_committed);
	return 0;
}

static int measure(void *self, struct signals *daq)
{
	const struct sim *s = self;

	for (int i = 0; i < s->n; i++) {
		daq->x[SLOT_DISP][i] = s->ht[i][MATERIAL_STRAIN];
		daq->x[SLOT_VEL][i] = s->keeps_rate[i] ? s->ht[i][MATERIAL_RATE] : 0.0;
		daq->x[SLOT_FORCE][i] = s->ht[i][MATERIAL_STRESS];
	}
	return 0;
}

static int commit(void *self)
{
	struct sim *s = self;

	for (int i = 0; i < s->n; i++)
		memcpy(s->hc[i], s->ht[i], (size_t)material_size(s->mat[i]) * sizeof(double));
	s->t_committed = s->t;
	return 0;
}

static const struct param params[] = {
	{ .name = "matTag1 ...", .kind = PARAM_ROW, .required = true, .help = "uniaxial materials, one an actuator" },
	{ 0 },
};

const struct rig_ops rig_sim_uniaxial_materials = {
	.name = "SimUniaxialMaterials",
	.brief = "Simulated specimen: uncoupled uniaxial materials, one an actuator",
	.example = "1",
	.params = params,
	.size = sizeof(struct sim),
	.setup = setup,
	.command = command,
	.measure = measure,
	.commit = commit,
};
