/* Corotational truss: an axial member that turns with its nodes.
 *
 *   d = x_j + u_j - x_i - u_i,  l = |d|,  e = d / l
 *   strain = (l - L) / L,   rate = e . (v_j - v_i) / L,   f_j = n e = -f_i
 *   k = [g, -g; -g, g],  g = (EA/L) e e' + (n/l) (I - e e')
 *   c = the same with (eta A/L) e e' alone
 *
 * Engineering strain on the undeformed length. The change of the rate with the direction e is left out of k; it is of the
 * order eta |v| and not symmetric.
 */
#include "element/bar.h"

static void respond(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	const struct bar *b = self;
	double e[3], stretch, rate = 0.0;
	double l = bar_direction(b, io->u, e, &stretch);
	for (int i = 0; i < b->ndm; i++)
		rate += e[i] * (io->v[b->ndf_i + i] - io->v[i]);
	struct bar_force n = bar_law(b, io, stretch / b->length, rate / b->length);
	memset(f, 0, (size_t)b->ndof * sizeof *f);
	for (int i = 0; i < b->ndm; i++) {
		f[i] = -n.n * e[i];
		f[b->ndf_i + i] = n.n * e[i];
	}
	if (k)
		bar_spread(b, n.ea / b->length, n.n / l, e, k);
	if (c)
		bar_spread(b, n.eta / b->length, 0.0, e, c);
}

static void initial(const void *self, double *ret_k)
{
	const struct bar *b = self;
	bar_spread(b, bar_initial_ea(b) / b->length, 0.0, b->axis, ret_k);
}

const struct element_ops element_corot_truss = {
	.name = "corotTruss",
	.brief = "axial member, displacements of any size",
	.cite = "Crisfield 1991, Non-linear finite element analysis of solids and structures, vol. 1, ch. 3",
	.example = "1 2 2.5 1 -rho 0.4 | 1 2 2.5 2 | 11 12 2.5 3 -rho 0.4 -cMass 1 | 1 2 5",
	.params = bar_params,
	.claims = { .symmetric = true, .invariant = true, .finite_rotation = true },
	.size = sizeof(struct bar),
	.setup = bar_setup,
	.start = bar_start,
	.respond = respond,
	.initial = initial,
	.mass = bar_mass,
	.response = bar_response,
};
