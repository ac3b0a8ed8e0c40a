/* Streams: phases, the plain transport, all-or-nothing transfers, the end. */
#include "net/stream_priv.h"

#include "base/fault.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

/* ---- making ----------------------------------------------------------------------------------------- */

static int take_pin(struct stream *s, const char *pin, struct err *e)
{
	size_t n = strlen(pin);

	for (size_t i = 0; i < n && n == STREAM_PIN - 1; i++) {
		if (!isxdigit((unsigned char)pin[i]))
			n = 0;
		else
			s->wanted_pin[i] = (char)tolower((unsigned char)pin[i]);
	}
	if (n == STREAM_PIN - 1)
		return 0;
	err_set(e, ERR_ARGUMENT, s->object, "a pin is the SHA-256 of a certificate");
	err_value(e, "%.80s", pin);
	err_allowed(e, "64 hexadecimal digits");
	return ERR_ARGUMENT;
}

static int take_words(struct stream *s, const struct stream_words *w, struct err *e)
{
	double patience_s = w && w->patience_s != 0.0 ? w->patience_s : STREAM_PATIENCE;

	if (!(patience_s > 0.0)) {
		err_set(e, ERR_RANGE, s->object, "patience must be positive");
		err_value(e, "%g s", patience_s);
		return ERR_RANGE;
	}
	s->deadline_ns = net_after(net_now(), patience_s);
	/* OpenSSL takes a dot in front for all names below it */
	if (w && w->name && (strlen(w->name) >= sizeof(s->wanted) || w->name[0] == '.')) {
		err_set(e, ERR_ARGUMENT, s->object, "the wanted name is too long, or begins with a dot");
		err_value(e, "%.60s", w->name);
		err_allowed(e, "at most %d characters", STREAM_NAME - 1);
		return ERR_ARGUMENT;
	}
	if (w && w->name)
		snprintf(s->wanted, sizeof(s->wanted), "%s", w->name);
	return w && w->pin ? take_pin(s, w->pin, e) : 0;
}

int stream_make(const struct stream_words *w, const struct tls *tls, const char *object, struct stream **ret, struct err *e)
{
	struct stream *s = fault_fires(FAULT_net_memory) ? NULL : calloc(1, sizeof(*s));

	if (!s)
		return err_set(e, ERR_MEMORY, object, "no memory for a connection");
	s->fd = -1;
	s->phase = STREAM_CONNECTING;
	s->tls = tls;
	s->transport = tls ? &transport_tls : &transport_plain;
	snprintf(s->object, sizeof(s->object), "%s", object);
	int rc = take_words(s, w, e);
	if (rc < 0)
		stream_close(s);
	else
		*ret = s;
	return rc;
}

int stream_begin(struct stream *s, struct err *e)
{
	if (!s->tls) {
		stream_opened(s);
		return 0;
	}
	s->phase = STREAM_HANDSHAKE;
	s->events = s->server ? POLLIN : POLLOUT;
	return stream_tls_begin(s, e);
}

void gate_leave(struct gate *g)
{
	if (atomic_fetch_sub(&g->users, 1) == 1)
		free(g);
}

static void leave(struct stream *s)
{
	if (!s->gate)
		return;
	atomic_store(&s->place->state, PLACE_FREE);
	gate_leave(s->gate);
	s->gate = NULL;
	s->place = NULL;
}

/* A read that waits costs one call of the system, poll and read cost two. So from now on the socket waits where MSG_DONTWAIT does not forbid it, a slice at
 * a time. Where that cannot be had, poll does it. */
static bool allow_waits(int fd)
{
	const struct timeval slice = {.tv_usec = STREAM_SLICE_MS * 1000};
	int flags = fcntl(fd, F_GETFL);

	return flags >= 0 && setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &slice, sizeof(slice)) == 0 && fcntl(fd, F_SETFL, flags & ~O_NONBLOCK) == 0;
}

void stream_opened(struct stream *s)
{
	s->can_block = allow_waits(s->fd);
	s->phase = STREAM_OPEN;
	s->events = 0;
	leave(s);
}

/* ---- the end ---------------------------------------------------------------------------------------- */

/* A socket that is closed with bytes unread resets the connection, and the peer would lose what we said last. */
static void farewell(struct stream *s)
{
	unsigned char unread[4096];

	if (s->fd < 0)
		return;
	shutdown(s->fd, SHUT_WR);
	for (size_t n = 0; n < STREAM_DRAIN_MOST; n += sizeof(unread))
		if (recv(s->fd, unread, sizeof(unread), MSG_DONTWAIT) <= 0)
			break;
}

int stream_fail(struct stream *s, struct err *e, int code, const char *format, ...)
{
	char what[sizeof(e->what)];
	va_list more;

	va_start(more, format);
	vsnprintf(what, sizeof(what), format, more);
	va_end(more);
	farewell(s);
	s->phase = STREAM_CLOSED;
	leave(s);
	return err_set(e, code, s->object, "%s", what);
}

int stream_lost(struct stream *s, struct err *e)
{
	const char *when = s->phase == STREAM_OPEN ? "" : " before it was open";

	if (s->ended)
		return stream_fail(s, e, ERR_LOST, "the other side has ended the connection%s", when);
	stream_fail(s, e, ERR_LOST, "the connection is broken%s", when);
	err_value(e, "%s", strerror(s->system));
	return ERR_LOST;
}

void stream_close(struct stream *s)
{
	if (!s)
		return;
	if (s->ssl)
		stream_tls_end(s);
	farewell(s);
	if (s->fd >= 0)
		close(s->fd);
	if (s->list)
		freeaddrinfo(s->list);
	leave(s);
	free(s);
}

/* ---- the socket -------------------------------------------------------------------------------------- */

long stream_recv(struct stream *s, void *bytes, size_t n)
{
	ssize_t got;

	do
		got = recv(s->fd, bytes, n, s->patient ? 0 : MSG_DONTWAIT);
	while (got < 0 && errno == EINTR && !s->patient);
	long answer = got < 0 ? -errno : got;
	if (fault_fires(FAULT_net_read))
		answer = -ECONNRESET;
	if (answer == -EWOULDBLOCK || answer == -EINTR)
		return -EAGAIN;
	if (answer == 0)
		s->ended = true;
	else if (answer < 0)
		s->system = (int)-answer;
	return answer;
}

long stream_send(struct stream *s, const void *bytes, size_t n)
{
	ssize_t put;

	if (fault_fires(FAULT_net_write)) {
		s->system = ECONNRESET;
		return -ECONNRESET;
	}
	do
		put = send(s->fd, bytes, n, MSG_DONTWAIT | MSG_NOSIGNAL);
	while (put < 0 && errno == EINTR);
	if (put >= 0)
		return put;
	if (errno == EAGAIN || errno == EWOULDBLOCK)
		return -EAGAIN;
	s->system = errno;
	return -s->system;
}

bool stream_is_tls(const unsigned char *head, int n)
{
	enum { ALERT = 0x15, HANDSHAKE = 0x16, MAJOR = 3, MINOR_MOST = 4 };

	return n >= STREAM_HEAD && (head[0] == ALERT || head[0] == HANDSHAKE) && head[1] == MAJOR && head[2] <= MINOR_MOST;
}

void stream_alert(struct stream *s)
{
	/* alert, legacy version 3.3, two bytes: fatal, unexpected_message (RFC 8446, 5.1 and 6) */
	static const unsigned char record[] = {0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x0a};
	long rc = stream_send(s, record, sizeof(record));

	(void)rc;
}

/* ---- plain ------------------------------------------------------------------------------------------- */

static int plain_work(struct stream *s, struct err *e)
{
	(void)s;
	(void)e;
	return 0;
}

/* Looks at the first bytes that come: somebody may speak TLS here. */
static int plain_look(struct stream *s, const unsigned char *bytes, size_t n, struct err *e)
{
	for (size_t i = 0; i < n && s->heads < STREAM_HEAD; i++)
		s->head[s->heads++] = bytes[i];
	if (!stream_is_tls(s->head, s->heads))
		return 0;
	if (s->server)
		stream_alert(s);
	stream_fail(s, e, ERR_REFUSED, "the other side speaks TLS, this one does not");
	err_hint(e, s->server ? "give this side certificates, or let the other side connect without" : "connect with certificates");
	return ERR_REFUSED;
}

static int plain_read(struct stream *s, void *bytes, size_t size, size_t *ret_n, struct err *e)
{
	long n = stream_recv(s, bytes, size);

	if (n == 0 || (n < 0 && n != -EAGAIN))
		return stream_lost(s, e);
	if (n > 0 && s->heads < STREAM_HEAD) {
		int rc = plain_look(s, bytes, (size_t)n, e);
		if (rc < 0)
			return rc;
	}
	*ret_n = n > 0 ? (size_t)n : 0;
	return 0;
}

static int plain_write(struct stream *s, const void *bytes, size_t n, size_t *ret_n, struct err *e)
{
	long put = stream_send(s, bytes, n);

	if (put < 0 && put != -EAGAIN)
		return stream_lost(s, e);
	*ret_n = put > 0 ? (size_t)put : 0;
	return 0;
}

static bool plain_holds(const struct stream *s)
{
	(void)s;
	return false;
}

const struct transport transport_plain = {.work = plain_work, .read = plain_read, .write = plain_write, .holds = plain_holds};

/* ---- using ------------------------------------------------------------------------------------------- */

/* Somebody newer wants its place at the gate. */
static int make_room(struct stream *s, struct err *e)
{
	stream_fail(s, e, ERR_REFUSED, "it has not shown who it is, and newer connections want its place");
	err_allowed(e, "%d at a time, %d of one address", LISTENER_WAITING, LISTENER_SAME);
	return ERR_REFUSED;
}

int stream_work(struct stream *s, struct err *e)
{
	if (s->phase == STREAM_CLOSED)
		return err_set(e, ERR_STATE, s->object, "the connection is closed");
	if (s->phase == STREAM_OPEN)
		return 0;
	int rc = s->phase == STREAM_CONNECTING ? stream_connect_work(s, e) : 0;
	if (rc == 0 && s->phase == STREAM_HANDSHAKE)
		rc = s->transport->work(s, e);
	/* only after that: its last word may have come */
	if (rc == 0 && s->place && atomic_load(&s->place->state) == PLACE_WANTED)
		return make_room(s, e);
	if (rc == 0 && s->phase != STREAM_OPEN && net_now() >= s->deadline_ns) {
		rc = stream_fail(s, e, ERR_LOST, s->phase == STREAM_CONNECTING ? "nobody answers" : "no TLS handshake came to its end in time");
		err_hint(e, "is the other side there, and is it a Tandem of this kind? a longer patience helps slow paths");
	}
	return rc;
}

static int not_open(const struct stream *s, struct err *e)
{
	return err_set(e, ERR_STATE, s->object, "the connection is %s", s->phase == STREAM_CLOSED ? "closed" : "not open yet");
}

int stream_read(struct stream *s, void *bytes, size_t size, size_t *ret_n, struct err *e)
{
	if (s->phase != STREAM_OPEN)
		return not_open(s, e);
	if (size == 0) {
		*ret_n = 0;
		return 0;
	}
	return s->transport->read(s, bytes, size, ret_n, e);
}

int stream_write(struct stream *s, const void *bytes, size_t n, size_t *ret_n, struct err *e)
{
	if (s->phase != STREAM_OPEN)
		return not_open(s, e);
	if (n == 0) {
		*ret_n = 0;
		return 0;
	}
	return s->transport->write(s, bytes, n, ret_n, e);
}

int stream_put(struct stream *s, const void *bytes, size_t n, int64_t t_ns, struct err *e)
{
	for (size_t done = 0, moved; done < n; done += moved) {
		int rc = stream_write(s, (const char *)bytes + done, n - done, &moved, e);
		if (rc < 0)
			return rc;
		if (moved == 0 && net_now() >= t_ns) {
			rc = stream_fail(s, e, ERR_LOST, "the other side does not take what we send");
			err_value(e, "%zu of %zu bytes", done, n);
			return rc;
		}
		if (moved == 0)
			stream_wait_room(s, t_ns);
	}
	return 0;
}

/* Where nothing has come nothing is lost, and the stream may be used again. */
static int silence(struct stream *s, size_t done, size_t n, struct err *e)
{
	if (done == 0)
		return err_set(e, ERR_LOST, s->object, "no answer in time");
	stream_fail(s, e, ERR_LOST, "the answer ends too early");
	err_value(e, "%zu of %zu bytes", done, n);
	return ERR_LOST;
}

int stream_await(struct stream *s, void *bytes, size_t size, int64_t t_ns, size_t *ret_n, struct err *e)
{
	enum { SLICES_NS = 2 * STREAM_SLICE_MS * 1000000 };    /* with some for the system's own ticks */

	s->patient = s->can_block && t_ns - net_now() > SLICES_NS;
	if (!s->patient)
		stream_wait(s, false, t_ns);
	int rc = stream_read(s, bytes, size, ret_n, e);
	s->patient = false;
	return rc;
}

int stream_get(struct stream *s, void *bytes, size_t n, int64_t t_ns, struct err *e)
{
	for (size_t done = 0, moved; done < n; done += moved) {
		bool late = net_now() >= t_ns;
		int rc = stream_await(s, (char *)bytes + done, n - done, t_ns, &moved, e);
		if (rc < 0)
			return rc;
		if (moved == 0 && late)
			return silence(s, done, n, e);
	}
	return 0;
}

enum stream_phase stream_phase(const struct stream *s)
{
	return s->phase;
}

const char *stream_address(const struct stream *s)
{
	return s->address;
}

const char *stream_name(const struct stream *s)
{
	return s->name;
}

const char *stream_pin(const struct stream *s)
{
	return s->pin;
}

int stream_handle(const struct stream *s)
{
	return s->fd;
}

bool stream_ended(const struct stream *s)
{
	return s->ended;
}
