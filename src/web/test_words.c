/* The body of POST /api/tests. */
#include "web/tests.h"

#include "base/base.h"
#include "web/jget.h"

#include <ctype.h>
#include <string.h>

enum { NAME = 40, WORD = 1024 };

static int check_name(const char *name, struct err *e)
{
	size_t n = strlen(name);

	for (size_t i = 0; i < n; i++)
		if (!isalnum((unsigned char)name[i]) && name[i] != '-' && name[i] != '_')
			n = 0;
	if (n > 0)
		return 0;
	err_set(e, ERR_ARGUMENT, "test", "this is no name of a test");
	err_value(e, "%.60s", name);
	err_allowed(e, "letters, digits, - and _, %d at most", NAME);
	return ERR_ARGUMENT;
}

static int read_mode(struct test_words *t, const char *mode, struct err *e)
{
	static const char *const NAMES[] = {[TEST_RUN] = "run", [TEST_HOLD] = "hold", [TEST_REHEARSE] = "rehearse", [TEST_CHECK] = "check"};

	for (size_t i = 0; i < COUNT(NAMES); i++)
		if (strcmp(NAMES[i], mode) == 0) {
			t->mode = (enum test_mode)i;
			return 0;
		}
	err_set(e, ERR_UNKNOWN, "test", "there is no such mode");
	err_value(e, "%.60s", mode);
	err_allowed(e, "run, hold, rehearse, check");
	return ERR_UNKNOWN;
}

static int read_pace(struct test_words *t, const json_t *o, struct err *e)
{
	const json_t *x = json_object_get(o, "pace");

	t->pace = 1.0;
	if (!x || json_is_null(x))
		return 0;
	if (json_is_string(x) && strcmp(json_string_value(x), "max") == 0) {
		t->pace = 0.0;
		return 0;
	}
	return jget_real(o, "pace", RANGE_POSITIVE, "test", &t->pace, e);
}

static int read_words(struct test_words *t, const json_t *o, struct err *e)
{
	json_t *list, *x;
	size_t i;
	int code = jget_list(o, "words", TESTS_WORDS, "test", &list, e);

	json_array_foreach(list, i, x) {
		if (!json_is_string(x) || json_string_length(x) > WORD || strlen(json_string_value(x)) != json_string_length(x) ||
		    strpbrk(json_string_value(x), "\r\n"))
			return err_set(e, ERR_ARGUMENT, "test", "words are texts of one line, %d bytes at most", WORD);
		t->word[t->nword++] = json_string_value(x);
	}
	return code;
}

int test_words_read(struct test_words *t, const char *bytes, size_t n, struct err *e)
{
	static const char *const NAMES[] = {"name", "script", "example", "file", "words", "mode", "pace", NULL};
	const char *mode = "run";
	json_t *o = NULL;
	int code;

	*t = (struct test_words){0};
	code = jget_read(bytes, n, "test", &o, e);
	if (code)
		return code;
	t->body = o;
	code = jget_only(o, NAMES, "test", e);
	const struct { const char *name; size_t most; const char **to; } TEXTS[] = {
		{"name", NAME, &t->name}, {"script", TESTS_SCRIPT, &t->script}, {"example", NAME, &t->example}, {"file", NAME, &t->file}, {"mode", NAME, &mode},
	};
	for (size_t i = 0; i < COUNT(TEXTS) && !code; i++)
		if (!json_is_null(json_object_get(o, TEXTS[i].name)))
			code = jget_text(o, TEXTS[i].name, TEXTS[i].most, "test", TEXTS[i].to, e);
	if (!t->name)
		t->name = t->example ? t->example : "test";
	if (!code)
		code = check_name(t->name, e);
	if (!code)
		code = read_mode(t, mode, e);
	if (!code)
		code = read_pace(t, o, e);
	if (!code)
		code = read_words(t, o, e);
	if (!code && !t->script == !t->example)
		code = err_set(e, ERR_ARGUMENT, "test", "either script or example is wanted");
	return code;
}

void test_words_free(struct test_words *t)
{
	if (t->body)
		json_decref(t->body);
	t->body = NULL;
}
