/* Arguments and answers. */
#include "web/request.h"

#include "base/args.h"
#include "base/base.h"
#include "base/heap.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct request *request_make(struct web *w)
{
	struct request *r = heap_zeroed(1, sizeof *r);

	if (r)
		r->web = w;
	return r;
}

void request_free(struct request *r)
{
	if (!r)
		return;
	free(r->body);
	free(r->answer.bytes);
	free(r);
}

bool request_is_name(const char *text)
{
	size_t n = strlen(text);

	for (size_t i = 0; i < n; i++)
		if (!isalnum((unsigned char)text[i]) && !strchr("._-", text[i]))
			return false;
	return n > 0 && n <= 128 && text[0] != '.';
}

/* ---- what was asked ------------------------------------------------------------------------------------------ */

const char *request_arg(const struct request *r, const char *name)
{
	size_t n = strlen(name);

	for (int i = 0; i < r->narg; i++)
		if (strncmp(r->arg[i], name, n) == 0 && r->arg[i][n] == '=' && r->arg[i][n + 1])
			return r->arg[i] + n + 1;
	return NULL;
}

int request_real(const struct request *r, const char *name, double *ret, struct err *e)
{
	const char *text = request_arg(r, name);

	if (!text || text_real(text, ret))
		return 0;
	err_set(e, ERR_ARGUMENT, name, "this is no number");
	err_value(e, "%.60s", text);
	return ERR_ARGUMENT;
}

int request_int(const struct request *r, const char *name, int lo, int hi, int *ret, struct err *e)
{
	const char *text = request_arg(r, name);
	int i;

	if (!text)
		return 0;
	if (text_int(text, &i) && i >= lo && i <= hi) {
		*ret = i;
		return 0;
	}
	err_set(e, ERR_RANGE, name, "this is no whole number, or out of range");
	err_value(e, "%.60s", text);
	err_allowed(e, "%d to %d", lo, hi);
	return ERR_RANGE;
}

/* ---- what is answered ---------------------------------------------------------------------------------------- */

int request_status(int code)
{
	static const struct { int code, status; } ROWS[] = {
		{ERR_MISSING, 404}, {ERR_ARGUMENT, 400}, {ERR_RANGE, 400}, {ERR_UNKNOWN, 400}, {ERR_FORMAT, 422}, {ERR_LIMIT, 400}, {ERR_STATE, 409},
		{ERR_DUPLICATE, 409}, {ERR_UNSUPPORTED, 400}, {ERR_NONFINITE, 400},
	};

	for (size_t i = 0; i < COUNT(ROWS); i++)
		if (ROWS[i].code == code)
			return ROWS[i].status;
	return 500;
}

void request_json(struct request *r, int status, struct jput *j)
{
	free(r->answer.bytes);
	r->answer = (struct answer){.status = status, .type = "application/json"};
	if (jput_take(j, &r->answer.bytes, &r->answer.n))
		return;
	r->answer = (struct answer){.status = 500, .type = "application/json", .constant = (const unsigned char *)"{\"error\":\"no memory\"}"};
	r->answer.n = strlen((const char *)r->answer.constant);
}

void request_bytes(struct request *r, const char *type, char *bytes, size_t n)
{
	free(r->answer.bytes);
	r->answer = (struct answer){.status = 200, .type = type, .bytes = bytes, .n = n};
}

void request_put_error(struct jput *j, const struct err *e)
{
	const struct { const char *key, *text; } MORE[] = {{"value", e->value}, {"allowed", e->allowed}, {"hint", e->hint}};
	char line[sizeof e->object + sizeof e->what + 2];

	snprintf(line, sizeof line, "%s%s%s", e->object, e->object[0] ? ": " : "", e->what);
	jput_text(j, "error", line);
	for (size_t i = 0; i < COUNT(MORE); i++)
		if (MORE[i].text[0])
			jput_text(j, MORE[i].key, MORE[i].text);
}

void request_error(struct request *r, int status, const struct err *e)
{
	struct jput j;

	jput_init(&j);
	jput_open(&j, NULL, '{');
	request_put_error(&j, e);
	jput_close(&j, '}');
	request_json(r, status, &j);
}

void request_refuse(struct request *r, int status, const char *format, ...)
{
	struct err e;
	va_list words;

	err_clear(&e);
	va_start(words, format);
	vsnprintf(e.what, sizeof e.what, format, words);
	va_end(words);
	request_error(r, status, &e);
}
