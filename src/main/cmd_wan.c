/* tandem wan: sockets and clock around net/wan.h. One thread, one loop: let happen what the script says, move what is due, wait for bytes or the next time.
 *
 * Connections are broken by a reset (SO_LINGER 0), as a network does that has forgotten them, and ended by half-closing each way when its end has arrived. */
#define _GNU_SOURCE              /* accept4, ppoll, strerrordesc_np */
#include "main/cmd_wan.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "main/cmd_wan_print.h"
#include "main/cmd_wan_words.h"
#include "net/stream.h"
#include "main/words.h"

#include <errno.h>
#include <math.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { PIECE_MOST = 16384, BACKLOG = 64, ADDRESSES = 4, ENDS = 2 };   /* ends of a connection: [WAN_UP] is where its bytes come from, the client */

struct relay {
	int fd[ENDS];              /* client, server; -1: none */
	bool connecting;           /* the server has not answered yet */
	int tried;                 /* addresses of the server, so far */
	bool shut[WAN_WAYS];       /* the end of this way was handed on */
};

struct program {
	struct wan_command words;
	struct wan wan;
	struct wan_log log;
	struct arena mem;
	struct clock clock;
	sigset_t unblocked;                /* while it waits */
	struct sockaddr_storage to[ADDRESSES];     /* of the server, in the resolver's order */
	socklen_t to_size[ADDRESSES];
	int nto;
	int listener;
	struct relay relay[WAN_LINES_MOST];
	struct pollfd poll[1 + ENDS * WAN_LINES_MOST];
};

/* ---- sockets ---- */

static int refuse(const char *what, struct err *e)
{
	const char *why = strerrordesc_np(errno);

	return err_set(e, ERR_STATE, "wan", "%s: %s", what, why ? why : "unknown reason");
}

static void close_with_reset(int fd)
{
	struct linger now = {.l_onoff = 1, .l_linger = 0};

	if (fd < 0)
		return;
	setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
	close(fd);
}

static void send_at_once(int fd)
{
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
}

static int find_server(struct program *p, struct err *e)
{
	struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}, *found = NULL;
	int why = net_lookup(p->words.host, p->words.service, &hints, &found);

	if (why) {
		err_set(e, ERR_LOST, "wan", "the host of -to is not known: %s", gai_strerror(why));
		err_value(e, "%s", p->words.host);
		return ERR_LOST;
	}
	for (const struct addrinfo *i = found; i && p->nto < ADDRESSES; i = i->ai_next, p->nto++) {
		memcpy(&p->to[p->nto], i->ai_addr, i->ai_addrlen);
		p->to_size[p->nto] = i->ai_addrlen;
	}
	freeaddrinfo(found);
	return 0;
}

static int listen_at(struct program *p, struct err *e)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)p->words.port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof(at);

	p->listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (p->listener < 0)
		return refuse("no socket to listen with", e);
	setsockopt(p->listener, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
	if (bind(p->listener, (const struct sockaddr *)&at, sizeof(at)) < 0 || listen(p->listener, BACKLOG) < 0 ||
	    getsockname(p->listener, (struct sockaddr *)&at, &size) < 0) {
		refuse("cannot listen", e);
		err_value(e, "port %d", p->words.port);
		return ERR_STATE;
	}
	printf("wan: 127.0.0.1:%d to %s\n", ntohs(at.sin_port), p->words.to);
	return fflush(stdout) == 0 ? 0 : err_set(e, ERR_FILE, "wan", "standard output cannot be written");
}

/* ---- connections ---- */

static void drop(struct program *p, int line, int64_t t_ns, bool with_reset)
{
	struct relay *r = &p->relay[line];

	for (int k = 0; k < ENDS; k++) {
		if (with_reset)
			close_with_reset(r->fd[k]);
		else if (r->fd[k] >= 0)
			close(r->fd[k]);
		r->fd[k] = -1;
	}
	wan_close(&p->wan, t_ns, line);
}

/* To the next address of the server; false: there is none any more. */
static bool connect_next(const struct program *p, struct relay *r)
{
	r->connecting = false;
	while (r->tried < p->nto) {
		int i = r->tried++, fd = socket(p->to[i].ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

		if (fd < 0)
			continue;
		send_at_once(fd);
		if (connect(fd, (const struct sockaddr *)&p->to[i], p->to_size[i]) == 0 || errno == EINPROGRESS) {
			r->fd[WAN_DOWN] = fd;
			r->connecting = true;
			return true;
		}
		close(fd);
	}
	return false;
}

static void take_client(struct program *p, int fd, int64_t t_ns)
{
	int line;
	struct relay *r;

	if (wan_open(&p->wan, t_ns, &line) < 0) {
		close_with_reset(fd);
		return;
	}
	r = &p->relay[line];
	*r = (struct relay){.fd = {fd, -1}};
	send_at_once(fd);
	if (wan_is_silent(&p->wan, line))
		return;
	if (!connect_next(p, r))
		drop(p, line, t_ns, true);
}

static void take_clients(struct program *p, int64_t t_ns)
{
	for (int i = 0; i < BACKLOG; i++) {
		int fd = accept4(p->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

		if (fd < 0)
			return;
		take_client(p, fd, t_ns);
	}
}

/* The server has answered: it is there, or it is not; then perhaps at its next address. */
static void end_connecting(struct program *p, int line, int64_t t_ns)
{
	struct relay *r = &p->relay[line];
	int why = 0;
	socklen_t size = sizeof(why);

	r->connecting = false;
	if (getsockopt(r->fd[WAN_DOWN], SOL_SOCKET, SO_ERROR, &why, &size) == 0 && why == 0)
		return;
	close(r->fd[WAN_DOWN]);
	r->fd[WAN_DOWN] = -1;
	if (!connect_next(p, r))
		drop(p, line, t_ns, true);
}

/* ---- bytes ---- */

static bool would_wait(void)
{
	return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

static void read_way(struct program *p, int line, enum wan_way way, int64_t t_ns)
{
	static unsigned char bytes[PIECE_MOST];
	size_t room = wan_room(&p->wan, line, way);
	ssize_t n = recv(p->relay[line].fd[way], bytes, room < sizeof(bytes) ? room : sizeof(bytes), 0);

	if (n > 0)
		wan_put(&p->wan, t_ns, line, way, bytes, (size_t)n);
	else if (n == 0 || !would_wait())
		wan_finish(&p->wan, t_ns, line, way, n == 0 ? WAN_ENDED : WAN_BROKEN);
}

static void write_way(struct program *p, int line, enum wan_way way, int64_t t_ns)
{
	const unsigned char *bytes;
	size_t n;

	while ((n = wan_due(&p->wan, t_ns, line, way, &bytes)) > 0) {
		ssize_t gone = send(p->relay[line].fd[1 - way], bytes, n, MSG_NOSIGNAL);

		if (gone < 0 && would_wait())
			return;
		if (gone < 0)
			wan_deaf(&p->wan, t_ns, line, way);
		else
			wan_take(&p->wan, t_ns, line, way, (size_t)gone);
	}
}

/* Hands on the ends that have arrived. Returns whether the connection is still there. */
static bool end_ways(struct program *p, int line, int64_t t_ns)
{
	struct relay *r = &p->relay[line];

	for (int way = 0; way < WAN_WAYS; way++) {
		enum wan_end end = wan_over(&p->wan, t_ns, line, (enum wan_way)way);

		if (end == WAN_BROKEN) {
			drop(p, line, t_ns, true);
			return false;
		}
		if (end == WAN_ENDED && !r->shut[way]) {
			shutdown(r->fd[1 - way], SHUT_WR);
			r->shut[way] = true;
		}
	}
	if (!r->shut[WAN_UP] || !r->shut[WAN_DOWN])
		return true;
	drop(p, line, t_ns, false);
	return false;
}

/* All that can be done on a connection at t. */
static void work_on(struct program *p, int line, int64_t t_ns)
{
	struct relay *r = &p->relay[line];

	if (wan_is_reset(&p->wan, line)) {
		drop(p, line, t_ns, true);
		return;
	}
	if (r->connecting)
		return;
	/* a client that leaves a connection without a server leaves nobody behind */
	if (wan_is_silent(&p->wan, line)) {
		if (p->wan.line[line].pipe[WAN_UP].end != WAN_OPEN)
			drop(p, line, t_ns, false);
		return;
	}
	for (int way = 0; way < WAN_WAYS; way++)
		write_way(p, line, (enum wan_way)way, t_ns);
	end_ways(p, line, t_ns);
}

/* ---- the loop ---- */

static void fill_poll(struct program *p, int64_t t_ns)
{
	p->poll[0] = (struct pollfd){.fd = p->listener, .events = POLLIN};
	for (int i = 0; i < p->words.connections; i++)
		for (int k = 0; k < ENDS; k++) {
			const struct relay *r = &p->relay[i];
			enum wan_way in = (enum wan_way)k, out = (enum wan_way)(1 - k);
			const unsigned char *bytes;
			bool used = p->wan.line[i].used && r->fd[k] >= 0, waits = r->connecting && k == WAN_DOWN;
			short events = 0;

			if (used && !waits && wan_room(&p->wan, i, in) > 0)
				events |= POLLIN;
			if (used && (waits || (!r->connecting && wan_due(&p->wan, t_ns, i, out, &bytes) > 0)))
				events |= POLLOUT;
			p->poll[1 + ENDS * i + k] = (struct pollfd){.fd = events ? r->fd[k] : -1, .events = events};
		}
}

static void take_what_came(struct program *p, int64_t t_ns)
{
	for (int i = 0; i < p->words.connections; i++)
		for (int k = 0; k < ENDS; k++) {
			const struct pollfd *f = &p->poll[1 + ENDS * i + k];

			if (f->fd < 0 || f->revents == 0 || !p->wan.line[i].used)
				continue;
			if (p->relay[i].connecting && k == WAN_DOWN)
				end_connecting(p, i, t_ns);
			else if (f->events & POLLIN && f->revents & (POLLIN | POLLHUP | POLLERR))
				read_way(p, i, (enum wan_way)k, t_ns);
		}
	if (p->poll[0].revents)
		take_clients(p, t_ns);
}

static int wait_for(struct program *p, int64_t until_ns, struct err *e)
{
	int64_t left = until_ns == WAN_NEVER ? WAN_NEVER : until_ns - clock_now(&p->clock);
	struct timespec t = {0};

	if (left > 0)
		t = (struct timespec){.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
	if (ppoll(p->poll, (nfds_t)(1 + ENDS * p->words.connections), left == WAN_NEVER ? NULL : &t, &p->unblocked) >= 0)
		return 0;
	for (int i = 0; i <= ENDS * p->words.connections; i++)
		p->poll[i].revents = 0;
	return errno == EINTR ? 0 : refuse("cannot wait", e);
}

static int run(struct program *p, struct err *e)
{
	int64_t t_ns = clock_now(&p->clock), end_ns = isnan(p->words.seconds) ? WAN_NEVER : t_ns + wan_ns(p->words.seconds);
	int code = 0;

	if (p->words.now)
		wan_begin(&p->wan, t_ns);
	while (!code && !interrupt_asked() && t_ns < end_ns) {
		int64_t next;

		wan_advance(&p->wan, t_ns);
		for (int i = 0; i < p->words.connections; i++)
			if (p->wan.line[i].used)
				work_on(p, i, t_ns);
		fill_poll(p, t_ns);
		next = wan_next(&p->wan, t_ns);
		code = wait_for(p, next < end_ns ? next : end_ns, e);
		t_ns = clock_now(&p->clock);
		wan_advance(&p->wan, t_ns);
		if (!code)
			take_what_came(p, t_ns);
	}
	for (int i = 0; i < p->words.connections; i++)
		if (p->wan.line[i].used)
			drop(p, i, t_ns, true);
	return code;
}

static void on_signal(int number)
{
	(void)number;
	interrupt_ask();
}

/* Signals arrive while it waits, and only then. */
static void watch_signals(struct program *p)
{
	struct sigaction act = {.sa_handler = on_signal};
	sigset_t mask;

	interrupt_clear();
	sigemptyset(&mask);
	sigaddset(&mask, SIGINT);
	sigaddset(&mask, SIGTERM);
	sigprocmask(SIG_BLOCK, &mask, &p->unblocked);
	sigaction(SIGINT, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
}

static int serve(struct program *p, struct err *e)
{
	struct wan_words words = wan_command_words(&p->words);
	int code, closed;

	words.note = wan_log_note;
	words.note_ctx = &p->log;
	code = wan_init(&p->wan, &words, &p->mem, e);
	if (!code)
		code = wan_command_script(&p->words, &p->wan.script, &p->mem, e);
	if (!code)
		code = find_server(p, e);
	if (!code)
		code = wan_log_open(&p->log, p->words.log, e);
	if (code)
		return code;
	watch_signals(p);
	code = listen_at(p, e);
	if (!code)
		code = run(p, e);
	closed = wan_log_close(&p->log, e);
	if (!code)
		wan_print(&p->wan, p->words.json, stdout);
	return code ? code : closed;
}

int cmd_wan(int argc, char **argv)
{
	static struct program p;
	struct err e;
	int code;

	if (argc > 1 && words_ask_help(argv[1])) {
		wan_command_help();
		return 0;
	}
	err_clear(&e);
	p = (struct program){.listener = -1};
	arena_init(&p.mem);
	clock_init(&p.clock, &clock_monotonic, 0);
	code = wan_command_read(&p.words, argc - 1, (const char *const *)argv + 1, &e);
	if (!code)
		code = serve(&p, &e);
	if (p.listener >= 0)
		close(p.listener);
	arena_fini(&p.mem);
	laboratory_fini(&p.words.lab);
	return code ? words_failed(&e) : 0;
}
