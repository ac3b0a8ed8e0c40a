/* Suite over every transient row of integrator_table and every way to advance: what may come between steps comes in any order. Two runs of a damped chain
 * two of whose springs yield go through the same events, drawn by chance: steps of several lengths, loadConst, another time, another algorithm, a question,
 * a velocity that is set, wipeAnalysis. One stays with an engine of the whole structure; the other changes its engine with an event of its own. Motions are
 * the same to 1e-9 of the peak after each event. */
#include "advance_chain.h"

#include "base/rng.h"

enum event { EVENT_STEPS, EVENT_ENGINE, EVENT_CONSTANT, EVENT_TIME, EVENT_ALGORITHM, EVENT_QUESTION, EVENT_VELOCITY, EVENT_WIPE, EVENTS };
static const char *const NAME[EVENTS] = {"steps", "engine", "loadConst", "time", "algorithm", "question", "velocity", "wipeAnalysis"};

struct pair {
	struct rig r[2];              /* on the whole; on engines in turns */
	const struct integrator_ops *ops;
	const char *words;
	int engine;                   /* of the second: of the subjects, -1: of the whole */
	double dt;                    /* that it is armed for, 0: none */
	double top;                   /* largest motion so far */
};

static int choose(struct rng *g, int n)
{
	int k = (int)(n * rng_uniform(g));

	return k < n ? k : n - 1;
}

static void engine_turn(struct pair *p, int which)
{
	const char *name = "sparse", *options = "";

	if (which >= 0 && !subject(which, &name, &options))
		fail_msg("no engine %d", which);
	if (which < 0)
		name = "sparse", options = "";
	rig_must(&p->r[1], chain_engine(&p->r[1], name, options), name);
	p->engine = which;
	p->dt = 0.0;
}

static int engines(void)
{
	const char *name, *options;
	int n = 0;

	while (subject(n, &name, &options))
		n++;
	return n;
}

static void steps_go(struct pair *p, int n, double dt)
{
	const char *name, *options;

	/* what knows one step only begins anew */
	if (p->engine >= 0 && subject(p->engine, &name, &options) && advance_find(name)->bounded && p->dt != dt)
		engine_turn(p, p->engine);
	p->dt = dt;
	for (int i = 0; i < 2; i++)
		rig_step(&p->r[i], n, dt);
}

static void happen(struct pair *p, enum event what, struct rng *g)
{
	double x = rng_uniform(g);
	int k = choose(g, 3);

	if (what == EVENT_STEPS)
		steps_go(p, 1 + 2 * k, x < 0.5 ? DT : x < 0.75 ? 1.25 * DT : 0.61803398874989485 * DT);
	if (what == EVENT_ENGINE)
		engine_turn(p, choose(g, engines() + 1) - 1);
	for (int i = 0; i < 2; i++) {
		struct rig *r = &p->r[i];
		double *residual;
		int n;

		if (what == EVENT_CONSTANT)
			analysis_load_const(&r->an);
		if (what == EVENT_TIME)
			analysis_set_time(&r->an, x);
		if (what == EVENT_ALGORITHM)
			rig_algorithm(r, p->ops->claims.linear_only ? "Linear" : "Newton", p->ops->claims.linear_only ? "-initial" : "");
		/* engines of the interface answer that they have none */
		if (what == EVENT_QUESTION && analysis_residual(&r->an, &r->an.between, &residual, &n, &r->e))
			err_clear(&r->e);
		if (what == EVENT_VELOCITY)
			rig_must(r, analysis_set_node(&r->an, model_node(&r->m, 3 + k), 0, NODE_VEL, 0.2 * x, &r->e), "velocity");
		if (what == EVENT_WIPE) {
			analysis_wipe(&r->an);
			r->an.kind = ANALYSIS_TRANSIENT;
			chain_method(r, p->ops, p->words);
		}
	}
	p->dt = what == EVENT_STEPS ? p->dt : 0.0;
}

static double apart(struct pair *p)
{
	double most = 0.0;

	for (int i = 0; i < MASSES; i++) {
		double one = analysis_node(&p->r[0].an, model_node(&p->r[0].m, i + 2), 0, NODE_DISP);

		p->top = larger(p->top, fabs(one));
		most = larger(most, fabs(one - analysis_node(&p->r[1].an, model_node(&p->r[1].m, i + 2), 0, NODE_DISP)));
	}
	return p->top > 0.0 ? most / p->top : most;
}

static bool chance_run(const struct integrator_ops *ops, const char *words, uint64_t seed)
{
	enum { LENGTH = 24 };
	struct pair p = {.ops = ops, .words = words, .engine = -1};
	char story[LENGTH * 16] = "";
	struct rng g;
	double off = 0.0;

	rng_init(&g, seed, 0);
	for (int i = 0; i < 2; i++) {
		chain_yielding(&p.r[i], ops, words);
		rig_must(&p.r[i], chain_engine(&p.r[i], "dense", ""), "dense");
		rig_step(&p.r[i], 5, DT);
	}
	for (int k = 0; k < LENGTH && off <= 1e-9; k++) {
		enum event what = k % 2 ? EVENT_STEPS : (enum event)choose(&g, EVENTS);

		happen(&p, what, &g);
		off = apart(&p);
		snprintf(story + strlen(story), sizeof(story) - strlen(story), " %s", NAME[what]);
	}
	for (int i = 0; i < 2; i++)
		rig_end(&p.r[i]);
	if (!(off <= 1e-9))
		print_error("%s %s, seed %d: differs by %.3g after%s\n", ops->name, words, (int)seed, off, story);
	return off <= 1e-9;
}

static void in_any_order_leave_engines_with_the_same_motion(void **state)
{
	enum { SEEDS = 12 };
	char words[128];
	int wrong = 0;

	(void)state;
	for (int row = 0; integrator_table[row]; row++)
		for (int seed = 1; integrator_table[row]->kind == INTEGRATOR_TRANSIENT && seed <= SEEDS; seed++)
			if (row_example(integrator_table[row]->example, 0, words, sizeof(words)))
				wrong += !chance_run(integrator_table[row], words, (uint64_t)(seed + 100 * row));
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(in_any_order_leave_engines_with_the_same_motion),
	};

	return cmocka_run_group_tests_name("events", tests, NULL, NULL);
}
