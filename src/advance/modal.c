/* The linear part in its modes: every one is a scalar equation of the same integrator.
 *
 *   mu q'' + c q' + k q = Phi' (f - B phi),   u = Phi q                        (modal_basis.h)
 *
 * The integrator runs on q as it would on u, with diagonal matrices: n unknowns and m interface unknowns cost O(n m) a step and no factor. With all
 * modes this is the problem itself in other coordinates. Damping must be classical. Watched unknowns cost a row of Phi each; the whole motion is made
 * when it is asked for.
 */
#include "advance/in_step.h"
#include "advance/modal_basis.h"

#include "math/vec.h"

#include <cblas.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct modal {
	struct in_step step;
	int modes;                   /* option: 0: all */
	struct modal_basis basis;
	bool armed;                  /* the state in modes is that of the problem */
	double *watched;             /* nwatch rows of r. owned: arena of setup, as all below */
	double *x, *y;               /* n */
	double *u, *v;               /* n: of the thread behind the test. owned: arena of follow_from */
};

static const struct param params[] = {
	{.name = "-modes", .kind = PARAM_INT, .offset = offsetof(struct modal, modes), .def = 0, .range = {0.0, 1e6, false, false},
	 .help = "the lowest of them, with static corrections for the interface and every load; 0: all, which is exact"},
	ADVANCE_PARAMS,
	{0},
};

/* ret_q = Phi' x. */
static void to_modes(const struct modal_basis *b, const double *x, double *ret_q)
{
	if (b->n && b->r)
		cblas_dgemv(CblasColMajor, CblasTrans, b->n, b->r, 1.0, b->phi, b->n, x, 1, 0.0, ret_q, 1);
}

static void from_modes(const struct modal_basis *b, const double *q, double *ret_x)
{
	if (b->n && b->r)
		cblas_dgemv(CblasColMajor, CblasNoTrans, b->n, b->r, 1.0, b->phi, b->n, q, 1, 0.0, ret_x, 1);
}

/* --- set-up -------------------------------------------------------------------------------------- */

static int refuse_added(const struct front *f, struct err *e)
{
	if (!f->c->nadded)
		return 0;
	err_set(e, ERR_UNSUPPORTED, "engine modal", "constraints that add equations (Penalty, Lagrange)");
	err_hint(e, "constraints Transformation eliminates them; engine condensed, impulse and sparse take any");
	return ERR_UNSUPPORTED;
}

typedef void part_of(const struct front *f, const double *x, double *ret);

/* What of the motion is watched, or the interface, in modes: a row each. */
static double *rows_take(const struct modal_basis *b, int count, part_of *part, const struct front *f, struct arena *mem)
{
	double *rows = ARENA_ARRAY(mem, (size_t)count * (size_t)b->r + 1, double), *x = ARENA_ARRAY(mem, (size_t)count + 1, double);

	for (int k = 0; rows && x && k < b->r; k++) {
		part(f, b->phi + (size_t)k * (size_t)b->n, x);
		for (int i = 0; i < count; i++)
			rows[(size_t)i * (size_t)b->r + (size_t)k] = x[i];
	}
	return x ? rows : NULL;
}

static void coordinates(const struct front *f, const double *x, double *ret)
{
	port_take(&f->face.port, f->c->map.n, x, ret);
}

static int diagonal_pattern(struct problem_core *c, int r, struct arena *mem)
{
	c->pattern = (struct pattern_csc){.n = r, .nnz = r, .symmetric = true, .start = ARENA_ARRAY(mem, (size_t)r + 1, int),
	                                  .row = ARENA_ARRAY(mem, (size_t)r + 1, int)};
	for (int i = 0; c->pattern.start && c->pattern.row && i < r; i++)
		c->pattern.start[i + 1] = (c->pattern.row[i] = i) + 1;
	return c->pattern.start && c->pattern.row ? 0 : ERR_MEMORY;
}

/* Diagonal matrices in place of those of the unknowns. */
static int matrices(struct problem_core *c, const struct modal_basis *b, struct arena *mem, struct err *e)
{
	bool damped = c->has_c || c->nmodal;
	int code;

	if (diagonal_pattern(c, b->r, mem))
		return ERR_MEMORY;
	c->val_k = b->k;
	c->val_m = b->mu;
	c->val_c = b->c;
	c->lumped = b->mu;
	c->has_c = damped;
	c->proportional &= c->nmodal == 0;
	c->nmodal = 0;
	if ((code = assemble_products(c, mem, e)) || (code = spmul_prepare(&c->mul_m, &c->pattern, mem, e)))
		return code;
	spmul_values(c->mul_m, c->val_m);
	return 0;
}

static double *load_turn(const struct modal_basis *b, const double *p, struct arena *mem)
{
	double *q = ARENA_ARRAY(mem, (size_t)b->r + 1, double);

	if (q)
		to_modes(b, p, q);
	return q;
}

static int loads(struct problem_core *c, const struct modal_basis *b, struct arena *mem)
{
	struct case_load *turned = ARENA_ARRAY(mem, (size_t)c->nload + 1, struct case_load);

	for (int i = 0; turned && i < c->nload; i++) {
		turned[i] = c->load[i];
		if (turned[i].vector && !(turned[i].vector = load_turn(b, turned[i].vector, mem)))
			return ERR_MEMORY;
		if (turned[i].constant && !(turned[i].constant = load_turn(b, turned[i].constant, mem)))
			return ERR_MEMORY;
	}
	c->load = turned;
	return turned ? 0 : ERR_MEMORY;
}

/* What prescribed motions do to the unknowns, in modes: every source pulls at every mode. */
static int pulls(struct problem_core *c, const struct modal_basis *b, double *x, struct arena *mem)
{
	int ns = c->map.nsource, at = 0;
	struct pull *turned = ARENA_ARRAY(mem, c->npull ? (size_t)ns * (size_t)b->r + 1 : 1, struct pull);
	double *q[3];

	for (int k = 0; k < 3; k++)
		if (!(q[k] = ARENA_ARRAY(mem, (size_t)b->r + 1, double)))
			return ERR_MEMORY;
	for (int s = 1; turned && c->npull && s < ns; s++) {
		for (int k = 0; k < 3; k++) {
			vec_zero(b->n, x);
			for (int i = 0; i < c->npull; i++)
				if (c->pull[i].source == s)
					x[c->pull[i].unknown] += k == 0 ? c->pull[i].k : k == 1 ? c->pull[i].c : c->pull[i].m;
			to_modes(b, x, q[k]);
		}
		for (int i = 0; i < b->r; i++)
			turned[at++] = (struct pull){.unknown = i, .source = s, .k = q[0][i], .c = q[1][i], .m = q[2][i]};
	}
	c->npull = at;
	c->pull = turned;
	return turned ? 0 : ERR_MEMORY;
}

static int solver(struct problem_core *c, struct arena *mem, struct err *e)
{
	return engine_set_up(engine_find("band"), &c->pattern, mem, &c->engine, e);
}

static void describe(const struct modal *s, struct analysis *an)
{
	const struct modal_basis *b = &s->basis;

	if (!s->modes)
		snprintf(an->engine_note, sizeof(an->engine_note), "all %d modes", b->nmode);
	else
		snprintf(an->engine_note, sizeof(an->engine_note),
		         "%d of %d modes, up to %.4g rad/time, and %d static corrections; %.3g %% of the loads' static energy is in corrections only",
		         b->nmode, b->n, b->highest, b->r - b->nmode, 100.0 * b->missing);
}

static int setup(void *self, struct front *f, struct arena *mem, struct err *e)
{
	struct modal *s = self;
	struct modal_basis *b = &s->basis;
	struct problem_core *c = &f->linear.c;
	int code = refuse_added(f, e);

	s->armed = false;
	if (!code)
		code = modal_basis_make(b, f, s->modes, mem, e);
	if (code)
		return code;
	s->x = ARENA_ARRAY(mem, (size_t)b->n + 1, double);
	s->y = ARENA_ARRAY(mem, (size_t)b->n + 1, double);
	s->watched = rows_take(b, f->nwatch, front_motion, f, mem);
	f->linear.port.rows = rows_take(b, f->m, coordinates, f, mem);
	if (!s->x || !s->y || !s->watched || !f->linear.port.rows || loads(c, b, mem) || pulls(c, b, s->x, mem))
		return err_set(e, ERR_MEMORY, "engine modal", "no memory for %d modes of %d unknowns", b->r, b->n);
	c->map.n = b->r;
	code = matrices(c, b, mem, e);
	if (!code)
		code = solver(c, mem, e);
	if (code)
		return e && e->code ? code : err_set(e, code, "engine modal", "no memory for %d modes of %d unknowns", b->r, b->n);
	describe(s, f->an);
	return linear_start(&f->linear, mem, e);
}

/* q = Phi' (K + sigma M) x, of the unknowns. */
static void enter(struct modal *s, const struct front *f, const double *x, double *ret_q)
{
	const struct problem_core *c = f->c;

	pattern_mul(&c->pattern, f->stiffness, x, s->y);
	if (s->basis.sigma > 0.0) {
		pattern_mul(&c->pattern, c->val_m, x, s->x);
		vec_add(s->basis.n, s->basis.sigma, s->x, s->y);
	}
	to_modes(&s->basis, s->y, ret_q);
}

/* The integrator's own vectors, where they are motions; others stay where they are, and it begins them anew. */
static bool carried(const struct front *f)
{
	return f->an->integrator.ops->claims.past_motion && f->c->state->nvec == f->linear.c.state->nvec;
}

static int arm(void *self, struct front *f, struct arena *mem, struct err *e)
{
	struct modal *s = self;
	struct state *from = f->c->state, *to = f->linear.c.state;

	/* another step: everything goes on */
	if (s->armed)
		return in_step_arm(&s->step, f, mem, e);
	s->armed = true;
	memset(to->data, 0, to->size - sizeof(*to));
	for (int part = STATE_U; part <= STATE_A; part++)
		enter(s, f, state_vec(from, (enum state_part)part), state_vec(to, (enum state_part)part));
	for (int k = 0; carried(f) && k < to->nvec; k++)
		enter(s, f, state_integrator(from, k), state_integrator(to, k));
	if (carried(f))
		vec_copy(to->nreal, state_reals(from), state_reals(to));
	memcpy(state_source(to, 0), state_source(from, 0), 3 * (size_t)from->nsource * sizeof(double));
	to->t = from->t;
	to->apart = 0;
	problem_begin(&f->linear.c);
	return in_step_arm(&s->step, f, mem, e);
}

/* --- the step ------------------------------------------------------------------------------------ */

static int end(void *self, struct front *f, struct err *e)
{
	struct modal *s = self;
	const struct linear_part *l = &f->linear;
	const double *const from[MOTION_KINDS] = {l->c.p.uc, l->c.p.vc, l->c.p.ac};
	int code = in_step_end(self, f, e);

	for (int x = 0; x < MOTION_KINDS && !code; x++)
		for (int i = 0; i < f->nwatch; i++)
			f->motion[x][i] = vec_dot(s->basis.r, s->watched + (size_t)i * (size_t)s->basis.r, from[x]);
	return code;
}

static int recover(void *self, struct front *f, struct err *e)
{
	struct modal *s = self;
	struct state *from = f->linear.c.state, *to = f->c->state;

	(void)e;
	for (int part = STATE_U; part <= STATE_A; part++)
		from_modes(&s->basis, state_vec(from, (enum state_part)part), state_vec(to, (enum state_part)part));
	for (int k = 0; k < 2; k++)
		from_modes(&s->basis, state_seen(from, k), state_vec(to, (enum state_part)(STATE_UE + k)));
	memset(state_reals(to) - (size_t)to->nvec * (size_t)to->n, 0, ((size_t)to->nvec * (size_t)to->n + (size_t)to->nreal) * sizeof(double));
	for (int k = 0; carried(f) && k < to->nvec; k++)
		from_modes(&s->basis, state_integrator(from, k), state_integrator(to, k));
	if (carried(f))
		vec_copy(to->nreal, state_reals(from), state_reals(to));
	return 0;
}

/* --- behind the test: a step leaves time, modes, their velocities and prescribed values --------------- */

static int leaves(const void *self, const struct front *f)
{
	const struct modal *s = self;

	return 1 + 2 * s->basis.r + 2 * f->linear.c.map.nsource;
}

static void leave(const void *self, const struct front *f, double *ret_x)
{
	const struct modal *s = self;
	struct state *from = f->linear.c.state;
	double *const to[] = {ret_x + 1, ret_x + 1 + s->basis.r, ret_x + 1 + 2 * s->basis.r, ret_x + 1 + 2 * s->basis.r + from->nsource};

	ret_x[0] = from->t;
	vec_copy(s->basis.r, state_vec(from, STATE_U), to[0]);
	vec_copy(s->basis.r, state_vec(from, STATE_V), to[1]);
	vec_copy(from->nsource, state_source(from, 0), to[2]);
	vec_copy(from->nsource, state_source(from, 1), to[3]);
}

static int follow_from(void *self, struct front *f, struct arena *mem, int64_t *ret_step, struct err *e)
{
	struct modal *s = self;

	s->u = ARENA_ARRAY(mem, (size_t)s->basis.n + 1, double);
	s->v = ARENA_ARRAY(mem, (size_t)s->basis.n + 1, double);
	*ret_step = f->done;
	return s->u && s->v ? 0 : err_set(e, ERR_MEMORY, "engine modal", "no memory for %d unknowns", s->basis.n);
}

static int follow(void *self, struct front *f, const double *x, struct follow_motion *ret, struct err *e)
{
	struct modal *s = self;
	const double *q = x + 1, *g = q + 2 * s->basis.r;

	(void)e;
	from_modes(&s->basis, q, s->u);
	from_modes(&s->basis, q + s->basis.r, s->v);
	*ret = (struct follow_motion){.t = x[0], .u = s->u, .v = s->v, .g = g, .gv = g + f->linear.c.map.nsource};
	return 0;
}

static void fini(void *self)
{
	struct modal *s = self;

	s->basis = (struct modal_basis){0};
}

const struct advance_ops advance_modal = {
	.name = "modal",
	.brief = "the linear part in its modes, one scalar equation each; all of them are exact",
	.cite = "Wilson, Yuan & Dickens 1982, doi:10.1002/eqe.4290100606",
	.example = "|-modes 3",
	.params = params,
	.size = sizeof(struct modal),
	.setup = setup,
	.arm = arm,
	.begin = in_step_begin,
	.correct = in_step_correct,
	.end = end,
	.recover = recover,
	.leaves = leaves,
	.leave = leave,
	.follow_from = follow_from,
	.follow = follow,
	.fini = fini,
};
