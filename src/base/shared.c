/* Anonymous shared mappings. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "base/shared.h"

#include "base/fault.h"

#include <sys/mman.h>

int shared_open(struct shared *s, size_t size, struct err *e)
{
	void *memory = fault_fires(FAULT_shared_memory) ? MAP_FAILED : mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		return err_set(e, ERR_MEMORY, "shared memory", "no memory for %zu bytes", size);
	*s = (struct shared){.memory = memory, .size = size};
	return 0;
}

void shared_close(struct shared *s)
{
	if (s->memory)
		munmap(s->memory, s->size);
	*s = (struct shared){0};
}
