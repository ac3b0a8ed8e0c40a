/* The words of a connection. */
#include "foreign/cable.h"

#include <stdio.h>
#include <string.h>

int cable_address(struct cable_words *w, struct args *a, struct err *e)
{
	const char *host;
	int code = args_word(a, "ipAddr", &host, e);

	if (!code && (host[0] == '-' || host[0] == '\0' || strlen(host) >= sizeof(w->host))) {
		code = err_set(e, ERR_ARGUMENT, a->object, "this is no name or address of a machine");
		err_value(e, "%.90s", host);
		err_allowed(e, "such as 192.168.1.20, fd00::20 or rig.lab");
	}
	if (!code)
		snprintf(w->host, sizeof(w->host), "%s", host);
	return code ? code : args_int(a, "ipPort", 1, 65535, &w->port, e);
}

int cable_option(struct cable_words *w, struct args *a, struct err *e)
{
	int code = 0;

	if (args_accept(a, "-udp"))
		w->udp = true;
	else if (args_accept(a, "-handshake"))
		w->handshake = true;
	else if (args_accept(a, "-noHandshake"))
		w->handshake = false;
	else if (args_accept(a, "-plain"))
		w->plain = true;
	else if (args_accept(a, "-timeout"))
		code = args_real(a, "-timeout", (struct range){0.0, 1e6, true, false}, &w->timeout, e);
	else if (args_accept(a, "-ssl"))
		w->ssl = true;
	else if (!args_accept(a, "-noDelay"))
		return 0;
	if (!code && w->ssl && w->udp)
		code = err_set(e, ERR_UNSUPPORTED, a->object, "-ssl and -udp do not go together");
	return code ? code : 1;
}
