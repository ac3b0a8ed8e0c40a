/* HTTP in lws's hands: whole headers and bodies in, to where they are answered. */
#include "web/web_priv.h"

#include "base/heap.h"
#include "web/page.h"
#include "web/tests.h"

#include <stdlib.h>
#include <string.h>

enum { ANSWER_S = 90 };

/* ---- to where it is answered --------------------------------------------------------------------------------- */

static void work(struct job *j)
{
	struct request *r = (struct request *)j;

	if (r->after)
		r->after(r);
	else
		r->route->run(r);
}

static void done(struct job *j)
{
	struct request *r = (struct request *)j;

	r->where = REQUEST_HERE;
	if (r->started_pid > 0)
		tests_add(r->web->tests, r->started, r->started_pid);
	r->started_pid = 0;
	if (r->child > 0)
		wait_add(r);
	else
		http_answered(r);
}

void http_post(struct request *r, enum lane lane)
{
	r->job = (struct job){work, done};
	r->where = REQUEST_WORKER;
	if (worker_post(lane == LANE_FILES ? &r->web->files : &r->web->folder, &r->job))
		return;
	r->where = REQUEST_HERE;
	request_refuse(r, 503, "too many requests wait for the disk: try again");
	http_answered(r);
}

void http_go(struct request *r)
{
	if (r->session)
		lws_set_timeout(r->session->wsi, PENDING_TIMEOUT_HTTP_CONTENT, ANSWER_S);
	if (r->route->before)
		r->route->before(r);
	if (r->route->lane != LANE_NOW) {
		http_post(r, r->route->lane);
		return;
	}
	r->route->run(r);
	/* a run was asked: its answer comes later */
	if (r->asks)
		wait_add(r);
	else
		http_answered(r);
}

/* ---- in ------------------------------------------------------------------------------------------------------ */

static bool has(struct lws *wsi, const char *name, const char *value)
{
	char text[64];

	return lws_hdr_custom_copy(wsi, text, sizeof text, name, (int)strlen(name)) > 0 && strcmp(text, value) == 0;
}

/* What a form of another page cannot send. Status of the refusal, 0: none. */
static int check_post(struct lws *wsi)
{
	static const char JSON[] = "application/json";
	char text[64];

	if (!has(wsi, "x-tandem:", "1"))
		return 403;
	if (lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_CONTENT_TYPE) <= 0 || strncmp(text, JSON, sizeof JSON - 1) != 0)
		return 415;
	if (lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0)
		return 411;
	return strtoull(text, NULL, 10) > REQUEST_BODY ? 413 : 0;
}

static void read_args(struct lws *wsi, struct request *r)
{
	size_t at = 0;
	int n;

	for (int i = 0; i < REQUEST_ARGS; i++) {
		n = lws_hdr_copy_fragment(wsi, r->arg_bytes + at, (int)(sizeof r->arg_bytes - at), WSI_TOKEN_HTTP_URI_ARGS, i);
		if (n <= 0)
			return;
		r->arg[r->narg++] = r->arg_bytes + at;
		at += (size_t)n + 1;
	}
}

static void refuse(struct request *r, struct lws *wsi, int status, const char *what)
{
	char address[64];

	log_write(&r->web->notes.log, LOG_WARN, door_address(wsi, address, sizeof address), "%d %s (%s): %s", status, r->path, r->who.name, what);
	request_refuse(r, status, "%s", what);
}

static void admit(struct request *r, struct lws *wsi, bool post)
{
	bool other = false;
	int status;

	r->route = route_find(r, post ? "POST" : "GET", &other);
	if (!r->route)
		request_refuse(r, other ? 405 : 404, other ? "not with this method" : "there is nothing at this address");
	else if (r->who.role < r->route->role)
		refuse(r, wsi, 403, "the role is not enough");
	else if (post && (status = check_post(wsi)) != 0)
		refuse(r, wsi, status, status == 403 ? "the header X-Tandem: 1 is missing" : "application/json of 1 MB at most is wanted, with its length");
}

/* A token behind the address of the page gives the cookie; everything else needs one, or a certificate. */
static void enter(struct web *w, struct lws *wsi, struct request *r, bool get, bool post)
{
	int status = door_names(w, wsi, r->path);

	if (!status && get && page_is_entrance(r)) {
		page_enter(r);
		status = r->who.role == ROLE_NONE ? door_refuse(w, wsi, 401, "/?token", "no such token") : 0;
		if (!status)
			lobby_know(&w->lobby, wsi);
	} else if (!status)
		status = door_who(w, wsi, r->path, &r->who);
	if (status)
		page_refuse(r, status);
	else if (!r->answer.status && !get && !post)
		request_refuse(r, 405, "not with this method");
	else if (!r->answer.status)
		admit(r, wsi, post);
}

/* A whole header is there. */
static int begin(struct web *w, struct lws *wsi, struct http_session *s, const char *path, size_t n)
{
	struct request *r = s->request ? NULL : request_make(w);
	bool get = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0, post = lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0;

	if (!r && !s->request) {
		lws_return_http_status(wsi, HTTP_STATUS_SERVICE_UNAVAILABLE, "no memory");
		return -1;
	}
	if (!r || n >= sizeof r->path) {
		request_free(r);
		return -1;
	}
	s->wsi = wsi;
	s->request = r;
	r->session = s;
	memcpy(r->path, path, n);
	read_args(wsi, r);
	enter(w, wsi, r, get, post);
	/* a body that nobody wants is not read: the connection ends with the answer */
	if (r->answer.status)
		http_answered(r);
	else if (get)
		http_go(r);
	return 0;
}

static int take_body(struct request *r, const void *in, size_t n)
{
	char *more;

	if (!r || r->where != REQUEST_HERE || r->answer.status)
		return 0;
	if (n > REQUEST_BODY - r->nbody)
		return -1;
	more = heap_more(r->body, r->nbody + n + 1);
	if (!more) {
		request_refuse(r, 503, "no memory for the body");
		http_answered(r);
		return 0;
	}
	memcpy(more + r->nbody, in, n);
	r->body = more;
	r->nbody += n;
	r->body[r->nbody] = '\0';
	return 0;
}

static int end_body(struct request *r)
{
	if (r && r->where == REQUEST_HERE && !r->answer.status)
		http_go(r);
	return 0;
}

/* What a worker has, or waits, comes back and finds nobody. */
static void end_session(struct http_session *s)
{
	struct request *r = s ? s->request : NULL;

	if (!r)
		return;
	s->request = NULL;
	r->session = NULL;
	if (r->where == REQUEST_HERE)
		request_free(r);
}

/* ---- connections --------------------------------------------------------------------------------------------- */

static int admit_connection(struct web *w)
{
	if (lobby_room(&w->lobby))
		return 0;
	log_write(&w->notes.log, LOG_WARN, "door", "a connection is refused: all %d places are taken", LOBBY_CONNECTIONS);
	return 1;
}

static void enter_connection(struct web *w, struct lws *wsi)
{
	struct lws *leaves;
	char address[64];

	lobby_enter(&w->lobby, wsi, &leaves);
	if (!leaves)
		return;
	log_write(&w->notes.log, LOG_WARN, door_address(leaves, address, sizeof address), "had not said who it is, and leaves for a newer one");
	lws_set_timeout(leaves, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
	struct web *w = lws_context_user(lws_get_context(wsi));
	struct http_session *s = user;

	switch (reason) {
	case LWS_CALLBACK_FILTER_NETWORK_CONNECTION: return admit_connection(w);
	case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: enter_connection(w, wsi); return 0;
	case LWS_CALLBACK_WSI_DESTROY: lobby_leave(&w->lobby, wsi); return 0;
	case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS: return door_tls(user);
	case LWS_CALLBACK_HTTP: return begin(w, wsi, s, in, len);
	case LWS_CALLBACK_HTTP_BODY: return take_body(s->request, in, len);
	case LWS_CALLBACK_HTTP_BODY_COMPLETION: return end_body(s->request);
	case LWS_CALLBACK_HTTP_WRITEABLE: return answer_write(s);
	case LWS_CALLBACK_CLOSED_HTTP: end_session(s); return 0;
	case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return door_upgrade(w, wsi, in);
	/* a WebSocket without our subprotocol comes here */
	case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return -1;
	case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
		worker_done(&w->files);
		worker_done(&w->folder);
		return 0;
	default: return 0;
	}
}
