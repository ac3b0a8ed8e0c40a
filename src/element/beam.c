/* What members with a geomTransf share: setting up, loads along them, mass.
 *
 * q0 are the basic forces of the member with both ends held under loads along it, p0 the reactions of the simply supported one, with
 * phi = 12 EI/(G Av L^2):
 *
 *   uniform w:            M = w L^2/12 at both ends
 *   point P at a = L - b: M_i = P a b (b + phi L/2) / (L^2 (1 + phi)),  M_j = P a b (a + phi L/2) / (L^2 (1 + phi))
 *
 * Consistent mass is that of Hermite polynomials.
 * J. S. Przemieniecki, Theory of matrix structural analysis, McGraw-Hill 1968, ch. 5, 6, 11.
 */
#include "element/beam.h"

int beam_nodes(struct element *el, struct args *a, const struct model *m, struct arena *mem, struct err *e)
{
	if (m->ndm != 2 && m->ndm != 3) {
		int code = err_set(e, ERR_STATE, a->object, "a beam needs a plane or space model");
		err_value(e, "-ndm %d", m->ndm);
		return code;
	}
	int code = element_nodes(el, a, 2, m, mem, e);
	if (code < 0)
		return code;
	return element_need_ndf(el, m->ndm == 2 ? 3 : 6, true, a->object, e);
}

int beam_place(struct frame *f, struct args *a, struct element *el, const struct model *m, struct err *e)
{
	struct transform *t;
	int tag;
	int code = args_tag(a, "transformation", &tag, e);
	if (code < 0)
		return code;
	code = model_need_transform(m, tag, a->object, &t, e);
	if (code < 0)
		return code;
	struct node end[2] = { *el->node[0], *el->node[1] };
	for (int i = 0; i < 2; i++)
		element_place(el, i, end[i].x);
	code = transform_place(f, t, &end[0], &end[1], m->ndm, a->object, e);
	if (code < 0)
		return code;
	el->nstate = t->ops->nstate ? t->ops->nstate(f) : 0;
	el->nload = BEAM_LOADS;
	return 0;
}

void beam_start(const struct frame *f, double *h)
{
	if (f->ops->start)
		f->ops->start(f, h);
}

void beam_initial(const struct frame *f, const double *kb, double *ret_k)
{
	int nb = f->ndm == 2 ? 3 : 6;
	double t[72], local[144];
	frame_basic_matrix(f, t);
	mat_congruence(nb, 2 * nb, kb, t, local);
	frame_turn(f, local, ret_k);
}

/* How many of p0 and of q0 there are; q0 of torsion is zero. */
static int held(const struct frame *f)
{
	return f->ndm == 2 ? 3 : 5;
}

void beam_add_held(const struct frame *f, const double *load, double *q)
{
	for (int i = 0; i < held(f); i++)
		q[i] += load[held(f) + i];
}

/* Condenses released end moments out of those of the held member: k = [near, far; far, near]. */
static void release_moments(const struct bending *b, double *m)
{
	double carry = b->far / b->near;
	switch (b->release) {
	case 1:
		m[1] -= carry * m[0];
		m[0] = 0.0;
		break;
	case 2:
		m[0] -= carry * m[1];
		m[1] = 0.0;
		break;
	case 3:
		m[0] = m[1] = 0.0;
		break;
	default:
		break;
	}
}

/* Loads along the member ---------------------------------------------------------------------------- */

/* Transverse load in one plane: reactions of the simple beam at i and j, and held end moments with the sign of a load in +y. */
static void transverse(const struct bending *d, double len, const struct element_load *l, double w, double *ret_v, double *ret_m)
{
	if (l->kind == LOAD_BEAM_UNIFORM) {
		ret_v[0] = ret_v[1] = 0.5 * w * len;
		ret_m[0] = -w * len * len / 12.0;
		ret_m[1] = w * len * len / 12.0;
	} else {
		double s = l->at, r = 1.0 - l->at, by = w * len * s * r / (1.0 + d->phi);
		ret_v[0] = w * r;
		ret_v[1] = w * s;
		ret_m[0] = -by * (r + 0.5 * d->phi);
		ret_m[1] = by * (s + 0.5 * d->phi);
	}
	release_moments(d, ret_m);
}

int beam_load(const struct frame *f, const struct bending *bend, const struct element_load *l, double factor, double *load)
{
	double *p0 = load, *q0 = load + held(f);
	double v[2], m[2], n = factor * l->wx;
	bool uniform = l->kind == LOAD_BEAM_UNIFORM;
	if (!uniform && (l->at < 0.0 || l->at > 1.0))
		return ERR_RANGE;
	if (uniform)
		n *= f->length;
	p0[0] -= n;
	q0[0] -= n * (uniform ? 0.5 : l->at);
	for (int p = 0; p < f->ndm - 1; p++) {
		double sign = p == 0 ? 1.0 : -1.0; /* a load in +z bends about y the other way */
		transverse(&bend[p], f->length, l, factor * (p == 0 ? l->wy : l->wz), v, m);
		p0[1 + 2 * p] -= v[0];
		p0[2 + 2 * p] -= v[1];
		q0[1 + 2 * p] += sign * m[0];
		q0[2 + 2 * p] += sign * m[1];
	}
	return 0;
}

/* Mass ---------------------------------------------------------------------------------------------- */

/* Hermite mass of bending in one plane; at: freedoms uy_i, rz_i, uy_j, rz_j, sign: -1 turns the rotations (about y). */
static void bending_mass(int n, const int *at, double m, double l, double sign, double *ret_m)
{
	double r = sign * l;
	const double h[4][4] = {
		{ 156.0, 22.0 * r, 54.0, -13.0 * r },
		{ 22.0 * r, 4.0 * l * l, 13.0 * r, -3.0 * l * l },
		{ 54.0, 13.0 * r, 156.0, -22.0 * r },
		{ -13.0 * r, -3.0 * l * l, -22.0 * r, 4.0 * l * l },
	};
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++)
			ret_m[at[i] * n + at[j]] = m / 420.0 * h[i][j];
}

/* Linear shape functions between freedoms i and j. */
static void line_mass(int n, int i, int j, double m, double *ret_m)
{
	ret_m[i * n + i] = ret_m[j * n + j] = m / 3.0;
	ret_m[i * n + j] = ret_m[j * n + i] = m / 6.0;
}

void beam_mass(const struct frame *f, double m, double gyration, bool consistent, double *ret_m)
{
	static const int plane[] = { 1, 2, 4, 5 }, about_z[] = { 1, 5, 7, 11 }, about_y[] = { 2, 4, 8, 10 };
	int nb = f->ndm == 2 ? 3 : 6, n = 2 * nb;
	double local[144] = { 0 };
	if (!consistent) {
		element_bar_mass(f->ndm, nb, nb, m, false, ret_m);
		return;
	}
	line_mass(n, 0, nb, m, local);
	bending_mass(n, nb == 3 ? plane : about_z, m, f->length, 1.0, local);
	if (nb == 6) {
		bending_mass(n, about_y, m, f->length, -1.0, local);
		line_mass(n, 3, 9, m * gyration, local);
	}
	frame_turn(f, local, ret_m);
}

/* Answers by name ----------------------------------------------------------------------------------- */

int beam_response(const struct frame *f, const double *v, const double *q, const double *load, int argc, const char *const *argv, double *ret_x, int max)
{
	static const char *const basic_force[] = { "basicForce", "basicForces", NULL };
	static const char *const local_force[] = { "localForce", "localForces", NULL };
	static const char *const deformation[] = { "basicDeformation", "basicDeformations", "deformation", "deformations", "chordRotation", NULL };
	int nb = f->ndm == 2 ? 3 : 6;
	double local[12];
	if (argc < 1)
		return 0;
	frame_local_force(f, q, load, local);
	const struct {
		const char *const *names;
		const double *x;
		int n;
	} answer[] = { { basic_force, q, nb }, { local_force, local, 2 * nb }, { deformation, v, nb } };
	for (size_t i = 0; i < COUNT(answer); i++)
		if (text_among(argv[0], answer[i].names) && answer[i].n <= max) {
			memcpy(ret_x, answer[i].x, (size_t)answer[i].n * sizeof *ret_x);
			return answer[i].n;
		}
	return 0;
}

void beam_claim(const struct frame *f, struct element_claims *ret_c)
{
	ret_c->finite_rotation = f->ops->finite && (f->ndm == 3 || !f->offsets);
	ret_c->symmetric = !(f->ops->finite && f->ndm == 3);
	/* in space the spin of the mean triad holds to the order of the deformations: see corotational_space.c */
	ret_c->inexact = f->ops->inexact || !ret_c->symmetric;
}
