/* Specimens of the program around the laboratory: functions known by a name, behind expControl Callback (rig/callback.c).
 *
 * The list belongs to whoever runs the script (the library) and outlives wipes of the laboratory. Model units. The functions are called on the
 * analysis' thread, within a step or when an element joins, and may block: the test waits for them. What they answer but 0 trips the laboratory.
 */
#pragma once

#include <stdbool.h>

enum { CALLBACK_CHANNELS = 64, CALLBACK_NAME = 64 };

struct callback_command {
	bool rest;                         /* before the first command: what is measured where it stands? */
	double time;                       /* of the test: be there then */
	const double *disp, *vel, *accel;  /* where to, and how the method goes through it; as many as there are channels */
};

struct callback {
	char name[CALLBACK_NAME];
	int channels;                      /* 1 to CALLBACK_CHANNELS */
	void *self;                        /* borrowed: whoever gave it */
	/* Go there and measure. ret_disp holds the command when it is called. tag: of the rig. 0 or a code of err.def. */
	int (*exchange)(void *self, int tag, const struct callback_command *c, double *ret_disp, double *ret_force);
	int (*start)(void *self);          /* before the first exchange; 0 or a code. Never NULL, as all that follow */
	int (*commit)(void *self);         /* the step is accepted; 0 or a code */
	int (*acknowledge)(void *self);    /* after a trip: goes on from where it stands; 0, or a code: it cannot */
	int (*rest)(void *self);           /* trip: come to rest and stay; 0, or a code: it is not known to be at rest */
	void (*end)(void *self);           /* the test is over for it */
	const char *(*why)(void *self);    /* of the last failure; NULL: nothing to say */
	struct callback *next;             /* owned: as the first */
};

/* By name; NULL: there is none. */
const struct callback *callback_find(const struct callback *first, const char *name);
