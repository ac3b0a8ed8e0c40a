/* Who asks, and what he may: tokens and certificates of clients.
 *
 * Tokens come from a file of lines "ROLE NAME TOKEN", or are made at the start, one a role, 128 bits of the system's own chance. They are compared in a time
 * that does not depend on them. A certificate that the authority has signed (TLS has checked that, and its dates) gives the role of its OU= or O=.
 * Constant once made; any thread.
 */
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

enum role { ROLE_NONE, ROLE_VIEWER, ROLE_OPERATOR, ROLES };
extern const char *const role_name[ROLES];

enum { AUTH_NAME = 64, AUTH_TOKEN = 129, AUTH_TOKEN_LEAST = 16, AUTH_TOKENS = 256 };

struct auth_token { enum role role; char name[AUTH_NAME], token[AUTH_TOKEN]; };
struct auth {
	struct auth_token row[AUTH_TOKENS];
	int n;
	bool made;                 /* at the start, not given: they may be printed */
};
struct auth_who { enum role role; char name[AUTH_NAME]; };

/* Two tokens, of a viewer and of an operator. ERR_INTERNAL: the system has no chance to give. */
int auth_make(struct auth *a, struct err *e) MUST_CHECK;
/* From a file that only its owner may read. ERR_FILE, ERR_FORMAT with the line, ERR_LIMIT. The report never holds a token. */
int auth_read(struct auth *a, const char *path, struct err *e) MUST_CHECK;
/* Whose token is it? role ROLE_NONE: nobody's. */
void auth_by_token(const struct auth *a, const char *token, struct auth_who *ret);
/* The token that a Cookie header holds under a name; false: none, or no token's length. */
bool auth_cookie(const char *header, const char *name, char ret_token[AUTH_TOKEN]);
/* Role and name of a client's certificate, which was verified. ssl: an SSL * of OpenSSL; NULL or without certificate: ROLE_NONE. */
void auth_by_certificate(void *ssl, struct auth_who *ret);
