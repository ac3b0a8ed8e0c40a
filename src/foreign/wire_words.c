/* The words of a connection. */
#include "foreign/wire.h"

#include <stdio.h>
#include <string.h>

int wire_address(struct wire_words *w, struct args *a, struct err *e)
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

static int refuse_ssl(const char *object, struct err *e)
{
	int code = err_set(e, ERR_UNSUPPORTED, object, "-ssl: the other programs' TLS is not spoken here, and nothing falls back to plain in silence");

	err_hint(e, "leave -ssl out on both sides, or take a tunnel; sites of this program have TLS of their own");
	return code;
}

int wire_option(struct wire_words *w, struct args *a, struct err *e)
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
		code = refuse_ssl(a->object, e);
	else if (!args_accept(a, "-noDelay"))
		return 0;
	return code ? code : 1;
}
