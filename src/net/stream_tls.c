/* Streams inside TLS 1.3 (RFC 8446): OpenSSL's sessions on our own sockets.
 *
 * A server that does not like the client's certificate says so after the client's side of the handshake is over. So a client waits, before it calls itself
 * open, for the first message that only a server that has accepted it sends: the session ticket (RFC 8446, 4.6.1). Nobody can resume with it: the server
 * keeps no sessions, and every connection is judged anew.
 *
 * OpenSSL's socket BIO writes with write(2), which raises SIGPIPE; ours does not, counts what strangers send, and has fault points. */
#include "net/stream_priv.h"

#include "base/fault.h"
#include "net/stream_words.h"
#include "net/tls_priv.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>

enum { RECORD_MOST = 16384 };   /* bytes in one record (RFC 8446, 5.1) */

/* ---- between OpenSSL and the socket ------------------------------------------------------------------ */

static int bio_write(BIO *b, const char *bytes, int n)
{
	struct stream *s = BIO_get_data(b);
	long put = stream_send(s, bytes, (size_t)n);

	BIO_clear_retry_flags(b);
	if (put == -EAGAIN)
		BIO_set_retry_write(b);
	return put < 0 ? -1 : (int)put;
}

static int bio_read(BIO *b, char *ret_bytes, int size)
{
	struct stream *s = BIO_get_data(b);
	long got = stream_recv(s, ret_bytes, (size_t)size);

	BIO_clear_retry_flags(b);
	if (got == -EAGAIN)
		BIO_set_retry_read(b);
	if (got > 0 && s->phase != STREAM_OPEN && (s->taken += (size_t)got) > STREAM_HANDSHAKE_MOST) {
		s->system = EMSGSIZE;
		return -1;
	}
	return got < 0 ? -1 : (int)got;
}

static long bio_ctrl(BIO *b, int command, long number, void *pointer)
{
	const struct stream *s = BIO_get_data(b);

	(void)number;
	(void)pointer;
	return command == BIO_CTRL_FLUSH ? 1 : command == BIO_CTRL_EOF ? s->ended : 0;
}

static BIO_METHOD *method;      /* made once, for the whole run */

static void make_method(void)
{
	BIO_METHOD *m = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "stream");

	if (!m)
		return;
	if (BIO_meth_set_write(m, bio_write) && BIO_meth_set_read(m, bio_read) && BIO_meth_set_ctrl(m, bio_ctrl))
		method = m;
	else
		BIO_meth_free(m);
}

static BIO *make_bio(struct stream *s)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, make_method);
	BIO *b = method ? BIO_new(method) : NULL;
	if (b) {
		BIO_set_data(b, s);
		BIO_set_init(b, 1);
	}
	return b;
}

/* ---- a session --------------------------------------------------------------------------------------- */

/* The name that the certificate must hold: in subjectAltName alone, no wildcards. */
static bool want_name(struct stream *s)
{
	X509_VERIFY_PARAM *p = SSL_get0_param(s->ssl);

	if (s->wanted[0] == '\0')
		return true;
	X509_VERIFY_PARAM_set_hostflags(p, X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_WILDCARDS);
	return tls_is_address(s->wanted) ? X509_VERIFY_PARAM_set1_ip_asc(p, s->wanted) : X509_VERIFY_PARAM_set1_host(p, s->wanted, 0);
}

int stream_tls_begin(struct stream *s, struct err *e)
{
	BIO *b = NULL;

	s->ssl = fault_fires(FAULT_tls_context) ? NULL : SSL_new(tls_context(s->tls));
	if (!s->ssl || !SSL_set_app_data(s->ssl, s) || !want_name(s) || !(b = make_bio(s)))
		return stream_fail(s, e, ERR_MEMORY, "no memory for TLS");
	SSL_set_bio(s->ssl, b, b);
	if (s->server)
		SSL_set_accept_state(s->ssl);
	else
		SSL_set_connect_state(s->ssl);
	return 0;
}

void stream_tls_end(struct stream *s)
{
	ERR_clear_error();
	if (s->phase == STREAM_OPEN && s->owed == 0)
		SSL_shutdown(s->ssl);
	ERR_clear_error();
	SSL_free(s->ssl);
	s->ssl = NULL;
}

/* What a call of OpenSSL that moved nothing means: wait for something (events), or the end. */
static int stalled(struct stream *s, int answer, short *ret_events, struct err *e)
{
	int why = SSL_get_error(s->ssl, answer);

	if (why == SSL_ERROR_WANT_READ)
		*ret_events = POLLIN;
	else if (why == SSL_ERROR_WANT_WRITE)
		*ret_events = POLLOUT;
	else
		return stream_words_failed(s, why, e);
	return 0;
}

static void begin_call(struct stream *s)
{
	ERR_clear_error();
	s->system = 0;
}

/* ---- the handshake ----------------------------------------------------------------------------------- */

/* The first bytes show whether the peer speaks TLS at all; they stay where they are. */
static int look(struct stream *s, struct err *e)
{
	unsigned char head[STREAM_HEAD];
	ssize_t n = recv(s->fd, head, sizeof(head), MSG_PEEK | MSG_DONTWAIT);

	if (n < STREAM_HEAD && (n <= 0 || head[0] == 0x16 || head[0] == 0x15))
		return 0;
	if (stream_is_tls(head, (int)n))
		return 0;
	if (s->server)
		stream_alert(s);
	return stream_words_no_tls(s, e);
}

/* The names of the peer, once it is known. */
static void introduce(struct stream *s)
{
	X509 *x = SSL_get0_peer_certificate(s->ssl);

	if (!x)
		return;
	tls_fingerprint(x, s->pin);
	if (s->wanted[0])
		memcpy(s->name, s->wanted, sizeof(s->name));
	else
		tls_name_of(x, s->name, sizeof(s->name));
}

/* A client's last step: the server's ticket, or, from servers that give none, its first byte. */
static int await_word(struct stream *s, struct err *e)
{
	char byte;
	size_t n = 0;

	begin_call(s);
	int rc = SSL_peek_ex(s->ssl, &byte, 1, &n);
	if (rc <= 0 && !s->confirmed)
		return stalled(s, rc, &s->events, e);
	s->confirmed = true;
	return 0;
}

static int tls_work(struct stream *s, struct err *e)
{
	int rc;

	if (s->taken == 0 && (rc = look(s, e)) < 0)
		return rc;
	if (!s->shaken) {
		begin_call(s);
		rc = SSL_do_handshake(s->ssl);
		if (rc <= 0)
			return stalled(s, rc, &s->events, e);
		s->shaken = true;
		s->confirmed = s->confirmed || s->server;
	}
	if (!s->confirmed && ((rc = await_word(s, e)) < 0 || !s->confirmed))
		return rc;
	introduce(s);
	stream_opened(s);
	return 0;
}

/* ---- bytes ------------------------------------------------------------------------------------------- */

static int tls_read_bytes(struct stream *s, void *bytes, size_t size, size_t *ret_n, struct err *e)
{
	size_t n = 0;

	begin_call(s);
	int rc = SSL_read_ex(s->ssl, bytes, size, &n);
	short events = 0;
	if (rc <= 0) {
		rc = stalled(s, rc, &events, e);
		if (rc < 0)
			return rc;
	}
	s->dry = n == 0;
	s->events = events & POLLOUT;
	*ret_n = n;
	return 0;
}

static int tls_write_bytes(struct stream *s, const void *bytes, size_t n, size_t *ret_n, struct err *e)
{
	size_t put = 0;
	short events;

	if (n < s->owed)
		return err_set(e, ERR_STATE, s->object, "of %zu bytes that are on their way only %zu were offered again", s->owed, n);
	begin_call(s);
	int rc = SSL_write_ex(s->ssl, bytes, n, &put);
	if (rc <= 0) {
		rc = stalled(s, rc, &events, e);
		if (rc < 0)
			return rc;
	}
	s->owed = put > 0 ? 0 : s->owed ? s->owed : n < RECORD_MOST ? n : RECORD_MOST;
	*ret_n = put;
	return 0;
}

/* A record, or more of one than has been tried in vain. */
static bool tls_holds(const struct stream *s)
{
	return !s->dry && SSL_has_pending(s->ssl);
}

const struct transport transport_tls = {.work = tls_work, .read = tls_read_bytes, .write = tls_write_bytes, .holds = tls_holds};
