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
/* Connects; sizes: NULL when the protocol has none. */
int foreign_start(struct foreign *f, const struct frame_sizes *sizes, struct err *e) MUST_CHECK;
/* The last call in start: a failure is reported, and the conversation ended. */
int foreign_told(struct foreign *f, int code, struct err *e);
/* The slots of the row that all share. */
bool foreign_why(const void *self, char *ret_text, int size);
void foreign_end(void *self);
/* Asks until number `at` of the answer is `value`, the action being one (client_ask) or none (frames come by themselves); until the timeout. */
int foreign_until(struct foreign *f, double action, bool asks, int at, double value);
