/* Packets to bytes and back, and three ways for them. docs/devices.md says what every byte means. */
#define _GNU_SOURCE
#include "way.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, BOX_HELLO = 64, BOX_COMMAND = 256, BOX_READING = 1024 };   /* shared memory */

/* --- packets: little-endian, docs/devices.md ------------------------------------------------------- */

static void put(unsigned char *to, uint64_t x, int n)
{
	for (int i = 0; i < n; i++)
		to[i] = (unsigned char)(x >> 8 * i);
}

static uint64_t get(const unsigned char *from, int n)
{
	uint64_t x = 0;

	for (int i = n - 1; i >= 0; i--)
		x = x << 8 | from[i];
	return x;
}

static uint32_t crc32(const unsigned char *bytes, size_t n)
{
	uint32_t crc = 0xffffffff;

	for (size_t i = 0; i < n; i++) {
		crc ^= bytes[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
	}
	return ~crc;
}

static size_t encode(const struct packet *p, unsigned char *bytes)
{
	size_t body = HEAD + 8 * p->count;

	memset(bytes, 0, HEAD);
	memcpy(bytes, "TNDM", 4);
	put(bytes + 4, VERSION, 2);
	put(bytes + 6, p->kind, 2);
	put(bytes + 8, p->session, 8);
	put(bytes + 16, (uint64_t)p->number, 8);
	put(bytes + 24, (uint64_t)p->t_ns, 8);
	put(bytes + 32, (uint64_t)p->tick, 8);
	put(bytes + 40, p->state, 4);
	put(bytes + 44, p->flags, 4);
	put(bytes + 48, p->channels, 2);
	put(bytes + 50, p->slots, 2);
	put(bytes + 52, p->count, 4);
	for (unsigned i = 0; i < p->count; i++) {
		uint64_t bits;

		memcpy(&bits, &p->x[i], 8);
		put(bytes + HEAD + 8 * i, bits, 8);
	}
	put(bytes + body, crc32(bytes, body), TAIL);
	return body + TAIL;
}

/* Size of the whole packet that begins here, judged by its head; 0: more bytes are needed; -1: this is none. */
static long whole(const unsigned char *bytes, size_t n)
{
	if (n < HEAD)
		return 0;
	if (memcmp(bytes, "TNDM", 4) != 0 || get(bytes + 4, 2) != VERSION || get(bytes + 52, 4) > SLOTS * CHANNELS)
		return -1;
	return HEAD + 8 * (long)get(bytes + 52, 4) + TAIL;
}

static void decode(const unsigned char *bytes, struct packet *p)
{
	p->kind = (unsigned)get(bytes + 6, 2);
	p->session = get(bytes + 8, 8);
	p->number = (int64_t)get(bytes + 16, 8);
	p->tick = (int64_t)get(bytes + 32, 8);
	p->flags = (unsigned)get(bytes + 44, 4);
	p->channels = (unsigned)get(bytes + 48, 2);
	p->slots = (unsigned)get(bytes + 50, 2);
	p->count = (unsigned)get(bytes + 52, 4);
	for (unsigned i = 0; i < p->count; i++) {
		uint64_t bits = get(bytes + HEAD + 8 * i, 8);

		memcpy(&p->x[i], &bits, 8);
	}
}

/* --- shared memory: we make the page and remove it ------------------------------------------------- */

/* A page that is left over is removed. One that a laboratory lives behind is not: it holds a lock on it, which ends with its process, however that ends. */
static bool shm_clear(const char *path)
{
	int fd = shm_open(path, O_RDWR, 0);
	bool lives = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) < 0;

	if (fd >= 0 && !lives)
		shm_unlink(path);
	if (fd >= 0)
		close(fd);
	errno = EADDRINUSE;
	return !lives;
}

static bool shm_start(struct line *l, const char *where, int channels)
{
	uint64_t magic;
	unsigned char head[16] = {0};

	snprintf(l->path, sizeof(l->path), "/%s", where);
	if (!shm_clear(l->path))
		return false;
	l->fd = shm_open(l->path, O_RDWR | O_CREAT | O_EXCL, 0600);
	if (l->fd < 0 || flock(l->fd, LOCK_EX | LOCK_NB) < 0 || ftruncate(l->fd, PAGE) < 0)
		return false;
	l->page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, l->fd, 0);
	if ((void *)l->page == MAP_FAILED)
		return false;
	put(head, VERSION, 4);
	put(head + 4, PAGE, 4);
	put(head + 8, (uint64_t)channels, 2);
	put(head + 10, ALL_SLOTS, 2);
	memcpy((char *)l->page + 8, head, sizeof(head));
	memcpy(&magic, "TANDEMSM", 8);
	atomic_store(l->page, magic);              /* last: now it is there */
	return true;
}

/* A packet that is newer than the one seen; whole, because the sequence is even and the same before and after. */
static size_t box_read(const _Atomic uint64_t *box, uint64_t *seen, unsigned char *bytes)
{
	uint64_t sequence = atomic_load(box);

	if (sequence == *seen || sequence % 2)
		return 0;
	for (int i = 0; i < (HEAD + 8 * CHANNELS) / 8; i++) {
		uint64_t word = atomic_load(box + 1 + i);

		memcpy(bytes + 8 * i, &word, 8);
	}
	if (atomic_load(box) != sequence)
		return 0;
	*seen = sequence;
	return whole(bytes, HEAD) > 0 && get(bytes + 52, 4) <= CHANNELS ? HEAD : 0;
}

static size_t shm_hear(struct line *l, unsigned char *bytes)
{
	size_t n = box_read(l->page + BOX_HELLO / 8, &l->seen[0], bytes);

	return n ? n : box_read(l->page + BOX_COMMAND / 8, &l->seen[1], bytes);
}

static void shm_tell(struct line *l, const unsigned char *bytes, size_t n)
{
	_Atomic uint64_t *box = l->page + BOX_READING / 8;
	uint64_t odd = atomic_load(box) | 1;

	atomic_store(box, odd);
	for (size_t i = 0; i < (n - TAIL) / 8; i++) {
		uint64_t word;

		memcpy(&word, bytes + 8 * i, 8);
		atomic_store(box + 1 + i, word);
	}
	atomic_store(box, odd + 1);
}

static void shm_finish(struct line *l)
{
	atomic_store(l->page, 0);                  /* whoever has it mapped sees that we have left */
	shm_unlink(l->path);
}

/* --- sockets --------------------------------------------------------------------------------------- */

/* All addresses of this machine, IPv6 and IPv4; only IPv4 where there is no IPv6. Port 0: any, and it is said. */
static int listen_at(const char *where, int type)
{
	struct sockaddr_in6 at6 = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)atoi(where))};
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(where))};
	socklen_t n = sizeof(at6);
	int no = 0, yes = 1, fd = socket(AF_INET6, type | SOCK_NONBLOCK, 0);
	bool six = fd >= 0 && setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof(no)) == 0;

	if (!six)
		fd = socket(AF_INET, type | SOCK_NONBLOCK, 0);
	if (type == SOCK_STREAM)                   /* connections that have ended do not keep the port; of datagrams two programs could have one */
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
	if (bind(fd, six ? (struct sockaddr *)&at6 : (struct sockaddr *)&at, six ? sizeof(at6) : sizeof(at)) < 0)
		return -1;
	getsockname(fd, (struct sockaddr *)&at6, &n);              /* the port stands at the same place in both */
	printf("laboratory: port %d\n", ntohs(at6.sin6_port));
	return fd;
}

static bool udp_start(struct line *l, const char *where, int channels)
{
	(void)channels;
	l->fd = listen_at(where, SOCK_DGRAM);
	return l->fd >= 0;
}

static size_t udp_hear(struct line *l, unsigned char *bytes)
{
	for (int i = 0; i < 100; i++) {
		ssize_t n = (l->from_n = sizeof(l->from), recvfrom(l->fd, bytes, BYTES, 0, (struct sockaddr *)&l->from, &l->from_n));

		if (n < 0)
			return 0;
		if (whole(bytes, (size_t)n) == n && get(bytes + n - TAIL, TAIL) == crc32(bytes, (size_t)n - TAIL))
			return (size_t)n;
		l->passed++;
	}
	return 0;
}

/* Nobody there is no fault here: the watchdog sees to it. */
static void udp_tell(struct line *l, const unsigned char *bytes, size_t n)
{
	(void)!sendto(l->fd, bytes, n, 0, (struct sockaddr *)&l->served, l->served_n);
}

static void udp_reply(struct line *l, const unsigned char *bytes, size_t n)
{
	(void)!sendto(l->fd, bytes, n, 0, (struct sockaddr *)&l->from, l->from_n);
}

static bool tcp_start(struct line *l, const char *where, int channels)
{
	(void)channels;
	l->listener = listen_at(where, SOCK_STREAM);
	return l->listener >= 0 && listen(l->listener, 1) == 0;
}

static void hang_up(struct line *l)
{
	close(l->fd);
	l->fd = -1;
	l->lost = true;
	l->in_n = l->out_n = l->out_at = 0;
}

/* A controller that is served keeps its connection; one that has fallen silent loses it to the next. */
static void tcp_accept(struct line *l)
{
	int fd, yes = 1;

	if (l->fd >= 0 && l->busy)
		return;
	fd = accept4(l->listener, NULL, NULL, SOCK_NONBLOCK);
	if (fd < 0)
		return;
	if (l->fd >= 0)
		hang_up(l);
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
	l->fd = fd;
}

static size_t tcp_hear(struct line *l, unsigned char *bytes)
{
	tcp_accept(l);
	for (;;) {
		long n = whole(l->in, l->in_n);
		ssize_t more;

		if (n > 0 && (size_t)n <= l->in_n) {
			memcpy(bytes, l->in, (size_t)n);
			l->in_n -= (size_t)n;
			memmove(l->in, l->in + n, l->in_n);
			if (get(bytes + n - TAIL, TAIL) == crc32(bytes, (size_t)n - TAIL))
				return (size_t)n;
			l->passed++;
			continue;
		}
		if (l->fd < 0)
			return 0;
		more = n < 0 ? 0 : recv(l->fd, l->in + l->in_n, sizeof(l->in) - l->in_n, 0);
		if (more < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
			return 0;
		if (more <= 0) {                       /* closed, reset, or no packets of ours */
			hang_up(l);
			return 0;
		}
		l->in_n += (size_t)more;
	}
}

/* A packet that has begun is completed; one that finds no room is left out, the next tick has a newer one. */
static void tcp_tell(struct line *l, const unsigned char *bytes, size_t n)
{
	ssize_t gone;

	if (l->fd < 0)
		return;
	if (l->out_at == l->out_n) {
		memcpy(l->out, bytes, n);
		l->out_n = n;
		l->out_at = 0;
	}
	gone = send(l->fd, l->out + l->out_at, l->out_n - l->out_at, MSG_NOSIGNAL);
	if (gone > 0)
		l->out_at += (size_t)gone;
}

static const struct way WAYS[] = {
	{ "shm", shm_start, shm_hear, shm_tell, NULL, shm_finish },
	{ "udp", udp_start, udp_hear, udp_tell, udp_reply, NULL },
	{ "tcp", tcp_start, tcp_hear, tcp_tell, tcp_tell, NULL },
};

const struct way *line_way(struct line *l, const char *name)
{
	l->fd = l->listener = -1;
	for (size_t i = 0; i < sizeof(WAYS) / sizeof(WAYS[0]); i++)
		if (strcmp(name, WAYS[i].name) == 0)
			return l->way = &WAYS[i];
	return NULL;
}

bool line_hear(struct line *l, struct packet *ret)
{
	unsigned char bytes[BYTES];

	if (!l->way->hear(l, bytes))
		return false;
	decode(bytes, ret);
	return true;
}

void line_tell(struct line *l, const struct packet *p)
{
	unsigned char bytes[BYTES];

	l->way->tell(l, bytes, encode(p, bytes));
}

void line_reply(struct line *l, const struct packet *p)
{
	unsigned char bytes[BYTES];

	if (l->way->reply)
		l->way->reply(l, bytes, encode(p, bytes));
}

void line_serve(struct line *l)
{
	l->served = l->from;
	l->served_n = l->from_n;
}
