/* What a round trip of 512 bytes on loopback costs between two processes: bare sockets in C (send and recv that wait), the same through struct stream, plain
 * and inside TLS, in one run; the three take turns. One JSON line: mean times in microseconds, and how many times a bare round trip the others take. This is
 * the yardstick of the protocol between sites. Both processes stay on one processor: where they wake each other across two, what differs from run to run is
 * more than what is compared. */
#define _GNU_SOURCE /* CPU_SET */
#include "base/base.h"
#include "base/clock.h"
#include "net/stream.h"
#include "net/tls.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BYTES = 512, TURNS = 20, ROUNDS = 1000, WARM = 100, PATH = 300 };

static const int64_t PATIENCE_NS = 10000000000;
static char message[BYTES];

static int64_t now_ns(void)
{
	struct clock c;

	clock_init(&c, &clock_monotonic, 0);
	return clock_now(&c);
}

static int say(const struct err *e)
{
	char text[640];

	err_text(e, text, sizeof(text));
	printf("{\"bench\":\"ping-pong\", \"not_measured\":\"%s\"}\n", text);
	return -1;
}

/* ---- bare sockets ---- */

static int bare_get(int fd)
{
	for (size_t done = 0; done < BYTES;) {
		ssize_t n = recv(fd, message + done, BYTES - done, 0);
		if (n <= 0)
			return -1;
		done += (size_t)n;
	}
	return 0;
}

static int bare_put(int fd)
{
	return send(fd, message, BYTES, MSG_NOSIGNAL) == BYTES ? 0 : -1;
}

static int bare_echo(int listening)
{
	const int on = 1;
	int fd = accept(listening, NULL, NULL);

	if (fd < 0 || setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on)) < 0)
		return -1;
	while (bare_get(fd) == 0 && bare_put(fd) == 0)
		;
	close(fd);
	return 0;
}

static double bare_rounds(int fd)
{
	int64_t from = 0;

	for (int i = -WARM; i < ROUNDS; i++) {
		if (i == 0)
			from = now_ns();
		if (bare_put(fd) < 0 || bare_get(fd) < 0)
			return -1.0;
	}
	return 1e-3 * (double)(now_ns() - from) / ROUNDS;
}

/* Mean of one turn [us]; negative when it failed. */
static double bare_turn(void)
{
	const int on = 1;
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof(a);
	int listening = socket(AF_INET, SOCK_STREAM, 0), fd = socket(AF_INET, SOCK_STREAM, 0);
	double mean = -1.0;

	if (listening < 0 || fd < 0 || bind(listening, (struct sockaddr *)&a, size) < 0 || listen(listening, 1) < 0 ||
	    getsockname(listening, (struct sockaddr *)&a, &size) < 0)
		return -1.0;
	pid_t child = fork();
	if (child == 0) {
		close(fd);
		_exit(bare_echo(listening) < 0);
	}
	if (child > 0 && connect(fd, (struct sockaddr *)&a, size) == 0 && setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on)) == 0)
		mean = bare_rounds(fd);
	close(fd);
	close(listening);
	waitpid(child, NULL, 0);
	return mean;
}

/* ---- streams ---- */

static int open_stream(struct stream *s, struct err *e)
{
	int rc = 0;

	while (rc == 0 && stream_phase(s) != STREAM_OPEN) {
		stream_wait(s, false, now_ns() + PATIENCE_NS);
		rc = stream_work(s, e);
	}
	return rc;
}

static int stream_echo(struct listener *l)
{
	struct stream *s = NULL;
	struct err e = {0};

	if (!listener_wait(l, now_ns() + PATIENCE_NS) || listener_accept(l, NULL, &s, &e) < 0 || !s || open_stream(s, &e) < 0)
		return say(&e);
	while (stream_get(s, message, BYTES, now_ns() + PATIENCE_NS, &e) == 0 && stream_put(s, message, BYTES, now_ns() + PATIENCE_NS, &e) == 0)
		;
	stream_close(s);
	return 0;
}

static double stream_rounds(struct stream *s, struct err *e)
{
	int64_t from = 0;

	for (int i = -WARM; i < ROUNDS; i++) {
		if (i == 0)
			from = now_ns();
		if (stream_put(s, message, BYTES, now_ns() + PATIENCE_NS, e) < 0 || stream_get(s, message, BYTES, now_ns() + PATIENCE_NS, e) < 0)
			return -1.0;
	}
	return 1e-3 * (double)(now_ns() - from) / ROUNDS;
}

static double stream_turn(const struct tls *tls, struct err *e)
{
	const struct stream_words w = {.tls = tls};
	struct listener *l = NULL;
	struct stream *s = NULL;
	double mean = -1.0;

	if (listener_open(NULL, 0, tls, false, &l, e) < 0)
		return -1.0;
	pid_t child = fork();
	if (child == 0)
		_exit(stream_echo(l) < 0);
	if (child > 0 && stream_connect("127.0.0.1", listener_port(l), &w, &s, e) == 0 && open_stream(s, e) == 0)
		mean = stream_rounds(s, e);
	stream_close(s);
	listener_close(l);
	waitpid(child, NULL, 0);
	return mean;
}

/* ---- papers ---- */

static int make_papers(struct tls **ret, struct err *e)
{
	char folder[] = "/tmp/tandem-bench-XXXXXX", path[4][PATH];
	static const char *const file[] = {"bench.crt", "bench.key", "ca.crt", "ca.key"};

	if (!mkdtemp(folder))
		return err_set(e, ERR_FILE, folder, "cannot be made");
	for (size_t i = 0; i < COUNT(file); i++)
		snprintf(path[i], PATH, "%s/%s", folder, file[i]);
	int rc = tls_authority(folder, 1, e);
	if (rc == 0)
		rc = tls_certificate(folder, "bench", 1, e);
	if (rc == 0)
		rc = tls_open(path[0], path[1], path[2], ret, e);
	for (size_t i = 0; i < COUNT(file); i++)
		unlink(path[i]);
	rmdir(folder);
	return rc;
}

/* Stays on the last processor, and so do children; -1 when the system does not want that. */
static int stay(void)
{
	int cpu = (int)sysconf(_SC_NPROCESSORS_ONLN) - 1;
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return sched_setaffinity(0, sizeof(set), &set) == 0 ? cpu : -1;
}

int main(void)
{
	struct tls *tls = NULL;
	struct err e = {0};
	double sum[3] = {0};
	int cpu = stay();

	if (make_papers(&tls, &e) < 0)
		return say(&e) < 0;
	for (int k = 0; k < TURNS; k++) {
		const double mean[] = {bare_turn(), stream_turn(NULL, &e), stream_turn(tls, &e)};
		for (int i = 0; i < 3; i++) {
			if (mean[i] < 0.0)
				return say(&e) < 0;
			sum[i] += mean[i] / TURNS;
		}
	}
	tls_close(tls);
	printf("{\"bench\":\"ping-pong\", \"bytes\":%d, \"n\":%d, \"cpu\":%d, \"bare_us\":%.2f, \"plain_us\":%.2f, \"tls_us\":%.2f, ", BYTES, TURNS * ROUNDS, cpu,
	       sum[0], sum[1], sum[2]);
	printf("\"plain_ratio\":%.2f, \"tls_ratio\":%.2f}\n", sum[1] / sum[0], sum[2] / sum[0]);
	return 0;
}
