/* Drives a machine of talk.h over a connection. */
#pragma once

#include "foreign/talk.h"
#include "foreign/cable.h"

/* Waits for the client: whoever says this machine's first message (cable_accept). */
int serve_accept(struct cable *w, struct talk t, struct err *e) MUST_CHECK;
/* One message: waits for it, takes it, sends what goes back. 1: the conversation has ended as it should. A code with its report: lost, refused, interrupted,
 * or the plant has failed; what the machine still had to say was said. The connection is left open. */
int serve_message(struct cable *w, struct talk t, struct err *e) MUST_CHECK;
/* Messages until the end, or until count->steps reaches `steps` (< 0: until the end). 0 or 1 as above. */
int serve(struct cable *w, struct talk t, const struct talk_count *count, long steps, struct err *e) MUST_CHECK;
