/* Who asks, under which name, from which page: headers, one after the other, in the order of docs/web.md. */
#include "web/web_priv.h"

#include <stdio.h>
#include <string.h>

enum { HEADER = 1024 };

const char *door_address(struct lws *wsi, char *ret, size_t size)
{
	ret[0] = '\0';
	lws_get_peer_simple(wsi, ret, size);
	return ret;
}

/* A header that lws knows; false: there is none, or it is too long to be one. */
static bool known_header(struct lws *wsi, enum lws_token_indexes token, char *ret, int size)
{
	int n = lws_hdr_total_length(wsi, token);

	return n > 0 && n < size && lws_hdr_copy(wsi, ret, size, token) > 0;
}

/* One of another name, in small letters with its colon. */
static bool other_header(struct lws *wsi, const char *name, char *ret, int size)
{
	return lws_hdr_custom_copy(wsi, ret, size, name, (int)strlen(name)) > 0;
}

int door_refuse(struct web *w, struct lws *wsi, int status, const char *path, const char *why)
{
	char address[64];

	log_write(&w->notes.log, LOG_WARN, door_address(wsi, address, sizeof address), "%d %s: %s", status, path, why);
	return status;
}

/* From a page of ours, from no page, or from a page of somebody else? */
static bool of_our_page(struct web *w, struct lws *wsi)
{
	char text[HEADER];

	if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) > 0 && (!known_header(wsi, WSI_TOKEN_ORIGIN, text, sizeof text) || !lobby_origin(&w->lobby, text)))
		return false;
	if (lws_hdr_custom_length(wsi, "sec-fetch-site:", 15) <= 0)
		return true;
	return other_header(wsi, "sec-fetch-site:", text, sizeof text) && (strcmp(text, "same-origin") == 0 || strcmp(text, "none") == 0);
}

int door_names(struct web *w, struct lws *wsi, const char *path)
{
	char host[HEADER];

	if (!known_header(wsi, WSI_TOKEN_HOST, host, sizeof host) || !lobby_host(&w->lobby, host))
		return door_refuse(w, wsi, 421, path, "Host is not a name of this server");
	return of_our_page(w, wsi) ? 0 : door_refuse(w, wsi, 403, path, "asked for by a page of another site");
}

int door_who(struct web *w, struct lws *wsi, const char *path, struct auth_who *ret)
{
	static const char BEARER[] = "Bearer ";
	char text[HEADER], token[AUTH_TOKEN];

	auth_by_certificate(w->words.client_ca ? lws_get_ssl(wsi) : NULL, ret);
	if (ret->role != ROLE_NONE)
		;
	else if (known_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, text, sizeof text) && strncmp(text, BEARER, sizeof BEARER - 1) == 0)
		auth_by_token(&w->auth, text + sizeof BEARER - 1, ret);
	else if (known_header(wsi, WSI_TOKEN_HTTP_COOKIE, text, sizeof text) && auth_cookie(text, w->cookie, token))
		auth_by_token(&w->auth, token, ret);
	if (ret->role == ROLE_NONE)
		return door_refuse(w, wsi, 401, path, "no valid token or certificate");
	lobby_know(&w->lobby, wsi);
	return 0;
}

int door_upgrade(struct web *w, struct lws *wsi, const char *to)
{
	char path[64] = "", protocol[64] = "";
	struct auth_who who;
	int status;

	known_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path);
	known_header(wsi, WSI_TOKEN_PROTOCOL, protocol, sizeof protocol);
	status = door_names(w, wsi, "WebSocket");
	if (!status)
		status = door_who(w, wsi, "WebSocket", &who);
	if (!status && (strcmp(to, "websocket") != 0 || strcmp(path, "/ws") != 0 || strcmp(protocol, WEB_PROTOCOL) != 0))
		status = door_refuse(w, wsi, 400, path, "no WebSocket here: /ws with the subprotocol " WEB_PROTOCOL " is wanted");
	if (!status)
		return 0;
	/* nothing of the reason goes out */
	lws_return_http_status(wsi, (unsigned)status, NULL);
	return 1;
}

int door_tls(void *context)
{
	static const unsigned char id[] = "tandem";

	return SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) && SSL_CTX_set_session_id_context(context, id, sizeof id - 1) ? 0 : 1;
}
