/* What the files of cables share. */
#pragma once

#include "foreign/cable.h"

#include <stdint.h>

enum { CABLE_SLICE_MS = 100 };     /* a wait looks at the time and at interruptions so often */

/* Reports: the other side is lost; the report of a stream, told of this object. They return the code. */
int cable_lost(const struct cable *w, const char *why, struct err *e);
int cable_told(const struct cable *w, int code, const struct err *why, struct err *e);
/* Is it time to give up (interrupted, or past t_ns, CLOCK_MONOTONIC)? */
int cable_given_up(const struct cable *w, int64_t t_ns, struct err *e);
