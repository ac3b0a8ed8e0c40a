/* `tandem wan` as a process between real sockets on loopback. Nothing is asked to be fast: a delayed byte is never early, and everything arrives in the end. */
#include "unit/command_bed.h"
#include "wait.h"

#include "base/base.h"
#include "main/cmd_wan.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST = 1 << 20 };

struct bed {
	int server;                /* listens */
	int port;                  /* of the proxy */
	struct process wan;
};

static struct bed bed;

/* ---- sockets ---- */

static int port_of(int fd)
{
	struct sockaddr_in at;
	socklen_t size = sizeof(at);

	assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &size), 0);
	return ntohs(at.sin_port);
}

/* A port of ours; nobody listens there yet. */
static int bind_any(void)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	assert_true(fd >= 0);
	assert_int_equal(bind(fd, (const struct sockaddr *)&at, sizeof(at)), 0);
	return fd;
}

static int listen_any(void)
{
	int fd = bind_any();

	assert_int_equal(listen(fd, 8), 0);
	return fd;
}

static int call(int port)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	assert_true(fd >= 0);
	assert_int_equal(connect(fd, (const struct sockaddr *)&at, sizeof(at)), 0);
	return fd;
}

static bool readable(int fd, double seconds)
{
	struct pollfd f = {.fd = fd, .events = POLLIN};

	return poll(&f, 1, (int)(1e3 * seconds)) == 1;
}

static int answer(void)
{
	assert_true(readable(bed.server, WAIT_MOST));
	int fd = accept(bed.server, NULL, NULL);
	assert_true(fd >= 0);
	return fd;
}

static void say(int fd, const char *text)
{
	assert_int_equal(send(fd, text, strlen(text), MSG_NOSIGNAL), (int)strlen(text));
}

/* Exactly this text comes next. */
static void hear(int fd, const char *text)
{
	char got[256];
	size_t n = 0;

	while (n < strlen(text)) {
		assert_true(readable(fd, WAIT_MOST));
		ssize_t k = recv(fd, got + n, strlen(text) - n, 0);
		assert_true(k > 0);
		n += (size_t)k;
	}
	assert_memory_equal(got, text, n);
}

/* The connection ends: 0 properly, else by a reset. */
static int hear_end(int fd)
{
	char byte;

	assert_true(readable(fd, WAIT_MOST));
	ssize_t n = recv(fd, &byte, 1, 0);
	assert_true(n <= 0);
	return n == 0 ? 0 : errno;
}

static void begin(const char *words)
{
	bed.server = listen_any();
	process_begin(&bed.wan, cmd_wan, "-listen 0 -to 127.0.0.1:%d %s", port_of(bed.server), words);
	bed.port = process_number(&bed.wan, "wan: 127.0.0.1:");
}

static void end(int number)
{
	process_end(&bed.wan, number);
	close(bed.server);
}

/* ---- cases ---- */

static void a_byte_never_arrives_before_its_delay_in_either_way(void **state)
{
	(void)state;
	begin("-delay 0.05");
	int client = call(bed.port), server = answer();
	for (int i = 0; i < 5; i++) {
		double t = wait_now();

		say(client, "target");
		hear(server, "target");
		assert_true(wait_now() - t >= 0.05);
		say(server, "measured");
		hear(client, "measured");
		assert_true(wait_now() - t >= 0.1);
	}
	close(client);
	assert_int_equal(hear_end(server), 0);
	close(server);
	end(SIGTERM);
	assert_contains(bed.wan.text, "wan: 1 connections, 0 refused, 0 reset\n");
	assert_contains(bed.wan.text, "30 bytes in, 30 out, 0 lost; 5 pieces took median");
	assert_contains(bed.wan.text, "40 bytes in, 40 out, 0 lost; 5 pieces took median");
}

/* A megabyte through 4 KiB of buffer, with a reader that begins late: the sender has to wait, and every byte comes, then the end. */
static void a_stream_passes_whole_through_small_buffers(void **state)
{
	static unsigned char sent[MOST], got[MOST + 1];
	size_t out = 0, in = 0;

	(void)state;
	for (size_t i = 0; i < MOST; i++)
		sent[i] = (unsigned char)(i * 2654435761u >> 13);
	begin("-buffer 4 -delay Random -least 0 -median 0.0001 -tail 0 -seed 5");
	int client = call(bed.port), server = answer();
	assert_int_equal(fcntl(client, F_SETFL, O_NONBLOCK), 0);
	double deadline = wait_now() + 4.0 * WAIT_MOST;
	bool blocked = false, ended = false;
	while (!ended && wait_now() < deadline) {
		struct pollfd f[2] = {{.fd = client, .events = out < MOST ? POLLOUT : 0}, {.fd = blocked ? server : -1, .events = POLLIN}};
		int n = poll(f, 2, 200);

		blocked = blocked || n == 0 || out == MOST;
		if (f[0].revents & POLLOUT) {
			ssize_t k = send(client, sent + out, MOST - out, MSG_NOSIGNAL);
			out += k > 0 ? (size_t)k : 0;
			if (out == MOST)
				shutdown(client, SHUT_WR);
		}
		if (f[1].revents) {
			ssize_t k = recv(server, got + in, sizeof(got) - in, 0);
			assert_true(k >= 0);
			ended = k == 0;
			in += (size_t)k;
		}
	}
	assert_true(ended);
	assert_int_equal(in, MOST);
	assert_memory_equal(sent, got, MOST);
	say(server, "thanks");                                  /* the other way is still open */
	hear(client, "thanks");
	close(server);
	assert_int_equal(hear_end(client), 0);
	close(client);
	end(SIGINT);
	assert_contains(bed.wan.text, "1048576 bytes in, 1048576 out, 0 lost");
}

static void a_cut_resets_both_ends_refuses_and_heals(void **state)
{
	(void)state;
	file_write("wan_cut.tmp", "# first connection is zero\nat 0.2 cut\nat 0.6 heal\n");
	begin("-script wan_cut.tmp -json");
	remove("wan_cut.tmp");
	int client = call(bed.port), server = answer();
	assert_int_equal(hear_end(client), ECONNRESET);
	assert_int_equal(hear_end(server), ECONNRESET);
	close(client);
	close(server);
	/* until it heals connections are reset; then one passes */
	for (bool through = false; !through;) {
		client = call(bed.port);
		ssize_t k = send(client, "after", 5, MSG_NOSIGNAL);
		through = readable(bed.server, 0.5);
		assert_true(k == 5 || !through);
		if (!through)
			close(client);
	}
	server = answer();
	hear(server, "after");
	close(client);
	close(server);
	end(SIGTERM);
	assert_contains(bed.wan.text, "\"reset\": 1, \"stall\": 0, \"cut\": 1, \"swallow\": 0, \"heal\": 1");
}

static void swallowing_one_way_is_silence_there_and_nothing_else(void **state)
{
	(void)state;
	file_write("wan_swallow.tmp", "at 0 swallow up\nat 3 heal\n");
	begin("-script wan_swallow.tmp -log wan_log.tmp");
	remove("wan_swallow.tmp");
	int silent = call(bed.port);                            /* opened while nothing passes: nobody is behind it */
	say(silent, "hello?");
	assert_int_equal(hear_end(silent), ECONNRESET);         /* at the heal */
	assert_false(readable(bed.server, 0.0));
	close(silent);
	int client = call(bed.port), server = answer();
	say(client, "now");
	hear(server, "now");
	close(client);
	assert_int_equal(hear_end(server), 0);
	close(server);
	end(SIGTERM);
	assert_contains(bed.wan.text, "wan: 2 connections, 0 refused, 1 reset; swallow 1; heal 1\n");
	assert_contains(bed.wan.text, "9 bytes in, 3 out, 6 lost; 1 pieces");

	/* the log */
	static const char *const part[] = {
		"t_s,connection,way,what,bytes,took_s\n", "0.000000000,0,up,swallow,0,", ",1,both,open,0,", ",1,up,lost,6,", "3.000000000,0,both,heal,0,",
		"3.000000000,1,both,reset,0,", ",2,both,open,0,", ",2,up,piece,3,", ",2,both,close,0,",
	};
	for (size_t i = 0; i < COUNT(part); i++)
		assert_contains(file_text("wan_log.tmp"), part[i]);
	remove("wan_log.tmp");
}

static void a_stall_holds_back_what_arrives_afterwards(void **state)
{
	(void)state;
	file_write("wan_stall.tmp", "at 0 stall 0.3\n");
	begin("-script wan_stall.tmp");
	remove("wan_stall.tmp");
	double t = wait_now();
	int client = call(bed.port), server = answer();
	say(client, "late");
	hear(server, "late");
	assert_true(wait_now() - t >= 0.3);
	close(client);
	close(server);
	end(SIGTERM);
	assert_contains(bed.wan.text, "; stall 1\n");
}

static void a_server_that_is_not_there_resets_the_client(void **state)
{
	(void)state;
	bed.server = bind_any();
	process_begin(&bed.wan, cmd_wan, "-listen 0 -to 127.0.0.1:%d", port_of(bed.server));
	int client = call(process_number(&bed.wan, "wan: 127.0.0.1:"));
	assert_int_equal(hear_end(client), ECONNRESET);
	close(client);
	end(SIGTERM);
}

/* The name of this machine may stand for ::1 and 127.0.0.1; the server listens at the second. */
static void a_name_with_several_addresses_is_tried_at_all_of_them(void **state)
{
	(void)state;
	bed.server = listen_any();
	process_begin(&bed.wan, cmd_wan, "-listen 0 -to localhost:%d", port_of(bed.server));
	int client = call(process_number(&bed.wan, "wan: 127.0.0.1:")), server = answer();
	say(client, "found");
	hear(server, "found");
	close(client);
	close(server);
	end(SIGTERM);
}

static void it_ends_by_itself_after_the_given_time(void **state)
{
	(void)state;
	double t = wait_now();
	begin("-seconds 0.2 -now");
	end(0);
	assert_true(wait_now() - t >= 0.2);
	assert_contains(bed.wan.text, "wan: 0 connections");
}

static void what_is_wrong_is_said_before_anything_is_opened(void **state)
{
	static const struct { const char *words, *says; } row[] = {
		{"-script wan_bad.tmp", "wan_bad.tmp line 3: what happens is not one of its words: stal (allowed: stall, cut, swallow, heal, throttle, delay)\n"},
		{"-script no_such_file.tmp", "no_such_file.tmp"},
		{"-log no_such_folder/log.csv", "no_such_folder/log.csv"},
		{"-delay fast", "wan -delay: type is not one of its words: fast (allowed: Constant, Measured, Random)\n"},
	};

	(void)state;
	file_write("wan_bad.tmp", "# storm\nat 1 cut\nat 2 stal 3\n");
	for (size_t i = 0; i < COUNT(row); i++) {
		assert_int_equal(command_run(cmd_wan, "-listen 0 -to localhost:9 %s", row[i].words), 1);
		assert_contains(complained, row[i].says);
		assert_string_equal(said, "");
	}
	remove("wan_bad.tmp");
	assert_int_equal(command_run(cmd_wan, "-listen 0 -to no.such.host.invalid:9"), 1);
	assert_contains(complained, "the host of -to is not known");
	bed.server = listen_any();
	assert_int_equal(command_run(cmd_wan, "-listen %d -to localhost:9", port_of(bed.server)), 1);
	assert_contains(complained, "wan: cannot listen: Address already in use: port ");
	close(bed.server);
	assert_int_equal(command_run(cmd_wan, "--help"), 0);
	assert_contains(said, "-throttle");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_byte_never_arrives_before_its_delay_in_either_way),
		cmocka_unit_test(a_stream_passes_whole_through_small_buffers),
		cmocka_unit_test(a_cut_resets_both_ends_refuses_and_heals),
		cmocka_unit_test(swallowing_one_way_is_silence_there_and_nothing_else),
		cmocka_unit_test(a_stall_holds_back_what_arrives_afterwards),
		cmocka_unit_test(a_server_that_is_not_there_resets_the_client),
		cmocka_unit_test(a_name_with_several_addresses_is_tried_at_all_of_them),
		cmocka_unit_test(it_ends_by_itself_after_the_given_time),
		cmocka_unit_test(what_is_wrong_is_said_before_anything_is_opened),
	};

	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
