/* Who we are and whom we trust: a context of OpenSSL for TLS 1.3 and nothing older, both sides with certificates, one authority, no resumption. */
#include "net/tls.h"

#include "base/fault.h"
#include "net/stream_priv.h"
#include "net/tls_priv.h"

#include <stdlib.h>
#include <string.h>

enum { CHAIN_DEPTH = 2, CHAIN_BYTES = 16384 };

static const double S_PER_DAY = 86400.0;

struct tls {
	SSL_CTX *ctx;              /* owned */
	char pin[TLS_PIN], name[STREAM_NAME];
	X509 *certificate;         /* owned */
};

/* The three files while they are read. */
struct papers {
	const char *certificate_path, *key_path, *authority_path;
	X509 *certificate, *authority;     /* owned */
	EVP_PKEY *key;                     /* owned */
};

/* ---- reading ----------------------------------------------------------------------------------------- */

static int damaged(const char *path, const char *what, const char *hint, struct err *e)
{
	ERR_clear_error();
	err_set(e, ERR_FORMAT, path, "%s", what);
	err_hint(e, "%s", hint);
	return ERR_FORMAT;
}

static int read_certificate(const char *path, X509 **ret, struct err *e)
{
	char *text;
	size_t n;
	int rc = tls_file(path, &text, &n, e);

	if (rc < 0)
		return rc;
	X509 *x = tls_parse_certificate(text, n);
	free(text);
	if (!x)
		return damaged(path, "is no certificate, or a damaged one", "PEM is wanted: -----BEGIN CERTIFICATE-----", e);
	*ret = x;
	return 0;
}

static int read_key(const char *path, EVP_PKEY **ret, struct err *e)
{
	char *text;
	size_t n;
	int rc = tls_private(path, e);

	if (rc == 0)
		rc = tls_file(path, &text, &n, e);
	if (rc)
		return rc;
	EVP_PKEY *key = tls_parse_key(text, n);
	OPENSSL_cleanse(text, n);
	free(text);
	if (!key)
		return damaged(path, "is no private key, or a damaged one, or one behind a pass phrase", "PEM without a pass phrase is wanted", e);
	*ret = key;
	return 0;
}

/* ---- do they fit? ------------------------------------------------------------------------------------ */

/* Did this authority sign our certificate, and is it valid now? OpenSSL's verdict. */
static int chain_verdict(const struct papers *p)
{
	X509_STORE *store = fault_fires(FAULT_tls_context) ? NULL : X509_STORE_new();
	X509_STORE_CTX *ctx = store ? X509_STORE_CTX_new() : NULL;
	int verdict = X509_V_ERR_OUT_OF_MEM;

	if (ctx && X509_STORE_add_cert(store, p->authority) && X509_STORE_CTX_init(ctx, store, p->certificate, NULL))
		verdict = X509_verify_cert(ctx) > 0 ? X509_V_OK : X509_STORE_CTX_get_error(ctx);
	X509_STORE_CTX_free(ctx);
	X509_STORE_free(store);
	ERR_clear_error();
	return verdict;
}

static int check_chain(const struct papers *p, struct err *e)
{
	int verdict = chain_verdict(p);

	if (verdict == X509_V_OK)
		return 0;
	if (verdict == X509_V_ERR_OUT_OF_MEM)
		return err_set(e, ERR_MEMORY, p->certificate_path, "no memory to check it");
	if (verdict == X509_V_ERR_CERT_HAS_EXPIRED || verdict == X509_V_ERR_CERT_NOT_YET_VALID) {
		err_set(e, ERR_STATE, p->certificate_path, verdict == X509_V_ERR_CERT_HAS_EXPIRED ? "it or its authority has expired" : "is not valid yet");
		err_hint(e, "make a new one with tandem site keygen, or look at the clock of this machine");
		return ERR_STATE;
	}
	err_set(e, ERR_FORMAT, p->certificate_path, "was not signed by this authority");
	err_value(e, "%s: %s", p->authority_path, X509_verify_cert_error_string(verdict));
	err_hint(e, "take certificate and ca.crt from the same folder");
	return ERR_FORMAT;
}

static int check(const struct papers *p, bool strict, struct err *e)
{
	char name[STREAM_NAME];

	if (X509_check_private_key(p->certificate, p->key) != 1)
		return damaged(p->key_path, "does not belong to the certificate", "take NAME.crt and NAME.key from the same folder", e);
	tls_name_of(p->certificate, name, sizeof(name));
	if (name[0] == '\0')
		return damaged(p->certificate_path, "holds no name (subjectAltName)", "make one with tandem site keygen", e);
	return strict ? check_chain(p, e) : 0;
}

/* ---- the context ------------------------------------------------------------------------------------- */

/* A server's ticket: it has accepted us (stream_tls.c). */
static int ticket_came(SSL *ssl, SSL_SESSION *session)
{
	struct stream *s = SSL_get_app_data(ssl);

	(void)session;
	s->confirmed = true;
	return 0;
}

/* No session is ever kept or resumed: SSL_OP_NO_TICKET makes tickets mere numbers of sessions, and no server remembers one. */
static bool configure(SSL_CTX *c, const struct papers *p)
{
	static const unsigned char id[] = "tandem";

	SSL_CTX_set_mode(c, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
	SSL_CTX_set_options(c, SSL_OP_NO_TICKET);
	SSL_CTX_set_session_cache_mode(c, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
	SSL_CTX_sess_set_new_cb(c, ticket_came);
	SSL_CTX_set_read_ahead(c, 1);
	SSL_CTX_set_max_cert_list(c, CHAIN_BYTES);
	SSL_CTX_set_verify(c, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, tls_judge);
	SSL_CTX_set_verify_depth(c, CHAIN_DEPTH);
	return SSL_CTX_set_min_proto_version(c, TLS1_3_VERSION) && SSL_CTX_set_max_proto_version(c, TLS1_3_VERSION) && SSL_CTX_set_num_tickets(c, 1) &&
	       SSL_CTX_set_session_id_context(c, id, sizeof(id) - 1) && SSL_CTX_use_certificate(c, p->certificate) == 1 &&
	       SSL_CTX_use_PrivateKey(c, p->key) == 1 && X509_STORE_add_cert(SSL_CTX_get_cert_store(c), p->authority);
}

static int make(const struct papers *p, struct tls **ret, struct err *e)
{
	struct tls *t = fault_fires(FAULT_net_memory) ? NULL : calloc(1, sizeof(*t));

	if (!t)
		return err_set(e, ERR_MEMORY, p->certificate_path, "no memory for TLS");
	t->ctx = fault_fires(FAULT_tls_context) ? NULL : SSL_CTX_new(TLS_method());
	if (!t->ctx || !configure(t->ctx, p)) {
		const char *said = ERR_reason_error_string(ERR_peek_error());
		err_set(e, ERR_UNSUPPORTED, p->certificate_path, "the TLS library does not want to work with it");
		err_value(e, "%s", said ? said : "no reason given");
		err_hint(e, "make keys and certificates with tandem site keygen");
		ERR_clear_error();
		tls_close(t);
		return ERR_UNSUPPORTED;
	}
	X509_up_ref(p->certificate);
	t->certificate = p->certificate;
	tls_fingerprint(p->certificate, t->pin);
	tls_name_of(p->certificate, t->name, sizeof(t->name));
	*ret = t;
	return 0;
}

int tls_read(const char *certificate, const char *key, const char *authority, bool strict, struct tls **ret, struct err *e)
{
	struct papers p = {.certificate_path = certificate, .key_path = key, .authority_path = authority};
	int rc = read_certificate(certificate, &p.certificate, e);

	if (rc == 0)
		rc = read_key(key, &p.key, e);
	if (rc == 0)
		rc = read_certificate(authority, &p.authority, e);
	if (rc == 0)
		rc = check(&p, strict, e);
	if (rc == 0)
		rc = make(&p, ret, e);
	X509_free(p.authority);
	EVP_PKEY_free(p.key);
	X509_free(p.certificate);
	return rc;
}

int tls_open(const char *certificate, const char *key, const char *authority, struct tls **ret, struct err *e)
{
	return tls_read(certificate, key, authority, true, ret, e);
}

void tls_close(struct tls *t)
{
	if (!t)
		return;
	X509_free(t->certificate);
	SSL_CTX_free(t->ctx);
	free(t);
}

SSL_CTX *tls_context(const struct tls *t)
{
	return t->ctx;
}

const char *tls_pin(const struct tls *t)
{
	return t->pin;
}

const char *tls_name(const struct tls *t)
{
	return t->name;
}

double tls_days(const struct tls *t)
{
	int days = 0, seconds = 0;

	if (!ASN1_TIME_diff(&days, &seconds, NULL, X509_get0_notAfter(t->certificate)))
		return 0.0;
	return days + seconds / S_PER_DAY;
}

bool tls_is_named(const struct tls *t, const char *name)
{
	const unsigned flags = X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_WILDCARDS;

	return (tls_is_address(name) ? X509_check_ip_asc(t->certificate, name, 0) : X509_check_host(t->certificate, name, 0, flags, NULL)) == 1;
}
