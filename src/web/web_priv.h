/* The server's own parts, as its files share them. The thread of the sockets, unless a line says otherwise. */
#pragma once

#include "base/clock.h"
#include "web/auth.h"
#include "web/lobby.h"
#include "web/notes.h"
#include "web/request.h"
#include "web/web.h"
#include "web/worker.h"

#include "net/openssl.h"              /* before lws, which includes it, too */

#include <libwebsockets.h>

#define WEB_PROTOCOL "tandem.1"

enum { WEB_TX = 256 * 1024, WEB_TICK_HZ = 60, WEB_IDLE_HZ = 20 };
static const int64_t WEB_S = 1000000000;           /* ns */

struct lives;                              /* lives.h: runs that publish */
struct viewer;                             /* viewer.h: a WebSocket */
struct records;                            /* records.h: records that were read lately; the thread of files */
struct tests;                              /* tests.h: processes that were started */

struct web {
	struct web_words words;            /* borrowed texts; constant, any thread */
	char examples[4096];               /* folder of the gallery; "": none; constant, any thread */
	int port;                          /* constant, any thread */
	bool tls, ended;
	int64_t needed_ns;                 /* when somebody was there last */
	char cookie[32];                   /* its name */
	struct clock clock;
	struct lws_context *lws;           /* owned, as all below; any thread may lws_cancel_service */
	struct lws_vhost *vhost;           /* lws's */
	struct auth auth;
	struct lobby lobby;
	struct notes notes;
	struct worker files, folder;
	struct request *waiting;           /* for a child or for a run's answer */
	struct viewer *viewer;             /* all of them */
	struct lives *lives;
	struct records *records;
	struct tests *tests;
	lws_sorted_usec_list_t timer;
	unsigned char tx[LWS_PRE + WEB_TX];        /* what is written now */
};

/* What one connection of HTTP has in lws's hands. */
struct http_session {
	struct lws *wsi;                   /* borrowed: lws */
	struct request *request;           /* owned unless a worker has it */
	size_t sent;                       /* of the answer at hand */
};

/* ---- server.c */
/* All but the loop; not listening: connections are brought by somebody else (tests/fuzz). The words are borrowed. */
int web_open(const struct web_words *words, bool listening, struct web **ret, struct err *e) MUST_CHECK;
void web_close(struct web *w);

/* ---- http.c */
int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len);
/* Gives the request to the function of its route, where that runs; to a lane. */
void http_go(struct request *r);
void http_post(struct request *r, enum lane lane);

/* ---- answer.c */
/* The request has its answer, or another block of it: it goes out. */
void http_answered(struct request *r);
/* There is room on the connection. */
int answer_write(struct http_session *s);

/* ---- door.c: 0, or the status of a refusal, which is logged. */
int door_names(struct web *w, struct lws *wsi, const char *path);
int door_who(struct web *w, struct lws *wsi, const char *path, struct auth_who *ret);
int door_refuse(struct web *w, struct lws *wsi, int status, const char *path, const char *why);
/* An upgrade to a WebSocket, by all these rules; 0, or 1: it was refused, and is answered. */
int door_upgrade(struct web *w, struct lws *wsi, const char *to);
/* Rules for a context of OpenSSL: TLS 1.3 and nothing older. */
int door_tls(void *context);
/* Address of the other side, for the log. */
const char *door_address(struct lws *wsi, char *ret, size_t size);

/* ---- routes.c */
/* The route of a method and path, whose pieces are put into r. ret_other: there is one for another method. */
const struct route *route_find(struct request *r, const char *method, bool *ret_other);

/* ---- wait.c */
/* Starts a process of this program in the folder r->child_path, in this request's place: when it has ended, or its time is up, `after` is called in the lane of
 * folders. When it cannot be started the folder is gone. ERR_FILE, ERR_MEMORY. The thread of folders. */
int wait_begin(struct request *r, const char *const *word, int64_t patience_ns, void (*after)(struct request *r), struct err *e) MUST_CHECK;
/* A file that such a process has left, by its path or its name in the folder, NULL: what it has printed; then the folder goes. As files_read. */
int wait_read(struct request *r, const char *name, size_t most, char **ret, size_t *ret_n, struct err *e) MUST_CHECK;
/* The request waits for its child or for a run's answer. */
void wait_add(struct request *r);
void wait_tick(struct web *w, int64_t t_ns);
/* At the end of the server: all that wait are given back, their children ended. */
void wait_fini(struct web *w);

/* ---- viewer.c, for the sockets */
int viewer_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len);
