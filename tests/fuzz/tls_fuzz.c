/* Random bytes into the front of TLS: what a listening side makes of somebody whom it does not know yet.
 *
 * First byte modulo 4:
 *   0  the rest as it stands, in pieces of the second byte
 *   1  the rest as the body of a ClientHello whose lengths are right, so that its readers see it
 *   2  a client with good papers whose bytes are changed on the way: where (2 bytes), how (1 byte, exclusive or)
 *   3  a client that shows a certificate: the rest behind the second byte (DER), with our key in it, and signed by our authority when that byte is odd
 * Promises: nothing outside the memory is touched and nothing is left behind (sanitizers); it comes to an end in a bounded number of rounds, with a reason; no
 * more is taken than strangers may send; who is let in has shown a certificate of our authority, and its name is printable.
 */
#include "fuzz/fuzz.h"

#include "base/base.h"
#include "net/stream_priv.h"
#include "net/tls_priv.h"

#include <ctype.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 400, PIECE_MOST = 65536, HELLO_MOST = 16384, RECORD_MOST = 16384 + 512 };

static struct {
	struct tls *lab, *client;
	X509 *authority;
	EVP_PKEY *signer, *key;    /* of the authority; of the client (borrowed: its context) */
} papers;

/* ---- papers: new ones in every process, since keys are made from the library's own chance ---- */

static struct tls *papers_of(const char *folder, const char *name)
{
	char path[3][256];
	struct tls *t = NULL;

	snprintf(path[0], sizeof(path[0]), "%s/%s.crt", folder, name);
	snprintf(path[1], sizeof(path[1]), "%s/%s.key", folder, name);
	snprintf(path[2], sizeof(path[2]), "%s/ca.crt", folder);
	ASSERT(tls_certificate(folder, name, NULL, 2, NULL) == 0 && tls_open(path[0], path[1], path[2], &t, NULL) == 0);
	for (int i = 0; i < 2; i++)
		ASSERT(unlink(path[i]) == 0);
	return t;
}

static void read_authority(const char *folder)
{
	char path[256], *text = NULL;
	size_t n;

	snprintf(path, sizeof(path), "%s/ca.key", folder);
	ASSERT(tls_file(path, &text, &n, NULL) == 0 && (papers.signer = tls_parse_key(text, n)) && unlink(path) == 0);
	free(text);
	snprintf(path, sizeof(path), "%s/ca.crt", folder);
	ASSERT(tls_file(path, &text, &n, NULL) == 0 && (papers.authority = tls_parse_certificate(text, n)) && unlink(path) == 0);
	free(text);
}

static void papers_end(void)
{
	tls_close(papers.lab);
	tls_close(papers.client);
	X509_free(papers.authority);
	EVP_PKEY_free(papers.signer);
}

static void papers_make(void)
{
	char folder[] = "/tmp/tandem-fuzz-XXXXXX";

	if (papers.lab)
		return;
	ASSERT(mkdtemp(folder) && tls_authority(folder, 2, NULL) == 0);
	papers.lab = papers_of(folder, "lab");
	papers.client = papers_of(folder, "client");
	papers.key = SSL_CTX_get0_privatekey(tls_context(papers.client));
	read_authority(folder);
	ASSERT(rmdir(folder) == 0 && atexit(papers_end) == 0);
}

/* ---- two ends ---- */

struct end {
	struct stream *stream;     /* owned */
	int fd;                    /* the harness's side of its socket */
	int rc;
	struct err e;
};

static void end_begin(struct end *x, const struct tls *tls, bool server)
{
	int fd[2];

	*x = (struct end){.stream = NULL};
	ASSERT(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fd) == 0);
	ASSERT(stream_make(NULL, tls, "fuzz", &x->stream, &x->e) == 0);
	x->stream->fd = fd[0];
	x->stream->server = server;
	x->fd = fd[1];
	ASSERT(stream_begin(x->stream, &x->e) == 0);
}

static void end_close(struct end *x)
{
	stream_close(x->stream);
	close(x->fd);
}

static bool settled(const struct end *x)
{
	return x->rc < 0 || stream_phase(x->stream) == STREAM_OPEN;
}

static void work(struct end *x)
{
	if (!settled(x))
		x->rc = stream_work(x->stream, &x->e);
}

/* What comes out of an end is thrown away. */
static void drain(const struct end *x)
{
	unsigned char bytes[4096];

	while (recv(x->fd, bytes, sizeof(bytes), MSG_DONTWAIT) > 0)
		;
}

/* Who was let in has shown what it should; who was not hears why. */
static void judge(const struct end *x)
{
	ASSERT(settled(x) && x->stream->taken <= STREAM_HANDSHAKE_MOST + RECORD_MOST);
	if (x->rc < 0) {
		ASSERT((x->rc == ERR_REFUSED || x->rc == ERR_LOST) && x->e.what[0] && stream_phase(x->stream) == STREAM_CLOSED);
		return;
	}
	ASSERT(strlen(stream_pin(x->stream)) == STREAM_PIN - 1);
	for (const char *c = stream_name(x->stream); *c; c++)
		ASSERT(isprint((unsigned char)*c));
}

/* ---- strangers ---- */

static void feed(const uint8_t *bytes, size_t n, size_t piece)
{
	struct end x;

	end_begin(&x, papers.lab, true);
	for (size_t at = 0; at < n && !settled(&x); at += piece) {
		size_t part = n - at < piece ? n - at : piece;
		ASSERT(send(x.fd, bytes + at, part, MSG_NOSIGNAL) == (ssize_t)part);
		work(&x);
		drain(&x);
	}
	ASSERT(shutdown(x.fd, SHUT_WR) == 0);
	for (int i = 0; i < ROUNDS && !settled(&x); i++)
		work(&x);
	judge(&x);
	ASSERT(x.rc < 0);
	end_close(&x);
}

/* Record and handshake headers (RFC 8446, 5.1 and 4) in front. */
static void feed_hello(const uint8_t *body, size_t n)
{
	static uint8_t bytes[9 + HELLO_MOST];
	const size_t m = n < HELLO_MOST - 4 ? n : HELLO_MOST - 4;
	const uint8_t head[9] = {0x16, 3, 1, (uint8_t)((m + 4) >> 8), (uint8_t)(m + 4), 1, 0, (uint8_t)(m >> 8), (uint8_t)m};

	memcpy(bytes, head, sizeof(head));
	memcpy(bytes + sizeof(head), body, m);
	feed(bytes, sizeof(head) + m, PIECE_MOST);
}

/* ---- a client of ours whose bytes are changed on the way ---- */

/* Moves what is there from one end to the other; change: triples of the input, by the number of the byte. True: something moved. */
static bool carry(const struct end *from, const struct end *to, size_t *at, const uint8_t *change, size_t n)
{
	unsigned char bytes[4096];
	ssize_t got = recv(from->fd, bytes, sizeof(bytes), MSG_DONTWAIT);

	for (size_t i = 0; got > 0 && i + 3 <= n; i += 3) {
		size_t where = (size_t)change[i] << 8 | change[i + 1];
		if (where >= *at && where < *at + (size_t)got)
			bytes[where - *at] ^= change[i + 2];
	}
	if (got > 0)
		*at += (size_t)got;
	return got > 0 && send(to->fd, bytes, (size_t)got, MSG_NOSIGNAL) == got;
}

static void meet_changed(const uint8_t *change, size_t n)
{
	struct end lab, client;
	size_t up = 0, down = 0;
	bool moved = true;

	end_begin(&lab, papers.lab, true);
	end_begin(&client, papers.client, false);
	for (int i = 0; i < ROUNDS && moved; i++) {
		work(&client);
		work(&lab);
		moved = carry(&client, &lab, &up, change, n);
		moved = carry(&lab, &client, &down, NULL, 0) || moved;
	}
	/* one that waits for more learns that there is none */
	shutdown(lab.fd, SHUT_WR);
	shutdown(client.fd, SHUT_WR);
	for (int i = 0; i < ROUNDS && !(settled(&lab) && settled(&client)); i++) {
		work(&lab);
		work(&client);
	}
	judge(&lab);
	judge(&client);
	if (lab.rc == 0)
		ASSERT(strcmp(stream_name(lab.stream), "client") == 0 && strcmp(stream_pin(lab.stream), tls_pin(papers.client)) == 0);
	ASSERT(n >= 3 || (lab.rc == 0 && client.rc == 0));
	end_close(&client);
	end_close(&lab);
}

/* ---- a client with a strange certificate ---- */

static SSL_CTX *context_with(X509 *x)
{
	SSL_CTX *c = SSL_CTX_new(TLS_client_method());

	ASSERT(c);
	SSL_CTX_set_security_level(c, 0);
	if (SSL_CTX_use_certificate(c, x) == 1 && SSL_CTX_use_PrivateKey(c, papers.key) == 1)
		return c;
	SSL_CTX_free(c);
	return NULL;
}

static void show(X509 *x)
{
	SSL_CTX *c = context_with(x);
	SSL *ssl = c ? SSL_new(c) : NULL;
	struct end lab;

	ERR_clear_error();
	if (!ssl) {
		SSL_CTX_free(c);
		return;
	}
	end_begin(&lab, papers.lab, true);
	ASSERT(SSL_set_fd(ssl, lab.fd) == 1);
	SSL_set_connect_state(ssl);
	for (int i = 0; i < ROUNDS && !settled(&lab); i++) {
		SSL_do_handshake(ssl);
		ERR_clear_error();
		work(&lab);
		/* a client that does not want to go on leaves */
		if (i == ROUNDS / 2)
			shutdown(lab.fd, SHUT_WR);
	}
	judge(&lab);
	SSL_free(ssl);
	SSL_CTX_free(c);
	end_close(&lab);
}

static void show_certificate(const uint8_t *der, size_t n, bool sign)
{
	const unsigned char *at = der;
	X509 *x = d2i_X509(NULL, &at, (long)n);

	ERR_clear_error();
	if (!x)
		return;
	if (X509_set_pubkey(x, papers.key) == 1 &&
	    (!sign || (X509_set_issuer_name(x, X509_get_subject_name(papers.authority)) && X509_sign(x, papers.signer, EVP_sha256()))))
		show(x);
	ERR_clear_error();
	X509_free(x);
}

void tls_fuzz(const uint8_t *bytes, size_t n)
{
	if (n < 2)
		return;
	papers_make();
	switch (bytes[0] % 4) {
	case 0: feed(bytes + 2, n - 2, 1 + (size_t)bytes[1] * bytes[1]); break;
	case 1: feed_hello(bytes + 1, n - 1); break;
	case 2: meet_changed(bytes + 1, n - 1); break;
	default: show_certificate(bytes + 2, n - 2, bytes[1] % 2 == 1); break;
	}
}
