/* A site of two displacements and a force, and one frame of every message to it: for tests of the protocol. */
#pragma once

#include "base/arena.h"
#include "remote/wire.h"

extern const int words_trial_n[SLOTS], words_out_n[SLOTS];   /* {2, 0, 0, 0, 1} and {2, 0, 0, 2, 1} */

struct wire_hello words_hello(void);
struct wire_welcome words_welcome(void);
/* The frame of that type, whole, with number; returns its length. ret_bytes: 64 + 16 KiB. */
size_t words_frame(enum wire_type type, uint64_t number, unsigned char *ret_bytes);
/* Reads the payload of a frame by its type with the sizes above, and writes it again: WIRE_BAD_PAYLOAD when it is wrong, or not the same bytes again. */
enum wire_fault words_reader(const struct wire_frame *f, unsigned char *scratch, size_t size);
