/* The structure of the suites of ways to advance: a damped chain two of whose springs yield, and its motion in every step. */
#pragma once

#include "rig.h"

#include "analysis/engine.h"
#include "base/base.h"
#include "cluster/cluster.h"

#include <math.h>

enum { MASSES = 8, STEPS = 60, KINDS = 3, NUMBERS = STEPS * KINDS * MASSES };

static const double DT = 0.02;

/* Spring 1 and 4 yield, the others are linear. */
static inline void chain(struct rig *r, const struct integrator_ops *ops, const char *words)
{
	static const struct rig_chain c = {.n = MASSES, .mass = 1.0, .alpha = 0.3, .amplitude = 6.0, .period = 0.9, .end = 1e9};
	const double factor[4] = {c.alpha, 0.0, 0.002, 0.0};

	rig_make(r, &c);
	rig_material(r, 1, "Elastic 400");
	rig_material(r, 2, "Steel01 6 400 0.05");
	for (int i = 1; i <= MASSES; i++) {
		char text[64];
		const char *word[RIG_WORDS];

		snprintf(text, sizeof(text), "%d %d %d -mat %d -dir 1 -doRayleigh 1", i, i, i + 1, i == 1 || i == 4 ? 2 : 1);
		struct args a = rig_args(text, word, "element");
		rig_must(r, element_build(&r->m, element_find("zeroLength"), &a, &r->e), "zeroLength");
	}
	model_rayleigh(&r->m, factor);
	rig_test(r, ops->limit ? "FixedNumIter 6" : "NormUnbalance 1e-12 100");
	rig_algorithm(r, ops->claims.linear_only ? "Linear" : "Newton", ops->claims.linear_only ? "-initial" : "");
	rig_integrator(r, ops->name, words);
}

static inline int engine(struct rig *r, const char *name, const char *words)
{
	char text[128];
	const char *word[RIG_WORDS];

	snprintf(text, sizeof(text), "%s %s", name, words);
	struct args a = rig_args(text, word, "engine");
	err_clear(&r->e);
	return analysis_engine(&r->an, &a, &r->e);
}

/* The i-th engine to try: every way as it is without options, then those on ranks where there may be any. false: there is no more. */
static inline bool subject(int i, const char **ret_name, const char **ret_options)
{
	int rows = 0;

	while (advance_table[rows])
		rows++;
	*ret_name = i < rows ? advance_table[i]->name : "modal";
	*ret_options = i < rows ? "" : "-ranks";
	return i < rows + (cluster_missing() == NULL);
}

static inline void note(const struct rig *r, int step, double *ret_x)
{
	static const double scale[KINDS] = {1.0, 0.1, 0.01};

	for (int kind = 0; kind < KINDS; kind++)
		for (int i = 0; i < MASSES; i++)
			ret_x[(step * KINDS + kind) * MASSES + i] = scale[kind] * analysis_node(&r->an, model_node(&r->m, i + 2), 0, NODE_DISP + kind);
}

static inline double difference(const double *a, const double *b)
{
	double top = 0.0, most = 0.0;

	for (int i = 0; i < NUMBERS; i++) {
		top = fmax(top, fabs(a[i]));
		most = fmax(most, fabs(a[i] - b[i]));
	}
	return most / top;
}

/* Portions of steps, everything asked after each. */
static inline void history(struct rig *r, int portion, double *ret_x)
{
	for (int i = 0; i < STEPS; i += portion) {
		rig_step(r, portion, DT);
		note(r, i + portion - 1, ret_x);
	}
	rig_end(r);
}

static inline void whole(const struct integrator_ops *ops, const char *words, int portion, double *ret_x)
{
	struct rig r;

	chain(&r, ops, words);
	rig_must(&r, engine(&r, "dense", ""), "dense");
	history(&r, portion, ret_x);
}
