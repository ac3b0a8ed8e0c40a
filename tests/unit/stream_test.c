/* Plain streams on loopback: bytes both ways, partial transfers, backpressure, ends of all kinds, refusals, garbage. */
#include "test.h"

#include "unit/net_bed.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static int option(int fd, int level, int name)
{
	int value = -1;
	socklen_t size = sizeof(value);

	assert_int_equal(getsockopt(fd, level, name, &value, &size), 0);
	return value;
}

static void carries_bytes_both_ways(void **state)
{
	(void)state;
	struct pair p;
	struct err e = {0};
	char got[6] = "";

	pair_open(&p, NULL, NULL, NULL);
	assert_int_equal(stream_put(p.client, "hello", 5, bed_late(), &e), 0);
	assert_int_equal(stream_get(p.server, got, 5, bed_late(), &e), 0);
	assert_string_equal(got, "hello");
	assert_int_equal(stream_put(p.server, "there", 5, bed_late(), &e), 0);
	assert_int_equal(stream_get(p.client, got, 5, bed_late(), &e), 0);
	assert_string_equal(got, "there");
	assert_string_equal(stream_name(p.server), "");
	assert_string_equal(stream_pin(p.server), "");
	pair_close(&p);
}

static void both_ends_send_at_once_and_know_each_others_address(void **state)
{
	(void)state;
	struct pair p;
	char text[64];

	pair_open(&p, NULL, NULL, NULL);
	struct stream *const end[] = {p.client, p.server};
	for (int i = 0; i < 2; i++) {
		assert_int_equal(option(stream_handle(end[i]), IPPROTO_TCP, TCP_NODELAY), 1);
		assert_int_equal(option(stream_handle(end[i]), SOL_SOCKET, SO_KEEPALIVE), 0);
		assert_int_equal(fcntl(stream_handle(end[i]), F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	}
	snprintf(text, sizeof(text), "127.0.0.1:%d", listener_port(p.listener));
	assert_string_equal(stream_address(p.client), text);
	assert_contains(stream_address(p.server), "127.0.0.1:");
	pair_close(&p);
}

static void reads_nothing_while_nothing_has_come(void **state)
{
	(void)state;
	struct pair p;
	struct err e = {0};
	char got[8];
	size_t n = 99;

	pair_open(&p, NULL, NULL, NULL);
	assert_int_equal(stream_read(p.client, got, sizeof(got), &n, &e), 0);
	assert_int_equal(n, 0);
	assert_false(stream_wait(p.client, false, 0));
	assert_true(stream_wait(p.client, true, bed_late()));
	assert_int_equal(stream_get(p.client, got, 4, 0, &e), ERR_LOST);
	assert_contains(bed_text(&e), "no answer in time");
	assert_int_equal(stream_phase(p.client), STREAM_OPEN);
	pair_close(&p);
}

static void an_answer_that_stops_in_the_middle_closes_the_stream(void **state)
{
	(void)state;
	struct pair p;
	struct err e = {0};
	char got[8];

	pair_open(&p, NULL, NULL, NULL);
	assert_int_equal(stream_put(p.server, "abc", 3, bed_late(), &e), 0);
	assert_true(stream_wait(p.client, false, bed_late()));
	assert_int_equal(stream_get(p.client, got, 4, 0, &e), ERR_LOST);
	assert_contains(bed_text(&e), "the answer ends too early: 3 of 4 bytes");
	assert_int_equal(stream_phase(p.client), STREAM_CLOSED);
	err_clear(&e);
	assert_int_equal(stream_get(p.client, got, 1, bed_late(), &e), ERR_STATE);
	pair_close(&p);
}

static void large_transfers_both_ways_at_once_lose_nothing(void **state)
{
	(void)state;
	struct pair p;

	pair_open(&p, NULL, NULL, NULL);
	pair_exchange(&p);
	pair_close(&p);
}

/* Awaiting waits in slices as long as there is much time, and to the end of a short one. */
static void awaiting_reads_what_comes_and_returns_when_nothing_does(void **state)
{
	(void)state;
	struct pair p;
	struct err e = {0};
	char got[8] = "";
	size_t n = 99;

	pair_open(&p, NULL, NULL, NULL);
	assert_int_equal(stream_await(p.client, got, sizeof(got), 0, &n, &e), 0);
	assert_int_equal(n, 0);
	assert_int_equal(stream_await(p.client, got, sizeof(got), bed_late(), &n, &e), 0);
	assert_int_equal(n, 0);
	assert_int_equal(stream_put(p.server, "abc", 3, bed_late(), &e), 0);
	assert_int_equal(stream_await(p.client, got, sizeof(got), bed_late(), &n, &e), 0);
	assert_int_equal(n, 3);
	assert_int_equal(stream_read(p.client, got, sizeof(got), &n, &e), 0);
	assert_int_equal(n, 0);
	stream_close(p.server);
	p.server = NULL;
	assert_int_equal(stream_await(p.client, got, sizeof(got), bed_late(), &n, &e), ERR_LOST);
	pair_close(&p);
}

static void a_peer_that_does_not_read_stops_the_sender_without_memory(void **state)
{
	(void)state;
	static const char bytes[65536];
	struct pair p;
	struct err e = {0};
	size_t n = 1, sum = 0;

	pair_open(&p, NULL, NULL, NULL);
	while (n > 0) {
		assert_int_equal(stream_write(p.client, bytes, sizeof(bytes), &n, &e), 0);
		sum += n;
		assert_true(sum < (size_t)1 << 30);
		if (n == 0 && stream_wait(p.client, true, 0))
			n = 1;
	}
	assert_int_equal(stream_put(p.client, bytes, 1, 0, &e), ERR_LOST);
	assert_contains(bed_text(&e), "the other side does not take what we send: 0 of 1 bytes");
	pair_close(&p);
}

static void an_ended_connection_is_told_from_a_broken_one(void **state)
{
	(void)state;
	const struct linger abort_it = {.l_onoff = 1, .l_linger = 0};
	struct pair p;
	struct err e;

	pair_open(&p, NULL, NULL, NULL);
	stream_close(p.server);
	p.server = NULL;
	assert_int_equal(bed_read_to_end(p.client, &e), ERR_LOST);
	assert_contains(bed_text(&e), "the other side has ended the connection");
	assert_int_equal(stream_phase(p.client), STREAM_CLOSED);
	pair_close(&p);

	pair_meet(&p, NULL, NULL, NULL);
	int fd = raw_connect(listener_port(p.listener));
	struct stream *s = NULL;
	UNTIL("accept", listener_accept(p.listener, NULL, &s, &e) == 0 && s);
	assert_int_equal(setsockopt(fd, SOL_SOCKET, SO_LINGER, &abort_it, sizeof(abort_it)), 0);
	close(fd);
	assert_int_equal(bed_read_to_end(s, &e), ERR_LOST);
	assert_contains(bed_text(&e), "the connection is broken: Connection reset by peer");
	stream_close(s);
	pair_close(&p);
}

static void last_words_arrive_although_bytes_were_unread(void **state)
{
	struct pair p;
	(void)state;
	pair_open(&p, NULL, NULL, NULL);
	pair_last_words(&p);
	pair_close(&p);
}

static void writing_to_a_peer_that_is_gone_is_an_error_and_no_signal(void **state)
{
	struct pair p;
	(void)state;
	pair_open(&p, NULL, NULL, NULL);
	pair_write_in_vain(&p);
	pair_close(&p);
}

static void nobody_there_is_lost_and_says_where(void **state)
{
	(void)state;
	struct listener *l = bed_listen(NULL);
	int port = listener_port(l);
	struct stream *s = NULL;
	struct err e = {0};
	char object[64];

	listener_close(l);
	int rc = stream_connect("127.0.0.1", port, NULL, &s, &e);
	while (rc == 0) {
		stream_wait(s, true, bed_late());
		rc = stream_work(s, &e);
		assert_true(rc < 0 || stream_phase(s) == STREAM_CONNECTING);
	}
	assert_int_equal(rc, ERR_LOST);
	snprintf(object, sizeof(object), "connection to 127.0.0.1:%d: cannot be connected", port);
	assert_contains(bed_text(&e), object);
	assert_contains(bed_text(&e), "Connection refused");
	stream_close(s);
}

static void bad_words_are_refused_before_anything_is_sent(void **state)
{
	static const struct {
		const char *host;
		int port;
		struct stream_words w;
		int code;
		const char *says;
	} row[] = {
		{"127.0.0.1", 70000, {0}, ERR_RANGE, "there is no such port: 70000 (allowed: 0 to 65535)"},
		{"127.0.0.1", -1, {0}, ERR_RANGE, "there is no such port"},
		{"no-such-host.invalid", 80, {0}, ERR_MISSING, "no such host is known: no-such-host.invalid"},
		{"127.0.0.1", 80, {.patience_s = -1}, ERR_RANGE, "patience must be positive: -1 s"},
		{"127.0.0.1", 80, {.name = ".org"}, ERR_ARGUMENT, "the wanted name is too long, or begins with a dot: .org"},
		{"127.0.0.1", 80, {.pin = "12ab"}, ERR_ARGUMENT, "a pin is the SHA-256 of a certificate: 12ab (allowed: 64 hexadecimal digits)"},
		{"192.0.2.1", 80, {0}, ERR_UNSUPPORTED, "-plain"},
		{"2001:db8::1", 80, {0}, ERR_UNSUPPORTED, "programs of this machine only: 2001:db8::1 (allowed: 127.0.0.0/8, ::1, localhost)"},
		{"0.0.0.0", 80, {0}, ERR_UNSUPPORTED, "-plain"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct stream *s = NULL;
		struct err e = {0};
		assert_int_equal(stream_connect(row[i].host, row[i].port, &row[i].w, &s, &e), row[i].code);
		assert_contains(bed_text(&e), row[i].says);
		assert_null(s);
	}
}

static void plain_ports_are_open_to_this_machine_only_unless_the_words_say_so(void **state)
{
	static const char *const other[] = {"0.0.0.0", "::", "192.0.2.1"};
	struct listener *l = NULL;
	(void)state;
	for (size_t i = 0; i < COUNT(other); i++) {
		struct err e = {0};
		assert_int_equal(listener_open(other[i], 0, NULL, false, &l, &e), ERR_UNSUPPORTED);
		assert_contains(bed_text(&e), "-plain");
	}
	struct err e = {0};
	assert_int_equal(listener_open("0.0.0.0", 0, NULL, true, &l, &e), 0);
	assert_true(listener_port(l) > 0);
	listener_close(l);
	assert_int_equal(listener_open("192.0.2.1", 0, NULL, true, &l, &e), ERR_FILE);
	assert_contains(bed_text(&e), "cannot be listened at");
}

static void a_port_in_use_is_refused_and_one_just_left_is_not(void **state)
{
	(void)state;
	struct pair p;
	struct listener *l = NULL;
	struct err e = {0};

	pair_open(&p, NULL, NULL, NULL);
	int port = listener_port(p.listener);
	assert_int_equal(listener_open(NULL, port, NULL, false, &l, &e), ERR_FILE);
	assert_contains(bed_text(&e), "Address already in use");
	pair_close(&p);
	err_clear(&e);
	assert_int_equal(listener_open(NULL, port, NULL, false, &l, &e), 0);
	listener_close(l);
}

static void loopback_is_recognised(void **state)
{
	static const struct {
		const char *host;
		bool is;
	} row[] = {{"127.0.0.1", true}, {"127.200.3.4", true}, {"::1", true}, {"localhost", true}, {"::ffff:127.0.0.1", true}, {"128.0.0.1", false},
		   {"0.0.0.0", false}, {"::", false}, {"::2", false}, {"::ffff:10.0.0.1", false}, {"lab.example", false}, {"", false}, {"127.0.0.1.example", false}};
	(void)state;
	for (size_t i = 0; i < COUNT(row); i++)
		if (net_is_loopback(row[i].host) != row[i].is)
			fail_msg("%s", row[i].host);
}

static bool has_six(void)
{
	int fd = socket(AF_INET6, SOCK_STREAM, 0);
	const struct sockaddr_in6 a = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
	bool has = fd >= 0 && bind(fd, (const struct sockaddr *)&a, sizeof(a)) == 0;

	if (fd >= 0)
		close(fd);
	return has;
}

static void connects_over_six_and_by_name(void **state)
{
	static const struct {
		const char *listen, *connect, *address;
	} row[] = {{"::1", "::1", "[::1]:"}, {"127.0.0.1", "localhost", "127.0.0.1:"}, {"localhost", "127.0.0.1", "127.0.0.1:"}};
	(void)state;
	for (size_t i = has_six() ? 0 : 1; i < COUNT(row); i++) {
		struct listener *l = NULL;
		struct stream *c = NULL, *s = NULL;
		struct err e = {0};
		assert_int_equal(listener_open(row[i].listen, 0, NULL, false, &l, &e), 0);
		assert_int_equal(stream_connect(row[i].connect, listener_port(l), NULL, &c, &e), 0);
		UNTIL(row[i].connect, stream_work(c, &e) < 0 || stream_phase(c) == STREAM_OPEN);
		if (e.code)
			fail_msg("%s", bed_text(&e));
		UNTIL(row[i].connect, listener_accept(l, NULL, &s, &e) < 0 || s);
		assert_non_null(s);
		assert_contains(stream_address(c), row[i].address);
		assert_contains(stream_address(s), row[i].address);
		stream_close(c);
		stream_close(s);
		listener_close(l);
	}
}

/* The other end of "::" that an IPv4 peer uses is written as IPv4. */
static void an_address_of_four_inside_six_is_written_as_four(void **state)
{
	(void)state;
	struct listener *l = NULL;
	struct stream *s = NULL;
	struct err e = {0};

	if (!has_six())
		skip();
	assert_int_equal(listener_open("::", 0, NULL, true, &l, &e), 0);
	int fd = raw_connect(listener_port(l));
	UNTIL("accept", listener_accept(l, NULL, &s, &e) < 0 || s);
	assert_int_equal(strncmp(stream_address(s), "127.0.0.1:", 10), 0);
	close(fd);
	stream_close(s);
	listener_close(l);
}

/* The beginning of a ClientHello of TLS (RFC 8446, 5.1), in one piece and byte by byte. */
static void tls_at_a_plain_port_is_recognised_and_answered_with_an_alert(void **state)
{
	static const unsigned char hello[] = {0x16, 0x03, 0x01, 0x00, 0x50, 0x01, 0x00}, alert[] = {0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x0a};
	(void)state;
	for (size_t piece = 1; piece <= sizeof(hello); piece += sizeof(hello) - 1) {
		struct listener *l = bed_listen(NULL);
		int fd = raw_connect(listener_port(l));
		struct stream *s = NULL;
		struct err e = {0};
		unsigned char got[64], one[8];
		size_t n;
		int rc = 0;
		UNTIL("accept", listener_accept(l, NULL, &s, &e) == 0 && s);
		for (size_t i = 0; i < sizeof(hello) && rc == 0; i += piece) {
			raw_put(fd, hello + i, piece);
			assert_true(stream_wait(s, false, bed_late()));
			rc = stream_read(s, one, sizeof(one), &n, &e);
		}
		assert_int_equal(rc, ERR_REFUSED);
		assert_contains(bed_text(&e), "the other side speaks TLS, this one does not");
		stream_close(s);
		assert_int_equal(raw_get_all(fd, got, sizeof(got)), sizeof(alert));
		assert_memory_equal(got, alert, sizeof(alert));
		close(fd);
		listener_close(l);
	}
}

static void bytes_that_only_resemble_tls_are_handed_on(void **state)
{
	static const unsigned char row[][4] = {{0x16, 0x04, 0x01, 0x00}, {0x16, 0x03, 0x05, 0x00}, {0x17, 0x03, 0x03, 0x00}, {0x00, 0x16, 0x03, 0x01}};
	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct pair p;
		struct err e = {0};
		unsigned char got[4];
		pair_open(&p, NULL, NULL, NULL);
		assert_int_equal(stream_put(p.client, row[i], 4, bed_late(), &e), 0);
		assert_int_equal(stream_get(p.server, got, 4, bed_late(), &e), 0);
		assert_memory_equal(got, row[i], 4);
		pair_close(&p);
	}
}

static void waiting_for_several_says_which_one(void **state)
{
	(void)state;
	struct pair p[3];
	struct stream *s[4] = {NULL};
	struct err e = {0};
	bool ready[4];

	for (int i = 0; i < 3; i++) {
		pair_open(&p[i], NULL, NULL, NULL);
		s[i == 2 ? 3 : i] = p[i].client;
	}
	assert_false(stream_wait_any(s, 4, 0, ready));
	assert_int_equal(stream_put(p[1].server, "x", 1, bed_late(), &e), 0);
	assert_true(stream_wait_any(s, 4, bed_late(), ready));
	assert_true(ready[1]);
	assert_false(ready[0] || ready[2] || ready[3]);
	int fd = raw_connect(listener_port(p[0].listener));
	assert_true(net_wait(p[0].listener, NULL, NULL, 0, bed_late(), ready));
	assert_true(listener_wait(p[0].listener, bed_late()));
	close(fd);
	for (int i = 0; i < 3; i++)
		pair_close(&p[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(carries_bytes_both_ways),
		cmocka_unit_test(both_ends_send_at_once_and_know_each_others_address),
		cmocka_unit_test(reads_nothing_while_nothing_has_come),
		cmocka_unit_test(an_answer_that_stops_in_the_middle_closes_the_stream),
		cmocka_unit_test(awaiting_reads_what_comes_and_returns_when_nothing_does),
		cmocka_unit_test(large_transfers_both_ways_at_once_lose_nothing),
		cmocka_unit_test(a_peer_that_does_not_read_stops_the_sender_without_memory),
		cmocka_unit_test(an_ended_connection_is_told_from_a_broken_one),
		cmocka_unit_test(last_words_arrive_although_bytes_were_unread),
		cmocka_unit_test(writing_to_a_peer_that_is_gone_is_an_error_and_no_signal),
		cmocka_unit_test(nobody_there_is_lost_and_says_where),
		cmocka_unit_test(bad_words_are_refused_before_anything_is_sent),
		cmocka_unit_test(plain_ports_are_open_to_this_machine_only_unless_the_words_say_so),
		cmocka_unit_test(a_port_in_use_is_refused_and_one_just_left_is_not),
		cmocka_unit_test(loopback_is_recognised),
		cmocka_unit_test(connects_over_six_and_by_name),
		cmocka_unit_test(an_address_of_four_inside_six_is_written_as_four),
		cmocka_unit_test(tls_at_a_plain_port_is_recognised_and_answered_with_an_alert),
		cmocka_unit_test(bytes_that_only_resemble_tls_are_handed_on),
		cmocka_unit_test(waiting_for_several_says_which_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
