/* Names and places of connections. */
#include "web/lobby.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static int add(struct lobby *g, const char *text, struct err *e)
{
	if (g->nname == LOBBY_NAMES)
		return err_set(e, ERR_LIMIT, "tandem serve", "too many names of this host");
	if (snprintf(g->name[g->nname], LOBBY_NAME, "%s", text) >= LOBBY_NAME)
		return err_set(e, ERR_RANGE, "tandem serve", "a name of this host is too long");
	g->nname++;
	return 0;
}

int lobby_allow(struct lobby *g, const char *host, int port, struct err *e)
{
	char text[2 * LOBBY_NAME];
	bool colons = strchr(host, ':') != NULL;
	int code;

	snprintf(text, sizeof text, "%s%.255s%s:%d", colons ? "[" : "", host, colons ? "]" : "", port);
	code = add(g, text, e);
	if (!code && port == (strcmp(g->scheme, "https://") == 0 ? 443 : 80)) {
		*strrchr(text, ':') = '\0';
		code = add(g, text, e);
	}
	return code;
}

bool lobby_host(const struct lobby *g, const char *host)
{
	for (int i = 0; i < g->nname; i++)
		if (strcasecmp(g->name[i], host) == 0)
			return true;
	return false;
}

bool lobby_origin(const struct lobby *g, const char *origin)
{
	size_t n = strlen(g->scheme);

	return strncasecmp(origin, g->scheme, n) == 0 && lobby_host(g, origin + n);
}

/* ---- places -------------------------------------------------------------------------------------------------- */

static struct lobby_connection *find(struct lobby *g, const struct lws *wsi)
{
	for (int i = 0; i < g->nopen; i++)
		if (g->open[i].wsi == wsi)
			return &g->open[i];
	return NULL;
}

bool lobby_room(const struct lobby *g)
{
	return g->nopen < LOBBY_CONNECTIONS;
}

void lobby_enter(struct lobby *g, struct lws *wsi, struct lws **ret_leaves)
{
	struct lobby_connection *oldest = NULL;

	*ret_leaves = NULL;
	if (find(g, wsi) || !lobby_room(g))
		return;
	g->open[g->nopen++] = (struct lobby_connection){.wsi = wsi, .number = g->number++};
	if (++g->strangers <= LOBBY_STRANGERS)
		return;
	for (int i = 0; i < g->nopen; i++)
		if (!g->open[i].known && (!oldest || g->open[i].number < oldest->number))
			oldest = &g->open[i];
	*ret_leaves = oldest->wsi;
	/* it is on its way out: it counts no more, and is not chosen again */
	oldest->known = true;
	g->strangers--;
}

void lobby_know(struct lobby *g, struct lws *wsi)
{
	struct lobby_connection *c = find(g, wsi);

	if (!c || c->known)
		return;
	c->known = true;
	g->strangers--;
}

void lobby_leave(struct lobby *g, struct lws *wsi)
{
	struct lobby_connection *c = find(g, wsi);

	if (!c)
		return;
	g->strangers -= !c->known;
	*c = g->open[--g->nopen];
}
