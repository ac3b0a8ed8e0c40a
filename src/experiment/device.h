/* Devices (expDevice): what carries commands to actuators that exist and brings back what is measured there, at every tick of a controller.
 *
 * A device is one file. It knows how numbers get to the laboratory and back, and nothing of structures, controllers or limits: every command
 * it is given has passed the limits already (control/limits.h), nothing else writes to it. One command loop owns it, on one thread.
 *
 *   closed --open--> live --(read, write at every tick)--> live --close--> closed
 *   live --silence--> the core sees no new reading and trips after the watchdog's time; read and write go on, and may find the peer again
 *   live --safe--> safe: the last thing that is told to the peer, "hold where you are"; callable in any state, again and again
 *
 * The other side has a watchdog too: a laboratory that gets no new command for the time it was told holds by itself. What exactly it does is
 * written in the file of the device.
 */
#pragma once

#include "base/args.h"
#include "base/base.h"
#include "base/param.h"
#include "experiment/signals.h"

#include <stdbool.h>
#include <stdint.h>

enum { DEVICE_SLOTS = SLOT_FORCE + 1, DEVICE_CHANNELS = 64 };   /* displacement, velocity, acceleration, force; most channels of one */

struct laboratory;
struct device;
struct rig;

/* What goes out at a tick. */
struct device_command {
	int64_t tick;                  /* of the loop, from 1, each greater than the one before */
	int64_t t_ns;                  /* when it was due, of the loop's clock */
	int state;                     /* enum control_state, for the peer's display */
	bool tripped;                  /* the controller is bringing the specimens to rest */
	const double *x;               /* n commanded displacements, for the end of the tick */
};

/* What is known of the laboratory. */
struct device_reading {
	int64_t number;                /* of the reading, as the peer counts: grows with each new one */
	bool stopped;                  /* the peer says that it has stopped by itself (interlock, its own limits, its watchdog) */
	double *x[DEVICE_SLOTS];       /* n values each; what the device does not measure (has[] below) is left alone */
};

struct device_ops {
	const char *name, *brief, *cite, *example;   /* as in all families; example: words after the tag, with which setup succeeds without a peer */
	const struct param *params;        /* after the tag; read by the core before setup */
	size_t size;
	/* Reads what the table could not and fills d->n and d->has. Opens nothing. Memory: lab->arena. */
	int (*setup)(void *self, struct args *a, struct device *d, struct laboratory *lab, struct err *e);
	/* Connects to the peer and waits for its first reading, patience_s at most; the report names the peer and what was missing. Blocking allowed; before
	 * the loop ticks, in the loop's process. rate_hz: of the loop; watchdog_s: what the peer is told to wait for commands before it holds. */
	int (*open)(void *self, double rate_hz, double watchdog_s, double patience_s, struct err *e);
	/* The newest reading; ret->number is that of the last call when there is none newer. Never waits: a bounded number of non-blocking calls. What is
	 * damaged, old, doubled or not for us is passed over and counted. 0, or a code when the peer is gone for good (its connection ended). */
	int (*read)(void *self, struct device_reading *ret) RT;
	/* Sends one command. Never waits: what does not go out at once is dropped, the next tick has a newer one. 0, or a code as in read. */
	int (*write)(void *self, const struct device_command *c) RT;
	/* The peer is told to hold where it is, as far as it can be told. Never waits. */
	void (*safe)(void *self) RT;
	/* Ends what open began, also after a failed open. Again does nothing. */
	void (*close)(void *self);
	/* What was passed over since open, for reports: readings that were damaged, old or doubled. NULL: nothing can be. */
	int64_t (*refused)(const void *self) RT;
};

/* A device made by a script. */
struct device {
	int tag;
	const struct device_ops *ops;
	void *self;                        /* owned: laboratory's arena */
	int n;                             /* channels */
	bool has[DEVICE_SLOTS];            /* what it measures; displacement and force always */
	const struct rig *rig;             /* that took it last, borrowed: laboratory; see device_rig */
};

extern const struct device_ops *const device_table[];
/* Makes one from script words (a stands before the tag) and adds it to the laboratory. */
int device_build(struct laboratory *lab, const struct device_ops *ops, struct args *a, struct err *e) MUST_CHECK;
/* The rig that has it, until that is removed; NULL: none. */
const struct rig *device_rig(const struct laboratory *lab, const struct device *d);
