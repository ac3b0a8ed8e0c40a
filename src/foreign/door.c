/* Those at the door: handshakes side by side, and the first word. */
#include "foreign/door.h"

#include "base/clock.h"
#include "net/stream.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

static const int64_t NS_PER_MS = 1000000;

/* The oldest first. */
struct door {
	struct stream *at[STREAM_DOOR];    /* owned */
	int n;
};

static void drop(struct door *d, int i)
{
	stream_close(d->at[i]);
	d->n--;
	memmove(d->at + i, d->at + i + 1, (size_t)(d->n - i) * sizeof(d->at[0]));
}

static int let_in(struct cable *w, struct door *d, struct err *e)
{
	for (int k = 0; k < STREAM_DOOR; k++) {
		struct err why = {0};
		struct stream *s = NULL;
		int code = listener_accept(w->listener, NULL, &s, &why);

		if (code)
			return cable_told(w, code, &why, e);
		if (!s)
			return 0;
		if (d->n == STREAM_DOOR)
			drop(d, 0);
		d->at[d->n++] = s;
	}
	return 0;
}

enum word { WORD_NONE, WORD_SAID, WORD_NEVER };

/* Who is inside TLS has shown that he is the client, and may end as he likes. */
static enum word word_of(const struct cable *w, struct stream *s)
{
	char byte;

	if (stream_phase(s) != STREAM_OPEN || !stream_wait(s, false, 0))
		return WORD_NONE;
	return w->tls || recv(stream_handle(s), &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0 ? WORD_SAID : WORD_NEVER;
}

/* The first who speaks leaves the door. */
static void look(struct cable *w, struct door *d)
{
	for (int i = 0; i < d->n && !w->stream;) {
		int code = stream_work(d->at[i], NULL);
		enum word word = code ? WORD_NEVER : word_of(w, d->at[i]);

		if (word == WORD_SAID) {
			w->stream = d->at[i];
			memmove(d->at + i, d->at + i + 1, (size_t)(--d->n - i) * sizeof(d->at[0]));
		} else if (word == WORD_NEVER) {
			drop(d, i);
		} else {
			i++;
		}
	}
}

static int64_t soon(void)
{
	struct clock c;

	clock_init(&c, &clock_monotonic, 0);
	return clock_now(&c) + CABLE_SLICE_MS * NS_PER_MS;
}

int door_accept(struct cable *w, int64_t t_ns, struct err *e)
{
	struct door d = {.n = 0};
	bool ready[STREAM_DOOR];
	int code = 0;

	while (!code && !w->stream) {
		code = cable_given_up(w, t_ns, e);
		if (!code)
			code = let_in(w, &d, e);
		look(w, &d);
		if (!code && !w->stream)
			net_wait(w->listener, d.at, NULL, d.n, soon(), ready);
	}
	while (d.n > 0)
		drop(&d, d.n - 1);
	if (w->stream)
		snprintf(w->peer, sizeof(w->peer), "%.90s", stream_address(w->stream));
	return w->stream ? 0 : code;
}
