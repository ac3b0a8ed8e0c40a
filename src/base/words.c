/* Bytes to atomic words and back; the last word is filled up with zeros. */
#include "base/words.h"

#include <string.h>

size_t words_for(size_t n)
{
	return (n + sizeof(uint64_t) - 1) / sizeof(uint64_t);
}

void words_store(_Atomic uint64_t *word, const void *bytes, size_t n)
{
	size_t whole = n / sizeof(uint64_t);
	const char *from = bytes;
	uint64_t w;

	for (size_t i = 0; i < whole; i++) {
		memcpy(&w, from + i * sizeof(w), sizeof(w));
		atomic_store_explicit(word + i, w, memory_order_release);
	}
	if (n == whole * sizeof(w))
		return;
	w = 0;
	memcpy(&w, from + whole * sizeof(w), n - whole * sizeof(w));
	atomic_store_explicit(word + whole, w, memory_order_release);
}

void words_load(const _Atomic uint64_t *word, void *ret_bytes, size_t n)
{
	size_t whole = n / sizeof(uint64_t);
	char *to = ret_bytes;
	uint64_t w;

	for (size_t i = 0; i < whole; i++) {
		w = atomic_load_explicit(word + i, memory_order_acquire);
		memcpy(to + i * sizeof(w), &w, sizeof(w));
	}
	if (n == whole * sizeof(w))
		return;
	w = atomic_load_explicit(word + whole, memory_order_acquire);
	memcpy(to + whole * sizeof(w), &w, n - whole * sizeof(w));
}
