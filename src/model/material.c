/* Making materials from script words, and the head that every history of a material begins with. */
#include "model/material.h"

#include "model/model.h"

#include <stdio.h>
#include <string.h>

int material_size(const struct material *mat)
{
	return MATERIAL_HEAD + mat->nstate;
}

void material_start(const struct material *mat, double *h)
{
	memcpy(h, mat->virgin, (size_t)material_size(mat) * sizeof(*h));
}

void material_step(const struct material *mat, const double *hc, double *ht, double strain, double rate, double dt)
{
	struct material_io io = { .strain = strain, .rate = rate, .dt = dt };
	mat->ops->respond(mat->self, hc + MATERIAL_HEAD, ht + MATERIAL_HEAD, &io);
	ht[MATERIAL_STRAIN] = io.strain;
	ht[MATERIAL_RATE] = rate;
	ht[MATERIAL_STRESS] = io.stress;
	ht[MATERIAL_TANGENT] = io.tangent;
	ht[MATERIAL_DAMP] = io.damp;
}

double material_initial(const struct material *mat)
{
	return mat->ops->initial(mat->self);
}

bool material_linear(const struct material *mat)
{
	return mat->ops->linear && mat->ops->linear(mat->self);
}

int material_response(const double *h, const char *word, double *ret_x)
{
	static const struct {
		const char *word;
		int n, at[3];
	} answer[] = {
		{ "stress", 1, { MATERIAL_STRESS } },
		{ "strain", 1, { MATERIAL_STRAIN } },
		{ "tangent", 1, { MATERIAL_TANGENT } },
		{ "strainRate", 1, { MATERIAL_RATE } },
		{ "dampTangent", 1, { MATERIAL_DAMP } },
		{ "stressStrain", 2, { MATERIAL_STRESS, MATERIAL_STRAIN } },
		{ "stressANDstrain", 2, { MATERIAL_STRESS, MATERIAL_STRAIN } },
		{ "stressStrainTangent", 3, { MATERIAL_STRESS, MATERIAL_STRAIN, MATERIAL_TANGENT } },
	};
	for (size_t i = 0; i < COUNT(answer); i++) {
		if (strcmp(answer[i].word, word) != 0)
			continue;
		for (int j = 0; j < answer[i].n; j++)
			ret_x[j] = h[answer[i].at[j]];
		return answer[i].n;
	}
	return 0;
}

/* The history at the start: private part by start(), head as an answer at zero strain, tangent that of virgin material. */
static int make_virgin(struct material *mat, struct arena *mem)
{
	size_t n = (size_t)material_size(mat);
	double *h = ARENA_ARRAY(mem, n, double), *scratch = ARENA_ARRAY(mem, n, double);
	if (!h || !scratch)
		return ERR_MEMORY;
	if (mat->ops->start)
		mat->ops->start(mat->self, h + MATERIAL_HEAD);
	material_step(mat, h, scratch, 0.0, 0.0, 0.0);
	memcpy(h, scratch, MATERIAL_HEAD * sizeof(*h));
	h[MATERIAL_TANGENT] = material_initial(mat);
	mat->virgin = h;
	return 0;
}

int material_build(struct model *m, const struct material_ops *ops, struct args *a, struct err *e)
{
	struct material *mat = ARENA_NEW(&m->arena, struct material);
	void *self = arena_alloc(&m->arena, ops->size);
	int rc;
	if (!mat || !self)
		return err_set(e, ERR_MEMORY, a->object, "no memory for a material");
	if ((rc = args_tag(a, "tag", &mat->tag, e)) < 0)
		return rc;
	snprintf(a->object, sizeof(a->object), "uniaxialMaterial %s %d", ops->name, mat->tag);
	mat->ops = ops;
	mat->self = self;
	if ((rc = param_parse(ops->params, self, a, e)) < 0)
		return rc;
	if (ops->setup && (rc = ops->setup(self, a, m, &m->arena, e)) < 0)
		return rc;
	if ((rc = args_end(a, e)) < 0)
		return rc;
	mat->nstate = ops->nstate ? ops->nstate(self) : 0;
	if (make_virgin(mat, &m->arena) < 0)
		return err_set(e, ERR_MEMORY, a->object, "no memory for its history");
	if ((rc = table_add(&m->materials, mat->tag, mat, "uniaxialMaterial", &m->arena, e)) < 0)
		return rc;
	m->stamp++;
	return 0;
}
