/* A run that others watch and steer (tandem run --live, --hold, --pace): what analyze does for them between its steps (live/live.h, docs/live.md).
 *
 * Requests out of the mailbox are handled on the thread of the analysis: after a step, and while it waits (before the first step with --hold, in a pause, for
 * its pace, after a trip with --hold). Each is answered, said in the log and told as an event "operator" in the record: who, what, the answer.
 * All functions do nothing without a live view (s->live NULL).
 */
#pragma once

#include "script/script.h"

struct script_live_words {
	bool hold;                 /* an operator is there: waits for start, and for acknowledge after a trip */
	double pace;               /* of virtual time: test seconds a second; 0: as fast as it can */
	const char *folder, *id;   /* of the run */
};

/* Before the script: makes the segment and hangs it on record and laboratory. */
int script_live_begin(struct script *s, const struct script_live_words *w, struct err *e) MUST_CHECK;
/* The run is over; failed: the script has. */
void script_live_end(struct script *s, bool failed);

/* An analyze begins. ERR_PAUSED: the operator has stopped the run before, and the script ends here. */
int script_live_analyze(struct script *s, int steps, double dt, struct err *e) MUST_CHECK;
/* Before the steps: waits for start, and after an acknowledgement for resume. ERR_PAUSED: stopped; ERR_INTERRUPTED: tripped, or a signal. */
int script_live_ready(struct script *s, struct err *e) MUST_CHECK;
/* After a committed step, its rows given; waits for nothing where a monitor stops the test. ERR_PAUSED: the operator stops the analyze here; ERR_INTERRUPTED:
 * tripped while it waited. */
int script_live_step(struct script *s, struct err *e) MUST_CHECK;
/* A monitor pauses the test: waits for the operator's resume. Codes as of a step. */
int script_live_pause(struct script *s, const char *why, struct err *e) MUST_CHECK;
/* The analyze has come back with this code, before rigs are brought to rest. Answers the code as it is with the operator's part in it: a trip has his name,
 * a stop is none. */
int script_live_cause(struct script *s, int code, struct err *e) MUST_CHECK;
/* Everything is at rest and written. After a trip with an operator at hand: waits; true: acknowledged, the analyze goes on with the steps that are left. */
bool script_live_again(struct script *s, int code, const struct err *e);
/* Something was tuned, by whomever, and nobody has been told yet: the file of what may be tuned has its present values. What cannot be written is left. */
void script_live_tuned(struct script *s);
