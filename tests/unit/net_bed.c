/* Two ends of a connection in one thread. */
#include "unit/net_bed.h"

#include "net/tls_priv.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

enum { FOLDERS = 16, PATH = 512, LARGE = 8 << 20 };

static char folders[FOLDERS][PATH];
static int nfolders;

int64_t bed_late(void)
{
	return (int64_t)(1e9 * (wait_now() + WAIT_MOST));
}

const char *bed_text(const struct err *e)
{
	static char line[1024];

	err_text(e, line, sizeof(line));
	return line;
}

struct listener *bed_listen(const struct tls *tls)
{
	struct listener *l = NULL;
	struct err e = {0};

	if (listener_open(NULL, 0, tls, false, &l, &e) < 0)
		fail_msg("%s", bed_text(&e));
	return l;
}

static bool settled(struct stream *s, int rc)
{
	return rc < 0 || (s && stream_phase(s) == STREAM_OPEN);
}

static void work(struct stream *s, int *rc, struct err *e)
{
	if (s && *rc == 0 && stream_phase(s) != STREAM_OPEN)
		*rc = stream_work(s, e);
}

int pair_try(struct pair *p, const struct stream_words *client, const struct stream_words *server)
{
	int64_t end = bed_late();
	int rc = stream_connect("127.0.0.1", listener_port(p->listener), client, &p->client, &p->client_err);

	while (rc == 0 && !(settled(p->client, p->client_rc) && settled(p->server, p->server_rc))) {
		struct stream *const both[] = {p->client_rc ? NULL : p->client, p->server_rc ? NULL : p->server};
		bool ready[2];
		if (bed_late() - end > (int64_t)(1e9 * WAIT_MOST))
			fail_msg("a handshake without end: %s | %s", bed_text(&p->client_err), p->server ? "accepted" : "not accepted");
		net_wait(p->server ? NULL : p->listener, both, NULL, 2, (int64_t)(1e9 * wait_now()) + 10000000, ready);
		if (!p->server)
			rc = listener_accept(p->listener, server, &p->server, &p->server_err);
		work(p->client, &p->client_rc, &p->client_err);
		work(p->server, &p->server_rc, &p->server_err);
		if (p->client_rc < 0 && !p->server)
			break;
	}
	return rc;
}

void pair_meet(struct pair *p, const struct tls *server_tls, const struct stream_words *client, const struct stream_words *server)
{
	*p = (struct pair){.listener = bed_listen(server_tls)};
	if (pair_try(p, client, server) < 0)
		fail_msg("no connection: %s", bed_text(p->client ? &p->server_err : &p->client_err));
}

void pair_open(struct pair *p, const struct tls *server_tls, const struct stream_words *client, const struct stream_words *server)
{
	pair_meet(p, server_tls, client, server);
	if (p->client_rc < 0)
		fail_msg("client: %s", bed_text(&p->client_err));
	if (p->server_rc < 0)
		fail_msg("server: %s", bed_text(&p->server_err));
}

void pair_close(struct pair *p)
{
	stream_close(p->client);
	stream_close(p->server);
	listener_close(p->listener);
	*p = (struct pair){0};
}

/* ---- much at once ---- */

static unsigned char pattern(size_t i)
{
	return (unsigned char)(i * 2654435761u >> 13);
}

/* Moves what can be moved at one end. Reads are of sizes that fit no record and no segment. */
static void move(struct stream *s, size_t *sent, size_t *got, const unsigned char *bytes)
{
	unsigned char in[30011];
	struct err e = {0};
	size_t n;

	if (*sent < LARGE) {
		if (stream_write(s, bytes + *sent, LARGE - *sent, &n, &e) < 0)
			fail_msg("%s", bed_text(&e));
		*sent += n;
	}
	if (stream_read(s, in, sizeof(in), &n, &e) < 0)
		fail_msg("%s", bed_text(&e));
	for (size_t i = 0; i < n; i++)
		if (in[i] != pattern(*got + i))
			fail_msg("byte %zu is wrong", *got + i);
	*got += n;
}

void pair_exchange(struct pair *p)
{
	struct stream *const end[] = {p->client, p->server};
	unsigned char *bytes = malloc(LARGE);
	size_t sent[2] = {0}, got[2] = {0};
	double until = wait_now() + WAIT_MOST;

	assert_non_null(bytes);
	for (size_t i = 0; i < LARGE; i++)
		bytes[i] = pattern(i);
	while (got[0] < LARGE || got[1] < LARGE) {
		const bool write[] = {sent[0] < LARGE, sent[1] < LARGE};
		bool ready[2];
		assert_true(wait_now() < until);
		net_wait(NULL, end, write, 2, bed_late(), ready);
		for (int i = 0; i < 2; i++)
			if (ready[i])
				move(end[i], &sent[i], &got[i], bytes);
	}
	free(bytes);
}

/* ---- ends ---- */

static void server_leaves(struct pair *p)
{
	stream_close(p->server);
	p->server = NULL;
}

void pair_last_words(struct pair *p)
{
	struct err e = {0};
	char got[4] = "";

	assert_int_equal(stream_put(p->client, "unread", 6, bed_late(), &e), 0);
	assert_true(stream_wait(p->server, false, bed_late()));
	assert_int_equal(stream_put(p->server, "bye", 3, bed_late(), &e), 0);
	server_leaves(p);
	assert_int_equal(stream_get(p->client, got, 3, bed_late(), &e), 0);
	assert_string_equal(got, "bye");
}

void pair_write_in_vain(struct pair *p)
{
	struct err e = {0};
	size_t n;

	signal(SIGPIPE, SIG_DFL);
	server_leaves(p);
	UNTIL("reset", stream_write(p->client, "x", 1, &n, &e) < 0);
	assert_int_equal(e.code, ERR_LOST);
	assert_contains(bed_text(&e), "the connection is broken");
}

int bed_read_to_end(struct stream *s, struct err *ret)
{
	char bytes[4096];
	size_t n;
	int rc;

	err_clear(ret);
	while ((rc = stream_read(s, bytes, sizeof(bytes), &n, ret)) == 0)
		if (n == 0 && !stream_wait(s, false, bed_late()))
			fail_msg("the stream never ends");
	return rc;
}

/* ---- raw sockets ---- */

int raw_connect(int port)
{
	return raw_connect_from(1, port);
}

int raw_connect_from(int host, int port)
{
	const struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	const struct sockaddr_in from = {.sin_family = AF_INET, .sin_addr.s_addr = htonl((INADDR_LOOPBACK & ~0xffu) + (uint32_t)host)};
	const struct timeval most = {.tv_sec = (time_t)WAIT_MOST};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	assert_true(fd >= 0);
	assert_int_equal(setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof(most)), 0);
	assert_int_equal(setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof(most)), 0);
	assert_int_equal(bind(fd, (const struct sockaddr *)&from, sizeof(from)), 0);
	assert_int_equal(connect(fd, (const struct sockaddr *)&to, sizeof(to)), 0);
	return fd;
}

void raw_put(int fd, const void *bytes, size_t n)
{
	assert_int_equal(send(fd, bytes, n, MSG_NOSIGNAL), n);
}

size_t raw_get_all(int fd, void *ret_bytes, size_t size)
{
	size_t done = 0;

	while (done < size) {
		ssize_t n = recv(fd, (char *)ret_bytes + done, size - done, 0);
		if (n <= 0)
			break;
		done += (size_t)n;
	}
	return done;
}

/* ---- papers ---- */

const char *bed_folder(void)
{
	const char *tmp = getenv("TMPDIR");

	assert_true(nfolders < FOLDERS);
	snprintf(folders[nfolders], PATH, "%s/tandem-net-XXXXXX", tmp ? tmp : "/tmp");
	assert_non_null(mkdtemp(folders[nfolders]));
	return folders[nfolders++];
}

void bed_sweep(void)
{
	while (nfolders > 0) {
		char command[PATH + 16];
		snprintf(command, sizeof(command), "rm -r '%s'", folders[--nfolders]);
		assert_int_equal(system(command), 0);
	}
}

struct tls *bed_papers(const char *folder, const char *name, int from, int to, const char *trusts)
{
	char path[3][PATH];
	struct err e = {0};
	struct tls *t = NULL;
	int rc = 0;

	snprintf(path[0], PATH, "%s/%s.crt", folder, name);
	snprintf(path[1], PATH, "%s/%s.key", folder, name);
	snprintf(path[2], PATH, "%s/ca.crt", folder);
	if (access(path[2], F_OK) != 0)
		rc = tls_authority(folder, 100, &e);
	if (rc == 0 && access(path[0], F_OK) != 0)
		rc = tls_certificate_between(folder, name, from, to, &e);
	snprintf(path[2], PATH, "%s/ca.crt", trusts ? trusts : folder);
	if (rc == 0)
		rc = tls_read(path[0], path[1], path[2], false, &t, &e);
	if (rc < 0)
		fail_msg("%s", bed_text(&e));
	return t;
}
