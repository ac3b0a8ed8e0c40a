/* `tandem wan` as a process between real sockets on loopback. Nothing is asked to be fast: a delayed byte is never early, and everything arrives in the end. */
#include "test.h"
#include "wait.h"

#include "base/base.h"
#include "main/cmd_wan.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 1 << 20, WORDS = 40 };

struct bed {
	int server;                /* listens */
	pid_t wan;
	int said;                  /* standard output of the proxy */
	int port;                  /* of the proxy */
	char text[8192];           /* what it has said */
	size_t n;
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

static int listen_any(void)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	assert_true(fd >= 0);
	assert_int_equal(bind(fd, (const struct sockaddr *)&at, sizeof(at)), 0);
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

/* ---- the process ---- */

static void listen_to_it(void)
{
	ssize_t k = read(bed.said, bed.text + bed.n, sizeof(bed.text) - 1 - bed.n);

	assert_true(k >= 0);
	bed.n += (size_t)k;
	bed.text[bed.n] = '\0';
}

static void begin(const char *line)
{
	static char text[400], to[32];
	char *argv[WORDS] = {"tandem", "-listen", "0", "-to", to};
	int n = 5, pipes[2];

	memset(&bed, 0, sizeof(bed));
	bed.server = listen_any();
	snprintf(to, sizeof(to), "127.0.0.1:%d", port_of(bed.server));
	snprintf(text, sizeof(text), "%s", line);
	for (char *w = strtok(text, " "); w; w = strtok(NULL, " "))
		argv[n++] = w;
	assert_int_equal(pipe(pipes), 0);
	fflush(NULL);
	bed.wan = fork();
	assert_true(bed.wan >= 0);
	if (bed.wan == 0) {
		dup2(pipes[1], STDOUT_FILENO);
		close(pipes[0]);
		close(pipes[1]);
		close(bed.server);
		int status = cmd_wan(n, argv);
		fflush(stdout);
		_exit(status);
	}
	close(pipes[1]);
	bed.said = pipes[0];
	while (!strchr(bed.text, '\n'))
		listen_to_it();
	assert_int_equal(sscanf(bed.text, "wan: 127.0.0.1:%d to", &bed.port), 1);
}

/* Asks it to end, unless it does so by itself, and reads its statistics. */
static void end(int number)
{
	size_t before;
	int status;

	if (number)
		assert_int_equal(kill(bed.wan, number), 0);
	do {
		before = bed.n;
		listen_to_it();
	} while (bed.n > before);
	assert_int_equal(waitpid(bed.wan, &status, 0), bed.wan);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	close(bed.said);
	close(bed.server);
}

static void write_script(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
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
	assert_contains(bed.text, "wan: 1 connections, 0 refused, 0 reset\n");
	assert_contains(bed.text, "30 bytes in, 30 out, 0 lost; 5 pieces took median");
	assert_contains(bed.text, "40 bytes in, 40 out, 0 lost; 5 pieces took median");
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
	assert_contains(bed.text, "1048576 bytes in, 1048576 out, 0 lost");
}

static void a_cut_resets_both_ends_refuses_and_heals(void **state)
{
	(void)state;
	write_script("wan_cut.tmp", "# first connection is zero\nat 0.2 cut\nat 0.6 heal\n");
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
	assert_contains(bed.text, "\"reset\": 1, \"stall\": 0, \"cut\": 1, \"swallow\": 0, \"heal\": 1");
}

static void swallowing_one_way_is_silence_there_and_nothing_else(void **state)
{
	(void)state;
	write_script("wan_swallow.tmp", "at 0 swallow up\nat 3 heal\n");
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
	assert_contains(bed.text, "wan: 2 connections, 0 refused, 1 reset; swallow 1; heal 1\n");
	assert_contains(bed.text, "9 bytes in, 3 out, 6 lost; 1 pieces");

	/* the log */
	char text[2000] = "";
	FILE *f = fopen("wan_log.tmp", "r");
	assert_non_null(f);
	text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
	fclose(f);
	remove("wan_log.tmp");
	static const char *const part[] = {
		"t_s,connection,way,what,bytes,took_s\n", "0.000000000,0,up,swallow,0,", ",1,both,open,0,", ",1,up,lost,6,", "3.000000000,0,both,heal,0,",
		"3.000000000,1,both,reset,0,", ",2,both,open,0,", ",2,up,piece,3,", ",2,both,close,0,",
	};
	for (size_t i = 0; i < COUNT(part); i++)
		assert_contains(text, part[i]);
}

static void a_stall_holds_back_what_arrives_afterwards(void **state)
{
	(void)state;
	write_script("wan_stall.tmp", "at 0 stall 0.3\n");
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
	assert_contains(bed.text, "; stall 1\n");
}

static void a_server_that_is_not_there_resets_the_client(void **state)
{
	(void)state;
	begin("");
	close(bed.server);
	int client = call(bed.port);
	assert_int_equal(hear_end(client), ECONNRESET);
	close(client);
	bed.server = listen_any();
	end(SIGTERM);
}

static void it_ends_by_itself_after_the_given_time(void **state)
{
	(void)state;
	double t = wait_now();
	begin("-seconds 0.2 -now");
	end(0);
	assert_true(wait_now() - t >= 0.2);
	assert_contains(bed.text, "wan: 0 connections");
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
		cmocka_unit_test(it_ends_by_itself_after_the_given_time),
	};

	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
