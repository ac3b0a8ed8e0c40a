/* What the interface feels, by convolution: the cost of a step does not depend on the number of unknowns behind it.
 *
 *   e(t_n) = e_free(t_n) + sum_{k <= n} h(n - k) phi(k)
 *
 * e_free is the answer to the known loads and to the state at the beginning, h the answer to a unit force in one step; both are found before the test by
 * ordinary runs of the same integrator on the linear part (linear_part.h), one run for e_free and one a place of the interface. So this is the same
 * method to rounding, not another one: what is summed are numbers of its own recurrence. The newest force acts through h(0), which is Newton's gain on
 * the interface.
 *
 * Where the coefficients of the method change from step to step (integrator_ops.phase), h depends on the phase of the step in which the force acts: every
 * phase that comes back has inputs of its own in the convolution; those of the beginning, which are one step each, are summed as they stand.
 *
 * Rows of e are the points of a step and the committed motion of watched unknowns (advance.h); rows that are the same number in every step, which a run
 * from a random state with random loads shows, are summed once. All other unknowns are recovered by running the linear part behind the test with the
 * forces that were found. Steps beyond the horizon begin anew from the recovered state.
 */
#include "advance/kernel_cache.h"
#include "base/interrupt.h"
#include "base/rng.h"
#include "base/room.h"
#include "interface/front.h"
#include "math/convolve.h"
#include "math/vec.h"

#include <stdio.h>
#include <string.h>

enum { WARM_UP = 3, ALIAS_STEPS = 3 };
#define KEPT_WORK 2e7    /* unknowns times steps: less is computed sooner than read */

struct impulse {
	int steps;               /* option: horizon at least */
	bool no_cache;           /* option */
	int nfull, nrow;         /* rows before and after those that repeat are taken together */
	int nforce, nin;         /* forces of a step; inputs of the convolution */
	int pass, cycle;         /* sets of kernels: steps at the beginning with one of their own, then those that take turns */
	int phase[FRONT_PHASES]; /* of each set */
	int *row;                /* nfull: which row it is. owned: arena of arm, as all below */
	int *from;               /* nrow: the first that is it */
	double *full;            /* nfull */
	double *now;             /* nrow */
	double *free;            /* e_free: horizon rows of nrow */
	double *first;           /* h(0): of every set nforce columns of nrow */
	double *begin_h;         /* h of the sets of the beginning: nforce times horizon + 1 rows each */
	double *begun;           /* nforce each: the forces there */
	double *pending;         /* nforce: of the step that was computed last */
	double *input;           /* nin */
	double *zero;            /* m */
	struct convolve *sum;
	uint64_t hash;           /* of what the kernels depend on */
	int pushed;              /* steps whose forces are in the sum */
	int behind;              /* steps that the linear part has gone through */
};

static const struct param params[] = {
	{.name = "-steps", .kind = PARAM_INT, .offset = offsetof(struct impulse, steps), .def = 0, .range = {0.0, 1e8, false, false},
	 .help = "steps of the test, where the script analyses them one by one; 0: those of the first analyze, then twice as many each time"},
	{.name = "-noCache", .kind = PARAM_FLAG, .offset = offsetof(struct impulse, no_cache),
	 .help = "computes the impulse responses again, and does not keep them"},
	ADVANCE_PARAMS,
	{0},
};

/* --- rows ---------------------------------------------------------------------------------------- */

static int point_row(const struct front *f, int k, int x)
{
	return (k * f->kinds + x) * f->m;
}

static int motion_row(const struct front *f, int x)
{
	return FRONT_POINTS * f->kinds * f->m + x * f->nwatch;
}

/* Which kernels the forces of step k have. */
static int set_of(const struct impulse *s, int k)
{
	return k < s->pass ? k : s->pass + (k - s->pass) % s->cycle;
}

static int kernels_all(const struct impulse *s)
{
	return (s->pass + s->cycle) * s->nforce;
}

static void note(struct front *f, double *full, int k)
{
	double *at[MOTION_KINDS] = {0};

	for (int x = 0; x < f->kinds; x++)
		at[x] = full + point_row(f, k, x);
	linear_seen(&f->linear, at);
}

/* One step of the linear part with given forces, and all rows of it. */
static int run_step(struct front *f, const double *phi0, const double *phi1, double *full, struct err *e)
{
	struct linear_part *l = &f->linear;
	bool once = f->an->integrator.ops->claims.front == FRONT_ONCE;
	const double *const from[MOTION_KINDS] = {l->c.p.uc, l->c.p.vc, l->c.p.ac};
	int code = linear_predict(l, f->dt);

	if (code)
		return code;
	if (once)
		note(f, full, 0);
	linear_phi(l, phi0);
	if ((code = linear_solve(l, e)) < 0)
		return code;
	note(f, full, 1);
	if (!once)
		note(f, full, 0);
	if (f->late)
		linear_phi(l, phi1);
	if ((code = linear_end(l)) < 0)
		return code;
	note(f, full, 2);
	for (int x = 0; x < MOTION_KINDS; x++)
		front_motion(f, from[x], full + motion_row(f, x));
	return 0;
}

/* The same before the test, which may be interrupted; what is recovered may not: motion would be lost. */
static int set_up_step(struct front *f, const double *phi0, const double *phi1, double *full, struct err *e)
{
	int code = run_step(f, phi0, phi1, full, e);

	return !code && interrupt_asked() ? err_set(e, ERR_INTERRUPTED, "engine impulse", "interrupted while it was set up") : code;
}

static int no_memory(const struct impulse *s, const struct front *f, struct err *e)
{
	err_set(e, ERR_MEMORY, "engine impulse", "no memory for %d steps of %d numbers and %d forces", f->horizon, s->nrow, kernels_all(s));
	err_hint(e, "fewer steps in one analyze (-steps), fewer watched nodes, or another engine");
	return ERR_MEMORY;
}

/* Which rows are the same number whatever happens: from a random state, with random forces and loads. */
static int rows_join(struct impulse *s, struct front *f, struct arena *mem, struct err *e)
{
	struct linear_part *l = &f->linear;
	struct rng rng;
	int code;

	rng_init(&rng, 1, 0);
	s->hash = kernel_hash_part(f);
	for (int r = 0; r < s->nfull; r++)
		s->row[r] = 0;
	linear_quiet(l);
	code = linear_noise(l, &rng, mem) ? no_memory(s, f, e) : 0;
	for (int k = 0; k < ALIAS_STEPS && !code; k++) {
		for (int i = 0; i < f->m; i++) {
			f->dx[i] = rng_uniform(&rng) - 0.5;
			s->input[i] = s->nforce > f->m ? rng_uniform(&rng) - 0.5 : f->dx[i];
		}
		code = set_up_step(f, f->dx, s->input, s->full, e);
		s->hash = kernel_hash(s->hash, s->full, (size_t)s->nfull * sizeof(double));
		for (int r = 0; r < s->nfull && !code; r++) {
			/* the first row with which it has agreed so far */
			int with = s->row[r];

			while (with < r && s->full[with] != s->full[r])
				with++;
			s->row[r] = with;
		}
	}
	linear_loud(l);
	s->nrow = 0;
	for (int r = 0; r < s->nfull && !code; r++) {
		bool own = s->row[r] == r;

		if (own)
			s->from[s->nrow] = r;
		s->row[r] = own ? s->nrow++ : s->row[s->row[r]];
	}
	return code;
}

static void rows_take(const struct impulse *s, double *ret)
{
	for (int r = 0; r < s->nrow; r++)
		ret[r] = s->full[s->from[r]];
}

/* --- before the test ----------------------------------------------------------------------------- */

static void progress(const struct front *f, const char *what, int done, int all)
{
	if (f->an->progress)
		f->an->progress(f->an->progress_self, what, done, all);
}

/* The sets: with which phase the next steps begin, and how phases follow each other. */
static int sets_find(struct impulse *s, struct front *f, struct err *e)
{
	int code = 0, first = 0, again = 0;

	s->pass = s->phase[0] = 0;
	s->cycle = 1;
	if (f->phases == 1)
		return 0;
	code = linear_predict(&f->linear, f->dt);
	first = linear_phase(&f->linear);
	linear_quiet(&f->linear);
	for (int k = 0; k <= f->phases && !code; k++) {
		code = set_up_step(f, s->zero, s->zero, s->full, e);
		again = linear_phase(&f->linear);
	}
	linear_loud(&f->linear);
	s->pass = first < again ? again - first : 0;
	s->cycle = f->phases - again;
	for (int k = 0; k < s->pass + s->cycle; k++)
		s->phase[k] = first + k < f->phases ? first + k : again + first + k - f->phases;
	s->hash = kernel_hash(s->hash, &first, sizeof(first));
	return code;
}

/* h of one force of a set, horizon + 1 rows: zero steps first, so that methods which begin differently have begun, and until its phase has come. */
static int kernel_run(struct impulse *s, struct front *f, int set, int in, double *ret_h, struct err *e)
{
	const double *phi0 = in < f->m ? f->dx : s->zero, *phi1 = in < f->m ? (f->late && s->nforce == f->m ? f->dx : s->zero) : f->dx;
	int code = 0;

	linear_quiet(&f->linear);
	for (int k = 0; k < (f->phases > 1 ? s->phase[set] : WARM_UP) && !code; k++)
		code = set_up_step(f, s->zero, s->zero, s->full, e);
	vec_zero(f->m, f->dx);
	f->dx[in % f->m] = 1.0;
	for (int lag = 0; lag <= f->horizon && !code; lag++) {
		code = set_up_step(f, lag == 0 ? phi0 : s->zero, lag == 0 ? phi1 : s->zero, s->full, e);
		rows_take(s, ret_h + (size_t)lag * (size_t)s->nrow);
		if (lag % 64 == 0)
			progress(f, "impulse responses", (set * s->nforce + in) * f->horizon + lag, kernels_all(s) * f->horizon);
	}
	linear_loud(&f->linear);
	return code;
}

/* The state must be that of the beginning, before and after. */
static int free_run(struct impulse *s, struct front *f, struct err *e)
{
	int code = 0;

	linear_load(&f->linear, f->c);
	linear_phi(&f->linear, NULL);
	for (int k = 0; k < f->horizon && !code; k++) {
		code = set_up_step(f, s->zero, s->zero, s->full, e);
		rows_take(s, s->free + (size_t)k * (size_t)s->nrow);
		if (k % 64 == 0)
			progress(f, "free response", k, f->horizon);
	}
	linear_load(&f->linear, f->c);
	progress(f, NULL, 0, 0);
	return code;
}

static int room(struct impulse *s, struct front *f, struct arena *mem)
{
	s->row = ARENA_ARRAY(mem, (size_t)s->nfull + 1, int);
	s->from = ARENA_ARRAY(mem, (size_t)s->nfull + 1, int);
	s->full = ARENA_ARRAY(mem, (size_t)s->nfull + 1, double);
	s->now = ARENA_ARRAY(mem, (size_t)s->nfull + 1, double);
	s->zero = ARENA_ARRAY(mem, (size_t)f->m + 1, double);
	s->pending = ARENA_ARRAY(mem, (size_t)s->nforce + 1, double);
	s->input = ARENA_ARRAY(mem, (size_t)s->nforce * FRONT_PHASES + 1, double);
	s->begun = ARENA_ARRAY(mem, (size_t)s->nforce * FRONT_PHASES + 1, double);
	return s->row && s->from && s->full && s->now && s->zero && s->pending && s->input && s->begun ? 0 : ERR_MEMORY;
}

/* From the file of an earlier run, or computed, and kept where that is work enough. */
static int kernels_find(struct impulse *s, struct front *f, struct kernel_file *k, struct err *e)
{
	struct analysis *an = f->an;
	const char *folder = s->no_cache ? NULL : an->cache;
	size_t each = ((size_t)f->horizon + 1) * (size_t)s->nrow;
	char why[128] = "";
	int code = folder ? kernel_read(folder, k, why, sizeof(why)) : 0;

	if (code == 1) {
		snprintf(an->engine_note, sizeof(an->engine_note), "impulse responses of an earlier run");
		return 0;
	}
	if (code < 0)
		snprintf(an->engine_note, sizeof(an->engine_note), "impulse responses computed again: %s", why);
	code = 0;
	for (int in = 0; in < k->nin && !code; in++)
		code = kernel_run(s, f, in / s->nforce, in % s->nforce, k->value + (size_t)in * each, e);
	/* a file that cannot be written costs the next run its set-up, and this one nothing */
	if (!code && folder && (double)k->nin * f->horizon * f->linear.c.map.n > KEPT_WORK && kernel_write(folder, k, NULL))
		snprintf(an->engine_note, sizeof(an->engine_note), "impulse responses could not be kept in %.80s", folder);
	return code;
}

/* A force that acts in its own step only: what it leaves behind is rounding. */
static bool passing(const struct impulse *s, const struct front *f, const double *h)
{
	double top = vec_max(s->nrow, h), most = 0.0;

	for (int lag = 1; lag <= f->horizon && most <= 1e-13 * top; lag++)
		most = vec_max(s->nrow, h + (size_t)lag * (size_t)s->nrow);
	return most <= 1e-13 * top;
}

static int kernels(struct impulse *s, struct front *f, struct err *e)
{
	size_t each = ((size_t)f->horizon + 1) * (size_t)s->nrow;
	struct kernel_file k = {.hash = s->hash, .nrow = s->nrow, .nin = kernels_all(s), .steps = f->horizon};
	struct arena scratch;
	int code, begin = s->pass * s->nforce;

	arena_init(&scratch);
	k.value = ARENA_ARRAY(&scratch, (size_t)k.nin * each + 1, double);
	code = k.value ? kernels_find(s, f, &k, e) : no_memory(s, f, e);
	if (!code)
		memcpy(s->begin_h, k.value, (size_t)begin * each * sizeof(double));
	for (int in = 0; in < k.nin && !code; in++) {
		const double *h = k.value + (size_t)in * each;
		bool heard = in >= begin && !passing(s, f, h);

		vec_copy(s->nrow, h, s->first + (size_t)in * (size_t)s->nrow);
		for (int lag = 1; lag <= f->horizon && heard; lag++)
			convolve_kernel(s->sum, in - begin, lag, h + (size_t)lag * (size_t)s->nrow);
	}
	arena_fini(&scratch);
	return code;
}

static const double *first_of(const struct impulse *s, int set, int in)
{
	return s->first + (size_t)(set * s->nforce + in) * (size_t)s->nrow;
}

static void gains_read(const struct impulse *s, struct front *f, int set)
{
	for (int x = 0; x < f->kinds; x++)
		for (int i = 0; i < f->m; i++)
			for (int j = 0; j < f->m; j++)
				f->gain_of[s->phase[set]][x][(size_t)i * (size_t)f->m + (size_t)j] = first_of(s, set, j)[s->row[point_row(f, 0, x) + i]];
}

/* Rows and room for this horizon; kernels are zero. */
static int prepare(struct impulse *s, struct front *f, struct arena *mem, struct err *e)
{
	size_t begin;
	int code;

	if (f->horizon < s->steps)
		f->horizon = s->steps;
	s->nfull = FRONT_POINTS * f->kinds * f->m + MOTION_KINDS * f->nwatch;
	s->nforce = f->late && !f->newton ? 2 * f->m : f->m;
	s->pushed = s->behind = 0;
	linear_load(&f->linear, f->c);
	if (room(s, f, mem))
		return no_memory(s, f, e);
	code = rows_join(s, f, mem, e);
	if (!code)
		code = sets_find(s, f, e);
	if (code)
		return code;
	s->nin = s->cycle * s->nforce;
	begin = (size_t)s->pass * (size_t)s->nforce * ((size_t)f->horizon + 1) * (size_t)s->nrow;
	code = room_need(8.0 * (f->horizon * (double)s->nrow + (double)begin) + (s->nin ? (double)convolve_memory(s->nrow, s->nin, f->horizon, NULL) : 0.0),
	                 "engine impulse", "impulse responses of all steps", "fewer steps in one analyze (-steps), fewer watched nodes, or another engine", e);
	if (code)
		return code;
	s->free = ARENA_ARRAY(mem, (size_t)f->horizon * (size_t)s->nrow + 1, double);
	s->first = ARENA_ARRAY(mem, (size_t)kernels_all(s) * (size_t)s->nrow + 1, double);
	s->begin_h = ARENA_ARRAY(mem, begin + 1, double);
	if (!s->free || !s->first || !s->begin_h)
		return no_memory(s, f, e);
	return s->nin ? convolve_setup(&s->sum, s->nrow, s->nin, f->horizon, NULL, mem, e) : 0;
}

static int arm(void *self, struct front *f, struct arena *mem, struct err *e)
{
	struct impulse *s = self;
	int code = prepare(s, f, mem, e);

	if (!code && s->nin) {
		code = kernels(s, f, e);
		if (!code)
			convolve_ready(s->sum);
	}
	if (code)
		return code;
	for (int set = 0; set < s->pass + s->cycle; set++)
		gains_read(s, f, set);
	return free_run(s, f, e);
}

/* Kernels of noise: what a step costs does not depend on what they are. */
static int rehearse(void *self, struct front *f, struct arena *mem, struct err *e)
{
	struct impulse *s = self;
	struct rng rng;
	int code = prepare(s, f, mem, e);

	rng_init(&rng, 2, 0);
	for (int in = 0; in < s->nin && !code; in++)
		for (int lag = 1; lag <= f->horizon; lag++) {
			for (int r = 0; r < s->nrow; r++)
				s->now[r] = rng_uniform(&rng) - 0.5;
			convolve_kernel(s->sum, in, lag, s->now);
		}
	if (!code && s->nin)
		convolve_ready(s->sum);
	return code;
}

static double runs(const void *self, const struct front *f)
{
	const struct impulse *s = self;

	return (1.0 + kernels_all(s)) * (f->horizon > s->steps ? f->horizon : s->steps);
}

/* --- the test ------------------------------------------------------------------------------------ */

/* The forces of a step count once it was accepted. */
static int push(struct impulse *s, const struct front *f)
{
	int code = 0;

	if (s->pushed < f->done) {
		int set = set_of(s, s->pushed), at = (set - s->pass) * s->nforce;

		vec_zero(s->nin, s->input);
		vec_copy(s->nforce, s->pending, set < s->pass ? s->begun + set * s->nforce : s->input + at);
		code = s->nin ? convolve_push(s->sum, s->input) : 0;
		s->pushed++;
	}
	return code;
}

/* The forces of an accepted step. */
static const double *forces_of(const struct impulse *s, int k)
{
	int set = set_of(s, k);

	if (!s->nforce)
		return s->zero;
	return set < s->pass ? s->begun + set * s->nforce : convolve_input(s->sum, k) + (set - s->pass) * s->nforce;
}

/* What the forces of the beginning do in this step. */
static void begun_add(struct impulse *s, const struct front *f)
{
	for (int set = 0; set < s->pass && set < f->done; set++)
		for (int in = 0; in < s->nforce; in++) {
			size_t row = (size_t)(set * s->nforce + in) * ((size_t)f->horizon + 1) + (size_t)(f->done - set);

			vec_add(s->nrow, s->begun[set * s->nforce + in], s->begin_h + row * (size_t)s->nrow, s->now);
		}
}

static void show(const struct impulse *s, struct front *f, int k)
{
	for (int x = 0; x < f->kinds; x++)
		for (int i = 0; i < f->m; i++)
			f->e[k][x][i] = s->now[s->row[point_row(f, k, x) + i]];
}

static void act(struct impulse *s, const struct front *f, int first, const double *phi)
{
	for (int j = 0; j < f->m; j++)
		if (phi[j] != 0.0)
			vec_add(s->nrow, phi[j], first_of(s, set_of(s, f->done), first + j), s->now);
}

static int begin(void *self, struct front *f, struct err *e)
{
	struct impulse *s = self;
	int code = push(s, f);

	(void)e;
	if (code)
		return code;
	if (s->nin) {
		convolve_next(s->sum, s->now);
		vec_add(s->nrow, 1.0, s->free + (size_t)f->done * (size_t)s->nrow, s->now);
		begun_add(s, f);
	} else {
		vec_copy(s->nrow, s->free + (size_t)f->done * (size_t)s->nrow, s->now);
	}
	front_turn(f, s->phase[set_of(s, f->done)]);
	show(s, f, 0);
	return 0;
}

static int correct(void *self, struct front *f, struct err *e)
{
	struct impulse *s = self;

	(void)e;
	act(s, f, 0, f->phi[0]);
	show(s, f, 1);
	return 0;
}

static int end(void *self, struct front *f, struct err *e)
{
	struct impulse *s = self;

	(void)e;
	vec_copy(f->m, f->phi[0], s->pending);
	if (s->nforce > f->m) {
		act(s, f, f->m, f->phi[1]);
		vec_copy(f->m, f->phi[1], s->pending + f->m);
	}
	show(s, f, 2);
	for (int x = 0; x < MOTION_KINDS; x++)
		for (int i = 0; i < f->nwatch; i++)
			f->motion[x][i] = s->now[s->row[motion_row(f, x) + i]];
	return 0;
}

static int recover(void *self, struct front *f, struct err *e)
{
	struct impulse *s = self;
	int code = push(s, f);

	for (; s->behind < s->pushed && !code; s->behind++) {
		const double *phi = forces_of(s, s->behind);

		code = run_step(f, phi, s->nforce > f->m ? phi + f->m : phi, s->full, e);
	}
	if (!code)
		linear_store(&f->linear, f->c);
	return code;
}

/* --- behind the test ----------------------------------------------------------------------------- */

/* Forces of a step: phi0, and phi1 where it is another one. */
static int leaves(const void *self, const struct front *f)
{
	(void)self;
	return f->late && !f->newton ? 2 * f->m : f->m;
}

static void leave(const void *self, const struct front *f, double *ret_x)
{
	vec_copy(leaves(self, f), ((const struct impulse *)self)->pending, ret_x);
}

static int follow_from(void *self, struct front *f, struct arena *mem, int64_t *ret_step, struct err *e)
{
	struct impulse *s = self;

	(void)mem, (void)e;
	*ret_step = s->behind;
	return push(s, f);
}

static int follow(void *self, struct front *f, const double *x, struct follow_motion *ret, struct err *e)
{
	struct impulse *s = self;
	const struct problem_core *c = &f->linear.c;
	int code = run_step(f, x, leaves(self, f) > f->m ? x + f->m : x, s->full, e);

	if (code)
		return code;
	s->behind++;
	*ret = (struct follow_motion){.t = c->state->t, .u = c->p.uc, .v = c->p.vc, .g = state_source(c->state, 0), .gv = state_source(c->state, 1)};
	return 0;
}

static const double *past(const void *self, const struct front *f, int step)
{
	(void)f;
	return forces_of(self, step);
}

const struct advance_ops advance_impulse = {
	.name = "impulse",
	.brief = "the interface by convolution with impulse responses of the same integrator: a step costs the same for any number of unknowns",
	.cite = "uniformly partitioned convolution: Stockham 1966, doi:10.1145/1464182.1464209",
	.example = "|-steps 400",
	.params = params,
	.size = sizeof(struct impulse),
	.arm = arm,
	.begin = begin,
	.correct = correct,
	.end = end,
	.recover = recover,
	.leaves = leaves,
	.leave = leave,
	.follow_from = follow_from,
	.follow = follow,
	.past = past,
	.rehearse = rehearse,
	.runs = runs,
	.bounded = true,
};
