/* The list of guards of a rig. */
#include "experiment/guard.h"

bool guards_add(struct guards *g, const struct guard *one)
{
	int n = atomic_load_explicit(&g->n, memory_order_relaxed);

	if (n == GUARDS)
		return false;
	g->at[n] = *one;
	atomic_store_explicit(&g->n, n + 1, memory_order_release);
	return true;
}

void guards_clear(struct guards *g)
{
	atomic_store_explicit(&g->n, 0, memory_order_release);
}

const struct guard_stop *guards_look(struct guards *g, const struct monitor_tick *k)
{
	int n = atomic_load_explicit(&g->n, memory_order_acquire);
	const struct guard_stop *first = NULL;

	for (int i = 0; i < n; i++) {
		const struct guard_stop *stop = g->at[i].look(g->at[i].self, k);

		first = first ? first : stop;
	}
	return first;
}
