/* One flag of the process, and one word that others may set. */
#include "base/interrupt.h"

#include "base/words.h"

#include <string.h>

static atomic_bool asked;
static struct stop_word *_Atomic watched;

void interrupt_ask(void)
{
	atomic_store(&asked, true);
}

bool interrupt_asked(void)
{
	const struct stop_word *w = atomic_load_explicit(&watched, memory_order_relaxed);

	return atomic_load(&asked) || (w && stop_asked(w));
}

bool interrupt_signalled(void)
{
	return atomic_load(&asked);
}

void interrupt_clear(void)
{
	atomic_store(&asked, false);
}

void interrupt_watch(struct stop_word *w)
{
	atomic_store(&watched, w);
}

void stop_ask(struct stop_word *w, const char *who)
{
	uint32_t nobody = 0;
	char name[STOP_WHO] = "";

	strncpy(name, who, sizeof name - 1);
	if (atomic_compare_exchange_strong(&w->claimed, &nobody, 1))
		words_store(w->who, name, sizeof name);
	atomic_store_explicit(&w->asked, 1, memory_order_release);
}

bool stop_asked(const struct stop_word *w)
{
	return atomic_load_explicit(&w->asked, memory_order_acquire) != 0;
}

void stop_who(const struct stop_word *w, char *ret_who)
{
	words_load(w->who, ret_who, STOP_WHO);
	ret_who[STOP_WHO - 1] = '\0';
}

void stop_clear(struct stop_word *w)
{
	atomic_store(&w->asked, 0);
	atomic_store(&w->claimed, 0);
}
