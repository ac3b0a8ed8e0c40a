/* Experimental corotational truss: the force of an axial member is measured, displacements of any size.
 *
 * With l = x_j + u_j - x_i - u_i, e = l/|l|, dv and da the relative velocity and acceleration of the nodes
 *
 *   d = |l| - L,   v = e . dv,   a = (dv . dv + l . da)/|l| - (l . dv)^2/|l|^3
 *   f_j = q e = -f_i,   k = [g, -g; -g, g],  g = k_b e e' + (q/|l|) (1 - e e')
 *
 * A. H. Schellenberg, S. A. Mahin and G. L. Fenves, Advanced implementation of hybrid simulation, PEER 2009/104.
 */
#include "element/exp_bar.h"

static void motion(const struct bar *b, const struct element_io *io, double length, const double *e, double stretch, struct exchange_motion *ret_m)
{
	double along = 0.0, square = 0.0, pull = 0.0;

	for (int i = 0; i < b->ndm; i++) {
		double dv = io->v[b->ndf_i + i] - io->v[i];
		along += e[i] * dv;
		square += dv * dv;
		pull += e[i] * (io->a[b->ndf_i + i] - io->a[i]);
	}
	ret_m->x[MOTION_DISP][0] = stretch;
	ret_m->x[MOTION_VEL][0] = along;
	ret_m->x[MOTION_ACCEL][0] = pull + (square - along * along) / length;
}

static int send(const void *self, const struct element_io *io)
{
	const struct exp_bar *t = self;
	struct exchange_motion m;
	double e[3], stretch, length = bar_direction(&t->bar, io->u, e, &stretch);

	motion(&t->bar, io, length, e, stretch, &m);
	return exchange_send(&t->x, io, &m);
}

static void respond(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	const struct exp_bar *t = self;
	const struct bar *b = &t->bar;
	struct exchange_motion m;
	double e[3], stretch, length = bar_direction(b, io->u, e, &stretch);
	bool measured;

	if (io->live)
		motion(b, io, length, e, stretch, &m);
	const double *q = exchange_force(&t->x, io, &m, &measured);
	if (!q) {
		exchange_fail(b->ndof, f, k, c);
		return;
	}
	memset(f, 0, (size_t)b->ndof * sizeof *f);
	for (int i = 0; i < b->ndm; i++) {
		f[i] = -q[0] * e[i];
		f[b->ndf_i + i] = q[0] * e[i];
	}
	if (k)
		bar_spread(b, exchange_stiffness(&t->x, io)[0], q[0] / length, e, k);
	exchange_undamped(b->ndof, c);
}

static void initial(const void *self, double *ret_k)
{
	const struct exp_bar *t = self;

	bar_spread(&t->bar, t->x.k0[0], 0.0, t->bar.axis, ret_k);
}

const struct element_ops element_exp_corot_truss = {
	.name = "corotTruss",
	.brief = "experimental axial member, displacements of any size",
	.cite = "Schellenberg, Mahin & Fenves 2009, PEER report 2009/104",
	.example = "1 2 -site 1 -initStif 100 | 1 2 -site 1 -initStif 100 -iMod -rho 0.4 | 11 12 -site 1 -initStif 100 -rho 0.4 -cMass -noRayleigh |"
	           " 1 2 -site 1 -initStif 100 -tangStif 1",
	.params = exp_bar_params,
	.claims = { .symmetric = true, .invariant = true, .finite_rotation = true },
	.exchange = true,
	.size = sizeof(struct exp_bar),
	.setup = exp_bar_setup,
	.respond = respond,
	.initial = initial,
	.mass = exp_bar_mass,
	.response = exp_bar_response,
	.send = send,
	.elsewhere = exchange_elsewhere,
	.committed = exchange_committed,
	.fault = exchange_fault,
	.exchanged = exchange_exchanged,
	.removed = exchange_removed,
};
