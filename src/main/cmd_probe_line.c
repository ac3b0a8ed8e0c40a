/* The two ends of `tandem probe`: steps that are sent and awaited one after the other, and the echo.
 *
 * A step is `bytes` long: its number (8 bytes, little-endian), then bytes that follow from it, so that an answer is known as that of its step. */
#include "main/cmd_probe_words.h"

#include "base/clock.h"
#include "base/interrupt.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CLIENTS = 32, ECHO = 65536, NS_PER_S = 1000000000, LOOK_NS = NS_PER_S / 4 };   /* LOOK: at signals, that often */

static int64_t now(void)
{
	struct clock c;

	clock_init(&c, &clock_monotonic, 0);
	return clock_now(&c);
}

static int64_t later(int64_t t_ns, double s)
{
	return t_ns + (int64_t)ceil(fmin(s, 1e8) * NS_PER_S);
}

static int64_t soon(int64_t until_ns)
{
	int64_t look = now() + LOOK_NS;

	return look < until_ns ? look : until_ns;
}

/* ---- the side that measures ---- */

static int interrupted(struct err *e)
{
	return err_set(e, ERR_INTERRUPTED, "probe", "interrupted");
}

/* A connection that is open; NULL when there is none, and why. */
static int meet(struct probe *p, struct stream **ret, struct err *e)
{
	struct stream *s = NULL;
	int code = stream_connect(p->words.host, p->words.port, &p->stream, &s, e);

	while (!code && stream_phase(s) != STREAM_OPEN) {
		stream_wait(s, stream_phase(s) == STREAM_CONNECTING, soon(INT64_MAX));
		code = interrupt_asked() ? interrupted(e) : stream_work(s, e);
	}
	if (code) {
		stream_close(s);
		return code;
	}
	p->connections++;
	*ret = s;
	return 0;
}

static int await(struct stream *s, unsigned char *bytes, size_t n, int64_t until_ns, struct err *e)
{
	size_t got, done = 0;
	int code = 0;

	while (done < n && !code) {
		code = stream_read(s, bytes + done, n - done, &got, e);
		if (code)
			break;
		done += got;
		if (got > 0)
			continue;
		if (interrupt_asked())
			code = interrupted(e);
		else if (now() >= until_ns)
			code = err_set(e, ERR_LOST, "probe", "no answer");
		else
			stream_wait(s, false, soon(until_ns));
	}
	return code;
}

static void fill(unsigned char *bytes, int n, uint64_t number)
{
	for (int i = 0; i < n; i++)
		bytes[i] = (unsigned char)(i < 8 ? number >> (8 * i) : number + (uint64_t)i);
}

static int exchange(struct probe *p, struct stream *s, int i, double *ret_took, struct err *e)
{
	unsigned char out[PROBE_BYTES_MOST], in[PROBE_BYTES_MOST];
	size_t n = (size_t)p->words.bytes;
	int64_t begin, until;
	int code;

	fill(out, p->words.bytes, (uint64_t)i + 1);
	begin = now();
	until = later(begin, p->words.timeout);
	code = stream_put(s, out, n, until, e);
	if (!code)
		code = await(s, in, n, until, e);
	if (code)
		return code;
	*ret_took = 1e-9 * (double)(now() - begin);
	if (memcmp(in, out, n) == 0)
		return 0;
	err_set(e, ERR_FORMAT, "probe", "%s:%d answers, but not with what it was sent", p->words.host, p->words.port);
	err_hint(e, "on the other machine: tandem probe -serve %d", p->words.port);
	return ERR_FORMAT;
}

static void rest(int64_t until_ns)
{
	struct clock c;

	clock_init(&c, &clock_monotonic, 0);
	while (now() < until_ns && !interrupt_asked())
		if (clock_sleep_until(&c, soon(until_ns)) < 0)
			return;
}

/* One step; one without an answer is lost, and with it the connection. */
static int take_step(struct probe *p, struct stream **s, int64_t zero_ns, struct err *e)
{
	struct probe_step *step = &p->step[p->n];
	struct err why;
	int code = 0;

	err_clear(&why);
	*step = (struct probe_step){.sent_s = 1e-9 * (double)(now() - zero_ns), .took_s = NAN};
	if (!*s)
		code = meet(p, s, &why);
	if (!code)
		code = exchange(p, *s, p->n, &step->took_s, &why);
	if (code == ERR_LOST) {
		stream_close(*s);
		*s = NULL;
		p->lost++;
		code = 0;
	} else if (!code) {
		step->late = p->words.interval > 0.0 && now() > later(zero_ns, p->words.interval * (p->n + 1));
		p->late += step->late;
	}
	if (code)
		*e = why;
	else
		p->n++;
	return code;
}

int probe_measure(struct probe *p, struct err *e)
{
	struct stream *s = NULL;
	int64_t zero;
	int code = meet(p, &s, e);

	zero = now();
	for (int i = 0; i < p->words.n && !code; i++) {
		rest(later(zero, p->words.interval * i));
		code = interrupt_asked() ? interrupted(e) : take_step(p, &s, zero, e);
	}
	stream_close(s);
	if (code != ERR_INTERRUPTED || p->n == 0)
		return code;
	err_clear(e);
	return 0;
}

/* ---- the side that answers ---- */

struct echo {
	struct stream *stream;     /* owned; NULL: free */
	size_t at, n;              /* bytes from at to n are still to go back */
	bool spoken;               /* something has come */
	unsigned long long number; /* of the connection */
	unsigned char byte[ECHO];
};

struct server {
	struct listener *listener;
	struct echo *echo;         /* CLIENTS of them; owned: the probe's arena */
	unsigned long long bytes, connections, refused, numbers;
	struct err why;            /* the last was refused */
};

/* Reads when nothing is left to go back, and sends back what can go. */
static int echo_bytes(struct server *v, struct echo *c, struct err *e)
{
	size_t done = 0;
	int code = 0;

	if (c->at == c->n) {
		c->at = c->n = 0;
		code = stream_read(c->stream, c->byte, sizeof(c->byte), &c->n, e);
		c->spoken |= c->n > 0;
	}
	if (!code && c->at < c->n)
		code = stream_write(c->stream, c->byte + c->at, c->n - c->at, &done, e);
	c->at += done;
	v->bytes += done;
	return code;
}

static void echo_work(struct server *v, struct echo *c)
{
	bool was_open = stream_phase(c->stream) == STREAM_OPEN;
	struct err e;
	int code;

	err_clear(&e);
	code = was_open ? echo_bytes(v, c, &e) : stream_work(c->stream, &e);
	if (!code) {
		v->connections += !was_open && stream_phase(c->stream) == STREAM_OPEN;
		return;
	}
	if (!was_open) {
		v->refused++;
		v->why = e;
	}
	stream_close(c->stream);
	c->stream = NULL;
}

/* A free place, or that of the oldest who has said nothing so far; NULL: there is none. */
static struct echo *find_place(struct server *v)
{
	struct echo *oldest = NULL;

	for (int i = 0; i < CLIENTS; i++) {
		struct echo *c = &v->echo[i];

		if (!c->stream)
			return c;
		if (!c->spoken && (!oldest || c->number < oldest->number))
			oldest = c;
	}
	return oldest;
}

static void take_client(struct server *v, const struct stream_words *words)
{
	struct err e;
	struct stream *s = NULL;
	struct echo *c;

	err_clear(&e);
	if (listener_accept(v->listener, words, &s, &e) < 0 || !s)
		return;
	c = find_place(v);
	if (!c || c->stream) {
		v->refused++;
		err_set(&v->why, ERR_LIMIT, "probe", "more than %d at the same time", CLIENTS);
	}
	stream_close(c ? c->stream : s);
	if (!c)
		return;
	c->stream = s;
	c->at = c->n = 0;
	c->spoken = false;
	c->number = ++v->numbers;
	v->connections += stream_phase(s) == STREAM_OPEN;
}

static void serve_until(struct server *v, const struct stream_words *words, int64_t end_ns)
{
	while (!interrupt_asked() && now() < end_ns) {
		struct stream *s[CLIENTS];
		bool write[CLIENTS], ready[CLIENTS];

		for (int i = 0; i < CLIENTS; i++) {
			s[i] = v->echo[i].stream;
			write[i] = s[i] && v->echo[i].at < v->echo[i].n;
		}
		net_wait(v->listener, s, write, CLIENTS, soon(end_ns), ready);
		/* all of them: a handshake also runs out of patience */
		for (int i = 0; i < CLIENTS; i++)
			if (v->echo[i].stream && (ready[i] || stream_phase(v->echo[i].stream) != STREAM_OPEN))
				echo_work(v, &v->echo[i]);
		take_client(v, words);
	}
}

int probe_serve(struct probe *p, struct err *e)
{
	struct server v = {.echo = ARENA_ARRAY(&p->mem, CLIENTS, struct echo)};
	int64_t end = isnan(p->words.seconds) ? INT64_MAX : later(now(), p->words.seconds);
	int code;

	if (!v.echo)
		return err_set(e, ERR_MEMORY, "probe", "no memory for %d clients", CLIENTS);
	code = listener_open(p->words.address, p->words.serve, p->tls, p->words.plain, &v.listener, e);
	if (code)
		return code;
	printf("probe: answers at %s port %d%s\n", p->words.address ? p->words.address : "loopback", listener_port(v.listener), p->tls ? ", TLS" : "");
	fflush(stdout);
	serve_until(&v, &p->stream, end);
	for (int i = 0; i < CLIENTS; i++)
		stream_close(v.echo[i].stream);
	listener_close(v.listener);
	printf("probe: %llu connections, %llu bytes sent back, %llu refused", v.connections, v.bytes, v.refused);
	if (v.refused > 0) {
		char text[640];

		err_text(&v.why, text, sizeof(text));
		printf("; the last: %s", text);
	}
	printf("\n");
	return 0;
}
