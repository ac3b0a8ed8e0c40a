/* The linear part in its modes: every one is a scalar equation of the same integrator.
 *
 *   mu q'' + c q' + k q = Phi' (f - B phi),   u = Phi q                        (modal_basis.h)
 *
 * The integrator runs on q as it would on u, with diagonal matrices: n unknowns and m interface unknowns cost O(n m) a step and no factor. With all
 * modes this is the problem itself in other coordinates. Damping must be classical. Watched unknowns cost a row of Phi each; the whole motion is made
 * when it is asked for. With -ranks modes are dealt out over the ranks of MPI (modal_ranks.h), and Phi is nowhere else.
 */
#include "advance/modal_ranks.h"

#include "cluster/cluster.h"
#include "math/vec.h"

#include <cblas.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct modal {
	struct in_step step;
	int modes;                   /* option: 0: all */
	bool ranks;                  /* option */
	struct modal_basis basis;
	bool armed;                  /* the state in modes is that of the problem */
	double *watched;             /* nwatch rows of r. owned: arena of setup, as all below */
	double *x, *y;               /* n; y on ranks: so many for every part */
	struct modal_ranks away;     /* with -ranks */
	double *u, *v;               /* n: of the thread behind the test. owned: arena of follow_from */
};

static const struct param params[] = {
	{.name = "-modes", .kind = PARAM_INT, .offset = offsetof(struct modal, modes), .def = 0, .range = {0.0, 1e6, false, false},
	 .help = "the lowest of them, with static corrections for the interface and every load; 0: all, which is exact"},
	{.name = "-ranks", .kind = PARAM_FLAG, .offset = offsetof(struct modal, ranks),
	 .help = "modes are dealt out over the ranks of MPI; their answers are summed by one reduction a step"},
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

static int check(const void *self, struct err *e)
{
	const struct modal *s = self;

	return s->ranks ? cluster_need("engine modal -ranks", e) : 0;
}

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

static void describe(const struct modal *s, struct analysis *an)
{
	const struct modal_basis *b = &s->basis;
	char *note = an->engine_note;
	size_t size = sizeof(an->engine_note);
	int used;

	if (!s->modes)
		used = snprintf(note, size, "all %d modes", b->nmode);
	else
		used = snprintf(note, size,
		                "%d of %d modes, up to %.4g rad/time, and %d static corrections; %.3g %% of the loads' static energy is in corrections only",
		                b->nmode, b->n, b->highest, b->r - b->nmode, 100.0 * b->missing);
	if (s->ranks && used > 0 && (size_t)used < size)
		snprintf(note + used, size - (size_t)used, ", on %d rank%s", cluster_size(), cluster_size() == 1 ? "" : "s");
}

/* The numbers of the modes where they stay; Phi is where it was. */
static int numbers_keep(struct modal_basis *b, struct arena *mem)
{
	double **const x[] = {&b->mu, &b->k, &b->c};

	for (size_t i = 0; i < COUNT(x); i++) {
		double *kept = ARENA_ARRAY(mem, (size_t)b->r + 1, double);

		if (!kept)
			return ERR_MEMORY;
		vec_copy(b->r, *x[i], kept);
		*x[i] = kept;
	}
	return 0;
}

/* The linear part in modes, which are found. */
static int turn(struct modal *s, struct front *f, struct arena *mem, struct err *e)
{
	const struct modal_basis *b = &s->basis;
	struct problem_core *c = &f->linear.c;
	struct modal_numbers w = {.r = b->r, .mu = b->mu, .k = b->k, .c = b->c, .damped = c->has_c || c->nmodal, .proportional = c->proportional && !c->nmodal,
	                          .alpha = c->alpha, .beta = c->beta};
	int code;

	s->x = ARENA_ARRAY(mem, (size_t)b->n + 1, double);
	s->y = ARENA_ARRAY(mem, (s->ranks ? (size_t)(MOTION_KINDS + modal_past(f)) : 1) * (size_t)b->n + 1, double);
	s->watched = rows_take(b, f->nwatch, front_motion, f, mem);
	f->linear.port.rows = rows_take(b, f->m, coordinates, f, mem);
	if (!s->x || !s->y || !s->watched || !f->linear.port.rows || loads(c, b, mem) || pulls(c, b, s->x, mem))
		return ERR_MEMORY;
	code = modal_matrices(c, &w, mem, e);
	if (!code)
		code = linear_start(&f->linear, mem, e);
	if (!code)
		code = in_step_keep(&s->step, f, mem);
	return !code && s->ranks ? modal_ranks_deal(&s->away, f, b, &w, s->watched, mem, e) : code;
}

static int setup(void *self, struct front *f, struct arena *mem, struct err *e)
{
	struct modal *s = self;
	struct modal_basis *b = &s->basis;
	int n = f->linear.c.map.n, most = s->modes ? s->modes + f->m + 2 * f->c->nload : n, code = refuse_added(f, e);
	struct arena found;

	s->armed = false;
	arena_init(&found);
	if (!code && s->ranks)
		code = modal_ranks_open(&s->away, f, most < n ? most : n, mem, e);
	if (!code)
		code = modal_basis_make(b, f, s->modes, s->ranks ? &found : mem, e);
	if (!code && s->ranks)
		code = numbers_keep(b, mem);
	if (!code)
		code = turn(s, f, mem, e);
	if (!code)
		describe(s, f->an);
	if (s->ranks)
		b->phi = NULL;
	arena_fini(&found);
	return !code || (e && e->code) ? code : err_set(e, code, "engine modal", "no memory for the modes of %d unknowns", n);
}

/* y = (K + sigma M) x, of the unknowns. */
static void energy(struct modal *s, const struct front *f, const double *x, double *ret_y)
{
	const struct problem_core *c = f->c;

	pattern_mul(&c->pattern, f->stiffness, x, ret_y);
	if (s->basis.sigma > 0.0) {
		pattern_mul(&c->pattern, c->val_m, x, s->x);
		vec_add(s->basis.n, s->basis.sigma, s->x, ret_y);
	}
}

/* The problem's motion in modes: of the linear part, or in s->y for the ranks. */
static void enter(struct modal *s, struct front *f)
{
	struct state *from = f->c->state, *to = f->linear.c.state;
	int past = modal_past(f);

	memset(to->data, 0, to->size - sizeof(*to));
	for (int k = 0; k < MOTION_KINDS + past; k++) {
		double *y = s->ranks ? s->y + (size_t)k * (size_t)s->basis.n : s->y;

		if (modal_force(f, k))
			vec_copy(s->basis.n, modal_part(from, k), y);
		else
			energy(s, f, modal_part(from, k), y);
		if (!s->ranks)
			to_modes(&s->basis, y, modal_part(to, k));
	}
	vec_copy(modal_reals(f), state_reals(from), state_reals(to));
	memcpy(state_source(to, 0), state_source(from, 0), 3 * (size_t)from->nsource * sizeof(double));
	to->t = from->t;
	to->apart = 0;
	in_step_begun(&s->step, f);
	problem_begin(&f->linear.c);
}

/* A step that the front did not accept has not been. */
static void take_back(struct modal *s, struct front *f)
{
	if (!s->ranks && in_step_ahead(&s->step, f, f->c->state->t))
		in_step_back(&s->step, f);
}

static int arm(void *self, struct front *f, struct arena *mem, struct err *e)
{
	struct modal *s = self;
	bool goes_on = s->armed;    /* with another step: modes are where they are, and so is what the integrator keeps */
	int code;

	if (goes_on)
		take_back(s, f);
	else
		enter(s, f);
	code = in_step_arm(&s->step, f, mem, e);
	if (!code && s->ranks)
		code = modal_ranks_arm(&s->away, f, goes_on ? NULL : s->y, mem, e);
	s->armed = code == 0;
	return code;
}

/* --- the step ------------------------------------------------------------------------------------ */

static int begin(void *self, struct front *f, struct err *e)
{
	struct modal *s = self;

	if (s->ranks)
		return modal_ranks_begin(&s->away, f);
	take_back(s, f);
	return in_step_begin(self, f, e);
}

static int correct(void *self, struct front *f, struct err *e)
{
	struct modal *s = self;

	return s->ranks ? modal_ranks_correct(&s->away, f) : in_step_correct(self, f, e);
}

static int end(void *self, struct front *f, struct err *e)
{
	struct modal *s = self;
	int code;

	(void)e;
	if (s->ranks)
		return modal_ranks_end(&s->away, f);
	code = in_step_end(self, f);
	if (!code)
		modal_motion(&f->linear, f->nwatch, s->watched, f->motion);
	return code;
}

static int recover(void *self, struct front *f, struct err *e)
{
	struct modal *s = self;
	struct state *from = f->linear.c.state, *to = f->c->state;
	int past = modal_past(f), here = s->ranks ? 0 : MOTION_KINDS + past, code = 0;

	take_back(s, f);
	memset(state_share(to), 0, state_share_length(to) * sizeof(double));
	if (s->ranks)
		code = modal_ranks_whole(&s->away, f, e);
	for (int k = 0; k < here; k++)
		from_modes(&s->basis, modal_part(from, k), modal_part(to, k));
	for (int k = 0; k < 2 && here; k++)
		from_modes(&s->basis, state_seen(from, k), state_vec(to, (enum state_part)(STATE_UE + k)));
	if (here)
		vec_copy(modal_reals(f), state_reals(from), state_reals(to));
	for (int k = 0; k < MOTION_KINDS + past && !code; k++)
		if (modal_force(f, k)) {
			energy(s, f, modal_part(to, k), s->y);
			vec_copy(s->basis.n, s->y, modal_part(to, k));
		}
	return code;
}

/* --- behind the test: a step leaves time, modes, their velocities and prescribed values; on ranks nothing - */

static int leaves(const void *self, const struct front *f)
{
	const struct modal *s = self;

	return s->ranks ? -1 : 1 + 2 * s->basis.r + 2 * f->linear.c.map.nsource;
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

	if (s->ranks)
		modal_ranks_close(&s->away);
	s->basis = (struct modal_basis){0};
}

const struct advance_ops advance_modal = {
	.name = "modal",
	.brief = "the linear part in its modes, one scalar equation each; all of them are exact",
	.cite = "Wilson, Yuan & Dickens 1982, doi:10.1002/eqe.4290100606",
	.example = "|-modes 3",
	.params = params,
	.size = sizeof(struct modal),
	.check = check,
	.setup = setup,
	.arm = arm,
	.begin = begin,
	.correct = correct,
	.end = end,
	.recover = recover,
	.leaves = leaves,
	.leave = leave,
	.follow_from = follow_from,
	.follow = follow,
	.fini = fini,
};
