/* Strangers at a TLS port, and TLS at ports of strangers: plain bytes, old versions, no certificate, silence, garbage, crowds. None may cost more than a
 * bounded time and memory, and each is told why where its language allows. */
#include "test.h"

#include "unit/net_bed.h"

#include "base/base.h"
#include "base/rng.h"
#include "net/tls_priv.h"

#include <fcntl.h>
#include <malloc.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static struct tls *alice, *lab;
static const unsigned char ALERT[] = {0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x0a};  /* fatal, unexpected_message (RFC 8446, 6) */

static int begin(void **state)
{
	const char *folder = bed_folder();
	(void)state;
	signal(SIGPIPE, SIG_IGN);      /* of OpenSSL on bare sockets */
	alice = bed_papers(folder, "alice", 0, 10, NULL);
	lab = bed_papers(folder, "lab.example", 0, 10, NULL);
	return 0;
}

static int end(void **state)
{
	(void)state;
	tls_close(alice);
	tls_close(lab);
	bed_sweep();
	return 0;
}

static struct stream *take(struct listener *l, const struct stream_words *w)
{
	struct stream *s = NULL;
	struct err e = {0};

	UNTIL("accept", listener_accept(l, w, &s, &e) < 0 || s);
	if (e.code)
		fail_msg("%s", bed_text(&e));
	return s;
}

/* Works on a stream until it has failed, and hands its report out. */
static int until_failed(struct stream *s, struct err *ret)
{
	int rc;

	err_clear(ret);
	while ((rc = stream_work(s, ret)) == 0) {
		if (stream_phase(s) == STREAM_OPEN || !stream_wait(s, false, bed_late()))
			fail_msg("it was let in, or waited for ever");
	}
	return rc;
}

/* ---- plain and TLS ---- */

static void plain_bytes_at_a_tls_port_are_told_so(void **state)
{
	static const char *const said[] = {"TNDM", "GET / HTTP/1.0\r\n\r\n", "\n", "\x16TNDM", "\x16\x04\x01zzzz", "\x17\x03\x03zzzzzzz"};
	(void)state;
	for (size_t i = 0; i < COUNT(said); i++) {
		struct listener *l = bed_listen(lab);
		int fd = raw_connect(listener_port(l));
		struct stream *s = take(l, NULL);
		struct err e;
		unsigned char got[64];
		raw_put(fd, said[i], strlen(said[i]));
		assert_int_equal(until_failed(s, &e), ERR_REFUSED);
		assert_contains(bed_text(&e), "the other side does not speak TLS, this one does");
		stream_close(s);
		assert_int_equal(raw_get_all(fd, got, sizeof(got)), sizeof(ALERT));
		assert_memory_equal(got, ALERT, sizeof(ALERT));
		close(fd);
		listener_close(l);
	}
}

static void a_plain_stream_at_a_tls_port_hears_it_in_words(void **state)
{
	struct listener *l = bed_listen(lab);
	struct stream *c = NULL;
	struct err e = {0};
	(void)state;

	assert_int_equal(stream_connect("127.0.0.1", listener_port(l), NULL, &c, &e), 0);
	struct stream *s = take(l, NULL);
	UNTIL("open", stream_work(c, &e) == 0 && stream_phase(c) == STREAM_OPEN);
	assert_int_equal(stream_put(c, "TNDMTNDM", 8, bed_late(), &e), 0);
	assert_int_equal(until_failed(s, &e), ERR_REFUSED);
	assert_int_equal(bed_read_to_end(c, &e), ERR_REFUSED);
	assert_contains(bed_text(&e), "the other side speaks TLS, this one does not; connect with certificates");
	stream_close(c);
	stream_close(s);
	listener_close(l);
}

static void a_tls_client_at_a_plain_port_hears_it_in_words(void **state)
{
	const struct stream_words w = {.tls = alice};
	struct listener *l = bed_listen(NULL);
	struct stream *c = NULL;
	struct err e = {0};
	(void)state;

	assert_int_equal(stream_connect("127.0.0.1", listener_port(l), &w, &c, &e), 0);
	struct stream *s = take(l, NULL);
	UNTIL("hello", stream_work(c, &e) < 0 || (stream_phase(c) == STREAM_HANDSHAKE && stream_wait(s, false, 0)));
	assert_int_equal(e.code, 0);
	assert_int_equal(bed_read_to_end(s, &e), ERR_REFUSED);
	assert_contains(bed_text(&e), "the other side speaks TLS, this one does not");
	assert_int_equal(until_failed(c, &e), ERR_REFUSED);
	assert_contains(bed_text(&e), "the other side does not speak TLS at this port");
	stream_close(c);
	stream_close(s);
	listener_close(l);
}

/* A plain server that speaks first. */
static void a_tls_client_that_is_greeted_in_plain_says_so(void **state)
{
	const struct stream_words w = {.tls = alice};
	struct listener *l = bed_listen(NULL);
	struct stream *c = NULL;
	struct err e = {0};
	(void)state;

	assert_int_equal(stream_connect("127.0.0.1", listener_port(l), &w, &c, &e), 0);
	struct stream *s = take(l, NULL);
	assert_int_equal(stream_put(s, "220 ready\r\n", 11, bed_late(), &e), 0);
	assert_int_equal(until_failed(c, &e), ERR_REFUSED);
	assert_contains(bed_text(&e), "the other side does not speak TLS, this one does");
	stream_close(c);
	stream_close(s);
	listener_close(l);
}

/* ---- other TLS programs: OpenSSL on a bare socket ---- */

struct other {
	SSL_CTX *ctx;
	SSL *ssl;
	int fd;
};

static void other_begin(struct other *o, int fd, bool server, int version, const struct tls *papers)
{
	int flags = fcntl(fd, F_GETFL);

	assert_true(flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0);
	o->fd = fd;
	o->ctx = SSL_CTX_new(TLS_method());
	assert_non_null(o->ctx);
	assert_true(SSL_CTX_set_max_proto_version(o->ctx, version));
	if (papers) {
		assert_int_equal(SSL_CTX_use_certificate(o->ctx, SSL_CTX_get0_certificate(tls_context(papers))), 1);
		assert_int_equal(SSL_CTX_use_PrivateKey(o->ctx, SSL_CTX_get0_privatekey(tls_context(papers))), 1);
	}
	o->ssl = SSL_new(o->ctx);
	assert_non_null(o->ssl);
	assert_true(SSL_set_fd(o->ssl, fd));
	if (server)
		SSL_set_accept_state(o->ssl);
	else
		SSL_set_connect_state(o->ssl);
}

/* One turn: the handshake, and after it a read, which takes alerts and tickets in. */
static void other_work(struct other *o)
{
	char byte;

	if (SSL_do_handshake(o->ssl) == 1)
		SSL_read(o->ssl, &byte, 1);
}

static void other_end(struct other *o)
{
	SSL_free(o->ssl);
	SSL_CTX_free(o->ctx);
	close(o->fd);
	ERR_clear_error();
}

/* Works on both until ours is settled. */
static int meet_other(struct other *o, struct stream *s, struct err *ret)
{
	double until = wait_now() + WAIT_MOST;
	int rc = 0;

	err_clear(ret);
	while (rc == 0 && stream_phase(s) != STREAM_OPEN) {
		assert_true(wait_now() < until);
		other_work(o);
		stream_wait(s, false, (int64_t)(1e9 * wait_now()) + 5000000);
		rc = stream_work(s, ret);
	}
	return rc;
}

/* The reason that OpenSSL on the other side gives, once it has one. */
static int other_reason(struct other *o)
{
	int reason = 0;

	for (int i = 0; i < 5000 && reason == 0; i++) {
		ERR_clear_error();
		other_work(o);
		reason = ERR_GET_REASON(ERR_peek_error());
		if (reason == 0)
			wait_rest();
	}
	return reason;
}

static void other_clients_are_refused_and_told_why(void **state)
{
	const struct {
		int version;
		const struct tls *papers;
		const char *says;
		int hears;
	} row[] = {
		{TLS1_3_VERSION, NULL, "it showed no certificate", SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED},
		{TLS1_2_VERSION, alice, "the other side speaks an older version of TLS only; TLS 1.3 is spoken here", SSL_R_TLSV1_ALERT_PROTOCOL_VERSION},
		{TLS1_2_VERSION, NULL, "the other side speaks an older version of TLS only; TLS 1.3 is spoken here", SSL_R_TLSV1_ALERT_PROTOCOL_VERSION},
	};
	struct listener *l = bed_listen(lab);
	(void)state;

	for (size_t i = 0; i < COUNT(row); i++) {
		struct other o;
		struct err e;
		other_begin(&o, raw_connect(listener_port(l)), false, row[i].version, row[i].papers);
		struct stream *s = take(l, NULL);
		assert_int_equal(meet_other(&o, s, &e), ERR_REFUSED);
		assert_contains(bed_text(&e), row[i].says);
		assert_int_equal(other_reason(&o), row[i].hears);
		stream_close(s);
		other_end(&o);
	}
	listener_close(l);
}

static void an_older_server_is_refused(void **state)
{
	const struct stream_words w = {.tls = alice};
	struct listener *l = bed_listen(NULL);
	struct stream *c = NULL;
	struct other o;
	struct err e = {0};
	(void)state;

	assert_int_equal(stream_connect("127.0.0.1", listener_port(l), &w, &c, &e), 0);
	struct stream *s = take(l, NULL);
	other_begin(&o, dup(stream_handle(s)), true, TLS1_2_VERSION, lab);
	assert_int_equal(meet_other(&o, c, &e), ERR_REFUSED);
	assert_contains(bed_text(&e), "the other side does not speak TLS 1.3");
	stream_close(c);
	other_end(&o);
	stream_close(s);
	listener_close(l);
}

/* The session of one connection opens no other: each is judged anew. */
static void no_session_is_ever_resumed(void **state)
{
	struct listener *l = bed_listen(lab);
	SSL_SESSION *session = NULL;
	(void)state;

	for (int i = 0; i < 2; i++) {
		struct other o;
		struct err e;
		char byte;
		other_begin(&o, raw_connect(listener_port(l)), false, TLS1_3_VERSION, alice);
		if (session)
			assert_true(SSL_set_session(o.ssl, session));
		struct stream *s = take(l, NULL);
		assert_int_equal(meet_other(&o, s, &e), 0);
		SSL_SESSION_free(session);
		assert_int_equal(stream_put(s, "x", 1, bed_late(), &e), 0);
		UNTIL("byte", SSL_read(o.ssl, &byte, 1) == 1);
		session = SSL_get1_session(o.ssl);
		assert_true(SSL_SESSION_is_resumable(session));
		assert_false(SSL_session_reused(o.ssl));
		stream_close(s);
		other_end(&o);
	}
	SSL_SESSION_free(session);
	listener_close(l);
}

/* ---- silence, crowds, garbage ---- */

static void patience_ends_with_those_who_say_nothing_or_little(void **state)
{
	static const char *const said[] = {"", "\x16", "\x16\x03\x01\x02", "\x16\x03\x01\x02\x01\x01\x01"};
	const struct stream_words w = {.patience_s = 0.02};
	(void)state;
	for (size_t i = 0; i < COUNT(said); i++) {
		struct listener *l = bed_listen(lab);
		int fd = raw_connect(listener_port(l));
		struct stream *s = take(l, &w);
		struct err e;
		raw_put(fd, said[i], strlen(said[i]));
		assert_int_equal(until_failed(s, &e), ERR_LOST);
		assert_contains(bed_text(&e), "no TLS handshake came to its end in time");
		stream_close(s);
		close(fd);
		listener_close(l);
	}
}

static void one_who_leaves_during_the_handshake_is_lost(void **state)
{
	struct listener *l = bed_listen(lab);
	int fd = raw_connect(listener_port(l));
	struct stream *s = take(l, NULL);
	struct err e;
	(void)state;

	raw_put(fd, "\x16\x03\x01", 3);
	close(fd);
	assert_int_equal(until_failed(s, &e), ERR_LOST);
	assert_contains(bed_text(&e), "the other side has ended the connection before it was open");
	stream_close(s);
	listener_close(l);
}

/* n strangers from 127.0.0.host who say nothing, taken one by one; streams that have to leave are refused in words, and closed. Returns who is left. */
static int crowd(struct listener *l, int host, int n, int *fd, struct stream **s)
{
	int left = 0;

	for (int i = 0; i < n; i++) {
		fd[i] = raw_connect_from(host, listener_port(l));
		s[i] = take(l, NULL);
	}
	for (int i = 0; i < n; i++) {
		struct err e = {0};
		if (stream_work(s[i], &e) == 0) {
			left++;
			continue;
		}
		assert_int_equal(e.code, ERR_REFUSED);
		assert_contains(bed_text(&e), "it has not shown who it is, and newer connections want its place (allowed: 16 at a time, 8 of one address)");
		stream_close(s[i]);
		s[i] = NULL;
	}
	return left;
}

static void part(int n, int *fd, struct stream **s)
{
	for (int i = 0; i < n; i++) {
		stream_close(s[i]);
		close(fd[i]);
	}
}

static void of_one_address_only_few_wait_and_the_oldest_gives_way(void **state)
{
	enum { CROWD = LISTENER_SAME + 5 };
	struct listener *l = bed_listen(lab);
	struct stream *s[CROWD];
	int fd[CROWD];
	(void)state;

	assert_int_equal(crowd(l, 1, CROWD, fd, s), LISTENER_SAME);
	for (int i = 0; i < CROWD; i++)
		assert_true((s[i] != NULL) == (i >= CROWD - LISTENER_SAME));
	/* the door is full of strangers of its own address, and one who is known comes in */
	struct pair p = {.listener = l};
	assert_int_equal(pair_try(&p, &(struct stream_words){.tls = alice}, NULL), 0);
	assert_int_equal(p.client_rc, 0);
	assert_int_equal(p.server_rc, 0);
	p.listener = NULL;
	/* the listener may go before its streams */
	listener_close(l);
	part(CROWD, fd, s);
	pair_close(&p);
}

/* Two addresses fill the door; more are let in at the cost of the one that has most, never of the one that has one. */
static void a_crowd_does_not_push_out_those_of_other_addresses(void **state)
{
	enum { MANY = LISTENER_SAME, FEW = LISTENER_WAITING - LISTENER_SAME - 1 };
	struct listener *l = bed_listen(lab);
	struct stream *lone, *s[3][MANY];
	int lone_fd = raw_connect_from(9, listener_port(l)), fd[3][MANY];
	struct err e = {0};
	(void)state;

	lone = take(l, NULL);
	assert_int_equal(crowd(l, 2, MANY, fd[0], s[0]), MANY);
	assert_int_equal(crowd(l, 3, FEW, fd[1], s[1]), FEW);
	assert_int_equal(crowd(l, 4, 4, fd[2], s[2]), 4);
	/* 1, 8 and 7 have places; the four take those of the second, the second, the third, the second: 1, 5, 6, 4 */
	assert_int_equal(stream_work(lone, &e), 0);
	for (int i = 0; i < 2; i++)
		for (int k = 0; k < (i ? FEW : MANY); k++) {
			bool leaves = stream_work(s[i][k], &e) < 0;
			assert_true(leaves == (k < (i ? 1 : 3)));
		}
	stream_close(lone);
	close(lone_fd);
	part(MANY, fd[0], s[0]);
	part(FEW, fd[1], s[1]);
	part(4, fd[2], s[2]);
	listener_close(l);
}

/* Streams that nobody works on keep their places, and no more than these are ever taken. */
static void places_are_bounded_even_if_nobody_works(void **state)
{
	enum { CROWD = LISTENER_PLACES + 5 };
	struct listener *l = bed_listen(lab);
	struct stream *s[CROWD] = {NULL};
	struct err e = {0};
	int fd[CROWD], taken = 0;
	char byte;
	(void)state;

	for (int i = 0; i < CROWD; i++) {
		fd[i] = raw_connect(listener_port(l));
		assert_true(listener_wait(l, bed_late()));
		assert_int_equal(listener_accept(l, NULL, &s[i], &e), 0);
		taken += s[i] != NULL;
	}
	assert_int_equal(taken, LISTENER_PLACES);
	for (int i = LISTENER_PLACES; i < CROWD; i++)
		assert_int_equal(recv(fd[i], &byte, 1, 0), 0);
	part(CROWD, fd, s);
	listener_close(l);
}

static void who_is_open_takes_no_place_at_the_door(void **state)
{
	enum { KNOWN = LISTENER_WAITING + 4 };
	struct pair p[KNOWN] = {{0}};
	struct listener *l = bed_listen(lab);
	(void)state;

	for (int i = 0; i < KNOWN; i++) {
		p[i].listener = l;
		assert_int_equal(pair_try(&p[i], &(struct stream_words){.tls = alice}, NULL), 0);
		assert_int_equal(p[i].server_rc, 0);
		p[i].listener = NULL;
	}
	for (int i = 0; i < KNOWN; i++)
		pair_close(&p[i]);
	listener_close(l);
}

/* A ClientHello that says it is 120,000 bytes long (OpenSSL's own bound is higher), in records of 16,384. */
static void a_hello_without_end_is_cut_off(void **state)
{
	static unsigned char record[5 + 16384] = {0x16, 0x03, 0x01, 0x40, 0x00, 0x01, 0x01, 0xd4, 0xc0, 0x03, 0x03};
	struct listener *l = bed_listen(lab);
	int fd = raw_connect(listener_port(l)), rc = 0;
	struct stream *s = take(l, NULL);
	struct err e = {0};
	(void)state;

	for (int i = 0; i < 16 && rc == 0; i++) {
		ssize_t n = send(fd, record, sizeof(record), MSG_NOSIGNAL);
		assert_true(n == (ssize_t)sizeof(record));
		memset(record + 5, 0, 16);
		for (int k = 0; k < 20 && rc == 0 && stream_wait(s, false, 0); k++)
			rc = stream_work(s, &e);
	}
	if (rc == 0)
		rc = until_failed(s, &e);
	assert_int_equal(rc, ERR_REFUSED);
	assert_contains(bed_text(&e), "it sends too much before it is known (allowed: 65536 bytes)");
	stream_close(s);
	close(fd);
	listener_close(l);
}

/* One stranger with a random number of random bytes, half of them behind the head of a record. */
static void babble(struct listener *l, struct rng *r)
{
	unsigned char bytes[2000] = {0x16, 0x03, 0x01, 0x01, 0x00, 0x01, 0x00, 0x00, 0xfc, 0x03, 0x03};
	size_t n = 16 + rng_bits(r) % (sizeof(bytes) - 16);
	int fd = raw_connect(listener_port(l)), rc;
	struct stream *s = take(l, NULL);
	struct err e = {0};

	for (size_t i = rng_bits(r) % 2 ? 0 : 11; i < n; i++)
		bytes[i] = (unsigned char)rng_bits(r);
	raw_put(fd, bytes, n);
	assert_int_equal(shutdown(fd, SHUT_WR), 0);
	rc = until_failed(s, &e);
	assert_true(rc == ERR_REFUSED || rc == ERR_LOST);
	assert_true(e.what[0] != '\0');
	stream_close(s);
	close(fd);
}

static void garbage_is_refused_and_leaves_nothing_behind(void **state)
{
	enum { WARM = 50, MANY = 500, SLACK = 65536 };
	struct listener *l = bed_listen(lab);
	struct rng r;
	size_t before = 0;
	(void)state;

	rng_init(&r, 1, 1);
	for (int i = 0; i < WARM + MANY; i++) {
		if (i == WARM)
			before = mallinfo2().uordblks;
		babble(l, &r);
	}
	assert_true(mallinfo2().uordblks < before + SLACK);
	struct pair p = {.listener = l};
	assert_int_equal(pair_try(&p, &(struct stream_words){.tls = alice}, NULL), 0);
	assert_int_equal(p.server_rc, 0);
	pair_close(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_bytes_at_a_tls_port_are_told_so),
		cmocka_unit_test(a_plain_stream_at_a_tls_port_hears_it_in_words),
		cmocka_unit_test(a_tls_client_at_a_plain_port_hears_it_in_words),
		cmocka_unit_test(a_tls_client_that_is_greeted_in_plain_says_so),
		cmocka_unit_test(other_clients_are_refused_and_told_why),
		cmocka_unit_test(an_older_server_is_refused),
		cmocka_unit_test(no_session_is_ever_resumed),
		cmocka_unit_test(patience_ends_with_those_who_say_nothing_or_little),
		cmocka_unit_test(one_who_leaves_during_the_handshake_is_lost),
		cmocka_unit_test(of_one_address_only_few_wait_and_the_oldest_gives_way),
		cmocka_unit_test(a_crowd_does_not_push_out_those_of_other_addresses),
		cmocka_unit_test(places_are_bounded_even_if_nobody_works),
		cmocka_unit_test(who_is_open_takes_no_place_at_the_door),
		cmocka_unit_test(a_hello_without_end_is_cut_off),
		cmocka_unit_test(garbage_is_refused_and_leaves_nothing_behind),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
