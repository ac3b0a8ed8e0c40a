/* What devices with a laboratory's program behind them have in common: words, session, numbers, what is a new reading and what is passed over, and
 * the report when none comes. A device adds how bytes travel. One thread.
 *
 *   begin --hello, again and again--> first reading: live --command at every tick, reading when there is one--> end
 *
 * The other side (docs/devices.md) answers a hello with readings of its session, or refuses. From the first command on it must hold where it is when
 * no command came for the watchdog's time of the hello, say "stopped" in its readings meanwhile, and may follow again when commands return.
 * A command with the flag "hold" makes it hold at once. Numbers that are not finite are handed on: the limits trip on them.
 */
#pragma once

#include "device/packet.h"

/* Rows of the params of a device whose private struct begins with a struct peer; behind words that its setup reads itself. */
#define PEER_PARAMS \
	{ .name = "-channels", .kind = PARAM_INT, .offset = offsetof(struct peer, channels), .required = true, .range = {1, DEVICE_CHANNELS, false, false}, \
	  .help = "actuators; the laboratory's program must have as many" }, \
	{ .name = "-velocity", .kind = PARAM_FLAG, .offset = offsetof(struct peer, velocity), .help = "velocities are measured, too" }, \
	{ .name = "-accel", .kind = PARAM_FLAG, .offset = offsetof(struct peer, accel), .help = "accelerations are measured, too" }

/* What was wrong with what came last: why there is no first reading. */
enum peer_fault { PEER_NOTHING, PEER_BYTES, PEER_OTHER_VERSION, PEER_SESSION, PEER_CHANNELS, PEER_SLOTS, PEER_NUMBER, PEER_BUSY, PEER_FAULTS };
enum peer_answer { PEER_PASSED, PEER_NEW, PEER_REFUSED };

struct peer {
	int channels;
	bool velocity, accel;
	char object[96];           /* "expDevice UDP 3", for reports */
	char name[160];            /* "127.0.0.1 port 5000": filled by the device */
	unsigned slots;            /* wanted, bits as in a packet */
	double rate_hz, watchdog_s;
	uint64_t session;
	int64_t sent;              /* number of the last packet that was sent */
	int64_t number;            /* of the newest reading; 0: none yet */
	bool stopped;              /* says the newest */
	bool unheard;              /* said one that came since peer_newest, also an old one */
	int64_t refused;           /* passed over since begin */
	enum peer_fault fault;     /* of the last that was passed over */
	int fault_value;           /* a version, channels, slots */
	double command[DEVICE_CHANNELS];                   /* the last one */
	double reading[DEVICE_SLOTS][DEVICE_CHANNELS];     /* the newest */
	struct packet out, in;      /* work space */
	unsigned char bytes[PACKET_MOST];                   /* what the functions below encode */
};

/* In a device's setup, behind its own words: reads the options of PEER_PARAMS and fills d->n and d->has. */
int peer_setup(struct peer *p, const struct param *params, struct args *a, struct device *d, struct err *e) MUST_CHECK;
/* A new session; nothing was heard yet. */
void peer_begin(struct peer *p, double rate_hz, double watchdog_s);
/* Packets in p->bytes; return their size. The command with hold set repeats the last one. */
size_t peer_hello(struct peer *p);
size_t peer_command(struct peer *p, const struct device_command *c) RT;
size_t peer_hold(struct peer *p) RT;
size_t peer_end(struct peer *p);
/* Judges a packet in p->in, or counts bytes that are none. PEER_REFUSED: the laboratory does not want to; p->fault says why. */
enum peer_answer peer_take(struct peer *p) RT;
void peer_pass(struct peer *p, enum packet_fault why) RT;
/* The newest reading; alike when there is no newer one. "Stopped" is handed on once when a reading said so that a newer one has taken the place of, or that
 * came behind a newer one and was passed over: whatever the order, it is not lost. */
void peer_newest(struct peer *p, struct device_reading *ret) RT;
/* The report of an open without a first reading. what and hint: of the device, for a laboratory that said nothing at all. */
int peer_silent(const struct peer *p, double patience_s, const char *what, const char *hint, struct err *e);
/* The report of a call to the system that failed: "no socket: Too many open files". */
int peer_system(const struct peer *p, const char *what, int number, struct err *e);

/* Time of an open. */
int64_t peer_now(void);
/* The moment patience_s from now; a patience that never ends ends in years. */
int64_t peer_deadline(double patience_s);
/* Milliseconds until then for poll(2), at least 0, at most `most`. */
int peer_left_ms(int64_t deadline_ns, int most);
/* So long, or less when the deadline is near. Returns false once it is past. */
bool peer_pause(int64_t deadline_ns, int ms);
