/* Somebody wants the program to stop what it does (Ctrl-C, SIGTERM; the operator's trip): a flag that long work looks at between its steps.
 *
 * interrupt_ask is for signal handlers, from any thread; the rest is for whoever runs the work.
 *
 * A stop word lies in memory that other processes have, too (live/live.h): whoever may write there sets it, with a name; everybody else looks, also in the tick
 * of a command loop. It stays until it is cleared. Any thread.
 */
#pragma once

#include "base/base.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { STOP_WHO = 64 };

struct stop_word {
	_Atomic uint32_t asked;
	_Atomic uint32_t claimed;              /* by the one whose name it gets */
	_Atomic uint64_t who[STOP_WHO / sizeof(uint64_t)];     /* 0-ended text */
};

void interrupt_ask(void);
/* By a signal, or by the word that is watched. */
bool interrupt_asked(void);
/* By a signal, whatever the word says. */
bool interrupt_signalled(void);
/* Forgets signals; a word is its owner's affair. */
void interrupt_clear(void);
/* From now on this word counts as well; NULL: none. Borrowed: until the next call. */
void interrupt_watch(struct stop_word *w);

/* The first one's name is kept. */
void stop_ask(struct stop_word *w, const char *who);
bool stop_asked(const struct stop_word *w) RT;
/* Of whom; ret_who: STOP_WHO. */
void stop_who(const struct stop_word *w, char *ret_who) RT;
void stop_clear(struct stop_word *w);
