/* The operator's wishes: one JSON object into the words of a run's mailbox. */
#include "web/lives.h"

#include "web/jget.h"

#include <stdio.h>
#include <string.h>

struct wish { const char *word; double value; const char *line; };

static const char *const WISHES[] = {"start", "pause", "resume", "stop", "trip", "acknowledge", "pace", "tune", NULL};

/* The words for the mailbox. */
static int wish_text(const struct wish *w, char *ret, size_t size, struct err *e)
{
	int i = 0, n;

	while (WISHES[i] && (!w->word || strcmp(WISHES[i], w->word) != 0))
		i++;
	if (!WISHES[i]) {
		err_set(e, ERR_UNKNOWN, "do", w->word ? "there is no such wish" : "the member do is missing");
		err_value(e, "%.60s", w->word ? w->word : "");
		err_allowed(e, "start, pause, resume, stop, trip, acknowledge, pace, tune");
		return ERR_UNKNOWN;
	}
	if (strcmp(w->word, "tune") == 0 && (!w->line || strpbrk(w->line, "\r\n")))
		return err_set(e, ERR_ARGUMENT, "do tune", "line is missing, or is more than one");
	if (strcmp(w->word, "pace") == 0 && w->value < 0.0)
		return err_set(e, ERR_ARGUMENT, "do pace", "value is missing");
	if (strcmp(w->word, "tune") == 0)
		n = snprintf(ret, size, "tune %s", w->line);
	else if (strcmp(w->word, "pace") == 0)
		n = w->value == 0.0 ? snprintf(ret, size, "pace max") : snprintf(ret, size, "pace %.17g", w->value);
	else
		n = snprintf(ret, size, "%s", w->word);
	return n < (int)size ? 0 : err_set(e, ERR_RANGE, "do", "the line is too long: %zu bytes at most", size - 1);
}

int lives_wish(const char *bytes, size_t n, char *ret_text, size_t size, struct err *e)
{
	static const char *const NAMES[] = {"do", "value", "line", NULL};
	struct wish w = {.value = -1.0};
	json_t *o;
	int code = jget_read(bytes, n, "do", &o, e);

	if (code)
		return code;
	code = jget_only(o, NAMES, "do", e);
	if (!code)
		code = jget_text(o, "do", 32, "do", &w.word, e);
	if (!code)
		code = jget_text(o, "line", LIVE_TEXT, "do", &w.line, e);
	if (!code && !json_is_null(json_object_get(o, "value")))
		code = jget_real(o, "value", RANGE_NONNEG, "do", &w.value, e);
	if (!code)
		code = wish_text(&w, ret_text, size, e);
	json_decref(o);
	return code;
}
