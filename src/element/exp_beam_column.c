/* Experimental beamColumn: a member whose forces are measured on a cantilever.
 *
 * A geomTransf gives the basic deformations A of the member: elongation e, end rotations relative to the chord. The specimen is held
 * at node i and moved at node j, so its coordinates B are those of a cantilever:
 *
 *   plane: d = (e, -L t_i, t_j - t_i);      space: d = (e, -L tz_i, tz_j - tz_i, L ty_i, ty_j - ty_i, twist)
 *   forces back to A by the transpose:  (q1, -L q2 - q3, q3),  (q1, -L q2 - q3, q3, L q4 - q5, q5, q6)
 *
 * Plane and Corotational, where the cantilever may turn by any angle:
 *
 *   d = ((L + e) cos t_i - L, -(L + e) sin t_i, t_j - t_i),   forces (q1 cos a + q2 sin a, d2 q1 - (L + d1) q2 - q3, q3),  a = -t_i
 *
 * Velocity and acceleration are the time derivatives of d. Forces of loads along the member are added in A. An axial force that no
 * actuator imposes and that is zero is that of a bar of stiffness K0_11 between the ends; twist in space likewise. The tangent is
 * K0 brought to A at the undeformed geometry, and the transformation's geometric part with the current forces.
 * A. H. Schellenberg, S. A. Mahin and G. L. Fenves, Advanced implementation of hybrid simulation, PEER 2009/104.
 */
#include "element/exchange.h"

#include "element/beam.h"

struct exp_beam {
	struct exchange x;
	struct frame frame;
	int nb;                    /* basic coordinates: 3 or 6                                    */
	double rho;
	bool consistent;
	bool turns;                /* plane and Corotational                                       */
	double t[36];              /* d = t v, nb x nb                                             */
	double ka[36];             /* t' K0 t                                                      */
	int nstate;
	double *trial;             /* history of the transformation beside the path, nstate; owned: model arena */
};

static const struct param params[] = {
	{ .name = "iNode", .kind = PARAM_ROW, .required = true, .help = "tag of the first node, where the cantilever is held" },
	{ .name = "jNode", .kind = PARAM_ROW, .required = true, .help = "tag of the second node" },
	{ .name = "transfTag", .kind = PARAM_ROW, .required = true, .help = "tag of a geomTransf" },
	EXCHANGE_PARAMS,
	{ .name = "-rho", .kind = PARAM_ROW, .help = "mass per length [mass/length] >= 0, default 0" },
	{ .name = "-cMass", .kind = PARAM_ROW, .help = "consistent instead of lumped mass" },
	{ .name = NULL },
};

static int read_options(struct exp_beam *b, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	int code = 0;

	while (code >= 0 && args_more(a)) {
		code = exchange_option(&b->x, a, el, m, mem, e);
		if (code != 0)
			continue;
		if (args_accept(a, "-rho"))
			code = args_real(a, "-rho", RANGE_NONNEG, &b->rho, e);
		else if (args_accept(a, "-cMass"))
			code = element_switch(a, "-cMass", &b->consistent, e);
		else
			code = args_end(a, e);
	}
	return code < 0 ? code : 0;
}

static void form(struct exp_beam *b)
{
	double l = b->frame.length, *t = b->t;
	int n = b->nb;

	t[0] = 1.0;
	t[n + 1] = -l;
	t[2 * n + 1] = -1.0;
	t[2 * n + 2] = 1.0;
	if (n == 6) {
		t[3 * n + 3] = l;
		t[4 * n + 3] = -1.0;
		t[4 * n + 4] = 1.0;
		t[5 * n + 5] = 1.0;
	}
	b->turns = n == 3 && b->frame.ops->finite;
}

static int setup(void *self, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	struct exp_beam *b = self;
	int code = beam_nodes(el, a, m, mem, e);

	if (code == 0)
		code = beam_place(&b->frame, a, el, m, e);
	if (code < 0)
		return code;
	b->nb = m->ndm == 2 ? 3 : 6;
	exchange_begin(&b->x, b->nb, el);
	b->x.by_column = true;
	code = read_options(b, a, el, m, mem, e);
	if (code == 0)
		code = exchange_join(&b->x, a->object, mem, e);
	if (code < 0)
		return code;
	b->nstate = el->nstate;
	b->trial = ARENA_ARRAY(mem, (size_t)el->nstate, double);
	if (!b->trial)
		return err_set(e, ERR_MEMORY, a->object, "out of memory");
	form(b);
	mat_congruence(b->nb, b->nb, b->x.k0, b->t, b->ka);
	return 0;
}

static void start(const void *self, double *h)
{
	const struct exp_beam *b = self;

	beam_start(&b->frame, h);
}

/* Kinematics ---------------------------------------------------------------------------------------- */

/* Rates of the basic deformations A of a plane chord that turns: r its length, al its rotation. */
static void chord_rates(const struct frame *f, const struct element_io *io, double *ret_v, double *ret_a)
{
	double u[6], v[6], a[6];

	frame_local(f, io->u, u);
	frame_local(f, io->v, v);
	frame_local(f, io->a, a);
	double x = f->length + u[3] - u[0], y = u[4] - u[1], r2 = x * x + y * y, r = sqrt(r2);
	double xv = v[3] - v[0], yv = v[4] - v[1], xa = a[3] - a[0], ya = a[4] - a[1];
	double rv = (x * xv + y * yv) / r, alv = (x * yv - y * xv) / r2;
	double ra = (xv * xv + yv * yv + x * xa + y * ya - rv * rv) / r, ala = (x * ya - y * xa - 2.0 * r * rv * alv) / r2;
	ret_v[0] = rv;
	ret_v[1] = v[2] - alv;
	ret_v[2] = v[5] - alv;
	ret_a[0] = ra;
	ret_a[1] = a[2] - ala;
	ret_a[2] = a[5] - ala;
}

/* Rates of a member in space that turns, by central differences of its deformations along u + v t + a t^2/2, whose steps move no point
 * by more than this part of the length: half of the digits are left to the second difference, and the third derivative counts less. */
static const double STEP = 3e-4;

static double fastest(const struct frame *f, const double *rate)
{
	double most = 0.0;

	for (int i = 0; i < 12; i++)
		most = fmax(most, fabs(rate[i]) * (i % 6 < 3 ? 1.0 : f->length));
	return most;
}

static void space_rates(const struct exp_beam *b, const struct element_io *io, const double *basic, double *ret_v, double *ret_a)
{
	double step = STEP * b->frame.length, v = fastest(&b->frame, io->v), a = fastest(&b->frame, io->a), u[12], d[2][6];
	double h = fmin(v > 0.0 ? step / v : HUGE_VAL, a > 0.0 ? sqrt(step / a) : HUGE_VAL);

	memset(ret_v, 0, 6 * sizeof *ret_v);
	memset(ret_a, 0, 6 * sizeof *ret_a);
	if (!(h < HUGE_VAL))
		return;
	for (int side = 0; side < 2; side++) {
		double t = side == 0 ? -h : h;

		for (int i = 0; i < 12; i++)
			u[i] = io->u[i] + t * (io->v[i] + 0.5 * t * io->a[i]);
		memcpy(b->trial, io->ht, (size_t)b->nstate * sizeof *b->trial);
		b->frame.ops->deform(&b->frame, io->hc, b->trial, u, d[side]);
	}
	for (int i = 0; i < 6; i++) {
		ret_v[i] = (d[1][i] - d[0][i]) / (2.0 * h);
		ret_a[i] = ((d[1][i] - basic[i]) - (basic[i] - d[0][i])) / (h * h);
	}
}

static void basic_rates(const struct exp_beam *b, const struct element_io *io, const double *basic, double *ret_v, double *ret_a)
{
	double local[12];

	if (b->turns) {
		chord_rates(&b->frame, io, ret_v, ret_a);
	} else if (b->frame.ops->finite) {
		space_rates(b, io, basic, ret_v, ret_a);
	} else {
		frame_local(&b->frame, io->v, local);
		frame_basic(&b->frame, local, ret_v);
		frame_local(&b->frame, io->a, local);
		frame_basic(&b->frame, local, ret_a);
	}
}

/* Displacements B from the deformations A. */
static void cantilever(const struct exp_beam *b, const double *v, double *ret_d)
{
	double r = b->frame.length + v[0], s = sin(0.5 * v[1]);

	mat_vec(b->nb, b->nb, b->t, v, ret_d);
	if (!b->turns)
		return;
	ret_d[0] = v[0] - 2.0 * r * s * s;      /* r cos t - L without loss of digits */
	ret_d[1] = -r * sin(v[1]);
}

static void motion(const struct exp_beam *b, const struct element_io *io, const double *v, struct exchange_motion *ret_m)
{
	double rate[6], accel[6];

	cantilever(b, v, ret_m->x[MOTION_DISP]);
	basic_rates(b, io, v, rate, accel);
	mat_vec(b->nb, b->nb, b->t, rate, ret_m->x[MOTION_VEL]);
	mat_vec(b->nb, b->nb, b->t, accel, ret_m->x[MOTION_ACCEL]);
	if (!b->turns)
		return;
	double r = b->frame.length + v[0], c = cos(v[1]), s = sin(v[1]);
	double along = accel[0] - r * rate[1] * rate[1], across = 2.0 * rate[0] * rate[1] + r * accel[1];
	ret_m->x[MOTION_VEL][0] = rate[0] * c - r * rate[1] * s;
	ret_m->x[MOTION_VEL][1] = -rate[0] * s - r * rate[1] * c;
	ret_m->x[MOTION_ACCEL][0] = along * c - across * s;
	ret_m->x[MOTION_ACCEL][1] = -along * s - across * c;
}

static int send(const void *self, const struct element_io *io)
{
	const struct exp_beam *b = self;
	struct exchange_motion m;
	double v[6];

	b->frame.ops->deform(&b->frame, io->hc, io->ht, io->u, v);
	motion(b, io, v, &m);
	return exchange_send(&b->x, io, &m);
}

/* Forces -------------------------------------------------------------------------------------------- */

/* Axial force and twist that nothing imposes. */
static void supply(const struct exp_beam *b, const double *d, double *q)
{
	static const double NOTHING = 1e-12;     /* an axial force below this is none */
	const struct exchange *x = &b->x;
	double l = b->frame.length, along = l + d[0];

	if (!x->driven[0] && fabs(q[0]) < NOTHING) {
		if (b->nb == 3) {
			double chord = sqrt(along * along + d[1] * d[1]);
			double n = x->k0[0] * (d[0] * (l + along) + d[1] * d[1]) / (chord + l);

			q[0] = n * along / chord;
			q[1] += n * d[1] / chord;
		} else {
			q[0] = x->k0[0] * d[0];
		}
	}
	if (b->nb == 6 && !x->driven[5] && fabs(q[5]) < NOTHING)
		q[5] = x->k0[35] * d[5];
}

/* Forces A of forces B at displacements d. */
static void to_basic(const struct exp_beam *b, bool turned, const double *d, const double *q, double *ret_q)
{
	mat_tvec(b->nb, b->nb, b->t, q, ret_q);
	if (!turned)
		return;
	double x = b->frame.length + d[0], r = sqrt(x * x + d[1] * d[1]);
	ret_q[0] = (q[0] * x + q[1] * d[1]) / r;
	ret_q[1] = d[1] * q[0] - x * q[1] - q[2];
}

static void respond(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	const struct exp_beam *b = self;
	struct exchange_motion m;
	double v[6], d[6], qa[6];
	bool measured;

	b->frame.ops->deform(&b->frame, io->hc, io->ht, io->u, v);
	if (io->live)
		motion(b, io, v, &m);
	double *q = exchange_force(&b->x, io, &m, &measured);
	if (!q) {
		exchange_fail(2 * b->nb, f, k, c);
		return;
	}
	cantilever(b, v, d);
	if (measured)
		supply(b, d, q);
	to_basic(b, b->turns, d, q, qa);
	beam_add_held(&b->frame, io->load, qa);
	/* between steps the axial force is told as it acts where the nodes stand, which operator splitting has moved on */
	b->frame.ops->force(&b->frame, io->ht, io->live || b->frame.ops->finite ? io->u : io->uc, qa, io->load, f);
	if (k)
		b->frame.ops->stiff(&b->frame, io->ht, io->u, b->ka, qa, k);
	exchange_undamped(2 * b->nb, c);
}

static int rows(const void *self, struct element_rows *ret)
{
	const struct exp_beam *b = self;
	int n = b->nb, ndof = 2 * n;

	if (!b->frame.ops->linear && !ret->at_rest) {
		ret->why = "its geomTransf is not Linear";
		return 0;
	}
	if (!ret->at_rest && !exchange_plain(&b->x, true, &ret->why))
		return 0;
	for (int j = 0; j < ndof; j++) {
		double u[12] = { 0 }, local[12], basic[6], d[6];

		u[j] = 1.0;
		frame_local(&b->frame, u, local);
		frame_basic(&b->frame, local, basic);
		mat_vec(n, n, b->t, basic, d);
		for (int i = 0; i < n; i++)
			ret->row[i * ndof + j] = d[i];
	}
	return n;
}

static void initial(const void *self, double *ret_k)
{
	const struct exp_beam *b = self;

	beam_initial(&b->frame, b->ka, ret_k);
}

static int load(const void *self, const struct element_load *l, double factor, double *load)
{
	static const struct bending stiff[2];
	const struct exp_beam *b = self;

	return beam_load(&b->frame, stiff, l, factor, load);
}

static void mass(const void *self, double *ret_m)
{
	const struct exp_beam *b = self;

	beam_mass(&b->frame, b->rho * b->frame.length, 0.0, b->consistent, ret_m);
}

static int response(const void *self, const struct element_io *io, int argc, const char *const *argv, double *ret_x, int max)
{
	/* as in the field's programs: always turned with the cantilever, and without the end moments of loads along the member */
	static const char *const local[] = { "localForce", "localForces", NULL };
	const struct exp_beam *b = self;
	double v[6], d[6], qa[6], force[12];

	if (argc < 1 || !text_among(argv[0], local))
		return exchange_response(&b->x, argc, argv, ret_x, max);
	b->frame.ops->deform(&b->frame, io->hc, io->ht, io->u, v);
	cantilever(b, v, d);
	to_basic(b, b->nb == 3, d, b->x.memory->q, qa);
	frame_local_force(&b->frame, qa, io->load, force);
	return exchange_copy(2 * b->nb, force, ret_x, max);
}

static void claim(const void *self, struct element_claims *ret_c)
{
	const struct exp_beam *b = self;
	bool space = b->frame.ops->finite && b->frame.ndm == 3;

	ret_c->finite_rotation = b->frame.ops->finite && (b->frame.ndm == 3 || !b->frame.offsets);
	ret_c->symmetric = exchange_symmetric(&b->x) && !space;
	ret_c->inexact = b->frame.ops->inexact || b->turns || space;
	ret_c->steady = b->frame.ops->linear;
}

const struct element_ops element_exp_beam_column = {
	.name = "beamColumn",
	.brief = "experimental member in plane or space, tested as a cantilever",
	.cite = "Schellenberg, Mahin & Fenves 2009, PEER report 2009/104",
	.example = "1 2 1 -site 3 -initStif 100 0 0 0 100 0 0 0 100 | 1 2 2 -site 3 -initStif 100 0 0 0 100 0 0 0 100 -rho 0.4 |"
	           " 1 2 3 -site 3 -initStif 100 0 0 0 100 0 0 0 100 -rho 0.4 -cMass -iMod |"
	           " 1 2 1 -site 6 -initStif 100 0 0 0 0 0 0 100 0 0 0 0 0 0 100 0 0 0 0 0 0 100 0 0 0 0 0 0 100 0 0 0 0 0 0 100 -rho 0.4 |"
	           " 1 2 3 -site 6 -initStif 100 0 0 0 0 0 0 100 0 0 0 0 0 0 100 0 0 0 0 0 0 100 0 0 0 0 0 0 100 0 0 0 0 0 0 100 -rho 0.4 -cMass",
	.params = params,
	.claims = { .symmetric = true, .invariant = true },
	.origin = ORIGIN_PLACE,
	.exchange = true,
	.size = sizeof(struct exp_beam),
	.setup = setup,
	.start = start,
	.respond = respond,
	.initial = initial,
	.mass = mass,
	.load = load,
	.response = response,
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
