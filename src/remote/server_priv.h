/* For server.c and server_rig.c. */
#pragma once

#include "remote/server.h"

#include <stdarg.h>

void server_say(const struct server *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* An event for the record. */
void server_tell(const struct server *s, const char *kind, const char *text);
/* The record begins. */
int server_begin(struct server *s, bool resumed, struct err *e) MUST_CHECK;
/* What the host has said goes out as far as it can, now. A line that is broken is found to be later: somebody may be reading from it. */
void server_hand_out(struct server *s);
/* The rig goes where the host says; the answer comes with server_look. */
void server_move(struct server *s);
/* Has the rig answered? Then the host is told. */
void server_look(struct server *s, int64_t t_ns);
/* While nothing moves: a rig that has stopped by itself is a trip like any other; whether it is one now. */
bool server_watch(struct server *s);
/* Trip: the laboratory comes to rest. */
void server_rest(struct server *s, const char *text);
