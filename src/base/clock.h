/* Time: the machine's monotonic clock, or a virtual one that moves only when somebody waits for it.
 *
 * Whoever needs time is given a struct clock; nothing else in the program asks the system for it. Times are nanoseconds since
 * a start that means nothing by itself. A virtual clock makes a run the same every time, and as fast as it can be.
 * A monotonic clock may be used by any thread; a virtual one by one thread at a time.
 */
#pragma once

#include "base/base.h"

#include <stdint.h>

struct clock;

struct clock_ops {
	const char *name;
	int64_t (*now)(struct clock *c);                       /* the time [ns]; never goes back */
	int (*sleep_until)(struct clock *c, int64_t t_ns);     /* returns 0 at t_ns or later, at once when t_ns is past; ERR_ code on failure */
};

struct clock {
	const struct clock_ops *ops; /* borrowed: constant */
	int64_t t_ns;                /* the time of a virtual clock */
};

extern const struct clock_ops clock_monotonic, clock_virtual;

/* A clock of that kind. A virtual one starts at start_ns; the monotonic one ignores it. */
void clock_init(struct clock *c, const struct clock_ops *ops, int64_t start_ns);

/* The time [ns]. For the loop. */
int64_t clock_now(struct clock *c) RT;

/* Waits: the loop's own sleep, absolute, so that late wake-ups do not add up. */
int clock_sleep_until(struct clock *c, int64_t t_ns);
