/* Why a connection inside TLS failed, in words for both sides.
 *
 * The side that refuses knows the reason itself. The other one learns an alert (RFC 8446, 6.2) of one byte; tls_judge lets each reason have an alert of its
 * own, so that the table below can turn it back into words. */
#include "net/stream_words.h"

#include "net/tls_priv.h"

#include <errno.h>
#include <stdio.h>

/* ---- judging the peer's certificate ------------------------------------------------------------------ */

static const char AUTHORITY[] = "its certificate is not signed by the authority that is trusted here";
static const char AUTHORITY_HINT[] = "both sides need certificates made by the same authority (the folder of tandem site keygen)";

/* What OpenSSL found, in words, and what it is told to have found so that the right alert goes out. */
static const struct verdict {
	int found, told;
	const char *what, *hint;
} VERDICT[] = {
	{X509_V_ERR_CERT_HAS_EXPIRED, X509_V_ERR_CERT_HAS_EXPIRED, "its certificate has expired", "make a new one with tandem site keygen"},
	{X509_V_ERR_CERT_NOT_YET_VALID, X509_V_ERR_CERT_HAS_EXPIRED, "its certificate is not valid yet", "compare the clocks of both machines"},
	{X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_HOSTNAME_MISMATCH, "its certificate is of another name", "is this the right machine?"},
	{X509_V_ERR_IP_ADDRESS_MISMATCH, X509_V_ERR_HOSTNAME_MISMATCH, "its certificate is of another address",
	 "make one whose NAME is the address, or want a name"},
	{STREAM_FAULT_PIN, X509_V_ERR_NO_EXPLICIT_POLICY, "its certificate is not the pinned one", "ask its owner for the new pin, by another way than this one"},
	{X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, AUTHORITY, AUTHORITY_HINT},
	{X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, AUTHORITY, AUTHORITY_HINT},
	{X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, AUTHORITY, AUTHORITY_HINT},
	{X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, AUTHORITY, AUTHORITY_HINT},
	{X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, AUTHORITY, AUTHORITY_HINT},
	{X509_V_ERR_CERT_SIGNATURE_FAILURE, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, AUTHORITY, AUTHORITY_HINT},
	{X509_V_ERR_INVALID_PURPOSE, X509_V_ERR_INVALID_PURPOSE, "its certificate is made for other things", "make one with tandem site keygen"},
};

static const struct verdict *verdict_of(int found)
{
	for (size_t i = 0; i < COUNT(VERDICT); i++)
		if (VERDICT[i].found == found)
			return &VERDICT[i];
	return NULL;
}

static bool pinned(const struct stream *s, const X509 *x)
{
	char pin[TLS_PIN];

	if (s->wanted_pin[0] == '\0')
		return true;
	tls_fingerprint(x, pin);
	return CRYPTO_memcmp(pin, s->wanted_pin, sizeof(pin)) == 0;
}

static void keep_evidence(struct stream *s, const X509 *x)
{
	if (x) {
		tls_names_of(x, s->name, sizeof(s->name));
		tls_fingerprint(x, s->pin);
	}
}

int tls_judge(int ok, X509_STORE_CTX *ctx)
{
	SSL *ssl = X509_STORE_CTX_get_ex_data(ctx, SSL_get_ex_data_X509_STORE_CTX_idx());
	struct stream *s = SSL_get_app_data(ssl);
	int depth = X509_STORE_CTX_get_error_depth(ctx);
	X509 *x = X509_STORE_CTX_get_current_cert(ctx);

	if (ok && (depth > 0 || pinned(s, x)))
		return 1;
	s->fault = ok ? STREAM_FAULT_PIN : X509_STORE_CTX_get_error(ctx);
	s->fault_depth = depth;
	keep_evidence(s, X509_STORE_CTX_get0_cert(ctx));
	const struct verdict *v = verdict_of(s->fault);
	if (v)
		X509_STORE_CTX_set_error(ctx, v->told);
	return 0;
}

/* Closes with what was found; then the names of a stranger are forgotten. */
static int refuse(struct stream *s, struct err *e)
{
	const struct verdict *v = verdict_of(s->fault);

	if (s->fault_depth > 0 && s->fault == X509_V_ERR_CERT_HAS_EXPIRED)
		stream_fail(s, e, ERR_REFUSED, "the certificate of its authority has expired");
	else
		stream_fail(s, e, ERR_REFUSED, "%s", v ? v->what : X509_verify_cert_error_string(s->fault));
	if (s->fault == STREAM_FAULT_PIN) {
		err_value(e, "%s", s->pin);
		err_allowed(e, "%s", s->wanted_pin);
	} else {
		err_value(e, "%.90s", s->name[0] ? s->name : "a certificate without a name");
		if (s->wanted[0])
			err_allowed(e, "%.120s", s->wanted);
	}
	if (v)
		err_hint(e, "%s", v->hint);
	s->name[0] = s->pin[0] = '\0';
	return ERR_REFUSED;
}

/* ---- what the peer says about us --------------------------------------------------------------------- */

static const struct complaint {
	int alert;
	const char *what, *hint;
} COMPLAINT[] = {
	{SSL_AD_UNEXPECTED_MESSAGE, "the other side does not speak TLS at this port", "is it the right port? else it must be started with certificates"},
	{SSL_AD_HANDSHAKE_FAILURE, "the other side has no cipher in common with us", "both sides need a recent TLS library"},
	{SSL_AD_BAD_CERTIFICATE, "the other side refuses our certificate: it does not hold the name that is wanted there", "ask which name it wants of us"},
	{SSL_AD_UNSUPPORTED_CERTIFICATE, "the other side refuses our certificate: it is made for other things", "make one with tandem site keygen"},
	{SSL_AD_CERTIFICATE_REVOKED, "the other side refuses our certificate: it was revoked", "ask the authority for a new one"},
	{SSL_AD_CERTIFICATE_EXPIRED, "the other side refuses our certificate: it is out of date", "make a new one, and compare the clocks of both machines"},
	{SSL_AD_CERTIFICATE_UNKNOWN, "the other side refuses our certificate: another one is pinned there", "tell its owner our pin, by another way than this one"},
	{SSL_AD_UNKNOWN_CA, "the other side refuses our certificate: it does not trust the authority that signed it",
	 "both sides need certificates made by the same authority"},
	{SSL_AD_PROTOCOL_VERSION, "the other side does not speak TLS 1.3", "it needs a newer program or library; older versions of TLS are not spoken here"},
	{TLS13_AD_CERTIFICATE_REQUIRED, "the other side refuses us: no certificate was shown", "connect with a certificate"},
};

static int accused(struct stream *s, int alert, struct err *e)
{
	for (size_t i = 0; i < COUNT(COMPLAINT); i++) {
		if (COMPLAINT[i].alert != alert)
			continue;
		stream_fail(s, e, ERR_REFUSED, "%s", COMPLAINT[i].what);
		err_hint(e, "%s", COMPLAINT[i].hint);
		return ERR_REFUSED;
	}
	stream_fail(s, e, ERR_REFUSED, "the other side has refused to go on");
	err_value(e, "TLS alert %d, %s", alert, SSL_alert_desc_string_long(alert));
	return ERR_REFUSED;
}

/* ---- what OpenSSL says ------------------------------------------------------------------------------- */

int stream_words_no_tls(struct stream *s, struct err *e)
{
	stream_fail(s, e, ERR_REFUSED, "the other side does not speak TLS, this one does");
	err_hint(e, s->server ? "connect with certificates" : "is it the right port? else the other side must be started with certificates");
	return ERR_REFUSED;
}

static const struct {
	int reason;
	const char *what, *hint;
} REASON[] = {
	{SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE, "it showed no certificate", "connect with a certificate of our authority"},
	{SSL_R_UNSUPPORTED_PROTOCOL, "the other side speaks an older version of TLS only", "TLS 1.3 is spoken here"},
	{SSL_R_VERSION_TOO_LOW, "the other side speaks an older version of TLS only", "TLS 1.3 is spoken here"},
	{SSL_R_NO_SHARED_CIPHER, "the other side has no cipher in common with us", "both sides need a recent TLS library"},
	{SSL_R_EXCESSIVE_MESSAGE_SIZE, "it sends a handshake that is too long", "a chain of certificates should hold one or two"},
};

static const int NO_TLS[] = {SSL_R_WRONG_VERSION_NUMBER, SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST, SSL_R_PACKET_LENGTH_TOO_LONG,
			     SSL_R_BAD_RECORD_TYPE, SSL_R_UNEXPECTED_MESSAGE};

static int complain(struct stream *s, unsigned long code, struct err *e)
{
	int reason = ERR_GET_REASON(code);
	char text[96];

	for (size_t i = 0; i < COUNT(REASON); i++) {
		if (ERR_GET_LIB(code) != ERR_LIB_SSL || REASON[i].reason != reason)
			continue;
		stream_fail(s, e, ERR_REFUSED, "%s", REASON[i].what);
		err_hint(e, "%s", REASON[i].hint);
		return ERR_REFUSED;
	}
	for (size_t i = 0; i < COUNT(NO_TLS) && s->phase != STREAM_OPEN && !s->shaken; i++)
		if (ERR_GET_LIB(code) == ERR_LIB_SSL && NO_TLS[i] == reason)
			return stream_words_no_tls(s, e);
	const char *said = ERR_reason_error_string(code);
	snprintf(text, sizeof(text), "%s", said ? said : "no reason given");
	int rc = stream_fail(s, e, s->phase == STREAM_OPEN ? ERR_LOST : ERR_REFUSED, "the other side breaks the rules of TLS");
	err_value(e, "%s", text);
	return rc;
}

static int too_much(struct stream *s, struct err *e)
{
	stream_fail(s, e, ERR_REFUSED, "it sends too much before it is known");
	err_allowed(e, "%d bytes", STREAM_HANDSHAKE_MOST);
	return ERR_REFUSED;
}

int stream_words_failed(struct stream *s, int why, struct err *e)
{
	unsigned long code = ERR_peek_error();
	int reason = ERR_GET_LIB(code) == ERR_LIB_SSL ? ERR_GET_REASON(code) : 0;

	ERR_clear_error();
	if (s->fault)
		return refuse(s, e);
	if (s->system == EMSGSIZE && s->phase != STREAM_OPEN)
		return too_much(s, e);
	if (reason > SSL_AD_REASON_OFFSET && reason < SSL_AD_REASON_OFFSET + 256)
		return accused(s, reason - SSL_AD_REASON_OFFSET, e);
	if (why == SSL_ERROR_ZERO_RETURN)
		return stream_fail(s, e, ERR_LOST, "the other side has ended the connection");
	if (s->ended && s->phase == STREAM_OPEN)
		return stream_fail(s, e, ERR_LOST, "the connection was cut: the other side did not say that it ends it");
	if (s->ended || s->system) {
		bool judged = s->shaken && s->phase != STREAM_OPEN;
		int rc = stream_lost(s, e);
		if (judged)
			err_hint(e, "after our certificate was shown: the other side's own report says whether it refused it");
		return rc;
	}
	return complain(s, code, e);
}
