/* A browser for tests of the server in C: HTTP/1.1 and WebSockets, blocking, on loopback. Whoever waits longer than BROWSER_S for the other side fails. */
#pragma once

#include <stddef.h>

enum { BROWSER_S = 30, BROWSER_BODY = 1 << 20 };

struct browser { int port; char token[64]; };

/* One request; body NULL: GET, else a POST of JSON. The status, 0: the connection ended without one. The answer, 0-ended, cut off where it is too long. */
int browser_ask(const struct browser *c, const char *path, const char *body, char *ret, size_t size);

/* Opens a WebSocket; -1: refused, or closed. */
int browser_watch(const struct browser *c);
/* Sends a text of less than 126 bytes. 0, or -1: closed. */
int browser_say(int fd, const char *text);
/* Reads messages until one is binary (text NULL) or holds `text`: 1; 0: closed before, or answered with an error. */
int browser_hear(int fd, const char *text);
