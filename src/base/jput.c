/* Writing JSON. */
#include "base/jput.h"

#include "base/heap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 1024 };

void jput_init(struct jput *j)
{
	*j = (struct jput){0};
}

void jput_fini(struct jput *j)
{
	free(j->text);
	jput_init(j);
}

static bool make_room(struct jput *j, size_t more)
{
	size_t room = j->room ? j->room : ROOM_FIRST;
	char *text;

	if (j->failed)
		return false;
	while (room < j->n + more + 1)
		room *= 2;
	if (room == j->room)
		return true;
	text = heap_more(j->text, room);
	if (!text) {
		j->failed = true;
		return false;
	}
	j->text = text;
	j->room = room;
	return true;
}

void jput_bytes(struct jput *j, const void *bytes, size_t n)
{
	if (!make_room(j, n))
		return;
	memcpy(j->text + j->n, bytes, n);
	j->n += n;
	j->text[j->n] = '\0';
}

static void put(struct jput *j, const char *text)
{
	jput_bytes(j, text, strlen(text));
}

/* How many bytes the character at p has, p[0 .. n) known; 0: no UTF-8 (RFC 3629: shortest form, no surrogates, up to U+10FFFF). */
static size_t utf8_length(const unsigned char *p, size_t n)
{
	static const struct { unsigned char lead_lo, lead_hi, second_lo, second_hi, length; } ROWS[] = {
		{0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
		{0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
	};

	if (p[0] < 0x80)
		return 1;
	for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
		if (p[0] < ROWS[i].lead_lo || p[0] > ROWS[i].lead_hi)
			continue;
		if (n < ROWS[i].length || p[1] < ROWS[i].second_lo || p[1] > ROWS[i].second_hi)
			return 0;
		for (size_t k = 2; k < ROWS[i].length; k++)
			if (p[k] < 0x80 || p[k] > 0xbf)
				return 0;
		return ROWS[i].length;
	}
	return 0;
}

void jput_clean(char *text)
{
	for (size_t n = strlen(text), i = 0, length; i < n; i += length ? length : 1) {
		length = utf8_length((const unsigned char *)text + i, n - i);
		if (length == 0)
			text[i] = '?';
	}
}

static void put_quoted(struct jput *j, const char *text, size_t n)
{
	const unsigned char *p = (const unsigned char *)text;
	char escape[8];

	put(j, "\"");
	for (size_t i = 0; i < n;) {
		size_t length = utf8_length(p + i, n - i);

		if (length == 0)
			put(j, "?");
		else if (p[i] == '"' || p[i] == '\\') {
			snprintf(escape, sizeof escape, "\\%c", p[i]);
			put(j, escape);
		} else if (p[i] < 0x20) {
			snprintf(escape, sizeof escape, "\\u%04x", p[i]);
			put(j, escape);
		} else
			jput_bytes(j, p + i, length);
		i += length ? length : 1;
	}
	put(j, "\"");
}

static void put_key(struct jput *j, const char *key)
{
	if (j->comma)
		put(j, ",");
	j->comma = true;
	if (!key)
		return;
	put_quoted(j, key, strlen(key));
	put(j, ":");
}

void jput_open(struct jput *j, const char *key, char bracket)
{
	put_key(j, key);
	jput_bytes(j, &bracket, 1);
	j->comma = false;
}

void jput_close(struct jput *j, char bracket)
{
	jput_bytes(j, &bracket, 1);
	j->comma = true;
}

void jput_text_n(struct jput *j, const char *key, const char *text, size_t n)
{
	put_key(j, key);
	put_quoted(j, text, strnlen(text, n));
}

void jput_text(struct jput *j, const char *key, const char *text)
{
	jput_text_n(j, key, text, strlen(text));
}

void jput_real(struct jput *j, const char *key, double x)
{
	char digits[40];

	put_key(j, key);
	snprintf(digits, sizeof digits, "%.17g", x);
	put(j, isfinite(x) ? digits : "null");
}

void jput_int(struct jput *j, const char *key, int64_t i)
{
	char digits[32];

	put_key(j, key);
	snprintf(digits, sizeof digits, "%lld", (long long)i);
	put(j, digits);
}

void jput_bool(struct jput *j, const char *key, bool b)
{
	put_key(j, key);
	put(j, b ? "true" : "false");
}

void jput_null(struct jput *j, const char *key)
{
	put_key(j, key);
	put(j, "null");
}

bool jput_take(struct jput *j, char **ret_text, size_t *ret_n)
{
	bool good = make_room(j, 0);

	if (good) {
		*ret_text = j->text;
		*ret_n = j->n;
		j->text = NULL;
	}
	jput_fini(j);
	return good;
}
