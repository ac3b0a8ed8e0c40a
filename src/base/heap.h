/* Memory of the heap, for programs and threads that are not in a loop and whose memory no arena holds: malloc, calloc and realloc with a fault point.
 * NULL: there is none. Given back with free. Any thread.
 */
#pragma once

#include "base/fault.h"

#include <stdlib.h>

static inline void *heap_room(size_t size)
{
	return fault_fires(FAULT_heap_alloc) ? NULL : malloc(size);
}

/* n zeros of `size` bytes. */
static inline void *heap_zeroed(size_t n, size_t size)
{
	return fault_fires(FAULT_heap_alloc) ? NULL : calloc(n, size);
}

/* The same memory, longer or elsewhere; when there is none, `old` stays as it is. */
static inline void *heap_more(void *old, size_t size)
{
	return fault_fires(FAULT_heap_alloc) ? NULL : realloc(old, size);
}
