/* Bytes between a stream and a machine of this folder, either end. One thread. */
#pragma once

#include "net/stream.h"
#include "remote/line.h"

/* A machine takes bytes that have come: coordinator_bytes, or host_bytes of a line. */
typedef void pump_take(void *self, int line, int64_t t_ns, const unsigned char *bytes, size_t n);

/* Sends what the stream takes now. A code with its report: the connection is gone (the stream is still the caller's). */
int pump_out(struct stream *s, struct line *l, struct err *e) MUST_CHECK;
/* Everything that is there goes to the machine; where nothing is, waits until t_ns at most (0: does not wait), in one call of the system where that can be had.
 * ret_any: something came. */
int pump_in(struct stream *s, int64_t t_ns, pump_take *take, void *self, int line, bool *ret_any, struct err *e) MUST_CHECK;
