/* Memory that is not to be had while an analysis is prepared: every integrator on every solver and every way to advance, on a damped chain two of whose
 * springs yield. Of all the memory that the set-up asks for, the k-th piece fails, for every fifth k, which are others with the next integrator. Each time
 * it is ERR_MEMORY with a report, or something else took the place of what had no memory (the solver of a linear part is chosen among those that can be
 * had); nothing has moved; and when there is memory again, the same analysis goes on and moves as one that was never short of it, to 1e-9 of the peak. */
#include "advance_chain.h"

#include "base/fault.h"

enum { PIECES_MAX = 5000, FEW = 6, STRIDE = 5 };

static const enum fault_point memory[] = {FAULT_arena_alloc, FAULT_heap_alloc};

struct run {
	const char *engine, *options;
	const struct integrator_ops *ops;
	const char *words;
};

static int wrong;                      /* complaints of this case */

static void complain(const struct run *w, long k, const char *what)
{
	print_error("engine %s %s, integrator %s %s, piece %ld: %s\n", w->engine, w->options, w->ops->name, w->words, k, what);
	wrong++;
}

static void make(struct rig *r, const struct run *w)
{
	chain_yielding(r, w->ops, w->words);
	rig_must(r, chain_engine(r, w->engine, w->options), w->engine);
}

static void move(struct rig *r, double *ret_x)
{
	memset(ret_x, 0, NUMBERS * sizeof(double));
	for (int i = 0; i < FEW; i++) {
		rig_step(r, 1, DT);
		note(r, i, ret_x);
	}
	rig_end(r);
}

/* The k-th piece of one kind of memory fails once. Returns whether there was such a piece. */
static bool starve(const struct run *w, enum fault_point which, long k, const double *right)
{
	static double got[NUMBERS];
	struct rig r;
	int code;
	bool asked;

	make(&r, w);
	err_clear(&r.e);
	fault_arm(which, k, false);
	code = analysis_prepare(&r.an, FEW, DT, &r.e);
	fault_disarm();
	asked = fault_calls(which) >= k;
	if (code && code != ERR_MEMORY)
		complain(w, k, err_name(code));
	if (code && !r.e.what[0])
		complain(w, k, "there is no report");
	if (r.an.steps || r.an.clock != 0.0)
		complain(w, k, "something has moved");
	move(&r, got);
	if (!(difference(right, got) <= 1e-9))
		complain(w, k, "the motion differs afterwards");
	return asked;
}

static void each(const char *engine, const char *options)
{
	static double right[NUMBERS];
	char words[128];

	for (int i = 0; integrator_table[i]; i++) {
		struct run w = {engine, options, integrator_table[i], words};
		struct rig r;

		if (w.ops->kind != INTEGRATOR_TRANSIENT || !row_example(w.ops->example, 0, words, sizeof(words)))
			continue;
		make(&r, &w);
		move(&r, right);
		for (size_t point = 0; point < COUNT(memory); point++) {
			long k = 1 + i % STRIDE;

			while (k < PIECES_MAX && starve(&w, memory[point], k, right))
				k += STRIDE;
			if (k >= PIECES_MAX)
				complain(&w, k, "does not end");
			if (k <= STRIDE && memory[point] == FAULT_arena_alloc)
				complain(&w, k, "asks for no memory");
		}
	}
}

static void goes_on_when_there_is_memory_again_on_all_unknowns(void **state)
{
	static const char *const solver[] = {"dense", "band", "sparse"};

	(void)state;
	wrong = 0;
	for (size_t i = 0; i < COUNT(solver); i++)
		each(solver[i], "");
	assert_int_equal(wrong, 0);
}

static void goes_on_when_there_is_memory_again_on_the_interface(void **state)
{
	(void)state;
	wrong = 0;
	for (int w = 0; advance_table[w]; w++)
		each(advance_table[w]->name, "");
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(goes_on_when_there_is_memory_again_on_all_unknowns),
		cmocka_unit_test(goes_on_when_there_is_memory_again_on_the_interface),
	};
	return cmocka_run_group_tests_name("starved", tests, NULL, NULL);
}
