/* Modes dealt out over the ranks: what a rank does. Equations in modal.c, words in modal_message.h.
 *
 * Rank p of P has the modes r p / P to r (p + 1) / P, with their rows of the interface, of watched unknowns and of loads, and their columns of Phi. In a step
 * it gets the m forces of the interface and the factors of the loads, advances its modes by the integrator of the script (modal_share.h), and
 * gives what they add to the motion of the interface and of watched unknowns. The shares are summed by one reduction a step. The loads of a share are
 * patterns whose series look their value up among the factors of the message.
 *   F. Obon Santacana, U. E. Dorka, 15WCEE 2012, section 3.2 (work dealt out over a cluster) */
#include "advance/modal_message.h"
#include "advance/modal_share.h"
#include "cluster/work.h"
#include "math/vec.h"

#include <cblas.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

struct rank_modal;

struct rank_load {
	const struct rank_modal *of;
	int at;
	struct series series;
	struct pattern pattern;
};

struct rank_modal {
	int n, m, nwatch, nload, kinds, parts;
	int r, first, count;             /* modes of all; of this rank */
	double *phi;                     /* count columns of n. owned: mem, as all but where it is said */
	double *mu, *k, *c;              /* count */
	double *rows, *watched, *loads;  /* m, nwatch and nload rows of count, after MODAL_FORM; before that a column a mode */
	double *part, *sum;              /* what this rank adds to an answer; all of them, in the end on rank 0 only */
	double *motion[MOTION_KINDS];    /* nwatch */
	struct rank_load *load;          /* nload */
	struct case_load *cases;         /* nload */
	int ntime;                       /* of the present message, */
	const double *times;             /* each with nload factors. borrowed: the job's */
	struct modal_share share;
	struct arena mem, form, ahead;   /* until it is closed; share; what arm made */
};

/* --- loads ----------------------------------------------------------------------------------------- */

/* The factor at a time of the message. Another time is none that the program has gone through: it shows as a number that is none. */
static double factor_at(const void *self, double t)
{
	const struct rank_load *l = self;
	const struct rank_modal *s = l->of;
	size_t row = (size_t)s->nload + 1;

	for (int i = 0; i < s->ntime; i++)
		if (s->times[(size_t)i * row] == t)
			return s->times[(size_t)i * row + 1 + (size_t)l->at];
	return NAN;
}

static const struct series_ops from_message = {.name = "FromMessage", .value = factor_at};

static int loads_make(struct rank_modal *s)
{
	s->load = ARENA_ARRAY(&s->mem, (size_t)s->nload + 1, struct rank_load);
	s->cases = ARENA_ARRAY(&s->mem, (size_t)s->nload + 1, struct case_load);
	for (int i = 0; s->load && s->cases && i < s->nload; i++) {
		struct rank_load *l = &s->load[i];

		*l = (struct rank_load){.of = s, .at = i, .series = {.ops = &from_message, .self = l}};
		l->pattern = (struct pattern){.kind = PATTERN_PLAIN, .series = &l->series, .factor = 1.0};
		s->cases[i].p = &l->pattern;
	}
	return s->load && s->cases ? 0 : ERR_MEMORY;
}

/* The factors that a message has at this place. */
static void times_take(struct rank_modal *s, const double *at)
{
	s->ntime = (int)at[0];
	s->times = at + 1;
}

/* --- set-up ---------------------------------------------------------------------------------------- */

static size_t record_of(const struct rank_modal *s)
{
	return MODAL_MODE_HEAD + (size_t)s->m + (size_t)s->nwatch + (size_t)s->nload + (size_t)s->n;
}

static int sizes(struct rank_modal *s, double *in, int nin, double *ret_out, int *ret_nout, struct cluster_answer *ret)
{
	size_t count, m, watched, n, out;
	int code;

	(void)nin, (void)ret_out, (void)ret_nout;
	MPI_Bcast(in, MODAL_SIZE_NUMBERS, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	s->n = (int)in[0];
	s->m = (int)in[2];
	s->nwatch = (int)in[3];
	s->nload = (int)in[4];
	s->kinds = (int)in[5];
	s->parts = (int)in[6];
	n = (size_t)s->n;
	m = (size_t)s->m + 1;
	watched = (size_t)s->nwatch + 1;
	count = (size_t)in[1] / (size_t)work_size() + 1;
	out = (size_t)(s->parts + MODAL_SEEN) * n + 9 * m + 3 * watched + 1;
	/* beside its numbers a mode has those of the state, of the integrator and of W, and what they are solved with */
	code = work_room("modes need", sizeof(double) * ((double)count * ((double)record_of(s) + FRONT_PHASES * (double)m + 64.0) + 2.0 * (double)out), ret);
	if (code)
		return code;
	s->phi = ARENA_ARRAY(&s->mem, count * n + 1, double);
	s->rows = ARENA_ARRAY(&s->mem, count * m, double);
	s->watched = ARENA_ARRAY(&s->mem, count * watched, double);
	s->loads = ARENA_ARRAY(&s->mem, count * (size_t)s->nload + 1, double);
	s->mu = ARENA_ARRAY(&s->mem, count, double);
	s->k = ARENA_ARRAY(&s->mem, count, double);
	s->c = ARENA_ARRAY(&s->mem, count, double);
	s->part = ARENA_ARRAY(&s->mem, out, double);
	s->sum = ARENA_ARRAY(&s->mem, out, double);
	for (int x = 0; x < MOTION_KINDS; x++)
		s->motion[x] = ARENA_ARRAY(&s->mem, watched, double);
	code = s->phi && s->rows && s->watched && s->loads && s->mu && s->k && s->c && s->part && s->sum && s->motion[2] ? loads_make(s) : ERR_MEMORY;
	return work_agree(code);
}

/* Numbers of one mode, the at-th of this rank. */
static void mode_keep(struct rank_modal *s, int at, const double *x)
{
	size_t m = (size_t)s->m, watched = (size_t)s->nwatch, nload = (size_t)s->nload, n = (size_t)s->n, i = (size_t)at;

	s->mu[i] = x[0];
	s->k[i] = x[1];
	s->c[i] = x[2];
	x += MODAL_MODE_HEAD;
	memcpy(s->rows + i * m, x, m * sizeof(double));
	memcpy(s->watched + i * watched, x + m, watched * sizeof(double));
	memcpy(s->loads + i * nload, x + m + watched, nload * sizeof(double));
	memcpy(s->phi + i * n, x + m + watched + nload, n * sizeof(double));
}

/* Of the modes first to first + count of the message, those of a rank: *ret_from, and how many. */
static int overlap(const struct rank_modal *s, int rank, int first, int count, int *ret_from)
{
	int low = (int)((long)s->r * rank / work_size()), high = (int)((long)s->r * (rank + 1) / work_size());
	int from = first > low ? first : low, to = first + count < high ? first + count : high;

	*ret_from = from;
	return to > from ? to - from : 0;
}

/* Some modes have come in on rank 0: each goes to the rank it belongs to. */
static int modes(struct rank_modal *s, double *in, int nin, double *ret_out, int *ret_nout, struct cluster_answer *ret)
{
	int rank = work_rank(), from, here, first, count;
	size_t record = record_of(s);

	(void)nin, (void)ret_out, (void)ret_nout, (void)ret;
	MPI_Bcast(in, MODAL_MODES_HEAD, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	s->r = (int)in[0];
	first = (int)in[1];
	count = (int)in[2];
	s->first = (int)((long)s->r * rank / work_size());
	s->count = (int)((long)s->r * (rank + 1) / work_size()) - s->first;
	in += MODAL_MODES_HEAD;
	for (int i = 1; rank == 0 && i < work_size(); i++) {
		here = overlap(s, i, first, count, &from);
		if (here)
			MPI_Send(in + (size_t)(from - first) * record, (int)((size_t)here * record), MPI_DOUBLE, i, 0, MPI_COMM_WORLD);
	}
	here = overlap(s, rank, first, count, &from);
	if (rank > 0 && here)
		MPI_Recv(in, (int)((size_t)here * record), MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	for (int i = 0; i < here; i++)
		mode_keep(s, from - s->first + i, in + (size_t)(i + (rank > 0 ? 0 : from - first)) * record);
	return 0;
}

/* A column a mode becomes a row a number: the other order in the same place. spare: as much room. */
static void turn(int width, int count, double *x, double *spare)
{
	memcpy(spare, x, (size_t)width * (size_t)count * sizeof(double));
	for (int i = 0; i < count; i++)
		for (int k = 0; k < width; k++)
			x[(size_t)k * (size_t)count + (size_t)i] = spare[(size_t)i * (size_t)width + (size_t)k];
}

static int rows_turn(struct rank_modal *s)
{
	double *const x[] = {s->rows, s->watched, s->loads};
	const int width[] = {s->m, s->nwatch, s->nload};
	struct arena scratch;
	int code = 0;

	arena_init(&scratch);
	for (size_t i = 0; i < COUNT(x) && !code; i++) {
		double *spare = ARENA_ARRAY(&scratch, (size_t)width[i] * (size_t)s->count + 1, double);

		if (spare)
			turn(width[i], s->count, x[i], spare);
		else
			code = ERR_MEMORY;
	}
	for (int i = 0; i < s->nload; i++)
		s->cases[i].vector = s->loads + (size_t)i * (size_t)s->count;
	arena_fini(&scratch);
	return code;
}

/* All modes are there: the linear part of this rank's. */
static int form(struct rank_modal *s, double *in, int nin, double *ret_out, int *ret_nout, struct cluster_answer *ret)
{
	struct modal_numbers w = {.r = s->count, .mu = s->mu, .k = s->k, .c = s->c};
	const struct problem_core like = {.load = s->cases, .nload = s->nload, .steady = true};
	/* before the first step loads are asked for at time zero, and count nothing */
	const struct problem_core quiet = {.steady = true};
	const struct port port = {.m = s->m, .rows = s->rows};
	struct err e;
	int code = rows_turn(s);

	(void)ret_out, (void)ret_nout;
	MPI_Bcast(in, nin, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	w.damped = in[0] != 0.0;
	w.proportional = in[1] != 0.0;
	w.alpha = in[2];
	w.beta = in[3];
	const struct modal_method method = {integrator_table[(int)in[4]], in + MODAL_FORM_HEAD, algorithm_table[(int)in[5]]};
	err_clear(&e);
	if (!code && s->count)
		code = modal_share_make(&s->share, &quiet, &w, &port, s->kinds, &method, &s->form, &e);
	s->share.front.linear.c.load = like.load;
	s->share.front.linear.c.nload = like.nload;
	if (code && e.code)
		snprintf(ret->what, sizeof ret->what, "%.100s", e.what);
	return work_agree(code);
}

/* q = Phi' y of this rank's modes. */
static void enter(const struct rank_modal *s, const double *y, double *ret_q)
{
	if (s->n)
		cblas_dgemv(CblasColMajor, CblasTrans, s->n, s->count, 1.0, s->phi, s->n, y, 1, 0.0, ret_q, 1);
}

/* The motion of a message, and the integrator's numbers behind it. */
static void motion_take(struct rank_modal *s, int parts, const double *from, double t, int nreal)
{
	struct state *to = s->share.front.linear.c.state;

	modal_share_rest(&s->share);
	for (int k = 0; k < parts; k++, from += s->n)
		enter(s, from, modal_part(to, k));
	vec_copy(nreal, from, state_reals(to));
	to->t = t;
	in_step_begun(&s->share.step, &s->share.front);
}

static int arm(struct rank_modal *s, double *in, int nin, double *ret_out, int *ret_nout, struct cluster_answer *ret)
{
	int code = 0, parts, nreal;

	(void)ret_out, (void)ret_nout, (void)ret;
	MPI_Bcast(in, nin, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	parts = (int)in[4];
	nreal = (int)in[5];
	times_take(s, in + MODAL_ARM_HEAD + (size_t)parts * (size_t)s->n + nreal);
	if (s->count) {
		arena_reset(&s->ahead);
		if (in[3] != 0.0)
			in_step_back(&s->share.step, &s->share.front);
		if (parts)
			motion_take(s, parts, in + MODAL_ARM_HEAD, in[0], nreal);
		code = modal_share_arm(&s->share, in[0], in[1], in[2] != 0.0, &s->ahead, NULL);
	}
	return work_agree(code);
}

/* --- the step -------------------------------------------------------------------------------------- */

/* This rank's part of an answer is in s->part: the sum goes to rank 0. Who failed is counted there. */
static int give(struct rank_modal *s, int count, int code, double *ret_out, int *ret_nout)
{
	s->part[count] = code ? 1.0 : 0.0;
	if (MPI_Reduce(s->part, s->sum, count + 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD) != MPI_SUCCESS)
		return ERR_LOST;
	if (work_rank() > 0)
		return code;
	memcpy(ret_out, s->sum, (size_t)count * sizeof(double));
	*ret_nout = count;
	return code ? code : s->sum[count] != 0.0 ? ERR_NONFINITE : 0;
}

/* A point of the step behind what is in s->part already. */
static int put_point(struct rank_modal *s, int k, int at)
{
	for (int x = 0; x < s->kinds; x++, at += s->m)
		memcpy(s->part + at, s->share.front.e[k][x], (size_t)s->m * sizeof(double));
	return at;
}

static int put_motion(struct rank_modal *s, int at)
{
	modal_motion(&s->share.front.linear, s->nwatch, s->watched, s->motion);
	for (int x = 0; x < MOTION_KINDS; x++, at += s->nwatch)
		memcpy(s->part + at, s->motion[x], (size_t)s->nwatch * sizeof(double));
	return at;
}

/* A rank without modes adds nothing. */
static int nothing(struct rank_modal *s, int count, double *ret_out, int *ret_nout)
{
	memset(s->part, 0, (size_t)count * sizeof(double));
	return give(s, count, 0, ret_out, ret_nout);
}

static int begin(struct rank_modal *s, double *in, int nin, double *ret_out, int *ret_nout, struct cluster_answer *ret)
{
	int code, point = s->kinds * s->m;

	(void)ret;
	MPI_Bcast(in, nin, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	times_take(s, in + 1);
	if (!s->count)
		return nothing(s, point, ret_out, ret_nout);
	if (in[0] != 0.0)
		in_step_back(&s->share.step, &s->share.front);
	code = in_step_begin(&s->share, &s->share.front, NULL);
	put_point(s, 0, 0);
	return give(s, point, code, ret_out, ret_nout);
}

static int correct(struct rank_modal *s, double *in, int nin, double *ret_out, int *ret_nout, struct cluster_answer *ret)
{
	int code, point = s->kinds * s->m;

	(void)ret;
	MPI_Bcast(in, nin, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	times_take(s, in + s->m);
	if (!s->count)
		return nothing(s, point, ret_out, ret_nout);
	vec_copy(s->m, in, s->share.front.phi[0]);
	code = in_step_correct(&s->share, &s->share.front, NULL);
	put_point(s, 1, 0);
	return give(s, point, code, ret_out, ret_nout);
}

/* Ends the step and begins the next, behind `at` numbers of an answer. */
static int end_and_begin(struct rank_modal *s, int at, int code, double *ret_out, int *ret_nout)
{
	if (!code)
		code = in_step_end(&s->share, &s->share.front);
	at = put_point(s, 2, at);
	at = put_motion(s, at);
	if (!code)
		code = in_step_begin(&s->share, &s->share.front, NULL);
	return give(s, put_point(s, 0, at), code, ret_out, ret_nout);
}

static int end(struct rank_modal *s, double *in, int nin, double *ret_out, int *ret_nout, struct cluster_answer *ret)
{
	(void)ret;
	MPI_Bcast(in, nin, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	times_take(s, in + s->m);
	if (!s->count)
		return nothing(s, 2 * s->kinds * s->m + MOTION_KINDS * s->nwatch, ret_out, ret_nout);
	vec_copy(s->m, in, s->share.front.phi[1]);
	return end_and_begin(s, 0, 0, ret_out, ret_nout);
}

static int step(struct rank_modal *s, double *in, int nin, double *ret_out, int *ret_nout, struct cluster_answer *ret)
{
	struct front *f = &s->share.front;
	int code;

	(void)ret;
	MPI_Bcast(in, nin, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	times_take(s, in + 2 * (size_t)s->m);
	if (!s->count)
		return nothing(s, 3 * s->kinds * s->m + MOTION_KINDS * s->nwatch, ret_out, ret_nout);
	vec_copy(s->m, in, f->phi[0]);
	vec_copy(s->m, in + s->m, f->phi[1]);
	code = in_step_correct(&s->share, f, NULL);
	return end_and_begin(s, put_point(s, 1, 0), code, ret_out, ret_nout);
}

/* --- the whole motion ------------------------------------------------------------------------------ */

static int whole(struct rank_modal *s, double *in, int nin, double *ret_out, int *ret_nout, struct cluster_answer *ret)
{
	struct state *from = s->share.front.linear.c.state;
	int all = s->parts + MODAL_SEEN;

	(void)ret;
	MPI_Bcast(in, nin, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	if (!s->count || !s->n)
		return nothing(s, all * s->n, ret_out, ret_nout);
	if (in[0] != 0.0)
		in_step_back(&s->share.step, &s->share.front);
	for (int k = 0; k < all; k++)
		cblas_dgemv(CblasColMajor, CblasNoTrans, s->n, s->count, 1.0, s->phi, s->n, k < s->parts ? modal_part(from, k) : state_seen(from, k - s->parts), 1, 0.0,
		            s->part + (size_t)k * (size_t)s->n, 1);
	return give(s, all * s->n, 0, ret_out, ret_nout);
}

static int (*const answer[MODAL_VERBS])(struct rank_modal *s, double *in, int nin, double *ret_out, int *ret_nout, struct cluster_answer *ret) = {
	[MODAL_SIZES] = sizes, [MODAL_MODES] = modes, [MODAL_FORM] = form, [MODAL_ARM] = arm, [MODAL_BEGIN] = begin, [MODAL_CORRECT] = correct,
	[MODAL_END] = end, [MODAL_STEP] = step, [MODAL_WHOLE] = whole,
};

static int modal_ask(void *self, int verb, double *in, int nin, double *ret_out, int *ret_nout, struct cluster_answer *ret)
{
	return verb >= 0 && verb < MODAL_VERBS ? answer[verb](self, in, nin, ret_out, ret_nout, ret) : ERR_INTERNAL;
}

static int modal_open(void *self, const struct work_pattern *p, struct cluster_answer *ret)
{
	struct rank_modal *s = self;

	(void)p, (void)ret;
	arena_init(&s->mem);
	arena_init(&s->form);
	arena_init(&s->ahead);
	return 0;
}

static void modal_close(void *self)
{
	struct rank_modal *s = self;
	struct engine *band = &s->share.front.linear.c.engine;

	if (band->ops && band->ops->fini)
		band->ops->fini(band->self);
	arena_fini(&s->ahead);
	arena_fini(&s->form);
	arena_fini(&s->mem);
}

const struct work_ops work_modal = {
	.size = sizeof(struct rank_modal),
	.open = modal_open,
	.ask = modal_ask,
	.close = modal_close,
};
