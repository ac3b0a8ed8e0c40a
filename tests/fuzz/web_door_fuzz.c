/* Bytes of a stranger at the door: HTTP, and the frames of a WebSocket, through libwebsockets into the whole server. First byte: what goes before them:
 * nothing, the headers of a viewer, or those of a WebSocket that is opened. The promise: whatever comes, the connection ends, and everything is given back. */
#include "fuzz/fuzz.h"

#include "base/base.h"
#include "web/web_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PORT = 8080, ROUNDS = 2000 };

static struct web *web;
static char folder[] = "/tmp/tandem-fuzz-XXXXXX";

static void finish(void)
{
	char command[64];

	web_close(web);
	snprintf(command, sizeof command, "rm -rf %s", folder);
	ASSERT(system(command) == 0);
}

/* One server for all inputs; it starts no process: there is no such program. */
static void begin(void)
{
	static struct web_words words = {.port = 0, .program = "/nonexistent/tandem", .examples = "/nonexistent"};

	ASSERT(mkdtemp(folder));
	words.runs = folder;
	ASSERT(web_open(&words, false, &web, NULL) == 0);
	ASSERT(lobby_allow(&web->lobby, "127.0.0.1", PORT, NULL) == 0);
	atexit(finish);
}

static size_t put_prefix(int way, char *ret, size_t size)
{
	const char *token = web->auth.row[0].token;

	switch (way) {
	case 1: return (size_t)snprintf(ret, size, "GET /api/status HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n", PORT, token);
	case 2:
	case 3:
		return (size_t)snprintf(ret, size, "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
		                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
		                        "Sec-WebSocket-Protocol: " WEB_PROTOCOL "\r\n\r\n", PORT, token);
	default: return 0;
	}
}

/* Until nothing is left of it, or for ROUNDS. What comes back is read and thrown away. */
static void serve(int fd)
{
	char room[4096];
	bool ended = false;

	for (int i = 0; i < ROUNDS && web->lobby.nopen > 0; i++) {
		lws_service(web->lws, -1);
		while (recv(fd, room, sizeof room, MSG_DONTWAIT) > 0)
			;
		if (i == 20 && !ended)
			ended = shutdown(fd, SHUT_RDWR) == 0;
	}
}

void web_door_fuzz(const uint8_t *bytes, size_t n)
{
	char prefix[1024];
	int pair[2];
	size_t k;

	if (!web)
		begin();
	if (n < 1 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0)
		return;
	k = put_prefix(bytes[0] % 4, prefix, sizeof prefix);
	if (!lws_adopt_socket_vhost(web->vhost, pair[0])) {
		close(pair[1]);
		return;
	}
	if (k > 0 && send(pair[1], prefix, k, MSG_NOSIGNAL) == (ssize_t)k && bytes[0] % 4 >= 2)
		for (int i = 0; i < 4; i++)
			lws_service(web->lws, -1);
	ssize_t sent = send(pair[1], bytes + 1, n - 1, MSG_NOSIGNAL);
	(void)sent;
	serve(pair[1]);
	close(pair[1]);
	serve(pair[1]);
	ASSERT(web->lobby.nopen == 0 && web->lobby.strangers == 0 && !web->viewer);
}
