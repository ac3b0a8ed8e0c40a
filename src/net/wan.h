/* A slow network between two programs: connections, each with a pipe a way (wan_pipe.h), under what a script says (wan_script.h).
 *
 *   wan_open --> wan_put, wan_take (each way) --> wan_finish (each way) --> wan_close
 *        \-------------- a cut, a heal after bytes were swallowed: wan_is_reset --------^
 *
 * Nothing of a connection is ever lost, altered or reordered but by a cut (what is on its way, and the connection) or while it is swallowed (and then the
 * connection is reset when the network heals: no real one goes on with a gap). While something is swallowed new connections are taken and hear nothing,
 * also when it is one way only: no handshake passes. Between connections there is no order: each draws its own delays.
 * Of a cut and of swallowing the last one says when both heal.
 * Delays: piece k of way w of connection c has the same one with the same seed, whatever else happens.
 * The driver owns clock and sockets: it hands in bytes and times [ns], asks what is due, and when to come back. Times must not go back. One thread.
 */
#pragma once

#include "net/wan_pipe.h"
#include "net/wan_script.h"
#include "realtime/histogram.h"

enum wan_note_kind { WAN_NOTE_OPEN, WAN_NOTE_REFUSED, WAN_NOTE_PIECE, WAN_NOTE_LOST, WAN_NOTE_RESET, WAN_NOTE_CLOSE, WAN_NOTE_EVENT };

/* Something that has happened, for logs. */
struct wan_note {
	enum wan_note_kind kind;
	int64_t t_ns;
	uint64_t connection;               /* from 1; 0: none */
	int ways;
	size_t bytes;                      /* of a piece; lost */
	int64_t took_ns;                   /* from coming in to going out, of a piece */
	const struct wan_event *event;     /* of WAN_NOTE_EVENT; lives during the call */
};

struct wan_words {
	uint64_t seed;
	int lines;                         /* connections at the same time, at most */
	size_t buffer;                     /* bytes on their way, each connection and way */
	int ways;                          /* delayed; the others pass at once */
	double jitter_s;                   /* uniform from 0, on top of every delay */
	double rate;                       /* bytes/s; 0: no bound */
	/* The next delay [s] of a line and way, >= 0 and finite; begin: a new connection with that stream of chance. NULL: no delay. */
	double (*delay)(void *ctx, int line, enum wan_way way);
	void (*begin)(void *ctx, int line, enum wan_way way, uint64_t stream);
	void *delay_ctx;                   /* borrowed: the driver; as the next */
	void (*note)(void *ctx, const struct wan_note *note);     /* NULL: nobody listens */
	void *note_ctx;
};

struct wan_line {
	bool used, silent, reset;          /* silent: opened while something was swallowed; reset: must be reset */
	int holed, deaf;                   /* ways: bytes were lost; nobody takes any more */
	uint64_t number;                   /* of the connection, from 1 */
	struct wan_pipe pipe[WAN_WAYS];
	struct rng jitter[WAN_WAYS];
};

struct wan_count {
	struct histogram took;             /* pieces: from coming in to going out */
	uint64_t in, out, lost;            /* bytes; in = out + lost + on their way */
};

struct wan {
	struct wan_words words;
	struct wan_script script;          /* filled by the driver after wan_init, before the first connection */
	struct wan_weather weather[WAN_WAYS];
	struct wan_line *line;             /* owned: the arena of wan_init */
	int64_t zero_ns, heal_ns;          /* the script's zero: WAN_NEVER before wan_begin; a cut with a duration heals */
	bool cut;
	uint64_t connections, refused, resets, happened[WAN_ACTIONS];
	struct wan_count count[WAN_WAYS];
};

int wan_init(struct wan *w, const struct wan_words *words, struct arena *mem, struct err *e) MUST_CHECK;
/* The script's time begins. The first wan_open does it, too. */
void wan_begin(struct wan *w, int64_t t_ns);
/* Lets all events happen that are not after t. Before anything else at a time. */
void wan_advance(struct wan *w, int64_t t_ns);
/* When to come back, if no bytes come: the first time after t at which something becomes due or happens; WAN_NEVER. What is due at t is known already. */
int64_t wan_next(const struct wan *w, int64_t t_ns);

/* A new connection. ret_line: its line, to be used below. ERR_LOST: the network is cut; ERR_LIMIT: all lines are in use. Reset it then. */
int wan_open(struct wan *w, int64_t t_ns, int *ret_line) MUST_CHECK;
/* A silent one has no server behind it: it hears nothing, until it is reset. */
bool wan_is_silent(const struct wan *w, int line);
bool wan_is_reset(const struct wan *w, int line);
void wan_close(struct wan *w, int64_t t_ns, int line);

/* As the functions of wan_pipe.h. Bytes that are swallowed have room for ever. */
size_t wan_room(const struct wan *w, int line, enum wan_way way);
void wan_put(struct wan *w, int64_t t_ns, int line, enum wan_way way, const void *bytes, size_t n);
void wan_finish(struct wan *w, int64_t t_ns, int line, enum wan_way way, enum wan_end how);
size_t wan_due(const struct wan *w, int64_t t_ns, int line, enum wan_way way, const unsigned char **ret_bytes);
void wan_take(struct wan *w, int64_t t_ns, int line, enum wan_way way, size_t n);
/* Nobody takes the bytes of this way any more: what is on its way and what still comes is lost, and the way is over. */
void wan_deaf(struct wan *w, int64_t t_ns, int line, enum wan_way way);
enum wan_end wan_over(const struct wan *w, int64_t t_ns, int line, enum wan_way way);
