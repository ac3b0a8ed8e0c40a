/* The browser of the tests. */
#include "torture/browser.h"

#include "wait.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static int call(const struct browser *c)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)c->port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	struct timeval patience = {.tv_sec = BROWSER_S};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	assert_true(fd >= 0);
	assert_int_equal(setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience), 0);
	if (connect(fd, (struct sockaddr *)&at, sizeof at) == 0)
		return fd;
	close(fd);
	return -1;
}

/* Bytes that have come; 0: the end, also a rude one. */
static size_t take(int fd, void *ret, size_t n)
{
	ssize_t got = recv(fd, ret, n, 0);

	if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
		fail_msg("the server has not answered for %d s", BROWSER_S);
	return got > 0 ? (size_t)got : 0;
}

static int send_all(int fd, const char *text, size_t n)
{
	return send(fd, text, n, MSG_NOSIGNAL) == (ssize_t)n ? 0 : -1;
}

int browser_ask(const struct browser *c, const char *path, const char *body, char *ret, size_t size)
{
	char head[1024];
	size_t n = 0, got;
	int fd = call(c), status = 0, length;

	ret[0] = '\0';
	if (fd < 0)
		return 0;
	length = snprintf(head, sizeof head, "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n%s", body ? "POST" : "GET", path, c->port,
	                  c->token, body ? "" : "\r\n");
	if (body)
		length += snprintf(head + length, sizeof head - (size_t)length, "X-Tandem: 1\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n",
		                   strlen(body));
	if (send_all(fd, head, (size_t)length) == 0 && (!body || send_all(fd, body, strlen(body)) == 0))
		while (n < size - 1 && (got = take(fd, ret + n, size - 1 - n)) > 0)
			n += got;
	ret[n] = '\0';
	close(fd);
	return sscanf(ret, "HTTP/1.1 %d", &status) == 1 ? status : 0;
}

int browser_watch(const struct browser *c)
{
	char text[1024];
	size_t n = 0;
	int fd = call(c), length;

	if (fd < 0)
		return -1;
	length = snprintf(text, sizeof text, "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n"
	                  "Upgrade: websocket\r\nConnection: Upgrade\r\n"
	                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: tandem.1\r\n\r\n",
	                  c->port, c->token);
	if (send_all(fd, text, (size_t)length) == 0)
		/* byte by byte: what comes behind the head is a frame */
		while (n < sizeof text - 1 && take(fd, text + n, 1) == 1 && !(++n >= 4 && memcmp(text + n - 4, "\r\n\r\n", 4) == 0))
			;
	text[n] = '\0';
	if (strncmp(text, "HTTP/1.1 101", 12) == 0)
		return fd;
	close(fd);
	return -1;
}

int browser_say(int fd, const char *text)
{
	size_t n = strlen(text);
	char frame[6 + 125] = {(char)0x81, (char)(0x80 | n)};        /* final, text; masked with zeros */

	assert_true(n < 126);
	memcpy(frame + 6, text, n);
	return send_all(fd, frame, 6 + n);
}

static int take_all(int fd, unsigned char *ret, size_t n)
{
	for (size_t done = 0, got; done < n; done += got)
		if ((got = take(fd, ret + done, n - done)) == 0)
			return -1;
	return 0;
}

int browser_hear(int fd, const char *text)
{
	static unsigned char body[BROWSER_BODY];
	unsigned char head[10];
	double end = wait_now() + BROWSER_S;
	size_t n;

	while (take_all(fd, head, 2) == 0) {
		/* a server that sends frames for ever is not one that answers */
		if (wait_now() > end)
			fail_msg("the server has not said %s for %d s", text ? text : "a frame", BROWSER_S);
		n = head[1] & 127;
		if (n >= 126) {
			size_t more = n == 126 ? 2 : 8;

			if (take_all(fd, head + 2, more) != 0)
				return 0;
			n = 0;
			for (size_t i = 0; i < more; i++)
				n = n << 8 | head[2 + i];
		}
		assert_true(n < sizeof body);
		if (take_all(fd, body, n) != 0 || (head[0] & 15) == 8)
			return 0;
		body[n] = '\0';
		if ((head[0] & 15) == 1 && strncmp((char *)body, "{\"error\"", 8) == 0)
			return 0;
		if (text ? (head[0] & 15) == 1 && strstr((char *)body, text) : (head[0] & 15) == 2)
			return 1;
	}
	return 0;
}
