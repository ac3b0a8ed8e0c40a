/* A second stack on the same thread: a function that stops in the middle, and goes on when it is told to.
 *
 * The library runs an analysis on one when the caller steps: where the specimen is asked, the function yields, and goes on with the caller's answer. One
 * thread; nothing here blocks. The stack is taken with the first start and kept until fiber_fini.
 */
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <ucontext.h>

enum { FIBER_STACK = 8 << 20 };        /* bytes; taken page by page as they are used */

struct fiber {
	ucontext_t outside, inside;
	void *stack;                   /* owned; NULL: not taken yet */
	size_t guard;                  /* bytes at its end that may not be touched */
	void (*run)(void *self);
	void *self;                    /* borrowed: whoever started it */
	bool alive;                    /* run has begun and not returned */
	bool within;                   /* it is at work now */
	/* what sanitizers want to know of stacks */
	void *fake_outside, *fake_inside;
	const void *outside_bottom;
	size_t outside_size;
	void *tsan_outside, *tsan_inside;
};

/* Runs run(self) until it yields or returns; then alive says which. ERR_MEMORY: there is no stack, nothing ran. */
int fiber_start(struct fiber *f, void (*run)(void *self), void *self, struct err *e) MUST_CHECK;
/* Goes on behind its yield. */
void fiber_resume(struct fiber *f);
/* Inside: back to whoever started or resumed it. */
void fiber_yield(struct fiber *f);
/* Gives the stack back. It must not be alive. */
void fiber_fini(struct fiber *f);
