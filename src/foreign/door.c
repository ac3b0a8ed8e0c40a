/* Those at the door: handshakes side by side, and the first words. */
#include "foreign/door.h"

#include "base/clock.h"
#include "foreign/talk.h"
#include "net/stream.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

static const int64_t NS_PER_MS = 1000000;

/* The oldest first. */
struct door {
	struct stream *at[STREAM_DOOR];    /* owned */
	size_t heard[STREAM_DOOR];         /* bytes of his first words that are here */
	size_t first;                      /* bytes that these have; 0: a line */
	int n;
};

static struct stream *leave(struct door *d, int i)
{
	struct stream *s = d->at[i];
	size_t behind = (size_t)(--d->n - i);

	memmove(d->at + i, d->at + i + 1, behind * sizeof(d->at[0]));
	memmove(d->heard + i, d->heard + i + 1, behind * sizeof(d->heard[0]));
	return s;
}

static void drop(struct door *d, int i)
{
	stream_close(leave(d, i));
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
		d->heard[d->n] = 0;
		d->at[d->n++] = s;
	}
	return 0;
}

enum word { WORD_NONE, WORD_SAID, WORD_NEVER };

/* From now on there is something to read when so many bytes are here, or no more will come: nobody is woken for half a word again and again. */
static void wake_at(const struct stream *s, size_t n)
{
	int least = (int)n;

	(void)!setsockopt(stream_handle(s), SOL_SOCKET, SO_RCVLOWAT, &least, sizeof(least));
}

/* What is here stays to be read. Who said no more since the last look, although he woke us, has gone. */
static enum word first_words(struct door *d, int i)
{
	char words[TALK_LINE];
	size_t most = d->first ? d->first : sizeof(words), n;
	ssize_t here;

	ASSERT(most <= sizeof(words));
	here = recv(stream_handle(d->at[i]), words, most, MSG_PEEK | MSG_DONTWAIT);
	n = here > 0 ? (size_t)here : 0;
	if (d->first ? n == d->first : memchr(words, '\n', n) || memchr(words, '\0', n)) {
		wake_at(d->at[i], 1);
		return WORD_SAID;
	}
	if (n <= d->heard[i] || n == most)
		return WORD_NEVER;
	d->heard[i] = n;
	wake_at(d->at[i], d->first ? d->first : n + 1);
	return WORD_NONE;
}

/* Who is inside TLS has shown that he is the client, and may end as he likes. */
static enum word word_of(const struct cable *w, struct door *d, int i)
{
	if (stream_phase(d->at[i]) != STREAM_OPEN || !stream_wait(d->at[i], false, 0))
		return WORD_NONE;
	return w->tls ? WORD_SAID : first_words(d, i);
}

/* The first who has said his words leaves the door. */
static void look(struct cable *w, struct door *d)
{
	for (int i = 0; i < d->n && !w->stream;) {
		int code = stream_work(d->at[i], NULL);
		enum word word = code ? WORD_NEVER : word_of(w, d, i);

		if (word == WORD_SAID) {
			w->stream = leave(d, i);
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

int door_accept(struct cable *w, size_t first, int64_t t_ns, struct err *e)
{
	struct door d = {.first = first};
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
