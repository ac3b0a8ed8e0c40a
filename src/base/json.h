/* Writing JSON: a text that grows, with the marks between values put where they belong.
 *
 *   json_begin(&j, '{'); json_name(&j, "tag"); json_number(&j, 3); json_name(&j, "x"); json_begin(&j, '['); ... json_end(&j, ']'); json_end(&j, '}');
 *
 * Numbers have 17 digits and come back bit for bit; those that JSON has no word for (infinite, none) are null. Texts are escaped; bytes that are no UTF-8
 * become the replacement character. One thread. Memory: malloc, until json_fini; what finds none is noted, and json_ok says no.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json {
	char *text;                /* owned; 0-ended */
	size_t n, room;
	bool comma;                /* a value stands before */
	bool failed;               /* no memory */
};

void json_init(struct json *j);
void json_fini(struct json *j);
bool json_ok(const struct json *j);

/* '{' or '[', and its end. */
void json_begin(struct json *j, char bracket);
void json_end(struct json *j, char bracket);
void json_name(struct json *j, const char *name);
void json_number(struct json *j, double x);
void json_int(struct json *j, int64_t i);
void json_bool(struct json *j, bool yes);
void json_text(struct json *j, const char *text);
/* A value that is JSON already. */
void json_raw(struct json *j, const char *text);
/* A name and its value. */
void json_put_number(struct json *j, const char *name, double x);
void json_put_int(struct json *j, const char *name, int64_t i);
void json_put_text(struct json *j, const char *name, const char *text);
void json_put_bool(struct json *j, const char *name, bool yes);
