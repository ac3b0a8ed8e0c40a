/* Frames: what OpenSees and OpenFresco say to each other in binary. docs/foreign.md says who says what to whom.
 *
 * A conversation begins with eleven int32, the numbers of values in each slot of commands and of measurements, and dataSize. From then on every
 * message in either direction is exactly dataSize float64, little-endian, without header, length, number or checksum:
 *
 *   client to server   [action, disp.., vel.., accel.., force.., time]       slots that are not declared take no room
 *   server to client   [disp.., vel.., accel.., force.., time]               or a matrix, column by column
 *
 * What stands behind the used values is what was left there; nobody looks at it. Here it is bounded: sizes that do not fit are refused.
 * Plain data and functions without memory of their own; no input or output. One thread.
 */
#pragma once

#include "base/err.h"
#include "experiment/signals.h"

#include <stddef.h>

enum frame_action {
	FRAME_OPEN = 1, FRAME_SETUP = 2, FRAME_TRIAL = 3, FRAME_EXECUTE = 4, FRAME_COMMIT = 5, FRAME_DAQ = 6, FRAME_DISP = 7, FRAME_VEL = 8,
	FRAME_ACCEL = 9, FRAME_FORCE = 10, FRAME_TIME = 11, FRAME_INITIAL = 12, FRAME_TANGENT = 13, FRAME_DAMP = 14, FRAME_MASS = 15,
	FRAME_SHUTDOWN = 98, FRAME_DIE = 99
};

enum {
	FRAME_ID_INTS = 11, FRAME_ID_BYTES = 44,
	FRAME_DEFAULT = 256,       /* float64 a frame, where the client does not say otherwise */
	FRAME_SLOT_MOST = 1024,    /* values of a slot */
	FRAME_MOST = 65536         /* float64 a frame that we accept: half a megabyte */
};

struct frame_sizes {
	int ctrl[SLOTS], daq[SLOTS];
	int data;                  /* float64 a frame */
};

/* The eleven numbers as bytes, and back. Refused (ERR_FORMAT, naming the number): negative or absurd ones, a dataSize below 1 + commands or below
 * measurements. */
void frame_sizes_encode(const struct frame_sizes *s, unsigned char ret_bytes[FRAME_ID_BYTES]);
int frame_sizes_decode(const unsigned char bytes[FRAME_ID_BYTES], const char *object, struct frame_sizes *ret, struct err *e) MUST_CHECK;
/* The checks of frame_sizes_decode on sizes that came another way. */
int frame_sizes_check(const struct frame_sizes *s, const char *object, struct err *e) MUST_CHECK;
/* The smallest dataSize that holds all slots, and a square matrix of n. */
int frame_data_least(const struct frame_sizes *s, int n);

/* Where slot k begins behind `first`, with these sizes; k = SLOTS: the end. */
int frame_at(const int n[SLOTS], int first, int k) RT;
/* Slots into a frame from `first` on, and back; what a side does not have is zero. */
void frame_pack(const struct signals *s, const int n[SLOTS], double *frame, int first) RT;
void frame_unpack(const double *frame, int first, const int n[SLOTS], struct signals *s) RT;
/* One slot of s into the frame. */
void frame_pack_slot(const struct signals *s, const int n[SLOTS], int k, double *frame, int first) RT;
