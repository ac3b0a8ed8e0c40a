/* The slot's sequence number is 2k + 1 while item k is written and 2k + 2 once it is there: whoever wants item k and finds, before or after its copy, anything
 * else knows that it was overwritten. */
#include "base/reel.h"

#include "base/words.h"

enum { TRIES = 64 };

uint64_t reel_cap(uint64_t n)
{
	uint64_t cap = 1;

	while (cap < n)
		cap *= 2;
	return cap;
}

size_t reel_size(uint64_t cap, size_t item_size)
{
	return (size_t)cap * (1 + words_for(item_size)) * sizeof(uint64_t);
}

void reel_make(struct reel_place *p, uint64_t at, uint64_t cap, size_t item_size)
{
	ASSERT(at % sizeof(uint64_t) == 0 && cap > 0 && (cap & (cap - 1)) == 0 && item_size > 0);
	p->at = at;
	p->cap = cap;
	p->item_size = item_size;
	atomic_init(&p->head, 0);
}

bool reel_open(struct reel *r, struct reel_place *p, void *memory, size_t size, size_t item_size)
{
	uint64_t at = p->at, cap = p->cap, item = p->item_size;

	if (cap == 0 || (cap & (cap - 1)) != 0 || item == 0 || (item_size && item != item_size) || at % sizeof(uint64_t) != 0)
		return false;
	if (cap > size || item > size || at > size || reel_size(cap, (size_t)item) > size - at)
		return false;
	*r = (struct reel){.head = &p->head, .word = (_Atomic uint64_t *)(void *)((char *)memory + at), .cap = cap, .item_size = (size_t)item,
	                   .slot_words = 1 + words_for((size_t)item)};
	return true;
}

static _Atomic uint64_t *slot(const struct reel *r, uint64_t k)
{
	return r->word + (k & (r->cap - 1)) * r->slot_words;
}

void reel_push(struct reel *r, const void *item)
{
	uint64_t k = atomic_load_explicit(r->head, memory_order_relaxed);
	_Atomic uint64_t *s = slot(r, k);

	atomic_store_explicit(s, 2 * k + 1, memory_order_relaxed);
	words_store(s + 1, item, r->item_size);
	atomic_store_explicit(s, 2 * k + 2, memory_order_release);
	atomic_store_explicit(r->head, k + 1, memory_order_release);
}

uint64_t reel_count(const struct reel *r)
{
	return atomic_load_explicit(r->head, memory_order_acquire);
}

enum reel_answer reel_at(const struct reel *r, uint64_t k, void *ret_item)
{
	const _Atomic uint64_t *s = slot(r, k);
	uint64_t whole = 2 * k + 2;

	if (k >= reel_count(r))
		return REEL_NOT_YET;
	if (atomic_load_explicit(s, memory_order_acquire) != whole)
		return REEL_GONE;
	words_load(s + 1, ret_item, r->item_size);
	return atomic_load_explicit(s, memory_order_relaxed) == whole ? REEL_HERE : REEL_GONE;
}

bool reel_last(const struct reel *r, void *ret_item)
{
	for (int tries = 0; tries < TRIES; tries++) {
		uint64_t n = reel_count(r);

		if (n == 0)
			return false;
		if (reel_at(r, n - 1, ret_item) == REEL_HERE)
			return true;
	}
	return false;
}

bool reel_next(const struct reel *r, uint64_t *place, uint64_t *lost, void *ret_item)
{
	for (int tries = 0; tries < TRIES; tries++) {
		uint64_t n = reel_count(r), oldest = n > r->cap ? n - r->cap : 0;

		/* begun anew: the memory is another's */
		if (*place > n)
			*place = oldest;
		if (*place < oldest) {
			*lost += oldest - *place;
			*place = oldest;
		}
		if (*place == n)
			return false;
		if (reel_at(r, (*place)++, ret_item) == REEL_HERE)
			return true;
		++*lost;
	}
	return false;
}
