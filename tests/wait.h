/* For tests of what happens in another thread or process: nothing is asked to be fast; what is expected is waited for, WAIT_MOST at most. */
#pragma once

#include "test.h"

#include "base/clock.h"

static const double WAIT_MOST = 30.0;          /* s: no case waits so long unless it fails */

static inline double wait_now(void)
{
	struct clock c;

	clock_init(&c, &clock_monotonic, 0);
	return 1e-9 * (double)clock_now(&c);
}

static inline void wait_rest(void)
{
	struct clock c;

	clock_init(&c, &clock_monotonic, 0);
	assert_int_equal(clock_sleep_until(&c, clock_now(&c) + 200000), 0);
}

/* Waits until the condition holds; fails the case when it never does. who: a word for the message. */
#define UNTIL(who, condition)                                                                        \
	do {                                                                                         \
		double until_end = wait_now() + WAIT_MOST;                                           \
		while (!(condition)) {                                                               \
			if (wait_now() > until_end)                                                  \
				fail_msg("%s: never: %s", (who), #condition);                         \
			wait_rest();                                                                 \
		}                                                                                    \
	} while (0)
