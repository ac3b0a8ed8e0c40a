/* The door of a server of streams: who comes in first (cable.h). */
#pragma once

#include "foreign/cable_priv.h"

struct stream;

/* Waits for the first who has said a whole message, w->stream then; first as for cable_accept, t_ns as for cable_given_up. Whoever is silent, stops in the
 * middle, goes again, or cannot show inside TLS that he may come in keeps nobody out: up to STREAM_DOOR wait beside each other, each for as long as he
 * needs, and for one more the oldest leaves. */
enum { STREAM_DOOR = 32 };
int door_accept(struct cable *w, size_t first, int64_t t_ns, struct err *e) MUST_CHECK;
