/* One flag of the process. */
#include "base/interrupt.h"

#include <stdatomic.h>

static atomic_bool asked;

void interrupt_ask(void)
{
	atomic_store(&asked, true);
}

bool interrupt_asked(void)
{
	return atomic_load(&asked);
}

void interrupt_clear(void)
{
	atomic_store(&asked, false);
}
