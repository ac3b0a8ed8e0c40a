/* What rigs behind a foreign program have in common: the connection and its words, the last answer, reports, a proper end.
 *
 * A private struct of such a rig begins with a struct foreign. What a rig answers is asked for once for every command: several of the programs end when
 * they are asked twice.
 */
#pragma once

#include "experiment/laboratory.h"

#include "foreign/client.h"
#include "foreign/points.h"

#include "plugin.h"

struct foreign {
	struct rig *rig;           /* borrowed: laboratory */
	struct laboratory *lab;    /* borrowed */
	struct cable_words words;
	struct client client;
	struct frame_sizes sizes;  /* of frames, where the protocol has them */
	struct signals last;       /* owned: laboratory's arena; the last answer */
	bool fresh;                /* there is a command, or nothing yet, that was not answered */
	bool ready;
};

#define FOREIGN_PARAMS \
	{ .name = "ipAddr", .kind = PARAM_ROW, .required = true, .help = "name or address of the other program's machine" }, \
	{ .name = "ipPort", .kind = PARAM_ROW, .required = true, .help = "where it listens" }
#define FOREIGN_POINTS \
	{ .name = "-trialCP", .kind = PARAM_ROW, .required = true, .help = "control points of the commands, in the order in which they are sent" }, \
	{ .name = "-outCP", .kind = PARAM_ROW, .required = true, .help = "control points of the measurements, in the order in which they come" }

/* ipAddr ipPort and the options of the connection; stops at another option, which stays. */
int foreign_words(struct foreign *f, struct args *a, struct rig *rig, struct laboratory *lab, bool handshake, struct err *e) MUST_CHECK;
/* The end of setup, when the sizes of the rig are known: goodbyes as in client_init. */
int foreign_ready(struct foreign *f, int goodbyes, const char *object, struct err *e) MUST_CHECK;
/* The whole setup of a rig whose signals are those of its control points, in frames of 256 numbers or more, and that has no words of its own. */
int foreign_setup_points(struct foreign *f, struct args *a, struct rig *rig, struct laboratory *lab, bool handshake, int goodbyes, struct err *e) MUST_CHECK;
/* Connects; sends: the sizes go out first. */
int foreign_start(struct foreign *f, bool sends, struct err *e) MUST_CHECK;
/* The last call in start: a failure is reported, and the conversation ended. */
int foreign_told(struct foreign *f, int code, struct err *e);
/* The slots of the row that all share. */
bool foreign_why(const void *self, char *ret_text, int size);
void foreign_end(void *self);
/* The command of such a rig into its frame. */
void foreign_command(struct foreign *f, const struct signals *ctrl);
/* The end of its measure: the signals from number `at` of the last frame on, when that was new, and else the last ones. */
void foreign_answer(struct foreign *f, int at, struct signals *daq);
/* Asks until number `at` of the answer is `value`, the action being one (client_ask) or none (frames come by themselves); until the timeout. */
int foreign_until(struct foreign *f, double action, bool asks, int at, double value);
