/* The program's half of modes on ranks: see modal_ranks.h; words in modal_message.h. */
#include "advance/modal_ranks.h"

#include "cluster/cluster.h"
#include "math/vec.h"

#include <string.h>

/* Numbers of modes that travel at a time, about. */
enum { CHUNK = 1 << 19 };

static size_t times_room(const struct modal_ranks *s)
{
	return 1 + MODAL_TIMES * ((size_t)s->nload + 1);
}

static size_t answer_room(const struct modal_ranks *s)
{
	size_t step = MOTION_KINDS * (3 * (size_t)s->m + (size_t)s->nwatch), whole = (size_t)(s->parts + MODAL_SEEN) * (size_t)s->n;

	return (step > whole ? step : whole) + 1;
}

static size_t record_of(const struct modal_ranks *s)
{
	return MODAL_MODE_HEAD + (size_t)s->m + (size_t)s->nwatch + (size_t)s->nload + (size_t)s->n;
}

/* Modes in a message: at least one. */
static int modes_at_once(const struct modal_ranks *s)
{
	size_t count = CHUNK / record_of(s);

	return count ? (int)count : 1;
}

static size_t send_room(const struct modal_ranks *s, const struct front *f)
{
	size_t modes = MODAL_MODES_HEAD + (size_t)modes_at_once(s) * record_of(s);
	size_t arm = MODAL_ARM_HEAD + (size_t)s->parts * (size_t)s->n + (size_t)f->linear.g->ops->nreal + 2 * (size_t)s->m + times_room(s);
	size_t form = MODAL_FORM_HEAD + f->linear.g->ops->size / sizeof(double) + 1;

	modes = modes > arm ? modes : arm;
	return modes > form ? modes : form;
}

/* The first count numbers of s->send; the answer, if there is one, in s->answer. */
static int ask(struct modal_ranks *s, enum modal_verb verb, size_t count, struct cluster_answer *ret)
{
	const struct cluster_part part = {s->send, count * sizeof(double)};
	const struct cluster_command c = {.op = CLUSTER_ASK, .job = s->job - 1, .kind = CLUSTER_MODAL, .verb = verb, .n = (int64_t)count};

	return (verb == MODAL_WHOLE ? cluster_finish : cluster_call)(&c, &part, 1, s->answer, answer_room(s) * sizeof(double), ret);
}

/* The same before the steps, where a report is wanted. */
static int ask_early(struct modal_ranks *s, enum modal_verb verb, size_t count, struct err *e)
{
	struct cluster_answer answer;
	int code = ask(s, verb, count, &answer);

	if (code == ERR_LOST)
		return err_set(e, code, "ranks", "%s", cluster_lost_text());
	return code ? err_set(e, code, "engine modal -ranks", "%s", answer.what[0] ? answer.what : err_message(code)) : 0;
}

/* --- loads ----------------------------------------------------------------------------------------- */

static int count_loads(const struct problem_core *c)
{
	int count = c->npull ? 3 * (c->map.nsource - 1) : 0;

	for (int i = 0; i < c->nload; i++)
		count += (c->load[i].vector != NULL) + (c->load[i].constant != NULL);
	return count;
}

/* A load that adds nothing and notes when it was asked for: once a time. */
static double spy_value(const void *self, double t)
{
	struct modal_spy *spy = *(struct modal_spy *const *)self;
	bool known = spy->deaf;

	for (int i = 0; i < spy->ntime; i++)
		known |= spy->time[i] == t;
	if (known)
		return 0.0;
	spy->lost |= spy->ntime == MODAL_TIMES;
	if (spy->ntime < MODAL_TIMES)
		spy->time[spy->ntime++] = t;
	return 0.0;
}

static const struct series_ops spy_series = {.name = "Spy", .value = spy_value};

/* Factors of all loads at one time, in the order of modal_message.h. */
static void factors(struct modal_ranks *s, const struct front *f, double t, double *ret)
{
	struct problem_core *c = &s->share.front.linear.c;
	const struct problem_core *whole = f->c;
	int at = 0;

	for (int i = 0; i < whole->nload; i++) {
		if (whole->load[i].vector)
			ret[at++] = pattern_factor(whole->load[i].p, t);
		if (whole->load[i].constant)
			ret[at++] = 1.0;
	}
	if (at == s->nload)
		return;
	load_cases_apply(c, t);
	for (int k = 1; k < c->map.nsource; k++)
		for (int d = 0; d < 3; d++)
			ret[at++] = c->g[d][k];
}

/* What the spy has noted, as it goes into a message; how many numbers. */
static size_t loads_put(struct modal_ranks *s, const struct front *f, double *ret)
{
	size_t row = (size_t)s->nload + 1;

	s->spy.deaf = true;
	ret[0] = s->spy.ntime;
	for (int i = 0; i < s->spy.ntime; i++) {
		ret[1 + (size_t)i * row] = s->spy.time[i];
		factors(s, f, s->spy.time[i], ret + 2 + (size_t)i * row);
	}
	s->spy.deaf = false;
	return 1 + (size_t)s->spy.ntime * row;
}

static void spy_begin(struct modal_ranks *s)
{
	s->spy.ntime = 0;
	s->spy.lost = false;
}

/* --- set-up ---------------------------------------------------------------------------------------- */

static int room_take(struct modal_ranks *s, const struct front *f, struct arena *mem)
{
	s->send = ARENA_ARRAY(mem, send_room(s, f), double);
	s->answer = ARENA_ARRAY(mem, answer_room(s), double);
	s->loads = ARENA_ARRAY(mem, times_room(s), double);
	s->look = ARENA_ARRAY(mem, times_room(s), double);
	s->next = ARENA_ARRAY(mem, MOTION_KINDS * (size_t)s->m + 1, double);
	s->zero = ARENA_ARRAY(mem, 1, double);
	s->one_mode = ARENA_ARRAY(mem, 3, double);
	return s->send && s->answer && s->loads && s->look && s->next && s->zero && s->one_mode ? 0 : ERR_MEMORY;
}

int modal_ranks_open(struct modal_ranks *s, const struct front *f, int most, struct arena *mem, struct err *e)
{
	struct cluster_answer answer;
	struct cluster_command c = {.op = CLUSTER_OPEN, .kind = CLUSTER_MODAL};
	int code = cluster_open(e);

	if (code)
		return code;
	*s = (struct modal_ranks){.m = f->m, .n = f->linear.c.map.n, .nwatch = f->nwatch, .nload = count_loads(&f->linear.c),
	                          .kinds = f->kinds, .parts = MOTION_KINDS + modal_past(f)};
	if (room_take(s, f, mem))
		return err_set(e, ERR_MEMORY, "engine modal -ranks", "no memory for messages about %d unknowns", s->n);
	s->job = cluster_job_take();
	if (!s->job)
		return err_set(e, ERR_LIMIT, "engine modal -ranks", "the ranks have %d engines already", CLUSTER_JOBS);
	c.job = s->job - 1;
	c.n = (int64_t)send_room(s, f);
	c.nnz = (int64_t)answer_room(s);
	code = cluster_call(&c, NULL, 0, NULL, 0, &answer);
	if (code == ERR_LOST)
		return err_set(e, code, "ranks", "%s", cluster_lost_text());
	if (code)
		return err_set(e, code, "engine modal -ranks", "%s", answer.what[0] ? answer.what : err_message(code));
	const double size[MODAL_SIZE_NUMBERS] = {s->n, most, s->m, s->nwatch, s->nload, s->kinds, s->parts};
	memcpy(s->send, size, sizeof(size));
	return ask_early(s, MODAL_SIZES, MODAL_SIZE_NUMBERS, e);
}

/* A mode at rest that goes along with the ranks. */
static int share_make(struct modal_ranks *s, const struct front *f, struct arena *mem, struct err *e)
{
	struct problem_core like = f->linear.c;
	const struct modal_numbers w = {.r = 1, .mu = s->one_mode, .k = s->one_mode + 1, .c = s->one_mode + 2};
	const struct modal_method method = {f->linear.g->ops, f->linear.g->self, f->an->algorithm.ops};
	struct modal_spy **self = ARENA_NEW(mem, struct modal_spy *);

	like.load = ARENA_ARRAY(mem, (size_t)like.nload + 1, struct case_load);
	if (!self || !like.load)
		return err_set(e, ERR_MEMORY, "engine modal -ranks", "no memory for %d loads", like.nload);
	*self = &s->spy;
	s->one_mode[0] = s->one_mode[1] = 1.0;
	s->series = (struct series){.ops = &spy_series, .self = self};
	s->pattern = (struct pattern){.kind = PATTERN_PLAIN, .series = &s->series, .factor = 1.0};
	/* patterns are only asked for their factors: their vectors are of other modes */
	for (int i = 0; i < like.nload; i++)
		like.load[i].p = f->linear.c.load[i].p;
	like.load[like.nload++] = (struct case_load){.p = &s->pattern, .vector = s->zero};
	return modal_share_make(&s->share, &like, &w, &(const struct port){0}, 0, &method, mem, e);
}

/* Numbers of mode i of r, as they travel. */
static double *mode_put(const struct modal_ranks *s, const struct front *f, const struct modal_basis *b, const double *watched, int i, double *at)
{
	const struct problem_core *c = &f->linear.c;
	size_t r = (size_t)b->r, mode = (size_t)i;

	*at++ = b->mu[i];
	*at++ = b->k[i];
	*at++ = b->c[i];
	for (int k = 0; k < s->m; k++)
		*at++ = f->linear.port.rows[(size_t)k * r + mode];
	for (int k = 0; k < s->nwatch; k++)
		*at++ = watched[(size_t)k * r + mode];
	for (int k = 0; k < c->nload; k++) {
		if (c->load[k].vector)
			*at++ = c->load[k].vector[i];
		if (c->load[k].constant)
			*at++ = c->load[k].constant[i];
	}
	for (int k = 0; k < c->npull; k += b->r) {
		*at++ = -c->pull[(size_t)k + mode].k;
		*at++ = -c->pull[(size_t)k + mode].c;
		*at++ = -c->pull[(size_t)k + mode].m;
	}
	memcpy(at, b->phi + mode * (size_t)b->n, (size_t)b->n * sizeof(double));
	return at + b->n;
}

static int form(struct modal_ranks *s, const struct front *f, const struct modal_numbers *w, struct err *e)
{
	const struct integrator_ops *ops = f->linear.g->ops;
	double head[MODAL_FORM_HEAD] = {w->damped, w->proportional, w->alpha, w->beta, 0.0, 0.0};

	while (integrator_table[(int)head[4]] != ops)
		head[4] += 1.0;
	while (algorithm_table[(int)head[5]] != f->an->algorithm.ops)
		head[5] += 1.0;
	memcpy(s->send, head, sizeof(head));
	memcpy(s->send + MODAL_FORM_HEAD, f->linear.g->self, ops->size);
	return ask_early(s, MODAL_FORM, MODAL_FORM_HEAD + (ops->size + sizeof(double) - 1) / sizeof(double), e);
}

int modal_ranks_deal(struct modal_ranks *s, const struct front *f, const struct modal_basis *b, const struct modal_numbers *w, const double *watched,
	struct arena *mem, struct err *e)
{
	int some = modes_at_once(s), code = share_make(s, f, mem, e);

	for (int first = 0; first < b->r && !code; first += some) {
		int count = b->r - first < some ? b->r - first : some;
		double *at = s->send;

		*at++ = b->r;
		*at++ = first;
		*at++ = count;
		for (int i = 0; i < count; i++)
			at = mode_put(s, f, b, watched, first + i, at);
		code = ask_early(s, MODAL_MODES, (size_t)(at - s->send), e);
	}
	return code ? code : form(s, f, w, e);
}

/* The step that has failed is taken back here as on the ranks. */
static bool took_back(struct modal_ranks *s, const struct front *f)
{
	bool back = in_step_ahead(&s->share.step, &s->share.front, f->c->state->t);

	if (back) {
		in_step_back(&s->share.step, &s->share.front);
		s->begun = false;
	}
	return back;
}

/* The problem's motion, which is y, and what the integrator knows of its steps; how many numbers. */
static size_t motion_put(struct modal_ranks *s, const struct front *f, const double *y, double *ret)
{
	struct state *along = s->share.front.linear.c.state;
	size_t n = (size_t)s->parts * (size_t)s->n;

	modal_share_rest(&s->share);
	vec_copy(modal_reals(f), state_reals(f->c->state), state_reals(along));
	along->t = f->c->state->t;
	in_step_begun(&s->share.step, &s->share.front);
	memcpy(ret, y, n * sizeof(double));
	vec_copy(along->nreal, state_reals(along), ret + n);
	return n + (size_t)along->nreal;
}

int modal_ranks_arm(struct modal_ranks *s, struct front *f, const double *y, struct arena *mem, struct err *e)
{
	const double head[MODAL_ARM_HEAD] = {f->c->state->t, f->dt, f->late, took_back(s, f), y ? s->parts : 0,
	                                     y ? f->linear.g->ops->nreal : 0};
	size_t n = y ? motion_put(s, f, y, s->send + MODAL_ARM_HEAD) : 0;
	int code;

	s->one = f->newton || f->linear.g->ops->front_step || !f->late;
	s->begun = false;
	spy_begin(s);
	code = modal_share_arm(&s->share, head[0], head[1], f->late, mem, e);
	if (code)
		return code;
	memcpy(s->send, head, sizeof(head));
	return ask_early(s, MODAL_ARM, MODAL_ARM_HEAD + n + loads_put(s, f, s->send + MODAL_ARM_HEAD + n), e);
}

/* --- the step -------------------------------------------------------------------------------------- */

static const double *point_take(const struct modal_ranks *s, const double *from, double *const ret[MOTION_KINDS])
{
	for (int x = 0; x < s->kinds; x++, from += s->m)
		vec_copy(s->m, from, ret[x]);
	return from;
}

/* A point behind the solution: see advance_ops. Sums are not rounded as Newton's method is. */
static const double *point_follow(const struct modal_ranks *s, const double *from, struct front *f, int k)
{
	from = point_take(s, from, f->e[k]);
	for (int x = 0; x < s->kinds && f->still; x++)
		vec_copy(s->m, f->e[0][x], f->e[k][x]);
	return from;
}

/* Begins the share's step; what it asked the world for since spy_begin is in s->send from `at` on, and kept. */
static int begin_along(struct modal_ranks *s, const struct front *f, size_t at, size_t *ret_count)
{
	int code = in_step_begin(&s->share, &s->share.front, NULL);

	*ret_count = loads_put(s, f, s->loads);
	memcpy(s->send + at, s->loads, *ret_count * sizeof(double));
	return code ? code : s->spy.lost ? ERR_LIMIT : 0;
}

/* Are loads still those that the step was begun with? */
static bool as_begun(struct modal_ranks *s, const struct front *f)
{
	return s->begun && memcmp(s->look, s->loads, loads_put(s, f, s->look) * sizeof(double)) == 0;
}

int modal_ranks_begin(struct modal_ranks *s, struct front *f)
{
	struct cluster_answer answer;
	size_t count;
	int code;

	s->send[0] = took_back(s, f);
	if (!as_begun(s, f)) {
		spy_begin(s);
		code = begin_along(s, f, 1, &count);
		if (!code)
			code = ask(s, MODAL_BEGIN, 1 + count, &answer);
		s->begun = code == 0;
		if (code)
			return code;
		memcpy(s->next, s->answer, (size_t)s->kinds * (size_t)s->m * sizeof(double));
	}
	front_turn(f, linear_phase(&s->share.front.linear));
	point_take(s, s->next, f->e[0]);
	return 0;
}

/* The rest of an answer: e2, motion, and e0 of the next step. */
static void end_take(struct modal_ranks *s, struct front *f, const double *from)
{
	from = point_follow(s, from, f, 2);
	for (int x = 0; x < MOTION_KINDS; x++, from += s->nwatch)
		vec_copy(s->nwatch, from, f->motion[x]);
	memcpy(s->next, from, (size_t)s->kinds * (size_t)s->m * sizeof(double));
	s->begun = true;
}

/* The share ends its step and begins the next; then the ranks do, with `count` forces in s->send. */
static int go_on(struct modal_ranks *s, const struct front *f, enum modal_verb verb, size_t count)
{
	struct cluster_answer answer;
	size_t times;
	int code = in_step_end(&s->share, &s->share.front);

	s->begun = false;
	if (!code)
		code = begin_along(s, f, count, &times);
	return code ? code : ask(s, verb, count + times, &answer);
}

int modal_ranks_correct(struct modal_ranks *s, struct front *f)
{
	size_t m = (size_t)s->m;
	struct cluster_answer answer;
	int code;

	spy_begin(s);
	/* the front has phi1 now only of methods that find it themselves; of others it is phi0, or counts nothing */
	memcpy(s->send, f->phi[0], m * sizeof(double));
	memcpy(s->send + m, f->phi[f->linear.g->ops->front_step ? 1 : 0], m * sizeof(double));
	code = in_step_correct(&s->share, &s->share.front, NULL);
	if (code)
		return code;
	if (s->one) {
		code = go_on(s, f, MODAL_STEP, 2 * m);
	} else {
		s->begun = false;
		code = ask(s, MODAL_CORRECT, m + loads_put(s, f, s->send + m), &answer);
	}
	if (!code)
		point_follow(s, s->answer, f, 1);
	return code;
}

int modal_ranks_end(struct modal_ranks *s, struct front *f)
{
	size_t m = (size_t)s->m;
	int code;

	if (s->one) {
		end_take(s, f, s->answer + (size_t)s->kinds * m);
		return 0;
	}
	spy_begin(s);
	memcpy(s->send, f->phi[1], m * sizeof(double));
	code = go_on(s, f, MODAL_END, m);
	if (!code)
		end_take(s, f, s->answer);
	return code;
}

int modal_ranks_whole(struct modal_ranks *s, struct front *f, struct err *e)
{
	struct state *to = f->c->state;
	size_t bytes = (size_t)s->n * sizeof(double);
	const double *from = s->answer;
	int code;

	s->send[0] = took_back(s, f);
	code = ask_early(s, MODAL_WHOLE, 1, e);
	if (code)
		return code;
	for (int k = 0; k < s->parts; k++, from += s->n)
		memcpy(modal_part(to, k), from, bytes);
	for (int k = 0; k < MODAL_SEEN; k++, from += s->n)
		memcpy(state_vec(to, (enum state_part)(STATE_UE + k)), from, bytes);
	vec_copy(modal_reals(f), state_reals(s->share.front.linear.c.state), state_reals(to));
	return 0;
}

void modal_ranks_close(struct modal_ranks *s)
{
	const struct cluster_command c = {.op = CLUSTER_CLOSE, .job = s->job - 1, .kind = CLUSTER_MODAL};
	struct engine *band = &s->share.front.linear.c.engine;
	struct cluster_answer answer;

	if (s->share.step.before && band->ops && band->ops->fini)
		band->ops->fini(band->self);
	/* ranks that are gone have nothing to close */
	if (s->job && cluster_finish(&c, NULL, 0, NULL, 0, &answer) == 0)
		cluster_job_give(s->job);
	s->job = 0;
	s->share.step.before = NULL;
}
