/* Fault points: a counter and a threshold for each row of fault.def, behind one flag. */
#include "base/fault.h"

#include <string.h>

atomic_bool fault_armed;

static const struct {
	const char *name, *what;
} point_text[FAULT_POINTS] = {
#define FAULT(name, what) [FAULT_##name] = {#name, what},
#include "base/fault.def"
#undef FAULT
};

static struct {
	atomic_long calls;
	long nth;          /* 0: this point is not armed */
	bool for_ever;
} point_state[FAULT_POINTS];

bool fault_count(enum fault_point point)
{
	if (point_state[point].nth == 0)
		return false;
	long call = atomic_fetch_add_explicit(&point_state[point].calls, 1, memory_order_relaxed) + 1;
	return call == point_state[point].nth || (point_state[point].for_ever && call > point_state[point].nth);
}

void fault_arm(enum fault_point point, long nth, bool for_ever)
{
	ASSERT((unsigned)point < FAULT_POINTS && nth >= 1);
	point_state[point].nth = nth;
	point_state[point].for_ever = for_ever;
	atomic_store_explicit(&point_state[point].calls, 0, memory_order_relaxed);
	atomic_store_explicit(&fault_armed, true, memory_order_release);
}

void fault_disarm(void)
{
	atomic_store_explicit(&fault_armed, false, memory_order_relaxed);
	for (int i = 0; i < FAULT_POINTS; i++)
		point_state[i].nth = 0;
}

long fault_calls(enum fault_point point)
{
	return atomic_load_explicit(&point_state[point].calls, memory_order_relaxed);
}

int fault_find(const char *name)
{
	for (int i = 0; i < FAULT_POINTS; i++)
		if (strcmp(point_text[i].name, name) == 0)
			return i;
	return -1;
}

const char *fault_name(enum fault_point point)
{
	return point_text[point].name;
}

const char *fault_what(enum fault_point point)
{
	return point_text[point].what;
}
