/* Names and places of connections. */
#include "web/gate.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static int add(struct gate *g, const char *text, struct err *e)
{
	if (g->nname == GATE_NAMES)
		return err_set(e, ERR_LIMIT, "tandem serve", "too many names of this host");
	if (snprintf(g->name[g->nname], GATE_NAME, "%s", text) >= GATE_NAME)
		return err_set(e, ERR_RANGE, "tandem serve", "a name of this host is too long");
	g->nname++;
	return 0;
}

int gate_allow(struct gate *g, const char *host, int port, struct err *e)
{
	char text[2 * GATE_NAME];
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

bool gate_host(const struct gate *g, const char *host)
{
	for (int i = 0; i < g->nname; i++)
		if (strcasecmp(g->name[i], host) == 0)
			return true;
	return false;
}

bool gate_origin(const struct gate *g, const char *origin)
{
	size_t n = strlen(g->scheme);

	return strncasecmp(origin, g->scheme, n) == 0 && gate_host(g, origin + n);
}

/* ---- places -------------------------------------------------------------------------------------------------- */

static struct gate_connection *find(struct gate *g, const struct lws *wsi)
{
	for (int i = 0; i < g->nopen; i++)
		if (g->open[i].wsi == wsi)
			return &g->open[i];
	return NULL;
}

bool gate_room(const struct gate *g)
{
	return g->nopen < GATE_CONNECTIONS;
}

void gate_enter(struct gate *g, struct lws *wsi, struct lws **ret_leaves)
{
	struct gate_connection *oldest = NULL;

	*ret_leaves = NULL;
	if (find(g, wsi) || !gate_room(g))
		return;
	g->open[g->nopen++] = (struct gate_connection){.wsi = wsi, .number = g->number++};
	if (++g->strangers <= GATE_STRANGERS)
		return;
	for (int i = 0; i < g->nopen; i++)
		if (!g->open[i].known && (!oldest || g->open[i].number < oldest->number))
			oldest = &g->open[i];
	*ret_leaves = oldest->wsi;
	/* it is on its way out: it counts no more, and is not chosen again */
	oldest->known = true;
	g->strangers--;
}

void gate_know(struct gate *g, struct lws *wsi)
{
	struct gate_connection *c = find(g, wsi);

	if (!c || c->known)
		return;
	c->known = true;
	g->strangers--;
}

void gate_leave(struct gate *g, struct lws *wsi)
{
	struct gate_connection *c = find(g, wsi);

	if (!c)
		return;
	g->strangers -= !c->known;
	*c = g->open[--g->nopen];
}
