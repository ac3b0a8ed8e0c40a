/* The other sides: shared memory, datagrams, a connection. */
#define _GNU_SOURCE
#include "conform/device_peer.h"

#include "test.h"

#include "base/words.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PAGE = 4096, HELLO = 64 / 8, COMMAND = 256 / 8, READING = 1024 / 8 };

/* --- shared memory --------------------------------------------------------------------------------- */

static void shm_begin(struct far *o)
{
	static int count;
	unsigned char head[24] = {0};
	uint64_t magic;
	uint16_t channels = (uint16_t)o->channels;

	if (!o->name[0])
		snprintf(o->name, sizeof(o->name), "tandem-test-%d-%d", (int)getpid(), ++count);
	char path[80];
	snprintf(path, sizeof(path), "/%s", o->name);
	shm_unlink(path);
	o->fd = shm_open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
	assert_true(o->fd >= 0);
	assert_int_equal(ftruncate(o->fd, PAGE), 0);
	o->page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, o->fd, 0);
	assert_true((void *)o->page != MAP_FAILED);
	head[8] = 1;                       /* version */
	head[13] = PAGE >> 8;
	memcpy(head + 16, &channels, 2);
	head[18] = 15;                     /* all slots */
	words_store(o->page + 1, head + 8, sizeof(head) - 8);
	memcpy(&magic, "TANDEMSM", 8);
	atomic_store(o->page, magic);
}

static bool shm_take_box(struct far *o, int box, uint64_t *seen)
{
	unsigned char bytes[PACKET_MOST];
	uint64_t sequence = atomic_load(o->page + box);

	if (sequence % 2 || sequence == *seen)
		return false;
	words_load(o->page + box + 1, bytes, 64 + 8 * 64);
	if (atomic_load(o->page + box) != sequence)
		return false;
	*seen = sequence;
	return packet_decode(bytes, 64 + 8 * 64, false, &o->got) == PACKET_GOOD;
}

static bool shm_take(struct far *o)
{
	return shm_take_box(o, COMMAND, &o->seen[1]) || shm_take_box(o, HELLO, &o->seen[0]);
}

static void shm_give(struct far *o, const unsigned char *bytes, size_t n)
{
	uint64_t sequence = atomic_load(o->page + READING);

	atomic_store(o->page + READING, sequence + 1);
	words_store(o->page + READING + 1, bytes, n - 4);
	atomic_store(o->page + READING, sequence + 2);
}

static void shm_end(struct far *o)
{
	char path[80];

	if (!o->page)
		return;
	atomic_store(o->page, 0);
	munmap(o->page, PAGE);
	snprintf(path, sizeof(path), "/%s", o->name);
	shm_unlink(path);
	o->page = NULL;
}

/* --- sockets --------------------------------------------------------------------------------------- */

static int listen_at(int type, int *ret_port)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons((uint16_t)*ret_port)};
	socklen_t n = sizeof(at);
	int yes = 1, fd = socket(AF_INET, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

	assert_true(fd >= 0);
	assert_int_equal(setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes)), 0);
	assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof(at)), 0);
	assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &n), 0);
	*ret_port = ntohs(at.sin_port);
	return fd;
}

static void udp_begin(struct far *o)
{
	o->fd = listen_at(SOCK_DGRAM, &o->port);
}

/* Answers go to where the last whole packet came from. */
static bool udp_take(struct far *o)
{
	unsigned char bytes[PACKET_MOST];
	socklen_t n = sizeof(o->from);
	ssize_t got = recvfrom(o->fd, bytes, sizeof(bytes), MSG_DONTWAIT, (struct sockaddr *)&o->from, &n);

	o->from_n = n;
	return got >= 0 && packet_decode(bytes, (size_t)got, true, &o->got) == PACKET_GOOD;
}

static void udp_give(struct far *o, const unsigned char *bytes, size_t n)
{
	assert_int_equal(sendto(o->fd, bytes, n, MSG_NOSIGNAL, (struct sockaddr *)&o->from, o->from_n), n);
}

static void socket_end(struct far *o)
{
	if (o->fd >= 0)
		close(o->fd);
	if (o->listener >= 0)
		close(o->listener);
	o->fd = o->listener = -1;
}

static void tcp_begin(struct far *o)
{
	o->listener = listen_at(SOCK_STREAM, &o->port);
	assert_int_equal(listen(o->listener, 4), 0);
}

/* A new connection takes the place of an old one. */
static bool tcp_take(struct far *o)
{
	int fd = accept4(o->listener, NULL, NULL, SOCK_CLOEXEC);

	if (fd >= 0) {
		if (o->fd >= 0)
			close(o->fd);
		o->fd = fd;
		o->in_n = 0;
	}
	if (o->fd < 0)
		return false;
	if (packet_decode(o->in, o->in_n, true, &o->got) != PACKET_GOOD) {
		ssize_t n = recv(o->fd, o->in + o->in_n, sizeof(o->in) - o->in_n, MSG_DONTWAIT);

		if (n <= 0)
			return false;
		o->in_n += (size_t)n;
		if (packet_decode(o->in, o->in_n, true, &o->got) != PACKET_GOOD)
			return false;
	}
	o->in_n -= packet_size(o->got.count);
	memmove(o->in, o->in + packet_size(o->got.count), o->in_n);
	return true;
}

static void tcp_give(struct far *o, const unsigned char *bytes, size_t n)
{
	assert_int_equal(send(o->fd, bytes, n, MSG_NOSIGNAL), n);
}

const struct far_ops far_table[] = {
	{ "SharedMemory", true, false, false, shm_begin, shm_take, shm_give, shm_end },
	{ "UDP", false, true, true, udp_begin, udp_take, udp_give, socket_end },
	{ "TCP", true, true, true, tcp_begin, tcp_take, tcp_give, socket_end },
	{ 0 },
};

/* --- all of them ----------------------------------------------------------------------------------- */

void far_begin(struct far *o, const char *device, int channels)
{
	memset(o, 0, sizeof(*o));
	o->fd = o->listener = -1;
	o->channels = channels;
	for (o->ops = far_table; o->ops->name && strcmp(o->ops->name, device) != 0; o->ops++)
		;
	if (!o->ops->name)
		fail_msg("%s is a device without a far side: give it a row in tests/conform/device_peer.c", device);
	o->ops->begin(o);
}

void far_end(struct far *o)
{
	o->ops->end(o);
}

void far_words(const struct far *o, char *ret_words, size_t size)
{
	if (o->name[0])
		snprintf(ret_words, size, "%s -channels %d", o->name, o->channels);
	else
		snprintf(ret_words, size, "127.0.0.1 %d -channels %d", o->port, o->channels);
}

struct packet far_reading(const struct far *o, int64_t number, double value)
{
	struct packet p = {.kind = PACKET_READING, .session = o->got.session, .number = number, .tick = 0, .channels = o->channels, .slots = 15,
	                   .count = 4 * o->channels};

	for (int k = 0; k < 4; k++)
		for (int i = 0; i < o->channels; i++)
			p.x[k * o->channels + i] = value + k + 0.01 * i;
	return p;
}

void far_give(struct far *o, const struct packet *p)
{
	unsigned char bytes[PACKET_MOST];

	o->ops->give(o, bytes, packet_encode(p, bytes));
	o->given = p->number;
}

static void *greet(void *self)
{
	struct far *o = self;

	while (!atomic_load(&o->stop)) {
		struct pollfd p = {.fd = -1};

		if (!o->ops->take(o) || o->got.kind != PACKET_HELLO || o->deaf-- > 0) {
			poll(&p, 1, 1);
			continue;
		}
		if (o->answer.number) {
			o->answer.session ^= o->got.session;
			far_give(o, &o->answer);
			o->answer.session ^= o->got.session;
			continue;
		}
		struct packet first = far_reading(o, 1, 0.0);

		far_give(o, &first);
		o->answered = true;
		break;
	}
	return NULL;
}

void far_greets(struct far *o)
{
	while (o->ops->take(o))            /* what is left of an earlier session */
		;
	atomic_store(&o->stop, false);
	assert_int_equal(pthread_create(&o->thread, NULL, greet, o), 0);
}

void far_joined(struct far *o)
{
	atomic_store(&o->stop, true);
	assert_int_equal(pthread_join(o->thread, NULL), 0);
}
