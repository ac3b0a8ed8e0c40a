/* Servers of foreign protocols without a socket: what moves, what is answered, what is refused; then a conversation inside TLS. */
#include "test.h"

#include "foreign/actor.h"
#include "foreign/cable.h"
#include "foreign/client.h"
#include "foreign/plant.h"
#include "foreign/simapp.h"
#include "foreign/text.h"
#include "experiment/laboratory.h"
#include "net/tls.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- a site that counts ----------------------------------------------------------------------------------------- */

struct counting {
	struct laboratory lab;
	struct site site;
	struct arena mem;
	struct plant_site plant;
	long sends, receives, commits;
	double d, instant, step;
};

static int on_send(void *self, const struct signals *trial, double instant)
{
	struct counting *c = self;

	c->sends++;
	c->d = trial->x[SLOT_DISP][0];
	c->instant = instant;
	c->step = c->lab.step;
	return 0;
}

static int on_receive(void *self, struct signals *out)
{
	struct counting *c = self;

	c->receives++;
	out->x[SLOT_DISP][0] = c->d;
	out->x[SLOT_FORCE][0] = 4.0 * c->d;
	return 0;
}

static int on_commit(void *self)
{
	((struct counting *)self)->commits++;
	return 0;
}

static const struct site_ops counting_ops = {.name = "Counting", .send = on_send, .receive = on_receive, .commit = on_commit};

static struct counting *counting_make(void)
{
	static const int n[SLOTS] = {1, 1, 1, 0, 1}, out[SLOTS] = {1, 1, 1, 1, 1};
	struct counting *c = test_calloc(1, sizeof(*c));

	laboratory_init(&c->lab);
	arena_init(&c->mem);
	c->site = (struct site){.tag = 1, .ops = &counting_ops, .self = c, .lab = &c->lab};
	assert_int_equal(signals_take(&c->site.trial, n, &c->mem), 0);
	assert_int_equal(signals_take(&c->site.out, out, &c->mem), 0);
	plant_site_init(&c->plant, &c->site, 0.5, &c->mem, "test");
	return c;
}

static void counting_free(struct counting *c)
{
	arena_fini(&c->mem);
	laboratory_fini(&c->lab);
	test_free(c);
}

/* ---- frames ----------------------------------------------------------------------------------------------------- */

enum { DATA = 8 };

/* One message into a machine; the answer's numbers, NULL when there is none. */
static const double *say(struct talk t, const void *bytes, size_t n, int want_code, bool *ret_over)
{
	struct talk_answer answer;
	struct err e = {0};
	void *room;

	assert_int_equal(t.ops->want(t.self, &room), n);
	memcpy(room, bytes, n);
	assert_int_equal(t.ops->take(t.self, &answer, &e), want_code);
	if (ret_over)
		*ret_over = answer.over;
	return answer.n ? answer.bytes : NULL;
}

static const double *act(struct talk t, double action, double d, double v, double time)
{
	const double frame[DATA] = {action, d, v, 0.0, time};

	return say(t, frame, sizeof(frame), 0, NULL);
}

static void introduce(struct simapp *app, struct counting *c)
{
	struct frame_sizes sizes = {.ctrl = {1, 1, 1, 0, 1}, .daq = {1, 0, 0, 1, 1}, .data = DATA};
	unsigned char id[FRAME_ID_BYTES];

	frame_sizes_encode(&sizes, id);
	simapp_init(app, &c->plant.plant, SIMAPP_SITE, true, &c->mem, "test");
	assert_null(say(simapp_talk(app), id, sizeof(id), 0, NULL));
}

static void a_target_that_is_where_the_specimen_stands_moves_nothing(void **state)
{
	struct counting *c = counting_make();
	struct simapp app;
	struct talk t;

	(void)state;
	introduce(&app, c);
	t = simapp_talk(&app);
	assert_null(act(t, 3, 0.0, 0.0, 0.1));
	assert_int_equal(c->sends, 0);
	assert_null(act(t, 3, 0.25, 1.0, 0.1));
	assert_null(act(t, 3, 0.25, 2.0, 0.1));
	assert_int_equal(c->sends, 1);
	assert_near(act(t, 10, 0.25, 2.0, 0.1)[1], 1.0, 0.0);
	assert_near(act(t, 10, 0.25, 2.0, 0.1)[1], 1.0, 0.0);
	assert_int_equal(c->receives, 1);
	assert_int_equal(c->commits, 0);
	assert_null(act(t, 5, 0.25, 2.0, 0.1));
	assert_int_equal(c->commits, 1);
	counting_free(c);
}

static void a_question_for_one_slot_brings_only_that_up_to_date(void **state)
{
	struct counting *c = counting_make();
	struct simapp app;
	const double *x;

	(void)state;
	introduce(&app, c);
	assert_null(act(simapp_talk(&app), 3, 0.25, 0.0, 0.1));
	x = act(simapp_talk(&app), 10, 0.0, 0.0, 0.0);
	assert_near(x[0], 0.0, 0.0);
	assert_near(x[1], 1.0, 0.0);
	x = act(simapp_talk(&app), 7, 0.0, 0.0, 0.0);
	assert_near(x[0], 0.25, 0.0);
	counting_free(c);
}

static void messages_without_meaning_are_counted_and_99_is_the_end(void **state)
{
	static const double other[] = {1, 2, 50, 98, 4.1, -3, 1e300, (double)NAN, 16};
	const double die[DATA] = {99};
	struct counting *c = counting_make();
	struct simapp app;
	bool over = false;

	(void)state;
	introduce(&app, c);
	for (size_t i = 0; i < sizeof(other) / sizeof(other[0]); i++)
		assert_null(act(simapp_talk(&app), other[i], 1.0, 1.0, 1.0));
	assert_int_equal(app.count.passed, 7);
	assert_int_equal(c->sends, 0);
	assert_null(say(simapp_talk(&app), die, sizeof(die), 0, &over));
	assert_true(over);
	counting_free(c);
}

static void sizes_that_would_overrun_are_refused(void **state)
{
	static const struct frame_sizes bad[] = {
		{.ctrl = {3, 3, 0, 0, 1}, .daq = {1}, .data = 7}, {.ctrl = {1}, .daq = {3, 3, 3}, .data = 8}, {.ctrl = {-1}, .daq = {1}, .data = 8},
		{.ctrl = {1}, .daq = {FRAME_SLOT_MOST + 1}, .data = FRAME_MOST}, {.ctrl = {1}, .daq = {1}, .data = FRAME_MOST + 1}, {.data = 0},
	};
	struct frame_sizes got = {.data = 77};
	unsigned char id[FRAME_ID_BYTES];

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct err e = {0};

		frame_sizes_encode(&bad[i], id);
		assert_int_equal(frame_sizes_decode(id, "test", &got, &e), ERR_FORMAT);
		assert_int_equal(got.data, 77);
	}
}

/* Clients that send no time: half a second a step, as the words of counting_make say. */
static void steps_without_time_are_as_long_as_the_words_say(void **state)
{
	struct plant_time t;
	double d = 0.1;
	struct signals x = {.n = {1}, .x = {&d}};

	(void)state;
	plant_time_init(&t, 0.5, 0.0);
	assert_int_equal(plant_time_trial(&t, &x, true), 0);
	assert_near(t.instant, 0.5, 0.0);
	assert_near(t.step, 0.5, 0.0);
	t.commits = 3;
	assert_int_equal(plant_time_trial(&t, &x, true), 0);
	assert_near(t.instant, 2.0, 0.0);
	assert_near(t.step, 0.5, 0.0);
}

/* Targets at 0.1 and 0.3 with two commits between: each step is 0.1 long. Time does not go back. */
static void steps_are_as_long_as_the_client_says(void **state)
{
	struct counting *c = counting_make();
	struct simapp app;
	struct talk t;

	(void)state;
	introduce(&app, c);
	t = simapp_talk(&app);
	act(t, 3, 0.1, 0.0, 0.1);
	assert_near(c->step, 0.1, 1e-15);
	act(t, 5, 0.1, 0.0, 0.1);
	act(t, 5, 0.1, 0.0, 0.2);
	act(t, 3, 0.2, 0.0, 0.3);
	assert_near(c->step, 0.1, 1e-15);
	assert_near(c->instant, 0.3, 0.0);
	act(t, 3, 0.3, 0.0, 0.2);
	assert_near(c->instant, 0.3, 0.0);
	counting_free(c);
}

/* Gravity to t = 1, then loadConst -time 0 and steps of 0.01: the first of these takes the step before, as nobody says how long it is; no step is without time.
 * A load factor that falls, and a time that stands still: the same. */
static void a_time_that_is_set_back_leaves_every_step_its_time(void **state)
{
	static const struct {
		double d, time, instant, step;
	} row[] = {{0.1, 0.5, 0.5, 0.5}, {0.2, 1.0, 1.0, 0.5}, {0.3, 0.01, 1.5, 0.5}, {0.4, 0.02, 1.51, 0.01}, {0.5, 0.03, 1.52, 0.01},
	           {0.6, 0.025, 1.53, 0.01}, {0.7, 0.025, 1.54, 0.01}, {0.8, 0.035, 1.55, 0.01}};
	struct counting *c = counting_make();
	struct simapp app;

	(void)state;
	introduce(&app, c);
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		act(simapp_talk(&app), 3, row[i].d, 0.0, row[i].time);
		assert_near(c->instant, row[i].instant, 1e-12);
		assert_near(c->step, row[i].step, 1e-12);
		act(simapp_talk(&app), 5, row[i].d, 0.0, row[i].time);
		act(simapp_talk(&app), 3, row[i].d, 0.0, 0.0);
	}
	assert_int_equal(c->sends, sizeof(row) / sizeof(row[0]));
	counting_free(c);
}

/* Rigs that stand at t = 7: the second client's first step is as long as its first time says, or -dt where it begins at zero. */
static void a_second_client_goes_on_where_the_rigs_time_stands(void **state)
{
	static const struct {
		double first, instant, next;
	} row[] = {{0.01, 7.01, 7.02}, {0.0, 7.5, 7.51}, {-3.0, 7.5, 7.51}};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct plant_time t;
		double now = row[i].first;
		struct signals x = {.n = {[SLOT_TIME] = 1}, .x = {[SLOT_TIME] = &now}};

		plant_time_init(&t, 0.5, 7.0);
		assert_int_equal(plant_time_trial(&t, &x, true), 0);
		assert_near(t.instant, row[i].instant, 1e-12);
		assert_near(t.step, row[i].instant - 7.0, 1e-12);
		t.commits++;
		now += 0.01;
		assert_int_equal(plant_time_trial(&t, &x, true), 0);
		assert_near(t.instant, row[i].next, 1e-12);
		assert_near(t.step, 0.01, 1e-12);
	}
}

static void a_time_that_is_no_number_is_refused_and_moves_nothing(void **state)
{
	static const double none[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};

	(void)state;
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
		const double frame[DATA] = {3, 0.25, 0.0, 0.0, none[i]};
		struct counting *c = counting_make();
		struct simapp app;

		introduce(&app, c);
		assert_null(say(simapp_talk(&app), frame, sizeof(frame), ERR_NONFINITE, NULL));
		assert_int_equal(c->sends, 0);
		counting_free(c);
	}
}

/* A specimen at 0.25, and a client that commands velocities only: it was sent to zero. */
static void what_a_client_does_not_command_stays_where_it_is(void **state)
{
	static const int trial[SLOTS] = {[SLOT_VEL] = 1}, out[SLOTS] = {1};
	struct counting *c = counting_make();
	double v = 1.0;
	struct signals x = {.n = {[SLOT_VEL] = 1}, .x = {[SLOT_VEL] = &v}};

	(void)state;
	c->site.trial.x[SLOT_DISP][0] = 0.25;
	assert_int_equal(c->plant.plant.size(&c->plant, trial, out, NULL), 0);
	assert_int_equal(c->plant.plant.trial(&c->plant, &x, NULL), 0);
	assert_int_equal(c->sends, 1);
	assert_near(c->d, 0.25, 0.0);
	counting_free(c);
}

/* ---- shadow and actor ------------------------------------------------------------------------------------------- */

static void another_version_is_answered_and_then_refused(void **state)
{
	static double open[FRAME_DEFAULT] = {1, 3, 2.7};
	struct counting *c = counting_make();
	struct actor a;
	struct err e = {0};
	const double *x;

	(void)state;
	assert_int_equal(actor_init(&a, &c->plant.plant, 7, 2.8, true, &c->mem, "test", &e), 0);
	x = say(actor_talk(&a), open, sizeof(open), ERR_FORMAT, NULL);
	assert_near(x[0], 0.0, 0.0);
	assert_near(x[1], 7.0, 0.0);
	assert_near(x[2], 2.8, 0.0);
	counting_free(c);
}

/* ---- lines ------------------------------------------------------------------------------------------------------ */

static const char *speak(struct text_server *s, const char *line)
{
	struct talk t = text_server_talk(s);
	struct talk_answer answer;
	struct err e = {0};
	void *room;

	assert_int_equal(t.ops->want(s, &room), 0);
	snprintf(room, TALK_LINE, "%s", line);
	assert_int_equal(t.ops->take(s, &answer, &e), 0);
	return answer.bytes;
}

static void a_proposal_moves_nothing_and_an_execution_once(void **state)
{
	static const int trial[SLOTS] = {1}, out[SLOTS] = {1, 0, 0, 1, 0};
	struct counting *c = counting_make();
	struct text_server s;
	struct err e = {0};

	(void)state;
	assert_int_equal(text_server_init(&s, &c->plant.plant, TEXT_LABVIEW, trial, out, &c->mem, "test", &e), 0);
	assert_string_equal(speak(&s, "open-session\tOpenFresco"), "OK\t0\topen-session done\n");
	assert_contains(speak(&s, "execute\tt1"), "NOT OK\t0\tnothing is proposed under this name");
	assert_contains(speak(&s, "propose\tt1\tMDL-00-01\tx\tdisplacement\tnan"), "NOT OK");
	assert_contains(speak(&s, "propose\tt1\tMDL-00-01\tx\tdisplacement\t1\ty\tdisplacement\t1"), "NOT OK\t0\twrong number of targets");
	assert_string_equal(speak(&s, "propose\tt1\tMDL-00-01\tx\tdisplacement\t2.5E-01"), "OK\t0\tt1\n");
	assert_int_equal(c->sends, 0);
	assert_string_equal(speak(&s, "execute\tt1"), "OK\t0\tt1\n");
	assert_string_equal(speak(&s, "execute\tt1"), "OK\t0\tt1\n");
	assert_int_equal(c->sends, 1);
	assert_string_equal(speak(&s, "get-control-point\tt1\tMDL-00-01"),
	                    "OK\t0\tt1\tMDL-00-01\tx\tdisplacement\t2.5000000000E-01\tx\tforce\t1.0000000000E+00\n");
	assert_int_equal(c->commits, 0);
	speak(&s, "propose\tt2\tMDL-00-01\tx\tdisplacement\t0.5");
	speak(&s, "execute\tt2");
	assert_int_equal(c->commits, 1);
	speak(&s, "close-session\tOpenFresco");
	assert_int_equal(c->commits, 2);
	counting_free(c);
}

/* ---- TLS -------------------------------------------------------------------------------------------------------- */

static void link_as(const char *from, const char *to)
{
	assert_int_equal(link(from, to), 0);
}

/* The files that OpenFresco has in its folder. */
static void make_certificates(void)
{
	struct err e = {0};

	assert_int_equal(tls_authority(".", 30, &e), 0);
	assert_int_equal(tls_certificate(".", "client", NULL, 30, &e), 0);
	assert_int_equal(tls_certificate(".", "server", NULL, 30, &e), 0);
	link_as("ca.crt", "client_ca.crt");
	link_as("ca.crt", "server_ca.crt");
}

/* Sends its four bytes back; its status is the code. */
static pid_t echo_once(struct cable *w)
{
	pid_t child = fork();

	if (child == 0) {
		char bytes[4];
		struct err e = {0};
		int code = cable_accept(w, sizeof(bytes), &e);

		if (!code)
			code = cable_get(w, bytes, sizeof(bytes), &e);
		if (!code)
			code = cable_put(w, bytes, sizeof(bytes), &e);
		cable_close(w);
		_exit(-code);
	}
	return child;
}

static void the_same_bytes_travel_inside_tls_and_never_plain_instead(void **state)
{
	static const char *const files[] = {"ca.crt", "ca.key", "client.crt", "client.key", "client_ca.crt", "server.crt", "server.key", "server_ca.crt"};
	struct cable_words words = {.ssl = true, .timeout = 20.0};
	char folder[] = "/tmp/tandem-foreign-XXXXXX", home[512], got[4] = "", text[512];
	struct cable server, client;
	struct err e = {0};
	int status = 1;
	pid_t child;

	(void)state;
	assert_non_null(getcwd(home, sizeof(home)));
	assert_non_null(mkdtemp(folder));
	assert_int_equal(chdir(folder), 0);
	cable_init(&client, &(struct cable_words){.ssl = true, .timeout = 1.0, .port = 9}, "test");
	assert_int_not_equal(cable_connect(&client, &e), 0);
	err_text(&e, text, sizeof(text));
	assert_contains(text, "client.crt");
	make_certificates();
	cable_init(&server, &words, "test");
	err_clear(&e);
	assert_int_equal(cable_listen(&server, &e), 0);
	words.port = cable_port(&server);
	child = echo_once(&server);
	cable_close(&server);
	cable_init(&client, &words, "test");
	assert_int_equal(cable_connect(&client, &e), 0);
	assert_int_equal(cable_put(&client, "ping", 4, &e), 0);
	assert_int_equal(cable_get(&client, got, 4, &e), 0);
	assert_memory_equal(got, "ping", 4);
	cable_close(&client);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		unlink(files[i]);
	assert_int_equal(chdir(home), 0);
	assert_int_equal(rmdir(folder), 0);
}

/* A server in a process of its own that answers what it gets 1.5 s later. */
static pid_t answer_late(struct cable *w)
{
	pid_t child = fork();
	char bytes[4];
	struct err e = {0};

	assert_true(child >= 0);
	if (child == 0) {
		int code = cable_accept(w, sizeof(bytes), &e);

		if (!code)
			code = cable_get(w, bytes, sizeof(bytes), &e);
		usleep(1500000);
		if (!code)
			code = cable_put(w, bytes, sizeof(bytes), &e);
		cable_close(w);
		_exit(-code);
	}
	return child;
}

/* Nobody listens; then somebody does, who takes longer for an answer than a goodbye is waited for. */
static void a_start_that_failed_changes_nothing_for_the_next(void **state)
{
	struct cable_words words = {.timeout = 2.0};
	struct cable server;
	struct client client;
	char got[4] = "";
	struct err e = {0};
	int status = 1;
	pid_t child;

	(void)state;
	cable_init(&server, &words, "test");
	assert_int_equal(cable_listen(&server, &e), 0);
	words.port = cable_port(&server);
	cable_close(&server);
	client_init(&client, &words, 1, "test");
	assert_int_equal(client_connect(&client, &e), ERR_LOST);
	client.cable.torn = client.cable.ended = true;
	client.cable.n = 1;
	client_end(&client);
	cable_init(&server, &words, "test");
	err_clear(&e);
	assert_int_equal(cable_listen(&server, &e), 0);
	child = answer_late(&server);
	cable_close(&server);
	assert_int_equal(client_connect(&client, &e), 0);
	assert_false(client.cable.torn || client.cable.ended || client.cable.n);
	assert_int_equal(client_put(&client, "ping", 4), 0);
	assert_int_equal(client_get(&client, got, 4), 0);
	assert_memory_equal(got, "ping", 4);
	client_end(&client);
	assert_true(client.cable.words.timeout == 2.0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_target_that_is_where_the_specimen_stands_moves_nothing),
		cmocka_unit_test(a_question_for_one_slot_brings_only_that_up_to_date),
		cmocka_unit_test(messages_without_meaning_are_counted_and_99_is_the_end),
		cmocka_unit_test(sizes_that_would_overrun_are_refused),
		cmocka_unit_test(steps_are_as_long_as_the_client_says),
		cmocka_unit_test(steps_without_time_are_as_long_as_the_words_say),
		cmocka_unit_test(a_time_that_is_set_back_leaves_every_step_its_time),
		cmocka_unit_test(a_second_client_goes_on_where_the_rigs_time_stands),
		cmocka_unit_test(a_time_that_is_no_number_is_refused_and_moves_nothing),
		cmocka_unit_test(what_a_client_does_not_command_stays_where_it_is),
		cmocka_unit_test(another_version_is_answered_and_then_refused),
		cmocka_unit_test(a_proposal_moves_nothing_and_an_execution_once),
		cmocka_unit_test(the_same_bytes_travel_inside_tls_and_never_plain_instead),
		cmocka_unit_test(a_start_that_failed_changes_nothing_for_the_next),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
