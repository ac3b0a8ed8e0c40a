/* Frames between a coordinator and a site: bytes to messages and back. docs/wire.md shows every byte.
 *
 *   header, 64 bytes: magic, version, type, length, session, step, sub-step, flags, time, echo, number, checksum;   payload: by type
 *
 * All numbers are little-endian, reals are IEEE 754 binary64. A decoder holds at most one frame and what came after it, in memory given at set-up; it hands
 * out whole frames whose checksum, length and number are right, or says what is wrong, from then on for ever: a stream that was wrong once is closed.
 * Payload readers check every count, range and text, and that nothing is left over. No function here allocates, waits or asks for the time.
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"
#include "experiment/signals.h"
#include "experiment/substeps.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	WIRE_FRAMES = 1,           /* version of headers: any two that speak it understand each other's refusals */
	WIRE_VERSION = 2,          /* of payloads and of what they mean */
	WIRE_HEADER = 64,
	WIRE_PAYLOAD = 1 << 20,    /* longest, in bytes */
	WIRE_NAME = 64,            /* longest name with its end */
	WIRE_UNIT = 16,
	WIRE_TEXT = 256,           /* longest sentence with its end */
	WIRE_CHANNELS = 256,       /* most components of a slot; so n x n gains fit into a payload */
};

enum wire_type {
	WIRE_HELLO = 1,            /* c: who, what, how far                          */
	WIRE_WELCOME,              /* s: who, limits, how far                        */
	WIRE_REFUSE,               /* s: code and sentence; c: cannot go on with it  */
	WIRE_PROPOSE,              /* c: targets of (step, sub)                      */
	WIRE_ACCEPT,               /* s: they are within the limits and on disk      */
	WIRE_EXECUTE,              /* c: go                                          */
	WIRE_STEP,                 /* c: PROPOSE and EXECUTE in one                  */
	WIRE_MEASURED,             /* s: what (step, sub) gave                       */
	WIRE_GAINS,                /* c: the site runs sub-steps by itself           */
	WIRE_TRIP,                 /* both: everything comes to rest                 */
	WIRE_PING, WIRE_PONG,      /* both                                           */
	WIRE_END, WIRE_BYE,        /* c, s: the test is over                         */
	WIRE_TYPES,
};

enum wire_flag { WIRE_RAMP = 1 };  /* of PROPOSE, STEP and MEASURED: sub-steps at the site */

struct wire_frame {
	enum wire_type type;
	uint32_t flags;
	uint64_t session;          /* wire_session of the run's name; 0 before WELCOME */
	uint64_t step;             /* from 1 */
	uint32_t sub;              /* from 0 */
	int64_t t_ns, echo_ns;     /* the sender's clock; the newest t_ns the sender has received, 0: none */
	uint64_t number;           /* of this frame on its connection and direction, from 1 */
	const unsigned char *payload;      /* borrowed: the decoder, until its next call */
	uint32_t length;
};

/* ---- frames ---------------------------------------------------------------------------------------------------- */

enum wire_fault {
	WIRE_GOOD,
	WIRE_MORE,                 /* nothing is wrong: the rest has not come */
	WIRE_BAD_MAGIC, WIRE_BAD_VERSION, WIRE_BAD_TYPE, WIRE_BAD_LENGTH, WIRE_BAD_CHECK, WIRE_BAD_NUMBER, WIRE_BAD_PAYLOAD, WIRE_BAD_SESSION,
	WIRE_FAULTS,
};

struct wire_decoder {
	unsigned char *bytes;      /* owned: the arena of wire_decoder_init; cap of them */
	size_t cap, begin, end;
	uint64_t number;           /* of the last frame */
	enum wire_fault fault;     /* first, for ever */
	uint16_t version;          /* of a peer that speaks another one */
};

/* Bytes of a frame with that payload into ret_bytes (room for WIRE_HEADER + f->length), checksum included. Returns how many. payload may already stand
 * there. */
size_t wire_encode(const struct wire_frame *f, unsigned char *ret_bytes) RT;

/* payload: the longest that this side takes; longer ones are WIRE_BAD_LENGTH. */
int wire_decoder_init(struct wire_decoder *d, size_t payload, struct arena *mem, struct err *e) MUST_CHECK;
/* A new connection. */
void wire_decoder_reset(struct wire_decoder *d) RT;
/* Takes bytes; returns how many there was room for: after wire_next has said WIRE_MORE, at least one. After a fault all are taken and forgotten. */
size_t wire_feed(struct wire_decoder *d, const unsigned char *bytes, size_t n) RT;
enum wire_fault wire_next(struct wire_decoder *d, struct wire_frame *ret) RT;
/* "checksum"; "HELLO". */
const char *wire_fault_name(enum wire_fault fault);
const char *wire_type_name(enum wire_type type);
/* A number for the name of a run (FNV-1a, 64 bits; never 0). */
uint64_t wire_session(const char *run);

/* ---- payloads -------------------------------------------------------------------------------------------------- */

struct wire_place {                /* in the history of a run */
	uint64_t step;             /* 0: nothing yet */
	uint32_t sub;
	uint32_t digest;           /* of all targets and measurements up to here (wire_digest); 0: nothing yet */
};

struct wire_hello {
	uint16_t version_lo, version_hi;
	bool propose;              /* PROPOSE and EXECUTE are meant to be used; else STEP */
	char run[WIRE_NAME];       /* letters, digits and "-_." */
	char name[WIRE_NAME], site[WIRE_NAME];     /* of the coordinator; of the site it wants */
	char force[WIRE_UNIT], len[WIRE_UNIT], time[WIRE_UNIT];   /* units, in words; "" where the user has said none */
	uint64_t instance;         /* of the coordinator's process: another connection of the same one replaces the first */
	int trial_n[SLOTS], out_n[SLOTS];
	double dt, scale;          /* step in test time, laboratory time over test time; 0: unknown */
	struct wire_place last;    /* that it has the measurement of */
};

struct wire_limit {                /* of a channel; infinite: none */
	double stroke_lo, stroke_hi, velocity, force_lo, force_hi;
};

enum wire_status { WIRE_STATUS_NEW, WIRE_STATUS_READY, WIRE_STATUS_ACCEPTED, WIRE_STATUS_MOVING, WIRE_STATUSES };

struct wire_welcome {
	uint16_t version;          /* that both will speak */
	enum wire_status status;
	char site[WIRE_NAME], program[WIRE_NAME];
	int trial_n[SLOTS], out_n[SLOTS];
	struct wire_place last;    /* executed */
	int channels;              /* rows of limit, at most WIRE_CHANNELS */
	struct wire_limit limit[WIRE_CHANNELS];
	const unsigned char *rest; /* wire_put_rest's bytes; borrowed: the frame, or whoever sends it */
};

enum wire_refusal {
	WIRE_REFUSE_VERSION = 1, WIRE_REFUSE_SITE, WIRE_REFUSE_SIZES, WIRE_REFUSE_UNITS, WIRE_REFUSE_BUSY, WIRE_REFUSE_RUN, WIRE_REFUSE_HISTORY, WIRE_REFUSE_LIMIT,
	WIRE_REFUSE_TRIPPED, WIRE_REFUSE_ENDED, WIRE_REFUSE_ORDER, WIRE_REFUSE_GAINS, WIRE_REFUSE_DISK, WIRE_REFUSE_MESSAGE, WIRE_REFUSALS
};

struct wire_refuse {
	enum wire_refusal code;
	char text[WIRE_TEXT];
};

struct wire_target {               /* payload of PROPOSE and STEP */
	struct wire_place before;  /* the exchange that this one follows, as the coordinator knows it */
	double instant;            /* test time of the command */
	const unsigned char *values;       /* trial, slot by slot: with WIRE_RAMP x0+; then where the sub-steps begin: t0, instant0, x0 and now motion by
	                                    * motion, f (substeps.h) */
};

struct wire_measured {
	uint32_t digest;           /* of the history with this exchange */
	const unsigned char *values;       /* out, slot by slot; with WIRE_RAMP then f_{k-1} and the last command, motion by motion */
};

struct wire_gains {
	struct substep_gains w;    /* n = trial_n[SLOT_DISP]; g: NULL */
	const unsigned char *values;       /* G, row by row */
};

/* Payload of a message into ret_bytes, which has room for the bound below; returns its length. */
size_t wire_put_hello(const struct wire_hello *m, unsigned char *ret_bytes);
size_t wire_put_welcome(const struct wire_welcome *m, unsigned char *ret_bytes);
size_t wire_put_refuse(enum wire_refusal code, const char *text, unsigned char *ret_bytes);
size_t wire_put_trip(const char *text, unsigned char *ret_bytes);
/* ramp: where the sub-steps begin; NULL without WIRE_RAMP. */
size_t wire_put_target(const struct wire_place *before, double instant, const struct signals *trial, const struct substeps *ramp, unsigned char
        *ret_bytes) RT;
/* ramp: where they ended, of a trial of these sizes; NULL without WIRE_RAMP. */
size_t wire_put_measured(uint32_t digest, const struct signals *out, const struct substeps *ramp, const int trial_n[SLOTS], unsigned char *ret_bytes) RT;
size_t wire_put_gains(const struct substep_gains *w, unsigned char *ret_bytes);

/* A payload of that frame, checked whole: WIRE_GOOD or WIRE_BAD_PAYLOAD. Reals of targets, measurements and gains are finite. */
enum wire_fault wire_get_hello(const struct wire_frame *f, struct wire_hello *ret);
enum wire_fault wire_get_welcome(const struct wire_frame *f, struct wire_welcome *ret);
enum wire_fault wire_get_refuse(const struct wire_frame *f, struct wire_refuse *ret);
enum wire_fault wire_get_trip(const struct wire_frame *f, char ret_text[WIRE_TEXT]);
enum wire_fault wire_get_target(const struct wire_frame *f, const int trial_n[SLOTS], struct wire_target *ret) RT;
enum wire_fault wire_get_measured(const struct wire_frame *f, const int trial_n[SLOTS], const int out_n[SLOTS], struct wire_measured *ret) RT;
enum wire_fault wire_get_gains(const struct wire_frame *f, const int trial_n[SLOTS], struct wire_gains *ret);
/* PING, PONG, ACCEPT, EXECUTE, END, BYE: none. */
enum wire_fault wire_get_nothing(const struct wire_frame *f) RT;

/* Values to and from signals and arrays. */
void wire_values(const unsigned char *values, int n, double *ret_x) RT;
void wire_signals(const unsigned char *values, struct signals *ret) RT;
/* Values of a target with WIRE_RAMP: x1, and where the sub-steps begin; of a measurement: before and now. ret has room for these sizes (substeps_take). */
void wire_ramp(const unsigned char *values, const int trial_n[SLOTS], struct substeps *ret) RT;
void wire_ramped(const unsigned char *values, const int trial_n[SLOTS], const int out_n[SLOTS], struct substeps *ret) RT;
/* The specimen before the first exchange of a run, end of a WELCOME and a record of journals: out_n[SLOT_DISP] bytes, 1: an actuator drives it; then what
 * is measured, slot by slot. driven: NULL: all. */
size_t wire_put_rest(const bool *driven, const struct signals *out, unsigned char *ret_bytes);
size_t wire_rest_size(const int out_n[SLOTS]);
bool wire_rest_good(const unsigned char *bytes, size_t n, const int out_n[SLOTS]);
int wire_count(const int n[SLOTS]) RT;
/* Longest payload of either direction with these sizes. */
size_t wire_longest(const int trial_n[SLOTS], const int out_n[SLOTS]);
/* Sizes of a site: 0 .. WIRE_CHANNELS each, some target and some answer. */
bool wire_sizes_good(const int trial_n[SLOTS], const int out_n[SLOTS]);
/* The digest of a history with one more exchange: its place, targets as on the wire (their wire_put_target payload from byte WIRE_TARGET_HEAD on), and
 * measurement. */
uint32_t wire_digest(uint32_t before, uint64_t step, uint32_t sub, const unsigned char *targets, size_t n, const unsigned char *measured, size_t m) RT;
enum { WIRE_TARGET_HEAD = 16 };
/* May a text be a name (of a run: strict)? Printable UTF-8, not empty, shorter than WIRE_NAME. */
bool wire_name_good(const char *text, bool strict);
