/* The server of the front door: runs of a folder in a browser (docs/web.md).
 *
 * One thread serves sockets and live data and never touches a disk that could make it wait; one reads records (HDF5 has one lock and slow disks), one looks
 * into folders and writes what tests need. They hand jobs to each other through rings. Nothing here reaches into a run but its mailbox (live/live_read.h).
 */
#pragma once

#include "base/err.h"

#include <stdbool.h>

enum { WEB_NAMES = 8, WEB_URL = 512 };

struct web_words {
	const char *bind;          /* address; NULL: 127.0.0.1 */
	int port;                  /* 0: any */
	const char *runs;          /* folder that is there */
	const char *cert, *key, *token_file, *client_ca;   /* files; NULL: none */
	const char *examples;      /* folder; NULL: found beside the program */
	const char *program;       /* that starts tests: absolute path of this program */
	const char *name[WEB_NAMES];       /* further names of this host */
	int nname;
	double idle_s;             /* ends when for so long nobody was connected and nothing ran; 0: never */
	void (*say)(const char *line);     /* URLs, once it listens */
};

/* Serves until interrupt_asked, or until nobody needs it any more (idle_s). ERR_UNSUPPORTED: beyond this machine without TLS, or without token or client
 * certificates; ERR_STATE: a certificate is out of date; ERR_FILE: the address cannot be bound, a file cannot be used; ERR_FORMAT: a token file or
 * certificate. */
int web_serve(const struct web_words *w, struct err *e) MUST_CHECK;
