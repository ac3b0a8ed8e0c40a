/* The door: under which names this server may be asked for, by whose pages, and how many may stand in it.
 *
 * A page of somebody else may make a browser ask us: then Host is that page's name (rebinding of names), or Origin and Sec-Fetch-Site name another site. Both
 * are refused before anybody looks at a token. Connections that have not said who they are yet have LOBBY_STRANGERS places; for one more the oldest leaves,
 * so that a crowd keeps nobody out. The thread of the sockets.
 */
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

enum { LOBBY_NAMES = 16, LOBBY_NAME = 280, LOBBY_CONNECTIONS = 256, LOBBY_STRANGERS = 64 };

struct lws;

struct lobby_connection { struct lws *wsi; int64_t number; bool known; };

struct lobby {
	char name[LOBBY_NAMES][LOBBY_NAME];        /* "127.0.0.1:8080": what Host may be */
	int nname;
	const char *scheme;                        /* "http://" or "https://" */
	struct lobby_connection open[LOBBY_CONNECTIONS + LOBBY_STRANGERS];
	int nopen, strangers;
	int64_t number;                            /* connections so far */
};

/* Adds host:port, and host alone at the scheme's own port. */
int lobby_allow(struct lobby *g, const char *host, int port, struct err *e) MUST_CHECK;
/* Is this the value of a Host header that we go by? Of an Origin header of our own pages? */
bool lobby_host(const struct lobby *g, const char *host);
bool lobby_origin(const struct lobby *g, const char *origin);

/* Is there a place for one more connection? */
bool lobby_room(const struct lobby *g);
/* A connection has come. ret_leaves: the one that has to go for it; NULL: none. */
void lobby_enter(struct lobby *g, struct lws *wsi, struct lws **ret_leaves);
/* It has said who it is. */
void lobby_know(struct lobby *g, struct lws *wsi);
void lobby_leave(struct lobby *g, struct lws *wsi);
