/* Microseconds a step of an unmodified genericClient against our element server, on loopback, in one run with a bare ping-pong of as many bytes.
 *
 * The client behaves as OpenSees': TCP_NODELAY off, frames of 256 numbers, and in every step, without an answer between them, trial (3) and the next request,
 * or commit (5) and the next trial: 3, 10 -> answer, 3 (same displacement, corrected velocity), 5. A server that acknowledges late costs it 44 ms a step.
 * The server is the program's own (foreign/serve.c and simapp.c) in a process of its own, with a spring. Step and ping-pong take turns, first
 * wherever the system puts the processes, then all on one processor; one JSON line with the medians.
 */
#define _GNU_SOURCE /* CPU_SET, sched_getcpu */
#include "base/clock.h"
#include "foreign/serve.h"
#include "foreign/simapp.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DATA = 256, STEPS = 3000, WARM = 200, NS_PER_US = 1000, TURNS = 5 };

/* ---- the server: a spring of stiffness 4 ----------------------------------------------------------------------- */

struct spring {
	struct signals out;
	double force, time;
};

static int spring_size(void *self, const int trial[SLOTS], const int out[SLOTS], struct err *e)
{
	(void)self, (void)trial, (void)out, (void)e;
	return 0;
}

static int spring_trial(void *self, const struct signals *x, struct err *e)
{
	(void)e;
	((struct spring *)self)->force = 4.0 * x->x[SLOT_DISP][0];
	return 0;
}

static int spring_answer(void *self, const struct signals **ret, struct err *e)
{
	(void)e;
	*ret = &((struct spring *)self)->out;
	return 0;
}

static int spring_commit(void *self, struct err *e)
{
	(void)self, (void)e;
	return 0;
}

static int serve_spring(struct cable *c)
{
	struct spring s = {.out.n = {0, 0, 0, 1, 1}};
	struct plant plant = {.self = &s, .size = spring_size, .trial = spring_trial, .answer = spring_answer, .commit = spring_commit};
	struct simapp app;
	struct arena mem;
	struct err e = {0};
	int code;

	s.out.x[SLOT_FORCE] = &s.force;
	s.out.x[SLOT_TIME] = &s.time;
	arena_init(&mem);
	simapp_init(&app, &plant, SIMAPP_ELEMENT, false, &mem, "bench");
	code = serve_accept(c, simapp_talk(&app), &e);
	if (!code)
		code = serve(c, simapp_talk(&app), &app.count, -1, &e);
	cable_close(c);
	arena_fini(&mem);
	return code == 1 ? 0 : 1;
}

/* ---- the client ------------------------------------------------------------------------------------------------ */

static void need(bool good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "bench foreign: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void put(int fd, const void *bytes, size_t n)
{
	for (size_t at = 0; at < n;) {
		ssize_t sent = send(fd, (const char *)bytes + at, n - at, MSG_NOSIGNAL);

		need(sent > 0, "send");
		at += (size_t)sent;
	}
}

static void get(int fd, void *bytes, size_t n)
{
	for (size_t at = 0; at < n;) {
		ssize_t got = recv(fd, (char *)bytes + at, n - at, 0);

		need(got > 0, "recv");
		at += (size_t)got;
	}
}

static void say(int fd, double *frame, double action)
{
	frame[0] = action;
	put(fd, frame, DATA * sizeof(double));
}

/* Displacement out, force back, as OpenSees does it in an explicit step. */
static void step(int fd, double *frame, double d)
{
	double reply[DATA];

	frame[1] = d;
	frame[2] = 0.5 * d;
	say(fd, frame, 3.0);
	say(fd, frame, 10.0);
	get(fd, reply, sizeof(reply));
	need(reply[0] == 4.0 * d, "another force");
	frame[2] = d;
	say(fd, frame, 3.0);
	say(fd, frame, 5.0);
}

static int64_t now_ns(void)
{
	struct clock c;

	clock_init(&c, &clock_monotonic, 0);
	return clock_now(&c);
}

static int dial(int port, int no_delay)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	need(fd >= 0 && connect(fd, (struct sockaddr *)&at, sizeof(at)) == 0, "connect");
	need(setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &no_delay, sizeof(no_delay)) == 0, "TCP_NODELAY");
	return fd;
}

static double client_us(int port)
{
	static const int32_t id[FRAME_ID_INTS] = {1, 1, 1, 0, 1, 0, 0, 0, 1, 0, DATA};
	double frame[DATA] = {0};
	int fd = dial(port, 0);
	int64_t begin = 0;

	put(fd, id, sizeof(id));
	for (int i = 0; i < WARM + STEPS; i++) {
		if (i == WARM)
			begin = now_ns();
		step(fd, frame, 1e-3 * i);
	}
	begin = now_ns() - begin;
	say(fd, frame, 99.0);
	close(fd);
	return (double)begin / STEPS / NS_PER_US;
}

/* ---- the ping-pong: as many bytes in one message each way ------------------------------------------------------ */

static void echo(int listener)
{
	static char bytes[4 * DATA * sizeof(double)];
	int fd = accept(listener, NULL, NULL), on = 1;

	need(fd >= 0 && setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on)) == 0, "accept");
	for (int i = 0; i < WARM + STEPS; i++) {
		get(fd, bytes, sizeof(bytes));
		put(fd, bytes, DATA * sizeof(double));
	}
	close(fd);
}

static double ping_us(void)
{
	static char bytes[4 * DATA * sizeof(double)];
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t n = sizeof(at);
	int listener = socket(AF_INET, SOCK_STREAM, 0), fd;
	int64_t begin = 0;
	pid_t child;

	need(listener >= 0 && bind(listener, (struct sockaddr *)&at, sizeof(at)) == 0 && listen(listener, 1) == 0, "listen");
	need(getsockname(listener, (struct sockaddr *)&at, &n) == 0, "getsockname");
	child = fork();
	if (child == 0) {
		echo(listener);
		_exit(0);
	}
	fd = dial(ntohs(at.sin_port), 1);
	for (int i = 0; i < WARM + STEPS; i++) {
		if (i == WARM)
			begin = now_ns();
		put(fd, bytes, sizeof(bytes));
		get(fd, bytes, DATA * sizeof(double));
	}
	begin = now_ns() - begin;
	close(fd);
	close(listener);
	waitpid(child, NULL, 0);
	return (double)begin / STEPS / NS_PER_US;
}

static double turn_us(void)
{
	struct cable_words words = {.timeout = 60.0};
	struct cable cable;
	struct err e = {0};
	int status = 1, port;
	pid_t child;
	double us;

	cable_init(&cable, &words, "bench");
	need(cable_listen(&cable, &e) == 0, "listen");
	port = cable_port(&cable);
	child = fork();
	if (child == 0)
		_exit(serve_spring(&cable));
	us = client_us(port);
	waitpid(child, &status, 0);
	cable_close(&cable);
	need(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the server failed");
	return us;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

struct median {
	double us, ping;
};

/* Both take turns. */
static struct median measure(void)
{
	double us[TURNS], ping[TURNS];

	for (int i = 0; i < TURNS; i++) {
		us[i] = turn_us();
		ping[i] = ping_us();
	}
	qsort(us, TURNS, sizeof(us[0]), by_size);
	qsort(ping, TURNS, sizeof(ping[0]), by_size);
	return (struct median){us[TURNS / 2], ping[TURNS / 2]};
}

/* This process and those it starts stay on the processor where it is. */
static void stay(void)
{
	cpu_set_t set;
	int cpu = sched_getcpu();

	CPU_ZERO(&set);
	CPU_SET(cpu < 0 ? 0 : cpu, &set);
	need(sched_setaffinity(0, sizeof(set), &set) == 0, "processor");
}

int main(void)
{
	struct median free_us = measure(), one;

	stay();
	one = measure();
	printf("{\"bench\": \"foreign\", \"what\": \"genericClient with Nagle on against startSimAppElemServer\", \"steps\": %d, \"us_per_step\": %.1f, "
	       "\"ping_pong_us\": %.1f, \"one_cpu_us_per_step\": %.1f, \"one_cpu_ping_pong_us\": %.1f, \"limit_us\": 100}\n", STEPS, free_us.us, free_us.ping,
	       one.us, one.ping);
	return 0;
}
