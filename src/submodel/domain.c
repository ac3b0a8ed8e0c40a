/* From control points to a bench. */
#include "submodel/domain.h"

static int refuse(const struct control_signal *s, const char *which, const char *object, const char *what, struct err *e)
{
	int code = err_set(e, ERR_ARGUMENT, object, "%s", what);

	err_value(e, "%s: node %d, dof %d, %s", which, s->node, s->dof + 1, slot_name(s->slot));
	return code;
}

/* The distinct freedoms of control points in their order. Signals of one type belong to components one after the other: at, if given, notes the
 * freedom of each; without it each type must name the freedoms in that order. */
static int freedoms_of(const struct rig_point *p, const char *which, int **at, const char *object, struct bench_freedom *ret, int *ret_n, struct err *e)
{
	int n = 0, seen[SLOTS] = {0};

	for (int i = 0; i < p->nall; i++) {
		const struct control_signal *s = p->all[i];
		int k = 0;

		if (s->slot == SLOT_TIME)
			continue;
		if (!s->node) {
			int code = refuse(s, which, object, "its control points must say of which node they are", e);

			err_hint(e, "expControlPoint tag -node node dof type: a node of the sub-model");
			return code;
		}
		while (k < n && (ret[k].node != s->node || ret[k].dof != s->dof))
			k++;
		if (k == n)
			ret[n++] = (struct bench_freedom){.node = s->node, .dof = s->dof};
		if (at)
			at[s->slot][seen[s->slot]++] = k;
		else if (seen[s->slot]++ != k)
			return refuse(s, which, object, "each type of signal must name all freedoms before it, in the same order and once", e);
	}
	*ret_n = n;
	if (n)
		return 0;
	err_set(e, ERR_ARGUMENT, object, "%s is missing", which);
	err_hint(e, "control points name the freedoms of the sub-model that are moved (-trialCP) and measured (-outCP)");
	return ERR_ARGUMENT;
}

static int model_of(const struct domain *d, const struct laboratory *lab, const char *object, struct model **ret, struct err *e)
{
	void *found;
	int code;

	if (d->model == INT_MIN) {
		code = err_set(e, ERR_ARGUMENT, object, "-model is missing: it moves a model of its own");
		err_hint(e, "expModel 1 { ... } makes one; the model of this script holds the element that asks, and would wait for itself");
		return code;
	}
	code = laboratory_need(&lab->models, "expModel", d->model, object, &found, e);
	if (!code)
		*ret = found;
	return code;
}

static void end(void *object)
{
	bench_fini(object);
}

int domain_setup(struct domain *d, const struct rig_point *trial, const struct rig_point *out, struct laboratory *lab, const char *object, struct err *e)
{
	struct bench_freedom *drive = ARENA_ARRAY(&lab->arena, (size_t)trial->nall + 1, struct bench_freedom);
	struct bench_freedom *gauge = ARENA_ARRAY(&lab->arena, (size_t)out->nall + 1, struct bench_freedom);
	int ndrive = 0, ngauge = 0, code;
	struct model *m = NULL;

	for (int s = 0; s < SLOTS && gauge; s++)
		if (!(d->gauge[s] = ARENA_ARRAY(&lab->arena, (size_t)out->nall + 1, int)))
			gauge = NULL;
	if (!drive || !gauge)
		return err_set(e, ERR_MEMORY, object, "no memory for its freedoms");
	code = model_of(d, lab, object, &m, e);
	if (!code)
		code = freedoms_of(trial, "-trialCP", NULL, object, drive, &ndrive, e);
	if (!code)
		code = freedoms_of(out, "-outCP", d->gauge, object, gauge, &ngauge, e);
	if (!code)
		code = bench_init(&d->bench, m, ndrive, drive, ngauge, gauge, d->test, &lab->arena, object, e);
	if (code)
		return code;
	code = laboratory_own(lab, &d->bench, end, object, e);
	if (code)
		bench_fini(&d->bench);
	return code;
}
