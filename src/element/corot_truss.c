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

/* Current direction e; returns the length. d also gives the elongation without loss of digits. */
static double direction(const struct bar *b, const double *u, double *ret_e, double *ret_stretch)
{
	double l2 = 0.0, gain = 0.0;
	for (int i = 0; i < 3; i++) {
		double du = i < b->ndm ? u[b->ndf_i + i] - u[i] : 0.0, x = b->length * b->axis[i];
		ret_e[i] = x + du;
		gain += (2.0 * x + du) * du;
		l2 += ret_e[i] * ret_e[i];
	}
	double l = sqrt(l2);
	for (int i = 0; i < 3; i++)
		ret_e[i] /= l;
	*ret_stretch = gain / (l + b->length);
	return l;
}

/* The four blocks of a relation between the nodes' relative displacement and force. */
static void spread(const struct bar *b, double along, double across, const double *e, double *ret_k)
{
	int n = b->ndof, o = b->ndf_i;
	memset(ret_k, 0, (size_t)(n * n) * sizeof *ret_k);
	for (int i = 0; i < b->ndm; i++)
		for (int j = 0; j < b->ndm; j++) {
			double g = along * e[i] * e[j] + across * ((i == j) - e[i] * e[j]);
			ret_k[i * n + j] = ret_k[(o + i) * n + o + j] = g;
			ret_k[i * n + o + j] = ret_k[(o + i) * n + j] = -g;
		}
}

static void respond(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	const struct bar *b = self;
	double e[3], stretch, rate = 0.0;
	double l = direction(b, io->u, e, &stretch);
	for (int i = 0; i < b->ndm; i++)
		rate += e[i] * (io->v[b->ndf_i + i] - io->v[i]);
	struct bar_force n = bar_law(b, io, stretch / b->length, rate / b->length);
	memset(f, 0, (size_t)b->ndof * sizeof *f);
	for (int i = 0; i < b->ndm; i++) {
		f[i] = -n.n * e[i];
		f[b->ndf_i + i] = n.n * e[i];
	}
	if (k)
		spread(b, n.ea / b->length, n.n / l, e, k);
	if (c)
		spread(b, n.eta / b->length, 0.0, e, c);
}

static void initial(const void *self, double *ret_k)
{
	const struct bar *b = self;
	spread(b, bar_initial_ea(b) / b->length, 0.0, b->axis, ret_k);
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
