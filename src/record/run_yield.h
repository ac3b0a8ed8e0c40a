/* Which elements yield, found out between steps, for the record and whoever taps it (run_yield.c says by what). Memory: the plan's arena. The thread of the
 * analysis; run_yield_next is bounded by what was planned. */
#pragma once

#include "analysis/analysis.h"
#include "base/arena.h"
#include "record/run_layout.h"

struct run_yielder {
	const struct element *el;  /* borrowed: model; of a plan that is over it may be gone */
	int tag, ndof;             /* its own */
	bool known;                /* an engine that knows the motion only later has it of this element's nodes, too */
	double *last;              /* owned: the plan; displacements, then forces of its freedoms at the last look; NULL of specimens */
	double elastic, off;       /* largest |K0 du| so far; of specimens largest |K0 d| and |f - K0 d| */
	int looks;                 /* at a specimen, so far; no more than are counted */
	enum run_yield state;
};

/* Elements that may yield, in the order of their tags. */
struct run_yields {
	struct run_yielder *element; int n;
	int next;                  /* to be looked at */
	double *k0, *now;          /* room for one: initial stiffness; displacement and force of its freedoms */
};

/* Those of the model as it stands, all elastic. ERR_MEMORY. */
int run_yield_plan(struct run_yields *y, struct analysis *an, struct arena *mem, struct err *e) MUST_CHECK;
/* What is known of elements that are in both goes on. */
void run_yield_go_on(struct run_yields *y, const struct run_yields *before);
/* How many are looked at after a step. */
int run_yield_some(const struct run_yields *y);
/* Looks at the next one; NULL: its state is as it was. */
const struct run_yielder *run_yield_next(struct run_yields *y, struct analysis *an);
