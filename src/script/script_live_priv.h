/* What script_live.c and script_live_ask.c share. */
#pragma once

#include "base/clock.h"
#include "base/interrupt.h"
#include "live/live_write.h"
#include "record/run_record.h"
#include "script/script.h"

#define SCRIPT_OPERATOR "the operator ("       /* a trip by him begins so, in every process (control/limits_words.c) */

struct script_live {
	struct live *live;         /* owned */
	bool hold, started;
	bool stop;                 /* the operator ends the run; who: */
	char who[LIVE_WHO];
	double pace;               /* 0: as fast as it can */
	int64_t pace_ns; double pace_t;    /* where it is counted from: wall clock, test time */
	int64_t beat_ns;           /* of the last beat in a wait */
	char why[LIVE_TEXT];       /* of the state at hand */
};

/* Handles what is in the mailbox. */
void script_live_requests(struct script *s);
void script_live_pace(struct script *s, double pace);
