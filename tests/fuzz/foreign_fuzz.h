/* Harnesses of the servers of foreign protocols: random bytes of a client into a machine of src/foreign, with a plant that counts. Each takes one input and
 * aborts (ASSERT) when a promise is broken. Built twice: with libFuzzer (make fuzz), and into the test that replays tests/fuzz/corpus. */
#pragma once

#include "foreign/talk.h"

#include <stddef.h>
#include <stdint.h>

void foreign_frames_fuzz(const uint8_t *bytes, size_t n);
void foreign_actor_fuzz(const uint8_t *bytes, size_t n);
void foreign_text_fuzz(const uint8_t *bytes, size_t n);

/* A plant of `size` components that answers with what it was told; every call checks what it is given. */
enum { FUZZ_PLANT = 6 };

struct fuzz_plant {
	struct plant plant;
	int n;
	bool sized, moved;
	long trials, commits;
	double x[SLOTS][FUZZ_PLANT], matrix[FUZZ_PLANT * FUZZ_PLANT];
	struct signals out;
};

void fuzz_plant_init(struct fuzz_plant *p, int n, bool matrices);
/* Messages of a client, until it is over, refused, or the bytes end. Returns messages taken. */
long fuzz_talk(struct talk t, const uint8_t *bytes, size_t n);
