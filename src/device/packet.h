/* The packet: what a controller and a laboratory tell each other, the same bytes in a datagram, in a stream and in shared memory.
 *
 * Little-endian, every field at a multiple of its size:
 *
 *   byte  type  field
 *      0  u32   magic, the letters T N D M
 *      4  u16   version, 1
 *      6  u16   kind: 1 hello, 2 command, 3 reading, 4 refusal, 5 end
 *      8  u64   session: chosen by the controller for each test, never 0; a packet of another session is passed over
 *     16  i64   number: of the sender in this session, from 1, each greater than the one before; what is not greater is passed over,
 *                  but for the flag "stopped"
 *     24  i64   time stamp of the sender's clock [ns]
 *     32  i64   command: tick of the loop; reading: number of the newest command that was taken, 0 before the first
 *     40  u32   command: state of the controller; refusal: why (enum packet_refusal)
 *     44  u32   flags: 1 tripped, 2 hold (commands), 4 stopped (readings)
 *     48  u16   channels n
 *     50  u16   slots, a bit each: 1 displacement, 2 velocity, 4 acceleration, 8 force; hello: wanted, reading: there, refusal: had
 *     52  u32   count of the doubles that follow
 *     56  u64   zero
 *     64  f64   hello: rate [1/s], watchdog [s]; command: n displacements; reading: n values of each slot that is there, in the order of the bits
 *   64+8*count  u32  CRC-32 of all bytes before (the one of Ethernet and zip); not in shared memory
 *
 * docs/devices.md is for those who write the other side. Everything here is bounded, takes no memory and blocks never.
 */
#pragma once

#include "base/base.h"
#include "experiment/device.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	PACKET_VERSION_NUMBER = 1, PACKET_HEAD = 64, PACKET_TAIL = 4, PACKET_VALUES = DEVICE_SLOTS * DEVICE_CHANNELS,
	PACKET_MOST = PACKET_HEAD + 8 * PACKET_VALUES + PACKET_TAIL,
};

enum packet_kind { PACKET_HELLO = 1, PACKET_COMMAND, PACKET_READING, PACKET_REFUSAL, PACKET_END };
enum packet_flag { PACKET_TRIPPED = 1, PACKET_HOLD = 2, PACKET_STOPPED = 4 };
enum packet_refusal { REFUSAL_CHANNELS = 1, REFUSAL_SLOTS, REFUSAL_BUSY, REFUSALS };

struct packet {
	enum packet_kind kind;
	uint64_t session;
	int64_t number, t_ns, tick;
	uint32_t state, flags;
	int channels, count;
	unsigned slots;
	double x[PACKET_VALUES];
};

/* Why bytes are no packet. SHORT: they may become one when more follow. */
enum packet_fault { PACKET_GOOD, PACKET_SHORT, PACKET_MAGIC, PACKET_VERSION, PACKET_SIZE, PACKET_CHECK };

uint32_t crc32_of(const unsigned char *bytes, size_t n) RT;
/* With its tail. */
size_t packet_size(int count) RT;
/* Writes packet_size(f->count) bytes, at most PACKET_MOST; returns how many. */
size_t packet_encode(const struct packet *f, unsigned char *ret_bytes) RT;
/* The packet at the beginning of n bytes. tail: whether it ends with its CRC. *ret is written as far as the bytes were understood: the version of a
 * foreign one is in ret->count. */
enum packet_fault packet_decode(const unsigned char *bytes, size_t n, bool tail, struct packet *ret) RT;
