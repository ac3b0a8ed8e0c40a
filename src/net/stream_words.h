/* Why a connection inside TLS failed, in words: what we found out about the peer, what it says about us, what never was TLS. Private to this folder. */
#pragma once

#include "net/stream_priv.h"

/* The peer's certificate has not the wanted SHA-256: beside OpenSSL's X509_V_ codes in stream.fault. */
enum { STREAM_FAULT_PIN = -1 };

/* Closes the stream with the report of a call of OpenSSL that failed; why: SSL_get_error's answer. */
int stream_words_failed(struct stream *s, int why, struct err *e);
/* Closes the stream of a peer whose first bytes are not TLS. */
int stream_words_no_tls(struct stream *s, struct err *e);
