/* Arenas: memory with one lifetime, given back all at once.
 *
 * An arena grows by chunks until it is sealed; a sealed arena refuses (returns NULL). Every piece is
 * zeroed and aligned to 64 bytes. The arena owns its chunks; pieces are never freed alone.
 * An arena over given memory does not grow: what does not fit is refused.
 * Large pieces (a megabyte and more) take memory of the machine page by page, when they are first written.
 * One thread at a time; arena_alloc may block in the system's allocator while the arena grows.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct arena {
	struct arena_chunk *chunk; /* owned: newest first */
	size_t used;               /* bytes handed out since init or reset */
	bool sealed;
	bool given;                /* the one chunk is memory of somebody else's and is never given back */
	bool refused;              /* since init or reset a piece was asked for in vain: who finds nothing knows why */
};

/* An empty, open arena; takes no memory yet. */
void arena_init(struct arena *a);

/* An arena over `size` bytes at `memory`, aligned to 64 bytes, which stay the caller's and must outlive it. */
void arena_init_over(struct arena *a, void *memory, size_t size);

/* size zeroed bytes, or NULL when sealed, out of memory or a fault point (arena_alloc) fires. size 0 gives a valid pointer. */
void *arena_alloc(struct arena *a, size_t size);

/* n elements of a type, overflow-checked. */
void *arena_array(struct arena *a, size_t n, size_t size);
#define ARENA_NEW(a, type) ((type *)arena_array((a), 1, sizeof(type)))
#define ARENA_ARRAY(a, n, type) ((type *)arena_array((a), (n), sizeof(type)))

/* A copy of a text; n words as one, parted by blanks. */
char *arena_text(struct arena *a, const char *text);
char *arena_join(struct arena *a, int n, const char *const *word);

/* From now on arena_alloc refuses. arena_reset and arena_fini open it again. */
void arena_seal(struct arena *a);

/* Forgets every piece; memory is given back. Pointers into the arena are dead. */
void arena_reset(struct arena *a);
void arena_fini(struct arena *a);
