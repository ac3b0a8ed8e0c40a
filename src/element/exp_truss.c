/* Experimental truss: the force of an axial member is measured, in small displacements.
 *
 *   d = x . (u_j - u_i),  velocity and acceleration likewise;   f_j = q x = -f_i,   k = k_b [x x', -x x'; -x x', x x']
 *
 * x is the undeformed direction; k_b is -initStif or an estimate of the tangent.
 * A. H. Schellenberg, S. A. Mahin and G. L. Fenves, Advanced implementation of hybrid simulation, PEER 2009/104.
 */
#include "element/exp_bar.h"

static void motion(const struct exp_bar *t, const struct element_io *io, const double *row, struct exchange_motion *ret_m)
{
	const double *of[MOTIONS] = { io->u, io->v, io->a };

	for (int k = 0; k < MOTIONS; k++)
		ret_m->x[k][0] = vec_dot(t->bar.ndof, row, of[k]);
}

static int send(const void *self, const struct element_io *io)
{
	const struct exp_bar *t = self;
	struct exchange_motion m;
	double row[ELEMENT_DOF_MAX];

	bar_row(&t->bar, row);
	motion(t, io, row, &m);
	return exchange_send(&t->x, io, &m);
}

static void respond(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	const struct exp_bar *t = self;
	int n = t->bar.ndof;
	struct exchange_motion m;
	double row[ELEMENT_DOF_MAX];
	bool measured;

	bar_row(&t->bar, row);
	if (io->live)
		motion(t, io, row, &m);
	const double *q = exchange_force(&t->x, io, &m, &measured);
	if (!q) {
		exchange_fail(n, f, k, c);
		return;
	}
	for (int i = 0; i < n; i++)
		f[i] = q[0] * row[i];
	exchange_undamped(n, k);
	if (k)
		element_add_outer(n, exchange_stiffness(&t->x, io)[0], row, k);
	exchange_undamped(n, c);
}

static int rows(const void *self, struct element_rows *ret)
{
	const struct exp_bar *t = self;

	if (!ret->at_rest && !exchange_plain(&t->x, false, &ret->why))
		return 0;
	bar_row(&t->bar, ret->row);
	return 1;
}

static void initial(const void *self, double *ret_k)
{
	const struct exp_bar *t = self;
	double row[ELEMENT_DOF_MAX];

	bar_row(&t->bar, row);
	memset(ret_k, 0, (size_t)(t->bar.ndof * t->bar.ndof) * sizeof *ret_k);
	element_add_outer(t->bar.ndof, t->x.k0[0], row, ret_k);
}

static void claim(const void *self, struct element_claims *ret_c)
{
	const struct exp_bar *t = self;

	ret_c->steady = !t->x.tangent;
}

const struct element_ops element_exp_truss = {
	.name = "truss",
	.brief = "experimental axial member, small displacements",
	.cite = "Schellenberg, Mahin & Fenves 2009, PEER report 2009/104",
	.example = "1 2 -site 1 -initStif 100 | 1 2 -site 1 -initStif 100 -iMod -rho 0.4 | 11 12 -site 1 -initStif 100 -rho 0.4 -cMass -noRayleigh |"
	           " 1 2 -site 1 -initStif 100 -tangStif 1",
	.params = exp_bar_params,
	.claims = { .symmetric = true, .invariant = true },
	.exchange = true,
	.size = sizeof(struct exp_bar),
	.setup = exp_bar_setup,
	.respond = respond,
	.initial = initial,
	.mass = exp_bar_mass,
	.response = exp_bar_response,
	.claim = claim,
	.send = send,
	.elsewhere = exchange_elsewhere,
	.rows = rows,
	.ramp = exchange_ramp,
	.committed = exchange_committed,
	.fault = exchange_fault,
	.exchanged = exchange_exchanged,
	.removed = exchange_removed,
};
