/* The other side of every device, for tests: a laboratory that does exactly what the case says, step by step, on the test's own thread.
 *
 * One row a kind of device. It works on bytes: what it gives may be damaged, old, doubled or of somebody else.
 */
#pragma once

#include "device/packet.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>

struct far_ops;

struct far {
	const struct far_ops *ops;
	int channels, fd, listener, port;
	char name[64];                     /* of shared memory */
	struct sockaddr_storage from;      /* of datagrams: where the last one came from */
	socklen_t from_n;
	_Atomic uint64_t *page;
	uint64_t seen[2];                  /* sequences of hello and command */
	unsigned char in[65536];           /* of a connection */
	size_t in_n;
	int64_t given;                     /* number of the last reading */
	struct packet got;                 /* newest from the controller */
	/* who answers hellos while the test waits in open */
	pthread_t thread;
	atomic_bool stop;
	int deaf;                          /* hellos to pass over before one is answered */
	struct packet answer;              /* number 0: a good first reading */
	bool answered;
};

struct far_ops {
	const char *name;                  /* of the device */
	bool ends;                         /* the device notices an end */
	bool checked;                      /* packets carry a CRC */
	bool queues;                       /* all that is given arrives, one after the other; else the last one counts */
	void (*begin)(struct far *o);      /* listens */
	bool (*take)(struct far *o);       /* a packet of the controller is in o->got; false: none now */
	void (*give)(struct far *o, const unsigned char *bytes, size_t n);   /* whole packet with its CRC */
	void (*end)(struct far *o);        /* leaves, also when it has begun nothing */
};

extern const struct far_ops far_table[];

/* Begins the far side of this device with so many channels; fails the test when there is no row for it. */
void far_begin(struct far *o, const char *device, int channels);
void far_end(struct far *o);
/* Words of expDevice behind the tag that lead here. */
void far_words(const struct far *o, char *ret_words, size_t size);
/* Answers hellos on a thread of its own until far_joined. */
void far_greets(struct far *o);
void far_joined(struct far *o);
/* A reading of the session of the last packet: all slots hold `value` plus slot and channel. */
struct packet far_reading(const struct far *o, int64_t number, double value);
void far_give(struct far *o, const struct packet *p);
