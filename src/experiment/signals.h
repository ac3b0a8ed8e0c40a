/* What travels between an element and its specimen: five slots, in this order everywhere. A slot of size 0 is not used.
 *
 * Units are the model's. Memory is the laboratory's arena. Plain data, one thread.
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"

#include <stdbool.h>

enum slot { SLOT_DISP, SLOT_VEL, SLOT_ACCEL, SLOT_FORCE, SLOT_TIME, SLOTS };

struct signals {
	int n[SLOTS];
	double *x[SLOTS];          /* owned: laboratory's arena; never NULL once taken */
};

/* The latest exchanges over a network: number k, from 0, stands at k mod TRAFFIC_LOG. */
enum { TRAFFIC_LOG = 256 };

struct traffic_log {
	long n;                    /* so far */
	struct traffic_row {
		double sent, took; /* when its target was sent, on the clock of whoever keeps the log, and how long until its measurement was here [s] */
	} row[TRAFFIC_LOG];
};

/* What went over a network so far, between a computer and one place. */
struct traffic {
	long exchanges;            /* measured */
	double last;               /* time of the last one: a target sent, its measurement here [s] */
	long lost;                 /* connections, or messages of a model of a network */
	long again;                /* exchanges that were sent again */
	const struct traffic_log *log;     /* borrowed: whoever was asked; NULL: none is kept */
};

/* One more exchange: when it was sent, how long it took [s]. The oldest gives way. */
void traffic_log_add(struct traffic_log *log, double sent, double took) RT;

/* Sizes of all slots: n motions and forces, one time. */
void signals_size(int ret_n[SLOTS], int disp, int vel, int accel, int force, int time);
/* Zeroed room for the sizes; 0 or ERR_MEMORY. */
int signals_take(struct signals *s, const int n[SLOTS], struct arena *mem);
/* Copies what both have of a slot; zero where from has less. */
void signals_copy(const struct signals *from, struct signals *to) RT;
/* Is every number of every slot finite? */
bool signals_finite(const struct signals *s) RT;
/* "Disp", "Vel", "Accel", "Force", "Time"; as in ctrlDisp, -daqForceFact. */
const char *slot_name(int slot);
