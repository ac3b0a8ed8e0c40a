/* Memory that a process and those it forks have in common, at the same address.
 *
 * Zeroed, from the system, aligned to a page; it lives until the last process that has it gives it back or ends. What goes on in it between two
 * processes follows the rules between two threads: base/ring.h and base/snapshot.h, and by no other way.
 */
#pragma once

#include "base/err.h"

#include <stddef.h>

struct shared {
	void *memory; /* owned: this process's view; NULL: none */
	size_t size;
};

/* ERR_MEMORY when the system has none. */
int shared_open(struct shared *s, size_t size, struct err *e) MUST_CHECK;
/* Again does nothing. */
void shared_close(struct shared *s);
