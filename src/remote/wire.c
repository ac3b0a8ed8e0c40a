/* Frames: the header, its checksum, and the decoder. The layout is in docs/wire.md. */
#include "remote/wire.h"

#include "base/crc32c.h"
#include "remote/bytes.h"

#include <string.h>

static const unsigned char MAGIC[4] = {'T', 'N', 'D', 'M'};

enum { AT_VERSION = 4, AT_TYPE = 6, AT_LENGTH = 8, AT_SESSION = 12, AT_STEP = 20, AT_SUB = 28, AT_FLAGS = 32, AT_TIME = 36, AT_ECHO = 44, AT_NUMBER = 52,
        AT_CHECK = 60 };

/* Least and most bytes of each payload, whatever the sizes of the site. */
enum { VALUES = 8 * SLOTS * WIRE_CHANNELS, RAMP = 8 * WIRE_CHANNELS, FROM = 16 + 7 * RAMP, TO = 4 * RAMP };
static const struct {
	const char *name;
	uint32_t least, most;
} row[WIRE_TYPES] = {
	[WIRE_HELLO]    = {"HELLO", 74, 74 + 3 * (WIRE_NAME - 1) + 3 * (WIRE_UNIT - 1)},
	[WIRE_WELCOME]  = {"WELCOME", 46, 46 + 2 * (WIRE_NAME - 1) + 41 * WIRE_CHANNELS + VALUES},
	[WIRE_REFUSE]   = {"REFUSE", 3, 3 + WIRE_TEXT - 1},
	[WIRE_PROPOSE]  = {"PROPOSE", 24, 24 + VALUES + FROM},
	[WIRE_ACCEPT]   = {"ACCEPT", 0, 0},
	[WIRE_EXECUTE]  = {"EXECUTE", 0, 0},
	[WIRE_STEP]     = {"STEP", 24, 24 + VALUES + FROM},
	[WIRE_MEASURED] = {"MEASURED", 4, 4 + VALUES + TO},
	[WIRE_GAINS]    = {"GAINS", 40, 32 + RAMP * WIRE_CHANNELS},
	[WIRE_TRIP]     = {"TRIP", 1, 1 + WIRE_TEXT - 1},
	[WIRE_PING]     = {"PING", 0, 0},
	[WIRE_PONG]     = {"PONG", 0, 0},
	[WIRE_END]      = {"END", 0, 0},
	[WIRE_BYE]      = {"BYE", 0, 0},
};

static const char *const fault_name[WIRE_FAULTS] = {
	[WIRE_GOOD] = "none", [WIRE_MORE] = "more to come", [WIRE_BAD_MAGIC] = "not this protocol", [WIRE_BAD_VERSION] = "another version of the protocol",
	[WIRE_BAD_TYPE] = "unknown type", [WIRE_BAD_LENGTH] = "length", [WIRE_BAD_CHECK] = "checksum", [WIRE_BAD_NUMBER] = "number of the frame",
	[WIRE_BAD_PAYLOAD] = "content", [WIRE_BAD_SESSION] = "another session",
};

/* Of everything but itself. */
static uint32_t check_of(const unsigned char *bytes, size_t length)
{
	return crc32c(crc32c(0, bytes, AT_CHECK), bytes + WIRE_HEADER, length);
}

size_t wire_encode(const struct wire_frame *f, unsigned char *ret_bytes)
{
	struct pen p = {ret_bytes + sizeof(MAGIC)};

	memcpy(ret_bytes, MAGIC, sizeof(MAGIC));
	pen_int(&p, WIRE_FRAMES, 2);
	pen_int(&p, f->type, 2);
	pen_int(&p, f->length, 4);
	pen_int(&p, f->session, 8);
	pen_int(&p, f->step, 8);
	pen_int(&p, f->sub, 4);
	pen_int(&p, f->flags, 4);
	pen_int(&p, (uint64_t)f->t_ns, 8);
	pen_int(&p, (uint64_t)f->echo_ns, 8);
	pen_int(&p, f->number, 8);
	if (f->length > 0 && f->payload != ret_bytes + WIRE_HEADER)
		memcpy(ret_bytes + WIRE_HEADER, f->payload, f->length);
	pen_int(&p, check_of(ret_bytes, f->length), 4);
	return WIRE_HEADER + (size_t)f->length;
}

int wire_decoder_init(struct wire_decoder *d, size_t payload, struct arena *mem, struct err *e)
{
	*d = (struct wire_decoder){.cap = WIRE_HEADER + payload};
	ASSERT(payload <= WIRE_PAYLOAD);
	d->bytes = ARENA_ARRAY(mem, d->cap, unsigned char);
	return d->bytes ? 0 : err_set(e, ERR_MEMORY, "frames", "no memory for %zu bytes", d->cap);
}

void wire_decoder_reset(struct wire_decoder *d)
{
	d->begin = d->end = 0;
	d->number = 0;
	d->fault = WIRE_GOOD;
	d->version = 0;
}

size_t wire_feed(struct wire_decoder *d, const unsigned char *bytes, size_t n)
{
	size_t take = n;

	if (d->fault)
		return n;
	if (d->begin > 0) {
		memmove(d->bytes, d->bytes + d->begin, d->end - d->begin);
		d->end -= d->begin;
		d->begin = 0;
	}
	if (take > d->cap - d->end)
		take = d->cap - d->end;
	if (take > 0)
		memcpy(d->bytes + d->end, bytes, take);
	d->end += take;
	return take;
}

/* What n bytes of a header show already. */
static enum wire_fault head_fault(struct wire_decoder *d, const unsigned char *at, size_t n)
{
	uint64_t type, length;

	if (memcmp(at, MAGIC, n < sizeof(MAGIC) ? n : sizeof(MAGIC)) != 0)
		return WIRE_BAD_MAGIC;
	if (n < AT_TYPE)
		return WIRE_MORE;
	d->version = (uint16_t)bytes_get(at + AT_VERSION, 2);
	if (d->version != WIRE_FRAMES)
		return WIRE_BAD_VERSION;
	if (n < WIRE_HEADER)
		return WIRE_MORE;
	type = bytes_get(at + AT_TYPE, 2);
	length = bytes_get(at + AT_LENGTH, 4);
	if (type == 0 || type >= WIRE_TYPES)
		return WIRE_BAD_TYPE;
	if (length < row[type].least || length > row[type].most || length > d->cap - WIRE_HEADER)
		return WIRE_BAD_LENGTH;
	return n < WIRE_HEADER + length ? WIRE_MORE : WIRE_GOOD;
}

static void decode(const unsigned char *at, struct wire_frame *ret)
{
	*ret = (struct wire_frame){
		.type = (enum wire_type)bytes_get(at + AT_TYPE, 2),
		.flags = (uint32_t)bytes_get(at + AT_FLAGS, 4),
		.session = bytes_get(at + AT_SESSION, 8),
		.step = bytes_get(at + AT_STEP, 8),
		.sub = (uint32_t)bytes_get(at + AT_SUB, 4),
		.t_ns = (int64_t)bytes_get(at + AT_TIME, 8),
		.echo_ns = (int64_t)bytes_get(at + AT_ECHO, 8),
		.number = bytes_get(at + AT_NUMBER, 8),
		.payload = at + WIRE_HEADER,
		.length = (uint32_t)bytes_get(at + AT_LENGTH, 4),
	};
}

enum wire_fault wire_next(struct wire_decoder *d, struct wire_frame *ret)
{
	const unsigned char *at = d->bytes + d->begin;
	struct wire_frame f;

	if (!d->fault) {
		enum wire_fault fault = head_fault(d, at, d->end - d->begin);
		if (fault == WIRE_MORE)
			return WIRE_MORE;
		d->fault = fault;
	}
	if (!d->fault) {
		decode(at, &f);
		d->fault = bytes_get(at + AT_CHECK, 4) != check_of(at, f.length) ? WIRE_BAD_CHECK : f.number != d->number + 1 ? WIRE_BAD_NUMBER : WIRE_GOOD;
	}
	if (d->fault)
		return d->fault;
	d->number = f.number;
	d->begin += WIRE_HEADER + (size_t)f.length;
	*ret = f;
	return WIRE_GOOD;
}

const char *wire_fault_name(enum wire_fault fault)
{
	return (unsigned)fault < WIRE_FAULTS ? fault_name[fault] : "unknown";
}

const char *wire_type_name(enum wire_type type)
{
	return type > 0 && type < WIRE_TYPES ? row[type].name : "unknown";
}

/* Offset basis and prime of FNV-1a with 64 bits. */
uint64_t wire_session(const char *run)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (const unsigned char *c = (const unsigned char *)run; *c; c++)
		hash = (hash ^ *c) * 0x100000001b3;
	return hash ? hash : 1;
}
