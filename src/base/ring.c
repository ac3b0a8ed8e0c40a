/* The ring: item k lives in slot k mod cap. The slot's sequence number is 2k + 1 while item k is written and 2k + 2 once it is
 * there, so a reader that wants item k and finds, before or after its copy, anything but 2k + 2 knows that it was overwritten. */
#include "base/ring.h"

#include "base/base.h"
#include "base/words.h"

#include <stdint.h>

int ring_init(struct ring *r, size_t cap, size_t item_size, struct arena *mem, struct err *e)
{
	/* memory of malloc is not enough: head and tail would share a line of the cache with their neighbours */
	ASSERT((uintptr_t)r % _Alignof(struct ring) == 0);
	if (cap == 0 || item_size == 0 || cap > SIZE_MAX / 4)
		return err_set(e, ERR_RANGE, "ring", "%zu items of %zu bytes cannot be held", cap, item_size);
	size_t slots = 1, slot_words = 1 + words_for(item_size);
	while (slots < cap)
		slots *= 2;
	_Atomic uint64_t *word = arena_array(mem, slots, slot_words * sizeof(*word));
	if (!word)
		return err_set(e, ERR_MEMORY, "ring", "no memory for %zu items of %zu bytes", slots, item_size);
	r->word = word;
	r->item_size = item_size;
	r->slot_words = slot_words;
	r->cap = slots;
	r->tail = 0;
	atomic_init(&r->head, 0);
	atomic_init(&r->lost, 0);
	return 0;
}

static _Atomic uint64_t *slot(const struct ring *r, uint64_t k)
{
	return r->word + (k & (r->cap - 1)) * r->slot_words;
}

void ring_push(struct ring *r, const void *item)
{
	uint64_t k = atomic_load_explicit(&r->head, memory_order_relaxed);
	_Atomic uint64_t *s = slot(r, k);
	atomic_store_explicit(s, 2 * k + 1, memory_order_relaxed);
	words_store(s + 1, item, r->item_size);
	atomic_store_explicit(s, 2 * k + 2, memory_order_release);
	atomic_store_explicit(&r->head, k + 1, memory_order_release);
}

/* Gives up items up to number `to`. */
static void skip(struct ring *r, uint64_t to)
{
	atomic_fetch_add_explicit(&r->lost, to - r->tail, memory_order_relaxed);
	r->tail = to;
}

bool ring_pop(struct ring *r, void *ret_item)
{
	for (uint64_t tries = 0; tries <= r->cap; tries++) {
		uint64_t head = atomic_load_explicit(&r->head, memory_order_acquire);
		if (r->tail == head)
			return false;
		if (head - r->tail > r->cap)
			skip(r, head - r->cap);
		const _Atomic uint64_t *s = slot(r, r->tail);
		uint64_t whole = 2 * r->tail + 2;
		if (atomic_load_explicit(s, memory_order_acquire) == whole) {
			words_load(s + 1, ret_item, r->item_size);
			if (atomic_load_explicit(s, memory_order_relaxed) == whole) {
				r->tail++;
				return true;
			}
		}
		skip(r, r->tail + 1);
	}
	return false;
}

uint64_t ring_pushed(const struct ring *r)
{
	return atomic_load_explicit(&r->head, memory_order_acquire);
}

uint64_t ring_lost(const struct ring *r)
{
	return atomic_load_explicit(&r->lost, memory_order_relaxed);
}
