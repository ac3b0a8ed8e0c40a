/* Client of frames: what a site, a rig or an element of ours says to somebody's server. The bytes are those of frame.h; who says what when is the affair of
 * the plug-in that owns the client.
 *
 * A client is ended exactly once, also after a failure: client_end says 99 as often as the other program wants to hear it and closes, without a wait.
 */
#pragma once

#include "base/arena.h"
#include "foreign/frame.h"
#include "foreign/cable.h"

struct client {
	struct cable cable;
	struct frame_sizes sizes;
	double *out, *in;          /* owned: the arena; sizes.data numbers: what is said, what was answered */
	int goodbyes;              /* 99s at the end: 1, or 2 */
	bool lost;                 /* nothing more can be said */
	struct err fault;          /* why, for reports of the loop */
};

/* Nothing is opened yet. */
void client_init(struct client *c, const struct cable_words *words, int goodbyes, const char *object);
/* Connects. */
int client_connect(struct client *c, struct err *e) MUST_CHECK;
/* Frames of these sizes from now on; ERR_MEMORY. */
int client_frames(struct client *c, const struct frame_sizes *sizes, struct arena *mem, struct err *e) MUST_CHECK;
/* client_frames, and the eleven numbers are sent. */
int client_sizes(struct client *c, const struct frame_sizes *sizes, struct arena *mem, struct err *e) MUST_CHECK;
/* Sends c->out with the action in front; ask waits for the answer, which is in c->in then. 0 or the code, c->fault says more. */
int client_say(struct client *c, double action);
int client_ask(struct client *c, double action);
/* Any bytes, for protocols that begin otherwise. */
int client_put(struct client *c, const void *bytes, size_t n);
int client_get(struct client *c, void *bytes, size_t n);
/* Why it failed, for rig_ops.why and site_ops.why; false: it did not. */
bool client_why(const struct client *c, char *ret_text, int size);
/* Are the first n numbers of the answer finite? ERR_NONFINITE with c->fault. */
int client_finite(struct client *c, int n);
/* Asks for all slots of the answer (6) in one round trip: finite ones, of these sizes. */
int client_measure(struct client *c, const int daq[SLOTS], struct signals *ret_out);
/* Says 99 and closes. */
void client_end(struct client *c);
/* The same for servers that answer a 99: waits a second for it, so that nothing unread breaks the connection. */
void client_end_answered(struct client *c);
