/* Fault points: places where a test may make a call fail.
 *
 * A point is a row of fault.def. fault_arm chooses one point and the call that fails: the n-th from now, once or from then
 * on for ever. The code asks fault_fires(point) where the real failure would be noticed and then takes the same way out.
 * The points are compiled in always; while none is armed, asking costs one load of a flag.
 * Arm and disarm from one thread while no other runs; fault_fires may be asked from any thread and never blocks.
 */
#pragma once

#include "base/base.h"

#include <stdatomic.h>
#include <stdbool.h>

enum fault_point {
#define FAULT(name, what) FAULT_##name,
#include "base/fault.def"
#undef FAULT
	FAULT_POINTS,
};

/* True while any point is armed; read by fault_fires only. */
extern atomic_bool fault_armed;

/* Counts a call at the point; true when it shall fail. For fault_fires only. */
bool fault_count(enum fault_point point) RT;

/* Shall this call fail? */
static inline bool fault_fires(enum fault_point point)
{
	return __builtin_expect(atomic_load_explicit(&fault_armed, memory_order_relaxed), 0) && fault_count(point);
}

/* The call number `nth` (1 is the next one) at the point fails; with `for_ever` so do all after it. Counters begin at zero. */
void fault_arm(enum fault_point point, long nth, bool for_ever);

/* No point fails; counters are kept. */
void fault_disarm(void);

/* Calls seen at the point since it was armed, failed ones included; 0 while it was never armed. */
long fault_calls(enum fault_point point);

/* The point of that name, or -1; the name and meaning of a point. */
int fault_find(const char *name);
const char *fault_name(enum fault_point point);
const char *fault_what(enum fault_point point);
