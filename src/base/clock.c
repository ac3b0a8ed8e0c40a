/* The two clocks. The monotonic one sleeps on absolute time and goes on after a signal. */
#include "base/clock.h"

#include "base/err.h"

#include <errno.h>
#include <time.h>

enum { NS_PER_S = 1000000000 };

static int64_t monotonic_now(struct clock *c)
{
	(void)c;
	struct timespec t;
	int rc = clock_gettime(CLOCK_MONOTONIC, &t);
	ASSERT(rc == 0);
	return (int64_t)t.tv_sec * NS_PER_S + t.tv_nsec;
}

static int monotonic_sleep_until(struct clock *c, int64_t t_ns)
{
	(void)c;
	if (t_ns < 0)
		return 0;
	struct timespec t = {.tv_sec = t_ns / NS_PER_S, .tv_nsec = t_ns % NS_PER_S};
	int rc;
	do
		rc = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
	while (rc == EINTR);
	return rc == 0 ? 0 : ERR_STATE;
}

static int64_t virtual_now(struct clock *c)
{
	return c->t_ns;
}

static int virtual_sleep_until(struct clock *c, int64_t t_ns)
{
	if (t_ns > c->t_ns)
		c->t_ns = t_ns;
	return 0;
}

const struct clock_ops clock_monotonic = {.name = "monotonic", .now = monotonic_now, .sleep_until = monotonic_sleep_until};
const struct clock_ops clock_virtual = {.name = "virtual", .now = virtual_now, .sleep_until = virtual_sleep_until};

void clock_init(struct clock *c, const struct clock_ops *ops, int64_t start_ns)
{
	*c = (struct clock){.ops = ops, .t_ns = start_ns};
}

int64_t clock_now(struct clock *c)
{
	return c->ops->now(c);
}

int clock_sleep_until(struct clock *c, int64_t t_ns)
{
	return c->ops->sleep_until(c, t_ns);
}
