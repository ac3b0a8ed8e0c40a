/* Bytes to atomic words and back; the last word is filled up with zeros. */
#include "base/words.h"

#include <string.h>

size_t words_for(size_t n)
{
	return (n + sizeof(uint64_t) - 1) / sizeof(uint64_t);
}

static size_t piece(size_t left)
{
	return left < sizeof(uint64_t) ? left : sizeof(uint64_t);
}

void words_store(_Atomic uint64_t *word, const void *bytes, size_t n)
{
	for (size_t at = 0; at < n; at += sizeof(uint64_t)) {
		uint64_t w = 0;
		memcpy(&w, (const char *)bytes + at, piece(n - at));
		atomic_store_explicit(word++, w, memory_order_release);
	}
}

void words_load(const _Atomic uint64_t *word, void *ret_bytes, size_t n)
{
	for (size_t at = 0; at < n; at += sizeof(uint64_t)) {
		uint64_t w = atomic_load_explicit(word++, memory_order_acquire);
		memcpy((char *)ret_bytes + at, &w, piece(n - at));
	}
}
