/* `tandem probe`: its proposal on known times, its files, and steps over real connections on loopback: plain, inside TLS, through `tandem wan`, and to peers
 * that break off or are no echo. Nothing is asked to be fast. */
#include "unit/command_bed.h"
#include "unit/net_bed.h"

#include "base/base.h"
#include "main/cmd_probe.h"
#include "main/cmd_wan.h"

#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- known times ---- */

/* UCB/EERC 2005-02, Table 6-2, Tabas-50 %: of 3000 steps 372 longer than 0.72 s, 51 of them longer than 1.2 s, the longest 6.59 s. The table does not say how
 * long the others took: here 1.0 s and 1.3 s. */
static void write_tabas(const char *path)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs("# ms\n", f);
	for (int i = 0; i < 3000; i++)
		fprintf(f, "%.3f\n", i < 2628 ? 720.0 * (i + 1) / 2628.0 : i < 2949 ? 1000.0 : i < 2999 ? 1300.0 : 6590.0);
	fclose(f);
}

/* With the shares of the table (and the one step in hand that the bound for the next one wants, 373/3001 and 52/3001) the span must be the table's 1.2 s,
 * at a scale of 120. All of them last 3600 s + 321 x 0.14 s slow + 50 x 0.34 s + 5.63 s hold (timing.h) = 3667.57 s, 1.2225 s a step. */
static void the_list_of_table_6_2_gives_its_timing(void **state)
{
	char words[200];

	(void)state;
	write_tabas("probe_tabas.tmp");
	snprintf(words, sizeof(words), "-from probe_tabas.tmp -factor 1e-3 -slowShare %.17g -holdShare %.17g", 373.0 / 3001.0, 52.0 / 3001.0);
	assert_int_equal(command_run(cmd_probe, "%s -share 0.876", words), 0);
	assert_contains(said, "probe of the times in probe_tabas.tmp: 3000 steps\n");
	assert_contains(said, "most 6.59 s\n");
	assert_contains(said, "87.6 % of the steps need 0.72 s at most\n");
	assert_contains(said, "proposal: steps of 1.2 s; answers within 0.72 s are in time, within 1.2 s slow the step down, later ones hold it\n");
	assert_contains(said, "of these steps 372 slow down (12.40 %, wanted at most 12.43 %), 51 hold (1.70 %, at most 1.73 %); a step lasts 1.223 s in the mean");
	assert_contains(said, "    expController 1 1 -extrapolate 0.6 -slow 0.8 -slowRate 0.5\n");
	assert_contains(said, "-controller 1 -scale 120 ");
	/* with limits at 0.72 and 0.8: hold at 0.72 + 0.08/0.5 = 0.88 of the step, so the 1.0 s of the slow ones decide, 1.0/0.88 against 0.72/0.72 */
	assert_int_equal(command_run(cmd_probe, "%s -extrapolate 0.72 -json", words), 0);
	assert_contains(said, "\"steps\": 3000, \"lost\": 0");
	assert_contains(said, "\"share\": 0.95, \"share_s\": 1,");
	assert_contains(said, "\"proposal\": {\"shortest_s\": 1.13636364, ");
	remove("probe_tabas.tmp");
}

/* 5.4.2: 95 % of the steps in 0.6 s want 1.0 s a step. */
static void ninety_five_percent_in_0_6_s_want_steps_of_1_s(void **state)
{
	FILE *f = fopen("probe_wan.tmp", "w");

	(void)state;
	assert_non_null(f);
	for (int i = 0; i < 499; i++)
		fprintf(f, "%g\n", i < 475 ? 0.6 : i < 494 ? 0.9 : 0.95);
	fclose(f);
	assert_int_equal(command_run(cmd_probe, "-from probe_wan.tmp"), 0);
	assert_contains(said, "95 % of the steps need 0.6 s at most\n");
	assert_contains(said, "proposal: steps of 1 s; answers within 0.6 s are in time, within 1 s slow the step down");
	assert_contains(said, "of these steps 24 slow down (4.81 %, wanted at most 5.00 %), 0 hold");
	assert_contains(said, "-scale 100 ");
	/* computing 0.06 s on top: 0.66/0.6 = 1.1 s */
	assert_int_equal(command_run(cmd_probe, "-from probe_wan.tmp -add 0.06 -dt 0.02"), 0);
	assert_contains(said, "proposal: steps of 1.1 s; answers within 0.6 s are in time, within 1.04 s");
	assert_contains(said, "-scale 55 ");
	remove("probe_wan.tmp");
}

static void files_and_picture_hold_the_steps(void **state)
{
	(void)state;
	file_write("probe_t.tmp", "0.25 0.125\n0.5 0.25\n");
	assert_int_equal(command_run(cmd_probe, "-from probe_t.tmp -file probe_f.tmp -times probe_u.tmp -plot probe_p.tmp"), 0);
	assert_string_equal(file_text("probe_f.tmp"), "step,sent_s,took_s,late\n1,0.000000000,0.250000000,0\n2,0.250000000,0.125000000,0\n"
	                                              "3,0.375000000,0.500000000,0\n4,0.875000000,0.250000000,0\n");
	assert_contains(file_text("probe_u.tmp"), "4 of 4\n0.250000000\n0.125000000\n0.500000000\n0.250000000\n");
	assert_contains(file_text("probe_p.tmp"), "answered [%]");
	assert_contains(said, "no proposal: probe: so few steps say nothing about a share of 0.05: 4 (allowed: at least 19)\n");
	assert_contains(said, "mean 0.28125, least 0.125, median 0.25, 90 % 0.5, 95 % 0.5, 99 % 0.5, most 0.5 s\n");
	assert_contains(said, "            0.24          2    75.00 % ####");
	/* what was written can be read again */
	assert_int_equal(command_run(cmd_probe, "-from probe_u.tmp"), 0);
	assert_contains(said, "mean 0.28125");
	for (const char *const *f = (const char *const[]){"probe_t.tmp", "probe_f.tmp", "probe_u.tmp", "probe_p.tmp", NULL}; *f; f++)
		assert_int_equal(remove(*f), 0);
}

static void bad_input_is_status_1_with_one_message(void **state)
{
	static const struct { const char *words, *message; } row[] = {
		{"", "probe: nothing to measure; tandem probe HOST [port]"}, {"host -serve 5050", "HOST, -serve and -from go apart"},
		{"-serve 1 -from x", "HOST, -serve and -from go apart"}, {"host 0", "port is out of range: 0 (allowed: whole numbers from 1 to 65535)"},
		{"host 5050 more", "unexpected word: more"}, {"host -n 0", "-n is out of range: 0"}, {"host -bytes 7", "allowed: whole numbers from 8 to 16384"},
		{"host -share 0", "-share is out of range: 0"}, {"host -slowShare 1", "-slowShare is out of range: 1"},
		{"-from x -slow 0.5", "-slow ends before -extrapolate: 0.5 (allowed: at least 0.6)"}, {"-from no_such_file", "no_such_file"},
		{"-from probe_bad.tmp", "probe: probe_bad.tmp: number 2 is no time: -1 (allowed: 0 or more)"},
		{"host -key k", "-cert, -key and -ca go together"}, {"host -name n", "-name and -pin want TLS"},
		{"host -cert no.crt -key no.key -ca no.ca", "no.crt"}, {"192.0.2.1", "192.0.2.1"}, {"host -nonsense", "unexpected word: -nonsense"},
		{"-serve 0 -address 0.0.0.0", "0.0.0.0"},
	};

	(void)state;
	file_write("probe_bad.tmp", "1 -1");
	for (size_t i = 0; i < COUNT(row); i++) {
		if (command_run(cmd_probe, "%s", row[i].words) != 1)
			fail_msg("probe %s: not refused", row[i].words);
		assert_contains(complained, row[i].message);
		assert_ptr_equal(strchr(complained, '\n'), complained + strlen(complained) - 1);
		assert_string_equal(said, "");
	}
	remove("probe_bad.tmp");
	assert_int_equal(command_run(cmd_probe, "--help"), 0);
	assert_contains(said, "-holdShare");
}

/* ---- over connections ---- */

static void steps_over_a_slow_network_are_never_faster_than_it(void **state)
{
	struct process echo, wan;
	int port;

	(void)state;
	process_begin(&echo, cmd_probe, "-serve 0");
	process_begin(&wan, cmd_wan, "-listen 0 -to 127.0.0.1:%d -delay 0.004", process_number(&echo, "port "));
	port = process_number(&wan, "127.0.0.1:");
	assert_int_equal(command_run(cmd_probe, "127.0.0.1 %d -n 100 -bytes 1000 -interval 0 -json", port), 0);
	assert_contains(said, "{\"steps\": 100, \"lost\": 0, \"late\": 0, \"connections\": 1, \"tls\": false,");
	assert_contains(said, "\"least\": ");
	assert_true(atof(strstr(said, "\"least\": ") + strlen("\"least\": ")) >= 0.008);      /* there and back */
	assert_contains(said, "\"proposal\": {\"shortest_s\": ");
	/* the next step is due after 1 ms, and its answer cannot be there */
	assert_int_equal(command_run(cmd_probe, "127.0.0.1 %d -n 20 -interval 0.001", port), 0);
	assert_contains(said, "20 steps of 128 bytes every 0.001 s; lost 0, late 20, connections 1\n");
	process_end(&wan, SIGTERM);
	assert_contains(wan.text, "102560 bytes in, 102560 out, 0 lost");
	process_end(&echo, SIGINT);
	assert_contains(echo.text, "probe: 2 connections, 102560 bytes sent back, 0 refused\n");
}

static void who_says_nothing_gives_way_to_a_measurement(void **state)
{
	enum { SILENT = 80 };
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	struct process echo;
	int fd[SILENT], port;

	(void)state;
	process_begin(&echo, cmd_probe, "-serve 0");
	port = process_number(&echo, "port ");
	at.sin_port = htons((uint16_t)port);
	for (int i = 0; i < SILENT; i++) {
		fd[i] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
		assert_true(fd[i] >= 0);
		assert_int_equal(connect(fd[i], (const struct sockaddr *)&at, sizeof(at)), 0);
	}
	assert_int_equal(command_run(cmd_probe, "127.0.0.1 %d -n 20 -interval 0 -json", port), 0);
	assert_contains(said, "{\"steps\": 20, \"lost\": 0, \"late\": 0, \"connections\": 1,");
	for (int i = 0; i < SILENT; i++)
		close(fd[i]);
	process_end(&echo, SIGINT);
	assert_contains(echo.text, "more than 32 at the same time");
}

static void a_path_inside_tls_is_measured_and_strangers_are_not_answered(void **state)
{
	const char *folder = bed_folder(), *strange = bed_folder();
	char ours[900], theirs[900];
	struct process echo;
	int port;

	(void)state;
	tls_close(bed_papers(folder, "lab", -1, 30, NULL));
	tls_close(bed_papers(folder, "desk", -1, 30, NULL));
	tls_close(bed_papers(strange, "desk", -1, 30, NULL));
	process_begin(&echo, cmd_probe, "-serve 0 -cert %s/lab.crt -key %s/lab.key -ca %s/ca.crt", folder, folder, folder);
	port = process_number(&echo, "port ");
	snprintf(ours, sizeof(ours), "-cert %s/desk.crt -key %s/desk.key -ca %s/ca.crt", folder, folder, folder);
	snprintf(theirs, sizeof(theirs), "-cert %s/desk.crt -key %s/desk.key -ca %s/ca.crt", strange, strange, strange);
	assert_int_equal(command_run(cmd_probe, "127.0.0.1 %d -n 30 -interval 0 -name lab %s", port, ours), 0);
	assert_contains(said, ", TLS: 30 steps of 128 bytes every 0 s; lost 0, late 0, connections 1\n");
	assert_int_equal(command_run(cmd_probe, "127.0.0.1 %d -n 30 -name hall %s", port, ours), 1);
	assert_int_equal(command_run(cmd_probe, "127.0.0.1 %d -n 30 -name lab %s", port, theirs), 1);
	assert_string_equal(said, "");
	process_end(&echo, SIGTERM);
	assert_contains(echo.text, "3840 bytes sent back, 2 refused; the last: ");
}

/* A network that swallows everything: no step has an answer, and the page says so. */
static void steps_without_an_answer_are_lost(void **state)
{
	struct process wan;
	int port;

	(void)state;
	file_write("probe_swallow.tmp", "at 0 swallow\n");
	process_begin(&wan, cmd_wan, "-listen 0 -to 127.0.0.1:9 -script probe_swallow.tmp");
	remove("probe_swallow.tmp");
	port = process_number(&wan, "127.0.0.1:");
	assert_int_equal(command_run(cmd_probe, "127.0.0.1 %d -n 3 -timeout 0.2 -interval 0 -file probe_lost.tmp", port), 0);
	assert_contains(said, "lost 3, late 0, connections 3\n");
	assert_contains(said, "no proposal: ");
	assert_contains(file_text("probe_lost.tmp"), ",,0\n");
	remove("probe_lost.tmp");
	assert_int_equal(command_run(cmd_probe, "127.0.0.1 %d -n 3 -timeout 0.2 -json", port), 0);
	assert_contains(said, "\"time_s\": {\"mean\": null, \"least\": null");
	process_end(&wan, SIGTERM);
}

/* What a bad server does: breaks off after some steps, or says something else. */
struct server {
	pid_t pid;
	int port;
};

static struct server bad_server(bool echoes)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	struct server o;
	socklen_t size = sizeof(at);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	assert_true(fd >= 0);
	assert_int_equal(bind(fd, (const struct sockaddr *)&at, sizeof(at)), 0);
	assert_int_equal(listen(fd, 8), 0);
	assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &size), 0);
	o.port = ntohs(at.sin_port);
	fflush(NULL);
	o.pid = fork();
	assert_true(o.pid >= 0);
	if (o.pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (int k = 0;; k++) {
			int client = accept(fd, NULL, NULL);
			char bytes[100];

			/* the first one: three steps */
			for (int i = 0; (k > 0 || i < 3) && recv(client, bytes, sizeof(bytes), MSG_WAITALL) == sizeof(bytes); i++) {
				bytes[50] = (char)(echoes ? bytes[50] : bytes[50] + 1);
				if (send(client, bytes, sizeof(bytes), MSG_NOSIGNAL) != sizeof(bytes))
					break;
			}
			close(client);
		}
	}
	close(fd);
	return o;
}

static void stop(const struct server *o)
{
	assert_int_equal(kill(o->pid, SIGKILL), 0);
	assert_int_equal(waitpid(o->pid, NULL, 0), o->pid);
}

static void a_connection_that_breaks_off_costs_a_step_and_is_made_anew(void **state)
{
	struct server server = bad_server(true);

	(void)state;
	assert_int_equal(command_run(cmd_probe, "127.0.0.1 %d -n 40 -bytes 100 -interval 0", server.port), 0);
	assert_contains(said, "40 steps of 100 bytes every 0 s; lost 1, late 0, connections 2\n");
	assert_contains(said, "most inf s\n");
	assert_contains(said, "no proposal: probe: so few steps say nothing about a share of 0.01: 40 (allowed: at least 99)\n");
	stop(&server);
}

static void who_answers_with_something_else_is_no_echo(void **state)
{
	struct server server = bad_server(false);

	(void)state;
	assert_int_equal(command_run(cmd_probe, "127.0.0.1 %d -n 40 -bytes 100", server.port), 1);
	assert_contains(complained, "answers, but not with what it was sent; on the other machine: tandem probe -serve ");
	stop(&server);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_list_of_table_6_2_gives_its_timing),
		cmocka_unit_test(ninety_five_percent_in_0_6_s_want_steps_of_1_s),
		cmocka_unit_test(files_and_picture_hold_the_steps),
		cmocka_unit_test(bad_input_is_status_1_with_one_message),
		cmocka_unit_test(steps_over_a_slow_network_are_never_faster_than_it),
		cmocka_unit_test(who_says_nothing_gives_way_to_a_measurement),
		cmocka_unit_test(a_path_inside_tls_is_measured_and_strangers_are_not_answered),
		cmocka_unit_test(steps_without_an_answer_are_lost),
		cmocka_unit_test(a_connection_that_breaks_off_costs_a_step_and_is_made_anew),
		cmocka_unit_test(who_answers_with_something_else_is_no_echo),
	};

	signal(SIGPIPE, SIG_IGN);
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	bed_sweep();
	return failed;
}
