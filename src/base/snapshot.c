/* The sequence lock: the number is odd while the value changes; equal even numbers before and after a copy prove it whole. */
#include "base/snapshot.h"

#include "base/clock.h"
#include "base/words.h"

int snapshot_init(struct snapshot *s, size_t size, struct arena *mem, struct err *e)
{
	if (size == 0)
		return err_set(e, ERR_RANGE, "snapshot", "a value of no bytes cannot be held");
	_Atomic uint64_t *word = arena_array(mem, words_for(size), sizeof(*word));
	if (!word)
		return err_set(e, ERR_MEMORY, "snapshot", "no memory for %zu bytes", size);
	s->word = word;
	s->size = size;
	atomic_init(&s->seq, 0);
	return 0;
}

void snapshot_write(struct snapshot *s, const void *value)
{
	uint64_t seq = atomic_load_explicit(&s->seq, memory_order_relaxed);
	atomic_store_explicit(&s->seq, seq + 1, memory_order_relaxed);
	words_store(s->word, value, s->size);
	atomic_store_explicit(&s->seq, seq + 2, memory_order_release);
}

bool snapshot_read(const struct snapshot *s, void *ret_value)
{
	for (int tries = 0; tries < SNAPSHOT_TRIES; tries++) {
		uint64_t seq = atomic_load_explicit(&s->seq, memory_order_acquire);
		if (seq == 0)
			return false;
		if (seq % 2)
			continue;
		words_load(s->word, ret_value, s->size);
		if (atomic_load_explicit(&s->seq, memory_order_relaxed) == seq)
			return true;
	}
	return false;
}

bool snapshot_read_patiently(const struct snapshot *s, void *ret_value)
{
	struct clock c;
	int64_t end;

	clock_init(&c, &clock_monotonic, 0);
	end = clock_now(&c) + SNAPSHOT_WAIT_NS;
	while (!snapshot_read(s, ret_value))
		if (atomic_load(&s->seq) == 0 || clock_now(&c) > end || clock_sleep_until(&c, clock_now(&c) + 1000000) != 0)
			return false;
	return true;
}

uint64_t snapshot_count(const struct snapshot *s)
{
	return atomic_load_explicit(&s->seq, memory_order_acquire) / 2;
}
