/* A damped chain of masses two of whose springs yield, for tests of engines. */
#pragma once

#include "rig.h"

enum { CHAIN_MASSES = 8 };

/* Springs of the material of these words, with damping; load on the last mass of this amplitude. Spring 1 and 4 are of `weak`. */
static inline void chain_make(struct rig *r, const char *material, const char *weak, double amplitude)
{
	const struct rig_chain c = {.n = CHAIN_MASSES, .mass = 1.0, .alpha = 0.3, .amplitude = amplitude, .period = 0.9, .end = 1e9};
	const double factor[4] = {c.alpha, 0.0, 0.002, 0.0};

	rig_make(r, &c);
	rig_material(r, 1, material);
	rig_material(r, 2, weak);
	for (int i = 1; i <= CHAIN_MASSES; i++) {
		char text[64];
		const char *word[RIG_WORDS];

		snprintf(text, sizeof(text), "%d %d %d -mat %d -dir 1 -doRayleigh 1", i, i, i + 1, i == 1 || i == 4 ? 2 : 1);
		struct args a = rig_args(text, word, "element");
		rig_must(r, element_build(&r->m, element_find("zeroLength"), &a, &r->e), "zeroLength");
	}
	model_rayleigh(&r->m, factor);
}

static inline void chain_method(struct rig *r, const struct integrator_ops *ops, const char *words)
{
	rig_test(r, ops->limit ? "FixedNumIter 6" : "NormUnbalance 1e-12 100");
	rig_algorithm(r, ops->claims.linear_only ? "Linear" : "Newton", ops->claims.linear_only ? "-initial" : "");
	rig_integrator(r, ops->name, words);
}

static inline void chain_yielding(struct rig *r, const struct integrator_ops *ops, const char *words)
{
	chain_make(r, "Elastic 400", "Steel01 6 400 0.05", 6.0);
	chain_method(r, ops, words);
}

static inline int chain_engine(struct rig *r, const char *name, const char *words)
{
	char text[128];
	const char *word[RIG_WORDS];

	snprintf(text, sizeof(text), "%s %s", name, words);
	struct args a = rig_args(text, word, "engine");
	err_clear(&r->e);
	return analysis_engine(&r->an, &a, &r->e);
}
