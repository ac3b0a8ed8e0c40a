/* Two ends of a connection in one thread, for tests of streams: a listener on loopback, both ends worked on in turn, and folders of certificates. */
#pragma once

#include "test.h"
#include "wait.h"

#include "net/stream.h"
#include "net/tls.h"

#include <stdbool.h>

struct pair {
	struct listener *listener;
	struct stream *client, *server;
	struct err client_err, server_err;
	int client_rc, server_rc;          /* of the handshake */
};

/* A moment that no case waits for unless it fails [ns]. */
int64_t bed_late(void);
/* Listens on loopback, any port. */
struct listener *bed_listen(const struct tls *tls);
/* A client and what the listener makes of it, both worked on until each is open or has failed. client NULL: a plain one; server NULL: no name, no pin. */
void pair_meet(struct pair *p, const struct tls *server_tls, const struct stream_words *client, const struct stream_words *server);
/* The same with a listener that is there; the code of what fails before there is a stream, else 0. */
int pair_try(struct pair *p, const struct stream_words *client, const struct stream_words *server);
/* The same; both must be open. */
void pair_open(struct pair *p, const struct tls *server_tls, const struct stream_words *client, const struct stream_words *server);
/* Several megabytes both ways at once, as each end has room; each byte is checked. */
void pair_exchange(struct pair *p);
/* The server closes with bytes unread; what it said last still arrives. */
void pair_last_words(struct pair *p);
/* The server closes; writing becomes an error of the client, never a signal. */
void pair_write_in_vain(struct pair *p);
void pair_close(struct pair *p);
/* Reads until the stream says why it is over; what it said. Bytes that come are thrown away. */
int bed_read_to_end(struct stream *s, struct err *ret);
/* The report on one line; a place that the next call uses, too. */
const char *bed_text(const struct err *e);

/* A raw socket that is connected to a port of loopback; blocking, with a bound on its waits. */
int raw_connect(int port);
/* The same from 127.0.0.host. */
int raw_connect_from(int host, int port);
/* All of it. */
void raw_put(int fd, const void *bytes, size_t n);
/* Reads until the other side ends it, at most `size` bytes. */
size_t raw_get_all(int fd, void *ret_bytes, size_t size);

/* A new empty folder; bed_sweep takes it away with all that is in it. */
const char *bed_folder(void);
void bed_sweep(void);
/* An authority in the folder, and NAME's papers, made when they are not there; valid from and to in days after now, both may be past. trusts: the folder of
 * the authority that is trusted, NULL: the same. */
struct tls *bed_papers(const char *folder, const char *name, int from, int to, const char *trusts);
