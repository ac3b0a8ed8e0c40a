/* A set of uniaxial materials, one for each direction of a link. */
#include "element/springs.h"

int springs_add(struct springs *s, int tag, const struct model *m, const char *object, struct err *e)
{
	struct material *mat;
	int code = model_need_material(m, tag, object, &mat, e);
	if (code < 0)
		return code;
	s->material[s->n] = mat;
	s->history[s->n] = s->nstate;
	s->nstate += material_size(mat);
	s->n++;
	return 0;
}

static int read_materials(struct springs *s, struct args *a, const struct model *m, struct err *e)
{
	if (!args_accept(a, "-mat")) {
		int code = err_set(e, ERR_ARGUMENT, a->object, "expected -mat and the materials' tags");
		err_value(e, "%s", args_more(a) ? args_peek(a) : "(end of command)");
		return code;
	}
	while (args_more_int(a)) {
		int tag;
		int code = args_tag(a, "material", &tag, e);
		if (code < 0)
			return code;
		if (s->n == LINK_MAX) {
			code = err_set(e, ERR_LIMIT, a->object, "too many materials");
			err_allowed(e, "at most %d", LINK_MAX);
			return code;
		}
		code = springs_add(s, tag, m, a->object, e);
		if (code < 0)
			return code;
	}
	if (s->n == 0)
		return err_set(e, ERR_ARGUMENT, a->object, "no material after -mat");
	return 0;
}

static int read_direction(struct link *l, struct args *a, int ndm, struct err *e)
{
	int word, dir;
	int code = args_int(a, "direction", 1, 6, &word, e);
	if (code < 0)
		return code;
	code = link_direction(word, ndm, a->object, &dir, e);
	if (code < 0)
		return code;
	l->dir[l->n++] = dir;
	return 0;
}

int springs_read(struct springs *s, struct link *l, struct args *a, const struct model *m, struct err *e)
{
	int code = read_materials(s, a, m, e);
	if (code < 0)
		return code;
	if (!args_accept(a, "-dir") && !args_accept(a, "-dof")) {
		code = err_set(e, ERR_ARGUMENT, a->object, "expected -dir and the directions");
		err_value(e, "%s", args_more(a) ? args_peek(a) : "(end of command)");
		return code;
	}
	int given = 0;
	for (struct args look = *a; args_more_int(&look); look.at++)
		given++;
	if (given != s->n) {
		code = err_set(e, ERR_ARGUMENT, a->object, "as many directions as materials are needed");
		err_value(e, "%d materials, %d directions", s->n, given);
		return code;
	}
	for (int i = 0; i < s->n && code == 0; i++)
		code = read_direction(l, a, m->ndm, e);
	return code;
}

void springs_start(const struct springs *s, double *h)
{
	for (int i = 0; i < s->n; i++)
		material_start(s->material[i], h + s->history[i]);
}

bool springs_linear(const struct springs *s)
{
	for (int i = 0; i < s->n; i++)
		if (!material_linear(s->material[i]))
			return false;
	return true;
}

void springs_step(const struct springs *s, const struct element_io *io, const double *v, const double *rate, double *ret_q, double *ret_k, double *ret_c)
{
	for (int i = 0; i < s->n; i++) {
		double *ht = io->ht + s->history[i];
		material_step(s->material[i], io->hc + s->history[i], ht, v[i], rate[i], io->dt);
		ret_q[i] = ht[MATERIAL_STRESS];
		ret_k[i] = ht[MATERIAL_TANGENT];
		ret_c[i] = ht[MATERIAL_DAMP];
	}
}

void springs_initial(const struct springs *s, const struct link *l, double *ret_k)
{
	memset(ret_k, 0, (size_t)(l->ndof * l->ndof) * sizeof *ret_k);
	for (int i = 0; i < l->n; i++)
		element_add_outer(l->ndof, material_initial(s->material[i]), l->row + i * l->ndof, ret_k);
}

int springs_basis(const struct springs *s, const struct link *l, double *ret_b)
{
	if (ret_b)
		memcpy(ret_b, l->row, (size_t)(l->n * l->ndof) * sizeof *ret_b);
	return s->n;
}

bool springs_modulus(const struct springs *s, const double *ht, double *ret_d)
{
	bool damped = false;
	for (int i = 0; i < s->n; i++) {
		ret_d[i] = ht[s->history[i] + MATERIAL_TANGENT];
		damped |= ht[s->history[i] + MATERIAL_DAMP] != 0.0;
	}
	return !damped;
}

/* Answers ------------------------------------------------------------------------------------------- */

static int answer(int n, const double *x, double *ret_x, int max)
{
	if (n > max)
		return 0;
	memcpy(ret_x, x, (size_t)n * sizeof *x);
	return n;
}

int springs_material_answer(const struct springs *s, const double *ht, int argc, const char *const *argv, double *ret_x, int max)
{
	int i;
	if (argc < 2 || !text_int(argv[0], &i) || i < 1 || i > s->n)
		return 0;
	return element_material_answer(ht + s->history[i - 1], argc - 1, argv + 1, ret_x, max);
}

int springs_response(const struct springs *s, const struct link *l, const struct element_io *io, const double *q, const double *v,
	bool local, int argc, const char *const *argv, double *ret_x, int max)
{
	static const char *const basic_force[] = { "basicForce", "basicForces", NULL };
	static const char *const local_force[] = { "localForce", "localForces", NULL };
	static const char *const local_disp[] = { "localDisplacement", "localDisplacements", NULL };
	static const char *const deformation[] = {
		"deformation", "deformations", "defo", "basicDeformation", "basicDeformations", "basicDisplacement", "basicDisplacements", NULL,
	};
	static const char *const both[] = { "deformationsANDforces", "deformationANDforce", "defoANDforce", NULL };
	double x[2 * ELEMENT_DOF_MAX];

	if (argc < 1)
		return 0;
	if (!strcmp(argv[0], "material"))
		return springs_material_answer(s, io->ht, argc - 1, argv + 1, ret_x, max);
	if (text_among(argv[0], local_force) && local) {
		double f[ELEMENT_DOF_MAX];
		link_force(l, q, io->u, f);
		return answer(link_local(l, f, x), x, ret_x, max);
	}
	if (text_among(argv[0], local_disp) && local)
		return answer(link_local(l, io->u, x), x, ret_x, max);
	if (text_among(argv[0], basic_force) || text_among(argv[0], local_force))
		return answer(l->n, q, ret_x, max);
	if (text_among(argv[0], deformation))
		return answer(l->n, v, ret_x, max);
	if (text_among(argv[0], both)) {
		memcpy(x, v, (size_t)l->n * sizeof *x);
		memcpy(x + l->n, q, (size_t)l->n * sizeof *x);
		return answer(2 * l->n, x, ret_x, max);
	}
	return 0;
}

int springs_response_own(const struct springs *s, const struct link *l, const struct element_io *io, bool local, int argc,
	const char *const *argv, double *ret_x, int max)
{
	double v[LINK_MAX], q[LINK_MAX];
	for (int i = 0; i < s->n; i++) {
		v[i] = io->ht[s->history[i] + MATERIAL_STRAIN];
		q[i] = io->ht[s->history[i] + MATERIAL_STRESS];
	}
	return springs_response(s, l, io, q, v, local, argc, argv, ret_x, max);
}
