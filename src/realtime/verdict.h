/* What a machine is fit for, from its settings and from a loop that was measured on it.
 *
 * real time: a test in which every command must leave on time. slow: a pseudo-dynamic test, which a late command delays but does not
 * falsify. unfit: neither, at this rate. The rules are a table; every rule that is broken is kept, the worst decides.
 */
#pragma once

#include "realtime/loop.h"
#include "realtime/machine.h"

enum fitness { FIT_REALTIME, FIT_SLOW, FIT_NOT };

enum { VERDICT_RULES = 7 };

struct verdict {
	enum fitness fit;
	int n;                              /* rules broken */
	const char *reason[VERDICT_RULES];  /* constant texts */
};

/* row: what machine_look found. l: the loop, after it has ended, with its report. */
void verdict_find(const struct machine_row row[MACHINE_ITEMS], const struct loop *l, const struct loop_report *report, struct verdict *ret);

/* "fit for real time", "fit for slow tests", "not fit". */
const char *fitness_name(enum fitness fit);
