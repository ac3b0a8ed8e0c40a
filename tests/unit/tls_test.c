/* Streams inside TLS: who is let in, who is not and what both sides say, bytes, ends. Strangers at the door are in tls_door_test.c. */
#include "test.h"

#include "unit/net_bed.h"

#include "base/base.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

/* The cast: two that get on, and others each with one fault. */
enum who { ALICE, LAB, ADDRESS, STRANGER, DECEIVED, OLD, EARLY, PEOPLE };

static struct tls *who[PEOPLE];

static int begin(void **state)
{
	const char *ours = bed_folder(), *theirs = bed_folder();
	(void)state;
	who[ALICE] = bed_papers(ours, "alice", 0, 10, NULL);
	who[LAB] = bed_papers(ours, "lab.example", 0, 10, NULL);
	who[ADDRESS] = bed_papers(ours, "127.0.0.1", 0, 10, NULL);
	who[STRANGER] = bed_papers(theirs, "lab.example", 0, 10, NULL);
	who[DECEIVED] = bed_papers(theirs, "alice", 0, 10, ours);        /* trusts us, but nobody here trusts it */
	who[OLD] = bed_papers(ours, "old.example", -10, -1, NULL);
	who[EARLY] = bed_papers(ours, "early.example", 1, 10, NULL);
	return 0;
}

static int end(void **state)
{
	(void)state;
	for (int i = 0; i < PEOPLE; i++)
		tls_close(who[i]);
	bed_sweep();
	return 0;
}

static void both_sides_know_each_other_and_talk(void **state)
{
	const struct stream_words w = {.tls = who[ALICE], .name = "lab.example"};
	struct pair p;
	struct err e = {0};
	char got[6] = "";
	(void)state;

	pair_open(&p, who[LAB], &w, NULL);
	assert_string_equal(stream_name(p.client), "lab.example");
	assert_string_equal(stream_pin(p.client), tls_pin(who[LAB]));
	assert_string_equal(stream_name(p.server), "alice");
	assert_string_equal(stream_pin(p.server), tls_pin(who[ALICE]));
	assert_int_equal(stream_put(p.client, "hello", 5, bed_late(), &e), 0);
	assert_int_equal(stream_get(p.server, got, 5, bed_late(), &e), 0);
	assert_string_equal(got, "hello");
	assert_int_equal(stream_put(p.server, "there", 5, bed_late(), &e), 0);
	assert_int_equal(stream_get(p.client, got, 5, bed_late(), &e), 0);
	assert_string_equal(got, "there");
	pair_close(&p);
}

/* A pin of nobody: SHA-256 of the empty string (FIPS 180-4). */
#define NOBODY "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

static const struct refusal {
	enum who client, server;
	const char *client_wants, *client_pins, *server_wants, *server_pins;
	const char *client_says, *server_says;
} REFUSAL[] = {
	{ALICE, STRANGER, NULL, NULL, NULL, NULL, "its certificate is not signed by the authority that is trusted here: lab.example",
	 "the other side refuses our certificate: it does not trust the authority that signed it"},
	{DECEIVED, LAB, NULL, NULL, NULL, NULL, "the other side refuses our certificate: it does not trust the authority that signed it",
	 "its certificate is not signed by the authority that is trusted here: alice"},
	{ALICE, OLD, NULL, NULL, NULL, NULL, "its certificate has expired: old.example", "the other side refuses our certificate: it is out of date"},
	{OLD, LAB, NULL, NULL, NULL, NULL, "the other side refuses our certificate: it is out of date", "its certificate has expired: old.example"},
	{ALICE, EARLY, NULL, NULL, NULL, NULL, "its certificate is not valid yet: early.example", "the other side refuses our certificate: it is out of date"},
	{EARLY, LAB, NULL, NULL, NULL, NULL, "the other side refuses our certificate: it is out of date", "its certificate is not valid yet: early.example"},
	{ALICE, LAB, "other.example", NULL, NULL, NULL, "its certificate is of another name: lab.example (allowed: other.example)",
	 "the other side refuses our certificate: it does not hold the name that is wanted there"},
	{ALICE, LAB, NULL, NULL, "bob", NULL, "the other side refuses our certificate: it does not hold the name that is wanted there",
	 "its certificate is of another name: alice (allowed: bob)"},
	{ALICE, ADDRESS, "127.0.0.2", NULL, NULL, NULL, "its certificate is of another address: 127.0.0.1 (allowed: 127.0.0.2)",
	 "the other side refuses our certificate: it does not hold the name that is wanted there"},
	{ALICE, LAB, "127.0.0.1", NULL, NULL, NULL, "its certificate is of another address: lab.example (allowed: 127.0.0.1)",
	 "the other side refuses our certificate: it does not hold the name that is wanted there"},
	{ALICE, LAB, "lab.example", NOBODY, NULL, NULL, "its certificate is not the pinned one",
	 "the other side refuses our certificate: another one is pinned there"},
	{ALICE, LAB, NULL, NULL, "alice", NOBODY, "the other side refuses our certificate: another one is pinned there", "its certificate is not the pinned one"},
};

static void each_refusal_says_why_on_both_sides(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(REFUSAL); i++) {
		const struct refusal *r = &REFUSAL[i];
		const struct stream_words client = {.tls = who[r->client], .name = r->client_wants, .pin = r->client_pins};
		const struct stream_words server = {.name = r->server_wants, .pin = r->server_pins};
		struct pair p;
		pair_meet(&p, who[r->server], &client, &server);
		assert_int_equal(p.client_rc, ERR_REFUSED);
		assert_int_equal(p.server_rc, ERR_REFUSED);
		assert_contains(bed_text(&p.client_err), r->client_says);
		assert_contains(bed_text(&p.client_err), "connection to 127.0.0.1:");
		assert_contains(bed_text(&p.server_err), r->server_says);
		assert_contains(bed_text(&p.server_err), "connection from 127.0.0.1:");
		assert_int_equal(stream_phase(p.client), STREAM_CLOSED);
		assert_int_equal(stream_phase(p.server), STREAM_CLOSED);
		assert_string_equal(stream_name(p.server), "");
		pair_close(&p);
	}
}

static void the_right_pin_and_the_right_address_are_let_in(void **state)
{
	char upper[65];
	struct pair p;
	(void)state;

	for (int i = 0; i < 65; i++) {
		char c = tls_pin(who[LAB])[i];
		upper[i] = c >= 'a' && c <= 'f' ? (char)(c - 'a' + 'A') : c;
	}
	pair_open(&p, who[LAB], &(struct stream_words){.tls = who[ALICE], .pin = upper}, &(struct stream_words){.pin = tls_pin(who[ALICE])});
	pair_close(&p);
	pair_open(&p, who[ADDRESS], &(struct stream_words){.tls = who[ALICE], .name = "127.0.0.1"}, NULL);
	assert_string_equal(stream_name(p.client), "127.0.0.1");
	pair_close(&p);
}

/* A client is not open before the server has judged it. */
static void a_client_waits_for_the_servers_verdict(void **state)
{
	struct pair p = {.listener = bed_listen(who[LAB])};
	const struct stream_words w = {.tls = who[ALICE]};
	struct err e = {0};
	(void)state;

	assert_int_equal(stream_connect("127.0.0.1", listener_port(p.listener), &w, &p.client, &e), 0);
	UNTIL("accept", listener_accept(p.listener, NULL, &p.server, &e) == 0 && p.server);
	for (int i = 0; i < 200 && stream_phase(p.server) != STREAM_OPEN; i++) {
		assert_int_equal(stream_work(p.client, &e), 0);
		assert_true(stream_phase(p.client) != STREAM_OPEN);
		assert_int_equal(stream_work(p.server, &e), 0);
		stream_wait(p.server, false, (int64_t)(1e9 * wait_now()) + 10000000);
	}
	assert_int_equal(stream_phase(p.server), STREAM_OPEN);
	UNTIL("verdict", stream_work(p.client, &e) < 0 || stream_phase(p.client) == STREAM_OPEN);
	assert_int_equal(e.code, 0);
	pair_close(&p);
}

static void large_transfers_both_ways_at_once_lose_nothing(void **state)
{
	struct pair p;
	(void)state;
	pair_open(&p, who[LAB], &(struct stream_words){.tls = who[ALICE]}, NULL);
	pair_exchange(&p);
	pair_close(&p);
}

/* Several small messages arrive in one read of the socket; waiting must not forget those that TLS holds. */
static void waiting_sees_what_tls_has_read_already(void **state)
{
	struct pair p;
	struct err e = {0};
	char c;
	(void)state;

	pair_open(&p, who[LAB], &(struct stream_words){.tls = who[ALICE]}, NULL);
	for (char i = 'a'; i <= 'z'; i++)
		assert_int_equal(stream_put(p.server, &i, 1, bed_late(), &e), 0);
	for (char i = 'a'; i <= 'z'; i++) {
		bool ready;
		assert_true(stream_wait_any(&p.client, 1, bed_late(), &ready) && ready);
		assert_int_equal(stream_get(p.client, &c, 1, bed_late(), &e), 0);
		assert_int_equal(c, i);
	}
	assert_false(stream_wait(p.client, false, 0));
	pair_close(&p);
}

static void a_peer_that_does_not_read_stops_the_sender_and_nothing_is_lost(void **state)
{
	static char bytes[65536], got[65536];
	struct pair p;
	struct err e = {0};
	size_t n = 1, sent = 0, seen = 0, more;
	(void)state;

	pair_open(&p, who[LAB], &(struct stream_words){.tls = who[ALICE]}, NULL);
	while (n > 0) {
		assert_int_equal(stream_write(p.client, bytes, sizeof(bytes), &n, &e), 0);
		sent += n;
		assert_true(sent < (size_t)1 << 30);
		if (n == 0 && stream_wait(p.client, true, 0))
			n = 1;
	}
	assert_int_equal(stream_write(p.client, bytes, 1, &n, &e), ERR_STATE);
	assert_contains(bed_text(&e), "only 1 were offered again");
	err_clear(&e);
	more = sent + sizeof(bytes);
	while (seen < more) {
		assert_true(stream_wait(p.server, false, bed_late()) || sent < more);
		assert_int_equal(stream_read(p.server, got, sizeof(got), &n, &e), 0);
		seen += n;
		if (sent < more) {
			assert_int_equal(stream_write(p.client, bytes, more - sent, &n, &e), 0);
			sent += n;
		}
	}
	assert_int_equal(seen, more);
	pair_close(&p);
}

static void an_ended_connection_is_told_from_a_cut_one(void **state)
{
	const struct stream_words w = {.tls = who[ALICE]};
	struct pair p;
	struct err e;
	(void)state;

	pair_open(&p, who[LAB], &w, NULL);
	stream_close(p.client);
	p.client = NULL;
	assert_int_equal(bed_read_to_end(p.server, &e), ERR_LOST);
	assert_contains(bed_text(&e), "the other side has ended the connection");
	pair_close(&p);

	pair_open(&p, who[LAB], &w, NULL);
	assert_int_equal(shutdown(stream_handle(p.client), SHUT_WR), 0);
	assert_int_equal(bed_read_to_end(p.server, &e), ERR_LOST);
	assert_contains(bed_text(&e), "the connection was cut: the other side did not say that it ends it");
	pair_close(&p);
}

static void last_words_arrive_although_bytes_were_unread(void **state)
{
	struct pair p;
	(void)state;
	pair_open(&p, who[LAB], &(struct stream_words){.tls = who[ALICE]}, NULL);
	pair_last_words(&p);
	pair_close(&p);
}

static void writing_to_a_peer_that_is_gone_is_an_error_and_no_signal(void **state)
{
	struct pair p;
	(void)state;
	pair_open(&p, who[LAB], &(struct stream_words){.tls = who[ALICE]}, NULL);
	pair_write_in_vain(&p);
	pair_close(&p);
}

/* Bytes that somebody changes on the way are noticed. */
static void a_changed_byte_ends_the_connection(void **state)
{
	static const unsigned char forged[5 + 0x20] = {0x17, 0x03, 0x03, 0x00, 0x20, 1, 2, 3};
	struct pair p;
	struct err e;
	(void)state;

	pair_open(&p, who[LAB], &(struct stream_words){.tls = who[ALICE]}, NULL);
	raw_put(stream_handle(p.client), forged, sizeof(forged));
	assert_int_equal(bed_read_to_end(p.server, &e), ERR_LOST);
	assert_contains(bed_text(&e), "the other side breaks the rules of TLS");
	assert_int_equal(bed_read_to_end(p.client, &e), ERR_REFUSED);
	pair_close(&p);
}

/* ---- threads ---- */

enum { CLIENTS = 6, ROUNDS = 20 };

struct worker {
	struct stream *s;
	int port;                  /* of a client, which connects itself */
	int rc;
	struct err e;
};

static int open_it(struct worker *w)
{
	const struct stream_words words = {.tls = who[ALICE]};
	int rc = w->port ? stream_connect("127.0.0.1", w->port, &words, &w->s, &w->e) : 0;

	while (rc == 0 && stream_phase(w->s) != STREAM_OPEN) {
		stream_wait(w->s, false, bed_late());
		rc = stream_work(w->s, &w->e);
	}
	return rc;
}

/* Clients speak first. */
static void *converse(void *ctx)
{
	struct worker *w = ctx;
	char bytes[512] = "";

	w->rc = open_it(w);
	for (int i = 0; i < 2 * ROUNDS && w->rc == 0; i++) {
		if ((i % 2 == 0) == (w->port != 0))
			w->rc = stream_put(w->s, bytes, sizeof(bytes), bed_late(), &w->e);
		else
			w->rc = stream_get(w->s, bytes, sizeof(bytes), bed_late(), &w->e);
	}
	return NULL;
}

/* The papers, the listener's count of strangers and OpenSSL itself are all that threads share; make check-tsan looks at it. */
static void streams_of_one_listener_live_in_threads_of_their_own(void **state)
{
	static struct worker worker[2 * CLIENTS];
	pthread_t thread[2 * CLIENTS];
	struct listener *l = bed_listen(who[LAB]);
	(void)state;

	for (int i = 0; i < CLIENTS; i++) {
		struct worker *client = &worker[i], *server = &worker[CLIENTS + i];
		client->port = listener_port(l);
		assert_int_equal(pthread_create(&thread[i], NULL, converse, client), 0);
		UNTIL("accept", listener_accept(l, NULL, &server->s, &server->e) < 0 || server->s);
		assert_int_equal(pthread_create(&thread[CLIENTS + i], NULL, converse, server), 0);
	}
	listener_close(l);
	for (int i = 0; i < 2 * CLIENTS; i++) {
		assert_int_equal(pthread_join(thread[i], NULL), 0);
		if (worker[i].rc < 0)
			fail_msg("%s", bed_text(&worker[i].e));
		stream_close(worker[i].s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_sides_know_each_other_and_talk),
		cmocka_unit_test(each_refusal_says_why_on_both_sides),
		cmocka_unit_test(the_right_pin_and_the_right_address_are_let_in),
		cmocka_unit_test(a_client_waits_for_the_servers_verdict),
		cmocka_unit_test(large_transfers_both_ways_at_once_lose_nothing),
		cmocka_unit_test(waiting_sees_what_tls_has_read_already),
		cmocka_unit_test(a_peer_that_does_not_read_stops_the_sender_and_nothing_is_lost),
		cmocka_unit_test(an_ended_connection_is_told_from_a_cut_one),
		cmocka_unit_test(last_words_arrive_although_bytes_were_unread),
		cmocka_unit_test(writing_to_a_peer_that_is_gone_is_an_error_and_no_signal),
		cmocka_unit_test(a_changed_byte_ends_the_connection),
		cmocka_unit_test(streams_of_one_listener_live_in_threads_of_their_own),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
