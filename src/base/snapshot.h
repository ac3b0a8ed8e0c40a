/* The latest value of something, from one writing thread to any number of readers (a sequence lock).
 *
 * The writer never waits. A reader copies and tries again when the writer came in between, a bounded number of times; what it
 * gets is one whole value, the latest or one that was the latest while it read. Memory is the arena's, taken at init.
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { SNAPSHOT_TRIES = 1000 };
#define SNAPSHOT_WAIT_NS INT64_C(5000000000)

struct snapshot {
	_Atomic uint64_t *word; /* owned: the arena */
	size_t size;            /* bytes of the value */
	_Atomic uint64_t seq;   /* odd while the writer writes; 0 before the first value */
};

/* Room for a value of `size` bytes; there is none yet. ERR_MEMORY, ERR_RANGE for size zero. */
int snapshot_init(struct snapshot *s, size_t size, struct arena *mem, struct err *e) MUST_CHECK;

/* Publishes a copy of the value. The writer's thread only. */
void snapshot_write(struct snapshot *s, const void *value) RT;

/* Copies the latest value; false when there is none yet, or when the writer came in between SNAPSHOT_TRIES times. Then
 * ret_value holds no meaning. Any thread. */
bool snapshot_read(const struct snapshot *s, void *ret_value) RT;

/* The same for readers that have time: a writer that the machine has stopped in the middle of a value is waited for, SNAPSHOT_WAIT_NS at most. False when
 * there is no value yet. */
bool snapshot_read_patiently(const struct snapshot *s, void *ret_value);

/* Values written so far. Any thread. */
uint64_t snapshot_count(const struct snapshot *s) RT;
