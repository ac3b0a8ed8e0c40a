/* The door of a server of streams: who comes in first (cable.h). */
#pragma once

#include "foreign/cable_priv.h"

struct stream;

/* Waits for the first who speaks, w->stream then; t_ns as for cable_given_up. Whoever is silent, goes without a word, or cannot show inside TLS that he may
 * come in keeps nobody out: up to STREAM_DOOR wait beside each other, and for one more the oldest leaves. */
enum { STREAM_DOOR = 32 };
int door_accept(struct cable *w, int64_t t_ns, struct err *e) MUST_CHECK;
