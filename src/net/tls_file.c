/* Certificates and keys as files and as texts: reading PEM, names, fingerprints. */
#include "net/tls_priv.h"

#include "base/fault.h"
#include "base/io.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_MOST = 65536 };

int tls_file(const char *path, char **ret_text, size_t *ret_n, struct err *e)
{
	int handle = -1, rc = io_open(path, IO_READ, &handle, e);
	char *text = NULL;
	size_t n = 0;

	if (rc < 0)
		return rc;
	text = fault_fires(FAULT_net_memory) ? NULL : malloc(FILE_MOST + 1);
	if (!text)
		rc = err_set(e, ERR_MEMORY, path, "no memory to read it");
	else
		rc = io_read(handle, path, text, FILE_MOST, &n, e);
	if (rc == 0 && n == FILE_MOST)
		rc = err_set(e, ERR_FORMAT, path, "is too long for a certificate or key");
	int closed = io_close(handle, path, rc < 0 ? NULL : e);
	if (rc == 0)
		rc = closed;
	if (rc < 0) {
		free(text);
		return rc;
	}
	text[n] = '\0';
	*ret_text = text;
	*ret_n = n;
	return 0;
}

int tls_private(const char *path, struct err *e)
{
	struct stat st;

	if (stat(path, &st) < 0) {
		err_set(e, ERR_FILE, path, "cannot be opened for reading");
		err_value(e, "%s", strerror(errno));
		return ERR_FILE;
	}
	if ((st.st_mode & (S_IRWXG | S_IRWXO)) == 0)
		return 0;
	err_set(e, ERR_FILE, path, "others may use this key");
	err_value(e, "mode %03o", (unsigned)(st.st_mode & 0777));
	err_allowed(e, "600 or 400");
	err_hint(e, "chmod 600, and make a new one if others were on this machine");
	return ERR_FILE;
}

/* Where a pass phrase would be asked for at the terminal. */
static int no_phrase(char *phrase, int size, int writing, void *ctx)
{
	(void)phrase;
	(void)size;
	(void)writing;
	(void)ctx;
	return -1;
}

X509 *tls_parse_certificate(const char *text, size_t n)
{
	BIO *b = fault_fires(FAULT_tls_context) ? NULL : BIO_new_mem_buf(text, (int)n);
	X509 *x = b ? PEM_read_bio_X509(b, NULL, no_phrase, NULL) : NULL;

	BIO_free(b);
	return x;
}

EVP_PKEY *tls_parse_key(const char *text, size_t n)
{
	BIO *b = fault_fires(FAULT_tls_context) ? NULL : BIO_new_mem_buf(text, (int)n);
	EVP_PKEY *key = b ? PEM_read_bio_PrivateKey(b, NULL, no_phrase, NULL) : NULL;

	BIO_free(b);
	return key;
}

void tls_fingerprint(const X509 *x, char ret_hex[TLS_PIN])
{
	unsigned char sum[EVP_MAX_MD_SIZE];
	unsigned n = 0;

	ret_hex[0] = '\0';
	if (!X509_digest(x, EVP_sha256(), sum, &n))
		return;
	for (unsigned i = 0; i < n && 2 * i + 2 < TLS_PIN; i++)
		snprintf(ret_hex + 2 * i, 3, "%02x", sum[i]);
}

bool tls_is_address(const char *name)
{
	unsigned char room[sizeof(struct in6_addr)];

	return inet_pton(AF_INET, name, room) == 1 || inet_pton(AF_INET6, name, room) == 1;
}

/* One name as text; what a stranger wrote there reaches reports, so only plain characters do. */
static void name_text(const GENERAL_NAME *g, char *ret_text, size_t size)
{
	ret_text[0] = '\0';
	if (g->type == GEN_DNS) {
		const unsigned char *bytes = ASN1_STRING_get0_data(g->d.dNSName);
		size_t n = (size_t)ASN1_STRING_length(g->d.dNSName), k = 0;
		for (; k < n && k + 1 < size; k++)
			ret_text[k] = bytes[k] > ' ' && bytes[k] < 0x7f ? (char)bytes[k] : '?';
		ret_text[k] = '\0';
	} else if (g->type == GEN_IPADD) {
		int family = ASN1_STRING_length(g->d.iPAddress) == 4 ? AF_INET : AF_INET6;
		if (family == AF_INET || ASN1_STRING_length(g->d.iPAddress) == 16)
			inet_ntop(family, ASN1_STRING_get0_data(g->d.iPAddress), ret_text, (socklen_t)size);
	}
}

/* The first `most` names. */
static void names(const X509 *x, int most, char *ret_names, size_t size)
{
	GENERAL_NAMES *all = X509_get_ext_d2i(x, NID_subject_alt_name, NULL, NULL);
	size_t at = 0;

	ret_names[0] = '\0';
	for (int i = 0, n = 0; i < sk_GENERAL_NAME_num(all) && n < most && at + 1 < size; i++) {
		char one[256];
		name_text(sk_GENERAL_NAME_value(all, i), one, sizeof(one));
		if (one[0] == '\0')
			continue;
		int put = snprintf(ret_names + at, size - at, "%s%s", n++ ? ", " : "", one);
		at += put > 0 ? (size_t)put : 0;
	}
	GENERAL_NAMES_free(all);
}

void tls_name_of(const X509 *x, char *ret_name, size_t size)
{
	names(x, 1, ret_name, size);
}

void tls_names_of(const X509 *x, char *ret_names, size_t size)
{
	enum { NAMES_MOST = 8 };

	names(x, NAMES_MOST, ret_names, size);
}
