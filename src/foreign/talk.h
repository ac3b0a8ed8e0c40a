/* Servers of foreign protocols, as machines without input and output: they say how many bytes they want next and where, take them, and say what goes
 * back. The same machine talks over a socket (serve.c), in a replay and under a fuzzer.
 *
 * What they move is a plant: a site or an element of ours, or what a test puts there.
 */
#pragma once

#include "base/err.h"
#include "experiment/signals.h"

#include <stdbool.h>
#include <stddef.h>

/* What a server moves and measures. Every function fills the report when it fails; then the conversation is over. */
enum plant_matrix { PLANT_INITIAL, PLANT_TANGENT, PLANT_DAMP, PLANT_MASS, PLANT_MATRICES };

struct plant {
	void *self;
	/* The sizes of both directions, once, before anything else; 0: the client does not use the slot. Refuses what does not fit. */
	int (*size)(void *self, const int trial[SLOTS], const int out[SLOTS], struct err *e);
	/* Go there; the same displacement again moves nothing. May return before it is there. */
	int (*trial)(void *self, const struct signals *x, struct err *e);
	/* What is measured when the last target is reached; waits for it. The same until the next trial. */
	int (*answer)(void *self, const struct signals **ret, struct err *e);
	/* The step is accepted. */
	int (*commit)(void *self, struct err *e);
	/* ret: n x n row-major, kept by the plant. NULL: it has none. */
	int (*matrix)(void *self, enum plant_matrix which, const double **ret, int *ret_n, struct err *e);
};

struct talk_answer {
	const void *bytes;         /* owned: the machine, until the next take */
	size_t n;                  /* 0: nothing goes back */
	bool over;                 /* the conversation has ended as it should */
};

struct talk_ops {
	const char *name;
	/* Bytes of the next message, and where they go; 0: a line of text, room for TALK_LINE characters. */
	size_t (*want)(void *self, void **ret_room);
	/* The message is there. A code with its report ends the conversation; what is in the answer then still goes out. */
	int (*take)(void *self, struct talk_answer *ret, struct err *e);
};

enum { TALK_LINE = 4096 };

struct talk {
	const struct talk_ops *ops;
	void *self;
};

/* What all machines count. */
struct talk_count {
	long steps;                /* commits */
	long trials;
	long passed;               /* messages that mean nothing here */
};
