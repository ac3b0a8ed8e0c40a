/* Arenas: chunks that double in size, pieces cut from the newest one, 64-byte aligned.
 *
 * A piece of CHUNK_LARGE bytes or more has a chunk of its own, which calloc gives zeroed without touching it: what a large piece never uses (factors of
 * matrices that no integrator asks for) takes no memory of the machine, and no time. Smaller ones are written once, so that the loop meets them in place. */
#include "base/arena.h"

#include "base/base.h"
#include "base/fault.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 64, CHUNK_FIRST = 4096, CHUNK_LARGE = 1 << 20 };

struct arena_chunk {
	struct arena_chunk *older; /* owned */
	void *block;               /* owned: as calloc gave it; the chunk is its first aligned place */
	bool fresh;                /* zeros that nobody has touched */
	size_t size, used;         /* of the bytes after this header */
	_Alignas(ALIGN) char bytes[];
};

void arena_init(struct arena *a)
{
	*a = (struct arena){0};
}

void arena_init_over(struct arena *a, void *memory, size_t size)
{
	ASSERT((uintptr_t)memory % ALIGN == 0 && size > sizeof(struct arena_chunk));
	*a = (struct arena){.chunk = memory, .given = true};
	*a->chunk = (struct arena_chunk){.size = size - sizeof(struct arena_chunk)};
}

/* A new chunk that holds at least `need` bytes, put in front; false without memory. */
static bool chunk_add(struct arena *a, size_t need)
{
	if (a->given)
		return false;
	size_t size = a->chunk ? a->chunk->size * 2 : CHUNK_FIRST;
	if (size > CHUNK_LARGE)
		size = CHUNK_LARGE;
	if (size < need)
		size = need;
	if (size > SIZE_MAX / 2)
		return false;
	char *block = calloc(1, ALIGN + sizeof(struct arena_chunk) + size);
	if (!block)
		return false;
	struct arena_chunk *c = (struct arena_chunk *)(block + (ALIGN - (uintptr_t)block % ALIGN) % ALIGN);
	*c = (struct arena_chunk){.older = a->chunk, .block = block, .fresh = need >= CHUNK_LARGE, .size = size};
	a->chunk = c;
	return true;
}

static void *refuse(struct arena *a)
{
	a->refused = true;
	return NULL;
}

void *arena_alloc(struct arena *a, size_t size)
{
	if (a->sealed || size > SIZE_MAX / 2 || fault_fires(FAULT_arena_alloc))
		return refuse(a);
	size_t need = size ? (size + ALIGN - 1) / ALIGN * ALIGN : ALIGN;
	if ((!a->chunk || a->chunk->size - a->chunk->used < need) && !chunk_add(a, need))
		return refuse(a);
	void *piece = a->chunk->bytes + a->chunk->used;
	a->chunk->used += need;
	a->used += need;
	return a->chunk->fresh ? piece : memset(piece, 0, need);
}

void *arena_array(struct arena *a, size_t n, size_t size)
{
	size_t bytes;
	if (__builtin_mul_overflow(n, size, &bytes))
		return refuse(a);
	return arena_alloc(a, bytes);
}

char *arena_text(struct arena *a, const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy = arena_alloc(a, size);
	return copy ? memcpy(copy, text, size) : NULL;
}

char *arena_join(struct arena *a, int n, const char *const *word)
{
	size_t size = 1, at = 0;
	char *line;

	for (int i = 0; i < n; i++)
		size += strlen(word[i]) + 1;
	line = arena_alloc(a, size);
	for (int i = 0; i < n && line; i++) {
		size_t length = strlen(word[i]);

		if (i > 0)
			line[at++] = ' ';
		memcpy(line + at, word[i], length);
		at += length;
	}
	return line;
}

void arena_seal(struct arena *a)
{
	a->sealed = true;
}

void arena_reset(struct arena *a)
{
	while (a->chunk && !a->given) {
		struct arena_chunk *older = a->chunk->older;
		free(a->chunk->block);
		a->chunk = older;
	}
	arena_init(a);
}

void arena_fini(struct arena *a)
{
	arena_reset(a);
}
