/* Candidates one after the other, each on memory of its own: see engine_auto.h. */
#include "driver/engine_auto.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "interface/front.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Beyond these a way is not tried: finding out would take longer than the test. */
enum { DENSE_TRIED = 4000, MODES_TRIED = 3000, TRIAL_STEPS = 1000 };

static const struct { const char *way, *solver; int most; } candidates[] = {
	{"condensed", "dense", DENSE_TRIED}, {"condensed", "band", 0}, {"condensed", "sparse", 0}, {"modal", "auto", MODES_TRIED}, {"impulse", "auto", 0},
};

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Steps until the time or the room for samples is over; three first ones do not count. */
static int steps_time(struct front *f, struct clock *clock, double seconds, double *sample, int *ret_n, struct err *e)
{
	const struct advance_ops *ops = f->way->ops;
	int64_t begun = clock_now(clock), last = begun;
	int n = 0, code = 0;

	for (int k = -3; n < TRIAL_SAMPLES && !code; k++) {
		int64_t now;

		if (ops->bounded && f->done >= f->horizon)
			break;
		code = ops->begin(f->way->self, f, e);
		/* as if every element had yielded: forces that are zero cost nothing */
		for (int i = 0; i < f->m; i++)
			f->phi[0][i] = f->phi[1][i] = 1.0;
		if (!code)
			code = ops->correct(f->way->self, f, e);
		if (!code)
			code = ops->end(f->way->self, f, e);
		f->done++;
		now = clock_now(clock);
		if (k >= 0)
			sample[n++] = 1e-9 * (double)(now - last);
		last = now;
		if ((double)(now - begun) > 1e9 * seconds && n > 2)
			break;
	}
	*ret_n = n;
	return code;
}

static void judge(struct engine_trial *t, double *sample, int n)
{
	qsort(sample, (size_t)n, sizeof(*sample), by_size);
	t->median = n ? sample[n / 2] : NAN;
	t->p999 = n ? sample[(int)(0.999 * (n - 1))] : NAN;
	t->worst = n ? sample[n - 1] : NAN;
}

static int trial_run(struct analysis *an, struct engine_trial *t, struct arena *mem, double dt, double *sample, struct err *e)
{
	struct problem_core *c = core_of(an);
	struct engine whole = c->engine, own = {0};
	const struct advance_ops *ops = advance_find(t->way);
	const struct engine_ops *solver = strcmp(t->solver, "auto") == 0 ? whole.ops : engine_find(t->solver);
	struct advance way;
	struct front *f = NULL;
	struct args none;
	struct clock clock;
	int code, n = 0;
	int64_t begun;

	clock_init(&clock, &clock_monotonic, 0);
	begun = clock_now(&clock);
	args_init(&none, 0, NULL, "engine auto");
	code = advance_make(ops, &none, mem, &way, e);
	if (!code)
		code = engine_set_up(solver, &c->pattern, mem, &own, e);
	if (!code) {
		/* in place of the problem's, which stays as it is */
		c->engine = own;
		t->solver = own.ops->name;
		code = front_make(an, &way, mem, &f, e);
		c->engine = whole;
	}
	if (!code)
		code = front_probe(f, dt, an->to_go > TRIAL_STEPS ? an->to_go : TRIAL_STEPS, e);
	if (!code)
		code = (ops->rehearse ? ops->rehearse : ops->arm)(way.self, f, mem, e);
	t->setup = 1e-9 * (double)(clock_now(&clock) - begun);
	t->bytes = (double)mem->used;
	if (!code)
		code = steps_time(f, &clock, an->measure.time, sample, &n, e);
	judge(t, sample, n);
	t->runs = !code && ops->runs ? ops->runs(way.self, f) : 0.0;
	if (f && ops->fini)
		ops->fini(way.self);
	if (own.ops && own.ops->fini)
		own.ops->fini(own.self);
	return code;
}

/* Impulse responses take as many steps of the quickest way that is exact and within a step. */
static void setup_estimate(struct analysis *an)
{
	double least = INFINITY;

	for (int i = 0; i < an->ntrial; i++)
		if (an->trial[i].code == 0 && an->trial[i].runs == 0.0)
			least = fmin(least, an->trial[i].median);
	for (int i = 0; i < an->ntrial; i++)
		if (an->trial[i].runs > 0.0)
			an->trial[i].setup += an->trial[i].runs * least;
}

int engine_measure(struct analysis *an, double dt, struct err *e)
{
	struct state *kept;
	double *sample;
	struct arena room;

	/* ways that know the whole motion write it into the state */
	arena_init(&room);
	sample = ARENA_ARRAY(&room, TRIAL_SAMPLES, double);
	kept = arena_alloc(&room, an->state->size);
	if (!sample || !kept) {
		arena_fini(&room);
		return err_set(e, ERR_MEMORY, "engine auto", "no memory");
	}
	memcpy(kept, an->state, an->state->size);
	an->ntrial = 0;
	for (size_t i = 0; i < COUNT(candidates) && !interrupt_asked(); i++) {
		struct engine_trial *t = &an->trial[an->ntrial++];
		struct arena mem;
		struct err trouble;

		*t = (struct engine_trial){.way = candidates[i].way, .solver = candidates[i].solver};
		if (candidates[i].most && an->p->n > candidates[i].most) {
			t->code = ERR_LIMIT;
			snprintf(t->why, sizeof(t->why), "not tried beyond %d unknowns", candidates[i].most);
			continue;
		}
		err_clear(&trouble);
		arena_init(&mem);
		t->code = trial_run(an, t, &mem, dt, sample, &trouble);
		arena_fini(&mem);
		memcpy(an->state, kept, kept->size);
		if (t->code)
			snprintf(t->why, sizeof(t->why), "%.100s", trouble.what);
	}
	arena_fini(&room);
	setup_estimate(an);
	problem_begin(core_of(an));
	an->changed = true;
	return interrupt_asked() ? err_set(e, ERR_INTERRUPTED, "engine auto", "interrupted while engines were measured") : 0;
}

/* Newton's method on an interface of m takes some products with m x m matrices an iteration, elimination of a third of its rows or so, and once the answer of n
 * unknowns to m forces; nanoseconds as measured with 60 and with 351 on 660 unknowns, on the processor that the engines' own costs are from. The whole: a
 * factor an iteration. */
bool engine_front_pays(const struct analysis *an)
{
	const struct problem_core *c = core_of(an);
	double m = analysis_interface(an), front = 0.5 * m * m + 0.002 * m * m * m + 0.06 * m * c->map.n, whole = c->engine.ops->cost(&c->pattern, true);

	return an->integrator.ops->claims.front != FRONT_NEWTON || !(whole > 0.0) || front < whole;
}

int engine_best(const struct analysis *an)
{
	int best = -1, fallback = -1;

	for (int i = 0; i < an->ntrial; i++) {
		const struct engine_trial *t = &an->trial[i];
		bool patient = t->setup <= an->measure.setup;

		if (t->code || !patient)
			continue;
		if (fallback < 0 || t->p999 < an->trial[fallback].p999)
			fallback = i;
		if (an->measure.period > 0.0 && t->p999 > an->measure.period)
			continue;
		if (best < 0 || t->median < an->trial[best].median)
			best = i;
	}
	return best >= 0 ? best : fallback;
}

int engine_take(struct analysis *an, int row, struct err *e)
{
	const struct engine_trial *t = &an->trial[row];
	const char *word[3] = {t->way, "-solver", t->solver};
	struct engine_limits kept = an->measure;
	struct args a;
	int code;

	args_init(&a, 3, word, "engine auto");
	code = analysis_engine(an, &a, e);
	an->measure = kept;
	an->measure.taken = true;
	return code;
}
