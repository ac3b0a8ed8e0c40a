/* What streams and tests know of certificates beyond tls.h. */
#pragma once

#include "net/openssl.h"
#include "net/tls.h"

#include <stddef.h>

enum { TLS_PIN = 65 };

/* The context of OpenSSL, borrowed. */
SSL_CTX *tls_context(const struct tls *t);
/* tls_open, but when not `strict` our own certificate may be out of date or of another authority: for tests of what the other side says to that. */
int tls_read(const char *certificate, const char *key, const char *authority, bool strict, struct tls **ret, struct err *e) MUST_CHECK;
/* tls_certificate from `from` days after now until `to` days after now, both may be negative: for tests of certificates out of date. */
int tls_certificate_between(const char *folder, const char *name, double from, double to, struct err *e) MUST_CHECK;

/* SHA-256 of a certificate in hex; "" when the library fails. */
void tls_fingerprint(const X509 *x, char ret_hex[TLS_PIN]);
/* The first name (DNS, else IP) in it, printable characters only; "" when there is none. */
void tls_name_of(const X509 *x, char *ret_name, size_t size);
/* All names, separated by ", ". */
void tls_names_of(const X509 *x, char *ret_names, size_t size);
/* Is the text an address such as 10.0.0.3 or ::1, not a name? */
bool tls_is_address(const char *name);

/* A whole small file and an end mark behind it, malloc. ERR_FILE, ERR_FORMAT too long. */
int tls_file(const char *path, char **ret_text, size_t *ret_n, struct err *e) MUST_CHECK;
/* Parses PEM; NULL when it is none. No pass phrase is ever asked for. */
X509 *tls_parse_certificate(const char *text, size_t n);
EVP_PKEY *tls_parse_key(const char *text, size_t n);
/* A key that others may read is refused: ERR_FILE. */
int tls_private(const char *path, struct err *e) MUST_CHECK;

/* Judges the peer's certificate inside the handshake; the stream is the session's application data. */
int tls_judge(int ok, X509_STORE_CTX *ctx);
