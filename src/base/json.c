/* The growing text, and what may stand in one of its strings. */
#include "base/json.h"

#include "base/fault.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void json_init(struct json *j)
{
	*j = (struct json){0};
}

void json_fini(struct json *j)
{
	free(j->text);
	json_init(j);
}

bool json_ok(const struct json *j)
{
	return !j->failed && j->text;
}

static void add(struct json *j, const char *bytes, size_t n)
{
	if (j->n + n + 1 > j->room && !j->failed) {
		size_t room = 2 * (j->n + n) + 256;
		char *more = fault_fires(FAULT_arena_alloc) ? NULL : realloc(j->text, room);

		j->failed = !more;
		j->text = more ? more : j->text;
		j->room = more ? room : j->room;
	}
	if (j->failed)
		return;
	memcpy(j->text + j->n, bytes, n);
	j->n += n;
	j->text[j->n] = '\0';
}

static void separate(struct json *j)
{
	if (j->comma)
		add(j, ",", 1);
	j->comma = true;
}

void json_begin(struct json *j, char bracket)
{
	separate(j);
	add(j, &bracket, 1);
	j->comma = false;
}

void json_end(struct json *j, char bracket)
{
	add(j, &bracket, 1);
	j->comma = true;
}

/* Length of the UTF-8 character that begins here; 0: none does (Unicode 15, table 3-7). */
static size_t character(const unsigned char *c)
{
	size_t n = c[0] < 0x80 ? 1 : c[0] >= 0xC2 && c[0] < 0xE0 ? 2 : c[0] >= 0xE0 && c[0] < 0xF0 ? 3 : c[0] >= 0xF0 && c[0] < 0xF5 ? 4 : 0;
	unsigned char lo = c[0] == 0xE0 ? 0xA0 : c[0] == 0xF0 ? 0x90 : 0x80, hi = c[0] == 0xED ? 0x9F : c[0] == 0xF4 ? 0x8F : 0xBF;

	if (n > 1 && (c[1] < lo || c[1] > hi))
		return 0;
	for (size_t i = 2; i < n; i++)
		if (c[i] < 0x80 || c[i] > 0xBF)
			return 0;
	return n;
}

static void quote(struct json *j, const char *text)
{
	char escape[8];

	add(j, "\"", 1);
	for (const unsigned char *c = (const unsigned char *)text; *c;) {
		size_t n = character(c);

		if (n == 0)
			add(j, "\xEF\xBF\xBD", 3);
		else if (*c == '"' || *c == '\\')
			add(j, (const char[]){'\\', (char)*c}, 2);
		else if (*c < 0x20 || *c == 0x7F)
			add(j, escape, (size_t)snprintf(escape, sizeof escape, "\\u%04x", *c));
		else
			add(j, (const char *)c, n);
		c += n ? n : 1;
	}
	add(j, "\"", 1);
}

void json_name(struct json *j, const char *name)
{
	separate(j);
	quote(j, name);
	add(j, ":", 1);
	j->comma = false;
}

void json_raw(struct json *j, const char *text)
{
	separate(j);
	add(j, text, strlen(text));
}

void json_number(struct json *j, double x)
{
	char text[40] = "null";

	if (isfinite(x))
		snprintf(text, sizeof text, "%.17g", x);
	json_raw(j, text);
}

void json_int(struct json *j, int64_t i)
{
	char text[24];

	snprintf(text, sizeof text, "%lld", (long long)i);
	json_raw(j, text);
}

void json_bool(struct json *j, bool yes)
{
	json_raw(j, yes ? "true" : "false");
}

void json_text(struct json *j, const char *text)
{
	separate(j);
	quote(j, text);
}

void json_put_number(struct json *j, const char *name, double x)
{
	json_name(j, name);
	json_number(j, x);
}

void json_put_int(struct json *j, const char *name, int64_t i)
{
	json_name(j, name);
	json_int(j, i);
}

void json_put_text(struct json *j, const char *name, const char *text)
{
	json_name(j, name);
	json_text(j, text);
}

void json_put_bool(struct json *j, const char *name, bool yes)
{
	json_name(j, name);
	json_bool(j, yes);
}
