/* Writing JSON (RFC 8259): objects, lists and values one after the other, into memory that grows.
 *
 * Commas are set here; brackets are the caller's. Numbers have 17 digits and read back bit for bit; those that are not finite are null. Bytes of texts that
 * are not UTF-8 become '?'. When memory runs out the writer is `failed`, and stays so: looked at once, at the end. Memory: malloc, owned by the writer until
 * it is taken. One thread at a time; nothing blocks.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct jput {
	char *text;                /* owned; 0-ended */
	size_t n, room;
	bool comma, failed;
};

/* Empty; fini takes the memory back. */
void jput_init(struct jput *j);
void jput_fini(struct jput *j);
/* Begins an object '{' or a list '['; key NULL inside lists and at the top. jput_close takes '}' or ']'. */
void jput_open(struct jput *j, const char *key, char bracket);
void jput_close(struct jput *j, char bracket);
void jput_text(struct jput *j, const char *key, const char *text);
/* The first n bytes of a text, up to its end mark. */
void jput_text_n(struct jput *j, const char *key, const char *text, size_t n);
void jput_real(struct jput *j, const char *key, double x);
void jput_int(struct jput *j, const char *key, int64_t i);
void jput_bool(struct jput *j, const char *key, bool b);
void jput_null(struct jput *j, const char *key);
/* Hands the text over to the caller, who frees it; the writer is empty then. false: memory has run out. */
bool jput_take(struct jput *j, char **ret_text, size_t *ret_n);

/* The same for a text of others, where it stands: each byte that is not UTF-8 becomes '?'. */
void jput_clean(char *text);
/* Raw bytes at the end: for texts that are no JSON (CSV). */
void jput_bytes(struct jput *j, const void *bytes, size_t n);
