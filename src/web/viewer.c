/* WebSockets in lws's hands. */
#include "web/viewer.h"

#include "base/heap.h"
#include "web/web_priv.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static void ask(struct viewer *v, int64_t t_ns)
{
	if (!v->asked_ns)
		v->asked_ns = t_ns;
	lws_callback_on_writable(v->wsi);
}

static int open_viewer(struct web *w, struct lws *wsi, struct viewer *v)
{
	*v = (struct viewer){.web = w, .wsi = wsi, .list_changes = UINT64_MAX, .state_changes = UINT64_MAX};
	if (door_who(w, wsi, "WebSocket", &v->who))
		return -1;
	setsockopt(lws_get_socket_fd(wsi), SOL_SOCKET, SO_SNDBUF, &(int){VIEWER_SOCKET / 2}, sizeof(int));
	v->next = w->viewer;
	w->viewer = v;
	log_write(&w->notes.log, LOG_INFO, v->who.name, "watches");
	ask(v, clock_now(&w->clock));
	return 0;
}

static void close_viewer(struct web *w, struct viewer *v)
{
	for (struct viewer **at = &w->viewer; *at; at = &(*at)->next)
		if (*at == v) {
			*at = v->next;
			viewer_forget(v);
			older_forget(v);
			free(v->watch);
			free(v->reply);
			return;
		}
}

/* ---- in ------------------------------------------------------------------------------------------------------ */

static int refuse(struct viewer *v, struct lws *wsi, enum lws_close_status code, const char *why)
{
	char address[64];

	log_write(&v->web->notes.log, LOG_WARN, door_address(wsi, address, sizeof address), "WebSocket of %s closed: %s", v->who.name, why);
	lws_close_reason(wsi, code, (unsigned char *)why, strlen(why));
	return -1;
}

static int receive(struct viewer *v, struct lws *wsi, const char *in, size_t n)
{
	if (lws_frame_is_binary(wsi))
		return refuse(v, wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "messages are text");
	if (n + lws_remaining_packet_payload(wsi) > sizeof v->in - v->nin)
		return refuse(v, wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "a message is longer than 65536 bytes");
	memcpy(v->in + v->nin, in, n);
	v->nin += n;
	if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi) > 0)
		return 0;
	viewer_message(v, v->in, v->nin);
	v->nin = 0;
	if (v->close)
		return refuse(v, wsi, LWS_CLOSE_STATUS_POLICY_VIOLATION, "this is no message of tandem.1");
	if (v->deaf)
		return refuse(v, wsi, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, "no memory for a reply");
	ask(v, clock_now(&v->web->clock));
	return 0;
}

/* ---- out ----------------------------------------------------------------------------------------------------- */

static int write_text(struct viewer *v, struct jput *j)
{
	struct web *w = v->web;
	unsigned char *room = j->n > WEB_TX ? heap_room(LWS_PRE + j->n) : w->tx;
	int n = -1;

	if (room && !j->failed) {
		memcpy(room + LWS_PRE, j->text, j->n);
		n = fault_fires(FAULT_web_send) ? -1 : lws_write(v->wsi, room + LWS_PRE, j->n, LWS_WRITE_TEXT);
	}
	if (room != w->tx)
		free(room);
	return n;
}

/* One message; then, if there is more, room is asked for again. */
static int write_next(struct viewer *v)
{
	struct web *w = v->web;
	int64_t now = clock_now(&w->clock);
	struct jput j;
	size_t n;
	int code = 0;

	v->asked_ns = 0;
	viewer_follow(v);
	jput_init(&j);
	if (viewer_text(v, &j, now)) {
		code = write_text(v, &j);
		ask(v, now);
	} else if ((n = older_frames(v, w->tx + LWS_PRE, WEB_TX)) > 0 || (n = viewer_frames(v, w->tx + LWS_PRE, WEB_TX)) > 0) {
		code = fault_fires(FAULT_web_send) ? -1 : lws_write(v->wsi, w->tx + LWS_PRE, n, LWS_WRITE_BINARY);
		if (v->due || older_ready(v))
			ask(v, now);
	}
	jput_fini(&j);
	return code < 0 || v->deaf ? -1 : 0;
}

int viewer_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
	struct web *w = lws_context_user(lws_get_context(wsi));
	struct viewer *v = user;

	switch (reason) {
	case LWS_CALLBACK_ESTABLISHED: return open_viewer(w, wsi, v);
	case LWS_CALLBACK_RECEIVE: return receive(v, wsi, in, len);
	case LWS_CALLBACK_SERVER_WRITEABLE: return write_next(v);
	case LWS_CALLBACK_CLOSED: close_viewer(w, v); return 0;
	default: return 0;
	}
}

/* ---- time ---------------------------------------------------------------------------------------------------- */

static bool text_due(const struct viewer *v, int64_t t_ns)
{
	const struct lives *l = v->web->lives;
	const struct live_run *r = v->run;

	return v->reply || v->pong || v->list_changes != l->changes ||
	       (v->watch && v->watch->run && (!r ? lives_find(l, v->watch->run) != NULL : r->changes != v->state_changes || v->event < r->nevent ||
	        (r->alive && t_ns - v->state_ns >= VIEWER_STATE_NS)));
}

static void tick(struct viewer *v, int64_t t_ns)
{
	if (v->asked_ns && t_ns - v->asked_ns > VIEWER_DEAF_NS) {
		log_write(&v->web->notes.log, LOG_WARN, v->who.name, "has not read for 30 s: its WebSocket is closed");
		lws_set_timeout(v->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
		v->asked_ns = INT64_MAX;
		return;
	}
	if (v->watch && v->watch->run && t_ns >= v->next_ns) {
		v->missed_frames += v->due && v->run;
		v->part = v->due ? v->part : 0;
		v->due = true;
		v->next_ns = v->next_ns + WEB_S / v->watch->fps > t_ns ? v->next_ns + WEB_S / v->watch->fps : t_ns + WEB_S / v->watch->fps;
	}
	older_tick(v, t_ns);
	if (v->due || older_ready(v) || text_due(v, t_ns))
		ask(v, t_ns);
}

void viewers_tick(struct web *w, int64_t t_ns)
{
	for (struct viewer *v = w->viewer; v; v = v->next)
		tick(v, t_ns);
}
