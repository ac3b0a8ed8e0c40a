/* Sections made of uncoupled uniaxial materials. */
#include "section/section_common.h"

static int refuse_code(const struct args *a, const char *word, struct err *e)
{
	int rc = err_set(e, ERR_UNKNOWN, a->object, "unknown component");
	err_value(e, "%s", word);
	err_allowed(e, "P Mz Vy My Vz T");
	return rc;
}

static bool taken(const struct section_springs *x, const struct section *other, int code)
{
	for (int i = 0; i < x->n; i++)
		if (x->code[i] == code)
			return true;
	return other && section_index(other, code) >= 0;
}

int section_springs_read(struct section_springs *x, const struct section *other, struct args *a, const struct model *m, struct err *e)
{
	struct material *mat;
	const char *word;
	int tag, rc, code;
	if ((rc = args_tag(a, "matTag", &tag, e)) < 0 ||
	    (rc = model_need_material(m, tag, a->object, &mat, e)) < 0 ||
	    (rc = args_word(a, "code", &word, e)) < 0)
		return rc;
	if ((code = section_code_of(word)) < 0)
		return refuse_code(a, word, e);
	if (taken(x, other, code))
		return err_set(e, ERR_DUPLICATE, a->object, "component %s is given twice", word);
	ASSERT(x->n < SECTION_MAX);
	x->mat[x->n] = mat;
	x->code[x->n] = code;
	x->at[x->n++] = x->size;
	x->size += material_size(mat);
	return 0;
}

void section_springs_start(const struct section_springs *x, double *h)
{
	for (int i = 0; i < x->n; i++)
		material_start(x->mat[i], h + x->at[i]);
}

void section_springs_step(const struct section_springs *x, int i, const double *hc, double *ht, double e, double dt, double *ret_s, double *ret_k)
{
	double *h = ht + x->at[i];
	material_step(x->mat[i], hc + x->at[i], h, e, 0.0, dt);
	*ret_s = h[MATERIAL_STRESS];
	*ret_k = h[MATERIAL_TANGENT];
}

bool section_springs_linear(const struct section_springs *x)
{
	for (int i = 0; i < x->n; i++)
		if (!material_linear(x->mat[i]))
			return false;
	return true;
}
