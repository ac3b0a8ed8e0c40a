/* Memory of the heap, for programs and threads that are not in a loop and whose memory no arena holds: malloc, calloc and realloc with a fault point.
 * NULL: there is none. Given back with free. Any thread.
 */
#pragma once

#include "base/fault.h"

#include <stdlib.h>
#include <string.h>

static inline void *heap_room(size_t size)
{
	return fault_fires(FAULT_heap_alloc) ? NULL : malloc(size);
}

/* n zeros of `size` bytes. */
static inline void *heap_zeroed(size_t n, size_t size)
{
	return fault_fires(FAULT_heap_alloc) ? NULL : calloc(n, size);
}

/* Zeros for one thing whose type wants more than malloc promises: a ring's ends stand in lines of the cache of their own. size: a multiple of align. */
static inline void *heap_aligned(size_t align, size_t size)
{
	void *p = fault_fires(FAULT_heap_alloc) ? NULL : aligned_alloc(align, size);

	return p ? memset(p, 0, size) : NULL;
}

/* The same memory, longer or elsewhere; when there is none, `old` stays as it is. */
static inline void *heap_more(void *old, size_t size)
{
	return fault_fires(FAULT_heap_alloc) ? NULL : realloc(old, size);
}
