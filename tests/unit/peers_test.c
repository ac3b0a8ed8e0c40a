/* A coordinator's connections: several sites asked together, sites that are not there, vanish or refuse, and an interrupt. */
#include "test.h"

#include "unit/net_bed.h"
#include "unit/site_bed.h"

#include "base/base.h"
#include "base/interrupt.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SITES = 3 };

static struct site_bed b;
static struct peers p;
static const struct stream_words plain = {.tls = NULL};

static int begin(void **state)
{
	(void)state;
	site_bed_make(&b, site_script(1.0));
	p = (struct peers){.n = 0};
	return 0;
}

static int end(void **state)
{
	(void)state;
	for (int i = 0; i < p.n; i++) {
		coordinator_close(&p.site[i]->coordinator);
		stream_close(p.site[i]->stream);
	}
	interrupt_clear();
	script_fini(&b.script);
	arena_fini(&b.mem);
	return 0;
}

static struct peer_site *add(const struct coordinator_words *w, int port)
{
	struct peer_site *s = NULL;
	struct err e = {0};

	if (peers_add(&p, w, &plain, "127.0.0.1", port, &b.mem, &s, &e))
		fail_msg("%s", bed_text(&e));
	return s;
}

static struct peer_site *meet(const struct coordinator_words *w, int port)
{
	struct peer_site *s = add(w, port);
	struct err e = {0};

	if (peers_greet(&p, s, WAIT_MOST, &e))
		fail_msg("%s", bed_text(&e));
	return s;
}

static void give(struct peer_site *s, uint64_t step, double x)
{
	double zero = 0.0, t = 0.01 * (double)step;
	struct signals trial = {.x = {&x, &zero, &zero, &zero, &t}};
	struct err e = {0};

	memcpy(trial.n, s->coordinator.words.trial_n, sizeof(trial.n));
	if (peers_exchange(s, step, 0, t, &trial, &e))
		fail_msg("%s", bed_text(&e));
}

/* A port of loopback at which nobody listens. */
static int nobodys_port(void)
{
	struct listener *l = bed_listen(NULL);
	int port = listener_port(l);

	listener_close(l);
	return port;
}

/* ---- cases ---- */

static void sites_are_asked_together_and_each_answers_for_itself(void **state)
{
	struct coordinator_words w = peer_words(&b, "run", NULL);
	struct site_process site[SITES];
	struct peer_site *s[SITES];
	(void)state;

	for (int i = 0; i < SITES; i++) {
		site_process_begin(&site[i], site_script(100.0 * (i + 1)), NULL, 0);
		s[i] = meet(&w, site[i].port);
	}
	for (int step = 1; step <= 10; step++) {
		for (int i = 0; i < SITES; i++)
			give(s[i], (uint64_t)step, 0.01 * step);
		assert_int_equal(peers_wait(&p), 0);
		for (int i = 0; i < SITES; i++)
			assert_true(coordinator_answer(&s[i]->coordinator)->x[SLOT_FORCE][0] == 100.0 * (i + 1) * (0.01 * step));
	}
	for (int i = 0; i < SITES; i++) {
		assert_true(peers_end(&p, s[i]));
		assert_int_equal(s[i]->coordinator.state, COORDINATOR_ENDED);
		assert_null(s[i]->stream);
		site_process_kill(&site[i]);
	}
}

static void there_is_a_bound_on_sites(void **state)
{
	struct coordinator_words w = peer_words(&b, "run", NULL);
	struct peer_site *s = NULL;
	struct err e = {0};
	(void)state;

	for (int i = 0; i < PEERS_MOST; i++)
		(void)add(&w, 1);
	assert_int_equal(peers_add(&p, &w, &plain, "127.0.0.1", 1, &b.mem, &s, &e), ERR_LIMIT);
	assert_contains(bed_text(&e), "there are too many (allowed: at most 64)");
	assert_null(s);
}

static void nobody_there_is_said_when_patience_ends(void **state)
{
	struct coordinator_words w = peer_words(&b, "run", NULL);
	struct peer_site *s = add(&w, nobodys_port());
	struct err e = {0};
	(void)state;

	assert_int_equal(peers_greet(&p, s, 0.15, &e), ERR_LOST);
	assert_contains(bed_text(&e), "does not answer within 0.15 s: cannot be connected; is the program on the other side started");
}

/* How long the first answer is waited for is the caller's patience; giving up is for a site that was there. */
static void patience_is_not_cut_by_giving_up(void **state)
{
	struct coordinator_words w = peer_words(&b, "run", NULL);
	struct peer_site *s;
	struct err e = {0};
	(void)state;

	w.give_up_ns = 100000000;
	s = add(&w, nobodys_port());
	assert_int_equal(peers_greet(&p, s, 0.3, &e), ERR_LOST);
	assert_contains(bed_text(&e), "does not answer within 0.3 s");
}

/* A site without the word would move before those with it have accepted. */
static void all_sites_propose_or_none_does(void **state)
{
	struct coordinator_words w = peer_words(&b, "run", NULL);
	struct peer_site *s = NULL;
	struct err e = {0};
	(void)state;

	w.propose = true;
	(void)add(&w, 1);
	(void)add(&w, 1);
	w.propose = false;
	assert_int_equal(peers_add(&p, &w, &plain, "127.0.0.1", 1, &b.mem, &s, &e), ERR_ARGUMENT);
	assert_contains(bed_text(&e), "east is without -propose, the sites before it with it");
	assert_null(s);
}

static void what_waiting_does_not_change_is_said_at_once(void **state)
{
	struct coordinator_words w = peer_words(&b, "run", NULL);
	struct peer_site *s = NULL;
	struct err e = {0};
	(void)state;

	assert_int_equal(peers_add(&p, &w, &plain, "192.0.2.1", 5001, &b.mem, &s, &e), 0);
	assert_int_equal(peers_greet(&p, s, 1e6, &e), ERR_UNSUPPORTED);
	assert_contains(bed_text(&e), "without TLS Tandem speaks with programs of this machine only: 192.0.2.1");
}

static void a_refusal_is_an_end_with_the_sites_words(void **state)
{
	struct coordinator_words w = peer_words(&b, "run", NULL);
	struct site_process site;
	struct peer_site *s;
	struct err e = {0};
	(void)state;

	site_process_begin(&site, site_script(1.0), NULL, 0);
	w.site = "west";
	s = add(&w, site.port);
	assert_int_equal(peers_greet(&p, s, 1e6, &e), ERR_MISSING);
	assert_contains(bed_text(&e), "site west refuses: this is site east, not west");
	site_process_kill(&site);
}

static void a_target_beyond_the_limits_ends_the_test_and_trips_the_others(void **state)
{
	struct coordinator_words w = peer_words(&b, "run", NULL);
	struct site_process site[2];
	struct peer_site *s[2];
	char line[1024];
	(void)state;

	for (int i = 0; i < 2; i++) {
		site_process_begin(&site[i], site_script(1.0), NULL, 0);
		s[i] = meet(&w, site[i].port);
	}
	assert_false(peers_why(&p, line, sizeof(line)));
	give(s[0], 1, 0.5);
	give(s[1], 1, 1.5);
	assert_int_equal(peers_wait(&p), ERR_LIMIT);
	assert_true(peers_why(&p, line, sizeof(line)));
	assert_contains(line, "site east refuses: step 1.0: channel 1: Disp 1.5, allowed -1 to 1");
	assert_true(coordinator_failed(&s[0]->coordinator) && coordinator_failed(&s[1]->coordinator));
	for (int i = 0; i < 2; i++)
		site_process_kill(&site[i]);
}

static void a_site_that_vanishes_is_given_up_with_its_name(void **state)
{
	struct coordinator_words w = peer_words(&b, "run", NULL);
	struct site_process site;
	struct peer_site *s;
	char line[1024];
	(void)state;

	w.give_up_ns = 200000000;
	site_process_begin(&site, site_script(1.0), NULL, 0);
	s = meet(&w, site.port);
	assert_true(peer_step(&p, s, 1, 0.5) == 0.5);
	site_process_kill(&site);
	give(s, 2, 0.6);
	assert_int_equal(peers_wait(&p), ERR_LOST);
	assert_true(peers_why(&p, line, sizeof(line)));
	assert_contains(line, "site east (127.0.0.1:");
	assert_contains(line, "no connection for");
	assert_contains(line, "last connection: connection to 127.0.0.1");
}

/* It has its journal: the step that was under way is executed once. */
static void a_site_that_comes_back_goes_on(void **state)
{
	struct coordinator_words w = peer_words(&b, "run", NULL);
	struct site_process site;
	struct peer_site *s;
	const char *folder = bed_folder();
	(void)state;

	site_process_begin(&site, site_script(2.0), folder, 0);
	s = meet(&w, site.port);
	for (int i = 1; i <= 5; i++) {
		assert_true(peer_step(&p, s, (uint64_t)i, 0.1 * i) == 2.0 * (0.1 * i));
		site_process_kill(&site);
		site_process_begin(&site, site_script(2.0), folder, site.port);
	}
	assert_true(s->coordinator.losses > 0);
	assert_true(peers_end(&p, s));
	assert_int_equal(s->coordinator.state, COORDINATOR_ENDED);
	site_process_kill(&site);
	bed_sweep();
}

/* Where the network is down the server of names is, too: the other sites would wait for it. */
static void a_site_that_was_there_is_found_without_its_name(void **state)
{
	struct coordinator_words w = peer_words(&b, "run", NULL);
	struct site_process site;
	struct peer_site *s;
	const char *folder = bed_folder();
	(void)state;

	w.give_up_ns = 10000000000;
	site_process_begin(&site, site_script(2.0), folder, 0);
	s = meet(&w, site.port);
	assert_string_equal(s->known, "127.0.0.1");
	s->host = "no.such.host.invalid";
	assert_true(peer_step(&p, s, 1, 0.1) == 2.0 * 0.1);
	site_process_kill(&site);
	site_process_begin(&site, site_script(2.0), folder, site.port);
	assert_true(peer_step(&p, s, 2, 0.2) == 2.0 * 0.2);
	assert_true(peers_end(&p, s));
	site_process_kill(&site);
	bed_sweep();
}

static bool journal_has_tripped(const char *folder)
{
	struct journal_summary summary;
	char path[1024];

	snprintf(path, sizeof(path), "%s/run.east.journal", folder);
	assert_int_equal(journal_check(path, &b.mem, &summary, NULL), 0);
	return summary.tripped;
}

/* Nobody has read what its end said last: more than one thing, and that it ends the connection. */
static void a_trip_reaches_a_site_whose_connection_has_ended_meanwhile(void **state)
{
	struct coordinator_words w = peer_words(&b, "run", NULL);
	struct site_process site;
	struct peer_site *s;
	const char *folder = bed_folder();
	(void)state;

	site_process_begin(&site, site_script(2.0), folder, 0);
	s = meet(&w, site.port);
	assert_true(peer_step(&p, s, 1, 0.1) == 2.0 * 0.1);
	usleep(1500000);
	site_process_kill(&site);
	site_process_begin(&site, site_script(2.0), folder, site.port);
	assert_false(journal_has_tripped(folder));
	peers_trip(&p, "enough");
	peers_insist(&p);
	assert_true(coordinator_failed(&s->coordinator) && s->coordinator.resting);
	/* it reads it when it comes to it */
	for (int i = 0; i < 2000 && !journal_has_tripped(folder); i++)
		usleep(5000);
	assert_true(journal_has_tripped(folder));
	site_process_kill(&site);
	bed_sweep();
}

/* What was written into a connection is not yet heard. */
static void a_site_rests_when_it_says_so(void **state)
{
	struct coordinator_words w = peer_words(&b, "run", NULL);
	struct site_process site[2];
	struct peer_site *s[2];
	(void)state;

	for (int i = 0; i < 2; i++) {
		site_process_begin(&site[i], site_script(1.0), NULL, 0);
		s[i] = meet(&w, site[i].port);
		give(s[i], 1, 0.5);
	}
	assert_int_equal(peers_wait(&p), 0);
	assert_int_equal(kill(site[1].pid, SIGSTOP), 0);
	peers_trip(&p, "enough");
	peers_insist(&p);
	for (int i = 0; i < 2; i++) {
		assert_true(coordinator_failed(&s[i]->coordinator) && coordinator_is_restless(&s[i]->coordinator) == (i == 1));
		assert_null(s[i]->stream);
		assert_string_equal(s[i]->text, "enough");
		site_process_kill(&site[i]);
	}
}

/* Between two steps, too, a site hears that we live. */
static void who_looks_keeps_connections_alive(void **state)
{
	struct coordinator_words w = peer_words(&b, "run", NULL);
	struct site_process site;
	struct peer_site *s;
	(void)state;

	w.times.ping_ns = 20000000;
	site_process_begin(&site, site_script(2.0), NULL, 0);
	s = meet(&w, site.port);
	for (int i = 0; i < 1000 && s->coordinator.line.round_trips == 0; i++, usleep(5000))
		assert_int_equal(peers_look(&p), 0);
	assert_true(s->coordinator.line.round_trips > 0);
	site_process_kill(&site);
}

/* The process that had all answers was killed before it said END: the one that takes the run up has nothing else to ask, and says it. */
/* A site whose coordinator has gone after three steps, met by the one that takes the run up. */
static struct peer_site *met_again_after_three(struct site_process *site)
{
	static struct coordinator_words w;
	static char journal[1024];
	const char *folder = bed_folder();
	struct peer_site *s;

	snprintf(journal, sizeof(journal), "%s/coordinator.journal", folder);
	w = peer_words(&b, "run", journal);
	site_process_begin(site, site_script(2.0), folder, 0);
	s = meet(&w, site->port);
	for (int i = 1; i <= 3; i++)
		assert_true(peer_step(&p, s, (uint64_t)i, 0.1 * i) == 2.0 * (0.1 * i));
	end(NULL);
	begin(NULL);
	w.resume = true;
	w.instance++;
	return meet(&w, site->port);
}

static void a_run_whose_answers_are_all_in_the_journal_ends_at_the_site_too(void **state)
{
	struct site_process site;
	struct peer_site *s;
	int status;
	(void)state;

	s = met_again_after_three(&site);
	for (int i = 1; i <= 3; i++)
		assert_true(peer_step(&p, s, (uint64_t)i, 0.1 * i) == 2.0 * (0.1 * i));
	assert_null(coordinator_site(&s->coordinator));
	assert_true(peers_end(&p, s));
	assert_int_equal(s->coordinator.state, COORDINATOR_ENDED);
	assert_int_equal(waitpid(site.pid, &status, 0), site.pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	bed_sweep();
}

/* A script that ends earlier than the one that was run: the site waits at step 3, and nobody would know. */
static void a_run_that_ends_before_its_journal_is_told_of(void **state)
{
	struct site_process site;
	struct peer_site *s;
	(void)state;

	s = met_again_after_three(&site);
	assert_true(peer_step(&p, s, 1, 0.1) == 2.0 * 0.1);
	assert_false(peers_end(&p, s));
	assert_contains(s->text, "the test is over after step 1, its journal goes on");
	site_process_kill(&site);
	bed_sweep();
}

static void a_site_that_does_not_hear_of_the_end_is_told_of(void **state)
{
	struct coordinator_words w = peer_words(&b, "run", NULL);
	struct site_process site;
	struct peer_site *s;
	(void)state;

	site_process_begin(&site, site_script(2.0), NULL, 0);
	s = meet(&w, site.port);
	assert_true(peer_step(&p, s, 1, 0.1) == 2.0 * 0.1);
	site_process_kill(&site);
	assert_false(peers_end(&p, s));
	/* one that nothing was asked of has nothing to hear */
	assert_true(peers_end(&p, add(&w, nobodys_port())));
}

/* Its site was removed, or its test is over: what becomes of it afterwards is nothing to the others. */
static void a_site_that_has_left_does_not_end_the_test_of_the_others(void **state)
{
	struct coordinator_words w = peer_words(&b, "run", NULL);
	struct site_process site[2];
	struct peer_site *s[2];
	(void)state;

	w.give_up_ns = 100000000;
	for (int i = 0; i < 2; i++) {
		site_process_begin(&site[i], site_script(2.0), NULL, 0);
		s[i] = meet(&w, site[i].port);
		assert_true(peer_step(&p, s[i], 1, 0.1) == 2.0 * 0.1);
	}
	site_process_kill(&site[0]);
	assert_false(peers_end(&p, s[0]));
	for (int i = 2; i < 5; i++)
		assert_true(peer_step(&p, s[1], (uint64_t)i, 0.1 * i) == 2.0 * (0.1 * i));
	assert_int_equal(peers_look(&p), 0);
	assert_true(peers_end(&p, s[1]));
	site_process_kill(&site[1]);
}

static void an_interrupt_ends_every_wait(void **state)
{
	struct coordinator_words w = peer_words(&b, "run", NULL);
	struct site_process site;
	struct peer_site *s = add(&w, nobodys_port());
	struct err e = {0};
	(void)state;

	interrupt_ask();
	assert_int_equal(peers_greet(&p, s, 1e6, &e), ERR_INTERRUPTED);
	end(NULL);
	begin(NULL);
	site_process_begin(&site, site_script(1.0), NULL, 0);
	s = meet(&w, site.port);
	assert_int_equal(kill(site.pid, SIGSTOP), 0);
	give(s, 1, 0.5);
	interrupt_ask();
	assert_int_equal(peers_wait(&p), ERR_INTERRUPTED);
	site_process_kill(&site);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		CASE(sites_are_asked_together_and_each_answers_for_itself), CASE(there_is_a_bound_on_sites), CASE(nobody_there_is_said_when_patience_ends),
		CASE(what_waiting_does_not_change_is_said_at_once), CASE(a_refusal_is_an_end_with_the_sites_words),
		CASE(a_target_beyond_the_limits_ends_the_test_and_trips_the_others), CASE(a_site_that_vanishes_is_given_up_with_its_name),
		CASE(a_site_that_comes_back_goes_on), CASE(an_interrupt_ends_every_wait), CASE(a_site_that_has_left_does_not_end_the_test_of_the_others),
		CASE(patience_is_not_cut_by_giving_up), CASE(a_site_that_was_there_is_found_without_its_name),
		CASE(a_trip_reaches_a_site_whose_connection_has_ended_meanwhile), CASE(a_site_rests_when_it_says_so),
		CASE(who_looks_keeps_connections_alive), CASE(all_sites_propose_or_none_does),
		CASE(a_run_whose_answers_are_all_in_the_journal_ends_at_the_site_too), CASE(a_site_that_does_not_hear_of_the_end_is_told_of),
		CASE(a_run_that_ends_before_its_journal_is_told_of),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
