/* Truss: an axial member in small displacements.
 *
 *        i o------------>o j        strain = x . (u_j - u_i) / L,  rate likewise from v
 *               x                   f_j = n x = -f_i,  k = (EA/L) [x x', -x x'; -x x', x x']
 *
 * x is the undeformed direction, n is positive in tension. The damping tangent of the material acts like k.
 */
#include "element/bar.h"

static void respond(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	const struct bar *b = self;
	size_t size = (size_t)(b->ndof * b->ndof) * sizeof *f;
	double r[ELEMENT_DOF_MAX], strain = 0.0, rate = 0.0;
	bar_row(b, r);
	for (int i = 0; i < b->ndof; i++) {
		strain += r[i] * io->u[i];
		rate += r[i] * io->v[i];
	}
	struct bar_force n = bar_law(b, io, strain / b->length, rate / b->length);
	for (int i = 0; i < b->ndof; i++)
		f[i] = n.n * r[i];
	if (k) {
		memset(k, 0, size);
		element_add_outer(b->ndof, n.ea / b->length, r, k);
	}
	if (c) {
		memset(c, 0, size);
		element_add_outer(b->ndof, n.eta / b->length, r, c);
	}
}

static void initial(const void *self, double *ret_k)
{
	const struct bar *b = self;
	double r[ELEMENT_DOF_MAX];
	bar_row(b, r);
	memset(ret_k, 0, (size_t)(b->ndof * b->ndof) * sizeof *ret_k);
	element_add_outer(b->ndof, bar_initial_ea(b) / b->length, r, ret_k);
}

static int basis(const void *self, double *ret_b)
{
	if (ret_b)
		bar_row(self, ret_b);
	return 1;
}

static void law(const void *self, const struct element_io *io, const double *deformation, const double *rate, double *ret_q)
{
	const struct bar *b = self;
	ret_q[0] = bar_law(b, io, deformation[0] / b->length, rate[0] / b->length).n;
}

static bool modulus(const void *self, const double *ht, double *ret_d)
{
	const struct bar *b = self;
	struct bar_force n = bar_now(b, ht);
	ret_d[0] = n.ea / b->length;
	return n.eta == 0.0;
}

const struct element_ops element_truss = {
	.name = "truss",
	.brief = "axial member, small displacements",
	.cite = "McGuire, Gallagher & Ziemian 2000, Matrix structural analysis, 2nd ed.",
	.example = "1 2 2.5 1 -rho 0.4 | 1 2 2.5 2 | 11 12 2.5 3 -rho 0.4 -cMass 1 | 1 2 5",
	.params = bar_params,
	.claims = { .symmetric = true, .invariant = true },
	.origin = ORIGIN_PLACE,
	.size = sizeof(struct bar),
	.setup = bar_setup,
	.start = bar_start,
	.respond = respond,
	.initial = initial,
	.mass = bar_mass,
	.response = bar_response,
	.linear = bar_linear,
	.basis = basis,
	.law = law,
	.modulus = modulus,
};
