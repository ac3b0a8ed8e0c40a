/* The UDP half of a cable. Private to foreign/. */
#pragma once

#include "foreign/cable_priv.h"

/* Each as the function of cable.h; t_ns: when patience ends. */
int datagram_connect(struct cable *w, int64_t t_ns, bool *ret_nobody, struct err *e) MUST_CHECK;
int datagram_listen(struct cable *w, struct err *e) MUST_CHECK;
int datagram_port(const struct cable *w);
int datagram_accept(struct cable *w, int64_t t_ns, struct err *e) MUST_CHECK;
int datagram_put(struct cable *w, const void *bytes, size_t n, struct err *e) MUST_CHECK;
int datagram_get(struct cable *w, void *bytes, size_t n, int64_t t_ns, struct err *e) MUST_CHECK;
/* Has one come that nobody has read? */
bool datagram_here(const struct cable *w);
