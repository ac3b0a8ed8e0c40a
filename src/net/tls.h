/* Who we are and whom we trust: certificates for streams (TLS 1.3 through OpenSSL), and a small authority that makes them.
 *
 * Both sides show a certificate and check the other's: signed by the authority, valid now, of the wanted name (subjectAltName DNS), with the wanted pin. A
 * struct tls is constant once made and may serve any number of streams.
 *
 * tls_authority and tls_certificate make files in a folder: ca.crt, ca.key, NAME.crt, NAME.key (PEM, EC P-256, keys readable by their owner only). Nothing
 * that is there is overwritten.
 */
#pragma once

#include "base/err.h"

#include <stdbool.h>

struct tls;

/* Reads the three PEM files. Each that is missing, unreadable, damaged or does not fit the others is named. A key that others may read is refused. */
int tls_open(const char *certificate, const char *key, const char *authority, struct tls **ret, struct err *e) MUST_CHECK;
void tls_close(struct tls *t);
/* SHA-256 of our own certificate in hex, its name, days it is still valid. */
const char *tls_pin(const struct tls *t);
const char *tls_name(const struct tls *t);
double tls_days(const struct tls *t);
/* Does our own certificate hold this name, as the other side will want it? */
bool tls_is_named(const struct tls *t, const char *name);

/* An authority in a folder (made when missing), valid for `days`; parts of a day count, to the second. */
int tls_authority(const char *folder, double days, struct err *e) MUST_CHECK;
/* Could tls_certificate make one? The name is one, and neither of its files is there. */
int tls_certificate_free(const char *folder, const char *name, struct err *e) MUST_CHECK;
/* A certificate for NAME signed by the authority in the folder. unit: organizational unit in its subject, which tandem serve takes for a role; NULL: none. */
int tls_certificate(const char *folder, const char *name, const char *unit, double days, struct err *e) MUST_CHECK;
