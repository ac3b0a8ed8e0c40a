/* What a round trip on loopback costs between two processes: bare sockets in C (send and recv that wait), the same through struct stream, plain and inside
 * TLS, in one run; the three take turns. One JSON line: mean times in microseconds, and how many times a bare round trip the others take. This is the yardstick
 * of the protocol between sites, with as many bytes as a step of one channel has there. Both processes stay on one processor: where they wake each other
 * across two, what differs from run to run is more than what is compared.
 *
 *   pingpong apart N    bare sockets alone, N peers that are all asked before any is waited for, each on the next processor: {"peers": N, "bare_us": ...} */
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

enum { BYTES = 128, TURNS = 20, ROUNDS = 1000, WARM = 100, PATH = 300, PEERS_MOST = 64 };

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

/* Mean of a round [us] in which all n are asked, then all are read; negative when it failed. */
static double bare_rounds(const int *fd, int n)
{
	int64_t from = 0;

	for (int i = -WARM; i < ROUNDS; i++) {
		if (i == 0)
			from = now_ns();
		for (int k = 0; k < n; k++)
			if (bare_put(fd[k]) < 0)
				return -1.0;
		for (int k = n - 1; k >= 0; k--)
			if (bare_get(fd[k]) < 0)
				return -1.0;
	}
	return 1e-3 * (double)(now_ns() - from) / ROUNDS;
}

/* On processor k, counted round; -1 when the system does not want that. */
static int stay(int k)
{
	int cpu = k % (int)sysconf(_SC_NPROCESSORS_ONLN);
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return sched_setaffinity(0, sizeof(set), &set) == 0 ? cpu : -1;
}

/* A peer in a process of its own, and the socket to it; on processor cpu, or where we are (-1). */
static pid_t bare_peer(int listening, const struct sockaddr_in *a, int cpu, int *ret_fd)
{
	const int on = 1;
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	pid_t child = fork();

	if (child == 0) {
		close(fd);
		if (cpu >= 0)
			stay(cpu);
		_exit(bare_echo(listening) < 0);
	}
	if (child > 0 && (connect(fd, (const struct sockaddr *)a, sizeof(*a)) < 0 || setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on)) < 0)) {
		close(fd);
		fd = -1;
	}
	*ret_fd = fd;
	return child;
}

/* The processor of peer k: one of those that are not ours (0), where there are such. */
static int apart_from_us(int k)
{
	int others = (int)sysconf(_SC_NPROCESSORS_ONLN) - 1;

	return others > 0 ? 1 + k % others : 0;
}

/* Mean of one turn [us]; negative when it failed. */
static double bare_turn(int n, bool apart)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof(a);
	int listening = socket(AF_INET, SOCK_STREAM, 0), fd[PEERS_MOST], made = 0;
	pid_t child[PEERS_MOST];
	double mean = -1.0;

	if (listening < 0 || bind(listening, (struct sockaddr *)&a, size) < 0 ||
	    listen(listening, PEERS_MOST) < 0 || getsockname(listening, (struct sockaddr *)&a, &size) < 0)
		return -1.0;
	for (; made < n; made++) {
		child[made] = bare_peer(listening, &a, apart ? apart_from_us(made) : -1, &fd[made]);
		if (child[made] <= 0 || fd[made] < 0)
			break;
	}
	if (made == n)
		mean = bare_rounds(fd, n);
	/* peers that were made later hold a copy of the socket, so closing it would not end the conversation */
	for (int k = 0; k < made; k++) {
		shutdown(fd[k], SHUT_RDWR);
		close(fd[k]);
	}
	close(listening);
	for (int k = 0; k < made; k++)
		waitpid(child[k], NULL, 0);
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
		rc = tls_certificate(folder, "bench", NULL, 1, e);
	if (rc == 0)
		rc = tls_open(path[0], path[1], path[2], ret, e);
	for (size_t i = 0; i < COUNT(file); i++)
		unlink(path[i]);
	rmdir(folder);
	return rc;
}

static int apart(int n)
{
	double sum = 0.0;

	stay(0);
	for (int k = 0; k < TURNS; k++) {
		double mean = bare_turn(n, true);
		if (mean < 0.0)
			return say(&(struct err){.what = "sockets"}) < 0;
		sum += mean / TURNS;
	}
	printf("{\"bench\":\"ping-pong apart\", \"bytes\":%d, \"peers\":%d, \"bare_us\":%.2f}\n", BYTES, n, sum);
	return 0;
}

int main(int argc, char **argv)
{
	struct tls *tls = NULL;
	struct err e = {0};
	double sum[3] = {0};
	int n = argc == 3 && strcmp(argv[1], "apart") == 0 ? atoi(argv[2]) : 0, cpu;

	if (n > 0 && n <= PEERS_MOST)
		return apart(n);
	cpu = stay((int)sysconf(_SC_NPROCESSORS_ONLN) - 1);
	if (make_papers(&tls, &e) < 0)
		return say(&e) < 0;
	for (int k = 0; k < TURNS; k++) {
		const double mean[] = {bare_turn(1, false), stream_turn(NULL, &e), stream_turn(tls, &e)};
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
