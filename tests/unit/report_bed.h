/* Records with known numbers, for tests of what is made of them.
 *
 * Every channel and the one site follow a sine of BED_HZ and lag by a given time, the specimen is linear:
 *   command = A sin wt,   measured = A sin w(t - tau),   force = k measured
 * so that over whole periods: largest error 2 A sin(w tau / 2), its rms that over sqrt 2, E_error = - pi k A^2 sin(w tau) a period, and the rest is zero.
 */
#pragma once

#include <stdbool.h>

#define BED_HZ 2.0
#define BED_SECONDS 20.0
#define BED_RATE 500.0     /* rows of the rig a second */
#define BED_DT 0.005       /* of a step */
#define BED_K 3.0
#define BED_FAST 0.004     /* of nine round trips of ten [s] */
#define BED_SLOW 0.05      /* of the tenth */
#define BED_A 1.5          /* amplitude of channel 1 and of the site; channel i has i times as much */

struct bed_words {
	int channels;              /* of the one rig; 0: there is no rig */
	double lag;                /* tau [s] */
	double scale;              /* of the nodes' motion */
	double dt;                 /* of the steps; 0: BED_DT */
	double seconds;            /* 0: BED_SECONDS */
	double input;              /* input energy at the end, of an energy monitor; 0: there are no monitors */
	double hsei;               /* hseiI at the end */
	double second;             /* that of hsei12, whose tag begins like hsei1's; 0: there is none. It pauses at -0.3 where there are events */
	bool loops;                /* tables of a command loop and of a network */
	bool empty;                /* no rows */
	bool events;
	const char *status;        /* NULL: complete; "killed": the writer is killed once all rows can be read */
};

/* Makes the record at `path`. */
void bed_record(const char *path, const struct bed_words *w);
/* The whole of a file, as text; the caller frees it. */
char *bed_content(const char *path);
