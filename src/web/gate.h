/* The door: under which names this server may be asked for, by whose pages, and how many may stand in it.
 *
 * A page of somebody else may make a browser ask us: then Host is that page's name (rebinding of names), or Origin and Sec-Fetch-Site name another site. Both
 * are refused before anybody looks at a token. Connections that have not said who they are yet have GATE_STRANGERS places; for one more the oldest leaves,
 * so that a crowd keeps nobody out. The thread of the sockets.
 */
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

enum { GATE_NAMES = 16, GATE_NAME = 280, GATE_CONNECTIONS = 256, GATE_STRANGERS = 64 };

struct lws;

struct gate_connection { struct lws *wsi; int64_t number; bool known; };

struct gate {
	char name[GATE_NAMES][GATE_NAME];        /* "127.0.0.1:8080": what Host may be */
	int nname;
	const char *scheme;                        /* "http://" or "https://" */
	struct gate_connection open[GATE_CONNECTIONS + GATE_STRANGERS];
	int nopen, strangers;
	int64_t number;                            /* connections so far */
};

/* Adds host:port, and host alone at the scheme's own port. */
int gate_allow(struct gate *g, const char *host, int port, struct err *e) MUST_CHECK;
/* Is this the value of a Host header that we go by? Of an Origin header of our own pages? */
bool gate_host(const struct gate *g, const char *host);
bool gate_origin(const struct gate *g, const char *origin);

/* Is there a place for one more connection? */
bool gate_room(const struct gate *g);
/* A connection has come. ret_leaves: the one that has to go for it; NULL: none. */
void gate_enter(struct gate *g, struct lws *wsi, struct lws **ret_leaves);
/* It has said who it is. */
void gate_know(struct gate *g, struct lws *wsi);
void gate_leave(struct gate *g, struct lws *wsi);
