/* Copies between plain bytes and atomic words, for the two structures that threads share (ring, snapshot).
 *
 * A writer stores with release and a reader loads with acquire, word by word, so that a sequence number stored before and
 * read after the words tells a torn copy without fences (H.-J. Boehm, Can seqlocks get along with programming language
 * memory models?, MSPC 2012, doi:10.1145/2247684.2247688).
 */
#pragma once

#include "base/base.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* Words that hold n bytes. */
size_t words_for(size_t n);

/* n bytes into words_for(n) words, and back. */
void words_store(_Atomic uint64_t *word, const void *bytes, size_t n) RT;
void words_load(const _Atomic uint64_t *word, void *ret_bytes, size_t n) RT;
