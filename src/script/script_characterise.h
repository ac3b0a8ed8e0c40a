/* What the two files of expCharacterise share: script_characterise.c reads words and plays, script_characterise_give.c writes, draws and says. */
#pragma once

#include "script/script.h"

#include "control/characterise.h"
#include "control/excitation.h"

struct characterise_command {
	struct excitation x;
	int tag, channel;               /* channel from 1 */
	bool has_kind, has_fit, compensated;
	double fit0, fit1;
	double velocity, rate_hz, dt;   /* velocity: infinite: any; the others 0: not given */
	const char *file, *history, *plot;
};

struct characterise_record {                     /* of the channel, one a tick */
	int n;
	double *command, *measured, *force;    /* command from the set-point; scratch arena */
	double speed;
};

/* The file of -history, and of -file for a step. */
int characterise_history(struct script *s, const struct characterise_command *w, const struct characterise_record *rec, struct err *e) MUST_CHECK;
/* What a sweep, noise or a step shows: -file and -plot, what is printed, the dictionary as the command's answer. object: for messages. */
int characterise_give(struct script *s, const struct characterise_command *w, const struct characterise_record *rec, const char *object,
                      struct err *e) MUST_CHECK;
