/* A small authority: keys on the curve P-256 and certificates (X.509 v3, RFC 5280) for sites and coordinators.
 *
 * Keys come from the library's own source of chance and dates from the calendar: a key that can be made again is none. */
#include "net/tls.h"

#include "base/base.h"
#include "base/fault.h"
#include "base/io.h"
#include "net/tls_priv.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DAYS_MOST = 36500, NAME_MOST = 60, SERIAL_BITS = 127, PATH_MOST = 4096, S_PER_DAY = 86400 };

static const char AUTHORITY[] = "ca";

/* A certificate to be made. */
struct order {
	const char *folder, *name;         /* files NAME.crt and NAME.key in the folder */
	const char *unit;                  /* organizational unit; NULL: none */
	double from, to;                   /* days after now */
	bool authority;                    /* signs itself */
};

/* ---- what may be asked for --------------------------------------------------------------------------- */

static int check_days(const char *object, double days, struct err *e)
{
	if (days >= 1.0 / S_PER_DAY && days <= DAYS_MOST)
		return 0;
	err_set(e, ERR_RANGE, object, "days must be positive");
	err_value(e, "%g", days);
	err_allowed(e, "%.2g (a second) to %d", 1.0 / S_PER_DAY, DAYS_MOST);
	return ERR_RANGE;
}

/* It becomes the name of a file and a name in a certificate: letters, digits, - and . as in host names, or an address. */
static int check_name(const char *name, struct err *e)
{
	size_t n = strlen(name);
	bool good = n > 0 && n <= NAME_MOST && strcmp(name, AUTHORITY) != 0 && name[0] != '.' && name[0] != '-';

	for (size_t i = 0; i < n && good; i++)
		good = isalnum((unsigned char)name[i]) || name[i] == '-' || name[i] == '.';
	if (good || tls_is_address(name))
		return 0;
	err_set(e, ERR_ARGUMENT, "certificate", "is no name for one");
	err_value(e, "%.80s", name);
	err_allowed(e, "letters, digits, - and . as in host names, at most %d; or an address; not \"%s\"", NAME_MOST, AUTHORITY);
	return ERR_ARGUMENT;
}

static int path_of(const struct order *o, const char *end, char ret_path[PATH_MOST], struct err *e)
{
	int n = snprintf(ret_path, PATH_MOST, "%s/%s.%s", o->folder, o->name, end);

	return n > 0 && n < PATH_MOST ? 0 : err_set(e, ERR_ARGUMENT, o->name, "the path of its file is too long");
}

/* ---- making ------------------------------------------------------------------------------------------ */

static int library(const char *object, const char *what, struct err *e)
{
	const char *said = ERR_reason_error_string(ERR_peek_error());

	err_set(e, ERR_INTERNAL, object, "%s", what);
	err_value(e, "%s", said ? said : "no reason given");
	ERR_clear_error();
	return ERR_INTERNAL;
}

static bool add(X509 *x, X509 *issuer, int nid, const char *value)
{
	X509V3_CTX ctx;

	X509V3_set_ctx_nodb(&ctx);
	X509V3_set_ctx(&ctx, issuer, x, NULL, NULL, 0);
	X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &ctx, nid, value);
	bool ok = extension && X509_add_ext(x, extension, -1);
	X509_EXTENSION_free(extension);
	return ok;
}

/* Extensions of the authority and of those that it signs. The identifiers of keys let two authorities of the same name be told apart. */
static bool add_extensions(X509 *x, X509 *issuer, const struct order *o)
{
	char names[NAME_MOST + 8];

	snprintf(names, sizeof(names), "%s:%s", tls_is_address(o->name) ? "IP" : "DNS", o->name);
	if (!add(x, issuer, NID_subject_key_identifier, "hash") || !add(x, issuer, NID_authority_key_identifier, "keyid:always"))
		return false;
	if (o->authority)
		return add(x, issuer, NID_basic_constraints, "critical,CA:TRUE,pathlen:0") && add(x, issuer, NID_key_usage, "critical,keyCertSign,cRLSign");
	return add(x, issuer, NID_basic_constraints, "critical,CA:FALSE") && add(x, issuer, NID_key_usage, "critical,digitalSignature") &&
	       add(x, issuer, NID_ext_key_usage, "serverAuth,clientAuth") && add(x, issuer, NID_subject_alt_name, names);
}

static bool set_serial(X509 *x)
{
	BIGNUM *number = BN_new();
	bool ok = number && BN_rand(number, SERIAL_BITS, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(x));

	BN_free(number);
	return ok;
}

static bool set_subject(X509 *x, const struct order *o)
{
	const char *name = o->authority ? "Tandem authority" : o->name;

	if (o->unit && !X509_NAME_add_entry_by_txt(X509_get_subject_name(x), "OU", MBSTRING_ASC, (const unsigned char *)o->unit, -1, -1, 0))
		return false;
	return X509_NAME_add_entry_by_txt(X509_get_subject_name(x), "CN", MBSTRING_ASC, (const unsigned char *)name, -1, -1, 0);
}

static bool set_time(ASN1_TIME *t, double days)
{
	double whole = floor(days);

	return X509_time_adj_ex(t, (int)whole, lround((days - whole) * S_PER_DAY), NULL) != NULL;
}

/* issuer NULL: signs itself. */
static X509 *make(const struct order *o, EVP_PKEY *key, X509 *issuer, EVP_PKEY *signer)
{
	enum { X509_V3 = 2 };
	X509 *x = fault_fires(FAULT_tls_context) ? NULL : X509_new();

	if (x && X509_set_version(x, X509_V3) && set_serial(x) && set_subject(x, o) &&
	    X509_set_issuer_name(x, X509_get_subject_name(issuer ? issuer : x)) && set_time(X509_getm_notBefore(x), o->from) &&
	    set_time(X509_getm_notAfter(x), o->to) && X509_set_pubkey(x, key) &&
	    add_extensions(x, issuer ? issuer : x, o) && X509_sign(x, signer, EVP_sha256()))
		return x;
	X509_free(x);
	return NULL;
}

/* ---- writing ----------------------------------------------------------------------------------------- */

/* What could not be written whole is taken away again. */
static int write_file(const char *path, enum io_mode mode, BIO *text, struct err *e)
{
	char *bytes;
	long n = BIO_get_mem_data(text, &bytes);
	int handle, rc = io_open(path, mode, &handle, e);

	if (rc < 0)
		return rc;
	rc = io_write(handle, path, bytes, (size_t)n, e);
	if (rc == 0)
		rc = io_sync(handle, path, e);
	int closed = io_close(handle, path, rc < 0 ? NULL : e);
	if (rc == 0)
		rc = closed;
	if (rc < 0)
		unlink(path);
	return rc;
}

static int write_both(const struct order *o, X509 *x, EVP_PKEY *key, struct err *e)
{
	char certificate_path[PATH_MOST], key_path[PATH_MOST];
	BIO *certificate = BIO_new(BIO_s_mem()), *secret = BIO_new(BIO_s_secmem());
	int rc = 0;

	if (!certificate || !secret || !PEM_write_bio_X509(certificate, x) || !PEM_write_bio_PKCS8PrivateKey(secret, key, NULL, NULL, 0, NULL, NULL))
		rc = library(o->name, "the certificate cannot be written as text", e);
	if (rc == 0 && (rc = path_of(o, "crt", certificate_path, e)) == 0)
		rc = path_of(o, "key", key_path, e);
	if (rc == 0)
		rc = write_file(key_path, IO_SECRET, secret, e);
	if (rc == 0 && (rc = write_file(certificate_path, IO_NEW, certificate, e)) < 0)
		unlink(key_path);
	BIO_free(secret);
	BIO_free(certificate);
	return rc;
}

/* Nothing is overwritten: said before keys are made, and once more by the files themselves. */
static int check_new(const struct order *o, struct err *e)
{
	static const char *const end[] = {"crt", "key"};
	char path[PATH_MOST];

	for (size_t i = 0; i < COUNT(end); i++) {
		int rc = path_of(o, end[i], path, e);
		if (rc < 0)
			return rc;
		if (access(path, F_OK) == 0) {
			err_set(e, ERR_DUPLICATE, path, "is there already and is not overwritten");
			err_hint(e, "move it away, or take another name or folder");
			return ERR_DUPLICATE;
		}
	}
	return 0;
}

static int fulfil(const struct order *o, X509 *issuer, EVP_PKEY *signer, struct err *e)
{
	int rc = check_new(o, e);

	if (rc < 0)
		return rc;
	EVP_PKEY *key = fault_fires(FAULT_tls_context) ? NULL : EVP_EC_gen("P-256");
	X509 *x = key ? make(o, key, issuer, signer ? signer : key) : NULL;
	rc = x ? write_both(o, x, key, e) : library(o->name, "the certificate cannot be made", e);
	X509_free(x);
	EVP_PKEY_free(key);
	return rc;
}

/* ---- the two commands -------------------------------------------------------------------------------- */

int tls_authority(const char *folder, double days, struct err *e)
{
	const struct order o = {.folder = folder, .name = AUTHORITY, .to = days, .authority = true};
	int rc = check_days("authority", days, e);

	if (rc < 0)
		return rc;
	if (mkdir(folder, S_IRWXU) < 0 && errno != EEXIST) {
		err_set(e, ERR_FILE, folder, "cannot be made");
		err_value(e, "%s", strerror(errno));
		return ERR_FILE;
	}
	return fulfil(&o, NULL, NULL, e);
}

/* The authority's own certificate and key. */
static int read_authority(const struct order *o, X509 **ret_certificate, EVP_PKEY **ret_key, struct err *e)
{
	const struct order ca = {.folder = o->folder, .name = AUTHORITY};
	char path[PATH_MOST], *text;
	size_t n;
	int rc = path_of(&ca, "crt", path, e);

	if (rc == 0)
		rc = tls_file(path, &text, &n, e);
	if (rc)
		return rc;
	*ret_certificate = tls_parse_certificate(text, n);
	free(text);
	rc = *ret_certificate ? path_of(&ca, "key", path, e) : err_set(e, ERR_FORMAT, path, "is no certificate, or a damaged one");
	if (rc == 0)
		rc = tls_private(path, e);
	if (rc == 0)
		rc = tls_file(path, &text, &n, e);
	if (rc)
		return rc;
	*ret_key = tls_parse_key(text, n);
	OPENSSL_cleanse(text, n);
	free(text);
	if (*ret_key && X509_check_private_key(*ret_certificate, *ret_key) == 1)
		return 0;
	ERR_clear_error();
	return err_set(e, ERR_FORMAT, path, "is no key, or not that of the authority beside it");
}

/* Signed by the authority of its folder. */
static int sign(const struct order *o, struct err *e)
{
	X509 *issuer = NULL;
	EVP_PKEY *signer = NULL;
	int rc = check_name(o->name, e);

	if (rc == 0)
		rc = read_authority(o, &issuer, &signer, e);
	if (rc == 0)
		rc = fulfil(o, issuer, signer, e);
	EVP_PKEY_free(signer);
	X509_free(issuer);
	return rc;
}

int tls_certificate_between(const char *folder, const char *name, double from, double to, struct err *e)
{
	const struct order o = {.folder = folder, .name = name, .from = from, .to = to};

	return sign(&o, e);
}

int tls_certificate_free(const char *folder, const char *name, struct err *e)
{
	const struct order o = {.folder = folder, .name = name};
	int rc = check_name(name, e);

	return rc < 0 ? rc : check_new(&o, e);
}

int tls_certificate(const char *folder, const char *name, const char *unit, double days, struct err *e)
{
	const struct order o = {.folder = folder, .name = name, .unit = unit, .to = days};
	int rc = check_days(name, days, e);

	return rc < 0 ? rc : sign(&o, e);
}
