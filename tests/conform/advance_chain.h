/* The structure of the suites of ways to advance: a damped chain two of whose springs yield, and its motion in every step. */
#pragma once

#include "chain.h"

#include "analysis/engine.h"
#include "base/base.h"
#include "cluster/cluster.h"

#include <math.h>

enum { MASSES = CHAIN_MASSES, STEPS = 60, KINDS = 3, NUMBERS = STEPS * KINDS * MASSES };

static const double DT = 0.02;

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
		top = larger(top, fabs(a[i]));
		most = larger(most, fabs(a[i] - b[i]));
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

	chain_yielding(&r, ops, words);
	rig_must(&r, chain_engine(&r, "dense", ""), "dense");
	history(&r, portion, ret_x);
}
