/* Tokens and certificates. */
#define _GNU_SOURCE /* getrandom */
#include "web/auth.h"

#include "base/base.h"
#include "base/fault.h"
#include "net/tls_priv.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

const char *const role_name[ROLES] = {"none", "viewer", "operator"};

static enum role find_role(const char *word)
{
	for (int i = ROLE_VIEWER; i < ROLES; i++)
		if (strcmp(word, role_name[i]) == 0)
			return (enum role)i;
	return ROLE_NONE;
}

/* ---- tokens -------------------------------------------------------------------------------------------------- */

int auth_make(struct auth *a, struct err *e)
{
	unsigned char chance[16];

	memset(a, 0, sizeof *a);
	a->made = true;
	for (int i = ROLE_VIEWER; i < ROLES; i++) {
		struct auth_token *t = &a->row[a->n++];

		if (fault_fires(FAULT_web_door) || getrandom(chance, sizeof chance, 0) != (ssize_t)sizeof chance)
			return err_set(e, ERR_INTERNAL, "tandem serve", "the system gives no random numbers for a token");
		t->role = (enum role)i;
		snprintf(t->name, sizeof t->name, "%s", role_name[i]);
		for (size_t k = 0; k < sizeof chance; k++)
			snprintf(t->token + 2 * k, 3, "%02x", chance[k]);
	}
	return 0;
}

static bool is_token(const char *word)
{
	size_t n = strlen(word);

	for (size_t i = 0; i < n; i++)
		if (!isalnum((unsigned char)word[i]) && word[i] != '-' && word[i] != '_')
			return false;
	return n >= AUTH_TOKEN_LEAST && n < AUTH_TOKEN;
}

static int bad_line(const char *path, int line, const char *what, struct err *e)
{
	err_set(e, ERR_FORMAT, path, "line %d: %s", line, what);
	err_allowed(e, "ROLE NAME TOKEN, ROLE operator or viewer, TOKEN 16 to 128 letters, digits, - and _");
	return ERR_FORMAT;
}

static int read_line(struct auth *a, const char *path, int number, char *line, struct err *e)
{
	char *rest, *word[4] = {0};
	struct auth_token *t = &a->row[a->n];
	int n = 0;

	for (char *w = strtok_r(line, " \t\r", &rest); w && n < 4; w = strtok_r(NULL, " \t\r", &rest))
		word[n++] = w;
	if (n == 0 || word[0][0] == '#')
		return 0;
	if (a->n == AUTH_TOKENS)
		return err_set(e, ERR_LIMIT, path, "more than %d tokens", AUTH_TOKENS);
	if (n != 3)
		return bad_line(path, number, "not three words", e);
	if (find_role(word[0]) == ROLE_NONE)
		return bad_line(path, number, "no such role", e);
	if (strlen(word[1]) >= AUTH_NAME)
		return bad_line(path, number, "the name is too long", e);
	if (!is_token(word[2]))
		return bad_line(path, number, "the token is too short, too long, or has other characters", e);
	t->role = find_role(word[0]);
	strcpy(t->name, word[1]);
	strcpy(t->token, word[2]);
	a->n++;
	return 0;
}

int auth_read(struct auth *a, const char *path, struct err *e)
{
	char *text = NULL, *rest;
	size_t n = 0;
	int line = 0, code = tls_private(path, e);

	memset(a, 0, sizeof *a);
	if (!code)
		code = tls_file(path, &text, &n, e);
	if (code)
		return code;
	for (char *at = text; at && !code; at = rest) {
		rest = strchr(at, '\n');
		if (rest)
			*rest++ = '\0';
		code = read_line(a, path, ++line, at, e);
	}
	OPENSSL_cleanse(text, n);
	free(text);
	return !code && a->n == 0 ? bad_line(path, line, "there is no token in the file", e) : code;
}

/* Every row is looked at, over its whole length. */
void auth_by_token(const struct auth *a, const char *token, struct auth_who *ret)
{
	char given[AUTH_TOKEN] = "";

	*ret = (struct auth_who){0};
	if (strlen(token) < AUTH_TOKEN)
		strcpy(given, token);
	for (int i = 0; i < a->n; i++)
		if (CRYPTO_memcmp(given, a->row[i].token, AUTH_TOKEN) == 0) {
			ret->role = a->row[i].role;
			memcpy(ret->name, a->row[i].name, sizeof ret->name);
		}
}

bool auth_cookie(const char *header, const char *name, char ret_token[AUTH_TOKEN])
{
	size_t length = strlen(name);

	for (const char *at = header; at; at = strchr(at, ';')) {
		at += strspn(at, "; \t");
		if (strncmp(at, name, length) != 0 || at[length] != '=')
			continue;
		size_t n = strcspn(at + length + 1, "; \t");
		if (n == 0 || n >= AUTH_TOKEN)
			return false;
		memcpy(ret_token, at + length + 1, n);
		ret_token[n] = '\0';
		return true;
	}
	return false;
}

/* ---- certificates -------------------------------------------------------------------------------------------- */

/* The k-th entry of a kind as plain text; false: there is none. */
static bool subject_entry(X509_NAME *subject, int nid, int k, char *ret, size_t size)
{
	int at = -1;
	size_t n = 0;

	do
		at = X509_NAME_get_index_by_NID(subject, nid, at);
	while (at >= 0 && k-- > 0);
	if (at < 0)
		return false;
	const ASN1_STRING *text = X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, at));
	const unsigned char *bytes = ASN1_STRING_get0_data(text);
	for (; n < (size_t)ASN1_STRING_length(text) && n + 1 < size; n++)
		ret[n] = bytes[n] > ' ' && bytes[n] < 0x7f ? (char)bytes[n] : '?';
	ret[n] = '\0';
	return true;
}

void auth_by_certificate(void *ssl, struct auth_who *ret)
{
	static const int WHERE[] = {NID_organizationalUnitName, NID_organizationName};
	X509 *x = ssl && SSL_get_verify_result(ssl) == X509_V_OK ? SSL_get0_peer_certificate(ssl) : NULL;
	char word[AUTH_NAME];

	*ret = (struct auth_who){0};
	if (!x)
		return;
	ret->role = ROLE_VIEWER;
	for (size_t i = 0; i < COUNT(WHERE); i++)
		for (int k = 0; subject_entry(X509_get_subject_name(x), WHERE[i], k, word, sizeof word); k++)
			if (find_role(word) > ret->role)
				ret->role = find_role(word);
	if (!subject_entry(X509_get_subject_name(x), NID_commonName, 0, ret->name, sizeof ret->name))
		snprintf(ret->name, sizeof ret->name, "certificate");
}
