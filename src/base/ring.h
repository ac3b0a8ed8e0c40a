/* A ring of items of one size between two threads: one pushes, one pops, nobody waits.
 *
 * When the ring is full, a push overwrites the oldest item; the reader notices, goes on with the oldest one that is left and
 * counts what it lost. An item is never handed out torn. Memory is the arena's, taken at init; push and pop are for the loop.
 * ring_push: the writer's thread only. ring_pop: the reader's only. ring_lost and ring_pushed: any thread.
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct ring {
	_Atomic uint64_t *word;     /* owned: the arena; slot after slot, each a sequence number and the item */
	size_t item_size;           /* bytes of an item */
	size_t slot_words;          /* words of a slot */
	uint64_t cap;               /* slots, a power of two */
	_Alignas(64) _Atomic uint64_t head; /* items pushed so far; written by the writer */
	_Alignas(64) uint64_t tail;         /* items popped or lost so far; the reader's */
	_Atomic uint64_t lost;              /* items overwritten before they were popped; written by the reader */
};

/* A ring for at least `cap` items (rounded up to a power of two) of item_size bytes. ERR_MEMORY, ERR_RANGE for a zero. */
int ring_init(struct ring *r, size_t cap, size_t item_size, struct arena *mem, struct err *e) MUST_CHECK;

/* Puts a copy of the item in; never fails, overwrites the oldest when full. */
void ring_push(struct ring *r, const void *item) RT;

/* Takes the oldest item out; false when there is none, or when the writer overwrote item after item while this tried. */
bool ring_pop(struct ring *r, void *ret_item) RT;

/* Items pushed so far; items the reader found overwritten so far. */
uint64_t ring_pushed(const struct ring *r) RT;
uint64_t ring_lost(const struct ring *r) RT;
