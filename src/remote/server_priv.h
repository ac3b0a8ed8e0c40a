/* For server.c and server_rig.c. */
#pragma once

#include "remote/server.h"

#include <stdarg.h>

void server_say(const struct server *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The rig goes where the host says; the answer comes with server_look. */
void server_move(struct server *s);
/* Has the rig answered? Then the host is told. */
void server_look(struct server *s, int64_t t_ns);
/* Trip: the laboratory comes to rest. */
void server_rest(struct server *s, const char *text);
