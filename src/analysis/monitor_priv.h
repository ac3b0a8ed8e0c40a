/* What the files of the monitors' core share. */
#pragma once

#include "analysis/monitor.h"

/* A threshold as the script says it, before columns are known. */
struct monitor_wish {
	const char *on;                    /* column; NULL: the kind's own. Borrowed: the script's words */
	double limit[MONITOR_LIMITS], hysteresis;
	bool both, given;
};

struct monitor_words {
	struct monitor_wish wish[MONITOR_THRESHOLDS];
	int n;
};

/* Takes the core's words out of those of a monitor, wherever they stand, and leaves the others in order. */
int monitor_words_read(struct monitor_words *w, struct monitor *m, struct args *a, struct args *ret_rest, struct err *e) MUST_CHECK;
/* Makes the thresholds, once the columns are known. */
int monitor_words_apply(const struct monitor_words *w, struct monitor *m, const char *object, struct err *e) MUST_CHECK;
