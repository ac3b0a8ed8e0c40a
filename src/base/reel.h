/* A ring that one writes and any number read, each at its own pace, in memory that processes have at different addresses (a mapped file).
 *
 * Item k, counted from 0, lives in slot k mod cap until item k + cap takes its place. The writer never waits and does not know its readers. A reader asks for
 * item k and gets it whole, or hears that it is not there yet, or that it is gone: then it goes on with the oldest one that is left and knows how many it has
 * lost. Nobody ever gets a torn item (sequence numbers as in ring.c; copies by words.h).
 *
 * A struct reel_place lies in the memory itself and says where the slots are, from the beginning of the memory; a struct reel is the handle of a process.
 * One thread pushes. Reading: any thread of any process. What a reader finds in a place is checked once, by reel_open: a file that is damaged is refused,
 * one that is damaged later gives wrong numbers and no wrong addresses.
 */
#pragma once

#include "base/base.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct reel_place {
	_Atomic uint64_t head;      /* items pushed so far */
	uint64_t at;                /* bytes from the beginning of the memory to the first slot; a multiple of 8 */
	uint64_t cap;               /* slots, a power of two */
	uint64_t item_size;         /* bytes of an item */
};

struct reel {
	_Atomic uint64_t *head, *word;      /* borrowed: the memory */
	uint64_t cap;
	size_t item_size, slot_words;
};

enum reel_answer { REEL_HERE, REEL_NOT_YET, REEL_GONE };

/* Slots for at least n items: the next power of two. */
uint64_t reel_cap(uint64_t n);
/* Bytes that the slots of so many items take. */
size_t reel_size(uint64_t cap, size_t item_size);
/* An empty one: its slots are the reel_size bytes from `at` on, which are zero. */
void reel_make(struct reel_place *p, uint64_t at, uint64_t cap, size_t item_size);
/* The handle of a place within `size` bytes at `memory`; item_size: expected, 0: whatever it is. False: the place is not one. */
bool reel_open(struct reel *r, struct reel_place *p, void *memory, size_t size, size_t item_size);

/* Puts a copy of the item in; never fails. */
void reel_push(struct reel *r, const void *item) RT;
/* Items pushed so far. */
uint64_t reel_count(const struct reel *r) RT;
/* Item k. ret_item holds no meaning unless it is REEL_HERE. */
enum reel_answer reel_at(const struct reel *r, uint64_t k, void *ret_item) RT;
/* The newest item; false: there is none, or the writer came in between again and again. */
bool reel_last(const struct reel *r, void *ret_item) RT;
/* The next item for a reader that stands before item *place, which moves on; *lost grows by those that are gone. False: there is none yet. */
bool reel_next(const struct reel *r, uint64_t *place, uint64_t *lost, void *ret_item) RT;
