/* What bearings share. */
#include "element/bearing.h"

/* Materials and whether a plane bearing has them, in the order of the materials' numbers. */
static const struct {
	const char *option;
	bool plane;
} role[BEARING_ROLES] = { { "-P", true }, { "-T", false }, { "-My", false }, { "-Mz", true } };

int bearing_space(const struct model *m, const char *object, struct err *e)
{
	if (m->ndm >= 2)
		return 0;
	int code = err_set(e, ERR_STATE, object, "a bearing needs a plane or space model");
	err_value(e, "-ndm %d", m->ndm);
	return code;
}

int bearing_option(struct bearing_springs *s, struct args *a, struct err *e)
{
	for (int r = 0; r < BEARING_ROLES; r++)
		if (args_accept(a, role[r].option)) {
			int code = args_tag(a, role[r].option, &s->tag[r], e);
			s->given[r] = true;
			return code < 0 ? code : 1;
		}
	return 0;
}

int bearing_materials(struct bearing_springs *s, int first, const struct model *m, const char *object, struct err *e)
{
	for (int r = 0; r < BEARING_ROLES; r++) {
		if (m->ndm == 2 && !role[r].plane)
			continue;
		if (!s->given[r]) {
			int code = err_set(e, ERR_ARGUMENT, object, "%s and a material are missing", role[r].option);
			err_hint(e, m->ndm == 2 ? "a plane bearing needs -P and -Mz" : "a bearing in space needs -P, -T, -My and -Mz");
			return code;
		}
		int code = springs_add(&s->spring, s->tag[r], m, object, e);
		if (code < 0)
			return code;
	}
	for (int i = 0; i < s->spring.n; i++)
		s->spring.history[i] += first;
	return 0;
}

int bearing_directions(struct link *l, int ndm)
{
	static const int plane[] = { 0, 1, 5 }, space[] = { 0, 1, 2, 3, 4, 5 };
	l->n = ndm == 2 ? 3 : 6;
	memcpy(l->dir, ndm == 2 ? plane : space, (size_t)l->n * sizeof *l->dir);
	return ndm - 1;
}

int bearing_basic(const struct link *l, int i)
{
	return i == 0 ? 0 : l->ndm - 1 + i;
}

void bearing_step(const struct bearing_springs *s, const struct link *l, const struct element_io *io, const double *v, const double *rate,
	double *q, double *k, double *c)
{
	double sv[LINK_MAX], sr[LINK_MAX], sq[LINK_MAX], sk[LINK_MAX], sc[LINK_MAX];
	for (int i = 0; i < s->spring.n; i++) {
		sv[i] = v[bearing_basic(l, i)];
		sr[i] = rate[bearing_basic(l, i)];
	}
	springs_step(&s->spring, io, sv, sr, sq, sk, sc);
	for (int i = 0; i < s->spring.n; i++) {
		int d = bearing_basic(l, i);
		q[d] = sq[i];
		k[d * (l->n + 1)] = sk[i];
		c[d * (l->n + 1)] = sc[i];
	}
}

void bearing_initial(const struct bearing_springs *s, const struct link *l, double *k)
{
	for (int i = 0; i < s->spring.n; i++)
		k[bearing_basic(l, i) * (l->n + 1)] = material_initial(s->spring.material[i]);
}
