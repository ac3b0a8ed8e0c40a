/* What the files of the monitors' core share. */
#pragma once

#include "monitoring/monitor.h"

#include <stdatomic.h>

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

/* A monitor in a guard's place: its own second self, and what passes between the thread of the analysis and the tick. In the memory of the rig's guards. */
struct monitor_guard {
	struct monitor *twin;
	_Atomic uint32_t resets;           /* asked for; the tick has done so many: */
	uint32_t done;
	_Atomic uint32_t changes;          /* of limits; the tick has taken so many: */
	uint32_t taken;
	_Atomic double limit[MONITOR_THRESHOLDS];      /* of -stop, that count from then on */
	_Atomic uint32_t stops;            /* so far; what was reached last: */
	struct guard_stop stop;
	int column;
	char what[MONITOR_THRESHOLDS][GUARD_WHAT];
};

/* Makes one from words without adding it to the set. */
int monitor_make(struct monitors *s, const struct monitor_ops *ops, struct args *a, struct monitor **ret, struct err *e) MUST_CHECK;
/* A row to a monitor. One of numbers that are none, which trip their rig by themselves, is passed over: in sums and windows it would stay for ever. */
void monitor_row(struct monitor *m, const struct monitor_tick *k) RT;
/* A threshold at its monitor's value: true when limit k is reached anew. */
bool monitor_reaches(const struct monitor *m, struct monitor_threshold *t, int k) RT;
/* Monitors with -stop that watch the rows of a rig get their guards, and what begin() has found is told to them. ERR_LIMIT: no room there. */
int monitors_guard(struct monitors *s, struct err *e) MUST_CHECK;
/* The guard of a monitor has stopped its rig within the step after `now`: an event. */
void monitor_stopped(const struct monitor *m, double now);
/* The guard of a monitor begins anew; all are taken off their rigs. */
void monitor_guard_reset(struct monitor *m);
void monitors_unguard(struct monitors *s);
/* Its guard has the limits of -stop that the monitor has now. */
void monitor_guard_limits(struct monitor *m);
/* Takes the core's words out of those of a monitor, wherever they stand, and leaves the others in order. */
int monitor_words_read(struct monitor_words *w, struct monitor *m, struct args *a, struct args *ret_rest, struct err *e) MUST_CHECK;
/* Makes the thresholds, once the columns are known. */
int monitor_words_apply(const struct monitor_words *w, struct monitor *m, const char *object, struct err *e) MUST_CHECK;
